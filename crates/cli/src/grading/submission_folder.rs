//! The folder in which a submission is built and run. Every run finds the built files, and nothing
//! that an earlier run has left.
//!
//! ```text
//! pdb-solve-grade-(random)/  one for a class, removed at the end or by a later judge
//!   17/                      one for a submission
//!     built/                 the files that every run begins with
//!     run/
//!       work/                the copy that a run is started in
//!       temporary/           its folder for temporary files (TMPDIR)
//! ```
//!
//! A submission is built in `work`, so that the built files have the same path in every run. Files
//! that a run leaves in `run`, or next to it, are removed before the next run. Programs run with
//! the permissions of the user, so files that they write elsewhere stay.
//!
//! The files are copied again only after a run that changed any. The system's change times show
//! that, but may be too coarse right after a copy. So after the first run with a copy, the bytes
//! are compared as well.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::tree::{Stamps, Tree, TreeError, open_up, remove};
use crate::trial::{CLAIM, FixedFolders, FolderClaim, claim, is_shortage, remove_stale};

/// The folder of a whole class; removed on drop.
#[derive(Debug)]
pub(super) struct ClassFolder {
    folder: PathBuf,
    /// Held until the folder is removed.
    _claim: FolderClaim,
}

/// Name prefix of the temporary folders, one per class.
const PREFIX: &str = "pdb-solve-grade-";

impl ClassFolder {
    /// Creates the folder in the system's temporary folder, and removes those of killed judges.
    pub(super) fn open() -> io::Result<Self> {
        let temporary = std::env::temp_dir();
        remove_stale(&temporary, PREFIX, remove);
        let (folder, claim) = claim(&temporary, PREFIX)?;
        Ok(Self { folder, _claim: claim })
    }

    /// Makes every later use of the folder fail.
    #[cfg(test)]
    pub(super) fn replace_by_a_file(&self) {
        remove(&self.folder).unwrap();
        fs::write(&self.folder, "").unwrap();
    }

    /// Removes entries that do not belong in a folder, even if a program has changed its
    /// permissions.
    fn tidy(folder: &Path, belongs: impl Fn(&str) -> bool) -> io::Result<()> {
        if !fs::symlink_metadata(folder)?.is_dir() {
            return Err(io::Error::other("a run has replaced it with something else"));
        }
        open_up(folder)?;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(&belongs) {
                continue;
            }
            // The runs of another submission may remove the same entry at the same time.
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

impl Drop for ClassFolder {
    fn drop(&mut self) {
        // The system clears its temporary folder eventually, so a failure here only wastes space
        // for a while.
        let _what_is_left = remove(&self.folder);
    }
}

/// The folder of a submission; removed on drop.
#[derive(Debug)]
pub(super) struct SubmissionFolder<'a> {
    class: &'a ClassFolder,
    folder: PathBuf,
    /// The built files, after the build.
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
    /// The copy is missing, or a run may have changed it.
    None,
    /// The copy is new. The clock of change times can be coarse, so equal stamps do not prove that
    /// it is unchanged.
    New(Stamps),
    /// The copy was compared byte by byte after a run, so equal stamps prove that it is unchanged.
    Tried(Stamps),
}

/// The reason why no more runs are possible.
#[derive(Debug, thiserror::Error)]
pub(super) enum SubmissionFolderError {
    /// A problem of the submission.
    #[error("{0}")]
    Submission(String),
    /// A problem of the system.
    #[error("cannot make the folder for its runs: {0}")]
    System(#[from] io::Error),
}

impl SubmissionFolderError {
    /// A problem with the files after the build.
    fn after_build(error: TreeError) -> Self {
        match error {
            TreeError::Unreadable(_, error) if is_shortage(&error) => Self::System(error),
            error => Self::Submission(format!("after the build, {error}")),
        }
    }

