//! The tables of a partition: their indexes, updated move by move, and the sums of their entries.

mod evaluator;

use std::sync::OnceLock;

use crate::board::{Board, Cell, Goal, MAX_CELLS, Tile};
use crate::interrupt::Interrupt;
use crate::search::common::packed_board::PackedBoard;
use crate::search::pdb::MAX_PATTERNS;
use crate::search::pdb::entries::PatternEntries;
use crate::search::pdb::error::PdbSetError;
use crate::search::pdb::layout::IndexedEntries;
use crate::search::pdb::layout::direct_index::DirectIndex;
use crate::search::pdb::layout::file_order::FileOrder;
use crate::search::pdb::layout::lehmer_index::LEHMER_MAX_TILES;
use crate::search::pdb::reflection::Reflection;
use crate::space::PatternSpace;
use crate::table::TableError;
use crate::threads;

/// The tables of a partition (each tile in one pattern), laid out for search.
#[derive(Debug)]
pub(super) struct AdditivePdb<L> {
    goal: Goal,
    packed_goal: PackedBoard,
    entries: Vec<L>,
    /// The number of tiles of each pattern.
    sizes: [usize; MAX_PATTERNS],
    /// The roles of a tile on the board, and of its counterpart on the reflected board. Indexed by
    /// tile. With 32 elements, an index masked to five bits needs no bounds check.
    roles: [[Role; 2]; 32],
    /// The mirror image of each cell.
    mirror: [Cell; 32],
    /// Whether the reflected board is looked up as well. Not a type parameter: that would add 6 KB
    /// of code and make no search faster.
    is_reflected: bool,
}

/// A tile's part in the patterns' indexes.
#[derive(Clone, Copy, Debug, Default)]
struct Role {
    /// The weight of the tile's cell in a direct index.
    weight: u32,
    pattern: u8,
    /// The position of the tile among the pattern's tiles, in the order of their goal cells.
    label: u8,
}

/// The indexes and entries of one view of a board: the board itself or its reflection.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    index: [u32; MAX_PATTERNS],
    entry: [u8; MAX_PATTERNS],
}

impl View {
    /// The sum of the entries.
    fn sum(&self) -> u16 {
        self.entry.iter().map(|entry| u16::from(*entry)).sum()
    }
}

impl AdditivePdb<DirectIndex> {
    /// Copies the entries to a direct index, which is fastest.
    pub(super) fn direct(
        goal: &Goal,
        spaces: &[PatternSpace],
        entries: &[PatternEntries],
        reflection: Option<&Reflection>,
        interrupt: &Interrupt,
    ) -> Result<Self, PdbSetError> {
        let direct: Vec<OnceLock<Option<DirectIndex>>> = spaces.iter().map(|_| OnceLock::new()).collect();
        threads::work_through(spaces.len(), true, &|number| {
            let may_continue = || !interrupt.is_raised();
            direct[number]
                .get_or_init(|| DirectIndex::new(&spaces[number], entries[number].bytes(), may_continue))
                .is_some()
        });
        // Checked after copying: the file might have changed in the meantime.
        entries.iter().try_for_each(PatternEntries::check_unchanged)?;
        let all: Option<Vec<DirectIndex>> =
            direct.into_iter().map(|one| one.into_inner().flatten()).collect();
        Ok(Self::new(goal, spaces, reflection, all.ok_or(PdbSetError::Interrupted)?))
    }
}

impl AdditivePdb<FileOrder> {
    /// Uses the entries in the order of their files.
    pub(super) fn in_file_order(
        goal: &Goal,
        spaces: &[PatternSpace],
        entries: Vec<PatternEntries>,
        reflection: Option<&Reflection>,
    ) -> Result<Self, PdbSetError> {
        let in_file_order = spaces.iter().zip(entries).map(|(space, entries)| FileOrder::new(space, entries));
        Ok(Self::new(goal, spaces, reflection, in_file_order.collect::<Result<_, _>>()?))
    }

    pub(super) fn is_zero_aware(&self) -> bool {
        self.entries.iter().all(FileOrder::is_zero_aware)
    }
}

