//! Search methods by name, including those of published programs.

use std::fmt;

use tilebase::board::Goal;
use tilebase::search::{Conventions, Duplicates, MoveOrder, Ties, Weight};
use tilebase::solve::{
    Algorithm, ConventionName, HeuristicName, Method, MethodError, MethodOptions, SolverBuilder,
};

/// Optional choices apart from the algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Changes {
    pub(crate) heuristic: Option<HeuristicName>,
    pub(crate) convention: Option<ConventionName>,
    /// The move order, if different from the convention's.
    pub(crate) order: Option<MoveOrder>,
    /// The duplicate detection, if different from the convention's.
    pub(crate) duplicates: Option<Duplicates>,
    /// The tie-breaking, if different from the convention's.
    pub(crate) ties: Option<Ties>,
    pub(crate) weight: Option<Weight>,
    pub(crate) depth_limit: Option<u32>,
}

/// A method with the names by which it was requested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NamedMethod {
    method: Method,
    convention: ConventionName,
    /// Whether individual conventions were changed.
    is_altered: bool,
}

impl NamedMethod {
    /// Combines an algorithm with choices.
    ///
    /// # Errors
    /// [`MethodError`] if the choices do not suit the algorithm.
    pub(crate) fn new(algorithm: Algorithm, changes: Changes) -> Result<Self, MethodError> {
        let Changes { heuristic, convention, order, duplicates, ties, weight, depth_limit } = changes;
        let is_altered = order.is_some() || duplicates.is_some() || ties.is_some();
        let named = convention.unwrap_or_default();
        let base = named.conventions(algorithm);
        let changed = Conventions {
            moves: order.unwrap_or(base.moves),
            duplicates: duplicates.unwrap_or(base.duplicates),
            ties: ties.unwrap_or(base.ties),
            ..base
        };
        let conventions = (convention.is_some() || is_altered).then_some(changed);
        let options = MethodOptions { heuristic, conventions, weight, depth_limit };
        Ok(Self { method: Method::new(algorithm, options)?, convention: named, is_altered })
    }

    pub(crate) const fn method(&self) -> &Method {
        &self.method
    }

    pub(crate) const fn convention(&self) -> ConventionName {
        self.convention
    }

    /// Creates a builder for a solver with this method; the caller adds the table folder.
    pub(crate) fn solver<'a>(&self, goal: &Goal) -> SolverBuilder<'a> {
        self.convention.solver(goal, self.method)
    }
}

/// Formats the method for tables: `astar manhattan`, `greedy manhattan tran`.
impl fmt::Display for NamedMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.method)?;
        if self.convention != ConventionName::Standard {
            write!(f, " {}", self.convention.name())?;
        }
        if self.is_altered {
            f.write_str(" (altered)")?;
        }
        Ok(())
    }
}
