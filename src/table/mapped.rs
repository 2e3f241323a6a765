//! A mapped table file, which is checked page by page and watched for changes.
//!
//! A large table opens at once, since no byte of its payload is read. A page is checked on the
//! first access to one of its entries, and marked in a bit that all threads share. So only bytes as
//! they were written are used.
//!
//! Other programs may change the file: see [`watched_file`](super::watched_file). Callers use
//! [`check_unchanged`](MappedFile::check_unchanged) before they report a result.

use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use memmap2::Mmap;
use rayon::prelude::*;

use super::checksum_pages::ChecksumPages;
use super::error::TableError;
use super::platform::advice;
use super::watched_file::WatchedFile;
use crate::threads;

/// A mapped file.
pub(super) struct MappedFile {
    /// Declared before `map`, so that it is dropped first.
    watched: WatchedFile,
    map: Mmap,
    /// One bit per page of the payload, set once it is checked. Empty until the payload is known.
    checked: Vec<AtomicU64>,
}

impl MappedFile {
    /// Maps a whole file for reading. Returns `None` if too many files are being watched.
    pub(super) fn map(path: PathBuf, file: File) -> io::Result<Option<Self>> {
        let mapped = WatchedFile::map(path, file, None)?;
        Ok(mapped.map(|(watched, map)| Self { watched, map, checked: Vec::new() }))
    }

    /// Starts checking these pages on access, and turns off read-ahead.
    pub(super) fn expect(&mut self, pages: ChecksumPages<'_>) {
        advice::reads_are_scattered(&self.map);
        self.checked.resize_with(pages.all().len().div_ceil(64), AtomicU64::default);
    }

    /// Returns the bytes without checking them.
    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.map
    }

    /// Returns a byte of the payload, or `None` after its end. Checks the page if necessary.
    #[inline]
    pub(super) fn byte_at(
        &self,
        offset: usize,
        pages: ChecksumPages<'_>,
    ) -> Result<Option<u8>, Box<TableError>> {
        let Some(byte) = self.map.get(pages.in_file(offset)) else { return Ok(None) };
        let page = ChecksumPages::containing(offset);
        if !self.is_checked(page) {
            self.check_page(page, pages)?;
        }
        // Read before asking whether the file was lost: the mark is only valid for earlier reads.
        let byte = *byte;
        if self.watched.is_lost() { Err(Box::new(self.watched.changed())) } else { Ok(Some(byte)) }
    }

    #[inline]
    fn is_checked(&self, page: usize) -> bool {
        self.checked[page / 64].load(Ordering::Relaxed) >> (page % 64) & 1 == 1
    }

    #[cold]
    fn check_page(&self, page: usize, pages: ChecksumPages<'_>) -> Result<(), Box<TableError>> {
        advice::will_read(&self.map, pages.bytes_in_file(page, self.map.len()));
        let checked = pages.check(&self.map, page);
        if self.watched.is_lost() {
            return Err(Box::new(self.watched.changed()));
        }
        if let Err(problem) = checked {
            // A file that was overwritten is not damaged but changed.
            self.check_unchanged()?;
            return Err(Box::new(TableError::Format { file: self.watched.path().to_owned(), problem }));
        }
        // Relaxed suffices: the bit describes immutable bytes, so nothing has to be ordered with
        // it.
        self.checked[page / 64].fetch_or(1 << (page % 64), Ordering::Relaxed);
        Ok(())
    }

    /// Checks the pages that overlap a part of the payload, except those checked before.
    pub(super) fn check_part(
        &self,
        part: &Range<usize>,
        pages: ChecksumPages<'_>,
    ) -> Result<(), Box<TableError>> {
        advice::reads_are_in_order(&self.map, pages.in_file(part.start)..pages.in_file(part.end));
        let touched = ChecksumPages::overlapping(part).into_par_iter();
        self.check_each(touched.filter(|page| !self.is_checked(*page)), pages)
    }

    /// Checks all pages, even those checked before.
    pub(super) fn check_all(&self, pages: ChecksumPages<'_>) -> Result<(), Box<TableError>> {
        advice::reads_are_in_order(&self.map, 0..self.map.len());
        self.check_each(pages.all().into_par_iter(), pages)
    }

    /// Checks all pages until `keep_going` returns false. Returns whether all were checked.
    pub(super) fn check_all_while(
        &self,
        pages: ChecksumPages<'_>,
        keep_going: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, Box<TableError>> {
        advice::reads_are_in_order(&self.map, 0..self.map.len());
        let is_stopped = AtomicBool::new(false);
        let may_be_checked = |_: &usize| {
            let may_be = keep_going();
            if !may_be {
                is_stopped.store(true, Ordering::Relaxed);
            }
            may_be
        };
        self.check_each(pages.all().into_par_iter().filter(may_be_checked), pages)?;
        Ok(!is_stopped.into_inner())
    }

    /// Checks these pages, and returns the error of the first one that has any.
    fn check_each(
        &self,
        touched: impl ParallelIterator<Item = usize>,
        pages: ChecksumPages<'_>,
    ) -> Result<(), Box<TableError>> {
        threads::ensure();
        let check = |page| self.check_page(page, pages);
        touched.map(check).find_first(Result::is_err).unwrap_or(Ok(()))
    }

    /// Checks that the file is as it was when opened.
    ///
    /// # Errors
    /// [`TableError::Changed`] if it is not.
    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        self.watched.check_unchanged()
    }
}

impl fmt::Debug for MappedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes, mapped from {}", self.map.len(), self.watched.path().display())
    }
}
