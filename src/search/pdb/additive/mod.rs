//! The tables of a partition: their indexes, updated move by move, and the sums of their entries.

mod evaluator;

use std::sync::OnceLock;

use crate::board::{Board, Cell, Goal, MAX_CELLS, Tile};
use crate::interrupt::Interrupt;
use crate::search::pdb::MAX_PATTERNS;
use crate::search::pdb::entries::PatternEntries;
use crate::search::pdb::error::CatalogueError;
use crate::search::pdb::layout::Layout;
use crate::search::pdb::layout::direct_index::{DirectIndex, fits_direct_index};
use crate::search::pdb::layout::file_bits::FileBits;
use crate::search::pdb::layout::file_bytes::FileBytes;
use crate::search::pdb::layout::file_order::FileOrder;
use crate::search::pdb::layout::lehmer_index::{MAX_TILES, fits_lehmer_index};
use crate::space::PatternSpace;
use crate::table::TableError;
use crate::threads;

/// The tables of a partition (each tile in one pattern), laid out for search.
#[derive(Debug)]
pub(super) struct AdditivePdb {
    goal: Goal,
    layouts: Layouts,
    /// The number of tiles of each pattern.
    sizes: [usize; MAX_PATTERNS],
    /// Indexed by tile. With 32 elements, an index masked to five bits needs no bounds check.
    roles: [Roles; 32],
    /// The mirror image of each cell.
    mirror: [Cell; 32],
    is_reflected: bool,
}

/// The entries of the patterns, all in the same layout.
#[derive(Debug)]
pub(super) enum Layouts {
    DirectIndex(Vec<DirectIndex>),
    FileOrder(Vec<FileOrder>),
}

/// A tile's part in the patterns' indexes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Role {
    /// The weight of the tile's cell in a direct index.
    pub(super) weight: u32,
    pub(super) pattern: u8,
    /// The position of the tile among the pattern's tiles, in the order of their goal cells.
    label: u8,
}

/// The role of a tile on the board, and that of its counterpart on the reflected board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Roles {
    pub(super) regular: Role,
    pub(super) reflected: Role,
}

/// `placements[pattern][label]`: the cell of a tile.
type Placements = [[Cell; MAX_TILES]; MAX_PATTERNS];

/// The indexes and entries of one view of a board: the board itself or its reflection.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct View {
    pub(super) index: [u32; MAX_PATTERNS],
    pub(super) entry: [u8; MAX_PATTERNS],
}

impl View {
    /// The sum of the entries.
    pub(super) fn sum(&self) -> u16 {
        self.entry.iter().map(|entry| u16::from(*entry)).sum()
    }
}

impl AdditivePdb {
    /// Combines tables that contain each tile of the goal exactly once. If mirror images of the
    /// cells are given, the reflected board is looked up as well.
    pub(super) fn new(
        goal: &Goal,
        tables: Vec<(PatternSpace, PatternEntries)>,
        images: Option<&[Cell]>,
        interrupt: &Interrupt,
    ) -> Result<Self, CatalogueError> {
        if tables.len() > MAX_PATTERNS {
            return Err(CatalogueError::TooLarge);
        }
        let mut sizes = [0; MAX_PATTERNS];
        for (size, (space, _)) in sizes.iter_mut().zip(&tables) {
            *size = space.pattern().tiles().len();
        }
        let mut mirror = [Cell::new(0); 32];
        mirror.iter_mut().zip(images.unwrap_or(&[])).for_each(|(mirror, image)| *mirror = *image);
        let roles = roles_of_tiles(goal, &tables, images);
        Ok(Self {
            goal: *goal,
            layouts: Layouts::new(tables, interrupt)?,
            sizes,
            roles,
            mirror,
            is_reflected: images.is_some(),
        })
    }

    pub(super) const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Whether the reflected board is looked up as well.
    pub(super) const fn is_reflected(&self) -> bool {
        self.is_reflected
    }

