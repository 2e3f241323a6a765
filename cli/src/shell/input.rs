//! Files, and the standard input by the name of -.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, bail};

/// Room for many lines at a time.
const READ_AT_ONCE_IN_BYTES: usize = 1 << 20;

pub(crate) fn open_input(file: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if file == Path::new("-") {
        return Ok(Box::new(BufReader::with_capacity(READ_AT_ONCE_IN_BYTES, io::stdin().lock())));
    }
    let open = File::open(file).with_context(|| format!("{} can't be read", file.display()))?;
    if open.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        bail!("{} can't be read: expected a file, found a folder", file.display());
    }
    Ok(Box::new(BufReader::with_capacity(READ_AT_ONCE_IN_BYTES, open)))
}
