//! Where a submission is built and run: a folder of its own, in which every run finds what was built, and nothing that
//! another run has left.
//!
//! ```text
//! pdb-solve-grade-(random)/  one for a class, removed at the end
//!   17/                      one for a submission
//!     built/                 what every run begins with
//!     place/
//!       work/                the copy that a run is started in
//!       temporary/           where it is told to put temporary files
//! ```
//!
//! A submission is built in `work`, so that what was built finds itself at the same path in every run. What a run leaves in
//! `place`, or beside it, is removed before the next. Programs have the rights of the user: what they write elsewhere is
//! out of reach.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::tree::{Stamps, Tree, TreeError, open_up, remove};
use crate::trial::Place;

/// The folder of a whole class; removed when it is dropped.
#[derive(Debug)]
pub(super) struct Workshop {
    folder: tempfile::TempDir,
}

impl Workshop {
    /// Makes it in the system's folder for temporary files.
    pub(super) fn open() -> io::Result<Self> {
        Ok(Self { folder: tempfile::Builder::new().prefix("pdb-solve-grade-").tempdir()? })
    }

    /// Removes what does not belong in a folder, even if a program has closed it.
    fn tidy(folder: &Path, belongs: impl Fn(&str) -> bool) -> io::Result<()> {
        if !fs::symlink_metadata(folder)?.is_dir() {
            return Err(io::Error::other("a run has put something else in its place"));
        }
        open_up(folder)?;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(&belongs) {
                continue;
            }
            // Another submission's runs may tidy up at the same time.
            let removed = match entry.file_type() {
                Ok(kind) if kind.is_dir() => remove(&entry.path()),
                _ => fs::remove_file(entry.path()),
            };
            removed
                .or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })?;
        }
        Ok(())
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // What can't be removed is left to the system, which clears the folder for temporary files.
        let _what_is_left = remove(self.folder.path());
    }
}

/// The folder of a submission; removed when it is dropped.
#[derive(Debug)]
pub(super) struct Workplace<'a> {
    workshop: &'a Workshop,
    folder: PathBuf,
    /// What was built, once it is.
    built: Option<Built>,
    run: RunCopy,
}

#[derive(Debug)]
struct Built {
    tree: Tree,
    stamps: Stamps,
}

/// The copy for the next run.
#[derive(Debug)]
enum RunCopy {
    /// There is none, or one that a run may have changed.
    None,
    /// It was made, and looked like this. The system's clock of changes may be too coarse to tell one at once.
    New(Stamps),
    /// The same, after a run that has changed no byte.
    Tried(Stamps),
}

/// Why nothing can be run any more.
#[derive(Debug, thiserror::Error)]
pub(super) enum WorkplaceError {
    /// The fault of the submission.
    #[error("{0}")]
    Submission(String),
    /// The system's.
    #[error("the folder for its runs can't be made: {0}")]
    System(#[from] io::Error),
}

impl<'a> Workplace<'a> {
    /// Makes the folder of the submission of this number.
    pub(super) fn make(workshop: &'a Workshop, number: usize) -> io::Result<Self> {
        let folder = workshop.folder.path().join(number.to_string());
        let workplace = Self { workshop, folder, built: None, run: RunCopy::None };
        // Programs of other submissions may have closed or removed it.
        fs::create_dir_all(workshop.folder.path())?;
        open_up(workshop.folder.path())?;
        fs::create_dir_all(workplace.temporary())?;
        Ok(workplace)
    }

    /// The folder in which it is built, and run.
    pub(super) fn work(&self) -> PathBuf {
        self.folder.join("place").join("work")
    }

    fn temporary(&self) -> PathBuf {
        self.folder.join("place").join("temporary")
    }

    fn built_folder(&self) -> PathBuf {
        self.folder.join("built")
    }

    /// Where runs are started.
    pub(super) fn place(&self) -> Place {
        Place { current_dir: self.work(), temporary: self.temporary() }
    }

    /// Takes what is in `work` as what every run begins with.
    pub(super) fn is_built(&mut self, most_megabytes: u64) -> Result<(), WorkplaceError> {
        let words = |error: TreeError| WorkplaceError::Submission(format!("once it was built, {error}"));
        fs::rename(self.work(), self.built_folder()).map_err(|error| {
            WorkplaceError::Submission(format!("once it was built, its folder was gone: {error}"))
        })?;
        let tree = Tree::of(&self.built_folder(), most_megabytes).map_err(words)?;
        let too_many = || words(TreeError::TooMany);
        let stamps = Stamps::of(&self.built_folder()).ok_or_else(too_many)?;
        self.built = Some(Built { tree, stamps });
        Ok(())
    }

