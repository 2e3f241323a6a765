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

/// Makes a solver: by the table of the goal, from the folder, or built now where that takes a moment (up to 2x5 and 3x3);
/// else by IDA* with pattern tables, from the folder, or smaller ones built now: 0.04 s for 4x4, but some ten seconds and a
/// gigabyte for boards of 24 and 25 cells. Nothing is written.
///
/// - `goal`: `goal_cells` tiles row by row, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ... with the blank last.
/// - `folder`: where tables are, UTF-8, with a zero at its end; NULL if there are none. It need not exist.
/// - `stop`: what ends the building of tables from outside; NULL if nothing does. Searches have their own.
/// - `solver`: the handle, for `tb_solver_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the goal); `BAD_TEXT`; `IO` or `BAD_TABLE` for what is in the
///   folder; `OUT_OF_MEMORY`; `THREADS`; `STOPPED`; or what is wrong with a pointer or the stop.
/// - Threads: may be called from any thread. Tables are built on all cores, so not in the child of a `fork`.
///
/// # Safety
/// The pointers are to as much as is said, and the folder ends with a zero.
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
        // SAFETY: the caller's promise.
        let (place, interrupt) = unsafe { (Place::new(solver, "solver")?, objects::interrupt(stop)?) };
        let shape = objects::shape(rows, columns)?;
        // SAFETY: the caller's promise.
        let goal =
            unsafe { objects::goal(shape, goal, goal_cells) }?.unwrap_or_else(|| Goal::blank_last(shape));
        let mut builder = tilebase::Solver::builder(&goal).limits(Limits { interrupt, ..Limits::default() });
        if !folder.is_null() {
            // SAFETY: the caller's promise.
            builder = builder.folder(&Folder::new(PathBuf::from(unsafe { text(folder, "folder") }?)));
        }
        place.put(SOLVERS.keep(Solver::new(builder.build()?.with_limits(Limits::default())))?);
        Ok(())
    })
}

/// Frees a solver. NULL is no fault, and nothing happens.
///
/// - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for one that was freed before or is none.
/// - Threads: may be called from any thread, but not while another call with this solver is going on.
///
/// # Safety
/// No other call with this solver is going on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_free(solver: *mut Solver) -> Status {
    // SAFETY: references last as long as calls, and the caller promises that there are none.
    guard(|| unsafe { SOLVERS.free(solver) })
}

/// A number of moves that no path from a board to the goal is shorter than, without any search: the distance itself where
/// there is a table. As a heuristic it is admissible and consistent.
///
/// - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `BAD_TABLE`; or what is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the solver is there; threads don't wait for each other.
///
/// # Safety
/// The pointers are to as much as is said, and the solver is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_lower_bound(
    solver: *const Solver,
    tiles: *const u8,
    cells: usize,
    bound: *mut u32,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (solver, place) = unsafe { (SOLVERS.get(solver)?, Place::new(bound, "bound")?) };
        // SAFETY: the caller's promise.
        let board = unsafe { board(solver.solver.goal().shape(), tiles, cells) }?;
        place.put(solver.solver.estimate(&board)?);
        Ok(())
    })
}

/// A shortest path from a board to the goal. Hard boards take long: of 4x4 up to minutes, and of 5x5 more than anybody
/// waits.
///
/// - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
/// - `milliseconds`: the longest time to take; 0 is no limit.
/// - `stop`: what ends the search from outside, from another thread or a handler of signals; NULL if nothing does.
/// - `path`: room for `capacity` letters, and among them a zero behind the last; `TB_PATH_CAPACITY` is enough. NULL with 0
///   only asks for the length.
/// - `length`: how many moves there are; NULL if that is not wanted.
/// - `at_least`: no path has fewer moves; it is written also with `LIMIT` and `STOPPED`, and is what the search has found
///   out until then. NULL if that is not wanted.
/// - Returns: `TB_STATUS_OK`, and then no path is shorter; `BAD_BOARD`; `UNREACHABLE`; `LIMIT`; `STOPPED`; `SHORT_BUFFER`
///   (the length was written); `BAD_TABLE`; or what is wrong with a pointer or a handle.
/// - Threads: may be called from any thread at any time while the solver is there. A hard board is searched on all cores,
///   so not in the child of a `fork`.
///
/// # Safety
/// The pointers are to as much as is said, and neither the solver nor the stop is freed meanwhile.
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
        // SAFETY: the caller's promise.
        let (solver, path, length, at_least, limits) = unsafe {
            (
                &SOLVERS.get(solver)?.solver,
                Buffer::new(path, capacity, "path")?,
                Place::wanted(length, "length")?,
                Place::wanted(at_least, "at_least")?,
                limits(milliseconds, stop)?,
            )
        };
        // SAFETY: the caller's promise.
        let board = unsafe { board(solver.goal().shape(), tiles, cells) }?;
        let outcome = solver.with_limits(limits).solve(&board);
        let known = match &outcome {
            Ok(outcome) => u32::try_from(outcome.moves.len()).ok(),
            Err(SolveError::Limit(reached)) => Some(reached.at_least),
            Err(_) => None,
        };
        if let (Some(place), Some(known)) = (at_least, known) {
            place.put(known);
        }
        path.fill_text(&letters_of(&outcome?.moves), length.as_ref())
    })
}

/// The limits of a search.
///
/// # Safety
/// The stop is not freed while this looks at it.
pub(crate) unsafe fn limits(milliseconds: u64, stop: *const Stop) -> Result<Limits, Failure> {
    // SAFETY: the caller's promise.
    let interrupt = unsafe { interrupt(stop) }?;
    let time = (milliseconds > 0).then(|| Duration::from_millis(milliseconds));
    Ok(Limits { time, interrupt, ..Limits::default() })
}
