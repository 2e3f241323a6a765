//! Tables on disk: what is in a file, how it is written whole, and how it is opened safely.
//!
//! A table is the entries of a [`Space`](crate::space::Space), in the order of their indexes, in one of four
//! [`Encoding`]s, with a [`Header`] that says of what goal and pattern they are. Opening one checks the magic, the
//! version, the head's checksum, and every size against the file's true length. The payload has a checksum for each 64 KiB,
//! and no entry is given out before its chunk was held against it: all at once where the file is read into memory, and one
//! by one, as they are touched, where it is mapped. Whatever is wrong is a [`TableError`] that names the file, what was
//! expected and what was found.
//!
#![doc = include_str!("../../docs/format.md")]

mod atomic;
mod chunks;
mod codec;
mod crc32;
mod encoding;
mod error;
mod folder;
mod head;
mod header;
mod image;
mod mapped;
mod platform;
pub(crate) mod shared_file;
pub(crate) mod shared_table;

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;

use crate::space::StateIndex;
use crate::threads;
use chunks::Chunks;
use mapped::MappedFile;

pub use atomic::{AtomicFile, WriteError};
pub(crate) use encoding::write_second_bits;
pub use encoding::{Encoding, EncodingError};
pub use error::{FormatError, TableError};
pub use folder::{Folder, TableName};
pub(crate) use head::hex;
pub(crate) use header::CHUNK_BYTES;
pub use header::{Header, Metric};
pub(crate) use image::PayloadBlocks;
pub use image::TableImage;
pub(crate) use platform::{HAS_FILES, read_exact_at};
pub(crate) use shared_file::SharedWriteError;

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
/// assert_eq!(table.code_at(StateIndex::new(9))?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table {
    header: Header,
    /// The head of the file, where it does not stand before the payload: of a table that was built, whose entries are
    /// where the build has put them. Else empty.
    head_apart: Vec<u8>,
    /// Where the payload begins among the bytes.
    payload_offset: usize,
    bytes: Bytes,
}

/// The bytes of a whole table file, or of its payload.
#[derive(Debug)]
enum Bytes {
    /// In memory, and as they were written.
    Owned(Box<[u8]>),
    /// In a file.
    Mapped(MappedFile),
}

impl Bytes {
    #[inline]
    fn as_slice(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            Self::Mapped(file) => file.as_slice(),
        }
    }
}

impl Table {
    /// Files up to this size, 16 MiB, are read into memory when they are opened, and checked as a whole: that takes some
    /// microseconds for the 8-puzzle, and a few milliseconds for the largest.
    pub const READ_AT_OPEN_IN_BYTES: u64 = 16 << 20;

    /// Opens a table file. A [small](Self::READ_AT_OPEN_IN_BYTES) one is read into memory; a large one is mapped, which takes
    /// no time, and each 64 KiB of it are held against their checksum when they are first touched.
    ///
    /// What happens to a mapped file meanwhile:
    ///
    /// - To put a new file in its place by renaming is safe, and that is how [`TableImage::write_to`] does it: the table goes
    ///   on reading the old file. (Windows does not replace a file that is in use, and the writer is told so.)
    /// - If it is written into, [`check_unchanged`](Self::check_unchanged) tells. Ask it before you rely on what was read.
    /// - If it is cut short, a read beyond its new end stops the process on Unix (SIGBUS), unless
    ///   [`catch_lost_files`](Self::catch_lost_files) was called: then it is [`TableError::Changed`].
    ///
    /// Where other programs may do such things all the time, [`read`](Self::read) the file.
    ///
    /// # Errors
    /// [`TableError`] for whatever is wrong with the file.
    pub fn open(file: &Path) -> Result<Self, TableError> {
        if !platform::HAS_FILES {
            return Err(TableError::Absent { file: file.to_owned() });
        }
        let open = open_file(file)?;
        let io_error = |error| TableError::Io { file: file.to_owned(), error };
        if open.metadata().map_err(io_error)?.len() <= Self::READ_AT_OPEN_IN_BYTES {
            return Self::read_opened(open, file);
        }
        let to_map = open.try_clone().map_err(io_error)?;
        let Some(mut mapped) = MappedFile::map(file.to_owned(), to_map).map_err(io_error)? else {
            return Self::read_opened(open, file);
        };
        let decoded = head::decode(mapped.as_slice());
        mapped.check_unchanged().map_err(|error| *error)?;
        let (header, payload_offset) =
            decoded.map_err(|problem| TableError::Format { file: file.to_owned(), problem })?;
        mapped.expect(Chunks::new(&header, payload_offset));
        Ok(Self { header, head_apart: Vec::new(), payload_offset, bytes: Bytes::Mapped(mapped) })
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
    /// assert_eq!(table.payload()?, distances.entries());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TableError`] for whatever is wrong with the file.
    pub fn read(file: &Path) -> Result<Self, TableError> {
        Self::read_opened(open_file(file)?, file)
    }

    fn read_opened(mut open: File, file: &Path) -> Result<Self, TableError> {
        let io_error = |error| TableError::Io { file: file.to_owned(), error };
        let mut bytes = Vec::new();
        open.read_to_end(&mut bytes).map_err(io_error)?;
        Self::of_bytes(bytes.into()).map_err(|problem| TableError::Format { file: file.to_owned(), problem })
    }

    /// A table from the bytes of a whole file, such as one that is built into a program; they are copied.
    ///
    /// # Errors
    /// [`FormatError`] for whatever is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        // What is no table is not copied.
        head::decode(bytes)?;
        Self::of_bytes(bytes.into())
    }

