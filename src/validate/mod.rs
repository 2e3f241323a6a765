//! Is a table right? A proof over all of its entries, and a comparison with a search that uses no table.

mod against_astar;
mod proof;

pub use against_astar::{Disagreement, Sample, compare_with_astar};
pub use proof::{Rule, Violation, prove};
