//! What can be wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

/// A file that is no usable table: which, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct TableError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub problem: TableProblem,
}

impl TableError {
    pub(super) fn at(file: &Path) -> impl Fn(TableProblem) -> Self + '_ {
        |problem| Self { file: file.to_owned(), problem }
    }
}

/// Why a file could not be opened as a table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// There is no such file.
    #[error("there is no such file; `pdb-gen build` makes one")]
    Absent,
    /// Folders, pipes and devices hold no table.
    #[error("expected a file, found {found}")]
    NotAFile {
        /// What it is.
        found: &'static str,
    },
    /// The system did not let it be read.
    #[error("it can't be read: {0}")]
    Io(io::Error),
    /// The bytes are not those of a table.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// Why some bytes are not a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// No bytes at all.
    #[error("the file is empty; delete it, and build the table again")]
    Empty,
    /// The file does not begin as tables do.
    #[error("this is not a table: it begins with {found}, not with {expected}")]
    Magic {
        /// The magic, in hexadecimal.
        expected: String,
        /// The first bytes, in hexadecimal.
        found: String,
    },
    /// A table of another version of the format.
    #[error(
        "this is a table of format version {found}, and this program reads version {expected}; build it again"
    )]
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version in the file.
        found: u32,
    },
    /// The file ends before the table does.
    #[error("the file is cut short: expected {expected} bytes, found {found}; build the table again")]
    Truncated {
        /// The least length that a whole file has, in bytes.
        expected: u64,
        /// The length of the file, in bytes.
        found: u64,
    },
    /// The file goes on behind the table.
    #[error("the file is too long: expected {expected} bytes, found {found}; build the table again")]
    TooLong {
        /// The length of a whole file, in bytes.
        expected: u64,
        /// The length of the file, in bytes.
        found: u64,
    },
    /// The head is not as it was written.
    #[error(
        "the head is damaged: expected checksum {expected:08x}, found {found:08x}; build the table again"
    )]
    HeadChecksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
    /// The head is as it was written, but makes no sense.
    #[error("the header makes no sense: {reason}; build the table again")]
    Header {
        /// What is wrong.
        reason: String,
    },
    /// A part of the payload is not as it was written.
    #[error(
        "the payload is damaged in bytes {from} to {to} of the file: expected checksum {expected:08x}, found \
         {found:08x}; build the table again"
    )]
    PayloadChecksum {
        /// The first byte of the chunk, from the file's beginning.
        from: u64,
        /// Its last byte.
        to: u64,
        /// The checksum in the header.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
}

impl FormatError {
    pub(super) const fn header(reason: String) -> Self {
        Self::Header { reason }
    }
}
