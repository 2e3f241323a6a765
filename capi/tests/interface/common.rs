//! Where things are.

use std::path::{Path, PathBuf};

pub fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn header() -> PathBuf {
    crate_folder().join("include/tilebase.h")
}
