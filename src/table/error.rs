//! What can be wrong with a file.

use std::io;
use std::path::PathBuf;

/// Why a file is no usable table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// There is no such file.
    #[error("{}: there is no such file", file.display())]
    Absent {
        /// The file.
        file: PathBuf,
    },
    /// Folders, pipes and devices hold no table.
    #[error("{}: expected a file, found {found}", file.display())]
    NotAFile {
        /// The file.
        file: PathBuf,
        /// What it is.
        found: &'static str,
    },
    /// The system did not let it be read.
    #[error("{}: it can't be read: {error}", file.display())]
    Io {
        /// The file, or the folder of tables.
        file: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The system did not let it be removed.
    #[error("{}: it can't be removed: {error}", file.display())]
    NotRemoved {
        /// The file.
        file: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The bytes are not those of a table.
    #[error("{}: {problem}", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// What is wrong with them.
        problem: FormatError,
    },
    /// Another program changed the file while it was in use.
    #[error(
        "{}: the file was {how} while it was in use, so nothing more is read from it; run the command again",
        file.display()
    )]
    Changed {
        /// The file.
        file: PathBuf,
        /// What happened to it, as "cut short".
        how: &'static str,
    },
    /// An entry was asked for that the table does not have.
    #[error("entry {index} was asked for, and the table has {entries}, counted from 0")]
    NoEntry {
        /// The index.
        index: u64,
        /// How many entries there are.
        entries: u64,
    },
}

/// Why some bytes are not a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// No bytes at all.
    #[error("the file is empty; delete it, and build the table again")]
    Empty,
    /// The file does not begin as tables do.
    #[error("this is not a table file: expected it to begin with {expected}, found {found}")]
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
