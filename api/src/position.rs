//! Where a board stands: how far from the goal, and what each move makes of it.

use serde::{Deserialize, Serialize};
use tilebase::{Interrupt, Solver};

use crate::failure::Failure;
use crate::means::Means;
use crate::parity::{Exchange, exchange};
use crate::question::Question;

/// Which board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct PositionArguments {
    /// The board, in any notation: `638541720`, `6,3,8,5,4,1,7,2,0`, rows with slashes.
    board: String,
    /// The goal: `blank-last` (as if left out), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, `2x6`, where the board leaves them open.
    shape: Option<String>,
}

/// Where a board stands.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Position {
    /// The board, row by row, 0 for the blank.
    board: String,
    /// Rows and columns.
    shape: String,
    /// The goal, row by row.
    goal: String,
    /// The tiles row by row, 0 for the blank.
    tiles: Vec<u8>,
    /// Is it the goal?
    solved: bool,
    /// Can the goal be reached? Half of all boards can't.
    solvable: bool,
    /// The fewest moves to the goal; null if it can't be reached, or if no table tells.
    distance: Option<u32>,
    /// No path has fewer moves; null if there is none.
    at_least: Option<u32>,
    /// The legal moves, the best first, and among equals in the order U, D, L, R.
    moves: Vec<PositionMove>,
    /// What would make it solvable; null if it is.
    exchange: Option<Exchange>,
}

/// A legal move.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct PositionMove {
    /// Where the blank goes: U, D, L or R.
    r#move: char,
    /// The tile that slides.
    tile: u8,
    /// The board after it.
    board: String,
    /// The fewest moves from there; null if the goal can't be reached, or if no table tells.
    distance: Option<u32>,
    /// No path from there has fewer moves; null if there is none.
    at_least: Option<u32>,
    /// Does a shortest path begin with it? Null if no table tells.
    optimal: Option<bool>,
}

/// Where a board stands.
pub(crate) fn position(
    means: &Means,
    arguments: &PositionArguments,
    interrupt: &Interrupt,
) -> Result<Position, Failure> {
    let PositionArguments { board, goal, shape } = arguments;
    let question = Question::read(board, goal.as_deref(), shape.as_deref())?;
    let Question { board, goal } = question;
    let solver = means.solvers.of(&goal, interrupt)?;
    let solvable = goal.is_reachable_from(&board);
    let estimate = if solvable { Some(solver.estimate(&board)?) } else { None };
    let is_exact = solver.oracle().is_some();
    let mut moves = legal_moves(&solver, &question, estimate)?;
    moves.sort_by_key(|step| step.at_least);
    Ok(Position {
        board: board.to_string(),
        shape: board.shape().to_string(),
        goal: goal.to_string(),
        tiles: board.tiles().iter().map(|tile| tile.number()).collect(),
        solved: board == goal.board(),
        solvable,
        distance: estimate.filter(|_| is_exact),
        at_least: estimate,
        moves,
        exchange: if solvable { None } else { Some(exchange(&solver, &board)?) },
    })
}

fn legal_moves(
    solver: &Solver,
    question: &Question,
    estimate: Option<u32>,
) -> Result<Vec<PositionMove>, Failure> {
    let is_exact = solver.oracle().is_some();
    let one_move = |(step, next): (tilebase::Move, tilebase::Board)| {
        let after = estimate.map(|_| solver.estimate(&next)).transpose()?;
        Ok(PositionMove {
            r#move: step.letter(),
            // The tile is where the blank will be.
            tile: question.board.tile_at(next.blank()).number(),
            board: next.to_string(),
            distance: after.filter(|_| is_exact),
            at_least: after,
            optimal: after.zip(estimate).filter(|_| is_exact).map(|(after, before)| after < before),
        })
    };
    question.board.successors().map(one_move).collect()
}
