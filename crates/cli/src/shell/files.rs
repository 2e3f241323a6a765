//! Input and output files of commands: `-` is the standard input, and writes are atomic.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tilebase::table::{AtomicFile, WriteError};

use super::usage::nearest;

/// Buffer size: room for many lines.
const READ_AT_ONCE_IN_BYTES: usize = 1 << 20;

/// A file in the same folder whose name has one of these extensions and differs by a typo.
pub(crate) fn similar_file(file: &Path, extensions: &[&str]) -> Option<PathBuf> {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(parent).ok()?.flatten().filter(|entry| entry.path().is_file());
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| {
        let extension = Path::new(name).extension().and_then(OsStr::to_str);
        extension.is_some_and(|extension| extensions.contains(&extension))
    });
    names.sort_unstable();
    let near = nearest(file.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(file.with_file_name(near))
}

/// Whether the last part of a path may be a symbolic link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    Followed,
    Refused,
}

/// Opens a regular file that a program under test may exchange at any moment.
///
/// Never waits for the other end of a pipe, and checks the opened file instead of its name, which
/// could mean another file a moment later.
///
/// # Errors
/// If it is not a regular file, or cannot be opened.
pub(crate) fn open_regular_file(path: &Path, links: Links) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let no_links = if links == Links::Refused { OFlags::NOFOLLOW } else { OFlags::empty() };
        let flags = (OFlags::NONBLOCK | no_links).bits().cast_signed();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags);
    }
    #[cfg(not(unix))]
    if links == Links::Refused && fs::symlink_metadata(path)?.is_symlink() {
        return Err(io::Error::other("it is a link"));
    }
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    Ok(file)
}

/// Reads a regular file, up to one byte beyond a limit, so that a file that is too long is noticed.
///
/// # Errors
/// As for [`open_regular_file`], or if it cannot be read.
pub(crate) fn read_regular_file(path: &Path, links: Links, max_bytes: usize) -> io::Result<Vec<u8>> {
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    open_regular_file(path, links)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Copies a regular file with its permissions to a new file, without following links.
///
/// # Errors
/// As for [`open_regular_file`], or if the copy exists or cannot be written.
pub(crate) fn copy_regular_file(from: &Path, to: &Path, links: Links) -> io::Result<u64> {
    let mut source = open_regular_file(from, links)?;
    let mut copy = File::create_new(to)?;
    let bytes = io::copy(&mut source, &mut copy)?;
    copy.set_permissions(source.metadata()?.permissions())?;
    Ok(bytes)
}

pub(crate) fn open_input(file: &Path) -> anyhow::Result<Box<dyn BufRead + Send>> {
    if file == Path::new("-") {
        let input = NamedInput { name: "standard input".to_owned(), input: io::stdin() };
        return Ok(Box::new(BufReader::with_capacity(READ_AT_ONCE_IN_BYTES, input)));
    }
    let open = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    if open.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        bail!("cannot read {}: expected a file, found a folder", file.display());
    }
    let input = NamedInput { name: file.display().to_string(), input: open };
    Ok(Box::new(BufReader::with_capacity(READ_AT_ONCE_IN_BYTES, input)))
}

/// A reader whose errors contain its name. Keeps the error kinds: interrupted reads are retried.
struct NamedInput<R> {
    name: String,
    input: R,
}

impl<R: Read> Read for NamedInput<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("cannot read {}: {error}", self.name));
        self.input.read(into).map_err(named)
    }
}

/// Writes a file atomically: under a temporary name, which is then renamed.
///
/// An existing path that is not a regular file, such as a pipe, is written directly.
///
/// # Errors
/// [`WriteError`], or the error of `write`. An existing file is then unchanged.
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
