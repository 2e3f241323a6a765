//! Questions about one board, or about all, that only a full table answers.

use std::ffi::c_char;

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{SOLVERS, Solver};
use crate::pointers::{Buffer, OutPointer};
use crate::status::Status;
use crate::tiles::board;

/// A legal move of a board.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The distance of the board after the move.
    pub distance: u32,
    /// The direction of the blank: `'U'`, `'D'`, `'L'` or `'R'`.
    pub letter: c_char,
    /// Whether a shortest path begins with this move.
    pub optimal: bool,
}

/// The legal moves of a board in the order U, D, L, R: two to four, each with the distance of the
/// board after it. Needs a full table.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - `steps`: room for `capacity` moves; 4 are always enough. NULL with capacity 0 only queries the
///   number.
/// - `count`: the number of moves; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `NO_TABLE`; `BAD_BOARD`; `UNREACHABLE`; `SHORT_BUFFER`; `BAD_TABLE`;
///   or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_moves(
    solver: *const Solver,
    tiles: *const u8,
    cells: usize,
    steps: *mut Step,
    capacity: usize,
    count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, buffer, count) = unsafe {
            (
                SOLVERS.get(solver)?,
                Buffer::new(steps, capacity, "steps")?,
                OutPointer::wanted(count, "count")?,
            )
        };
        let oracle = solver.full_table()?;
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(solver.shape(), tiles, cells) }?;
        let optimal = oracle.optimal_moves(&board)?;
        let mut found = Vec::with_capacity(4);
        for (step, next) in board.successors() {
            let distance = oracle.distance(&next)?.moves().into();
            found.push(Step { distance, letter: step.letter() as c_char, optimal: optimal.contains(&step) });
        }
        buffer.fill(&found, count.as_ref())
    })
}

/// The number of shortest paths of a board; 1 for the goal itself. Needs a full table.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `NO_TABLE`; `BAD_BOARD`; `UNREACHABLE`; `TOO_LARGE` if the number
///   exceeds 64 bits; `BAD_TABLE`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_count_paths(
    solver: *const Solver,
    tiles: *const u8,
    cells: usize,
    paths: *mut u64,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, place) = unsafe { (SOLVERS.get(solver)?, OutPointer::new(paths, "paths")?) };
        let oracle = solver.full_table()?;
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(solver.shape(), tiles, cells) }?;
        let count = oracle.count_paths(&board)?;
        let too_large = |_| {
            let text = format!("the number of paths, {count}, does not fit in 64 bits");
            Failure::new(Status::TooLarge, text)
        };
        place.put(u64::try_from(count).map_err(too_large)?);
        Ok(())
    })
}

/// The largest distance of any board. Needs a full table.
///
/// - Returns: `TB_STATUS_OK`; `NO_TABLE`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_deepest(solver: *const Solver, deepest: *mut u32) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, place) = unsafe { (SOLVERS.get(solver)?, OutPointer::new(deepest, "deepest")?) };
        place.put(solver.full_table()?.table().header().deepest().into());
        Ok(())
    })
}

/// The number of boards at each distance, from 0 to the largest. Needs a full table.
///
/// - `counts`: room for `capacity` numbers. NULL with capacity 0 only queries how many.
/// - `levels`: the number of counts, one more than the largest distance; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `NO_TABLE`; `SHORT_BUFFER`; or a status for an invalid pointer or
///   handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_histogram(
    solver: *const Solver,
    counts: *mut u64,
    capacity: usize,
    levels: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, buffer, levels) = unsafe {
            (
                SOLVERS.get(solver)?,
                Buffer::new(counts, capacity, "counts")?,
                OutPointer::wanted(levels, "levels")?,
            )
        };
        buffer.fill(solver.full_table()?.histogram(), levels.as_ref())
    })
}

/// Checks that the file of a full table has not changed since it was opened; always `TB_STATUS_OK`
/// for a table in memory. A changed file can give wrong answers, so call this after many lookups in
/// a mapped file. `tb_solver_distances`, `tb_solver_distances_within`, `tb_solver_solve`, the lower
/// bounds, the checks of answers, and `tb_solver_save` already do it. Needs a full table.
///
/// - Returns: `TB_STATUS_OK`; `NO_TABLE`; `BAD_TABLE` if the file was modified or truncated; or a
///   status for an invalid handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// The solver must not be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_check_file(solver: *const Solver) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let solver = unsafe { SOLVERS.get(solver) }?;
        Ok(solver.full_table()?.table().check_unchanged()?)
    })
}
