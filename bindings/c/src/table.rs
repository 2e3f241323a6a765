//! Tables: building, opening, and properties.

use std::ffi::c_char;
use std::path::Path;

use tilebase::Oracle;
use tilebase::board::Goal;
use tilebase::generate::Generator;
use tilebase::table::{self as files, Encoding};

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{self, Stop, TABLES, Table};
use crate::pointers::{Buffer, Place, text};
use crate::status::Status;

/// Builds the table of a shape in memory, one byte per board. This takes less than a millisecond
/// for 3x3, and a second and 240 MB for 3x4.
///
/// - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
///   with the blank last.
/// - `most_memory`: the memory limit of the build in bytes; 0 for none. Set a limit if the shape is
///   not under your control: on systems that overcommit memory, a table that is too large ends the
///   process.
/// - `stop`: a stop for the build; NULL for none.
/// - `table`: the handle, for `tb_table_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`, `BAD_BOARD` (the goal), `TOO_LARGE`, `OUT_OF_MEMORY`,
///   `THREADS`, `STOPPED`, or a status for an invalid pointer or stop.
/// - Threads: may be called from any thread. Builds large tables on all cores, so don't call it in
///   the child of a `fork`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_build(
    rows: u32,
    columns: u32,
    goal: *const u8,
    goal_cells: usize,
    most_memory: u64,
    stop: *const Stop,
    table: *mut *mut Table,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (place, interrupt) = unsafe { (Place::new(table, "table")?, objects::interrupt(stop)?) };
        let shape = objects::shape(rows, columns)?;
        // SAFETY: guaranteed by the caller.
        let goal =
            unsafe { objects::goal(shape, goal, goal_cells) }?.unwrap_or_else(|| Goal::blank_last(shape));
        let generator = Generator::for_goal(&goal)?.interrupt(&interrupt.unwrap_or_default());
        check_memory(&generator, &goal, most_memory)?;
        let built = generator.table(Encoding::Byte)?;
        place.put(TABLES.keep(Table::new(Oracle::new(built, &goal)?))?);
        Ok(())
    })
}

/// Rejects a build that needs more than `most` bytes; 0 is no limit.
fn check_memory(generator: &Generator<'_>, goal: &Goal, most: u64) -> Result<(), Failure> {
    let needed = generator.memory_in_bytes();
    if most > 0 && needed > most {
        let text =
            format!("a table of {} takes {needed} bytes to build, and the limit is {most}", goal.shape());
        return Err(Failure::new(Status::TooLarge, text));
    }
    Ok(())
}

/// Opens a table file of `pdb-gen`. A file of up to 16 MiB is read into memory and checked
/// completely. A larger one is mapped, and each part is checked on first access. Such a file must
/// not be truncated while the table is open: reading past its new end raises a signal (SIGBUS).
/// Replacing the file by renaming is safe. If other programs may truncate it, use `tb_table_read`.
///
/// - `path`: UTF-8, with a terminating zero.
/// - `goal`: the goal of the distances, as `goal_cells` tiles; its blank must be in the same cell
///   as that of the table's goal. NULL with 0 cells is the table's own goal.
/// - `table`: the handle, for `tb_table_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_TEXT`, `NO_FILE`, `IO`, `BAD_TABLE`, `BAD_BOARD` (the goal),
///   `OTHER_GOAL` (also for a pattern database), or a status for an invalid pointer.
/// - Threads: may be called from any thread.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, and `path` must end with a zero
/// byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_open(
    path: *const c_char,
    goal: *const u8,
    goal_cells: usize,
    table: *mut *mut Table,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { from_file(files::Table::open, path, goal, goal_cells, table) })
}

/// Reads a table file of any size into memory and checks it completely; later changes of the file
/// have no effect. Checks large files on all cores, so don't call it in the child of a `fork`.
/// Otherwise like `tb_table_open`.
///
/// # Safety
/// As for `tb_table_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_read(
    path: *const c_char,
    goal: *const u8,
    goal_cells: usize,
    table: *mut *mut Table,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { from_file(files::Table::read, path, goal, goal_cells, table) })
}

