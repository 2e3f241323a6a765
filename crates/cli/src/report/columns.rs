//! Tables in plain text that fit the terminal.

use std::io::{self, Write};

use anstyle::Style;

use crate::shell::{STRONG, columns_of_output};

/// The spaces between two columns.
const GAP: usize = 2;

/// A cell with an optional color.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// Creates a cell with a color.
    pub(crate) const fn styled(text: String, style: Style) -> Self {
        Self { text, style }
    }

    /// Returns the text without its color.
    pub(crate) fn into_text(self) -> String {
        self.text
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self::styled(text.into(), Style::new())
    }
}

/// A table with a heading. Words are aligned to the left, numbers to the right.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    headings: Vec<Cell>,
    /// The number of leading columns that contain words.
    words: usize,
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
enum Row {
    Cells(Vec<Cell>),
    /// A title above the following rows, which are indented.
    Section(Cell),
}

impl Columns {
    /// Creates a table whose first columns contain words.
    pub(crate) fn new(words: usize, headings: &[&str]) -> Self {
        let headings = headings.iter().map(|name| Cell::styled((*name).to_owned(), STRONG)).collect();
        Self { headings, words, rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(Row::Cells(cells.into_iter().collect()));
    }

    /// Adds a title above the following rows.
    pub(crate) fn section(&mut self, title: String) {
        self.rows.push(Row::Section(Cell::styled(title, STRONG)));
    }

    /// Writes the table. If it is wider than the terminal, the first column gets lines of its own.
    /// In a pipe or a file, each row is one line.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_within(columns_of_output().unwrap_or(usize::MAX), out)
    }

    fn write_within(&self, most: usize, out: &mut dyn Write) -> io::Result<()> {
        let indent = if self.rows.iter().any(|row| matches!(row, Row::Section(_))) { GAP } else { 0 };
        let widths = self.widths();
        let width = indent + widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        let layout = Layout { widths, words: self.words, indent, is_folded: width > most };
        layout.write(&self.headings, out)?;
        for row in &self.rows {
            match row {
                Row::Cells(cells) => layout.write(cells, out)?,
                Row::Section(Cell { text, style }) => writeln!(out, "{style}{text}{style:#}")?,
            }
        }
        Ok(())
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.headings.iter().map(Cell::width).collect();
        for row in &self.rows {
            if let Row::Cells(cells) = row {
                widths.iter_mut().zip(cells).for_each(|(width, cell)| *width = cell.width().max(*width));
            }
        }
        widths
    }
}

struct Layout {
    widths: Vec<usize>,
    words: usize,
    indent: usize,
    is_folded: bool,
}

impl Layout {
    fn write(&self, cells: &[Cell], out: &mut dyn Write) -> io::Result<()> {
        let mut gap = self.indent;
        for (nth, (Cell { text, style }, width)) in cells.iter().zip(&self.widths).enumerate() {
            let padding = width.saturating_sub(text.chars().count());
            let (before, after) = if nth < self.words { (0, padding) } else { (padding, 0) };
            write!(out, "{:1$}{style}{text}{style:#}", "", gap + before)?;
            gap = GAP + after;
            if nth == 0 && self.is_folded && cells.len() > 1 {
                writeln!(out)?;
                gap = self.indent + GAP;
            }
        }
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;

    fn written(most: usize, table: &Columns) -> String {
        let mut out = Vec::new();
        table.write_within(most, &mut out).unwrap();
        strip_str(std::str::from_utf8(&out).unwrap()).to_string()
    }

    #[test]
    fn words_stand_left_and_numbers_right() {
        let mut table = Columns::new(1, &["method", "states", "time"]);
        table.section("board".to_owned());
        table.row(["astar", "1,024", "7 ms"].map(Cell::from));
        table.row(["ida", "9", "-"].map(Cell::from));
        let expected = "  method  states  time\nboard\n  astar    1,024  7 ms\n  ida          9     -\n";
        assert_eq!(written(80, &table), expected);
    }

    #[test]
    fn a_wide_table_has_its_names_on_separate_lines() {
        let mut table = Columns::new(1, &["a long heading", "n"]);
        table.row(["astar", "10"].map(Cell::from));
        assert_eq!(written(16, &table), "a long heading\n   n\nastar\n  10\n");
    }
}
