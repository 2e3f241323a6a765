//! The grades of a class as text for a terminal.

use std::io::{self, Write};

use super::super::foreign_text::printable;
use super::histogram::write_bars;
use super::report::{CategoryHead, ClassReport};
use super::table::{Cell, Column, write_columns};
use crate::grading::{Grade, Points, Score};
use crate::shell::{LIMIT, RIGHT, STRONG, WRONG, columns, wrapped};

/// The mark of a submission that needs a manual review.
const MARK: &str = "*";
/// Maximum number of lines shown of a failed build.
const MAX_BUILD_LINES: usize = 6;

impl ClassReport {
    /// Writes the submissions that need a manual review, the table of points, and why points are
    /// missing.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.result.grades.is_empty() {
            return self.notes().iter().try_for_each(|note| writeln!(out, "{}", wrapped(note, 2)));
        }
        writeln!(out, "{STRONG}{}{STRONG:#}", wrapped(&printable(&self.headline()), 2))?;
        let to_review = self.to_review();
        if !to_review.is_empty() {
            writeln!(out, "\n{LIMIT}Needs manual review{LIMIT:#}")?;
            to_review.iter().try_for_each(|grade| write_review(grade, out))?;
        }
        writeln!(out)?;
        self.write_points(out)?;
        if !to_review.is_empty() {
            writeln!(out, "{MARK} needs manual review")?;
        }
        self.write_reasons(out)?;
        if let Some(bins) = self.histogram() {
            writeln!(out)?;
            write_bars(&bins, columns(), out)?;
        }
        if let Some(averages) = self.averages() {
            writeln!(out, "\n{averages}")?;
        }
        self.notes().iter().try_for_each(|note| writeln!(out, "{}", wrapped(note, 2)))
    }

    fn write_points(&self, out: &mut dyn Write) -> io::Result<()> {
        let named: Vec<Column> = self.points_columns(|_, category| printable(&category.name));
        if width(&named) <= columns() {
            return write_columns(&named, out);
        }
        // Too wide for the terminal: numbers instead of names, explained below.
        write_columns(&self.points_columns(|nth, _| (nth + 1).to_string()), out)?;
        let names = self.categories.iter().enumerate();
        let names: Vec<String> =
            names.map(|(nth, category)| format!("{}: {}", nth + 1, printable(&category.name))).collect();
        writeln!(out, "{}", wrapped(&names.join(", "), 0))
    }

    fn points_columns(&self, head: impl Fn(usize, &CategoryHead) -> String) -> Vec<Column> {
        let grades = &self.result.grades;
        let names = grades.iter().map(|grade| {
            let style = if grade.needs_review() { LIMIT } else { anstyle::Style::new() };
            let mark = if grade.needs_review() { format!(" {MARK}") } else { String::new() };
            Cell { text: printable(&grade.submission) + &mark, style }
        });
        let mut table = vec![Column::words("submission", names.collect())];
        if self.has_languages {
            let languages = grades.iter().map(|grade| {
                let language = grade.language.as_deref().unwrap_or("–");
                Cell { text: printable(language), style: anstyle::Style::new() }
            });
            table.push(Column::words("language", languages.collect()));
        }
        let width = self.out_of[0].to_string().len();
        let scores = grades.iter().map(|grade| {
            let Score { points, out_of, extra } = grade.score();
            let extra = if extra.is_zero() { String::new() } else { format!(" +{extra}") };
            let gap = " ".repeat(width.saturating_sub(points.to_string().len()));
            Cell { text: format!("{gap}{points} of {out_of}{extra}"), style: style_of(points, out_of) }
        });
        table.push(Column::words("points", scores.collect()));
        for (nth, category) in self.categories.iter().enumerate() {
            let cells = grades.iter().map(|grade| {
                let points = grade.categories.get(nth).map_or_else(Points::default, |grade| grade.points);
                Cell { text: points.to_string(), style: style_of(points, category.points) }
            });
            table.push(Column::numbers([head(nth, category), category.out_of()], cells.collect()));
        }
        table
    }

    /// Writes why points are missing, for each submission that is not explained above.
    fn write_reasons(&self, out: &mut dyn Write) -> io::Result<()> {
        let is_open = |grade: &&Grade| {
            grade.problem.is_none() && grade.alike.is_none() && grade.reason() != Grade::ALL_RIGHT
        };
        let open: Vec<&Grade> = self.result.grades.iter().filter(is_open).collect();
        if open.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{STRONG}Why points are missing{STRONG:#}")?;
        open.iter().try_for_each(|grade| write_item(&grade.submission, &grade.reason(), out))
    }
}

/// Green for all points, red for none.
fn style_of(points: Points, out_of: Points) -> anstyle::Style {
    if points >= out_of {
        RIGHT
    } else if points.is_zero() {
        WRONG
    } else {
        anstyle::Style::new()
    }
}

fn width(table: &[Column]) -> usize {
    table.iter().map(|column| column.width() + 2).sum::<usize>().saturating_sub(2)
}

/// Writes why a submission needs a review, and the output of its build if that failed.
fn write_review(grade: &Grade, out: &mut dyn Write) -> io::Result<()> {
    write_item(&grade.submission, &grade.needs_review.join("; "), out)?;
    let of_build = grade.problem.as_ref().map(|problem| problem.printed.as_str()).unwrap_or_default();
    for line in of_build.lines().take(MAX_BUILD_LINES) {
        writeln!(out, "{}", wrapped(&format!("    {}", printable(line)), 4))?;
    }
    Ok(())
}

/// Writes a submission and a text, wrapped with an indent.
fn write_item(submission: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", wrapped(&format!("  {}: {}", printable(submission), printable(text)), 4))
}
