//! A histogram as a chart.

use plotters::prelude::{
    ChartBuilder, Color, IntoDrawingArea, IntoFont, PathElement, RGBColor, Rectangle, SVGBackend, Text, WHITE,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{IntoTextStyle, TextStyle};

use super::chart::{DrawError, FONT, GRID, INK};
use super::numbers::with_commas;

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
