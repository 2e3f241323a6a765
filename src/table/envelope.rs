//! [`Envelope`]: the beginning of a file from which a program resumes.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | magic |
//! | 4 | version |
//! | 4 | *n*, the length of the fields |
//! | *n* | the fields |
//! | 33 | the seal of all bytes before |
//! | 4 | CRC-32 of all bytes before |

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::checkpoint_error::CheckpointProblem;
use super::file_head::hex;
use super::platform::other_owner;
use super::seal::{Checked, Origin, PageTags, SEAL_BYTES, Seal, SealPolicy};

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

/// A file that has been opened, but not read.
#[derive(Debug)]
pub(crate) struct FileToCheck {
    pub(crate) file: File,
    pub(crate) bytes: u64,
    /// Whether another user owns it. Only with a policy that trusts all files.
    pub(crate) is_of_other_user: bool,
}

/// The beginning of a file, read and checked.
#[derive(Debug)]
pub(crate) struct CheckedHead {
    pub(crate) fields: Vec<u8>,
    /// Offset of the body.
    pub(crate) body_at: u64,
    pub(crate) origin: Origin,
    /// The tags of the body's pages; `None` if the file is trusted without them.
    pub(crate) page_tags: Option<PageTags>,
}

impl Envelope {
    /// Returns the beginning of a file, up to and including its checksum. `origin` is that of the
    /// work that was resumed, if any.
    pub(crate) fn encode(&self, fields: &[u8], policy: &SealPolicy, origin: Option<Origin>) -> Vec<u8> {
        let mut head = self.magic.to_vec();
        head.extend(self.version.to_le_bytes());
        head.extend(u32::try_from(fields.len()).expect("the fields are few").to_le_bytes());
        head.extend(fields);
        let mut sealer = policy.sealer(origin);
        sealer.update(&head);
        head.extend(sealer.finish());
        head.extend(crc32fast::hash(&head).to_le_bytes());
        head
    }

    /// Reads and checks the beginning of a file.
    pub(crate) fn read(
        &self,
        saved: &mut FileToCheck,
        policy: &SealPolicy,
    ) -> Result<CheckedHead, CheckpointProblem> {
        let (file, file_bytes) = (&mut saved.file, saved.bytes);
        let (start, len) = self.read_start(file, file_bytes)?;
        let end = (FIELDS + len + SEAL_BYTES + CHECKSUM_BYTES) as u64;
        let mut fields = vec![0; len];
        let (mut seal, mut checksum): (Seal, _) = ([0; SEAL_BYTES], [0; CHECKSUM_BYTES]);
        for part in [&mut fields[..], &mut seal, &mut checksum] {
            file.read_exact(part).map_err(|error| length_or_io(error, end, file_bytes))?;
        }
        let mut hasher = crc32fast::Hasher::new();
        let mut sealer = policy.sealer(None);
        for part in [&start[..], &fields] {
            hasher.update(part);
            sealer.update(part);
        }
        hasher.update(&seal);
        // Before the seal: damage is no reason to distrust anybody.
        check_bytes(&hasher, checksum, 0, end - CHECKSUM_BYTES as u64)?;
        let Checked { origin, is_ours } = policy.check(sealer, seal, saved.is_of_other_user)?;
        let page_tags = is_ours.then(|| policy.page_tags(&seal));
        Ok(CheckedHead { fields, body_at: end, origin, page_tags })
    }

    /// Reads and checks the bytes before the fields. Returns them, and the length of the fields.
    fn read_start(
        &self,
        file: &mut File,
        file_bytes: u64,
    ) -> Result<([u8; FIELDS], usize), CheckpointProblem> {
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
        let end = (FIELDS + SEAL_BYTES + CHECKSUM_BYTES) as u64 + u64::from(len);
        if !self.has_body && end != file_bytes {
            return Err(CheckpointProblem::Length { expected: end, found: file_bytes });
        }
        let len = len as usize;
        // Bounds the allocation of the fields.
        if len > self.max_field_bytes {
            return Err(CheckpointProblem::contradiction(format!("its head has {len} bytes of fields")));
        }
        Ok((start, len))
    }

    fn check_magic(&self, found: &[u8]) -> Result<(), CheckpointProblem> {
        if !found.is_empty() && self.magic.starts_with(found) {
            return Ok(());
        }
        let found = if found.is_empty() { "nothing".to_owned() } else { hex(found) };
        Err(CheckpointProblem::Foreign { kind: "a checkpoint", expected: hex(&self.magic), found })
    }
}

/// Returns the tags of the pages behind an encoded head.
pub(crate) fn page_tags(head: &[u8], policy: &SealPolicy) -> PageTags {
    let seal = head.len().checked_sub(SEAL_BYTES + CHECKSUM_BYTES).and_then(|at| head[at..].first_chunk());
    policy.page_tags(seal.expect("a head ends with its seal and its checksum"))
}

/// Opens a file, or returns `None` if there is no file.
pub(crate) fn open_if_present(
    file: &Path,
    policy: &SealPolicy,
) -> Result<Option<FileToCheck>, CheckpointProblem> {
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
    let metadata = open.metadata()?;
    let is_of_other_user = is_of_other_user(&metadata, policy)?;
    Ok(Some(FileToCheck { file: open, bytes: metadata.len(), is_of_other_user }))
}

/// Whether another user owns a file or folder.
///
/// # Errors
/// [`CheckpointProblem::OtherUser`] if so, unless all files are trusted.
pub(crate) fn is_of_other_user(metadata: &Metadata, policy: &SealPolicy) -> Result<bool, CheckpointProblem> {
    match other_owner(metadata) {
        Some(owner) if !policy.trusts_all => Err(CheckpointProblem::OtherUser { owner }),
        owner => Ok(owner.is_some()),
    }
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
