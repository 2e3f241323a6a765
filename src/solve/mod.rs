//! Optimal paths by the fastest method available: a table, or a search with the strongest pattern databases at hand.
//!
//! A [`Solver`] uses, in this order: the table of the goal, from a folder or built at once if that takes a moment;
//! pattern databases from the folder, for IDA\*; small ones built in memory. To choose a method yourself, name it: a
//! [`Method`] is an algorithm with its heuristic and settings.
//!
//! A time limit covers all of this. [`SolverBuilder::solve`] solves one board within one limit; where a solver is kept
//! for many boards, [`SolveError::NotReady`] says that its tables were not ready in time, and
//! [`SolveError::or_bound`] gives the lower bound that is known all the same.
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
//! Nothing is written to disk unless a folder is named *and* saving is asked for.

mod algorithm;
mod error;
mod method;
mod published;
mod sample;
mod solver;
mod supply;

pub use algorithm::{Algorithm, HeuristicName};
pub use error::{JournalError, SolveError};
pub use method::{Method, MethodError, MethodOptions};
pub use published::ConventionName;
pub use sample::{Depths, Population, SampleError, draw_boards, draw_boards_of_depths};
pub use solver::{Solver, SolverBuilder};
pub use supply::{Notice, Preparation};
