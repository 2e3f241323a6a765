//! Optimal paths by the fastest method available: a table, or a search with the strongest pattern
//! databases.
//!
//! A [`Solver`] uses, in this order: the table of the goal, from a folder or built at once if that
//! takes only a moment; pattern databases from the folder, with IDA\*; small pattern databases
//! built in memory. To choose a method yourself, name it: a [`Method`] is an algorithm with its
//! heuristic and settings.
//!
//! A time limit covers all of this. [`SolverBuilder::solve`] solves one board within one limit. For
//! a solver that is reused for many boards, [`SolveError::NotReady`] says that its tables were not
//! ready in time; [`SolveError::for_board`] then gives the best known lower bound.
//!
//! ```
//! use tilebase::{Board, Goal, Shape, Solver};
//!
//! let goal = Goal::blank_last(Shape::new(3, 3)?);
//! let solver = Solver::new(&goal)?;
//! let hardest: Board = "867254301".parse()?;
//! let answer = solver.solve(&hardest)?;
//! assert_eq!(answer.moves.len(), 31);
//! assert!(answer.is_optimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where moves have costs, a [`CostSolver`] finds cheapest paths.
//!
//! Nothing is written to disk unless a folder is given *and* saving is requested.

mod algorithm;
mod cache;
mod cost_solver;
mod error;
mod full_table;
mod method;
mod nearest;
mod notice;
mod pattern_databases;
mod published;
mod sample;
mod solver;

pub use crate::least_costs::CostCounts;
pub use algorithm::{Algorithm, HeuristicName};
pub use cache::SolverCache;
pub use cost_solver::{CostSolveError, CostSolver};
pub use error::SolveError;
pub use method::{Method, MethodError, MethodOptions};
pub use nearest::TileExchange;
pub use notice::{Notice, Preparation};
pub use pattern_databases::verify_layout;
pub use published::ConventionName;
pub use sample::{Depths, Population};
pub use solver::{Solver, SolverBuilder};
