//! The answer of an anytime search: a path, with a bound on its quality.

use crate::board::Move;

/// The best path so far, and a lower bound on the length of any path.
///
/// ```
/// use tilebase::anytime::Answer;
/// use tilebase::board::Move;
///
/// let answer = Answer { moves: vec![Move::Up; 30], lower_bound: 24 };
/// assert_eq!((answer.ratio(), answer.is_optimal()), (1.25, false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A path from the board to the goal.
    pub moves: Vec<Move>,
    /// No path has fewer moves.
    pub lower_bound: u32,
}

impl Answer {
    /// The path is at most this many times as long as a shortest one; 1 means that it is optimal.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "paths have some thousand moves")]
    pub fn ratio(&self) -> f64 {
        if self.moves.is_empty() { 1.0 } else { self.moves.len() as f64 / f64::from(self.lower_bound.max(1)) }
    }

    /// Whether it is known that no path is shorter.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.moves.len() <= self.lower_bound as usize
    }
}
