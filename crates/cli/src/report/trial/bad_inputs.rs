//! The results of trials with bad input, in all formats.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::super::html::write_table;
use super::super::junit::{Problem, body, write_case};
use super::super::markdown::{code_in_cell, escape};
use super::super::numbers::duration;
use super::report::TrialReport;
use crate::shell::{RIGHT, WRONG, plural};
use crate::trial::{BadAttempt, BadInput, Reaction};

/// One bad input, for JSON.
#[derive(Serialize)]
pub(super) struct BadRow<'a> {
    pub(super) input: &'static str,
    pub(super) kind: &'static str,
    pub(super) right: bool,
    pub(super) detail: String,
    pub(super) seconds: f64,
    pub(super) repeat: &'a str,
    pub(super) stdout: &'a str,
    pub(super) stderr: &'a str,
}

impl<'a> BadRow<'a> {
    pub(super) fn of(tried: &'a BadAttempt) -> Self {
        let [stdout, stderr] = &tried.shown;
        Self {
            input: tried.input.name(),
            kind: tried.reaction.kind(),
            right: tried.is_right(),
            detail: tried.reaction.to_string(),
            seconds: tried.time.as_secs_f64(),
            repeat: &tried.call,
            stdout,
            stderr,
        }
    }
}

impl TrialReport {
    pub(super) fn bad_inputs(&self) -> &[BadAttempt] {
        &self.result.bad_inputs
    }

    /// Returns the counts as a sentence; `None` if no bad input was tried.
    pub(super) fn bad_headline(&self) -> Option<String> {
        let tried = self.bad_inputs().len();
        let inputs = plural(tried, "bad input", "bad inputs");
        let uncaught =
            self.bad_inputs().iter().filter(|tried| matches!(tried.reaction, Reaction::Uncaught { .. }));
        let uncaught = match uncaught.count() {
            0 => String::new(),
            1 => ", 1 by an uncaught exception".to_owned(),
            count => format!(", {count} by uncaught exceptions"),
        };
        match self.bad_wrong() {
            _ if tried == 0 => None,
            0 => Some(format!("{tried} {inputs}: all refused{uncaught}")),
            wrong => Some(format!("{tried} {inputs}: {} refused{uncaught}, {wrong} wrong", tried - wrong)),
        }
    }

    /// The number of bad inputs that were not refused.
    pub(super) fn bad_wrong(&self) -> usize {
        self.bad_inputs().iter().filter(|tried| !tried.is_right()).count()
    }

    /// The total duration of their runs.
    pub(super) fn bad_time(&self) -> Duration {
        self.bad_inputs().iter().map(|tried| tried.time).sum()
    }

    /// Writes a line per bad input, with the command that repeats a failure.
    pub(super) fn write_bad_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(headline) = self.bad_headline() else { return Ok(()) };
        writeln!(out, "{headline}")?;
        let width = BadInput::ALL.map(|bad| bad.name().len()).into_iter().max().unwrap_or(0);
        for BadAttempt { input, reaction, call, .. } in self.bad_inputs() {
            let style = if reaction.is_right() { RIGHT } else { WRONG };
            writeln!(out, "  {input:width$} {style}{}{style:#}: {reaction}", reaction.kind())?;
            if !reaction.is_right() {
                writeln!(out, "  {:width$} reproduce: {call}", "")?;
            }
        }
        Ok(())
    }

    /// Writes a JUnit test case per bad input.
    pub(super) fn write_bad_cases(&self, out: &mut dyn Write) -> io::Result<()> {
        for tried in self.bad_inputs() {
            let [stdout, stderr] = &tried.shown;
            let problem = Problem {
                is_error: is_error(tried),
                kind: Some(tried.reaction.kind()),
                message: &tried.reaction.to_string(),
                body: Some(&body("reproduce", &tried.call, [stdout, stderr])),
            };
            let problem = (!tried.is_right()).then_some(&problem);
            write_case("malformed", &tried.input.to_string(), tried.time.as_secs_f64(), problem, out)?;
        }
        Ok(())
    }

    /// The number of errors in the sense of JUnit: runs that did not exit by themselves.
    pub(super) fn bad_errors(&self) -> usize {
        self.bad_inputs().iter().filter(|tried| is_error(tried)).count()
    }

    /// Writes a Markdown table.
    pub(super) fn write_bad_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(headline) = self.bad_headline() else { return Ok(()) };
        let headline = escape(&headline);
        writeln!(out, "\n{headline}\n\n| bad input | verdict | detail | reproduce |\n|---|---|---|---|")?;
        for tried in self.bad_inputs() {
            let (kind, did) = (tried.reaction.kind(), escape(&tried.reaction.to_string()));
            writeln!(out, "| {} | {kind} | {did} | {} |", tried.input, code_in_cell(&tried.call))?;
        }
        Ok(())
    }

    /// Writes an HTML table.
    pub(super) fn write_bad_page(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(headline) = self.bad_headline() else { return Ok(()) };
        writeln!(out, "<h2>{headline}</h2>")?;
        let names = ["bad input", "verdict", "detail", "reproduce", "time"];
        let cells = |tried: &BadAttempt| {
            vec![
                tried.input.to_string(),
                tried.reaction.kind().to_owned(),
                tried.reaction.to_string(),
                tried.call.clone(),
                duration(tried.time.as_secs_f64()),
            ]
        };
        write_table(out, &names, &names[..4], self.bad_inputs().iter().map(cells))
    }
}

/// Whether the run did not exit by itself.
fn is_error(tried: &BadAttempt) -> bool {
    !tried.is_right() && !matches!(tried.reaction, Reaction::SolvesBadInput { .. })
}
