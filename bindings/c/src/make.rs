//! Making solvers: with the fastest method available, or with a full table.

use std::ffi::c_char;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilebase::board::Goal;
use tilebase::search::{Limits, PatternSet};
use tilebase::solve::{Algorithm, Method, SolverBuilder};
use tilebase::space::{Pattern, Space};
use tilebase::table::{Encoding, Folder, Table, TableError};
use tilebase::{Interrupt, Oracle};

use crate::call::guard;
use crate::failure::Failure;
use crate::objects::{self, SOLVERS, Solver, Stop, goal_of};
use crate::options::{Build, BuildOptions};
use crate::pointers::{OutPointer, text};
use crate::status::Status;

/// Makes a solver with the fastest method available. It uses the full table of the goal if the
/// folder has one or if building it is fast (up to 2x5 and 3x3). Otherwise, it searches: IDA* with
/// pattern databases, from the folder or built now. Building takes 0.04 s for 4x4, but about 10
/// seconds on two cores and 1.4 GB for boards of 24 and 25 cells. No files are written.
///
/// - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
///   with the blank last.
/// - `folder`: the folder of the tables, in UTF-8 with a terminating zero; NULL for none. It need
///   not exist.
/// - `stop`: a stop for building tables; NULL for none. Searches take their own.
/// - `solver`: the handle, for `tb_solver_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the goal); `BAD_TEXT`; `IO` or `BAD_TABLE`
///   for files in the folder; `OUT_OF_MEMORY`; `THREADS`; `STOPPED`; or a status for an invalid
///   pointer or stop.
/// - Threads: may be called from any thread. Builds tables on all cores, so don't call it in the
///   child of a `fork`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, and `folder` must end with a zero
/// byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_new(
    rows: u32,
    columns: u32,
    goal: *const u8,
    goal_cells: usize,
    folder: *const c_char,
    stop: *const Stop,
    solver: *mut *mut Solver,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (place, interrupt) = unsafe { (OutPointer::new(solver, "solver")?, objects::interrupt(stop)?) };
        // SAFETY: guaranteed by the caller.
        let goal = unsafe { goal_of(rows, columns, goal, goal_cells) }?;
        // SAFETY: guaranteed by the caller.
        let builder = unsafe { in_folder(tilebase::Solver::builder(&goal), folder) }?;
        keep_built(builder, interrupt, &place)
    })
}

/// Like `tb_solver_new`, with the options of a build.
///
/// - `options`: NULL for the defaults. `max_memory` limits the pattern databases, not counting
///   mapped files: if even the smallest ones exceed it, the solver searches with linear conflicts.
///   `on_level` is called after each level of each pattern database that is built; `distance`
///   starts again at 0 for each one. It is not called for a full table, which is built in a moment.
///   If it returns false, the build ends and the `stop` in `options`, if any, is triggered, which
///   also ends other calls that use it. `threads` must be 0, because this build uses all cores.
/// - The other parameters, threads: as for `tb_solver_new`.
/// - Returns: as for `tb_solver_new`; also `BAD_ARGUMENT` if `threads` is not 0, and `STOPPED` if
///   `on_level` returned false.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, `folder` must end with a zero
/// byte, and the function of the options must be one that can be called with their context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_new_with(
    rows: u32,
    columns: u32,
    goal: *const u8,
    goal_cells: usize,
    folder: *const c_char,
    options: *const BuildOptions,
    solver: *mut *mut Solver,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (place, build) = unsafe { (OutPointer::new(solver, "solver")?, Build::read(options)?) };
        // SAFETY: guaranteed by the caller.
        let goal = unsafe { goal_of(rows, columns, goal, goal_cells) }?;
        // SAFETY: guaranteed by the caller.
        let builder = unsafe { in_folder(tilebase::Solver::builder(&goal), folder) }?;
        keep_built(build.watching(builder)?, Some(build.interrupt().clone()), &place)
    })
}

