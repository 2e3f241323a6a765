//! Breadth-first, uniform-cost, greedy search, A*, and weighted A* in a single loop.
//!
//! The state with the smallest f is expanded next; the algorithms differ in the definition of f
//! (`evaluation`). Breadth-first search is uniform cost with a queue and an early goal test.
//! Everything else that may differ between programs is in [`Conventions`]. They select the open
//! list (`open_list`), and determine how the loop (`run`) treats duplicates and counts. The
//! loop is compiled for each open list and each heuristic. `batch` has a loop of its own, for real
//! estimates that come many at a time.

mod batch;
mod conventions;
mod evaluation;
mod open_list;
mod run;

use self::evaluation::Evaluation;
use self::open_list::{ByAge, Heap, LargerG};
use self::run::Run;
use super::common::limits::{LimitReached, Limits};
use super::common::observer::Reporter;
use super::common::outcome::{Guarantee, Outcome};
use super::common::problem::Problem;
use super::common::settings::{SettingError, Weight};
use super::heuristics::{Claims, Heuristic};

pub use batch::BatchSearch;
pub use conventions::{Conventions, Duplicates, PeakSampling, Ties};

/// A best-first search: its evaluation function and its conventions.
/// [`Search::best_first`](super::Search::best_first) runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestFirst {
    evaluation: Evaluation,
    conventions: Conventions,
}

impl BestFirst {
    const fn new(evaluation: Evaluation) -> Self {
        Self { evaluation, conventions: Conventions::STANDARD }
    }

    /// A* with f = g + h: Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic
    /// Determination of Minimum Cost Paths*, IEEE Transactions on Systems Science and Cybernetics 4
    /// (1968). Optimal if the heuristic is admissible.
    #[must_use]
    pub const fn astar() -> Self {
        Self::new(Evaluation::GPlusH)
    }

    /// Weighted A* with f = g + w·h: Pohl, *Heuristic Search Viewed as Path Finding in a Graph*,
    /// Artificial Intelligence 1 (1970). If the heuristic is admissible, the path is at most w
    /// times as long as a shortest one.
    #[must_use]
    pub const fn weighted_astar(weight: Weight) -> Self {
        Self::new(Evaluation::GPlusWeightedH(weight))
    }

    /// Greedy search with f = h: Doran and Michie, *Experiments with the Graph Traverser Program*,
    /// Proceedings of the Royal Society A 294 (1966). Gives no guarantee for the path.
    #[must_use]
    pub const fn greedy() -> Self {
        Self::new(Evaluation::H)
    }

    /// Uniform-cost search with f = g: Dijkstra, *A Note on Two Problems in Connexion with Graphs*,
    /// Numerische Mathematik 1 (1959). Optimal. Run it with [`Zero`](super::Zero), since it uses no
    /// heuristic.
    #[must_use]
    pub const fn uniform_cost() -> Self {
        Self::new(Evaluation::G)
    }

    /// Breadth-first search: Moore, *The Shortest Path Through a Maze*, Proceedings of the
    /// International Symposium on the Theory of Switching (1959). Expands states in the order in
    /// which they were reached, until the goal is generated. Optimal. Run it with
    /// [`Zero`](super::Zero).
    #[must_use]
    pub const fn breadth_first() -> Self {
        Self { evaluation: Evaluation::G, conventions: Conventions::BREADTH_FIRST }
    }

    /// Returns the same search with other conventions.
    ///
    /// # Errors
    /// [`SettingError::Endless`] if it might not end.
    pub const fn with_conventions(self, conventions: Conventions) -> Result<Self, SettingError> {
        if conventions.always_end(self.evaluation) {
            Ok(Self { conventions, ..self })
        } else {
            Err(SettingError::Endless)
        }
    }

    /// The conventions.
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

    /// Returns the f of a state `g` moves from the start with an estimate of `h`; the smallest is
    /// expanded first.
    #[must_use]
    pub fn f(&self, g: u32, h: u32) -> f64 {
        self.evaluation.f(g, h)
    }

