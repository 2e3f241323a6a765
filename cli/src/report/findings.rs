//! Findings about the answers of other solvers, a line or a record each.

use std::io::{self, Write};

use serde::Serialize;

use super::csv_error::io_error;
use crate::shell::Format;

/// A finding about a line. The fields are those of JSON and CSV, in their order.
#[derive(Debug, Serialize)]
pub(crate) struct FindingRow<'a> {
    pub(crate) line: u64,
    /// Empty, if no board was read.
    pub(crate) board: String,
    pub(crate) kind: &'a str,
    pub(crate) right: bool,
    pub(crate) finding: String,
}

/// Writes findings in a form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FindingWriter {
    pub(crate) format: Format,
}

impl FindingWriter {
    /// Writes what stands before the first finding.
    pub(crate) fn begin(self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == Format::Csv { writeln!(out, "line,board,kind,right,finding") } else { Ok(()) }
    }

    /// Writes a finding.
    pub(crate) fn write(self, row: &FindingRow<'_>, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Text => {
                let FindingRow { line, board, kind, finding, .. } = row;
                let board = if board.is_empty() { String::new() } else { format!("{board}: ") };
                writeln!(out, "line {line}: {board}{kind}: {finding}")
            }
            Format::Json => {
                serde_json::to_writer(&mut *out, row)?;
                writeln!(out)
            }
            Format::Csv => {
                let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
                csv.serialize(row).map_err(io_error)?;
                csv.flush()
            }
        }
    }
}
