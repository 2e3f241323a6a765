//! Judging the answers of another solver, line by line.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Cursor, Read, Write};
use std::sync::Arc;

use serde::Serialize;

use super::answer::{AnswerFormat, Verdict};
use super::engine::Made;
use super::entry::{Entry, EntryForm, EntryReader};
use super::export::io_error;
use super::lines::{LONGEST_LINE_IN_BYTES, Line, LineWork, run_lines};
use super::made_once::MadeOnce;
use super::truth::Truth;
use crate::board::{Board, Goal};
use crate::notation::GoalName;
use crate::search::Limits;
use crate::table::Folder;
use crate::validate::{Claim, Estimates, Finding, Judge};

/// What answers are held to, and how findings are written.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// How answers are read.
    pub reader: EntryReader,
    /// The goal of lines that name none.
    pub goal: GoalName,
    /// Is a path right that is longer than need be?
    pub accepts_longer: bool,
    /// May moves be named by either convention?
    pub takes_either_convention: bool,
    /// Where tables are kept.
    pub folder: Folder,
    /// When a search for the truth is to give up.
    pub limits: Limits,
    /// The form of findings.
    pub format: AnswerFormat,
    /// Write findings about right answers too?
    pub writes_right_ones: bool,
}

/// What a judge has found in all lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckSummary {
    /// Answers judged.
    pub answers: u64,
    /// Right ones.
    pub right: u64,
    /// All findings by kind.
    pub kinds: BTreeMap<&'static str, u64>,
    /// Lines about which the truth could not be told.
    pub unjudged: u64,
}

impl CheckSummary {
    /// What it comes to: are all answers right?
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        if self.unjudged > 0 {
            Verdict::Failed
        } else if self.right < self.answers {
            Verdict::No
        } else {
            Verdict::Yes
        }
    }

    fn add(&mut self, outcome: &Outcome, accepts_longer: bool) {
        match outcome {
            Outcome::Empty => {}
            Outcome::Unjudged => self.unjudged += 1,
            Outcome::Judged { finding, .. } => {
                self.answers += 1;
                self.right += u64::from(finding.is_right(accepts_longer));
                *self.kinds.entry(finding.kind()).or_default() += 1;
            }
        }
    }
}

/// A finding, as it is written.
#[derive(Debug, Serialize)]
struct Written<'a> {
    line: u64,
    board: String,
    kind: &'a str,
    right: bool,
    finding: String,
}

/// What became of a line.
enum Outcome {
    /// It was empty, or a comment.
    Empty,
    /// The truth could not be told.
    Unjudged,
    Judged {
        finding: Finding,
        /// The line, board and value of an estimate.
        estimate: Option<(u64, Board, u32)>,
    },
}

/// Judges answers, from any thread.
#[derive(Debug)]
pub struct Checker<N> {
    options: CheckOptions,
    judges: MadeOnce<Goal, Arc<Judge<Truth>>>,
    /// Told of what was in no file.
    on_made: N,
}

impl<N: Fn(&Made, &Goal) + Sync> Checker<N> {
    /// A checker. `on_made` is called when a table or a catalogue had to be built.
    pub const fn new(options: CheckOptions, on_made: N) -> Self {
        Self { options, judges: MadeOnce::new(), on_made }
    }

