//! What a build gives whose table is to be written, and not to be looked at in memory.

use super::byte_word::ByteWord;
use super::distance_word::DistanceWord;
use super::parts::SteppedBlocks;
use super::residue_word::ResidueWord;
use super::second_bits::SecondBits;
use super::steps::Steps;
use crate::space::Space;
use crate::table::{Encoding, EncodingError, TableImage};

/// The entries of a table in the form that takes the least memory to build: for patterns a byte or a bit each; for full boards a byte, or modulo 3
/// two bits, for each board with the blank in the first column, and a bit for each other.
#[derive(Debug)]
pub struct Compact {
    space: Space,
    entries: CompactEntries,
    histogram: Vec<u64>,
    encoding: Encoding,
}

/// The forms.
#[derive(Debug)]
pub(super) enum CompactEntries {
    Bytes(Vec<u8>),
    SecondBits(SecondBits),
    Steps(Steps<ByteWord>),
    ResidueSteps(Steps<ResidueWord>),
}

impl Compact {
    pub(super) const fn new(
        space: Space,
        entries: CompactEntries,
        histogram: Vec<u64>,
        encoding: Encoding,
    ) -> Self {
        Self { space, entries, histogram, encoding }
    }

    /// What the entries stand for.
    #[must_use]
    pub const fn space(&self) -> &Space {
        &self.space
    }

    /// How many entries there are of each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The table in the encoding that it was built for, ready to be written. That of a full board, or of bits, is made piece by
    /// piece as it is written, so that it takes no memory.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding can't hold the distances.
    pub fn image(&self) -> Result<TableImage<'_>, EncodingError> {
        match &self.entries {
            CompactEntries::Bytes(entries) => {
                TableImage::new(&self.space, entries, &self.histogram, self.encoding)
            }
            CompactEntries::SecondBits(bits) => {
                TableImage::of_blocks(&self.space, &self.histogram, self.encoding, Box::new(bits))
            }
            CompactEntries::Steps(steps) => self.image_of(steps),
            CompactEntries::ResidueSteps(steps) => self.image_of(steps),
        }
    }

    fn image_of<'a, W: DistanceWord>(&'a self, steps: &'a Steps<W>) -> Result<TableImage<'a>, EncodingError> {
        let Self { space, histogram, encoding, .. } = self;
        let blocks = SteppedBlocks { space, steps, encoding: *encoding };
        TableImage::of_blocks(space, histogram, *encoding, Box::new(blocks))
    }
}
