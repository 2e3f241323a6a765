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
            Outcome::Judged { findings, .. } => {
                self.answers += 1;
                self.right += u64::from(findings.iter().all(|finding| finding.is_right(accepts_longer)));
                for finding in findings {
                    *self.kinds.entry(finding.kind()).or_default() += 1;
                }
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
        /// About each claim, at least one.
        findings: Vec<Finding>,
        /// An estimate that the line holds.
        estimate: Option<NotedEstimate>,
    },
}

/// An estimate, to be compared with those of neighbours.
#[derive(Clone, Copy)]
struct NotedEstimate {
    line: u64,
    goal: Goal,
    board: Board,
    value: u32,
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
        let Opening { form, lines_before, first } = Opening::of(input)?;
        if self.options.format == AnswerFormat::Csv {
            writeln!(out, "line,board,kind,right,finding")?;
        }
        let mut summary = CheckSummary::default();
        let mut estimates: BTreeMap<Goal, Estimates> = BTreeMap::new();
        let mut inconsistent = Vec::new();
        let checking = Checking { checker: self, form, lines_before };
        run_lines(&mut Cursor::new(first).chain(input), out, &checking, |outcome| {
            summary.add(&outcome, self.options.accepts_longer);
            if let Outcome::Judged { estimate: Some(noted), findings } = outcome {
                let was_right = findings.iter().all(|finding| finding.is_right(self.options.accepts_longer));
                let of_goal = estimates.entry(noted.goal).or_default();
                let found = of_goal.inconsistency(&noted.board, noted.value);
                inconsistent.extend(found.map(|found| (noted, found, was_right)));
                of_goal.note(&noted.board, noted.value);
            }
        })?;
        for (noted, finding, was_right) in inconsistent {
            // Not right after all.
            summary.right -= u64::from(was_right);
            *summary.kinds.entry(finding.kind()).or_default() += 1;
            self.write(noted.line, Some(&noted.board), &finding, out)?;
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

    /// The findings about the claims of an entry, or why there are none.
    fn judge(&self, entry: &Entry, goal: &Goal) -> Result<Vec<Finding>, String> {
        let judge = self.judges.get(goal, || {
            let CheckOptions { folder, limits, takes_either_convention, .. } = &self.options;
            let truth = Truth::about(goal, folder, *limits, &|made| (self.on_made)(made, goal))?;
            let judge = Judge::new(truth);
            Ok(Arc::new(if *takes_either_convention { judge.taking_either_convention() } else { judge }))
        })?;
        let findings = entry.claims.iter().map(|claim| judge.judge(&entry.board, claim));
        findings.collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    fn goal_of(&self, entry: &Entry) -> Result<Goal, String> {
        match entry.goal {
            Some(goal) => Ok(goal),
            None => self.options.goal.on(entry.board.shape()).map_err(|error| error.to_string()),
        }
    }
}

/// How an input begins: its form, how many lines that tells nothing of came first, and the first line that is an entry.
struct Opening {
    form: EntryForm,
    lines_before: u64,
    first: Vec<u8>,
}

impl Opening {
    /// Reads up to the first line that is neither empty nor a comment; a header is passed over as well. A line that is
    /// too long is cut, and is found to be so again when it is its turn.
    fn of(input: &mut impl BufRead) -> io::Result<Self> {
        let mut lines_before = 0;
        loop {
            let mut line = Vec::new();
            let read = input.by_ref().take(LONGEST_LINE_IN_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_start_matches('\u{feff}').trim();
            if read > 0 && (text.is_empty() || text.starts_with('#')) {
                lines_before += 1;
                continue;
            }
            let (form, is_header) = EntryForm::of_first_line(text);
            let first = if is_header { Vec::new() } else { line };
            return Ok(Self { form, lines_before: lines_before + u64::from(is_header), first });
        }
    }
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
                return Ok(Outcome::Judged { findings: vec![finding], estimate: None });
            }
        };
        let goal = self.checker.goal_of(&entry);
        let judged = goal.and_then(|goal| Ok((goal, self.checker.judge(&entry, &goal)?)));
        match judged {
            Ok((goal, findings)) => {
                for finding in &findings {
                    self.checker.write(number, Some(&entry.board), finding, text)?;
                }
                let estimate = entry.claims.iter().find_map(|claim| match claim {
                    Claim::Estimate(value) => {
                        Some(NotedEstimate { line: number, goal, board: entry.board, value: *value })
                    }
                    _ => None,
                });
                Ok(Outcome::Judged { findings, estimate })
            }
            Err(reason) => {
                let finding = format!("it could not be judged: {reason}");
                let (line, board) = (number, entry.board.to_string());
                let row = Written { line, board, kind: "unjudged", right: false, finding };
                self.checker.write_row(&row, text)?;
                Ok(Outcome::Unjudged)
            }
        }
    }
}
