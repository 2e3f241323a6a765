//! Pattern databases combined into one heuristic.
//!
//! Entries of disjoint patterns count moves of different tiles, so their sum never exceeds the
//! distance. Some boards can also be reflected: on a square with the goal's blank on the main
//! diagonal, mirror the board about that diagonal, and rename each tile to the tile whose goal cell
//! is the mirror image of its own. The result is as far from the goal as the board itself, so its
//! sum from the same tables is a second lower bound. The heuristic is the largest of all sums: of
//! both boards, and of all disjoint subsets of the tables.

use super::MAX_PATTERNS;
use super::additive::AdditivePdb;
use super::compound::CompoundPdb;
use super::entries::PatternEntries;
use super::error::PdbSetError;
use super::layout::direct_index::{DirectIndex, fits_direct_index};
use super::layout::file_order::FileOrder;
use super::layout::lehmer_index::fits_lehmer_index;
use super::pattern_set::PatternSet;
use crate::board::{Board, Cell, Goal, Shape};
use crate::interrupt::Interrupt;
use crate::search::common::limits::LimitReached;
use crate::search::common::outcome::Outcome;
use crate::search::heuristics::{Claims, Heuristic};
use crate::search::ida::Ida;
use crate::space::{Pattern, PatternSpace};
use crate::table::{Files, TableError};

/// Pattern databases of one goal that together form a heuristic; IDA\*
/// ([`Search::ida_with_pdbs`](crate::search::Search::ida_with_pdbs)) searches with it.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::generate::Generator;
/// use tilebase::search::{Heuristic, PatternSet, PdbSet, Problem, Search};
/// use tilebase::space::{PatternSpace, Space};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let mut tables = Vec::new();
/// for pattern in PatternSet::of_goal(&goal)[0].patterns() {
///     let built = Generator::new(Space::new(&goal, pattern)?).distances()?;
///     tables.push((PatternSpace::new(&goal, pattern.clone())?, built.into_entries().into()));
/// }
/// let pdb_set = PdbSet::new(tables)?;
/// let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// assert_eq!(pdb_set.estimate(&board), 29);
/// let outcome = Search::ida_with_pdbs(&pdb_set).run(&Problem::new(board, goal)?)?;
/// assert_eq!((outcome.moves.len(), outcome.is_optimal()), (31, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PdbSet(pub(super) Tables);

/// The tables, laid out for search.
#[derive(Debug)]
pub(super) enum Tables {
    /// Disjoint patterns, small enough for a direct index.
    Direct(Box<AdditivePdb<DirectIndex>>),
    /// Larger disjoint patterns.
    InFileOrder(Box<AdditivePdb<FileOrder>>),
    /// Patterns that may share tiles. Building their tables takes minutes, so they come from files.
    Compound(Box<CompoundPdb>, Files),
}

impl PdbSet {
    /// Combines tables whose patterns contain each tile exactly once.
    ///
    /// Either all tables are zero-aware ([`PatternSpace::zero_aware`]), or none is. Of zero-aware
    /// tables, only one bit per entry is kept in memory.
    ///
    /// # Errors
    /// [`PdbSetError`] if the tables can't be combined.
    pub fn new(tables: Vec<(PatternSpace, PatternEntries)>) -> Result<Self, PdbSetError> {
        Self::disjoint(tables, &Interrupt::new())
    }

