//! Pattern tables used together as one heuristic.
//!
//! The entries of patterns that have no tile in common count moves of different tiles, so their sum never exceeds the
//! distance. On a square with the goal's blank on the main diagonal, the board reflected about that diagonal, with
//! every tile named after the tile whose goal cell is the mirror image of its own, is as far from the goal as the board
//! itself. So the sum for it is a second bound, from the same tables, and the larger of the two is used.
//!
//! For search the entries of small patterns are *spread*: the index of a placement is the cells of its tiles read as
//! digits, so that a slide adds a constant to one index, and nothing is ranked. That takes more memory than the file
//! (16^6 bytes for six tiles on 4x4, a third of which hold an entry), and is made when the catalogue is. Patterns of
//! seven and eight tiles are searched where they are, in the mapped file: the set of cells and the rank are kept up
//! move by move.

use rayon::prelude::*;

use super::part::{Dense, Layout, PatternEntries, Spread, can_be_dense, can_be_spread};
use crate::board::{Board, Bound, Cell, Distance, Goal, MAX_CELLS, Shape};
use crate::space::PatternSpace;

/// The most patterns in a catalogue.
pub const MAX_PATTERNS: usize = 4;

/// A slot that has no tile: the blank's.
const NO_SLOT: u8 = 31;

/// Pattern tables of one goal that share out all tiles among them.
#[derive(Debug)]
pub struct Catalogue {
    goal: Goal,
    parts: Parts,
    /// Slot by tile. Slots number the tiles, pattern by pattern.
    slot_of_tile: [u8; MAX_CELLS],
    slots: [Slot; 32],
    /// By cell its mirror image.
    mirror: [u8; MAX_CELLS],
    is_reflected: bool,
}

/// The entries of the patterns, all in one layout.
#[derive(Debug)]
pub(super) enum Parts {
    Spread(Vec<Spread>),
    Dense(Vec<Dense>),
}

/// A tile's place in the patterns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    /// The tile's pattern.
    pub(super) pattern: u8,
    /// The pattern of the tile that stands for it on the reflected board.
    pub(super) reflected_pattern: u8,
    /// What one cell is worth in the pattern's index, if that is spread.
    pub(super) weight: u32,
    /// The same on the reflected board.
    pub(super) reflected_weight: u32,
}

/// The indexes of a board, and the entries there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lookup {
    pub(super) index: [u32; MAX_PATTERNS],
    pub(super) entry: [u8; MAX_PATTERNS],
}

impl Lookup {
    /// The sum of the entries.
    pub(super) fn sum(&self) -> u16 {
        self.entry.iter().map(|entry| u16::from(*entry)).sum()
    }
}

/// Why tables are not a catalogue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// A tile that no pattern has, or more than one.
    #[error("tile {tile} is in {times} of the patterns: to be added up, each tile must be in exactly one")]
    NotAPartition {
        /// The tile.
        tile: u8,
        /// How many patterns have it.
        times: usize,
    },
    /// A table of another goal.
    #[error("the tables of {one} and of {other} don't go together: all must be of one goal")]
    OtherGoal {
        /// The goal of the first table.
        one: Goal,
        /// A goal that differs.
        other: Goal,
    },
    /// A table whose entries are not as many as its pattern has placements.
    #[error("the pattern {pattern} has {expected} placements, and the table {found} entries")]
    WrongCount {
        /// The pattern.
        pattern: String,
        /// Its placements.
        expected: u64,
        /// The entries given.
        found: usize,
    },
    /// No table, too many, or too large ones.
    #[error(
        "a catalogue has 1 to {MAX_PATTERNS} tables, of up to 6 tiles each, or of up to 8 on boards of 16 cells"
    )]
    TooLarge,
}

