//! Verdicts on whole answers, as `check` and `validate` give them: by the shared table, and on
//! files with several fields.

use std::sync::OnceLock;

use super::*;
use tilebase::board::{Board, Goal, Shape};
use tilebase::judge::{Claim, Judge};
use tilebase::solve::Solver;

const TABLE: &str = include_str!("../../../tests/data/answers.tsv");

fn judge() -> &'static Judge {
    static JUDGE: OnceLock<Judge> = OnceLock::new();
    JUDGE.get_or_init(|| Judge::new(Solver::new(&Goal::blank_last(Shape::THREE_BY_THREE)).unwrap()))
}

/// The kind of the first wrong finding, or else of the first.
fn kind(board: &Board, claims: &[Claim]) -> String {
    if may_mean_unsolvable(claims, board, judge().solver().goal()) {
        return "unjudged".to_owned();
    }
    let findings: Vec<_> = claims.iter().map(|claim| judge().judge(board, claim).unwrap()).collect();
    let wrong = findings.iter().find(|finding| !finding.is_right(false));
    wrong.unwrap_or(&findings[0]).kind().to_owned()
}

/// The verdict of `check` on the last line of a file.
fn of_file(text: &str) -> String {
    let mut rest = text.as_bytes();
    let opening = Opening::of(&mut rest, &Columns::default()).unwrap();
    let lines = [&opening.read, rest].concat();
    let mut last = String::new();
    for line in lines.split(|byte| *byte == b'\n') {
        match opening.entries.read(&EntryReader::default(), line) {
            Ok(Some(entry)) => last = kind(&entry.board, &entry.claims),
            Ok(None) => {}
            Err(_fault) => last = "malformed".to_owned(),
        }
    }
    last
}

/// The verdict of `validate` on an output.
fn of_output(board: &str, text: &str) -> String {
    let board = board.parse().unwrap();
    match Extractor::default().extract(&Outputs::of_stdout(text.as_bytes()), &board, judge()) {
        Ok(found) => kind(&board, &found.claims),
        Err(_no_answer) => "malformed".to_owned(),
    }
}

#[test]
fn the_table_of_answers_gets_its_findings() {
    let mut wrong = String::new();
    for row in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [board, expected, text] = row.splitn(3, '\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let line = match text.strip_prefix('{') {
            Some(fields) => format!("{{\"board\":\"{board}\",{fields}"),
            None => format!("{board} {text}"),
        };
        // An output with an answer that cannot be judged is not understood, nor is an estimate
        // alone.
        let of_validate = if ["unjudged", "admissible"].contains(&expected) { "malformed" } else { expected };
        let first = "123456708 R\n".to_owned();
        let file = if text.starts_with('{') { line } else { first + &line };
        let found = if Opening::of(&mut file.as_bytes(), &Columns::default()).is_ok() {
            of_file(&file)
        } else {
            "malformed".to_owned()
        };
        if found != expected {
            wrong += &format!("check: {board} {text:?}: {found}, not {expected}\n");
        }
        let found = of_output(board, &format!("{text}\n"));
        if found != of_validate {
            wrong += &format!("validate: {board} {text:?}: {found}, not {of_validate}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn all_fields_of_a_file_count() {
    for (text, expected) in [
        // Boards in a text must begin at the board or at its neighbor.
        (r#"{"board":"123456708","path":"213456708\n213456780"}"#, "starts-elsewhere"),
        (r#"{"board":"123406758","path":"123456708\n123456780"}"#, "optimal"),
        (r#"{"board":"123406758","path":"123406758 -> 123456708 -> 123456780"}"#, "optimal"),
        (r#"{"board":"123406758","path":"1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0"}"#, "optimal"),
        // Marks
        (r#"{"board":"123456078","path":"RR","success":false}"#, "malformed"),
        (r#"{"board":"123456078","path":"RR","verification":"failed"}"#, "malformed"),
        (r#"{"board":"123456078","path":"RR","verified":"FAILED"}"#, "malformed"),
        (r#"{"board":"123456078","path":"RR","status":"failed"}"#, "malformed"),
        (r#"{"board":"123456078","path":"RR","status":0,"success":true}"#, "optimal"),
        (r#"{"board":"123456078","path":"RR","valid_moves":0,"right":0}"#, "optimal"),
        ("board,moves,solved\n213456780,,False\n", "unjudged"),
        ("board,moves,solved\n123456708,,False\n", "ends-elsewhere"),
        (r#"{"board":"213456780","solved":false,"moves":[]}"#, "unjudged"),
        // A length that denies the path
        (r#"{"board":"213456780","moves":"RR","length":-1}"#, "says-both"),
        (r#"{"board":"213456780","moves":"RR","cost":-1}"#, "says-both"),
        (r#"{"board":"213456780","moves":[],"length":-1}"#, "unsolvable"),
        // Errors that are none
        (r#"{"board":"123456780","path":[],"error":false}"#, "optimal"),
        ("board,moves,error\n123456780,,None\n", "optimal"),
        ("board,moves,error\n213456780,,None\n", "unjudged"),
        (r#"{"board":"213456780","path":[],"error":null}"#, "unjudged"),
        (r#"{"board":"213456780","error":"unsolvable"}"#, "unsolvable"),
        // Two columns of moves, in either order
        ("board,moves,solution\n123456708,R,found\n", "optimal"),
        ("board,solution,moves\n123456708,found,R\n", "optimal"),
        ("board,moves,solution\n123456708,R,L\n", "other-convention"),
        (r#"{"board":"123456708","moves":"R","solution":true}"#, "optimal"),
        (r#"{"board":"123456708","moves":"R","solution":"unsolvable"}"#, "says-unsolvable"),
        ("board,moves,solution\n123456708,what,found\n", "malformed"),
        // Cells
        ("board,depth,steps\n123456708,1,\n", "optimal"),
        ("board, goal, moves\n123456708, , R\n", "optimal"),
        ("board, move_convention, moves\n123456708, tile, L\n", "optimal"),
        (r#"{"board":"123456078","moves":"RR","h":1.41}"#, "optimal"),
        (r#"{"board":"123456078","answer":"RR","h":1.41}"#, "optimal"),
        (r#"{"board":"123456078","moves":"RR","h":2.01}"#, "inadmissible"),
        (r#"{"board":"123456078","moves":"RR","h":"."}"#, "malformed"),
        ("board,h\n123456078,1.41\n", "malformed"),
        ("123456708,8,R\n", "length-disagrees"),
        ("123456708,R,8\n", "optimal"),
        // Tiles beside moves
        (
            r#"{"board":"123406758","moves":[{"tile":5,"direction":"up"},{"tile":8,"direction":"left"}]}"#,
            "optimal",
        ),
        (r#"{"board":"123406758","moves":[{"tile":5,"dir":"down"},{"tile":8,"dir":"right"}]}"#, "optimal"),
        (r#"{"board":"123406758","moves":[{"tile":5,"dir":"left"},{"tile":8,"dir":"up"}]}"#, "malformed"),
    ] {
        assert_eq!(of_file(text), expected, "{text}");
    }
}
