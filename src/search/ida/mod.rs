//! Iterative deepening A* (IDA*): Korf, *Depth-First Iterative-Deepening: An Optimal Admissible
//! Tree Search*, Artificial Intelligence 27 (1985).
//!
//! Each iteration is a depth-first search that prunes states whose f = g + h exceeds a bound. The
//! first bound is the start's estimate. Each later bound is larger by one, or by two if estimates
//! have the parity of the distance. An iteration that finds nothing proves that every path is
//! longer than its bound. Memory holds one path with its open alternatives.
//!
//! This file has the loop over the bounds, and `depth_first` the search within one. Everything else
//! makes them faster, or lets them run in parallel and over days, with the same result:
//!
//! - `evaluator`: an estimate that is updated move by move, from any heuristic or from pattern
//!   databases (`super::pdb`).
//! - `pruning`: no move is followed by its inverse. Once an iteration has expanded over a million
//!   states, an automaton prunes longer redundant move sequences as well.
//! - `astar_prelude`: where estimates are slow to look up, a short A* search runs first. While it
//!   has few states, it expands fewer than iterative deepening.
//! - `parallel`: a long iteration is split into subtrees, below a frontier of distinct states.
//! - `distributed`: a process group shares the subtrees.
//! - `checkpoint`: saves the completed subtrees, and resumes from them.
//!
//! Successor order decides how much of the last iteration is searched: the most promising first,
//! and among equals U, L, D, R. In long iterations, the order of the subtrees matters too.

mod astar_prelude;
mod checkpoint;
mod depth_first;
mod distributed;
mod evaluator;
mod parallel;
mod pruning;
mod result;

use self::depth_first::{BoundedSearch, Node, STACK_ORDER};
use self::parallel::checkpointer::Iteration;
use self::parallel::frontier::Parallelism;
use self::parallel::{IterationContext, search_subtrees};
use self::pruning::PruningAutomaton;
use self::result::{Counts, Found, Permit};
use super::common::limits::{Limit, LimitReached, Limits, Watch};
use super::common::move_order::MoveTable;
use super::common::observer::{Observer, Reporter};
use super::common::outcome::{Guarantee, Outcome, Statistics};
use super::common::problem::Problem;
use crate::threads;

pub(super) use astar_prelude::{AstarPrelude, PreludeEvaluator};
pub(super) use checkpoint::run_with_checkpoints;
pub use checkpoint::{CheckpointEvent, Checkpoints, Progress, SearchError};
pub(super) use evaluator::{BlankMove, Evaluator, HeuristicEvaluator, Memo};
pub(super) use parallel::checkpointer::NoCheckpoints;
pub(super) use parallel::workers::Workers;

/// If the previous iteration expanded at least this many states, the next is split into subtrees
/// and shared among threads. Shorter iterations take only milliseconds.
const MIN_EXPANDED_FOR_SUBTREES: u64 = 1 << 16;

/// If the previous iteration expanded at least this many states, building the automaton of the
/// longest sequences pays off.
const MIN_EXPANDED_FOR_LONG_SEQUENCES: u64 = 1 << 20;

/// An IDA* search that is to be run with an evaluator.
pub(super) struct Ida<'a, O> {
    pub(super) problem: &'a Problem,
    pub(super) limits: &'a Limits,
    pub(super) observer: O,
    /// The workers that do the tasks of long iterations, and save checkpoints.
    pub(super) workers: &'a dyn Workers,
}

