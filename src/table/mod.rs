//! Tables on disk: what is in a file, how it is written whole, and how it is opened safely.
//!
//! # The file, byte by byte
//!
//! All numbers are little-endian. A file is a *head*, which takes a whole number of 4096-byte pages, and a
//! *payload*.
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 8 | magic: `89 54 49 4C 45 0D 0A 1A` (`\x89TILE\r\n\x1a`) |
//! | 8 | 4 | format version: 1 |
//! | 12 | 4 | *n*, the length of the header in bytes |
//! | 16 | 4 | CRC-32 (IEEE) of the head without these four bytes |
//! | 20 | *n* | the header |
//! | 20 + *n* | | zeros up to the next multiple of 4096, where the payload begins |
//!
//! The header is a sequence of fields without padding; a list is its length, 8 bytes, and its items.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | rows, columns | 2 bytes | the shape |
//! | goal | list of bytes | the goal's tiles row by row, 0 for the blank |
//! | pattern | list of bytes | the tiles whose places count, ascending: all of them in a full table |
//! | metric | byte | 0: single-tile moves (STM), of a full table; 1: moves of the pattern's tiles |
//! | encoding | byte | 0 `byte`, 1 `packed`, 2 `mod3` |
//! | entries | 8 bytes | how many entries the payload has |
//! | payload offset | 8 bytes | the head's length |
//! | payload length | 8 bytes | in bytes; the file ends there |
//! | chunk length | 4 bytes | 65,536: payload bytes under one checksum; the last chunk may be shorter |
//! | histogram | list of 8-byte numbers | how many entries there are of each distance, from 0 on |
//! | checksums | list of 4-byte numbers | CRC-32 of each chunk of the payload |
//!
//! The payload has the entry of each index ([`crate::space`]) in the [`Encoding`] that the header names.
//!
//! Equal input gives equal bytes: there is no time, no host and no thread count in a file.
//!
//! # Trust
//!
//! Opening checks the magic, the version, the head's checksum, every size against the file's true length,
//! and for payloads of up to [`CHECKED_AT_OPEN_IN_BYTES`] the payload's checksums too; larger ones are
//! checked by [`Table::check_payload`]. Whatever is wrong is a [`TableError`] that names the file, what was
//! expected, what was found, and what to do.

mod atomic;
mod codec;
mod encoding;
mod error;
mod folder;
mod head;
mod header;
mod image;
mod map;
#[expect(clippy::module_inception, reason = "the noun of this file is the table")]
mod table;

pub use atomic::{AtomicFile, WriteError};
pub use encoding::{Encoding, EncodingError};
pub use error::{FormatError, TableError, TableProblem};
pub use folder::{Folder, TableName};
pub use header::{Header, Metric};
pub use image::TableImage;
pub use table::{CHECKED_AT_OPEN_IN_BYTES, MappedTable, Table};
