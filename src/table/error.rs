//! The errors of table files.

use std::io;
use std::path::PathBuf;

use crate::board::Metric;

/// The reasons why a file is not a usable table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file does not exist.
    #[error("{}: no such file", file.display())]
    Absent {
        /// The file.
        file: PathBuf,
    },
    /// The path is not a regular file.
    #[error("{}: expected a file, found {found}", file.display())]
    NotAFile {
        /// The file.
        file: PathBuf,
        /// The kind of file found.
        found: &'static str,
    },
    /// The file could not be read.
    #[error("cannot read {}: {error}", file.display())]
    Io {
        /// The file, or the folder of tables.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file could not be removed.
    #[error("cannot remove {}: {error}", file.display())]
    NotRemoved {
        /// The file.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The bytes are not a table.
    #[error("{}: {problem}", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// The problem.
        problem: FormatError,
    },
    /// The distances are in another metric than the file's name says.
    #[error(
        "{}: the distances are in the metric {found}, but the file name says {expected}; rename the file",
        file.display()
    )]
    OtherMetric {
        /// The file.
        file: PathBuf,
        /// The metric of the name.
        expected: Metric,
        /// The metric of the distances.
        found: Metric,
    },
    /// Another program changed the file while it was in use.
    #[error(
        "{}: the file was {how} while it was in use, so nothing more is read from it; run the command again",
        file.display()
    )]
    Changed {
        /// The file.
        file: PathBuf,
        /// The change, such as "cut short".
        how: &'static str,
    },
    /// The table has no entry at the requested index.
    #[error("entry {index} was asked for, and the table has {entries}, counted from 0")]
    NoEntry {
        /// The index.
        index: u64,
        /// Number of entries.
        entries: u64,
    },
}

/// The reasons why bytes are not a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file has no bytes.
    #[error("the file is empty; delete it, and build the table again")]
    Empty,
    /// The file does not begin with a table's magic.
    #[error("this is not a table file: expected it to begin with {expected}, found {found}")]
    Magic {
        /// The magic, in hexadecimal.
        expected: String,
        /// The first bytes, in hexadecimal.
        found: String,
    },
    /// The table has another version of the format.
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
        /// Minimum length of the complete file in bytes.
        expected: u64,
        /// Length of the file in bytes.
        found: u64,
    },
    /// The file continues after the table.
    #[error("the file is too long: expected {expected} bytes, found {found}; build the table again")]
    TooLong {
        /// Length of the complete file in bytes.
        expected: u64,
        /// Length of the file in bytes.
        found: u64,
    },
    /// The head has changed since it was written.
    #[error(
        "the header is damaged: expected checksum {expected:08x}, found {found:08x}; build the table again"
    )]
    HeadChecksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
    /// The head is as it was written, but its contents are inconsistent.
    #[error("the header is invalid: {reason}; build the table again")]
    Header {
        /// The inconsistency.
        reason: String,
    },
    /// The entries have an encoding that no longer exists, four bits each.
    #[error("this is a table in the packed encoding of an older version; build the table again")]
    PackedEncoding,
    /// A page of the payload has changed since it was written.
    #[error(
        "the payload is damaged in bytes {from} to {to} of the file: expected checksum {expected:08x}, found \
         {found:08x}; build the table again"
    )]
    PayloadChecksum {
        /// Offset in the file of the page's first byte.
        from: u64,
        /// Offset of its last byte.
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
