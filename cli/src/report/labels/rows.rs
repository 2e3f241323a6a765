//! The rows of labels.

use tilebase::board::Board;

use crate::labels::{Content, Label};

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
