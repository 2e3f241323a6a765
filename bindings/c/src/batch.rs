//! The distances of many boards in one call, and what all calls for many boards have in common.

use std::fmt::Display;

use tilebase::board::Batch;
use tilebase::oracle::OracleError;
use tilebase::{Board, Goal, Oracle, Shape};

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{SOLVERS, Solver, byte_of, no_such_tile};
use crate::pointers::{Buffer, array};
use crate::status::Status;
use crate::version::{TB_NO_BOUND, TB_NO_DISTANCE};

/// Number of boards of 32-bit tiles converted to bytes at a time.
const BOARDS_AT_A_TIME: usize = 1 << 12;

/// The distances of many boards: the fastest way to get them. Needs a full table; without one, call
/// `tb_solver_distance` for each board.
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
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, tiles, distances) = unsafe {
            (
                SOLVERS.get(solver)?,
                array(tiles, length, "tiles")?,
                Buffer::new(distances, capacity, "distances")?,
            )
        };
        let oracle = solver.full_table()?;
        check_rooms(solver.shape(), tiles, &distances)?;
        write_distances(oracle, tiles, &distances, 0)?;
        Ok(oracle.table().check_unchanged()?)
    })
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
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, tiles, distances) = unsafe {
            (
                SOLVERS.get(solver)?,
                array(tiles, length, "tiles")?,
                Buffer::new(distances, capacity, "distances")?,
            )
        };
        let oracle = solver.full_table()?;
        check_rooms(solver.shape(), tiles, &distances)?;
        in_bytes(solver.shape(), tiles, |bytes, first| write_distances(oracle, bytes, &distances, first))?;
        Ok(oracle.table().check_unchanged()?)
    })
}

/// Converts boards of 32-bit tiles to bytes, in parts. Calls `work` with each part and the number
/// of its first board.
pub(crate) fn in_bytes(
    shape: Shape,
    tiles: &[i32],
    mut work: impl FnMut(&[u8], usize) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let cells = shape.cells();
    let mut bytes = Vec::with_capacity(tiles.len().min(BOARDS_AT_A_TIME * cells));
    for (part, numbers) in tiles.chunks(BOARDS_AT_A_TIME * cells).enumerate() {
        let first = part * BOARDS_AT_A_TIME;
        bytes.clear();
        for (place, number) in numbers.iter().enumerate() {
            let told = || no_board(first + place / cells, no_such_tile(shape, *number, place % cells).text);
            bytes.push(byte_of(shape, *number).ok_or_else(told)?);
        }
        work(&bytes, first)?;
    }
    Ok(())
}

/// Checks that there is room for one result per board, apart from the tiles.
pub(crate) fn check_rooms<T, U: Copy>(shape: Shape, tiles: &[T], results: &Buffer<U>) -> Result<(), Failure> {
    if results.overlaps(tiles) {
        let text = format!("tiles and {} overlap: they must lie apart", results.what());
        return Err(Failure::new(Status::BadArgument, text));
    }
    results.check_room(tiles.len() / shape.cells())
}

/// Reads whole boards; `first` is the number of the first one.
pub(crate) fn batch_of(shape: Shape, tiles: &[u8], first: usize) -> Result<Batch<'_>, Failure> {
    Batch::new(shape, tiles).map_err(|error| no_board(first + error.number, error.faults))
}

#[cold]
fn no_board(number: usize, why: impl Display) -> Failure {
    Failure::new(Status::BadBoard, format!("board {number}, counted from 0: {why}"))
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
