//! All distances of a table at once.

use std::borrow::Cow;

use super::oracle::OracleError;
use crate::board::Board;
use crate::space::{Space, StateIndex, StateSpace};
use crate::table::{Encoding, Table};

/// The distances of a table in the order of their indexes, whatever its encoding; borrowed from the table
/// where they stand there as such.
///
/// # Errors
/// [`OracleError::Inconsistent`] if the table is wrong in such a way that a distance can't be read.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::generate::{Threads, build};
/// use tilebase::oracle::decode;
/// use tilebase::table::Encoding;
///
/// let distances = build(&Goal::blank_last(Shape::new(2, 3)?), Threads::One, |_| ())?;
/// for encoding in Encoding::ALL {
///     let table = distances.image(encoding)?.into_table()?;
///     assert_eq!(decode(&table)?, distances.entries());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode<D: AsRef<[u8]>>(table: &Table<D>) -> Result<Cow<'_, [u8]>, OracleError> {
    let goal = table.header().goal().board();
    let space = table.header().space().map_err(|_never| OracleError::Inconsistent { board: goal })?;
    match (table.header().encoding(), &space) {
        (Encoding::Byte, _) => Ok(Cow::Borrowed(table.payload())),
        (Encoding::Packed, _) => {
            let distances = add_manhattan(table, &space);
            distances.map(Cow::Owned).ok_or(OracleError::Inconsistent { board: goal })
        }
        (Encoding::Mod3, Space::Full(space)) => walk_from_every_state(table, space).map(Cow::Owned),
        (Encoding::Mod3, Space::Pattern(_)) => Err(OracleError::Inconsistent { board: goal }),
    }
}

/// None if an entry is no distance.
fn add_manhattan<D: AsRef<[u8]>>(table: &Table<D>, space: &Space) -> Option<Vec<u8>> {
    let mut distances = Vec::with_capacity(table.payload().len() * 2);
    let mut blocks = 0..space.blocks();
    blocks.all(|block| add_manhattan_in_block(table, space, block, &mut distances)).then_some(distances)
}

/// Adds the distances of one block; false if an entry is no distance.
pub(super) fn add_manhattan_in_block<D: AsRef<[u8]>>(
    table: &Table<D>,
    space: &Space,
    block: u32,
    distances: &mut Vec<u8>,
) -> bool {
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
pub(super) fn walk_from_every_state<D: AsRef<[u8]>>(
    table: &Table<D>,
    space: &StateSpace,
) -> Result<Vec<u8>, OracleError> {
    const UNKNOWN: u8 = u8::MAX;
    let slot = |index: StateIndex| usize::try_from(index.number()).unwrap_or(usize::MAX);
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
