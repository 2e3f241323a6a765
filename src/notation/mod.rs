//! Boards, goals, and moves as text, in all common forms.
//!
//! [`Board::read`](crate::board::Board::read) reads one board, and
//! [`LargeBoard::read`](crate::board::LargeBoard::read) one of up to a hundred cells. [`Boards`]
//! reads whole files in any form and reports what it assumed. [`MoveOptions::read`] and
//! [`Boards::read_path`] do the same for moves. All errors are [`ReadError`]s, with a place.
//! [`BoardForm::write`] and [`MoveOptions::write`] write all of these forms.
//!
//! ```
//! use tilebase::board::{Board, Move};
//! use tilebase::notation::MoveConvention;
//!
//! let board = Board::read("6 3 8, 5 4 1, 7 2 0", None)?;
//! assert_eq!(board.to_string(), "638541720");
//! assert_eq!("638541720".parse::<Board>()?, board);
//! assert_eq!(MoveConvention::Blank.write(&[Move::Up, Move::Left]), "UL");
//! assert_eq!(MoveConvention::Tile.write(&[Move::Up, Move::Left]), "DR");
//! # Ok::<(), tilebase::notation::ReadError>(())
//! ```

mod boards;
mod costs;
mod digits;
mod error;
mod goal;
mod lines;
mod moves;

pub use boards::{Blank, BlankSign, BoardForm, BoardOptions, BoardRead, Boards, WriteError};
pub use costs::CostRule;
pub use error::{ReadError, shorten};
pub use goal::GoalName;
pub use lines::Lines;
pub use moves::{MoveConvention, MoveForm, MoveOptions};
