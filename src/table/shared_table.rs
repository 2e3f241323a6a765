//! Tables whose payload several ranks have.

use std::path::Path;

use super::encoding::Encoding;
use super::head;
use super::header::{CHUNK_BYTES, Header};
use super::shared_file::{self, Blocks, Frame, Parts, SharedWriteError};
use crate::exchange::Collective;
use crate::space::Space;

/// Writes a table of as many states as the histogram counts, of whose payload each rank has parts: the same file as one rank
/// alone would have written.
///
/// # Errors
/// If a rank can't write its part, or can't be reached.
pub(crate) fn write(
    file: &Path,
    space: &Space,
    histogram: &[u64],
    encoding: Encoding,
    parts: &dyn Parts,
    exchange: &mut (impl Collective + ?Sized),
) -> Result<(), SharedWriteError> {
    let chunks = Blocks { block_bytes: CHUNK_BYTES.into(), gap_bytes: 0 };
    let frame = |checksums: &[shared_file::Checksum]| {
        let checksums = checksums.iter().map(|checksum| checksum.crc32).collect();
        let header = Header::new(space.clone(), encoding, histogram.to_vec(), checksums).ok()?;
        Some(Frame { head: head::encode(&header), others: Vec::new() })
    };
    shared_file::write(file, chunks, parts, frame, exchange)
}
