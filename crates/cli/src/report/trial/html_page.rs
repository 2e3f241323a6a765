//! The result of `validate` as a self-contained HTML page.

use std::io::{self, Write};

use super::super::chart::Chart;
use super::super::html::{escape, write_head, write_table};
use super::super::numbers::{duration, with_commas};
use super::report::TrialReport;
use crate::trial::Attempt;

/// Maximum number of failures listed; the CSV has all of them.
const MAX_FAILURES: usize = 500;

impl TrialReport {
    /// Writes the page: verdict, counts, charts, and the failures, smallest first.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_page(&self, charts: &[Chart], out: &mut dyn Write) -> io::Result<()> {
        write_head("Solver check", out)?;
        let (command, headline) = (escape(&self.command), escape(&self.headline()));
        let diagnosis = self.diagnosis();
        writeln!(out, "<p><code>{command}</code></p>\n<p><b>{}</b></p>", escape(&diagnosis.verdict))?;
        for advice in &diagnosis.advice {
            writeln!(out, "<p>{}</p>", escape(advice))?;
        }
        writeln!(out, "<p>{headline}</p>")?;
        if let Some(headline) = self.bad_headline() {
            writeln!(out, "<p><b>{headline}</b></p>")?;
        }
        for note in self.notes(true) {
            writeln!(out, "<p>{}</p>", escape(&note))?;
        }
        let kinds = self.kinds();
        if !kinds.is_empty() {
            writeln!(out, "<h2>Verdicts</h2>")?;
            let rows = kinds.iter().map(|kind| {
                let Attempt { board, verdict, .. } = kind.smallest;
                vec![kind.kind.to_owned(), format!("{board}: {verdict}"), kind.count.to_string()]
            });
            write_table(out, &["verdict", "first example", "boards"], &["verdict", "first example"], rows)?;
        }
        for chart in charts {
            writeln!(out, "<figure>\n{}</figure>", chart.svg)?;
        }
        let failures = self.failures();
        if !failures.is_empty() {
            writeln!(out, "<h2>Failing boards</h2>")?;
            let names = ["board", "verdict", "detail", "reproduce", "distance", "time", "expanded nodes"];
            write_table(
                out,
                &names,
                &names[1..4],
                failures.iter().take(MAX_FAILURES).map(|tried| cells_of(tried)),
            )?;
        }
        let more = failures.len().saturating_sub(MAX_FAILURES);
        if more > 0 {
            writeln!(out, "<p>{more} more failing boards are not shown; see the CSV report.</p>")?;
        }
        self.write_bad_page(out)?;
        writeln!(out, "</body>\n</html>")
    }
}

fn cells_of(tried: &Attempt) -> Vec<String> {
    vec![
        tried.board.to_string(),
        tried.verdict.kind().to_owned(),
        tried.verdict.to_string(),
        tried.call.clone(),
        tried.distance.map_or_else(String::new, |distance| distance.to_string()),
        tried.time.map_or_else(String::new, |time| duration(time.as_secs_f64())),
        tried.nodes.map_or_else(String::new, with_commas),
    ]
}