impl Catalogue {
    /// A catalogue of patterns and their entries.
    ///
    /// # Errors
    /// [`CatalogueError`] if the tables don't go together.
    pub fn new(tables: Vec<(PatternSpace, PatternEntries)>) -> Result<Self, CatalogueError> {
        let Some((first, _)) = tables.first() else { return Err(CatalogueError::TooLarge) };
        let goal = *first.goal();
        check(&goal, &tables)?;
        let shape = goal.shape();
        let mut slot_of_tile = [NO_SLOT; MAX_CELLS];
        let mut slots = [Slot::default(); 32];
        let mut goal_cells = Vec::new();
        for (pattern, (space, _)) in (0_u8..).zip(&tables) {
            let mut weight = 1_u32;
            for cell in space.goal_cells().cells() {
                slot_of_tile[goal.board().tile_at(cell).index()] = goal_cells.len() as u8;
                slots[goal_cells.len()] = Slot { pattern, weight, ..Slot::default() };
                goal_cells.push(cell);
                weight = weight.wrapping_mul(shape.cells() as u32);
            }
        }
        let is_reflected = shape.rows() == shape.columns() && mirrored(shape, goal.blank()) == goal.blank();
        if is_reflected {
            name_mirror_images(shape, &goal_cells, &mut slots);
        }
        let mut mirror = [0; MAX_CELLS];
        for cell in shape.all_cells() {
            mirror[cell.index()] = mirrored(shape, cell).index() as u8;
        }
        Ok(Self { goal, parts: Parts::new(tables)?, slot_of_tile, slots, mirror, is_reflected })
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Is the reflected board looked up as well?
    #[must_use]
    pub const fn is_reflected(&self) -> bool {
        self.is_reflected
    }

    /// The heuristic: a bound of the same parity as the distance. The board must be of the goal's shape.
    #[must_use]
    pub fn estimate(&self, board: &Board) -> Bound {
        let (regular, reflected) = match &self.parts {
            Parts::Spread(parts) => self.look_up(board, parts),
            Parts::Dense(parts) => self.look_up(board, parts),
        };
        let moves = regular.sum().max(reflected.sum());
        Bound::AtLeast(Distance::new(u8::try_from(moves).unwrap_or(u8::MAX)))
    }

    /// The indexes of a board and of the reflected board (all 0, where that is not looked up), with their entries.
    pub(super) fn look_up(&self, board: &Board, parts: &[impl Layout]) -> (Lookup, Lookup) {
        let shape = self.goal.shape();
        let (mut regular, mut reflected) = (Lookup::default(), Lookup::default());
        for (pattern, part) in parts.iter().enumerate() {
            let mut cells = vec![Cell::new(0); self.tiles_of(pattern)];
            let mut images = cells.clone();
            for (cell, tile) in shape.all_cells().zip(board.tiles()).filter(|(_, tile)| !tile.is_blank()) {
                let number = usize::from(self.slot_of_tile[tile.index()]);
                let slot = &self.slots[number];
                if usize::from(slot.pattern) == pattern {
                    cells[self.label(number)] = cell;
                }
                if self.is_reflected && usize::from(slot.reflected_pattern) == pattern {
                    images[self.label_of_image(slot)] = mirrored(shape, cell);
                }
            }
            regular.index[pattern] = part.index(&cells, shape.cells());
            regular.entry[pattern] = part.entry(regular.index[pattern]);
            if self.is_reflected {
                reflected.index[pattern] = part.index(&images, shape.cells());
                reflected.entry[pattern] = part.entry(reflected.index[pattern]);
            }
        }
        (regular, reflected)
    }

    fn tiles_of(&self, pattern: usize) -> usize {
        let tiles = self.goal.shape().tiles();
        self.slots[..tiles].iter().filter(|slot| usize::from(slot.pattern) == pattern).count()
    }

    /// The label within its pattern of the tile in a slot.
    fn label(&self, number: usize) -> usize {
        self.slots[..number].iter().filter(|slot| slot.pattern == self.slots[number].pattern).count()
    }

    /// The label, within its pattern, of the tile that stands for a slot's on the reflected board.
    fn label_of_image(&self, slot: &Slot) -> usize {
        let tiles = self.goal.shape().tiles();
        let is_image =
            |image: &Slot| (image.pattern, image.weight) == (slot.reflected_pattern, slot.reflected_weight);
        self.slots[..tiles].iter().position(is_image).map_or(0, |number| self.label(number))
    }

    pub(super) const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// A cell's mirror image.
    #[inline]
    pub(super) const fn mirror(&self, cell: u8) -> u8 {
        self.mirror[cell as usize]
    }

    #[inline]
    pub(super) fn slot(&self, number: usize) -> &Slot {
        &self.slots[number & 31]
    }

    /// The slots on the cells of a board, five bits each, the first cell lowest.
    pub(super) fn pack(&self, board: &Board) -> u128 {
        let slots = board.tiles().iter().map(|tile| self.slot_of_tile[tile.index()]);
        slots.rev().fold(0, |packed, slot| packed << 5 | u128::from(slot))
    }
}

impl Parts {
    /// Lays entries out: spread, if all patterns are small enough, which is quickest.
    fn new(tables: Vec<(PatternSpace, PatternEntries)>) -> Result<Self, CatalogueError> {
        if tables.iter().all(|(space, _)| can_be_spread(space)) {
            let spread = |(space, entries): (_, PatternEntries)| Spread::new(&space, entries.as_slice());
            Ok(Self::Spread(tables.into_par_iter().map(spread).collect()))
        } else if tables.iter().all(|(space, _)| can_be_dense(space)) {
            let dense = |(space, entries)| Dense::new(&space, entries);
            Ok(Self::Dense(tables.into_par_iter().map(dense).collect()))
        } else {
            Err(CatalogueError::TooLarge)
        }
    }
}

/// Notes for each slot the tile that stands for its own on the reflected board: the one whose goal cell is the mirror
/// image of its own.
fn name_mirror_images(shape: Shape, goal_cells: &[Cell], slots: &mut [Slot]) {
    let originals = slots.to_vec();
    for (slot, cell) in slots.iter_mut().zip(goal_cells) {
        let image = mirrored(shape, *cell);
        if let Some(image) = goal_cells.iter().position(|cell| *cell == image) {
            (slot.reflected_pattern, slot.reflected_weight) =
                (originals[image].pattern, originals[image].weight);
        }
    }
}

fn check(goal: &Goal, tables: &[(PatternSpace, PatternEntries)]) -> Result<(), CatalogueError> {
    if tables.len() > MAX_PATTERNS {
        return Err(CatalogueError::TooLarge);
    }
    for (space, entries) in tables {
        if space.goal() != goal {
            return Err(CatalogueError::OtherGoal { one: *goal, other: *space.goal() });
        }
        let (expected, found) = (space.placements(), entries.as_slice().len());
        if found as u64 != expected {
            return Err(CatalogueError::WrongCount { pattern: space.pattern().to_string(), expected, found });
        }
    }
    for tile in goal.board().tiles().iter().filter(|tile| !tile.is_blank()) {
        let times = tables.iter().filter(|(space, _)| space.pattern().contains(*tile)).count();
        if times != 1 {
            return Err(CatalogueError::NotAPartition { tile: tile.number(), times });
        }
    }
    Ok(())
}

/// The cell's mirror image about the main diagonal of a square; on other shapes some cell.
fn mirrored(shape: Shape, cell: Cell) -> Cell {
    let (row, column) = (shape.row(cell), shape.column(cell));
    if shape.rows() == shape.columns() { shape.cell(column, row) } else { cell }
}
