//! Submissions: finding, copying and identifying them.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use zip::result::ZipError;

use super::archive::{is_archive, only_folder, unpack};
use super::class_folder::{Holds, classes_in, holds, is_no_submission};
use super::language::{Language, cannot_rename, choose, expected_files, is_submission, only_candidate};
use super::tree::{Tree, TreeError, hash_file};
use crate::shell::{Links, copy_regular_file};
use crate::trial::is_shortage;

/// A submission: a folder, a zip archive of one, or a single file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Submission {
    /// The name of the submission in the reports.
    pub(crate) name: String,
    path: PathBuf,
}

/// The places to search for submissions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places<'a> {
    /// The languages, which distinguish submissions from other folders.
    pub(crate) languages: &'a [Language],
    /// Submissions, or folders of them.
    pub(crate) given: &'a [PathBuf],
    /// Folders in which every entry is a submission, except files such as reports and documents.
    pub(crate) classes: &'a [PathBuf],
    /// Files that may be in a class folder without being submissions: the assignment, the reports.
    pub(crate) excluded: &'a [PathBuf],
    /// The assignment, for suggested commands.
    pub(crate) assignment: &'a Path,
    /// The file of results for exactly one submission, if there is one.
    pub(crate) results_file: Option<&'a Path>,
}

/// The submissions that were found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The submissions, ordered by name.
    pub(crate) submissions: Vec<Submission>,
    /// The folders that were recognized as classes, with the number of their submissions.
    pub(crate) recognized: Vec<(PathBuf, usize)>,
    /// The entries of class folders that are not submissions.
    pub(crate) skipped: Vec<PathBuf>,
    /// Doubts about the folders that were named as classes.
    pub(crate) warnings: Vec<String>,
}

/// Finds the submissions.
///
/// # Errors
/// If there is no submission, one is missing, two have the same name, or a folder may be a
/// submission or a class.
pub(crate) fn find_submissions(places: &Places<'_>) -> anyhow::Result<Found> {
    let excluded: HashSet<PathBuf> =
        places.excluded.iter().filter_map(|file| fs::canonicalize(file).ok()).collect();
    let mut paths = Vec::new();
    let mut recognized = Vec::new();
    let mut skipped = Vec::new();
    let mut unclear = Vec::new();
    let mut warnings = Vec::new();
    let mut has_submission = false;
    let is_single = places.results_file.is_some() && places.given.len() == 1 && places.classes.is_empty();
    for path in places.given {
        let metadata =
            fs::metadata(path).with_context(|| format!("cannot read the submission {}", path.display()))?;
        let entries = if metadata.is_dir() { entries_of(path, &excluded)? } else { Vec::new() };
        match holds(places.languages, path, &entries) {
            Holds::Class => {
                let (junk, entries): (Vec<PathBuf>, Vec<PathBuf>) =
                    entries.into_iter().partition(|entry| is_no_submission(places.languages, entry));
                if let Some(file) = places.results_file.filter(|_| is_single) {
                    bail!(too_many(file, &path.display().to_string(), entries.len()));
                }
                recognized.push((path.clone(), entries.len()));
                skipped.extend(junk);
                paths.extend(entries);
                continue;
            }
            Holds::Unclear if !is_single => unclear.push(path),
            _ if metadata.is_dir() && entries.is_empty() && !is_single && places.given.len() == 1 => {
                bail!("{} is empty: expected a submission, or a folder of submissions", path.display());
            }
            _ => has_submission = true,
        }
        paths.push(path.clone());
    }
    // Next to a complete submission, an unclear folder is taken for an incomplete one.
    if let Some(folder) = unclear.first().filter(|_| !has_submission) {
        bail!(cannot_tell(places, folder));
    }
    for class in places.classes {
        let (junk, entries): (Vec<PathBuf>, Vec<PathBuf>) = entries_of(class, &excluded)?
            .into_iter()
            .partition(|entry| is_no_submission(places.languages, entry));
        if entries.is_empty() {
            let found = if junk.is_empty() { "is empty" } else { "holds no submission" };
            bail!("{} {found}: expected a folder of submissions", class.display());
        }
        // A class of classes: every entry is graded as one incomplete submission. The folder was
        // named explicitly, so that is only a warning.
        let below = classes_in(places.languages, class);
        let is_above = |entry: &PathBuf| below.iter().any(|inner| inner.starts_with(entry));
        if entries.iter().all(is_above) {
            let instead = try_instead(places, &below);
            warnings.push(format!("--class takes {} for the class folder, but {instead}", class.display()));
        }
        skipped.extend(junk);
        paths.extend(entries);
    }
    if paths.is_empty() {
        bail!(
            "no submissions given: name a folder of submissions after the assignment, for example \
             `pdb-solve grade assignment.toml class`"
        );
    }
    let submissions = with_names(paths)?;
    if let Some(file) = places.results_file.filter(|_| submissions.len() > 1) {
        let holder = match (places.given, places.classes) {
            ([], [class]) => class.display().to_string(),
            _ => COMMAND.to_owned(),
        };
        bail!(too_many(file, &holder, submissions.len()));
    }
    Ok(Found { submissions, recognized, skipped, warnings })
}

