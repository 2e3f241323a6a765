//! A table that is ready to be written, and the writing of it.

use std::borrow::Cow;
use std::path::Path;

use super::Table;
use super::atomic::{AtomicFile, WriteError};
use super::encoding::{Encoding, EncodingError};
use super::head;
use super::header::{CHUNK_BYTES, Header};
use crate::space::Space;

/// The bytes of a table, in two parts, the payload not copied where it need not be.
#[derive(Debug)]
pub struct TableImage<'a> {
    header: Header,
    head: Vec<u8>,
    payload: Cow<'a, [u8]>,
}

impl<'a> TableImage<'a> {
    /// A table of the entries of a space, which are in the order of their indexes.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding can't hold the distances, or they are not as many as the states.
    pub fn new(
        space: &Space,
        distances: &'a [u8],
        histogram: &[u64],
        encoding: Encoding,
    ) -> Result<Self, EncodingError> {
        let wrong_count = |expected| EncodingError::WrongCount { expected, found: distances.len() as u64 };
        if distances.len() as u64 != space.entries() {
            return Err(wrong_count(space.entries()));
        }
        let payload = encoding.encode(space, distances)?;
        let checksums = payload.chunks(CHUNK_BYTES as usize).map(crc32fast::hash).collect();
        let header = Header::new(space.clone(), encoding, histogram.to_vec(), checksums).map_err(
            |_counts_differ| wrong_count(histogram.iter().fold(0, |sum, count| sum.saturating_add(*count))),
        )?;
        Ok(Self { head: head::encode(&header), header, payload })
    }

    /// What the table says of itself.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The length of the file, in bytes.
    #[must_use]
    pub fn len_in_bytes(&self) -> u64 {
        (self.head.len() + self.payload.len()) as u64
    }

    /// The BLAKE3 hash of the file, as `b3sum` prints it.
    #[must_use]
    pub fn blake3(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.head).update(&self.payload);
        hasher.finalize().to_string()
    }

    /// The table itself, in memory. It has a payload of its own: that of a build need not be copied if it is made by
    /// [`Distances::into_table`](crate::generate::Distances::into_table).
    #[must_use]
    pub fn into_table(self) -> Table {
        Table::from_parts(self.header, self.head, self.payload.into_owned())
    }

    /// The header, the head of the file, and the payload if it is not that which was borrowed.
    pub(crate) fn into_parts(self) -> (Header, Vec<u8>, Option<Vec<u8>>) {
        let payload = match self.payload {
            Cow::Borrowed(_) => None,
            Cow::Owned(payload) => Some(payload),
        };
        (self.header, self.head, payload)
    }

    /// Writes the file, whole or not at all: under a temporary name in the same folder, which is made if
    /// there is none, then synced, then renamed. Whoever opens the file, at any moment and however many
    /// write it at once, finds either the whole old table or a whole new one.
    ///
    /// # Errors
    /// [`WriteError`] with the step that failed. Nothing is left behind, and a file that was there before is
    /// unchanged.
    pub fn write_to(&self, file: &Path) -> Result<(), WriteError> {
        let mut out = AtomicFile::create(file)?;
        out.write_part(&self.head, "writing its head")?;
        out.write_part(&self.payload, "writing its payload")?;
        out.commit()
    }
}