    /// Judges every line of the input, over all cores, and writes what it finds, in the order of the lines; what is
    /// found by comparing lines comes last.
    ///
    /// # Errors
    /// Those of the input and of the output.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<CheckSummary> {
        let first = first_line(input)?;
        let (form, is_header) = EntryForm::of_first_line(&String::from_utf8_lossy(&first));
        let lines_before = u64::from(is_header);
        let first = if is_header { Vec::new() } else { first };
        if self.options.format == AnswerFormat::Csv {
            writeln!(out, "line,board,kind,right,finding")?;
        }
        let mut summary = CheckSummary::default();
        let mut estimates = Estimates::default();
        let mut inconsistent = Vec::new();
        let checking = Checking { checker: self, form, lines_before };
        run_lines(&mut Cursor::new(first).chain(input), out, &checking, |outcome| {
            summary.add(&outcome, self.options.accepts_longer);
            if let Outcome::Judged { estimate: Some((line, board, value)), finding } = outcome {
                let was_right = finding.is_right(self.options.accepts_longer);
                let found = estimates.inconsistency(&board, value);
                inconsistent.extend(found.map(|found| (line, board, found, was_right)));
                estimates.note(&board, value);
            }
        })?;
        for (line, board, finding, was_right) in inconsistent {
            // Not right after all.
            summary.right -= u64::from(was_right);
            *summary.kinds.entry(finding.kind()).or_default() += 1;
            self.write(line, Some(&board), &finding, out)?;
        }
        Ok(summary)
    }

    fn write(
        &self,
        line: u64,
        board: Option<&Board>,
        finding: &Finding,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let right = finding.is_right(self.options.accepts_longer);
        if right && !self.options.writes_right_ones {
            return Ok(());
        }
        let board = board.map_or_else(String::new, ToString::to_string);
        let written = Written { line, board, kind: finding.kind(), right, finding: finding.to_string() };
        self.write_row(&written, out)
    }

    fn write_row(&self, row: &Written<'_>, out: &mut impl Write) -> io::Result<()> {
        match self.options.format {
            AnswerFormat::Text => {
                let Written { line, board, kind, finding, .. } = row;
                let board = if board.is_empty() { String::new() } else { format!("{board}: ") };
                writeln!(out, "line {line}: {board}{kind}: {finding}")
            }
            AnswerFormat::Json => {
                serde_json::to_writer(&mut *out, row)?;
                writeln!(out)
            }
            AnswerFormat::Csv => {
                let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
                csv.serialize(row).map_err(io_error)?;
                csv.flush()
            }
        }
    }

    /// The finding about an answer, or why there is none.
    fn judge(&self, entry: &Entry) -> Result<Finding, String> {
        let shape = entry.board.shape();
        let goal = match entry.goal {
            Some(goal) => goal,
            None => self.options.goal.on(shape).map_err(|error| error.to_string())?,
        };
        let judge = self.judges.get(&goal, || {
            let CheckOptions { folder, limits, takes_either_convention, .. } = &self.options;
            let truth = Truth::about(&goal, folder, *limits, &|made| (self.on_made)(made, &goal))?;
            let judge = Judge::new(truth);
            Ok(Arc::new(if *takes_either_convention { judge.taking_either_convention() } else { judge }))
        })?;
        judge.judge(&entry.board, &entry.claim).map_err(|error| error.to_string())
    }
}

/// A header may stand there, so it is looked at before all others. A line that is too long is cut, and is found to be so
/// again when it is its turn.
fn first_line(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST_LINE_IN_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
    Ok(line)
}

struct Checking<'a, N> {
    checker: &'a Checker<N>,
    form: EntryForm,
    lines_before: u64,
}

impl<N: Fn(&Made, &Goal) + Sync> LineWork for Checking<'_, N> {
    type Note = Outcome;

    fn work(&self, line: Line<'_>, text: &mut Vec<u8>) -> io::Result<Outcome> {
        let number = line.number + self.lines_before;
        let malformed = |reason: String| Finding::Malformed { reason };
        let too_long = || malformed(format!("the line is longer than {LONGEST_LINE_IN_BYTES} bytes"));
        let reader = &self.checker.options.reader;
        let read = match line.text {
            Some(line) => {
                reader.read(&self.form, line).map_err(|error| (error.board, malformed(error.reason)))
            }
            None => Err((None, too_long())),
        };
        let entry = match read {
            Ok(Some(entry)) => entry,
            Ok(None) => return Ok(Outcome::Empty),
            Err((board, finding)) => {
                self.checker.write(number, board.as_ref(), &finding, text)?;
                return Ok(Outcome::Judged { finding, estimate: None });
            }
        };
        match self.checker.judge(&entry) {
            Ok(finding) => {
                self.checker.write(number, Some(&entry.board), &finding, text)?;
                let estimate = match entry.claim {
                    Claim::Estimate(value) => Some((number, entry.board, value)),
                    _ => None,
                };
                Ok(Outcome::Judged { finding, estimate })
            }
            Err(reason) => {
                let finding = format!("it could not be judged: {reason}");
                let (line, board) = (number, entry.board.to_string());
                self.checker
                    .write_row(&Written { line, board, kind: "unjudged", right: false, finding }, text)?;
                Ok(Outcome::Unjudged)
            }
        }
    }
}
