//! [`Section`]: bytes that no longer change, in memory or in a mapped file.

use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

use memmap2::{Mmap, MmapMut};
use rayon::prelude::*;

use super::error::TableError;
use super::header::PAGE_BYTES;
use super::platform::advice;
use super::watched_file::WatchedFile;
use crate::threads;

/// Bytes in memory or in a mapped file. Both are memory maps, so both are read alike.
pub(crate) struct Section {
    /// The file, unless the bytes are in memory. Declared before `map`, so that it is dropped
    /// first.
    file: Option<WatchedFile>,
    map: Mmap,
}

impl Section {
    /// Creates a section of bytes in memory.
    pub(crate) fn in_memory(bytes: MmapMut) -> io::Result<Self> {
        Ok(Self { file: None, map: bytes.make_read_only()? })
    }

    /// Maps a part of a file. Returns `None` if too many files are being watched.
    pub(super) fn map(path: PathBuf, file: File, part: &Range<u64>) -> io::Result<Option<Self>> {
        let mapped = WatchedFile::map(path, file, Some(part))?;
        Ok(mapped.map(|(watched, map)| {
            advice::use_large_pages(&map);
            Self { file: Some(watched), map }
        }))
    }

    /// Compares all pages with their checksums, in parallel. Returns the first page that differs.
    /// Stops when `keep_going` returns false.
    pub(super) fn find_damage(
        &self,
        checksums: &[u32],
        keep_going: &(dyn Fn() -> bool + Sync),
    ) -> Option<usize> {
        threads::ensure();
        let pages = self.map.par_chunks(PAGE_BYTES as usize).zip(checksums);
        let is_damaged = |(page, checksum): (&[u8], &u32)| keep_going() && crc32fast::hash(page) != *checksum;
        pages.map(is_damaged).position_first(|is_damaged| is_damaged)
    }

    /// Returns the bytes.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Checks that the file, if any, has not changed since it was opened.
    ///
    /// # Errors
    /// [`TableError::Changed`] if it has.
    pub(crate) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        self.file.as_ref().map_or(Ok(()), WatchedFile::check_unchanged)
    }
}

impl fmt::Debug for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.file.as_ref().map(|file| file.path().display().to_string());
        write!(f, "{} bytes in {}", self.map.len(), place.unwrap_or_else(|| "memory".to_owned()))
    }
}
