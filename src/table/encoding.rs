//! [`Encoding`]: the format of an entry.

use std::borrow::Cow;
use std::str::FromStr;

use crate::names::names;
use crate::space::{Space, StateIndex};

/// The format of the distances in a payload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// One byte per entry: the distance in moves. The fastest to read.
    #[default]
    Byte,
    /// Two bits per entry, four per byte, lowest first: the distance modulo 3. Code 3 never occurs.
    /// Distances of neighbors differ by one, so the residues show which of them are closer. The
    /// distance is the length of a walk to the goal along them.
    Mod3,
    /// One bit per entry, eight per byte, lowest first: bit 1 of the distance, the one worth two.
    /// Each slide changes the distance by exactly one, and the tiles' cells determine its parity.
    /// So the bit gives the distance modulo 4, and shows which neighbors are closer.
    ///
    /// Only for [zero-aware patterns](Space::zero_aware): in others, neighbors may have equal
    /// distances.
    Bit,
}

names! {
    /// All encodings, the fastest to read first.
    Encoding {
        Byte = "byte",
        Mod3 = "mod3",
        Bit = "bit",
    }
}

impl Encoding {
    /// Returns the encodings that support the tables of a space, the fastest to read first.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape, Tile};
    /// use tilebase::space::{Pattern, Space};
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let pattern = Pattern::new(goal.shape(), [1, 2, 4].map(Tile::new))?;
    /// let full = Space::new(&goal, &Pattern::full(goal.shape()))?;
    /// let [plain, zero_aware] = [Space::new(&goal, &pattern)?, Space::zero_aware(&goal, &pattern)?];
    /// let all_of = |space| Encoding::all_of(space).collect::<Vec<_>>();
    /// assert_eq!(all_of(&full), [Encoding::Byte, Encoding::Mod3]);
    /// assert_eq!(all_of(&plain), [Encoding::Byte]);
    /// assert_eq!(all_of(&zero_aware), [Encoding::Byte, Encoding::Bit]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_of(space: &Space) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|encoding| encoding.check(space).is_ok())
    }

    /// Number of an encoding of older versions, four bits per entry. It is never used again.
    pub(super) const CODE_OF_PACKED: u8 = 1;

    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Byte => 0,
            Self::Mod3 => 2,
            Self::Bit => 3,
        }
    }

    pub(crate) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.code() == code)
    }

    /// Checks that the encoding supports the tables of a space. Does not consider the distances
    /// themselves.
    pub(crate) fn check(self, space: &Space) -> Result<(), EncodingError> {
        self.check_kind(space.pattern().is_full(), space.is_zero_aware())
    }

    /// Like [`check`](Self::check), for tables of a full board or a pattern.
    pub(super) const fn check_kind(self, is_full: bool, is_zero_aware: bool) -> Result<(), EncodingError> {
        match self {
            Self::Mod3 if !is_full => Err(EncodingError::Mod3Pattern),
            Self::Bit if is_full => Err(EncodingError::BitFullBoard),
            Self::Bit if !is_zero_aware => Err(EncodingError::BitPattern),
            _ => Ok(()),
        }
    }

    /// Returns the binary logarithm of the entries per byte.
    const fn log2_entries_per_byte(self) -> u32 {
        match self {
            Self::Byte => 0,
            Self::Mod3 => 2,
            Self::Bit => 3,
        }
    }

    /// Returns the number of entries per byte.
    pub(crate) const fn entries_per_byte(self) -> usize {
        1 << self.log2_entries_per_byte()
    }

    /// Returns the bytes of this many entries.
    ///
    /// ```
    /// use tilebase::table::Encoding;
    ///
    /// assert_eq!(Encoding::Mod3.payload_len(181_440), 45_360);
    /// assert_eq!(Encoding::Bit.payload_len(181_008_000), 22_626_000);
    /// ```
    #[must_use]
    pub const fn payload_len(self, entries: u64) -> u64 {
        entries.div_ceil(1 << self.log2_entries_per_byte())
    }

    /// Returns the offset in the payload of an entry's byte, or `None` if it exceeds the address
    /// space.
    #[inline]
    pub(super) fn offset_of(self, index: StateIndex) -> Option<usize> {
        usize::try_from(index.number() >> self.log2_entries_per_byte()).ok()
    }

    /// Returns the code of an entry in its byte: a distance, a residue, or a bit.
    #[inline]
    pub(super) const fn code_in(self, byte: u8, index: StateIndex) -> u8 {
        let log2 = self.log2_entries_per_byte();
        let within = index.number() & ((1 << log2) - 1);
        let bits = 8 >> log2;
        byte >> (within * bits) & (0xFF >> (8 - bits))
    }

    /// Encodes distances, in the order of their indexes, as a payload.
    pub(crate) fn encode<'a>(
        self,
        space: &Space,
        distances: impl Into<Cow<'a, [u8]>>,
    ) -> Result<Cow<'a, [u8]>, EncodingError> {
        self.check(space)?;
        Ok(self.pack(distances))
    }

    /// Packs distances into bytes. The last byte is padded with zeros.
    pub(crate) fn pack<'a>(self, distances: impl Into<Cow<'a, [u8]>>) -> Cow<'a, [u8]> {
        let distances = distances.into();
        match self {
            Self::Byte => distances,
            Self::Mod3 => Cow::Owned(residues(&distances)),
            Self::Bit => Cow::Owned(bit_entries(&distances)),
        }
    }
}

