//! Writes the number of states at each least cost as text, JSON, or a b-file.

use std::io::{self, Write};

use serde::Serialize;
use tilebase::board::{Board, Goal};
use tilebase::solve::CostCounts;

use super::count::CountFormat;
use super::numbers::with_commas;
use crate::shell::plural;

/// The counts as one JSON object.
#[derive(Debug, Serialize)]
struct Counted<'a> {
    shape: String,
    goal: String,
    cost: &'a str,
    states: u64,
    /// Pairs of a least cost and the number of states with it.
    histogram: Vec<(u32, u64)>,
    costliest: u32,
    costliest_boards: Vec<String>,
    cheapest_is_longer: u64,
}

/// Writes the counts. At most `boards` of the costliest boards are listed.
///
/// # Errors
/// Errors of the writer.
pub(crate) fn write_cost_counts(
    format: CountFormat,
    goal: &Goal,
    cost: &str,
    counts: &CostCounts,
    boards: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let states: u64 = counts.histogram().map(|(_, states)| states).sum();
    let (costliest, _) = counts.histogram().last().unwrap_or_default();
    let shown = &counts.costliest()[..boards.min(counts.costliest().len())];
    match format {
        CountFormat::Text => write_text(goal, cost, counts, shown, out)?,
        CountFormat::Json => {
            let counted = Counted {
                shape: goal.shape().to_string(),
                goal: goal.to_string(),
                cost,
                states,
                histogram: counts.histogram().collect(),
                costliest,
                costliest_boards: shown.iter().map(ToString::to_string).collect(),
                cheapest_is_longer: counts.cheapest_is_longer(),
            };
            serde_json::to_writer(&mut *out, &counted)?;
            writeln!(out)?;
        }
        CountFormat::BFile => {
            // A b-file has a line for every cost, even if no state has it.
            let mut next = 0;
            for (cost, states) in counts.histogram() {
                for cost in next..cost {
                    writeln!(out, "{cost} 0")?;
                }
                writeln!(out, "{cost} {states}")?;
                next = cost + 1;
            }
        }
    }
    out.flush()
}

fn write_text(
    goal: &Goal,
    cost: &str,
    counts: &CostCounts,
    shown: &[Board],
    out: &mut impl Write,
) -> io::Result<()> {
    let states: u64 = counts.histogram().map(|(_, states)| states).sum();
    let total: u64 = counts.histogram().map(|(cost, states)| u64::from(cost) * states).sum();
    let (most, on_top) = counts.histogram().last().unwrap_or_default();
    writeln!(out, "shape     {}", goal.shape())?;
    writeln!(out, "goal      {goal}")?;
    writeln!(out, "cost      {cost}")?;
    writeln!(out, "states    {}", with_commas(states))?;
    writeln!(out)?;
    let width = with_commas(states).len();
    let digits = with_commas(most.into()).len().max(3);
    for (cost, states) in counts.histogram() {
        writeln!(out, "{:>digits$}  {:>width$}", with_commas(cost.into()), with_commas(states))?;
    }
    writeln!(out)?;
    let unit = plural(on_top, "state", "states");
    writeln!(out, "costliest {} ({} {unit})", with_commas(most.into()), with_commas(on_top))?;
    #[expect(clippy::cast_precision_loss, reason = "shown with four decimals")]
    let mean = total as f64 / states as f64;
    writeln!(out, "mean      {mean:.4}")?;
    for (nth, board) in shown.iter().enumerate() {
        writeln!(out, "{:<10}{board}", if nth == 0 { "boards" } else { "" })?;
    }
    let left_out = on_top - shown.len() as u64;
    if left_out > 0 && !shown.is_empty() {
        writeln!(out, "          and {} more", with_commas(left_out))?;
    }
    let longer = with_commas(counts.cheapest_is_longer());
    writeln!(out, "longer    {longer} states: every cheapest path is longer than a shortest path")
}
