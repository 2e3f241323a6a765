//! Files that a command writes beside its standard output.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use tilebase::table::{AtomicFile, WriteError};

/// Writes a file, whole or not at all: under a temporary name, which is then renamed. What is there and is no file, such
/// as a pipe, is written as it stands.
///
/// # Errors
/// [`WriteError`], or that of `write`. A file that was there before is then unchanged.
pub(crate) fn write_file<E: From<WriteError>>(
    file: &Path,
    doing: &'static str,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |source| WriteError { file: file.to_owned(), doing, source };
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        let mut pipe = BufWriter::new(File::create(file).map_err(failed)?);
        write(&mut pipe)?;
        return Ok(pipe.flush().map_err(failed)?);
    }
    let mut whole = AtomicFile::create(file)?;
    let mut out = BufWriter::new(&mut whole);
    write(&mut out)?;
    out.flush().map_err(failed)?;
    drop(out);
    Ok(whole.commit()?)
}