    fn disjoint(
        tables: Vec<(PatternSpace, PatternEntries)>,
        interrupt: &Interrupt,
    ) -> Result<Self, PdbSetError> {
        let goal = goal_of(&tables)?;
        check_partition(&goal, tables.iter().map(|(space, _)| space.pattern()))?;
        let images = mirror_images(&goal);
        let images = images.as_deref();
        let zero_aware: Vec<&PatternSpace> =
            tables.iter().map(|(space, _)| space).filter(|space| space.is_zero_aware()).collect();
        let are_zero_aware = zero_aware.len() == tables.len();
        if let Some(space) = zero_aware.first().filter(|_| !are_zero_aware) {
            return Err(PdbSetError::ZeroAware { pattern: space.pattern().to_string() });
        }
        // The Lehmer index serves boards of up to 16 cells; larger ones use the layout of pattern
        // sets.
        let fit_lehmer_index = tables.iter().all(|(space, _)| fits_lehmer_index(space));
        if are_zero_aware && !fit_lehmer_index {
            return Self::compound_of(&goal, &tables, images, interrupt);
        }
        let (spaces, entries): (Vec<PatternSpace>, Vec<PatternEntries>) = tables.into_iter().unzip();
        if spaces.len() > MAX_PATTERNS {
            return Err(PdbSetError::TooLarge);
        }
        let is_of_bits = |(_, entries): &(&PatternSpace, &PatternEntries)| entries.as_slice().is_none();
        if let Some((space, _)) = spaces.iter().zip(&entries).find(is_of_bits).filter(|_| !are_zero_aware) {
            return Err(PdbSetError::NotZeroAware { pattern: space.pattern().to_string() });
        }
        if !are_zero_aware && spaces.iter().all(fits_direct_index) {
            let direct = AdditivePdb::direct(&goal, &spaces, &entries, images, interrupt)?;
            Ok(Self(Tables::Direct(Box::new(direct))))
        } else if fit_lehmer_index {
            let in_file_order = AdditivePdb::in_file_order(&goal, &spaces, entries, images)?;
            Ok(Self(Tables::InFileOrder(Box::new(in_file_order))))
        } else {
            Err(PdbSetError::TooLarge)
        }
    }

    /// Combines the tables of a pattern set, in the order of its patterns.
    ///
    /// # Errors
    /// [`PdbSetError`] if the tables can't be combined.
    pub fn of_set(
        set: &PatternSet,
        tables: Vec<(PatternSpace, PatternEntries)>,
    ) -> Result<Self, PdbSetError> {
        Self::of_set_unless_interrupted(set, tables, &Interrupt::new())
    }

    /// Like [`of_set`](Self::of_set), but stops when the interrupt is raised: laying out the tables
    /// of the 24-puzzle takes seconds.
    ///
    /// # Errors
    /// [`PdbSetError`] if the tables can't be combined, and [`PdbSetError::Interrupted`] if it was
    /// stopped.
    pub(crate) fn of_set_unless_interrupted(
        set: &PatternSet,
        tables: Vec<(PatternSpace, PatternEntries)>,
        interrupt: &Interrupt,
    ) -> Result<Self, PdbSetError> {
        match set.is_overlapping() {
            true => Self::compound_unless_interrupted(&tables, interrupt),
            false => Self::disjoint(tables, interrupt),
        }
    }

    /// Combines tables whose patterns may share tiles into a compound pattern database.
    ///
    /// The patterns have up to six tiles, and all tables must be zero-aware
    /// ([`PatternSpace::zero_aware`]). Entries of disjoint patterns are added, with the Manhattan
    /// distance of the tiles in none of them, and the largest sum is used.
    ///
    /// Only one bit per entry is kept in memory, which tells how an estimate changes with a slide.
    /// The estimate of an unrelated board is counted on a descent to the goal. So
    /// [IDA\*](crate::search::Search::ida_with_pdbs) is fast with such a set, while a search that
    /// evaluates each board from scratch is slow.
    ///
    /// # Errors
    /// [`PdbSetError`] if the tables can't be combined, or one is not zero-aware.
    pub fn compound(tables: &[(PatternSpace, PatternEntries)]) -> Result<Self, PdbSetError> {
        Self::compound_unless_interrupted(tables, &Interrupt::new())
    }

    fn compound_unless_interrupted(
        tables: &[(PatternSpace, PatternEntries)],
        interrupt: &Interrupt,
    ) -> Result<Self, PdbSetError> {
        let goal = goal_of(tables)?;
        let images = mirror_images(&goal);
        Self::compound_of(&goal, tables, images.as_deref(), interrupt)
    }

    fn compound_of(
        goal: &Goal,
        tables: &[(PatternSpace, PatternEntries)],
        images: Option<&[Cell]>,
        interrupt: &Interrupt,
    ) -> Result<Self, PdbSetError> {
        let Some(files) = Files::exist() else { return Err(PdbSetError::NeedsFiles) };
        let compound = CompoundPdb::new(goal, tables, images, interrupt)?;
        Ok(Self(Tables::Compound(Box::new(compound), files)))
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        match &self.0 {
            Tables::Direct(additive) => additive.goal(),
            Tables::InFileOrder(additive) => additive.goal(),
            Tables::Compound(compound, _) => compound.goal(),
        }
    }

    /// Whether the reflected board is looked up as well.
    #[must_use]
    pub const fn is_reflected(&self) -> bool {
        match &self.0 {
            Tables::Direct(additive) => additive.is_reflected(),
            Tables::InFileOrder(additive) => additive.is_reflected(),
            Tables::Compound(compound, _) => compound.is_reflected(),
        }
    }

