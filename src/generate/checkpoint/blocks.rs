//! Bytes in blocks, each with the checksum of all bytes up to its end.

use std::fs::File;
use std::io::{self, Read};

use super::error::CheckpointProblem;
use crate::table::{AtomicFile, WriteError};

/// Bytes in a block; the last of a file may have fewer.
pub(super) const BLOCK_BYTES: usize = 1 << 20;
/// Bytes of a checksum.
pub(super) const CHECKSUM_BYTES: usize = 4;

/// The bytes that a body of so many takes in the file, checksums included; none for more than any file has.
pub(super) fn len_in_file(body_bytes: u64) -> Option<u64> {
    body_bytes.div_ceil(BLOCK_BYTES as u64).checked_mul(CHECKSUM_BYTES as u64)?.checked_add(body_bytes)
}

/// Writes a file's body.
pub(in crate::generate) struct BlockWriter {
    file: AtomicFile,
    /// Of all bytes before the block that is being filled.
    hasher: crc32fast::Hasher,
    block: Vec<u8>,
}

impl BlockWriter {
    /// Writes the head with its checksum, and goes on to the body.
    pub(super) fn new(mut file: AtomicFile, head: &[u8]) -> Result<Self, WriteError> {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(head);
        file.write_part(head, "writing its head")?;
        file.write_part(&hasher.clone().finalize().to_le_bytes(), "writing its head")?;
        let mut block = Vec::new();
        let reserved = block.try_reserve_exact(BLOCK_BYTES + CHECKSUM_BYTES);
        reserved.map_err(|error| file.failed("getting memory for its body", error.into()))?;
        Ok(Self { file, hasher, block })
    }

    /// Writes the next bytes.
    pub(in crate::generate) fn write(&mut self, mut bytes: &[u8]) -> Result<(), WriteError> {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK_BYTES - self.block.len()));
            self.block.extend_from_slice(now);
            bytes = later;
            if self.block.len() == BLOCK_BYTES {
                self.end_block()?;
            }
        }
        Ok(())
    }

    /// Writes the next words.
    pub(in crate::generate) fn write_words(&mut self, words: &[u64]) -> Result<(), WriteError> {
        words.iter().try_for_each(|word| self.write(&word.to_le_bytes()))
    }

    /// Ends the body, and puts the file in its place.
    pub(super) fn finish(mut self) -> Result<(), WriteError> {
        if !self.block.is_empty() {
            self.end_block()?;
        }
        self.file.commit()
    }

    fn end_block(&mut self) -> Result<(), WriteError> {
        self.hasher.update(&self.block);
        self.block.extend(self.hasher.clone().finalize().to_le_bytes());
        self.file.write_part(&self.block, "writing its body")?;
        self.block.clear();
        Ok(())
    }
}

/// Reads a file's body; bytes are given out when their block's checksum is right, and not before.
pub(in crate::generate) struct BlockReader {
    file: File,
    hasher: crc32fast::Hasher,
    /// The block, without its checksum.
    block: Vec<u8>,
    /// How much of the block was given out.
    used: usize,
    /// Body bytes behind the block.
    left: u64,
    /// The place in the file of the next block.
    offset: u64,
}

impl BlockReader {
    /// The file stands behind its head, of which the hasher knows all bytes, and which ends at `offset`.
    pub(super) const fn new(file: File, hasher: crc32fast::Hasher, offset: u64, body_bytes: u64) -> Self {
        Self { file, hasher, block: Vec::new(), used: 0, left: body_bytes, offset }
    }

    /// Reads the next bytes.
    pub(in crate::generate) fn read(&mut self, mut into: &mut [u8]) -> Result<(), CheckpointProblem> {
        while !into.is_empty() {
            if self.used == self.block.len() {
                self.next_block()?;
            }
            let len = into.len().min(self.block.len() - self.used);
            let (now, later) = into.split_at_mut(len);
            now.copy_from_slice(&self.block[self.used..self.used + len]);
            self.used += len;
            into = later;
        }
        Ok(())
    }

    /// Reads the next words.
    pub(in crate::generate) fn read_words(&mut self, into: &mut [u64]) -> Result<(), CheckpointProblem> {
        for word in into {
            let mut bytes = [0; 8];
            self.read(&mut bytes)?;
            *word = u64::from_le_bytes(bytes);
        }
        Ok(())
    }

    fn next_block(&mut self) -> Result<(), CheckpointProblem> {
        let len = usize::try_from(self.left).unwrap_or(usize::MAX).min(BLOCK_BYTES);
        if len == 0 {
            return Err(CheckpointProblem::contradiction("its arrays are longer than its body"));
        }
        self.block.try_reserve_exact(len.saturating_sub(self.block.len())).map_err(io::Error::from)?;
        self.block.resize(len, 0);
        self.file.read_exact(&mut self.block)?;
        let mut expected = [0; CHECKSUM_BYTES];
        self.file.read_exact(&mut expected)?;
        self.hasher.update(&self.block);
        check(&self.hasher, expected, self.offset, len as u64)?;
        self.used = 0;
        self.left -= len as u64;
        self.offset += (len + CHECKSUM_BYTES) as u64;
        Ok(())
    }
}

/// Compares a checksum in a file with that of the bytes, of which these are the newest.
pub(super) fn check(
    hasher: &crc32fast::Hasher,
    expected: [u8; CHECKSUM_BYTES],
    from: u64,
    len: u64,
) -> Result<(), CheckpointProblem> {
    let (expected, found) = (u32::from_le_bytes(expected), hasher.clone().finalize());
    if expected == found {
        return Ok(());
    }
    Err(CheckpointProblem::Checksum { from, to: from + len - 1, expected, found })
}