impl FromStr for Encoding {
    type Err = EncodingError;

    fn from_str(text: &str) -> Result<Self, EncodingError> {
        let known = Self::ALL.into_iter().find(|encoding| encoding.name() == text);
        known.ok_or_else(|| EncodingError::Unknown { found: text.to_owned() })
    }
}

/// The reasons why distances cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// No encoding has this name.
    #[error("expected byte, mod3 or bit, found {found:?}")]
    Unknown {
        /// The name.
        found: String,
    },
    /// A walk cannot find the distance of a pattern's placement, since the table does not know the
    /// blank's cell, at most its region.
    #[error("the mod3 encoding is for full tables; for a pattern use byte")]
    Mod3Pattern,
    /// Neighboring placements of the pattern may have equal distances, since the table does not
    /// know the blank.
    #[error("the bit encoding is for zero-aware pattern databases; for other patterns use byte")]
    BitPattern,
    /// Full boards have no bit encoding.
    #[error("the bit encoding is for zero-aware pattern databases; for a full board use mod3")]
    BitFullBoard,
    /// The number of distances differs from the number of states.
    #[error("{found} distances were given for {expected} states")]
    WrongCount {
        /// Number of states in the space.
        expected: u64,
        /// Number of distances given.
        found: u64,
    },
}

/// Packs distances modulo 3, four per byte.
fn residues(distances: &[u8]) -> Vec<u8> {
    let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, d| (byte << 2) | (d % 3));
    distances.chunks(4).map(byte).collect()
}

/// Packs bit 1 of each distance, eight per byte.
fn bit_entries(distances: &[u8]) -> Vec<u8> {
    let mut bits = vec![0; distances.len().div_ceil(8)];
    write_bit_entries(distances, &mut bits);
    bits
}

/// Writes bit 1 of each distance to `bits`, eight per byte.
pub(crate) fn write_bit_entries(distances: &[u8], bits: &mut [u8]) {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Moves the lowest bit of each byte to a separate bit of the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    for (byte, eight) in bits.iter_mut().zip(distances.chunks(8)) {
        let mut word = [0; 8];
        word[..eight.len()].copy_from_slice(eight);
        *byte = ((u64::from_le_bytes(word) >> 1 & ONES).wrapping_mul(GATHER) >> 56) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape, Tile};
    use crate::space::Pattern;

    #[test]
    fn names_and_codes_round_trip() {
        for encoding in Encoding::ALL {
            assert_eq!(encoding.name().parse(), Ok(encoding));
            assert_eq!(Encoding::from_code(encoding.code()), Some(encoding));
        }
        assert_eq!([Encoding::CODE_OF_PACKED, 4].map(Encoding::from_code), [None, None]);
        let error = "Byte".parse::<Encoding>().unwrap_err();
        assert_eq!(error.to_string(), "expected byte, mod3 or bit, found \"Byte\"");
        assert!(Encoding::ALL.iter().all(|encoding| error.to_string().contains(encoding.name())));
    }

    #[test]
    fn codes_lie_where_the_format_says() {
        let payload = [0b1110_0100, 0b0001_1011];
        let code = |encoding: Encoding, number| {
            let index = StateIndex::new(number);
            Some(encoding.code_in(*payload.get(encoding.offset_of(index)?)?, index))
        };
        assert_eq!([0, 1, 2, 3].map(|number| code(Encoding::Mod3, number)), [0, 1, 2, 3].map(Some));
        assert_eq!([4, 7, 8].map(|number| code(Encoding::Mod3, number)), [Some(3), Some(0), None]);
        assert_eq!([1, 2].map(|number| code(Encoding::Byte, number)), [Some(27), None]);
        assert_eq!([0, 2, 7, 8, 15].map(|number| code(Encoding::Bit, number)), [0, 1, 1, 1, 0].map(Some));
        assert_eq!(code(Encoding::Bit, 16), None);
        assert_eq!(Encoding::ALL.map(|encoding| encoding.payload_len(11)), [11, 3, 2]);
        assert_eq!(bit_entries(&[0, 1, 2, 3, 4, 5, 6, 7, 10]), [0b1100_1100, 1]);
    }

    /// For each kind of space, the errors name the encodings that do not support it.
    #[test]
    fn unsupported_spaces_are_refused() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let pattern = Pattern::new(goal.shape(), [1, 2].map(Tile::new)).unwrap();
        let full = Space::new(&goal, &Pattern::full(goal.shape())).unwrap();
        let plain = Space::new(&goal, &pattern).unwrap();
        let zero_aware = Space::zero_aware(&goal, &pattern).unwrap();
        let refused = |space: &Space| {
            Encoding::ALL.map(|encoding| encoding.check(space).map_err(|error| error.to_string()).err())
        };
        let mod3 = "the mod3 encoding is for full tables; for a pattern use byte";
        let bit = "the bit encoding is for zero-aware pattern databases; for";
        assert!(matches!(&refused(&full), [None, None, Some(error)]
            if *error == format!("{bit} a full board use mod3")));
        assert!(matches!(&refused(&plain), [None, Some(of_mod3), Some(error)]
            if of_mod3 == mod3 && *error == format!("{bit} other patterns use byte")));
        assert!(matches!(&refused(&zero_aware), [None, Some(of_mod3), None] if of_mod3 == mod3));
    }
}
