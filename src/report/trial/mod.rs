//! Trials of other solvers: which boards they are tried on, and what came of it, for people and for programs.

mod boards;
mod data;
mod junit;
mod markdown;
mod page;
mod report;
mod text;

pub use boards::TrialBoards;
pub use report::{KindCount, TrialReport};