/// Adds the folder of the tables, if one is given.
///
/// # Safety
/// As for [`text`].
unsafe fn in_folder<'a>(
    builder: SolverBuilder<'a>,
    folder: *const c_char,
) -> Result<SolverBuilder<'a>, Failure> {
    if folder.is_null() {
        return Ok(builder);
    }
    // SAFETY: guaranteed by the caller.
    let folder = unsafe { text(folder, "folder") }?;
    Ok(builder.folder(&Folder::new(PathBuf::from(folder))))
}

/// Builds the solver. The interrupt applies only to building tables; each search takes its own.
fn keep_built(
    builder: SolverBuilder<'_>,
    interrupt: Option<Interrupt>,
    place: &OutPointer<*mut Solver>,
) -> Result<(), Failure> {
    let solver = builder.limits(Limits::default().with_interrupt(interrupt)).build()?;
    keep(solver.with_limits(Limits::default()), place)
}

/// Makes a solver that searches with the pattern databases of one preset. Use it for lower bounds
/// of a certain kind, or to stay within a memory limit. The databases are read from the folder if
/// it has all of them. Otherwise they are built, which takes 0.04 s for 5-5-5, but minutes for
/// large patterns. No files are written.
///
/// - `preset`: the name of the preset, such as `7-8`. The presets of 4x4 are 5-5-5, 6-6-3, 7-8 and
///   7-8x1. Those of 5x5 are 6-6-6-6 and 6x16. The message of `BAD_ARGUMENT` lists those of other
///   shapes.
/// - `max_memory`: the memory limit of the pattern databases in bytes, not counting mapped files; 0
///   for no limit.
/// - `goal`, `folder`, `stop`, `solver`, threads: as for `tb_solver_new`.
/// - Returns: as for `tb_solver_new`; also `BAD_ARGUMENT` for an unknown preset, and `TOO_LARGE`
///   if the databases exceed the memory limit.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, and `folder` and `preset` must
/// end with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_with_preset(
    rows: u32,
    columns: u32,
    goal: *const u8,
    goal_cells: usize,
    preset: *const c_char,
    max_memory: u64,
    folder: *const c_char,
    stop: *const Stop,
    solver: *mut *mut Solver,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (place, interrupt) = unsafe { (OutPointer::new(solver, "solver")?, objects::interrupt(stop)?) };
        // SAFETY: guaranteed by the caller.
        let (goal, preset) = unsafe { (goal_of(rows, columns, goal, goal_cells)?, text(preset, "preset")?) };
        let mut builder = tilebase::Solver::builder(&goal)
            .method(Method::of(Algorithm::Ida))
            .pattern_set(preset_of(&goal, preset)?);
        if max_memory > 0 {
            builder = builder.pdb_memory_in_bytes(max_memory);
        }
        // SAFETY: guaranteed by the caller.
        keep_built(unsafe { in_folder(builder, folder) }?, interrupt, &place)
    })
}

/// Finds a preset of the goal's shape.
fn preset_of(goal: &Goal, name: &str) -> Result<PatternSet, Failure> {
    let sets = PatternSet::of_goal(goal);
    let unknown = || {
        let names: Vec<&str> = sets.iter().map(PatternSet::name).collect();
        let text = format!("no preset {name:?} for {}: expected one of {}", goal.shape(), names.join(", "));
        Failure::new(Status::BadArgument, text)
    };
    sets.iter().find(|set| set.name() == name).cloned().ok_or_else(unknown)
}

