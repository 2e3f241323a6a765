//! Answers by the best means there is: a table, or a search with the strongest pattern tables at hand.
//!
//! Whoever only wants an answer should not have to know which tables there are. A [`Solver`] looks for the means in this
//! order: the table of the goal, from a folder or built on the spot where that takes a moment; pattern tables from the
//! folder, for IDA\*; small ones built in memory. Whoever wants one means and no other names it: a [`Method`] is an
//! algorithm with all that it goes by.
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
pub use supply::Notice;
