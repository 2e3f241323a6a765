//! Making pattern databases: building and opening.

use std::ffi::c_char;
use std::path::Path;

use tilebase::Goal;
use tilebase::board::Tile;
use tilebase::space::{Pattern, PatternSpace, Space};
use tilebase::table::{Encoding, Table, TableError};

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::goal_of;
use crate::options::{Build, BuildOptions};
use crate::patterns::{PDBS, Pdb};
use crate::pointers::{OutPointer, array, text};
use crate::status::Status;

/// Flag of `tb_pdb_build`: distinguish the regions of the blank, so that the entries are
/// consistent.
pub const TB_PDB_ZERO_AWARE: u32 = 1;

/// Flag of `tb_pdb_build`, only with `TB_PDB_ZERO_AWARE`: one bit per entry, which makes the file
/// an eighth as large. The first lookup decodes all entries to one byte each.
pub const TB_PDB_BITS: u32 = 2;

/// Builds the pattern database of some tiles in memory. Six tiles of 4x4 take less than a second
/// and 20 MB; eight take a few seconds and 0.8 GB, or 1.6 GB if zero-aware.
///
/// In a zero-aware database, a placement has an entry for each region where the blank can be: a
/// connected set of cells without tiles of the pattern. Then no move changes an entry by more than
/// one.
///
/// - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
///   with the blank last.
/// - `pattern`: the `pattern_tiles` numbers of the pattern's tiles, in any order.
/// - `flags`: 0, `TB_PDB_ZERO_AWARE`, or `TB_PDB_ZERO_AWARE | TB_PDB_BITS`.
/// - `options`: the memory limit, the threads, the stop, and the function to call after each level;
///   NULL for the defaults.
/// - `pdb`: the handle, for `tb_pdb_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the goal); `BAD_PATTERN`; `BAD_ARGUMENT`
///   (the flags or the threads); `TOO_LARGE`; `OUT_OF_MEMORY`; `THREADS`; `STOPPED`; or a status
///   for an invalid pointer or stop.
/// - Threads: may be called from any thread. Builds large patterns on all cores by default, so
///   don't call it in the child of a `fork`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, and the function of the options
/// must be one that can be called with their context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_build(
    rows: u32,
    columns: u32,
    goal: *const u8,
    goal_cells: usize,
    pattern: *const u8,
    pattern_tiles: usize,
    flags: u32,
    options: *const BuildOptions,
    pdb: *mut *mut Pdb,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (place, build) = unsafe { (OutPointer::new(pdb, "pdb")?, Build::read(options)?) };
        // SAFETY: guaranteed by the caller.
        let goal = unsafe { goal_of(rows, columns, goal, goal_cells) }?;
        let encoding = encoding_of(flags)?;
        // SAFETY: guaranteed by the caller.
        let pattern = unsafe { pattern_of(&goal, pattern, pattern_tiles) }?;
        let space = if flags & TB_PDB_ZERO_AWARE == 0 { PatternSpace::new } else { PatternSpace::zero_aware };
        let generator = build.generator(Space::Pattern(space(&goal, pattern)?))?;
        keep(Pdb::new(generator.table(encoding)?), &place)
    })
}

fn encoding_of(flags: u32) -> Result<Encoding, Failure> {
    match flags {
        0 | TB_PDB_ZERO_AWARE => Ok(Encoding::Byte),
        _ if flags == TB_PDB_ZERO_AWARE | TB_PDB_BITS => Ok(Encoding::Bit),
        _ => {
            let text = format!(
                "flags: expected 0, TB_PDB_ZERO_AWARE, or TB_PDB_ZERO_AWARE | TB_PDB_BITS, found {flags}"
            );
            Err(Failure::new(Status::BadArgument, text))
        }
    }
}

/// Reads a pattern. Reads no tile if there are more than the shape has, because the number may be
/// wrong, too.
///
/// # Safety
/// As for [`array()`].
unsafe fn pattern_of(goal: &Goal, tiles: *const u8, count: usize) -> Result<Pattern, Failure> {
    let shape = goal.shape();
    if count >= shape.tiles() {
        let text = match count == shape.tiles() {
            true => "the pattern of all tiles is a full table: build it with tb_solver_build".to_owned(),
            false => format!("a pattern of {count} tiles, but {shape} has {}", shape.tiles()),
        };
        return Err(Failure::new(Status::BadPattern, text));
    }
    // SAFETY: guaranteed by the caller.
    let tiles = unsafe { array(tiles, count, "pattern") }?;
    Ok(Pattern::new(shape, tiles.iter().copied().map(Tile::new))?)
}

fn keep(pdb: Option<Pdb>, place: &OutPointer<*mut Pdb>) -> Result<(), Failure> {
    let pdb = pdb.ok_or_else(|| Failure::new(Status::Internal, "a full table was built"))?;
    place.put(PDBS.keep(pdb)?);
    Ok(())
}

/// Opens a pattern database from a file written by `tb_pdb_save` or `pdb-gen build --pattern`. A
/// file of up to 16 MiB is read into memory and checked completely. A larger one is mapped, and
/// each part is checked on first access; the first call for many boards checks all. Such a file
/// must not be truncated until the database is freed: reading past its new end raises a signal
/// (SIGBUS). Replacing the file by renaming is safe. If other programs may truncate it, use
/// `tb_pdb_read`.
///
/// - `path`: UTF-8, with a terminating zero.
/// - `pdb`: the handle, for `tb_pdb_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_TEXT`, `NO_FILE`, `IO`, `BAD_TABLE`, `OTHER_KIND` for a full
///   table, or a status for an invalid pointer.
/// - Threads: may be called from any thread.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, and `path` must end with a zero
/// byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_open(path: *const c_char, pdb: *mut *mut Pdb) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { from_file(Table::open, path, pdb) })
}

/// Reads a pattern database from a file of any size into memory and checks it completely; later
/// changes of the file have no effect. Checks large files on all cores, so don't call it in the
/// child of a `fork`. Otherwise like `tb_pdb_open`.
///
/// # Safety
/// As for `tb_pdb_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_read(path: *const c_char, pdb: *mut *mut Pdb) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { from_file(Table::read, path, pdb) })
}

/// # Safety
/// As for [`tb_pdb_open`].
unsafe fn from_file(
    read: fn(&Path) -> Result<Table, TableError>,
    path: *const c_char,
    pdb: *mut *mut Pdb,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let (place, path) = unsafe { (OutPointer::new(pdb, "pdb")?, text(path, "path")?) };
    keep(Some(Pdb::of_file(read(Path::new(path))?, Path::new(path))?), &place)
}
