//! The text of an assignment: reads it, and reports all its errors at once with their lines.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::de::{DeTable, Deserializer, Error};

use super::assignment::Assignment;
use super::mend::mend;
use super::wording::{
    DOUBLE_BRACKETS, DUPLICATE_KEY, in_plain_words, missing_key, misspelled_value, single_brackets,
    unknown_key,
};

/// The errors in an assignment, with their lines.
#[derive(Debug, thiserror::Error)]
pub(crate) struct AssignmentError {
    file: PathBuf,
    /// At least one, in the order of their lines.
    faults: Vec<Fault>,
}

/// An error at a line of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    line: usize,
    what: String,
}

impl fmt::Display for AssignmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        if let [Fault { line, what }] = &self.faults[..] {
            return write!(f, "{file}, line {line}: {what}");
        }
        write!(f, "{file} has {} errors:", self.faults.len())?;
        self.faults.iter().try_for_each(|Fault { line, what }| write!(f, "\n  line {line}: {what}"))
    }
}

impl AssignmentError {
    /// Combines two errors of one file.
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        let mut faults = [self.faults, other.faults].concat();
        faults.sort_by_key(|fault| fault.line);
        faults.dedup();
        Self { faults, ..self }
    }
}

/// All values, or else all errors together.
pub(super) fn all<T>(
    results: impl IntoIterator<Item = Result<T, AssignmentError>>,
) -> Result<Vec<T>, AssignmentError> {
    let mut values = Vec::new();
    let mut errors: Option<AssignmentError> = None;
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(error) => {
                errors = Some(match errors.take() {
                    Some(before) => before.and(error),
                    None => error,
                });
            }
        }
    }
    errors.map_or(Ok(values), Err)
}

