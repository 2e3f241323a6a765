//! The languages of an assignment. A submission's language is the one whose files it contains.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::shell::{Links, read_regular_file};
use crate::trial::{AcceptedMoves, ForeignSolver, JavaSolver, PythonFunction, PythonNotation};
use tilebase_answers::Extractor;

/// The rules for submissions in one language: how they are recognized, built and run.
#[derive(Clone, Debug)]
pub(crate) struct Language {
    /// The name of the language. The only language of an assignment may have none.
    pub(crate) name: Option<String>,
    /// The files that a submission must contain. Without any, every folder is a submission.
    pub(super) files: Vec<PathBuf>,
    /// The build, if there is one.
    pub(super) build: Option<Build>,
    /// The way a run is started.
    pub(super) start: Start,
    /// The way answers are found in the output.
    pub(super) extractor: Extractor,
    /// Whether move letters name the blank's direction or the tile's.
    pub(super) moves: AcceptedMoves,
    /// The convention and the names of moves as the assignment has them.
    pub(super) moves_text: Option<String>,
    /// The costs of moves as the assignment has them, if there are any.
    pub(super) cost_text: Option<String>,
    /// The number of its key in the assignment. Languages of one key are alternatives: the first
    /// that fits is used.
    pub(super) key: usize,
}

/// The way a run is started.
#[derive(Clone, Debug)]
pub(super) enum Start {
    /// A program of the submission.
    Command(ForeignSolver),
    /// A Python function, and the form of its board.
    Python {
        /// The function.
        function: PythonFunction,
        /// The form of the board.
        notation: PythonNotation,
    },
    /// A Java class.
    Java {
        /// The class with its class path.
        solver: JavaSolver,
        /// The part of the class path that belongs to the assignment.
        libraries: Vec<PathBuf>,
    },
}

/// A command that runs once, before all boards.
#[derive(Clone, Debug)]
pub(super) struct Build {
    /// The program and its arguments.
    pub(super) command: Vec<OsString>,
    /// The time limit of the build.
    pub(super) timeout: Duration,
}

/// Maximum number of file names shown in a message.
const MAX_FILES_SHOWN: usize = 6;

impl Language {
    /// Whether a set of files includes all files of this language.
    pub(super) fn fits(&self, has_file: impl Fn(&Path) -> bool) -> bool {
        self.files.iter().all(|file| has_file(file))
    }

    /// The name under which a single file with this name is stored, if it can be a submission in
    /// this language.
    pub(super) fn name_for(&self, file: &Path) -> Option<&Path> {
        let first = self.files.first()?;
        let has_its_ending = match (first.extension(), file.extension()) {
            (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
            (one, other) => one == other,
        };
        has_its_ending.then_some(first)
    }

    /// The files and the name of the language, for example `solver.py (Python)`.
    pub(super) fn files_and_name(&self) -> String {
        let files = self.files.iter().map(|file| file.display().to_string());
        let files = files.collect::<Vec<_>>().join(" and ");
        self.name.as_ref().map_or(files.clone(), |name| format!("{files} ({name})"))
    }

    /// The files and folders of the assignment that runs need.
    pub(super) fn libraries(&self) -> &[PathBuf] {
        if let Start::Java { libraries, .. } = &self.start { libraries } else { &[] }
    }
}

/// Whether a folder contains the files of some language. False if no files are required, because
/// then any folder could be a submission.
pub(super) fn is_submission(languages: &[Language], folder: &Path) -> bool {
    let has_file = |file: &Path| folder.join(file).is_file();
    languages.iter().any(|language| !language.files.is_empty() && language.fits(has_file))
}

/// Returns the only file of a folder with the ending of a language that needs one file, and the
/// name of that file in the language. There is none if the folder contains a submission.
pub(super) fn only_candidate<'a>(languages: &'a [Language], folder: &Path) -> Option<(PathBuf, &'a Path)> {
    if is_submission(languages, folder) {
        return None;
    }
    let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|entry| entry.is_file() && !is_hidden(entry)).collect();
    files.retain(|file| languages.iter().any(|language| language.name_for(file).is_some()));
    let [file] = &files[..] else { return None };
    let of_one_file = |language: &&Language| language.files.len() == 1;
    let name = languages.iter().filter(of_one_file).find_map(|language| language.name_for(file))?;
    // Files without an ending, such as a Makefile, say nothing about their language.
    file.extension()?;
    Some((file.clone(), name))
}

