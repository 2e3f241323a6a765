//! The generator: all distances to a goal, by a breadth-first search that runs backwards from it.
//!
//! The search goes level by level over bit vectors, and never ranks a board. A level is a set of *rows*
//! ([`crate::space::footprints`]), one bit for each arrangement. Each row *pulls* the next level from the rows
//! one slide away, as whole words that move, are cut, and are permuted by look-ups; what it pulled and had
//! not seen before is its part of the next level. Each row is written by one thread only, and a level is
//! read only while the next is written, so there are no locks and no atomics. Work and memory are the same
//! for any number of threads, and so is the result.
//!
//! A long build can save its state at the end of levels ([`Checkpoints`]), and [`resume`] goes on from there.
//!
//! ```
//! use tilebase::board::{Goal, Shape};
//! use tilebase::generate::{Threads, build};
//!
//! let goal = Goal::blank_last(Shape::new(3, 3)?);
//! let distances = build(&goal, Threads::One, |_| ())?;
//! assert_eq!(distances.histogram().iter().sum::<u64>(), 181_440);
//! assert_eq!(distances.histogram().last(), Some(&2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod distances;
mod frontier;
mod generator;
mod layout;
mod pull;
mod state;
mod step;
mod tail;

pub use checkpoint::{CheckpointError, CheckpointProblem, Checkpoints};
pub use distances::{Distances, UNSET};
pub use generator::{
    BuildError, Event, Level, Threads, build, build_space, build_with_checkpoints, memory_in_bytes, resume,
};
