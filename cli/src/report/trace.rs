//! The states of a search or a path, as text and JSON.

use std::io::{self, Write};

use serde::Serialize;
use tilebase::notation::MoveConvention;
use tilebase::search::Side;

use super::boards::{TitledBoard, write_side_by_side};
use crate::ask::TracedState;

/// The JSON object of a state.
#[derive(Debug, Serialize)]
pub(super) struct Fields {
    #[serde(skip_serializing_if = "Option::is_none")]
    expansion: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<char>,
    board: String,
    g: u32,
    h: u32,
    f: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
}

/// A number, written without a decimal point if it is whole.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Number {
    Whole(u64),
    Broken(f64),
}

impl From<f64> for Number {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "g and h are whole and small"
    )]
    fn from(f: f64) -> Self {
        if f.fract() == 0.0 { Self::Whole(f as u64) } else { Self::Broken(f) }
    }
}

impl TracedState {
    pub(super) fn fields(&self, convention: MoveConvention) -> Fields {
        let Self { expansion, step, board, g, h, f, bound, side } = *self;
        Fields {
            expansion,
            r#move: step.map(|step| convention.letter(step)),
            board: board.to_string(),
            g,
            h,
            f: f.into(),
            bound,
            side: side.map(Side::name),
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
