//! How an entry is written.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use rayon::prelude::*;

use crate::board::{Board, Cell, Goal};
use crate::space::{StateIndex, StateSpace, manhattan};

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
}

impl Encoding {
    /// All encodings, the fastest to read first.
    pub const ALL: [Self; 3] = [Self::Byte, Self::Packed, Self::Mod3];

    /// `byte`, `packed` or `mod3`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Byte => "byte",
            Self::Packed => "packed",
            Self::Mod3 => "mod3",
        }
    }

    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Byte => 0,
            Self::Packed => 1,
            Self::Mod3 => 2,
        }
    }

    pub(super) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.code() == code)
    }

    /// A byte has 1, 2 or 4 entries: two to this power.
    const fn log2_entries_per_byte(self) -> u32 {
        match self {
            Self::Byte => 0,
            Self::Packed => 1,
            Self::Mod3 => 2,
        }
    }

    /// The bytes that so many entries take.
    ///
    /// ```
    /// use tilebase::table::Encoding;
    ///
    /// assert_eq!(Encoding::Packed.payload_len(181_440), 90_720);
    /// assert_eq!(Encoding::Mod3.payload_len(181_440), 45_360);
    /// ```
    #[must_use]
    pub const fn payload_len(self, entries: u64) -> u64 {
        entries.div_ceil(1 << self.log2_entries_per_byte())
    }

    /// The code of an entry: a distance, half an excess, or a residue. None behind the payload's end.
    #[must_use]
    #[inline]
    pub fn code_at(self, payload: &[u8], index: StateIndex) -> Option<u8> {
        let log2 = self.log2_entries_per_byte();
        let byte = *payload.get(usize::try_from(index.number() >> log2).ok()?)?;
        let within = index.number() & ((1 << log2) - 1);
        let bits = 8 >> log2;
        Some(byte >> (within * bits) & (0xFF >> (8 - bits)))
    }

    /// Writes distances, which are in the order of their indexes, as a payload.
    pub(super) fn encode<'a>(self, goal: &Goal, distances: &'a [u8]) -> Result<Cow<'a, [u8]>, EncodingError> {
        match self {
            Self::Byte => Ok(Cow::Borrowed(distances)),
            Self::Packed => pack(goal, distances).map(Cow::Owned),
            Self::Mod3 => {
                let residues = |four: &[u8]| four.iter().rev().fold(0, |byte, d| (byte << 2) | (d % 3));
                Ok(Cow::Owned(distances.chunks(4).map(residues).collect()))
            }
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Encoding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|encoding| encoding.name() == text);
        known.ok_or_else(|| format!("expected byte, packed or mod3, found {text:?}"))
    }
}

/// Why distances can't be written in an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// A distance that four bits can't hold.
    #[error(
        "the packed encoding can't hold this table: {board} is {distance} moves from the goal, which is not \
         0, 2, .. or 30 more than its Manhattan distance, {manhattan}; use the byte encoding"
    )]
    NotPackable {
        /// The first such board.
        board: Board,
        /// Its distance.
        distance: u8,
        /// Its Manhattan distance.
        manhattan: u32,
    },
    /// There are not as many distances as states.
    #[error("{found} distances were given for {expected} states")]
    WrongCount {
        /// The states of the space.
        expected: u64,
        /// The distances given.
        found: u64,
    },
}

/// The packed payload. Rows of the blank's cell are packed side by side, and put together in order.
fn pack(goal: &Goal, distances: &[u8]) -> Result<Vec<u8>, EncodingError> {
    let too_large = |_| EncodingError::WrongCount { expected: 0, found: distances.len() as u64 };
    let space = StateSpace::new(goal).map_err(too_large)?;
    let per_cell = distances.len() / goal.shape().cells();
    let mut codes = vec![0; distances.len()];
    let rows = codes.par_chunks_mut(per_cell).zip(distances.par_chunks(per_cell)).enumerate();
    rows.try_for_each(|(nth, (codes, distances))| {
        #[expect(clippy::cast_possible_truncation, reason = "one row for each cell")]
        let blank = Cell::new(nth as u8);
        codes_of_row(&space, blank, distances, codes).map_err(|place| {
            let index = StateIndex::new((nth * per_cell + place) as u64);
            let board = space.board_at(index).unwrap_or_else(|| goal.board());
            let manhattan = manhattan::distance(&board, goal);
            EncodingError::NotPackable { board, distance: distances[place], manhattan }
        })
    })?;
    Ok(codes.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |high| high << 4)).collect())
}

/// Half the excess of each distance of a row; or the first place that has no code.
fn codes_of_row(space: &StateSpace, blank: Cell, distances: &[u8], codes: &mut [u8]) -> Result<(), usize> {
    let mut failed = None;
    let mut place = 0;
    manhattan::for_each_of_blank_cell(space, blank, |manhattan| {
        let excess = u32::from(distances[place]).checked_sub(manhattan);
        match excess {
            #[expect(clippy::cast_possible_truncation, reason = "at most 15, by the pattern")]
            Some(excess @ 0..=31) if excess % 2 == 0 => codes[place] = (excess / 2) as u8,
            _ => failed = failed.or(Some(place)),
        }
        place += 1;
    });
    failed.map_or(Ok(()), Err)
}
