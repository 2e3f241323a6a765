//! Random boards.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use tilebase::solve::{Depths, Population, draw_boards, draw_boards_of_depths};
use tilebase::{Board, Goal, Interrupt, Solver};

use crate::failure::Failure;
use crate::means::Means;
use crate::question::read_goal;

/// Which boards, and how many.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct SampleArguments {
    /// Rows and columns; 3x3 if neither this nor the goal tells.
    shape: Option<String>,
    /// The goal: `blank-last` (as if left out), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// How many; 1 if left out.
    count: Option<usize>,
    /// So many moves away, `20`, or from so many to so many, `5-10`. Needs a table.
    depth: Option<String>,
    /// The ends of random walks of so many moves from the goal, none of which takes back the one before.
    walk: Option<u32>,
    /// Boards that can't reach the goal.
    #[serde(default)]
    unsolvable: bool,
    /// The same seed gives the same boards; 1 if left out.
    seed: Option<u64>,
}

/// Random boards.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Sample {
    /// The goal, row by row.
    goal: String,
    /// The boards.
    boards: Vec<Drawn>,
}

/// A board that was drawn.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Drawn {
    /// The board, row by row.
    board: String,
    /// The fewest moves to the goal; null if it can't be reached, or if no table tells.
    distance: Option<u32>,
}

/// A walk takes time.
const LONGEST_WALK: u32 = 10_000;

/// Random boards.
pub(crate) fn sample(
    means: &Means,
    arguments: &SampleArguments,
    interrupt: &Interrupt,
) -> Result<Sample, Failure> {
    let SampleArguments { shape, goal, count, depth, walk, unsolvable, seed } = arguments;
    let goal = read_goal(goal.as_deref(), shape.as_deref())?;
    let (count, seed) = (count.unwrap_or(1), seed.unwrap_or(1));
    let most = means.bounds.boards;
    if count > most {
        return Err(Failure::choice(
            &format!("{count} boards are more than {most}"),
            "Ask for fewer at a time.",
        ));
    }
    let population = match (walk, unsolvable) {
        (None, false) => Population::Solvable,
        (None, true) => Population::Unsolvable,
        (Some(moves), false) if *moves <= LONGEST_WALK => Population::Walks(*moves),
        (Some(_), false) => {
            return Err(Failure::choice(
                &format!("a walk has at most {LONGEST_WALK} moves"),
                "Walk less far.",
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
            let oracle = means.solvers.table_of(&goal, interrupt)?;
            draw_boards_of_depths(&oracle, &depths, count, seed)?
        }
        None => draw_boards(&goal, population, count, seed)?,
    };
    let solver = means.solvers.of(&goal, interrupt)?;
    let boards = boards.iter().map(|board| drawn(&solver, &goal, board)).collect::<Result<_, _>>()?;
    Ok(Sample { goal: goal.to_string(), boards })
}

fn drawn(solver: &Solver, goal: &Goal, board: &Board) -> Result<Drawn, Failure> {
    let has_distance = solver.oracle().is_some() && goal.is_reachable_from(board);
    let distance = if has_distance { Some(solver.distance(board)?) } else { None };
    Ok(Drawn { board: board.to_string(), distance })
}

/// `20`, or `5-10`.
fn read_depths(text: &str) -> Result<RangeInclusive<u32>, Failure> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok(from..=to),
        _ => Err(Failure::choice(
            &format!("{text:?} is no depth"),
            "Write a number of moves, or a range as 5-10.",
        )),
    }
}

fn not_both(one: &str, other: &str) -> Failure {
    Failure::choice(&format!("{one} and {other} don't go together"), "Leave one of them out.")
}
