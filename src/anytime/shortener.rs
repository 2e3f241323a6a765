//! Shortens paths window by window.
//!
//! A window of a path is replaced by a shorter connection of its ends, if there is one. A
//! depth-first search looks for it, pruned by the Manhattan distance to the window's last state.
//! Nearly everything is pruned: few tiles move in a window, and not far. Windows grow as long as
//! the search stays within a budget of states; then the next one begins some moves later. When no
//! window can be shortened within the budget, the path is left as it is, to be tried again with a
//! larger budget. If the window of the whole path was searched completely, the path is optimal.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::estimate::manhattan;
use super::incumbent::Incumbent;
use super::state::{Geometry, State};
use crate::board::{MAX_LARGE_CELLS, Move};

/// Number of moves by which windows grow.
const GROWTH: usize = 4;

/// The result of searching for a shorter connection.
#[derive(PartialEq, Eq)]
enum WindowOutcome {
    /// There is one, and it was stored.
    Found,
    /// There is none.
    None,
    /// The budget was used up.
    Spent,
}

/// A path and the states along it.
pub(super) struct Shortener<'a> {
    geometry: &'a Geometry,
    moves: Vec<Move>,
    /// The states along the path, one more than moves.
    states: Vec<State>,
}

impl<'a> Shortener<'a> {
    pub(super) fn new(geometry: &'a Geometry, start: &State, moves: Vec<Move>) -> Self {
        let mut shortener = Self { geometry, moves, states: Vec::new() };
        shortener.states = shortener.along(start, &shortener.moves);
        shortener
    }

    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start state and the states that the moves lead to.
    fn along(&self, start: &State, moves: &[Move]) -> Vec<State> {
        let mut state = *start;
        let mut states = vec![state];
        for step in moves {
            state.slide(self.geometry.shape, *step);
            states.push(state);
        }
        states
    }

    /// Shortens the path until no window can be shortened within the budget, a number of states for
    /// each place where windows begin. Returns whether the path is known to be optimal.
    pub(super) fn shorten(&mut self, budget: u64, incumbent: &mut Incumbent<'_>) -> ControlFlow<(), bool> {
        loop {
            self.cut_loops();
            let before = self.moves.len();
            let mut begin = 0;
            while begin < self.moves.len() {
                let (searched, is_shorter) = self.shorten_from(begin, budget, incumbent)?;
                if begin == 0 && searched == self.moves.len() && !is_shorter {
                    return ControlFlow::Continue(true);
                }
                // After a failure, start again within the searched part, so that windows overlap.
                // After a success, start before the change, which may allow earlier windows to be
                // shortened.
                begin =
                    if is_shorter { begin.saturating_sub(searched) } else { begin + (searched / 4).max(1) };
            }
            if self.moves.len() == before {
                return ControlFlow::Continue(false);
            }
        }
    }

    /// Tries ever longer windows from a place on. Returns the length of the last one that was
    /// searched completely, and whether it was shortened.
    fn shorten_from(
        &mut self,
        begin: usize,
        budget: u64,
        incumbent: &mut Incumbent<'_>,
    ) -> ControlFlow<(), (usize, bool)> {
        let (mut left, mut searched) = (budget, 0);
        let most = self.moves.len() - begin;
        let mut len = most.min(2 * GROWTH);
        while len > searched {
            let mut window = Window::new(self.geometry, &self.states[begin + len], left, incumbent);
            match window.search(&self.states[begin], len)? {
                WindowOutcome::Spent => break,
                WindowOutcome::Found => {
                    let path = window.path;
                    self.replace(begin, len, &path);
                    return ControlFlow::Continue((len, true));
                }
                WindowOutcome::None => {}
            }
            left = window.left;
            searched = len;
            len = most.min(len + GROWTH);
        }
        ControlFlow::Continue((searched, false))
    }

    fn replace(&mut self, begin: usize, len: usize, path: &[Move]) {
        let states = self.along(&self.states[begin], path);
        self.states.splice(begin..=begin + len, states);
        self.moves.splice(begin..begin + len, path.iter().copied());
    }

    /// Cuts out everything between two occurrences of a state.
    fn cut_loops(&mut self) {
        let last_at: HashMap<State, usize> = self.states.iter().copied().zip(0..).collect();
        let (mut moves, mut states) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(state) = self.states.get(at) {
            at = last_at[state];
            states.push(*state);
            moves.extend(self.moves.get(at));
            at += 1;
        }
        (self.moves, self.states) = (moves, states);
    }
}

/// The search for a connection to the last state of a window.
struct Window<'a, 'b, 'c> {
    geometry: &'a Geometry,
    /// For each goal cell, the cell where the last state has its tile.
    ends: [u8; MAX_LARGE_CELLS],
    state: State,
    path: Vec<Move>,
    left: u64,
    incumbent: &'b mut Incumbent<'c>,
}

impl<'a, 'b, 'c> Window<'a, 'b, 'c> {
    fn new(geometry: &'a Geometry, last: &State, left: u64, incumbent: &'b mut Incumbent<'c>) -> Self {
        let mut ends = [0; MAX_LARGE_CELLS];
        for (cell, goal_cell) in (0..).zip(&last.goal_cells[..geometry.shape.cells()]) {
            ends[usize::from(*goal_cell)] = cell;
        }
        Self { geometry, ends, state: *last, path: Vec::new(), left, incumbent }
    }

    /// Searches for a connection shorter than `len` moves. All connections have the same parity, so
    /// it is shorter by at least two.
    fn search(&mut self, first: &State, len: usize) -> ControlFlow<(), WindowOutcome> {
        let Some(most) = len.checked_sub(2) else { return ControlFlow::Continue(WindowOutcome::None) };
        self.state = *first;
        // Each tile is represented by its cell at the end of the window: then distances to there
        // are Manhattan distances.
        for goal_cell in &mut self.state.goal_cells[..self.geometry.shape.cells()] {
            *goal_cell = self.ends[usize::from(*goal_cell)];
        }
        let away = manhattan(self.geometry, &self.state) as usize;
        if away > most { ControlFlow::Continue(WindowOutcome::None) } else { self.deepen(away, most, None) }
    }

    /// Searches depth first, with tiles `away` steps from their cells and `moves` moves left.
    fn deepen(&mut self, away: usize, moves: usize, last: Option<Move>) -> ControlFlow<(), WindowOutcome> {
        if away == 0 {
            return ControlFlow::Continue(WindowOutcome::Found);
        }
        if self.left == 0 {
            return ControlFlow::Continue(WindowOutcome::Spent);
        }
        self.left -= 1;
        self.incumbent.count_expanded()?;
        let geometry = self.geometry;
        let from = self.state.blank;
        for &(step, to) in geometry.moves_from(from) {
            if last == Some(step.inverse()) {
                continue;
            }
            let tile = self.state.goal_cells[usize::from(to)];
            let nearer = usize::from(geometry.distance(from, tile)) + away;
            let away = nearer - usize::from(geometry.distance(to, tile));
            // This move is one of those left.
            if away >= moves {
                continue;
            }
            self.state.goal_cells.swap(from.into(), to.into());
            self.state.blank = to;
            self.path.push(step);
            match self.deepen(away, moves - 1, Some(step))? {
                WindowOutcome::None => {}
                ended => return ControlFlow::Continue(ended),
            }
            self.path.pop();
            self.state.goal_cells.swap(from.into(), to.into());
            self.state.blank = from;
        }
        ControlFlow::Continue(WindowOutcome::None)
    }
}
