//! A quick check of a large table: the rules at some of its boards.

use super::proof::{Case, Rule, Violation};
use super::sample::find_first;
use crate::board::Board;
use crate::oracle::{Oracle, OracleError};
use crate::space::StateIndex;

impl Oracle {
    /// Checks the rules of the [proof](crate::prove) at distinct random boards, or at all boards if
    /// there are no more than `count`. The entry is 0 only at the goal, those of neighbors differ
    /// by one, and one of them is closer. Distances modulo 3 are first computed by walking to the
    /// goal. A table that violates no rule here may still be wrong elsewhere; [`Table::prove`]
    /// checks all boards.
    ///
    /// Returns the number of boards checked, and the first in the order of the indexes that
    /// violates a rule. The seed determines the boards, independent of the machine.
    ///
    /// ```
    /// use tilebase::{Goal, Oracle, Shape};
    ///
    /// let oracle = Oracle::build(&Goal::blank_last(Shape::new(3, 3)?))?;
    /// assert_eq!(oracle.spot_check(1000, 1)?, (1000, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`Table::prove`]: crate::table::Table::prove
    ///
    /// # Errors
    /// [`OracleError::Table`] if the file is damaged at an entry, or has changed since it was
    /// opened.
    pub fn spot_check(&self, count: u64, seed: u64) -> Result<(u64, Option<Violation>), OracleError> {
        let look = |number| {
            let board = self.space().board_at(StateIndex::new(number))?;
            match broken_at(self, &board) {
                Ok(None) => None,
                Ok(Some((rule, case))) => Some(Ok(Violation { rule, count: 1, first: case.in_words() })),
                Err(OracleError::Table(error)) => Some(Err(OracleError::Table(error))),
                Err(error) => {
                    let rule = Rule::SomeNeighborIsCloser;
                    Some(Ok(Violation { rule, count: 1, first: error.to_string() }))
                }
            }
        };
        let (looked_at, found) = find_first(count, seed, self.space().states(), look);
        let broken = found.transpose()?;
        self.table().check_unchanged()?;
        Ok((looked_at, broken))
    }
}

/// Returns the first rule that is violated at a board, with the entries that violate it.
fn broken_at(oracle: &Oracle, board: &Board) -> Result<Option<(Rule, Case)>, OracleError> {
    let distance = oracle.distance(board)?.moves();
    let here = Case::Entry(*board, distance);
    let is_goal = *board == oracle.goal().board();
    // A distance beyond the histogram is reported under rule 1 too.
    if (distance == 0) != is_goal || usize::from(distance) >= oracle.histogram().len() {
        return Ok(Some((Rule::ZeroAtTheGoalAlone, here)));
    }
    let mut has_closer = is_goal;
    for (_, next) in board.successors() {
        let of_next = oracle.distance(&next)?.moves();
        if of_next.abs_diff(distance) != 1 {
            let pair = Case::Pair(*board, distance, next, of_next);
            return Ok(Some((Rule::NeighborsDifferByOne, pair)));
        }
        has_closer |= of_next < distance;
    }
    Ok((!has_closer).then_some((Rule::SomeNeighborIsCloser, here)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::generate::Generator;
    use crate::table::{BuiltTable, Encoding};

    /// Every seventh entry of 2x3, changed by 1 or 2: checking all boards finds the fault.
    #[test]
    fn a_spot_check_of_all_boards_finds_every_wrong_entry() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let distances = Generator::for_goal(&goal).unwrap().distances().unwrap();
        for encoding in [Encoding::Byte, Encoding::Mod3] {
            for number in (0..360).step_by(7) {
                for change in [-2, -1, 1, 2] {
                    let mut entries = distances.entries().to_vec();
                    let Some(wrong) = entries[number].checked_add_signed(change) else { continue };
                    entries[number] = wrong;
                    let mut histogram = vec![0; 30];
                    entries.iter().for_each(|entry| histogram[usize::from(*entry)] += 1);
                    let image = BuiltTable::new(distances.space(), &entries, &histogram, encoding).unwrap();
                    let oracle = Oracle::new(image.into_table(), &goal).unwrap();
                    let (looked_at, broken) = oracle.spot_check(u64::MAX, 1).unwrap();
                    assert_eq!(looked_at, 360);
                    assert!(broken.is_some(), "{encoding}, {number}, {change}");
                }
            }
        }
    }
}
