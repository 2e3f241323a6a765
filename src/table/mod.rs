//! Tables on disk: the file format, atomic writing, and safe opening.
//!
//! A table holds the entries of a [`Space`](crate::space::Space) in the order of their indexes, in
//! one of three [`Encoding`]s. Its [`Header`] names the goal and the pattern. Opening a table
//! checks the magic, the version, the head's checksum, and every size against the file's actual
//! length. The payload has a checksum for each page of 64 KiB, and no entry is returned before its
//! page is checked. A file that is read into memory is checked at once; a mapped file is checked
//! page by page on first use. Every problem is a [`TableError`] that names the file, what was
//! expected, and what was found.
//!
//! `docs/format.md` describes the file byte by byte.

mod atomic;
mod body_chunks;
mod built_table;
mod checkpoint_error;
mod checksum_pages;
mod crc32;
mod encoding;
mod envelope;
mod error;
mod file_head;
mod folder;
mod header;
mod header_codec;
mod layout_error;
mod layout_name;
mod locked_file;
mod mapped;
mod platform;
mod seal;
mod section;
mod section_file;
pub(crate) mod shared_file;
pub(crate) mod shared_table;
mod symbols;
mod watched_file;

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;

use crate::space::StateIndex;
use crate::threads;
use checksum_pages::ChecksumPages;
use mapped::MappedFile;

pub use atomic::{AtomicFile, WriteError};
pub(crate) use body_chunks::BodyChunks;
pub use built_table::BuiltTable;
pub use checkpoint_error::CheckpointError;
pub(crate) use checkpoint_error::CheckpointProblem;
pub(crate) use encoding::write_bit_entries;
pub use encoding::{Encoding, EncodingError};
pub(crate) use envelope::{
    CheckedHead, Envelope, FileToCheck, check_bytes, is_of_other_user, open_if_present, page_tags,
};
pub use error::{FormatError, TableError};
pub(crate) use file_head::hex;
pub use folder::{Folder, TableName};
pub use header::Header;
pub(crate) use header::PAGE_BYTES;
pub use layout_error::LayoutError;
pub(crate) use layout_error::LayoutProblem;
pub use layout_name::LayoutName;
pub use locked_file::open_locked;
pub(crate) use platform::{Files, HAS_FILES, read_exact_at};
pub use seal::{Origin, SealKey, SealPolicy};
pub(crate) use seal::{PageTags, SEAL_BYTES, Seal, Sealer, TAG_BYTES};
pub(crate) use section::Section;
pub(crate) use section_file::{SectionFile, write_sections};

/// A table, in a mapped file or in memory.
///
/// It returns codes by index. [`crate::oracle`] interprets them for a board.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::generate::Generator;
/// use tilebase::space::StateIndex;
/// use tilebase::table::Encoding;
///
/// let goal = Goal::blank_last(Shape::new(2, 2)?);
/// let table = Generator::for_goal(&goal)?.distances()?.encoded(Encoding::Byte)?.into_table();
/// assert_eq!(table.header().histogram(), [1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!(table.code_at(StateIndex::new(9))?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table {
    header: Header,
    /// Offset of the payload in `bytes`: the length of the head, or 0 if there is no head, as for a
    /// table that was just built.
    payload_offset: usize,
    bytes: Bytes,
}

/// The bytes of a whole table file, or of its payload.
#[derive(Debug)]
enum Bytes {
    /// In memory, and already checked.
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
    /// Maximum size of files that are read into memory and checked as a whole when opened: 16 MiB.
    /// This takes a few microseconds for the 8-puzzle, and a few milliseconds for the largest
    /// files.
    pub const READ_AT_OPEN_IN_BYTES: u64 = 16 << 20;