    /// The larger of the two sums.
    pub(super) fn estimate(&self, board: &Board) -> u32 {
        let (regular, reflected) = match &self.layouts {
            Layouts::DirectIndex(layouts) => self.look_up(board, layouts),
            Layouts::FileOrder(layouts) => self.look_up(board, layouts),
        };
        regular.sum().max(reflected.sum()).into()
    }

    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match &self.layouts {
            Layouts::DirectIndex(_) => Ok(()),
            Layouts::FileOrder(layouts) => layouts.iter().try_for_each(FileOrder::check_unchanged),
        }
    }

    /// Looks up a board and the reflected board. The second result is all zeros if boards can't be
    /// reflected.
    pub(super) fn look_up(&self, board: &Board, layouts: &[impl Layout]) -> (View, View) {
        let mut regular: Placements = [[Cell::new(0); MAX_TILES]; MAX_PATTERNS];
        let mut reflected = regular;
        let cells = self.goal.shape().all_cells();
        for (cell, tile) in cells.zip(board.tiles()).filter(|(_, tile)| !tile.is_blank()) {
            let role = self.roles(*tile).regular;
            regular[usize::from(role.pattern)][usize::from(role.label)] = cell;
            let role = self.roles(*tile).reflected;
            reflected[usize::from(role.pattern)][usize::from(role.label)] = self.mirror(cell);
        }
        let blank = board.blank();
        let reflected = match self.is_reflected {
            true => self.entries_at(&reflected, self.mirror(blank), layouts),
            false => View::default(),
        };
        (self.entries_at(&regular, blank, layouts), reflected)
    }

    fn entries_at(&self, placements: &Placements, blank: Cell, layouts: &[impl Layout]) -> View {
        let mut view = View::default();
        for (pattern, layout) in layouts.iter().enumerate() {
            let cells = &placements[pattern][..self.sizes[pattern]];
            view.index[pattern] = layout.index(cells, self.goal.shape().cells());
            view.entry[pattern] = layout.entry(view.index[pattern], cells, blank);
        }
        view
    }

    pub(super) const fn layouts(&self) -> &Layouts {
        &self.layouts
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

impl Layouts {
    /// Lays out the entries: with a direct index, which is fastest, if all patterns are small
    /// enough.
    fn new(
        tables: Vec<(PatternSpace, PatternEntries)>,
        interrupt: &Interrupt,
    ) -> Result<Self, CatalogueError> {
        if tables.iter().all(|(space, _)| space.keeps_regions()) {
            let bits = |(space, entries): &_| FileBits::new(space, entries).map(FileOrder::Bits);
            return Ok(Self::FileOrder(tables.iter().map(bits).collect::<Result<_, _>>()?));
        }
        let mut plain = Vec::new();
        for (space, entries) in tables {
            let pattern = space.pattern().to_string();
            plain.push((space, entries.into_bytes().ok_or(CatalogueError::WithoutRegions { pattern })?));
        }
        if plain.iter().all(|(space, _)| fits_direct_index(space)) {
            let direct: Vec<OnceLock<Option<DirectIndex>>> = plain.iter().map(|_| OnceLock::new()).collect();
            threads::work_through(plain.len(), true, &|number| {
                let (space, entries) = &plain[number];
                let may_continue = || !interrupt.is_raised();
                direct[number]
                    .get_or_init(|| DirectIndex::new(space, entries.as_slice(), may_continue))
                    .is_some()
            });
            // Checked after copying: the file might have changed in the meantime.
            plain.iter().try_for_each(|(_, entries)| entries.check_unchanged())?;
            let all: Option<Vec<DirectIndex>> =
                direct.into_iter().map(|one| one.into_inner().flatten()).collect();
            all.map(Self::DirectIndex).ok_or(CatalogueError::Interrupted)
        } else if plain.iter().all(|(space, _)| fits_lehmer_index(space)) {
            let bytes = |(space, entries)| FileOrder::Bytes(FileBytes::new(&space, entries));
            Ok(Self::FileOrder(plain.into_iter().map(bytes).collect()))
        } else {
            Err(CatalogueError::TooLarge)
        }
    }
}

/// The roles of all tiles. On the reflected board, each tile is replaced by the one whose goal cell
/// is its mirror image.
fn roles_of_tiles(
    goal: &Goal,
    tables: &[(PatternSpace, PatternEntries)],
    images: Option<&[Cell]>,
) -> [Roles; 32] {
    let (shape, board) = (goal.shape(), goal.board());
    let mut own = [Role::default(); MAX_CELLS];
    for (pattern, (space, _)) in (0..).zip(tables) {
        let mut weight = 1_u32;
        for (label, cell) in (0..).zip(space.goal_cells().cells()) {
            own[board.tile_at(cell).index()] = Role { weight, pattern, label };
            // Overflows only for patterns too large for a direct index, which do not use it.
            weight = weight.wrapping_mul(shape.cells() as u32);
        }
    }
    let mut roles = [Roles::default(); 32];
    for cell in shape.all_cells() {
        let tile = board.tile_at(cell);
        let image = images.map_or(tile, |images| board.tile_at(images[cell.index()]));
        roles[tile.index()] = Roles { regular: own[tile.index()], reflected: own[image.index()] };
    }
    roles
}
