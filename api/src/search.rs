//! A search by a method that is named, with what it took, and how it went.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use tilebase::Interrupt;
use tilebase::search::{Expansion, Guarantee, Limits, Weight};
use tilebase::solve::{Algorithm, ConventionName, HeuristicName, Method, MethodOptions};

use crate::failure::Failure;
use crate::means::Means;
use crate::question::Question;
use crate::solve::Solution;
use crate::trace::Traced;

/// Which board, and which method.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct SearchArguments {
    /// The board, in any notation.
    board: String,
    /// The goal: `blank-last` (as if left out), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, where the board leaves them open.
    shape: Option<String>,
    /// `breadth-first`, `bidirectional`, `uniform-cost`, `depth-first`, `iterative-deepening`, `greedy`, `astar`,
    /// `weighted-astar` or `ida`.
    algorithm: String,
    /// What it goes by: `zero`, `misplaced`, `manhattan`, `linear-conflict`, `manhattan-plus-misplaced`, `patterns` or
    /// `exact`; what is usual for the algorithm, if left out.
    heuristic: Option<String>,
    /// The weight of `weighted-astar`, from 1 to 100; 2 if left out.
    weight: Option<f64>,
    /// The depth limit of `depth-first`; 31 if left out.
    depth_limit: Option<u32>,
    /// Search and count as a published program does: `standard` (as if left out), `zhang`, `akhtar`, `parnami` or `tran`; of
    /// `breadth-first`, `uniform-cost`, `greedy`, `astar` and `weighted-astar`.
    convention: Option<String>,
    /// Give up after so many seconds, or when the server does, whichever comes first.
    seconds: Option<f64>,
    /// Give up after so many states.
    expanded: Option<u64>,
    /// Tell of the first so many states that are expanded; of none, if left out.
    trace: Option<usize>,
}

/// What a search found, and how it went.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Search {
    #[serde(flatten)]
    solution: Solution,
    /// The path is sure to be at most so many times as long as a shortest one; null if nothing is sure.
    at_most_times_optimal: Option<f64>,
    /// The states that were expanded, in their order, as many as were asked for.
    trace: Vec<Traced>,
}

/// A search by a method that is named.
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
        let message = "a table is read without a search, so there is nothing to trace";
        return Err(Failure::choice(&message, "Leave trace out, or choose a search."));
    }
    let limits = means.bounds.limits(arguments.seconds, interrupt);
    let limits = Limits { expanded: arguments.expanded, ..limits };
    let solver =
        means.solvers.by_method(&question.goal, (method, convention), interrupt)?.with_limits(limits);
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
    let solution = Solution::of(&question, &solver, found)?;
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
