//! Joins lines of the page that belong together.

use std::ops::Range;

use super::page::{Line, Page};

/// Lines that belong together, because a list or an arrow continues.
pub(super) struct Passage {
    pub(super) text: String,
    pub(super) lines: Range<usize>,
}

/// Splits the page into passages.
pub(super) fn passages(page: &Page) -> Vec<Passage> {
    let mut passages = Vec::new();
    let mut at = 0;
    while at < page.lines.len() {
        let end = end_of_list(&page.lines, at).max(end_of_arrows(&page.lines, at));
        let lines: Vec<&str> = page.lines[at..end].iter().map(|line| without_frame(&line.text)).collect();
        passages.push(Passage { text: lines.join(" "), lines: at..end });
        at = end;
    }
    passages
}

/// Removes a frame around a line.
fn without_frame(text: &str) -> &str {
    text.trim_matches(|c| matches!(c, ' ' | '|'))
}

/// Maximum number of lines of a list of moves or a board.
const MAX_LINES: usize = 400;

/// The end of the brackets opened on a line, or the next line if none are opened or they never
/// close.
fn end_of_list(lines: &[Line], at: usize) -> usize {
    let mut depth = 0_i32;
    for (end, line) in (at + 1..).zip(&lines[at..]).take(MAX_LINES) {
        let has_other_stream = line.stream != lines[at].stream;
        let open = line.text.matches(['[', '(', '{']).count() as i32;
        depth += open - line.text.matches([']', ')', '}']).count() as i32;
        if depth <= 0 && !has_other_stream {
            return end;
        }
        // Fields between the brackets mean that it is not a list of moves.
        let is_list = end == at + 1 || !line.text.contains([':', '=']);
        let opens = line.text.ends_with(['[', '(', '{', ',', '\'', '"']) || line.text.contains(['\'', ',']);
        if line.text.is_empty() || has_other_stream || !is_list || !(opens || end > at + 1) {
            break;
        }
    }
    at + 1
}

/// The end of the lines that continue with an arrow or a comma.
fn end_of_arrows(lines: &[Line], at: usize) -> usize {
    const SIGNS: [&str; 5] = ["->", "→", "=>", "⇒", ","];
    let mut end = at + 1;
    while let Some(next) =
        lines.get(end).filter(|next| next.stream == lines[at].stream && end < at + MAX_LINES)
    {
        let (before, after) = (without_frame(&lines[end - 1].text), without_frame(&next.text));
        // A line of arrows alone contains moves.
        let has_words = [before, after].iter().all(|text| text.contains(char::is_alphanumeric))
            && !after.contains([':', '=']);
        let goes_on = has_words && SIGNS.iter().any(|sign| before.ends_with(sign) || after.starts_with(sign));
        if !goes_on || before.is_empty() || after.is_empty() {
            break;
        }
        end += 1;
    }
    end
}
