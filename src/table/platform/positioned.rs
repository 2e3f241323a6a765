//! Reads and writes at a position of a file, for several threads or processes at once.

use std::fs::File;
use std::io;

/// Fills a buffer with the bytes from an offset on.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, into, offset)
}

/// Fills a buffer with the bytes from an offset on.
#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, mut into: &mut [u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;

    while !into.is_empty() {
        match file.seek_read(into, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                into = &mut into[read..];
                offset += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Fills a buffer with the bytes from an offset on. Moves the file's cursor, which is safe because
/// systems other than Unix and Windows have a single thread here.
#[cfg(not(any(unix, windows)))]
pub(crate) fn read_exact_at(mut file: &File, into: &mut [u8], offset: u64) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};

    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(into)
}

/// Writes bytes from an offset on.
#[cfg(unix)]
pub(in super::super) fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

/// Writes bytes from an offset on. Moves the file's cursor, which is safe because only one thread
/// writes.
#[cfg(not(unix))]
pub(in super::super) fn write_all_at(mut file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    use std::io::{Seek, SeekFrom, Write};

    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}
