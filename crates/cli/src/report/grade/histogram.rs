//! The distribution of the points in a class.

use std::io::{self, Write};

use super::report::ClassReport;
use crate::grading::Points;

/// A range of points, and the number of submissions in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bin {
    /// The range, for example `35–39`.
    pub(super) label: String,
    /// The number of submissions.
    pub(super) count: usize,
}

/// Maximum number of bins below the last, which has all points from its beginning on.
const MAX_BINS: u64 = 10;

impl ClassReport {
    /// Returns the distribution of the points; `None` for fewer than two submissions.
    pub(super) fn histogram(&self) -> Option<Vec<Bin>> {
        let points: Vec<Points> = self.result.grades.iter().map(|grade| grade.points).collect();
        let [total, extra] = self.out_of;
        let total = if total.is_zero() { extra } else { total };
        (points.len() >= 2).then(|| bins(&points, total))
    }
}

fn bins(points: &[Points], total: Points) -> Vec<Bin> {
    let total = total.hundredths();
    let points: Vec<u64> = points.iter().map(|points| points.hundredths()).collect();
    let step = step(total);
    // The distance from the last value of a bin to the first of the next.
    let is_whole = step.is_multiple_of(100)
        && total.is_multiple_of(100)
        && points.iter().all(|points| points.is_multiple_of(100));
    let unit = if is_whole { 100 } else { 1 };
    // The last bin has all points from its beginning on, with the total among them.
    let last = total - total % step;
    let bin = |from: u64| {
        let end = from + step;
        let count = points.iter().filter(|points| (from..end).contains(points)).count();
        let (first, last) = (Points::of_hundredths(from), Points::of_hundredths(end - unit));
        let label = if first == last { first.to_string() } else { format!("{first}–{last}") };
        Bin { label, count }
    };
    let mut bins: Vec<Bin> = (0..).map(|nth| nth * step).take_while(|from| *from < last).map(bin).collect();
    let most = points.iter().copied().max().unwrap_or(0).max(total);
    let label = match most {
        most if most == last => Points::of_hundredths(last).to_string(),
        most if most < last + step && last < total => bin(last).label,
        _ => format!("{}+", Points::of_hundredths(last)),
    };
    bins.push(Bin { label, count: points.iter().filter(|points| **points >= last).count() });
    bins
}

/// The width of the bins in hundredths: a round number.
fn step(total: u64) -> u64 {
    const ROUND: [u64; 4] = [1, 2, 5, 10];
    let mut unit = if total >= 100 * MAX_BINS / 2 { 100 } else { 1 };
    loop {
        if let Some(step) =
            ROUND.iter().map(|round| round * unit).find(|step| total.div_ceil(*step) <= MAX_BINS)
        {
            return step;
        }
        unit *= 10;
    }
}

