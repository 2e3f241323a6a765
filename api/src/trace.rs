//! The expanded states of a search, from which its open and closed lists can be reconstructed.

use serde::Serialize;
use tilebase::search::{Expansion, Generated};

/// An expanded state and its successors.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Traced {
    /// The number of the expansion, from 1, counted over all iterations.
    number: u64,
    /// The state.
    board: String,
    /// The number of its parent's expansion; null for a start state.
    parent: Option<u64>,
    /// Moves made so far (g).
    g: u32,
    /// The heuristic's estimate of the remaining moves (h).
    h: u32,
    /// The value by which it was chosen (f).
    f: f64,
    /// The bound on f of its iteration in `iterative-deepening` and `ida`; otherwise null.
    bound: Option<u32>,
    /// In `bidirectional`, whether the search from the `start` or from the `goal` expanded it, and
    /// g counts from there; otherwise null.
    side: Option<&'static str>,
    /// The generated successors in order; in `iterative-deepening` and `ida`, first those that will
    /// be visited, in the order of the visits.
    generated: Vec<Successor>,
}

/// A generated successor. Its g is one more than that of the expanded state.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Successor {
    /// The state.
    board: String,
    /// The move of the blank that leads there: `U`, `D`, `L`, or `R`.
    r#move: char,
    /// The heuristic's estimate of the remaining moves (h).
    h: u32,
    /// The value by which it would be chosen on this path (f).
    f: f64,
    /// The outcome: `opened` (added to the open list, or will be visited), `improved` (already
    /// open, by a longer path), `reopened` (already closed, by a longer path), `known` (reached
    /// before, or on the path), `cut` (beyond the bound), or `goal` (ends the search).
    fate: &'static str,
}

impl From<&Generated> for Successor {
    fn from(generated: &Generated) -> Self {
        let Generated { board, step, h, f, fate } = *generated;
        Self { board: board.to_string(), r#move: step.letter(), h, f, fate: fate.name() }
    }
}

impl From<&Expansion<'_>> for Traced {
    fn from(expansion: &Expansion<'_>) -> Self {
        let Expansion { number, board, parent, g, h, f, bound, side, generated } = *expansion;
        Self {
            number,
            board: board.to_string(),
            parent,
            g,
            h,
            f,
            bound,
            side: side.map(tilebase::search::Side::name),
            generated: generated.iter().map(Successor::from).collect(),
        }
    }
}
