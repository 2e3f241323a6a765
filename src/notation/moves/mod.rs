//! Moves as text, in all common forms.
//!
//! A direction is the blank's or the tile's ([`MoveConvention`]). The text does not show which, so
//! the caller has to say. Tile numbers and the boards of a path mean the same under both
//! conventions.

mod form;
mod read;
mod write;

pub use form::{MoveConvention, MoveForm, MoveOptions};
