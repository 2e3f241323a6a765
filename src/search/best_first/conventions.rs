//! What textbooks leave open, and programs decide: the order of moves, ties, duplicates, and what is counted.
//!
//! Two correct programs that run A* with the same heuristic on the same board rarely report the same counts. All of what
//! makes them differ is a value here, so that the counts of others can be reproduced, and the choices compared.
//! [`ConventionName`](crate::solve::ConventionName) has those of four published 8-puzzle programs, with which their counts come
//! out.

use super::evaluation::Evaluation;
use crate::search::heuristics::Claims;
use crate::search::move_order::MoveOrder;
use crate::search::outcome::Guarantee;

/// What becomes of a state that is reached again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// It is searched again: tree search
    Kept,
    /// It is searched again, but no move is taken back at once
    KeptButNoStepBack,
    /// It is put in the open list, and thrown away when it comes out of it after an equal one (a strict expanded list)
    DroppedWhenPopped,
    /// It is thrown away if an equal one was expanded already; equal ones in the open list are all expanded
    DroppedWhenGenerated,
    /// It is kept once; if the new way to it is shorter it takes that, and is opened again if it was closed
    Reopened,
}

/// Which of the states with the least f comes out of the open list first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one with the largest g, and among those the one that came in first
    LargerG,
    /// The one that came in first
    FirstIn,
    /// The one that came in last
    LastIn,
    /// What a binary heap gives that compares f alone: `push_heap` and `pop_heap` of the usual C++ library with `>`,
    /// which do the same as Python's `heapq`
    Heap,
    /// The same with `>=`, which is no order that a C++ heap allows, but works
    HeapOfNotLess,
}

/// When the length of the open list is looked at, for its peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeakSampling {
    /// After each push.
    AfterPush,
    /// After each push but that of the start.
    AfterPushButTheStart,
    /// Before each pop.
    BeforePop,
    /// At the beginning and after each expansion.
    AfterExpansion,
}

/// Everything about a best-first search but what it goes by. Those of another program are best written as what it does
/// otherwise than [`Conventions::STANDARD`].
///
/// ```
/// use tilebase::board::Move::{Down, Left, Right, Up};
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{BestFirst, Conventions, Duplicates, Limits, Manhattan, MoveOrder, Problem, Ties};
///
/// // Tree search without steps back, on a binary heap, in the order U, L, D, R.
/// let conventions = Conventions {
///     moves: MoveOrder::everywhere([Up, Left, Down, Right]),
///     duplicates: Duplicates::KeptButNoStepBack,
///     ties: Ties::Heap,
///     ..Conventions::STANDARD
/// };
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let board = Board::new(goal.shape(), &[5, 3, 6, 4, 0, 7, 1, 8, 2])?;
/// let search = BestFirst::astar().with_conventions(conventions)?;
/// let outcome = search.run(&Problem::new(board, goal)?, &Manhattan::new(&goal), &Limits::default())?;
/// assert_eq!((outcome.statistics.expanded, outcome.statistics.generated), (1234, 2090));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// The order in which successors are generated.
    pub moves: MoveOrder,
    /// What becomes of a state that is reached again.
    pub duplicates: Duplicates,
    /// Which state of the least f is next.
    pub ties: Ties,
    /// Is a state compared with the goal as soon as it is generated? If not, when it is taken out of the open list.
    pub early_goal_test: bool,
    /// Does [`Statistics::expanded`](crate::search::Statistics::expanded) count all states taken out of the open list, the
    /// goal and those that are thrown away included? If not, those whose successors are generated.
    pub counts_every_pop: bool,
    /// Does [`Statistics::generated`](crate::search::Statistics::generated) count only what is put in the open list as
    /// new? If not, all successors produced, and the start.
    pub counts_only_kept: bool,
    /// What [`Statistics::peak_open`](crate::search::Statistics::peak_open) is the largest of.
    pub peak: PeakSampling,
}

impl Conventions {
    /// Those of the [module](crate::search): each state kept once, larger g first, U, D, L, R.
    pub const STANDARD: Self = Self {
        moves: MoveOrder::STANDARD,
        duplicates: Duplicates::Reopened,
        ties: Ties::LargerG,
        early_goal_test: false,
        counts_every_pop: false,
        counts_only_kept: false,
        peak: PeakSampling::AfterPush,
    };

    /// Those of breadth-first search: a queue, and an end as soon as the goal is seen.
    pub(super) const BREADTH_FIRST: Self =
        Self { ties: Ties::FirstIn, early_goal_test: true, ..Self::STANDARD };

    /// Does every search on a solvable problem end? With g in f it does: only finitely many paths are at most as long as
    /// f allows. Without it, states must not be expanded again and again; each rule that drops duplicates sees to that,
    /// since it expands a state at most as often as it was generated before it was first closed.
    pub(super) const fn let_end(&self, evaluation: Evaluation) -> bool {
        let are_kept = matches!(self.duplicates, Duplicates::Kept | Duplicates::KeptButNoStepBack);
        !(are_kept && matches!(evaluation, Evaluation::H))
    }

    /// What is guaranteed of the length of a path: [`BestFirst::guarantee`](super::BestFirst::guarantee) has the proof.
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
