//! States of a search, with their costs and estimates.

use tilebase::board::{Board, Move, OverTheEdge};
use tilebase::search::{Expansion, Side};

/// Which states to trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Trace {
    /// Those on the path
    Path,
    /// All that are expanded, in their order
    All,
}

/// A state of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TracedState {
    /// The number of its expansion; `None` on a path.
    pub(crate) expansion: Option<u64>,
    /// The move that led to it on the path; `None` for the start and in a list of expansions.
    pub(crate) step: Option<Move>,
    /// The state.
    pub(crate) board: Board,
    /// The number of moves so far.
    pub(crate) g: u32,
    /// The estimate of the remaining moves.
    pub(crate) h: u32,
    /// The priority by which it was chosen.
    pub(crate) f: f64,
    /// The bound of its iteration, in iterative deepening.
    pub(crate) bound: Option<u32>,
    /// The side that expanded it, in a bidirectional search.
    pub(crate) side: Option<Side>,
}

impl From<&Expansion<'_>> for TracedState {
    fn from(expansion: &Expansion<'_>) -> Self {
        let Expansion { number, board, g, h, f, bound, side, .. } = *expansion;
        Self { expansion: Some(number), step: None, board: *board, g, h, f, bound, side }
    }
}

impl TracedState {
    /// Returns the states on a path, including the start and the goal.
    ///
    /// `h` and `f` must give the values that the search used.
    pub(crate) fn along_path<E: From<OverTheEdge>>(
        start: &Board,
        moves: &[Move],
        h: impl Fn(&Board) -> Result<u32, E>,
        f: impl Fn(u32, u32) -> f64,
    ) -> Result<Vec<Self>, E> {
        let state = |step, board: Board, g| {
            let h = h(&board)?;
            Ok::<_, E>(Self { expansion: None, step, board, g, h, f: f(g, h), bound: None, side: None })
        };
        let mut states = vec![state(None, *start, 0)?];
        for ((g, step), board) in (1..).zip(moves).zip(start.along(moves.iter().copied())) {
            states.push(state(Some(*step), board?, g)?);
        }
        Ok(states)
    }
}
