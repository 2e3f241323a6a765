//! Pattern tables used together as one heuristic.
//!
//! The entries of patterns that have no tile in common count moves of different tiles, so their sum never exceeds the
//! distance. On a square with the goal's blank on the main diagonal, the board reflected about that diagonal, with
//! every tile named after the tile whose goal cell is the mirror image of its own, is as far from the goal as the board
//! itself. So the sum for it is a second bound, from the same tables, and the larger of the two is used.
//!
//! For search the entries are *spread*: the index of a placement is the cells of its tiles read as digits, so that a
//! slide adds a constant to one index, and nothing is ranked. That takes more memory than the file (16^6 bytes for six
//! tiles on 4x4, a third of which hold an entry), and is made when the catalogue is.

use crate::board::{Board, Cell, Goal, MAX_CELLS, Move, Shape};
use crate::space::lehmer::{factorial, unrank};
use crate::space::{CellSet, PatternSpace};

/// The most patterns in a catalogue.
pub const MAX_PATTERNS: usize = 4;

/// The most entries of all spread tables together: what a 32-bit index reaches, with room for wrong slides.
const MOST_SPREAD_ENTRIES: u64 = 1 << 30;

/// A slot that has no tile: the blank's.
const NO_SLOT: u8 = 31;

/// Pattern tables of one goal that share out all tiles among them.
#[derive(Clone, Debug)]
pub struct Catalogue {
    goal: Goal,
    /// The spread tables, one after the other.
    entries: Vec<u8>,
    /// Where each pattern's table begins.
    bases: [u32; MAX_PATTERNS],
    patterns: usize,
    /// Slot by tile. Slots number the tiles, pattern by pattern.
    slot_of_tile: [u8; MAX_CELLS],
    slots: [Slot; 32],
    is_reflected: bool,
}

/// What a tile's slide does to the indexes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    /// The tile's pattern.
    pub(super) pattern: u8,
    /// The pattern of the tile that stands for it on the reflected board.
    pub(super) reflected_pattern: u8,
    /// What one cell is worth in the pattern's index.
    weight: u32,
    /// The same on the reflected board.
    reflected_weight: u32,
    /// By the blank's move: what is added to the pattern's index.
    pub(super) change: [u32; 4],
    /// The same on the reflected board.
    pub(super) reflected_change: [u32; 4],
}

/// The indexes of a board, and the entries there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lookup {
    pub(super) index: [u32; MAX_PATTERNS],
    pub(super) entry: [u8; MAX_PATTERNS],
}

