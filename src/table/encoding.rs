//! How an entry is written.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use rayon::prelude::*;

use crate::space::{Space, StateIndex};
use crate::threads;

/// How the distances are written in a payload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// One byte an entry: the distance in moves. The fastest to read.
    #[default]
    Byte,
    /// Four bits an entry, the even index in the low half of a byte: half of what the distance is above
    /// the Manhattan distance. (Each move changes the Manhattan distance by one, so the two are both even or
    /// both odd.)
    Packed,
    /// Two bits an entry, four to a byte, the lowest first: the distance modulo 3; code 3 never occurs.
    /// Neighbours differ by one, so the residues tell which of them are closer, and the distance is the
    /// length of a walk to the goal.
    Mod3,
    /// One bit an entry, eight to a byte, the lowest first: bit 1 of the distance, the one worth two. Each slide changes the
    /// distance by exactly one, and the cells of the tiles tell whether it is even; so the bit tells the distance modulo 4, and
    /// which neighbours are closer. For patterns whose [regions are kept](Space::with_regions): of others, neighbours may be
    /// equally far.
    Bit,
}

impl Encoding {
    /// All encodings, the fastest to read first.
    pub const ALL: [Self; 4] = [Self::Byte, Self::Packed, Self::Mod3, Self::Bit];

    /// Those that hold the tables of a space, the fastest to read first.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape, Tile};
    /// use tilebase::space::{Pattern, Space};
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let pattern = Pattern::new(goal.shape(), [1, 2, 4].map(Tile::new))?;
    /// let full = Space::new(&goal, &Pattern::full(goal.shape()))?;
    /// let [plain, kept] = [Space::new(&goal, &pattern)?, Space::with_regions(&goal, &pattern)?];
    /// let all_of = |space| Encoding::all_of(space).collect::<Vec<_>>();
    /// assert_eq!(all_of(&full), [Encoding::Byte, Encoding::Packed, Encoding::Mod3]);
    /// assert_eq!(all_of(&plain), [Encoding::Byte, Encoding::Packed]);
    /// assert_eq!(all_of(&kept), [Encoding::Byte, Encoding::Packed, Encoding::Bit]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_of(space: &Space) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|encoding| encoding.check(space).is_ok())
    }

    /// `byte`, `packed`, `mod3` or `bit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Byte => "byte",
            Self::Packed => "packed",
            Self::Mod3 => "mod3",
            Self::Bit => "bit",
        }
    }

    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Byte => 0,
            Self::Packed => 1,
            Self::Mod3 => 2,
            Self::Bit => 3,
        }
    }

    pub(crate) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.code() == code)
    }

    /// Does it hold the tables of a space, if the distances themselves are not at odds with it?
    pub(crate) fn check(self, space: &Space) -> Result<(), EncodingError> {
        self.check_kind(space.pattern().is_full(), space.keeps_regions())
    }

    /// The same of tables of a full board or a pattern.
    pub(super) const fn check_kind(self, is_full: bool, keeps_regions: bool) -> Result<(), EncodingError> {
        match self {
            Self::Mod3 if !is_full => Err(EncodingError::Mod3Pattern),
            Self::Bit if is_full => Err(EncodingError::BitFullBoard),
            Self::Bit if !keeps_regions => Err(EncodingError::BitPattern),
            _ => Ok(()),
        }
    }

    /// A byte has 1, 2, 4 or 8 entries: two to this power.
    const fn log2_entries_per_byte(self) -> u32 {
        match self {
            Self::Byte => 0,
            Self::Packed => 1,
            Self::Mod3 => 2,
            Self::Bit => 3,
        }
    }

    /// How many entries a byte has.
    pub(crate) const fn entries_per_byte(self) -> usize {
        1 << self.log2_entries_per_byte()
    }

    /// The bytes that so many entries take.
    ///
    /// ```
    /// use tilebase::table::Encoding;
    ///
    /// assert_eq!(Encoding::Packed.payload_len(181_440), 90_720);
    /// assert_eq!(Encoding::Mod3.payload_len(181_440), 45_360);
    /// assert_eq!(Encoding::Bit.payload_len(181_008_000), 22_626_000);
    /// ```
    #[must_use]
    pub const fn payload_len(self, entries: u64) -> u64 {
        entries.div_ceil(1 << self.log2_entries_per_byte())
    }

    /// The byte of the payload that has an entry; none if no address is so large.
    #[inline]
    pub(super) fn place_of(self, index: StateIndex) -> Option<usize> {
        usize::try_from(index.number() >> self.log2_entries_per_byte()).ok()
    }

    /// The code of an entry in its byte: a distance, half an excess, a residue, or a bit.
    #[inline]
    pub(super) const fn code_in(self, byte: u8, index: StateIndex) -> u8 {
        let log2 = self.log2_entries_per_byte();
        let within = index.number() & ((1 << log2) - 1);
        let bits = 8 >> log2;
        byte >> (within * bits) & (0xFF >> (8 - bits))
    }

    /// Writes distances, which are in the order of their indexes, as a payload.
    pub(crate) fn encode<'a>(
        self,
        space: &Space,
        distances: &'a [u8],
    ) -> Result<Cow<'a, [u8]>, EncodingError> {
        self.check(space)?;
        match self {
            Self::Byte => Ok(Cow::Borrowed(distances)),
            Self::Packed => pack(space, distances).map(Cow::Owned),
            Self::Mod3 => Ok(Cow::Owned(residues(distances))),
            Self::Bit => Ok(Cow::Owned(second_bits(distances))),
        }
    }
}