    fn of_bytes(bytes: Box<[u8]>) -> Result<Self, FormatError> {
        let (header, payload_offset) = head::decode(&bytes)?;
        let chunks = Chunks::new(&header, payload_offset);
        // Small tables are checked in less time than it takes to wake threads.
        if !threads::CAN_BE || bytes.len() as u64 <= Self::READ_AT_OPEN_IN_BYTES {
            chunks.all().try_for_each(|chunk| chunks.check(&bytes, chunk))?;
        } else {
            threads::ensure();
            let checked = chunks.all().into_par_iter().map(|chunk| chunks.check(&bytes, chunk));
            checked.find_first(Result::is_err).unwrap_or(Ok(()))?;
        }
        Ok(Self { header, head_apart: Vec::new(), payload_offset, bytes: Bytes::Owned(bytes) })
    }

    /// A table from the two parts of its file, which fit each other.
    pub(crate) fn from_parts(header: Header, head: Vec<u8>, payload: Vec<u8>) -> Self {
        Self { header, head_apart: head, payload_offset: 0, bytes: Bytes::Owned(payload.into()) }
    }

    /// Makes a mapped table whose file is cut short an error instead of the end of the process, by a handler for SIGBUS; other
    /// causes of this signal are left to the handler that was set before. To be called once, by a program, as a library
    /// has no business with signals. On Windows, where a mapped file can't be cut, there is nothing to do.
    ///
    /// ```
    /// use tilebase::table::Table;
    ///
    /// Table::catch_lost_files()?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the system.
    pub fn catch_lost_files() -> io::Result<()> {
        platform::lost_file::catch()
    }

    /// What the table says of itself.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The entries as they are written, in the encoding that the header names. What was not checked before is checked now.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged, or was changed. Later changes are told by
    /// [`check_unchanged`](Self::check_unchanged).
    pub fn payload(&self) -> Result<&[u8], Box<TableError>> {
        let all = self.unchecked_payload();
        self.check_part(&(0..all.len()))?;
        Ok(all)
    }

    /// A part of the payload, likewise. None if it has no such part.
    pub(crate) fn payload_part(&self, part: Range<usize>) -> Result<Option<&[u8]>, Box<TableError>> {
        let Some(bytes) = self.unchecked_payload().get(part.clone()) else { return Ok(None) };
        self.check_part(&part)?;
        Ok(Some(bytes))
    }

    /// The payload for those who have had it checked.
    #[inline]
    pub(crate) fn unchecked_payload(&self) -> &[u8] {
        &self.bytes.as_slice()[self.payload_offset..]
    }

    /// The code of an entry, as its [`Encoding`] writes it. Its chunk is checked, if it was not before.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged there, or was changed; [`TableError::NoEntry`] if there is no such entry.
    #[inline]
    pub fn code_at(&self, index: StateIndex) -> Result<u8, Box<TableError>> {
        let encoding = self.header.encoding();
        let place = encoding.place_of(index).unwrap_or(usize::MAX);
        let byte = match &self.bytes {
            Bytes::Owned(bytes) => bytes.get(self.payload_offset.saturating_add(place)).copied(),
            Bytes::Mapped(file) => file.byte_at(place, self.chunks())?,
        };
        byte.map(|byte| encoding.code_in(byte, index)).ok_or_else(|| self.no_entry(index))
    }

    #[cold]
    fn no_entry(&self, index: StateIndex) -> Box<TableError> {
        Box::new(TableError::NoEntry { index: index.number(), entries: self.header.entries() })
    }

    /// Reads the whole payload and compares its checksums with the header's, those that were compared before as well.
    ///
    /// # Errors
    /// [`TableError`] with the first chunk that is damaged.
    pub fn check_payload(&self) -> Result<(), Box<TableError>> {
        match &self.bytes {
            // They were compared when they were read, and nobody can have changed them.
            Bytes::Owned(_) => Ok(()),
            Bytes::Mapped(file) => file.check_all(self.chunks()),
        }
    }

