//! Pattern tables used together as one heuristic.
//!
//! The entries of patterns that have no tile in common count moves of different tiles, so their sum never exceeds the
//! distance. On a square with the goal's blank on the main diagonal, the board reflected about that diagonal, with
//! every tile named after the tile whose goal cell is the mirror image of its own, is as far from the goal as the board
//! itself. So the sum for it is a second bound, from the same tables, and the larger of the two is used.

use rayon::prelude::*;

use super::MAX_PATTERNS;
use super::entries::{Dense, Layout, MOST_TILES, PatternEntries, Spread, can_be_dense, can_be_spread};
use crate::board::{Board, Cell, Goal, MAX_CELLS, Shape, Tile};
use crate::search::heuristics::{Claims, Heuristic};
use crate::space::PatternSpace;
use crate::table::TableError;
use crate::threads;

/// Pattern tables of one goal that share out all tiles among them: a heuristic, and what [`ida`](crate::search::ida) goes
/// by.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::generate::Generator;
/// use tilebase::search::{Catalogue, Heuristic, Limits, Partition, Problem, ida};
/// use tilebase::space::{PatternSpace, Space};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let mut tables = Vec::new();
/// for pattern in Partition::of_goal(&goal)[0].patterns() {
///     let built = Generator::new(Space::new(&goal, pattern)?).run()?;
///     tables.push((PatternSpace::new(&goal, pattern.clone())?, built.into_entries().into()));
/// }
/// let catalogue = Catalogue::new(tables)?;
/// let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// assert_eq!(catalogue.of(&board), 29);
/// let outcome = ida(&Problem::new(board, goal)?, &catalogue, &Limits::default())?;
/// assert_eq!((outcome.moves.len(), outcome.is_optimal()), (31, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Catalogue {
    goal: Goal,
    parts: Parts,
    /// How many tiles each pattern has.
    sizes: [usize; MAX_PATTERNS],
    /// By tile. As there are 32, five bits are always an index.
    roles: [Roles; 32],
    /// By cell its mirror image.
    mirror: [Cell; 32],
    is_reflected: bool,
}

/// The entries of the patterns, all in one layout.
#[derive(Debug)]
pub(super) enum Parts {
    Spread(Vec<Spread>),
    Dense(Vec<Dense>),
}

/// A tile's part in the patterns' indexes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Role {
    /// What one cell is worth in the pattern's index, if that is spread.
    pub(super) weight: u32,
    pub(super) pattern: u8,
    /// Which of the pattern's tiles it is, in the order of their goal cells.
    label: u8,
}

/// What a tile is on the board, and what the one that stands for it on the reflected board is there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Roles {
    pub(super) regular: Role,
    pub(super) reflected: Role,
}

/// By pattern and label the cell of a tile.
type Placements = [[Cell; MOST_TILES]; MAX_PATTERNS];

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
#[derive(Debug, thiserror::Error)]
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
    /// A table's file was changed while it was read.
    #[error(transparent)]
    Table(#[from] Box<TableError>),
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
        let is_reflected = shape.rows() == shape.columns() && mirrored(shape, goal.blank()) == goal.blank();
        let mut sizes = [0; MAX_PATTERNS];
        for (size, (space, _)) in sizes.iter_mut().zip(&tables) {
            *size = space.pattern().tiles().len();
        }
        let mut mirror = [Cell::new(0); 32];
        for cell in shape.all_cells() {
            mirror[cell.index()] = mirrored(shape, cell);
        }
        let roles = roles_of_tiles(&goal, &tables, is_reflected);
        Ok(Self { goal, parts: Parts::new(tables)?, sizes, roles, mirror, is_reflected })
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

    /// Are the files that entries are read from still as they were when they were checked? Those of small patterns, and all
    /// that were computed, are in memory. To be asked before an answer is given that rests on many entries.
    ///
    /// # Errors
    /// [`TableError::Changed`] if one was cut short, written into or became unreadable.
    pub fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match &self.parts {
            Parts::Spread(_) => Ok(()),
            Parts::Dense(parts) => parts.iter().try_for_each(Dense::check_unchanged),
        }
    }

    /// The indexes of a board and of the reflected board (all 0, where that is not looked up), with their entries.
    pub(super) fn look_up(&self, board: &Board, parts: &[impl Layout]) -> (Lookup, Lookup) {
        let mut regular: Placements = [[Cell::new(0); MOST_TILES]; MAX_PATTERNS];
        let mut reflected = regular;
        let cells = self.goal.shape().all_cells();
        for (cell, tile) in cells.zip(board.tiles()).filter(|(_, tile)| !tile.is_blank()) {
            let role = self.roles(*tile).regular;
            regular[usize::from(role.pattern)][usize::from(role.label)] = cell;
            let role = self.roles(*tile).reflected;
            reflected[usize::from(role.pattern)][usize::from(role.label)] = self.mirror(cell);
        }
        let reflected =
            if self.is_reflected { self.entries_at(&reflected, parts) } else { Lookup::default() };
        (self.entries_at(&regular, parts), reflected)
    }

    fn entries_at(&self, placements: &Placements, parts: &[impl Layout]) -> Lookup {
        let mut lookup = Lookup::default();
        for (pattern, part) in parts.iter().enumerate() {
            let cells = &placements[pattern][..self.sizes[pattern]];
            lookup.index[pattern] = part.index(cells, self.goal.shape().cells());
            lookup.entry[pattern] = part.entry(lookup.index[pattern]);
        }
        lookup
    }

    pub(super) const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// A cell's mirror image.
    #[inline]
    pub(super) const fn mirror(&self, cell: Cell) -> Cell {
        self.mirror[cell.index() & 31]
    }

    #[inline]
    pub(super) const fn roles(&self, tile: Tile) -> &Roles {
        &self.roles[tile.index() & 31]
    }
}

