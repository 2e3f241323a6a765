//! All shortest paths.

use serde::{Deserialize, Serialize};
use tilebase::Interrupt;
use tilebase::notation::{MoveConvention, write_moves};
use tilebase::solve::SolveError;

use crate::failure::Failure;
use crate::means::Means;
use crate::question::Question;

/// Which board, and which of its paths.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct SolutionsArguments {
    /// The board, in any notation.
    board: String,
    /// The goal: `blank-last` (as if left out), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, where the board leaves them open.
    shape: Option<String>,
    /// Leave out so many of the first paths.
    skip: Option<usize>,
    /// List at most so many; 100 if left out.
    most: Option<usize>,
}

/// All shortest paths, or some of them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Solutions {
    /// The board, row by row, 0 for the blank.
    board: String,
    /// The goal, row by row.
    goal: String,
    /// Can the goal be reached?
    solvable: bool,
    /// How many moves each has; null if the goal can't be reached.
    length: Option<u32>,
    /// How many there are: a text, since it may be beyond the whole numbers that all readers of JSON keep.
    count: String,
    /// The paths, in the order of U, D, L, R.
    paths: Vec<String>,
}

/// As many paths as are listed if nobody says how many.
const USUAL_MOST: usize = 100;

/// All shortest paths.
pub(crate) fn solutions(
    means: &Means,
    arguments: &SolutionsArguments,
    interrupt: &Interrupt,
) -> Result<Solutions, Failure> {
    let SolutionsArguments { board, goal, shape, skip, most } = arguments;
    let Question { board, goal } = Question::read(board, goal.as_deref(), shape.as_deref())?;
    let bounds = &means.bounds;
    let (skip, most) = (skip.unwrap_or(0), most.unwrap_or(USUAL_MOST));
    if skip.saturating_add(most) > bounds.paths {
        let message = format!("paths beyond the first {} are not listed", bounds.paths);
        return Err(Failure::choice(&message, "The count tells how many there are."));
    }
    let oracle = means.solvers.table_of(&goal, interrupt)?;
    let solvable = goal.is_reachable_from(&board);
    let (mut length, mut count, mut paths) = (None, 0, Vec::new());
    if solvable {
        let wrong = |error| Failure::from(SolveError::from(error));
        length = Some(oracle.distance(&board).map_err(wrong)?.moves().into());
        count = oracle.count_paths(&board).map_err(wrong)?;
        for path in oracle.paths(&board).map_err(wrong)?.skip(skip).take(most) {
            paths.push(write_moves(&path.map_err(wrong)?, MoveConvention::Blank));
        }
    }
    Ok(Solutions {
        board: board.to_string(),
        goal: goal.to_string(),
        solvable,
        length,
        count: count.to_string(),
        paths,
    })
}
