//! Failures that many boards have in common: one cause can only be seen in all verdicts together.

use std::collections::BTreeSet;

use super::report::TrialReport;
use crate::trial::{Attempt, Verdict};
use tilebase::judge::Finding;

/// Minimum number of boards that failures must have in common.
const MIN_BOARDS: usize = 3;

impl TrialReport {
    /// Returns what the failures have in common, as sentences without a full stop.
    pub(super) fn common_failures(&self) -> Vec<String> {
        [self.same_for_all(), self.constant_offset(), self.other_goal()].into_iter().flatten().collect()
    }

    /// Detects the same output, or the same answer, for boards with different distances.
    pub(super) fn same_for_all(&self) -> Option<String> {
        let tried = self.tried();
        let depths: BTreeSet<Option<u32>> = tried.iter().map(|tried| tried.distance).collect();
        if self.result.batch_time.is_some() || tried.len() < MIN_BOARDS || depths.len() < MIN_BOARDS {
            return None;
        }
        let has_ended =
            |tried: &&Attempt| matches!(tried.verdict, Verdict::Judged(_) | Verdict::NotUnderstood { .. });
        let ended: Vec<&Attempt> = tried.iter().filter(has_ended).collect();
        // A program that ignores its board and never ends is stopped on each.
        let stopped = tried
            .iter()
            .filter(|tried| has_ended(tried) || matches!(tried.verdict, Verdict::TimedOut { .. }));
        let is_one = |runs: &[&Attempt], digest: fn(&Attempt) -> Option<u64>| {
            let mut digests: BTreeSet<Option<u64>> = runs.iter().map(|run| digest(run)).collect();
            runs.len() >= MIN_BOARDS && digests.len() == 1 && digests.pop_first() != Some(None)
        };
        let has_printed_one = |runs: &[&Attempt]| {
            let is_silent = runs.iter().all(|tried| tried.shown[0].is_empty() && !tried.is_right);
            is_one(runs, |run| Some(run.output_digest)) && !is_silent
        };
        if has_printed_one(&ended) || has_printed_one(&stopped.collect::<Vec<_>>()) {
            return Some(
                "It printed the same for every board: does it read the board that it is given?".to_owned(),
            );
        }
        is_one(&ended, |run| run.answer_digest).then(|| {
            "It gave the same answer for every board: does it read the board that it is given?".to_owned()
        })
    }

    /// Detects lengths that are all too long, or too short, by the same number.
    pub(super) fn constant_offset(&self) -> Option<String> {
        let mut offsets = self.tried().iter().filter_map(|tried| match &tried.verdict {
            Verdict::Judged(
                Finding::TooLong { stated, distance, .. } | Finding::TooShort { stated, distance },
            ) => Some(i64::from(*stated) - i64::from(*distance)),
            Verdict::Judged(Finding::LengthDisagrees { path, stated }) => {
                Some(i64::from(*stated) - i64::from(*path))
            }
            _ => None,
        });
        let first = offsets.next()?;
        let rest: Vec<i64> = offsets.collect();
        let count = rest.len() + 1;
        if count < MIN_BOARDS || rest.iter().any(|offset| *offset != first) {
            return None;
        }
        let side = if first > 0 { "large" } else { "small" };
        let right = self.tried().iter().any(|tried| tried.is_right && tried.distance.is_some());
        let which = if right {
            format!("{count} of its lengths are")
        } else {
            "Every length that it states is".to_owned()
        };
        Some(format!("{which} too {side} by {}", first.abs()))
    }

    /// Detects paths that all lead to one other goal.
    pub(super) fn other_goal(&self) -> Option<String> {
        let goal_of = |tried: &Attempt| match &tried.verdict {
            Verdict::Judged(Finding::OtherGoal { goal }) => Some(*goal),
            _ => None,
        };
        let goals: Vec<_> = self.tried().iter().filter_map(goal_of).collect();
        let first = goals
            .first()
            .filter(|first| goals.len() >= MIN_BOARDS && goals.iter().all(|goal| goal == *first))?;
        Some(format!(
            "{} of its paths lead to {first}: if that is its goal, rerun with `--goal {first}`",
            goals.len()
        ))
    }
}