impl<O: Observer> Ida<'_, O> {
    /// Runs iterations with rising bounds until one finds the goal. The prelude, if any, is skipped
    /// when resuming.
    pub(super) fn run<E: Evaluator>(
        self,
        evaluator: &E,
        prelude: Option<&dyn AstarPrelude>,
    ) -> Result<Outcome, LimitReached> {
        let Self { problem, limits, observer, workers } = self;
        let mut reporter = Reporter::new(observer);
        let watch = Watch::start(limits);
        let move_table = MoveTable::new(problem.goal().shape(), &STACK_ORDER);
        // An observer sees depth-first expansions only, so skip the prelude.
        let prelude = prelude.filter(|_| !O::IS_PRESENT);
        let mut iteration = match (workers.resumed_iteration(), prelude) {
            (Some(iteration), _) => iteration,
            (None, Some(prelude)) => {
                let (found, bound, counts) = prelude.run_prelude(problem.start(), &move_table, &watch);
                if let Some(end) = end_of(found, evaluator, bound, statistics_of(counts, &watch)) {
                    return end;
                }
                Iteration { bound, before: counts, last: [counts.expanded; 2] }
            }
            (None, None) => {
                let bound = evaluator.estimate(&evaluator.start(problem.start()));
                Iteration { bound, ..Iteration::default() }
            }
        };
        let state = evaluator.start(problem.start());
        let blank = problem.start().blank();
        loop {
            let Iteration { bound, before, last: [last, _] } = iteration;
            let max_length = if last < MIN_EXPANDED_FOR_LONG_SEQUENCES { 2 } else { E::MAX_PRUNED_LENGTH };
            // Cached for each shape and length, so every iteration may ask for it.
            let automaton =
                PruningAutomaton::up_to(max_length, evaluator.shape(), &|| watch.time_or_interrupt())
                    .map_err(|limit| LimitReached {
                        limit,
                        at_least: bound,
                        statistics: statistics_of(before, &watch),
                    })?;
            let start = Node { state, g: 0, blank, history: automaton.initial(blank), step: None };
            let mut search = BoundedSearch::new(evaluator, &move_table, &automaton, bound);
            let (found, of_iteration) = if last < MIN_EXPANDED_FOR_SUBTREES || O::IS_PRESENT {
                let permit = |expanded, waiting| {
                    if Watch::is_time_to_check(expanded) && evaluator.has_failed() {
                        Permit::Stop(Some(Limit::Heuristic))
                    } else {
                        watch.reached(before.expanded + expanded, waiting).into()
                    }
                };
                (search.run(start, permit, &mut reporter), search.counts)
            } else {
                // To stop at an exact count, states must be expanded in sequential order.
                let is_exact = limits.expanded.is_some();
                let is_parallel = threads::CAN_BE && !is_exact && !limits.on_one_thread;
                let parallelism = Parallelism { is_parallel, is_exact };
                search_subtrees(
                    &search,
                    start,
                    &IterationContext { watch: &watch, iteration, parallelism, workers },
                )
            };
            // Each iteration generates the start again.
            let counts = before.and(of_iteration).and(Counts { expanded: 0, generated: 1 });
            if let Some(end) = end_of(found, evaluator, bound, statistics_of(counts, &watch)) {
                return end;
            }
            let step = if evaluator.has_parity() { 2 } else { 1 };
            iteration =
                Iteration { bound: bound + step, before: counts, last: [of_iteration.expanded, last] };
        }
    }
}

/// Returns the end of the search, unless nothing was found within the bound.
fn end_of<E: Evaluator>(
    found: Found,
    evaluator: &E,
    bound: u32,
    statistics: Statistics,
) -> Option<Result<Outcome, LimitReached>> {
    match found {
        // After an invalid estimate, neither a path nor a bound proves anything.
        _ if evaluator.has_failed() => {
            Some(Err(LimitReached { limit: Limit::Heuristic, at_least: 0, statistics }))
        }
        // All smaller bounds have been searched without success, so the path is optimal.
        Found::Path(moves) => Some(Ok(Outcome { moves, guarantee: Guarantee::Optimal, statistics })),
        Found::Stopped(Some(limit)) => Some(Err(LimitReached { limit, at_least: bound, statistics })),
        Found::Stopped(None) | Found::Nothing => None,
    }
}

fn statistics_of(counts: Counts, watch: &Watch) -> Statistics {
    let Counts { expanded, generated } = counts;
    Statistics { expanded, generated, elapsed: watch.elapsed(), ..Statistics::default() }
}
