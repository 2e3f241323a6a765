//! The cost of a request, estimated before it is answered.

use serde::Deserialize;
use tilebase::{Goal, Solver};

use crate::api::Api;
use crate::endpoint::Endpoint;
use crate::failure::Failure;
use crate::instance::{Instance, read_goal};
use crate::request::Request;
use crate::supply::are_large;
use crate::tables::is_built;

/// The cost of a request. Servers answer requests of the first kind in place, and give the others
/// threads of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Microseconds: the answer is cached, or the request is malformed.
    Lookup,
    /// A table is opened or built, or many boards are generated.
    Task,
    /// A search, up to the limits, or building pattern databases for it.
    Search,
}

/// Longer arguments are not parsed for an estimate.
const MAX_LOOKUP_BYTES: usize = 4096;

/// Larger tables are read from files, which may block.
const MAX_LOOKUP_STATES: u64 = 1 << 22;

/// The arguments shared by requests with a board or a goal.
#[derive(Deserialize)]
struct GoalArguments {
    board: Option<String>,
    goal: Option<String>,
    shape: Option<String>,
    cost: Option<String>,
    metric: Option<String>,
}

impl Api {
    /// Estimates the cost of a request. A wrong estimate may delay other answers, but never changes
    /// one.
    #[must_use]
    pub fn effort(&self, request: &Request<'_>) -> Effort {
        let len = request.len_in_bytes();
        let Some(endpoint) = Endpoint::at(request.path) else { return Effort::Lookup };
        match endpoint {
            _ if len > MAX_LOOKUP_BYTES => Effort::Task,
            Endpoint::Position | Endpoint::Solve | Endpoint::Check | Endpoint::Histogram => {
                self.effort_of_goal(request, endpoint)
            }
            Endpoint::Search => Effort::Search,
            // These count paths, generate boards, and read the folder.
            Endpoint::Solutions | Endpoint::Sample | Endpoint::Tables => Effort::Task,
            Endpoint::Convert => Effort::Lookup,
        }
    }

    fn effort_of_goal(&self, request: &Request<'_>, endpoint: Endpoint) -> Effort {
        // Malformed requests fail immediately.
        let Ok(arguments) = request.arguments::<GoalArguments>() else { return Effort::Lookup };
        let Ok(goal) = arguments.goal() else { return Effort::Lookup };
        if arguments.cost.is_some() {
            return Effort::Search;
        }
        // Each of these builds a table, whatever is kept for the other metric.
        if arguments.metric.as_deref() == Some("mtm") {
            return Effort::Task;
        }
        match self.context.solvers.kept(&goal).as_ref().map(Solver::oracle) {
            Some(Some(oracle)) if oracle.space().states() <= MAX_LOOKUP_STATES => Effort::Lookup,
            Some(Some(_)) => Effort::Task,
            // Its pattern databases are in memory, so the estimate is fast.
            Some(None) if endpoint == Endpoint::Position => Effort::Lookup,
            None if is_built(goal.shape()) => Effort::Task,
            // Without a table, it is a lower bound by linear conflicts.
            None if endpoint == Endpoint::Position && are_large(&goal) => Effort::Task,
            // A search can't produce a histogram: it only comes from a table.
            _ if endpoint == Endpoint::Histogram => Effort::Task,
            _ => Effort::Search,
        }
    }
}

impl GoalArguments {
    fn goal(&self) -> Result<Goal, Failure> {
        let (goal, shape) = (self.goal.as_deref(), self.shape.as_deref());
        match &self.board {
            Some(board) => Ok(Instance::read(board, goal, shape)?.goal),
            None => read_goal(goal, shape),
        }
    }
}
