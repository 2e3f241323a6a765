//! Sequences of boards that follow each other by moves.

use std::ops::Range;

use super::boards::FoundBoard;
use tilebase::board::{Board, Move};

/// Boards, each one move after the previous one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) first: Board,
    pub(super) last: Board,
    /// Whether the first board is shown, rather than implied.
    pub(super) shows_first: bool,
    /// The moves of the blank.
    pub(super) moves: Vec<Move>,
    /// Line range of the page.
    pub(super) lines: Range<usize>,
}

/// Finds the chains that begin with a board, or with a neighbor of it, in order.
///
/// A board shown twice in a row, as the end of one step and the beginning of the next, counts once.
/// A board that overlaps the previous one is a misreading.
pub(super) fn chains_from(start: &Board, boards: &[FoundBoard]) -> Vec<Chain> {
    let mut chains = Vec::new();
    let mut end_of_last = 0;
    for (at, found) in boards.iter().enumerate() {
        let first_move = if found.board == *start {
            None
        } else {
            // If it follows another board by a move, that board would be the first. Boards that share
            // its cells are other readings of it.
            let before = boards[..at].iter().rev().find(|other| !other.overlaps(found));
            let is_first = before.is_none_or(|before| before.board.move_to(&found.board).is_none());
            match start.move_to(&found.board).filter(|_| is_first && at >= end_of_last) {
                Some(step) => Some(step),
                None => continue,
            }
        };
        // A repetition directly after it begins the same chain.
        if first_move.is_none() && boards.get(at + 1).is_some_and(|next| next.board == *start) {
            continue;
        }
        let (chain, end) = chain_from(at, *start, first_move, boards);
        // A path without its first board must end the page: in a trace, boards may follow by
        // chance.
        if chain.shows_first || end == boards.len() {
            chains.push(chain);
            end_of_last = end;
        }
    }
    chains
}

/// Builds the chain from a board. Also returns the index after its last board.
fn chain_from(at: usize, first: Board, first_move: Option<Move>, boards: &[FoundBoard]) -> (Chain, usize) {
    let shows_first = first_move.is_none();
    let mut moves: Vec<Move> = first_move.into_iter().collect();
    let mut last = &boards[at];
    let mut end = at + 1;
    for next in &boards[at + 1..] {
        if next.board != last.board && !next.overlaps(last) {
            match last.board.move_to(&next.board) {
                // The next path begins here, unless the page ends with this board.
                Some(_) if next.board == first && end + 1 < boards.len() => break,
                Some(step) => {
                    moves.push(step);
                    last = next;
                }
                None if is_misread(next, last, &boards[end + 1..]) => {}
                None => break,
            }
        }
        end += 1;
    }
    let chain =
        Chain { first, shows_first, last: last.board, moves, lines: boards[at].lines.start..last.lines.end };
    (chain, end)
}

/// Whether a board overlaps a later one that continues the chain. Then its cells belong to that
/// one.
fn is_misread(found: &FoundBoard, last: &FoundBoard, rest: &[FoundBoard]) -> bool {
    let over =
        rest.iter().take_while(|next| next.lines.start < found.lines.end).filter(|next| next.overlaps(found));
    over.take(8).any(|next| last.board.move_to(&next.board).is_some())
}

impl Chain {
    /// The moves up to the last visit of the goal; `None` if the chain never reaches it.
    pub(super) fn up_to(&self, goal: &Board) -> Option<Vec<Move>> {
        let mut board = self.first;
        let mut length = (board == *goal).then_some(0);
        for (number, step) in (1..).zip(&self.moves) {
            board = board.after(*step)?;
            if board == *goal {
                length = Some(number);
            }
        }
        Some(self.moves[..length?].to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::boards_in;
    use super::super::page::{Outputs, Page};
    use super::*;
    use tilebase::board::Shape;

    fn paths(start: &str, text: &str) -> Vec<(usize, Option<usize>)> {
        let board = |text: &str| Board::read(text, Some(Shape::THREE_BY_THREE)).unwrap();
        let page = Page::of(&Outputs::of_stdout(text.as_bytes()));
        let boards = boards_in(&page, Shape::THREE_BY_THREE);
        let chains = chains_from(&board(start), &boards);
        let goal = board("123456780");
        chains.iter().map(|chain| (chain.moves.len(), chain.up_to(&goal).map(|path| path.len()))).collect()
    }

    #[test]
    fn paths_differ_from_echoes_and_traces() {
        let (start, middle, goal) = ("123456078", "123456708", "123456780");
        let other = "123056478";
        for (boards, expected) in [
            (vec![start, middle, goal], vec![(2, Some(2))]),
            (vec![start, start, middle, middle, goal, goal], vec![(2, Some(2))]),
            (vec![start, "solving", start, middle, goal], vec![(2, Some(2))]),
            (vec![start, goal, start, middle, goal], vec![(0, None), (2, Some(2))]),
            (vec![middle, goal], vec![(2, Some(2))]),
            (vec![middle, goal, "213456780"], vec![]),
            (vec![start, other, middle, goal], vec![(1, None), (2, Some(2))]),
            (vec![middle, start, middle, goal], vec![(2, Some(2))]),
            (vec![start, middle, start], vec![(2, None), (0, None)]),
            (vec![start, middle, goal, middle], vec![(3, Some(2))]),
            (vec![start], vec![(0, None)]),
            (vec![goal], vec![]),
            (vec!["123406758", middle, goal], vec![]),
        ] {
            assert_eq!(paths(start, &boards.join("\n")), expected, "{boards:?}");
        }
        // Rows of a board and of the next one can form a board too, which overlaps both.
        let packed = "1 2 3\n4 5 6\n0 7 8\n1 2 3\n4 5 6\n7 0 8\n1 2 3\n4 5 6\n7 8 0\n";
        assert!(paths(start, packed).contains(&(2, Some(2))));
    }
}
