//! Tests of the line reader.

use super::*;
use tilebase::board::Move::{Down, Left, Right, Up};
use tilebase::board::{Board, Goal, Metric};
use tilebase::judge::Claim;
use tilebase::notation::MoveConvention;

/// The claims of each line after the header.
fn claims(lines: &[&str]) -> Vec<Result<Vec<Claim>, String>> {
    claims_by("", &lines.join("\n")).unwrap_or_else(|error| vec![Err(error)])
}

/// The claims in a text, with the user's column names.
pub(super) fn claims_by(columns: &str, text: &str) -> Result<Vec<Result<Vec<Claim>, String>>, String> {
    let columns = if columns.is_empty() { Columns::default() } else { columns.parse().unwrap() };
    let mut rest = text.as_bytes();
    let opening = Opening::of(&mut rest, &columns).map_err(|error| error.to_string())?;
    let all = [&opening.read, rest].concat();
    let lines = all.split(|byte| *byte == b'\n');
    Ok(lines
        .filter_map(|line| opening.entries.read(&EntryReader::default(), line).transpose())
        .map(|read| read.map(|entry| entry.claims).map_err(|error| error.fault.to_string()))
        .collect())
}

/// The format of pairs, detected from one of them.
fn pairs() -> Entries {
    Opening::of(&mut &b"123456780 28"[..], &Columns::default()).unwrap().entries
}

fn one(claim: Claim) -> Vec<Result<Vec<Claim>, String>> {
    vec![Ok(vec![claim])]
}

#[test]
fn every_form_of_line_is_read() {
    for line in [
        "123456780 UL",
        "123456780: UL",
        "123456780\tu l",
        "123456780 -> Up, Left",
        "123456780 Up -> Left",
        "123456780 Path: UL",
        "123456780: Up -> Left",
        "123456780 U-L",
        "123456780: u-l",
        "1 2 3 4 5 6 7 8 0: U -> L",
        "123456780,Up -> Left",
        "1 2 3 4 5 6 7 8 0: UL",
        "1,2,3,4,5,6,7,8,0 UL",
        "123456780,UL",
        "[[1,2,3],[4,5,6],[7,8,0]] ['U', 'L']",
        "123456780: 6 5",
        "board,moves\n123456780,UL",
        "id,STATE,Solution,extra\n7,123456780,UL,x",
        "Initial State,Path To Goal\n123456780,UL",
        "board,answer\n\"1,2,3,4,5,6,7,8,0\",UL",
        r#"{"board":"123456780","moves":"UL"}"#,
        r#"{"board":[1,2,3,4,5,6,7,8,0],"moves":["U","L"]}"#,
        r#"{"board":[[1,2,3],[4,5,6],[7,8,0]],"answer":[6,5]}"#,
    ] {
        let lines: Vec<&str> = line.split('\n').collect();
        assert_eq!(claims(&lines), one(Claim::Path(vec![Up, Left])), "{line}");
    }
    assert_eq!(claims(&["123456780 28"]), one(Claim::Length(28)));
    for line in ["123456780 2 UL", "123456780,UL,2", "123456780 UL (2 moves)"] {
        let claim = Claim::PathAndLength { moves: vec![Up, Left], length: 2 };
        assert_eq!(claims(&[line]), one(claim), "{line}");
    }
    for line in ["123456780 unsolvable", "123456780: -1", "123456780 No solution possible", "123456780 None"]
    {
        assert_eq!(claims(&[line]), one(Claim::Unsolvable), "{line}");
    }
    assert_eq!(claims(&["board,h", "123456780,4"]), one(Claim::Estimate(4)));
    assert_eq!(claims(&["# a comment", "", "123456780 R"]), one(Claim::Path(vec![Right])));
}

