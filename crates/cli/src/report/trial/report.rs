//! The result of a trial.

use std::collections::BTreeMap;
use std::time::Duration;

use super::super::chart::{Chart, DrawError, Scale, Series, draw_chart, optimal_length};
use crate::shell::{Exit, median_of_sorted};
use crate::trial::{Attempt, BadAttempt, Isolation, Reaction, TrialResult, Verdict, WrongSearch};
use tilebase::board::{Goal, Metric};
use tilebase_answers::ReadAs;

/// The result of a trial, to be written in several formats.
#[derive(Clone, Debug)]
pub(crate) struct TrialReport {
    /// The goal; the first if there are several.
    pub(crate) goal: Goal,
    /// The command as given.
    pub(crate) command: String,
    /// The convention for reading moves: `blank`, `tile`, or `either`.
    pub(crate) moves: &'static str,
    /// The metric of lengths.
    pub(crate) metric: Metric,
    /// A suggestion for starting the program, if that failed.
    pub(crate) start_hint: Option<String>,
    /// A sentence about a program that prints nothing, because its file only defines functions.
    pub(crate) silence_hint: Option<String>,
    /// A sentence about an option that may be in the wrong place.
    pub(crate) option_hint: Option<String>,
    /// Whether more boards are suggested if all answers are right.
    pub(crate) suggests_more: bool,
    /// The method whose expanded states are compared with those of the solver, if any.
    pub(crate) nodes_as: Option<String>,
    /// The wrong search that gives the lengths of all paths, if one does.
    pub(crate) wrong_search: Option<WrongSearch>,
    /// How runs were isolated.
    pub(crate) isolation: Isolation,
    /// The results for each board.
    pub(crate) result: TrialResult,
}

/// A kind of verdict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindCount<'a> {
    /// The kind's name.
    pub(crate) kind: &'static str,
    /// The number of boards.
    pub(crate) count: usize,
    /// The board with the smallest distance.
    pub(crate) smallest: &'a Attempt,
}

impl TrialReport {
    /// The number of right boards.
    #[must_use]
    pub(crate) fn right(&self) -> usize {
        self.tried().iter().filter(|tried| tried.is_right).count()
    }

    /// The number of wrong answers and failed runs.
    #[must_use]
    pub(crate) fn wrong(&self) -> usize {
        self.tried().len() - self.right() - self.not_judged()
    }

    /// The number of boards that say nothing about the program: no answer was found, or it could
    /// not be started.
    #[must_use]
    pub(crate) fn not_judged(&self) -> usize {
        self.tried().iter().filter(|tried| !tried.verdict.is_conclusive()).count()
    }

    pub(crate) fn tried(&self) -> &[Attempt] {
        &self.result.tried
    }

    /// The goals, in order.
    pub(crate) fn goals(&self) -> Vec<Goal> {
        let mut goals: Vec<Goal> = self.tried().iter().map(|tried| tried.goal).collect();
        goals.dedup();
        if goals.is_empty() { vec![self.goal] } else { goals }
    }

    /// The boards that are not right, by distance, the unsolvable ones last.
    #[must_use]
    pub(crate) fn failures(&self) -> Vec<&Attempt> {
        let mut failures: Vec<&Attempt> = self.tried().iter().filter(|tried| !tried.is_right).collect();
        // Boards that were never reached say nothing about the solver, so they come last.
        failures.sort_by_key(|tried| {
            let is_unreached = matches!(tried.verdict, Verdict::NotReached);
            (is_unreached, tried.distance.unwrap_or(u32::MAX), tried.board)
        });
        failures
    }

