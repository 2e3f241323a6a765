//! The generator: all distances to a goal, by a breadth-first search that runs backwards from it.
//!
//! The search goes level by level over bit vectors, and never ranks a board. A level is a set of *rows*
//! (`space::footprints`), one bit for each arrangement. Each row *pulls* the next level from the rows
//! one slide away, as whole words that move, are cut, and are permuted by look-ups; what it pulled and did
//! not have in the level before last is its part of the next level. Each row is written by one thread only, and a level is
//! read only while the next is written, so there are no locks and no atomics. Work and memory are the same
//! for any number of threads, and so is the result.
//!
//! The distances come out as a byte each ([`Generator::run`]), or in the form that takes the least memory until they are written
//! ([`Generator::run_compact`]).
//!
//! A long build can save its state at the end of levels ([`Checkpoints`]), and
//! [`resume_from`](Generator::resume_from) goes on from there.
//!
//! Whoever wants to know no more than how many states each level has, and which lie deepest, needs no table: a
//! [`Counter`] goes over the levels in one bit a state, and, where memory does not suffice for that, in files.
//!
//! ```
//! use tilebase::board::{Goal, Shape};
//! use tilebase::generate::Generator;
//!
//! let distances = Generator::for_goal(&Goal::blank_last(Shape::new(3, 3)?))?.run()?;
//! assert_eq!(distances.histogram().iter().sum::<u64>(), 181_440);
//! assert_eq!(distances.histogram().last(), Some(&2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arrays;
mod bits;
mod byte_word;
mod checkpoint;
mod compact;
mod count;
mod distance_word;
mod distances;
mod entries;
mod error;
mod forecast;
mod generator;
mod layout;
mod memory;
mod notes;
mod packed_word;
mod parts;
mod pull;
mod push;
mod recount;
mod residue_word;
mod row_graph;
mod saver;
mod search;
mod second_bits;
mod shares;
mod sparse;
mod state;
mod steps;
mod sweep;
mod tail;
mod together;
mod traffic;
mod workers;

pub use checkpoint::{CheckpointError, Checkpoints};
pub use compact::Compact;
pub use count::{CountError, CountPlan, Counter, LevelCounts, LevelFiles, LevelFilesError};
pub use distances::Distances;
pub use error::BuildError;
pub use forecast::{BuildPlan, PlannedLevel};
pub use generator::Generator;
pub(crate) use recount::Recount;
pub use search::Event;
pub use state::Level;
