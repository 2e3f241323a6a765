//! Methods: algorithms with their heuristics and settings.

use std::fmt;
use std::sync::Arc;

use super::algorithm::{Algorithm, HeuristicName, Kind};
use crate::board::Shape;
use crate::oracle::{Oracle, OracleError};
use crate::search::{
    BestFirst, Claims, Conventions, Heuristic, PdbSet, Search, SettingError, Strategy, Weight,
};

/// Default depth limit of a depth-first search.
///
/// No 3x3 board is farther than 31 moves from any goal, so each is solved. The tree to that depth
/// is also small enough to be searched exhaustively: of 600 random boards, none needed more than 17
/// million expansions, a second or two. A limit of 40 gives longer paths, and the worst case has no
/// such bound. Larger shapes need a larger limit, and then rarely finish.
const DEFAULT_DEPTH_LIMIT: u32 = 31;

/// An algorithm with its heuristic and settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Method {
    algorithm: Algorithm,
    heuristic: Option<HeuristicName>,
    /// The algorithm's kind of search, with its settings.
    kind: Kind,
}

/// Options of a method; each has a default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MethodOptions {
    /// The heuristic.
    pub heuristic: Option<HeuristicName>,
    /// The order of moves, duplicate detection, tie-breaking, and counting of a best-first search.
    pub conventions: Option<Conventions>,
    /// The weight of weighted A*.
    pub weight: Option<Weight>,
    /// The depth limit of a depth-first search.
    pub depth_limit: Option<u32>,
}

/// The reason why options do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MethodError {
    /// A heuristic for an algorithm that does not use one.
    #[error("{0} does not use a heuristic (greedy, astar, weighted-astar, and ida do)")]
    NoHeuristic(Algorithm),
    /// Conventions for an algorithm that has none.
    #[error(
        "{0} does not support conventions (breadth-first, uniform-cost, greedy, astar, and weighted-astar \
         do)"
    )]
    NoConventions(Algorithm),
    /// A weight for an algorithm other than weighted A*.
    #[error("{0} does not use a weight (weighted-astar does)")]
    NoWeight(Algorithm),
    /// A depth limit for an algorithm other than depth-first search.
    #[error("{0} does not use a depth limit (depth-first does)")]
    NoDepthLimit(Algorithm),
    /// A heuristic that may overestimate, for an algorithm that relies on it to end iterations.
    #[error("ida needs an admissible heuristic, one that never overestimates")]
    NotAdmissible,
    /// Walking distances of a shape whose tables would be too large.
    #[error("no walking-distance for {shape}, only up to 2x6, 3x5, and 4x4; use linear-conflict")]
    NoWalkingDistance {
        /// The shape.
        shape: Shape,
    },
    /// A search that may not terminate.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

impl Method {
    /// Creates a method. Defaults: the algorithm's heuristic and conventions, weight 2, and a depth
    /// limit of 31 moves.
    ///
    /// # Errors
    /// [`MethodError`] if the options do not fit the algorithm.
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
        let depth_limit = depth_limit.unwrap_or(DEFAULT_DEPTH_LIMIT);
        let kind = match algorithm.kind(weight.unwrap_or(Weight::TWO), depth_limit) {
            Kind::BestFirst(search) => {
                Kind::BestFirst(search.with_conventions(conventions.unwrap_or(search.conventions()))?)
            }
            other => other,
        };
        Ok(Self { algorithm, heuristic: heuristic.or(algorithm.default_heuristic()), kind })
    }

    /// Creates a method with the algorithm's defaults.
    #[must_use]
    pub fn of(algorithm: Algorithm) -> Self {
        Self::new(algorithm, MethodOptions::default()).expect("the defaults of an algorithm fit it")
    }

    /// The algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The heuristic; `None` if the algorithm does not use one.
    #[must_use]
    pub const fn heuristic(&self) -> Option<HeuristicName> {
        self.heuristic
    }

    /// Checks that a heuristic with these claims is suitable for the algorithm.
    pub(super) fn check_heuristic(&self, claims: Claims) -> Result<(), MethodError> {
        if !self.algorithm.takes_heuristic() {
            return Err(MethodError::NoHeuristic(self.algorithm));
        }
        if self.algorithm == Algorithm::Ida && !claims.admissible {
            return Err(MethodError::NotAdmissible);
        }
        Ok(())
    }

    /// The f by which states are chosen: that of the best-first search, or else g + h.
    pub(super) fn f(&self, g: u32, h: u32) -> f64 {
        self.best_first().map_or_else(|| f64::from(g + h), |search| search.f(g, h))
    }

    const fn best_first(&self) -> Option<BestFirst> {
        match self.kind {
            Kind::BestFirst(search) => Some(search),
            _ => None,
        }
    }

    /// Returns the search with a heuristic.
    pub(super) fn search<'a>(&self, loaded: &'a LoadedHeuristic) -> Search<'a, dyn Heuristic + 'a> {
        Search::new(match self.kind {
            Kind::BestFirst(search) => Strategy::BestFirst(search, loaded.heuristic()),
            Kind::Bidirectional => Strategy::Bidirectional,
            Kind::DepthFirst { depth_limit } => Strategy::DepthFirst { depth_limit },
            Kind::IterativeDeepening => Strategy::IterativeDeepening,
            Kind::Ida => match loaded {
                LoadedHeuristic::Patterns(pdb_set) => Strategy::IdaWithPdbs(pdb_set),
                LoadedHeuristic::Plain(_) | LoadedHeuristic::Exact(_) => Strategy::Ida(loaded.heuristic()),
            },
            Kind::Table => unreachable!("a solver with a table does not search"),
        })
    }
}

/// Writes the method as in tables: `astar manhattan`, `weighted-astar manhattan 2`.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        if let Some(heuristic) = self.heuristic {
            write!(f, " {heuristic}")?;
        }
        if let Some(weight) = self.best_first().and_then(|search| search.weight()) {
            write!(f, " {weight}")?;
        }
        Ok(())
    }
}

/// The heuristic of a search for one goal.
#[derive(Clone)]
pub(super) enum LoadedHeuristic {
    Plain(Arc<dyn Heuristic + Send>),
    Exact(Arc<Oracle>),
    Patterns(Arc<PdbSet>),
}

impl LoadedHeuristic {
    pub(super) fn heuristic(&self) -> &dyn Heuristic {
        match self {
            Self::Plain(heuristic) => &**heuristic,
            Self::Exact(oracle) => &**oracle,
            Self::Patterns(pdb_set) => &**pdb_set,
        }
    }

    /// Returns the error of its table, if that has failed.
    pub(super) fn failure(&self) -> Option<OracleError> {
        match self {
            Self::Exact(oracle) => oracle.failure(),
            Self::Patterns(pdb_set) => pdb_set.check_unchanged().err().map(OracleError::from),
            Self::Plain(_) => None,
        }
    }
}
