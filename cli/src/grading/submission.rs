//! What is handed in: where submissions are found, and by what each is known again.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::archive::{is_archive, only_folder, unpack};
use super::assignment::SubmissionRules;
use super::tree::{Tree, TreeError, hash_file};

/// One of a class: a folder, a zip archive of one, or one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Submission {
    /// What it is called in reports.
    pub(crate) name: String,
    path: PathBuf,
}

/// Finds the submissions: `given` are one each, unless a folder is seen to hold several; in `classes` every entry is one.
/// They stand in the order of their names.
///
/// # Errors
/// If there are none, one is not there, or two have the same name.
pub(crate) fn find_submissions(
    rules: &SubmissionRules,
    given: &[PathBuf],
    classes: &[PathBuf],
) -> anyhow::Result<Vec<Submission>> {
    let mut paths = Vec::new();
    for path in given {
        let metadata = fs::metadata(path).with_context(|| format!("the submission {}", path.display()))?;
        let entries = if metadata.is_dir() { entries_of(path)? } else { Vec::new() };
        if is_class(rules, path, &entries) { paths.extend(entries) } else { paths.push(path.clone()) }
    }
    for class in classes {
        let entries = entries_of(class)?;
        if entries.is_empty() {
            bail!("{} holds no submission", class.display());
        }
        paths.extend(entries);
    }
    let mut submissions: BTreeMap<String, PathBuf> = BTreeMap::new();
    for path in paths {
        let name = name_of(&path)?;
        if let Some(other) = submissions.get(&name) {
            let (one, two) = (other.display(), path.display());
            bail!("two submissions are called {name}: {one} and {two}; rename one of them");
        }
        submissions.insert(name, path);
    }
    if submissions.is_empty() {
        bail!("there is no submission: name files or folders, or a folder of them with --class");
    }
    Ok(submissions.into_iter().map(|(name, path)| Submission { name, path }).collect())
}

/// Several in a folder that lacks the file which makes it one.
fn is_class(rules: &SubmissionRules, folder: &Path, entries: &[PathBuf]) -> bool {
    let Some(file) = &rules.file else { return false };
    !folder.join(file).exists() && entries.iter().filter(|entry| entry.join(file).is_file()).count() > 1
}

/// What is in a folder, but for what is hidden.
fn entries_of(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("the folder {} can't be read", folder.display());
    let entries = fs::read_dir(folder).with_context(unreadable)?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()
        .with_context(unreadable)?;
    let is_hidden =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    paths.retain(|path| !is_hidden(path));
    Ok(paths)
}

/// A file's name is told without its ending.
fn name_of(path: &Path) -> anyhow::Result<String> {
    let whole = fs::canonicalize(path).with_context(|| format!("the submission {}", path.display()))?;
    let named = if path.file_name().is_some() { path } else { &whole };
    let name = if whole.is_dir() { named.file_name() } else { named.file_stem() };
    let name = name.context("the root of a file system is no submission")?;
    let shown = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    Ok(name.to_string_lossy().chars().map(shown).collect())
}

impl Submission {
    /// Copies it into a folder, which is made. Gives a hash of all that it is.
    ///
    /// # Errors
    /// Why it is no submission, in words.
    pub(super) fn receive(
        &self,
        rules: &SubmissionRules,
        most_megabytes: u64,
        into: &Path,
    ) -> Result<String, String> {
        let mut hasher = blake3::Hasher::new();
        let is_folder = fs::metadata(&self.path).map_err(|error| error.to_string())?.is_dir();
        let wants_archive = rules.file.as_deref().is_some_and(is_archive);
        if is_folder || (is_archive(&self.path) && !wants_archive) {
            let received = if is_folder {
                Tree::of(&self.path, most_megabytes).and_then(|tree| tree.copy(&self.path, into))
            } else {
                self.receive_archive(rules, most_megabytes, into)
            };
            let hashed = received.and_then(|()| Tree::of(into, most_megabytes)).and_then(|tree| {
                let unreadable = |error| TreeError::Unreadable(PathBuf::new(), error);
                tree.hash(into, &mut hasher).map_err(unreadable)
            });
            hashed.map_err(|error| error.to_string())?;
        } else {
            self.receive_file(rules, most_megabytes, into, &mut hasher)?;
        }
        if let Some(file) = rules.file.as_ref().filter(|file| !into.join(file).is_file()) {
            return Err(format!("{} is missing", file.display()));
        }
        Ok(hasher.finalize().to_hex().to_string())
    }

    /// Unpacks it; where the file that is asked for lies in the one folder that was packed, that folder is the submission.
    fn receive_archive(
        &self,
        rules: &SubmissionRules,
        most_megabytes: u64,
        into: &Path,
    ) -> Result<(), TreeError> {
        unpack(&self.path, most_megabytes, into)?;
        let lacks_file = |folder: &Path| rules.file.as_ref().is_some_and(|file| !folder.join(file).is_file());
        let Some(packed) = only_folder(into).filter(|packed| lacks_file(into) && !lacks_file(packed)) else {
            return Ok(());
        };
        let unmovable = |error| TreeError::Unreadable(PathBuf::new(), error);
        let aside = into.with_extension("packed");
        fs::rename(packed, &aside).map_err(unmovable)?;
        fs::remove_dir(into).map_err(unmovable)?;
        fs::rename(aside, into).map_err(unmovable)
    }

    fn receive_file(
        &self,
        rules: &SubmissionRules,
        most_megabytes: u64,
        into: &Path,
        hasher: &mut blake3::Hasher,
    ) -> Result<(), String> {
        let Some(file) = &rules.file else {
            return Err(
                "it is one file: the assignment must say its name, by `file` under [submission]".to_owned()
            );
        };
        if self.path.extension() != file.extension() {
            let wanted = file.extension().map_or_else(
                || "without an ending".to_owned(),
                |ending| format!("that ends in .{}", ending.to_string_lossy()),
            );
            let found = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return Err(format!("expected a folder, a zip archive, or a file {wanted}, found {found}"));
        }
        let words = |error: io::Error| format!("it can't be copied: {error}");
        let metadata = fs::metadata(&self.path).map_err(words)?;
        if !metadata.is_file() {
            return Err("it is neither a file nor a folder".to_owned());
        }
        if metadata.len() > most_megabytes.saturating_mul(1_000_000) {
            return Err(TreeError::TooLarge(most_megabytes).to_string());
        }
        let to = into.join(file);
        fs::create_dir_all(to.parent().unwrap_or(into)).map_err(words)?;
        fs::copy(&self.path, &to).map_err(words)?;
        hash_file(&to, hasher).map_err(words)?;
        Ok(())
    }
}