    /// Makes a run's folder as it was built: anew, if the run before has changed anything.
    pub(super) fn make_fresh(&mut self) -> Result<(), WorkplaceError> {
        let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
        Workshop::tidy(self.workshop.folder.path(), is_number)?;
        Workshop::tidy(&self.folder, |name| ["built", "place"].contains(&name))?;
        let (place, built) = (self.folder.join("place"), self.built_folder());
        let Some(Built { tree, stamps }) = &self.built else { return Ok(()) };
        let is_like = |before: &Stamps| Stamps::of(&place).as_ref() == Some(before);
        let work = self.work();
        // Where that can't be told, the stamps of what was built tell why.
        let has_same_bytes = |tree: &Tree| tree.has_same_bytes(&built, &work).unwrap_or(false);
        self.run = match std::mem::replace(&mut self.run, RunCopy::None) {
            RunCopy::Tried(before) if is_like(&before) => RunCopy::Tried(before),
            RunCopy::New(before) if is_like(&before) && has_same_bytes(tree) => RunCopy::Tried(before),
            _ => {
                if Stamps::of(&built).as_ref() != Some(stamps) {
                    let what = "a run has changed what was built, outside its own folder";
                    return Err(WorkplaceError::Submission(what.to_owned()));
                }
                remove(&place)?;
                fs::create_dir_all(place.join("temporary"))?;
                let words =
                    |error: TreeError| WorkplaceError::Submission(format!("once it was built, {error}"));
                tree.copy(&built, &work).map_err(words)?;
                Stamps::of(&place).map_or(RunCopy::None, RunCopy::New)
            }
        };
        Ok(())
    }
}

impl Drop for Workplace<'_> {
    fn drop(&mut self) {
        // What can't be removed now goes with the workshop.
        let _what_is_left = remove(&self.folder);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn built<'a>(workshop: &'a Workshop, number: usize) -> Workplace<'a> {
        let mut workplace = Workplace::make(workshop, number).unwrap();
        fs::create_dir(workplace.work()).unwrap();
        fs::write(workplace.work().join("solver"), "1").unwrap();
        workplace.is_built(1).unwrap();
        workplace.make_fresh().unwrap();
        workplace
    }

    /// The number by which the system knows a file: another one for another copy.
    fn copy_of(workplace: &Workplace<'_>) -> u64 {
        std::os::unix::fs::MetadataExt::ino(&fs::metadata(workplace.work().join("solver")).unwrap())
    }

    #[test]
    fn every_run_finds_what_was_built_and_nothing_else() {
        let workshop = Workshop::open().unwrap();
        let mut workplace = built(&workshop, 0);
        let work = workplace.work();
        let first = copy_of(&workplace);
        for _ in 0..3 {
            workplace.make_fresh().unwrap();
            assert_eq!(copy_of(&workplace), first, "it was copied, though nothing had changed");
        }
        let up = |levels: usize| work.ancestors().nth(levels).unwrap().join("left");
        for left in [up(0), up(1), up(2), up(3), workplace.temporary().join("left")] {
            fs::write(&left, "").unwrap();
            workplace.make_fresh().unwrap();
            assert!(!left.exists() && work.join("solver").exists(), "{}", left.display());
        }
        // The same length, and too soon for the clock, perhaps: right after a copy, and later.
        for runs in 0..2 {
            for _ in 0..runs {
                workplace.make_fresh().unwrap();
            }
            fs::write(work.join("solver"), "2").unwrap();
            workplace.make_fresh().unwrap();
            assert_eq!(fs::read_to_string(work.join("solver")).unwrap(), "1");
        }
        fs::remove_dir_all(&work).unwrap();
        workplace.make_fresh().unwrap();
        assert!(work.join("solver").exists() && workplace.temporary().is_dir());
        drop(workplace);
        assert_eq!(fs::read_dir(workshop.folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_lies_behind_a_link_is_left_alone() {
        let elsewhere = tempfile::tempdir().unwrap();
        let kept = elsewhere.path().join("kept");
        fs::write(&kept, "").unwrap();
        let workshop = Workshop::open().unwrap();
        for depth in 0..3 {
            let mut workplace = built(&workshop, depth);
            let replaced = workplace.work().ancestors().nth(depth).unwrap().to_owned();
            fs::remove_dir_all(&replaced).unwrap();
            symlink(elsewhere.path(), &replaced).unwrap();
            // The whole folder of the submission is past mending.
            assert_eq!(workplace.make_fresh().is_ok(), depth < 2);
            drop(workplace);
            assert!(kept.exists() && fs::symlink_metadata(&replaced).is_err());
        }
    }

    #[test]
    fn what_was_built_and_then_changed_is_not_run() {
        let workshop = Workshop::open().unwrap();
        for change in ["echo 2 > built/solver", "rm -r built", "echo > built/more", "rm -r built place"] {
            let mut workplace = built(&workshop, 0);
            let shell =
                std::process::Command::new("sh").args(["-c", change]).current_dir(&workplace.folder).status();
            assert!(shell.unwrap().success());
            fs::create_dir_all(workplace.work()).unwrap();
            fs::write(workplace.work().join("changed"), "").unwrap();
            let error = workplace.make_fresh().unwrap_err().to_string();
            assert_eq!(error, "a run has changed what was built, outside its own folder");
        }
    }
}
