//! Copies a submission and identifies its language.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use zip::result::ZipError;

use super::archive::{is_archive, only_folder, unpack};
use super::class_folder::is_no_submission;
use super::language::{Language, cannot_rename, choose, expected_files, is_submission, only_candidate};
use super::tree::{Tree, TreeError, hash_file};
use crate::shell::{Links, copy_regular_file};
use crate::trial::is_shortage;

/// A submission: a folder, a zip archive of one, or a single file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Submission {
    /// The name of the submission in the reports.
    pub(crate) name: String,
    pub(super) path: PathBuf,
}

/// The reason why a submission was not received.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReceiveError {
    /// Its contents are no submission.
    #[error("{0}")]
    Submission(String),
    /// The system is short of memory or file descriptors.
    #[error("{0}")]
    System(io::Error),
}

impl ReceiveError {
    fn of(error: io::Error, in_words: impl Fn(&io::Error) -> String) -> Self {
        if is_shortage(&error) { Self::System(error) } else { Self::Submission(in_words(&error)) }
    }
}

impl From<String> for ReceiveError {
    fn from(why: String) -> Self {
        Self::Submission(why)
    }
}

impl From<TreeError> for ReceiveError {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::Unreadable(_, error) | TreeError::Archive(ZipError::Io(error))
                if is_shortage(&error) =>
            {
                Self::System(error)
            }
            error => Self::Submission(error.to_string()),
        }
    }
}

impl Submission {
    /// Copies the submission into a new folder. Returns a hash of its contents, and its language.
    ///
    /// # Errors
    /// [`ReceiveError`] if the contents are not a submission, or the system prevents the copy.
    pub(super) fn receive<'a>(
        &self,
        languages: &'a [Language],
        max_bytes: u64,
        into: &Path,
    ) -> Result<(String, &'a Language), ReceiveError> {
        let mut hasher = blake3::Hasher::new();
        let metadata = fs::metadata(&self.path);
        let is_folder = metadata.map_err(|error| ReceiveError::of(error, ToString::to_string))?.is_dir();
        let is_wanted = languages.iter().any(|language| language.name_for(&self.path).is_some());
        if is_folder || (is_archive(&self.path) && !is_wanted) {
            let received = if is_folder {
                Tree::of(&self.path, max_bytes).and_then(|tree| tree.copy(&self.path, into))
            } else {
                unpack(&self.path, max_bytes, into)
            };
            let received = received.and_then(|()| raise_only_folder(languages, into));
            let received = received.and_then(|()| unpack_only_archive(languages, max_bytes, into));
            received?;
            rename_only(languages, into)?;
            let hashed = Tree::of(into, max_bytes).and_then(|tree| {
                let unreadable = |error| TreeError::Unreadable(PathBuf::new(), error);
                tree.hash(into, &mut hasher).map_err(unreadable)
            });
            hashed?;
        } else {
            self.receive_file(languages, max_bytes, into, &mut hasher)?;
        }
        let language = choose(languages, into)?;
        Ok((hasher.finalize().to_hex().to_string(), language))
    }

    fn receive_file(
        &self,
        languages: &[Language],
        max_bytes: u64,
        into: &Path,
        hasher: &mut blake3::Hasher,
    ) -> Result<(), ReceiveError> {
        if languages.iter().all(|language| language.files.is_empty()) {
            return Err("it is a single file: set `file` under [submission] to name it".to_owned().into());
        }
        let Some(name) = languages.iter().find_map(|language| language.name_for(&self.path)) else {
            let found = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let expected = expected_files(languages);
            return Err(format!("expected a folder, a zip archive, or {expected}; found {found}").into());
        };
        let unreadable =
            |error: io::Error| ReceiveError::of(error, |error| format!("it cannot be copied: {error}"));
        let metadata = fs::metadata(&self.path).map_err(unreadable)?;
        if !metadata.is_file() {
            return Err("it is neither a file nor a folder".to_owned().into());
        }
        if metadata.len() > max_bytes {
            return Err(TreeError::TooLarge(max_bytes).into());
        }
        if let Some(why) = cannot_rename(&self.path, name) {
            return Err(why.into());
        }
        let to = into.join(name);
        fs::create_dir_all(to.parent().unwrap_or(into)).map_err(unreadable)?;
        copy_regular_file(&self.path, &to, Links::Followed).map_err(unreadable)?;
        hash_file(&to, hasher).map_err(unreadable)?;
        Ok(())
    }
}

