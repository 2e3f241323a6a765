//! The part of a file before the payload: magic, version, checksum, and header.

use super::crc32::crc32;
use super::error::FormatError;
use super::header::Header;
use super::header_codec;

/// A byte that is not text, so that no text file matches; a name; and line ends, which a transfer
/// in text mode would change.
const MAGIC: [u8; 8] = *b"\x89TILE\r\n\x1a";
const VERSION: u32 = 1;
/// The head is padded to a multiple of this, so that the payload begins at a page of memory.
const HEAD_ALIGNMENT: u64 = 4096;
/// Position of the head's checksum.
const CHECKSUM: std::ops::Range<usize> = 16..20;
/// Offset of the header.
const HEADER: usize = 20;

/// Returns the length of the head for a header.
pub(super) fn len(header: &Header) -> u64 {
    head_len(header_codec::encoded_len(header))
}

/// Returns the head's bytes for a header. The payload follows them.
pub(super) fn encode(header: &Header) -> Vec<u8> {
    let header_len = header_codec::encoded_len(header);
    let payload_offset = head_len(header_len);
    let mut head = Vec::new();
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend(u32::try_from(header_len).expect("a header is below 64 MiB").to_le_bytes());
    head.extend([0; 4]);
    head.extend(header_codec::encode(header, payload_offset));
    head.resize(usize::try_from(payload_offset).expect("a header is below 64 MiB"), 0);
    let checksum = checksum(&head);
    head[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    head
}

/// Parses the head of a file, and checks the file's length. Returns the header and the payload's
/// offset.
pub(super) fn decode(file: &[u8]) -> Result<(Header, usize), FormatError> {
    if file.is_empty() {
        return Err(FormatError::Empty);
    }
    if !file.starts_with(&MAGIC[..MAGIC.len().min(file.len())]) {
        let found = hex(&file[..MAGIC.len().min(file.len())]);
        return Err(FormatError::Magic { expected: hex(&MAGIC), found });
    }
    let version = number_at(file, 8)?;
    if version != VERSION {
        return Err(FormatError::Version { expected: VERSION, found: version });
    }
    let header_len = number_at(file, 12)? as usize;
    let expected_checksum = number_at(file, CHECKSUM.start)?;
    let head_len = head_len(header_len);
    let head = usize::try_from(head_len)
        .ok()
        .and_then(|len| file.get(..len))
        .ok_or_else(|| short(file, head_len))?;
    let found = checksum(head);
    if found != expected_checksum {
        return Err(FormatError::HeadChecksum { expected: expected_checksum, found });
    }
    let header = header_codec::decode(&head[HEADER..HEADER + header_len], head_len)?;
    let (expected, found) = (head_len + header.payload_len(), file.len() as u64);
    match found.cmp(&expected) {
        std::cmp::Ordering::Less => Err(FormatError::Truncated { expected, found }),
        std::cmp::Ordering::Greater => Err(FormatError::TooLong { expected, found }),
        std::cmp::Ordering::Equal => Ok((header, head.len())),
    }
}

/// Formats bytes for messages.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// Returns the length of the head for a header of this length: whole pages of 4096 bytes.
const fn head_len(header_len: usize) -> u64 {
    (HEADER as u64 + header_len as u64).next_multiple_of(HEAD_ALIGNMENT)
}

/// Returns the CRC-32 of the head without the checksum itself.
fn checksum(head: &[u8]) -> u32 {
    crc32(&[&head[..CHECKSUM.start], &head[CHECKSUM.end..]])
}

fn number_at(file: &[u8], offset: usize) -> Result<u32, FormatError> {
    let bytes = file.get(offset..).and_then(<[u8]>::first_chunk);
    bytes.map(|bytes| u32::from_le_bytes(*bytes)).ok_or_else(|| short(file, HEAD_ALIGNMENT))
}

const fn short(file: &[u8], expected: u64) -> FormatError {
    FormatError::Truncated { expected, found: file.len() as u64 }
}