/// A part of the payload.
impl Encoding {
    /// Writes distances of a block, of which the first has this index, as a part of the payload. Both ends are those of bytes.
    pub(crate) fn encode_part<'a>(
        self,
        space: &Space,
        block: u32,
        first: u64,
        distances: &'a [u8],
    ) -> Result<Cow<'a, [u8]>, EncodingError> {
        match self {
            Self::Byte => Ok(Cow::Borrowed(distances)),
            Self::Packed => {
                let mut codes = distances.to_vec();
                self.make_codes(space, block, first, &mut codes)?;
                Ok(Cow::Owned(self.join(codes)))
            }
            Self::Mod3 => Ok(Cow::Owned(residues(distances))),
            Self::Bit => Ok(Cow::Owned(second_bits(distances))),
        }
    }

    /// Makes distances of a block, of which the first has this index, the codes of entries, which are to be
    /// [joined](Self::join).
    pub(crate) fn make_codes(
        self,
        space: &Space,
        block: u32,
        first: u64,
        distances: &mut [u8],
    ) -> Result<(), EncodingError> {
        match self {
            Self::Byte | Self::Mod3 | Self::Bit => Ok(()),
            Self::Packed => codes_of_block(space, block, first, distances),
        }
    }

    /// Puts codes together, so many to a byte.
    pub(crate) fn join(self, codes: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Byte => codes,
            Self::Packed => in_pairs(&codes),
            Self::Mod3 => residues(&codes),
            Self::Bit => second_bits(&codes),
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Encoding {
    type Err = EncodingError;

    fn from_str(text: &str) -> Result<Self, EncodingError> {
        let known = Self::ALL.into_iter().find(|encoding| encoding.name() == text);
        known.ok_or_else(|| EncodingError::Unknown { found: text.to_owned() })
    }
}

/// Why distances can't be written in an encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// A name that no encoding has.
    #[error("expected byte, packed, mod3 or bit, found {found:?}")]
    Unknown {
        /// The name.
        found: String,
    },
    /// A distance that four bits can't hold.
    #[error(
        "the packed encoding can't hold this table: {state} is {distance} moves from the goal, which is not \
         0, 2, .. or 30 more than its Manhattan distance, {manhattan}; use the byte encoding"
    )]
    NotPackable {
        /// The first such state.
        state: String,
        /// Its distance.
        distance: u8,
        /// Its Manhattan distance.
        manhattan: u32,
    },
    /// The distance of a pattern's placement can't be found by walking, since the table does not know the blank, or no more of
    /// it than its region.
    #[error("the mod3 encoding is for full tables; for a pattern use byte or packed")]
    Mod3Pattern,
    /// The neighbours of a pattern's placement may be as far as it is, since the table does not know the blank.
    #[error("the bit encoding is for zero-aware pattern databases; for other patterns use byte or packed")]
    BitPattern,
    /// A full board is not written in bits.
    #[error("the bit encoding is for zero-aware pattern databases; for a full board use mod3")]
    BitFullBoard,
    /// There are not as many distances as states.
    #[error("{found} distances were given for {expected} states")]
    WrongCount {
        /// The states of the space.
        expected: u64,
        /// The distances given.
        found: u64,
    },
}