    /// Opens a table file. A [small](Self::READ_AT_OPEN_IN_BYTES) file is read into memory. A large
    /// one is mapped, which takes no time, and each page of 64 KiB is checked on first use.
    ///
    /// Other programs may change a mapped file:
    ///
    /// - Replacing it by renaming another file is safe: the table continues to read the old file.
    ///   [`BuiltTable::write_to`] does this. (Windows does not replace files in use; the writer
    ///   gets an error.)
    /// - If the file is overwritten, [`check_unchanged`](Self::check_unchanged) returns an error.
    ///   Call it before you rely on entries.
    /// - If the file is truncated, a read beyond its new end kills the process on Unix (SIGBUS).
    ///   After a call to [`catch_lost_files`](Self::catch_lost_files), it is a
    ///   [`TableError::Changed`] instead.
    ///
    /// If other programs change the file often, [`read`](Self::read) it instead.
    ///
    /// # Errors
    /// [`TableError`] for any problem with the file.
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
        let decoded = file_head::decode(mapped.as_slice());
        // Checked before an error of the head is reported: another program may have changed it
        // while it was read.
        mapped.check_unchanged().map_err(|error| *error)?;
        let (header, payload_offset) =
            decoded.map_err(|problem| TableError::Format { file: file.to_owned(), problem })?;
        mapped.expect(ChecksumPages::new(&header, payload_offset));
        Ok(Self { header, payload_offset, bytes: Bytes::Mapped(mapped) })
    }

    /// Reads a table file into memory. Later changes of the file have no effect.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::{Encoding, Table};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("2x3.pdb");
    /// let distances = Generator::for_goal(&Goal::blank_last(Shape::new(2, 3)?))?.distances()?;
    /// distances.encoded(Encoding::Byte)?.write_to(&file)?;
    ///
    /// let table = Table::read(&file)?;
    /// std::fs::write(&file, "something else")?;
    /// assert_eq!(table.payload()?, distances.entries());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TableError`] for any problem with the file.
    pub fn read(file: &Path) -> Result<Self, TableError> {
        Self::read_opened(open_file(file)?, file)
    }

    fn read_opened(mut open: File, file: &Path) -> Result<Self, TableError> {
        let io_error = |error| TableError::Io { file: file.to_owned(), error };
        let mut bytes = Vec::new();
        open.read_to_end(&mut bytes).map_err(io_error)?;
        Self::of_bytes(bytes.into()).map_err(|problem| TableError::Format { file: file.to_owned(), problem })
    }

    /// Creates a table from the bytes of a whole file, such as one embedded in a program. Copies
    /// the bytes.
    ///
    /// # Errors
    /// [`FormatError`] for any problem with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        // Checks the head first, so that other data is not copied.
        file_head::decode(bytes)?;
        Self::of_bytes(bytes.into())
    }

    fn of_bytes(bytes: Box<[u8]>) -> Result<Self, FormatError> {
        let (header, payload_offset) = file_head::decode(&bytes)?;
        let pages = ChecksumPages::new(&header, payload_offset);
        // Checking a small table takes less time than waking threads.
        if !threads::SUPPORTED || bytes.len() as u64 <= Self::READ_AT_OPEN_IN_BYTES {
            pages.all().try_for_each(|page| pages.check(&bytes, page))?;
        } else {
            threads::ensure();
            let checked = pages.all().into_par_iter().map(|page| pages.check(&bytes, page));
            checked.find_first(Result::is_err).unwrap_or(Ok(()))?;
        }
        Ok(Self { header, payload_offset, bytes: Bytes::Owned(bytes) })
    }

    /// Creates a table from a header and its payload, which must match.
    pub(crate) fn from_parts(header: Header, payload: Vec<u8>) -> Self {
        Self { header, payload_offset: 0, bytes: Bytes::Owned(payload.into()) }
    }

    /// Installs a handler for SIGBUS, so that truncating a mapped file causes an error instead of
    /// ending the process.
    ///
    /// Other causes of the signal are passed to the previous handler. To be called once, by a
    /// program: libraries should not handle signals. Does nothing on Windows, where mapped files
    /// cannot be truncated.
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
        platform::lost_file::install_handler()
    }

    /// Returns the header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the encoded entries. Pages not checked before are checked now.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged or has been changed. For later changes, see
    /// [`check_unchanged`](Self::check_unchanged).
    pub fn payload(&self) -> Result<&[u8], Box<TableError>> {
        let all = self.unchecked_payload();
        self.check_part(&(0..all.len()))?;
        Ok(all)
    }

    /// Returns a checked part of the payload, or `None` if it is out of range.
    pub(crate) fn payload_part(&self, part: Range<usize>) -> Result<Option<&[u8]>, Box<TableError>> {
        let Some(bytes) = self.unchecked_payload().get(part.clone()) else { return Ok(None) };
        self.check_part(&part)?;
        Ok(Some(bytes))
    }

    /// Returns the payload without checking it, for callers that have done so.
    #[inline]
    pub(crate) fn unchecked_payload(&self) -> &[u8] {
        &self.bytes.as_slice()[self.payload_offset..]
    }

    /// Returns the code of an entry, as stored by its [`Encoding`]. Checks the page if necessary.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged there or has been changed; [`TableError::NoEntry`] if
    /// the index is out of range.
    #[inline]
    pub fn code_at(&self, index: StateIndex) -> Result<u8, Box<TableError>> {
        let encoding = self.header.encoding();
        let offset = encoding.offset_of(index).unwrap_or(usize::MAX);
        let byte = match &self.bytes {
            Bytes::Owned(bytes) => bytes.get(self.payload_offset.saturating_add(offset)).copied(),
            Bytes::Mapped(file) => file.byte_at(offset, self.pages())?,
        };
        byte.map(|byte| encoding.code_in(byte, index)).ok_or_else(|| self.no_entry(index))
    }

    #[cold]
    fn no_entry(&self, index: StateIndex) -> Box<TableError> {
        Box::new(TableError::NoEntry { index: index.number(), entries: self.header.entries() })
    }

    /// Reads the whole payload and checks every page, even those checked before.
    ///
    /// # Errors
    /// [`TableError`] for the first damaged page.
    pub fn check_payload(&self) -> Result<(), Box<TableError>> {
        match &self.bytes {
            // Checked when they were read, and immutable since.
            Bytes::Owned(_) => Ok(()),
            Bytes::Mapped(file) => file.check_all(self.pages()),
        }
    }

    /// Like [`check_payload`](Self::check_payload), but calls `keep_going` for each page, and stops
    /// when it returns false. Returns whether all pages were checked.
    pub(crate) fn check_payload_while(
        &self,
        keep_going: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, Box<TableError>> {
        match &self.bytes {
            Bytes::Owned(_) => Ok(true),
            Bytes::Mapped(file) => file.check_all_while(self.pages(), keep_going),
        }
    }

    /// Checks that the file is as it was when opened. Tables in memory never change.
    ///
    /// Programs that rely on many entries, or on a long search, should call this before they report
    /// a result.
    ///
    /// # Errors
    /// [`TableError::Changed`] if the file was truncated, overwritten, or became unreadable.
    pub fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match &self.bytes {
            Bytes::Owned(_) => Ok(()),
            Bytes::Mapped(file) => file.check_unchanged(),
        }
    }

    /// Returns the head of the file. It describes the table and has the checksums of the payload,
    /// so tables with the same head have the same entries.
    pub(crate) fn head(&self) -> Cow<'_, [u8]> {
        match self.payload_offset {
            0 => Cow::Owned(file_head::encode(&self.header)),
            end => Cow::Borrowed(&self.bytes.as_slice()[..end]),
        }
    }

    /// Whether the table is in memory and independent of its file.
    pub(crate) const fn is_in_memory(&self) -> bool {
        matches!(self.bytes, Bytes::Owned(_))
    }

    fn check_part(&self, part: &Range<usize>) -> Result<(), Box<TableError>> {
        match &self.bytes {
            Bytes::Owned(_) => Ok(()),
            Bytes::Mapped(file) => file.check_part(part, self.pages()),
        }
    }

    #[inline]
    fn pages(&self) -> ChecksumPages<'_> {
        ChecksumPages::new(&self.header, self.payload_offset)
    }

    /// Returns the length of the file in bytes.
    pub fn len_in_bytes(&self) -> u64 {
        file_head::len(&self.header) + self.header.payload_len()
    }

    /// Returns the BLAKE3 hash of the file, as printed by `b3sum`. Reads the whole file.
    ///
    /// # Errors
    /// [`TableError::Changed`] if the file was changed.
    pub fn blake3(&self) -> Result<String, Box<TableError>> {
        let mut hasher = blake3::Hasher::new();
        let hash = hasher.update(&self.head()).update(self.unchecked_payload()).finalize().to_string();
        self.check_unchanged()?;
        Ok(hash)
    }
}

