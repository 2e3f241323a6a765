//! Text columns with styles.

use std::io::{self, Write};

use anstyle::Style;

/// A column with a head of one or two lines.
pub(super) struct Column {
    head: [String; 2],
    cells: Vec<Cell>,
    is_left: bool,
}

/// Text with a style.
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) style: Style,
}

const GAP: &str = "  ";

impl Column {
    /// Creates a column of left-aligned words.
    pub(super) fn words(head: &str, cells: Vec<Cell>) -> Self {
        Self { head: [head.to_owned(), String::new()], cells, is_left: true }
    }

    /// Creates a column of right-aligned numbers.
    pub(super) const fn numbers(head: [String; 2], cells: Vec<Cell>) -> Self {
        Self { head, cells, is_left: false }
    }

    /// The width of the longest text.
    pub(super) fn width(&self) -> usize {
        let texts = self.head.iter().chain(self.cells.iter().map(|cell| &cell.text));
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    }

    fn padded(&self, cell: &str, style: Style) -> String {
        let padding = " ".repeat(self.width().saturating_sub(cell.chars().count()));
        if self.is_left {
            format!("{style}{cell}{style:#}{padding}")
        } else {
            format!("{padding}{style}{cell}{style:#}")
        }
    }
}

/// Writes the heads and one line per row, without trailing spaces.
pub(super) fn write_columns(columns: &[Column], out: &mut dyn Write) -> io::Result<()> {
    let mut write_line = |parts: Vec<String>| writeln!(out, "{}", parts.join(GAP).trim_end());
    for nth in 0..2 {
        if columns.iter().any(|column| !column.head[nth].is_empty()) {
            write_line(
                columns.iter().map(|column| column.padded(&column.head[nth], Style::new())).collect(),
            )?;
        }
    }
    let rows = columns.first().map_or(0, |column| column.cells.len());
    for row in 0..rows {
        let cell = |column: &Column| {
            column.cells.get(row).map(|cell| column.padded(&cell.text, cell.style)).unwrap_or_default()
        };
        write_line(columns.iter().map(cell).collect())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_left_aligned_and_numbers_right() {
        let cells = |texts: [&str; 2]| {
            texts.map(|text| Cell { text: text.to_owned(), style: Style::new() }).into_iter().collect()
        };
        let table = [
            Column::words("name", cells(["é", "longest"])),
            Column::numbers(["far".to_owned(), "of 5".to_owned()], cells(["5", "12.5"])),
        ];
        let mut text = Vec::new();
        write_columns(&table, &mut text).unwrap();
        let expected = "name      far\n         of 5\né           5\nlongest  12.5\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
