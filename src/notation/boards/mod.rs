//! Boards as text, in the forms that people write: which board is meant, and where a text is none.
//!
//! A text is read in every way that it can be ([`BoardForm`]), and judged: a board has each tile once, so that hardly
//! ever more than one way gives one. What was assumed is told with the board; what is wrong is told of the way
//! that is likeliest meant, with its place.

mod blank;
mod brackets;
mod comment;
mod error;
mod form;
mod line;
mod list;
mod one_line;
mod options;
mod plain;
mod reader;
mod row;
mod rows;
mod several;
mod sketch;
mod span;
mod write;

pub use blank::{Blank, BlankSeen};
pub use error::{
    Ambiguity, BoardReadError, BoardReadReason, BoardTrouble, BracketTrouble, Reading, RowFault,
    SeveralBoards, StraySymbol,
};
pub use form::{BoardForm, BoardFormError};
pub use options::{Assumed, BoardOptions, BoardRead, ShapeSource};
pub use reader::Boards;
pub use write::{BoardWriteError, write_board};
