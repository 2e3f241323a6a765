//! Tables on disk: what is in a file, how it is written whole, and how it is opened safely.
//!
//! A table is the entries of a [`Space`](crate::space::Space), in the order of their indexes, in one of three
//! [`Encoding`]s, with a [`Header`] that says of what goal and pattern they are. Opening one checks the magic, the
//! version, the head's checksum, every size against the file's true length, and for payloads of up to
//! [`Table::CHECKED_AT_OPEN_IN_BYTES`] the payload's checksums too; larger ones are checked by
//! [`Table::check_payload`]. Whatever is wrong is a [`TableError`] that names the file, what was expected and what was
//! found.
//!
#![doc = include_str!("../../docs/format.md")]

mod atomic;
mod bytes;
mod codec;
mod encoding;
mod error;
mod folder;
mod head;
mod header;
mod image;

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use rayon::prelude::*;

use crate::space::StateIndex;
use crate::threads;
use bytes::Bytes;
use header::CHUNK_BYTES;

pub use atomic::{AtomicFile, WriteError};
pub use encoding::{Encoding, EncodingError};
pub use error::{FormatError, TableError};
pub use folder::{Folder, TableName};
pub(crate) use head::hex;
pub use header::{Header, Metric};
pub use image::TableImage;

/// A table, in a mapped file or in memory.
///
/// It knows codes by index. What they mean for a board is for [`crate::oracle`] to say.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::generate::Generator;
/// use tilebase::space::StateIndex;
/// use tilebase::table::Encoding;
///
/// let goal = Goal::blank_last(Shape::new(2, 2)?);
/// let table = Generator::for_goal(&goal)?.run()?.image(Encoding::Byte)?.into_table();
/// assert_eq!(table.header().histogram(), [1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!(table.code_at(StateIndex::new(9)), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table {
    header: Header,
    payload_offset: usize,
    bytes: Bytes,
}

impl Table {
    /// Payloads up to this size, 16 MiB, have their checksums checked whenever they are opened: it takes
    /// microseconds for the 8-puzzle and a few milliseconds for the largest.
    pub const CHECKED_AT_OPEN_IN_BYTES: u64 = 16 << 20;

    /// Opens a table file and maps it into memory. The time this takes does not depend on the size of large
    /// tables; small ones are gone through and checked.
    ///
    /// The file is trusted to stay as it is while the table is in use. To put a new file in its place by renaming is
    /// safe, and that is how [`TableImage::write_to`] does it: the table goes on reading the old file. To cut the file
    /// short or to write into it is not: answers may change under way, and reading behind the new end stops the process.
    /// Where other programs may do that, [`read`](Self::read) the file.
    ///
    /// # Errors
    /// [`TableError`] for whatever is wrong with the file.
    pub fn open(file: &Path) -> Result<Self, TableError> {
        let open = open_file(file)?;
        let io_error = |error| TableError::Io { file: file.to_owned(), error };
        let len = open.metadata().map_err(io_error)?.len();
        // Nothing can't be mapped.
        let bytes = match len {
            0 => Bytes::Owned(Box::default()),
            _ => Bytes::map(&open, len <= Self::CHECKED_AT_OPEN_IN_BYTES).map_err(io_error)?,
        };
        Self::over(bytes).map_err(|problem| TableError::Format { file: file.to_owned(), problem })
    }

    /// Reads a table file into memory, whatever happens to it later.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::{Encoding, Table};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("2x3.pdb");
    /// let distances = Generator::for_goal(&Goal::blank_last(Shape::new(2, 3)?))?.run()?;
    /// distances.image(Encoding::Byte)?.write_to(&file)?;
    ///
    /// let table = Table::read(&file)?;
    /// std::fs::write(&file, "something else")?;
    /// assert_eq!(table.payload(), distances.entries());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TableError`] for whatever is wrong with the file.
    pub fn read(file: &Path) -> Result<Self, TableError> {
        let mut open = open_file(file)?;
        let mut bytes = Vec::new();
        open.read_to_end(&mut bytes).map_err(|error| TableError::Io { file: file.to_owned(), error })?;
        Self::over(Bytes::Owned(bytes.into()))
            .map_err(|problem| TableError::Format { file: file.to_owned(), problem })
    }

