//! [`StatesByCell`]: the size of a level, by the blank's cell.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use crate::space::FullSpace;

/// The number of states of a level with the blank in each cell of the upright board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StatesByCell(Vec<u64>);

impl StatesByCell {
    /// Creates the size of a level from the number of states for each cell.
    pub(super) const fn new(states: Vec<u64>) -> Self {
        Self(states)
    }

    /// Returns the size of level 0: the goal alone.
    pub(super) fn of_goal(space: &FullSpace) -> Self {
        let blank = space.goal().blank();
        Self(space.shape().all_cells().map(|cell| u64::from(cell == blank)).collect())
    }

    /// Returns the numbers of states, in the order of the cells.
    pub(super) fn states(&self) -> &[u64] {
        &self.0
    }

    /// Adds to the number of states with the blank in a cell. Saturates, since a damaged file may
    /// have any number.
    pub(super) fn add(&mut self, cell: usize, states: u64) {
        self.0[cell] = self.0[cell].saturating_add(states);
    }

    /// Returns the number of states in the level, or `u64::MAX` if there are more.
    pub(super) fn total(&self) -> u64 {
        self.0.iter().fold(0, |total, states| states.saturating_add(total))
    }
}

/// Writes the numbers, separated by commas.
impl fmt::Display for StatesByCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, states) in self.0.iter().enumerate() {
            write!(f, "{}{states}", if cell == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl FromStr for StatesByCell {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.split(',').map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};

    #[test]
    fn text_is_read_back() {
        let goal = Goal::blank_last(Shape::new(2, 2).unwrap());
        let level = StatesByCell::of_goal(&FullSpace::new(&goal).unwrap());
        assert_eq!(level.to_string(), "0,0,0,1");
        assert_eq!("0,0,0,1".parse(), Ok(level));
        for wrong in ["", "1,", ",1", "1,,2", "1, 2", "1,-1", "1 2", "18446744073709551616"] {
            assert!(wrong.parse::<StatesByCell>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn totals_stop_at_the_largest_number() {
        let mut level = StatesByCell::new(vec![1, u64::MAX, 2]);
        assert_eq!(level.total(), u64::MAX);
        level.add(1, 1);
        assert_eq!(level.states(), [1, u64::MAX, 2]);
    }
}
