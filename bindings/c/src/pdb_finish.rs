//! The end of a pattern database's life: checking its file, saving, and freeing.

use std::ffi::c_char;
use std::path::Path;

use tilebase::table::BuiltTable;

use crate::call::guard;
use crate::patterns::{PDBS, Pdb};
use crate::pointers::text;
use crate::status::Status;

/// Checks that the file of a pattern database has not changed since it was opened; always
/// `TB_STATUS_OK` for one in memory. A changed file can give wrong answers, so call this after many
/// calls of `tb_pdb_lookup` for a mapped file. `tb_pdb_lookups` and `tb_pdb_save` already do it.
///
/// - Returns: `TB_STATUS_OK`; `BAD_TABLE` if the file was modified or truncated; or a status for an
///   invalid handle.
/// - Threads: may be called from any thread at any time until the database is freed.
///
/// # Safety
/// The database must not be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_check_file(pdb: *const Pdb) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let pdb = unsafe { PDBS.get(pdb) }?;
        Ok(pdb.table().check_unchanged()?)
    })
}

/// Writes a pattern database to a file, for `tb_pdb_open` and for the programs: `pdb-gen` writes
/// the same bytes. The file is written completely or not at all: an existing one is replaced only
/// by a whole new one. A missing folder is created.
///
/// - `path`: UTF-8, with a terminating zero.
/// - Returns: `TB_STATUS_OK`; `BAD_TEXT`; `IO` if the file can't be written; `BAD_TABLE` if the
///   database's own file was changed; or a status for an invalid pointer or handle.
/// - Threads: may be called from any thread at any time until the database is freed.
///
/// # Safety
/// `path` must end with a zero byte. The database must not be freed during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_save(pdb: *const Pdb, path: *const c_char) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (pdb, path) = unsafe { (PDBS.get(pdb)?, text(path, "path")?) };
        let header = pdb.table().header();
        let built = BuiltTable::new(header.space(), pdb.entries()?, header.histogram(), header.encoding())?;
        built.write_to(Path::new(path))?;
        // The entries may be those of a mapped file, which can change until they are written.
        Ok(pdb.table().check_unchanged()?)
    })
}

/// Frees a pattern database. Does nothing for NULL. Sets made from it have their own copies of its
/// entries.
///
/// - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for a handle that was already freed or is invalid.
/// - Threads: may be called from any thread, but not during another call with the same database.
///
/// # Safety
/// No other call with this database may be in progress.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_pdb_free(pdb: *mut Pdb) -> Status {
    // SAFETY: references last only as long as a call, and the caller guarantees that no other call
    // is in progress.
    guard(|| unsafe { PDBS.free(pdb) })
}