    fn is_zero_aware(&self) -> bool {
        match &self.0 {
            Tables::Direct(_) => false,
            Tables::InFileOrder(additive) => additive.is_zero_aware(),
            Tables::Compound(..) => true,
        }
    }

    /// Checks that the tables' files have not changed since they were verified.
    ///
    /// Only large patterns are read from files; small ones, and all tables that were computed or just
    /// laid out, are in memory. Call this before reporting an answer that depends on many entries.
    ///
    /// # Errors
    /// [`TableError::Changed`] if a file was truncated, overwritten, or became unreadable.
    pub fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match &self.0 {
            Tables::InFileOrder(additive) => additive.check_unchanged(),
            Tables::Compound(compound, _) => compound.check_unchanged(),
            Tables::Direct(_) => Ok(()),
        }
    }

    /// Runs IDA* with these tables, after A* if they are large.
    pub(in crate::search) fn search<const OBSERVED: bool>(
        &self,
        ida: Ida<'_, OBSERVED>,
    ) -> Result<Outcome, LimitReached> {
        assert_eq!(ida.problem.goal(), self.goal(), "pattern databases serve their own goal");
        match &self.0 {
            Tables::Direct(additive) => ida.deepen(&**additive),
            Tables::InFileOrder(additive) => ida.deepen_after_astar(&**additive),
            Tables::Compound(compound, _) => ida.deepen(&**compound),
        }
    }
}

/// The largest sum, which has the parity of the distance. The board must have the goal's shape.
///
/// It is consistent if the tables are zero-aware: then a move changes an entry by one at most, and
/// only that of the pattern with the moved tile. Otherwise an entry is a minimum over positions of
/// the blank, and after a move the blank is in one of them. So a move may lower the estimate by more
/// than one, and consistency is not claimed.
impl Heuristic for PdbSet {
    fn estimate(&self, board: &Board) -> u32 {
        match &self.0 {
            Tables::Direct(additive) => additive.largest_estimate(board),
            Tables::InFileOrder(additive) => additive.largest_estimate(board),
            Tables::Compound(compound, _) => compound.largest_estimate(board),
        }
    }

    fn claims(&self) -> Claims {
        Claims { consistent: self.is_zero_aware(), ..Claims::ALL }
    }

    fn has_failed(&self) -> bool {
        self.check_unchanged().is_err()
    }
}

/// Returns the common goal of the tables, after checking their numbers of entries.
fn goal_of(tables: &[(PatternSpace, PatternEntries)]) -> Result<Goal, PdbSetError> {
    let Some((first, _)) = tables.first() else { return Err(PdbSetError::Empty) };
    let goal = *first.goal();
    for (space, entries) in tables {
        if *space.goal() != goal {
            return Err(PdbSetError::OtherGoal { one: goal, other: *space.goal() });
        }
        let (expected, found) = (space.entries(), entries.count());
        if found != expected {
            return Err(PdbSetError::WrongCount { pattern: space.pattern().to_string(), expected, found });
        }
    }
    Ok(goal)
}

/// Checks that each tile is in exactly one pattern.
fn check_partition<'a>(
    goal: &Goal,
    patterns: impl IntoIterator<Item = &'a Pattern>,
) -> Result<(), PdbSetError> {
    let patterns: Vec<&Pattern> = patterns.into_iter().collect();
    for tile in goal.board().tiles().iter().filter(|tile| !tile.is_blank()) {
        let times = patterns.iter().filter(|pattern| pattern.contains(*tile)).count();
        if times != 1 {
            return Err(PdbSetError::NotAPartition { tile: tile.number(), times });
        }
    }
    Ok(())
}

/// The mirror image of each cell about the main diagonal, if the reflected board is as far from the
/// goal.
pub(super) fn mirror_images(goal: &Goal) -> Option<Vec<Cell>> {
    let shape = goal.shape();
    let is_reflected = shape.rows() == shape.columns() && mirrored(shape, goal.blank()) == goal.blank();
    is_reflected.then(|| shape.all_cells().map(|cell| mirrored(shape, cell)).collect())
}

/// The cell's mirror image about the main diagonal of a square.
fn mirrored(shape: Shape, cell: Cell) -> Cell {
    shape.cell(shape.column(cell), shape.row(cell))
}