/// Writes a line with a bar for each bin, within this many columns.
pub(super) fn write_bars(bins: &[Bin], columns: usize, out: &mut dyn Write) -> io::Result<()> {
    let width = |text: &str| text.chars().count();
    let labels = bins.iter().map(|bin| width(&bin.label)).max().unwrap_or(0).max(width("points"));
    let counts = bins.iter().map(|bin| bin.count.to_string().len()).max().unwrap_or(0);
    let max = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    let room = columns.saturating_sub(labels + counts + 4).clamp(1, 50);
    // Two characters per submission, if the longest bar has room for them.
    let scale = |count: usize| if max <= room / 2 { 2 * count } else { (count * room).div_ceil(max) };
    writeln!(out, "{:>labels$}  submissions", "points")?;
    for Bin { label, count } in bins {
        let bar = "█".repeat(scale(*count));
        let line = format!("{label:>labels$}  {count:>counts$}  {bar}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Width and height of the chart's area, and the space around it.
const AREA: (usize, usize) = (560, 180);
const LEFT: usize = 60;
const TOP: usize = 16;
const BOTTOM: usize = 52;

/// Writes a bar chart as SVG, with labeled axes. Its colors are those of the page.
pub(super) fn write_chart(bins: &[Bin], out: &mut dyn Write) -> io::Result<()> {
    let (width, height) = AREA;
    let max = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    let slot = width / bins.len().max(1);
    let bottom = TOP + height;
    writeln!(
        out,
        "<svg class=\"chart\" viewBox=\"0 0 {} {}\" width=\"{0}\" height=\"{1}\" role=\"img\" \
         aria-label=\"Number of submissions by points\">",
        LEFT + width + 16,
        bottom + BOTTOM
    )?;
    for value in ticks(max) {
        let y = bottom - value * height / max;
        writeln!(out, "<path class=\"grid\" d=\"M{LEFT} {y}h{width}\"/>")?;
        writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value}</text>", LEFT - 8, y + 4)?;
    }
    for (nth, Bin { label, count }) in bins.iter().enumerate() {
        let (x, bar) = (LEFT + nth * slot, count * height / max);
        let middle = x + slot / 2;
        writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{bar}\"><title>{label} points: \
            {count}</title></rect>",
            x + slot / 8,
            bottom - bar,
            slot - slot / 4
        )?;
        writeln!(out, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{label}</text>", bottom + 18)?;
    }
    let (middle, center) = (LEFT + width / 2, TOP + height / 2);
    writeln!(out, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">points</text>", bottom + 42)?;
    writeln!(
        out,
        "<text x=\"16\" y=\"{center}\" text-anchor=\"middle\" transform=\"rotate(-90 16 \
        {center})\">submissions</text>\n</svg>"
    )
}

/// Returns whole numbers for the axis, up to the maximum.
fn ticks(max: usize) -> impl Iterator<Item = usize> {
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| max / step <= 5).unwrap_or(1000);
    (0..=max).step_by(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(points: &[f64], total: f64) -> Vec<(String, usize)> {
        let points: Vec<Points> = points.iter().map(|number| Points::of(*number).unwrap()).collect();
        let bins = bins(&points, Points::of(total).unwrap());
        bins.into_iter().map(|bin| (bin.label, bin.count)).collect()
    }

    #[test]
    fn every_grade_is_in_one_bin() {
        let found = of(&[0.0, 4.0, 5.0, 39.0, 40.0, 43.0], 40.0);
        let labels: Vec<&str> = found.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(labels, ["0–4", "5–9", "10–14", "15–19", "20–24", "25–29", "30–34", "35–39", "40+"]);
        assert_eq!(
            found.iter().map(|(_, count)| count).collect::<Vec<_>>(),
            [&2, &1, &0, &0, &0, &0, &0, &1, &2]
        );
        for total in [0.01, 0.5, 1.0, 3.0, 7.0, 8.5, 10.0, 33.0, 43.0, 100.0, 12_345.0] {
            let points: Vec<f64> =
                (0..=20).map(|part| (total * 5.0 * f64::from(part)).round() / 100.0).collect();
            let found = of(&points, total);
            assert_eq!(found.iter().map(|(_, count)| count).sum::<usize>(), 21, "{total}: {found:?}");
            assert!(found.len() <= 11 && (total < 0.1 || found.len() >= 4), "{total}: {found:?}");
        }
    }

    #[test]
    fn all_bins_have_the_same_width() {
        let labels = |points: &[f64], total: f64| -> Vec<String> {
            of(points, total).into_iter().map(|(label, _)| label).collect()
        };
        assert_eq!(labels(&[1.0, 42.0], 42.0)[7..], ["35–39", "40–44"]);
        assert_eq!(labels(&[1.0, 46.0], 42.0)[7..], ["35–39", "40+"]);
        assert_eq!(labels(&[1.0, 40.0], 40.0)[7..], ["35–39", "40"]);
    }

    #[test]
    fn fractions_have_bins_without_gaps() {
        let found = of(&[0.0, 4.5, 8.0], 8.0);
        assert_eq!(found[0].0, "0–0.99");
        assert_eq!((found[4].clone(), found[8].clone()), (("4–4.99".to_owned(), 1), ("8".to_owned(), 1)));
    }

    #[test]
    fn bars_fit_the_width() {
        let bins = [("0–4", 3), ("5–9", 900), ("10", 0)];
        let bins = bins.map(|(label, count)| Bin { label: label.to_owned(), count });
        let mut text = Vec::new();
        write_bars(&bins, 40, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert!(text.contains("\n   0–4    3  █\n") && text.ends_with("    10    0\n"), "{text}");
    }
}
