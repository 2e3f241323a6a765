//! The generator: computes all distances to a goal with a breadth-first search backwards from it.
//!
//! The search runs level by level on bit vectors and never ranks a board. Each row *pulls* the next
//! level from the rows one slide away: whole words are moved, cut, and permuted by table lookups.
//! The pulled states that were not in the level before last form the next level. Only one thread
//! writes a row, and a level is only read while the next one is written, so neither locks nor
//! atomics are needed. Memory, total work, and the result do not depend on the number of threads.
//!
//! The parts of a state other than the arrangement of its tiles are its *footprint*. A *row* is the
//! bit vector of a footprint's arrangements of one parity, and a *plane* is the number of such a
//! row within its footprint:
//!
//! ```text
//!   3x3, three pattern tiles on cells 3, 4, 5, or on 0, 4, 5 after one tile slid from 3 to 0
//!
//!   block {3,4,5}, color 0              one table entry per arrangement, shared by its footprints
//!   |- footprint: blank in {0,1,2} --.   set of cells and the blank's connected region
//!   |    plane 0: row of bits        |   one bit per even arrangement of the tiles
//!   |    plane 1: row of bits        |   one bit per odd arrangement
//!   `- footprint: blank in {6,7,8}   | slide
//!        plane 0, plane 1            |   every slide changes the color, so a level lies
//!   block {0,4,5}, color 1          |   in the rows of one color, the next in the others
//!   |- footprint: blank in {1,2}     |
//!   `- footprint: blank in {3,6,7,8} <
//! ```
//!
//! In the full puzzle, a footprint is the blank's cell. It is a block of its own with a single
//! plane, because only arrangements of one parity occur. `space::footprints` lists footprints and
//! slides.
//!
//! [`Generator::distances`] returns one byte per distance. [`Generator::build`] keeps the entries
//! in the form that needs the least memory until they are written.
//!
//! A long build can save checkpoints at the end of levels ([`Checkpoints`]);
//! [`resume_from`](Generator::resume_from) continues such a build.
//!
//! [`count`](crate::count) runs the same search without building a table.
//!
//! [`MultiTileGenerator`] computes tables in the multi-tile metric, from levels of its own.
//!
//! `kernel` applies slides to words, `newest_levels` computes a level from the two before it, and
//! `record` stores the distances. `checkpoint` saves the arrays of both, and `distributed` has the
//! code of several processes.
//!
//! ```
//! use tilebase::board::{Goal, Shape};
//! use tilebase::generate::Generator;
//!
//! let distances = Generator::for_goal(&Goal::blank_last(Shape::new(3, 3)?))?.distances()?;
//! assert_eq!(distances.histogram().iter().sum::<u64>(), 181_440);
//! assert_eq!(distances.histogram().last(), Some(&2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod checkpoint_schedule;
mod distances;
mod distributed;
mod error;
mod generator;
pub(crate) mod kernel;
mod level_loop;
mod memory;
mod multi_tile;
pub(crate) mod newest_levels;
pub(crate) mod on_threads;
mod record;
mod state;
mod verify_mod3;

pub use checkpoint::Checkpoints;
pub use distances::Distances;
pub use distributed::forecast::BuildPlan;
pub use error::{BuildError, Work};
pub use generator::{Event, Generator};
pub use multi_tile::MultiTileGenerator;
pub(crate) use multi_tile::MultiTileLevels;
pub use state::Level;
pub(crate) use verify_mod3::Recount;

#[cfg(test)]
mod saving_tests;
#[cfg(test)]
mod sealed_tests;
