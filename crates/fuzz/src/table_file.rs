//! Table files in a short form: the header and the payload, without padding, and without the parts
//! that can be computed. Changes by the engine thus get past the checksums.

/// First byte of an input that is an unmodified file; any other input is a short form.
pub const AS_IT_IS: u8 = b'R';

const MAGIC: &[u8] = b"\x89TILE\r\n\x1a";
/// The head is padded to a multiple of this, in bytes.
const HEAD_ALIGNMENT: usize = 4096;
/// Offset of the header.
const HEADER: usize = 20;
/// Number of payload bytes per checksum.
const CHECKSUM_PAGE: usize = 1 << 16;

/// The file that an input represents.
pub fn file_of(input: &[u8]) -> Option<Vec<u8>> {
    let (mode, rest) = input.split_first()?;
    if *mode == AS_IT_IS {
        return Some(rest.to_vec());
    }
    let (len, rest) = rest.split_first_chunk()?;
    let (header, payload) = rest.split_at_checked(u16::from_le_bytes(*len).into())?;
    Some(assembled(header, payload))
}

/// The short form of a file.
pub fn input_of(file: &[u8]) -> Vec<u8> {
    let len = usize::from(u16::from_le_bytes([file[12], file[13]]));
    let head = (HEADER + len).next_multiple_of(HEAD_ALIGNMENT);
    let mut input = vec![b's'];
    input.extend(&file[12..14]);
    input.extend(&file[HEADER..HEADER + len]);
    input.extend(&file[head..]);
    input
}

/// A file with right checksums. Those of the payload are the last bytes of the header, if it is
/// long enough.
fn assembled(header: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend(1_u32.to_le_bytes());
    file.extend((header.len() as u32).to_le_bytes());
    file.extend([0; 4]);
    file.extend(header);
    let checksums: Vec<u8> =
        payload.chunks(CHECKSUM_PAGE).flat_map(|page| crc32fast::hash(page).to_le_bytes()).collect();
    if let Some(from) = header.len().checked_sub(checksums.len()) {
        file[HEADER + from..].copy_from_slice(&checksums);
    }
    file.resize(file.len().next_multiple_of(HEAD_ALIGNMENT), 0);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&file[..16]);
    hasher.update(&file[HEADER..]);
    file[16..HEADER].copy_from_slice(&hasher.finalize().to_le_bytes());
    file.extend(payload);
    file
}