impl Lookup {
    /// The sum of the entries.
    pub(super) fn sum(&self) -> u32 {
        self.entry.iter().map(|entry| u32::from(*entry)).sum()
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
    #[error("a catalogue has 1 to {MAX_PATTERNS} tables that take 1 GiB for search at the most")]
    TooLarge,
}

impl Catalogue {
    /// A catalogue of patterns and their entries, which are in the order of their indexes.
    ///
    /// # Errors
    /// [`CatalogueError`] if the tables don't go together.
    pub fn new(tables: &[(&PatternSpace, &[u8])]) -> Result<Self, CatalogueError> {
        let Some((first, _)) = tables.first() else { return Err(CatalogueError::TooLarge) };
        let goal = *first.goal();
        check(&goal, tables)?;
        let shape = goal.shape();
        let mut catalogue = Self {
            goal,
            entries: Vec::new(),
            bases: [0; MAX_PATTERNS],
            patterns: tables.len(),
            slot_of_tile: [NO_SLOT; MAX_CELLS],
            slots: [Slot::default(); 32],
            is_reflected: shape.rows() == shape.columns() && mirrored(shape, goal.blank()) == goal.blank(),
        };
        let mut goal_cells = Vec::new();
        for (pattern, (space, entries)) in (0_u8..).zip(tables) {
            catalogue.bases[usize::from(pattern)] = catalogue.entries.len() as u32;
            spread(space, entries, &mut catalogue.entries);
            let mut weight = 1;
            for cell in space.goal_cells().cells() {
                let slot = goal_cells.len();
                catalogue.slot_of_tile[goal.board().tile_at(cell).index()] = slot as u8;
                catalogue.slots[slot] = Slot { pattern, weight, ..Slot::default() };
                goal_cells.push(cell);
                weight *= shape.cells() as u32;
            }
        }
        catalogue.note_changes(&goal_cells);
        Ok(catalogue)
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

    /// The heuristic: never more than the distance, and of the same parity. The board must be of the goal's shape.
    #[must_use]
    pub fn estimate(&self, board: &Board) -> u32 {
        let (regular, reflected) = self.look_up(board);
        regular.sum().max(reflected.sum())
    }

    /// The indexes of a board and of the reflected board (all 0, where that is not looked up), with their entries.
    pub(super) fn look_up(&self, board: &Board) -> (Lookup, Lookup) {
        let shape = self.goal.shape();
        let (mut regular, mut reflected) = (self.at_bases(), self.at_bases());
        for (cell, tile) in shape.all_cells().zip(board.tiles()).filter(|(_, tile)| !tile.is_blank()) {
            let slot = &self.slots[usize::from(self.slot_of_tile[tile.index()])];
            regular.index[usize::from(slot.pattern)] += cell.index() as u32 * slot.weight;
            if self.is_reflected {
                let place = mirrored(shape, cell).index() as u32;
                reflected.index[usize::from(slot.reflected_pattern)] += place * slot.reflected_weight;
            }
        }
        self.read_entries(&mut regular);
        if self.is_reflected {
            self.read_entries(&mut reflected);
        }
        (regular, reflected)
    }

    fn at_bases(&self) -> Lookup {
        Lookup { index: self.bases, entry: [0; MAX_PATTERNS] }
    }

    fn read_entries(&self, lookup: &mut Lookup) {
        for (entry, index) in lookup.entry.iter_mut().zip(lookup.index).take(self.patterns) {
            *entry = self.entry(index);
        }
    }

    /// The entry at an index of the spread tables.
    #[inline]
    pub(super) fn entry(&self, index: u32) -> u8 {
        self.entries[index as usize]
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

    /// Works out what each move does to the indexes, from the cells of the slots in the goal.
    fn note_changes(&mut self, goal_cells: &[Cell]) {
        let shape = self.goal.shape();
        let slots = self.slots;
        for (slot, cell) in self.slots.iter_mut().zip(goal_cells) {
            let image = mirrored(shape, *cell);
            let mirror_slot = goal_cells.iter().position(|cell| *cell == image).filter(|_| self.is_reflected);
            if let Some(mirror) = mirror_slot.map(|number| slots[number]) {
                (slot.reflected_pattern, slot.reflected_weight) = (mirror.pattern, mirror.weight);
            }
            // The tile goes against the blank. Wrapping numbers stand for negative ones.
            let columns = shape.columns() as u32;
            for step in Move::ALL {
                let (cells, mirrored_cells) = match step {
                    Move::Up => (columns, 1),
                    Move::Down => (columns.wrapping_neg(), 1_u32.wrapping_neg()),
                    Move::Left => (1, columns),
                    Move::Right => (1_u32.wrapping_neg(), columns.wrapping_neg()),
                };
                slot.change[step as usize] = slot.weight.wrapping_mul(cells);
                slot.reflected_change[step as usize] = slot.reflected_weight.wrapping_mul(mirrored_cells);
            }
        }
    }
}

fn check(goal: &Goal, tables: &[(&PatternSpace, &[u8])]) -> Result<(), CatalogueError> {
    let cells = goal.shape().cells() as u64;
    let spread: u64 = tables.iter().map(|(space, _)| cells.pow(space.pattern().tiles().len() as u32)).sum();
    if tables.len() > MAX_PATTERNS || spread > MOST_SPREAD_ENTRIES {
        return Err(CatalogueError::TooLarge);
    }
    for (space, entries) in tables {
        if space.goal() != goal {
            return Err(CatalogueError::OtherGoal { one: *goal, other: *space.goal() });
        }
        if entries.len() as u64 != space.placements() {
            let pattern = space.pattern().to_string();
            return Err(CatalogueError::WrongCount {
                pattern,
                expected: space.placements(),
                found: entries.len(),
            });
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

/// Adds the spread table of a pattern: the entry of a placement is at the cells of its tiles, read as digits.
fn spread(space: &PatternSpace, entries: &[u8], into: &mut Vec<u8>) {
    let (cells, tiles) = (space.shape().cells(), space.pattern().tiles().len());
    let base = into.len();
    into.resize(base + cells.pow(tiles as u32), 0);
    let arrangements = factorial(tiles) as usize;
    let mut labels = vec![0; arrangements * tiles];
    for (rank, labels) in labels.chunks_exact_mut(tiles).enumerate() {
        unrank(rank as u64, tiles, labels);
    }
    let weights: Vec<usize> = (0..tiles as u32).map(|label| cells.pow(label)).collect();
    for (set, entries) in CellSet::all(tiles, cells).zip(entries.chunks_exact(arrangements)) {
        let places: Vec<usize> = set.cells().map(Cell::index).collect();
        for (labels, entry) in labels.chunks_exact(tiles).zip(entries) {
            let digits = places.iter().zip(labels).map(|(cell, label)| cell * weights[usize::from(*label)]);
            into[base + digits.sum::<usize>()] = *entry;
        }
    }
}
