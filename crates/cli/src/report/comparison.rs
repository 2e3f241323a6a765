//! A comparison of methods as text, CSV, JSON, charts, and one self-contained HTML page.

use std::collections::BTreeSet;
use std::io::{self, Write};

use tilebase::board::Metric;

use super::answers::in_moves;
use super::chart::{Chart, DrawError, Scale, Series, draw_chart, optimal_length};
use super::columns::{Cell, Columns};
use super::csv_error::io_error;
use super::html::{write_head, write_table};
use super::numbers::{decimal, duration, with_commas};
use crate::contest::{ComparedRun, Comparison, Measure, MethodSummary, Statistic};
use crate::shell::LIMIT;

/// Maximum number of runs listed individually in text: about a screen.
const MAX_RUNS_LISTED: usize = 40;

/// The columns of a run in text, under the board. Without costs of moves, there is no cost.
const RUN_COLUMNS: [&str; 7] = ["method", COST, "length", "expanded", "generated", "peak open", "time"];

/// The columns of a run in the page. There is either a depth, or a least cost and a cost.
const PAGE_RUN_COLUMNS: [&str; 12] = [
    "board",
    "goal",
    DEPTH,
    LEAST_COST,
    "method",
    COST,
    "length",
    "expanded",
    "generated",
    "peak open",
    "time",
    "remarks",
];

/// The columns of all runs of a method. Every path found where moves have costs is optimal.
const SUMMARY_COLUMNS: [&str; 7] = ["method", "solved", LONGER, "expanded", "generated", "peak open", "time"];

const COST: &str = "cost";
const LEAST_COST: &str = "least cost";
const DEPTH: &str = "depth";
const LONGER: &str = "longer";

const IN_MULTI_TILE_MOVES: &str = "lengths are in multi-tile moves (mtm)";

const COUNTS: &str = "\
<b>Expanded</b>: states whose successors were generated. <b>Generated</b>: states produced, \
including the start and duplicates. <b>Peak open</b>: the longest open list; depth-first algorithms \
such as IDA* keep none.";

impl Measure {
    fn has_column(self, name: &str) -> bool {
        match self {
            Self::Moves => ![COST, LEAST_COST].contains(&name),
            Self::Cost => ![DEPTH, LONGER].contains(&name),
        }
    }

    /// The columns that tables of this measure have.
    fn columns(self, names: &'static [&'static str]) -> Vec<&'static str> {
        names.iter().copied().filter(|name| self.has_column(name)).collect()
    }

    /// The cells of the columns that tables of this measure have.
    fn cells<T>(self, names: &'static [&'static str], cells: Vec<T>) -> Vec<T> {
        names.iter().zip(cells).filter(|(name, _)| self.has_column(name)).map(|(_, cell)| cell).collect()
    }

    /// The explanation of the columns, for the page.
    fn counts(self) -> String {
        let rest = match self {
            Self::Moves => {
                "<b>Longer</b>: boards solved with more moves than needed. Conventions other than \
                 <i>standard</i> may count differently."
            }
            Self::Cost => "Every path found is a cheapest one.",
        };
        format!("<p>{COUNTS} {rest} One search ran at a time.</p>")
    }
}

