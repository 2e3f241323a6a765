//! The least cost of every board of a small shape, for weighted moves.
//!
//! Dijkstra's algorithm runs backward from the goal: a predecessor of a board at cost c gets c plus
//! the cost of the slide from the predecessor *to* the board. The reverse slide may have a
//! different cost. The queue is a map from costs to lists of boards, because many boards have the
//! same cost.

use std::collections::BTreeMap;

use crate::board::{Board, Goal, Move, MoveCosts, Unreachable};
use crate::interrupt::Interrupt;
use crate::space::{FullSpace, StateIndex};

/// The least costs of all boards that can reach a goal, and cheapest paths.
#[derive(Clone, Debug)]
pub(crate) struct LeastCosts {
    pub(super) space: FullSpace,
    costs: MoveCosts,
    /// The least cost of each board, by index.
    pub(super) least: Vec<u32>,
}

impl LeastCosts {
    /// The maximum number of cells: 1,814,400 boards, about a second.
    pub(crate) const MAX_CELLS: usize = 10;

    /// Computes the least costs of all boards. Returns `None` if the interrupt is raised meanwhile.
    ///
    /// # Panics
    /// If the goal has more than [`MAX_CELLS`](Self::MAX_CELLS), or the costs are for another
    /// shape.
    pub(crate) fn new(goal: &Goal, costs: &MoveCosts, interrupt: &Interrupt) -> Option<Self> {
        assert!(goal.shape().cells() <= Self::MAX_CELLS && goal.shape() == costs.shape());
        let space = FullSpace::new(goal).expect("the boards are few enough for an index");
        let least = dijkstra_from_goal(&space, costs, interrupt)?;
        Some(Self { space, costs: costs.clone(), least })
    }

    pub(super) const fn goal(&self) -> &Goal {
        self.space.goal()
    }

    /// The cost of a cheapest path from a board to the goal.
    ///
    /// # Errors
    /// [`Unreachable`] if the goal can't be reached from the board.
    pub(crate) fn cost(&self, board: &Board) -> Result<u32, Unreachable> {
        self.goal().check_reachable(board)?;
        Ok(self.of_reachable(board))
    }

    /// Returns a cheapest path: the first in the order U, D, L, R.
    ///
    /// # Errors
    /// [`Unreachable`] if the goal can't be reached from the board.
    pub(crate) fn path(&self, board: &Board) -> Result<Vec<Move>, Unreachable> {
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
    pub(crate) fn count_paths(&self, board: &Board) -> Result<u128, Unreachable> {
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
    pub(super) fn cheapest_moves<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = (Move, Board)> + 'a {
        let (blank, least) = (board.blank(), self.of_reachable(board));
        board.successors().filter(move |(step, next)| {
            self.of_reachable(next) + self.costs.of(next.tile_at(blank), *step) == least
        })
    }

    pub(super) fn index(&self, board: &Board) -> usize {
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
pub(super) fn dijkstra_from_goal(
    space: &FullSpace,
    costs: &MoveCosts,
    interrupt: &Interrupt,
) -> Option<Vec<u32>> {
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
    space: &FullSpace,
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
    use crate::board::Shape;
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

    fn least_costs(goal: &Goal, costs: &MoveCosts) -> LeastCosts {
        LeastCosts::new(goal, costs, &Interrupt::new()).unwrap()
    }

    /// Least costs by this table, of which the item of the blank is not used.
    fn computed(table: &[[u32; 4]], goal: &Goal) -> LeastCosts {
        least_costs(goal, &MoveCosts::new(goal.shape(), &table[1..]).unwrap())
    }

    fn tiles(board: &Board) -> Tiles {
        std::array::from_fn(|cell| board.tiles()[cell].number())
    }

    fn boards(least: &LeastCosts) -> impl Iterator<Item = (Board, u32)> {
        (0..)
            .zip(&least.least)
            .map(|(index, cost)| (least.space.board_at(StateIndex::new(index)).unwrap(), *cost))
    }

    /// The costliest boards, their cost, and the mean cost in ten-thousandths.
    fn summary(least: &LeastCosts) -> (Vec<String>, u32, u64) {
        let most = *least.least.iter().max().unwrap();
        let costliest = boards(least).filter(|(_, cost)| *cost == most).map(|(board, _)| board.to_string());
        let sum: u64 = least.least.iter().map(|cost| u64::from(*cost)).sum();
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
            assert_eq!((least.least.len(), expected.len()), (181_440, 181_440));
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
                let board = least.space.board_at(index).unwrap();
                let path = least.path(&board).unwrap();
                let end = board.along(path.iter().copied()).last().map_or(board, Result::unwrap);
                assert_eq!(end, goal().board());
                let cost = least.costs.of_path(&board, &path).unwrap();
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
            let cost = least.costs.of(next.tile_at(board.blank()), step);
            left.checked_sub(cost).map_or(0, |left| paths_within(least, &next, left))
        };
        board.successors().map(of_next).sum()
    }

    #[test]
    fn cheapest_paths_are_counted() {
        let shape = Shape::new(2, 3).unwrap();
        let goal = Goal::blank_last(shape);
        let costs = MoveCosts::new(shape, &[[1, 2, 1, 2], [1; 4], [2; 4], [1; 4], [1, 1, 2, 1]]).unwrap();
        let least = least_costs(&goal, &costs);
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
            let least = least_costs(&goal, &MoveCosts::unit(shape));
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
        let differ = least.least.iter().zip(&of_shortest.least).filter(|(least, all)| *all % base > **least);
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
        assert!(LeastCosts::new(&goal, &costs, &interrupt).is_some());
        let late = interrupt.within(std::time::Duration::ZERO);
        assert!(LeastCosts::new(&goal, &costs, &late).is_none());
        interrupt.raise();
        assert!(LeastCosts::new(&goal, &costs, &interrupt).is_none());
    }

    #[test]
    fn unsolvable_boards_are_refused() {
        let least = computed(&by_tile(), &goal());
        let unsolvable = "213456780".parse().unwrap();
        assert!(least.cost(&unsolvable).is_err() && least.path(&unsolvable).is_err());
        assert!(least.count_paths(&unsolvable).is_err());
    }
}
