//! Tables whose payload is divided among several processes.

use std::path::Path;

use super::atomic::WriteError;
use super::body_chunks::BodyChunks;
use super::encoding::Encoding;
use super::file_head;
use super::header::{Header, PAGE_BYTES};
use super::shared_file::{self, Frame, Paging};
use crate::exchange::{Exchange, ExchangeError};
use crate::space::Space;

/// Writes a table whose chunks are divided among the processes. The histogram must count the states
/// of all processes. The file is the same as that of a single process.
///
/// # Errors
/// If a process cannot write its part, or cannot be reached.
pub(crate) fn write<E: From<WriteError> + From<ExchangeError>>(
    file: &Path,
    space: &Space,
    histogram: &[u64],
    encoding: Encoding,
    chunks: &dyn BodyChunks,
    exchange: &mut impl Exchange,
) -> Result<(), E> {
    // No gaps: the checksums are in the header.
    let paging = Paging { page_bytes: PAGE_BYTES.into(), gap_bytes: 0 };
    let frame = |checksums: &[shared_file::Checksum]| {
        let checksums = checksums.iter().map(|checksum| checksum.crc32).collect();
        // An inconsistent header is reported like missing bytes.
        let header = Header::new(space.clone(), encoding, histogram.to_vec(), checksums).ok()?;
        Some(Frame { head: file_head::encode(&header), others: Vec::new() })
    };
    shared_file::write(file, paging, chunks, frame, None, exchange)
}
