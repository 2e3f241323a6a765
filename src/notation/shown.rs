//! What messages are made of: text of others, cut to a length that fits, and what several of them say.

use crate::board::MAX_CELLS;

/// A text, cut if it is long, for messages.
#[must_use]
pub fn shorten(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text.to_owned(),
    }
}

/// Says that no board has so many cells, and why where a limit is the reason.
pub(super) fn without_shape(cells: usize) -> String {
    if cells > MAX_CELLS {
        format!("found {cells} tiles, but a board has at most {MAX_CELLS} cells: no shape fits")
    } else {
        format!("no shape has {cells} cells")
    }
}

/// The first few items, and how many more there are.
pub(super) fn listed(items: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    const LISTED: usize = 5;
    let mut items: Vec<String> = items.collect();
    let more = items.len().saturating_sub(LISTED);
    if more > 0 {
        items.truncate(LISTED);
        items.push(format!("and {more} more"));
    }
    items.into_iter()
}
