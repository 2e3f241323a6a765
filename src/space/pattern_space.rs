//! Placements of a pattern's tiles, and their indexes.

use super::cell_set::CellSet;
use super::error::SpaceError;
use super::lehmer::{self, arrangements, factorial};
use super::pattern::Pattern;
use super::state_space::StateIndex;
use crate::board::{Board, Cell, Goal, MAX_CELLS, Shape, Tile};

/// All placements of a pattern's tiles, numbered densely from 0.
///
/// The index is `number of the cell set * k! + Lehmer rank`. Sets of *k* cells are numbered in the order of their bits
/// read as a number, the first cell the lowest bit; the set is that of the cells that the pattern's tiles occupy. The
/// tiles read row by row, each by its place among the pattern's tiles in the goal, are the arrangement of `0..k` that is
/// ranked. The blank is no part of the index.
///
/// ```
/// use tilebase::board::{Goal, Shape, Tile};
/// use tilebase::space::{Pattern, PatternSpace};
///
/// let goal = Goal::blank_last(Shape::new(4, 4)?);
/// let pattern = Pattern::new(goal.shape(), [1, 2, 5, 6].map(Tile::new))?;
/// let space = PatternSpace::new(&goal, pattern)?;
/// assert_eq!(space.placements(), 16 * 15 * 14 * 13);
/// assert_eq!(space.index_of(&goal.board()), Some(space.goal_index()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternSpace {
    goal: Goal,
    pattern: Pattern,
    /// Label by tile: the tile's place among the pattern's tiles in the goal; none for other tiles.
    label_of_tile: [Option<u8>; MAX_CELLS],
    /// Goal cell by label.
    goal_cells: Vec<Cell>,
}

impl PatternSpace {
    /// The most tiles of a pattern: 12! arrangements for every set of cells are more than fit on most disks.
    pub const MAX_TILES: usize = 12;

    /// The placements of a pattern's tiles.
    ///
    /// # Errors
    /// [`SpaceError::PatternOfOtherShape`]; or [`SpaceError::PatternTooLarge`] if the pattern has more than
    /// [`MAX_TILES`](Self::MAX_TILES) tiles, or all tiles but one: with a single other tile the parity of a placement is
    /// not free, so some can't be reached, and the full puzzle is the space to use.
    pub fn new(goal: &Goal, pattern: Pattern) -> Result<Self, SpaceError> {
        let shape = goal.shape();
        let tiles = pattern.tiles().len();
        if pattern.shape() != shape {
            return Err(SpaceError::PatternOfOtherShape { pattern: pattern.shape(), goal: shape });
        }
        // A shape has at least four cells, so one tile always fits.
        let most = Self::MAX_TILES.min(shape.cells() - 3);
        if tiles > most {
            return Err(SpaceError::PatternTooLarge { tiles, most, shape });
        }
        let goal_board = goal.board();
        let in_goal = shape.all_cells().map(|cell| (cell, goal_board.tile_at(cell)));
        let mut label_of_tile = [None; MAX_CELLS];
        let mut goal_cells = Vec::new();
        for (label, (cell, tile)) in (0..).zip(in_goal.filter(|(_, tile)| pattern.contains(*tile))) {
            label_of_tile[tile.index()] = Some(label);
            goal_cells.push(cell);
        }
        Ok(Self { goal: *goal, pattern, label_of_tile, goal_cells })
    }

    /// The goal that placements are relative to.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The pattern.
    #[must_use]
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Rows and columns.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// How many placements there are.
    #[must_use]
    pub fn placements(&self) -> u64 {
        arrangements(self.pattern.tiles().len(), self.shape().cells())
    }

    /// How many placements share a set of cells: `k!`.
    #[must_use]
    pub fn placements_per_cell_set(&self) -> u64 {
        factorial(self.pattern.tiles().len())
    }

    /// How many footprints there are: pairs of a set of cells for the pattern's tiles and a region of the other cells
    /// for the blank. Looks at every set of cells.
    pub(crate) fn footprints(&self) -> u64 {
        let shape = self.shape();
        let sets = CellSet::all(self.pattern.tiles().len(), shape.cells());
        sets.map(|cells| cells.regions_outside(shape).len() as u64).sum()
    }

    /// The cells of the pattern's tiles in the goal.
    pub(crate) fn goal_cells(&self) -> CellSet {
        self.goal_cells.iter().copied().collect()
    }

    /// The index of the goal's placement.
    #[must_use]
    pub fn goal_index(&self) -> StateIndex {
        StateIndex::new(u64::from(self.goal_cells().number()) * self.placements_per_cell_set())
    }