/// The packed payload. Blocks are packed side by side, and put together in order.
fn pack(space: &Space, distances: &[u8]) -> Result<Vec<u8>, EncodingError> {
    threads::ensure();
    let per_block = distances.len() / space.blocks() as usize;
    let mut codes = distances.to_vec();
    codes.par_chunks_mut(per_block).enumerate().try_for_each(|(block, codes)| {
        #[expect(clippy::cast_possible_truncation, reason = "there are as many blocks as a u32 can number")]
        codes_of_block(space, block as u32, (block * per_block) as u64, codes)
    })?;
    Ok(in_pairs(&codes))
}

/// Codes of four bits, two to a byte.
fn in_pairs(codes: &[u8]) -> Vec<u8> {
    codes.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |high| high << 4)).collect()
}

/// Distances modulo 3, four to a byte.
fn residues(distances: &[u8]) -> Vec<u8> {
    let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, d| (byte << 2) | (d % 3));
    distances.chunks(4).map(byte).collect()
}

/// Of each distance the bit that is worth two, eight to a byte.
fn second_bits(distances: &[u8]) -> Vec<u8> {
    let mut bits = vec![0; distances.len().div_ceil(8)];
    write_second_bits(distances, &mut bits);
    bits
}

/// Writes these bits where they belong.
pub(crate) fn write_second_bits(distances: &[u8], bits: &mut [u8]) {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Moves the lowest bit of each byte to a place of its own in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    for (byte, eight) in bits.iter_mut().zip(distances.chunks(8)) {
        let mut word = [0; 8];
        word[..eight.len()].copy_from_slice(eight);
        *byte = ((u64::from_le_bytes(word) >> 1 & ONES).wrapping_mul(GATHER) >> 56) as u8;
    }
}

