//! The numbers of paths in a list that should have all optimal paths.

use tilebase::board::Board;
use tilebase::judge::{Claim, Judge};
use tilebase::solve::SolveError;

/// The number of paths in a list, and of optimal paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathCounts {
    /// The number of paths in the list, right or wrong.
    pub(crate) listed: usize,
    /// The number of optimal paths; 0 if the board can't be solved.
    pub(crate) optimal: u128,
}

impl PathCounts {
    /// Counts the paths among the claims about a board. Returns `None` if there is no full table to
    /// count optimal paths.
    ///
    /// # Errors
    /// [`SolveError`] if the table is damaged.
    pub(crate) fn of(judge: &Judge, board: &Board, claims: &[Claim]) -> Result<Option<Self>, SolveError> {
        let solver = judge.solver();
        let Some(oracle) = solver.oracle() else { return Ok(None) };
        let is_solvable = solver.goal().is_reachable_from(board);
        let optimal = if is_solvable { oracle.count_paths(board)? } else { 0 };
        let is_path = |claim: &&Claim| {
            use Claim::{Boards, BoardsAndLength, Path, PathAndLength};
            matches!(claim, Path(_) | PathAndLength { .. } | Boards(_) | BoardsAndLength { .. })
        };
        Ok(Some(Self { listed: claims.iter().filter(is_path).count(), optimal }))
    }
}
