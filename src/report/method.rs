//! An algorithm with all that it goes by.

use std::fmt;
use std::sync::Arc;

use super::algorithm::{Algorithm, HeuristicName};
use crate::board::Goal;
use crate::oracle::{ExactDistance, TableBytes};
use crate::search::{
    BestFirst, Catalogue, Conventions, DEFAULT_DEPTH_LIMIT, Duplicates, EndlessSearch, Evaluation, Expansion,
    Heuristic, LimitReached, Limits, LinearConflict, Manhattan, ManhattanPlusMisplaced, Misplaced, MoveOrder,
    Outcome, Problem, Ties, Weight, Zero, bidirectional, depth_first, ida, ida_with,
};

/// Conventions that have a name: see [`Conventions`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum ConventionName {
    /// Each state is kept once; among equal f the larger g first; U, D, L, R
    #[default]
    House,
    /// James Zhang's program: duplicates dropped when popped, a heap, U L D R
    Zhang,
    /// Shamim Akhtar's program: the oldest among equals, every pop counted, L R U D
    Akhtar,
    /// Archit Parnami's program: tree search without steps back, a heap, U L D R
    Parnami,
    /// Tran's program: duplicates dropped when popped, a heap, every pop counted, U D L R
    Tran,
}

impl ConventionName {
    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::House => "house",
            Self::Zhang => "zhang",
            Self::Akhtar => "akhtar",
            Self::Parnami => "parnami",
            Self::Tran => "tran",
        }
    }

    fn conventions(self) -> Conventions {
        match self {
            Self::House => Conventions::default(),
            Self::Zhang => Conventions::zhang(),
            Self::Akhtar => Conventions::akhtar(),
            Self::Parnami => Conventions::parnami(),
            Self::Tran => Conventions::tran(),
        }
    }
}

/// An algorithm with all that it goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Method {
    algorithm: Algorithm,
    heuristic: Option<HeuristicName>,
    convention: ConventionName,
    best_first: Option<BestFirst>,
    depth_limit: u32,
    /// Were conventions changed one by one?
    is_altered: bool,
}

/// What can be chosen beside the algorithm; none of it must be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MethodOptions {
    /// What a search goes by.
    pub heuristic: Option<HeuristicName>,
    /// The order of moves, duplicates, ties and counts, of a best-first search.
    pub convention: Option<ConventionName>,
    /// Another order of moves than the convention's.
    pub order: Option<MoveOrder>,
    /// Another rule for duplicates.
    pub duplicates: Option<Duplicates>,
    /// Another rule for ties.
    pub ties: Option<Ties>,
    /// The weight of weighted A*.
    pub weight: Option<Weight>,
    /// The depth limit of a depth-first search.
    pub depth_limit: Option<u32>,
}

/// Choices that don't go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MethodError {
    /// A heuristic for an algorithm that takes none.
    #[error("{0} goes by no heuristic: leave --heuristic out, or take greedy, astar, weighted-astar or ida")]
    NoHeuristic(Algorithm),
    /// Conventions for an algorithm that has none.
    #[error(
        "{0} has no conventions to choose: they are for breadth-first, uniform-cost, greedy, astar and weighted-astar"
    )]
    NoConventions(Algorithm),
    /// A weight for another algorithm than weighted A*.
    #[error("{0} has no weight: --weight is for weighted-astar")]
    NoWeight(Algorithm),
    /// A depth limit for another algorithm than depth-first search.
    #[error("{0} has no depth limit: --depth-limit is for depth-first")]
    NoDepthLimit(Algorithm),
    /// A heuristic that may say too much, in an algorithm that relies on it to end an iteration.
    #[error("ida needs a heuristic that never says too much, and manhattan-plus-misplaced may")]
    NotAdmissible,
    /// A search that need not end.
    #[error(transparent)]
    Endless(#[from] EndlessSearch),
}

