//! Answers of other solvers with their verdicts, from `tests/data/answers.tsv`, and ways to vary
//! them.

use std::sync::OnceLock;

use tilebase::board::{Board, Shape};
use tilebase::judge::Finding;

/// An answer about a board, and the kind of verdict that it must get.
#[derive(Debug)]
pub struct Row {
    pub board: Board,
    pub kind: &'static str,
    pub text: &'static str,
}

/// All rows for 3x3 boards.
pub fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let lines = include_str!("../../../tests/data/answers.tsv").lines();
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let row = |line: &'static str| {
            let mut columns = line.splitn(3, '\t');
            let mut column = || columns.next().expect("three columns");
            let board = Board::read(column(), Some(Shape::THREE_BY_THREE)).expect("a board");
            // Here, an answer without a verdict is an error.
            let kind = match column() {
                "unjudged" => "malformed",
                kind => kind,
            };
            Row { board, kind, text: column() }
        };
        lines.map(row).collect()
    })
}

/// The choices of the engine, one byte each; 0 after the last one.
#[derive(Debug)]
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    pub fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    pub fn of<'b, T>(&mut self, all: &'b [T]) -> &'b T {
        &all[usize::from(self.byte()) % all.len()]
    }
}

/// The kind of a verdict; of several findings, the first wrong one counts.
pub fn kind_of(judged: &Result<Vec<Finding>, String>) -> &'static str {
    match judged {
        Err(_) => "malformed",
        Ok(findings) => {
            let wrong = findings.iter().find(|finding| !finding.is_right(false));
            wrong.or_else(|| findings.first()).map_or("nothing", Finding::kind)
        }
    }
}

/// Checks properties of every verdict: there is a finding or an error, and each has a message.
pub fn check_messages(judged: &Result<Vec<Finding>, String>) {
    match judged {
        Err(error) => assert!(!error.is_empty()),
        Ok(findings) => {
            assert!(!findings.is_empty());
            assert!(findings.iter().all(|finding| !finding.to_string().is_empty()));
        }
    }
}