/// Identifies tables: the BLAKE3 hash of their heads, which have the checksums of their payloads.
pub(crate) type Fingerprint = [u8; 32];

/// Returns the fingerprint of tables in this order.
pub(crate) fn fingerprint_of(tables: &[Table]) -> Fingerprint {
    let mut hasher = blake3::Hasher::new();
    for head in tables.iter().map(Table::head) {
        hasher.update(&(head.len() as u64).to_le_bytes()).update(&head);
    }
    hasher.finalize().into()
}

/// Opens a regular file for reading.
fn open_file(path: &Path) -> Result<File, TableError> {
    let file = path.to_owned();
    let metadata = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(TableError::Absent { file }),
        Err(error) => return Err(TableError::Io { file, error }),
        Ok(metadata) => metadata,
    };
    // Checked before opening: opening a pipe waits for a writer.
    if !metadata.is_file() {
        let found = if metadata.is_dir() { "a folder" } else { "a pipe, socket or device" };
        return Err(TableError::NotAFile { file, found });
    }
    File::open(path).map_err(|error| TableError::Io { file, error })
}

#[cfg(test)]
mod tests {
    use super::header::Unit;
    use super::*;
    use crate::board::{Goal, Shape, Tile};
    use crate::generate::{Distances, Generator, MultiTileGenerator};
    use crate::space::{Pattern, Space};