impl<L: IndexedEntries> AdditivePdb<L> {
    /// Combines tables that contain each tile of the goal exactly once. With a reflection, the
    /// reflected board is looked up as well.
    fn new(goal: &Goal, spaces: &[PatternSpace], reflection: Option<&Reflection>, entries: Vec<L>) -> Self {
        let mut sizes = [0; MAX_PATTERNS];
        for (size, space) in sizes.iter_mut().zip(spaces) {
            *size = space.pattern().tiles().len();
        }
        let mut mirror = [Cell::new(0); 32];
        if let Some(reflection) = reflection {
            goal.shape().all_cells().for_each(|cell| mirror[cell.index()] = reflection.cell(cell));
        }
        Self {
            goal: *goal,
            packed_goal: PackedBoard::new(&goal.board()),
            entries,
            sizes,
            roles: roles_of_tiles(goal, spaces, reflection),
            mirror,
            is_reflected: reflection.is_some(),
        }
    }

    pub(super) const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Whether the reflected board is looked up as well.
    pub(super) const fn is_reflected(&self) -> bool {
        self.is_reflected
    }

    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        self.entries.iter().try_for_each(IndexedEntries::check_unchanged)
    }

    /// The larger of the two sums.
    pub(super) fn largest_estimate(&self, board: &Board) -> u32 {
        let (regular, reflected) = self.look_up(board);
        regular.sum().max(reflected.sum()).into()
    }

    /// Looks up a board and the reflected board. The second result is all zeros if boards can't be
    /// reflected.
    fn look_up(&self, board: &Board) -> (View, View) {
        let mut regular = [[Cell::new(0); LEHMER_MAX_TILES]; MAX_PATTERNS];
        let mut reflected = regular;
        let cells = self.goal.shape().all_cells();
        for (cell, tile) in cells.zip(board.tiles()).filter(|(_, tile)| !tile.is_blank()) {
            let [role, mirror_role] = self.roles(*tile);
            regular[usize::from(role.pattern)][usize::from(role.label)] = cell;
            reflected[usize::from(mirror_role.pattern)][usize::from(mirror_role.label)] = self.mirror(cell);
        }
        let blank = board.blank();
        let reflected = match self.is_reflected {
            true => self.entries_at(&reflected, self.mirror(blank)),
            false => View::default(),
        };
        (self.entries_at(&regular, blank), reflected)
    }

    /// Looks up a view of a board, given the cell of each tile by pattern and label.
    fn entries_at(&self, cells: &[[Cell; LEHMER_MAX_TILES]; MAX_PATTERNS], blank: Cell) -> View {
        let mut view = View::default();
        for (pattern, entries) in self.entries.iter().enumerate() {
            let cells = &cells[pattern][..self.sizes[pattern]];
            view.index[pattern] = entries.index(cells, self.goal.shape().cells());
            view.entry[pattern] = entries.entry(view.index[pattern], cells, blank);
        }
        view
    }

    /// A cell's mirror image.
    #[inline]
    const fn mirror(&self, cell: Cell) -> Cell {
        self.mirror[cell.index() & 31]
    }

    #[inline]
    const fn roles(&self, tile: Tile) -> &[Role; 2] {
        &self.roles[tile.index() & 31]
    }
}

/// The roles of all tiles, on the board and on the reflected board.
fn roles_of_tiles(goal: &Goal, spaces: &[PatternSpace], reflection: Option<&Reflection>) -> [[Role; 2]; 32] {
    let (shape, board) = (goal.shape(), goal.board());
    let mut own = [Role::default(); MAX_CELLS];
    for (pattern, space) in (0..).zip(spaces) {
        let mut weight = 1_u32;
        for (label, cell) in (0..).zip(space.goal_cells().cells()) {
            own[board.tile_at(cell).index()] = Role { weight, pattern, label };
            // Overflows only for patterns too large for a direct index, which do not use it.
            weight = weight.wrapping_mul(shape.cells() as u32);
        }
    }
    let mut roles = [[Role::default(); 2]; 32];
    for &tile in board.tiles() {
        let image = reflection.map_or(tile, |reflection| reflection.tile(tile));
        roles[tile.index()] = [own[tile.index()], own[image.index()]];
    }
    roles
}
