//! Moves written in the forms that people write.

use super::convention::MoveConvention;
use super::form::MoveForm;
use crate::board::{Board, Move, OverTheEdge};
use crate::notation::{BoardForm, BoardWriteError, write_board};

/// Writes moves as letters without a gap.
///
/// ```
/// use tilebase::board::Move;
/// use tilebase::notation::{MoveConvention, write_moves};
///
/// assert_eq!(write_moves(&[Move::Up, Move::Left], MoveConvention::Tile), "DR");
/// ```
#[must_use]
pub fn write_moves(moves: &[Move], convention: MoveConvention) -> String {
    moves.iter().map(|step| convention.letter(*step)).collect()
}

/// How to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveStyle {
    /// The form.
    pub form: MoveForm,
    /// Whether a direction is that of the blank or of the tile.
    pub convention: MoveConvention,
    /// The form of boards, where the moves are written as such.
    pub board_form: BoardForm,
}

/// Writes moves in any form, as made from a board. There is no newline at the end.
///
/// ```
/// use tilebase::board::Move::{Left, Up};
/// use tilebase::notation::{BoardForm, MoveConvention, MoveForm, MoveStyle, read_board, write_path};
///
/// let start = read_board("123456780", None)?;
/// let written = |form| {
///     let style = MoveStyle { form, convention: MoveConvention::Blank, board_form: BoardForm::Digits };
///     write_path(&start, &[Up, Left, Left], style)
/// };
/// assert_eq!(written(MoveForm::Words)?, "up left left");
/// assert_eq!(written(MoveForm::Counts)?, "UL2");
/// assert_eq!(written(MoveForm::Numbers)?, "6 5 4");
/// assert_eq!(written(MoveForm::Boards)?, "123456780\n123450786\n123405786\n123045786");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`MovesWriteError`] if a move is not legal, or if boards can't be written in the form.
pub fn write_path(start: &Board, moves: &[Move], style: MoveStyle) -> Result<String, MovesWriteError> {
    let mut boards = vec![*start];
    for board in start.along(moves.iter().copied()) {
        boards.push(board?);
    }
    let direction = |step: &Move| match style.convention {
        MoveConvention::Blank => *step,
        MoveConvention::Tile => step.inverse(),
    };
    let symbols = || moves.iter().filter_map(|step| style.form.symbol(direction(step)));
    Ok(match style.form {
        MoveForm::Boards => {
            let written: Result<Vec<String>, _> =
                boards.iter().map(|board| write_board(board, style.board_form)).collect();
            // Grids need a blank line between them.
            written?.join(if style.board_form == BoardForm::Grid { "\n\n" } else { "\n" })
        }
        MoveForm::Numbers => {
            let tiles = boards.windows(2).map(|pair| pair[0].tile_at(pair[1].blank()).to_string());
            tiles.collect::<Vec<_>>().join(" ")
        }
        MoveForm::Counts => {
            let symbols: Vec<&str> = symbols().collect();
            let runs = symbols.chunk_by(|one, next| one == next);
            let run = |run: &[&str]| match run.len() {
                1 => run[0].to_owned(),
                times => format!("{}{times}", run[0]),
            };
            runs.map(run).collect()
        }
        MoveForm::Words => symbols().collect::<Vec<_>>().join(" "),
        _ => symbols().collect(),
    })
}

/// Why moves can't be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovesWriteError {
    /// The blank would leave the board.
    #[error(transparent)]
    Illegal(#[from] OverTheEdge),
    /// Boards of this shape can't be written in the form.
    #[error(transparent)]
    Board(#[from] BoardWriteError),
}
