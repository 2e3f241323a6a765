//! Routes requests to endpoints.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilebase::search::Limits;
use tilebase::solve::SolveError;
use tilebase::table::Folder;
use tilebase::{Goal, Interrupt, Solver};

use crate::endpoint::Endpoint;
use crate::failure::{Code, Failure};
use crate::means::Means;
use crate::request::{Request, Response};
use crate::request_limits::RequestLimits;
use crate::{check, convert, histogram, position, sample, search, solutions, solve, tables};

/// Answers requests, from any number of threads. It keeps the tables of recent goals.
#[derive(Debug, Default)]
pub struct Laboratory {
    pub(crate) means: Means,
}

impl Laboratory {
    /// Creates a laboratory with limits, and with the tables of a folder, if given.
    #[must_use]
    pub fn new(limits: RequestLimits, folder: Option<Folder>) -> Self {
        Self { means: Means::new(limits, folder) }
    }

    /// The limits on one search.
    #[must_use]
    pub fn limits(&self, interrupt: &Interrupt) -> Limits {
        self.means.limits.for_search(None, interrupt)
    }

    /// Returns the solver for a goal, with the limits of a request. It uses a table if one exists
    /// or is quick to build, and otherwise pattern databases. It is cached for later requests.
    ///
    /// # Errors
    /// [`SolveError`] if a table is damaged, or the interrupt was raised while tables were built.
    pub fn solver(&self, goal: &Goal, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        Ok(self.means.solvers.of(goal, interrupt)?.with_limits(self.limits(interrupt)))
    }

    /// Answers a request with JSON, also on failure. When the interrupt is raised, a search soon
    /// ends and returns what it knows.
    #[must_use]
    pub fn answer(&self, request: &Request<'_>, interrupt: &Interrupt) -> Response {
        let asked = Asked { means: &self.means, request, interrupt };
        match Endpoint::at(request.path) {
            Some(Endpoint::Position) => asked.by(position::position),
            Some(Endpoint::Solve) => asked.by(solve::solve),
            Some(Endpoint::Solutions) => asked.by(solutions::solutions),
            Some(Endpoint::Search) => asked.by(search::search),
            Some(Endpoint::Check) => asked.by(check::check),
            Some(Endpoint::Sample) => asked.by(sample::sample),
            Some(Endpoint::Histogram) => asked.by(histogram::histogram),
            Some(Endpoint::Tables) => asked.by(tables::tables),
            Some(Endpoint::Convert) => asked.by(convert::convert),
            None => unknown_path(request.path).into(),
        }
    }
}

/// A request and the solvers for it.
struct Asked<'a> {
    means: &'a Means,
    request: &'a Request<'a>,
    interrupt: &'a Interrupt,
}

impl Asked<'_> {
    fn by<T: DeserializeOwned, R: Serialize>(
        &self,
        answer: impl Fn(&Means, &T, &Interrupt) -> Result<R, Failure>,
    ) -> Response {
        let arguments = self.request.arguments();
        let answer = arguments.and_then(|arguments| answer(self.means, &arguments, self.interrupt));
        answer.map_or_else(Response::from, |answer| Response::of(&answer))
    }
}

fn unknown_path(path: &str) -> Failure {
    let shown: String = path.chars().take(80).collect();
    let [others @ .., last] = Endpoint::ALL.map(Endpoint::name);
    let help = format!("The endpoints under {} are {}, and {last}.", Endpoint::ROOT, others.join(", "));
    Failure::new(404, Code::UnknownPath, &format!("there is no {shown}"), &help)
}
