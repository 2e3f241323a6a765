//! The result of `validate` as JUnit XML, for continuous-integration services.

use std::io::{self, Write};
use std::time::Duration;

use super::super::xml::escape;
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
        let counts = format!(
            "tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\" time=\"{:.3}\"",
            self.tried().len() + self.bad_inputs().len(),
            (seconds + self.bad_time()).as_secs_f64()
        );
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<testsuites {counts}>\n<testsuite name=\"{}\" {counts}>", escape(&self.command))?;
        self.tried().iter().try_for_each(|tried| write_case(tried, out))?;
        self.write_bad_cases(out)?;
        writeln!(out, "</testsuite>\n</testsuites>")
    }
}

/// Whether the run ended without an answer.
fn is_error(tried: &Attempt) -> bool {
    !matches!(tried.verdict, Verdict::Judged(_))
}

fn write_case(tried: &Attempt, out: &mut dyn Write) -> io::Result<()> {
    let class = tried.distance.map_or_else(|| "unsolvable".to_owned(), |depth| format!("depth {depth:02}"));
    let seconds = tried.time.unwrap_or_default().as_secs_f64();
    write!(out, "<testcase classname=\"{class}\" name=\"{}\" time=\"{seconds:.6}\"", tried.board)?;
    if tried.is_right {
        return writeln!(out, "/>");
    }
    let element = if is_error(tried) { "error" } else { "failure" };
    let (kind, message) = (tried.verdict.kind(), escape(&tried.verdict.to_string()));
    let [stdout, stderr] = &tried.shown;
    let body = escape(&format!("repeat it: {}\nstdout:\n{stdout}\nstderr:\n{stderr}", tried.call));
    writeln!(out, ">\n<{element} type=\"{kind}\" message=\"{message}\">{body}</{element}>\n</testcase>")
}
