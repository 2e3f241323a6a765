//! Iterative deepening A* (IDA*): Korf, *Depth-First Iterative-Deepening: An Optimal Admissible
//! Tree Search*, Artificial Intelligence 27 (1985).
//!
//! Each iteration is a depth-first search that prunes states whose f = g + h exceeds a bound. The
//! first bound is the start's estimate. Each later bound is larger by one, or by two if estimates
//! have the parity of the distance. An iteration that finds nothing proves that every path is
//! longer than its bound. Memory holds one path with its open alternatives.
//!
//! Control flow: `Search::run` chooses the evaluator, or [`super::pdb`] does for pattern databases;
//! `Ida::deepen_from` raises the bound; `Ida::search_within_bound` runs one iteration, directly or
//! by subtrees; `BoundedSearch::search_below` is its depth-first search. Everything else makes the
//! search faster, or lets it run in parallel and over days, with the same result:
//!
//! - `evaluator`: an estimate that is updated move by move, from any heuristic or from pattern
//!   databases (`super::pdb`).
//! - `pruning`: no move is followed by its inverse. Once an iteration has expanded over a million
//!   states, an automaton prunes longer redundant move sequences as well.
//! - `astar_prelude`: where estimates are slow to look up, a short A* search runs first. It is
//!   faster as long as its states fit in the processor's caches, and it ends most searches.
//! - `parallel`: a long iteration is split into subtrees, below a frontier of distinct states.
//! - `distributed`: a process group shares the subtrees.
//! - `checkpoint`: saves the completed subtrees, and resumes from them.
//!
//! How much of the last iteration is searched depends on the order of successors (see "Order" in
//! [`super`]) and, in long iterations, on the order of the subtrees.

mod astar_prelude;
mod bounded_search;
mod checkpoint;
mod distributed;
mod evaluator;
mod parallel;
mod pruning;
mod report;
mod result;

use std::sync::Arc;

use self::astar_prelude::astar_prelude;
use self::bounded_search::{BoundedSearch, STACK_ORDER, StackNode, check_limits};
use self::parallel::iteration_progress::Iteration;
use self::parallel::search_subtrees;
use self::pruning::PruningAutomaton;
use self::result::{Counts, Found, Stop};
use super::common::limits::{Limit, LimitReached, Limits, Watch};
use super::common::move_order::MoveTable;
use super::common::observer::Reporter;
use super::common::outcome::{Guarantee, Outcome, Statistics};
use super::common::problem::Problem;
use crate::board::Board;

pub(super) use astar_prelude::PreludeEvaluator;
pub(crate) use checkpoint::SearchError;
pub(super) use checkpoint::run_with_checkpoints;
pub use checkpoint::{CheckpointEvent, Checkpoints, Progress};
pub(super) use evaluator::{BlankMove, Evaluator, HeuristicEvaluator, Memo};
pub(super) use parallel::task_list::{IterationHost, LocalThreads};

/// If the previous iteration expanded at least this many states, the next is split into subtrees
/// and shared among threads. Shorter iterations take only milliseconds.
const MIN_EXPANDED_FOR_SUBTREES: u64 = 1 << 16;

/// If the previous iteration expanded at least this many states, building the automaton of the
/// longest sequences pays off.
const MIN_EXPANDED_FOR_LONG_SEQUENCES: u64 = 1 << 20;

/// An IDA* search that is to be run with an evaluator.
pub(super) struct Ida<'a, const OBSERVED: bool> {
    pub(super) problem: &'a Problem,
    pub(super) limits: &'a Limits,
    pub(super) reporter: Reporter<'a, OBSERVED>,
    /// Runs the tasks of long iterations and saves checkpoints.
    pub(super) host: &'a dyn IterationHost,
}

