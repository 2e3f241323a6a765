//! A histogram of distances, as lines of text and as a chart.

use std::io::{self, Write};

use plotters::prelude::{
    ChartBuilder, Color, IntoDrawingArea, IntoFont, PathElement, RGBColor, Rectangle, SVGBackend, Text, WHITE,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{IntoTextStyle, TextStyle};

use super::chart::{DrawError, FONT, GRID, INK};
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

const SIZE_IN_PIXELS: (u32, u32) = (860, 420);
const BAR: RGBColor = RGBColor(0x2F, 0x6D, 0x9E);

/// Draws the number of states at each distance as SVG, with a bar for each distance.
///
/// # Errors
/// [`DrawError`] if the chart cannot be drawn.
pub(crate) fn draw_histogram(histogram: &[u64], title: &str) -> Result<String, DrawError> {
    let mut picture = String::new();
    let failed =
        |error: Box<dyn std::error::Error>| DrawError { title: title.to_owned(), reason: error.to_string() };
    draw(histogram, title, &mut picture).map_err(failed)?;
    Ok(picture)
}

#[expect(clippy::cast_precision_loss, reason = "bars are a few hundred pixels high")]
fn draw(histogram: &[u64], title: &str, picture: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(picture, SIZE_IN_PIXELS).into_drawing_area();
    area.fill(&WHITE)?;
    let deepest = histogram.len().saturating_sub(1);
    let most = histogram.iter().copied().max().unwrap_or(1) as f64;
    let text = |size: u32| TextStyle::from((FONT, size).into_font()).color(&INK);
    let mut chart = ChartBuilder::on(&area)
        .caption(title, text(19))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(86)
        .build_cartesian_2d(-0.6..deepest as f64 + 0.6, 0.0..most * 1.08)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(GRID.mix(0.0))
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_desc("moves to the goal")
        .y_desc("states")
        .axis_desc_style(text(15))
        .label_style(text(13))
        .x_labels(deepest.min(16) + 1)
        .x_label_formatter(&|distance| format!("{distance:.0}"))
        .y_labels(6)
        .y_label_formatter(&|count| with_commas(count.round() as u64))
        .draw()?;
    let bar = |(distance, count): (usize, &u64)| {
        let (from, to) = (distance as f64 - 0.42, distance as f64 + 0.42);
        Rectangle::new([(from, 0.0), (to, *count as f64)], BAR.filled())
    };
    chart.draw_series(histogram.iter().enumerate().map(bar))?;
    // The last bars are often too low to be seen. So the label is above all bars below it, and a
    // line leads down to the last one.
    let under_note = histogram.iter().rev().take(histogram.len().div_ceil(9)).copied().max().unwrap_or(0);
    let last = histogram.last().copied().unwrap_or(0);
    let note = format!("{} at {deepest} moves", with_commas(last));
    let style = text(13).into_text_style(&area).pos(Pos::new(HPos::Right, VPos::Bottom));
    let (right, above) = (deepest as f64, under_note as f64 + most * 0.04);
    chart.draw_series([Text::new(note, (right + 0.5, above + most * 0.01), style)])?;
    chart.draw_series([PathElement::new([(right, above), (right, last as f64)], INK.stroke_width(1))])?;
    area.present()?;
    Ok(())
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
