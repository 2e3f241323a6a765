//! Iterates over optimal paths, and counts them.

use rustc_hash::FxHashMap;

use super::OracleError;
use super::indexed_board::IndexedBoard;
use crate::board::{Board, Move};
use crate::space::StateIndex;

/// Boards at one distance from a start and from the goal, by index, with the number of optimal
/// paths from the start to each.
pub(super) type Layer = FxHashMap<StateIndex, (Board, u128)>;

/// The layer of a start itself.
pub(super) fn first_layer(start: IndexedBoard) -> Layer {
    Layer::from_iter([(start.index, (start.board, 1))])
}

/// Returns the next layer. `closer` returns the boards one move closer to the goal.
pub(super) fn next_layer<I: IntoIterator<Item = IndexedBoard>>(
    layer: Layer,
    closer: impl Fn(&IndexedBoard) -> Result<I, OracleError>,
) -> Result<Layer, OracleError> {
    let mut next = Layer::default();
    // All boards of a layer have the same distance, so their counts are complete by now.
    for (index, (board, count)) in layer {
        for neighbor in closer(&IndexedBoard { board, index })? {
            next.entry(neighbor.index).or_insert((neighbor.board, 0)).1 += count;
        }
    }
    Ok(next)
}

/// Iterates over the optimal paths of a board, in the order U, D, L, R. Memory is proportional to
/// the length of a path, not to the number of paths.
pub(super) struct Paths<F> {
    /// Returns the boards one move closer to the goal, and the moves to them; empty for the goal.
    closer: F,
    /// The remaining choices for each move of the current path, the next one last.
    choices: Vec<Vec<(Move, IndexedBoard)>>,
    path: Vec<Move>,
    /// The start, until the first call of `next`.
    start: Option<IndexedBoard>,
}

impl<F: Fn(&IndexedBoard) -> Result<Vec<(Move, IndexedBoard)>, OracleError>> Paths<F> {
    pub(super) const fn new(closer: F, start: IndexedBoard) -> Self {
        Self { closer, choices: Vec::new(), path: Vec::new(), start: Some(start) }
    }

    /// Completes the path with the first choice at each state, and keeps the other choices.
    fn complete_from(&mut self, start: IndexedBoard) -> Result<Vec<Move>, OracleError> {
        let mut state = start;
        loop {
            let mut closer = (self.closer)(&state)?;
            // Reversed, since choices are taken from the end.
            closer.reverse();
            let Some((step, next)) = closer.pop() else { return Ok(self.path.clone()) };
            if self.path.len() >= usize::from(u8::MAX) {
                return Err(OracleError::Inconsistent { board: start.board });
            }
            self.path.push(step);
            self.choices.push(closer);
            state = next;
        }
    }
}

impl<F: Fn(&IndexedBoard) -> Result<Vec<(Move, IndexedBoard)>, OracleError>> Iterator for Paths<F> {
    type Item = Result<Vec<Move>, OracleError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(start) = self.start.take() {
            return Some(self.complete_from(start));
        }
        while let Some(mut choices) = self.choices.pop() {
            self.path.pop();
            if let Some((step, next)) = choices.pop() {
                self.path.push(step);
                self.choices.push(choices);
                let path = self.complete_from(next);
                // An error ends the iteration.
                if path.is_err() {
                    self.choices.clear();
                }
                return Some(path);
            }
        }
        None
    }
}
