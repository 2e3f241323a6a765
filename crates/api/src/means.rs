//! The solvers and limits shared by all requests.

use tilebase::solve::SolveError;
use tilebase::table::Folder;
use tilebase::{Interrupt, Solver};

use crate::bounds::Bounds;
use crate::question::Question;
use crate::solvers::Solvers;

/// The solvers, and the limits on one request.
#[derive(Debug)]
pub(crate) struct Means {
    pub(crate) bounds: Bounds,
    pub(crate) solvers: Solvers,
}

impl Means {
    /// Creates solvers with limits, and with the tables of a folder, if given.
    pub(crate) fn new(bounds: Bounds, folder: Option<Folder>) -> Self {
        let solvers = Solvers::new(folder, bounds.tables_in_bytes);
        Self { bounds, solvers }
    }

    /// Returns the fastest solver for a question, with the limits of a request. An unsolvable board
    /// needs no pattern databases that take long to build.
    pub(crate) fn solver(&self, question: &Question, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        let limits = self.bounds.limits(None, interrupt);
        if !question.is_solvable() && self.solvers.may_take_long(&question.goal) {
            return Ok(self.solvers.at_once(&question.goal)?.with_limits(limits));
        }
        self.solvers.for_search(&question.goal, None, &limits)
    }
}

impl Default for Means {
    fn default() -> Self {
        Self::new(Bounds::default(), None)
    }
}
