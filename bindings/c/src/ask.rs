//! Questions that every solver answers.

use std::borrow::Cow;
use std::ffi::c_char;

use tilebase::Board;
use tilebase::search::{Limits, Outcome};
use tilebase::solve::SolveError;
use tilebase::space::{FullSpace, StateIndex};

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{SOLVERS, Solver, Stop, bytes_of, letters_of, limits};
use crate::pointers::{Buffer, OutPointer};
use crate::results::{put_goal, put_shape};
use crate::statistics;
use crate::status::Status;
use crate::tiles::{Tile, board};

/// The number of rows and columns of the solver's boards. Either pointer may be NULL if not needed.
///
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_shape(solver: *const Solver, rows: *mut u32, columns: *mut u32) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_shape(SOLVERS.get(solver)?.shape(), rows, columns) })
}

/// The goal of a solver, in row order, 0 for the blank.
///
/// - `tiles`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
///   only queries the number.
/// - `cells`: the number of tiles; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_goal(
    solver: *const Solver,
    tiles: *mut u8,
    capacity: usize,
    cells: *mut usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_goal(SOLVERS.get(solver)?.solver.goal(), tiles, capacity, cells) })
}

/// Whether the solver has a full table. If not, it searches.
///
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_has_table(solver: *const Solver, has_table: *mut bool) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, place) = unsafe { (SOLVERS.get(solver)?, OutPointer::new(has_table, "has_table")?) };
        place.put(solver.solver.oracle().is_some());
        Ok(())
    })
}

/// A shortest path from a board to the goal. Each letter is a direction of the blank. With a full
/// table, the path is the first one in the order U, D, L, R, and takes microseconds. A search takes
/// up to minutes for hard boards of 4x4, and far longer for 5x5.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - `milliseconds`: the time limit of a search; 0 for none.
/// - `stop`: a stop, to end a search from another thread or a signal handler; NULL for none.
/// - `path`: room for `capacity` letters, including the terminating zero; `TB_PATH_CAPACITY` is
///   enough. NULL with capacity 0 only queries the length.
/// - `length`: the number of moves; NULL if not needed.
/// - `lower_bound`: a lower bound on the number of moves; NULL if not needed. Also written with
///   `LIMIT` and `STOPPED`: the bound that the search had proved by then.
/// - Returns: `TB_STATUS_OK` if the path is a shortest one; `BAD_BOARD`; `UNREACHABLE`; `LIMIT`;
///   `STOPPED`; `SHORT_BUFFER` (the length is written); `BAD_TABLE`; or a status for an invalid
///   pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed. Searches hard
///   boards on all cores, so don't search in the child of a `fork`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. Neither the solver nor the stop
/// may be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_solve(
    solver: *const Solver,
    tiles: *const u8,
    cells: usize,
    milliseconds: u64,
    stop: *const Stop,
    path: *mut c_char,
    capacity: usize,
    length: *mut usize,
    lower_bound: *mut u32,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, path, length, lower_bound, limits) = unsafe {
            (
                SOLVERS.get(solver)?,
                Buffer::new(path, capacity, "path")?,
                OutPointer::wanted(length, "length")?,
                OutPointer::wanted(lower_bound, "lower_bound")?,
                limits(milliseconds, stop)?,
            )
        };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(solver.shape(), tiles, cells) }?;
        let outcome = search(&solver.solver.with_limits(limits), &board);
        let known = match &outcome {
            Ok(outcome) => u32::try_from(outcome.moves.len()).ok(),
            Err(SolveError::Limit(reached)) => Some(reached.lower_bound),
            Err(_) => None,
        };
        // Before the error is returned, because the bound is also of use at a limit.
        if let (Some(place), Some(known)) = (lower_bound, known) {
            place.put(known);
        }
        path.fill_text(&letters_of(&outcome?.moves), length.as_ref())
    })
}

/// The fewest moves from a board to the goal. With a full table, they are looked up. Otherwise they
/// are found by a search. If a search may end early and you need its lower bound, call
/// `tb_solver_solve` instead.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - `milliseconds`, `stop`: limits of a search, as for `tb_solver_solve`.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `LIMIT`; `STOPPED`; `BAD_TABLE`; or a
///   status for an invalid pointer or handle.
/// - Threads: as for `tb_solver_solve`. Lookups do not block each other.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. Neither the solver nor the stop
/// may be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_distance(
    solver: *const Solver,
    tiles: *const u8,
    cells: usize,
    milliseconds: u64,
    stop: *const Stop,
    distance: *mut u32,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_distance(solver, (tiles, cells), (milliseconds, stop), distance) })
}