#[test]
fn every_field_is_a_claim() {
    let path = || Claim::PathAndLength { moves: vec![Right], length: 1 };
    for (rest, expected) in [
        ("R,1,,,", vec![path()]),
        ("R,1,0,,", vec![path(), Claim::Estimate(0)]),
        ("R,1,0,L,", vec![path(), Claim::Path(vec![Left]), Claim::Estimate(0)]),
        ("R,1,,,false", vec![path(), Claim::Unsolvable]),
        ("R,1,,,true", vec![path()]),
        (",1,1,,", vec![Claim::Length(1), Claim::Estimate(1)]),
        (",,1,,true", vec![Claim::Estimate(1)]),
        ("unsolvable,,,,true", vec![Claim::Unsolvable, Claim::Solvable]),
        (",0,,,false", vec![Claim::Unsolvable]),
    ] {
        let line = format!("123456708,{rest}");
        assert_eq!(claims(&["board,moves,length,h,answer,solvable", &line]), [Ok(expected)], "{line}");
    }
    // Columns with the same meaning: a program's output beside the expected one, and marks.
    let both = claims(&["board,output,answer", "123456708,L,R"]);
    assert_eq!(both, [Ok(vec![Claim::Path(vec![Left]), Claim::Path(vec![Right])])]);
    let contradicting = claims(&["board,solvable,is_solvable", "123456708,false,true"]);
    assert_eq!(contradicting, [Ok(vec![Claim::Unsolvable, Claim::Solvable])]);
    let one_mark_says_wrong = claims(&["board,correct,moves,solved", "123456708,false,R,true"]);
    assert!(
        one_mark_says_wrong[0]
            .as_ref()
            .unwrap_err()
            .contains("the program itself marks this answer as wrong")
    );
    let tiles_that_cannot_slide = claims(&["board,moves,path", "123456708,\"1,2\",R"]);
    assert!(tiles_that_cannot_slide[0].is_err());
    let other_list = claims(&[r#"{"board":"123456708","moves":[{"tile":8}],"path":"R"}"#]);
    assert_eq!(other_list, one(Claim::Path(vec![Right])));
    let two_lengths = claims(&["board,path,length,cost", "123456708,R,1,7"]);
    let with_cost = Claim::WithCost { claim: Box::new(path()), cost: 7 };
    assert_eq!(two_lengths, [Ok(vec![path(), with_cost])]);
}

#[test]
fn what_pdb_solve_writes_is_read() {
    let lines = [
        "board,goal,solvable,length,moves,move_convention,metric,algorithm,heuristic,optimal,error",
        "123456708,123456780,true,1,L,tile,stm,table,,true,",
        "123456780,123456780,true,0,,blank,stm,table,,true,",
        "213456780,123456780,false,,,blank,stm,,,,",
        "12345678,,,,,,,,,,\"cannot read the board\"",
        "123456708,123456780,true,,,blank,stm,ida,patterns,,\"time limit reached, at least 4 moves\"",
    ];
    let claims_of_lines = claims(&lines);
    assert_eq!(claims_of_lines[0], Ok(vec![Claim::PathAndLength { moves: vec![Right], length: 1 }]));
    assert_eq!(claims_of_lines[1], Ok(vec![Claim::PathAndLength { moves: vec![], length: 0 }]));
    assert_eq!(claims_of_lines[2], Ok(vec![Claim::Unsolvable]));
    assert!(claims_of_lines[3].as_ref().unwrap_err().contains("expected 9 tiles"));
    assert!(claims_of_lines[4].as_ref().unwrap_err().contains("no answer: time limit reached"));
    let object =
        r#"{"board":"123456708","goal":"123456780","solvable":true,"length":null,"moves":null,"error":"x"}"#;
    assert!(claims(&[object])[0].is_err());
}

#[test]
fn lists_of_boards_are_read_and_errors_reported() {
    let boards = claims(&["123456780 [[1,2,3,4,5,0,7,8,6], [1,2,3,4,0,5,7,8,6]]"]);
    let Ok([Claim::Boards(boards)]) = boards[0].as_deref() else { panic!("{boards:?}") };
    assert_eq!(boards.len(), 2);
    for (line, reason) in [
        ("123456780", "expected a board and an answer"),
        ("12345678 UL", "expected 9 tiles"),
        (
            "012345678\n12345678 UL",
            "found 8: \"12345678\" lacks its leading 0, probably dropped by a spreadsheet",
        ),
        ("board,moves\n1.23457E+15,UL", "\"1.23457E+15\" is a board rounded by a spreadsheet"),
        (
            "board,goal,moves\n123456780,12345678,UL",
            "the goal: expected 9 tiles, found 8: \"12345678\" lacks its leading 0",
        ),
        ("6 3 8 5 4 1 7 2 2 UL", "cannot read the board \"6 3 8 5 4 1 7 2 2\""),
        ("6,3,8,5,4,1,7,2,2,28", "cannot read the board \"6,3,8,5,4,1,7,2,2\""),
        ("638541720,UL,28,0.5", "unknown column \"28\" or \"0.5\"; add a header line"),
        ("638541720;UL;28;0,5", "unknown column \"28\" or \"0,5\";"),
        ("638541720,28,5", "unknown column \"28\" or \"5\";"),
        ("board,moves\n638541720,28", "expected moves, found the number \"28\"; if the column holds lengths"),
        ("123456780 UXL", "X"),
        ("123456780 28.5", "28.5"),
        ("{\"board\":", "invalid JSON"),
        ("{\"board\":\"123456780\"}", "no answer on this line"),
    ] {
        let found = claims(&[line]);
        let last = found.last().unwrap();
        assert!(last.as_ref().unwrap_err().contains(reason), "{line}: {found:?}");
    }
    let too_many = claims(&["board,moves", "123456780,UL,2"]);
    assert_eq!(too_many, [Err("expected 2 fields, as in the header, found 3".to_owned())]);
    let error = pairs().read(&EntryReader::default(), b"123456780 \xff").unwrap_err();
    assert!(error.fault.to_string().contains("byte 11"));
    let tile = EntryReader { convention: MoveConvention::Tile, ..EntryReader::default() };
    let entry = pairs().read(&tile, b"123456780 U").unwrap().unwrap();
    assert_eq!(entry.claims, [Claim::Path(vec![Down])]);
}

#[test]
fn the_answer_kind_determines_what_numbers_mean() {
    let read = |kind, line: &[u8]| {
        let read = pairs().read(&EntryReader { kind, ..EntryReader::default() }, line);
        read.map(|entry| entry.unwrap().claims).map_err(|error| error.fault.to_string())
    };
    assert_eq!(read(AnswerKind::Estimate, b"123456708 3"), Ok(vec![Claim::Estimate(3)]));
    assert_eq!(read(AnswerKind::Length, b"123456708 3"), Ok(vec![Claim::Length(3)]));
    assert_eq!(read(AnswerKind::Moves, b"123456708 8"), Ok(vec![Claim::Path(vec![Right])]));
    for kind in [AnswerKind::Estimate, AnswerKind::Length] {
        assert_eq!(
            read(kind, b"123456708 R"),
            Err("expected a whole number, found \"R\"".to_owned()),
            "{kind:?}"
        );
        assert_eq!(read(kind, b"123456708 no solution"), Ok(vec![Claim::Unsolvable]));
    }
}

#[test]
fn an_empty_answer_for_an_unsolvable_board_may_mean_that() {
    let unsolvable = Board::read("213456780", None).unwrap();
    let solvable = Board::read("123456708", None).unwrap();
    let goal = Goal::blank_last(unsolvable.shape());
    let empty = Claim::PathAndLength { moves: Vec::new(), length: 0 };
    let with_cost = Claim::WithCost { claim: Box::new(empty.clone()), cost: 0 };
    for claim in [empty, with_cost, Claim::Length(0)] {
        assert!(may_mean_unsolvable(std::slice::from_ref(&claim), &unsolvable, &goal), "{claim:?}");
        assert!(!may_mean_unsolvable(&[claim], &solvable, &goal));
    }
    for claim in [Claim::Length(1), Claim::Solvable, Claim::Unsolvable] {
        assert!(!may_mean_unsolvable(&[claim], &unsolvable, &goal));
    }
}

#[test]
fn a_number_beside_a_path_may_be_its_length_in_the_metric() {
    let read = |metric, line: &[u8]| {
        let read = pairs().read(&EntryReader { metric, ..EntryReader::default() }, line);
        read.map(|entry| entry.unwrap().claims).map_err(|error| error.fault.to_string())
    };
    let with_length = |length| vec![Claim::PathAndLength { moves: vec![Right, Right], length }];
    // The judge names the metric of the other number.
    for length in [1, 2] {
        let line = format!("123456078 RR {length}");
        assert_eq!(read(Metric::MultiTile, line.as_bytes()), Ok(with_length(length)));
    }
    assert!(read(Metric::MultiTile, b"123456078 RR 3").is_err());
    assert_eq!(read(Metric::SingleTile, b"123456078 RR 2"), Ok(with_length(2)));
    assert!(read(Metric::SingleTile, b"123456078 RR 1").is_err());
}
