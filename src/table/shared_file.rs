//! Files that several ranks write together.
//!
//! Each rank has parts of the file's body, and writes them where they belong; all must see the same file system. The first one
//! puts the checksums together, without the bytes: of two strings of bytes whose checksums and lengths are known that of both is
//! known too. So it has the head, and puts the file in its place when all is on the disk. One rank alone writes so as well.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use super::atomic::{AtomicFile, WriteError, temporary_beside};
use super::platform::write_all_at;
use crate::exchange::{Collective, ExchangeError};

/// What a rank has of a body.
pub(crate) trait Parts {
    /// Calls a function with each part and its place in the body, until it fails. No byte is in two parts, and all ranks together
    /// have all. It is called twice, and the parts are the same.
    fn try_for_each(&self, use_part: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()>;
}

/// How a body lies in its file: in blocks of so many bytes, and behind each so many that are not the body's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    pub(crate) block_bytes: u64,
    pub(crate) gap_bytes: u64,
}

/// What is not the body.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) head: Vec<u8>,
    /// What stands elsewhere, with its place behind the head.
    pub(crate) others: Vec<(u64, Vec<u8>)>,
}

/// The checksum of so many bytes, one block or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checksum {
    pub(crate) crc32: u32,
    pub(crate) bytes: u64,
}

/// Why the ranks wrote no file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SharedWriteError {
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
}

impl Checksum {
    /// That of these bytes and the others behind them.
    pub(crate) fn and(self, behind: Self) -> Self {
        let mut hasher = crc32fast::Hasher::new_with_initial_len(self.crc32, self.bytes);
        hasher.combine(&crc32fast::Hasher::new_with_initial_len(behind.crc32, behind.bytes));
        Self { crc32: hasher.finalize(), bytes: self.bytes + behind.bytes }
    }
}

impl Blocks {
    /// The places of a body's bytes behind the head, in pieces that lie in one block each.
    fn pieces(self, at: u64, part: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
        let Self { block_bytes, gap_bytes } = self;
        let mut left = (at, part);
        std::iter::from_fn(move || {
            let (at, part) = left;
            let to_end = usize::try_from(block_bytes - at % block_bytes).unwrap_or(usize::MAX);
            let (piece, behind) = part.split_at(to_end.min(part.len()));
            left = (at + piece.len() as u64, behind);
            (!piece.is_empty()).then_some((at + at / block_bytes * gap_bytes, piece))
        })
    }
}

/// Writes a file together with the other ranks, whole or not at all. The first one makes what is not the body from the checksums of
/// all blocks, if that can be.
///
/// # Errors
/// If a rank can't write; the others are told that one couldn't.
pub(crate) fn write(
    file: &Path,
    blocks: Blocks,
    parts: &dyn Parts,
    frame: impl FnOnce(&[Checksum]) -> Option<Frame>,
    exchange: &mut (impl Collective + ?Sized),
) -> Result<(), SharedWriteError> {
    let failed = |doing| move |source| WriteError { file: file.to_owned(), doing, source };
    let summed = checksums_of_pieces(blocks, parts).map_err(failed("making its body"));
    let summed = agreed(summed, file, exchange)?;
    let pieces = exchange.gather(summed)?;
    let begin = || {
        let frame = of_whole_blocks(&pieces, blocks).and_then(|checksums| frame(&checksums));
        let torn = || failed("putting it together")(io::Error::other("the ranks do not have each byte once"));
        Ok((AtomicFile::create(file)?, frame.ok_or_else(torn)?))
    };
    let begun = if exchange.rank() == 0 { begin().map(Some) } else { Ok(None) };
    let (whole, frame) = agreed(begun, file, exchange)?.unzip();

    let mut begun = Vec::new();
    if let Some((whole, frame)) = whole.as_ref().zip(frame.as_ref()) {
        begun.extend((frame.head.len() as u64).to_le_bytes());
        begun.extend(whole.temporary_name().as_bytes());
    }
    let begun = exchange.of_first(begun)?;
    let misunderstood = ExchangeError::Misunderstood { rank: 0 };
    let (head_bytes, name) = begun.split_first_chunk().ok_or(misunderstood.clone())?;
    let at_body = u64::from_le_bytes(*head_bytes);
    let name = str::from_utf8(name).map_err(|_not_text| misunderstood)?;
    let path = temporary_beside(file, name).map_err(failed("following the link"))?;
    let written =
        write_parts(&path, at_body, blocks, parts, frame.as_ref()).map_err(failed("writing its part of it"));
    agreed(written, file, exchange)?;
    agreed(whole.map_or(Ok(()), AtomicFile::commit), file, exchange)?;
    Ok(())
}

/// What a rank has come to, if no other has failed.
fn agreed<T>(
    own: Result<T, WriteError>,
    file: &Path,
    exchange: &mut (impl Collective + ?Sized),
) -> Result<T, SharedWriteError> {
    let [failed] = exchange.sums([own.is_err().into()])?;
    match own {
        Ok(_) if failed > 0 => {
            let source = io::Error::other("see what that rank says");
            Err(WriteError { file: file.to_owned(), doing: "the part of another rank", source }.into())
        }
        own => Ok(own?),
    }
}

/// A rank's part of the file, and what is not the body where the rank has that; on the disk.
fn write_parts(
    path: &Path,
    at_body: u64,
    blocks: Blocks,
    parts: &dyn Parts,
    frame: Option<&Frame>,
) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(path)?;
    parts.try_for_each(&mut |at, part| {
        blocks.pieces(at, part).try_for_each(|(at, piece)| write_all_at(&file, piece, at_body + at))
    })?;
    if let Some(Frame { head, others }) = frame {
        write_all_at(&file, head, 0)?;
        others.iter().try_for_each(|(at, bytes)| write_all_at(&file, bytes, at_body + at))?;
    }
    file.sync_all()
}

/// The checksums of this rank's pieces of blocks, as bytes: the place in the body, the length, the checksum.
fn checksums_of_pieces(blocks: Blocks, parts: &dyn Parts) -> io::Result<Vec<u8>> {
    let mut checksums = Vec::new();
    let without_gaps = Blocks { gap_bytes: 0, ..blocks };
    parts.try_for_each(&mut |at, part| {
        for (at, piece) in without_gaps.pieces(at, part) {
            checksums.extend(at.to_le_bytes());
            checksums.extend((piece.len() as u64).to_le_bytes());
            checksums.extend(u64::from(crc32fast::hash(piece)).to_le_bytes());
        }
        Ok(())
    })?;
    Ok(checksums)
}

/// The checksums of the blocks, by what all ranks have of them; none if that is not the body without gaps.
fn of_whole_blocks(pieces: &[Vec<u8>], blocks: Blocks) -> Option<Vec<Checksum>> {
    let numbers = |piece: &[[u8; 8]; 3]| piece.map(u64::from_le_bytes);
    let mut pieces: Vec<[u64; 3]> =
        pieces.iter().flat_map(|of_rank| of_rank.as_chunks().0.as_chunks().0).map(numbers).collect();
    pieces.sort_unstable();
    let mut all = Vec::new();
    let mut end = 0;
    for [at, bytes, crc32] in pieces {
        let piece = Checksum { crc32: u32::try_from(crc32).ok()?, bytes };
        if at != end {
            return None;
        }
        if at % blocks.block_bytes == 0 {
            all.push(piece);
        } else {
            let last = all.last_mut()?;
            *last = Checksum::and(*last, piece);
        }
        end = at.checked_add(bytes)?;
    }
    Some(all)
}
