//! Random boards.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use tilebase::solve::{Depths, Population};
use tilebase::{Board, Goal, Interrupt, Solver};

use crate::context::Context;
use crate::failure::Failure;
use crate::instance::read_goal;

/// The kind and number of boards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct SampleArguments {
    /// Rows and columns; by default those of the goal, or 3x3.
    shape: Option<String>,
    /// The goal: `blank-last` (the default), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// The number of boards (default 1).
    count: Option<usize>,
    /// The distance of the boards: `20`, or a range such as `5-10`. Needs a table.
    depth: Option<String>,
    /// The length of random walks from the goal, which never undo a move. The boards are their
    /// ends.
    walk: Option<u32>,
    /// Whether to return boards that can't reach the goal.
    #[serde(default)]
    unsolvable: bool,
    /// The random seed (default 1). The same seed gives the same boards.
    seed: Option<u64>,
}

/// Random boards.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Sample {
    /// The goal row by row.
    goal: String,
    /// The boards.
    boards: Vec<Drawn>,
}

/// A random board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Drawn {
    /// The board row by row.
    board: String,
    /// The optimal number of moves to the goal; null if it can't be reached or there is no table.
    distance: Option<u32>,
}

/// Maximum length of a walk: a longer one would take too long.
const MAX_WALK_MOVES: u32 = 10_000;

/// Random boards.
pub(crate) fn sample(
    context: &Context,
    arguments: &SampleArguments,
    interrupt: &Interrupt,
) -> Result<Sample, Failure> {
    let SampleArguments { shape, goal, count, depth, walk, unsolvable, seed } = arguments;
    let goal = read_goal(goal.as_deref(), shape.as_deref())?;
    let (count, seed) = (count.unwrap_or(1), seed.unwrap_or(1));
    let most = context.limits.boards;
    if count > most {
        return Err(Failure::choice(
            &format!("{count} boards are more than the limit of {most}"),
            "Ask for fewer at a time.",
        ));
    }
    let population = match (walk, unsolvable) {
        (None, false) => Population::Solvable,
        (None, true) => Population::Unsolvable,
        (Some(moves), false) if *moves <= MAX_WALK_MOVES => Population::Walks(*moves),
        (Some(_), false) => {
            return Err(Failure::choice(
                &format!("a walk has at most {MAX_WALK_MOVES} moves"),
                "Use a shorter walk.",
            ));
        }
        (Some(_), true) => return Err(not_both("walk", "unsolvable")),
    };
    if depth.is_some() && population != Population::Solvable {
        return Err(not_both("depth", "walk or unsolvable"));
    }
    let boards = match depth {
        Some(text) => {
            let depths = Depths::From(read_depths(text)?);
            let oracle = context.solvers.table_of(&goal, interrupt)?;
            depths.draw(&oracle, count, seed)?
        }
        None => population.draw(&goal, count, seed)?,
    };
    // Distances come only from tables, so no large pattern databases are built.
    let solver = context.solvers.for_bound(&goal, &context.limits.for_search(interrupt))?;
    let boards = boards.iter().map(|board| drawn(&solver, &goal, board)).collect::<Result<_, _>>()?;
    Ok(Sample { goal: goal.to_string(), boards })
}

fn drawn(solver: &Solver, goal: &Goal, board: &Board) -> Result<Drawn, Failure> {
    let has_distance = solver.oracle().is_some() && goal.is_reachable_from(board);
    let distance = if has_distance { Some(solver.distance(board)?) } else { None };
    Ok(Drawn { board: board.to_string(), distance })
}

/// Reads a depth such as `20`, or a range such as `5-10`.
fn read_depths(text: &str) -> Result<RangeInclusive<u32>, Failure> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok(from..=to),
        _ => Err(Failure::choice(
            &format!("{text:?} is not a depth"),
            "Write a number of moves, or a range such as 5-10.",
        )),
    }
}

fn not_both(one: &str, other: &str) -> Failure {
    Failure::choice(&format!("{one} and {other} cannot be combined"), "Leave one of them out.")
}