impl<const OBSERVED: bool> Ida<'_, OBSERVED> {
    /// Runs the iterations from the start's estimate on, or from the one to resume.
    pub(super) fn deepen<E: Evaluator>(self, evaluator: &E) -> Result<Outcome, LimitReached> {
        let watch = Watch::start(self.limits);
        let resumed = self.host.resumed_iteration();
        let first = resumed.unwrap_or_else(|| self.first_iteration(evaluator));
        self.deepen_from(first, evaluator, &move_table(evaluator), &watch)
    }

    /// Like [`deepen`](Self::deepen), but begins with A\*, which ends most searches. The first
    /// iteration has the lower bound that A\* has proven.
    pub(super) fn deepen_after_astar<E: PreludeEvaluator>(
        self,
        evaluator: &E,
    ) -> Result<Outcome, LimitReached> {
        let watch = Watch::start(self.limits);
        let move_table = move_table(evaluator);
        let first = match self.host.resumed_iteration() {
            // A checkpoint is from a later iteration, so the search was past the prelude.
            Some(resumed) => resumed,
            // An observer expects the states of a depth-first search, each with its bound.
            None if OBSERVED => self.first_iteration(evaluator),
            None => {
                let board = self.problem.start();
                let (found, bound, counts) = astar_prelude(evaluator, board, &move_table, &watch);
                if let Some(end) = end_of(found, evaluator, bound, statistics_of(counts, &watch)) {
                    return end;
                }
                // The prelude counts as the previous iteration, so the first one is split if it was
                // long.
                let expanded = counts.expanded;
                Iteration { bound, earlier: counts, expanded_before: expanded, expanded_two_before: expanded }
            }
        };
        self.deepen_from(first, evaluator, &move_table, &watch)
    }

    fn first_iteration<E: Evaluator>(&self, evaluator: &E) -> Iteration {
        let bound = evaluator.estimate(&evaluator.start(self.problem.start()));
        Iteration { bound, ..Iteration::default() }
    }

    /// Runs iterations with rising bounds until one finds the goal.
    fn deepen_from<E: Evaluator>(
        mut self,
        first: Iteration,
        evaluator: &E,
        move_table: &MoveTable,
        watch: &Watch,
    ) -> Result<Outcome, LimitReached> {
        // Korf's next bound is the smallest f that exceeded the current one. That is nearly always
        // the next value f can have, as a move seldom raises f by more than two. So it is not
        // recorded, and evaluators may reject a successor before its exact f is known.
        let increment = if evaluator.has_parity() { 2 } else { 1 };
        let mut iteration = first;
        loop {
            let Iteration { bound, earlier, expanded_before, .. } = iteration;
            let (found, counts) = self.search_within_bound(evaluator, &iteration, move_table, watch);
            let all = earlier.plus(counts);
            if let Some(end) = end_of(found, evaluator, bound, statistics_of(all, watch)) {
                return end;
            }
            iteration = Iteration {
                bound: bound + increment,
                earlier: all,
                expanded_before: counts.expanded,
                expanded_two_before: expanded_before,
            };
        }
    }

    /// Searches all states whose f is within the iteration's bound: a short iteration by one
    /// depth-first search, a long one by subtrees.
    fn search_within_bound<E: Evaluator>(
        &mut self,
        evaluator: &E,
        iteration: &Iteration,
        move_table: &MoveTable,
        watch: &Watch,
    ) -> (Found, Counts) {
        let Iteration { bound, earlier, expanded_before, .. } = *iteration;
        let automaton = match automaton_after(expanded_before, evaluator, watch) {
            Ok(automaton) => automaton,
            Err(limit) => return (Found::Stopped(Stop::Limit(limit)), Counts::default()),
        };
        let start = start_node(self.problem.start(), evaluator, &automaton);
        let mut search = BoundedSearch::new(evaluator, move_table, &automaton, bound);
        let (found, counts) = if expanded_before < MIN_EXPANDED_FOR_SUBTREES || OBSERVED {
            let may_expand = |expanded, waiting| {
                let expanded = earlier.expanded + expanded;
                check_limits(evaluator, watch, expanded, waiting).map_break(Stop::Limit)
            };
            (search.search_below(start, may_expand, &mut self.reporter), search.counts)
        } else {
            search_subtrees(&search, start, iteration, watch, self.host)
        };
        // Each iteration generates the start again.
        (found, counts.plus(Counts { expanded: 0, generated: 1 }))
    }
}

/// Returns the automaton for the iteration after one that expanded this many states.
fn automaton_after<E: Evaluator>(
    expanded: u64,
    evaluator: &E,
    watch: &Watch,
) -> Result<Arc<PruningAutomaton>, Limit> {
    // Length 2 only forbids a move that undoes the last one.
    let max_length = if expanded < MIN_EXPANDED_FOR_LONG_SEQUENCES { 2 } else { E::MAX_PRUNED_LENGTH };
    // Cached for each shape and length, so every iteration may ask for it.
    PruningAutomaton::up_to(max_length, evaluator.shape(), &|| watch.time_or_interrupt())
}

/// Returns the node of the board that the search starts from.
fn start_node<E: Evaluator>(
    board: &Board,
    evaluator: &E,
    automaton: &PruningAutomaton,
) -> StackNode<E::State> {
    let blank = board.blank();
    StackNode {
        state: evaluator.start(board),
        g: 0,
        blank,
        pruning_state: automaton.initial(blank),
        step: None,
    }
}

fn move_table(evaluator: &impl Evaluator) -> MoveTable {
    MoveTable::new(evaluator.shape(), &STACK_ORDER)
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
            Some(Err(LimitReached { limit: Limit::Heuristic, lower_bound: 0, statistics }))
        }
        // All smaller bounds have been searched without success, so the path is optimal.
        Found::Path(moves) => Some(Ok(Outcome { moves, guarantee: Guarantee::Optimal, statistics })),
        Found::Stopped(Stop::Limit(limit)) => {
            Some(Err(LimitReached { limit, lower_bound: bound, statistics }))
        }
        Found::Stopped(Stop::Superseded) => unreachable!("subtrees are superseded, iterations never"),
        Found::Nothing => None,
    }
}

fn statistics_of(counts: Counts, watch: &Watch) -> Statistics {
    let Counts { expanded, generated } = counts;
    watch.timed(Statistics { expanded, generated, ..Statistics::default() })
}
