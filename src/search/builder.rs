//! The entry point of all searches: an algorithm, its heuristic, and limits.

use std::ops::ControlFlow;

use super::best_first::BestFirst;
use super::bidirectional::bidirectional;
use super::common::limits::{LimitReached, Limits};
use super::common::observer::{Expansion, Reporter};
use super::common::outcome::Outcome;
use super::common::problem::Problem;
use super::depth_first::depth_first;
use super::heuristics::{Heuristic, Zero};
use super::ida::{
    Checkpoints, HeuristicEvaluator, Ida, IterationHost, LocalThreads, SearchError, run_with_checkpoints,
};
use super::pdb::PdbSet;
use crate::board::Board;

/// Whether this is the WebAssembly module of a web page, where size comes before speed.
const ON_WEB_PAGE: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

/// A search: an algorithm, its heuristic, and limits. It can be run on many problems.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{BestFirst, Guarantee, Limit, Limits, Manhattan, Problem, Search, Weight};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let (problem, heuristic) = (Problem::new(board, goal)?, Manhattan::new(&goal));
/// for outcome in [
///     Search::astar(&heuristic).run(&problem)?,
///     Search::ida(&heuristic).run(&problem)?,
///     Search::bidirectional().run(&problem)?,
/// ] {
///     assert_eq!((outcome.moves.len(), outcome.is_optimal()), (31, true));
/// }
///
/// let twice = Weight::new(2.0)?;
/// let outcome = Search::best_first(BestFirst::weighted_astar(twice), &heuristic).run(&problem)?;
/// assert_eq!(outcome.guarantee, Guarantee::AtMostTimes(twice));
/// assert!(outcome.moves.len() <= 62);
///
/// let limits = Limits::default().with_expanded(1000);
/// let reached = Search::astar(&heuristic).limits(limits).run(&problem).unwrap_err();
/// assert_eq!((reached.limit, reached.lower_bound), (Limit::Expanded, 27));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search<'a, H: ?Sized> {
    strategy: Strategy<'a, H>,
    limits: Limits,
}

