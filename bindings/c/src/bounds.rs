//! Lower bounds without a search: their properties, and the bounds of one board or of many.

use tilebase::Board;
use tilebase::search::Heuristic as _;

use crate::batch;
use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{SOLVERS, Solver};
use crate::pointers::{Buffer, OutPointer};
use crate::results::put_claims;
use crate::status::Status;
use crate::tiles::{Boards, Tile, board};

/// Reports whether the solver's lower bounds are admissible (never above the distance) and
/// consistent (no move lowers them by more than one). Bounds from a full table or from zero-aware
/// pattern databases, such as those of the preset 7-8x1, are both. Bounds from other pattern
/// databases are only admissible.
///
/// - `admissible`, `consistent`: the results; NULL if not needed.
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the solver is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_claims(
    solver: *const Solver,
    admissible: *mut bool,
    consistent: *mut bool,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_claims(SOLVERS.get(solver)?.solver.claims(), admissible, consistent) })
}

/// A lower bound on the number of moves, found without a search. It is *admissible*: never above
/// the distance. It may also be *consistent*: no move lowers it by more than one. That depends on
/// the solver:
///
/// - With a full table, the bound is the distance itself, so it is consistent.
/// - Otherwise, it comes from pattern databases: the largest of several sums, usually for the board
///   and its reflection. It has the same parity as the distance. Zero-aware pattern databases, such
///   as those of the preset 7-8x1, are consistent. With others, one move can lower the bound by
///   three or more, so A* with this bound must reopen closed states.
///
/// `tb_solver_claims` reports whether the bounds are consistent.
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
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_bound(solver, tiles, cells, bound) })
}

/// Like `tb_solver_lower_bound`, for a board with 32-bit tiles, such as `std::array<int, 16>` and
/// HOG2's `MNPuzzleState`.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns, threads: as for `tb_solver_lower_bound`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_lower_bound_i32(
    solver: *const Solver,
    tiles: *const i32,
    cells: usize,
    bound: *mut u32,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_bound(solver, tiles, cells, bound) })
}

/// # Safety
/// As for [`tb_solver_lower_bound`].
unsafe fn put_bound<T: Tile>(
    solver: *const Solver,
    tiles: *const T,
    cells: usize,
    bound: *mut u32,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let (solver, place) = unsafe { (SOLVERS.get(solver)?, OutPointer::new(bound, "bound")?) };
    // SAFETY: guaranteed by the caller.
    let board = unsafe { board(solver.shape(), tiles, cells) }?;
    place.put(solver.solver.estimate(&board)?);
    Ok(())
}

/// The lower bounds of many boards, as `tb_solver_lower_bound` gives them.
///
/// - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
/// - `bounds`: room for `capacity` bounds, one per board and in the same order. A board that can't
///   reach the goal gets `TB_NO_BOUND`. The array must not overlap the tiles.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD` (the message gives the number of the first invalid board,
///   counted from 0), also if the last board is incomplete; `SHORT_BUFFER`; `BAD_ARGUMENT` if the
///   arrays overlap; `BAD_TABLE`; or a status for an invalid pointer or handle. Only with
///   `TB_STATUS_OK` are all bounds written.
/// - Threads: may be called from any thread at any time until the solver is freed; calls do not
///   block each other. A call uses one thread: to use several threads, split the boards among them.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_lower_bounds(
    solver: *const Solver,
    tiles: *const u8,
    length: usize,
    bounds: *mut i32,
    capacity: usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_bounds(solver, (tiles, length), (bounds, capacity)) })
}

/// Like `tb_solver_lower_bounds`, for boards with 32-bit tiles, such as `std::array<int, 16>` and
/// HOG2's `MNPuzzleState`.
///
/// - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
/// - `bounds`, returns, threads: as for `tb_solver_lower_bounds`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_lower_bounds_i32(
    solver: *const Solver,
    tiles: *const i32,
    length: usize,
    bounds: *mut i32,
    capacity: usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { put_bounds(solver, (tiles, length), (bounds, capacity)) })
}

/// # Safety
/// As for [`tb_solver_lower_bounds`].
unsafe fn put_bounds<T: Tile>(
    solver: *const Solver,
    tiles: (*const T, usize),
    (bounds, capacity): (*mut i32, usize),
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let solver = unsafe { SOLVERS.get(solver) }?;
    // SAFETY: guaranteed by the caller.
    let boards = unsafe { Boards::read(solver.shape(), tiles, (bounds, capacity, "bounds")) }?;
    boards.in_parts(|tiles, bounds, first| write_bounds(solver, tiles, bounds, first))?;
    check_unchanged(solver)
}

/// Writes the bounds of a part of the boards; `first` is the number of its first board. Does not
/// check files for changes, because that would take a system call per board.
fn write_bounds(solver: &Solver, tiles: &[u8], bounds: &Buffer<i32>, first: usize) -> Result<(), Failure> {
    let pdb_set = solver.solver.shared_pdb_set();
    let estimate = |board: &Board| -> Result<u32, Failure> {
        match (solver.solver.oracle(), &pdb_set) {
            (Some(oracle), _) => Ok(oracle.distance(board)?.moves().into()),
            (None, Some(pdb_set)) => Ok(pdb_set.estimate(board)),
            (None, None) => Ok(solver.solver.estimate(board)?),
        }
    };
    batch::write_bounds(solver.solver.goal(), tiles, bounds, first, estimate)
}

/// Checks that the files of the solver's tables have not changed.
pub(crate) fn check_unchanged(solver: &Solver) -> Result<(), Failure> {
    match (solver.solver.oracle(), solver.solver.shared_pdb_set()) {
        (Some(oracle), _) => Ok(oracle.table().check_unchanged()?),
        (None, Some(pdb_set)) => Ok(pdb_set.check_unchanged()?),
        (None, None) => Ok(()),
    }
}
