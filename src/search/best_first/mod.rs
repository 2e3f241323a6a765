//! One loop for breadth first, uniform cost, greedy search, A* and weighted A*.
//!
//! Of the states that wait the one with the least f is expanded next, and the algorithms differ in what f is
//! (`evaluation`). Breadth-first search is uniform cost with a queue and an early goal test. What else may differ from
//! program to program are [`Conventions`]: they choose the open list (`super::open_list`), and what the loop (`run`) does with
//! duplicates and counts. The loop is compiled for each open list and each heuristic.

mod conventions;
mod evaluation;
mod run;

use std::ops::ControlFlow;

use self::evaluation::Evaluation;
use self::run::Run;
use super::heuristics::{Claims, Heuristic};
use super::limits::{LimitReached, Limits};
use super::observer::{Expansion, Nobody, Observer, Somebody};
use super::open_list::{ByAge, Heap, LargerG};
use super::outcome::{Guarantee, Outcome};
use super::problem::Problem;
use super::settings::{SettingError, Weight};

pub use conventions::{Conventions, Duplicates, PeakSampling, Ties};

/// A best-first search: what it goes by, and its conventions. It can be run on many problems.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{BestFirst, Guarantee, Limits, Manhattan, Problem, Weight};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let (problem, heuristic) = (Problem::new(board, goal)?, Manhattan::new(&goal));
/// let outcome = BestFirst::astar().run(&problem, &heuristic, &Limits::default())?;
/// assert_eq!((outcome.moves.len(), outcome.is_optimal()), (31, true));
///
/// let twice = Weight::new(2.0)?;
/// let outcome = BestFirst::weighted_astar(twice).run(&problem, &heuristic, &Limits::default())?;
/// assert_eq!(outcome.guarantee, Guarantee::AtMostTimes(twice));
/// assert!(outcome.moves.len() <= 62);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestFirst {
    evaluation: Evaluation,
    conventions: Conventions,
}

impl BestFirst {
    const fn by(evaluation: Evaluation) -> Self {
        Self { evaluation, conventions: Conventions::STANDARD }
    }

    /// A*, by f = g + h: Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*,
    /// IEEE Transactions on Systems Science and Cybernetics 4 (1968). Optimal, if the heuristic is admissible.
    #[must_use]
    pub const fn astar() -> Self {
        Self::by(Evaluation::GPlusH)
    }

    /// Weighted A*, by f = g + w·h: Pohl, *Heuristic Search Viewed as Path Finding in a Graph*, Artificial Intelligence 1
    /// (1970). The path is at most the weight times as long as a shortest one, if the heuristic is admissible.
    #[must_use]
    pub const fn weighted_astar(weight: Weight) -> Self {
        Self::by(Evaluation::GPlusWeightedH(weight))
    }

    /// Greedy search, by f = h: Doran and Michie, *Experiments with the Graph Traverser Program*, Proceedings of the Royal
    /// Society A 294 (1966). Nothing is guaranteed of the path.
    #[must_use]
    pub const fn greedy() -> Self {
        Self::by(Evaluation::H)
    }

    /// Uniform cost, by f = g: Dijkstra, *A Note on Two Problems in Connexion with Graphs*, Numerische Mathematik 1 (1959).
    /// Optimal. Run it with [`Zero`](super::Zero), as nothing is asked of a heuristic.
    #[must_use]
    pub const fn uniform_cost() -> Self {
        Self::by(Evaluation::G)
    }

    /// Breadth-first search: Moore, *The Shortest Path Through a Maze*, Proceedings of the International Symposium on the
    /// Theory of Switching (1959). States in the order in which they were reached, up to the first sight of the goal.
    /// Optimal. Run it with [`Zero`](super::Zero).
    #[must_use]
    pub const fn breadth_first() -> Self {
        Self { evaluation: Evaluation::G, conventions: Conventions::BREADTH_FIRST }
    }

    /// The same search under other conventions.
    ///
    /// # Errors
    /// [`SettingError::Endless`] if it need not end.
    pub const fn with_conventions(self, conventions: Conventions) -> Result<Self, SettingError> {
        if conventions.let_end(self.evaluation) {
            Ok(Self { conventions, ..self })
        } else {
            Err(SettingError::Endless)
        }
    }

    /// Its conventions.
    #[must_use]
    pub const fn conventions(&self) -> Conventions {
        self.conventions
    }

    /// The weight of weighted A*.
    #[must_use]
    pub const fn weight(&self) -> Option<Weight> {
        match self.evaluation {
            Evaluation::GPlusWeightedH(weight) => Some(weight),
            Evaluation::G | Evaluation::H | Evaluation::GPlusH => None,
        }
    }

    /// What a state is chosen by, `g` moves from the start and an estimate of `h` from the goal: the least comes first.
    #[must_use]
    pub fn f(&self, g: u32, h: u32) -> f64 {
        self.evaluation.value(g, h)
    }

