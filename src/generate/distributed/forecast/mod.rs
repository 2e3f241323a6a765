//! Forecasts the resources of a build by several processes, without building anything.
//!
//! Memory is computed. The bytes sent come from a model of [`rounds`](super::rounds), which tests
//! compare with the bytes of real builds:
//!
//! - The owners of the words and the slides determine which words receive states from other
//!   processes ([`crossings`]). Words are sampled at random, and so are a pattern's sets of cells.
//! - A normal distribution gives the number of states in each level ([`levels`]).
//! - A level's states are spread evenly over the rows of its color, and fall into words at random.
//!   This gives the fraction of non-zero words, and their bytes in a message ([`plan`]).

mod crossings;
mod levels;
mod plan;

pub use plan::BuildPlan;
pub(super) use plan::processes_that_fit;
