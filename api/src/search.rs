//! Searches with a given method, with statistics and a trace.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use tilebase::Interrupt;
use tilebase::search::{Expansion, Guarantee, Limits, Weight};
use tilebase::solve::{Algorithm, ConventionName, HeuristicName, Method, MethodOptions};

use crate::failure::Failure;
use crate::means::Means;
use crate::question::Question;
use crate::solve::{FoundBy, Solution};
use crate::trace::Traced;

/// The board and the method.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct SearchArguments {
    /// The board, in any notation.
    board: String,
    /// The goal: `blank-last` (the default), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, if the board does not determine them.
    shape: Option<String>,
    /// The algorithm: `breadth-first`, `bidirectional`, `uniform-cost`, `depth-first`,
    /// `iterative-deepening`, `greedy`, `astar`, `weighted-astar`, or `ida`.
    algorithm: String,
    /// The heuristic: `zero`, `misplaced`, `manhattan`, `linear-conflict`,
    /// `manhattan-plus-misplaced`, `patterns`, or `exact`. The default depends on the algorithm.
    heuristic: Option<String>,
    /// The weight of `weighted-astar`, from 1 to 100 (default 2).
    weight: Option<f64>,
    /// The depth limit of `depth-first` (default 31).
    depth_limit: Option<u32>,
    /// Imitate a published program: `standard` (the default), `zhang`, `akhtar`, `parnami`, or
    /// `tran`. For `breadth-first`, `uniform-cost`, `greedy`, `astar`, and `weighted-astar`.
    convention: Option<String>,
    /// Stop after this many seconds, or at the server's own limit if that is earlier.
    seconds: Option<f64>,
    /// Stop after expanding this many states.
    expanded: Option<u64>,
    /// Return the first expanded states, up to this number (default 0).
    trace: Option<usize>,
}

/// The result of a search and its trace.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Search {
    #[serde(flatten)]
    solution: Solution,
    /// A bound on the length of the path, as a multiple of the optimum; null if the path has no
    /// bound.
    at_most_times_optimal: Option<f64>,
    /// The first expanded states, in order.
    trace: Vec<Traced>,
}

/// Searches with a given method.
pub(crate) fn search(
    means: &Means,
    arguments: &SearchArguments,
    interrupt: &Interrupt,
) -> Result<Search, Failure> {
    let question = Question::read(&arguments.board, arguments.goal.as_deref(), arguments.shape.as_deref())?;
    let (method, convention) = read_method(arguments)?;
    let traced = arguments.trace.unwrap_or(0);
    if traced > means.bounds.traced {
        let message = format!("a trace has at most {} states", means.bounds.traced);
        return Err(Failure::choice(&message, "Ask for fewer."));
    }
    if traced > 0 && method.algorithm() == Algorithm::Table {
        let message = "a table lookup has no search to trace";
        return Err(Failure::choice(&message, "Leave trace out, or choose a search."));
    }
    let limits = means.bounds.limits(arguments.seconds, interrupt);
    let limits = Limits { expanded: arguments.expanded, ..limits };
    let solver = match means.solvers.for_search(&question.goal, Some((method, convention)), limits) {
        Ok(solver) => solver,
        Err(error) => {
            let found_by = FoundBy { algorithm: method.algorithm(), heuristic: method.heuristic() };
            let error = error.or_bound(&question.board, &question.goal);
            let solution = Solution::of(&question, found_by, Err(error))?;
            return Ok(Search { solution, at_most_times_optimal: None, trace: Vec::new() });
        }
    };
    let mut trace = Vec::new();
    let mut observer = |expansion: &Expansion<'_>| {
        if trace.len() < traced {
            trace.push(expansion.into());
        }
        ControlFlow::Continue(())
    };
    let found = match traced {
        0 => solver.solve(&question.board),
        _ => solver.solve_observed(&question.board, &mut observer),
    };
    let at_most_times_optimal = found.as_ref().ok().and_then(|outcome| match outcome.guarantee {
        Guarantee::Optimal => Some(1.0),
        Guarantee::AtMostTimes(weight) => Some(weight.value()),
        Guarantee::None => None,
    });
    let solution = Solution::of(&question, FoundBy::from(&solver), found)?;
    Ok(Search { solution, at_most_times_optimal, trace })
}

fn read_method(arguments: &SearchArguments) -> Result<(Method, ConventionName), Failure> {
    let algorithm = named("algorithm", &Algorithm::ALL, Algorithm::name, &arguments.algorithm)?;
    let heuristic = arguments.heuristic.as_deref();
    let heuristic = heuristic
        .map(|name| named("heuristic", &HeuristicName::ALL, HeuristicName::name, name))
        .transpose()?;
    let weight = arguments.weight.map(Weight::new).transpose()?;
    let convention = arguments.convention.as_deref();
    let convention = convention
        .map(|name| named("convention", &ConventionName::ALL, ConventionName::name, name))
        .transpose()?;
    let conventions = convention.map(|name| name.conventions(algorithm));
    let options = MethodOptions { heuristic, weight, depth_limit: arguments.depth_limit, conventions };
    Ok((Method::new(algorithm, options)?, convention.unwrap_or_default()))
}

fn named<T: Copy>(
    what: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
    name: &str,
) -> Result<T, Failure> {
    let found = all.iter().copied().find(|one| name_of(*one) == name);
    found.ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|one| name_of(*one)).collect();
        Failure::choice(
            &format!("there is no {what} {name:?}"),
            &format!("Choose one of {}.", names.join(", ")),
        )
    })
}
