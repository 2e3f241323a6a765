//! The distances of many boards in one call.

use tilebase::oracle::OracleError;
use tilebase::{Board, Goal, Oracle};

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{SOLVERS, Solver};
use crate::pointers::Buffer;
use crate::status::Status;
use crate::tiles::{Boards, Tile, batch_of};
use crate::version::{TB_NO_BOUND, TB_NO_DISTANCE};

/// The distances of many boards: the fastest way to get them. Needs a full table; without one, call
/// `tb_solver_distances_within`.
///
/// - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
/// - `distances`: room for `capacity` distances, one per board and in the same order. A board that
///   can't reach the goal gets `TB_NO_DISTANCE`. The array must not overlap the tiles.
/// - Returns: `TB_STATUS_OK`; `NO_TABLE`; `BAD_BOARD` (the message gives the number of the first
///   invalid board, counted from 0), also if the last board is incomplete; `SHORT_BUFFER`;
///   `BAD_ARGUMENT` if the arrays overlap; `BAD_TABLE`; or a status for an invalid pointer or
///   handle. Only with `TB_STATUS_OK` are all distances written.
/// - Threads: may be called from any thread at any time until the solver is freed; calls do not
///   block each other.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_distances(
    solver: *const Solver,
    tiles: *const u8,
    length: usize,
    distances: *mut u8,
    capacity: usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { look_up(solver, (tiles, length), (distances, capacity)) })
}

/// Like `tb_solver_distances`, for boards with 32-bit tiles, such as `std::array<int, 9>` and
/// HOG2's `MNPuzzleState`.
///
/// - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
/// - `distances`, returns, threads: as for `tb_solver_distances`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The solver must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_distances_i32(
    solver: *const Solver,
    tiles: *const i32,
    length: usize,
    distances: *mut u8,
    capacity: usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { look_up(solver, (tiles, length), (distances, capacity)) })
}

/// # Safety
/// As for [`tb_solver_distances`].
unsafe fn look_up<T: Tile>(
    solver: *const Solver,
    tiles: (*const T, usize),
    (distances, capacity): (*mut u8, usize),
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let solver = unsafe { SOLVERS.get(solver) }?;
    let oracle = solver.full_table()?;
    // SAFETY: guaranteed by the caller.
    let boards = unsafe { Boards::read(solver.shape(), tiles, (distances, capacity, "distances")) }?;
    boards.in_parts(|tiles, distances, first| write_distances(oracle, tiles, distances, first))?;
    Ok(oracle.table().check_unchanged()?)
}

/// Writes the lower bounds of a part of the boards; `first` is the number of its first board.
pub(crate) fn write_bounds(
    goal: &Goal,
    tiles: &[u8],
    bounds: &Buffer<i32>,
    first: usize,
    estimate: impl Fn(&Board) -> Result<u32, Failure>,
) -> Result<(), Failure> {
    let batch = batch_of(goal.shape(), tiles, first)?;
    for (place, board) in (first..).zip(batch.boards()) {
        let bound = match goal.check_reachable(&board) {
            Ok(()) => i32::try_from(estimate(&board)?).expect("a path in memory is shorter"),
            Err(_other_half) => TB_NO_BOUND,
        };
        bounds.put(place, bound);
    }
    Ok(())
}

/// Writes the distances of a part of the boards; `first` is the number of its first board.
fn write_distances(
    oracle: &Oracle,
    tiles: &[u8],
    distances: &Buffer<u8>,
    first: usize,
) -> Result<(), Failure> {
    let batch = batch_of(oracle.goal().shape(), tiles, first)?;
    for (place, distance) in (first..).zip(oracle.distances(&batch)) {
        let distance = match distance {
            Ok(distance) => distance.moves(),
            Err(OracleError::Unreachable(_)) => TB_NO_DISTANCE,
            Err(error) => return Err(error.into()),
        };
        distances.put(place, distance);
    }
    Ok(())
}
