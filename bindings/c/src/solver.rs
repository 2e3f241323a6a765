//! Solvers: shortest paths on boards of any size.

use std::ffi::c_char;
use std::path::PathBuf;
use std::time::Duration;

use tilebase::board::Goal;
use tilebase::search::Limits;
use tilebase::solve::SolveError;
use tilebase::table::Folder;

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{self, SOLVERS, Solver, Stop, board, interrupt, letters_of};
use crate::pointers::{Buffer, Place, text};
use crate::status::Status;

/// Creates a solver. It uses the table of the goal if the folder has one or if building it is fast
/// (up to 2x5 and 3x3). Otherwise, it uses IDA* with pattern databases, from the folder or built
/// now. Building takes 0.04 s for 4x4, but about ten seconds and a gigabyte for boards of 24 and 25
/// cells. No files are written.
///
/// - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
///   with the blank last.
/// - `folder`: the folder of the tables, in UTF-8 with a terminating zero; NULL for none. It need
///   not exist.
/// - `stop`: a stop for building tables; NULL for none. Searches take their own.
/// - `solver`: the handle, for `tb_solver_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the goal); `BAD_TEXT`; `IO` or `BAD_TABLE`
///   for files in the folder; `OUT_OF_MEMORY`; `THREADS`; `STOPPED`; or a status for an invalid
///   pointer or stop.
/// - Threads: may be called from any thread. Builds tables on all cores, so don't call it in the
///   child of a `fork`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, and `folder` must end with a zero
/// byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_new(
    rows: u32,
    columns: u32,
    goal: *const u8,
    goal_cells: usize,
    folder: *const c_char,
    stop: *const Stop,
    solver: *mut *mut Solver,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (place, interrupt) = unsafe { (Place::new(solver, "solver")?, objects::interrupt(stop)?) };
        let shape = objects::shape(rows, columns)?;
        // SAFETY: guaranteed by the caller.
        let goal =
            unsafe { objects::goal(shape, goal, goal_cells) }?.unwrap_or_else(|| Goal::blank_last(shape));
        let mut builder = tilebase::Solver::builder(&goal).limits(Limits { interrupt, ..Limits::default() });
        if !folder.is_null() {
            // SAFETY: guaranteed by the caller.
            builder = builder.folder(&Folder::new(PathBuf::from(unsafe { text(folder, "folder") }?)));
        }
        // The stop applies only to building tables; each search takes its own.
        place.put(SOLVERS.keep(Solver::new(builder.build()?.with_limits(Limits::default())))?);
        Ok(())
    })
}

/// Frees a solver. Does nothing for NULL.
///
/// - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for a handle that was already freed or is invalid.
/// - Threads: may be called from any thread, but not during another call with the same solver.
///
/// # Safety
/// No other call with this solver may be in progress.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_free(solver: *mut Solver) -> Status {
    // SAFETY: references last only as long as a call, and the caller guarantees that no other call
    // is in progress.
    guard(|| unsafe { SOLVERS.free(solver) })
}

/// A lower bound on the number of moves, found without a search: the distance itself if the solver
/// has a table. As a heuristic, it is admissible and consistent.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `BAD_TABLE`; or a status for an invalid
///   pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed; calls do not
///   block each other.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_lower_bound(
    solver: *const Solver,
    tiles: *const u8,
    cells: usize,
    bound: *mut u32,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, place) = unsafe { (SOLVERS.get(solver)?, Place::new(bound, "bound")?) };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(solver.solver.goal().shape(), tiles, cells) }?;
        place.put(solver.solver.estimate(&board)?);
        Ok(())
    })
}

/// A shortest path from a board to the goal. Hard boards take long: up to minutes for 4x4, and far
/// longer for 5x5.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - `milliseconds`: the time limit; 0 for none.
/// - `stop`: a stop, to end the search from another thread or a signal handler; NULL for none.
/// - `path`: room for `capacity` letters, including the terminating zero; `TB_PATH_CAPACITY` is
///   enough. NULL with capacity 0 only queries the length.
/// - `length`: the number of moves; NULL if not needed.
/// - `at_least`: a lower bound on the number of moves; NULL if not needed. Also written with
///   `LIMIT` and `STOPPED`: the bound that the search had proved by then.
/// - Returns: `TB_STATUS_OK` if the path is a shortest one; `BAD_BOARD`; `UNREACHABLE`; `LIMIT`;
///   `STOPPED`; `SHORT_BUFFER` (the length is written); `BAD_TABLE`; or a status for an invalid
///   pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed. Searches hard
///   boards on all cores, so don't call it in the child of a `fork`.
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
    at_least: *mut u32,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, path, length, at_least, limits) = unsafe {
            (
                &SOLVERS.get(solver)?.solver,
                Buffer::new(path, capacity, "path")?,
                Place::wanted(length, "length")?,
                Place::wanted(at_least, "at_least")?,
                limits(milliseconds, stop)?,
            )
        };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(solver.goal().shape(), tiles, cells) }?;
        let outcome = solver.with_limits(limits).solve(&board);
        let known = match &outcome {
            Ok(outcome) => u32::try_from(outcome.moves.len()).ok(),
            Err(SolveError::Limit(reached)) => Some(reached.at_least),
            Err(_) => None,
        };
        // Before the error is returned, because the bound is also of use at a limit.
        if let (Some(place), Some(known)) = (at_least, known) {
            place.put(known);
        }
        path.fill_text(&letters_of(&outcome?.moves), length.as_ref())
    })
}

/// Converts the parameters of a search to limits.
///
/// # Safety
/// The stop must not be freed during the call.
pub(crate) unsafe fn limits(milliseconds: u64, stop: *const Stop) -> Result<Limits, Failure> {
    // SAFETY: guaranteed by the caller.
    let interrupt = unsafe { interrupt(stop) }?;
    let time = (milliseconds > 0).then(|| Duration::from_millis(milliseconds));
    Ok(Limits { time, interrupt, ..Limits::default() })
}
