//! A path at once, for boards of up to a hundred cells, and then shorter ones, with a bound that tells how far from the
//! shortest they can be.
//!
//! An exact search of a board of more than 25 cells hardly ever ends. Here a first path is made by placing one tile after
//! the other, as people do it (`stages`): that never fails, and takes some hundredths of a second. Then a beam search
//! looks for better ones, wider each time (`beam`), and in each path windows are replaced by shorter ways between their
//! ends (`shortener`). What no path is shorter than is told by Manhattan distances and linear conflicts (`estimate`), so
//! that every [`Answer`] says within what ratio of the optimum it certainly is.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tilebase::anytime::{LargeBoard, LargeShape, Task, improve};
//!
//! let goal = LargeBoard::blank_last(LargeShape::new(6, 6)?);
//! let start = LargeBoard::blank_first(LargeShape::new(6, 6)?);
//! assert!(Task::new(start, goal).is_err(), "they have different parity");
//! let start = "2,0,3,4,5,6,1,8,9,10,11,12,7,14,15,16,17,18,13,20,21,22,23,24,\
//!              19,26,27,28,29,30,25,31,32,33,34,35";
//! let task = Task::new(LargeBoard::read(start, None)?, goal)?;
//! let answer = improve(&task, None, &mut |progress| match progress.expanded {
//!     0..100_000 => ControlFlow::Continue(()),
//!     _ => ControlFlow::Break(()),
//! });
//! assert!(task.is_solved_by(&answer.moves));
//! assert!(answer.moves.len() as f64 <= answer.ratio() * f64::from(answer.at_least));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From the bottom up: a [`LargeShape`] and a [`LargeBoard`] are what a board is here, apart from
//! [`Board`](crate::Board), whose cells are 25 at the most. A [`Task`] is a board and a goal that it can reach, with the tiles
//! named by the cells where they belong. `stages`, `beam` and `shortener` work on such states, and
//! [`improve`] calls one after the other.

mod answer;
mod beam;
mod estimate;
mod improve;
mod large_board;
mod large_shape;
mod shortener;
mod stages;
mod state;
mod task;
mod work;

pub use answer::Answer;
pub use improve::improve;
pub use large_board::{LargeBoard, LargeBoardError};
pub use large_shape::{LargeShape, LargeShapeError, MOST_CELLS};
pub use task::{Task, TaskError};
pub use work::Progress;
