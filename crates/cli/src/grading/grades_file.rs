//! The file of grades (`--grades`), which also shows which submissions were being graded when a run
//! was killed.
//!
//! It has one JSON line for every event, on disk before the next step:
//!
//! | line | meaning |
//! |---|---|
//! | `begun` | the grading of a submission begins, `with_others` or `alone` |
//! | `grade` | it is over, and this is the grade |
//! | `ended` | it is over without a grade that may be kept, or was `passed_over` |
//!
//! A run that is killed leaves `begun` lines without an end. If submissions are graded in parallel,
//! any of those may be the cause. So the next run grades them alone, one by one, after all others.
//! If a run is killed while it grades a submission alone, this submission is the likely cause, and
//! the next run passes it over. If that run reaches the end of the class, it says so in the file,
//! and the run after it tries the submission alone once more. Thus every run that ends early
//! settles at least one submission, and the class is graded after few runs.
//!
//! Lines of earlier versions are `grade` lines.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use tilebase::table::open_locked;

use super::grade::Grade;
use crate::shell::{lock, quoted_path};

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// The hash of the assignment and its boards.
    assignment: String,
    /// The hash of the submission's contents.
    submission: String,
    #[serde(flatten)]
    event: Event,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Event {
    Begun(Concurrency),
    Grade(Box<Grade>),
    Ended(NoKeptGrade),
}

/// Whether other submissions are graded at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Concurrency {
    /// Others may be graded at the same time.
    WithOthers,
    /// No other is graded.
    Alone,
}

/// Why there is no grade that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NoKeptGrade {
    /// A rerun may earn more points.
    NotKept,
    /// It was not graded, and it may have ended the judge in an earlier run. The next run grades it
    /// alone.
    PassedOver,
}

/// The findings of earlier runs about a submission.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Earlier {
    /// Its grade.
    Graded(Box<Grade>),
    /// The judge has ended while it graded it.
    Unfinished(Concurrency),
}

/// The start of every line.
const BEGINNING: &str = "{\"assignment\":\"";

/// The grades of earlier runs, and the file that new ones are appended to. Can be shared between
/// threads.
#[derive(Debug)]
pub(crate) struct GradesFile {
    path: PathBuf,
    file: Mutex<File>,
    assignment: String,
    /// Indexed by the hash of the submission.
    known: HashMap<String, Earlier>,
}

impl GradesFile {
    /// Opens or creates the file for an assignment. Removes an incomplete last line, so that its
    /// submission is graded again.
    ///
    /// # Errors
    /// If the file contains something else, is in use by another run, or cannot be read or written.
    pub(crate) fn open(path: &Path, assignment: &str) -> anyhow::Result<Self> {
        let unreadable = || format!("cannot open the grades file {}", path.display());
        let mut options = OpenOptions::new();
        let opened = open_locked(options.read(true).write(true).create(true).truncate(false), path);
        let Some(mut file) = opened.with_context(unreadable)? else {
            bail!("the grades file {} is in use by another run", path.display())
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(unreadable)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let torn = &bytes[whole..];
        let beginning = BEGINNING.as_bytes();
        let is_ours = torn.starts_with(beginning) || beginning.starts_with(torn);
        let not_grades = |line: usize| {
            format!(
                "{}, line {line}: expected a grade; give --grades a new file, or move this one away",
                path.display()
            )
        };
        let lines = || (1..).zip(bytes[..whole].split(|byte| *byte == b'\n'));
        let mut known = HashMap::new();
        for (number, line) in lines().filter(|(_, line)| !line.is_empty()) {
            let Ok(line) = serde_json::from_slice::<Line>(line) else { bail!(not_grades(number)) };
            if line.assignment == assignment {
                apply_event(&mut known, line.submission, line.event);
            }
        }
        if !is_ours {
            // The last piece is the empty one after the last line feed.
            bail!(not_grades(lines().count()));
        }
        file.set_len(whole as u64).with_context(unreadable)?;
        file.seek(SeekFrom::End(0)).with_context(unreadable)?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file), assignment: assignment.to_owned(), known })
    }

    /// Checks an existing file, before boards are chosen for an assignment.
    ///
    /// # Errors
    /// As for `open`; or if the name is that of a report.
    pub(crate) fn check(path: &Path) -> anyhow::Result<()> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
        if ["csv", "html", "md", "xml"].contains(&ending.as_str()) {
            let file = path.display();
            let (quoted, other) = (quoted_path(path), quoted_path(&path.with_extension("jsonl")));
            bail!(
                "--grades {file}: this file keeps grades for later runs, in a format of its own; for a \
                 table, use --report {quoted}; to keep grades, use for example --grades {other}"
            );
        }
        if path.exists() { Self::open(path, "").map(drop) } else { Ok(()) }
    }

    /// The findings of earlier runs about the submission with this hash.
    pub(super) fn earlier(&self, hash: &str) -> Option<Earlier> {
        self.known.get(hash).cloned()
    }

    /// Notes that the grading of a submission begins.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn begin(&self, hash: &str, concurrency: Concurrency) -> anyhow::Result<()> {
        self.add(hash, Event::Begun(concurrency))
    }

    /// Adds a grade.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn keep(&self, hash: &str, grade: &Grade) -> anyhow::Result<()> {
        self.add(hash, Event::Grade(Box::new(grade.clone())))
    }

    /// Notes that the grading of a submission is over without a grade that is kept.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn end(&self, hash: &str, reason: NoKeptGrade) -> anyhow::Result<()> {
        self.add(hash, Event::Ended(reason))
    }

    /// Adds a line. It is on disk when the function returns.
    fn add(&self, hash: &str, event: Event) -> anyhow::Result<()> {
        let line = Line { assignment: self.assignment.clone(), submission: hash.to_owned(), event };
        let text = serde_json::to_string(&line)? + "\n";
        // A panic during a write leaves an incomplete line, which the next run removes.
        let mut file = lock(&self.file);
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
        written.with_context(|| format!("cannot write the grades file {}", self.path.display()))
    }
}