    /// The kinds of failures, most frequent first.
    #[must_use]
    pub(crate) fn kinds(&self) -> Vec<KindCount<'_>> {
        let mut kinds: BTreeMap<&'static str, KindCount<'_>> = BTreeMap::new();
        for tried in self.failures() {
            let kind = tried.verdict.kind();
            kinds.entry(kind).or_insert(KindCount { kind, count: 0, smallest: tried }).count += 1;
        }
        let mut kinds: Vec<KindCount<'_>> = kinds.into_values().collect();
        kinds.sort_by_key(|kind| std::cmp::Reverse(kind.count));
        kinds
    }

    /// The slowest boards with their times, the slowest first.
    #[must_use]
    pub(crate) fn slowest(&self, count: usize) -> Vec<(&Attempt, Duration)> {
        let timed = self.tried().iter().filter_map(|tried| Some((tried, tried.time?)));
        let mut timed: Vec<(&Attempt, Duration)> = timed.collect();
        timed.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        timed.truncate(count);
        timed
    }

    /// The number of answers in each format, most frequent first, with the farthest board of each.
    #[must_use]
    pub(crate) fn read_as(&self) -> Vec<(ReadAs, usize, &Attempt)> {
        let mut forms: BTreeMap<ReadAs, (usize, &Attempt)> = BTreeMap::new();
        for tried in self.tried() {
            if let Some(form) = tried.read_as {
                let (count, farthest) = forms.entry(form).or_insert((0, tried));
                *count += 1;
                if tried.distance > farthest.distance {
                    *farthest = tried;
                }
            }
        }
        // For the goal, a program that prints paths may print only "Solved in 0 moves".
        let is_of_goal = |tried: &Attempt| tried.read_as == Some(ReadAs::Length) && tried.distance == Some(0);
        let on_goal = self.tried().iter().filter(|tried| is_of_goal(tried)).count();
        if forms.get(&ReadAs::Length).is_some_and(|(count, _)| *count == on_goal)
            && let Some((paths, _)) = forms.get_mut(&ReadAs::Path)
        {
            *paths += on_goal;
            forms.remove(&ReadAs::Length);
        }
        let mut forms: Vec<_> =
            forms.into_iter().map(|(form, (count, tried))| (form, count, tried)).collect();
        forms.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
        forms
    }

    /// The peak memory of all runs.
    #[must_use]
    pub(crate) fn peak_memory_in_bytes(&self) -> Option<u64> {
        self.tried().iter().filter_map(|tried| tried.peak_memory_in_bytes).max()
    }

    /// The exit code: yes if every board is right and all bad input was refused, no if anything is
    /// wrong.
    ///
    /// Failed if neither is known: the program could not be started, an answer was not understood,
    /// or the trial was interrupted.
    #[must_use]
    pub(crate) fn exit(&self) -> Exit {
        let is_not_started = |tried: &Attempt| matches!(tried.verdict, Verdict::NotStarted { .. });
        let is_bad_not_started = |tried: &BadAttempt| matches!(tried.reaction, Reaction::NotStarted { .. });
        if self.tried().iter().any(is_not_started)
            || self.bad_inputs().iter().any(is_bad_not_started)
            || self.tried().is_empty()
        {
            Exit::Failed
        } else if self.wrong() > 0 || self.bad_wrong() > 0 || self.result.lines_too_many > 0 {
            Exit::No
        } else if self.result.is_interrupted || self.not_judged() > 0 {
            Exit::Failed
        } else {
            Exit::Yes
        }
    }

    /// Charts of time and, if the program prints them, of expanded nodes by depth.
    ///
    /// # Errors
    /// [`DrawError`] if a chart cannot be drawn.
    pub(crate) fn charts(&self) -> Result<Vec<Chart>, DrawError> {
        let seconds = |tried: &Attempt| tried.time.map(|time| time.as_secs_f64());
        #[expect(clippy::cast_precision_loss, reason = "for pictures")]
        let nodes = |tried: &Attempt| tried.nodes.map(|nodes| nodes as f64);
        let charts = [
            ("seconds", "Time per run", "wall time", Scale::Seconds, self.by_depth(seconds)),
            (
                "expanded",
                "Expanded nodes, as counted by the program",
                "nodes",
                Scale::Counts,
                self.by_depth(nodes),
            ),
        ];
        let across = optimal_length(self.metric);
        let drawn = charts.into_iter().filter(|(.., series)| !series[0].points.is_empty());
        drawn
            .map(|(name, title, unit, scale, series)| {
                Ok(Chart { name, svg: draw_chart(title, [across, unit], scale, &series)? })
            })
            .collect()
    }

    /// The median and the maximum of a value for each depth. The median ignores runs that the
    /// system delayed.
    fn by_depth(&self, value: impl Fn(&Attempt) -> Option<f64>) -> [Series; 2] {
        let mut by_depth: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for tried in self.tried() {
            if let (Some(depth), Some(value)) = (tried.distance, value(tried)) {
                by_depth.entry(depth).or_default().push(value);
            }
        }
        for values in by_depth.values_mut() {
            values.sort_by(f64::total_cmp);
        }
        let series = |label: &str, of: fn(&[f64]) -> f64| Series {
            label: label.to_owned(),
            points: by_depth.iter().map(|(depth, values)| (*depth, of(values))).collect(),
        };
        [
            series("median", |sorted| median_of_sorted(sorted).unwrap_or_default()),
            series("maximum", |sorted| sorted.last().copied().unwrap_or_default()),
        ]
    }
}
