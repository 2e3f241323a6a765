//! All optimal paths.

use serde::{Deserialize, Serialize};
use tilebase::Interrupt;
use tilebase::notation::MoveConvention;
use tilebase::solve::SolveError;

use crate::context::Context;
use crate::failure::Failure;
use crate::instance::Instance;

/// The board, and the part of its list of paths.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct SolutionsArguments {
    /// The board, in any notation.
    board: String,
    /// The goal: `blank-last` (the default), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, if the board does not determine them.
    shape: Option<String>,
    /// The number of paths to skip (default 0).
    skip: Option<usize>,
    /// The maximum number of paths to list (default 100).
    limit: Option<usize>,
}

/// All optimal paths, or a part of them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Solutions {
    /// The board row by row, with 0 for the blank.
    board: String,
    /// The goal row by row.
    goal: String,
    /// Whether the goal can be reached.
    solvable: bool,
    /// The length of each path; null if the goal can't be reached.
    length: Option<u32>,
    /// The number of optimal paths, as a string: it may exceed the integers that all JSON readers
    /// support.
    count: String,
    /// The paths, in the order of U, D, L, R.
    paths: Vec<String>,
}

/// The default number of listed paths.
const DEFAULT_LISTED: usize = 100;

/// Lists all optimal paths.
pub(crate) fn solutions(
    context: &Context,
    arguments: &SolutionsArguments,
    interrupt: &Interrupt,
) -> Result<Solutions, Failure> {
    let SolutionsArguments { board, goal, shape, skip, limit } = arguments;
    let Instance { board, goal } = Instance::read(board, goal.as_deref(), shape.as_deref())?;
    let limits = &context.limits;
    let (skip, limit) = (skip.unwrap_or(0), limit.unwrap_or(DEFAULT_LISTED));
    if skip.saturating_add(limit) > limits.paths {
        let message = format!("paths beyond the first {} are not listed", limits.paths);
        return Err(Failure::choice(
            &message,
            "Lower skip or limit; the field count of any answer has the number of all paths.",
        ));
    }
    let oracle = context.solvers.table_of(&goal, interrupt)?;
    let solvable = goal.is_reachable_from(&board);
    let (mut length, mut count, mut paths) = (None, 0, Vec::new());
    if solvable {
        let wrong = |error| Failure::from(SolveError::from(error));
        length = Some(oracle.distance(&board).map_err(wrong)?.moves().into());
        count = oracle.count_paths(&board).map_err(wrong)?;
        for path in oracle.paths(&board).map_err(wrong)?.skip(skip).take(limit) {
            paths.push(MoveConvention::Blank.write(&path.map_err(wrong)?));
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
