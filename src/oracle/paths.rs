//! All optimal paths of a board, one after the other.

use super::{Oracle, OracleError, State};
use crate::board::Move;

/// The optimal paths of a board, in the order U, D, L, R. Memory grows with the length of a path, not with
/// their number.
#[derive(Debug)]
pub struct Paths<'a> {
    oracle: &'a Oracle,
    /// For each move of the path so far, the choices that are left, the next one last.
    choices: Vec<Vec<(Move, State)>>,
    path: Vec<Move>,
    /// The board itself, until the first path is asked for.
    start: Option<State>,
}

impl<'a> Paths<'a> {
    pub(super) const fn new(oracle: &'a Oracle, start: State) -> Self {
        Self { oracle, choices: Vec::new(), path: Vec::new(), start: Some(start) }
    }

    /// Goes from a state to the goal by first choices; keeps the others for later.
    fn complete_from(&mut self, start: State) -> Result<Vec<Move>, OracleError> {
        let mut state = start;
        while !self.oracle.is_goal(&state) {
            let mut closer = self.oracle.closer(&state)?;
            if self.path.len() >= usize::from(u8::MAX) {
                return Err(OracleError::Inconsistent { board: start.board });
            }
            closer.reverse();
            if let Some((step, next)) = closer.pop() {
                self.path.push(step);
                self.choices.push(closer);
                state = next;
            }
        }
        Ok(self.path.clone())
    }
}

impl Iterator for Paths<'_> {
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
                if path.is_err() {
                    self.choices.clear();
                }
                return Some(path);
            }
        }
        None
    }
}
