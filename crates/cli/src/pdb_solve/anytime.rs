//! `pdb-solve --anytime BOARD...`: a first path, which improves as long as there is time.
//!
//! Boards of up to 25 cells are also searched exactly. The first path and its improvements get a
//! tenth of the time, at most a second, or, with `--max-nodes` alone, a tenth of the nodes, at most
//! five million. The exact search gets the rest. For larger boards, all the time is for
//! improvements.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use tilebase::Interrupt;
use tilebase::anytime::{self, Progress, Task};
use tilebase::board::{Board, LargeBoard, LargeShape};
use tilebase::notation::{GoalName, shorten};
use tilebase::search::{Limit, Limits};

use super::solve_args::to_blank_first;
use crate::ask::{Answer, Answerer, reaches_only_blank_first};
use crate::report::{AnytimeResult, AnytimeWriter, Stopped, ratio};
use crate::shell::{Exit, TextOrJson, tell};

/// Maximum number of cells of exactly searched boards.
const MAX_SEARCHED_CELLS: usize = 25;

/// Maximum time for first paths before the exact search.
const MAX_TIME_BEFORE_SEARCH: Duration = Duration::from_secs(1);

/// One in this many of the expansions allowed by `--max-nodes` is for first paths.
const SHARE_BEFORE_SEARCH: u64 = 10;

/// Maximum number of expansions for first paths if only `--max-nodes` is given. A time limit would
/// make the answer depend on the machine's speed.
const MAX_EXPANDED_BEFORE_SEARCH: u64 = 5_000_000;

/// Maximum number of cells of boards whose tables are built at once, so that they need no first
/// path.
pub(super) const MAX_CELLS_OF_QUICK_TABLES: usize = 10;

/// Minimum time between two messages about better paths.
const BETWEEN_NOTES: Duration = Duration::from_secs(1);

/// The options for all boards.
pub(super) struct AnytimeOptions<'a> {
    pub(super) goal: GoalName,
    pub(super) shape: Option<LargeShape>,
    pub(super) limits: Limits,
    pub(super) quiet: bool,
    pub(super) writer: AnytimeWriter,
    /// Searches boards of up to [`MAX_SEARCHED_CELLS`] cells within limits.
    pub(super) answerer: &'a dyn Fn(Limits) -> Answerer<'a>,
}

/// The texts of a board and its goal, with the result.
struct Found {
    board: String,
    goal: String,
    result: AnytimeResult,
    /// Whether the board cannot reach the goal with the blank last, but can reach the one with the
    /// blank first.
    is_solvable_to_blank_first: bool,
}

