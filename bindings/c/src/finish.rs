//! The end of a solver's life: saving its table, and freeing it.

use std::ffi::c_char;
use std::path::Path;

use tilebase::oracle::DistanceBlocks;
use tilebase::table::BuiltTable;

use crate::call::guard;
use crate::objects::{SOLVERS, Solver};
use crate::pointers::text;
use crate::status::Status;

/// Writes the full table of a solver to a file, for `tb_solver_open`. The file is written
/// completely or not at all: an existing one is replaced only by a whole new one. A missing folder
/// is created. Needs a full table.
///
/// - `path`: UTF-8, with a terminating zero.
/// - Returns: `TB_STATUS_OK`; `NO_TABLE`; `BAD_TEXT`; `IO` if the file can't be written;
///   `BAD_TABLE` if the solver's own file was changed; or a status for an invalid pointer or
///   handle.
/// - Threads: may be called from any thread at any time until the solver is freed. Checks large
///   files on all cores, so don't call it in the child of a `fork`.
///
/// # Safety
/// `path` must end with a zero byte. The solver must not be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_save(solver: *const Solver, path: *const c_char) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (solver, path) = unsafe { (SOLVERS.get(solver)?, text(path, "path")?) };
        let table = solver.full_table()?.table();
        let header = table.header();
        let distances = DistanceBlocks::new(table)?.all()?;
        let built = BuiltTable::new(header.space(), &*distances, header.histogram(), header.encoding())?;
        built.write_to(Path::new(path))?;
        // The distances may be those of a mapped file, which can change until they are written.
        Ok(table.check_unchanged()?)
    })
}

/// Frees a solver. Does nothing for NULL.
///
/// - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for a handle that was already freed or is invalid.
/// - Threads: may be called from any thread, but not during another call with the same solver.
///
/// # Safety
/// No other call with this solver may be in progress.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_solver_free(solver: *mut Solver) -> Status {
    // SAFETY: references last only as long as a call, and the caller guarantees that no other call
    // is in progress.
    guard(|| unsafe { SOLVERS.free(solver) })
}
