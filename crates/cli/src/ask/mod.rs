//! From a line of text to an answer: parses the board, finds a solver, and collects the output.

mod answer;
mod answerer;
mod cheapest;
mod method;
mod multi_tile;
mod notice;
mod path_measure;
mod saving;
mod solvers_by_shape;
mod tables;
mod trace;

pub(crate) use answer::{Answer, Extras, reaches_only_blank_first};
pub(crate) use answerer::{Answerer, AskError, SolveOptions};
pub(crate) use cheapest::{Costs, read_costs, with_cost_hint};
pub(crate) use method::{Changes, NamedMethod};
pub(crate) use multi_tile::{lookup_statistics, multi_tile_oracle};
pub(crate) use notice::{name_of, tell_of, with_hint};
pub(crate) use path_measure::PathMeasure;
pub(crate) use saving::{Processes, Saving};
pub(crate) use tables::{oracle_for, with_tables};
pub(crate) use trace::{Trace, TracedState};
