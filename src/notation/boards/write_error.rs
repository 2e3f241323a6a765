//! Errors of writing boards and paths.

use super::form::BoardForm;
use crate::board::{OverTheEdge, Shape};

/// The reason why a board or a path can't be written in a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The form has one digit per tile, but the board has larger tiles.
    #[error("the form digits supports at most ten cells, but the board is {shape}; use hex")]
    TwoDigits {
        /// The board's shape.
        shape: Shape,
    },
    /// The form gives only one side, but the board is not square.
    #[error("the form {form} supports only square boards, but this one is {shape}; use rows-cols")]
    NotSquare {
        /// The board's shape.
        shape: Shape,
        /// The form.
        form: BoardForm,
    },
    /// The sign for the blank is a tile of the board.
    #[error("{sign:?} can't stand for the blank: it is a tile of {shape}")]
    BlankIsTile {
        /// The sign.
        sign: String,
        /// The shape.
        shape: Shape,
    },
    /// The form has one symbol per cell, but the sign for the blank is longer.
    #[error("{sign:?} can't stand for the blank in the form {form}, which has one symbol for each cell")]
    LongBlank {
        /// The sign.
        sign: String,
        /// The form.
        form: BoardForm,
    },
    /// A move is illegal.
    #[error(transparent)]
    Illegal(#[from] OverTheEdge),
    /// The form needs a board before the first move.
    #[error("to write moves as {form}, the board before the first move must be given")]
    NoBoard {
        /// The name of the form.
        form: &'static str,
    },
}