/// Makes each distance of a block, of which the first has this index, half of its excess.
fn codes_of_block(space: &Space, block: u32, first: u64, distances: &mut [u8]) -> Result<(), EncodingError> {
    let in_block = first - u64::from(block) * space.entries_per_block();
    let range = in_block..in_block + distances.len() as u64;
    let mut failed = None;
    let mut distances = (first..).zip(distances);
    space.for_each_manhattan_in_block(block, range, |manhattan| {
        let Some((index, distance)) = distances.next() else { return };
        match u32::from(*distance).checked_sub(manhattan) {
            #[expect(clippy::cast_possible_truncation, reason = "at most 15, by the pattern")]
            Some(excess @ 0..=31) if excess % 2 == 0 => *distance = (excess / 2) as u8,
            _ => failed = failed.or(Some((index, *distance, manhattan))),
        }
    });
    match failed {
        None => Ok(()),
        Some((index, distance, manhattan)) => {
            let state = space.describe(StateIndex::new(index));
            Err(EncodingError::NotPackable { state, distance, manhattan })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape, Tile};
    use crate::space::Pattern;

    #[test]
    fn names_and_codes_come_back() {
        for encoding in Encoding::ALL {
            assert_eq!(encoding.name().parse(), Ok(encoding));
            assert_eq!(Encoding::from_code(encoding.code()), Some(encoding));
        }
        assert_eq!(Encoding::from_code(4), None);
        let error = "Byte".parse::<Encoding>().unwrap_err();
        assert_eq!(error.to_string(), "expected byte, packed, mod3 or bit, found \"Byte\"");
        assert!(Encoding::ALL.iter().all(|encoding| error.to_string().contains(encoding.name())));
    }

    #[test]
    fn codes_lie_where_the_format_says() {
        let payload = [0b1110_0100, 0b0001_1011];
        let code = |encoding: Encoding, number| {
            let index = StateIndex::new(number);
            Some(encoding.code_in(*payload.get(encoding.place_of(index)?)?, index))
        };
        assert_eq!([0, 1, 2, 3].map(|number| code(Encoding::Mod3, number)), [0, 1, 2, 3].map(Some));
        assert_eq!([4, 7, 8].map(|number| code(Encoding::Mod3, number)), [Some(3), Some(0), None]);
        assert_eq!([0, 1, 2, 3].map(|number| code(Encoding::Packed, number)), [4, 14, 11, 1].map(Some));
        assert_eq!([1, 2].map(|number| code(Encoding::Byte, number)), [Some(27), None]);
        assert_eq!([0, 2, 7, 8, 15].map(|number| code(Encoding::Bit, number)), [0, 1, 1, 1, 0].map(Some));
        assert_eq!(code(Encoding::Bit, 16), None);
        assert_eq!(Encoding::ALL.map(|encoding| encoding.payload_len(11)), [11, 6, 3, 2]);
        assert_eq!(second_bits(&[0, 1, 2, 3, 4, 5, 6, 7, 10]), [0b1100_1100, 1]);
    }

    /// Of each kind of space: what holds no tables of it is refused by name.
    #[test]
    fn spaces_whose_tables_it_can_not_hold_are_refused() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let pattern = Pattern::new(goal.shape(), [1, 2].map(Tile::new)).unwrap();
        let full = Space::new(&goal, &Pattern::full(goal.shape())).unwrap();
        let plain = Space::new(&goal, &pattern).unwrap();
        let kept = Space::with_regions(&goal, &pattern).unwrap();
        let refused = |space: &Space| {
            Encoding::ALL.map(|encoding| encoding.check(space).map_err(|error| error.to_string()).err())
        };
        let mod3 = "the mod3 encoding is for full tables; for a pattern use byte or packed";
        let bit = "the bit encoding is for zero-aware pattern databases; for";
        assert!(matches!(&refused(&full), [None, None, None, Some(error)]
            if *error == format!("{bit} a full board use mod3")));
        assert!(matches!(&refused(&plain), [None, None, Some(of_mod3), Some(error)]
            if of_mod3 == mod3 && *error == format!("{bit} other patterns use byte or packed")));
        assert!(matches!(&refused(&kept), [None, None, Some(of_mod3), None] if of_mod3 == mod3));
    }

    #[test]
    fn a_distance_that_four_bits_can_not_hold_is_named() {
        let goal = Goal::blank_last(Shape::new(2, 2).unwrap());
        let space = Space::new(&goal, &Pattern::full(goal.shape())).unwrap();
        let mut manhattan = Vec::new();
        (0..4).for_each(|block| {
            space.for_each_manhattan_in_block(block, 0..u64::MAX, |sum| manhattan.push(sum as u8));
        });
        assert!(Encoding::Packed.encode(&space, &manhattan).is_ok());
        for (excess, fits) in [(30, true), (31, false), (32, false), (1, false)] {
            let mut distances = manhattan.clone();
            distances[5] += excess;
            let Err(error) = Encoding::Packed.encode(&space, &distances) else {
                assert!(fits, "{excess}");
                continue;
            };
            let EncodingError::NotPackable { state, distance, .. } = error else { panic!("{error}") };
            assert_eq!((fits, state, distance), (false, space.describe(StateIndex::new(5)), distances[5]));
        }
    }
}
