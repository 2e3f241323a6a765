//! CRC-32 as in zip files: the checksum of a table file's head and pages.
//!
//! On a web page, where `.pdb` files have less than two megabytes, a lookup table of 1 KB is fast
//! enough. The 16 KB of incompressible lookup tables in `crc32fast` would be a tenth of the
//! download. Code that no web page links uses `crc32fast` directly.

/// Returns the checksum of the concatenated parts.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(super) fn crc32(parts: &[&[u8]]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(super) use by_bytes::crc32;

/// An implementation that handles one byte at a time.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod by_bytes {
    /// The remainder of each byte after eight steps of the polynomial division, lowest bit first.
    const REMAINDERS: [u32; 256] = {
        let mut remainders = [0; 256];
        let mut byte = 0;
        while byte < remainders.len() {
            let mut remainder = byte as u32;
            let mut step = 0;
            while step < 8 {
                remainder = remainder >> 1 ^ if remainder & 1 == 1 { 0xEDB8_8320 } else { 0 };
                step += 1;
            }
            remainders[byte] = remainder;
            byte += 1;
        }
        remainders
    };

    /// Returns the checksum of the concatenated parts.
    pub(in super::super) fn crc32(parts: &[&[u8]]) -> u32 {
        let bytes = parts.iter().flat_map(|part| part.iter());
        !bytes.fold(!0, |crc: u32, byte| crc >> 8 ^ REMAINDERS[usize::from(crc as u8 ^ byte)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_implementations_agree() {
        assert_eq!((crc32(&[b"123456789"]), by_bytes::crc32(&[b"123456789"])), (0xCBF4_3926, 0xCBF4_3926));
        let mut random = fastrand::Rng::with_seed(1);
        for len in 0..300 {
            let bytes: Vec<u8> = (0..len).map(|_| random.u8(..)).collect();
            let (front, back) = bytes.split_at(len / 3);
            assert_eq!(crc32(&[&bytes]), by_bytes::crc32(&[front, back]), "{len} bytes");
        }
    }
}