/// Like `tb_solver_distance`, for a board with 32-bit tiles, such as `std::array<int, 9>` and
/// HOG2's `MNPuzzleState`.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - The other parameters, returns, threads: as for `tb_solver_distance`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. Neither the solver nor the stop
/// may be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_distance_i32(
    solver: *const Solver,
    tiles: *const i32,
    cells: usize,
    milliseconds: u64,
    stop: *const Stop,
    distance: *mut u32,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_distance(solver, (tiles, cells), (milliseconds, stop), distance) })
}

/// # Safety
/// As for [`tb_solver_distance`].
unsafe fn put_distance<T: Tile>(
    solver: *const Solver,
    (tiles, cells): (*const T, usize),
    (milliseconds, stop): (u64, *const Stop),
    distance: *mut u32,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let (solver, place) = unsafe { (SOLVERS.get(solver)?, OutPointer::new(distance, "distance")?) };
    // SAFETY: guaranteed by the caller.
    let board = unsafe { board(solver.shape(), tiles, cells) }?;
    // SAFETY: guaranteed by the caller.
    let limits = unsafe { limits(milliseconds, stop) }?;
    place.put(distance_within(&solver.solver, &board, limits)?);
    Ok(())
}

/// The distance of a board that can reach the goal.
pub(crate) fn distance_within(
    solver: &tilebase::Solver,
    board: &Board,
    limits: Limits,
) -> Result<u32, Failure> {
    match solver.oracle() {
        // Not `Solver::distance`, which also asks the system whether the file has changed.
        Some(oracle) => Ok(oracle.distance(board)?.moves().into()),
        None => {
            let moves = search(&solver.with_limits(limits), board)?.moves;
            Ok(u32::try_from(moves.len()).expect("a path in memory is shorter"))
        }
    }
}

/// Solves a board, and stores the counts of the search for the calling thread.
fn search(solver: &tilebase::Solver, board: &Board) -> Result<Outcome, SolveError> {
    let outcome = solver.solve(board);
    match &outcome {
        Ok(outcome) => statistics::remember(outcome.statistics),
        Err(SolveError::Limit(reached)) => statistics::remember(reached.statistics),
        Err(_) => {}
    }
    outcome
}

/// The number of boards that can reach the goal: half of all boards. Their indexes start at 0
/// (`tb_solver_rank`).
///
/// - Returns: `TB_STATUS_OK`; `TOO_LARGE` for boards of more than 16 cells, which are not numbered;
///   or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_states(solver: *const Solver, states: *mut u64) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, place) = unsafe { (SOLVERS.get(solver)?, OutPointer::new(states, "states")?) };
        place.put(space_of(solver)?.states());
        Ok(())
    })
}

/// The index of a board among those that can reach the goal, from 0 to `tb_solver_states` - 1.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `TOO_LARGE` as for `tb_solver_states`; or
///   a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_rank(
    solver: *const Solver,
    tiles: *const u8,
    cells: usize,
    index: *mut u64,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, place) = unsafe { (SOLVERS.get(solver)?, OutPointer::new(index, "index")?) };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(solver.shape(), tiles, cells) }?;
        let space = space_of(solver)?;
        solver.solver.goal().check_reachable(&board)?;
        place.put(space.index_of_reachable(&board).number());
        Ok(())
    })
}

/// The board at an index.
///
/// - `tiles`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
///   only queries the number.
/// - `cells`: the number of tiles; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `BAD_INDEX` if there is no board at the index; `TOO_LARGE` as for
///   `tb_solver_states`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_unrank(
    solver: *const Solver,
    index: u64,
    tiles: *mut u8,
    capacity: usize,
    cells: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, buffer, cells) = unsafe {
            (
                SOLVERS.get(solver)?,
                Buffer::new(tiles, capacity, "tiles")?,
                OutPointer::wanted(cells, "cells")?,
            )
        };
        let space = space_of(solver)?;
        let board = space.board_at(StateIndex::new(index)).ok_or_else(|| {
            let last = space.states() - 1;
            let text = format!("no board has the index {index}: expected 0 to {last}");
            Failure::new(Status::BadIndex, text)
        })?;
        buffer.fill(&bytes_of(&board), cells.as_ref())
    })
}

/// The numbering of the boards, which does not depend on a table.
fn space_of(solver: &Solver) -> Result<Cow<'_, FullSpace>, Failure> {
    let goal = solver.solver.goal();
    match solver.solver.oracle() {
        Some(oracle) => Ok(Cow::Borrowed(oracle.space())),
        None => match FullSpace::new(goal) {
            Ok(space) => Ok(Cow::Owned(space)),
            // Its own message is about tables and patterns.
            Err(_) => {
                let text = format!("boards of {} are not numbered: expected at most 16 cells", goal.shape());
                Err(Failure::new(Status::TooLarge, text))
            }
        },
    }
}
