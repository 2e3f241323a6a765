//! Findings about the answers of other solvers, one line or record each.

use std::io::{self, Write};

use serde::Serialize;

use tilebase::board::Metric;

use super::csv_error::io_error;
use crate::shell::{Format, RIGHT, STRONG, WRONG};
use crate::trial::PathCounts;

/// A finding about one line.
#[derive(Debug)]
pub(crate) struct FindingRow<'a> {
    pub(crate) line: u64,
    /// Empty if no board was read.
    pub(crate) board: String,
    pub(crate) kind: &'a str,
    pub(crate) right: bool,
    /// The counts, for a list of paths.
    pub(crate) paths: Option<PathCounts>,
    pub(crate) finding: String,
}

/// Writes findings in one format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FindingWriter {
    pub(crate) format: Format,
    /// Whether answers are lists of paths, so that their numbers are written.
    pub(crate) counts_paths: bool,
    /// The metric of lengths.
    pub(crate) metric: Metric,
}

/// A finding as it is written. Without lists of paths, their counts are left out.
#[derive(Serialize)]
struct Record<'a> {
    line: u64,
    board: &'a str,
    kind: &'a str,
    right: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Option<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_paths: Option<Option<u128>>,
    metric: &'static str,
    finding: &'a str,
}

impl FindingWriter {
    /// Writes the column names before the first finding, in CSV.
    pub(crate) fn begin(self, out: &mut dyn Write) -> io::Result<()> {
        let counts = if self.counts_paths { "paths,optimal_paths," } else { "" };
        match self.format {
            Format::Csv => writeln!(out, "line,board,kind,right,{counts}metric,finding"),
            Format::Text | Format::Json => Ok(()),
        }
    }

    fn record<'a>(self, row: &'a FindingRow<'a>) -> Record<'a> {
        let FindingRow { line, board, kind, right, paths, finding } = row;
        Record {
            line: *line,
            board,
            kind,
            right: *right,
            paths: self.counts_paths.then(|| paths.map(|paths| paths.listed)),
            optimal_paths: self.counts_paths.then(|| paths.map(|paths| paths.optimal)),
            metric: self.metric.name(),
            finding,
        }
    }

    /// Writes a finding.
    pub(crate) fn write(self, row: &FindingRow<'_>, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Text => {
                let FindingRow { line, board, kind, finding, right, .. } = row;
                let style = if *right { RIGHT } else { WRONG };
                let board = match board.as_str() {
                    "" => String::new(),
                    board => format!("{STRONG}{board}{STRONG:#}: "),
                };
                writeln!(out, "line {line}: {board}{style}{kind}{style:#}: {finding}")
            }
            Format::Json => {
                serde_json::to_writer(&mut *out, &self.record(row))?;
                writeln!(out)
            }
            Format::Csv => {
                let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
                csv.serialize(self.record(row)).map_err(io_error)?;
                csv.flush()
            }
        }
    }
}
