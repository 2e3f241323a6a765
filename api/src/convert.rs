//! A board or moves in another notation.

use serde::{Deserialize, Serialize};
use tilebase::Interrupt;
use tilebase::notation::{BoardForm, MoveForm, MoveOptions, write_board_with, write_path};

use crate::failure::Failure;
use crate::means::Means;
use crate::question::{NamedBy, Question, read_moves_on};

/// What to write, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct ConvertArguments {
    /// The board, in any notation; that at which the moves begin, if there are moves.
    board: String,
    /// Rows and columns, where the board leaves them open.
    shape: Option<String>,
    /// Moves, in any notation; if there are none, the board is written.
    moves: Option<String>,
    /// What moves are named by: `blank` (as if left out) or `tile`.
    read_by: Option<NamedBy>,
    /// The notation to write: of boards `digits`, `hex`, `commas`, `grid`, `json`, `python-rows` and others; of moves
    /// `letters`, `counts`, `words`, `compass`, `arrows`, `ascii-arrows` or `numbers`.
    to: String,
    /// What the moves that are written are to be named by: `blank` (as if left out) or `tile`.
    write_by: Option<NamedBy>,
    /// The sign to write for the blank; 0 if left out.
    blank: Option<String>,
}

/// A text in the notation that was asked for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Converted {
    /// The text.
    text: String,
}

/// A board or moves in another notation.
pub(crate) fn convert(_: &Means, arguments: &ConvertArguments, _: &Interrupt) -> Result<Converted, Failure> {
    let Question { board, .. } = Question::read(&arguments.board, None, arguments.shape.as_deref())?;
    let text = match &arguments.moves {
        Some(moves) => {
            let moves = read_moves_on(moves, &board, arguments.read_by)?;
            let form: MoveForm =
                arguments.to.parse().map_err(|error| Failure::choice(&error, "Choose one of these."))?;
            let convention = arguments.write_by.unwrap_or_default().into();
            let options = MoveOptions { form: Some(form), convention, start: Some(board), board_form: None };
            write_path(&moves, &options)
        }
        None => {
            let form: BoardForm =
                arguments.to.parse().map_err(|error| Failure::choice(&error, "Choose one of these."))?;
            let blank = arguments.blank.as_deref().unwrap_or("0").parse();
            let blank = blank.map_err(|error| Failure::choice(&error, "Choose another sign."))?;
            write_board_with(&board, form, &blank)
        }
    };
    let text = text.map_err(|error| Failure::choice(&error, "Choose another notation, or another sign."))?;
    Ok(Converted { text })
}
