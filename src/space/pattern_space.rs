//! Placements of a pattern's tiles, and their indexes.

use std::fmt;

use super::cell_set::CellSet;
use super::lehmer::{self, arrangements, factorial};
use super::pattern::Pattern;
use super::state_space::StateIndex;
use crate::board::{Board, Cell, Goal, MAX_CELLS, Shape, Tile};

/// The most tiles of a pattern: 12! arrangements for every set of cells are more than fit on most disks.
pub const MAX_PATTERN_TILES: usize = 12;

/// All placements of a pattern's tiles, numbered densely from 0.
///
/// The index is `number of the cell set * k! + Lehmer rank`: the cells that the pattern's tiles occupy are a
/// [`CellSet`], and the tiles read row by row, each by its place among the pattern's tiles in the goal, are an
/// arrangement of `0..k`. The blank is no part of the index.
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
#[derive(Clone, Debug)]
pub struct PatternSpace {
    goal: Goal,
    pattern: Pattern,
    /// Label by tile: the tile's place among the pattern's tiles in the goal; none for other tiles.
    label_of_tile: [Option<u8>; MAX_CELLS],
    /// Goal cell by label.
    goal_cells: Vec<Cell>,
}

impl PatternSpace {
    /// The placements of a pattern's tiles.
    ///
    /// # Errors
    /// [`PatternTooLarge`] if the pattern has more than [`MAX_PATTERN_TILES`] tiles, or all tiles but one: with a
    /// single other tile the parity of a placement is not free, so some can't be reached, and the full puzzle is the
    /// space to use.
    pub fn new(goal: &Goal, pattern: Pattern) -> Result<Self, PatternTooLarge> {
        let shape = goal.shape();
        let tiles = pattern.tiles().len();
        if tiles > MAX_PATTERN_TILES || tiles + 3 > shape.cells() || pattern.shape() != shape {
            return Err(PatternTooLarge { pattern, shape });
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
    #[must_use]
    pub fn footprints(&self) -> u64 {
        let shape = self.shape();
        let sets = CellSet::all(self.pattern.tiles().len(), shape.cells());
        sets.map(|cells| cells.regions_outside(shape).len() as u64).sum()
    }

    /// The cells of the pattern's tiles in the goal.
    #[must_use]
    pub fn goal_cells(&self) -> CellSet {
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
        let mut labels = Vec::with_capacity(MAX_PATTERN_TILES);
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
    #[must_use]
    pub fn placement_at(&self, index: StateIndex) -> Option<(CellSet, Vec<u8>)> {
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

    /// Steps between the places of a placement's tiles and their places in the goal: never more than its cost, and of
    /// the same parity, since each counted move takes one tile one step.
    #[must_use]
    pub fn manhattan(&self, cells: CellSet, labels: &[u8]) -> u32 {
        let steps = |(cell, label): (Cell, &u8)| {
            self.shape().steps_between(cell, self.goal_cells[usize::from(*label)])
        };
        u32::try_from(cells.cells().zip(labels).map(steps).sum::<usize>()).unwrap_or(u32::MAX)
    }

    /// A placement as text: the board with a dot for every cell that has no tile of the pattern.
    #[must_use]
    pub fn describe(&self, cells: CellSet, labels: &[u8]) -> String {
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

/// A pattern that has too many placements, or too few other tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternTooLarge {
    /// The pattern.
    pub pattern: Pattern,
    /// The shape of the goal.
    pub shape: Shape,
}

impl fmt::Display for PatternTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tiles, shape) = (self.pattern.tiles().len(), self.shape);
        if self.pattern.shape() != shape {
            return write!(f, "a pattern of {} does not fit a goal of {shape}", self.pattern.shape());
        }
        let most = MAX_PATTERN_TILES.min(shape.tiles() - 2);
        write!(
            f,
            "a pattern of {tiles} tiles is too large for {shape}: use {most} or fewer, or all {}",
            shape.tiles()
        )
    }
}

impl std::error::Error for PatternTooLarge {}

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
            assert_eq!(space.manhattan(cells, &labels), 0);
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
}
