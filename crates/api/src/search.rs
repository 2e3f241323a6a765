//! Searches with a given method, with statistics and a trace.

use std::ops::ControlFlow;

use serde::Deserialize;
use tilebase::Interrupt;
use tilebase::notation::MoveConvention;
use tilebase::search::{Expansion, Weight};
use tilebase::solve::{Algorithm, ConventionName, HeuristicName, Method, MethodOptions};

use crate::context::Context;
use crate::failure::Failure;
use crate::instance::Instance;
use crate::model::{Answer, FoundBy};
use crate::solve::answer_of;

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
    /// The heuristic: `zero`, `misplaced`, `manhattan`, `linear-conflict`, `walking-distance`,
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
    /// Stop after expanding this many nodes.
    max_nodes: Option<u64>,
    /// Return the first expanded states, up to this number (default 0).
    trace: Option<usize>,
}

/// Searches with a given method.
pub(crate) fn search(
    context: &Context,
    arguments: &SearchArguments,
    interrupt: &Interrupt,
) -> Result<Answer, Failure> {
    let instance = Instance::read(&arguments.board, arguments.goal.as_deref(), arguments.shape.as_deref())?;
    let (method, convention) = read_method(arguments)?;
    let traced = arguments.trace.unwrap_or(0);
    if traced > context.limits.traced {
        let message = format!("a trace has at most {} states", context.limits.traced);
        return Err(Failure::choice(&message, "Ask for fewer."));
    }
    if traced > 0 && method.algorithm() == Algorithm::Table {
        let message = "a table lookup has no search to trace";
        return Err(Failure::choice(&message, "Leave trace out, or choose a search."));
    }
    if !instance.is_solvable() {
        let answer = Answer::unsolvable(&instance.board, &instance.goal, MoveConvention::Blank);
        return Ok(Answer { trace: Some(Vec::new()), ..answer });
    }
    let limits = context.limits.for_search_within(arguments.seconds, interrupt)?;
    let limits = limits.with_expanded(arguments.max_nodes);
    let solver = match context.solvers.for_search(&instance.goal, Some((method, convention)), &limits) {
        Ok(solver) => solver,
        Err(error) => {
            let error = error.for_board(&instance.board, &instance.goal);
            let answer = answer_of(&instance, FoundBy::from(&method), Err(error))?;
            return Ok(Answer { trace: Some(Vec::new()), ..answer });
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
        0 => solver.solve(&instance.board),
        _ => solver.solve_observed(&instance.board, &mut observer),
    };
    let answer = answer_of(&instance, FoundBy::from(&solver), found)?;
    Ok(Answer { trace: Some(trace), ..answer })
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
