//! The boards of the full puzzle, and their indexes.

use std::fmt;

use super::error::SpaceError;
use super::lehmer::{self, COUNT_ONE_BELOW, MAX_ELEMENTS, factorial};
use super::pattern::Pattern;
use crate::board::{Batch, Board, Cell, Goal, MAX_CELLS, Move, Shape, Tile};

/// The number of a state in a [`FullSpace`] or [`PatternSpace`](super::PatternSpace): the position
/// of its entry in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateIndex(u64);

impl StateIndex {
    /// Creates the index with this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number itself.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for StateIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// All boards that can reach a goal, numbered from 0 without gaps; see the [module
/// documentation](super).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullSpace {
    goal: Goal,
    /// The pattern of all tiles.
    pattern: Pattern,
    /// Label by tile: the tile's place in the goal, not counting the blank. The blank's label is
    /// [`NO_LABEL`]. The length is a power of two, so that a mask keeps any byte in range.
    label_of_tile: [u8; LABELS],
    /// Tile by label.
    tile_of_label: [Tile; MAX_CELLS],
    /// The number of arrangements of the right parity for one cell of the blank: half of `tiles!`.
    arrangements: u64,
    /// Place value of each Lehmer digit in half the rank. Rounding down affects only the last two
    /// places: all other factorials are even.
    half_weights: [u64; MAX_ELEMENTS],
    /// Whether the reachable arrangements are odd, by cell of the blank.
    odd_by_blank: [bool; MAX_CELLS],
}

/// The result of ranking a board's tiles.
struct Ranked {
    /// Half the Lehmer rank of the arrangement, rounded down.
    half_rank: u64,
    /// Whether the arrangement is odd, that is, the sum of its digits is.
    is_odd: bool,
    /// The sum, over all cells, of the number of tiles up to and including that cell.
    sum_of_places: usize,
}

impl Ranked {
    /// The blank's cell. Without a blank, the sum would be 1 + 2 + .. + `cells`. The blank lowers
    /// each term from its own cell on by one, so the difference is the number of cells from the
    /// blank to the end. This costs one addition per cell, less than a branch on the blank's cell,
    /// which can't be predicted.
    const fn blank(&self, cells: usize) -> usize {
        self.sum_of_places + cells - cells * (cells + 1) / 2
    }
}

/// The length of the label table: a power of two above any tile.
const LABELS: usize = MAX_CELLS.next_power_of_two();

/// The blank's label: larger than any other, so that the blank never counts as smaller than a tile.
const NO_LABEL: u8 = 15;

impl FullSpace {
    /// Creates the space of the boards that can reach this goal.
    ///
    /// # Errors
    /// [`SpaceError::BoardTooLarge`] if the board has more than 16 cells: its full table would not
    /// fit on any disk. (Patterns and searches have no such limit.)
    pub fn new(goal: &Goal) -> Result<Self, SpaceError> {
        let shape = goal.shape();
        if shape.cells() > MAX_ELEMENTS {
            return Err(SpaceError::BoardTooLarge { shape });
        }
        let mut label_of_tile = [NO_LABEL; LABELS];
        let mut tile_of_label = [Tile::BLANK; MAX_CELLS];
        let goal_board = goal.board();
        let tiles = goal_board.tiles().iter().filter(|tile| !tile.is_blank());
        for (label, &tile) in (0..).zip(tiles) {
            label_of_tile[tile.index()] = label;
            tile_of_label[usize::from(label)] = tile;
        }
        let mut half_weights = [0; MAX_ELEMENTS];
        for (weight, behind) in half_weights.iter_mut().zip((0..shape.tiles()).rev()) {
            *weight = factorial(behind) / 2;
        }
        let mut odd_by_blank = [false; MAX_CELLS];
        for blank in shape.all_cells() {
            odd_by_blank[blank.index()] = parity_is_odd(goal, blank);
        }
        let arrangements = factorial(shape.tiles()) / 2;
        let pattern = Pattern::full(shape);
        Ok(Self {
            goal: *goal,
            pattern,
            label_of_tile,
            tile_of_label,
            arrangements,
            half_weights,
            odd_by_blank,
        })
    }

