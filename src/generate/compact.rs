//! [`Compact`]: the result of a build whose table will be written, not read in memory.

use super::record::bit_entries::BitEntries;
use super::record::byte_word::ByteWord;
use super::record::column_deltas::ColumnDeltas;
use super::record::distance_word::DistanceWord;
use super::record::payload::DeltaPieces;
use super::record::residue_word::ResidueWord;
use crate::space::Space;
use crate::table::{Encoding, EncodingError, TableImage};

/// The entries of a table, in the form that needs the least memory to build.
///
/// For patterns, this is a byte or a bit per entry. For full boards, it is a byte, or two bits
/// modulo 3, for each state with the blank in the first column, and one bit for each other state.
#[derive(Debug)]
pub struct Compact {
    space: Space,
    entries: CompactEntries,
    histogram: Vec<u64>,
    encoding: Encoding,
}

/// The forms of the entries.
#[derive(Debug)]
pub(super) enum CompactEntries {
    Bytes(Vec<u8>),
    BitEntries(BitEntries),
    ColumnDeltas(ColumnDeltas<ByteWord>),
    ResidueDeltas(ColumnDeltas<ResidueWord>),
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

    /// Returns the space of the entries.
    #[must_use]
    pub const fn space(&self) -> &Space {
        &self.space
    }

    /// Returns the number of entries at each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// Returns the table, ready to be written, in the encoding for which it was built.
    ///
    /// Tables of full boards and of bits are produced piece by piece while they are written, and
    /// need no further memory.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding cannot hold the distances.
    pub fn image(&self) -> Result<TableImage<'_>, EncodingError> {
        match &self.entries {
            CompactEntries::Bytes(entries) => {
                TableImage::new(&self.space, entries, &self.histogram, self.encoding)
            }
            CompactEntries::BitEntries(bits) => {
                Ok(TableImage::from_pieces(&self.space, &self.histogram, self.encoding, Box::new(bits)))
            }
            CompactEntries::ColumnDeltas(deltas) => Ok(self.image_of(deltas)),
            CompactEntries::ResidueDeltas(deltas) => Ok(self.image_of(deltas)),
        }
    }

    fn image_of<'a, W: DistanceWord>(&'a self, deltas: &'a ColumnDeltas<W>) -> TableImage<'a> {
        let Self { space, histogram, encoding, .. } = self;
        let pieces = DeltaPieces { deltas, encoding: *encoding };
        TableImage::from_pieces(space, histogram, *encoding, Box::new(pieces))
    }
}