/// The command itself, as the holder of submissions.
const COMMAND: &str = "the command";

fn too_many(file: &Path, holder: &str, count: usize) -> String {
    let holds = if holder == COMMAND { "names" } else { "holds" };
    format!("{} is for one submission; {holder} {holds} {count}; give --gradescope a folder", file.display())
}

/// Suggests the command for the folders that look like classes.
fn try_instead(places: &Places<'_>, classes: &[PathBuf]) -> String {
    const MAX_SHOWN: usize = 4;
    let shown: Vec<String> =
        classes.iter().take(MAX_SHOWN).map(|class| class.display().to_string()).collect();
    let dots = if classes.len() > MAX_SHOWN { " ..." } else { "" };
    let (looks, which) =
        if classes.len() == 1 { ("looks", "like one") } else { ("look", "like class folders") };
    format!(
        "{} {looks} {which}: try `pdb-solve grade {} {}{dots}`",
        shown.join(", "),
        places.assignment.display(),
        shown.join(" ")
    )
}

fn cannot_tell(places: &Places<'_>, folder: &Path) -> String {
    let languages = places.languages;
    let below = classes_in(languages, folder);
    let folder = folder.display();
    if !below.is_empty() {
        return format!("{folder} is no class folder, but {}", try_instead(places, &below));
    }
    let class = format!("cannot tell whether {folder} is one submission or a folder of submissions");
    let option = format!("for a folder of submissions, use `--class {folder}`");
    let expected = expected_files(languages);
    if expected.is_empty() {
        return format!("{class}: {option}; otherwise set `file` under [submission]");
    }
    format!(
        "{class}: it contains no {expected}; {option}; for one submission, name the folder with its files"
    )
}

fn with_names(paths: Vec<PathBuf>) -> anyhow::Result<Vec<Submission>> {
    let mut submissions: BTreeMap<String, PathBuf> = BTreeMap::new();
    for path in paths {
        let name = name_of(&path)?;
        if let Some(other) = submissions.get(&name) {
            if fs::canonicalize(other).ok() == fs::canonicalize(&path).ok() {
                continue;
            }
            let (one, two) = (other.display(), path.display());
            bail!("two submissions have the name {name}: {one} and {two}; rename one of them");
        }
        submissions.insert(name, path);
    }
    Ok(submissions.into_iter().map(|(name, path)| Submission { name, path }).collect())
}

/// The entries of a folder in the order of their names, except hidden and excluded ones.
fn entries_of(folder: &Path, excluded: &HashSet<PathBuf>) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(unreadable)?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()
        .with_context(unreadable)?;
    let is_hidden =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let is_excluded = |path: &PathBuf| fs::canonicalize(path).is_ok_and(|path| excluded.contains(&path));
    paths.retain(|path| !is_hidden(path) && !is_excluded(path));
    paths.sort_unstable();
    Ok(paths)
}

/// The name of a folder, or of a file without its extension.
fn name_of(path: &Path) -> anyhow::Result<String> {
    let whole = fs::canonicalize(path).with_context(|| format!("cannot read {}", path.display()))?;
    let named = if path.file_name().is_some() { path } else { &whole };
    let name = if whole.is_dir() { named.file_name() } else { named.file_stem() };
    let name = name.context("the root of a file system cannot be a submission")?;
    let shown = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    Ok(name.to_string_lossy().chars().map(shown).collect())
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
/// folder up.
fn raise_only_folder(languages: &[Language], into: &Path) -> Result<(), TreeError> {
    let is_inside =
        |only: &PathBuf| is_submission(languages, only) || only_candidate(languages, only).is_some();
    let only = only_folder(into).filter(is_inside);
    let Some(only) = only.filter(|_| !is_submission(languages, into)) else { return Ok(()) };
    let failed = |error| TreeError::Unreadable(PathBuf::new(), error);
    let aside = into.with_extension("packed");
    fs::rename(only, &aside).map_err(failed)?;
    fs::remove_dir(into).map_err(failed)?;
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
