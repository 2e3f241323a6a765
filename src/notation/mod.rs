//! Boards, goals and moves in the forms people write: read and written here, and nothing else.
//!
//! [`read_board`] reads one board on one line; [`Boards`] reads whole files in any form, with what was assumed
//! and where what is wrong stands; [`read_moves`] and [`read_path`] do the same for moves. [`write_board`] and
//! [`write_path`] write all of these forms.
//!
//! ```
//! use tilebase::notation::{MoveConvention, read_board, write_moves};
//! use tilebase::board::Move;
//!
//! let board = read_board("6 3 8, 5 4 1, 7 2 0", None)?;
//! assert_eq!(board.to_string(), "638541720");
//! assert_eq!(write_moves(&[Move::Up, Move::Left], MoveConvention::Blank), "UL");
//! assert_eq!(write_moves(&[Move::Up, Move::Left], MoveConvention::Tile), "DR");
//! # Ok::<(), tilebase::notation::BoardTextError>(())
//! ```

mod board_text;
mod boards;
mod goal_text;
mod grid;
mod moves;
mod place;
mod shown;

pub use board_text::{BoardTextError, UnknownSymbol, read_board};
pub use boards::{
    Ambiguity, Assumed, Blank, BlankSeen, BoardForm, BoardFormError, BoardOptions, BoardRead, BoardReadError,
    BoardReadReason, BoardTrouble, BoardWriteError, Boards, BracketTrouble, Reading, RowFault, SeveralBoards,
    ShapeSource, StraySymbol, write_board,
};
pub use goal_text::{GoalName, GoalTextError};
pub use grid::write_grid;
pub use moves::{
    MoveConvention, MoveForm, MoveFormError, MoveOptions, MoveStyle, MovesRead, MovesReadError,
    MovesReadReason, MovesWriteError, Path, read_moves, read_path, write_moves, write_path,
};
pub use place::Place;
pub use shown::shorten;
use shown::{listed, without_shape};
