//! Moves as text, in the forms that people write.
//!
//! Directions are those of the blank or of the tile ([`MoveConvention`]); which of the two is meant can't be seen from the
//! text, so that it is always told. Numbers of tiles and boards on the way mean the same in both.

mod convention;
mod error;
mod form;
mod path;
mod read;
mod write;

pub use convention::MoveConvention;
pub use error::{MovesReadError, MovesReadReason};
pub use form::{MoveForm, MoveFormError};
pub use path::{Path, read_path};
pub use read::{MoveOptions, MovesRead, read_moves};
pub use write::{MoveStyle, MovesWriteError, write_moves, write_path};
