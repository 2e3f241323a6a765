//! The outputs of programs that are known by name.

use super::boards::{boards_in, claim_of};
use super::moves::read_moves;
use super::sentences::{number_after, says_unsolvable};
use tilebase::board::Board;
use tilebase::judge::Claim;
use tilebase::notation::MoveConvention;

/// `Minimum number of moves = N`, and the boards after it.
pub(crate) fn princeton(text: &str, start: &Board) -> Option<Claim> {
    const SENTENCE: &str = "Minimum number of moves";
    let Some((_, rest)) = text.rsplit_once(SENTENCE) else {
        let says_so = ["No solution possible", "Unsolvable puzzle"].iter().any(|said| text.contains(said));
        return says_so.then_some(Claim::Unsolvable);
    };
    // A -1 is how some versions say it.
    if rest.trim_start_matches([' ', '=', ':']).starts_with("-1") {
        return Some(Claim::Unsolvable);
    }
    let said = number_after(text, SENTENCE)?;
    claim_of(boards_in(rest, start.shape()), start, Some(said))
}

/// The letters of the path somewhere before `Path Length: N`.
pub(crate) fn zhang(text: &str, convention: MoveConvention) -> Option<Claim> {
    if text.contains("Goal NOT Found") || text.contains("NO SOLUTION found") {
        return Some(Claim::Unsolvable);
    }
    let length = number_after(text, "Path Length")?;
    let (before, _) = text.split_once("Path Length")?;
    let words = before.split_whitespace().rev();
    let mut paths = words.filter_map(|word| read_moves(word, convention)).filter(|moves| !moves.is_empty());
    Some(match paths.next() {
        Some(moves) => Claim::PathAndLength { moves, length },
        None => Claim::Length(length),
    })
}

/// The boards of the path, each after `The best node to expand`, then `Solution depth was N`.
pub(crate) fn tran(text: &str, start: &Board) -> Option<Claim> {
    if text.contains("your puzzle is impossible to solve") {
        return Some(Claim::Unsolvable);
    }
    let said = number_after(text, "Solution depth was")?;
    claim_of(boards_in(text, start.shape()), start, Some(said))
}

/// `Solution found`, `Moves: N`, and the boards.
pub(crate) fn parnami(text: &str, start: &Board) -> Option<Claim> {
    if !text.contains("Solution found") {
        return None;
    }
    let said = number_after(text, "Moves:")?;
    let (_, rest) = text.rsplit_once("Moves:")?;
    claim_of(boards_in(rest, start.shape()), start, Some(said))
}

/// `can be solved in N steps`, and the boards after it.
pub(crate) fn akhtar(text: &str, start: &Board) -> Option<Claim> {
    const SENTENCE: &str = "can be solved in";
    let Some((_, rest)) = text.rsplit_once(SENTENCE) else {
        return text.contains("Puzzle state is unsolvable").then_some(Claim::Unsolvable);
    };
    claim_of(boards_in(rest, start.shape()), start, Some(number_after(text, SENTENCE)?))
}

/// A sentence of any program.
pub(crate) fn unsolvable(text: &str) -> Option<Claim> {
    (says_unsolvable(text) || text.trim() == "-1").then_some(Claim::Unsolvable)
}
