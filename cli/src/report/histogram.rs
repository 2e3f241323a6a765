//! A histogram as lines of text.

use std::io::{self, Write};

use super::numbers::with_commas;

/// The longest bar, in characters.
const WIDEST: u64 = 50;

/// Writes a line for each distance from the first that has states: the distance, how many states it has, and a bar.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write_histogram(histogram: &[u64], out: &mut dyn Write) -> io::Result<()> {
    let most = histogram.iter().copied().max().unwrap_or(0).max(1);
    let width = with_commas(most).len();
    for (distance, &count) in histogram.iter().enumerate().skip_while(|(_, count)| **count == 0) {
        let bar = "#".repeat(usize::try_from((count * WIDEST).div_ceil(most)).unwrap_or(0));
        writeln!(out, "{distance:>3}  {:>width$}  {bar}", with_commas(count))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_bar_is_as_wide_as_a_line_allows() {
        let mut text = Vec::new();
        write_histogram(&[0, 1, 2, 4], &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let bars: Vec<usize> = text.lines().map(|line| line.matches('#').count()).collect();
        assert_eq!(bars, [13, 25, 50]);
        assert!(text.ends_with(&format!("\n  3  4  {}\n", "#".repeat(50))));
    }
}
