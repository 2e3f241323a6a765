//! The distances of a table in parts: a large table need not be in memory whole.

use std::borrow::Cow;

use super::decode::{add_manhattan_in_block, walk_from_every_state};
use super::oracle::OracleError;
use crate::space::Space;
use crate::table::{Encoding, Table};

/// The distances of a table, one block of its [`Space`] at a time, whatever its encoding.
///
/// `byte` and `packed` are read where they are asked for. An entry of `mod3` is known by its walk to the goal, and
/// each state is walked over once, so there all distances are kept: a byte each.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::generate::{Threads, build};
/// use tilebase::oracle::DistanceBlocks;
/// use tilebase::table::Encoding;
///
/// let distances = build(&Goal::blank_last(Shape::new(2, 3)?), Threads::One, |_| ())?;
/// for encoding in Encoding::ALL {
///     let table = distances.image(encoding)?.into_table()?;
///     let blocks = DistanceBlocks::new(&table)?;
///     assert_eq!(*blocks.get(5)?, distances.entries()[5 * 60..]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DistanceBlocks<'a, D> {
    table: &'a Table<D>,
    space: Space,
    /// All distances, if a block can't be read alone.
    whole: Option<Vec<u8>>,
}

impl<'a, D: AsRef<[u8]>> DistanceBlocks<'a, D> {
    /// The distances of this table.
    ///
    /// # Errors
    /// [`OracleError::Inconsistent`] if the table is wrong in such a way that a distance can't be read.
    pub fn new(table: &'a Table<D>) -> Result<Self, OracleError> {
        let inconsistent = || OracleError::Inconsistent { board: table.header().goal().board() };
        let space = table.header().space().map_err(|_never| inconsistent())?;
        let whole = match (table.header().encoding(), &space) {
            (Encoding::Mod3, Space::Full(space)) => Some(walk_from_every_state(table, space)?),
            (Encoding::Mod3, Space::Pattern(_)) => return Err(inconsistent()),
            (Encoding::Byte | Encoding::Packed, _) => None,
        };
        Ok(Self { table, space, whole })
    }

    /// The space that the blocks are of.
    #[must_use]
    pub const fn space(&self) -> &Space {
        &self.space
    }

    /// The distances of a block, in the order of their indexes.
    ///
    /// # Errors
    /// [`OracleError::Inconsistent`] if an entry is no distance, or there is no such block.
    pub fn get(&self, block: u32) -> Result<Cow<'_, [u8]>, OracleError> {
        let found = match (&self.whole, self.table.header().encoding()) {
            (None, Encoding::Packed) => {
                let mut distances = Vec::new();
                let all_fit = add_manhattan_in_block(self.table, &self.space, block, &mut distances);
                all_fit.then_some(Cow::Owned(distances))
            }
            (whole, _) => {
                let all = whole.as_deref().unwrap_or_else(|| self.table.payload());
                self.part(all, block).map(Cow::Borrowed)
            }
        };
        found.ok_or_else(|| OracleError::Inconsistent { board: self.space.goal().board() })
    }

    fn part<'b>(&self, all: &'b [u8], block: u32) -> Option<&'b [u8]> {
        let len = usize::try_from(self.space.entries_per_block()).ok()?;
        let start = usize::try_from(block).ok()?.checked_mul(len)?;
        all.get(start..start.checked_add(len)?)
    }
}
