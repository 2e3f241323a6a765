//! The least cost of every board of a small shape, for weighted moves.
//!
//! Dijkstra's algorithm runs backward from the goal: from a board at cost c, each predecessor is
//! reached at c plus the cost of the slide *toward* the board, which may differ from the cost of
//! the slide that undoes it. The queue is a map from costs to lists of boards, because many boards
//! have the same cost.

use std::collections::BTreeMap;

use crate::board::{Board, Goal, Move, MoveCosts, Shape, Unreachable};
use crate::interrupt::Interrupt;
use crate::space::{SpaceError, StateIndex, StateSpace};

/// The least costs of all boards that can reach a goal, and cheapest paths.
///
/// ```
/// use tilebase::board::{Goal, MoveCosts, Shape};
/// use tilebase::oracle::LeastCosts;
///
/// let goal = Goal::blank_last(Shape::new(3, 3)?);
/// let least = LeastCosts::new(&goal, &MoveCosts::by_tile(goal.shape()))?;
/// let board = "253410786".parse()?;
/// assert_eq!(least.cost(&board)?, 45);
/// assert_eq!(least.path(&board)?.len(), 15);
/// assert_eq!(least.count_paths(&board)?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LeastCosts {
    space: StateSpace,
    costs: MoveCosts,
    /// The least cost of each board, by index.
    least: Vec<u32>,
}

/// The reason why there are no least costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LeastCostsError {
    /// Too many boards.
    #[error(
        "{shape} has too many boards: least costs are computed for up to {} cells",
        LeastCosts::MAX_CELLS
    )]
    TooLarge {
        /// The shape.
        shape: Shape,
    },
    /// Costs for another shape than the goal's.
    #[error("the goal is a {goal} board, but the costs are those of {costs} boards")]
    OtherShape {
        /// The goal's shape.
        goal: Shape,
        /// The shape of the costs.
        costs: Shape,
    },
    /// The boards have no index.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// An interrupt was raised.
    #[error("interrupted while computing the least costs of {shape} boards")]
    Interrupted {
        /// The shape.
        shape: Shape,
    },
}

impl LeastCosts {
    /// The maximum number of cells: 1,814,400 boards, about a second.
    pub const MAX_CELLS: usize = 10;

    /// Computes the least costs of all boards.
    ///
    /// # Errors
    /// [`LeastCostsError`] if there are too many boards, or the costs are for another shape.
    pub fn new(goal: &Goal, costs: &MoveCosts) -> Result<Self, LeastCostsError> {
        Self::new_unless_interrupted(goal, costs, &Interrupt::new())
    }

    /// Computes the least costs of all boards, unless the interrupt is raised meanwhile.
    ///
    /// # Errors
    /// The same as for [`new`](Self::new); [`LeastCostsError::Interrupted`].
    pub fn new_unless_interrupted(
        goal: &Goal,
        costs: &MoveCosts,
        interrupt: &Interrupt,
    ) -> Result<Self, LeastCostsError> {
        let shape = goal.shape();
        if shape.cells() > Self::MAX_CELLS {
            return Err(LeastCostsError::TooLarge { shape });
        }
        if costs.shape() != shape {
            return Err(LeastCostsError::OtherShape { goal: shape, costs: costs.shape() });
        }
        let space = StateSpace::new(goal)?;
        let least = from_goal(&space, costs, interrupt).ok_or(LeastCostsError::Interrupted { shape })?;
        Ok(Self { space, costs: costs.clone(), least })
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        self.space.goal()
    }

    /// The costs of moves.
    #[must_use]
    pub const fn move_costs(&self) -> &MoveCosts {
        &self.costs
    }

    /// The index of each board in [`all`](Self::all).
    #[must_use]
    pub const fn space(&self) -> &StateSpace {
        &self.space
    }

    /// The least cost of every board, by index.
    #[must_use]
    pub fn all(&self) -> &[u32] {
        &self.least
    }

    /// The cost of a cheapest path from a board to the goal.
    ///
    /// # Errors
    /// [`Unreachable`] if the goal can't be reached from the board.
    pub fn cost(&self, board: &Board) -> Result<u32, Unreachable> {
        self.goal().check_reachable(board)?;
        Ok(self.of_reachable(board))
    }

