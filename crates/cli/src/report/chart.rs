//! Line charts over the solution depth or the least cost, on a logarithmic scale.

use plotters::coord::Shift;
use plotters::prelude::{
    BLACK, ChartBuilder, Circle, Color, Cross, DrawingArea, IntoDrawingArea, IntoFont, IntoLogRange,
    LineSeries, PathElement, RGBColor, SVGBackend, Text, TriangleMarker, WHITE,
};
use plotters::style::TextStyle;

use tilebase::board::Metric;

use super::numbers::with_commas;

/// A chart.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// The file name, without an extension.
    pub(crate) name: &'static str,
    /// The chart as SVG.
    pub(crate) svg: String,
}

/// A chart could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("cannot draw the chart {title:?}: {reason}")]
pub(crate) struct DrawError {
    /// The title of the chart.
    pub(crate) title: String,
    /// The reason.
    pub(crate) reason: String,
}

/// The values of one method, by depth or least cost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    /// The label in the legend.
    pub(crate) label: String,
    /// Depth or least cost, and value, in ascending order. Values of 0 are drawn at the lower edge.
    /// Without points, only the label is drawn.
    pub(crate) points: Vec<(u32, f64)>,
}

/// The kind of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Numbers of states: whole numbers from 1.
    Counts,
    /// Seconds.
    Seconds,
}

pub(crate) const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
pub(crate) const GRID: RGBColor = RGBColor(0xDD, 0xDD, 0xDD);
const FAINT: RGBColor = RGBColor(0x77, 0x77, 0x77);
pub(crate) const FONT: &str = "sans-serif";
const SIZE_IN_PIXELS: (u32, u32) = (980, 460);
const LEGEND_LINE_IN_PIXELS: i32 = 24;
/// Width of the legend without its text, and of a letter of the text.
const LEGEND_MARGIN_IN_PIXELS: usize = 60;
const LEGEND_LETTER_IN_PIXELS: usize = 7;
/// Longer labels are cut at the edge, so that the plot keeps most of the chart.
const MAX_LEGEND_IN_PIXELS: usize = 400;

/// The description of a horizontal axis of depths.
pub(crate) const fn optimal_length(metric: Metric) -> &'static str {
    match metric {
        Metric::SingleTile => "optimal length in moves",
        Metric::MultiTile => "optimal length in multi-tile moves",
    }
}

/// The factor between the edges of the plot and the values next to them.
const MARGIN_OF_VALUES: f64 = 1.5;

/// Colors that color-blind readers can distinguish (Okabe and Ito, *Color Universal Design*, 2008),
/// without yellow, which is faint on white.
const COLORS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x33, 0x33, 0x33),
];

type Drawn = Result<(), Box<dyn std::error::Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws a chart as SVG: a line per series, and a legend in the order in which the lines end.
/// `axes` describes the horizontal and the vertical axis.
///
/// # Errors
/// [`DrawError`] if the chart cannot be drawn.
pub(crate) fn draw_chart(
    title: &str,
    axes: [&str; 2],
    scale: Scale,
    series: &[Series],
) -> Result<String, DrawError> {
    let failed =
        |error: Box<dyn std::error::Error>| DrawError { title: title.to_owned(), reason: error.to_string() };
    draw(title, axes, scale, series).map_err(failed)
}

fn draw(
    title: &str,
    axes: [&str; 2],
    scale: Scale,
    series: &[Series],
) -> Result<String, Box<dyn std::error::Error>> {
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, SIZE_IN_PIXELS).into_drawing_area();
        area.fill(&WHITE)?;
        let (plot, legend) = area.split_horizontally(SIZE_IN_PIXELS.0 - legend_width_in_pixels(series));
        draw_lines(&plot, title, axes, scale, series)?;
        draw_legend(&legend, series)?;
        area.present()?;
    }
    Ok(picture)
}

fn legend_width_in_pixels(series: &[Series]) -> u32 {
    let letters = series.iter().map(|series| series.label.chars().count()).max().unwrap_or(0);
    let pixels = LEGEND_MARGIN_IN_PIXELS + letters * LEGEND_LETTER_IN_PIXELS;
    u32::try_from(pixels.min(MAX_LEGEND_IN_PIXELS)).unwrap_or(0)
}

fn text(size: u32) -> TextStyle<'static> {
    TextStyle::from((FONT, size).into_font()).color(&INK)
}