    /// A table from the bytes of a whole file, such as one that is built into a program; they are copied.
    ///
    /// # Errors
    /// [`FormatError`] for whatever is wrong with the bytes; of payloads above
    /// [`CHECKED_AT_OPEN_IN_BYTES`](Self::CHECKED_AT_OPEN_IN_BYTES) only the size is looked at.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        // What is no table is not copied.
        head::decode(bytes)?;
        Self::over(Bytes::Owned(bytes.into()))
    }

    fn over(bytes: Bytes) -> Result<Self, FormatError> {
        let (header, payload_offset) = head::decode(bytes.as_slice())?;
        let table = Self { header, payload_offset, bytes };
        if table.header.payload_len() <= Self::CHECKED_AT_OPEN_IN_BYTES {
            table.check_payload()?;
        }
        Ok(table)
    }

    /// A table from the two parts of its file, which fit each other.
    fn from_parts(header: Header, head: Vec<u8>, payload: &[u8]) -> Self {
        let payload_offset = head.len();
        let mut bytes = head;
        bytes.reserve_exact(payload.len());
        bytes.extend_from_slice(payload);
        Self { header, payload_offset, bytes: Bytes::Owned(bytes.into()) }
    }

    /// What the table says of itself.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The entries as they are written, in the encoding that the header names.
    #[inline]
    pub fn payload(&self) -> &[u8] {
        &self.bytes.as_slice()[self.payload_offset..]
    }

    /// The code of an entry, as its [`Encoding`] writes it. None if there is no such entry.
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
        let damage = if self.header.payload_len() <= Self::CHECKED_AT_OPEN_IN_BYTES {
            self.payload().chunks(chunk_len).zip(checksums).enumerate().find_map(damage)
        } else {
            threads::ensure();
            self.payload().par_chunks(chunk_len).zip(checksums).enumerate().find_map_first(damage)
        };
        damage.map_or(Ok(()), Err)
    }

    /// The length of the file, in bytes.
    pub fn len_in_bytes(&self) -> u64 {
        self.bytes.as_slice().len() as u64
    }

    /// The BLAKE3 hash of the file, as `b3sum` prints it. Reads the whole file.
    pub fn blake3(&self) -> String {
        blake3::hash(self.bytes.as_slice()).to_string()
    }
}

/// Opens what is a regular file, for reading.
fn open_file(path: &Path) -> Result<File, TableError> {
    let file = path.to_owned();
    let metadata = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(TableError::Absent { file }),
        Err(error) => return Err(TableError::Io { file, error }),
        Ok(metadata) => metadata,
    };
    // Before opening: to open a pipe is to wait for a writer.
    if !metadata.is_file() {
        let found = if metadata.is_dir() { "a folder" } else { "a pipe, socket or device" };
        return Err(TableError::NotAFile { file, found });
    }
    File::open(path).map_err(|error| TableError::Io { file, error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape, Tile};
    use crate::generate::{Distances, Generator};
    use crate::space::{Pattern, Space};

    fn distances() -> Distances {
        Generator::for_goal(&Goal::snail(Shape::new(2, 3).unwrap())).unwrap().run().unwrap()
    }

    #[test]
    fn opened_read_and_kept_in_memory_a_table_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        for encoding in Encoding::ALL {
            let distances = distances();
            let image = distances.image(encoding).unwrap();
            let file = folder.path().join(encoding.name());
            image.write_to(&file).unwrap();
            let (len, hash) = (image.len_in_bytes(), image.blake3());
            let bytes = fs::read(&file).unwrap();
            let tables = [Table::open(&file), Table::read(&file)].map(Result::unwrap);
            for table in tables.into_iter().chain([Table::from_bytes(&bytes).unwrap(), image.into_table()]) {
                assert_eq!((table.len_in_bytes(), table.blake3()), (len, hash.clone()));
                assert_eq!(table.header().space(), distances.space());
                assert_eq!(table.header().histogram(), distances.histogram());
                assert_eq!((table.header().encoding(), table.header().deepest()), (encoding, 21));
                assert!(table.code_at(StateIndex::new(359)).is_some());
                let codes_in_payload =
                    table.header().payload_len() * 360_u64.div_ceil(table.header().payload_len());
                assert_eq!(table.code_at(StateIndex::new(codes_in_payload)), None);
            }
        }
    }

    /// What `open` promises of a file that is replaced.
    #[test]
    fn a_table_outlives_the_renaming_of_another_to_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("table.pdb");
        distances().image(Encoding::Byte).unwrap().write_to(&file).unwrap();
        let table = Table::open(&file).unwrap();
        AtomicFile::replace(&file, b"no table").unwrap();
        assert_eq!(table.payload(), distances().entries());
        assert!(matches!(
            Table::open(&file),
            Err(TableError::Format { problem: FormatError::Magic { .. }, .. })
        ));
        assert!(matches!(
            Table::read(&file),
            Err(TableError::Format { problem: FormatError::Magic { .. }, .. })
        ));
    }

    #[test]
    fn what_is_no_table_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let (absent, empty) = (folder.path().join("absent"), folder.path().join("empty"));
        fs::write(&empty, "").unwrap();
        for open in [Table::open, Table::read] {
            assert!(matches!(open(&absent), Err(TableError::Absent { file }) if file == absent));
            assert!(matches!(open(folder.path()), Err(TableError::NotAFile { found: "a folder", .. })));
            let problem = open(&empty).unwrap_err();
            assert!(matches!(&problem, TableError::Format { problem: FormatError::Empty, .. }), "{problem}");
            assert!(problem.to_string().starts_with(&empty.display().to_string()));
        }
    }

    #[test]
    fn the_metric_follows_from_the_pattern() {
        let goal = Goal::snail(Shape::new(2, 3).unwrap());
        let pattern = Pattern::new(goal.shape(), [Tile::new(2), Tile::new(5)]).unwrap();
        let costs = Generator::new(Space::new(&goal, &pattern).unwrap()).run().unwrap();
        let header = |distances: &Distances| distances.image(Encoding::Byte).unwrap().header().clone();
        assert_eq!(
            (header(&costs).metric(), header(&distances()).metric()),
            (Metric::Additive, Metric::SingleTile)
        );
        assert_eq!((header(&costs).pattern(), header(&costs).entries()), (&pattern, 30));
    }
}