    fn distances() -> Distances {
        Generator::for_goal(&Goal::snail(Shape::new(2, 3).unwrap())).unwrap().distances().unwrap()
    }

    #[test]
    fn a_table_is_the_same_opened_read_or_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        for encoding in Encoding::all_of(distances().space()) {
            let distances = distances();
            let image = distances.encoded(encoding).unwrap();
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

    /// Tests what [`Table::open`] promises for a file that is replaced.
    #[cfg(unix)]
    #[test]
    fn a_table_survives_the_replacement_of_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("table.pdb");
        distances().encoded(Encoding::Byte).unwrap().write_to(&file).unwrap();
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
    fn errors_name_files_that_are_not_tables() {
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
    fn the_unit_follows_from_the_pattern_and_the_metric() {
        let goal = Goal::snail(Shape::new(2, 3).unwrap());
        let pattern = Pattern::new(goal.shape(), [Tile::new(2), Tile::new(5)]).unwrap();
        let costs = Generator::new(Space::new(&goal, &pattern).unwrap()).distances().unwrap();
        let zero_aware = Generator::new(Space::zero_aware(&goal, &pattern).unwrap()).distances().unwrap();
        let header = |distances: &Distances| distances.encoded(Encoding::Byte).unwrap().header().clone();
        let units = [distances(), costs.clone(), zero_aware].map(|of| header(&of).unit_name());
        assert_eq!(units, ["stm", "additive", "additive-zero-aware"]);
        let multi_tile = MultiTileGenerator::for_goal(&goal).unwrap().build().unwrap();
        assert_eq!((multi_tile.header().unit_name(), multi_tile.header().metric().name()), ("mtm", "mtm"));
        let codes = Unit::ALL.map(Unit::code);
        assert_eq!((codes, codes.map(Unit::from_code)), ([0, 1, 2, 3], Unit::ALL.map(Some)));
        assert_eq!(Unit::from_code(4), None);
        assert_eq!((header(&costs).pattern(), header(&costs).entries()), (&pattern, 30));
    }
}
