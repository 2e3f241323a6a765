//! Pattern databases for a goal: read from the folder or built, and combined for search.
//!
//! [`SolverBuilder::pdb_set`] takes these steps:
//!
//! 1. `load_or_build_pdb_set` chooses a pattern set: the strongest one whose tables are all in the
//!    folder and fit in memory (`open_tables_of`).
//! 2. If there is none, `build_pdb_set` builds the tables of the weakest set in memory, and
//!    continues with step 5.
//! 3. `combine_or_map_layout` decides whether the set is large enough for a layout file. If so,
//!    `map_or_make_layout` maps that file. If the file can't be used, it does steps 4 and 5, and
//!    then saves the result in the file.
//! 4. `load_and_combine` reads the entries of the tables (`entries_of`).
//! 5. `combine` makes the search layout: the entries in the order in which a search reads them
//!    ([`PdbSet::of_set`]).
//!
//! # Layout files
//!
//! The search layout of sixteen six-tile tables of 5x5 takes seconds to make. So the first solver
//! saves it in the folder, and later ones map that file. Checking the file takes a fraction of a
//! second, and processes that use it at the same time share its memory.
//!
//! The file can be made again at any time. If it is missing, damaged, or made from other tables,
//! the tables are laid out again, and the file is replaced. If it can't be written, the search
//! layout is used from memory. So the file never causes an error, unless another program changes it
//! during a search. [`verify_layout`] lays out the tables in memory, and compares every byte.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::error::SolveError;
use super::notice::{Notice, Preparation};
use super::solver::{Solver, SolverBuilder};
use crate::board::Metric;
use crate::generate::{Event, Generator};
use crate::interrupt::Interrupt;
use crate::oracle::DistanceBlocks;
use crate::search::{PatternEntries, PatternSet, PdbSet, PdbSetError};
use crate::space::{Pattern, PatternSpace, Space};
use crate::table::{
    Encoding, Fingerprint, Folder, HAS_FILES, LayoutError, LayoutName, LayoutProblem, Table, TableError,
    TableName, fingerprint_of,
};

/// Minimum size of a search layout that is saved. Smaller ones take less than 0.2 s to make.
const MIN_BYTES_TO_SAVE: u64 = 1 << 25;

/// Verifies a file of pattern databases laid out for search. Checks all checksums, then lays out
/// the tables in its folder again and compares every byte. Returns whether all bytes are equal.
///
/// ```
/// use tilebase::solve::verify_layout;
///
/// let file = std::path::Path::new("5x5-123456789abcdefghijklmno0-6x16.layout");
/// let error = verify_layout(file).unwrap_err();
/// assert!(error.to_string().contains("the pattern databases that it was made from are missing"));
/// ```
///
/// # Errors
/// [`SolveError`] if the file or a table is damaged or missing, or the file was made from other
/// tables.
pub fn verify_layout(file: &Path) -> Result<bool, SolveError> {
    let of_file = LayoutError::at(file);
    let name = file.file_name().and_then(|name| LayoutName::read(name.to_str()?));
    let LayoutName { goal, pattern_set } = name.ok_or_else(|| of_file(LayoutProblem::foreign()))?;
    let set = PatternSet::of_goal(&goal).into_iter().find(|set| set.name() == pattern_set);
    let set = set.ok_or_else(|| of_file(LayoutProblem::foreign()))?;
    let folder = Folder::new(file.parent().unwrap_or(Path::new("")).to_owned());
    verify_in_folder(&Solver::builder(&goal).folder(&folder), &set, file)
}

fn verify_in_folder(builder: &SolverBuilder<'_>, set: &PatternSet, file: &Path) -> Result<bool, SolveError> {
    let interrupt = Interrupt::new();
    let of_file = LayoutError::at(file);
    let tables = builder.open_tables_of(set)?.ok_or_else(|| of_file(LayoutProblem::NoTables))?;
    let (spaces, fingerprint) = (spaces_of(&tables), fingerprint_of(&tables));
    let saved = PdbSet::open_layout(file, &builder.goal, &spaces, &fingerprint, &interrupt);
    let saved = saved.map_err(of_file)?;
    let laid_out = builder.load_and_combine(set, tables, &interrupt)?;
    let is_identical = saved.is_identical(&laid_out);
    saved.check_unchanged().map_err(|error| *error)?;
    Ok(is_identical)
}

