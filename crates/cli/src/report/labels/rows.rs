//! The rows of labels, and their CSV.

use std::io::{self, Write};

use tilebase::board::Board;
use tilebase::notation::MoveConvention;

use crate::labels::{Content, Label};
use crate::report::csv_error::io_error;

/// The number of rows.
pub(super) fn count_rows(content: Content, labels: &[Label]) -> u64 {
    labels.iter().map(|label| boards_of(content, label) as u64).sum()
}

/// Iterates over the rows: boards and their lengths.
pub(super) fn rows(content: Content, labels: &[Label]) -> impl Iterator<Item = (Board, u16)> + '_ {
    labels.iter().flat_map(move |label| label.along().take(boards_of(content, label)))
}

fn boards_of(content: Content, label: &Label) -> usize {
    match content {
        Content::Boards | Content::Paths => 1,
        Content::AlongPath => usize::from(label.length()) + 1,
    }
}

/// Writes a header and one line per row.
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_csv(
    content: Content,
    moves: MoveConvention,
    labels: &[Label],
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let has_paths = content == Content::Paths;
    let columns: &[&str] = if has_paths { &["board", "length", "path"] } else { &["board", "length"] };
    csv.write_record(columns).map_err(io_error)?;
    if has_paths {
        for (label, (board, length)) in labels.iter().zip(rows(content, labels)) {
            let path = moves.write(label.path());
            csv.write_record([board.to_string(), length.to_string(), path]).map_err(io_error)?;
        }
    } else {
        for (board, length) in rows(content, labels) {
            csv.write_record([board.to_string(), length.to_string()]).map_err(io_error)?;
        }
    }
    csv.flush()
}
