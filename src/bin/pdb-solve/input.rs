//! Files, and the standard input by the name of -.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context;

/// Room for many lines at a time.
const READ_AT_ONCE_IN_BYTES: usize = 1 << 20;

pub(crate) fn open_input(file: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if file == Path::new("-") {
        return Ok(Box::new(BufReader::with_capacity(READ_AT_ONCE_IN_BYTES, io::stdin().lock())));
    }
    let open = File::open(file).with_context(|| format!("{} can't be read", file.display()))?;
    Ok(Box::new(BufReader::with_capacity(READ_AT_ONCE_IN_BYTES, open)))
}
