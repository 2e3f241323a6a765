//! Finds or builds the tables for a goal.
//!
//! Tables come from the folder. One that is missing there is built in memory if that takes only a
//! moment. Building pattern databases may take seconds.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::error::SolveError;
use super::notice::{Notice, Preparation};
use super::solver::SolverBuilder;
use crate::board::Metric;
use crate::generate::{Event, Generator};
use crate::interrupt::Interrupt;
use crate::oracle::{DistanceBlocks, Oracle};
use crate::search::{PatternEntries, PatternSet, PdbSet, PdbSetError};
use crate::space::{FullSpace, Pattern, Space};
use crate::table::{BuiltTable, Encoding, Folder, HAS_FILES, Table, TableError, TableName};

/// Maximum number of states of a table that is built without being requested: 2x5 has 1.8 million
/// and takes 10 ms.
const MAX_STATES_BUILT_UNASKED: u64 = 1 << 22;

/// Maximum number of states of a table that any machine holds. Boards of 15 and 16 cells have more:
/// 6.5 · 10^11 and 10^13.
const MAX_STATES_HELD: u64 = 1 << 38;

impl SolverBuilder<'_> {
    /// Returns the goal's table: from the folder, or built now if that takes only a moment. A table
    /// that was built is saved in the folder if `saves_tables`; failure to save is only a notice.
    pub(super) fn oracle_at_hand(&self, interrupt: &Interrupt) -> Result<Arc<Oracle>, SolveError> {
        let goal = &self.goal;
        let states = FullSpace::new(goal)?.states();
        let folder = self.table_folder();
        let found = folder.map_or(Ok(None), |folder| self.if_allowed(folder.find(goal)));
        if let Some((_file, table)) = found?.flatten() {
            return Ok(Arc::new(Oracle::new(table, goal)?));
        }
        if states > MAX_STATES_HELD {
            return Err(SolveError::OutOfReach { shape: goal.shape(), states });
        }
        if states > MAX_STATES_BUILT_UNASKED {
            let folder = folder.map(|folder| folder.path().to_owned());
            return Err(SolveError::NoTable { goal: *goal, states, folder });
        }
        let distances = Generator::for_goal(goal)?.interrupt(interrupt).distances()?;
        if let Some(folder) = folder.filter(|_| self.saves_tables) {
            self.save(folder, &distances.encoded(Encoding::Byte)?);
        }
        Ok(Arc::new(Oracle::new(distances.into_table(Encoding::Byte)?, goal)?))
    }

    /// Writes a table into the folder. Failure is only a notice: the table is used from memory.
    fn save(&self, folder: &Folder, table: &BuiltTable<'_>) {
        let header = table.header();
        let file = folder.file_of(&TableName::of_space(header.space(), header.encoding()));
        (self.notify)(match table.write_to(&file) {
            Ok(()) => Notice::TableSaved(file),
            Err(error) => Notice::TableNotSaved(error),
        });
    }

    /// The folder. The condition is constant: without files, the code that reads tables is removed.
    fn table_folder(&self) -> Option<&Folder> {
        self.folder.as_ref().filter(|_| HAS_FILES)
    }

    /// Returns what was found in the folder; `None`, with a notice, if this user may not read it.
    fn if_allowed<T>(&self, found: Result<T, TableError>) -> Result<Option<T>, TableError> {
        match found {
            Err(TableError::Io { file, error }) if error.kind() == io::ErrorKind::PermissionDenied => {
                // Each table of the folder fails in the same way.
                if !self.has_reported_permissions.replace(true) {
                    (self.notify)(Notice::Unreadable { file, error });
                }
                Ok(None)
            }
            found => found.map(Some),
        }
    }

    /// Returns the strongest set whose tables are all in the folder and fit in memory. If there is
    /// none, builds the weakest set in memory. If a pattern set was requested, only that set is
    /// considered.
    pub(super) fn pdb_set(&self, interrupt: &Interrupt) -> Result<Arc<PdbSet>, SolveError> {
        if let Some(shared) = &self.pattern_databases {
            let (one, other) = (*shared.goal(), self.goal);
            let is_fit = one == other;
            return is_fit.then(|| Arc::clone(shared)).ok_or(PdbSetError::OtherGoal { one, other }.into());
        }
        let made = self.load_or_build_pdb_set(interrupt);
        (self.notify)(Notice::Preparing(Preparation::Ended));
        made
    }

    fn load_or_build_pdb_set(&self, interrupt: &Interrupt) -> Result<Arc<PdbSet>, SolveError> {
        let named = self.pattern_set.clone().map(|set| vec![set]);
        let sets = named.unwrap_or_else(|| PatternSet::of_goal(&self.goal));
        for set in sets.iter().filter(|_| HAS_FILES) {
            if let Some(tables) = self.complete_set(set)? {
                return self.pdb_set_of_tables(set, tables, interrupt);
            }
        }
        let [strongest, ..] = &sets[..] else { unreachable!("every goal has a pattern set") };
        self.build_pdb_set(sets.last().unwrap_or(strongest), strongest, interrupt)
    }

    /// Builds the weakest pattern set in memory. `strongest` is for the notice.
    fn build_pdb_set(
        &self,
        weakest: &PatternSet,
        strongest: &PatternSet,
        interrupt: &Interrupt,
    ) -> Result<Arc<PdbSet>, SolveError> {
        // Their tables take minutes to build, so they come from files.
        if weakest.is_zero_aware() && !HAS_FILES {
            return Err(PdbSetError::NeedsFiles.into());
        }
        if let Some(most) = self.table_memory_in_bytes {
            let bytes = self.bytes_to_build(weakest)?;
            if bytes > most {
                return Err(SolveError::PatternsTooLarge {
                    pattern_set: weakest.name().to_owned(),
                    bytes,
                    most,
                });
            }
        }
        (self.notify)(Notice::PdbSetInMemory {
            pattern_set: weakest.name().to_owned(),
            strongest: strongest.name().to_owned(),
        });
        let mut built = Vec::new();
        let of = weakest.patterns().len();
        for (number, pattern) in (1..).zip(weakest.patterns()) {
            (self.notify)(Notice::Preparing(Preparation::Building { number, of }));
            built.push(self.build_entries(weakest, pattern, interrupt)?);
        }
        self.join(weakest, built, interrupt)
    }

    /// Builds a pattern database, and saves it if that was requested.
    fn build_entries(
        &self,
        set: &PatternSet,
        pattern: &Pattern,
        interrupt: &Interrupt,
    ) -> Result<PatternEntries, SolveError> {
        let folder = self.table_folder().filter(|_| self.saves_pattern_databases);
        let on_level = &self.on_level;
        let generator = Generator::new(Space::Pattern(set.space(&self.goal, pattern)?));
        let generator = generator.interrupt(interrupt).on_event(|event| {
            if let Event::Level(level) = event {
                on_level(level);
            }
            ControlFlow::Continue(())
        });
        if HAS_FILES && set.is_zero_aware() {
            let built = generator.build(Encoding::Bit)?;
            if let Some(folder) = folder {
                self.save(folder, &built);
            }
            return Ok(PatternEntries::from_table(built.into_table())?);
        }
        let distances = generator.distances()?;
        if let Some(folder) = folder {
            self.save(folder, &distances.encoded(Encoding::Byte)?);
        }
        Ok(distances.into_entries().into())
    }

    /// Peak memory of building the tables of a pattern set one after another, and joining them.
    fn bytes_to_build(&self, set: &PatternSet) -> Result<u64, SolveError> {
        let (mut built, mut peak) = (0, 0);
        for pattern in set.patterns() {
            let encoding = if set.is_zero_aware() { Encoding::Bit } else { Encoding::Byte };
            let space = Space::Pattern(set.space(&self.goal, pattern)?);
            let entries = encoding.payload_len(space.entries());
            peak = peak.max(built + Generator::new(space).memory_of_process_in_bytes(encoding, 1));
            built += entries;
        }
        Ok(peak.max(built + self.bytes_laid_out(set)?))
    }

    /// Memory of the tables of a pattern set, not counting their files.
    fn bytes_laid_out(&self, set: &PatternSet) -> Result<u64, SolveError> {
        let bytes = |pattern| Ok(PatternEntries::bytes_laid_out(&set.space(&self.goal, pattern)?));
        set.patterns().iter().map(bytes).sum()
    }

    /// Opens all tables of a pattern set in the folder; `None` if one is missing, or they need too
    /// much memory.
    pub(super) fn complete_set(&self, set: &PatternSet) -> Result<Option<Vec<Table>>, SolveError> {
        let mut tables = Vec::new();
        let mut missing = Vec::new();
        for pattern in set.patterns() {
            match self.pattern_table(pattern, set.is_zero_aware())? {
                Some(table) => tables.push(table),
                None => missing.push(pattern.clone()),
            }
        }
        if missing.is_empty() {
            let bytes = self.bytes_laid_out(set)?;
            if let Some(most) = self.table_memory_in_bytes.filter(|most| bytes > *most) {
                let pattern_set = set.name().to_owned();
                (self.notify)(Notice::PatternSetTooLarge { pattern_set, bytes, most });
                return Ok(None);
            }
            return Ok(Some(tables));
        }
        if !tables.is_empty() {
            (self.notify)(Notice::PatternSetIncomplete { pattern_set: set.name().to_owned(), missing });
        }
        Ok(None)
    }

    /// Loads the tables of a pattern set, and lays them out for search.
    pub(super) fn lay_out(
        &self,
        set: &PatternSet,
        tables: Vec<Table>,
        interrupt: &Interrupt,
    ) -> Result<Arc<PdbSet>, SolveError> {
        let of = tables.len();
        let mut entries = Vec::new();
        for (number, table) in (1..).zip(tables) {
            (self.notify)(Notice::Preparing(Preparation::Loading { number, of }));
            entries.push(entries_of(table, interrupt)?);
        }
        self.join(set, entries, interrupt)
    }

    /// Opens a pattern's table in the folder; `None` if it is not there.
    fn pattern_table(&self, pattern: &Pattern, is_zero_aware: bool) -> Result<Option<Table>, SolveError> {
        let Some(folder) = self.table_folder() else { return Ok(None) };
        let goal = self.goal;
        let bits = [Encoding::Bit].into_iter().filter(|_| is_zero_aware);
        for encoding in bits.chain([Encoding::Byte]) {
            let (pattern, metric) = (pattern.clone(), Metric::SingleTile);
            let name = TableName { goal, pattern, is_zero_aware, encoding, metric };
            let file = folder.file_of(&name);
            match self.if_allowed(Table::open(&file)) {
                Ok(None) => {}
                Ok(Some(table)) => {
                    let found = TableName::of_space(table.header().space(), encoding);
                    if found != name {
                        let (expected, found) = (name.to_string(), found.to_string());
                        return Err(SolveError::Misnamed { file, expected, found });
                    }
                    return Ok(Some(table));
                }
                Err(TableError::Absent { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    fn join(
        &self,
        set: &PatternSet,
        entries: Vec<PatternEntries>,
        interrupt: &Interrupt,
    ) -> Result<Arc<PdbSet>, SolveError> {
        (self.notify)(Notice::Preparing(Preparation::LayingOut));
        let mut tables = Vec::new();
        for (pattern, entries) in set.patterns().iter().zip(entries) {
            tables.push((set.space(&self.goal, pattern)?, entries));
        }
        Ok(Arc::new(PdbSet::of_set_unless_interrupted(set, tables, interrupt)?))
    }
}

/// The entries of a table: mapped if they have a byte or a bit each, and decoded otherwise.
fn entries_of(table: Table, interrupt: &Interrupt) -> Result<PatternEntries, SolveError> {
    match table.header().encoding() {
        Encoding::Byte | Encoding::Bit => {
            Ok(PatternEntries::from_table_unless_interrupted(table, interrupt)?)
        }
        Encoding::Mod3 => Ok(DistanceBlocks::new(&table)?.all()?.into_owned().into()),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::fs;

    use super::*;
    use crate::board::{Goal, Shape};
    use crate::solve::{Algorithm, Method, Solver};

    /// A partition, and overlapping zero-aware patterns, which have a bit per entry.
    fn sets(goal: &Goal) -> [(PatternSet, Encoding); 2] {
        let partition = PatternSet::of_goal(goal).pop().unwrap();
        let overlapping =
            PatternSet::zero_aware(goal, "overlapping", &[&[1, 2, 3, 4], &[5, 6, 7, 8], &[1, 4]]);
        [(partition, Encoding::Byte), (overlapping, Encoding::Bit)]
    }

    fn builder<'a>(set: &PatternSet, goal: &Goal, folder: &Folder) -> SolverBuilder<'a> {
        Solver::builder(goal).folder(folder).method(Method::of(Algorithm::Ida)).pattern_set(set.clone())
    }

    #[test]
    fn pattern_databases_are_saved_only_on_request() {
        let goal = Goal::blank_first(Shape::THREE_BY_THREE);
        for (set, encoding) in sets(&goal) {
            let temporary = tempfile::tempdir().unwrap();
            let folder = Folder::new(temporary.path().to_owned());
            builder(&set, &goal, &folder).save_tables().build().unwrap();
            assert!(folder.names().unwrap().is_empty());
            let files = RefCell::new(Vec::new());
            let saving = builder(&set, &goal, &folder).save_pattern_databases().on_notice(|notice| {
                if let Notice::TableSaved(file) = notice {
                    files.borrow_mut().push(file);
                }
            });
            saving.build().unwrap();
            let expected = set.patterns().iter().map(|pattern| {
                let space = Space::Pattern(set.space(&goal, pattern).unwrap());
                let file = folder.file_of(&TableName::of_space(&space, encoding));
                let built = Generator::new(space).build(encoding).unwrap();
                assert_eq!(blake3::hash(&fs::read(&file).unwrap()).to_string(), built.blake3());
                file
            });
            assert_eq!(files.take(), expected.collect::<Vec<_>>());
            let steps = RefCell::new(Vec::new());
            let reading = builder(&set, &goal, &folder).save_pattern_databases();
            reading.on_notice(|notice| steps.borrow_mut().push(format!("{notice:?}"))).build().unwrap();
            assert!(steps.take()[0].starts_with("Preparing(Loading { number: 1"));
        }
    }

    #[test]
    fn given_pattern_databases_are_used_for_their_goal_only() {
        let goal = Goal::blank_first(Shape::THREE_BY_THREE);
        let method = Method::of(Algorithm::Ida);
        let made = Solver::builder(&goal).method(method).build().unwrap().shared_pdb_set().unwrap();
        let with = |goal: &Goal| Solver::builder(goal).method(method).pattern_databases(Arc::clone(&made));
        let used = with(&goal).build().unwrap().shared_pdb_set().unwrap();
        assert!(Arc::ptr_eq(&used, &made));
        let error = with(&Goal::blank_last(goal.shape())).build().unwrap_err();
        assert!(matches!(error, SolveError::PdbSet(PdbSetError::OtherGoal { .. })), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn pattern_databases_that_cannot_be_saved_are_used_from_memory() {
        let goal = Goal::blank_first(Shape::THREE_BY_THREE);
        // Not even root can create files below a link to nothing.
        let temporary = tempfile::tempdir().unwrap();
        let link = temporary.path().join("tables");
        std::os::unix::fs::symlink(temporary.path().join("none"), &link).unwrap();
        let folder = Folder::new(link);
        for (set, _) in sets(&goal) {
            let failures = RefCell::new(0);
            let saving = builder(&set, &goal, &folder).save_pattern_databases().on_notice(|notice| {
                *failures.borrow_mut() += usize::from(matches!(notice, Notice::TableNotSaved(_)));
            });
            let solver = saving.build().unwrap();
            assert_eq!(failures.take(), set.patterns().len());
            assert_eq!(solver.distance(&"102345678".parse().unwrap()).unwrap(), 1);
        }
    }
}