    /// The goal that the indexes are relative to.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The number of rows and columns.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// The pattern of all tiles.
    pub(super) const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The number of boards that can reach the goal: half of `cells!`.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::space::FullSpace;
    ///
    /// let states = |rows, columns| -> Result<u64, Box<dyn std::error::Error>> {
    ///     Ok(FullSpace::new(&Goal::blank_last(Shape::new(rows, columns)?))?.states())
    /// };
    /// assert_eq!(states(2, 2)?, 12);
    /// assert_eq!(states(3, 3)?, 181_440);
    /// assert_eq!(states(3, 4)?, 239_500_800);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn states(&self) -> u64 {
        self.arrangements * self.shape().cells() as u64
    }

    /// The number of boards with the same cell of the blank: half of `tiles!`.
    pub(crate) const fn states_per_blank_cell(&self) -> u64 {
        self.arrangements
    }

    /// The index of the goal itself.
    #[must_use]
    pub const fn goal_index(&self) -> StateIndex {
        StateIndex(self.goal.blank().index() as u64 * self.arrangements)
    }

    /// Returns the index of a board, or `None` if the board can't reach the goal.
    #[must_use]
    #[inline]
    pub fn index_of(&self, board: &Board) -> Option<StateIndex> {
        if board.shape() != self.shape() {
            return None;
        }
        let ranked = self.rank(board.tiles().iter().map(|tile| tile.number()));
        self.index_if_reachable(&ranked, board.blank().index())
    }

    /// Returns the indexes of a batch of boards in order, with `None` for boards that can't reach
    /// the goal. They are computed from the bytes, without copying boards.
    ///
    /// ```
    /// use tilebase::board::{Batch, Goal, Shape};
    /// use tilebase::space::{FullSpace, StateIndex};
    ///
    /// let space = FullSpace::new(&Goal::blank_last(Shape::new(2, 2)?))?;
    /// let batch = Batch::new(space.shape(), &[1, 2, 3, 0, /* and */ 2, 1, 3, 0])?;
    /// assert_eq!(space.indexes_of(&batch).collect::<Vec<_>>(), [Some(StateIndex::new(9)), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn indexes_of<'a>(
        &'a self,
        batch: &Batch<'a>,
    ) -> impl ExactSizeIterator<Item = Option<StateIndex>> + use<'a> {
        let is_of_shape = batch.shape() == self.shape();
        batch.rows().map(move |tiles| {
            if !is_of_shape {
                return None;
            }
            let ranked = self.rank(tiles.iter().copied());
            self.index_if_reachable(&ranked, ranked.blank(tiles.len()))
        })
    }

    #[inline]
    fn index_if_reachable(&self, ranked: &Ranked, blank: usize) -> Option<StateIndex> {
        (ranked.is_odd == self.odd_by_blank[blank % MAX_CELLS])
            .then(|| self.with_blank(blank, ranked.half_rank))
    }

    /// Returns the index of a board that is known to reach the goal, such as a neighbor of one that
    /// does.
    ///
    /// For other boards of the shape, the result is the index of some reachable board.
    ///
    /// # Panics
    /// In debug builds, if the board has another shape.
    #[must_use]
    #[inline]
    pub fn index_of_reachable(&self, board: &Board) -> StateIndex {
        debug_assert_eq!(board.shape(), self.shape());
        let ranked = self.rank(board.tiles().iter().map(|tile| tile.number()));
        self.with_blank(board.blank().index(), ranked.half_rank)
    }

    /// Returns the index after a move, from the index before it and the board after it. Cheaper
    /// than [`index_of`](Self::index_of) for moves along a row, which leave the arrangement
    /// unchanged.
    ///
    /// ```
    /// use tilebase::board::{Goal, Move, Shape};
    /// use tilebase::space::FullSpace;
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let space = FullSpace::new(&goal)?;
    /// for (step, next) in goal.board().successors() {
    ///     let index = space.index_after(space.goal_index(), step, &next);
    ///     assert_eq!(Some(index), space.index_of(&next));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn index_after(&self, before: StateIndex, step: Move, after: &Board) -> StateIndex {
        match step {
            Move::Left => StateIndex(before.0 - self.arrangements),
            Move::Right => StateIndex(before.0 + self.arrangements),
            Move::Up | Move::Down => self.index_of_reachable(after),
        }
    }

    const fn with_blank(&self, blank: usize, half_rank: u64) -> StateIndex {
        StateIndex(blank as u64 * self.arrangements + half_rank)
    }

    /// Ranks a board given as one number per cell. The blank is not skipped but contributes zero,
    /// since a branch on its cell would be mispredicted. The remainders change no index; they
    /// remove bounds checks.
    #[inline]
    fn rank(&self, tiles: impl Iterator<Item = u8>) -> Ranked {
        let (mut half_rank, mut digits, mut place, mut sum_of_places) = (0, 0, 0, 0);
        let mut smaller_used = 0_u64;
        for tile in tiles {
            let label = self.label_of_tile[usize::from(tile) % LABELS];
            let is_tile = u64::from(label != NO_LABEL);
            let shift = 4 * u32::from(label);
            let digit = (u64::from(label) - (smaller_used >> shift & 15)) * is_tile;
            half_rank += digit * self.half_weights[place % MAX_ELEMENTS];
            digits += digit;
            place += usize::from(label != NO_LABEL);
            sum_of_places += place;
            smaller_used = smaller_used.wrapping_add(COUNT_ONE_BELOW << shift);
        }
        Ranked { half_rank, is_odd: digits % 2 == 1, sum_of_places }
    }

    /// Returns the board with this index, or `None` unless the index is below
    /// [`states`](Self::states).
    #[must_use]
    pub fn board_at(&self, index: StateIndex) -> Option<Board> {
        if index.0 >= self.states() {
            return None;
        }
        let shape = self.shape();
        #[expect(clippy::cast_possible_truncation, reason = "below the number of cells, by the check above")]
        let blank = Cell::new((index.0 / self.arrangements) as u8);
        let mut labels = [0; MAX_CELLS];
        // The index drops the parity bit of the rank; the blank's cell determines it.
        let odd = self.odd_by_blank[blank.index()];
        lehmer::unrank_half(index.0 % self.arrangements, odd, &mut labels[..shape.tiles()]);
        let mut tiles = [Tile::BLANK; MAX_CELLS];
        let occupied = shape.all_cells().filter(|cell| *cell != blank);
        for (cell, label) in occupied.zip(labels) {
            tiles[cell.index()] = self.tile_of_label[usize::from(label)];
        }
        Some(Board::from_valid(shape, tiles, blank))
    }
}

