//! The grades of a class for people at a terminal.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};

use super::report::ClassReport;
use crate::grading::Grade;

const LONGEST_REASON: usize = 110;
const MOST_LINES_SHOWN: usize = 6;

impl ClassReport {
    /// Writes who is to be looked at, and a line for each submission.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", printable(&self.headline()))?;
        let to_be_looked_at = self.to_be_looked_at();
        if !to_be_looked_at.is_empty() {
            writeln!(out, "\nto be looked at by a person:")?;
            to_be_looked_at.iter().try_for_each(|grade| write_doubts(grade, out))?;
        }
        writeln!(out, "\n{}", self.table().trim_fmt())?;
        self.notes().iter().try_for_each(|note| writeln!(out, "{note}"))
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        let names = ["submission", "points"].into_iter().chain(self.categories.iter().map(String::as_str));
        let names: Vec<String> = names.chain(["why"]).map(printable).collect();
        table.load_style(presets::NOTHING).set_header(&names);
        let last = names.len() - 1;
        for (nth, column) in table.column_iter_mut().enumerate() {
            column.set_padding(if nth == 0 { (0, 0) } else { (2, 0) });
            let is_words = nth == 0 || nth == last;
            column.set_cell_alignment(if is_words { CellAlignment::Left } else { CellAlignment::Right });
        }
        table.add_rows(self.grades().into_iter().map(|grade| {
            let earned = grade.categories.iter().map(|category| category.points.to_string());
            let row = [printable(&grade.submission), grade.points.to_string()].into_iter().chain(earned);
            row.chain([shorten(&printable(&grade.reason()))]).collect::<Vec<String>>()
        }));
        table
    }
}

/// Why a person should look at a submission, and what its build or an uncertain run printed.
fn write_doubts(grade: &Grade, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {}: {}", printable(&grade.submission), printable(&grade.needs_a_look.join(", ")))?;
    let of_build = grade.problem.as_ref().map(|problem| problem.printed.clone());
    for line in of_build.unwrap_or_default().lines().take(MOST_LINES_SHOWN) {
        writeln!(out, "    {}", shorten(&printable(line)))?;
    }
    Ok(())
}

/// What is meant for a terminal does not reach ours.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= LONGEST_REASON {
        return text.to_owned();
    }
    text.chars().take(LONGEST_REASON - 1).chain(['…']).collect()
}
