//! [`Envelope`]: the beginning of a file from which a program resumes.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | magic |
//! | 4 | version |
//! | 4 | *n*, the length of the fields |
//! | *n* | the fields |
//! | 4 | CRC-32 of all bytes before |

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::checkpoint_error::CheckpointProblem;
use super::head::hex;

/// Offset of the fields.
const FIELDS: usize = 16;
const CHECKSUM_BYTES: usize = 4;

/// The kind of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Envelope {
    pub(crate) magic: [u8; 8],
    pub(crate) version: u32,
    /// Maximum bytes of fields. Bounds the memory for a damaged file.
    pub(crate) max_field_bytes: usize,
    /// Whether a body follows the checksum.
    pub(crate) has_body: bool,
}

impl Envelope {
    /// Returns the bytes before the checksum.
    pub(crate) fn encode(&self, fields: &[u8]) -> Vec<u8> {
        let mut head = self.magic.to_vec();
        head.extend(self.version.to_le_bytes());
        head.extend(u32::try_from(fields.len()).expect("the fields are few").to_le_bytes());
        head.extend(fields);
        head
    }

    /// Reads and checks the beginning of a file of `file_bytes` bytes. Returns the fields, and the
    /// offset of the body.
    pub(crate) fn read(
        &self,
        file: &mut impl Read,
        file_bytes: u64,
    ) -> Result<(Vec<u8>, u64), CheckpointProblem> {
        let mut start = [0; FIELDS];
        let found = usize::try_from(file_bytes).unwrap_or(usize::MAX).min(FIELDS);
        file.read_exact(&mut start[..found])?;
        self.check_magic(&start[..found.min(self.magic.len())])?;
        if found < FIELDS {
            return Err(CheckpointProblem::Length { expected: FIELDS as u64, found: file_bytes });
        }
        let [_, _, version, len] = [0, 1, 2, 3].map(|nth| read_u32(&start[4 * nth..]));
        if version != self.version {
            return Err(CheckpointProblem::Version { expected: self.version, found: version });
        }
        let end = (FIELDS + CHECKSUM_BYTES) as u64 + u64::from(len);
        if !self.has_body && end != file_bytes {
            return Err(CheckpointProblem::Length { expected: end, found: file_bytes });
        }
        let len = len as usize;
        // Bounds the allocation below.
        if len > self.max_field_bytes {
            return Err(CheckpointProblem::contradiction(format!("its head has {len} bytes of fields")));
        }
        let mut fields = vec![0; len];
        let mut checksum = [0; CHECKSUM_BYTES];
        file.read_exact(&mut fields).map_err(|error| length_or_io(error, end, file_bytes))?;
        file.read_exact(&mut checksum).map_err(|error| length_or_io(error, end, file_bytes))?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&start);
        hasher.update(&fields);
        check_bytes(&hasher, checksum, 0, (FIELDS + len) as u64)?;
        Ok((fields, end))
    }

    fn check_magic(&self, found: &[u8]) -> Result<(), CheckpointProblem> {
        if !found.is_empty() && self.magic.starts_with(found) {
            return Ok(());
        }
        let found = if found.is_empty() { "nothing".to_owned() } else { hex(found) };
        Err(CheckpointProblem::Foreign { kind: "a checkpoint", expected: hex(&self.magic), found })
    }
}

/// Opens a file and returns its length, or `None` if there is no file.
pub(crate) fn open_if_present(file: &Path) -> Result<Option<(File, u64)>, CheckpointProblem> {
    let is_absent =
        |error: &io::Error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    match fs::metadata(file) {
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(error.into()),
        // Opening a pipe would wait for a writer, perhaps forever.
        Ok(metadata) if !metadata.is_file() => return Err(CheckpointProblem::NotAFile),
        Ok(_) => {}
    }
    let open = File::open(file)?;
    let file_bytes = open.metadata()?.len();
    Ok(Some((open, file_bytes)))
}

/// Compares `len` bytes of a file, from offset `from` on, with their checksum.
pub(crate) fn check_bytes(
    hasher: &crc32fast::Hasher,
    expected: [u8; CHECKSUM_BYTES],
    from: u64,
    len: u64,
) -> Result<(), CheckpointProblem> {
    let (expected, found) = (u32::from_le_bytes(expected), hasher.clone().finalize());
    if expected == found {
        return Ok(());
    }
    let reason = format!("expected checksum {expected:08x}, found {found:08x}");
    Err(CheckpointProblem::Damaged { from, to: from + len - 1, reason })
}

/// Converts an error of reading: the end of the file is a wrong length, anything else an I/O error.
fn length_or_io(error: io::Error, expected: u64, found: u64) -> CheckpointProblem {
    match error.kind() {
        ErrorKind::UnexpectedEof => CheckpointProblem::Length { expected, found },
        _ => CheckpointProblem::Io(error),
    }
}

fn read_u32(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}