/// Whether the arrangement of labels is odd on every reachable board with the blank in this cell.
///
/// A slide along a row leaves the arrangement unchanged; one along a column moves a label past
/// `columns - 1` others. So on odd widths every reachable arrangement is even, like the goal's. On
/// even widths the parity alternates with the blank's row.
pub(super) fn parity_is_odd(goal: &Goal, blank: Cell) -> bool {
    let shape = goal.shape();
    let rows_apart = shape.row(blank).abs_diff(shape.row(goal.blank()));
    shape.columns().is_multiple_of(2) && !rows_apart.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goals(shape: Shape) -> [Goal; 3] {
        Goal::common(shape)
    }

    #[test]
    fn every_index_round_trips_through_its_board() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            for goal in goals(shape) {
                let space = FullSpace::new(&goal).unwrap();
                assert_eq!(space.index_of(&goal.board()), Some(space.goal_index()));
                for number in 0..space.states() {
                    let index = StateIndex::new(number);
                    let board = space.board_at(index).unwrap();
                    assert_eq!(space.index_of(&board), Some(index), "{board} to {goal}");
                }
                assert_eq!(space.board_at(StateIndex::new(space.states())), None);
            }
        }
    }

    #[test]
    fn batch_indexes_match_board_indexes() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            for goal in goals(shape) {
                let space = FullSpace::new(&goal).unwrap();
                let solvable =
                    (0..space.states()).map(|number| space.board_at(StateIndex::new(number)).unwrap());
                // A board with two tiles exchanged can't reach the goal.
                let tiles: Vec<u8> = solvable
                    .flat_map(|board| {
                        let mut other: Vec<u8> = board.tiles().iter().map(|tile| tile.number()).collect();
                        let mut both = other.clone();
                        let [one, two] =
                            [1, 2].map(|tile| other.iter().position(|found| *found == tile).unwrap());
                        other.swap(one, two);
                        both.extend(other);
                        both
                    })
                    .collect();
                let batch = Batch::new(shape, &tiles).unwrap();
                assert_eq!(batch.len() as u64, 2 * space.states());
                for (number, index) in (0..).zip(space.indexes_of(&batch)) {
                    assert_eq!(index, (number % 2 == 0).then_some(StateIndex::new(number / 2)));
                }
                let other = FullSpace::new(&Goal::snail(Shape::new(2, 5).unwrap())).unwrap();
                assert!(other.indexes_of(&batch).all(|index| index.is_none()));
            }
        }
    }

    #[test]
    fn goals_with_one_blank_cell_share_their_indexes() {
        let shape = Shape::THREE_BY_THREE;
        let one = FullSpace::new(&Goal::snail(shape)).unwrap();
        let other = FullSpace::new(&Goal::in_order_with_blank_at(shape, Cell::new(4))).unwrap();
        for step in crate::board::Move::ALL {
            let index = |space: &FullSpace| space.index_of(&space.goal().board().after(step).unwrap());
            assert_eq!(index(&one), index(&other));
        }
    }

    #[test]
    fn too_large_boards_are_rejected() {
        let shape = Shape::new(5, 5).unwrap();
        assert_eq!(FullSpace::new(&Goal::snail(shape)).unwrap_err(), SpaceError::BoardTooLarge { shape });
        assert_eq!(
            FullSpace::new(&Goal::snail(Shape::new(4, 4).unwrap())).unwrap().states(),
            10_461_394_944_000
        );
    }
}
