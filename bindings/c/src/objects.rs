//! The objects behind handles, and conversions of common arguments.

use std::sync::Arc;
use std::time::Duration;

use tilebase::judge::Judge;
use tilebase::search::Limits;
use tilebase::{Board, Goal, Interrupt, Move, Oracle, Shape};

use crate::failure::Failure;
use crate::handles::Handles;
use crate::pointers::array;
use crate::status::Status;

/// Answers questions about the boards of one shape and goal: from a full table, which has the
/// distance of every board, or by searching with pattern databases.
#[derive(Debug)]
pub struct Solver {
    pub(crate) solver: tilebase::Solver,
    /// A judge without limits.
    judge: Arc<Judge>,
}

/// A cancellation token for searches and builds.
#[derive(Debug)]
pub struct Stop {
    pub(crate) interrupt: Interrupt,
}

pub(crate) static SOLVERS: Handles<Solver> = Handles::new(1, "solver");
pub(crate) static STOPS: Handles<Stop> = Handles::new(2, "stop");

impl Solver {
    pub(crate) fn new(solver: tilebase::Solver) -> Self {
        Self { judge: Arc::new(Judge::new(solver.clone())), solver }
    }

    pub(crate) const fn shape(&self) -> Shape {
        self.solver.goal().shape()
    }

    /// Returns the full table, for questions that only a full table answers.
    pub(crate) fn full_table(&self) -> Result<&Oracle, Failure> {
        self.solver.oracle().ok_or_else(|| {
            let text = format!(
                "this call needs a full table, and this {} solver has none: make the solver with \
                 tb_solver_build, tb_solver_open or tb_solver_read",
                self.shape()
            );
            Failure::new(Status::NoTable, text)
        })
    }

    /// Returns a judge with limits. With a table, it is always the same judge: it answers at once,
    /// and keeps what it has computed.
    pub(crate) fn judge_within(&self, limits: Limits) -> Arc<Judge> {
        if self.solver.oracle().is_some() {
            Arc::clone(&self.judge)
        } else {
            Arc::new(Judge::new(self.solver.with_limits(limits)))
        }
    }
}

/// Reads an optional goal; NULL with 0 cells is `None`.
///
/// # Safety
/// As for [`array()`].
pub(crate) unsafe fn goal(shape: Shape, goal: *const u8, cells: usize) -> Result<Option<Goal>, Failure> {
    if goal.is_null() && cells == 0 {
        return Ok(None);
    }
    check_count(shape, cells)?;
    // SAFETY: guaranteed by the caller.
    let tiles = unsafe { array(goal, cells, "goal") }?;
    Ok(Some(Goal::new(Board::from_bytes(shape, tiles)?)))
}

/// Reads a shape and an optional goal; the default is 1, 2, 3 ... with the blank last.
///
/// # Safety
/// As for [`goal`].
pub(crate) unsafe fn goal_of(
    rows: u32,
    columns: u32,
    goal: *const u8,
    goal_cells: usize,
) -> Result<Goal, Failure> {
    let shape = self::shape(rows, columns)?;
    // SAFETY: guaranteed by the caller.
    Ok(unsafe { self::goal(shape, goal, goal_cells) }?.unwrap_or_else(|| Goal::blank_last(shape)))
}

/// Checks the number of a board's tiles.
pub(crate) fn check_count(shape: Shape, found: usize) -> Result<(), Failure> {
    if found == shape.cells() {
        return Ok(());
    }
    let text = format!("not a {shape} board: expected {} tiles, found {found}", shape.cells());
    Err(Failure::new(Status::BadBoard, text))
}

/// Reads an optional stop; NULL is `None`.
///
/// # Safety
/// The stop must not be freed during the call.
pub(crate) unsafe fn interrupt(stop: *const Stop) -> Result<Option<Interrupt>, Failure> {
    if stop.is_null() {
        return Ok(None);
    }
    // SAFETY: guaranteed by the caller.
    unsafe { STOPS.get(stop) }.map(|stop| Some(stop.interrupt.clone()))
}

/// Converts the parameters of a search to limits.
///
/// # Safety
/// The stop must not be freed during the call.
pub(crate) unsafe fn limits(milliseconds: u64, stop: *const Stop) -> Result<Limits, Failure> {
    // SAFETY: guaranteed by the caller.
    let interrupt = unsafe { interrupt(stop) }?;
    let time = (milliseconds > 0).then(|| Duration::from_millis(milliseconds));
    Ok(Limits::default().with_time(time).with_interrupt(interrupt))
}

/// Reads a shape.
pub(crate) fn shape(rows: u32, columns: u32) -> Result<Shape, Failure> {
    let side = |side: u32| usize::try_from(side).unwrap_or(usize::MAX);
    Ok(Shape::new(side(rows), side(columns))?)
}

/// The tiles of a board as bytes.
pub(crate) fn bytes_of(board: &Board) -> Vec<u8> {
    board.tiles().iter().map(|tile| tile.number()).collect()
}

/// The letters of moves.
pub(crate) fn letters_of(moves: &[Move]) -> String {
    moves.iter().map(|step| step.letter()).collect()
}

/// Reads moves from letters.
pub(crate) fn moves_of(letters: &[u8]) -> Result<Vec<Move>, Failure> {
    let step = |(place, letter): (usize, &u8)| {
        Move::ALL.into_iter().find(|step| u32::from(*letter) == step.letter().into()).ok_or_else(|| {
            let found = char::from(*letter).escape_default();
            Failure::new(
                Status::BadMove,
                format!("expected U, D, L or R, found '{found}' as move {}", place + 1),
            )
        })
    };
    letters.iter().enumerate().map(step).collect()
}
