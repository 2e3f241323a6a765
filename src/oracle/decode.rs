//! All distances of a table at once.

use std::borrow::Cow;

use super::oracle::OracleError;
use crate::board::Board;
use crate::space::{SpaceTooLarge, StateIndex, StateSpace, manhattan};
use crate::table::{Encoding, Table};

/// The distances of a table in the order of their indexes, whatever its encoding; borrowed from the table
/// where they stand there as such.
///
/// # Errors
/// [`OracleError::Inconsistent`] if the table is wrong in such a way that a distance can't be read.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::build::{Threads, build};
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
    let goal = table.header().goal();
    let space = StateSpace::new(goal)
        .map_err(|SpaceTooLarge { .. }| OracleError::Inconsistent { board: goal.board() })?;
    match table.header().encoding() {
        Encoding::Byte => Ok(Cow::Borrowed(table.payload())),
        Encoding::Packed => add_manhattan(table, &space).map(Cow::Owned),
        Encoding::Mod3 => walk_from_every_state(table, &space).map(Cow::Owned),
    }
}

fn add_manhattan<D: AsRef<[u8]>>(table: &Table<D>, space: &StateSpace) -> Result<Vec<u8>, OracleError> {
    let mut distances = Vec::with_capacity(table.payload().len() * 2);
    let mut wrong = None;
    for blank in space.shape().all_cells() {
        manhattan::for_each_of_blank_cell(space, blank, |manhattan| {
            let index = StateIndex::new(distances.len() as u64);
            let code = table.code_at(index).unwrap_or(0);
            let distance = u8::try_from(manhattan + 2 * u32::from(code));
            wrong = wrong.or(distance.is_err().then_some(index));
            distances.push(distance.unwrap_or(u8::MAX));
        });
    }
    match wrong {
        None => Ok(distances),
        Some(index) => Err(OracleError::Inconsistent { board: board_at(space, index) }),
    }
}

/// Walks from each state to one whose distance is known, and writes the distances down on the way back: each
/// state is walked over once.
fn walk_from_every_state<D: AsRef<[u8]>>(
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
