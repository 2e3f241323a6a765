//! An algorithm with all that it goes by.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::algorithm::{Algorithm, HeuristicName};
use crate::oracle::{Oracle, OracleError};
use crate::search::{
    BestFirst, Catalogue, Claims, Conventions, Expansion, Heuristic, Journal, LimitReached, Limits, Outcome,
    Problem, ResumableError, SettingError, Weight, Zero, bidirectional, bidirectional_observed, depth_first,
    depth_first_observed, ida, ida_observed, ida_resumable, ida_with, ida_with_observed, ida_with_resumable,
};

/// How deep a depth-first search goes, if it is not told.
///
/// No board of 3x3 is farther than 31 from any goal, so each is solved; and the tree to that depth is small enough to be
/// searched whole: of 600 random boards, none took more than 17 million expansions (a second or two), and the mean was 0.9
/// million. With a limit of 40 the mean is 0.8 million, the paths are longer, and there is no such end to what an unlucky
/// board may take. Boards of larger shapes need a larger limit, and then seldom end.
const DEFAULT_DEPTH_LIMIT: u32 = 31;

/// An algorithm with all that it goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Method {
    algorithm: Algorithm,
    heuristic: Option<HeuristicName>,
    best_first: Option<BestFirst>,
    depth_limit: u32,
}

/// What can be chosen beside the algorithm; none of it must be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MethodOptions {
    /// What a search goes by.
    pub heuristic: Option<HeuristicName>,
    /// The order of moves, duplicates, ties and counts, of a best-first search.
    pub conventions: Option<Conventions>,
    /// The weight of weighted A*.
    pub weight: Option<Weight>,
    /// The depth limit of a depth-first search.
    pub depth_limit: Option<u32>,
}

/// Choices that don't go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MethodError {
    /// A heuristic for an algorithm that takes none.
    #[error("{0} does not use a heuristic (greedy, astar, weighted-astar, and ida do)")]
    NoHeuristic(Algorithm),
    /// Conventions for an algorithm that has none.
    #[error(
        "{0} has no conventions to choose; breadth-first, uniform-cost, greedy, astar and weighted-astar have"
    )]
    NoConventions(Algorithm),
    /// A weight for another algorithm than weighted A*.
    #[error("{0} has no weight; weighted-astar has one")]
    NoWeight(Algorithm),
    /// A depth limit for another algorithm than depth-first search.
    #[error("{0} has no depth limit; depth-first has one")]
    NoDepthLimit(Algorithm),
    /// A heuristic that may say too much, in an algorithm that relies on it to end an iteration.
    #[error("ida needs an admissible heuristic; manhattan-plus-misplaced is not")]
    NotAdmissible,
    /// A search that need not end.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

impl Method {
    /// An algorithm with options. What is not chosen is the usual: the algorithm's heuristic and conventions, the weight 2,
    /// a depth limit of 31 moves.
    ///
    /// # Errors
    /// [`MethodError`] if the options don't go with the algorithm.
    pub fn new(algorithm: Algorithm, options: MethodOptions) -> Result<Self, MethodError> {
        let MethodOptions { heuristic, conventions, weight, depth_limit } = options;
        if heuristic.is_some() && !algorithm.takes_heuristic() {
            return Err(MethodError::NoHeuristic(algorithm));
        }
        if weight.is_some() && !algorithm.has_weight() {
            return Err(MethodError::NoWeight(algorithm));
        }
        if depth_limit.is_some() && !algorithm.has_depth_limit() {
            return Err(MethodError::NoDepthLimit(algorithm));
        }
        if algorithm == Algorithm::Ida && heuristic == Some(HeuristicName::ManhattanPlusMisplaced) {
            return Err(MethodError::NotAdmissible);
        }
        if conventions.is_some() && !algorithm.has_conventions() {
            return Err(MethodError::NoConventions(algorithm));
        }
        let search = algorithm.best_first(weight.unwrap_or(Weight::TWO));
        let under = |search: BestFirst| search.with_conventions(conventions.unwrap_or(search.conventions()));
        Ok(Self {
            algorithm,
            heuristic: heuristic.or(algorithm.usual_heuristic()),
            best_first: search.map(under).transpose()?,
            depth_limit: depth_limit.unwrap_or(DEFAULT_DEPTH_LIMIT),
        })
    }

    /// An algorithm with all that is usual for it.
    #[must_use]
    pub fn of(algorithm: Algorithm) -> Self {
        Self::new(algorithm, MethodOptions::default()).expect("what is usual for an algorithm goes with it")
    }

