//! A histogram as lines of text.

use std::io::{self, Write};

use super::numbers::with_commas;
use crate::shell::columns;

/// Maximum length of a bar, in characters.
const MAX_BAR: usize = 50;

/// Blocks of one eighth to eight eighths of a character.
const EIGHTHS: [&str; 8] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/// Writes a line for each distance from the first that occurs: distance, number of states, and bar.
///
/// # Errors
/// Errors of the writer.
pub(crate) fn write_histogram(histogram: &[u64], out: &mut dyn Write) -> io::Result<()> {
    let most = histogram.iter().copied().max().unwrap_or(0).max(1);
    let width = with_commas(most).len();
    let longest = columns().saturating_sub(width + 8).clamp(1, MAX_BAR);
    for (distance, &count) in histogram.iter().enumerate().skip_while(|(_, count)| **count == 0) {
        let line = format!("{distance:>3}  {:>width$}  {}", with_commas(count), bar(count, most, longest));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Formats a bar; the count `most` gets `longest` characters. Every count but 0 is visible.
pub(crate) fn bar(count: u64, most: u64, longest: usize) -> String {
    let eighths = u128::from(count) * longest as u128 * 8 / u128::from(most.max(1));
    let eighths = usize::try_from(eighths).unwrap_or(usize::MAX).max(usize::from(count > 0));
    let part = (eighths % 8).checked_sub(1).map_or("", |nth| EIGHTHS[nth]);
    EIGHTHS[7].repeat(eighths / 8) + part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion_and_fit_the_line() {
        let mut text = Vec::new();
        write_histogram(&[0, 1, 2, 1000], &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let full = "█".repeat(50);
        assert_eq!(text, format!("  1      1  ▏\n  2      2  ▏\n  3  1,000  {full}\n"));
        assert_eq!([0, 1, 4, 8].map(|count| bar(count, 8, 3)), ["", "▍", "█▌", "███"]);
    }
}
