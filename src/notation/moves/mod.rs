//! Moves as text, in the forms that people write.
//!
//! Directions are those of the blank or of the tile ([`MoveConvention`]); which of the two is meant can't be seen from the
//! text, so that it is always told. Numbers of tiles and boards on the way mean the same in both.

mod form;
mod read;
mod write;

pub use form::{MoveConvention, MoveForm, MoveOptions};
pub use read::{MovesRead, read_moves, read_path};
pub use write::{write_moves, write_path};
