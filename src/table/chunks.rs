//! The checksum pages of a payload.

use std::ops::Range;

use super::crc32::crc32;
use super::error::FormatError;
use super::header::{CHUNK_BYTES, Header};

const CHUNK_LEN: usize = CHUNK_BYTES as usize;

/// The offset of a file's payload, and the expected checksums of its pages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunks<'a> {
    payload_offset: usize,
    checksums: &'a [u32],
}

impl<'a> Chunks<'a> {
    #[inline]
    pub(super) fn new(header: &'a Header, payload_offset: usize) -> Self {
        Self { payload_offset, checksums: header.checksums() }
    }

    /// Returns the offset in the file of an offset in the payload.
    #[inline]
    pub(super) const fn in_file(self, place: usize) -> usize {
        self.payload_offset.saturating_add(place)
    }

    /// Returns the bytes of a page in a file of this length.
    pub(super) fn bytes_in_file(self, chunk: usize, file_len: usize) -> Range<usize> {
        let start = self.in_file(chunk * CHUNK_LEN);
        start..file_len.min(start + CHUNK_LEN)
    }

    /// Returns the page of an offset in the payload.
    #[inline]
    pub(super) const fn of_place(place: usize) -> usize {
        place / CHUNK_LEN
    }

    /// Returns the pages that overlap a part of the payload.
    pub(super) const fn of_part(part: &Range<usize>) -> Range<usize> {
        part.start / CHUNK_LEN..part.end.div_ceil(CHUNK_LEN)
    }

    pub(super) const fn all(self) -> Range<usize> {
        0..self.checksums.len()
    }

    /// Compares a page of a whole file with its checksum.
    pub(super) fn check(self, file: &[u8], chunk: usize) -> Result<(), FormatError> {
        let Range { start, end } = self.bytes_in_file(chunk, file.len());
        let bytes = &file[start..end];
        let (expected, found) = (self.checksums[chunk], crc32(&[bytes]));
        if found == expected {
            return Ok(());
        }
        let (from, len) = (start as u64, bytes.len() as u64);
        Err(FormatError::PayloadChecksum { from, to: from + len - 1, expected, found })
    }
}
