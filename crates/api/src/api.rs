//! Routes requests to endpoints.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilebase::search::Limits;
use tilebase::solve::SolveError;
use tilebase::table::Folder;
use tilebase::{Goal, Interrupt, Solver};

use crate::context::Context;
use crate::endpoint::Endpoint;
use crate::failure::{Code, Failure};
use crate::request::{Request, Response};
use crate::request_limits::RequestLimits;
use crate::{check, convert, histogram, position, sample, search, solutions, solve, tables};

/// The JSON API: answers requests, from any number of threads. It keeps the tables of recent goals.
#[derive(Debug, Default)]
pub struct Api {
    pub(crate) context: Context,
}

impl Api {
    /// Creates an API with limits, and with the tables of a folder, if given.
    #[must_use]
    pub fn new(limits: RequestLimits, folder: Option<Folder>) -> Self {
        Self { context: Context::new(limits, folder) }
    }

    /// The limits on one search.
    #[must_use]
    pub fn limits(&self, interrupt: &Interrupt) -> Limits {
        self.context.limits.for_search(interrupt)
    }

    /// Returns the solver for a goal, with the limits of a request. It uses a table if one exists
    /// or is quick to build, and otherwise pattern databases. It is cached for later requests.
    ///
    /// # Errors
    /// [`SolveError`] if a table is damaged, or the interrupt was raised while tables were built.
    pub fn solver(&self, goal: &Goal, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        Ok(self.context.solvers.of(goal, interrupt)?.with_limits(self.limits(interrupt)))
    }

    /// Answers a request with JSON, also on failure. When the interrupt is raised, a search soon
    /// ends and returns what it knows.
    #[must_use]
    pub fn answer(&self, request: &Request<'_>, interrupt: &Interrupt) -> Response {
        let call = Call { context: &self.context, request, interrupt };
        match Endpoint::at(request.path) {
            Some(Endpoint::Position) => call.answer_by(position::position),
            Some(Endpoint::Solve) => call.answer_by(solve::solve),
            Some(Endpoint::Solutions) => call.answer_by(solutions::solutions),
            Some(Endpoint::Search) => call.answer_by(search::search),
            Some(Endpoint::Check) => call.answer_by(check::check),
            Some(Endpoint::Sample) => call.answer_by(sample::sample),
            Some(Endpoint::Histogram) => call.answer_by(histogram::histogram),
            Some(Endpoint::Tables) => call.answer_by(tables::tables),
            Some(Endpoint::Convert) => call.answer_by(convert::convert),
            None => unknown_path(request.path).into(),
        }
    }
}

/// A request, with the solvers and limits to answer it.
struct Call<'a> {
    context: &'a Context,
    request: &'a Request<'a>,
    interrupt: &'a Interrupt,
}

impl Call<'_> {
    fn answer_by<T: DeserializeOwned, R: Serialize>(
        &self,
        answer: impl Fn(&Context, &T, &Interrupt) -> Result<R, Failure>,
    ) -> Response {
        let arguments = self.request.arguments();
        let answer = arguments.and_then(|arguments| answer(self.context, &arguments, self.interrupt));
        answer.map_or_else(Response::from, |answer| Response::of(&answer))
    }
}

fn unknown_path(path: &str) -> Failure {
    let shown: String = path.chars().take(80).collect();
    let [others @ .., last] = Endpoint::ALL.map(Endpoint::name);
    let help = format!("The endpoints under {} are {}, and {last}.", Endpoint::ROOT, others.join(", "));
    Failure::new(404, Code::UnknownPath, &format!("there is no {shown}"), &help)
}