    /// Whether the system is short of memory or file descriptors.
    pub(super) fn is_shortage(&self) -> bool {
        matches!(self, Self::System(error) if is_shortage(error))
    }
}

impl<'a> SubmissionFolder<'a> {
    /// Creates the folder of the submission with this number.
    pub(super) fn make(class: &'a ClassFolder, number: usize) -> io::Result<Self> {
        let folder = class.folder.join(number.to_string());
        let submission = Self { class, folder, built: None, run: RunCopy::None };
        // Programs of other submissions may have removed the class folder or changed its
        // permissions.
        fs::create_dir_all(&class.folder)?;
        open_up(&class.folder)?;
        fs::create_dir_all(submission.temporary())?;
        Ok(submission)
    }

    /// The folder in which the submission is built and run.
    pub(super) fn work(&self) -> PathBuf {
        self.folder.join("run").join("work")
    }

    fn temporary(&self) -> PathBuf {
        self.folder.join("run").join("temporary")
    }

    fn built_folder(&self) -> PathBuf {
        self.folder.join("built")
    }

    /// The folders of a run.
    pub(super) fn fixed_folders(&self) -> FixedFolders {
        FixedFolders { current_dir: self.work(), temporary: self.temporary() }
    }

    /// Makes the contents of `work` the files that every run begins with.
    pub(super) fn finish_build(&mut self, max_bytes: u64) -> Result<(), SubmissionFolderError> {
        fs::rename(self.work(), self.built_folder()).map_err(|error| {
            SubmissionFolderError::Submission(format!("after the build, its folder is gone: {error}"))
        })?;
        let tree = Tree::of(&self.built_folder(), max_bytes).map_err(SubmissionFolderError::after_build)?;
        let too_many = || SubmissionFolderError::after_build(TreeError::TooMany);
        let stamps = Stamps::of(&self.built_folder()).ok_or_else(too_many)?;
        self.built = Some(Built { tree, stamps });
        Ok(())
    }

    /// Restores the built files for the next run. Copies them only if the last run has changed
    /// something.
    pub(super) fn make_fresh(&mut self) -> Result<(), SubmissionFolderError> {
        let belongs = |name: &str| name == CLAIM || name.bytes().all(|byte| byte.is_ascii_digit());
        ClassFolder::tidy(&self.class.folder, belongs)?;
        ClassFolder::tidy(&self.folder, |name| ["built", "run"].contains(&name))?;
        let (run, built) = (self.folder.join("run"), self.built_folder());
        let Some(Built { tree, stamps }) = &self.built else { return Ok(()) };
        let is_like = |before: &Stamps| Stamps::of(&run).as_ref() == Some(before);
        let work = self.work();
        // If the bytes cannot be read, the stamps of the built files show the reason.
        let has_same_bytes = |tree: &Tree| tree.has_same_bytes(&built, &work).unwrap_or(false);
        self.run = match std::mem::replace(&mut self.run, RunCopy::None) {
            RunCopy::Tried(before) if is_like(&before) => RunCopy::Tried(before),
            RunCopy::New(before) if is_like(&before) && has_same_bytes(tree) => RunCopy::Tried(before),
            _ => {
                if Stamps::of(&built).as_ref() != Some(stamps) {
                    let what = "a run has changed the built files, outside its own folder";
                    return Err(SubmissionFolderError::Submission(what.to_owned()));
                }
                remove(&run)?;
                fs::create_dir_all(run.join("temporary"))?;
                tree.copy(&built, &work).map_err(SubmissionFolderError::after_build)?;
                Stamps::of(&run).map_or(RunCopy::None, RunCopy::New)
            }
        };
        Ok(())
    }
}

impl Drop for SubmissionFolder<'_> {
    fn drop(&mut self) {
        // The drop of the class tries again.
        let _what_is_left = remove(&self.folder);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::time::{Duration, Instant};

    fn built<'a>(class: &'a ClassFolder, number: usize) -> SubmissionFolder<'a> {
        let mut submission = SubmissionFolder::make(class, number).unwrap();
        fs::create_dir(submission.work()).unwrap();
        fs::write(submission.work().join("solver"), "1").unwrap();
        submission.finish_build(1_000_000).unwrap();
        submission.make_fresh().unwrap();
        submission
    }

