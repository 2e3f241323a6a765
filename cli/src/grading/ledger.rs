//! What was graded already: a file of JSON lines, one for each submission, kept up while a class is graded.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::grade::Grade;

/// A line.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// The hash of the assignment with its boards.
    assignment: String,
    /// The hash of all that the submission is.
    submission: String,
    grade: Grade,
}

/// How every line begins.
const BEGINNING: &str = "{\"assignment\":\"";

/// Grades of earlier runs, and the file to which new ones are added. May be shared by threads.
#[derive(Debug)]
pub(crate) struct Ledger {
    path: PathBuf,
    file: Mutex<File>,
    assignment: String,
    known: HashMap<String, Grade>,
}

impl Ledger {
    /// Opens the ledger of an assignment, or begins one. A last line that was cut off is removed: its submission will be
    /// graded again.
    ///
    /// # Errors
    /// If the file is no ledger, is in use by another run, or can't be read or written.
    pub(crate) fn open(path: &Path, assignment: &str) -> anyhow::Result<Self> {
        let unreadable = || format!("the ledger {} can't be opened", path.display());
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
            Err(TryLockError::WouldBlock) => bail!("the ledger {} is in use by another run", path.display()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(unreadable),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(unreadable)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let torn = &bytes[whole..];
        let beginning = BEGINNING.as_bytes();
        let is_ours = torn.starts_with(beginning) || beginning.starts_with(torn);
        let no_ledger = |line: usize| {
            format!(
                "{}, line {line}: expected the grade of a submission; name another file, or move this one away",
                path.display()
            )
        };
        let lines = bytes[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let mut known = HashMap::new();
        let mut count = 0;
        for line in lines {
            count += 1;
            let line: Line = serde_json::from_slice(line).with_context(|| no_ledger(count))?;
            if line.assignment == assignment {
                known.insert(line.submission, line.grade);
            }
        }
        if !is_ours {
            bail!(no_ledger(count + 1));
        }
        file.set_len(whole as u64).with_context(unreadable)?;
        file.seek(SeekFrom::End(0)).with_context(unreadable)?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file), assignment: assignment.to_owned(), known })
    }

    /// The grade of a submission of this hash.
    pub(super) fn grade_of(&self, hash: &str) -> Option<Grade> {
        self.known.get(hash).cloned()
    }

    /// Adds a grade; it is on the disk when this returns.
    ///
    /// # Errors
    /// If the file can't be written.
    pub(super) fn add(&self, hash: String, grade: &Grade) -> anyhow::Result<()> {
        let line = Line { assignment: self.assignment.clone(), submission: hash, grade: grade.clone() };
        let text = serde_json::to_string(&line)? + "\n";
        // A thread that panicked while it wrote has left a torn line, which is none of ours to mend.
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
        written.with_context(|| format!("the ledger {} can't be written", self.path.display()))
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
    fn grades_are_known_again_whatever_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.jsonl");
        let ledger = Ledger::open(&path, "a").unwrap();
        ledger.add("1".to_owned(), &grade("one")).unwrap();
        assert!(format!("{:#}", Ledger::open(&path, "a").unwrap_err()).contains("is in use by another run"));
        drop(ledger);
        let first = fs::read(&path).unwrap();
        Ledger::open(&path, "a").unwrap().add("2".to_owned(), &grade("two")).unwrap();
        let both = fs::read(&path).unwrap();
        for cut in first.len()..=both.len() {
            fs::write(&path, &both[..cut]).unwrap();
            let ledger = Ledger::open(&path, "a").unwrap();
            assert_eq!(ledger.grade_of("1"), Some(grade("one")));
            assert_eq!(ledger.grade_of("2").is_some(), cut == both.len());
            ledger.add("3".to_owned(), &grade("three")).unwrap();
            drop(ledger);
            assert_eq!(Ledger::open(&path, "a").unwrap().grade_of("3"), Some(grade("three")), "{cut}");
        }
        assert_eq!(Ledger::open(&path, "b").unwrap().grade_of("1"), None);
    }

    #[test]
    fn another_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        for text in ["notes", "notes\n", "{}\n", "{\"assignment\":\"a\"}\n", "a,b\n1,2\n"] {
            fs::write(&path, text).unwrap();
            let error = format!("{:#}", Ledger::open(&path, "a").unwrap_err());
            assert!(error.contains("line 1: expected the grade of a submission"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
