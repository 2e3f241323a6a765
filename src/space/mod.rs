//! The perfect hash: every reachable board has one number, every number one board, and none is left over.
//!
//! # From a board to its index
//!
//! 1. *Relabel* the tiles by their place in the goal: the tile that belongs in the goal's first occupied
//!    cell becomes 0, the next 1, and so on. The goal becomes the same labelled board for all goals that
//!    share the blank's cell, so they share one table payload.
//! 2. Read the labels row by row and leave the blank out: an *arrangement* of `0..k`, `k = cells - 1`.
//! 3. Take the arrangement's *Lehmer rank* ([`lehmer`]), and halve it: half of the arrangements can't be
//!    reached with the blank in a given cell, and the two arrangements of ranks `2h` and `2h + 1`, which
//!    differ by an exchange of their last two elements, always have different parities. So `h` together
//!    with the parity, which the blank's cell determines, names the arrangement.
//! 4. The index is `blank's cell * (k! / 2) + h`. On 3x3 that is `9 * 20,160 = 181,440` numbers.
//!
//! ## Worked example
//!
//! `638541720` to the goal `123456780`: each tile's label is its number less one, so the arrangement is
//! 5 2 7 4 3 0 6 1. The Lehmer digit of an element counts the smaller elements behind it:
//! 5 2 5 3 2 0 1 0. The rank is 5·7! + 2·6! + 5·5! + 3·4! + 2·3! + 0·2! + 1·1! = 27,325, half of it is
//! 13,662, and the blank stands in cell 8, so the index is 8 · 20,160 + 13,662 = 174,942.
//!
//! ```
//! use tilebase::board::{Board, Goal, Shape};
//! use tilebase::space::{StateIndex, StateSpace};
//!
//! let shape = Shape::new(3, 3)?;
//! let space = StateSpace::new(&Goal::blank_last(shape))?;
//! let board = Board::new(shape, &[6, 3, 8, 5, 4, 1, 7, 2, 0])?;
//! assert_eq!(space.index_of(&board), Some(StateIndex::new(174_942)));
//! assert_eq!(space.board_at(StateIndex::new(174_942)), Some(board));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Slides in rank space
//!
//! A table is not built by ranking boards one by one. A slide along a row leaves the arrangement alone; a
//! slide along a column rotates a short window of it, which in rank space is a fixed permutation of blocks
//! of consecutive ranks. [`rotation`] works that out, [`footprints`] lists the slides, and the generator
//! ([`crate::generate`]) runs on them.

mod cell_set;
pub mod footprints;
pub mod lehmer;
pub mod manhattan;
mod pattern;
mod pattern_space;
pub mod rotation;
#[expect(clippy::module_inception, reason = "the noun of this file is the space")]
mod space;
mod state_space;

pub use cell_set::CellSet;
pub use pattern::{Pattern, PatternError};
pub use pattern_space::{MAX_PATTERN_TILES, PatternSpace, PatternTooLarge};
pub use space::{Space, SpaceError};
pub use state_space::{SpaceTooLarge, StateIndex, StateSpace};