impl AnytimeOptions<'_> {
    /// Solves one board after the other.
    pub(super) fn answer(
        &self,
        boards: impl Iterator<Item = anyhow::Result<String>>,
        out: &mut impl Write,
    ) -> anyhow::Result<Exit> {
        let mut worst = Exit::Yes;
        let mut solvable_to_blank_first = 0;
        for text in boards {
            let text = text?;
            match self.answer_one(&text) {
                Ok(Found { board, goal, result, is_solvable_to_blank_first }) => {
                    solvable_to_blank_first += u64::from(is_solvable_to_blank_first);
                    let exit = if matches!(result, AnytimeResult::Unsolvable) { Exit::No } else { Exit::Yes };
                    worst = worst.max(exit);
                    self.writer.write(&board, &goal, &result, out)?;
                }
                Err(error) => {
                    worst = Exit::Failed;
                    match self.writer.format {
                        TextOrJson::Text => tell(format_args!("{error:#}")),
                        TextOrJson::Json => {
                            AnytimeWriter::write_failure(&shorten(&text), &format!("{error:#}"), out)?;
                        }
                    }
                }
            }
            out.flush()?;
        }
        if solvable_to_blank_first > 0 && !self.quiet {
            tell(to_blank_first(solvable_to_blank_first));
        }
        Ok(worst)
    }

    fn answer_one(&self, text: &str) -> anyhow::Result<Found> {
        let small_shape = self.shape.and_then(LargeShape::exact).or_else(|| self.goal.likely_shape());
        if self.shape.is_none_or(|shape| shape.cells() <= MAX_SEARCHED_CELLS)
            && !LargeBoard::is_needed_for(text)
        {
            let board = Board::read(text, small_shape)?;
            return self.answer_small(&board);
        }
        let board = LargeBoard::read(text, self.shape)?;
        let shape = board.shape();
        let goal = match self.goal {
            GoalName::BlankLast => LargeBoard::blank_last(shape),
            GoalName::BlankFirst => LargeBoard::blank_first(shape),
            GoalName::Snail => LargeBoard::snail(shape),
            GoalName::Board(goal) | GoalName::Tiles(goal) => {
                let of = goal.shape();
                bail!(
                    "the goal {goal} is a {of} board, not {shape}; blank-last, \
                     blank-first, and snail fit any shape"
                );
            }
        };
        let (shown, shown_goal) = (board.to_string(), goal.to_string());
        let is_solvable_to_blank_first = self.goal == GoalName::BlankLast
            && Task::new(board, goal).is_none()
            && Task::new(board, LargeBoard::blank_first(shape)).is_some();
        let result = match Task::new(board, goal) {
            None => AnytimeResult::Unsolvable,
            Some(task) => {
                if !self.quiet && self.limits.time.is_none() && self.limits.expanded.is_none() {
                    tell("looking for better paths until Ctrl-C; to set a time limit, use --timeout");
                }
                let (answer, end) = self.improve(&task, &self.limits);
                self.path(answer, end.limit)
            }
        };
        Ok(Found { board: shown, goal: shown_goal, result, is_solvable_to_blank_first })
    }

    /// Solves a board that can be searched exactly.
    fn answer_small(&self, board: &Board) -> anyhow::Result<Found> {
        let goal = self.goal.on(board.shape())?;
        let is_solvable_to_blank_first =
            self.goal == GoalName::BlankLast && reaches_only_blank_first(board, &goal);
        let found = |result: AnytimeResult| {
            let (board, goal) = (board.to_string(), goal.to_string());
            Ok(Found { board, goal, result, is_solvable_to_blank_first })
        };
        let Some(task) = Task::new(board.into(), (&goal.board()).into()) else {
            return found(AnytimeResult::Unsolvable);
        };
        let clock = Instant::now();
        let Limits { time, expanded, .. } = self.limits;
        let is_quick = board.shape().cells() <= MAX_CELLS_OF_QUICK_TABLES;
        let before = limits_before_search(&self.limits, is_quick);
        let (mut best, end) = self.improve(&task, &before);
        if best.is_optimal() || end.limit == Some(Limit::Interrupt) {
            return found(self.path(best, end.limit));
        }
        let rest = self
            .limits
            .clone()
            .with_time(time.map(|time| time.saturating_sub(clock.elapsed())))
            .with_expanded(expanded.map(|states| states.saturating_sub(end.expanded)));
        match (self.answerer)(rest).answer_board(board)? {
            Answer::Solved { outcome, .. } => {
                best.lower_bound = u32::try_from(outcome.moves.len())?;
                best.moves = outcome.moves;
                found(self.path(best, None))
            }
            Answer::LimitReached { limit, .. } => {
                best.lower_bound = best.lower_bound.max(limit.lower_bound);
                found(self.path(best, Some(limit.limit)))
            }
            Answer::Unsolvable { .. } => found(AnytimeResult::Unsolvable),
            Answer::Failed { error, .. } => Err(anyhow!(error)),
            Answer::Cheapest { .. } | Answer::CostLimitReached { .. } => {
                unreachable!("--anytime conflicts with --cost")
            }
        }
    }

    fn path(&self, answer: anytime::Answer, limit: Option<Limit>) -> AnytimeResult {
        let stopped = limit.map(|limit| Stopped { limit, timeout: self.limits.time });
        AnytimeResult::Path { answer, stopped }
    }

    /// The best path found within limits, and the limit that ended its improvement.
    fn improve(&self, task: &Task, limits: &Limits) -> (anytime::Answer, ImprovementEnd) {
        let clock = Instant::now();
        let mut end = ImprovementEnd::default();
        let mut noted_at = None;
        let answer = task.improve(limits.memory_in_bytes, &mut |progress| {
            let elapsed = clock.elapsed();
            if progress.is_better
                && !self.quiet
                && noted_at.is_none_or(|noted| elapsed - noted >= BETWEEN_NOTES)
            {
                noted_at = Some(elapsed);
                tell_of(progress, elapsed);
            }
            end.expanded = progress.expanded;
            end.limit = if limits.time.is_some_and(|most| elapsed >= most) {
                Some(Limit::Time)
            } else if limits.expanded.is_some_and(|most| progress.expanded >= most) {
                Some(Limit::Expanded)
            } else if limits.interrupt.as_ref().is_some_and(Interrupt::is_raised) {
                Some(Limit::Interrupt)
            } else {
                None
            };
            if end.limit.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (answer, end)
    }
}

/// The end of the improvement of a path.
#[derive(Default)]
struct ImprovementEnd {
    /// The limit that ended it; `None` if the path is optimal.
    limit: Option<Limit>,
    expanded: u64,
}

/// Returns the limits for first paths before an exact search. Their time is zero if a table answers
/// quickly.
fn limits_before_search(limits: &Limits, is_quick: bool) -> Limits {
    let share = limits.expanded.map(|states| states / SHARE_BEFORE_SEARCH);
    let (time, expanded) = match (limits.time, share) {
        _ if is_quick => (Some(Duration::ZERO), share),
        (Some(time), _) => (Some(MAX_TIME_BEFORE_SEARCH.min(time / 10)), share),
        (None, Some(states)) => (None, Some(states.min(MAX_EXPANDED_BEFORE_SEARCH))),
        (None, None) => (Some(MAX_TIME_BEFORE_SEARCH), None),
    };
    limits.clone().with_time(time).with_expanded(expanded)
}

fn tell_of(progress: &Progress<'_>, elapsed: Duration) {
    let (moves, seconds) = (progress.answer.moves.len(), elapsed.as_secs_f64());
    let ratio = ratio(progress.answer);
    tell(format_args!("{moves} moves after {seconds:.1} s, at most {ratio} times the optimum"));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a limit of time, the answer must not depend on the machine's speed.
    #[test]
    fn first_paths_are_limited_like_the_whole_search() {
        let seconds = |seconds: u64| Some(Duration::from_secs(seconds));
        let before = |time, expanded, is_quick| {
            let limits = Limits::default().with_time(time).with_expanded(expanded);
            let Limits { time, expanded, .. } = limits_before_search(&limits, is_quick);
            (time, expanded)
        };
        assert_eq!(before(None, None, false), (seconds(1), None));
        assert_eq!(before(seconds(60), None, false), (seconds(1), None));
        assert_eq!(before(seconds(5), None, false), (Some(Duration::from_millis(500)), None));
        assert_eq!(before(None, Some(1000), false), (None, Some(100)));
        assert_eq!(before(None, Some(1 << 40), false), (None, Some(5_000_000)));
        assert_eq!(before(seconds(60), Some(1 << 40), false), (seconds(1), Some((1 << 40) / 10)));
        assert_eq!(before(seconds(60), Some(1000), true), (Some(Duration::ZERO), Some(100)));
    }
}