/// The text of an assignment, used to locate errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a Path,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    /// Reads the file. Combinations of keys are only checked when the boards are chosen.
    ///
    /// The TOML library stops at the first wrong value. To find the others, that value is replaced
    /// by a valid one and the text is read again, until there are no more errors.
    ///
    /// # Errors
    /// [`AssignmentError`] with the line and the key of each error.
    pub(crate) fn read(&self) -> Result<Assignment, AssignmentError> {
        let (mut root, errors) = DeTable::parse_recoverable(self.text);
        let mut faults: Vec<Fault> = errors.iter().map(|error| self.fault_of(error)).collect();
        let is_toml = faults.is_empty();
        loop {
            let error = match Assignment::deserialize(Deserializer::from(root.clone())) {
                Ok(assignment) if faults.is_empty() => return Ok(assignment),
                Ok(_mended) => break,
                Err(error) => error,
            };
            // A key may seem missing only because the parser dropped it with invalid TOML.
            if is_toml || missing_key(error.message()).is_none() {
                faults.push(self.fault_of(&error));
            }
            if !mend(&mut root, &error) {
                break;
            }
        }
        // A text that is no TOML leads to further errors in the same line.
        faults.sort_by_key(|fault| fault.line);
        if !is_toml {
            faults.dedup_by_key(|fault| fault.line);
        }
        // Without its double brackets, a list of tables is one table with every key several times.
        if faults.iter().any(|fault| fault.what.contains(DOUBLE_BRACKETS)) {
            faults.retain(|fault| !fault.what.ends_with(DUPLICATE_KEY));
        }
        faults.dedup();
        Err(AssignmentError { file: self.file.to_owned(), faults })
    }

    fn fault_of(&self, error: &Error) -> Fault {
        let at = error.span().map_or(0, |span| span.start);
        let message = error.message().replace(['\n', '\r'], " ");
        let line = self.line_at(at);
        if let Some(what) = misspelled_value(line).or_else(|| single_brackets(line, &message)) {
            return self.fault(at, what);
        }
        let has_key = missing_key(&message).is_some() || unknown_key(&message).is_some();
        let key = self.key_at(at).filter(|_| !has_key);
        let message = in_plain_words(&message);
        self.fault(at, key.map_or_else(|| message.clone(), |key| format!("{key}: {message}")))
    }

    /// An error at a key within a part of the text, or at the start of that part.
    pub(crate) fn error_at_key(&self, part: &Range<usize>, key: &str, what: &str) -> AssignmentError {
        let is_key = |line: &str| {
            line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let mut at = part.start;
        let lines = self.text.get(part.start..).unwrap_or_default().split_inclusive('\n').enumerate();
        // The part ends at the next table.
        let within = lines.take_while(|(nth, line)| *nth == 0 || !line.trim_start().starts_with('['));
        for (_, line) in within {
            if is_key(line) {
                return self.error(at, format!("{key}: {what}"));
            }
            at += line.len();
        }
        self.error(part.start, what.to_owned())
    }

    fn error(&self, at: usize, what: String) -> AssignmentError {
        AssignmentError { file: self.file.to_owned(), faults: vec![self.fault(at, what)] }
    }

    fn fault(&self, at: usize, what: String) -> Fault {
        let before = self.text.get(..at).unwrap_or(self.text);
        Fault { line: before.matches('\n').count() + 1, what }
    }

    /// The line at an offset.
    fn line_at(&self, at: usize) -> &str {
        let begin =
            self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
        self.text.get(begin..).unwrap_or_default().lines().next().unwrap_or_default()
    }

    /// The part of the text from a header on, for example `[limits]`.
    pub(crate) fn part(&self, header: &str) -> Range<usize> {
        let at = self.text.find(header).unwrap_or_default();
        at..self.text.len()
    }

    /// The key of the value at an offset: that on the last line up to there that has a key.
    fn key_at(&self, at: usize) -> Option<&str> {
        let before = self.text.get(..at)?;
        for line in before.rsplit('\n') {
            if line.trim_start().starts_with('[') && !line.contains('=') {
                return None;
            }
            if let Some((key, _)) = line.split_once('=') {
                return Some(key.trim());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(text: &str) -> String {
        Source { file: Path::new("a.toml"), text }.read().unwrap_err().to_string()
    }

    #[test]
    fn all_errors_are_reported_with_their_lines() {
        let text = "goal = 'snial'\nseed = -1\n[submission]\nfile = 'a'\nbuild = 'make'\n\
                    comand = 'a'\nexpect = 'x'\nwhat = 1\n[limits]\ntimeout = 'ten'\n\
                    [[category]]\nname = 'c'\nhidden = 'x'\n[[category]]\npoints = 0\n\
                    [[category]]\nname = 'd'\npoints = 3.333\ndepths = 3\n";
        let errors = errors(text);
        let lines: Vec<&str> = errors.lines().collect();
        let expected = [
            "a.toml has 15 errors:",
            "  line 1: goal: ",
            "  line 1: title is missing",
            "  line 2: seed: expected a whole number",
            "  line 5: build: expected a list of words",
            "  line 6: comand: expected a list of words",
            "  line 6: unknown key comand; did you mean command?",
            "  line 7: expect: expected one of auto",
            "  line 8: unknown key what: expected one of ",
            "  line 10: timeout: expected a time",
            "  line 11: points is missing",
            "  line 13: hidden: expected true or false",
            "  line 14: name is missing",
            "  line 15: points: expected a number above 0",
            "  line 18: points: expected at most two decimals",
            "  line 19: depths: expected depths in quotes",
        ];
        for begin in expected {
            assert!(lines.iter().any(|found| found.starts_with(begin)), "{begin}\n{errors}");
        }
        assert_eq!(lines.len(), expected.len(), "{errors}");
        let in_order: Vec<usize> =
            lines[1..].iter().map(|line| line[7..].split(':').next().unwrap().parse().unwrap()).collect();
        assert!(in_order.is_sorted(), "{errors}");
    }

    #[test]
    fn text_that_is_no_toml_hides_no_other_error() {
        let text = "titel = 't'\ngoal = snail\n[submission]\ncommand = ['a']\nexpect = 'x'\n\
                    [[category]]\nname = 'c\npoints = 1\nhidden = yes\nseed = 1\n";
        let errors = errors(text);
        for expected in [
            "line 1: unknown key titel; did you mean title?",
            "line 2: expected goal = \"snail\", found snail",
            "line 5: expect: expected one of auto",
            "line 7: name: invalid literal string",
            "line 9: expected hidden = true, found yes",
            "line 10: unknown key seed",
        ] {
            assert!(errors.contains(expected), "{expected}\n{errors}");
        }
        assert_eq!(errors.lines().count(), 7, "{errors}");
    }

    #[test]
    fn an_empty_assignment_lacks_its_tables() {
        let errors = errors("");
        assert_eq!(
            errors,
            "a.toml has 2 errors:\n  line 1: title is missing\n  line 1: submission is missing"
        );
    }
}
