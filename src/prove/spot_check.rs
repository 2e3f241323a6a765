//! A quick look at a large table: the rules at some of its boards.

use super::proof::{ProofError, Rule, Violation};
use super::sample::Sample;
use crate::board::Board;
use crate::oracle::{Oracle, OracleError};
use crate::space::StateIndex;

/// Holds some of a table's boards against the rules of the [proof](super): that the entry is 0 at the goal alone, that those
/// of its neighbours differ by one, that one of them is closer. Distances modulo 3 are first found by walking. A table that
/// breaks none at these boards may still be wrong elsewhere; [`prove`](super::prove) looks at all.
///
/// Returns how many boards were looked at, and the first, in the order of their indexes, that breaks a rule.
///
/// ```
/// use tilebase::prove::{Sample, spot_check};
/// use tilebase::{Goal, Oracle, Shape};
///
/// let oracle = Oracle::build(&Goal::blank_last(Shape::new(3, 3)?))?;
/// let (looked_at, broken) = spot_check(&oracle, Sample::Random { count: 1000, seed: 1 })?;
/// assert_eq!((looked_at, broken), (1000, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ProofError::Table`] if the file is damaged where it was read, or was changed meanwhile.
pub fn spot_check(oracle: &Oracle, sample: Sample) -> Result<(u64, Option<Violation>), ProofError> {
    let look = |number| {
        let board = oracle.space().board_at(StateIndex::new(number))?;
        match broken_at(oracle, &board) {
            Ok(None) => None,
            Ok(Some((rule, first))) => Some(Ok(Violation { rule, count: 1, first })),
            Err(OracleError::Table(error)) => Some(Err(ProofError::Table(error))),
            Err(error) => {
                let rule = Rule::SomeNeighbourIsCloser;
                Some(Ok(Violation { rule, count: 1, first: error.to_string() }))
            }
        }
    };
    let (looked_at, found) = sample.find_first(oracle.space().states(), look);
    let broken = found.transpose()?;
    oracle.table().check_unchanged()?;
    Ok((looked_at, broken))
}

/// The first rule that is broken at a board, and how.
fn broken_at(oracle: &Oracle, board: &Board) -> Result<Option<(Rule, String)>, OracleError> {
    let distance = oracle.distance(board)?.moves();
    let is_goal = *board == oracle.goal().board();
    if (distance == 0) != is_goal || usize::from(distance) >= oracle.histogram().len() {
        return Ok(Some((Rule::ZeroAtTheGoalAlone, format!("{board} has {distance}"))));
    }
    let mut has_closer = is_goal;
    for (_, next) in board.successors() {
        let of_next = oracle.distance(&next)?.moves();
        if of_next.abs_diff(distance) != 1 {
            let first = format!("{board} has {distance}, its neighbour {next} has {of_next}");
            return Ok(Some((Rule::NeighboursDifferByOne, first)));
        }
        has_closer |= of_next < distance;
    }
    let is_stuck = !has_closer;
    Ok(is_stuck.then(|| (Rule::SomeNeighbourIsCloser, format!("{board} has {distance}"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::generate::Generator;
    use crate::table::{Encoding, TableImage};

    /// Every board of 2x3 with every wrong entry near the right one: the look at all boards sees it.
    #[test]
    fn every_wrong_entry_is_seen_where_it_is_looked_at() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let distances = Generator::for_goal(&goal).unwrap().run().unwrap();
        for encoding in [Encoding::Byte, Encoding::Mod3] {
            for number in (0..360).step_by(7) {
                for change in [-2, -1, 1, 2] {
                    let mut entries = distances.entries().to_vec();
                    let Some(wrong) = entries[number].checked_add_signed(change) else { continue };
                    entries[number] = wrong;
                    let mut histogram = vec![0; 30];
                    entries.iter().for_each(|entry| histogram[usize::from(*entry)] += 1);
                    let image = TableImage::new(distances.space(), &entries, &histogram, encoding).unwrap();
                    let oracle = Oracle::new(image.into_table(), &goal).unwrap();
                    let (looked_at, broken) = spot_check(&oracle, Sample::All).unwrap();
                    assert_eq!(looked_at, 360);
                    assert!(broken.is_some(), "{encoding}, {number}, {change}");
                }
            }
        }
    }
}
