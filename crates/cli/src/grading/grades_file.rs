//! The file of grades (`--grades`): one JSON line per submission, written as soon as it is graded.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::grade::Grade;

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// The hash of the assignment and its boards.
    assignment: String,
    /// The hash of the submission's contents.
    submission: String,
    grade: Grade,
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
    known: HashMap<String, Grade>,
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
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(unreadable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("the grades file {} is in use by another run", path.display())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(unreadable),
        }
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
        let lines = bytes[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let mut known = HashMap::new();
        let mut count = 0;
        for line in lines {
            count += 1;
            let Ok(line) = serde_json::from_slice::<Line>(line) else { bail!(not_grades(count)) };
            if line.assignment == assignment {
                known.insert(line.submission, line.grade);
            }
        }
        if !is_ours {
            bail!(not_grades(count + 1));
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
            let other = path.with_extension("jsonl");
            bail!(
                "--grades {file}: this file keeps grades for later runs, in a format of its own; for a \
                 table, use --report {file}; to keep grades, use for example --grades {}",
                other.display()
            );
        }
        if path.exists() { Self::open(path, "").map(drop) } else { Ok(()) }
    }

    /// The grade of the submission with this hash.
    pub(super) fn grade_of(&self, hash: &str) -> Option<Grade> {
        self.known.get(hash).cloned()
    }

    /// Adds a grade. It is on disk when the function returns.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&self, hash: String, grade: &Grade) -> anyhow::Result<()> {
        let line = Line { assignment: self.assignment.clone(), submission: hash, grade: grade.clone() };
        let text = serde_json::to_string(&line)? + "\n";
        // A panic during a write leaves an incomplete line, which the next run removes.
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
        written.with_context(|| format!("cannot write the grades file {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn grade(name: &str) -> Grade {
        Grade::of(name, Vec::new())
    }

    #[test]
    fn grades_are_found_again_after_any_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grades.jsonl");
        let grades = GradesFile::open(&path, "a").unwrap();
        grades.add("1".to_owned(), &grade("one")).unwrap();
        assert!(
            format!("{:#}", GradesFile::open(&path, "a").unwrap_err()).contains("is in use by another run")
        );
        drop(grades);
        let first = fs::read(&path).unwrap();
        GradesFile::open(&path, "a").unwrap().add("2".to_owned(), &grade("two")).unwrap();
        let both = fs::read(&path).unwrap();
        for cut in first.len()..=both.len() {
            fs::write(&path, &both[..cut]).unwrap();
            let grades = GradesFile::open(&path, "a").unwrap();
            assert_eq!(grades.grade_of("1"), Some(grade("one")));
            assert_eq!(grades.grade_of("2").is_some(), cut == both.len());
            grades.add("3".to_owned(), &grade("three")).unwrap();
            drop(grades);
            assert_eq!(GradesFile::open(&path, "a").unwrap().grade_of("3"), Some(grade("three")), "{cut}");
        }
        assert_eq!(GradesFile::open(&path, "b").unwrap().grade_of("1"), None);
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
    }
}