fn draw_lines(
    area: &Area<'_>,
    title: &str,
    [across, unit]: [&str; 2],
    scale: Scale,
    series: &[Series],
) -> Drawn {
    let values = || series.iter().flat_map(|series| &series.points).map(|(_, value)| *value);
    let least = match scale {
        Scale::Counts => 1.0,
        Scale::Seconds => values().filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min).min(1.0),
    };
    let (low, high) = with_three_labels(least, values().fold(least, f64::max));
    let deepest = series.iter().flat_map(|series| &series.points).map(|(depth, _)| *depth).max().unwrap_or(1);
    let mut chart = ChartBuilder::on(area)
        .caption(title, text(19))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(92)
        .build_cartesian_2d(-0.5..f64::from(deepest) + 0.5, (low..high).log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(GRID.mix(0.4))
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_desc(across)
        .y_desc(unit)
        .axis_desc_style(text(15))
        .label_style(text(13))
        .x_labels(deepest.min(16) as usize + 1)
        .x_label_formatter(&|depth| format!("{depth:.0}"))
        .y_labels(8)
        .y_label_formatter(&|value| label_of(*value, scale))
        .draw()?;
    for (nth, series) in series.iter().enumerate() {
        let points = || series.points.iter().map(|(depth, value)| (f64::from(*depth), value.max(least)));
        chart.draw_series(LineSeries::new(points(), color(nth).stroke_width(2)))?;
        let style = color(nth).filled();
        match nth % 3 {
            0 => _ = chart.draw_series(points().map(|point| Circle::new(point, 4, style)))?,
            1 => _ = chart.draw_series(points().map(|point| TriangleMarker::new(point, 5, style)))?,
            _ => _ = chart.draw_series(points().map(|point| Cross::new(point, 4, style)))?,
        }
    }
    Ok(())
}

/// Computes the edges of a logarithmic axis with at least three labels, which are powers of ten.
///
/// With fewer labels, a reader cannot see the scale.
fn with_three_labels(least: f64, most: f64) -> (f64, f64) {
    let (low, high) = (least / MARGIN_OF_VALUES, most * MARGIN_OF_VALUES);
    let (mut first, mut last) = (low.log10().ceil(), high.log10().floor());
    let low = if last - first < 2.0 {
        first = least.log10().floor();
        10_f64.powf(first) / MARGIN_OF_VALUES
    } else {
        low
    };
    if last - first >= 2.0 {
        return (low, high);
    }
    last = (first + 2.0).max(most.log10().ceil());
    (low, 10_f64.powf(last) * MARGIN_OF_VALUES)
}

fn draw_legend(area: &Area<'_>, series: &[Series]) -> Drawn {
    let last = |series: &Series| series.points.last().map_or(0.0, |(_, value)| *value);
    let mut order: Vec<usize> = (0..series.len()).collect();
    order.sort_by(|one, other| last(&series[*other]).total_cmp(&last(&series[*one])));
    for (line, nth) in (0_i32..).zip(order) {
        let y = 60 + line * LEGEND_LINE_IN_PIXELS;
        let style = color(nth);
        let label = |style| Text::new(series[nth].label.clone(), (44, y - 7), style);
        if series[nth].points.is_empty() {
            area.draw(&label(text(14).color(&FAINT)))?;
            continue;
        }
        area.draw(&PathElement::new([(8, y), (36, y)], style.stroke_width(2)))?;
        match nth % 3 {
            0 => area.draw(&Circle::new((22, y), 4, style.filled()))?,
            1 => area.draw(&TriangleMarker::new((22, y), 5, style.filled()))?,
            _ => area.draw(&Cross::new((22, y), 4, style.filled()))?,
        }
        area.draw(&label(text(14).color(&BLACK)))?;
    }
    Ok(())
}

fn color(nth: usize) -> RGBColor {
    COLORS[nth % COLORS.len()]
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a label, of a positive value")]
fn label_of(value: f64, scale: Scale) -> String {
    match scale {
        Scale::Counts => with_commas(value.round() as u64),
        Scale::Seconds if value >= 1.0 => format!("{value:.0} s"),
        Scale::Seconds if value >= 1e-3 => format!("{:.0} ms", value * 1e3),
        Scale::Seconds if value >= 1e-6 => format!("{:.0} µs", value * 1e6),
        Scale::Seconds => format!("{:.0} ns", value * 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(svg: &str, unit: &str) -> usize {
        svg.lines()
            .map(str::trim)
            .filter(|line| {
                line.split_once(unit).is_some_and(|(number, rest)| {
                    rest.is_empty() && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
                })
            })
            .count()
    }

    #[test]
    fn an_axis_has_at_least_three_labels() {
        for (least, most) in [(0.9, 1.1), (1.0, 1.0), (0.2, 0.21), (1e-6, 1.0), (0.011, 0.98), (9.9, 101.0)] {
            let (low, high) = with_three_labels(least, most);
            assert!(low <= least && most <= high, "{least} to {most}: {low} to {high}");
            assert!(high.log10().floor() - low.log10().ceil() >= 2.0, "{least} to {most}: {low} to {high}");
        }
    }

    #[test]
    fn times_within_a_decade_are_drawn_with_three_labels() {
        let series = [Series { label: "astar".to_owned(), points: vec![(10, 0.012), (20, 0.031)] }];
        let svg = draw_chart("Time", ["length", "time"], Scale::Seconds, &series).unwrap();
        assert!(labels(&svg, " ms") >= 2 && labels(&svg, " ms") + labels(&svg, " s") >= 3, "{svg}");
    }

    #[test]
    fn a_series_without_points_has_a_label_only() {
        let series = ["astar", "ida: no open list"].map(str::to_owned);
        let [with, without] = series;
        let series =
            [Series { label: with, points: vec![(1, 2.0)] }, Series { label: without, points: Vec::new() }];
        let svg = draw_chart("Longest open list", ["length", "states"], Scale::Counts, &series).unwrap();
        assert!(svg.contains("ida: no open list"));
        assert_eq!(svg.matches("<circle").count(), 2, "a point and the legend: {svg}");
    }
}