impl Comparison {
    /// Writes each run, if there are few, and the averages of each method, in columns.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let summaries = self.summaries();
        let boards = summaries.first().map_or(0, |summary| summary.boards);
        let is_listed = boards * summaries.len() <= MAX_RUNS_LISTED;
        let mut notes = BTreeSet::new();
        if is_listed {
            self.run_columns(&mut notes).write(out)?;
        }
        if boards > 1 {
            if is_listed {
                writeln!(out)?;
            }
            writeln!(out, "{boards} boards: means over those that the method solved, and the median time")?;
            self.summary_columns(&summaries, &mut notes).write(out)?;
        }
        if self.metric() == Metric::MultiTile {
            writeln!(out, "{IN_MULTI_TILE_MOVES}")?;
        }
        for note in notes {
            writeln!(out, "{note}")?;
        }
        if !is_listed {
            writeln!(out, "for the results of each board, use --format csv")?;
        }
        Ok(())
    }

    fn run_columns(&self, notes: &mut BTreeSet<String>) -> Columns {
        let mut table = Columns::new(1, &self.measure().columns(&RUN_COLUMNS));
        let goals: BTreeSet<String> = self.runs().map(|run| run.goal).collect();
        let mut above = None;
        for run in self.runs() {
            let title = title_of(&run, goals.len() > 1);
            if above.as_ref() != Some(&title) {
                table.section(title.clone());
                above = Some(title);
            }
            table.row(self.measure().cells(&RUN_COLUMNS, cells_of_run(&run, notes)));
        }
        table
    }

    fn summary_columns(&self, summaries: &[MethodSummary], notes: &mut BTreeSet<String>) -> Columns {
        let mut table = Columns::new(1, &self.measure().columns(&SUMMARY_COLUMNS));
        for summary in summaries {
            table.row(self.measure().cells(&SUMMARY_COLUMNS, cells_of_summary(summary, notes)));
        }
        table
    }

    /// Writes each run as CSV with a header.
    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        self.runs().try_for_each(|run| csv.serialize(run)).map_err(io_error)?;
        csv.flush()
    }

    /// Writes each run as one JSON object per line.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        self.runs().try_for_each(|run| {
            serde_json::to_writer(&mut *out, &run)?;
            writeln!(out)
        })
    }

    /// Charts of expanded states, the longest open list, and time by depth or least cost.
    ///
    /// Values are averaged over the boards of a depth or cost that a method has solved.
    ///
    /// # Errors
    /// [`DrawError`] if a chart cannot be drawn.
    pub(crate) fn charts(&self) -> Result<Vec<Chart>, DrawError> {
        let across = match self.measure() {
            Measure::Moves => optimal_length(self.metric()),
            Measure::Cost => "least cost",
        };
        let mut charts = Vec::new();
        for (name, title, unit, scale, value) in [
            ("expanded", "States expanded (mean)", "states", Scale::Counts, Statistic::Expanded),
            ("peak-open", "Longest open list (mean)", "states", Scale::Counts, Statistic::PeakOpen),
            ("seconds", "Time (median)", "time", Scale::Seconds, Statistic::Seconds),
        ] {
            let series = self.series(value);
            if !series.is_empty() {
                charts.push(Chart { name, svg: draw_chart(title, [across, unit], scale, &series)? });
            }
        }
        Ok(charts)
    }

    /// Each method's averages by depth or least cost. For peak open, a method without an open list
    /// has only a label.
    fn series(&self, value: Statistic) -> Vec<Series> {
        let of_method = |(nth, method): (usize, &str)| {
            let label = method.to_owned();
            let points = self.averages_by_optimum(nth, value);
            match value {
                Statistic::PeakOpen if points.iter().all(|(_, value)| *value == 0.0) => {
                    Series { label: format!("{label}: no open list"), points: Vec::new() }
                }
                _ => Series { label, points },
            }
        };
        let series: Vec<Series> = self.methods().enumerate().map(of_method).collect();
        if series.iter().all(|series| series.points.is_empty()) { Vec::new() } else { series }
    }

    /// Writes the page: charts, averages, and every run.
    pub(crate) fn write_page(&self, charts: &[Chart], out: &mut dyn Write) -> io::Result<()> {
        write_head("Comparison of search methods", out)?;
        writeln!(out, "{}", self.measure().counts())?;
        if self.metric() == Metric::MultiTile {
            writeln!(out, "<p>{IN_MULTI_TILE_MOVES}</p>")?;
        }
        for chart in charts {
            writeln!(out, "<figure>\n{}</figure>", chart.svg)?;
        }
        writeln!(out, "<h2>All boards: means over those solved, and the median time</h2>")?;
        let measure = self.measure();
        let rows = self.summaries();
        let rows = rows.iter().map(|summary| cells_of_summary(summary, &mut BTreeSet::new()));
        let rows = rows.map(|cells| texts(measure.cells(&SUMMARY_COLUMNS, cells)));
        write_table(out, &measure.columns(&SUMMARY_COLUMNS), &["method"], rows)?;
        writeln!(out, "<h2>Every board</h2>")?;
        let words = ["board", "goal", "method", "remarks"];
        let runs = self.runs().map(|run| measure.cells(&PAGE_RUN_COLUMNS, cells_of_run_in_page(&run)));
        write_table(out, &measure.columns(&PAGE_RUN_COLUMNS), &words, runs)?;
        writeln!(out, "</body>\n</html>")
    }
}

