//! The states of a search or a path, as text and JSON.

use std::io::{self, Write};

use tilebase::notation::MoveConvention;
use tilebase::search::Side;
use tilebase_api::model;

use super::boards::{TitledBoard, write_side_by_side};
use crate::ask::TracedState;

impl TracedState {
    /// The state as it is written in JSON.
    pub(super) fn in_full(&self, convention: MoveConvention) -> model::TracedState {
        let Self { expansion, step, board, g, h, f, bound, side } = *self;
        model::TracedState {
            expansion,
            r#move: step.map(|step| convention.letter(step)),
            board: board.to_string(),
            parent: None,
            g,
            h,
            f,
            bound,
            side: side.map(Side::name),
            generated: None,
        }
    }

    fn title(&self, convention: MoveConvention) -> String {
        let Self { expansion, step, g, h, f, bound, side, .. } = *self;
        let mut title = match (expansion, step) {
            (Some(number), _) => format!("{number}."),
            (None, Some(step)) => format!("{g}. {}", convention.letter(step)),
            (None, None) => "start".to_owned(),
        };
        title += &format!("  g={g} h={h} f={f}");
        if let Some(bound) = bound {
            title += &format!(" bound={bound}");
        }
        if let Some(side) = side {
            title += &format!(" {}", side.name());
        }
        title
    }
}

/// Writes the states side by side, each under its g, h, and f.
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_trace(
    states: &[TracedState],
    convention: MoveConvention,
    out: &mut dyn Write,
) -> io::Result<()> {
    let is_path = states.iter().all(|state| state.expansion.is_none());
    let titled =
        |state: &TracedState| TitledBoard { title: state.title(convention), board: state.board, moved: None };
    let boards = if is_path {
        TitledBoard::on_path(states.iter().map(|state| state.board), |nth| states[nth].title(convention))
    } else {
        states.iter().map(titled).collect()
    };
    write_side_by_side(&boards, out)
}
