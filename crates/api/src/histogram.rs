//! The number of boards at each distance.

use serde::{Deserialize, Serialize};
use tilebase::Interrupt;

use crate::context::Context;
use crate::failure::Failure;
use crate::instance::read_goal;

/// The goal to count from.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct HistogramArguments {
    /// Rows and columns; by default those of the goal, or 3x3.
    shape: Option<String>,
    /// The goal: `blank-last` (the default), `blank-first`, `snail`, or a board.
    goal: Option<String>,
}

/// The number of boards at each distance.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Histogram {
    /// Rows and columns.
    shape: String,
    /// The goal row by row.
    goal: String,
    /// The number of boards that can reach the goal.
    states: u64,
    /// The largest distance.
    deepest: usize,
    /// The number of boards, indexed by distance.
    boards: Vec<u64>,
}

/// The number of boards at each distance.
pub(crate) fn histogram(
    context: &Context,
    arguments: &HistogramArguments,
    interrupt: &Interrupt,
) -> Result<Histogram, Failure> {
    let goal = read_goal(arguments.goal.as_deref(), arguments.shape.as_deref())?;
    let oracle = context.solvers.table_of(&goal, interrupt)?;
    let boards = oracle.histogram();
    Ok(Histogram {
        shape: goal.shape().to_string(),
        goal: goal.to_string(),
        states: boards.iter().sum(),
        deepest: boards.len() - 1,
        boards: boards.to_vec(),
    })
}