/// The text of a submission's source file; `None` if it is not a regular file, or too large for one
/// that a person has written.
pub(super) fn source_text(file: &Path) -> Option<String> {
    const MAX_SOURCE_IN_BYTES: usize = 1_000_000;
    let bytes = read_regular_file(file, Links::Followed, MAX_SOURCE_IN_BYTES).ok()?;
    (bytes.len() <= MAX_SOURCE_IN_BYTES).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// Explains why a Java file cannot be renamed: its public class has the name of the file.
pub(super) fn cannot_rename(file: &Path, to: &Path) -> Option<String> {
    let is_java = to.extension().is_some_and(|ending| ending == "java");
    let (class, wanted) = (file.file_stem()?.to_str()?, to.file_stem()?.to_str()?);
    if !is_java || class == wanted {
        return None;
    }
    let text = source_text(file)?;
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').collect();
    let declares = |name: &str| words.windows(2).any(|pair| pair == ["class", name]);
    (declares(class) && !declares(wanted)).then(|| {
        format!(
            "{class}.java declares the class {class}, but the assignment runs {wanted}: rename the class and \
             the file to {wanted}"
        )
    })
}

pub(super) fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Chooses the language of the submission in a folder.
///
/// # Errors
/// A message if none or several of the languages fit.
pub(super) fn choose<'a>(languages: &'a [Language], folder: &Path) -> Result<&'a Language, String> {
    let has_file = |file: &Path| folder.join(file).is_file();
    let mut fitting: Vec<&Language> = languages.iter().filter(|language| language.fits(has_file)).collect();
    fitting.dedup_by_key(|language| language.key);
    match fitting[..] {
        [one] => Ok(one),
        [] => Err(no_language(languages, folder)),
        _ => {
            let files: Vec<String> = fitting.iter().map(|language| language.files_and_name()).collect();
            Err(format!("more than one language fits: it contains {}; keep one of them", files.join(", ")))
        }
    }
}

fn no_language(languages: &[Language], folder: &Path) -> String {
    let expected = expected_files(languages);
    let missing =
        if languages.len() > 1 { format!("no {expected}") } else { format!("{expected} is missing") };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<String> = entries.map(|entry| shown(&entry.path())).collect();
    found.sort_unstable();
    let more = found.len().saturating_sub(MAX_FILES_SHOWN);
    found.truncate(MAX_FILES_SHOWN);
    if more > 0 {
        found.push(format!("{more} more"));
    }
    let found = if found.is_empty() { "nothing".to_owned() } else { found.join(", ") };
    format!("{missing}; found {found}")
}

/// The files that distinguish the languages, for example `solver.py (Python), solver.cpp (C++)`.
pub(super) fn expected_files(languages: &[Language]) -> String {
    let (last, first) = match languages {
        [] => return String::new(),
        [one] => return one.files_and_name(),
        [first @ .., last] => (last, first),
    };
    let first: Vec<String> = first.iter().map(Language::files_and_name).collect();
    format!("{} or {}", first.join(", "), last.files_and_name())
}

/// The name of a file or folder; folders have a slash after the name.
fn shown(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if path.is_dir() { name + "/" } else { name }
}

#[cfg(test)]
mod tests {
    use tilebase::board::{Goal, Shape};

    use super::super::language_rules::languages;
    use super::super::source::Source;
    use super::*;

