//! Attempts at preparing a solver, with and without the time limit of a board.

/// The attempt at preparing a solver.
///
/// Loading or building pattern databases may take longer than a board's time limit. The preparation
/// counts against the limit of the first board, so that board is answered within its limit even if
/// the tables are not ready. They are then prepared again, without counting against any limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Attempt {
    /// Within the time limit of the board that needs it.
    InTime,
    /// Without a time limit.
    Whole,
}
