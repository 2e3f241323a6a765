//! The distances of a table in any encoding, block by block or all at once.

use std::borrow::Cow;
use std::ops::Range;

use super::OracleError;
use super::bit_decoder::BitDecoder;
use crate::board::Board;
use crate::space::{FullSpace, Space, StateIndex};
use crate::table::{Encoding, Table};

/// The distances of a table in any encoding, one block of its [`Space`] at a time.
///
/// `byte` blocks are read on demand. With `mod3` and `bit`, a distance is the length of a walk to
/// the goal. There, all distances are computed at once and kept, one byte each.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::generate::Generator;
/// use tilebase::oracle::DistanceBlocks;
/// use tilebase::table::Encoding;
///
/// let distances = Generator::for_goal(&Goal::blank_last(Shape::new(2, 3)?))?.distances()?;
/// for encoding in Encoding::all_of(distances.space()) {
///     let table = distances.encoded(encoding)?.into_table();
///     let blocks = DistanceBlocks::new(&table)?;
///     assert_eq!(*blocks.get(5)?, distances.entries()[5 * 60..]);
///     assert_eq!(blocks.all()?, distances.entries());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DistanceBlocks<'a> {
    table: &'a Table,
    /// All distances, if single blocks can't be decoded.
    walked: Option<Vec<u8>>,
}

impl<'a> DistanceBlocks<'a> {
    /// Prepares decoding a table.
    ///
    /// # Errors
    /// [`OracleError::Inconsistent`] if a distance can't be decoded because the table is wrong.
    pub fn new(table: &'a Table) -> Result<Self, OracleError> {
        let walked = match (table.header().encoding(), table.header().space()) {
            (Encoding::Mod3, Space::Full(space)) => Some(walk_from_every_state(table, space)?),
            (Encoding::Bit, Space::Pattern(space)) => {
                let found = BitDecoder::new(table.payload()?, space).distances();
                Some(found.ok_or_else(|| inconsistent(table))?)
            }
            // Rejected when the header is parsed.
            (Encoding::Mod3, Space::Pattern(_)) | (Encoding::Bit, Space::Full(_)) => {
                return Err(inconsistent(table));
            }
            (Encoding::Byte, _) => None,
        };
        Ok(Self { table, walked })
    }

    /// The space of the table.
    #[must_use]
    pub const fn space(&self) -> &'a Space {
        self.table.header().space()
    }

    /// Returns the distances of a block, in the order of their indexes.
    ///
    /// # Errors
    /// [`OracleError::Inconsistent`] if an entry is not a distance, or the block is out of range.
    pub fn get(&self, block: u32) -> Result<Cow<'_, [u8]>, OracleError> {
        let found = match &self.walked {
            _ if block >= self.space().blocks() => None,
            Some(walked) => self.range_of(block).and_then(|part| walked.get(part)).map(Cow::Borrowed),
            None => {
                let part =
                    self.range_of(block).map(|part| self.table.payload_part(part)).transpose()?.flatten();
                // Copied from a mapped file, since the file may change later.
                part.map(|part| if self.table.is_in_memory() { part.into() } else { part.to_vec().into() })
            }
        };
        let found = found.ok_or_else(|| inconsistent(self.table))?;
        // After the reads, so that the check covers them.
        self.table.check_unchanged()?;
        Ok(found)
    }

    /// Returns all distances, in the order of their indexes. They are borrowed from a table with
    /// `byte` entries. In that case, call [`Table::check_unchanged`] before relying on results
    /// computed from them.
    ///
    /// # Errors
    /// [`OracleError::Inconsistent`] if an entry is not a distance; [`OracleError::Table`] if the
    /// file is damaged.
    pub fn all(self) -> Result<Cow<'a, [u8]>, OracleError> {
        let all = match self.walked {
            Some(distances) => Cow::Owned(distances),
            None => Cow::Borrowed(self.table.payload()?),
        };
        self.table.check_unchanged()?;
        Ok(all)
    }

    /// The range of a block's distances among all.
    fn range_of(&self, block: u32) -> Option<Range<usize>> {
        let len = usize::try_from(self.space().entries_per_block()).ok()?;
        let start = usize::try_from(block).ok()?.checked_mul(len)?;
        Some(start..start.checked_add(len)?)
    }
}

fn inconsistent(table: &Table) -> OracleError {
    OracleError::Inconsistent { board: table.header().goal().board() }
}

