//! The levels of a state space count: text lines during the count, or a JSON object or an OEIS
//! b-file at the end.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;
use tilebase::board::{Board, Goal, Metric};
use tilebase::count::{CountPlan, LevelCounts};
use tilebase::generate::Level;
use tilebase::table::Origin;

use super::chart::DrawError;
use super::describe::{deepest, mean};
use super::histogram::draw_histogram;
use super::numbers::{size, with_commas};
use crate::shell::saved_in_words;

/// The form of a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountFormat {
    #[default]
    Text,
    Json,
    /// A line `n a(n)` per level from 0, as the On-Line Encyclopedia of Integer Sequences asks
    BFile,
}

/// Writes the levels of a count and its result.
#[derive(Debug)]
pub(crate) struct CountWriter<'a, W> {
    format: CountFormat,
    metric: Metric,
    out: &'a mut W,
}

/// A finished count. Fields shared with a table's description have the same names.
#[derive(Debug, Serialize)]
struct Counted<'a> {
    shape: String,
    goal: String,
    metric: &'static str,
    states: u64,
    complete: bool,
    deepest: u8,
    histogram: &'a [u64],
    /// For each cell, row by row: the number of states at each distance with the blank there.
    histogram_by_cell: Vec<&'a [u64]>,
    deepest_boards: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resumed: Option<&'static str>,
}

impl<'a, W: Write> CountWriter<'a, W> {
    /// Creates a writer in this format.
    pub(crate) const fn new(format: CountFormat, metric: Metric, out: &'a mut W) -> Self {
        Self { format, metric, out }
    }

    /// Writes the planned count, and the memory and disk space needed.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn plan(&mut self, goal: &Goal, plan: &CountPlan) -> io::Result<()> {
        if self.format != CountFormat::Text {
            return Ok(());
        }
        writeln!(self.out, "shape     {}", goal.shape())?;
        writeln!(self.out, "goal      {goal}")?;
        if self.metric == Metric::MultiTile {
            writeln!(self.out, "metric    mtm: one move slides one or more tiles of a row or column")?;
        }
        writeln!(self.out, "states    {}", with_commas(plan.states))?;
        writeln!(self.out, "memory    {}", size(plan.memory_in_bytes))?;
        if plan.in_files {
            writeln!(self.out, "disk      about {}", size(plan.disk_in_bytes))?;
        }
        writeln!(self.out)?;
        self.out.flush()
    }

    /// Writes the size of a level, without waiting for the next.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn level(&mut self, level: &Level) -> io::Result<()> {
        if self.format != CountFormat::Text {
            return Ok(());
        }
        let width = with_commas(level.states).len();
        writeln!(self.out, "{:>3}  {:>width$}", level.distance, with_commas(level.new))?;
        self.out.flush()
    }

    /// Writes the result. `resumed` is the last saved level from which the count resumed, and its
    /// origin.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn result(
        &mut self,
        goal: &Goal,
        plan: &CountPlan,
        counts: &LevelCounts,
        resumed: Option<(u8, Origin)>,
    ) -> io::Result<()> {
        match self.format {
            CountFormat::Text if counts.is_complete() => self.summary(counts)?,
            CountFormat::Text => self.what_is_left(plan, counts)?,
            CountFormat::Json => {
                let cells = goal.shape().all_cells();
                let counted = Counted {
                    shape: goal.shape().to_string(),
                    goal: goal.to_string(),
                    metric: self.metric.name(),
                    states: counts.histogram().iter().sum(),
                    complete: counts.is_complete(),
                    deepest: counts.deepest().moves(),
                    histogram: counts.histogram(),
                    histogram_by_cell: cells.map(|cell| counts.histogram_with_blank_at(cell)).collect(),
                    deepest_boards: farthest(counts).iter().map(ToString::to_string).collect(),
                    resumed: resumed.map(|(_, origin)| origin.name()),
                };
                serde_json::to_writer(&mut *self.out, &counted)?;
                writeln!(self.out)?;
            }
            CountFormat::BFile => {
                for (distance, states) in counts.histogram().iter().enumerate() {
                    writeln!(self.out, "{distance} {states}")?;
                }
            }
        }
        if let Some((level, origin)) = resumed {
            let words = saved_in_words(origin);
            match self.format {
                CountFormat::Text => writeln!(self.out, "resumed   after level {level}, {words}")?,
                // Readers of b-files skip lines that begin with #.
                CountFormat::BFile => writeln!(self.out, "# resumed after level {level}, {words}")?,
                // A field of the object.
                CountFormat::Json => {}
            }
        }
        self.out.flush()
    }

    fn summary(&mut self, counts: &LevelCounts) -> io::Result<()> {
        let boards = counts.deepest_boards();
        let all = counts.histogram().last().copied().unwrap_or(0);
        writeln!(self.out)?;
        let moves = counts.deepest().moves();
        writeln!(self.out, "deepest   {}", deepest(moves.into(), all, "state"))?;
        writeln!(self.out, "mean      {:.4} moves", mean(counts.histogram()))?;
        for (nth, board) in boards.iter().enumerate() {
            writeln!(self.out, "{:<10}{board}", if nth == 0 { "farthest" } else { "" })?;
        }
        let left_out = all - boards.len() as u64;
        if left_out > 0 && !boards.is_empty() {
            writeln!(self.out, "          and {} more", with_commas(left_out))?;
        }
        Ok(())
    }

    /// Writes the number of states beyond the last level.
    fn what_is_left(&mut self, plan: &CountPlan, counts: &LevelCounts) -> io::Result<()> {
        let reached = counts.histogram().iter().sum();
        writeln!(self.out)?;
        writeln!(self.out, "counted   the levels up to {} moves", counts.deepest())?;
        writeln!(self.out, "reached   {} of {} states", with_commas(reached), with_commas(plan.states))
    }
}

/// The farthest boards, if all levels were counted.
fn farthest(counts: &LevelCounts) -> &[Board] {
    if counts.is_complete() { counts.deepest_boards() } else { &[] }
}

/// Draws the number of states at each counted distance, as an SVG chart.
///
/// # Errors
/// [`DrawError`] if the chart cannot be drawn.
pub(crate) fn draw_levels(goal: &Goal, metric: Metric, counts: &LevelCounts) -> Result<String, DrawError> {
    let all = counts.histogram().iter().sum();
    let whose = if counts.is_complete() { "All" } else { "The nearest" };
    let moves = if metric == Metric::MultiTile { " in multi-tile moves" } else { "" };
    draw_histogram(
        counts.histogram(),
        &format!(
            "{whose} {} states of {} by their distance to {goal}{moves}",
            with_commas(all),
            goal.shape()
        ),
    )
}