    /// Returns a cheapest path: the first in the order U, D, L, R.
    ///
    /// # Errors
    /// [`Unreachable`] if the goal can't be reached from the board.
    pub fn path(&self, board: &Board) -> Result<Vec<Move>, Unreachable> {
        self.goal().check_reachable(board)?;
        let mut moves = Vec::new();
        let mut board = *board;
        // Every slide costs at least 1, so the least cost falls until it is 0, at the goal.
        loop {
            let Some((step, next)) = self.cheapest_moves(&board).next() else { return Ok(moves) };
            moves.push(step);
            board = next;
        }
    }

    /// Returns the number of cheapest paths. They may differ in their number of moves.
    ///
    /// # Errors
    /// [`Unreachable`] if the goal can't be reached from the board.
    pub fn count_paths(&self, board: &Board) -> Result<u128, Unreachable> {
        self.goal().check_reachable(board)?;
        // Boards by least cost and index. All ways to a board come from costlier ones.
        let mut ways = BTreeMap::from([((self.of_reachable(board), self.index(board)), (*board, 1_u128))]);
        while let Some(((cost, _), (board, count))) = ways.pop_last() {
            if cost == 0 {
                return Ok(count);
            }
            for (_, next) in self.cheapest_moves(&board) {
                let key = (self.of_reachable(&next), self.index(&next));
                ways.entry(key).or_insert((next, 0)).1 += count;
            }
        }
        unreachable!("every cheapest move leads toward the goal")
    }

    /// The moves that begin a cheapest path, with the boards they lead to.
    fn cheapest_moves<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = (Move, Board)> + 'a {
        let (blank, least) = (board.blank(), self.of_reachable(board));
        board.successors().filter(move |(step, next)| {
            self.of_reachable(next) + self.costs.of(next.tile_at(blank), *step) == least
        })
    }

    fn index(&self, board: &Board) -> usize {
        self.space.index_of_reachable(board).number() as usize
    }

    fn of_reachable(&self, board: &Board) -> u32 {
        self.least[self.index(board)]
    }
}

/// The number of boards expanded between interrupt checks, which are a few milliseconds apart.
const CHECK_EVERY: usize = 1 << 13;

/// Returns the least cost of each board by index, searching backwards from the goal; `None` if the
/// interrupt is raised.
fn from_goal(space: &StateSpace, costs: &MoveCosts, interrupt: &Interrupt) -> Option<Vec<u32>> {
    let mut expanded = 0_usize;
    let mut least = vec![u32::MAX; space.states() as usize];
    least[space.goal_index().number() as usize] = 0;
    let mut waiting = BTreeMap::from([(0, vec![space.goal_index()])]);
    while let Some((cost, indexes)) = waiting.pop_first() {
        for index in indexes {
            // Skip stale entries: the board was expanded from the list of its lower cost.
            if least[index.number() as usize] == cost {
                if expanded.is_multiple_of(CHECK_EVERY) && interrupt.is_raised() {
                    return None;
                }
                expanded += 1;
                relax(space, costs, index, &mut least, &mut waiting);
            }
        }
    }
    Some(least)
}

