//! What a build by several ranks is going to take, without building anything.
//!
//! Memory is reckoned; what is sent is a model of [`traffic`](super::traffic), tested against what was sent:
//!
//! - Which words get something from other ranks follows from the shares and the slides ([`crossings`]). They are looked at for
//!   words
//!   that are drawn at random, and so are a pattern's sets of cells.
//! - How many states a level has is taken from a normal distribution ([`levels`]).
//! - A level's states are spread evenly over the rows of its colour. Words have them in groups of so many, which are thrown
//!   into the words at
//!   random: so it is known what part of the words is not 0, and what they take as bytes ([`plan`]).

mod crossings;
mod levels;
mod plan;

pub(super) use plan::ranks_that_fit;
pub use plan::{BuildPlan, PlannedLevel};
