//! A table file that is mapped: no chunk is believed before it was held against its checksum, and the file is watched for
//! as long as it is in use.
//!
//! A large table is opened at once, since no byte of its payload is read. A chunk whose entry is asked for is checked then,
//! once, and marked in a bit that all threads share. So what is read is what was written.
//!
//! What another program does to the file meanwhile:
//!
//! - It puts another file in its place by renaming. This one lives on as long as it is mapped.
//! - It writes into the file. Chunks that were checked may have changed, so who gives an answer asks
//!   [`check_unchanged`](MappedFile::check_unchanged) first, which compares the file's length and time of change.
//! - It cuts the file short, or the disk fails: see [`lost_file`](super::platform::lost_file).

use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::SystemTime;

use memmap2::{Mmap, MmapOptions};
use rayon::prelude::*;

use super::chunks::Chunks;
use super::error::TableError;
use super::platform::advice;
use super::platform::lost_file::Watched;
use crate::threads;

/// A mapped file.
pub(super) struct MappedFile {
    path: PathBuf,
    file: File,
    as_opened: Stamp,
    /// Before the map, so that it is dropped before it.
    watched: Watched,
    map: Mmap,
    /// By chunk of the payload a bit: it is as it was written. Empty until the payload is known.
    checked: Vec<AtomicU64>,
}

/// What changes when a file is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    len_in_bytes: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self { len_in_bytes: metadata.len(), modified: metadata.modified().ok() })
    }
}

impl MappedFile {
    /// Maps a whole file for reading. None if it can't be watched, since too many are.
    #[expect(unsafe_code, reason = "mapping a file is unsafe by nature; the argument stands at the call")]
    pub(super) fn map(path: PathBuf, file: File) -> io::Result<Option<Self>> {
        let as_opened = Stamp::of(&file)?;
        // SAFETY: a map is sound as long as nobody changes the file's bytes while it is mapped. This program keeps to that: it
        // never changes a table in place, but puts a new file under the name (`AtomicFile`), and a map keeps the file that it
        // was made from. That no other program breaks it can't be enforced. If one does, bytes are read that are not the
        // table's: they are plain numbers, checked as such wherever they are used, and no answer is given from them, since
        // length and time of change are compared before it is.
        let map = unsafe { MmapOptions::new().map(&file)? };
        let Some(watched) = Watched::new(&map) else { return Ok(None) };
        Ok(Some(Self { path, file, as_opened, watched, map, checked: Vec::new() }))
    }

    /// From now on these chunks are checked as they are read, and nothing else is read with them.
    pub(super) fn expect(&mut self, chunks: Chunks<'_>) {
        advice::reads_are_scattered(&self.map);
        self.checked.resize_with(chunks.all().len().div_ceil(64), AtomicU64::default);
    }

    /// The bytes, whether they are as they were written or not.
    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.map
    }

    /// A byte of the payload; none behind its end. Its chunk is checked, if it was not before.
    #[inline]
    pub(super) fn byte_at(&self, place: usize, chunks: Chunks<'_>) -> Result<Option<u8>, Box<TableError>> {
        let Some(byte) = self.map.get(chunks.in_file(place)) else { return Ok(None) };
        let chunk = Chunks::of_place(place);
        if !self.is_checked(chunk) {
            self.check_chunk(chunk, chunks)?;
        }
        let byte = *byte;
        if self.watched.is_lost() { Err(Box::new(self.changed())) } else { Ok(Some(byte)) }
    }

    #[inline]
    fn is_checked(&self, chunk: usize) -> bool {
        self.checked[chunk / 64].load(Ordering::Relaxed) >> (chunk % 64) & 1 == 1
    }

    #[cold]
    fn check_chunk(&self, chunk: usize, chunks: Chunks<'_>) -> Result<(), Box<TableError>> {
        advice::will_read(&self.map, chunks.bytes_in_file(chunk, self.map.len()));
        let checked = chunks.check(&self.map, chunk);
        if self.watched.is_lost() {
            return Err(Box::new(self.changed()));
        }
        if let Err(problem) = checked {
            // A file that was written into is not damaged: it is another.
            self.check_unchanged()?;
            return Err(Box::new(TableError::Format { file: self.path.clone(), problem }));
        }
        // The bit says something of bytes that nobody changes, so there is nothing to put in order.
        self.checked[chunk / 64].fetch_or(1 << (chunk % 64), Ordering::Relaxed);
        Ok(())
    }

    /// Checks the chunks that a part of the payload lies in, those that were not checked before.
    pub(super) fn check_part(&self, part: &Range<usize>, chunks: Chunks<'_>) -> Result<(), Box<TableError>> {
        advice::reads_are_in_order(&self.map, chunks.in_file(part.start)..chunks.in_file(part.end));
        let touched = Chunks::of_part(part).into_par_iter();
        self.check_each(touched.filter(|chunk| !self.is_checked(*chunk)), chunks)
    }

    /// Checks all chunks, whether they were checked before or not.
    pub(super) fn check_all(&self, chunks: Chunks<'_>) -> Result<(), Box<TableError>> {
        advice::reads_are_in_order(&self.map, 0..self.map.len());
        self.check_each(chunks.all().into_par_iter(), chunks)
    }

    /// Checks all chunks as long as it may go on, and returns whether it was done.
    pub(super) fn check_all_while(
        &self,
        chunks: Chunks<'_>,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, Box<TableError>> {
        advice::reads_are_in_order(&self.map, 0..self.map.len());
        let is_stopped = AtomicBool::new(false);
        let may_be_checked = |_: &usize| {
            let may_be = goes_on();
            if !may_be {
                is_stopped.store(true, Ordering::Relaxed);
            }
            may_be
        };
        self.check_each(chunks.all().into_par_iter().filter(may_be_checked), chunks)?;
        Ok(!is_stopped.into_inner())
    }

    /// The error is that of the first chunk that has one.
    fn check_each(
        &self,
        touched: impl ParallelIterator<Item = usize>,
        chunks: Chunks<'_>,
    ) -> Result<(), Box<TableError>> {
        threads::ensure();
        let check = |chunk| self.check_chunk(chunk, chunks);
        touched.map(check).find_first(Result::is_err).unwrap_or(Ok(()))
    }

    /// Is the file still as it was opened?
    ///
    /// # Errors
    /// [`TableError::Changed`] if not.
    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        let is_same = Stamp::of(&self.file).is_ok_and(|now| now == self.as_opened);
        if is_same && !self.watched.is_lost() { Ok(()) } else { Err(Box::new(self.changed())) }
    }

    #[cold]
    fn changed(&self) -> TableError {
        let how = match Stamp::of(&self.file) {
            Ok(now) if now.len_in_bytes < self.as_opened.len_in_bytes => "cut short",
            Ok(now) if now != self.as_opened => "written into",
            _ => "no longer readable",
        };
        TableError::Changed { file: self.path.clone(), how }
    }
}

impl fmt::Debug for MappedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes, mapped from {}", self.map.len(), self.path.display())
    }
}
