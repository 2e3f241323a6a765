//! Anytime search on boards of up to a hundred cells: finds a path at once, then shorter ones, with
//! a bound on how far from optimal they are.
//!
//! An exact search on a board of more than 25 cells hardly ever ends. Here, a first path is made by
//! placing tile after tile, as people do (`stages`): this never fails, and takes some hundredths of
//! a second. Then beam searches of increasing width look for better paths (`beam`), and windows of
//! each path are replaced by shorter connections (`shortener`). Manhattan distance plus linear
//! conflicts is a lower bound on the optimal length (`estimate`). So every [`Answer`] has a
//! guaranteed ratio to the optimum.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tilebase::anytime::Task;
//! use tilebase::board::{LargeBoard, LargeShape};
//!
//! let goal = LargeBoard::blank_last(LargeShape::new(6, 6)?);
//! let start = "2,0,3,4,5,6,1,8,9,10,11,12,7,14,15,16,17,18,13,20,21,22,23,24,\
//!              19,26,27,28,29,30,25,31,32,33,34,35";
//! let task = Task::new(LargeBoard::read(start, None)?, goal).expect("the goal can be reached");
//! let answer = task.improve(None, &mut |progress| match progress.expanded {
//!     0..100_000 => ControlFlow::Continue(()),
//!     _ => ControlFlow::Break(()),
//! });
//! assert!(task.is_solved_by(&answer.moves));
//! assert!(answer.moves.len() as f64 <= answer.ratio() * f64::from(answer.lower_bound));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Task`] is a [`LargeBoard`](crate::board::LargeBoard) with a goal that it can reach;
//! internally, tiles are named by the cells where they belong. `stages`, `beam`, and `shortener`
//! work on such states, and [`Task::improve`] combines them.

mod answer;
mod beam;
mod estimate;
mod improve;
mod incumbent;
mod shortener;
mod stages;
mod state;
mod task;

pub use answer::Answer;
pub use incumbent::Progress;
pub use task::Task;