/// Lowers the costs of a board's predecessors.
fn relax(
    space: &StateSpace,
    costs: &MoveCosts,
    index: StateIndex,
    least: &mut [u32],
    waiting: &mut BTreeMap<u32, Vec<StateIndex>>,
) {
    let Some(board) = space.board_at(index) else { return };
    let cost = least[index.number() as usize];
    for (back, before) in board.successors() {
        // The slide from `before` to `board` undoes `back` and moves the same tile.
        let slid = before.tile_at(board.blank());
        let via = cost + costs.of(slid, back.inverse());
        let before = space.index_after(index, back, &before);
        let known = &mut least[before.number() as usize];
        if via < *known {
            *known = via;
            waiting.entry(via).or_default().push(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Reverse;
    use std::collections::{BinaryHeap, HashMap};

    const CELLS: usize = 9;

    type Tiles = [u8; CELLS];

    /// Least costs of all 3x3 boards by Dijkstra's algorithm over lists of tiles, without the
    /// library's boards, moves, or indexes. `costs[tile][move]`, in the order U, D, L, R.
    fn slowly(goal: Tiles, costs: &[[u32; 4]]) -> HashMap<Tiles, u32> {
        let mut least = HashMap::new();
        let mut heap = BinaryHeap::from([(Reverse(0), goal)]);
        while let Some((Reverse(cost), tiles)) = heap.pop() {
            if least.contains_key(&tiles) {
                continue;
            }
            least.insert(tiles, cost);
            let blank = tiles.iter().position(|tile| *tile == 0).unwrap();
            for from in 0..CELLS {
                // The blank of the board before was on `from`, and moved from there to `blank`.
                let rows = (blank / 3).abs_diff(from / 3);
                let columns = (blank % 3).abs_diff(from % 3);
                if rows + columns != 1 {
                    continue;
                }
                let step = match (columns, blank < from) {
                    (0, true) => 0,
                    (0, false) => 1,
                    (_, true) => 2,
                    (_, false) => 3,
                };
                let mut before = tiles;
                before.swap(blank, from);
                heap.push((Reverse(cost + costs[usize::from(tiles[from])][step]), before));
            }
        }
        least
    }

    fn goal() -> Goal {
        Goal::blank_last(Shape::THREE_BY_THREE)
    }

    fn by_tile() -> Vec<[u32; 4]> {
        (0..9).map(|tile| [tile; 4]).collect()
    }

    fn by_direction(udlr: [u32; 4]) -> Vec<[u32; 4]> {
        vec![udlr; CELLS]
    }

    /// Least costs by this table, of which the item of the blank is not used.
    fn computed(table: &[[u32; 4]], goal: &Goal) -> LeastCosts {
        LeastCosts::new(goal, &MoveCosts::new(goal.shape(), &table[1..]).unwrap()).unwrap()
    }

    fn tiles(board: &Board) -> Tiles {
        std::array::from_fn(|cell| board.tiles()[cell].number())
    }

    fn boards(least: &LeastCosts) -> impl Iterator<Item = (Board, u32)> {
        (0..)
            .zip(least.all())
            .map(|(index, cost)| (least.space().board_at(StateIndex::new(index)).unwrap(), *cost))
    }

    /// The costliest boards, their cost, and the mean cost in ten-thousandths.
    fn summary(least: &LeastCosts) -> (Vec<String>, u32, u64) {
        let most = *least.all().iter().max().unwrap();
        let costliest = boards(least).filter(|(_, cost)| *cost == most).map(|(board, _)| board.to_string());
        let sum: u64 = least.all().iter().map(|cost| u64::from(*cost)).sum();
        (costliest.collect(), most, (sum * 10_000 + 90_720) / 181_440)
    }

    #[test]
    fn least_costs_match_a_plain_dijkstra() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut table = |max: u32| -> Vec<[u32; 4]> {
            (0..CELLS).map(|_| std::array::from_fn(|_| random.u32(1..=max))).collect()
        };
        let tables = [by_tile(), by_direction([1, 3, 2, 2]), table(3), table(50), table(MoveCosts::MAX)];
        for (goal, costs) in [goal(), Goal::snail(goal().shape())].iter().cycle().zip(&tables) {
            let (least, expected) = (computed(costs, goal), slowly(tiles(&goal.board()), costs));
            assert_eq!((least.all().len(), expected.len()), (181_440, 181_440));
            assert!(boards(&least).all(|(board, cost)| expected[&tiles(&board)] == cost), "{costs:?}");
        }
    }

    #[test]
    fn paths_cost_what_is_least() {
        let mut random = fastrand::Rng::with_seed(12);
        for costs in [by_tile(), by_direction([7, 1, 3, 2])] {
            let least = computed(&costs, &goal());
            for _ in 0..500 {
                let index = StateIndex::new(random.u64(0..181_440));
                let board = least.space().board_at(index).unwrap();
                let path = least.path(&board).unwrap();
                let end = board.along(path.iter().copied()).last().map_or(board, Result::unwrap);
                assert_eq!(end, goal().board());
                let cost = least.move_costs().of_path(&board, &path).unwrap();
                assert_eq!(cost, least.cost(&board).unwrap().into());
            }
        }
    }

    /// All paths of a board that cost no more than is left.
    fn paths_within(least: &LeastCosts, board: &Board, left: u32) -> u128 {
        if *board == least.goal().board() {
            return 1;
        }
        let of_next = |(step, next): (Move, Board)| {
            let cost = least.move_costs().of(next.tile_at(board.blank()), step);
            left.checked_sub(cost).map_or(0, |left| paths_within(least, &next, left))
        };
        board.successors().map(of_next).sum()
    }

    #[test]
    fn cheapest_paths_are_counted() {
        let shape = Shape::new(2, 3).unwrap();
        let goal = Goal::blank_last(shape);
        let costs = MoveCosts::new(shape, &[[1, 2, 1, 2], [1; 4], [2; 4], [1; 4], [1, 1, 2, 1]]).unwrap();
        let least = LeastCosts::new(&goal, &costs).unwrap();
        let near = boards(&least).filter(|(_, cost)| *cost < 16).collect::<Vec<_>>();
        assert!(near.iter().any(|(board, _)| least.count_paths(board).unwrap() > 1));
        for (board, cost) in near {
            assert_eq!(least.count_paths(&board).unwrap(), paths_within(&least, &board, cost), "{board}");
        }
    }

    /// Unit costs give distances.
    #[test]
    fn unit_costs_are_distances() {
        for shape in [Shape::new(2, 3).unwrap(), Shape::new(4, 2).unwrap(), Shape::THREE_BY_THREE] {
            let goal = Goal::blank_first(shape);
            let oracle = crate::oracle::Oracle::build(&goal).unwrap();
            let least = LeastCosts::new(&goal, &MoveCosts::unit(shape)).unwrap();
            for (board, cost) in boards(&least) {
                assert_eq!(cost, oracle.distance(&board).unwrap().moves().into());
            }
        }
    }

    /// Figures of an independent program.
    #[test]
    fn tile_costs_have_known_extremes() {
        let least = computed(&by_tile(), &goal());
        assert_eq!(summary(&least), (vec!["067854231".to_owned()], 139, 970_278));
        for (board, cost, moves) in [("253410786", 45, 15), ("236107485", 63, 12)] {
            let board = board.parse().unwrap();
            assert_eq!((least.cost(&board), least.path(&board).unwrap().len()), (Ok(cost), moves));
        }
        // Where a move costs a million more, the cheapest path is the cheapest of the shortest.
        let base = MoveCosts::MAX - 8;
        let shortest: Vec<[u32; 4]> = (0..9).map(|tile| [base + tile; 4]).collect();
        let of_shortest = computed(&shortest, &goal());
        let differ = least.all().iter().zip(of_shortest.all()).filter(|(least, all)| *all % base > **least);
        assert_eq!(differ.count(), 33_732);
    }

    /// "1 north, 2 west and east, 3 south": the figures of an independent program are those for
    /// the directions of the tile, with the blank last; or of the blank, with the blank first.
    #[test]
    fn direction_costs_have_known_extremes() {
        let (last, first) = (goal(), Goal::blank_first(goal().shape()));
        let of_tile = summary(&computed(&by_direction([3, 1, 2, 2]), &last));
        assert_eq!(of_tile, (vec!["867254301".to_owned()], 62, 429_448));
        let of_blank = summary(&computed(&by_direction([1, 3, 2, 2]), &first));
        assert_eq!(of_blank, (vec!["806547231".to_owned()], 62, 429_448));
        let other = summary(&computed(&by_direction([1, 3, 2, 2]), &last));
        assert_eq!(other, (vec!["647850321".to_owned()], 63, 449_448));
    }

    #[test]
    fn an_interrupt_stops_the_computation() {
        let (goal, costs) = (goal(), MoveCosts::by_tile(goal().shape()));
        let interrupt = Interrupt::new();
        assert!(LeastCosts::new_unless_interrupted(&goal, &costs, &interrupt).is_ok());
        let stopped = LeastCostsError::Interrupted { shape: goal.shape() };
        let late = interrupt.within(std::time::Duration::ZERO);
        assert_eq!(LeastCosts::new_unless_interrupted(&goal, &costs, &late).unwrap_err(), stopped);
        interrupt.raise();
        assert_eq!(LeastCosts::new_unless_interrupted(&goal, &costs, &interrupt).unwrap_err(), stopped);
    }

    #[test]
    fn other_shapes_are_refused() {
        let (goal, large) = (goal(), Goal::blank_last(Shape::new(3, 4).unwrap()));
        let unit = MoveCosts::unit(large.shape());
        let refused = LeastCostsError::TooLarge { shape: large.shape() };
        assert_eq!(LeastCosts::new(&large, &unit).unwrap_err(), refused);
        let refused = LeastCostsError::OtherShape { goal: goal.shape(), costs: large.shape() };
        assert_eq!(LeastCosts::new(&goal, &unit).unwrap_err(), refused);
        let least = LeastCosts::new(&goal, &MoveCosts::unit(goal.shape())).unwrap();
        assert!(least.cost(&"213456780".parse().unwrap()).is_err());
    }
}
