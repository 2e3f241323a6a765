//! The distance of a board from the goal, and the effect of each move.

use serde::{Deserialize, Serialize};
use tilebase::board::Parity;
use tilebase::solve::SolveError;
use tilebase::{Interrupt, Solver};

use crate::context::Context;
use crate::failure::Failure;
use crate::instance::Instance;
use crate::parity::{Exchange, ParityFacts, SolvableGoal, solvable_goals};

/// The board and the goal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct PositionArguments {
    /// The board, in any notation: `638541720`, `6,3,8,5,4,1,7,2,0`, or rows with slashes.
    board: String,
    /// The goal: `blank-last` (the default), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, such as `2x6`, if the board does not determine them.
    shape: Option<String>,
}

/// The position of a board relative to the goal.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Position {
    /// The board row by row, with 0 for the blank.
    board: String,
    /// Rows and columns.
    shape: String,
    /// The goal row by row.
    goal: String,
    /// The tiles row by row, with 0 for the blank.
    tiles: Vec<u8>,
    /// Whether the board is the goal.
    solved: bool,
    /// Whether the goal can be reached. Half of all boards can't.
    solvable: bool,
    /// The optimal number of moves to the goal; null if it can't be reached or there is no table.
    distance: Option<u32>,
    /// A lower bound on the length of a path; null if there is no path.
    lower_bound: Option<u32>,
    /// The legal moves, best first; on ties, in the order U, D, L, R.
    moves: Vec<PositionMove>,
    /// Why the goal can't be reached; null if it can.
    parity: Option<ParityFacts>,
    /// Other goals that the board can reach; empty if it is solvable.
    solvable_goals: Vec<SolvableGoal>,
    /// The exchange of two tiles that makes the board solvable; null if it is solvable.
    exchange: Option<Exchange>,
}

/// A legal move.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct PositionMove {
    /// The direction of the blank: U, D, L, or R.
    r#move: char,
    /// The tile that slides.
    tile: u8,
    /// The board after the move.
    board: String,
    /// The optimal number of moves from there; null if the goal can't be reached or there is no
    /// table.
    distance: Option<u32>,
    /// A lower bound on the moves from there; null if there is no path.
    lower_bound: Option<u32>,
    /// Whether an optimal path begins with this move; null if there is no table.
    optimal: Option<bool>,
}

/// The position of a board relative to the goal.
pub(crate) fn position(
    context: &Context,
    arguments: &PositionArguments,
    interrupt: &Interrupt,
) -> Result<Position, Failure> {
    let PositionArguments { board, goal, shape } = arguments;
    let instance = Instance::read(board, goal.as_deref(), shape.as_deref())?;
    let Instance { board, goal } = instance;
    let solvable = instance.is_solvable();
    let limits = context.limits.for_search(interrupt);
    let solver = match context.solvers.for_bound(&goal, &limits) {
        Err(SolveError::NotReady { .. }) => context.solvers.at_once(&goal)?,
        made => made?,
    };
    let estimate = if solvable { Some(solver.estimate(&board)?) } else { None };
    let parity = Parity::new(&board, &goal).map_err(SolveError::from)?;
    let is_exact = solver.oracle().is_some();
    let mut moves = legal_moves(&solver, &instance, estimate)?;
    moves.sort_by_key(|step| step.lower_bound);
    Ok(Position {
        board: board.to_string(),
        shape: board.shape().to_string(),
        goal: goal.to_string(),
        tiles: board.tiles().iter().map(|tile| tile.number()).collect(),
        solved: board == goal.board(),
        solvable,
        distance: estimate.filter(|_| is_exact),
        lower_bound: estimate,
        moves,
        parity: if solvable { None } else { Some((&parity).into()) },
        solvable_goals: if solvable { Vec::new() } else { solvable_goals(&board, &goal) },
        exchange: if solvable { None } else { Some(solver.nearest_exchange(&board)?.into()) },
    })
}

fn legal_moves(
    solver: &Solver,
    instance: &Instance,
    estimate: Option<u32>,
) -> Result<Vec<PositionMove>, Failure> {
    let is_exact = solver.oracle().is_some();
    let one_move = |(step, next): (tilebase::Move, tilebase::Board)| {
        let after = estimate.map(|_| solver.estimate(&next)).transpose()?;
        Ok(PositionMove {
            r#move: step.letter(),
            // The tile is where the blank will be after the move.
            tile: instance.board.tile_at(next.blank()).number(),
            board: next.to_string(),
            distance: after.filter(|_| is_exact),
            lower_bound: after,
            optimal: after.zip(estimate).filter(|_| is_exact).map(|(after, before)| after < before),
        })
    };
    instance.board.successors().map(one_move).collect()
}
