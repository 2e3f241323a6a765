//! The tables that a build has written, and the command that uses them.

use std::io::{self, Write};

use super::columns::{Cell, Columns};
use super::describe::{Description, mean};
use super::numbers::{duration, size, with_commas};
use crate::shell::{RIGHT, STRONG, saved_in_words, wrapped};

/// Writes one table in full, or several in columns, and then the command that uses them.
///
/// # Errors
/// Errors of the writer.
pub(crate) fn write_built(
    tables: &[Description],
    usage: Option<&str>,
    seconds: f64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let time = duration(seconds);
    match tables {
        [] => {}
        [table] => {
            let file = table.file.as_deref().unwrap_or_default();
            Description { file: None, ..table.clone() }.write_fields(out)?;
            writeln!(out, "\nwritten to {STRONG}{file}{STRONG:#} in {time}")?;
        }
        tables => {
            columns_of(tables).write(out)?;
            let bytes: u64 = tables.iter().map(|table| table.bytes).sum();
            writeln!(out, "\n{} pattern databases, {}, written in {time}", tables.len(), size(bytes))?;
            for (table, origin) in tables.iter().filter_map(|table| Some((table, table.resumed?))) {
                writeln!(out, "{} resumed from a checkpoint {}", tiles_of(table), saved_in_words(origin))?;
            }
        }
    }
    match usage {
        Some(usage) => writeln!(out, "{}", wrapped(&format!("{RIGHT}ready{RIGHT:#}: {usage}"), 2)),
        None => Ok(()),
    }
}

fn tiles_of(table: &Description) -> String {
    table.pattern.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn columns_of(tables: &[Description]) -> Columns {
    let mut columns = Columns::new(1, &["tiles", "entries", "deepest", "mean", "size"]);
    for table in tables {
        columns.row([
            Cell::styled(tiles_of(table), STRONG),
            with_commas(table.states).into(),
            table.deepest.to_string().into(),
            format!("{:.2}", mean(&table.histogram)).into(),
            size(table.bytes).into(),
        ]);
    }
    columns
}
