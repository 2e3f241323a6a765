//! The result of `validate` for programs: JSON and CSV.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use super::super::csv_error::io_error;
use super::super::foreign_text::cell;
use super::bad_inputs::BadRow;
use super::report::TrialReport;
use crate::trial::{Attempt, BadAttempt};
use tilebase_answers::ReadAs;

/// The JSON object.
#[derive(Serialize)]
struct Whole<'a> {
    /// The goal; `None` if there are several.
    goal: Option<String>,
    goals: Vec<String>,
    command: &'a str,
    metric: &'static str,
    boards: usize,
    right: usize,
    wrong: usize,
    /// Boards without a recognized answer, or for which the program could not be started.
    not_judged: usize,
    /// The verdict as a sentence, its usual causes, and where to read more.
    verdict: String,
    advice: Vec<String>,
    more: Option<&'static str>,
    kinds: Vec<Kind>,
    failures: Vec<Row<'a>>,
    slowest: Vec<Slow>,
    answers_read_as: Vec<Form>,
    findings: Vec<String>,
    peak_memory_in_bytes: Option<u64>,
    batch_seconds: Option<f64>,
    /// How runs were isolated: `namespaces` or `none`.
    isolation: &'static str,
    left_running: usize,
    lines_too_many: usize,
    not_tried: usize,
    goals_not_tried: usize,
    interrupted: bool,
    bad_inputs: Vec<BadRow<'a>>,
}

#[derive(Serialize)]
struct Kind {
    kind: &'static str,
    count: usize,
    smallest: String,
}

#[derive(Serialize)]
struct Form {
    form: &'static str,
    count: usize,
}

#[derive(Serialize)]
struct Slow {
    board: String,
    seconds: f64,
    cpu_seconds: Option<f64>,
}

/// One board. The order of the fields is that of the CSV columns.
#[derive(Serialize)]
struct Row<'a> {
    board: String,
    distance: Option<u32>,
    kind: &'static str,
    right: bool,
    detail: String,
    seconds: Option<f64>,
    expanded: Option<u64>,
    peak_memory_in_bytes: Option<u64>,
    repeat: Cow<'a, str>,
    stdout: Cow<'a, str>,
    stderr: Cow<'a, str>,
    /// The source of the answer.
    read_from: String,
    cpu_seconds: Option<f64>,
    /// The number of states that the reference method expands.
    expected_expanded: Option<u64>,
    goal: String,
    /// The metric of the distance. Written only in CSV: an object has it for all boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    /// The number of paths in the list. Written only where all optimal paths are expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Option<usize>>,
    /// The number of optimal paths, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_paths: Option<Option<u128>>,
}

impl Row<'_> {
    /// The row for a spreadsheet: no cell is a formula.
    fn for_sheet(&self) -> Row<'_> {
        Row {
            board: cell(&self.board).into_owned(),
            detail: cell(&self.detail).into_owned(),
            repeat: cell(&self.repeat),
            stdout: cell(&self.stdout),
            stderr: cell(&self.stderr),
            read_from: cell(&self.read_from).into_owned(),
            goal: self.goal.clone(),
            ..*self
        }
    }
}

