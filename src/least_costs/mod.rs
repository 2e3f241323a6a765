//! The least costs of all boards of a small shape, where moves have costs.
//!
//! [`LeastCosts`] computes them backward from the goal, and finds and counts cheapest paths.
//! [`CostCounts`] counts the boards with each least cost.

mod cost_counts;
mod dijkstra;

pub use cost_counts::CostCounts;
pub(crate) use dijkstra::LeastCosts;