/// Makes a solver with a full table, built in memory with one byte per board. This takes less than
/// a millisecond for 3x3, and a second and 240 MB for 3x4.
///
/// - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
///   with the blank last.
/// - `options`: the memory limit, the threads, the stop, and the function to call after each level;
///   NULL for the defaults.
/// - `solver`: the handle, for `tb_solver_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`, `BAD_BOARD` (the goal), `BAD_ARGUMENT` (the threads),
///   `TOO_LARGE`, `OUT_OF_MEMORY`, `THREADS`, `STOPPED`, or a status for an invalid pointer or
///   stop.
/// - Threads: may be called from any thread. Builds large tables on all cores by default, so don't
///   call it in the child of a `fork`.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, and the function of the options
/// must be one that can be called with their context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_build(
    rows: u32,
    columns: u32,
    goal: *const u8,
    goal_cells: usize,
    options: *const BuildOptions,
    solver: *mut *mut Solver,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (place, build) = unsafe { (OutPointer::new(solver, "solver")?, Build::read(options)?) };
        // SAFETY: guaranteed by the caller.
        let goal = unsafe { goal_of(rows, columns, goal, goal_cells) }?;
        let generator = build.generator(Space::new(&goal, &Pattern::full(goal.shape()))?)?;
        keep_table(generator.table(Encoding::Byte)?, &goal, &place)
    })
}

/// Makes a solver with a full table from a file written by `tb_solver_save` or `pdb-gen`. A file of
/// up to 16 MiB is read into memory and checked completely. A larger one is mapped, and each part
/// is checked on first access. Such a file must not be truncated until the solver is freed: reading
/// past its new end raises a signal (SIGBUS). Replacing the file by renaming is safe. If other
/// programs may truncate it, use `tb_solver_read`.
///
/// - `path`: UTF-8, with a terminating zero.
/// - `goal`: the goal of the distances, as `goal_cells` tiles; its blank must be in the same cell
///   as that of the table's goal. NULL with 0 cells is the table's own goal.
/// - `solver`: the handle, for `tb_solver_free`.
/// - Returns: `TB_STATUS_OK`; `BAD_TEXT`, `NO_FILE`, `IO`, `BAD_TABLE`, `BAD_BOARD` (the goal),
///   `OTHER_GOAL`, `OTHER_KIND` for a pattern database or distances in the multi-tile metric, or a
///   status for an invalid pointer.
/// - Threads: may be called from any thread.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, and `path` must end with a zero
/// byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_open(
    path: *const c_char,
    goal: *const u8,
    goal_cells: usize,
    solver: *mut *mut Solver,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { from_file(Table::open, path, goal, goal_cells, solver) })
}

/// Reads a table file of any size into memory and checks it completely; later changes of the file
/// have no effect. Checks large files on all cores, so don't call it in the child of a `fork`.
/// Otherwise like `tb_solver_open`.
///
/// # Safety
/// As for `tb_solver_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_read(
    path: *const c_char,
    goal: *const u8,
    goal_cells: usize,
    solver: *mut *mut Solver,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { from_file(Table::read, path, goal, goal_cells, solver) })
}

/// # Safety
/// As for [`tb_solver_open`].
unsafe fn from_file(
    read: fn(&Path) -> Result<Table, TableError>,
    path: *const c_char,
    goal: *const u8,
    goal_cells: usize,
    solver: *mut *mut Solver,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let (place, path) = unsafe { (OutPointer::new(solver, "solver")?, text(path, "path")?) };
    let table = read(Path::new(path))?;
    if !table.header().pattern().is_full() {
        let text = format!(
            "{path} is a pattern database (tiles {} of {}), not a full table: open it with tb_pdb_open",
            table.header().pattern(),
            table.header().goal().shape()
        );
        return Err(Failure::new(Status::OtherKind, text));
    }
    let own = *table.header().goal();
    // SAFETY: guaranteed by the caller.
    let goal = unsafe { objects::goal(own.shape(), goal, goal_cells) }?.unwrap_or(own);
    keep_table(table, &goal, &place)
}

fn keep_table(table: Table, goal: &Goal, place: &OutPointer<*mut Solver>) -> Result<(), Failure> {
    keep(Arc::new(Oracle::new(table, goal)?).into(), place)
}

fn keep(solver: tilebase::Solver, place: &OutPointer<*mut Solver>) -> Result<(), Failure> {
    place.put(SOLVERS.keep(Solver::new(solver))?);
    Ok(())
}