/// # Safety
/// As for [`tb_table_open`].
unsafe fn from_file(
    read: fn(&Path) -> Result<files::Table, files::TableError>,
    path: *const c_char,
    goal: *const u8,
    goal_cells: usize,
    table: *mut *mut Table,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let (place, path) = unsafe { (Place::new(table, "table")?, text(path, "path")?) };
    let read = read(Path::new(path))?;
    let own = *read.header().goal();
    // SAFETY: guaranteed by the caller.
    let goal = unsafe { objects::goal(own.shape(), goal, goal_cells) }?.unwrap_or(own);
    place.put(TABLES.keep(Table::new(Oracle::new(read, &goal)?))?);
    Ok(())
}

/// Frees a table. Does nothing for NULL.
///
/// - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for a handle that was already freed or is invalid.
/// - Threads: may be called from any thread, but not during another call with the same table.
///
/// # Safety
/// No other call with this table may be in progress.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_free(table: *mut Table) -> Status {
    // SAFETY: references last only as long as a call, and the caller guarantees that no other call
    // is in progress.
    guard(|| unsafe { TABLES.free(table) })
}

/// Checks whether the file of an open table is unchanged; always true for a table in memory. Call
/// this before relying on many answers of a large table. `tb_table_distances` does it itself.
///
/// - Returns: `TB_STATUS_OK`; `BAD_TABLE` if the file was modified or truncated.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// The table must not be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_check_file(table: *const Table) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let table = unsafe { TABLES.get(table) }?;
        Ok(table.oracle.table().check_unchanged()?)
    })
}

/// The number of rows and columns of the table's boards. Either pointer may be NULL if not needed.
///
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_shape(table: *const Table, rows: *mut u32, columns: *mut u32) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, rows, columns) =
            unsafe { (TABLES.get(table)?, Place::wanted(rows, "rows")?, Place::wanted(columns, "columns")?) };
        let shape = table.goal().shape();
        for (place, side) in [(rows, shape.rows()), (columns, shape.columns())] {
            if let Some(place) = place {
                place.put(side as u32);
            }
        }
        Ok(())
    })
}

/// The goal of a table, in row order, 0 for the blank.
///
/// - `tiles`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
///   only queries the number.
/// - `cells`: the number of tiles; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_goal(
    table: *const Table,
    tiles: *mut u8,
    capacity: usize,
    cells: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, buffer, cells) = unsafe {
            (TABLES.get(table)?, Buffer::new(tiles, capacity, "tiles")?, Place::wanted(cells, "cells")?)
        };
        buffer.fill(&objects::bytes_of(&table.goal().board()), cells.as_ref())
    })
}

/// The largest distance in a table.
///
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_deepest(table: *const Table, deepest: *mut u32) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(deepest, "deepest")?) };
        place.put(table.oracle.table().header().deepest().into());
        Ok(())
    })
}

/// The number of boards that can reach the goal: half of all boards. Their indexes start at 0
/// (`tb_table_rank`).
///
/// - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_states(table: *const Table, states: *mut u64) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(states, "states")?) };
        place.put(table.oracle.space().states());
        Ok(())
    })
}

/// The number of boards at each distance, from 0 to the largest.
///
/// - `counts`: room for `capacity` numbers. NULL with capacity 0 only queries how many.
/// - `levels`: the number of counts, one more than the largest distance; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the table is freed.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements. The table must not be freed
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_histogram(
    table: *const Table,
    counts: *mut u64,
    capacity: usize,
    levels: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (table, buffer, levels) = unsafe {
            (TABLES.get(table)?, Buffer::new(counts, capacity, "counts")?, Place::wanted(levels, "levels")?)
        };
        buffer.fill(table.oracle.histogram(), levels.as_ref())
    })
}
