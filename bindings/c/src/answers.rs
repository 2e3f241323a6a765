//! Queries of a table for one board.

use std::ffi::c_char;

use tilebase::space::StateIndex;

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{TABLES, Table, board, board_of_numbers, bytes_of, letters_of};
use crate::pointers::{Buffer, Place};
use crate::status::Status;

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

/// The fewest moves from a board to the goal.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `BAD_TABLE`; or a status for an invalid
///   pointer or handle.
/// - Threads: may be called from any thread at any time until the table is freed; calls do not
///   block each other.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_distance(
    table: *const Table,
    tiles: *const u8,
    cells: usize,
    distance: *mut u32,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(distance, "distance")?) };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(table.goal().shape(), tiles, cells) }?;
        place.put(table.oracle.distance(&board)?.moves().into());
        Ok(())
    })
}

/// Like `tb_table_distance`, for a board with 32-bit tiles, such as `std::array<int, 9>` and HOG2's
/// `MNPuzzleState`.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns, threads: as for `tb_table_distance`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_distance_i32(
    table: *const Table,
    tiles: *const i32,
    cells: usize,
    distance: *mut u32,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(distance, "distance")?) };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board_of_numbers(table.goal().shape(), tiles, cells) }?;
        place.put(table.oracle.distance(&board)?.moves().into());
        Ok(())
    })
}

/// A shortest path from a board to the goal: the first one in the order U, D, L, R. A letter is the
/// direction of the blank.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - `path`: room for `capacity` letters, including the terminating zero; `TB_PATH_CAPACITY` is
///   always enough. NULL with capacity 0 only queries the length.
/// - `length`: the number of moves; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `SHORT_BUFFER` (the length is written);
///   `BAD_TABLE`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_solve(
    table: *const Table,
    tiles: *const u8,
    cells: usize,
    path: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, path, length) = unsafe {
            (TABLES.get(table)?, Buffer::new(path, capacity, "path")?, Place::wanted(length, "length")?)
        };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(table.goal().shape(), tiles, cells) }?;
        path.fill_text(&letters_of(&table.oracle.first_path(&board)?), length.as_ref())
    })
}

/// The legal moves of a board in the order U, D, L, R: two to four, each with the distance of the
/// board after it.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - `steps`: room for `capacity` moves; 4 are always enough. NULL with capacity 0 only queries the
///   number.
/// - `count`: the number of moves; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `SHORT_BUFFER`; `BAD_TABLE`; or a status
///   for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_moves(
    table: *const Table,
    tiles: *const u8,
    cells: usize,
    steps: *mut Step,
    capacity: usize,
    count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, buffer, count) = unsafe {
            (TABLES.get(table)?, Buffer::new(steps, capacity, "steps")?, Place::wanted(count, "count")?)
        };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(table.goal().shape(), tiles, cells) }?;
        let optimal = table.oracle.optimal_moves(&board)?;
        let mut found = Vec::with_capacity(4);
        for (step, next) in board.successors() {
            let distance = table.oracle.distance(&next)?.moves().into();
            found.push(Step { distance, letter: step.letter() as c_char, optimal: optimal.contains(&step) });
        }
        buffer.fill(&found, count.as_ref())
    })
}

/// The number of shortest paths of a board; 1 for the goal itself.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `TOO_LARGE` if the number exceeds 64
///   bits; `BAD_TABLE`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_count_paths(
    table: *const Table,
    tiles: *const u8,
    cells: usize,
    paths: *mut u64,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(paths, "paths")?) };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(table.goal().shape(), tiles, cells) }?;
        let count = table.oracle.count_paths(&board)?;
        let too_large = |_| Failure::new(Status::TooLarge, format!("{count} paths are beyond 64 bits"));
        place.put(u64::try_from(count).map_err(too_large)?);
        Ok(())
    })
}

/// The index of a board among those that can reach the goal, from 0 to `tb_table_states` - 1.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; or a status for an invalid pointer or
///   handle.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_rank(
    table: *const Table,
    tiles: *const u8,
    cells: usize,
    index: *mut u64,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(index, "index")?) };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { board(table.goal().shape(), tiles, cells) }?;
        table.goal().check_reachable(&board)?;
        place.put(table.oracle.space().index_of_reachable(&board).number());
        Ok(())
    })
}

/// The board at an index.
///
/// - `tiles`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
///   only queries the number.
/// - `cells`: the number of tiles; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `BAD_INDEX` if there is no board at the index; `SHORT_BUFFER`; or a
///   status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_unrank(
    table: *const Table,
    index: u64,
    tiles: *mut u8,
    capacity: usize,
    cells: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, buffer, cells) = unsafe {
            (TABLES.get(table)?, Buffer::new(tiles, capacity, "tiles")?, Place::wanted(cells, "cells")?)
        };
        let space = table.oracle.space();
        let board = space.board_at(StateIndex::new(index)).ok_or_else(|| {
            let text =
                format!("no board has the number {index}: there are {}, counted from 0", space.states());
            Failure::new(Status::BadIndex, text)
        })?;
        buffer.fill(&bytes_of(&board), cells.as_ref())
    })
}