impl SolverBuilder<'_> {
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
            if let Some(tables) = self.open_tables_of(set)? {
                return self.combine_or_map_layout(set, tables, interrupt);
            }
        }
        let [strongest, ..] = &sets[..] else { unreachable!("every goal has a pattern set") };
        self.build_pdb_set(sets.last().unwrap_or(strongest), strongest, interrupt)
    }

    /// Opens all tables of a pattern set in the folder; `None` if one is missing, or they need too
    /// much memory.
    fn open_tables_of(&self, set: &PatternSet) -> Result<Option<Vec<Table>>, SolveError> {
        let mut tables = Vec::new();
        let mut missing = Vec::new();
        for pattern in set.patterns() {
            match self.open_table_of(pattern, set.is_zero_aware())? {
                Some(table) => tables.push(table),
                None => missing.push(pattern.clone()),
            }
        }
        if missing.is_empty() {
            let bytes = self.bytes_laid_out(set)?;
            if let Some(most) = self.pdb_memory_in_bytes.filter(|most| bytes > *most) {
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

    /// Opens a pattern's table in the folder; `None` if it is not there.
    fn open_table_of(&self, pattern: &Pattern, is_zero_aware: bool) -> Result<Option<Table>, SolveError> {
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
        if let Some(most) = self.pdb_memory_in_bytes {
            let bytes = self.bytes_to_build(weakest)?;
            if bytes > most {
                return Err(SolveError::PatternsTooLarge {
                    pattern_set: weakest.name().to_owned(),
                    bytes,
                    most,
                });
            }
        }
        (self.notify)(Notice::BuildingPdbSet {
            pattern_set: weakest.name().to_owned(),
            strongest: strongest.name().to_owned(),
        });
        let mut built = Vec::new();
        let of = weakest.patterns().len();
        for (number, pattern) in (1..).zip(weakest.patterns()) {
            (self.notify)(Notice::Preparing(Preparation::Building { number, of }));
            built.push(self.build_entries(weakest, pattern, interrupt)?);
        }
        self.combine(weakest, built, interrupt)
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

    /// Peak memory of building the tables of a pattern set one after another, and combining them.
    fn bytes_to_build(&self, set: &PatternSet) -> Result<u64, SolveError> {
        let (mut built, mut peak) = (0, 0);
        for pattern in set.patterns() {
            let encoding = if set.is_zero_aware() { Encoding::Bit } else { Encoding::Byte };
            let space = Space::Pattern(set.space(&self.goal, pattern)?);
            let entries = encoding.payload_len(space.entries());
            peak = peak.max(built + Generator::new(space).memory_per_process_in_bytes(encoding, 1));
            built += entries;
        }
        Ok(peak.max(built + self.bytes_laid_out(set)?))
    }

    /// Memory of the tables of a pattern set, not counting their files.
    fn bytes_laid_out(&self, set: &PatternSet) -> Result<u64, SolveError> {
        let spaces: Result<Vec<PatternSpace>, _> =
            set.patterns().iter().map(|pattern| set.space(&self.goal, pattern)).collect();
        Ok(PdbSet::bytes_laid_out(set, &spaces?)?)
    }

    /// Combines the tables that were found in the folder. If their search layout is large enough to
    /// be saved, its file is used.
    fn combine_or_map_layout(
        &self,
        set: &PatternSet,
        tables: Vec<Table>,
        interrupt: &Interrupt,
    ) -> Result<Arc<PdbSet>, SolveError> {
        let bytes = PdbSet::bytes_to_save(set, &spaces_of(&tables));
        let Some(folder) = self.folder.as_ref().filter(|_| bytes >= Some(MIN_BYTES_TO_SAVE)) else {
            return self.load_and_combine(set, tables, interrupt);
        };
        let name = LayoutName { goal: self.goal, pattern_set: set.name().to_owned() };
        self.map_or_make_layout(set, &folder.file_of_layout(&name), tables, interrupt)
    }

    /// Maps the file of a search layout. If the file can't be used, lays out the tables, and
    /// replaces the file if tables are to be saved.
    fn map_or_make_layout(
        &self,
        set: &PatternSet,
        file: &Path,
        tables: Vec<Table>,
        interrupt: &Interrupt,
    ) -> Result<Arc<PdbSet>, SolveError> {
        (self.notify)(Notice::Preparing(Preparation::LoadingLayout));
        let (spaces, fingerprint) = (spaces_of(&tables), fingerprint_of(&tables));
        match PdbSet::open_layout(file, &self.goal, &spaces, &fingerprint, interrupt) {
            Ok(pdb_set) => return Ok(Arc::new(pdb_set)),
            Err(LayoutProblem::Interrupted) => return Err(PdbSetError::Interrupted.into()),
            Err(LayoutProblem::Absent | LayoutProblem::Outdated) => {}
            Err(problem) => (self.notify)(Notice::LayoutNotUsed(LayoutError::at(file)(problem))),
        }
        let pdb_set = self.load_and_combine(set, tables, interrupt)?;
        // Saving must not use up the time for the search.
        if self.saves_tables && !interrupt.has_deadline() {
            self.save_layout(&pdb_set, file, &fingerprint, interrupt);
        }
        Ok(pdb_set)
    }

    fn save_layout(&self, pdb_set: &PdbSet, file: &Path, fingerprint: &Fingerprint, interrupt: &Interrupt) {
        (self.notify)(Notice::Preparing(Preparation::SavingLayout));
        match pdb_set.save_layout(file, fingerprint, interrupt) {
            Ok(true) => {
                let bytes = file.metadata().map_or(0, |metadata| metadata.len());
                (self.notify)(Notice::LayoutSaved { file: file.to_owned(), bytes });
            }
            Ok(false) => {}
            Err(error) => (self.notify)(Notice::LayoutNotSaved(error)),
        }
    }

    /// Reads the tables of a pattern set, and combines them.
    fn load_and_combine(
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
        self.combine(set, entries, interrupt)
    }

    /// Lays the entries of a pattern set out for search.
    fn combine(
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
        Ok(Arc::new(PdbSet::of_set(set, tables, interrupt)?))
    }
}

/// The entries of a table: mapped if they have a byte or a bit each, and decoded otherwise.
fn entries_of(table: Table, interrupt: &Interrupt) -> Result<PatternEntries, SolveError> {
    match table.header().encoding() {
        Encoding::Byte | Encoding::Bit => Ok(PatternEntries::from_table_within(table, interrupt)?),
        Encoding::Mod3 => Ok(DistanceBlocks::new(&table)?.all()?.into_owned().into()),
    }
}

/// The spaces of a pattern set's tables.
fn spaces_of(tables: &[Table]) -> Vec<PatternSpace> {
    let space = |table: &Table| match table.header().space() {
        Space::Pattern(space) => Some(space.clone()),
        Space::Full(_) => None,
    };
    tables.iter().filter_map(space).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::fs;
    use std::path::PathBuf;
    use std::time::Duration;

    use super::*;
    use crate::board::{Board, Goal, Shape};
    use crate::search::{Problem, Search};
    use crate::solve::{Algorithm, Method};

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

    /// Overlapping patterns for a shape that has no such preset, and their tables in a folder.
    struct Made {
        folder: tempfile::TempDir,
        goal: Goal,
        set: PatternSet,
    }

    /// The word for a notice that the tests expect; `None` for any other notice.
    fn word(notice: &Notice) -> Option<&'static str> {
        match notice {
            Notice::LayoutSaved { .. } => Some("saved"),
            Notice::LayoutNotSaved(_) => Some("not saved"),
            Notice::LayoutNotUsed(_) => Some("not used"),
            Notice::Preparing(Preparation::LayingOut) => Some("laid out"),
            _ => None,
        }
    }

    impl Made {
        fn new(goal: Goal, patterns: &[&[u8]]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let set = PatternSet::zero_aware(&goal, "overlapping", patterns);
            let made = Self { folder, goal, set };
            (0..patterns.len()).for_each(|number| made.build(number, Encoding::Bit));
            made
        }

        fn in_3x3() -> Self {
            let goal = Goal::blank_first(Shape::THREE_BY_THREE);
            Self::new(goal, &[&[1, 2, 3, 4], &[5, 6, 7, 8], &[1, 4, 7], &[2, 3, 5, 6, 8]])
        }

        fn build(&self, number: usize, encoding: Encoding) {
            let space = Space::zero_aware(&self.goal, &self.set.patterns()[number]).unwrap();
            let file = self.tables().file_of(&TableName::of_space(&space, encoding));
            Generator::new(space).build(encoding).unwrap().write_to(&file).unwrap();
        }

        fn tables(&self) -> Folder {
            Folder::new(self.folder.path().to_owned())
        }

        fn file(&self) -> PathBuf {
            self.folder.path().join("layout")
        }

        /// Makes a `PdbSet`, and returns it with the words for the notices.
        fn pdb_set(&self, saves: bool) -> (Arc<PdbSet>, Vec<&'static str>) {
            let (pdb_set, words) = self.pdb_set_until(saves, &Interrupt::new());
            (pdb_set.unwrap(), words)
        }

        fn pdb_set_until(
            &self,
            saves: bool,
            interrupt: &Interrupt,
        ) -> (Result<Arc<PdbSet>, SolveError>, Vec<&'static str>) {
            let words = RefCell::new(Vec::new());
            let builder = Solver::builder(&self.goal).folder(&self.tables());
            let builder = if saves { builder.save_tables() } else { builder };
            let builder = builder.on_notice(|notice| words.borrow_mut().extend(word(&notice)));
            let tables = builder.open_tables_of(&self.set).unwrap().unwrap();
            let pdb_set = builder.map_or_make_layout(&self.set, &self.file(), tables, interrupt);
            drop(builder);
            (pdb_set, words.into_inner())
        }

        fn verified(&self) -> Result<bool, SolveError> {
            let builder = Solver::builder(&self.goal).folder(&self.tables());
            verify_in_folder(&builder, &self.set, &self.file())
        }

        /// Paths and counts for some boards.
        fn answers(&self, pdb_set: &PdbSet, boards: &[Board]) -> Vec<(String, u64, u64)> {
            let answer = |board: &Board| {
                let problem = Problem::new(*board, self.goal).unwrap();
                let found = Search::ida_with_pdbs(pdb_set).run(&problem).unwrap();
                let moves: Vec<String> = found.moves.iter().map(|step| format!("{step:?}")).collect();
                (moves.concat(), found.statistics.expanded, found.statistics.generated)
            };
            boards.iter().map(answer).collect()
        }

        fn boards(&self) -> Vec<Board> {
            let mut random = fastrand::Rng::with_seed(5);
            let mut board = self.goal.board();
            let step = |_| {
                for _ in 0..101 {
                    let successors: Vec<Board> = board.successors().map(|(_, next)| next).collect();
                    board = successors[random.usize(..successors.len())];
                }
                board
            };
            (0..12).map(step).collect()
        }
    }

    #[test]
    fn answers_and_counts_are_the_same_with_the_file() {
        // On 3x4, some placements have many regions.
        let larger = Goal::blank_last(Shape::new(3, 4).unwrap());
        let larger =
            Made::new(larger, &[&[1, 2, 5, 6, 9], &[3, 4, 7, 8, 11], &[2, 4, 6, 8, 10], &[9, 10, 11]]);
        for made in [Made::in_3x3(), larger] {
            let (without, words) = made.pdb_set(false);
            assert_eq!(words, ["laid out"]);
            let (first, words) = made.pdb_set(true);
            assert_eq!(words, ["laid out", "saved"]);
            let (mapped, words) = made.pdb_set(true);
            assert!(words.is_empty() && mapped.is_identical(&first), "{words:?}");
            let boards = made.boards();
            let expected = made.answers(&without, &boards);
            assert_eq!(made.answers(&first, &boards), expected);
            assert_eq!(made.answers(&mapped, &boards), expected);
            assert!(made.verified().unwrap());
        }
    }

    /// Damaged, truncated, empty, and foreign files, and one of another version.
    #[test]
    fn a_file_that_cannot_be_used_is_replaced() {
        let made = Made::in_3x3();
        let (first, _) = made.pdb_set(true);
        let whole = fs::read(made.file()).unwrap();
        let mut version = whole.clone();
        version[8] = 2;
        let mut head = whole.clone();
        head[70] ^= 1;
        let mut last = whole.clone();
        *last.last_mut().unwrap() ^= 0x80;
        let half = whole[..whole.len() / 2].to_vec();
        for (bytes, expected) in [
            (version, &["laid out", "saved"][..]),
            (head, &["not used", "laid out", "saved"]),
            (last, &["not used", "laid out", "saved"]),
            (half, &["not used", "laid out", "saved"]),
            (Vec::new(), &["not used", "laid out", "saved"]),
            (b"something else".to_vec(), &["not used", "laid out", "saved"]),
        ] {
            fs::write(made.file(), bytes).unwrap();
            assert!(matches!(made.verified(), Err(SolveError::Layout(_))));
            let (pdb_set, words) = made.pdb_set(true);
            assert_eq!(words, expected);
            assert!(pdb_set.is_identical(&first) && fs::read(made.file()).unwrap() == whole);
        }
    }

    #[test]
    fn a_file_of_other_tables_is_replaced() {
        let made = Made::in_3x3();
        made.pdb_set(true);
        let whole = fs::read(made.file()).unwrap();
        // A table with the same entries in another encoding, which is preferred only if it is
        // alone.
        let space = Space::zero_aware(&made.goal, &made.set.patterns()[1]).unwrap();
        fs::remove_file(made.tables().file_of(&TableName::of_space(&space, Encoding::Bit))).unwrap();
        made.build(1, Encoding::Byte);
        let error = made.verified().unwrap_err();
        assert!(error.to_string().contains("made from other pattern databases"), "{error}");
        assert_eq!(made.pdb_set(false).1, ["laid out"]);
        assert_eq!(fs::read(made.file()).unwrap(), whole, "nothing is to be saved");
        assert_eq!(made.pdb_set(true).1, ["laid out", "saved"]);
        assert_eq!(made.pdb_set(true).1, [""; 0]);
        assert!(made.verified().unwrap());
    }

    /// A file with valid checksums, made from the tables of a goal with two tiles exchanged.
    #[test]
    fn verification_compares_every_byte() {
        let [made, other] = ["102345678", "302145678"].map(|goal| {
            Made::new(Goal::new(goal.parse().unwrap()), &[&[1, 2], &[3, 4], &[5, 6], &[7, 8], &[1, 3]])
        });
        let builder = Solver::builder(&made.goal).folder(&made.tables());
        let fingerprint = fingerprint_of(&builder.open_tables_of(&made.set).unwrap().unwrap());
        assert!(made.verified().unwrap_err().to_string().ends_with(": no such file"));
        let save = |of: &Made| of.pdb_set(false).0.save_layout(&made.file(), &fingerprint, &Interrupt::new());
        assert!(save(&made).unwrap() && made.verified().unwrap());
        assert!(save(&other).unwrap() && !made.verified().unwrap());
    }

    /// Skipped for users who can't change the owner of a file.
    #[cfg(unix)]
    #[test]
    fn a_layout_of_another_user_is_replaced() {
        let made = Made::in_3x3();
        made.pdb_set(true);
        if std::os::unix::fs::chown(made.file(), Some(54_321), None).is_err() {
            return;
        }
        let error = made.verified().unwrap_err().to_string();
        assert!(error.ends_with("it belongs to another user, with ID 54321"), "{error}");
        assert_eq!(made.pdb_set(true).1, ["not used", "laid out", "saved"]);
        assert!(made.verified().unwrap());
    }

    #[test]
    fn a_layout_that_cannot_be_saved_is_used_from_memory() {
        let made = Made::in_3x3();
        // A folder has the name of the file, and not even root can replace it.
        fs::create_dir(made.file()).unwrap();
        let (pdb_set, words) = made.pdb_set(true);
        assert_eq!(words, ["not used", "laid out", "not saved"]);
        assert!(pdb_set.check_unchanged().is_ok());
        assert!(matches!(made.verified(), Err(SolveError::Layout(_))));
    }

    #[test]
    fn a_search_with_a_deadline_saves_nothing() {
        let made = Made::in_3x3();
        let late = Interrupt::new().within(Duration::from_secs(3600));
        let (pdb_set, words) = made.pdb_set_until(true, &late);
        assert_eq!((pdb_set.is_ok(), words), (true, vec!["laid out"]));
        made.pdb_set(true);
        let raised = Interrupt::new();
        raised.raise();
        let (pdb_set, words) = made.pdb_set_until(true, &raised);
        assert!(matches!(pdb_set, Err(SolveError::PdbSet(PdbSetError::Interrupted))), "{words:?}");
    }

    /// After a change, no answer is given: neither a path nor a bound.
    #[test]
    fn a_file_changed_during_a_search_is_reported() {
        let made = Made::in_3x3();
        made.pdb_set(true);
        let (mapped, _) = made.pdb_set(true);
        let whole = fs::read(made.file()).unwrap();
        let changed = fs::OpenOptions::new().write(true).open(made.file()).unwrap();
        changed.set_len(whole.len() as u64 + 1).unwrap();
        assert!(mapped.check_unchanged().is_err());
        let problem = Problem::new(made.boards()[0], made.goal).unwrap();
        let stopped = Search::ida_with_pdbs(&mapped).run(&problem).unwrap_err();
        assert_eq!(stopped.lower_bound, 0);
        assert_eq!(made.pdb_set(true).1, ["not used", "laid out", "saved"]);
        assert!(made.verified().unwrap());
    }

    #[test]
    fn concurrent_solvers_make_one_whole_file() {
        let made = Made::in_3x3();
        let expected = made.pdb_set(false).0;
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..5 {
                        let (pdb_set, words) = made.pdb_set(true);
                        assert!(pdb_set.is_identical(&expected) && !words.contains(&"not used"));
                        // Another process may run `pdb-gen clean` at any time.
                        let _may_be_gone = fs::remove_file(made.file());
                    }
                });
            }
        });
        made.pdb_set(true);
        assert!(made.verified().unwrap());
        let files = fs::read_dir(made.folder.path()).unwrap().count();
        assert_eq!(files, made.set.patterns().len() + 1, "no temporary file is left");
    }
}
