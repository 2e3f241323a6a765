//! The result of `validate` as Markdown, for pull requests and reports.

use std::io::{self, Write};

use super::super::markdown::{code, code_in_cell, escape, sentence};
use super::report::TrialReport;

const MAX_FAILURES: usize = 20;

impl TrialReport {
    /// Writes the verdict, the counts, and the smallest failures.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let diagnosis = self.diagnosis();
        writeln!(out, "## {}\n\n**{}**\n", code(&self.command), sentence(&diagnosis.verdict))?;
        diagnosis.advice.iter().try_for_each(|advice| writeln!(out, "{}\n", sentence(advice)))?;
        writeln!(out, "{}\n", self.headline())?;
        let kinds = self.kinds();
        if !kinds.is_empty() {
            writeln!(out, "| verdict | boards | first |\n|---|---:|---|")?;
            for kind in &kinds {
                writeln!(out, "| {} | {} | {} |", kind.kind, kind.count, kind.smallest.board)?;
            }
            writeln!(out, "\n| board | distance | detail | reproduce |\n|---|---:|---|---|")?;
        }
        let failures = self.failures();
        for tried in failures.iter().take(MAX_FAILURES) {
            let distance = tried.distance.map_or_else(|| "–".to_owned(), |distance| distance.to_string());
            let (detail, call) = (escape(&tried.verdict.to_string()), code_in_cell(&tried.call));
            writeln!(out, "| {} | {distance} | {detail} | {call} |", tried.board)?;
        }
        if failures.len() > MAX_FAILURES {
            writeln!(out, "\n{} more failing boards are not shown", failures.len() - MAX_FAILURES)?;
        }
        self.write_bad_markdown(out)?;
        writeln!(out)?;
        self.notes(true).iter().try_for_each(|note| writeln!(out, "- {}", sentence(note)))
    }
}
