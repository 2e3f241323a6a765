//! States on the way of a search, with what it knew of them.

use std::io::{self, Write};

use serde::Serialize;

use crate::board::{Board, Move};
use crate::notation::{MoveConvention, write_grid};
use crate::search::Expansion;

/// Which states to trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Trace {
    /// Those on the path
    Path,
    /// All that are expanded, in their order (breadth-first, uniform-cost, greedy, astar, weighted-astar)
    All,
}

/// A state that a search met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracedState {
    /// The number of its expansion; none on a path.
    pub expansion: Option<u64>,
    /// The move that led to it on the path; none at the start, and in a list of expansions.
    pub step: Option<Move>,
    /// The state.
    pub board: Board,
    /// Moves made.
    pub g: u32,
    /// The estimate of the moves to come.
    pub h: u32,
    /// What it was chosen by.
    pub f: f64,
}

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

impl From<&Expansion<'_>> for TracedState {
    fn from(expansion: &Expansion<'_>) -> Self {
        let Expansion { number, board, g, h, f } = *expansion;
        Self { expansion: Some(number), step: None, board: *board, g, h, f }
    }
}

impl TracedState {
    /// The states on a path, the start and the goal included. `h` and `f` say what the search would.
    pub(super) fn on_path(
        start: &Board,
        moves: &[Move],
        h: impl Fn(&Board) -> u32,
        f: impl Fn(u32, u32) -> f64,
    ) -> Vec<Self> {
        let state = |step, board: Board, g| {
            let h = h(&board);
            Self { expansion: None, step, board, g, h, f: f(g, h) }
        };
        let mut states = vec![state(None, *start, 0)];
        let mut board = *start;
        for (g, step) in (1..).zip(moves) {
            board = board.after(*step).unwrap_or(board);
            states.push(state(Some(*step), board, g));
        }
        states
    }

    pub(super) fn fields(&self, convention: MoveConvention) -> Fields {
        let Self { expansion, step, board, g, h, f } = *self;
        Fields {
            expansion,
            r#move: step.map(|step| convention.letter(step)),
            board: board.to_string(),
            g,
            h,
            f: f.into(),
        }
    }

    /// Writes a heading and the board under it.
    pub(super) fn write_text(&self, convention: MoveConvention, out: &mut impl Write) -> io::Result<()> {
        let Self { expansion, step, board, g, h, f } = *self;
        match (expansion, step) {
            (Some(number), _) => write!(out, "expansion {number}: ")?,
            (None, Some(step)) => write!(out, "{}: ", convention.letter(step))?,
            (None, None) => write!(out, "start: ")?,
        }
        writeln!(out, "g = {g}, h = {h}, f = {f}\n{}", write_grid(&board))
    }
}
