//! The distances of a table, whatever its encoding: in parts, so that a large table need not be in memory whole, or all.

use std::borrow::Cow;

use super::OracleError;
use crate::board::Board;
use crate::space::{Space, StateIndex, StateSpace};
use crate::table::{Encoding, Table};

/// The distances of a table, one block of its [`Space`] at a time, whatever its encoding.
///
/// `byte` and `packed` are read where they are asked for. An entry of `mod3` is known by its walk to the goal, and
/// each state is walked over once, so there all distances are kept: a byte each.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::generate::Generator;
/// use tilebase::oracle::DistanceBlocks;
/// use tilebase::table::Encoding;
///
/// let distances = Generator::for_goal(&Goal::blank_last(Shape::new(2, 3)?))?.run()?;
/// for encoding in Encoding::ALL {
///     let table = distances.image(encoding)?.into_table();
///     let blocks = DistanceBlocks::new(&table)?;
///     assert_eq!(*blocks.get(5)?, distances.entries()[5 * 60..]);
///     assert_eq!(blocks.all()?, distances.entries());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DistanceBlocks<'a> {
    table: &'a Table,
    /// All distances, if a block can't be read alone.
    walked: Option<Vec<u8>>,
}

impl<'a> DistanceBlocks<'a> {
    /// The distances of this table.
    ///
    /// # Errors
    /// [`OracleError::Inconsistent`] if the table is wrong in such a way that a distance can't be read.
    pub fn new(table: &'a Table) -> Result<Self, OracleError> {
        let walked = match (table.header().encoding(), table.header().space()) {
            (Encoding::Mod3, Space::Full(space)) => Some(walk_from_every_state(table, space)?),
            // No writer makes one, but a file may say that it is one.
            (Encoding::Mod3, Space::Pattern(_)) => return Err(inconsistent(table)),
            (Encoding::Byte | Encoding::Packed, _) => None,
        };
        Ok(Self { table, walked })
    }

    /// The space that the blocks are of.
    #[must_use]
    pub const fn space(&self) -> &'a Space {
        self.table.header().space()
    }

    /// The distances of a block, in the order of their indexes.
    ///
    /// # Errors
    /// [`OracleError::Inconsistent`] if an entry is no distance, or there is no such block.
    pub fn get(&self, block: u32) -> Result<Cow<'_, [u8]>, OracleError> {
        let found = match (&self.walked, self.table.header().encoding()) {
            _ if block >= self.space().blocks() => None,
            (None, Encoding::Packed) => {
                let mut distances = Vec::new();
                let all_fit = add_manhattan_in_block(self.table, block, &mut distances);
                all_fit.then_some(Cow::Owned(distances))
            }
            (walked, _) => {
                let all = walked.as_deref().unwrap_or_else(|| self.table.payload());
                self.part(all, block).map(Cow::Borrowed)
            }
        };
        found.ok_or_else(|| inconsistent(self.table))
    }

    /// All distances, in the order of their indexes; borrowed from the table where they stand there as such.
    ///
    /// # Errors
    /// [`OracleError::Inconsistent`] if an entry is no distance.
    pub fn all(self) -> Result<Cow<'a, [u8]>, OracleError> {
        match (self.walked, self.table.header().encoding()) {
            (Some(distances), _) => Ok(Cow::Owned(distances)),
            (None, Encoding::Packed) => {
                let mut distances = Vec::with_capacity(self.table.payload().len() * 2);
                let mut blocks = 0..self.table.header().space().blocks();
                let all_fit = blocks.all(|block| add_manhattan_in_block(self.table, block, &mut distances));
                if all_fit { Ok(Cow::Owned(distances)) } else { Err(inconsistent(self.table)) }
            }
            (None, _) => Ok(Cow::Borrowed(self.table.payload())),
        }
    }

    fn part<'b>(&self, all: &'b [u8], block: u32) -> Option<&'b [u8]> {
        let len = usize::try_from(self.space().entries_per_block()).ok()?;
        let start = usize::try_from(block).ok()?.checked_mul(len)?;
        all.get(start..start.checked_add(len)?)
    }
}

fn inconsistent(table: &Table) -> OracleError {
    OracleError::Inconsistent { board: table.header().goal().board() }
}

/// Adds the distances of one block; false if an entry is no distance.
fn add_manhattan_in_block(table: &Table, block: u32, distances: &mut Vec<u8>) -> bool {
    let space = table.header().space();
    let mut number = u64::from(block) * space.entries_per_block();
    let mut all_fit = true;
    space.for_each_manhattan_in_block(block, |manhattan| {
        let code = table.code_at(StateIndex::new(number));
        let distance = code.and_then(|code| u8::try_from(manhattan + 2 * u32::from(code)).ok());
        all_fit &= distance.is_some();
        distances.push(distance.unwrap_or(u8::MAX));
        number += 1;
    });
    all_fit
}

/// Walks from each state to one whose distance is known, and writes the distances down on the way back: each
/// state is walked over once.
fn walk_from_every_state(table: &Table, space: &StateSpace) -> Result<Vec<u8>, OracleError> {
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
            let wanted = table.code_at(index).filter(|code| *code < 3).map(|code| (code + 2) % 3);
            let at = |(step, next): (_, Board)| (space.index_after(index, step, &next), next);
            let closer = board
                .successors()
                .map(at)
                .find(|(next, _)| wanted.is_some() && table.code_at(*next) == wanted);
            match closer {
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

fn board_at(space: &StateSpace, index: StateIndex) -> Board {
    space.board_at(index).unwrap_or_else(|| space.goal().board())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape, Tile};
    use crate::generate::Generator;
    use crate::space::Pattern;
    use crate::table::TableImage;

    #[test]
    fn blocks_side_by_side_are_all_distances() {
        let goal = Goal::snail(Shape::new(2, 4).unwrap());
        let pattern = Pattern::new(goal.shape(), [2, 5, 7].map(Tile::new)).unwrap();
        for pattern in [Pattern::full(goal.shape()), pattern] {
            let distances = Generator::new(Space::new(&goal, &pattern).unwrap()).run().unwrap();
            for encoding in Encoding::ALL {
                let Ok(image) = distances.image(encoding) else { continue };
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

    /// A residue that leads nowhere: with the goal's neighbours as far from 0 as it is, no walk ends.
    #[test]
    fn a_walk_that_leads_nowhere_is_an_error() {
        let goal = Goal::blank_last(Shape::new(2, 2).unwrap());
        let distances = Generator::for_goal(&goal).unwrap().run().unwrap();
        let space = distances.space();
        let entries = vec![1; 12];
        let table = TableImage::new(space, &entries, &[0, 12], Encoding::Mod3).unwrap().into_table();
        let error = DistanceBlocks::new(&table).unwrap_err();
        assert!(matches!(error, OracleError::Inconsistent { .. }));
    }
}
