//! The residues modulo 3 of a word's sixty states, packed into fifteen bytes at two bits per entry,
//! as in a table.

use crate::generate::kernel::bits::to_even_bits;

/// Number of entries in a word.
pub(in crate::generate) const ENTRIES_PER_WORD: usize = 60;
/// Number of bytes in a packed word.
pub(in crate::generate) const BYTES: usize = ENTRIES_PER_WORD / 4;

/// Packs the residues of a word: 1 where `ones` has a bit, 2 where `twos` has one, and 0 elsewhere.
#[inline]
pub(in crate::generate) fn pack(ones: u64, twos: u64) -> [u8; BYTES] {
    let half = |from: u32| to_even_bits((ones >> from) as u32) | to_even_bits((twos >> from) as u32) << 1;
    let both = u128::from(half(0)) | u128::from(half(32)) << 64;
    let mut bytes = [0; BYTES];
    bytes.copy_from_slice(&both.to_le_bytes()[..BYTES]);
    bytes
}

/// Returns the set of entries with this residue.
#[inline]
pub(in crate::generate) fn entries_with(residue: u8, bytes: &[u8; BYTES]) -> u64 {
    let mut both = [0; 16];
    both[..BYTES].copy_from_slice(bytes);
    let both = u128::from_le_bytes(both);
    let of_half = |from: u32| {
        let half = (both >> from) as u64;
        let differs = half ^ (u64::from(residue) * EVERY_OTHER);
        squeeze(!(differs | differs >> 1) & EVERY_OTHER)
    };
    (of_half(0) | of_half(64) << 32) & (u64::MAX >> (64 - ENTRIES_PER_WORD))
}

const EVERY_OTHER: u64 = 0x5555_5555_5555_5555;

/// Moves the bits at even positions to the lowest 32 bits: the inverse of [`to_even_bits`].
const fn squeeze(bits: u64) -> u64 {
    let bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    let bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    let bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF;
    let bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF;
    (bits | bits >> 16) & 0xFFFF_FFFF
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with a reference that handles one entry at a time.
    #[test]
    fn residues_lie_where_the_format_says() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..1000 {
            let residues: [u8; ENTRIES_PER_WORD] = std::array::from_fn(|_| random.u8(0..3));
            let at = |residue| {
                (0..ENTRIES_PER_WORD).fold(0, |set, nth| set | u64::from(residues[nth] == residue) << nth)
            };
            let bytes = pack(at(1), at(2));
            for (nth, residue) in residues.into_iter().enumerate() {
                assert_eq!(bytes[nth / 4] >> (2 * (nth % 4)) & 3, residue);
            }
            assert_eq!([0, 1, 2, 3].map(|residue| entries_with(residue, &bytes)), [0, 1, 2, 3].map(at));
        }
        assert_eq!(entries_with(3, &[0xFF; BYTES]), u64::MAX >> 4);
    }
}
