//! The two readers, text by text, and that no bytes make either panic.

use super::*;
use tilebase::board::Board;
use tilebase::board::Move::{Down, Left, Right, Up};
use tilebase::board::Shape;
use tilebase::judge::Claim;
use tilebase::notation::{MoveConvention, read_board, write_moves};

/// All claims of each line after the header.
fn claims(lines: &[&str]) -> Vec<Result<Vec<Claim>, String>> {
    claims_by("", &lines.join("\n")).unwrap_or_else(|error| vec![Err(error)])
}

/// All claims in a text, with names of the user's.
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

/// The lines of pairs, told by one of them.
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
        ("R,1,0,L,", vec![path(), Claim::Estimate(0), Claim::Path(vec![Left])]),
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
    let two_lengths = claims(&["board,path,length,cost", "123456708,R,1,7"]);
    assert_eq!(two_lengths, [Ok(vec![path(), Claim::PathAndLength { moves: vec![Right], length: 7 }])]);
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
fn lists_of_boards_are_boards_and_faults_are_told() {
    let boards = claims(&["123456780 [[1,2,3,4,5,0,7,8,6], [1,2,3,4,0,5,7,8,6]]"]);
    let Ok([Claim::Boards(boards)]) = boards[0].as_deref() else { panic!("{boards:?}") };
    assert_eq!(boards.len(), 2);
    for (line, reason) in [
        ("123456780", "expected a board and an answer"),
        ("12345678 UL", "expected 9 tiles"),
        (
            "012345678\n12345678 UL",
            "found 8: \"12345678\" has no 0, which spreadsheets drop in front of numbers",
        ),
        ("board,moves\n1.23457E+15,UL", "\"1.23457E+15\" is a board that a spreadsheet has rounded"),
        (
            "board,goal,moves\n123456780,12345678,UL",
            "the goal: expected 9 tiles, found 8: \"12345678\" has no 0",
        ),
        ("6 3 8 5 4 1 7 2 2 UL", "cannot read the board \"6 3 8 5 4 1 7 2 2\""),
        ("6,3,8,5,4,1,7,2,2,28", "cannot read the board \"6,3,8,5,4,1,7,2,2\""),
        ("638541720,UL,28,0.5", "what is \"28\" or \"0.5\"? Name the columns in a header"),
        ("638541720;UL;28;0,5", "what is \"28\" or \"0,5\"?"),
        ("638541720,28,5", "what is \"28\" or \"5\"?"),
        (
            "board,moves\n638541720,28",
            "expected moves, found the number \"28\"; of a column that holds lengths",
        ),
        ("123456780 UXL", "X"),
        ("123456780 28.5", "28.5"),
        ("{\"board\":", "no JSON"),
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
fn a_kind_that_is_told_settles_what_numbers_are() {
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

fn near() -> Board {
    read_board("123456708", Some(Shape::THREE_BY_THREE)).unwrap()
}

/// What a preset finds in an output for a board one move from the goal.
fn found(preset: &str, text: &str) -> String {
    let extractor = Extractor { preset: preset.parse().unwrap(), ..Extractor::default() };
    let in_words = |claim: &Claim| match claim {
        Claim::Path(moves) => write_moves(moves, MoveConvention::Blank),
        Claim::PathAndLength { moves, length } => {
            format!("{} {length}", write_moves(moves, MoveConvention::Blank))
        }
        other => format!("{other:?}"),
    };
    match extractor.extract(text.as_bytes(), &near()) {
        Err(error) => error.to_string(),
        Ok(Extracted { claims, found_by, .. }) => {
            format!("{found_by} {}", claims.iter().map(in_words).collect::<Vec<_>>().join(" + "))
        }
    }
}

const GRIDS: &str = "1 2 3 \n4 5 6 \n7 0 8 \n\n1 2 3 \n4 5 6 \n7 8 0 \n";
const BOARDS: &str = "[Board(3x3 123456708), Board(3x3 123456780)]";

/// Each is read by its own preset and, by the same name, by `auto`.
#[test]
fn the_outputs_of_known_programs_are_read() {
    let princeton = "Minimum number of moves = 1\n3\n 1 2 3\n 4 5 6\n 7 0 8\n\n3\n 1 2 3\n 4 5 6\n 7 8 0\n";
    let tran = "The best node to expand with a g(n) = 0 and h(n) = 1 is:\n[1, 2, 3]\n[4, 5, 6]\n[7, 0, 8]\n\
                The best node to expand with a g(n) = 1 and h(n) = 0 is:\n[1, 2, 3]\n[4, 5, 6]\n[7, 8, 0]\n\
                Goal state!\n\nSolution depth was 1\nNumber of nodes expanded: 2\nMax queue size: 3\n";
    let parnami = format!(
        "Searching\n\nSolution found...\nStates Expanded: 1\tGenerated: 4\n\nMoves: 1\n\n1\n\n{GRIDS}"
    );
    let akhtar = format!(
        "1 - Node {{ 123456780 | D: 1, MD: 0 }}\nThe puzle can be solved in 1 steps. Solution below\n{GRIDS}"
    );
    let zhang =
        "===<< EXPERIMENT RESULTS >>===\n1) uc_explist                  R\n\nPath Length:            1\n";
    let boards = format!("BoardsAndLength {{ boards: {BOARDS}, length: 1 }}");
    for (preset, text, claim) in [
        ("princeton", princeton, boards.as_str()),
        ("tran", tran, &boards),
        ("parnami", &parnami, &boards),
        ("akhtar", &akhtar, &boards),
        ("zhang", zhang, "R 1"),
        ("princeton", "No solution possible\n", "Unsolvable"),
        ("princeton", "Minimum number of moves = -1\n", "Unsolvable"),
        ("tran", "Unfortunately, your puzzle is impossible to solve.\n", "Unsolvable"),
        ("akhtar", "Puzzle state is unsolvable..!\n", "Unsolvable"),
        ("zhang", "Goal NOT Found\n\nPath Length: 0\n", "Unsolvable"),
        ("zhang", "Goal NOT Found\nUULLDDRR\nPath Length: 8\n", "UULLDDRR 8 + Unsolvable"),
    ] {
        let expected = format!("{preset} {claim}");
        assert_eq!([found(preset, text), found("auto", text)], [expected.clone(), expected], "{text}");
    }
}

#[test]
fn auto_tells_what_it_went_by() {
    for (text, expected) in [
        ("{\"moves\":\"R\",\"length\":1}", "json R 1"),
        ("{\"path\":[\"right\"]}", "json R"),
        ("{\"solvable\":false,\"moves\":\"\"}", "json Unsolvable"),
        ("{\"solvable\":false,\"moves\":\"R\"}", "json R + Unsolvable"),
        ("{\"moves\":\"R\",\"h\":1,\"length\":7}", "json R 7 + Estimate(1)"),
        ("{\"name\":\"me\"}\nR\n", "moves R"),
        ("{\"moves\":\"UXL\"}\nR\n", "moves R"),
        (
            "{\"length\":\"abc\"}\n3\n",
            "what it printed can't be understood: expected a whole number, found \"abc\"",
        ),
        ("-1\n", "unsolvable Unsolvable"),
        ("no solution exists", "unsolvable Unsolvable"),
        ("searching\nNone\n", "unsolvable Unsolvable"),
        ("expanded 3\nR\n", "moves R"),
        ("R\nLength: 99\n", "moves R 99"),
        ("R\nLength: 1\nmax depth 9\n", "moves R 1"),
        ("path_to_goal: ['Right']\ncost_of_path: 1\nnodes_expanded: 5\n", "moves R 1"),
        ("path_to_goal: []\ncost_of_path: 0\nnodes_expanded: 1\n", "moves  0"),
        ("this detects impossible boards\nPath: R\n", "moves R"),
        ("Goal not found.\nPath: R\n", "unsolvable R + Unsolvable"),
        ("unsolvable: False\nR\n", "moves R"),
        ("Puzzle is unsolvable!\n>> \n", "unsolvable Unsolvable"),
        ("took 3 s\n1\n", "last-number Length(1)"),
        ("solved in 1 move\nnodes 7\n", "length Length(1)"),
        ("\n", "moves "),
        ("[]\n", "moves "),
        ("", "it printed nothing"),
        ("hello", "no answer was found in what it printed: \"hello\""),
    ] {
        assert_eq!(found("auto", text), expected, "{text}");
    }
    assert_eq!(found("auto", GRIDS), format!("boards Boards({BOARDS})"));
    let with_length = format!("{GRIDS}\nPath length: 3\n");
    assert_eq!(
        found("auto", &with_length),
        format!("boards BoardsAndLength {{ boards: {BOARDS}, length: 3 }}")
    );
}

#[test]
fn presets_go_by_their_names() {
    let read = |text: &str| text.parse::<Preset>();
    assert!(matches!(read("princeton"), Ok(Preset::Princeton)));
    assert!(matches!(read("json:/answer/moves"), Ok(Preset::Json(_))));
    for (text, reason) in [
        ("regex:no group", "no group named moves, length or unsolvable"),
        ("regex:(", "the pattern can't be read"),
        ("json:answer", "a JSON pointer begins with a slash"),
        ("guess", "expected one of auto, moves"),
    ] {
        assert!(read(text).unwrap_err().to_string().contains(reason), "{text}");
    }
}

#[test]
fn patterns_and_pointers_take_what_they_name() {
    let pattern = "regex:path=(?<moves>[a-z]*);n=(?<length>[0-9]+)|(?<unsolvable>nope)";
    assert_eq!(found(pattern, "path=r;n=1"), "regex R 1");
    assert_eq!(found(pattern, "nope"), "regex Unsolvable");
    assert_eq!(found("json:/a/0", "{\"a\":[\"R\"]}"), "json R");
    assert_eq!(found("json:/a", "{\"a\":null}"), "json Unsolvable");
    assert_eq!(found("json:/a", "{\"a\":28}"), "json Length(28)");
    assert_eq!(found("json:/a", "{\"a\":-1}"), "json Unsolvable");
    assert_eq!(found("json:/a", "{\"a\":[]}"), "json ");
    assert_eq!(found("json:/a", "{\"a\":\"\"}"), "json ");
    assert_eq!(found("json:", "[\"R\"]"), "json R");
    assert!(found("json:/b", "{\"a\":null}").starts_with("no answer"));
    assert_eq!(found("last-number", "12 then 13\n"), "last-number Length(13)");
    assert_eq!(found("moves", "unsolvable"), "moves Unsolvable");
    assert_eq!(found("tile-numbers", "12 nodes\nmoves: [5, 4]\n"), "tile-numbers UL");
    assert_eq!(found("tile-numbers", "[]\n"), "tile-numbers ");
    let no_slide = found("tile-numbers", "[8, 3]");
    assert!(
        no_slide.starts_with("tiles that can't slide like that: ") && no_slide.contains("tile 3"),
        "{no_slide}"
    );
}

#[test]
fn moves_are_found_in_the_forms_that_people_print() {
    for text in [
        "ULD",
        "searching...\nuld\n\n",
        "['Up', 'Left', 'Down']",
        "U -> L -> D",
        "up\nleft\ndown\n",
        "Solved!\nU, L, D\n12 nodes, 3 ms",
        "solution: U L D",
    ] {
        assert_eq!(found("moves", text), "moves ULD", "{text}");
        assert_eq!(found("auto", text), "moves ULD", "{text}");
    }
    assert_eq!(found("auto", "BFS found a path of 3 moves: ['up', 'left', 'down']"), "moves ULD 3");
    assert_eq!(found("auto", "638541720 28 ULD"), "moves ULD");
    assert!(found("moves", "28\nno moves here\nall is right\n").starts_with("no answer"));
    let extractor = Extractor { moves: MoveConvention::Tile, ..Extractor::default() };
    assert_eq!(extractor.extract(b"UL\n", &near()).unwrap().claims, [Claim::Path(vec![Down, Right])]);
}

#[test]
fn grids_and_lines_are_boards_and_other_numbers_are_not() {
    let text = "Minimum number of moves = 1\n3\n 1 2 3\n 4 5 6\n 7 0 8\n\n3\n1 2 3\n4 5 6\n7 8 0\n\
                [1, 2, 3]\n[4, 5, 6]\n[7, 8, _]\n17\n\n123456708\nf = 5\n1 2 3\n4 5\n";
    let boards = programs::boards_in(text, Shape::THREE_BY_THREE);
    let boards: Vec<String> = boards.iter().map(ToString::to_string).collect();
    assert_eq!(boards, ["123456708", "123456780", "123456780", "123456708"]);
}

/// A path is told from the input's echo before it, and from a trace of the search, of which the length alone is judged.
#[test]
fn boards_are_a_path_from_the_start_on() {
    let near = "1 2 3\n4 5 6\n7 0 8\n\n";
    let goal = "1 2 3\n4 5 6\n7 8 0\n\n";
    let other = "1 2 3\n4 0 6\n7 5 8\n\n";
    for (text, expected) in [
        (format!("{near}{goal}solving\n\n{near}{goal}"), format!("boards Boards({BOARDS})")),
        (format!("{near}{near}{goal}"), format!("boards Boards({BOARDS})")),
        (format!("{near}{other}{goal}Solution depth was 1\n"), "tran Length(1)".to_owned()),
        (format!("{near}{other}Solution depth was 2\n"), "tran Length(2)".to_owned()),
        (format!("Minimum number of moves = 1\n{near}"), "princeton Length(1)".to_owned()),
    ] {
        assert_eq!(found("auto", &text), expected, "{text}");
    }
    // A step that is no slide, among as many as there must be.
    let jumps = found("auto", &format!("{near}{goal}{other}Solution depth was 2\n"));
    assert!(jumps.starts_with("tran BoardsAndLength") && jumps.ends_with("length: 2 }"), "{jumps}");
    assert!(found("auto", &format!("{near}{goal}{other}")).starts_with("boards Boards("));
}