    fn read(submission: &str) -> Result<Vec<Language>, String> {
        let text = format!("title = 't'\n[submission]\n{submission}");
        let source = Source { file: Path::new("a.toml"), text: &text };
        let rules = source.read().map_err(|error| error.to_string())?;
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        languages(&source, &rules.submission, &goal).map_err(|error| error.to_string())
    }

    const TWO: &str = "moves = 'tile'\nbuild_timeout = 3\n[[submission.language]]\nname = 'C'\nfile = 'a.c'\n\
                       build = ['make']\ncommand = ['a']\n[[submission.language]]\nname = 'D'\n\
                       file = ['a.d', 'b.d']\nbuild = ['dmd']\ncommand = ['b']\nmoves = 'either'\n";

    #[test]
    fn languages_share_keys_and_may_set_their_own() {
        let found = read(TWO).unwrap();
        let [c, d] = &found[..] else { panic!("{found:?}") };
        assert_eq!((c.moves, d.moves), (AcceptedMoves::Tile, AcceptedMoves::Either));
        let timeout = c.build.as_ref().unwrap().timeout;
        assert_eq!((c.name.as_deref(), timeout), (Some("C"), Duration::from_secs(3)));
        assert_eq!(d.files, [PathBuf::from("a.d"), PathBuf::from("b.d")]);
        let without = read(&TWO.replace("build = ['dmd']", "")).unwrap();
        assert!(without[0].build.is_some() && without[1].build.is_none());
        assert_eq!(expected_files(&found), "a.c (C) or a.d and b.d (D)");
        let one = read("file = 'a.c'\ncommand = ['a']").unwrap();
        assert_eq!((one[0].name.as_deref(), expected_files(&one)), (None, "a.c".to_owned()));
    }

    #[test]
    fn missing_and_misplaced_keys_are_reported() {
        for (text, expected) in [
            ("file = 'a'", "line 2: missing: the command to run"),
            ("name = 'a'\ncommand = ['a']", "line 3: name: only a [[submission.language]] has a name"),
            (
                &format!("file = 'a'\n{TWO}"),
                "line 3: file: with several languages, this key belongs under each",
            ),
            (&format!("command = ['a']\n{TWO}"), "line 3: command: with several languages"),
            (&TWO.replace("name = 'C'", ""), "line 5: each language needs a name of its own"),
            (&TWO.replace("'D'", "'C'"), "line 11: name: each language needs a name of its own"),
            (
                &TWO.replace("file = 'a.c'", ""),
                "line 5: missing: the name of the file that this language requires",
            ),
            (&TWO.replace("command = ['b']", ""), "line 10: missing: the command to run"),
            (
                &TWO.replace("build = ['dmd']", "build_timeout = 3"),
                "line 13: build_timeout: there is no build to limit",
            ),
            (&TWO.replace("['a.d', 'b.d']", "'a.c'"), "line 12: file: C and D have the same file"),
            (
                &TWO.replace("['b']", "['b', '{board}']"),
                "command: unknown placeholder {board}; for the board, write {}",
            ),
            (
                &TWO.replace("'a.c'", "['a.c', 3]"),
                "line 7: file: expected a file name, or a list of file names",
            ),
            (&TWO.replace("'a.c'", "'../a.c'"), "line 7: file: expected a file in the submission"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn the_files_of_a_submission_choose_its_language() {
        let languages = read(TWO).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), "").unwrap();
        let chosen = || choose(&languages, folder.path()).map(|language| language.name.clone().unwrap());
        assert_eq!(chosen(), Err("no a.c (C) or a.d and b.d (D); found nothing".to_owned()));
        write("a.d");
        fs::create_dir(folder.path().join("src")).unwrap();
        assert_eq!(chosen(), Err("no a.c (C) or a.d and b.d (D); found a.d, src/".to_owned()));
        write("b.d");
        assert_eq!(chosen(), Ok("D".to_owned()));
        write("a.c");
        let both = "more than one language fits: it contains a.c (C), a.d and b.d (D); keep one of them";
        assert_eq!(chosen(), Err(both.to_owned()));
    }
}
