//! 3x3 boards as numbers, with the estimates of one goal.

use super::SimpleHeuristic;
use tilebase::board::{Board, Goal, Move, Shape};

/// Number of cells.
const CELLS: usize = 9;

/// A board: four bits per cell, the first cell in the highest ones.
///
/// So states compare like the lists of tiles that programs put into their queues, with the blank as
/// 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    tiles: u64,
    blank: u8,
}

impl State {
    pub(super) fn new(board: &Board) -> Self {
        let tiles = board.tiles().iter().fold(0, |tiles, tile| tiles << 4 | u64::from(tile.number()));
        #[expect(clippy::cast_possible_truncation, reason = "below nine")]
        let blank = board.blank().index() as u8;
        Self { tiles, blank }
    }

    /// The tiles, as a number that orders states like lists of tiles.
    pub(super) const fn tiles(self) -> u64 {
        self.tiles
    }

    const fn bits_below(cell: u8) -> u32 {
        4 * (CELLS as u32 - 1 - cell as u32)
    }

    const fn tile(self, cell: u8) -> u64 {
        self.tiles >> Self::bits_below(cell) & 15
    }

    /// The state after the blank moved to a neighboring cell.
    const fn after(self, to: u8) -> Self {
        let tile = self.tile(to);
        let tiles = self.tiles ^ tile << Self::bits_below(to) ^ tile << Self::bits_below(self.blank);
        Self { tiles, blank: to }
    }
}

/// The cells that the blank can move to, in an order of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps([[Option<u8>; 4]; CELLS]);

impl Steps {
    /// Returns the steps for each order of the four moves, the standard order first.
    pub(super) fn all_orders() -> Vec<Self> {
        let mut orders = Vec::new();
        for first in 0..4 {
            for second in (0..4).filter(|second| *second != first) {
                for third in (0..4).filter(|third| ![first, second].contains(third)) {
                    let last = 6 - first - second - third;
                    orders.push(Self::new([first, second, third, last].map(|nth| Move::ALL[nth])));
                }
            }
        }
        orders
    }

    fn new(order: [Move; 4]) -> Self {
        let shape = Shape::THREE_BY_THREE;
        let mut steps = [[None; 4]; CELLS];
        for cell in shape.all_cells() {
            #[expect(clippy::cast_possible_truncation, reason = "below nine")]
            let to = |step| shape.neighbor(cell, step).map(|to| to.index() as u8);
            steps[cell.index()] = order.map(to);
        }
        Self(steps)
    }

    /// The successors of a state.
    #[inline]
    pub(super) fn from(&self, state: State) -> impl DoubleEndedIterator<Item = State> {
        self.0[usize::from(state.blank)].into_iter().flatten().map(move |to| state.after(to))
    }
}

/// A goal with an estimate of the distance from it.
#[derive(Clone, Debug)]
pub(super) struct Puzzle {
    goal: State,
    /// The estimate's share of each tile on each cell.
    shares: [[u32; CELLS]; CELLS],
}

impl Puzzle {
    /// Creates it for a 3x3 goal.
    pub(super) fn new(goal: &Goal, estimate: SimpleHeuristic) -> Self {
        let (board, shape) = (goal.board(), goal.shape());
        let mut shares = [[0; CELLS]; CELLS];
        let pairs = shape.all_cells().map(|cell| (board.tile_at(cell), cell));
        for (tile, home) in pairs.filter(|(tile, _)| !tile.is_blank()) {
            for cell in shape.all_cells() {
                #[expect(clippy::cast_possible_truncation, reason = "at most four")]
                let steps = shape.steps_between(home, cell) as u32;
                shares[tile.index()][cell.index()] = match estimate {
                    SimpleHeuristic::Manhattan => steps,
                    SimpleHeuristic::Misplaced => steps.min(1),
                };
            }
        }
        Self { goal: State::new(&board), shares }
    }

    pub(super) fn is_goal(&self, state: State) -> bool {
        state.tiles == self.goal.tiles
    }

    /// The estimated distance of a state.
    #[inline]
    pub(super) fn estimate(&self, state: State) -> u32 {
        let share = |cell: u8| self.shares[state.tile(cell) as usize][usize::from(cell)];
        (0..CELLS as u8).map(share).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use tilebase::board::Cell;
    use tilebase::search::{Heuristic, Manhattan, Misplaced};

    /// Boards reached from the goal, in different ways.
    fn some_boards(goal: &Goal) -> Vec<Board> {
        let mut board = goal.board();
        let mut random = fastrand::Rng::with_seed(9);
        let step = |_| {
            let _at_the_edge = board.slide(Move::ALL[random.usize(0..4)]);
            board
        };
        (0..500).map(step).collect()
    }

    #[test]
    fn states_agree_with_boards() {
        let goal = Goal::in_order_with_blank_at(Shape::THREE_BY_THREE, Cell::new(3));
        let manhattan = Puzzle::new(&goal, SimpleHeuristic::Manhattan);
        let misplaced = Puzzle::new(&goal, SimpleHeuristic::Misplaced);
        let orders = Steps::all_orders();
        for board in some_boards(&goal) {
            let state = State::new(&board);
            assert_eq!(manhattan.is_goal(state), board == goal.board());
            assert_eq!(manhattan.estimate(state), Manhattan::new(&goal).estimate(&board));
            assert_eq!(misplaced.estimate(state), Misplaced::new(&goal).estimate(&board));
            let after: Vec<State> = board.successors().map(|(_, after)| State::new(&after)).collect();
            assert_eq!(orders[0].from(state).collect::<Vec<_>>(), after);
            let lists: BTreeSet<Vec<State>> =
                orders.iter().map(|order| order.from(state).collect()).collect();
            let permutations: usize = (1..=after.len()).product();
            assert_eq!(lists.len(), permutations);
        }
        let (one, other) = (board("012345678"), board("102345678"));
        assert!(State::new(&one) < State::new(&other) && one.tiles() < other.tiles());
    }

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }
}
