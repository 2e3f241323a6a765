//! Boards without a solver: whether they can be solved, and random ones.

use tilebase::solve::Population;

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{bytes_of, goal_of};
use crate::pointers::{Buffer, OutPointer};
use crate::status::Status;
use crate::tiles::board;

/// Maximum number of moves of a random walk; longer ones are not more random.
const MAX_WALK: u32 = 1_000_000;

/// Reports whether a board can reach a goal. Half of all boards can.
///
/// - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
///   with the blank last.
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the board or the goal); or a status for an
///   invalid pointer.
/// - Threads: may be called from any thread at any time.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_is_solvable(
    rows: u32,
    columns: u32,
    goal: *const u8,
    goal_cells: usize,
    tiles: *const u8,
    cells: usize,
    is_solvable: *mut bool,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (place, goal) = unsafe {
            (OutPointer::new(is_solvable, "is_solvable")?, goal_of(rows, columns, goal, goal_cells)?)
        };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(goal.shape(), tiles, cells) }?;
        place.put(goal.is_reachable_from(&board));
        Ok(())
    })
}

/// Draws random boards that can reach a goal. The same seed gives the same boards on every machine.
///
/// - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
///   with the blank last.
/// - `walk`: 0 to draw from all boards that can reach the goal, each equally likely. Otherwise, the
///   length of random walks from the goal, whose ends are the boards. No move undoes the one
///   before.
/// - `tiles`: room for `capacity` tiles, which is filled with boards, one after the other.
///   `capacity` must be a multiple of `rows * columns`.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the goal); `BAD_ARGUMENT` if `capacity` is
///   not such a multiple, or for a walk of more than 1,000,000 moves; `TOO_LARGE` for more than
///   2^24 boards; or a status for an invalid pointer.
/// - Threads: may be called from any thread at any time.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_sample(
    rows: u32,
    columns: u32,
    goal: *const u8,
    goal_cells: usize,
    walk: u32,
    seed: u64,
    tiles: *mut u8,
    capacity: usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (buffer, goal) =
            unsafe { (Buffer::new(tiles, capacity, "tiles")?, goal_of(rows, columns, goal, goal_cells)?) };
        let cells = goal.shape().cells();
        if !capacity.is_multiple_of(cells) {
            let text = format!("tiles has room for {capacity}: expected a multiple of {cells}");
            return Err(Failure::new(Status::BadArgument, text));
        }
        if walk > MAX_WALK {
            let text = format!("walk: expected at most {MAX_WALK} moves, found {walk}");
            return Err(Failure::new(Status::BadArgument, text));
        }
        let population = if walk == 0 { Population::Solvable } else { Population::Walks(walk) };
        let boards = population.draw(&goal, capacity / cells, seed)?;
        for (place, tile) in boards.iter().flat_map(bytes_of).enumerate() {
            buffer.put(place, tile);
        }
        Ok(())
    })
}
