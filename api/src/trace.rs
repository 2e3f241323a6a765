//! The states that a search expanded, from which its open and its closed list can be made again.

use serde::Serialize;
use tilebase::search::{Expansion, Generated};

/// A state that was expanded, and what came of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Traced {
    /// Which expansion, from 1; through all iterations, if there are several.
    number: u64,
    /// The state.
    board: String,
    /// The expansion that it was reached from; null for a state that a search starts from.
    parent: Option<u64>,
    /// Moves made.
    g: u32,
    /// Moves to come, by the heuristic.
    h: u32,
    /// What it was chosen by.
    f: f64,
    /// The bound on f of its iteration, in `iterative-deepening` and `ida`; else null.
    bound: Option<u32>,
    /// In `bidirectional`, whether it belongs to the search from the `start` or from the `goal`, which counts g and moves from
    /// there; else null.
    side: Option<&'static str>,
    /// The successors that were made, in their order; in `iterative-deepening` and `ida` first those that will be visited, in
    /// the order of the visits.
    generated: Vec<Successor>,
}

/// A successor that was made. Its g is one more than that of the state that was expanded.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Successor {
    /// The state.
    board: String,
    /// The move that leads there: `U`, `D`, `L` or `R`, of the blank.
    r#move: char,
    /// Moves to come, by the heuristic.
    h: u32,
    /// What it would be chosen by, reached in this way.
    f: f64,
    /// What becomes of it: `opened` (it is put in the open list, or will be visited), `improved` (it waits there, and takes the
    /// place of a longer way), `reopened` (it was closed, by a longer way), `known` (it was reached before, or is on the
    /// path), `cut` (it is beyond the bound) or `goal` (the search ends with it).
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
