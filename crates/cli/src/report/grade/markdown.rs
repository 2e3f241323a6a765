//! The grades of a class in Markdown, for summaries of continuous integration.

use std::io::{self, Write};

use super::super::markdown::escape;
use super::report::ClassReport;

impl ClassReport {
    /// Writes the submissions that need a manual review, and a table of points with reasons.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "## {}", escape(&self.title))?;
        writeln!(out, "\n{}", escape(&self.summary()))?;
        let to_review = self.to_review();
        if !to_review.is_empty() {
            writeln!(out, "\n### Needs manual review\n")?;
            for grade in to_review {
                let (submission, why) = (escape(&grade.submission), escape(&grade.needs_review.join("; ")));
                writeln!(out, "- **{submission}**: {why}")?;
            }
        }
        let categories = self
            .categories
            .iter()
            .map(|category| format!("{} ({})", escape(&category.name), category.out_of()));
        let heads = ["submission".to_owned(), "points".to_owned()].into_iter().chain(categories);
        let heads: Vec<String> = heads.chain(["why".to_owned()]).collect();
        writeln!(out, "\n| {} |", heads.join(" | "))?;
        writeln!(out, "|---|---:|{}---|", "---:|".repeat(self.categories.len()))?;
        for grade in &self.result.grades {
            let earned = grade.categories.iter().map(|category| category.points.to_string());
            let mark = if grade.needs_review() { " (needs review)" } else { "" };
            let name = escape(&grade.submission) + mark;
            let row = [name, grade.score().to_string()].into_iter().chain(earned);
            let row: Vec<String> = row.chain([escape(&grade.reason())]).collect();
            writeln!(out, "| {} |", row.join(" | "))?;
        }
        if let Some(averages) = self.averages() {
            writeln!(out, "\n{averages}")?;
        }
        self.notes().iter().try_for_each(|note| writeln!(out, "\n{}", escape(note)))
    }
}
