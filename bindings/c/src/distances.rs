//! The distances of many boards, by searches within limits.

use std::time::Instant;

use crate::ask::distance_within;
use crate::bounds::check_unchanged;
use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{SOLVERS, Solver, Stop, limits};
use crate::status::Status;
use crate::tiles::{Boards, Tile, batch_of};
use crate::version::TB_NO_BOUND;

/// The distances of many boards, by searching if the solver has no full table. The boards are
/// searched one after another on the calling thread; to use several threads, split the boards
/// among them. With a full table, the distances are looked up, and the limits do not apply.
///
/// - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
/// - `milliseconds`: the time limit of the whole call; 0 for none.
/// - `stop`: a stop for the searches; NULL for none.
/// - `distances`: room for `capacity` distances, one per board and in the same order. A board that
///   can't reach the goal gets `TB_NO_BOUND`. The array must not overlap the tiles.
/// - Returns: `TB_STATUS_OK`; `LIMIT` or `STOPPED` (the message gives the number of the board that
///   was searched, counted from 0; the distances of the boards before it are written); `BAD_BOARD`
///   (the message gives the number of the first invalid board), also if the last board is
///   incomplete; `SHORT_BUFFER`; `BAD_ARGUMENT` if the arrays overlap; `BAD_TABLE`; or a status for
///   an invalid pointer or handle. Only with `TB_STATUS_OK` are all distances written.
/// - Threads: may be called from any thread at any time until the solver is freed; calls do not
///   block each other.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. Neither the solver nor the stop
/// may be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_distances_within(
    solver: *const Solver,
    tiles: *const u8,
    length: usize,
    milliseconds: u64,
    stop: *const Stop,
    distances: *mut i32,
    capacity: usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { find_within(solver, (tiles, length), (milliseconds, stop), (distances, capacity)) })
}

/// Like `tb_solver_distances_within`, for boards with 32-bit tiles, such as `std::array<int, 16>`
/// and HOG2's `MNPuzzleState`.
///
/// - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
/// - The other parameters, returns, threads: as for `tb_solver_distances_within`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. Neither the solver nor the stop
/// may be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_distances_within_i32(
    solver: *const Solver,
    tiles: *const i32,
    length: usize,
    milliseconds: u64,
    stop: *const Stop,
    distances: *mut i32,
    capacity: usize,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { find_within(solver, (tiles, length), (milliseconds, stop), (distances, capacity)) })
}

/// # Safety
/// As for [`tb_solver_distances_within`].
unsafe fn find_within<T: Tile>(
    solver: *const Solver,
    tiles: (*const T, usize),
    (milliseconds, stop): (u64, *const Stop),
    (distances, capacity): (*mut i32, usize),
) -> Result<(), Failure> {
    let begun = Instant::now();
    // SAFETY: guaranteed by the caller.
    let (solver, limits) = unsafe { (SOLVERS.get(solver)?, limits(milliseconds, stop)?) };
    // SAFETY: guaranteed by the caller.
    let boards = unsafe { Boards::read(solver.shape(), tiles, (distances, capacity, "distances")) }?;
    let goal = solver.solver.goal();
    // First, so that no search is wasted if a later board is invalid.
    boards.in_parts(|tiles, _, first| batch_of(goal.shape(), tiles, first).map(drop))?;
    boards.in_parts(|tiles, distances, first| {
        for (number, board) in (first..).zip(batch_of(goal.shape(), tiles, first)?.boards()) {
            let distance = match goal.check_reachable(&board) {
                Err(_other_half) => TB_NO_BOUND,
                Ok(()) => {
                    let time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
                    let limits = limits.clone().with_time(time).with_on_one_thread(true);
                    let found = distance_within(&solver.solver, &board, limits);
                    let found = found.map_err(|failure| failure.about_board(number))?;
                    i32::try_from(found).expect("a path in memory is shorter")
                }
            };
            distances.put(number, distance);
        }
        Ok(())
    })?;
    check_unchanged(solver)
}
