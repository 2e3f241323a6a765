//! Finds the submissions of a class, and distinguishes them from folders of submissions.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::class_folder::{FolderKind, classes_in, folder_kind, is_no_submission};
use super::language::{Language, expected_files};
use super::submission::Submission;
use crate::shell::{plural, quoted_path};

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
    let mut finder = Finder::new(places);
    for path in places.given {
        finder.add_given(path)?;
    }
    // Next to a complete submission, an unclear folder is taken for an incomplete one.
    if let Some(folder) = finder.unclear.filter(|_| !finder.has_submission) {
        bail!(cannot_tell(places, folder));
    }
    for class in places.classes {
        finder.add_class(class)?;
    }
    finder.finish()
}

/// The submissions found so far.
struct Finder<'a> {
    places: &'a Places<'a>,
    /// The canonical paths of the files that are not submissions.
    excluded: HashSet<PathBuf>,
    submissions: Vec<PathBuf>,
    recognized: Vec<(PathBuf, usize)>,
    skipped: Vec<PathBuf>,
    warnings: Vec<String>,
    /// The first folder that may be a submission or a class.
    unclear: Option<&'a Path>,
    /// Whether a path was clearly given as a submission.
    has_submission: bool,
}

impl<'a> Finder<'a> {
    fn new(places: &'a Places<'a>) -> Self {
        Self {
            places,
            excluded: places.excluded.iter().filter_map(|file| fs::canonicalize(file).ok()).collect(),
            submissions: Vec::new(),
            recognized: Vec::new(),
            skipped: Vec::new(),
            warnings: Vec::new(),
            unclear: None,
            has_submission: false,
        }
    }

    /// Adds a submission, or the submissions of a folder that is clearly a class.
    fn add_given(&mut self, path: &'a Path) -> anyhow::Result<()> {
        let places = self.places;
        let metadata =
            fs::metadata(path).with_context(|| format!("cannot read the submission {}", path.display()))?;
        let entries = if metadata.is_dir() { entries_of(path, &self.excluded)? } else { Vec::new() };
        let is_only_path = places.given.len() == 1 && places.classes.is_empty();
        let results_file = places.results_file.filter(|_| is_only_path);
        match folder_kind(places.languages, path, &entries) {
            FolderKind::Class => {
                let found = self.add_entries(entries);
                if let Some(file) = results_file {
                    bail!(too_many(file, &path.display().to_string(), found));
                }
                self.recognized.push((path.to_owned(), found));
                return Ok(());
            }
            FolderKind::Unclear if results_file.is_none() => self.unclear = self.unclear.or(Some(path)),
            _ if metadata.is_dir()
                && entries.is_empty()
                && results_file.is_none()
                && places.given.len() == 1 =>
            {
                bail!("{} is empty: expected a submission, or a folder of submissions", path.display());
            }
            _ => self.has_submission = true,
        }
        self.submissions.push(path.to_owned());
        Ok(())
    }

    /// Adds the submissions of a folder that was named as a class.
    fn add_class(&mut self, class: &Path) -> anyhow::Result<()> {
        let entries = entries_of(class, &self.excluded)?;
        // A class of classes: every entry is graded as one incomplete submission. The folder was
        // named explicitly, so that is only a warning.
        let below = classes_in(self.places.languages, class);
        let is_empty = entries.is_empty();
        let first = self.submissions.len();
        if self.add_entries(entries) == 0 {
            let found = if is_empty { "is empty" } else { "holds no submission" };
            bail!("{} {found}: expected a folder of submissions", class.display());
        }
        let is_above = |entry: &PathBuf| below.iter().any(|inner| inner.starts_with(entry));
        if self.submissions[first..].iter().all(is_above) {
            let instead = try_instead(self.places, &below);
            let class = class.display();
            self.warnings
                .push(format!("taking {class} for the class folder, as --class says, but {instead}"));
        }
        Ok(())
    }

    /// Adds the entries of a class folder. Returns the number of submissions among them.
    fn add_entries(&mut self, entries: Vec<PathBuf>) -> usize {
        let before = self.submissions.len();
        for entry in entries {
            let is_skipped = is_no_submission(self.places.languages, &entry);
            if is_skipped { &mut self.skipped } else { &mut self.submissions }.push(entry);
        }
        self.submissions.len() - before
    }

    fn finish(self) -> anyhow::Result<Found> {
        let Self { places, submissions, recognized, skipped, warnings, .. } = self;
        if submissions.is_empty() {
            bail!(
                "no submissions given: name a folder of submissions after the assignment, for example \
                 `pdb-solve grade assignment.toml class`"
            );
        }
        let submissions = with_names(submissions)?;
        if let Some(file) = places.results_file.filter(|_| submissions.len() > 1) {
            let holder = match (places.given, places.classes) {
                ([], [class]) => class.display().to_string(),
                _ => COMMAND.to_owned(),
            };
            bail!(too_many(file, &holder, submissions.len()));
        }
        Ok(Found { submissions, recognized, skipped, warnings })
    }
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
    let quoted: Vec<String> = classes.iter().take(MAX_SHOWN).map(|class| quoted_path(class)).collect();
    let dots = if classes.len() > MAX_SHOWN { " ..." } else { "" };
    let looks = plural(classes.len(), "looks like one", "look like class folders");
    format!(
        "{} {looks}: try `pdb-solve grade {} {}{dots}`",
        shown.join(", "),
        quoted_path(places.assignment),
        quoted.join(" ")
    )
}

fn cannot_tell(places: &Places<'_>, folder: &Path) -> String {
    let languages = places.languages;
    let below = classes_in(languages, folder);
    let quoted = quoted_path(folder);
    let folder = folder.display();
    if !below.is_empty() {
        return format!("{folder} is not a class folder, but {}", try_instead(places, &below));
    }
    let class = format!("cannot tell whether {folder} is one submission or a folder of submissions");
    let option = format!("for a folder of submissions, use `--class {quoted}`");
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