/// The larger sum: of the same parity as the distance. The board must be of the goal's shape.
///
/// An entry is the least over all places of the blank, and the board after a move has its blank in one of them: so a move
/// may lower the estimate by more than one, and consistency is not claimed.
impl Heuristic for Catalogue {
    fn of(&self, board: &Board) -> u32 {
        let (regular, reflected) = match &self.parts {
            Parts::Spread(parts) => self.look_up(board, parts),
            Parts::Dense(parts) => self.look_up(board, parts),
        };
        regular.sum().max(reflected.sum()).into()
    }

    fn claims(&self) -> Claims {
        Claims { consistent: false, ..Claims::ALL }
    }

    fn has_failed(&self) -> bool {
        self.check_unchanged().is_err()
    }
}

impl Parts {
    /// Lays entries out: spread, if all patterns are small enough, which is quickest.
    fn new(tables: Vec<(PatternSpace, PatternEntries)>) -> Result<Self, CatalogueError> {
        if threads::CAN_BE {
            threads::ensure();
        }
        if tables.iter().all(|(space, _)| can_be_spread(space)) {
            let spread = |(space, entries): (_, PatternEntries)| {
                let spread = Spread::new(&space, entries.as_slice());
                entries.check_unchanged().map(|()| spread)
            };
            let parts: Result<_, _> = if threads::CAN_BE {
                tables.into_par_iter().map(spread).collect()
            } else {
                tables.into_iter().map(spread).collect()
            };
            Ok(Self::Spread(parts?))
        } else if tables.iter().all(|(space, _)| can_be_dense(space)) {
            let dense = |(space, entries)| Dense::new(&space, entries);
            Ok(Self::Dense(if threads::CAN_BE {
                tables.into_par_iter().map(dense).collect()
            } else {
                tables.into_iter().map(dense).collect()
            }))
        } else {
            Err(CatalogueError::TooLarge)
        }
    }
}

/// By tile its roles. On the reflected board that tile stands for it whose goal cell is the mirror image of its own.
fn roles_of_tiles(goal: &Goal, tables: &[(PatternSpace, PatternEntries)], is_reflected: bool) -> [Roles; 32] {
    let (shape, board) = (goal.shape(), goal.board());
    let mut own = [Role::default(); MAX_CELLS];
    for (pattern, (space, _)) in (0..).zip(tables) {
        let mut weight = 1_u32;
        for (label, cell) in (0..).zip(space.goal_cells().cells()) {
            own[board.tile_at(cell).index()] = Role { weight, pattern, label };
            // Only larger patterns than can be spread overflow.
            weight = weight.wrapping_mul(shape.cells() as u32);
        }
    }
    let mut roles = [Roles::default(); 32];
    for cell in shape.all_cells() {
        let tile = board.tile_at(cell);
        let image = if is_reflected { board.tile_at(mirrored(shape, cell)) } else { tile };
        roles[tile.index()] = Roles { regular: own[tile.index()], reflected: own[image.index()] };
    }
    roles
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
