//! Tables: from where they come, and what they are of.

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

/// Computes the table of a shape, in memory: a byte for each board. That takes under a millisecond for 3x3, and a second
/// and 240 MB for 3x4.
///
/// - `goal`: `goal_cells` tiles row by row, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ... with the blank last.
/// - `most_memory`: the most memory that the build may take, in bytes; 0 is no limit. On a system that promises more
///   memory than it has, a table beyond it ends the process, so a program that takes sizes from others sets one.
/// - `stop`: what ends the build from outside; NULL if nothing does.
/// - `table`: the handle, for `tb_table_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`, `BAD_BOARD` (the goal), `TOO_LARGE`, `OUT_OF_MEMORY`, `THREADS`,
///   `STOPPED`, or what is wrong with a pointer or the stop.
/// - Threads: may be called from any thread. Large tables are built on all cores, so not in the child of a `fork`.
///
/// # Safety
/// The pointers are to as much as is said.
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
        // SAFETY: the caller's promise.
        let (place, interrupt) = unsafe { (Place::new(table, "table")?, objects::interrupt(stop)?) };
        let shape = objects::shape(rows, columns)?;
        // SAFETY: the caller's promise.
        let goal =
            unsafe { objects::goal(shape, goal, goal_cells) }?.unwrap_or_else(|| Goal::blank_last(shape));
        let generator = Generator::for_goal(&goal)?.interrupt(&interrupt.unwrap_or_default());
        check_memory(&generator, &goal, most_memory)?;
        let built = generator.table(Encoding::Byte)?;
        place.put(TABLES.keep(Table::new(Oracle::new(built, &goal)?))?);
        Ok(())
    })
}

/// Refuses a build that takes more than this.
fn check_memory(generator: &Generator<'_>, goal: &Goal, most: u64) -> Result<(), Failure> {
    let needed = generator.memory_in_bytes();
    if most > 0 && needed > most {
        let text =
            format!("a table of {} takes {needed} bytes to build, and the limit is {most}", goal.shape());
        return Err(Failure::new(Status::TooLarge, text));
    }
    Ok(())
}

/// Opens a table file, as `pdb-gen` writes them. One of up to 16 MiB is read into memory and checked as a whole; of a
/// larger one each part is checked when it is first touched, and the file must not be cut short while the table is open:
/// a read beyond its new end is a signal (SIGBUS). To put a new file in its place by renaming is safe. Where other
/// programs may do worse, use `tb_table_read`.
///
/// - `path`: UTF-8, with a zero at its end.
/// - `goal`: the goal to answer for, `goal_cells` tiles; its blank must be in the same cell as that of the table's goal.
///   NULL with 0 cells is the table's own goal.
/// - `table`: the handle, for `tb_table_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_TEXT`, `NO_FILE`, `IO`, `BAD_TABLE`, `BAD_BOARD` (the goal), `OTHER_GOAL` (also for a
///   table of a pattern), or what is wrong with a pointer.
/// - Threads: may be called from any thread.
///
/// # Safety
/// The pointers are to as much as is said, and the path ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_open(
    path: *const c_char,
    goal: *const u8,
    goal_cells: usize,
    table: *mut *mut Table,
) -> Status {
    // SAFETY: the caller's promise.
    guard(|| unsafe { from_file(files::Table::open, path, goal, goal_cells, table) })
}

/// Reads a table file into memory, whatever its size and whatever happens to it later, and checks all of it: a large one on
/// all cores, so not in the child of a `fork`. Else as `tb_table_open`.
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
    // SAFETY: the caller's promise.
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
    // SAFETY: the caller's promise.
    let (place, path) = unsafe { (Place::new(table, "table")?, text(path, "path")?) };
    let read = read(Path::new(path))?;
    let own = *read.header().goal();
    // SAFETY: the caller's promise.
    let goal = unsafe { objects::goal(own.shape(), goal, goal_cells) }?.unwrap_or(own);
    place.put(TABLES.keep(Table::new(Oracle::new(read, &goal)?))?);
    Ok(())
}

/// Frees a table. NULL is no fault, and nothing happens.
///
/// - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for one that was freed before or is none.
/// - Threads: may be called from any thread, but not while another call with this table is going on.
///
/// # Safety
/// No other call with this table is going on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_free(table: *mut Table) -> Status {
    // SAFETY: references last as long as calls, and the caller promises that there are none.
    guard(|| unsafe { TABLES.free(table) })
}

/// Asks of a table that was opened whether its file is still as it was. Of one that is in memory it always is. Ask this
/// before you rely on many answers of a large table; `tb_table_distances` asks it itself.
///
/// - Returns: `TB_STATUS_OK`; `BAD_TABLE` if the file was written into or cut short.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_check_file(table: *const Table) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let table = unsafe { TABLES.get(table) }?;
        Ok(table.oracle.table().check_unchanged()?)
    })
}

/// How many rows and columns the boards of a table have. Either may be NULL, if it is not wanted.
///
/// - Returns: `TB_STATUS_OK`, or what is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_shape(table: *const Table, rows: *mut u32, columns: *mut u32) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
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

/// The goal of a table, row by row, 0 for the blank.
///
/// - `tiles`: room for `capacity` tiles; `TB_MOST_CELLS` are always enough. NULL with 0 only asks for the number.
/// - `cells`: how many tiles there are; NULL if that is not wanted.
/// - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or what is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_goal(
    table: *const Table,
    tiles: *mut u8,
    capacity: usize,
    cells: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (table, buffer, cells) = unsafe {
            (TABLES.get(table)?, Buffer::new(tiles, capacity, "tiles")?, Place::wanted(cells, "cells")?)
        };
        buffer.fill(&objects::bytes_of(&table.goal().board()), cells.as_ref())
    })
}

/// The largest distance in a table.
///
/// - Returns: `TB_STATUS_OK`, or what is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_deepest(table: *const Table, deepest: *mut u32) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(deepest, "deepest")?) };
        place.put(table.oracle.table().header().deepest().into());
        Ok(())
    })
}

/// How many boards can reach the goal: half of all. They are numbered from 0 (`tb_table_rank`).
///
/// - Returns: `TB_STATUS_OK`, or what is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_states(table: *const Table, states: *mut u64) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (table, place) = unsafe { (TABLES.get(table)?, Place::new(states, "states")?) };
        place.put(table.oracle.space().states());
        Ok(())
    })
}

/// How many boards there are at each distance, from 0 to the deepest.
///
/// - `counts`: room for `capacity` numbers. NULL with 0 only asks for how many.
/// - `levels`: how many numbers there are, one more than the largest distance; NULL if that is not wanted.
/// - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or what is wrong with a pointer or the handle.
/// - Threads: may be called from any thread at any time while the table is there.
///
/// # Safety
/// The pointers are to as much as is said, and the table is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_table_histogram(
    table: *const Table,
    counts: *mut u64,
    capacity: usize,
    levels: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: the caller's promise.
        let (table, buffer, levels) = unsafe {
            (TABLES.get(table)?, Buffer::new(counts, capacity, "counts")?, Place::wanted(levels, "levels")?)
        };
        buffer.fill(table.oracle.histogram(), levels.as_ref())
    })
}
