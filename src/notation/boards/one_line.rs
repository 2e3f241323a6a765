//! The ways to read one line as a board.

use super::blank::is_blank_symbol;
use super::form::BoardForm;
use super::row::Row;
use super::sketch::{Sketch, number};
use super::span::Span;

/// The readings of a line as a board, without anything dropped.
pub(super) fn one_line(line: Span<'_>) -> Vec<Sketch> {
    let mut sketches = vec![whole(line)];
    let trimmed = line.trim();
    let width = trimmed.text.chars().count();
    // `1234 5678`: one digit for each tile, and a space for the blank.
    let row = Row::of(trimmed, Some(width));
    if row.is_gapless && trimmed.text.contains(' ') {
        sketches.push(Sketch::flat(gapless_form(width), row.symbols, row.place).gapless());
    }
    sketches
}

fn whole(line: Span<'_>) -> Sketch {
    let row = Row::of(line, None);
    if row.is_gapless {
        return Sketch::flat(gapless_form(row.width()), row.symbols, row.place).gapless();
    }
    let has_commas = row.text.contains([',', ';']);
    let form = if has_commas { BoardForm::Commas } else { BoardForm::Spaces };
    Sketch::flat(form, row.symbols, row.place)
}

const fn gapless_form(symbols: usize) -> BoardForm {
    if symbols <= 10 { BoardForm::Digits } else { BoardForm::Hex }
}

/// The reading of a line with an index or a name before the board that nothing marks as one.
pub(super) fn without_index(line: Span<'_>) -> Option<Sketch> {
    let line = line.trim();
    let end = line.text.find(|c: char| c.is_whitespace() || c == ',')?;
    let label = &line.text[..end];
    let rest = line.from(end + line.text[end..].chars().next().map_or(0, char::len_utf8));
    (is_index(label) && !rest.is_empty()).then(|| whole(rest).labelled(Some(label.to_owned())))
}

/// A number, or a name of two characters or more that begins with a letter.
fn is_index(label: &str) -> bool {
    let is_name = label.len() > 1 && label.starts_with(char::is_alphabetic) && !is_blank_symbol(label);
    number(label).is_some() || is_name
}

/// The reading of a line with slashes between rows.
pub(super) fn slashes(line: Span<'_>) -> Sketch {
    let slash = if line.text.contains('/') { '/' } else { '\\' };
    let parts = line.split(|c| c == slash);
    let rows: Vec<Row> = parts.iter().map(|part| Row::of(*part, None)).collect();
    let width = rows.iter().find(|row| row.is_gapless).map(Row::width);
    let with_space = |part: &Span<'_>| Row::of(*part, width);
    let rows: Vec<Row> = match width {
        Some(_) => parts.iter().map(with_space).collect(),
        None => rows,
    };
    let form = if slash == '/' { BoardForm::Slash } else { BoardForm::Backslash };
    let is_gapless = rows.iter().all(|row| row.is_gapless);
    let place = line.trim().place;
    let sketch = Sketch::of_rows(form, rows.into_iter().map(|row| row.symbols).collect(), place);
    if is_gapless { sketch.gapless() } else { sketch }
}
