//! [`SolversByShape`]: solvers that are made once for each shape, with or without the time limit of
//! a board.

use tilebase::board::Shape;
use tilebase::search::Limits;

use crate::batch::MadeOnce;

/// Solvers for one set of options: one per board shape, made when the first board of that shape
/// arrives.
///
/// Loading or building pattern databases may take longer than a board's time limit. The preparation
/// counts against the limit of the first board, so that board is answered within its limit even if
/// the tables are not ready. They are then prepared again, without counting against any limit.
#[derive(Debug)]
pub(super) struct SolversByShape<S, E> {
    made: MadeOnce<(Shape, Attempt), Result<S, E>>,
}

/// The attempt at preparing a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Attempt {
    /// Within the time limit of the board that needs it.
    InTime,
    /// Without a time limit.
    Whole,
}

impl<S: Clone + Send + Sync, E: Clone + Send + Sync> SolversByShape<S, E> {
    pub(super) const fn new() -> Self {
        Self { made: MadeOnce::new() }
    }

    /// Returns the solver of a shape, and the limits that remain for the current board. Every call
    /// for a shape must be for the same goal.
    ///
    /// `make` receives the limits of the preparation, and whether an earlier one took too long.
    /// `is_late` tells whether an error means that the time limit was reached, not, say, an
    /// interrupt.
    pub(super) fn get(
        &self,
        shape: Shape,
        limits: &Limits,
        is_late: impl Fn(&E) -> bool,
        make: impl Fn(Limits, bool) -> Result<S, E> + Sync,
    ) -> Result<(S, Limits), E> {
        let Some(time) = limits.time else {
            let made = self.made.get(&(shape, Attempt::Whole), || make(limits.clone(), false))?;
            return Ok((made, limits.clone()));
        };
        let untimed = limits.clone().with_time(None);
        let in_time = self.made.known(&(shape, Attempt::InTime));
        let was_late = matches!(in_time, Some(Err(error)) if is_late(&error));
        if was_late || self.made.known(&(shape, Attempt::Whole)).is_some() {
            let made = self.made.get(&(shape, Attempt::Whole), || make(untimed, was_late))?;
            return Ok((made, limits.clone()));
        }
        // One deadline for both preparation and search.
        let interrupt = limits.interrupt.clone().unwrap_or_default().within(time);
        let remaining = untimed.with_interrupt(interrupt);
        let made = self.made.get(&(shape, Attempt::InTime), || make(remaining.clone(), false))?;
        Ok((made, remaining))
    }
}
