//! Saves large pattern databases in a file, laid out for search.
//!
//! Laying out sixteen six-tile tables of 5x5 takes seconds. So the first solver saves the result in
//! the folder, and later ones map that file. Checking the file takes a fraction of a second, and
//! processes that use it at the same time share its memory.
//!
//! The file can be made again at any time. If it is missing, damaged, or made from other tables, the
//! tables are laid out again, and the file is replaced. If it can't be written, the layout is used
//! from memory. So the file never causes an error, unless another program changes it during a
//! search.

use std::path::Path;
use std::sync::Arc;

use super::error::SolveError;
use super::notice::{Notice, Preparation};
use super::solver::{Solver, SolverBuilder};
use crate::interrupt::Interrupt;
use crate::search::{PatternSet, PdbSet, PdbSetError};
use crate::space::{PatternSpace, Space};
use crate::table::{Fingerprint, Folder, LayoutError, LayoutName, LayoutProblem, Table, fingerprint_of};

/// Minimum size of a layout that is saved. Smaller ones take less than 0.2 s to make.
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
    let tables = builder.complete_set(set)?.ok_or_else(|| of_file(LayoutProblem::NoTables))?;
    let (spaces, fingerprint) = (spaces_of(&tables), fingerprint_of(&tables));
    let saved = PdbSet::open_layout(file, &builder.goal, &spaces, &fingerprint, &interrupt);
    let saved = saved.map_err(of_file)?;
    let laid_out = builder.lay_out(set, tables, &interrupt)?;
    let is_same = saved.has_same_layout(&laid_out);
    saved.check_unchanged().map_err(|error| *error)?;
    Ok(is_same)
}

impl SolverBuilder<'_> {
    /// Combines the tables that were found in the folder. If their layout is large enough to be
    /// saved, its file is used.
    pub(super) fn pdb_set_of_tables(
        &self,
        set: &PatternSet,
        tables: Vec<Table>,
        interrupt: &Interrupt,
    ) -> Result<Arc<PdbSet>, SolveError> {
        let bytes = PdbSet::bytes_to_save(set, &spaces_of(&tables));
        let Some(folder) = self.folder.as_ref().filter(|_| bytes >= Some(MIN_BYTES_TO_SAVE)) else {
            return self.lay_out(set, tables, interrupt);
        };
        let name = LayoutName { goal: self.goal, pattern_set: set.name().to_owned() };
        self.pdb_set_in_file(set, &folder.file_of_layout(&name), tables, interrupt)
    }

    /// Opens laid-out tables in a file. If the file can't be used, lays out the tables, and writes
    /// them to the file if tables are to be saved.
    fn pdb_set_in_file(
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
        let pdb_set = self.lay_out(set, tables, interrupt)?;
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
    use crate::generate::Generator;
    use crate::search::{Problem, Search};
    use crate::table::{Encoding, TableName};

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
            let tables = builder.complete_set(&self.set).unwrap().unwrap();
            let pdb_set = builder.pdb_set_in_file(&self.set, &self.file(), tables, interrupt);
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
            assert!(words.is_empty() && mapped.has_same_layout(&first), "{words:?}");
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
            assert!(pdb_set.has_same_layout(&first) && fs::read(made.file()).unwrap() == whole);
        }
    }

    #[test]
    fn a_file_of_other_tables_is_replaced() {
        let made = Made::in_3x3();
        made.pdb_set(true);
        let whole = fs::read(made.file()).unwrap();
        // A table with the same entries in another encoding, which is preferred only if it is alone.
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
        let fingerprint = fingerprint_of(&builder.complete_set(&made.set).unwrap().unwrap());
        assert!(made.verified().unwrap_err().to_string().ends_with("there is no such file"));
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
                        assert!(pdb_set.has_same_layout(&expected) && !words.contains(&"not used"));
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
