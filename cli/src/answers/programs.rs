//! The outputs of programs that are known by name.

use super::fields::with_length;
use super::sentences::number_after;
use super::vocabulary::read_directions;
use tilebase::board::{Board, Shape};
use tilebase::judge::Claim;
use tilebase::notation::{BoardOptions, Boards, MoveConvention, read_board};

/// What a program prints where it has found a path, and where there is none.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) name: &'static str,
    /// Says that this is the program's output; empty where the words before the length are enough.
    mark: &'static str,
    /// The words before the length.
    before_length: &'static str,
    path: PathPlace,
    /// The sentences that say that there is no path.
    sayings: &'static [&'static str],
}

/// Where the path stands.
#[derive(Clone, Copy, Debug)]
enum PathPlace {
    BoardsAfterLength,
    BoardsAnywhere,
    /// The letters of the moves: the last word before the length that is moves.
    WordBeforeLength,
}

/// `Minimum number of moves = N`, and the boards after it. A -1 is how some versions say that there are none.
pub(super) const PRINCETON: Program = Program {
    name: "princeton",
    mark: "",
    before_length: "Minimum number of moves",
    path: PathPlace::BoardsAfterLength,
    sayings: &["No solution possible", "Unsolvable puzzle"],
};

/// The letters of the path somewhere before `Path Length: N`. It prints a path after `Goal NOT Found` too: then both are
/// said.
pub(super) const ZHANG: Program = Program {
    name: "zhang",
    mark: "",
    before_length: "Path Length",
    path: PathPlace::WordBeforeLength,
    sayings: &["Goal NOT Found", "NO SOLUTION found"],
};

/// The boards of the path, each after `The best node to expand`, then `Solution depth was N`.
pub(super) const TRAN: Program = Program {
    name: "tran",
    mark: "",
    before_length: "Solution depth was",
    path: PathPlace::BoardsAnywhere,
    sayings: &["your puzzle is impossible to solve"],
};

/// `Solution found`, `Moves: N`, and the boards.
pub(super) const PARNAMI: Program = Program {
    name: "parnami",
    mark: "Solution found",
    before_length: "Moves:",
    path: PathPlace::BoardsAfterLength,
    sayings: &[],
};

/// `can be solved in N steps`, and the boards after it.
pub(super) const AKHTAR: Program = Program {
    name: "akhtar",
    mark: "",
    before_length: "can be solved in",
    path: PathPlace::BoardsAfterLength,
    sayings: &["Puzzle state is unsolvable"],
};

/// In the order in which they are tried.
pub(super) const PROGRAMS: [&Program; 5] = [&PRINCETON, &TRAN, &PARNAMI, &AKHTAR, &ZHANG];

impl Program {
    /// What its output says; nothing if it is not this program's.
    pub(super) fn claims(&self, text: &str, start: &Board, convention: MoveConvention) -> Vec<Claim> {
        let found = text.contains(self.mark).then(|| self.path_and_length(text, start, convention)).flatten();
        let says_so = self.sayings.iter().any(|saying| text.contains(saying));
        let is_path =
            |claim: &Claim| matches!(claim, Claim::PathAndLength { moves, .. } if !moves.is_empty());
        match (found, says_so) {
            // Beside a sentence that says that there is no path, a length alone is no claim to one.
            (Some(claim), true) if is_path(&claim) => vec![claim, Claim::Unsolvable],
            (_, true) => vec![Claim::Unsolvable],
            (found, false) => found.into_iter().collect(),
        }
    }

    fn path_and_length(&self, text: &str, start: &Board, convention: MoveConvention) -> Option<Claim> {
        let Ok(length) = u32::try_from(number_after(text, self.before_length)?) else {
            return Some(Claim::Unsolvable);
        };
        let (before, after) = text.rsplit_once(self.before_length)?;
        let boards = match self.path {
            PathPlace::BoardsAfterLength => boards_in(after, start.shape()),
            // A trace of the search begins as a path may.
            PathPlace::BoardsAnywhere => {
                let claim = claim_of_boards(boards_in(text, start.shape()), start, Some(length))?;
                let is_trace = matches!(&claim, Claim::BoardsAndLength { boards, length }
                    if boards.len() != *length as usize + 1);
                return Some(if is_trace { Claim::Length(length) } else { claim });
            }
            PathPlace::WordBeforeLength => {
                let words = before.split_whitespace().rev();
                let mut paths = words.filter_map(|word| read_directions(word, convention).ok());
                let moves = paths.find(|moves| !moves.is_empty());
                return Some(match moves {
                    Some(moves) => Claim::PathAndLength { moves, length },
                    None => Claim::Length(length),
                });
            }
        };
        claim_of_boards(boards, start, Some(length))
    }
}

/// All boards of a shape in a text, in their order; what else it holds is passed over. Blank lines and lines with words
/// end a board, so that nothing beside it spoils it; a line with words may still be one (`Start: 123456708`).
pub(super) fn boards_in(text: &str, shape: Shape) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut block = String::new();
    for line in text.lines().chain([""]) {
        let line = line.trim_end();
        let ends_block = line.is_empty() || has_words(line);
        if !ends_block {
            block.push_str(without_brackets(line));
            block.push('\n');
            continue;
        }
        if !block.is_empty() {
            let options = BoardOptions { shape: Some(shape), ..BoardOptions::default() };
            boards.extend(Boards::new(block.as_bytes(), options).filter_map(|read| Some(read.ok()?.board)));
            block.clear();
        }
        boards.extend(read_board(line, Some(shape)).ok());
    }
    boards
}

/// Is there a word, or a name, in a line? A letter alone may be a blank.
fn has_words(line: &str) -> bool {
    line.contains('=') || line.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
}

/// A row without the brackets around it, so that `[1, 2, 3]` over `[4, 5, 6]` is a board of rows.
fn without_brackets(line: &str) -> &str {
    let is_around = |c: char| c.is_whitespace() || "[](){},".contains(c);
    let row = line.trim_matches(is_around);
    if line.contains(['[', '(', '{', ']', ')', '}']) && !row.contains(['[', '(', '{', ']', ')', '}']) {
        row
    } else {
        line
    }
}

/// What boards and a length come to. The boards from the start on are the path if each is one slide from the one
/// before. Else they are a path with a fault, for the judge to tell, unless the length speaks of another number of
/// moves: then they are a trace of the search, or an echo of the input, and the length alone is an answer.
pub(super) fn claim_of_boards(mut boards: Vec<Board>, start: &Board, said: Option<u32>) -> Option<Claim> {
    let is_path = |boards: &[Board]| boards.windows(2).all(|pair| is_slide(&pair[0], &pair[1]));
    let starts = (0..boards.len()).rev().filter(|at| boards[*at] == *start);
    let path = starts
        .map(|at| (at, boards.len() - at - 1))
        .find(|(at, moves)| (*moves > 0 || said == Some(0)) && is_path(&boards[*at..]));
    if let Some((at, _)) = path {
        boards.drain(..at);
        return Some(with_length(Claim::Boards(boards), said));
    }
    match said {
        Some(length) if boards.len() != length as usize + 1 => Some(Claim::Length(length)),
        said => (!boards.is_empty()).then(|| with_length(Claim::Boards(boards), said)),
    }
}

fn is_slide(before: &Board, after: &Board) -> bool {
    before.successors().any(|(_, next)| next == *after)
}
