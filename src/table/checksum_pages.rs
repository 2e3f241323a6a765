//! The checksum pages of a payload.

use std::ops::Range;

use super::crc32::crc32;
use super::error::FormatError;
use super::header::{Header, PAGE_BYTES};

const PAGE_LEN: usize = PAGE_BYTES as usize;

/// The offset of a file's payload, and the expected checksums of its pages.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChecksumPages<'a> {
    payload_offset: usize,
    checksums: &'a [u32],
}

impl<'a> ChecksumPages<'a> {
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
    pub(super) fn bytes_in_file(self, page: usize, file_len: usize) -> Range<usize> {
        let start = self.in_file(page * PAGE_LEN);
        start..file_len.min(start + PAGE_LEN)
    }

    /// Returns the page of an offset in the payload.
    #[inline]
    pub(super) const fn containing(place: usize) -> usize {
        place / PAGE_LEN
    }

    /// Returns the pages that overlap a part of the payload.
    pub(super) const fn overlapping(part: &Range<usize>) -> Range<usize> {
        part.start / PAGE_LEN..part.end.div_ceil(PAGE_LEN)
    }

    pub(super) const fn all(self) -> Range<usize> {
        0..self.checksums.len()
    }

    /// Compares a page of a whole file with its checksum.
    pub(super) fn check(self, file: &[u8], page: usize) -> Result<(), FormatError> {
        let Range { start, end } = self.bytes_in_file(page, file.len());
        let bytes = &file[start..end];
        let (expected, found) = (self.checksums[page], crc32(&[bytes]));
        if found == expected {
            return Ok(());
        }
        let (from, len) = (start as u64, bytes.len() as u64);
        Err(FormatError::PayloadChecksum { from, to: from + len - 1, expected, found })
    }
}
