//! The result of `validate` as JUnit XML, for continuous-integration services.

use std::io::{self, Write};
use std::time::Duration;

use tilebase::board::Metric;

use super::super::junit::{Counts, Problem, body, escape, write_case};
use super::report::TrialReport;
use crate::trial::{Attempt, Verdict};

impl TrialReport {
    /// Writes a test case for each board and each bad input.
    ///
    /// A wrong answer is a failure, a run without an answer an error.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_junit(&self, out: &mut dyn Write) -> io::Result<()> {
        let errors = self.tried().iter().filter(|tried| !tried.is_right && is_error(tried)).count();
        let failures = self.tried().len() - self.right() - errors + self.bad_wrong() - self.bad_errors();
        let errors = errors + self.bad_errors();
        let of_runs: Duration = self.tried().iter().filter_map(|tried| tried.time).sum();
        let seconds = self.result.batch_time.unwrap_or(of_runs);
        let tests = self.tried().len() + self.bad_inputs().len();
        let seconds = (seconds + self.bad_time()).as_secs_f64();
        let counts = Counts { tests, failures, errors, seconds };
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<testsuites {counts}>\n<testsuite name=\"{}\" {counts}>", escape(&self.command))?;
        if self.metric == Metric::MultiTile {
            let metric = self.metric.name();
            writeln!(out, "<properties><property name=\"metric\" value=\"{metric}\"/></properties>")?;
        }
        self.tried().iter().try_for_each(|tried| write_tried(tried, out))?;
        self.write_bad_cases(out)?;
        writeln!(out, "</testsuite>\n</testsuites>")
    }
}

/// Whether the run ended without an answer.
fn is_error(tried: &Attempt) -> bool {
    !matches!(tried.verdict, Verdict::Judged(_))
}

fn write_tried(tried: &Attempt, out: &mut dyn Write) -> io::Result<()> {
    let class = tried.distance.map_or_else(|| "unsolvable".to_owned(), |depth| format!("depth {depth:02}"));
    let [stdout, stderr] = &tried.shown;
    let problem = Problem {
        is_error: is_error(tried),
        kind: Some(tried.verdict.kind()),
        message: &tried.verdict.to_string(),
        body: Some(&body("reproduce", &tried.call, [stdout, stderr])),
    };
    let seconds = tried.time.unwrap_or_default().as_secs_f64();
    write_case(&class, &tried.board.to_string(), seconds, (!tried.is_right).then_some(&problem), out)
}
