//! A trial as one HTML page that needs nothing beside it.

use std::io::{self, Write};

use super::super::chart::Chart;
use super::super::html::{escape, write_head, write_table};
use super::report::TrialReport;
use crate::trial::Attempt;

/// More failures than this are left to the CSV.
const MOST_FAILURES: usize = 500;

impl TrialReport {
    /// Writes the page: counts, kinds, pictures, and the failures, the smallest first.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write_page(&self, charts: &[Chart], out: &mut dyn Write) -> io::Result<()> {
        write_head("A solver on trial", out)?;
        let (command, headline) = (escape(&self.command), escape(&self.headline()));
        writeln!(out, "<p><code>{command}</code></p>\n<p><b>{headline}</b></p>")?;
        if let Some(headline) = self.bad_headline() {
            writeln!(out, "<p><b>{headline}</b></p>")?;
        }
        for note in self.notes() {
            writeln!(out, "<p>{}</p>", escape(&note))?;
        }
        let kinds = self.kinds();
        if !kinds.is_empty() {
            writeln!(out, "<h2>What is wrong</h2>")?;
            let rows = kinds.iter().map(|kind| {
                let Attempt { board, verdict, .. } = kind.smallest;
                vec![kind.kind.to_owned(), format!("{board}: {verdict}"), kind.count.to_string()]
            });
            write_table(out, &["kind", "the smallest", "boards"], &["kind", "the smallest"], rows)?;
        }
        for chart in charts {
            writeln!(out, "<figure>\n{}</figure>", chart.svg)?;
        }
        let failures = self.failures();
        if !failures.is_empty() {
            writeln!(out, "<h2>The smallest failures</h2>")?;
            let names = ["board", "kind", "what is wrong", "repeat it", "distance", "ms", "expanded"];
            write_table(
                out,
                &names,
                &names[..4],
                failures.iter().take(MOST_FAILURES).map(|tried| cells_of(tried)),
            )?;
        }
        let more = failures.len().saturating_sub(MOST_FAILURES);
        if more > 0 {
            writeln!(out, "<p>and {more} more</p>")?;
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
        tried.time.map_or_else(String::new, |time| format!("{:.3}", time.as_secs_f64() * 1e3)),
        tried.nodes.map_or_else(String::new, |nodes| nodes.to_string()),
    ]
}
