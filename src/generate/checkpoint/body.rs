//! The body of a checkpoint: pages, each followed by its tag and a running checksum.
//!
//! The checksum after a page covers the head and all pages up to this one. It therefore detects
//! missing and misplaced pages as well as damaged ones. A page is checked with the checksums before
//! and after it, so a process only reads the pages that contain its parts. The tag is a keyed hash
//! of the page, without which a page could be forged.

use std::fs::File;
use std::io;

use super::arrays::Arrays;
use crate::table::shared_file::{Checksum, Paging};
use crate::table::{CheckpointProblem, PageTags, TAG_BYTES, check_bytes, read_exact_at};

const PAGE_BYTES: u64 = 1 << 20;
pub(super) const CHECKSUM_BYTES: usize = 4;
const GAP_BYTES: u64 = (TAG_BYTES + CHECKSUM_BYTES) as u64;

/// The layout of a body in its file.
pub(super) const PAGING: Paging = Paging { page_bytes: PAGE_BYTES, gap_bytes: GAP_BYTES };

/// Returns the length in the file of a body of this many bytes, or `None` on overflow.
pub(super) fn len_in_file(body_bytes: u64) -> Option<u64> {
    body_bytes.div_ceil(PAGE_BYTES).checked_mul(GAP_BYTES)?.checked_add(body_bytes)
}

/// Returns the checksum after each page, with its offset from the end of the head's checksum. The
/// chain starts with the checksum of the head.
pub(super) fn chained_checksums(head: Checksum, pages: &[Checksum]) -> Vec<(u64, Vec<u8>)> {
    let mut all = head;
    let mut end = 0;
    let after_page = |page: &Checksum| {
        all = all.followed_by(*page);
        let at = end + page.bytes + TAG_BYTES as u64;
        end = at + CHECKSUM_BYTES as u64;
        (at, all.crc32.to_le_bytes().to_vec())
    };
    pages.iter().map(after_page).collect()
}

/// Reads a body in any order, and checks each page that is touched.
pub(super) struct Body {
    file: File,
    /// Offset in the file of the first page, after the head's checksum.
    at: u64,
    /// Length of the body in bytes.
    bytes: u64,
    /// The tags that the pages must have; `None` if the file is trusted without them.
    tags: Option<PageTags>,
    /// Number of the page in memory.
    loaded_page: Option<u64>,
    /// The page in memory, between the checksum before it, and its tag and checksum.
    page: Vec<u8>,
}

impl Body {
    /// Creates a reader for the body of `bytes` bytes at this offset of a file.
    pub(super) const fn new(file: File, at: u64, bytes: u64, tags: Option<PageTags>) -> Self {
        Self { file, at, bytes, tags, loaded_page: None, page: Vec::new() }
    }

    /// Reads bytes from this offset of the body.
    pub(super) fn read(&mut self, mut at: u64, mut into: &mut [u8]) -> Result<(), CheckpointProblem> {
        while !into.is_empty() {
            self.load(at / PAGE_BYTES)?;
            let page = &self.page[CHECKSUM_BYTES..self.page.len() - TAG_BYTES - CHECKSUM_BYTES];
            let from = to_usize(at % PAGE_BYTES);
            let len = into.len().min(page.len().saturating_sub(from));
            if len == 0 {
                return Err(CheckpointProblem::contradiction("its arrays are longer than its body"));
            }
            let (now, later) = into.split_at_mut(len);
            now.copy_from_slice(&page[from..from + len]);
            at += len as u64;
            into = later;
        }
        Ok(())
    }

    /// Fills arrays with this process's part of them.
    pub(super) fn fill(mut self, arrays: Arrays<'_, &mut [u8], &mut [u64]>) -> Result<(), CheckpointProblem> {
        let Arrays { graph, entries, sets } = arrays;
        let held = graph.words_held();
        let mut at = 0;
        for (layout, bytes) in entries {
            for (row, part) in bytes.chunks_mut((held * layout.bytes_per_word).max(1)).enumerate() {
                self.read(at + layout.offset(graph, row), part)?;
            }
            at += layout.bytes(graph);
        }
        for (layout, words) in sets {
            for (row, part) in words.chunks_mut(held.max(1)).enumerate() {
                self.read_words(at + layout.offset(graph, row), part)?;
            }
            at += layout.bytes(graph);
        }
        Ok(())
    }

    /// Reads words from this offset of the body.
    fn read_words(&mut self, mut at: u64, into: &mut [u64]) -> Result<(), CheckpointProblem> {
        let mut bytes = [0; WORDS_PER_BUFFER * size_of::<u64>()];
        for words in into.chunks_mut(WORDS_PER_BUFFER) {
            let bytes = &mut bytes[..size_of_val(words)];
            self.read(at, bytes)?;
            for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                *word = u64::from_le_bytes(*bytes);
            }
            at += bytes.len() as u64;
        }
        Ok(())
    }

    /// Loads a page, unless it is in memory, and checks it.
    fn load(&mut self, number: u64) -> Result<(), CheckpointProblem> {
        if self.loaded_page == Some(number) {
            return Ok(());
        }
        // If reading fails, no valid page is in memory.
        self.loaded_page = None;
        let begin = number * PAGE_BYTES;
        let len = self.bytes.saturating_sub(begin).min(PAGE_BYTES);
        if len == 0 {
            return Err(CheckpointProblem::contradiction("its arrays are longer than its body"));
        }
        let from = self.at + begin + number * GAP_BYTES;
        let with_checksums = CHECKSUM_BYTES + to_usize(len) + TAG_BYTES + CHECKSUM_BYTES;
        self.page
            .try_reserve_exact(with_checksums.saturating_sub(self.page.len()))
            .map_err(io::Error::from)?;
        self.page.resize(with_checksums, 0);
        read_exact_at(&self.file, &mut self.page, from - CHECKSUM_BYTES as u64)?;
        let malformed = || CheckpointProblem::contradiction("its pages have no checksums");
        let (before, rest) = self.page.split_first_chunk().ok_or_else(malformed)?;
        let (rest, behind) = rest.split_last_chunk().ok_or_else(malformed)?;
        let (page, tag) = rest.split_last_chunk().ok_or_else(malformed)?;
        // A CRC can be continued from its value alone, without the length of the bytes before.
        let mut hasher = crc32fast::Hasher::new_with_initial(u32::from_le_bytes(*before));
        hasher.update(page);
        check_bytes(&hasher, *behind, from, len)?;
        if self.tags.as_ref().is_some_and(|tags| tags.of_page(number, page) != *tag) {
            let reason = "its keyed hash is not that of the head's key".to_owned();
            return Err(CheckpointProblem::Damaged { from, to: from + len - 1, reason });
        }
        self.loaded_page = Some(number);
        Ok(())
    }
}

const WORDS_PER_BUFFER: usize = 1 << 12;

/// Converts an offset within a page.
fn to_usize(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}
