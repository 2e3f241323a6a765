//! Choices that textbooks leave open: the order of moves, ties, duplicates, and counting.
//!
//! Two correct programs that run A* with the same heuristic on the same board rarely report the
//! same counts. Everything that makes them differ is a value here, so that counts of others can be
//! reproduced, and choices compared. [`ConventionName`](crate::solve::ConventionName) has the
//! conventions of four published 8-puzzle programs, and reproduces their counts.

use super::evaluation::Evaluation;
use crate::search::common::move_order::MoveOrder;
use crate::search::common::outcome::Guarantee;
use crate::search::heuristics::Claims;

/// Duplicate detection: how a state that is reached again is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// Duplicates are expanded again: tree search.
    Kept,
    /// Duplicates are expanded again, but no move is undone by the next one (parent pruning).
    KeptExceptParent,
    /// Duplicates enter the open list, and are discarded when taken out after an equal state (a
    /// strict expanded list).
    DroppedWhenPopped,
    /// Duplicates of expanded states are discarded; equal states in the open list are all expanded.
    DroppedWhenGenerated,
    /// Each state is stored once; a shorter path to it replaces the old one, and reopens it if it
    /// was closed.
    Reopened,
}

/// Tie-breaking: which of the states with the smallest f is expanded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one with the largest g; among those, the oldest.
    LargerG,
    /// The oldest (first in, first out).
    Fifo,
    /// The newest (last in, first out).
    Lifo,
    /// The order of a binary heap that only compares f: `push_heap` and `pop_heap` of the usual C++
    /// library with `>`, like Python's `heapq`.
    Heap,
    /// The same with `>=`, which C++ does not allow for heaps, but which works.
    HeapGreaterEqual,
}

/// When the length of the open list is sampled for its peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeakSampling {
    /// After each push.
    AfterPush,
    /// After each push except that of the start.
    AfterPushExceptStart,
    /// Before each pop.
    BeforePop,
    /// At the beginning and after each expansion.
    AfterExpansion,
}

/// All choices of a best-first search except its evaluation function. Those of another program are
/// best written as differences from [`Conventions::STANDARD`].
///
/// ```
/// use tilebase::board::Move::{Down, Left, Right, Up};
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{
///     BestFirst, Conventions, Duplicates, Manhattan, MoveOrder, Problem, Search, Ties,
/// };
///
/// // Tree search with parent pruning, on a binary heap, in the order U, L, D, R.
/// let conventions = Conventions {
///     moves: MoveOrder::everywhere([Up, Left, Down, Right]),
///     duplicates: Duplicates::KeptExceptParent,
///     ties: Ties::Heap,
///     ..Conventions::STANDARD
/// };
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let board = Board::new(goal.shape(), &[5, 3, 6, 4, 0, 7, 1, 8, 2])?;
/// let search = BestFirst::astar().with_conventions(conventions)?;
/// let problem = Problem::new(board, goal)?;
/// let outcome = Search::best_first(search, &Manhattan::new(&goal)).run(&problem)?;
/// assert_eq!((outcome.statistics.expanded, outcome.statistics.generated), (1234, 2090));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// The order in which successors are generated.
    pub moves: MoveOrder,
    /// Duplicate detection.
    pub duplicates: Duplicates,
    /// Tie-breaking.
    pub ties: Ties,
    /// Whether a state is compared with the goal as soon as it is generated, instead of when it is
    /// taken from the open list.
    pub early_goal_test: bool,
    /// Whether [`Statistics::expanded`](crate::search::Statistics::expanded) counts all states
    /// taken from the open list, including the goal and discarded duplicates, instead of those
    /// whose successors are generated.
    pub counts_every_pop: bool,
    /// Whether [`Statistics::generated`](crate::search::Statistics::generated) counts only new
    /// states put in the open list, instead of all successors produced and the start.
    pub counts_only_kept: bool,
    /// When the open list is sampled for
    /// [`Statistics::peak_open`](crate::search::Statistics::peak_open).
    pub peak: PeakSampling,
}

impl Conventions {
    /// The standard of this [module](crate::search): each state is stored once, larger g first,
    /// order U, D, L, R.
    pub const STANDARD: Self = Self {
        moves: MoveOrder::STANDARD,
        duplicates: Duplicates::Reopened,
        ties: Ties::LargerG,
        early_goal_test: false,
        counts_every_pop: false,
        counts_only_kept: false,
        peak: PeakSampling::AfterPush,
    };

    /// Breadth-first search: a queue that stops as soon as the goal is generated.
    pub(super) const BREADTH_FIRST: Self = Self { ties: Ties::Fifo, early_goal_test: true, ..Self::STANDARD };

    /// Whether every search on a solvable problem ends.
    ///
    /// If f includes g, it does: only finitely many paths have an f within any limit. Otherwise,
    /// states must not be expanded again and again. Every rule that discards duplicates prevents
    /// this: a state is expanded at most as often as it was generated before it was first closed.
    pub(super) const fn always_end(&self, evaluation: Evaluation) -> bool {
        let are_kept = matches!(self.duplicates, Duplicates::Kept | Duplicates::KeptExceptParent);
        !(are_kept && matches!(evaluation, Evaluation::H))
    }

    /// The guarantee for the length of a path;
    /// [`BestFirst::guarantee`](super::BestFirst::guarantee) has the proof.
    pub(super) fn guarantee(&self, evaluation: Evaluation, claims: Claims) -> Guarantee {
        let closed_for_good =
            matches!(self.duplicates, Duplicates::DroppedWhenPopped | Duplicates::DroppedWhenGenerated);
        let is_bounded = claims.admissible && (!closed_for_good || claims.consistent);
        match evaluation {
            Evaluation::G => Guarantee::Optimal,
            Evaluation::GPlusH if is_bounded => Guarantee::Optimal,
            Evaluation::GPlusWeightedH(weight) if is_bounded && weight.value() <= 1.0 => Guarantee::Optimal,
            Evaluation::GPlusWeightedH(weight) if is_bounded && !self.early_goal_test => {
                Guarantee::AtMostTimes(weight)
            }
            _ => Guarantee::None,
        }
    }
}
