//! States on the way of a search, as text and JSON.

use std::io::{self, Write};

use serde::Serialize;
use tilebase::notation::{MoveConvention, write_grid};
use tilebase::search::Side;

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

/// A number without a point where it is whole.
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

    /// Writes a heading and the board under it.
    pub(super) fn write_text(&self, convention: MoveConvention, out: &mut dyn Write) -> io::Result<()> {
        let Self { expansion, step, board, g, h, f, bound, side } = *self;
        match (expansion, step) {
            (Some(number), _) => write!(out, "expansion {number}: ")?,
            (None, Some(step)) => write!(out, "{}: ", convention.letter(step))?,
            (None, None) => write!(out, "start: ")?,
        }
        write!(out, "g = {g}, h = {h}, f = {f}")?;
        if let Some(bound) = bound {
            write!(out, ", bound = {bound}")?;
        }
        if let Some(side) = side {
            write!(out, ", from the {}", side.name())?;
        }
        writeln!(out, "\n{}", write_grid(&board))
    }
}
