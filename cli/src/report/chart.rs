//! Lines over the solution depth, on a logarithmic scale.

use plotters::coord::Shift;
use plotters::prelude::{
    BLACK, ChartBuilder, Circle, Color, Cross, DrawingArea, IntoDrawingArea, IntoFont, IntoLogRange,
    LineSeries, PathElement, RGBColor, SVGBackend, Text, TriangleMarker, WHITE,
};
use plotters::style::TextStyle;

use super::numbers::with_commas;

/// A picture.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// A name for its file, without an ending.
    pub(crate) name: &'static str,
    /// The picture, as SVG.
    pub(crate) svg: String,
}

/// A picture could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("the picture {title:?} could not be drawn: {reason}")]
pub(crate) struct DrawError {
    /// Its title.
    pub(crate) title: String,
    /// Why.
    pub(crate) reason: String,
}

/// The values of one method, by depth.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    /// What the legend calls it.
    pub(crate) label: String,
    /// Depth in moves and value, by ascending depth. Values that are 0 are drawn at the lower edge.
    pub(crate) points: Vec<(u32, f64)>,
}

/// What the values of a chart are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// States: whole numbers from 1 up.
    Counts,
    /// Seconds.
    Seconds,
}

pub(crate) const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
pub(crate) const GRID: RGBColor = RGBColor(0xDD, 0xDD, 0xDD);
pub(crate) const FONT: &str = "sans-serif";
const SIZE_IN_PIXELS: (u32, u32) = (980, 460);
const PLOT_WIDTH_IN_PIXELS: u32 = 690;
const LEGEND_LINE_IN_PIXELS: i32 = 24;

/// Colours that people with a colour-blindness tell apart (Okabe and Ito, *Color Universal Design*, 2008), without the
/// yellow, which is faint on white.
const COLOURS: [RGBColor; 7] = [
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

/// Draws a chart as the text of an SVG picture: a line for each series, with a legend beside it, in the order in which
/// the lines end.
///
/// # Errors
/// [`DrawError`] if the picture can't be drawn.
pub(crate) fn draw_chart(
    title: &str,
    unit: &str,
    scale: Scale,
    series: &[Series],
) -> Result<String, DrawError> {
    let failed =
        |error: Box<dyn std::error::Error>| DrawError { title: title.to_owned(), reason: error.to_string() };
    draw(title, unit, scale, series).map_err(failed)
}

fn draw(
    title: &str,
    unit: &str,
    scale: Scale,
    series: &[Series],
) -> Result<String, Box<dyn std::error::Error>> {
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, SIZE_IN_PIXELS).into_drawing_area();
        area.fill(&WHITE)?;
        let (plot, legend) = area.split_horizontally(PLOT_WIDTH_IN_PIXELS);
        draw_lines(&plot, title, unit, scale, series)?;
        draw_legend(&legend, series)?;
        area.present()?;
    }
    Ok(picture)
}

fn text(size: u32) -> TextStyle<'static> {
    TextStyle::from((FONT, size).into_font()).color(&INK)
}

fn draw_lines(area: &Area<'_>, title: &str, unit: &str, scale: Scale, series: &[Series]) -> Drawn {
    let values = || series.iter().flat_map(|series| &series.points).map(|(_, value)| *value);
    let least = match scale {
        Scale::Counts => 1.0,
        Scale::Seconds => values().filter(|value| *value > 0.0).fold(1.0, f64::min),
    };
    let most = values().fold(least * 10.0, f64::max);
    let deepest = series.iter().flat_map(|series| &series.points).map(|(depth, _)| *depth).max().unwrap_or(1);
    let mut chart = ChartBuilder::on(area)
        .caption(title, text(19))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(92)
        .build_cartesian_2d(-0.5..f64::from(deepest) + 0.5, (least * 0.8..most * 1.6).log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(GRID.mix(0.4))
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_desc("length of an optimal path, in moves")
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
        chart.draw_series(LineSeries::new(points(), colour(nth).stroke_width(2)))?;
        let style = colour(nth).filled();
        match nth % 3 {
            0 => _ = chart.draw_series(points().map(|point| Circle::new(point, 4, style)))?,
            1 => _ = chart.draw_series(points().map(|point| TriangleMarker::new(point, 5, style)))?,
            _ => _ = chart.draw_series(points().map(|point| Cross::new(point, 4, style)))?,
        }
    }
    Ok(())
}

fn draw_legend(area: &Area<'_>, series: &[Series]) -> Drawn {
    let last = |series: &Series| series.points.last().map_or(0.0, |(_, value)| *value);
    let mut order: Vec<usize> = (0..series.len()).collect();
    order.sort_by(|one, other| last(&series[*other]).total_cmp(&last(&series[*one])));
    for (line, nth) in (0_i32..).zip(order) {
        let y = 60 + line * LEGEND_LINE_IN_PIXELS;
        let style = colour(nth);
        area.draw(&PathElement::new([(8, y), (36, y)], style.stroke_width(2)))?;
        match nth % 3 {
            0 => area.draw(&Circle::new((22, y), 4, style.filled()))?,
            1 => area.draw(&TriangleMarker::new((22, y), 5, style.filled()))?,
            _ => area.draw(&Cross::new((22, y), 4, style.filled()))?,
        }
        area.draw(&Text::new(series[nth].label.clone(), (44, y - 7), text(14).color(&BLACK)))?;
    }
    Ok(())
}

fn colour(nth: usize) -> RGBColor {
    COLOURS[nth % COLOURS.len()]
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
