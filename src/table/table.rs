//! A table that can be read.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use memmap2::Mmap;
use rayon::prelude::*;

use super::error::{FormatError, TableError, TableProblem};
use super::header::{CHUNK_BYTES, Header};
use super::{head, map};
use crate::space::StateIndex;

/// Payloads up to this size, 16 MiB, have their checksums checked whenever they are opened: it takes
/// microseconds for the 8-puzzle and a few milliseconds for the largest.
pub const CHECKED_AT_OPEN_IN_BYTES: u64 = 16 << 20;

/// A table over any bytes: a memory map, a vector, or a slice built into a program.
///
/// It knows codes by index. What they mean for a board is for [`crate::oracle`] to say.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::generate::{Threads, build};
/// use tilebase::space::StateIndex;
/// use tilebase::table::Encoding;
///
/// let goal = Goal::blank_last(Shape::new(2, 2)?);
/// let table = build(&goal, Threads::One, |_| ())?.image(Encoding::Byte)?.into_table()?;
/// assert_eq!(table.header().histogram(), [1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!(table.code_at(StateIndex::new(9)), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<D> {
    header: Header,
    payload_offset: usize,
    bytes: D,
}

/// A table in a file.
pub type MappedTable = Table<Mmap>;

impl MappedTable {
    /// Opens a table file and maps it into memory. The time this takes does not depend on the size of large
    /// tables; small ones are read whole and checked.
    ///
    /// The file must not be cut short by another program while it is in use: that would end this process.
    /// (Building the table again is no such case: it puts a new file in the place of the old one.)
    ///
    /// # Errors
    /// [`TableError`] for whatever is wrong with the file.
    pub fn open(file: &Path) -> Result<Self, TableError> {
        Self::try_open(file).map_err(TableError::at(file))
    }

    fn try_open(path: &Path) -> Result<Self, TableProblem> {
        let metadata = fs::metadata(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => TableProblem::Absent,
            _ => TableProblem::Io(error),
        })?;
        // Before opening: to open a pipe is to wait for a writer.
        if !metadata.is_file() {
            let found = if metadata.is_dir() { "a folder" } else { "a pipe, socket or device" };
            return Err(TableProblem::NotAFile { found });
        }
        let file = File::open(path).map_err(TableProblem::Io)?;
        if metadata.len() == 0 {
            return Err(FormatError::Empty.into());
        }
        let bytes = map::map(&file, metadata.len() <= CHECKED_AT_OPEN_IN_BYTES).map_err(TableProblem::Io)?;
        Ok(Self::from_bytes(bytes)?)
    }
}

impl<D: AsRef<[u8]>> Table<D> {
    /// A table over the bytes of a whole file.
    ///
    /// # Errors
    /// [`FormatError`] for whatever is wrong with the bytes; of payloads above
    /// [`CHECKED_AT_OPEN_IN_BYTES`] only the size is looked at.
    pub fn from_bytes(bytes: D) -> Result<Self, FormatError> {
        let (header, payload_offset) = head::decode(bytes.as_ref())?;
        let table = Self { header, payload_offset, bytes };
        if table.header.payload_len() <= CHECKED_AT_OPEN_IN_BYTES {
            table.check_payload()?;
        }
        Ok(table)
    }

    /// The same table with its bytes in another wrapping, which must hold the same bytes.
    pub(crate) fn map_bytes<E: AsRef<[u8]>>(self, wrap: impl FnOnce(D) -> E) -> Table<E> {
        Table { header: self.header, payload_offset: self.payload_offset, bytes: wrap(self.bytes) }
    }

    /// What the table says of itself.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The entries as they are written, in the encoding that the header names.
    #[inline]
    pub fn payload(&self) -> &[u8] {
        &self.bytes.as_ref()[self.payload_offset..]
    }

    /// The code of an entry: see [`Encoding::code_at`](super::Encoding::code_at). None if there is no such entry.
    #[inline]
    pub fn code_at(&self, index: StateIndex) -> Option<u8> {
        self.header.encoding().code_at(self.payload(), index)
    }

    /// Reads the whole payload and compares its checksums with the header's.
    ///
    /// # Errors
    /// [`FormatError::PayloadChecksum`] for the first chunk that is damaged.
    pub fn check_payload(&self) -> Result<(), FormatError> {
        let chunk_len = CHUNK_BYTES as usize;
        let payload_offset = self.payload_offset;
        let damage = |(nth, (chunk, expected)): (usize, (&[u8], &u32))| {
            let found = crc32fast::hash(chunk);
            let from = (payload_offset + nth * chunk_len) as u64;
            let to = from + chunk.len() as u64 - 1;
            let damaged = || FormatError::PayloadChecksum { from, to, expected: *expected, found };
            (found != *expected).then(damaged)
        };
        let checksums = self.header.checksums();
        let damage = if self.header.payload_len() <= CHECKED_AT_OPEN_IN_BYTES {
            self.payload().chunks(chunk_len).zip(checksums).enumerate().find_map(damage)
        } else {
            self.payload().par_chunks(chunk_len).zip(checksums).enumerate().find_map_first(damage)
        };
        damage.map_or(Ok(()), Err)
    }

    /// The length of the file, in bytes.
    pub fn len_in_bytes(&self) -> u64 {
        self.bytes.as_ref().len() as u64
    }

    /// The BLAKE3 hash of the file, as `b3sum` prints it. Reads the whole file.
    pub fn blake3(&self) -> String {
        blake3::hash(self.bytes.as_ref()).to_string()
    }
}