/// Takes up the event of one line. A grade is final: a twin with the same contents may be
/// unfinished.
fn apply_event(known: &mut HashMap<String, Earlier>, hash: String, event: Event) {
    let is_graded = matches!(known.get(&hash), Some(Earlier::Graded(_)));
    match event {
        Event::Grade(grade) => _ = known.insert(hash, Earlier::Graded(grade)),
        _ if is_graded => {}
        Event::Begun(concurrency) => _ = known.insert(hash, Earlier::Unfinished(concurrency)),
        Event::Ended(NoKeptGrade::NotKept) => _ = known.remove(&hash),
        // The next run may try it again, with nothing else to lose.
        Event::Ended(NoKeptGrade::PassedOver) => {
            known.insert(hash, Earlier::Unfinished(Concurrency::WithOthers));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn grade(name: &str) -> Grade {
        Grade::of(name, Vec::new())
    }

    fn graded(name: &str) -> Option<Earlier> {
        Some(Earlier::Graded(Box::new(grade(name))))
    }

    #[test]
    fn grades_are_found_again_after_any_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grades.jsonl");
        let grades = GradesFile::open(&path, "a").unwrap();
        grades.keep("1", &grade("one")).unwrap();
        assert!(
            format!("{:#}", GradesFile::open(&path, "a").unwrap_err()).contains("is in use by another run")
        );
        drop(grades);
        let first = fs::read(&path).unwrap();
        GradesFile::open(&path, "a").unwrap().keep("2", &grade("two")).unwrap();
        let both = fs::read(&path).unwrap();
        for cut in first.len()..=both.len() {
            fs::write(&path, &both[..cut]).unwrap();
            let grades = GradesFile::open(&path, "a").unwrap();
            assert_eq!(grades.earlier("1"), graded("one"));
            assert_eq!(grades.earlier("2").is_some(), cut == both.len());
            grades.keep("3", &grade("three")).unwrap();
            drop(grades);
            assert_eq!(GradesFile::open(&path, "a").unwrap().earlier("3"), graded("three"), "{cut}");
        }
        assert_eq!(GradesFile::open(&path, "b").unwrap().earlier("1"), None);
    }

    #[test]
    fn lines_of_the_first_version_are_grades() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grades.jsonl");
        let old = serde_json::json!({"assignment": "a", "submission": "1", "grade": grade("one")});
        fs::write(&path, format!("{old}\n")).unwrap();
        assert_eq!(GradesFile::open(&path, "a").unwrap().earlier("1"), graded("one"));
    }

    #[test]
    fn submissions_without_an_end_are_unfinished() {
        use Concurrency::{Alone, WithOthers};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grades.jsonl");
        let open = || GradesFile::open(&path, "a").unwrap();
        let earlier = |hash: &str| open().earlier(hash);
        open().begin("1", WithOthers).unwrap();
        assert_eq!(earlier("1"), Some(Earlier::Unfinished(WithOthers)));
        open().begin("1", Alone).unwrap();
        assert_eq!(earlier("1"), Some(Earlier::Unfinished(Alone)));
        open().end("1", NoKeptGrade::PassedOver).unwrap();
        assert_eq!(earlier("1"), Some(Earlier::Unfinished(WithOthers)), "it is tried again");
        open().begin("1", Alone).unwrap();
        open().end("1", NoKeptGrade::NotKept).unwrap();
        assert_eq!(earlier("1"), None);
        // A twin of a graded submission has the same hash.
        open().begin("2", WithOthers).unwrap();
        open().keep("2", &grade("two")).unwrap();
        open().begin("2", WithOthers).unwrap();
        assert_eq!(earlier("2"), graded("two"));
        assert_eq!(GradesFile::open(&path, "b").unwrap().earlier("1"), None);
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        for text in ["notes", "notes\n", "{}\n", "{\"assignment\":\"a\"}\n", "a,b\n1,2\n"] {
            fs::write(&path, text).unwrap();
            let error = format!("{:#}", GradesFile::open(&path, "a").unwrap_err());
            assert!(error.contains("line 1: expected a grade"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        for text in ["\n\nnotes\n", "\n\nnotes"] {
            fs::write(&path, text).unwrap();
            let error = format!("{:#}", GradesFile::open(&path, "a").unwrap_err());
            assert!(error.contains("line 3: expected a grade"), "{error}");
        }
    }
}