    /// What is known of the length of its paths with a heuristic that claims so much.
    ///
    /// Write C for the distance of the start, and w for the weight, 1 in A*. Uniform cost takes states in the order of g
    /// and moves cost the same, so its path is shortest under every rule.
    ///
    /// *A state n on a shortest path is in the open list with f <= w·C, always.* Take the last state of a shortest path
    /// of which all states before are closed. If states are kept or reopened, its g is that of the shortest path, so g +
    /// w·h <= w·(g + h) <= w·C, given that h is admissible. If closed states are never reopened this can fail, as the
    /// state before n may have been closed with too large a g. But with a *consistent* h a state is never closed with a
    /// g above w times the least, by induction along a shortest path to it: so f <= w·g* + w·h <= w·C again.
    ///
    /// The goal has h = 0, so when it is taken out, g = f <= w·C: the bound holds.
    ///
    /// If the goal is noticed when it is generated, its parent n was taken out with g + w·h <= w·C, and the path has g + 1
    /// moves. With w = 1 that is at most C + 1, and all paths between two boards have the same parity, since each move
    /// takes the blank one step: so it is C. With a larger w and h = 0 there may be one move too many: nothing is
    /// promised. Nothing is promised of greedy search, or with a heuristic that is not admissible.
    #[must_use]
    pub fn guarantee(&self, claims: Claims) -> Guarantee {
        self.conventions.guarantee(self.evaluation, claims)
    }

    /// Finds a path.
    ///
    /// # Errors
    /// [`LimitReached`] if a limit comes before the answer.
    pub fn run<H: Heuristic + ?Sized>(
        &self,
        problem: &Problem,
        heuristic: &H,
        limits: &Limits,
    ) -> Result<Outcome, LimitReached> {
        self.run_for(problem, heuristic, limits, Nobody)
    }

    /// Finds a path, and tells of each state that it expanded. The search goes on as long as the observer says so.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilebase::search::{BestFirst, Limit, Limits, Manhattan, Problem};
    /// use tilebase::{Goal, Shape};
    ///
    /// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    /// let problem = Problem::new("867254301".parse()?, goal)?;
    /// let the_first_ten = |expansion: &tilebase::search::Expansion<'_>| match expansion.number {
    ///     ..10 => ControlFlow::Continue(()),
    ///     _ => ControlFlow::Break(()),
    /// };
    /// let stopped = BestFirst::astar()
    ///     .run_observed(&problem, &Manhattan::new(&goal), &Limits::default(), the_first_ten)
    ///     .unwrap_err();
    /// assert_eq!((stopped.limit, stopped.statistics.expanded), (Limit::Interrupt, 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LimitReached`] if a limit comes before the answer, or the observer stops the search.
    pub fn run_observed<H: Heuristic + ?Sized>(
        &self,
        problem: &Problem,
        heuristic: &H,
        limits: &Limits,
        mut observer: impl FnMut(&Expansion<'_>) -> ControlFlow<()>,
    ) -> Result<Outcome, LimitReached> {
        self.run_for(problem, heuristic, limits, &mut observer as Somebody<'_>)
    }

    fn run_for<H: Heuristic + ?Sized, W: Observer>(
        &self,
        problem: &Problem,
        heuristic: &H,
        limits: &Limits,
        observer: W,
    ) -> Result<Outcome, LimitReached> {
        let of = (self.evaluation, self.conventions);
        match self.conventions.ties {
            Ties::LargerG => Run::<H, LargerG, W>::new(of, problem, heuristic, limits, observer).finish(),
            Ties::FirstIn => {
                Run::<H, ByAge<false>, W>::new(of, problem, heuristic, limits, observer).finish()
            }
            Ties::LastIn => Run::<H, ByAge<true>, W>::new(of, problem, heuristic, limits, observer).finish(),
            Ties::Heap => Run::<H, Heap<false>, W>::new(of, problem, heuristic, limits, observer).finish(),
            Ties::HeapOfNotLess => {
                Run::<H, Heap<true>, W>::new(of, problem, heuristic, limits, observer).finish()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Goal, Shape};
    use crate::search::{Manhattan, Statistics, Zero};

    fn counts(outcome: &Outcome) -> (u64, u64, u64, u64) {
        let Statistics { expanded, generated, peak_open, reopened, .. } = outcome.statistics;
        (expanded, generated, peak_open, reopened)
    }

    #[test]
    fn counts_follow_their_definitions() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let manhattan = Manhattan::new(&goal);
        let problem =
            |numbers: [u32; 9]| Problem::new(Board::new(goal.shape(), &numbers).unwrap(), goal).unwrap();
        let solved = problem([1, 2, 3, 4, 5, 6, 7, 8, 0]);
        let near = problem([1, 2, 3, 4, 5, 6, 7, 0, 8]);
        let astar = |problem| BestFirst::astar().run(problem, &manhattan, &Limits::default()).unwrap();
        assert_eq!(counts(&astar(&solved)), (0, 1, 1, 0));
        // One expansion: the start, with three successors. The goal is the last of them.
        assert_eq!(counts(&astar(&near)), (1, 4, 3, 0));
        let breadth_first =
            |problem| BestFirst::breadth_first().run(problem, &Zero, &Limits::default()).unwrap();
        assert_eq!(counts(&breadth_first(&solved)), (0, 1, 1, 0));
        assert_eq!(counts(&breadth_first(&near)), (1, 4, 3, 0));
    }

    /// The counts that A* had here before its loop served other searches.
    #[test]
    fn the_standard_conventions_are_kept() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let hardest = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
        let problem = Problem::new(hardest, goal).unwrap();
        let outcome = BestFirst::astar().run(&problem, &Manhattan::new(&goal), &Limits::default()).unwrap();
        assert_eq!(counts(&outcome), (6744, 17_749, 3277, 0));
    }
}
