//! A table that is ready to be written, and the writing of it.

use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;

use super::Table;
use super::atomic::{AtomicFile, WriteError};
use super::crc32::crc32;
use super::encoding::{Encoding, EncodingError};
use super::head;
use super::header::{CHUNK_BYTES, Header};
use crate::space::Space;
use crate::threads;

/// The bytes of a table, in two parts, the payload not copied where it need not be.
#[derive(Debug)]
pub struct TableImage<'a> {
    header: Header,
    head: Vec<u8>,
    payload: Payload<'a>,
}

/// The entries as they are written.
#[derive(Debug)]
enum Payload<'a> {
    Whole(Cow<'a, [u8]>),
    /// Made whenever they are asked for: there may be no room for them beside what they are made from.
    InBlocks(Box<dyn PayloadBlocks + 'a>),
}

/// A payload that is made block by block.
pub(crate) trait PayloadBlocks: std::fmt::Debug + Sync {
    /// How many blocks there are.
    fn blocks(&self) -> usize;

    /// The bytes of a block. All but the last are whole chunks, of so many bytes as have a checksum.
    ///
    /// # Errors
    /// If the encoding can't hold them.
    fn block(&self, number: usize) -> Result<Vec<u8>, EncodingError>;
}

/// Blocks that are made side by side, before their bytes are used one after the other.
const BLOCKS_AT_ONCE: usize = 16;

impl Payload<'_> {
    /// Calls a function with the bytes, one part after the other, until it fails.
    fn try_for_each<E>(&self, mut use_part: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        match self {
            Self::Whole(bytes) => use_part(bytes),
            Self::InBlocks(payload) => {
                let all = payload.blocks();
                (0..all).step_by(BLOCKS_AT_ONCE).try_for_each(|first| {
                    let numbers = first..all.min(first + BLOCKS_AT_ONCE);
                    made_again(&**payload, numbers).iter().try_for_each(|block| use_part(block))
                })
            }
        }
    }

    /// The checksums of the chunks.
    fn checksums(&self) -> Result<Vec<u32>, EncodingError> {
        let of_chunks = |bytes: &[u8]| -> Vec<u32> {
            bytes.chunks(CHUNK_BYTES as usize).map(|chunk| crc32(&[chunk])).collect()
        };
        match self {
            Self::Whole(bytes) => Ok(of_chunks(bytes)),
            Self::InBlocks(payload) => {
                let of_block = |number| Ok(of_chunks(&payload.block(number)?));
                let blocks: Vec<Result<Vec<u32>, _>> = side_by_side(0..payload.blocks(), of_block);
                Ok(blocks.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
            }
        }
    }
}

/// Blocks that were made before, for their checksums. One function for all who use them: what shares out work is long.
fn made_again(payload: &dyn PayloadBlocks, numbers: Range<usize>) -> Vec<Vec<u8>> {
    let block = |number| payload.block(number).expect("what could be made once can be made again");
    side_by_side(numbers, block)
}

/// What a function makes of each number, in their order.
fn side_by_side<T: Send>(numbers: Range<usize>, make: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    if !threads::CAN_BE || numbers.len() == 1 {
        return numbers.map(make).collect();
    }
    threads::ensure();
    numbers.into_par_iter().map(make).collect()
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
        let payload = Payload::Whole(encoding.encode(space, distances)?);
        let header = Header::new(space.clone(), encoding, histogram.to_vec(), payload.checksums()?).map_err(
            |_counts_differ| wrong_count(histogram.iter().fold(0, |sum, count| sum.saturating_add(*count))),
        )?;
        Ok(Self { head: head::encode(&header), header, payload })
    }

    /// A table whose payload is made block by block, of as many states as the histogram counts.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding can't hold the distances.
    pub(crate) fn of_blocks(
        space: &Space,
        histogram: &[u64],
        encoding: Encoding,
        payload: Box<dyn PayloadBlocks + 'a>,
    ) -> Result<Self, EncodingError> {
        let payload = match payload.blocks() {
            1 => Payload::Whole(Cow::Owned(payload.block(0)?)),
            _ => Payload::InBlocks(payload),
        };
        let header = Header::new(space.clone(), encoding, histogram.to_vec(), payload.checksums()?);
        let header = header.expect("the histogram counts the states");
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
        self.head.len() as u64 + self.header.payload_len()
    }

    /// The BLAKE3 hash of the file, as `b3sum` prints it.
    #[must_use]
    pub fn blake3(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.head);
        let Ok(()) = self.payload.try_for_each(|part| {
            hasher.update(part);
            Ok::<(), Infallible>(())
        });
        hasher.finalize().to_string()
    }

    /// The table itself, in memory. It has a payload of its own: that of a build need not be copied if it is made by
    /// [`Distances::into_table`](crate::generate::Distances::into_table).
    #[must_use]
    pub fn into_table(self) -> Table {
        let Self { header, head, payload } = self;
        let payload = match payload {
            Payload::Whole(payload) => payload.into_owned(),
            Payload::InBlocks(_) => {
                let mut bytes = Vec::with_capacity(usize::try_from(header.payload_len()).unwrap_or(0));
                let Ok(()) = payload.try_for_each(|part| {
                    bytes.extend_from_slice(part);
                    Ok::<(), Infallible>(())
                });
                bytes
            }
        };
        Table::from_parts(header, head, payload)
    }

    /// Calls a function with the bytes of the payload, one part after the other.
    pub(crate) fn for_each_part(&self, mut use_part: impl FnMut(&[u8])) {
        let Ok(()) = self.payload.try_for_each(|part| {
            use_part(part);
            Ok::<(), Infallible>(())
        });
    }

    /// What a table says of itself, and as the head of its file.
    pub(crate) fn into_head(self) -> (Header, Vec<u8>) {
        (self.header, self.head)
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
        self.payload.try_for_each(|part| out.write_part(part, "writing its payload"))?;
        out.commit()
    }
}