    /// Returns the guarantee for the length of paths with a heuristic that makes these claims.
    ///
    /// Let C be the distance of the start, and w the weight, 1 in A*. Uniform cost expands states
    /// in the order of g, and all moves cost the same, so its path is shortest under every
    /// convention.
    ///
    /// *The open list always contains a state n on a shortest path with f <= w·C.* On a shortest
    /// path, let n be the first state that is not closed. If states are stored repeatedly or
    /// reopened, its g is that of the shortest path. So g + w·h <= w·(g + h) <= w·C, given that h
    /// is admissible. If closed states are never reopened, this can fail, since the state before n
    /// may have been closed with too large a g. But with a *consistent* h, a state is never closed
    /// with a g above w times the smallest, by induction along a shortest path to it. So again f <=
    /// w·g* + w·h <= w·C.
    ///
    /// The goal has h = 0, so when it is taken from the open list, g = f <= w·C, as guaranteed.
    ///
    /// If the goal is recognized when it is generated, its parent n was taken out with g + w·h <=
    /// w·C, and the path has g + 1 moves. With w = 1, that is at most C + 1. All paths between two
    /// boards have the same parity, since each move takes the blank one step; so it is C. With a
    /// larger w and h = 0, there may be one move too many, so nothing is guaranteed. Nor is
    /// anything guaranteed for greedy search, or with an inadmissible heuristic.
    #[must_use]
    pub fn guarantee(&self, claims: Claims) -> Guarantee {
        self.conventions.guarantee(self.evaluation, claims)
    }

    /// Runs the search on one problem.
    pub(super) fn run<'a, H: Heuristic + ?Sized, const OBSERVED: bool>(
        &self,
        problem: &'a Problem,
        heuristic: &'a H,
        limits: &Limits,
        reporter: Reporter<'a, OBSERVED>,
    ) -> Result<Outcome, LimitReached> {
        let of = (self.evaluation, self.conventions);
        match self.conventions.ties {
            Ties::LargerG => Run::<_, LargerG, OBSERVED>::new(of, problem, heuristic, limits, reporter).run(),
            Ties::Fifo => {
                Run::<_, ByAge<false>, OBSERVED>::new(of, problem, heuristic, limits, reporter).run()
            }
            Ties::Lifo => {
                Run::<_, ByAge<true>, OBSERVED>::new(of, problem, heuristic, limits, reporter).run()
            }
            Ties::Heap => {
                Run::<_, Heap<false>, OBSERVED>::new(of, problem, heuristic, limits, reporter).run()
            }
            Ties::HeapGreaterEqual => {
                Run::<_, Heap<true>, OBSERVED>::new(of, problem, heuristic, limits, reporter).run()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Goal, Shape};
    use crate::search::{Manhattan, Search, Statistics, Zero};

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
        let astar = |problem| Search::astar(&manhattan).run(problem).unwrap();
        assert_eq!(counts(&astar(&solved)), (0, 1, 1, 0));
        // One expansion: the start, with three successors. The goal is the last of them.
        assert_eq!(counts(&astar(&near)), (1, 4, 3, 0));
        let breadth_first =
            |problem| Search::best_first(BestFirst::breadth_first(), &Zero).run(problem).unwrap();
        assert_eq!(counts(&breadth_first(&solved)), (0, 1, 1, 0));
        assert_eq!(counts(&breadth_first(&near)), (1, 4, 3, 0));
    }

    /// Fixed counts of A* with the standard conventions.
    #[test]
    fn the_standard_conventions_are_kept() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let hardest = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
        let problem = Problem::new(hardest, goal).unwrap();
        let outcome = Search::astar(&Manhattan::new(&goal)).run(&problem).unwrap();
        assert_eq!(counts(&outcome), (6744, 17_749, 3277, 0));
    }
}