/// An algorithm with its heuristic.
#[derive(Debug)]
pub(crate) enum Strategy<'a, H: ?Sized> {
    BestFirst(BestFirst, &'a H),
    Ida(&'a H),
    IdaWithPdbs(&'a PdbSet),
    IterativeDeepening,
    Bidirectional,
    DepthFirst { depth_limit: u32 },
}

impl<'a, H: Heuristic + ?Sized> Search<'a, H> {
    /// A best-first search, such as A\*, weighted A\*, or breadth-first search. Searches without a
    /// heuristic take [`Zero`].
    #[must_use]
    pub fn best_first(search: BestFirst, heuristic: &'a H) -> Self {
        Self::new(Strategy::BestFirst(search, heuristic))
    }

    /// A\* with the [standard conventions](super::Conventions::STANDARD).
    #[must_use]
    pub fn astar(heuristic: &'a H) -> Self {
        Self::best_first(BestFirst::astar(), heuristic)
    }

    /// IDA\* with any admissible heuristic. Finds an optimal path.
    ///
    /// Long iterations use all cores. A limit on expanded states is exact, and makes the search
    /// single-threaded. For pattern databases,
    /// [`ida_with_pdbs`](Search::ida_with_pdbs) is faster.
    #[must_use]
    pub fn ida(heuristic: &'a H) -> Self {
        Self::new(Strategy::Ida(heuristic))
    }

    pub(crate) fn new(strategy: Strategy<'a, H>) -> Self {
        Self { strategy, limits: Limits::default() }
    }

    /// Returns the same search with limits. By default, there are none.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Searches for a path.
    ///
    /// # Errors
    /// [`LimitReached`] if a limit is reached first.
    ///
    /// # Panics
    /// If IDA\* has a heuristic that does not claim to be admissible (the first path found might
    /// not be optimal), or pattern databases for another goal than the problem's.
    pub fn run(&self, problem: &Problem) -> Result<Outcome, LimitReached> {
        self.run_unobserved(problem, &LocalThreads)
    }

    /// Like [`run`](Self::run), but calls an observer for every expanded state. The search
    /// continues until the observer returns `Break`.
    ///
    /// Observing finds the same path with the same counts. IDA\* is an exception: it runs on one
    /// thread, does not begin with A\*, and each iteration, even a long one, is a single
    /// depth-first search. If the unobserved search begins with A\* or splits an iteration into
    /// subtrees, path and counts may differ, but not the path's length.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilebase::search::{Limit, Manhattan, Problem, Search};
    /// use tilebase::{Goal, Shape};
    ///
    /// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    /// let problem = Problem::new("867254301".parse()?, goal)?;
    /// let stopped = Search::astar(&Manhattan::new(&goal))
    ///     .run_observed(&problem, |expansion| match expansion.number {
    ///         ..10 => ControlFlow::Continue(()),
    ///         _ => ControlFlow::Break(()),
    ///     })
    ///     .unwrap_err();
    /// assert_eq!((stopped.limit, stopped.statistics.expanded), (Limit::Interrupt, 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LimitReached`] if a limit is reached first, or if the observer stops the search.
    ///
    /// # Panics
    /// As for [`run`](Self::run).
    pub fn run_observed(
        &self,
        problem: &Problem,
        mut observer: impl FnMut(&Expansion<'_>) -> ControlFlow<()>,
    ) -> Result<Outcome, LimitReached> {
        self.run_strategy(problem, Reporter::<true>::new(&mut observer), &LocalThreads)
    }

    /// Like [`run`](Self::run), but saves [`Checkpoints`], can resume from one, and reports
    /// progress. For IDA\* and iterative deepening.
    ///
    /// # Errors
    /// [`SearchError`] if a limit is reached first, if the checkpoint to resume from is unusable,
    /// or if the algorithm has no checkpoints.
    ///
    /// # Panics
    /// As for [`run`](Self::run).
    pub(crate) fn run_resumable(
        &self,
        problem: &Problem,
        checkpoints: &Checkpoints<'_>,
    ) -> Result<Outcome, SearchError> {
        let estimate: &(dyn Fn(&Board) -> u32 + Sync) = match &self.strategy {
            Strategy::Ida(heuristic) => &|board| heuristic.estimate(board),
            Strategy::IdaWithPdbs(pdb_set) => &|board| pdb_set.estimate(board),
            Strategy::IterativeDeepening => &|board| Zero.estimate(board),
            Strategy::BestFirst(..) | Strategy::Bidirectional | Strategy::DepthFirst { .. } => {
                return Err(SearchError::NotResumable);
            }
        };
        run_with_checkpoints(checkpoints, problem, estimate, |host| self.run_unobserved(problem, host))
    }

    fn run_unobserved(&self, problem: &Problem, host: &dyn IterationHost) -> Result<Outcome, LimitReached> {
        self.run_strategy(problem, Reporter::<false>::new(&mut |_| ControlFlow::Continue(())), host)
    }

    fn run_strategy<'r, const OBSERVED: bool>(
        &'r self,
        problem: &'r Problem,
        reporter: Reporter<'r, OBSERVED>,
        host: &'r dyn IterationHost,
    ) -> Result<Outcome, LimitReached> {
        let limits = &self.limits;
        match &self.strategy {
            // Observing changes neither the path nor the counts of these searches. On a web page,
            // unobserved runs use the observed code as well, so that there is only one copy.
            Strategy::BestFirst(..) | Strategy::Bidirectional | Strategy::DepthFirst { .. }
                if ON_WEB_PAGE && !OBSERVED =>
            {
                self.run_strategy(problem, reporter.observed(), host)
            }
            Strategy::BestFirst(search, heuristic) => search.run(problem, *heuristic, limits, reporter),
            Strategy::Ida(heuristic) => ida_by(*heuristic, Ida { problem, limits, reporter, host }),
            Strategy::IdaWithPdbs(pdb_set) => pdb_set.search(Ida { problem, limits, reporter, host }),
            Strategy::IterativeDeepening => ida_by(&Zero, Ida { problem, limits, reporter, host }),
            Strategy::Bidirectional => bidirectional(problem, limits, reporter),
            Strategy::DepthFirst { depth_limit } => depth_first(problem, *depth_limit, limits, reporter),
        }
    }
}

impl<'a> Search<'a, Zero> {
    /// IDA\* with pattern databases. Finds an optimal path.
    ///
    /// Like [`ida`](Self::ida) with the pattern databases as the heuristic, but estimates are
    /// updated move by move. With patterns of seven or eight tiles, the search begins with A\*.
    /// After 131,072 expanded states, iterative deepening continues from the bound proven so far.
    #[must_use]
    pub fn ida_with_pdbs(pdb_set: &'a PdbSet) -> Self {
        Self::new(Strategy::IdaWithPdbs(pdb_set))
    }

    /// Bidirectional breadth-first search. Finds an optimal path. Start and goal both count as
    /// generated, and [`Statistics::peak_open`](super::Statistics::peak_open) is the peak of both
    /// sides together.
    #[must_use]
    pub fn bidirectional() -> Self {
        Self::new(Strategy::Bidirectional)
    }

    /// Depth-first search with a depth limit. Gives no guarantee for the path.
    ///
    /// If no path of at most `depth_limit` moves leads to the goal, it stops with
    /// [`Limit::Depth`](super::Limit::Depth): the distance is larger. There is no open list, so
    /// [`Statistics::peak_open`](super::Statistics::peak_open) is 0.
    #[must_use]
    pub fn depth_first(depth_limit: u32) -> Self {
        Self::new(Strategy::DepthFirst { depth_limit })
    }
}

fn ida_by<H: Heuristic + ?Sized, const OBSERVED: bool>(
    heuristic: &H,
    ida: Ida<'_, OBSERVED>,
) -> Result<Outcome, LimitReached> {
    assert!(heuristic.claims().admissible, "IDA* needs an admissible heuristic");
    let goal = ida.problem.goal().board();
    ida.deepen(&HeuristicEvaluator::new(heuristic, goal))
}
