//! What other solvers say, with what must be found of it: `tests/data/answers.tsv`, dressed in ways that change nothing.

use std::sync::OnceLock;

use tilebase::board::{Board, Shape};
use tilebase::judge::Finding;
use tilebase::notation::read_board;

/// A text about a board, and the kind of finding that it must come to.
#[derive(Debug)]
pub struct Row {
    pub board: Board,
    pub kind: &'static str,
    pub text: &'static str,
}

/// All rows about 3x3 boards.
pub fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let lines = include_str!("../../tests/data/answers.tsv").lines();
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let row = |line: &'static str| {
            let mut columns = line.splitn(3, '\t');
            let mut column = || columns.next().expect("three columns");
            let board = read_board(column(), Some(Shape::THREE_BY_THREE)).expect("a board");
            Row { board, kind: column(), text: column() }
        };
        lines.map(row).collect()
    })
}

/// Choices that the engine makes, a byte each; 0 when it has no more.
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

/// What findings come to: of several, the first that is wrong counts.
pub fn kind_of(judged: &Result<Vec<Finding>, String>) -> &'static str {
    match judged {
        Err(_) => "malformed",
        Ok(findings) => {
            let wrong = findings.iter().find(|finding| !finding.is_right(false));
            wrong.or_else(|| findings.first()).map_or("nothing", Finding::kind)
        }
    }
}

/// What holds of every judgement: something was found, and everything can be said.
pub fn check_said(judged: &Result<Vec<Finding>, String>) {
    match judged {
        Err(error) => assert!(!error.is_empty()),
        Ok(findings) => {
            assert!(!findings.is_empty());
            assert!(findings.iter().all(|finding| !finding.to_string().is_empty()));
        }
    }
}
