//! [`BuiltTable`]: the result of a build.

use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;

use super::Table;
use super::atomic::{AtomicFile, WriteError};
use super::body_chunks::BodyChunks;
use super::crc32::crc32;
use super::encoding::{Encoding, EncodingError};
use super::file_head;
use super::header::{Header, PAGE_BYTES};
use crate::space::Space;
use crate::threads;

/// A table that was built and has not been written yet.
///
/// Its payload may be made chunk by chunk, each time it is used, in the form that needs the least
/// memory.
#[derive(Debug)]
pub struct BuiltTable<'a> {
    header: Header,
    payload: Payload<'a>,
}

/// The encoded entries.
#[derive(Debug)]
enum Payload<'a> {
    Whole(Cow<'a, [u8]>),
    InChunks(Box<dyn BodyChunks + 'a>),
}

/// Number of chunks to make in parallel before using them in order.
const CHUNKS_AT_ONCE: usize = 16;

impl Payload<'_> {
    /// Calls a function with consecutive parts of the bytes, until it fails.
    fn try_for_each<E>(&self, mut use_part: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        match self {
            Self::Whole(bytes) => use_part(bytes),
            Self::InChunks(payload) => {
                let all = payload.count();
                (0..all).step_by(CHUNKS_AT_ONCE).try_for_each(|first| {
                    let numbers = first..all.min(first + CHUNKS_AT_ONCE);
                    make_chunks(&**payload, numbers).iter().try_for_each(|chunk| use_part(chunk))
                })
            }
        }
    }

    /// Returns the checksums of the pages.
    fn checksums(&self) -> Vec<u32> {
        let of_pages = |bytes: &[u8]| -> Vec<u32> {
            bytes.chunks(PAGE_BYTES as usize).map(|page| crc32(&[page])).collect()
        };
        match self {
            Self::Whole(bytes) => of_pages(bytes),
            Self::InChunks(payload) => {
                map_in_parallel(0..payload.count(), |number| of_pages(&payload.chunk(number).1)).concat()
            }
        }
    }
}

/// Makes some chunks. Not generic: the parallel code is large, and one copy suffices.
fn make_chunks(payload: &dyn BodyChunks, numbers: Range<usize>) -> Vec<Cow<'_, [u8]>> {
    map_in_parallel(numbers, |number| payload.chunk(number).1)
}

/// Maps all numbers in order, in parallel.
fn map_in_parallel<T: Send>(numbers: Range<usize>, make: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    if !threads::SUPPORTED || numbers.len() == 1 {
        return numbers.map(make).collect();
    }
    threads::ensure();
    numbers.into_par_iter().map(make).collect()
}

impl<'a> BuiltTable<'a> {
    /// Creates a table of a space's entries, in the order of their indexes.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding cannot hold the distances, or their number is wrong.
    pub fn new(
        space: &Space,
        distances: impl Into<Cow<'a, [u8]>>,
        histogram: &[u64],
        encoding: Encoding,
    ) -> Result<Self, EncodingError> {
        Self::from_distances(space, distances.into(), histogram, encoding)
    }

    fn from_distances(
        space: &Space,
        distances: Cow<'a, [u8]>,
        histogram: &[u64],
        encoding: Encoding,
    ) -> Result<Self, EncodingError> {
        let found = distances.len() as u64;
        let wrong_count = |expected| EncodingError::WrongCount { expected, found };
        if found != space.entries() {
            return Err(wrong_count(space.entries()));
        }
        let payload = Payload::Whole(encoding.encode(space, distances)?);
        let header = Header::new(space.clone(), encoding, histogram.to_vec(), payload.checksums()).map_err(
            |_counts_differ| wrong_count(histogram.iter().fold(0, |sum, count| sum.saturating_add(*count))),
        )?;
        Ok(Self { header, payload })
    }

    /// Creates a table of distances in the multi-tile metric, with a byte for each. There must be
    /// one for each state of a full board, and the histogram must count them.
    pub(crate) fn in_multi_tile_metric(space: Space, distances: Vec<u8>, histogram: Vec<u64>) -> Self {
        let payload = Payload::Whole(Cow::Owned(distances));
        let header = Header::new(space, Encoding::Byte, histogram, payload.checksums());
        let header = header.and_then(Header::in_multi_tile_metric).expect("a full board, and its states");
        Self { header, payload }
    }

    /// Creates a table whose payload is made chunk by chunk. The chunks must be in order, and all
    /// except the last must consist of whole checksum pages. The histogram must count all states.
    pub(crate) fn from_chunks(
        space: Space,
        histogram: Vec<u64>,
        encoding: Encoding,
        payload: Box<dyn BodyChunks + 'a>,
    ) -> Self {
        let payload = match payload.count() {
            1 => Payload::Whole(Cow::Owned(payload.chunk(0).1.into_owned())),
            _ => Payload::InChunks(payload),
        };
        let header = Header::new(space, encoding, histogram, payload.checksums());
        let header = header.expect("the histogram counts the states");
        Self { header, payload }
    }

    /// Returns the header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the length of the file in bytes.
    #[must_use]
    pub fn len_in_bytes(&self) -> u64 {
        file_head::len(&self.header) + self.header.payload_len()
    }

    /// Returns the BLAKE3 hash of the file, as printed by `b3sum`.
    #[must_use]
    pub fn blake3(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&file_head::encode(&self.header));
        let Ok(()) = self.payload.try_for_each(|part| {
            hasher.update(part);
            Ok::<(), Infallible>(())
        });
        hasher.finalize().to_string()
    }

    /// Converts it into a table in memory. This copies borrowed entries.
    #[must_use]
    pub fn into_table(self) -> Table {
        let Self { header, payload } = self;
        let payload = match payload {
            Payload::Whole(payload) => payload.into_owned(),
            Payload::InChunks(_) => {
                let mut bytes = Vec::with_capacity(usize::try_from(header.payload_len()).unwrap_or(0));
                let Ok(()) = payload.try_for_each(|part| {
                    bytes.extend_from_slice(part);
                    Ok::<(), Infallible>(())
                });
                bytes
            }
        };
        Table::from_parts(header, payload)
    }

    /// Calls a function with consecutive parts of the payload.
    pub(crate) fn for_each_part(&self, mut use_part: impl FnMut(&[u8])) {
        let Ok(()) = self.payload.try_for_each(|part| {
            use_part(part);
            Ok::<(), Infallible>(())
        });
    }

    /// Returns the space of the entries.
    #[must_use]
    pub const fn space(&self) -> &Space {
        self.header.space()
    }

    /// Returns the number of entries at each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        self.header.histogram()
    }

    /// Writes the file completely or not at all.
    ///
    /// The bytes go to a temporary file in the same folder, which is created if necessary. It is
    /// synced and then renamed. A reader always finds either the whole old table or a whole new
    /// one, even with several concurrent writers.
    ///
    /// # Errors
    /// [`WriteError`] with the step that failed. Nothing is left behind, and an existing file is
    /// unchanged, unless only the final sync of the folder failed.
    pub fn write_to(&self, file: &Path) -> Result<(), WriteError> {
        let mut out = AtomicFile::create(file)?;
        out.write_part(&file_head::encode(&self.header), "writing its head")?;
        self.payload.try_for_each(|part| out.write_part(part, "writing its payload"))?;
        out.commit()
    }
}