/// Walks from each state to one with a known distance, and fills in the distances on the way back.
/// Each state is visited once.
fn walk_from_every_state(table: &Table, space: &FullSpace) -> Result<Vec<u8>, OracleError> {
    const UNKNOWN: u8 = u8::MAX;
    let slot = |index: StateIndex| usize::try_from(index.number()).expect("all distances fit in memory");
    let mut distances = vec![UNKNOWN; slot(StateIndex::new(space.states()))];
    distances[slot(space.goal_index())] = 0;
    let mut walked = Vec::new();
    for number in 0..space.states() {
        let mut index = StateIndex::new(number);
        let start = board_at(space, index);
        let mut board = start;
        while distances[slot(index)] == UNKNOWN {
            walked.push(index);
            match closer(table, space, index, &board)? {
                // A longer walk runs in a circle: no distance is above a byte.
                Some(next) if walked.len() < usize::from(UNKNOWN) => (index, board) = next,
                _ => return Err(OracleError::Inconsistent { board }),
            }
        }
        let mut distance = distances[slot(index)];
        while let Some(index) = walked.pop() {
            distance = distance.checked_add(1).ok_or(OracleError::Inconsistent { board: start })?;
            distances[slot(index)] = distance;
        }
    }
    Ok(distances)
}

/// Returns the first neighbor that is closer according to its residue, if any.
fn closer(
    table: &Table,
    space: &FullSpace,
    index: StateIndex,
    board: &Board,
) -> Result<Option<(StateIndex, Board)>, OracleError> {
    let residue = table.code_at(index)?;
    for (step, next) in board.successors() {
        let at = space.index_after(index, step, &next);
        if residue < 3 && table.code_at(at)? == (residue + 2) % 3 {
            return Ok(Some((at, next)));
        }
    }
    Ok(None)
}

fn board_at(space: &FullSpace, index: StateIndex) -> Board {
    space.board_at(index).unwrap_or_else(|| space.goal().board())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape, Tile};
    use crate::generate::Generator;
    use crate::space::Pattern;
    use crate::table::BuiltTable;

    #[test]
    fn blocks_side_by_side_are_all_distances() {
        let goal = Goal::snail(Shape::new(2, 4).unwrap());
        let pattern = Pattern::new(goal.shape(), [2, 5, 7].map(Tile::new)).unwrap();
        let full = Pattern::full(goal.shape());
        let spaces =
            [Space::new(&goal, &full), Space::new(&goal, &pattern), Space::zero_aware(&goal, &pattern)];
        for space in spaces.map(Result::unwrap) {
            let distances = Generator::new(space).distances().unwrap();
            for encoding in Encoding::ALL {
                let Ok(image) = distances.encoded(encoding) else { continue };
                let table = image.into_table();
                let blocks = DistanceBlocks::new(&table).unwrap();
                let number = blocks.space().blocks();
                let joined: Vec<u8> =
                    (0..number).flat_map(|block| blocks.get(block).unwrap().to_vec()).collect();
                assert_eq!(joined, distances.entries(), "{encoding}");
                assert!(blocks.get(number).is_err());
                assert_eq!(blocks.all().unwrap(), distances.entries(), "{encoding}");
            }
        }
    }

    /// For a mapped file.
    #[test]
    fn a_damaged_entry_is_an_error() {
        let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
        let pattern = Pattern::new(goal.shape(), (1..=7).map(Tile::new)).unwrap();
        let space = Space::new(&goal, &pattern).unwrap();
        // Not costs: any bytes do.
        let entries: Vec<u8> = (0..=200).cycle().take(usize::try_from(space.entries()).unwrap()).collect();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("table.pdb");
        let image = BuiltTable::new(&space, &entries, &[space.entries()], Encoding::Byte).unwrap();
        image.write_to(&file).unwrap();
        let mut bytes = std::fs::read(&file).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        std::fs::write(&file, bytes).unwrap();
        let table = Table::open(&file).unwrap();
        assert!(!table.is_in_memory());
        let blocks = DistanceBlocks::new(&table).unwrap();
        let per_block = usize::try_from(space.entries_per_block()).unwrap();
        assert_eq!(*blocks.get(0).unwrap(), entries[..per_block]);
        let error = blocks.get(space.blocks() - 1).unwrap_err();
        assert!(matches!(error, OracleError::Table(_)), "{error}");
        assert!(matches!(blocks.all(), Err(OracleError::Table(_))));
    }

    /// All residues are 1, so no neighbor is closer and no walk ends.
    #[test]
    fn a_walk_that_gets_stuck_is_an_error() {
        let goal = Goal::blank_last(Shape::new(2, 2).unwrap());
        let distances = Generator::for_goal(&goal).unwrap().distances().unwrap();
        let space = distances.space();
        let entries = vec![1; 12];
        let table = BuiltTable::new(space, &entries, &[0, 12], Encoding::Mod3).unwrap().into_table();
        let error = DistanceBlocks::new(&table).unwrap_err();
        assert!(matches!(error, OracleError::Inconsistent { .. }));
    }
}
