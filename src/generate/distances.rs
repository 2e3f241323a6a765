//! [`Distances`]: the result of a build.

use crate::space::Space;
use crate::table::{BuiltTable, Encoding, EncodingError, Table};

/// The entries of a table, by index: the distance of every board that can reach a goal, or the cost
/// of every placement of a pattern's tiles.
#[derive(Clone, Debug)]
pub struct Distances {
    space: Space,
    entries: Vec<u8>,
    histogram: Vec<u64>,
}

impl Distances {
    pub(super) const fn new(space: Space, entries: Vec<u8>, histogram: Vec<u64>) -> Self {
        Self { space, entries, histogram }
    }

    /// Returns the space of the entries.
    #[must_use]
    pub const fn space(&self) -> &Space {
        &self.space
    }

    /// Returns the distances in moves, indexed by [`StateIndex`](crate::space::StateIndex).
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// Returns the entries alone.
    #[must_use]
    pub fn into_entries(self) -> Vec<u8> {
        self.entries
    }

    /// Returns the number of entries at each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// Returns the distances as a table, ready to be written.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding does not support their space.
    pub fn encoded(&self, encoding: Encoding) -> Result<BuiltTable<'_>, EncodingError> {
        BuiltTable::new(&self.space, &self.entries[..], &self.histogram, encoding)
    }

    /// Like [`encoded`](Self::encoded), but consumes the distances, so that [`Encoding::Byte`]
    /// needs no copy.
    pub(super) fn into_encoded(self, encoding: Encoding) -> Result<BuiltTable<'static>, EncodingError> {
        BuiltTable::new(&self.space, self.entries, &self.histogram, encoding)
    }

    /// Converts the distances into a table in memory. [`Encoding::Byte`] reuses the entries without
    /// a copy.
    ///
    /// ```
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    /// use tilebase::{Goal, Shape};
    ///
    /// let distances = Generator::for_goal(&Goal::blank_last(Shape::new(2, 2)?))?.distances()?;
    /// let table = distances.into_table(Encoding::Byte)?;
    /// assert_eq!((table.payload()?.len(), table.header().deepest()), (12, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding cannot hold them.
    pub fn into_table(self, encoding: Encoding) -> Result<Table, EncodingError> {
        Ok(self.into_encoded(encoding)?.into_table())
    }
}
