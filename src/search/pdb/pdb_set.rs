//! Pattern databases combined into one heuristic.
//!
//! Entries of disjoint patterns count moves of different tiles, so their sum never exceeds the
//! distance. Some boards can also be reflected (`reflection`). The reflected board is as far from
//! the goal as the board itself, so its sum from the same tables is a second lower bound. The
//! heuristic is the largest of all sums: of both boards, and of all disjoint subsets of the tables.

use std::path::Path;

use super::additive::AdditivePdb;
use super::compound::CompoundPdb;
use super::entries::PatternEntries;
use super::error::PdbSetError;
use super::form::Form;
use super::layout::direct_index::DirectIndex;
use super::layout::file_order::FileOrder;
use super::pattern_set::PatternSet;
use super::reflection::Reflection;
use crate::board::{Board, Goal};
use crate::interrupt::Interrupt;
use crate::search::common::limits::LimitReached;
use crate::search::common::outcome::Outcome;
use crate::search::heuristics::{Claims, Heuristic};
use crate::search::ida::Ida;
use crate::space::{Pattern, PatternSpace};
use crate::table::{Files, Fingerprint, LayoutProblem, TableError, WriteError};

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

/// The tables in their search layout.
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
        let spaces: Vec<&PatternSpace> = tables.iter().map(|(space, _)| space).collect();
        let form = Form::of(&spaces, false)?;
        check_forms_of_entries(&tables)?;
        let reflection = Reflection::of(&goal);
        Ok(Self(match form {
            Form::Compound => return Self::compound_within(&tables, interrupt),
            Form::DirectIndex => {
                let (spaces, entries): (Vec<_>, Vec<_>) = tables.into_iter().unzip();
                let direct = AdditivePdb::direct(&goal, &spaces, &entries, reflection.as_ref(), interrupt)?;
                Tables::Direct(Box::new(direct))
            }
            Form::BytesInFileOrder | Form::BitsInFileOrder => {
                let (spaces, entries): (Vec<_>, Vec<_>) = tables.into_iter().unzip();
                let additive = AdditivePdb::in_file_order(&goal, &spaces, entries, reflection.as_ref())?;
                Tables::InFileOrder(Box::new(additive))
            }
        }))
    }

    /// Combines the tables of a pattern set, in the order of its patterns. Stops when the interrupt
    /// is raised: laying out the tables of the 24-puzzle takes seconds.
    ///
    /// # Errors
    /// [`PdbSetError`] if the tables can't be combined, and [`PdbSetError::Interrupted`] if it was
    /// stopped.
    pub(crate) fn of_set(
        set: &PatternSet,
        tables: Vec<(PatternSpace, PatternEntries)>,
        interrupt: &Interrupt,
    ) -> Result<Self, PdbSetError> {
        match set.is_overlapping() {
            true => Self::compound_within(&tables, interrupt),
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
        Self::compound_within(tables, &Interrupt::new())
    }

    fn compound_within(
        tables: &[(PatternSpace, PatternEntries)],
        interrupt: &Interrupt,
    ) -> Result<Self, PdbSetError> {
        let goal = goal_of(tables)?;
        let Some(files) = Files::exist() else { return Err(PdbSetError::NeedsFiles) };
        let compound = CompoundPdb::new(&goal, tables, Reflection::of(&goal).as_ref(), interrupt)?;
        Ok(Self(Tables::Compound(Box::new(compound), files)))
    }

    /// Returns the memory in bytes that the tables of a pattern set need, not counting their files.
    ///
    /// # Errors
    /// [`PdbSetError`] if they can't be combined.
    pub(crate) fn bytes_laid_out(set: &PatternSet, spaces: &[PatternSpace]) -> Result<u64, PdbSetError> {
        let form = form_of(set, spaces)?;
        Ok(spaces.iter().map(|space| form.bytes_of(space)).sum())
    }

    /// Returns the size of a pattern set's search layout, if it can be saved in a file. Only
    /// compound pattern databases can: laying them out takes seconds. They are large, and processes
    /// that map the file share the memory.
    pub(crate) fn bytes_to_save(set: &PatternSet, spaces: &[PatternSpace]) -> Option<u64> {
        let form = form_of(set, spaces).ok()?;
        (form == Form::Compound).then(|| spaces.iter().map(|space| form.bytes_of(space)).sum())
    }

    /// Opens the file of a search layout, and checks all of it. The fingerprint is that of the
    /// tables from which it must have been made.
    pub(crate) fn open_layout(
        file: &Path,
        goal: &Goal,
        spaces: &[PatternSpace],
        fingerprint: &Fingerprint,
        interrupt: &Interrupt,
    ) -> Result<Self, LayoutProblem> {
        let files = Files::exist().ok_or(LayoutProblem::Absent)?;
        let reflection = Reflection::of(goal);
        let compound = CompoundPdb::open(file, goal, spaces, reflection.as_ref(), fingerprint, interrupt)?;
        Ok(Self(Tables::Compound(Box::new(compound), files)))
    }

    /// Saves the search layout in a file. Returns `false`, and writes nothing, if it can't be saved
    /// or the interrupt is raised.
    pub(crate) fn save_layout(
        &self,
        file: &Path,
        fingerprint: &Fingerprint,
        interrupt: &Interrupt,
    ) -> Result<bool, WriteError> {
        match &self.0 {
            Tables::Compound(compound, _) => compound.save(file, fingerprint, interrupt),
            Tables::Direct(_) | Tables::InFileOrder(_) => Ok(false),
        }
    }

    /// Whether two compound pattern databases have the same bytes and the same sums.
    pub(crate) fn is_identical(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Tables::Compound(one, _), Tables::Compound(other, _)) => one.is_identical(other),
            _ => false,
        }
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
    /// Only large patterns are read from files; small ones, and all tables that were computed or
    /// just laid out, are in memory. Call this before reporting an answer that depends on many
    /// entries.
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
/// the blank, and after a move the blank is in one of them. So a move may lower the estimate by
/// more than one, and consistency is not claimed.
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

fn form_of(set: &PatternSet, spaces: &[PatternSpace]) -> Result<Form, PdbSetError> {
    Form::of(&spaces.iter().collect::<Vec<_>>(), set.is_overlapping())
}

/// Checks that only zero-aware tables have one bit per entry.
fn check_forms_of_entries(tables: &[(PatternSpace, PatternEntries)]) -> Result<(), PdbSetError> {
    let wrong = tables.iter().find(|(space, entries)| !space.is_zero_aware() && entries.as_slice().is_none());
    match wrong {
        Some((space, _)) => Err(PdbSetError::NotZeroAware { pattern: space.pattern().to_string() }),
        None => Ok(()),
    }
}
