//! A histogram as lines of text.

use std::io::{self, Write};

use super::numbers::with_commas;

/// The longest bar, in characters.
const WIDEST: u64 = 50;

/// Writes a line for each distance: the distance, how many states it has, and a bar.
///
/// ```
/// let mut text = Vec::new();
/// tilebase::report::write_histogram(&[1, 2, 4], &mut text)?;
/// assert!(String::from_utf8_lossy(&text).ends_with("\n  2  4  ##################################################\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of the writer.
pub(crate) fn write_histogram(histogram: &[u64], out: &mut dyn Write) -> io::Result<()> {
    let most = histogram.iter().copied().max().unwrap_or(0).max(1);
    let width = with_commas(most).len();
    for (distance, &count) in histogram.iter().enumerate() {
        let bar = "#".repeat(usize::try_from((count * WIDEST).div_ceil(most)).unwrap_or(0));
        writeln!(out, "{distance:>3}  {:>width$}  {bar}", with_commas(count))?;
    }
    Ok(())
}
