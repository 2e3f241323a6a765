//! Replaying moves and boards.

use super::super::vocabulary::Reading;
use super::candidate::Candidate;
use super::page::Page;
use tilebase::board::{Board, Move, Tile};
use tilebase::notation::MoveConvention;

/// The board that moves lead to; `None` if one is illegal.
pub(super) fn replay(start: &Board, moves: impl IntoIterator<Item = Move>) -> Option<Board> {
    moves.into_iter().try_fold(*start, |board, step| board.after(step))
}

/// The possible blank moves of a candidate.
pub(super) fn directions(
    readings: &[Reading],
    convention: MoveConvention,
) -> impl Iterator<Item = Vec<Move>> + '_ {
    readings.iter().map(move |reading| directed(&reading.moves, convention))
}

pub(super) fn directed(moves: &[Move], convention: MoveConvention) -> Vec<Move> {
    match convention {
        MoveConvention::Blank => moves.to_vec(),
        MoveConvention::Tile => moves.iter().map(|step| step.inverse()).collect(),
    }
}

/// The moves that slide a candidate's tiles, if they reach the goal.
pub(super) fn tiles(candidate: &Candidate, start: &Board, goal: &Board) -> Option<Vec<Move>> {
    let mut board = *start;
    let mut moves = Vec::new();
    for tile in candidate.tiles.as_ref()? {
        let cell = board.cell_of(Tile::new(u8::try_from(*tile).ok()?)).filter(|_| *tile > 0)?;
        let (step, next) = board.successors().find(|(_, next)| next.blank() == cell)?;
        moves.push(step);
        board = next;
    }
    (board == *goal && !moves.is_empty()).then_some(moves)
}

/// Whether the directions of moves contradict their tiles, which alone would lead to the goal.
pub(super) fn contradict_tiles(candidate: &Candidate, start: &Board, goal: &Board) -> bool {
    let Some(moves) = tiles(candidate, start, goal).filter(|_| !candidate.readings.is_empty()) else {
        return false;
    };
    let is_inverse = |read: &[Move]| read.iter().map(|step| step.inverse()).eq(moves.iter().copied());
    !candidate.readings.iter().any(|reading| reading.moves == moves || is_inverse(&reading.moves))
}

/// Whether a candidate consists of one or more letters `D`, and leads to the goal if `D` stands for
/// "to the right" (*derecha*, *direita*). A lowercase `d` is a game key.
pub(super) fn reaches_goal_if_d_means_right(
    candidate: &Candidate,
    page: &Page,
    start: &Board,
    goal: &Board,
) -> bool {
    let is_of_letters = candidate.readings.iter().all(|reading| reading.names.is_of_letters());
    let Some(moves) = candidate.usual_moves().filter(|_| is_of_letters) else { return false };
    // `DFS path: d`
    let after_label = |text: &str| text.rsplit([':', '=']).next().is_some_and(|moves| moves.contains('D'));
    let is_upper = || page.lines[candidate.lines.clone()].iter().any(|line| after_label(&line.text));
    moves.iter().all(|step| *step == Move::Down)
        && replay(start, moves.iter().map(|_| Move::Right)) == Some(*goal)
        && is_upper()
}
