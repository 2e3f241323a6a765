//! [`CostCounts`]: counts boards by least cost, and those for which no shortest path is cheapest.

use std::collections::BTreeMap;

use super::dijkstra::{LeastCosts, dijkstra_from_goal};
use crate::board::{Board, MoveCosts};
use crate::interrupt::Interrupt;
use crate::space::StateIndex;

/// Counts of boards by least cost, with the costliest boards.
///
/// ```
/// use tilebase::board::{Goal, MoveCosts, Shape};
/// use tilebase::solve::CostSolver;
///
/// let goal = Goal::blank_last(Shape::new(3, 3)?);
/// let counts = CostSolver::new(&goal, &MoveCosts::by_tile(goal.shape()), None)?.counts().unwrap();
/// assert_eq!(counts.histogram().last(), Some((139, 1)));
/// assert_eq!(counts.costliest()[0].to_string(), "067854231");
/// assert_eq!(counts.cheapest_is_longer(), 33_732);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostCounts {
    histogram: BTreeMap<u32, u64>,
    costliest: Vec<Board>,
    cheapest_is_longer: u64,
}

impl CostCounts {
    /// Returns the least costs that occur, in ascending order, and the number of boards with each.
    pub fn histogram(&self) -> impl DoubleEndedIterator<Item = (u32, u64)> {
        self.histogram.iter().map(|(cost, boards)| (*cost, *boards))
    }

    /// Returns all boards with the greatest least cost, sorted.
    #[must_use]
    pub fn costliest(&self) -> &[Board] {
        &self.costliest
    }

    /// Returns the number of boards whose cheapest paths all have more moves than their shortest
    /// paths.
    #[must_use]
    pub const fn cheapest_is_longer(&self) -> u64 {
        self.cheapest_is_longer
    }
}

impl LeastCosts {
    /// Counts the boards with each least cost.
    pub(crate) fn counts(&self) -> CostCounts {
        let mut by_cost: Vec<usize> = (0..self.least.len()).collect();
        by_cost.sort_by_key(|index| self.least[*index]);
        let mut histogram = BTreeMap::new();
        for index in &by_cost {
            *histogram.entry(self.least[*index]).or_insert(0) += 1;
        }
        let most = by_cost.last().map_or(0, |index| self.least[*index]);
        let on_top = by_cost.iter().rev().take_while(|index| self.least[**index] == most);
        let mut costliest: Vec<Board> = on_top.filter_map(|index| self.board(*index)).collect();
        costliest.sort_unstable();
        let distances =
            dijkstra_from_goal(&self.space, &MoveCosts::unit(self.goal().shape()), &Interrupt::new())
                .expect("this interrupt is never raised");
        let lengths = self.lengths_of_cheapest(&by_cost);
        let longer = lengths.iter().zip(&distances).filter(|(length, distance)| length > distance);
        CostCounts { histogram, costliest, cheapest_is_longer: longer.count() as u64 }
    }

    /// Returns the length of each board's shortest cheapest path, by index. `by_cost` lists all
    /// indexes by ascending least cost.
    fn lengths_of_cheapest(&self, by_cost: &[usize]) -> Vec<u32> {
        let mut lengths = vec![0; by_cost.len()];
        for index in by_cost {
            let Some(board) = self.board(*index) else { continue };
            // A cheapest move leads to a cheaper board, whose length is known.
            let nexts = self.cheapest_moves(&board).map(|(_, next)| lengths[self.index(&next)]);
            lengths[*index] = nexts.min().map_or(0, |length: u32| length + 1);
        }
        lengths
    }

    fn board(&self, index: usize) -> Option<Board> {
        self.space.board_at(StateIndex::new(index as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};

    fn counts(goal: &Goal, costs: &MoveCosts) -> CostCounts {
        LeastCosts::new(goal, costs, &Interrupt::new()).unwrap().counts()
    }

    #[test]
    fn unit_costs_give_the_distances() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let counts = counts(&goal, &MoveCosts::unit(goal.shape()));
        let oracle = crate::oracle::Oracle::build(&goal).unwrap();
        let expected: Vec<u64> = oracle.table().header().histogram().to_vec();
        assert_eq!(counts.histogram().map(|(_, boards)| boards).collect::<Vec<_>>(), expected);
        assert_eq!(
            counts.costliest().iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["647850321", "867254301"]
        );
        assert_eq!(counts.cheapest_is_longer(), 0);
    }

    /// With every cost c replaced by 1000c + 1, the least cost modulo 1000 is the length of the
    /// shortest cheapest path.
    #[test]
    fn longer_cheapest_paths_agree_with_costs_that_count_moves() {
        let shape = Shape::new(2, 3).unwrap();
        let goal = Goal::blank_first(shape);
        let unit = LeastCosts::new(&goal, &MoveCosts::unit(shape), &Interrupt::new()).unwrap();
        let mut random = fastrand::Rng::with_seed(13);
        let mut with_longer = 0;
        for _ in 0..50 {
            let table: Vec<[u32; 4]> = (0..5).map(|_| std::array::from_fn(|_| random.u32(1..=99))).collect();
            let counts = counts(&goal, &MoveCosts::new(shape, &table).unwrap());
            let both: Vec<[u32; 4]> = table.iter().map(|costs| costs.map(|cost| 1000 * cost + 1)).collect();
            let both =
                LeastCosts::new(&goal, &MoveCosts::new(shape, &both).unwrap(), &Interrupt::new()).unwrap();
            let longer = both.least.iter().zip(&unit.least).filter(|(both, moves)| *both % 1000 > **moves);
            assert_eq!(counts.cheapest_is_longer(), longer.count() as u64, "{table:?}");
            with_longer += usize::from(counts.cheapest_is_longer() > 0);
            let mut costs: Vec<u32> = both.least.iter().map(|both| both / 1000).collect();
            costs.sort_unstable();
            let counted = counts.histogram().flat_map(|(cost, boards)| vec![cost; boards as usize]);
            assert_eq!(counted.collect::<Vec<_>>(), costs, "{table:?}");
        }
        assert!(with_longer > 10, "{with_longer}");
    }

    /// Counts from an independent program: boards whose least cost is below that of every shortest
    /// path.
    #[test]
    fn tile_costs_match_an_independent_count() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let counts = counts(&goal, &MoveCosts::by_tile(goal.shape()));
        assert_eq!(counts.cheapest_is_longer(), 33_732);
        assert_eq!(counts.histogram().map(|(_, boards)| boards).sum::<u64>(), 181_440);
        assert_eq!(counts.histogram().last(), Some((139, 1)));
    }
}
