//! Findings about the answers of other solvers, one line or record each.

use std::io::{self, Write};

use serde::Serialize;

use super::csv_error::io_error;
use crate::shell::{Format, RIGHT, STRONG, WRONG};

/// A finding about one line. The order of the fields is that of JSON and CSV.
#[derive(Debug, Serialize)]
pub(crate) struct FindingRow<'a> {
    pub(crate) line: u64,
    /// Empty if no board was read.
    pub(crate) board: String,
    pub(crate) kind: &'a str,
    pub(crate) right: bool,
    pub(crate) finding: String,
}

/// Writes findings in one format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FindingWriter {
    pub(crate) format: Format,
}

impl FindingWriter {
    /// Writes the column names before the first finding, in CSV.
    pub(crate) fn begin(self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == Format::Csv { writeln!(out, "line,board,kind,right,finding") } else { Ok(()) }
    }

    /// Writes a finding.
    pub(crate) fn write(self, row: &FindingRow<'_>, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Text => {
                let FindingRow { line, board, kind, finding, right } = row;
                let style = if *right { RIGHT } else { WRONG };
                let board = match board.as_str() {
                    "" => String::new(),
                    board => format!("{STRONG}{board}{STRONG:#}: "),
                };
                writeln!(out, "line {line}: {board}{style}{kind}{style:#}: {finding}")
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
