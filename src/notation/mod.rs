//! Boards, goals and moves in the forms people write: read and written here, and nothing else.
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
mod compact;
mod goal_text;
mod grid;
mod moves_text;

pub use board_text::{BoardTextError, UnknownSymbol, read_board, shorten};
pub use compact::{read_compact, write_compact};
pub use goal_text::{GoalName, GoalTextError};
pub use grid::write_grid;
pub use moves_text::{MoveConvention, write_moves};