/// If the files of a language are in the only folder of a submission, moves the contents of that
/// folder up, and removes the leftovers next to it.
fn raise_only_folder(languages: &[Language], into: &Path) -> Result<(), TreeError> {
    let is_inside =
        |only: &PathBuf| is_submission(languages, only) || only_candidate(languages, only).is_some();
    let only = only_folder(into).filter(is_inside);
    let Some(only) = only.filter(|_| !is_submission(languages, into)) else { return Ok(()) };
    let failed = |error| TreeError::Unreadable(PathBuf::new(), error);
    let aside = into.with_extension("packed");
    fs::rename(only, &aside).map_err(failed)?;
    super::tree::remove(into).map_err(failed)?;
    fs::rename(aside, into).map_err(failed)
}

/// If a submission consists of one archive, perhaps next to documents, unpacks it.
fn unpack_only_archive(languages: &[Language], max_bytes: u64, into: &Path) -> Result<(), TreeError> {
    if is_submission(languages, into) || only_candidate(languages, into).is_some() {
        return Ok(());
    }
    let failed = |error| TreeError::Unreadable(PathBuf::new(), error);
    let entries = fs::read_dir(into).map_err(failed)?.flatten().map(|entry| entry.path());
    let entries: Vec<PathBuf> = entries.filter(|entry| !is_no_submission(languages, entry)).collect();
    let [archive] = &entries[..] else { return Ok(()) };
    if !archive.is_file() || !is_archive(archive) {
        return Ok(());
    }
    let aside = into.with_extension("packed");
    unpack(archive, max_bytes, &aside)?;
    super::tree::remove(into).map_err(failed)?;
    fs::rename(aside, into).map_err(failed)?;
    raise_only_folder(languages, into)
}

/// If a submission has exactly one file that may be its source under another name, gives it the
/// name that the language requires.
fn rename_only(languages: &[Language], into: &Path) -> Result<(), String> {
    let Some((file, name)) = only_candidate(languages, into) else { return Ok(()) };
    if let Some(why) = cannot_rename(&file, name) {
        return Err(why);
    }
    let to = into.join(name);
    let renamed = fs::create_dir_all(to.parent().unwrap_or(into)).and_then(|()| fs::rename(&file, &to));
    renamed.map_err(|error| format!("its {} cannot be renamed: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use tilebase::board::{Goal, Shape};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::super::language_rules::languages;
    use super::super::source::Source;
    use super::*;

    #[test]
    fn leftovers_beside_the_only_folder_cost_nothing() {
        let text = "title = 't'\n[submission]\nfile = 'solver.py'\ncommand = ['a']\n";
        let source = Source { file: Path::new("a.toml"), text };
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let languages = languages(&source, &source.read().unwrap().submission, &goal).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("alice");
        for file in ["project/solver.py", ".DS_Store", "__MACOSX/project/._solver.py", "__pycache__/a.pyc"] {
            fs::create_dir_all(path.join(file).parent().unwrap()).unwrap();
            fs::write(path.join(file), "print('R')").unwrap();
        }
        let into = folder.path().join("received");
        let submission = Submission { name: "alice".to_owned(), path: path.clone() };
        submission.receive(&languages, 1_000_000, &into).unwrap();
        let names = |folder: &Path| fs::read_dir(folder).unwrap().flatten().count();
        assert!(into.join("solver.py").is_file() && names(&into) == 1);
        // Another folder may be a part of the program.
        fs::create_dir(path.join("data")).unwrap();
        assert!(submission.receive(&languages, 1_000_000, &folder.path().join("other")).is_err());
    }

    #[test]
    fn the_only_archive_in_a_folder_is_unpacked() {
        let text = "title = 't'\n[submission]\nfile = 'solver.py'\ncommand = ['a']\n";
        let source = Source { file: Path::new("a.toml"), text };
        let rules = source.read().unwrap();
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let languages = languages(&source, &rules.submission, &goal).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann");
        fs::create_dir(&path).unwrap();
        let receives_with = |name: &str| {
            let file = path.join(name).with_extension("zip");
            let mut archive = ZipWriter::new(fs::File::create(file).unwrap());
            archive.start_file("ann/solver.py", SimpleFileOptions::default()).unwrap();
            archive.write_all(b"print('R')").unwrap();
            archive.finish().unwrap();
            let into = folder.path().join(format!("{name}-received"));
            let submission = Submission { name: "ann".to_owned(), path: path.clone() };
            submission.receive(&languages, 1_000_000, &into).is_ok_and(|_| into.join("solver.py").is_file())
        };
        fs::write(path.join("README.md"), "Unpack it.").unwrap();
        assert!(receives_with("new"));
        assert!(!receives_with("old"), "unpacked one of two archives");
    }
}