    /// Like [`check_payload`](Self::check_payload), as long as it may go on, which is asked for each chunk. Returns
    /// whether it was done.
    pub(crate) fn check_payload_while(
        &self,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, Box<TableError>> {
        match &self.bytes {
            Bytes::Owned(_) => Ok(true),
            Bytes::Mapped(file) => file.check_all_while(self.chunks(), goes_on),
        }
    }

    /// Is the file still as it was opened? A program that relies on many entries, or on a long search by them, asks this
    /// before it gives its answer. Nothing can happen to a table in memory.
    ///
    /// # Errors
    /// [`TableError::Changed`] if it was cut short, written into or became unreadable.
    pub fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match &self.bytes {
            Bytes::Owned(_) => Ok(()),
            Bytes::Mapped(file) => file.check_unchanged(),
        }
    }

    /// Does it lie in memory, whatever becomes of its file?
    pub(crate) const fn is_in_memory(&self) -> bool {
        matches!(self.bytes, Bytes::Owned(_))
    }

    fn check_part(&self, part: &Range<usize>) -> Result<(), Box<TableError>> {
        match &self.bytes {
            Bytes::Owned(_) => Ok(()),
            Bytes::Mapped(file) => file.check_part(part, self.chunks()),
        }
    }

    #[inline]
    fn chunks(&self) -> Chunks<'_> {
        Chunks::new(&self.header, self.payload_offset)
    }

    /// The length of the file, in bytes.
    pub fn len_in_bytes(&self) -> u64 {
        (self.head_apart.len() + self.bytes.as_slice().len()) as u64
    }

    /// The BLAKE3 hash of the file, as `b3sum` prints it. Reads the whole file.
    ///
    /// # Errors
    /// [`TableError::Changed`] if the file was changed.
    pub fn blake3(&self) -> Result<String, Box<TableError>> {
        let mut hasher = blake3::Hasher::new();
        let hash = hasher.update(&self.head_apart).update(self.bytes.as_slice()).finalize().to_string();
        self.check_unchanged()?;
        Ok(hash)
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
        for encoding in Encoding::all_of(distances().space()) {
            let distances = distances();
            let image = distances.image(encoding).unwrap();
            let file = folder.path().join(encoding.name());
            image.write_to(&file).unwrap();
            let (len, hash) = (image.len_in_bytes(), image.blake3());
            let bytes = fs::read(&file).unwrap();
            let tables = [Table::open(&file), Table::read(&file)].map(Result::unwrap);
            for table in tables.into_iter().chain([Table::from_bytes(&bytes).unwrap(), image.into_table()]) {
                assert_eq!((table.len_in_bytes(), table.blake3().unwrap()), (len, hash.clone()));
                assert_eq!(table.header().space(), distances.space());
                assert_eq!(table.header().histogram(), distances.histogram());
                assert_eq!((table.header().encoding(), table.header().deepest()), (encoding, 21));
                assert!(table.code_at(StateIndex::new(359)).is_ok());
                let codes_in_payload =
                    table.header().payload_len() * 360_u64.div_ceil(table.header().payload_len());
                let error = table.code_at(StateIndex::new(codes_in_payload)).unwrap_err();
                assert!(matches!(*error, TableError::NoEntry { entries: 360, .. }), "{error}");
            }
        }
    }

    /// What `open` promises of a file that is replaced.
    #[cfg(unix)]
    #[test]
    fn a_table_outlives_the_renaming_of_another_to_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("table.pdb");
        distances().image(Encoding::Byte).unwrap().write_to(&file).unwrap();
        let table = Table::open(&file).unwrap();
        AtomicFile::replace(&file, b"no table").unwrap();
        assert_eq!(table.payload().unwrap(), distances().entries());
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
        let by_region = Generator::new(Space::with_regions(&goal, &pattern).unwrap()).run().unwrap();
        let header = |distances: &Distances| distances.image(Encoding::Byte).unwrap().header().clone();
        assert_eq!(
            (header(&costs).metric(), header(&distances()).metric()),
            (Metric::Additive, Metric::SingleTile)
        );
        assert_eq!(header(&by_region).metric(), Metric::AdditiveByRegion);
        let codes = Metric::ALL.map(Metric::code);
        assert_eq!((codes, codes.map(Metric::from_code)), ([0, 1, 2], Metric::ALL.map(Some)));
        assert_eq!(Metric::from_code(3), None);
        assert_eq!((header(&costs).pattern(), header(&costs).entries()), (&pattern, 30));
    }
}