    /// The inode of the file, which differs for a new copy.
    fn copy_of(submission: &SubmissionFolder<'_>) -> u64 {
        std::os::unix::fs::MetadataExt::ino(&fs::metadata(submission.work().join("solver")).unwrap())
    }

    #[test]
    fn every_run_finds_only_the_built_files() {
        let class = ClassFolder::open().unwrap();
        let mut submission = built(&class, 0);
        let work = submission.work();
        let first = copy_of(&submission);
        for _ in 0..3 {
            submission.make_fresh().unwrap();
            assert_eq!(copy_of(&submission), first, "copied though nothing had changed");
        }
        let up = |levels: usize| work.ancestors().nth(levels).unwrap().join("left");
        for left in [up(0), up(1), up(2), up(3), submission.temporary().join("left")] {
            fs::write(&left, "").unwrap();
            submission.make_fresh().unwrap();
            assert!(!left.exists() && work.join("solver").exists(), "{}", left.display());
        }
        // A change that keeps the length, perhaps within one tick of the clock: right after a copy,
        // and later.
        for runs in 0..2 {
            for _ in 0..runs {
                submission.make_fresh().unwrap();
            }
            fs::write(work.join("solver"), "2").unwrap();
            submission.make_fresh().unwrap();
            assert_eq!(fs::read_to_string(work.join("solver")).unwrap(), "1");
        }
        fs::remove_dir_all(&work).unwrap();
        submission.make_fresh().unwrap();
        assert!(work.join("solver").exists() && submission.temporary().is_dir());
        drop(submission);
        assert_eq!(fs::read_dir(&class.folder).unwrap().count(), 1, "only the claim");
    }

    #[test]
    fn the_folder_of_a_killed_judge_is_removed() {
        let (left, claim) = claim(&std::env::temp_dir(), PREFIX).unwrap();
        fs::create_dir_all(left.join("3/run/work")).unwrap();
        let _other = ClassFolder::open().unwrap();
        assert!(left.exists());
        drop(claim);
        // A child forked by another test inherits the claim and holds it until it executes a
        // program.
        let begun = Instant::now();
        while left.exists() {
            assert!(begun.elapsed() < Duration::from_secs(60));
            let _other = ClassFolder::open().unwrap();
        }
    }

    #[test]
    fn files_behind_links_are_left_alone() {
        let elsewhere = tempfile::tempdir().unwrap();
        let kept = elsewhere.path().join("kept");
        fs::write(&kept, "").unwrap();
        let class = ClassFolder::open().unwrap();
        for depth in 0..3 {
            let mut submission = built(&class, depth);
            let replaced = submission.work().ancestors().nth(depth).unwrap().to_owned();
            fs::remove_dir_all(&replaced).unwrap();
            symlink(elsewhere.path(), &replaced).unwrap();
            // At depth 2, the whole folder of the submission was replaced.
            assert_eq!(submission.make_fresh().is_ok(), depth < 2);
            drop(submission);
            assert!(kept.exists() && fs::symlink_metadata(&replaced).is_err());
        }
    }

    #[test]
    fn a_build_changed_by_a_run_is_not_run() {
        let class = ClassFolder::open().unwrap();
        for change in ["echo 2 > built/solver", "rm -r built", "echo > built/more", "rm -r built run"] {
            let mut submission = built(&class, 0);
            let shell = std::process::Command::new("sh")
                .args(["-c", change])
                .current_dir(&submission.folder)
                .status();
            assert!(shell.unwrap().success());
            fs::create_dir_all(submission.work()).unwrap();
            fs::write(submission.work().join("changed"), "").unwrap();
            let error = submission.make_fresh().unwrap_err().to_string();
            assert_eq!(error, "a run has changed the built files, outside its own folder");
        }
    }
}
