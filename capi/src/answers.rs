//! What a table says of one board.

use std::ffi::c_char;

use tilebase::space::StateIndex;

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{TABLES, Table, board, board_of_numbers, bytes_of, letters_of};
use crate::pointers::{Buffer, Place};
use crate::status::Status;

/// A move that a board allows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The distance of the board after it.
    pub distance: u32,
    /// `'U'`, `'D'`, `'L'` or `'R'`: where the blank goes.
    pub letter: c_char,
    /// Does a shortest path begin with it?
    pub optimal: bool,
}

/// The fewest moves from a board to the goal.
///
/// - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `BAD_TABLE`; or what is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the table is there; threads don't wait for each other.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_distance(
    table: *const Table,
    tiles: *const u8,
    cells: usize,
    distance: *mut u32,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(distance, "distance")?) };
        // SAFETY: the caller's promise.
        let board = unsafe { board(table.goal().shape(), tiles, cells) }?;
        place.put(table.oracle.distance(&board)?.moves().into());
        Ok(())
    })
}

/// The same for a board whose tiles are numbers of 32 bits, as `std::array<int, 9>` and HOG2's `MNPuzzleState` have them.
///
/// - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
/// - What is returned, threads: as for `tb_table_distance`.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_distance_i32(
    table: *const Table,
    tiles: *const i32,
    cells: usize,
    distance: *mut u32,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(distance, "distance")?) };
        // SAFETY: the caller's promise.
        let board = unsafe { board_of_numbers(table.goal().shape(), tiles, cells) }?;
        place.put(table.oracle.distance(&board)?.moves().into());
        Ok(())
    })
}

/// A shortest path from a board to the goal: the first in the order U, D, L, R. A move is named by where the blank goes.
///
/// - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
/// - `path`: room for `capacity` letters, and among them a zero behind the last; `TB_PATH_CAPACITY` is always enough.
///   NULL with 0 only asks for the length.
/// - `length`: how many moves there are; NULL if that is not wanted.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `SHORT_BUFFER` (the length was written); `BAD_TABLE`; or what
///   is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
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
        // SAFETY: the caller's promise.
        let (table, path, length) = unsafe {
            (TABLES.get(table)?, Buffer::new(path, capacity, "path")?, Place::wanted(length, "length")?)
        };
        // SAFETY: the caller's promise.
        let board = unsafe { board(table.goal().shape(), tiles, cells) }?;
        path.fill_text(&letters_of(&table.oracle.first_path(&board)?), length.as_ref())
    })
}

/// The moves that a board allows, in the order U, D, L, R: two to four, with the distances that they lead to.
///
/// - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
/// - `steps`: room for `capacity` of them; 4 are always enough. NULL with 0 only asks for the number.
/// - `count`: how many there are; NULL if that is not wanted.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `SHORT_BUFFER`; `BAD_TABLE`; or what is wrong with a pointer or
///   the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
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
        // SAFETY: the caller's promise.
        let (table, buffer, count) = unsafe {
            (TABLES.get(table)?, Buffer::new(steps, capacity, "steps")?, Place::wanted(count, "count")?)
        };
        // SAFETY: the caller's promise.
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

/// How many shortest paths a board has; one for the goal itself.
///
/// - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `TOO_LARGE` if the number is beyond 64 bits; `BAD_TABLE`; or
///   what is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_count_paths(
    table: *const Table,
    tiles: *const u8,
    cells: usize,
    paths: *mut u64,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(paths, "paths")?) };
        // SAFETY: the caller's promise.
        let board = unsafe { board(table.goal().shape(), tiles, cells) }?;
        let count = table.oracle.count_paths(&board)?;
        let too_large = |_| Failure::new(Status::TooLarge, format!("{count} paths are beyond 64 bits"));
        place.put(u64::try_from(count).map_err(too_large)?);
        Ok(())
    })
}

/// The number of a board among those that can reach the goal, from 0 to one less than `tb_table_states`.
///
/// - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
/// - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; or what is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_rank(
    table: *const Table,
    tiles: *const u8,
    cells: usize,
    index: *mut u64,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(index, "index")?) };
        // SAFETY: the caller's promise.
        let board = unsafe { board(table.goal().shape(), tiles, cells) }?;
        table.goal().check_reachable(&board)?;
        place.put(table.oracle.space().index_of_reachable(&board).number());
        Ok(())
    })
}

/// The board of a number.
///
/// - `tiles`: room for `capacity` tiles; `TB_MOST_CELLS` are always enough. NULL with 0 only asks for how many.
/// - `cells`: how many tiles there are; NULL if that is not wanted.
/// - Returns: `TB_STATUS_OK`; `BAD_INDEX` if no board has the number; `SHORT_BUFFER`; or what is wrong with a pointer or
///   the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_unrank(
    table: *const Table,
    index: u64,
    tiles: *mut u8,
    capacity: usize,
    cells: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
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
