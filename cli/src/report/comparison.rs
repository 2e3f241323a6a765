//! A comparison of methods: as text, CSV, JSON, charts, and one HTML page that needs nothing beside it.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};

use super::chart::{Chart, DrawError, Scale, Series, draw_chart};
use super::csv_error::io_error;
use super::html::{write_head, write_table};
use crate::contest::{ComparedRun, Comparison, MethodSummary, Value};

/// More boards than this are summed up only, in text.
const MOST_BOARDS_LISTED: usize = 40;

/// The columns of a run. The goal is left out in text, where lines are short.
const OF_A_RUN: [&str; 10] =
    ["board", "goal", "depth", "method", "length", "expanded", "generated", "peak open", "ms", "remarks"];
const GOAL: usize = 1;

/// The columns of all runs of a method, behind its name.
const OF_A_SUMMARY: [&str; 6] = ["solved", "too long", "expanded", "generated", "peak open", "ms"];

const COUNTS: &str = "\
<p><b>Expanded</b>: states whose successors were generated. <b>Generated</b>: states produced, the start and repetitions \
included. <b>Peak open</b>: the longest open list. Conventions other than <i>standard</i> may count otherwise. Each search \
ran alone.</p>";

impl Comparison {
    /// Writes each method on each board, if these are few, and the means of each method, in columns.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let summaries = self.summaries();
        let boards = summaries.first().map_or(0, |summary| summary.boards);
        if boards <= MOST_BOARDS_LISTED {
            let rows = self.runs().map(|run| without_goal(cells_of_run(&run)));
            writeln!(out, "{}", in_columns(&without_goal(OF_A_RUN.to_vec()), rows).trim_fmt())?;
        }
        if boards > 1 {
            let gap = if boards <= MOST_BOARDS_LISTED { "\n" } else { "" };
            let means =
                in_columns(&summary_columns("means by method"), summaries.iter().map(cells_of_summary));
            writeln!(out, "{gap}{}", means.trim_fmt())?;
        }
        Ok(())
    }

    /// Writes each method on each board, as CSV under a header.
    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        self.runs().try_for_each(|run| csv.serialize(run)).map_err(io_error)?;
        csv.flush()
    }

    /// Writes each method on each board, as one JSON object a line.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        self.runs().try_for_each(|run| {
            serde_json::to_writer(&mut *out, &run)?;
            writeln!(out)
        })
    }

    /// Pictures of states expanded, the longest open list, and time, by depth: the mean over the boards of a depth that a
    /// method has solved.
    ///
    /// # Errors
    /// [`DrawError`] if a picture can't be drawn.
    pub(crate) fn charts(&self) -> Result<Vec<Chart>, DrawError> {
        let mut charts = Vec::new();
        for (name, title, unit, scale, value) in [
            ("expanded", "States expanded", "states", Scale::Counts, Value::Expanded),
            ("peak-open", "Longest open list", "states", Scale::Counts, Value::PeakOpen),
            ("seconds", "Time", "time", Scale::Seconds, Value::Seconds),
        ] {
            let series = self.series(value);
            if !series.is_empty() {
                charts.push(Chart { name, svg: draw_chart(title, unit, scale, &series)? });
            }
        }
        Ok(charts)
    }

    /// The means by depth of each method; not of one whose means are all 0: some methods have no open list.
    fn series(&self, value: Value) -> Vec<Series> {
        let of_method = |(nth, method): (usize, &_)| {
            let points = self.means_by_depth(nth, value);
            let label = ToString::to_string(method);
            points.iter().any(|(_, value)| *value > 0.0).then_some(Series { label, points })
        };
        self.methods().iter().enumerate().filter_map(of_method).collect()
    }

    /// Writes the page: pictures, means, and every run.
    pub(crate) fn write_page(&self, charts: &[Chart], out: &mut dyn Write) -> io::Result<()> {
        write_head("Search methods compared", out)?;
        writeln!(out, "{COUNTS}")?;
        for chart in charts {
            writeln!(out, "<figure>\n{}</figure>", chart.svg)?;
        }
        writeln!(out, "<h2>Means over the boards solved</h2>")?;
        write_table(
            out,
            &summary_columns("method"),
            &["method"],
            self.summaries().iter().map(cells_of_summary),
        )?;
        writeln!(out, "<h2>Every board</h2>")?;
        let words = ["board", "goal", "method", "remarks"];
        write_table(out, &OF_A_RUN, &words, self.runs().map(|run| cells_of_run(&run)))?;
        writeln!(out, "</body>\n</html>")
    }
}

fn summary_columns(of_method: &'static str) -> Vec<&'static str> {
    [of_method].into_iter().chain(OF_A_SUMMARY).collect()
}

fn without_goal<T>(mut cells: Vec<T>) -> Vec<T> {
    cells.remove(GOAL);
    cells
}

fn cells_of_run(run: &ComparedRun) -> Vec<String> {
    let remark = match (run.guaranteed_optimal, run.limit) {
        (_, Some(limit)) => limit,
        (Some(false), None) => "not guaranteed optimal",
        _ => "",
    };
    vec![
        run.board.clone(),
        run.goal.clone(),
        run.depth.map_or_else(String::new, |depth| depth.to_string()),
        run.method.clone(),
        run.length.map_or_else(String::new, |length| length.to_string()),
        run.expanded.to_string(),
        run.generated.to_string(),
        run.peak_open.to_string(),
        format!("{:.3}", run.seconds * 1e3),
        remark.to_owned(),
    ]
}

fn cells_of_summary(summary: &MethodSummary) -> Vec<String> {
    let MethodSummary { method, solved, boards, longer, expanded, generated, peak_open, seconds } = summary;
    vec![
        method.clone(),
        format!("{solved} of {boards}"),
        longer.to_string(),
        format!("{expanded:.1}"),
        format!("{generated:.1}"),
        format!("{peak_open:.1}"),
        format!("{:.3}", seconds * 1e3),
    ]
}

fn in_columns(names: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(names);
    for (nth, column) in table.column_iter_mut().enumerate() {
        column.set_padding(if nth == 0 { (0, 0) } else { (2, 0) });
        let is_words = matches!(names[nth], "board" | "method" | "remarks" | "means by method");
        column.set_cell_alignment(if is_words { CellAlignment::Left } else { CellAlignment::Right });
    }
    table.add_rows(rows);
    table
}