/// The title of a run: its board, and its depth or least cost.
fn title_of(ComparedRun { board, goal, depth, least_cost, .. }: &ComparedRun, has_goal: bool) -> String {
    let goal = if has_goal { format!(" to {goal}") } else { String::new() };
    match (depth.flatten(), least_cost.flatten()) {
        (Some(depth), _) => format!("{board}{goal}: {}", in_moves(depth)),
        (None, Some(cost)) => format!("{board}{goal}: cost {cost}"),
        (None, None) => format!("{board}{goal}"),
    }
}

fn cells_of_run(run: &ComparedRun, notes: &mut BTreeSet<String>) -> Vec<Cell> {
    let length = match (run.length, run.limit) {
        (Some(length), _) if run.guaranteed_optimal == Some(false) => {
            notes.insert("*  not guaranteed optimal".to_owned());
            let is_longer = run.depth.flatten().is_some_and(|depth| length > depth as usize);
            let text = format!("{length}*");
            if is_longer { Cell::styled(text, LIMIT) } else { text.into() }
        }
        (Some(length), _) => length.to_string().into(),
        (None, limit) => {
            notes.insert(format!("stopped: {}", limit.unwrap_or("no path found")));
            Cell::styled("stopped".to_owned(), LIMIT)
        }
    };
    let cost = run.cost.flatten().map_or_else(|| "-".to_owned(), |cost| cost.to_string());
    vec![
        run.method.as_str().into(),
        cost.into(),
        length,
        with_commas(run.expanded).into(),
        with_commas(run.generated).into(),
        peak_open((run.peak_open > 0).then(|| with_commas(run.peak_open)), notes),
        duration(run.seconds).into(),
    ]
}

/// The longest open list, or a dash if the algorithm keeps none.
fn peak_open(peak: Option<String>, notes: &mut BTreeSet<String>) -> Cell {
    peak.map_or_else(
        || {
            notes.insert("-  no open list".to_owned());
            "-".into()
        },
        Cell::from,
    )
}

fn cells_of_run_in_page(run: &ComparedRun) -> Vec<String> {
    let remark = match (run.guaranteed_optimal, run.limit) {
        (_, Some(limit)) => limit,
        (Some(false), None) => "not guaranteed optimal",
        _ => "",
    };
    let shown = |number: Option<String>| number.unwrap_or_default();
    let small = |number: Option<Option<u32>>| shown(number.flatten().map(|number| number.to_string()));
    vec![
        run.board.clone(),
        run.goal.clone(),
        small(run.depth),
        small(run.least_cost),
        run.method.clone(),
        small(run.cost),
        shown(run.length.map(|length| length.to_string())),
        with_commas(run.expanded),
        with_commas(run.generated),
        shown((run.peak_open > 0).then(|| with_commas(run.peak_open))),
        duration(run.seconds),
        remark.to_owned(),
    ]
}

fn cells_of_summary(summary: &MethodSummary, notes: &mut BTreeSet<String>) -> Vec<Cell> {
    let MethodSummary { method, solved, boards, longer, expanded, generated, peak_open: peak, seconds } =
        summary;
    if *longer > 0 {
        notes.insert("longer: boards solved with more moves than needed".to_owned());
    }
    let counted = |value: String| if *solved > 0 { value.into() } else { Cell::from("-") };
    let style = |is_odd: bool| if is_odd { LIMIT } else { anstyle::Style::new() };
    let peak = match solved {
        0 => "-".into(),
        _ => peak_open((*peak > 0.0).then(|| decimal(*peak)), notes),
    };
    vec![
        method.as_str().into(),
        Cell::styled(format!("{solved} of {boards}"), style(solved < boards)),
        Cell::styled(longer.to_string(), style(*longer > 0)),
        counted(decimal(*expanded)),
        counted(decimal(*generated)),
        peak,
        counted(duration(*seconds)),
    ]
}

fn texts(cells: Vec<Cell>) -> Vec<String> {
    cells.into_iter().map(Cell::into_text).collect()
}