    /// The index of the placement of the pattern's tiles on a board; none if the board has another shape.
    #[must_use]
    pub fn index_of(&self, board: &Board) -> Option<StateIndex> {
        if board.shape() != self.shape() {
            return None;
        }
        let mut cells = CellSet::default();
        let mut labels = Vec::with_capacity(Self::MAX_TILES);
        for cell in self.shape().all_cells() {
            if let Some(label) = self.label_of_tile[board.tile_at(cell).index()] {
                cells = cells.with(cell);
                labels.push(label);
            }
        }
        Some(self.index(cells, &labels))
    }

    /// The index of a placement: the pattern's tiles, by label, on a set of cells.
    pub(crate) fn index(&self, cells: CellSet, labels: &[u8]) -> StateIndex {
        let rank = lehmer::rank(labels, labels.len());
        StateIndex::new(u64::from(cells.number()) * self.placements_per_cell_set() + rank)
    }

    /// The placement of an index: the set of cells, and the labels on them in order. None if there is no such index.
    pub(crate) fn placement_at(&self, index: StateIndex) -> Option<(CellSet, Vec<u8>)> {
        if index.number() >= self.placements() {
            return None;
        }
        let per_set = self.placements_per_cell_set();
        let number = u32::try_from(index.number() / per_set).ok()?;
        let cells = CellSet::from_number(number, self.pattern.tiles().len());
        let mut labels = vec![0; self.pattern.tiles().len()];
        lehmer::unrank(index.number() % per_set, labels.len(), &mut labels);
        Some((cells, labels))
    }

    /// A placement as text: the board with a dot for every cell that has no tile of the pattern.
    pub(super) fn describe(&self, cells: CellSet, labels: &[u8]) -> String {
        let symbol = |tile: Option<Tile>| tile.map_or_else(|| ".".to_owned(), |tile| tile.to_string());
        self.tiles_of(cells, labels).into_iter().map(symbol).collect::<Vec<_>>().join(" ")
    }

    /// What a placement puts on each cell, row by row; none where it has no tile.
    pub(super) fn tiles_of(&self, cells: CellSet, labels: &[u8]) -> Vec<Option<Tile>> {
        let goal_board = self.goal.board();
        let mut tiles = labels.iter().map(|label| goal_board.tile_at(self.goal_cells[usize::from(*label)]));
        let on = |cell: Cell| if cells.contains(cell) { tiles.next() } else { None };
        self.shape().all_cells().map(on).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_comes_back_from_its_placement() {
        for (rows, columns, tiles) in
            [(2, 2, &[3][..]), (2, 3, &[1, 4]), (3, 3, &[8, 1, 5, 2]), (3, 2, &[1, 3, 5])]
        {
            let shape = Shape::new(rows, columns).unwrap();
            let pattern = Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap();
            let space = PatternSpace::new(&Goal::snail(shape), pattern).unwrap();
            for number in 0..space.placements() {
                let (cells, labels) = space.placement_at(StateIndex::new(number)).unwrap();
                assert_eq!(space.index(cells, &labels), StateIndex::new(number));
            }
            assert_eq!(space.placement_at(StateIndex::new(space.placements())), None);
            let (cells, labels) = space.placement_at(space.goal_index()).unwrap();
            for (cell, tile) in shape.all_cells().zip(space.tiles_of(cells, &labels)) {
                let in_goal = space.goal().board().tile_at(cell);
                assert_eq!(tile, space.pattern().contains(in_goal).then_some(in_goal));
            }
        }
    }

    #[test]
    fn all_tiles_but_one_are_refused() {
        let shape = Shape::new(2, 3).unwrap();
        let three = Pattern::new(shape, [1, 2, 3].map(Tile::new)).unwrap();
        assert!(PatternSpace::new(&Goal::snail(shape), three).is_ok());
        let four = Pattern::new(shape, [1, 2, 3, 4].map(Tile::new)).unwrap();
        let error = PatternSpace::new(&Goal::snail(shape), four).unwrap_err();
        assert_eq!(error.to_string(), "a pattern of 4 tiles is too large for 2x3: use 3 or fewer, or all 5");
    }

    #[test]
    fn a_pattern_of_another_shape_is_refused() {
        let pattern = Pattern::new(Shape::new(3, 2).unwrap(), [Tile::new(1)]).unwrap();
        let error = PatternSpace::new(&Goal::snail(Shape::new(2, 3).unwrap()), pattern).unwrap_err();
        assert_eq!(error.to_string(), "a pattern of 3x2 does not fit a goal of 2x3");
    }
}
