//! Converts boards and moves between notations.

use serde::{Deserialize, Serialize};
use tilebase::Interrupt;
use tilebase::notation::{BoardForm, MoveForm, MoveOptions};

use crate::context::Context;
use crate::failure::Failure;
use crate::instance::{Instance, MoveConventionName, read_moves_on};

/// The board or moves to convert, and the notation to write.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct ConvertArguments {
    /// The board, in any notation; with moves, the board before them.
    board: String,
    /// Rows and columns, if the board does not determine them.
    shape: Option<String>,
    /// Moves, in any notation; without moves, the board is converted.
    moves: Option<String>,
    /// Whether moves name the direction of the `blank` (the default) or the `tile`.
    move_convention: Option<MoveConventionName>,
    /// The notation to write. Boards: `digits`, `hex`, `commas`, `grid`, `json`, `python-rows`, and
    /// others. Moves: `letters`, `counts`, `words`, `compass`, `arrows`, `ascii-arrows`, or
    /// `numbers`.
    to: String,
    /// Whether the converted moves name the direction of the `blank` (the default) or the `tile`.
    to_move_convention: Option<MoveConventionName>,
    /// The symbol for the blank (default 0).
    blank: Option<String>,
}

/// The converted text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Converted {
    /// The text.
    text: String,
}

/// Converts a board or moves.
pub(crate) fn convert(
    _: &Context,
    arguments: &ConvertArguments,
    _: &Interrupt,
) -> Result<Converted, Failure> {
    let Instance { board, .. } = Instance::read(&arguments.board, None, arguments.shape.as_deref())?;
    let text = match &arguments.moves {
        Some(moves) => {
            let moves = read_moves_on(moves, &board, arguments.move_convention)?;
            let form: MoveForm =
                arguments.to.parse().map_err(|error| Failure::choice(&error, "Choose one of these."))?;
            let convention = arguments.to_move_convention.unwrap_or_default().into();
            let options = MoveOptions { form: Some(form), convention, start: Some(board), board_form: None };
            options.write(&moves)
        }
        None => {
            let form: BoardForm =
                arguments.to.parse().map_err(|error| Failure::choice(&error, "Choose one of these."))?;
            let blank = arguments.blank.as_deref().unwrap_or("0").parse();
            let blank = blank.map_err(|error| Failure::choice(&error, "Choose another symbol."))?;
            form.write_with(&board, &blank)
        }
    };
    let text = text.map_err(|error| Failure::choice(&error, "Choose another notation or another symbol."))?;
    Ok(Converted { text })
}