    /// The algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The heuristic, for algorithms that take one.
    #[must_use]
    pub const fn heuristic(&self) -> Option<HeuristicName> {
        self.heuristic
    }

    /// Does a heuristic that claims so much go with the algorithm?
    pub(super) fn check_heuristic(&self, claims: Claims) -> Result<(), MethodError> {
        if !self.algorithm.takes_heuristic() {
            return Err(MethodError::NoHeuristic(self.algorithm));
        }
        if self.algorithm == Algorithm::Ida && !claims.admissible {
            return Err(MethodError::NotAdmissible);
        }
        Ok(())
    }

    /// What a state is chosen by: that of the best-first search, and else g + h.
    pub(super) fn value(&self, g: u32, h: u32) -> f64 {
        self.best_first.map_or_else(|| f64::from(g + h), |search| search.f(g, h))
    }

    /// Searches by a heuristic.
    pub(super) fn search(
        &self,
        problem: &Problem,
        guide: &Guide,
        limits: &Limits,
    ) -> Result<Outcome, LimitReached> {
        match (&self.best_first, self.algorithm, guide) {
            (Some(best_first), ..) => best_first.run(problem, guide.heuristic(), limits),
            (_, Algorithm::Bidirectional, _) => bidirectional(problem, limits),
            (_, Algorithm::DepthFirst, _) => depth_first(problem, self.depth_limit, limits),
            (_, Algorithm::IterativeDeepening, _) => ida_with(problem, &Zero, limits),
            (.., Guide::Patterns(catalogue)) => ida(problem, catalogue, limits),
            (.., guide) => ida_with(problem, guide.heuristic(), limits),
        }
    }

    /// Searches by a heuristic, with a journal; none if the algorithm keeps none.
    pub(super) fn search_resumable(
        &self,
        problem: &Problem,
        guide: &Guide,
        limits: &Limits,
        journal: &Journal<'_>,
    ) -> Option<Result<Outcome, ResumableError>> {
        match (self.algorithm, guide) {
            (Algorithm::IterativeDeepening, _) => Some(ida_with_resumable(problem, &Zero, limits, journal)),
            (Algorithm::Ida, Guide::Patterns(catalogue)) => {
                Some(ida_resumable(problem, catalogue, limits, journal))
            }
            (Algorithm::Ida, guide) => Some(ida_with_resumable(problem, guide.heuristic(), limits, journal)),
            _ => None,
        }
    }

    /// Searches by a heuristic, and tells of each expansion.
    pub(super) fn search_observed(
        &self,
        problem: &Problem,
        guide: &Guide,
        limits: &Limits,
        observer: &mut dyn FnMut(&Expansion<'_>) -> ControlFlow<()>,
    ) -> Result<Outcome, LimitReached> {
        match (&self.best_first, self.algorithm, guide) {
            (Some(best_first), ..) => best_first.run_observed(problem, guide.heuristic(), limits, observer),
            (_, Algorithm::Bidirectional, _) => bidirectional_observed(problem, limits, observer),
            (_, Algorithm::DepthFirst, _) => {
                depth_first_observed(problem, self.depth_limit, limits, observer)
            }
            (_, Algorithm::IterativeDeepening, _) => ida_with_observed(problem, &Zero, limits, observer),
            (.., Guide::Patterns(catalogue)) => ida_observed(problem, catalogue, limits, observer),
            (.., guide) => ida_with_observed(problem, guide.heuristic(), limits, observer),
        }
    }
}

/// As in a table: `astar manhattan`, `weighted-astar manhattan 2`.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        if let Some(heuristic) = self.heuristic {
            write!(f, " {heuristic}")?;
        }
        if let Some(weight) = self.best_first.and_then(|search| search.weight()) {
            write!(f, " {weight}")?;
        }
        Ok(())
    }
}

/// What a search for one goal goes by.
#[derive(Clone)]
pub(super) enum Guide {
    Plain(Arc<dyn Heuristic + Send>),
    Exact(Arc<Oracle>),
    Patterns(Arc<Catalogue>),
}

impl Guide {
    pub(super) fn heuristic(&self) -> &dyn Heuristic {
        match self {
            Self::Plain(heuristic) => &**heuristic,
            Self::Exact(oracle) => &**oracle,
            Self::Patterns(catalogue) => &**catalogue,
        }
    }

    /// Why its table has failed, if it has one that has.
    pub(super) fn failure(&self) -> Option<OracleError> {
        match self {
            Self::Exact(oracle) => oracle.failure(),
            Self::Patterns(catalogue) => catalogue.check_unchanged().err().map(OracleError::from),
            Self::Plain(_) => None,
        }
    }
}