impl Method {
    /// An algorithm with options. What is not chosen is the usual: the algorithm's heuristic, the house's conventions, the
    /// weight 2, the depth limit [`DEFAULT_DEPTH_LIMIT`].
    ///
    /// # Errors
    /// [`MethodError`] if the options don't go with the algorithm.
    pub fn new(algorithm: Algorithm, options: MethodOptions) -> Result<Self, MethodError> {
        let MethodOptions { heuristic, convention, order, duplicates, ties, weight, depth_limit } = options;
        let is_altered = order.is_some() || duplicates.is_some() || ties.is_some();
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
        if (convention.is_some() || is_altered) && !algorithm.has_conventions() {
            return Err(MethodError::NoConventions(algorithm));
        }
        let evaluation = algorithm.evaluation(weight.unwrap_or(Weight::TWO));
        let conventions = match (algorithm, convention) {
            (Algorithm::BreadthFirst, None | Some(ConventionName::House)) => Conventions::breadth_first(),
            _ => convention.unwrap_or_default().conventions(),
        };
        let conventions = Conventions {
            moves: order.unwrap_or(conventions.moves),
            duplicates: duplicates.unwrap_or(conventions.duplicates),
            ties: ties.unwrap_or(conventions.ties),
            ..conventions
        };
        Ok(Self {
            algorithm,
            heuristic: heuristic.or(algorithm.usual_heuristic()),
            convention: convention.unwrap_or_default(),
            best_first: evaluation.map(|evaluation| BestFirst::new(evaluation, conventions)).transpose()?,
            depth_limit: depth_limit.unwrap_or(DEFAULT_DEPTH_LIMIT),
            is_altered,
        })
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

    /// The conventions, for algorithms that have some.
    #[must_use]
    pub const fn convention(&self) -> ConventionName {
        self.convention
    }

    /// Can it tell of every expansion?
    #[must_use]
    pub const fn tells_expansions(&self) -> bool {
        self.best_first.is_some()
    }

    /// The heuristic for a goal, if it needs no table.
    pub(super) fn plain_heuristic(&self, goal: &Goal) -> Arc<dyn Heuristic + Send> {
        match self.heuristic {
            // Zhang's program does not look at the goal's blank cell.
            Some(HeuristicName::Misplaced) if self.convention == ConventionName::Zhang => {
                Arc::new(Misplaced::but_the_goals_blank(goal))
            }
            Some(HeuristicName::Misplaced) => Arc::new(Misplaced::new(goal)),
            Some(HeuristicName::Manhattan) => Arc::new(Manhattan::new(goal)),
            Some(HeuristicName::LinearConflict) => Arc::new(LinearConflict::new(goal)),
            Some(HeuristicName::ManhattanPlusMisplaced) => Arc::new(ManhattanPlusMisplaced::new(goal)),
            None | Some(HeuristicName::Zero | HeuristicName::Patterns | HeuristicName::Exact) => {
                Arc::new(Zero)
            }
        }
    }

    /// What a state is chosen by: that of the best-first search, and else g + h.
    pub(super) fn f(&self, g: u32, h: u32) -> f64 {
        self.best_first.map_or_else(|| f64::from(g + h), |search| search.evaluation().value(g, h))
    }

    /// Searches by a heuristic, and tells of expansions where it can.
    pub(super) fn search(
        &self,
        problem: &Problem,
        guide: &Guide,
        limits: Limits,
        observer: &mut dyn FnMut(&Expansion<'_>),
    ) -> Result<Outcome, LimitReached> {
        if let Some(best_first) = &self.best_first {
            return best_first.run_observed(problem, guide.heuristic(), limits, observer);
        }
        match (self.algorithm, guide) {
            (Algorithm::Bidirectional, _) => bidirectional(problem, limits),
            (Algorithm::DepthFirst, _) => depth_first(problem, self.depth_limit, limits),
            (Algorithm::IterativeDeepening, _) => ida_with(problem, &Zero, limits),
            (_, Guide::Patterns(catalogue)) => ida(problem, catalogue, limits),
            (_, guide) => ida_with(problem, guide.heuristic(), limits),
        }
    }
}

/// As in a table: `astar manhattan`, `greedy manhattan tran`.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        if let Some(heuristic) = self.heuristic {
            write!(f, " {heuristic}")?;
        }
        if let Some(Evaluation::GPlusWeightedH(weight)) = self.best_first.map(|search| search.evaluation()) {
            write!(f, " {weight}")?;
        }
        if self.convention != ConventionName::House {
            write!(f, " {}", self.convention.name())?;
        }
        if self.is_altered {
            f.write_str(" (altered)")?;
        }
        Ok(())
    }
}

/// What a search for one goal goes by.
#[derive(Clone)]
pub(super) enum Guide {
    Plain(Arc<dyn Heuristic + Send>),
    Patterns(Arc<Catalogue>),
    Exact(Arc<ExactDistance<TableBytes>>),
}

impl fmt::Debug for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Guide").field(&self.heuristic().name()).finish()
    }
}

impl Guide {
    pub(super) fn heuristic(&self) -> &dyn Heuristic {
        match self {
            Self::Plain(heuristic) => &**heuristic,
            Self::Patterns(catalogue) => &**catalogue,
            Self::Exact(exact) => &**exact,
        }
    }
}