impl TrialReport {
    /// Writes counts and failures as one JSON object, on one line.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let kinds = self.kinds().into_iter().map(|kind| Kind {
            kind: kind.kind,
            count: kind.count,
            smallest: kind.smallest.board.to_string(),
        });
        let read_as = self.read_as().into_iter().map(|(form, count, _)| Form { form: name_of(form), count });
        let slowest = self.slowest(10).into_iter();
        let slowest = slowest.map(|(tried, time)| Slow {
            board: tried.board.to_string(),
            seconds: time.as_secs_f64(),
            cpu_seconds: tried.cpu_time.map(|time| time.as_secs_f64()),
        });
        let goals: Vec<String> = self.goals().iter().map(ToString::to_string).collect();
        let diagnosis = self.diagnosis();
        let whole = Whole {
            goal: (goals.len() == 1).then(|| self.goal.to_string()),
            goals,
            command: &self.command,
            metric: self.metric.name(),
            boards: self.tried().len(),
            right: self.right(),
            wrong: self.wrong(),
            not_judged: self.not_judged(),
            verdict: diagnosis.verdict,
            advice: diagnosis.advice,
            more: diagnosis.more,
            kinds: kinds.collect(),
            failures: self.failures().into_iter().map(row).collect(),
            slowest: slowest.collect(),
            answers_read_as: read_as.collect(),
            findings: [self.of_estimates(), self.of_nodes()]
                .into_iter()
                .flatten()
                .chain(self.common_failures())
                .collect(),
            peak_memory_in_bytes: self.peak_memory_in_bytes(),
            batch_seconds: self.result.batch_time.map(|time| time.as_secs_f64()),
            isolation: self.isolation.name(),
            left_running: self.result.left_running,
            lines_too_many: self.result.lines_too_many,
            not_tried: self.result.given - self.tried().len(),
            goals_not_tried: self.result.goals_not_tried,
            interrupted: self.result.is_interrupted,
            bad_inputs: self.bad_inputs().iter().map(BadRow::of).collect(),
        };
        serde_json::to_writer(&mut *out, &whole)?;
        writeln!(out)
    }

    /// Writes every board, and every bad input by its name, as CSV with a header.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let goal = self.goal.to_string();
        let mut csv = csv::Writer::from_writer(out);
        let metric = Some(self.metric.name());
        let mut write = |tried| csv.serialize(Row { metric, ..row(tried) }.for_sheet());
        self.tried().iter().try_for_each(&mut write).map_err(io_error)?;
        let counts_paths = self.tried().iter().any(|tried| tried.paths.is_some());
        let bad_row = |tried| Row {
            metric,
            paths: counts_paths.then_some(None),
            optimal_paths: counts_paths.then_some(None),
            ..row_of_bad(tried, &goal)
        };
        let mut write_bad = |tried| csv.serialize(bad_row(tried).for_sheet());
        self.bad_inputs().iter().try_for_each(&mut write_bad).map_err(io_error)?;
        csv.flush()
    }
}

/// Creates the row of a bad input, with its name in the board column.
fn row_of_bad<'a>(tried: &'a BadAttempt, goal: &str) -> Row<'a> {
    let BadRow { input, kind, right, detail, seconds, repeat, stdout, stderr } = BadRow::of(tried);
    Row {
        board: input.to_owned(),
        distance: None,
        kind,
        right,
        detail,
        seconds: Some(seconds),
        expanded: None,
        peak_memory_in_bytes: None,
        repeat: Cow::Borrowed(repeat),
        stdout: Cow::Borrowed(stdout),
        stderr: Cow::Borrowed(stderr),
        cpu_seconds: None,
        goal: goal.to_owned(),
        read_from: String::new(),
        expected_expanded: None,
        metric: None,
        paths: None,
        optimal_paths: None,
    }
}

fn row(tried: &Attempt) -> Row<'_> {
    let [stdout, stderr] = &tried.shown;
    Row {
        board: tried.board.to_string(),
        distance: tried.distance,
        kind: tried.verdict.kind(),
        right: tried.is_right,
        detail: tried.verdict.to_string(),
        seconds: tried.time.map(|time| time.as_secs_f64()),
        expanded: tried.nodes,
        peak_memory_in_bytes: tried.peak_memory_in_bytes,
        repeat: Cow::Borrowed(&tried.call),
        stdout: Cow::Borrowed(stdout),
        stderr: Cow::Borrowed(stderr),
        cpu_seconds: tried.cpu_time.map(|time| time.as_secs_f64()),
        goal: tried.goal.to_string(),
        read_from: tried.quotes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        expected_expanded: tried.expected_nodes,
        metric: None,
        paths: tried.paths.map(|paths| Some(paths.listed)),
        optimal_paths: tried.paths.map(|paths| Some(paths.optimal)),
    }
}

const fn name_of(form: ReadAs) -> &'static str {
    match form {
        ReadAs::Path => "path",
        ReadAs::Length => "length",
        ReadAs::Unsolvable => "unsolvable",
        ReadAs::Estimate => "estimate",
        ReadAs::Solvable => "solvable",
    }
}
