//! Questions about one board.

use memmap2::Mmap;
use rustc_hash::FxHashMap;

use super::paths::Paths;
use crate::board::{Board, Distance, Goal, Move, Shape};
use crate::generate::{BuildError, Threads, build};
use crate::space::{SpaceTooLarge, StateIndex, StateSpace, manhattan};
use crate::table::{Encoding, Table};

/// The bytes of a table, mapped or in memory.
#[derive(Debug)]
pub enum TableBytes {
    /// A file.
    Mapped(Mmap),
    /// A table that was just built.
    InMemory(Vec<u8>),
}

impl AsRef<[u8]> for TableBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::InMemory(bytes) => bytes,
        }
    }
}

/// A table together with the goal that it is asked about.
#[derive(Clone, Debug)]
pub struct Oracle<D = TableBytes> {
    table: Table<D>,
    space: StateSpace,
}

/// Why an oracle has no answer for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OracleError {
    /// The board can't reach the goal. This is an answer, and an exact one.
    #[error("{board} cannot reach the goal {goal}: it is in the other half of all boards")]
    Unsolvable {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
    },
    /// The board has another shape than the table.
    #[error("{board} is a {} board, but the table is of {expected} boards", board.shape())]
    OtherShape {
        /// The board.
        board: Board,
        /// The table's shape.
        expected: Shape,
    },
    /// The table contradicts itself: it is damaged, though its checksums may not show it.
    #[error(
        "the table is wrong: no neighbour of {board} is one move closer to the goal; `pdb-gen verify` says \
         more, `pdb-gen build --force` builds it again"
    )]
    Inconsistent {
        /// The board at which the table leads nowhere.
        board: Board,
    },
}

/// Why a table does not serve a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a table to the goal {table} does not serve the goal {goal}: it must be a full table, and the shapes and the \
     blank's cells must be the same"
)]
pub struct TableMismatch {
    /// The goal of the table.
    pub table: Goal,
    /// The goal asked for.
    pub goal: Goal,
}

impl Oracle {
    /// An oracle with a table that is built now, in memory: `cells!/2` states, a byte each.
    ///
    /// # Errors
    /// [`BuildError`] if that is too large.
    pub fn build(goal: &Goal) -> Result<Self, BuildError> {
        let distances = build(goal, Threads::AllCores, |_| ())?;
        let image = distances.image(Encoding::Byte).expect("a byte holds every distance");
        let table = image.into_table().expect("it was just encoded").map_bytes(TableBytes::InMemory);
        Ok(Self::new(table, goal).expect("it is of this goal"))
    }
}

/// A board with its index.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    pub(super) index: StateIndex,
}

impl<D: AsRef<[u8]>> Oracle<D> {
    /// No distance in any table is larger; a walk that is longer goes in a circle.
    const MOST_MOVES: usize = u8::MAX as usize;

    /// An oracle for a goal from a table of it, or of another goal with the blank in the same cell.
    ///
    /// # Errors
    /// [`TableMismatch`] if the table's shape or its goal's blank cell differ from the goal's.
    pub fn new(table: Table<D>, goal: &Goal) -> Result<Self, TableMismatch> {
        let of_table = table.header().goal();
        let mismatch = TableMismatch { table: *of_table, goal: *goal };
        let serves = of_table.shape() == goal.shape() && of_table.blank() == goal.blank();
        if !serves || !table.header().pattern().is_full() {
            return Err(mismatch);
        }
        let space = StateSpace::new(goal).map_err(|SpaceTooLarge { .. }| mismatch)?;
        Ok(Self { table, space })
    }

    /// The goal that answers lead to.
    pub const fn goal(&self) -> &Goal {
        self.space.goal()
    }

    /// The table that answers come from.
    pub const fn table(&self) -> &Table<D> {
        &self.table
    }

    /// How many boards there are at each distance, from 0 to the deepest.
    pub fn histogram(&self) -> &[u64] {
        self.table.header().histogram()
    }

    /// The numbering of the boards.
    pub const fn space(&self) -> &StateSpace {
        &self.space
    }

    /// The fewest moves from a board to the goal.
    ///
    /// # Errors
    /// [`OracleError`]: the board can't reach the goal, or has another shape, or the table is wrong.
    pub fn distance(&self, board: &Board) -> Result<Distance, OracleError> {
        let state = self.state(board)?;
        match self.table.header().encoding() {
            Encoding::Byte | Encoding::Packed => {
                let wrong = || OracleError::Inconsistent { board: *board };
                self.level(&state).map(Distance::new).ok_or_else(wrong)
            }
            Encoding::Mod3 => {
                let mut moves = 0;
                self.descend(state, |_| moves += 1)?;
                Ok(Distance::new(moves))
            }
        }
    }

    /// The first of the optimal paths, in the order U, D, L, R; empty for the goal itself.
    ///
    /// # Errors
    /// As for [`distance`](Self::distance).
    pub fn first_path(&self, board: &Board) -> Result<Vec<Move>, OracleError> {
        let mut path = Vec::with_capacity(32);
        self.descend(self.state(board)?, |step| path.push(step))?;
        Ok(path)
    }

    /// The moves that begin an optimal path, in the order U, D, L, R; none for the goal itself.
    ///
    /// # Errors
    /// As for [`distance`](Self::distance).
    pub fn optimal_moves(&self, board: &Board) -> Result<Vec<Move>, OracleError> {
        Ok(self.closer(&self.state(board)?)?.into_iter().map(|(step, _)| step).collect())
    }

    /// How many optimal paths there are; one for the goal itself.
    ///
    /// After the first move there are at most three ways on, and the deepest board of any table that can be
    /// built is 80 moves away, so a count is at most 4 · 3^79, which is below 2^128.
    ///
    /// # Errors
    /// As for [`distance`](Self::distance).
    pub fn count_paths(&self, board: &Board) -> Result<u128, OracleError> {
        let mut layer: FxHashMap<StateIndex, (Board, u128)> = FxHashMap::default();
        let state = self.state(board)?;
        layer.insert(state.index, (state.board, 1));
        for _ in 0..=Self::MOST_MOVES {
            if let Some((_, count)) = layer.get(&self.space.goal_index()) {
                return Ok(*count);
            }
            let mut next = FxHashMap::default();
            for (index, (board, count)) in layer {
                for (_, closer) in self.closer(&State { board, index })? {
                    next.entry(closer.index).or_insert((closer.board, 0)).1 += count;
                }
            }
            layer = next;
        }
        Err(OracleError::Inconsistent { board: *board })
    }

    /// All optimal paths, in the order U, D, L, R.
    ///
    /// # Errors
    /// As for [`distance`](Self::distance); an error met on the way is an item.
    pub fn paths(&self, board: &Board) -> Result<Paths<'_, D>, OracleError> {
        Ok(Paths::new(self, self.state(board)?))
    }

    fn state(&self, board: &Board) -> Result<State, OracleError> {
        match self.space.index_of(board) {
            Some(index) => Ok(State { board: *board, index }),
            None if board.shape() != self.space.shape() => {
                Err(OracleError::OtherShape { board: *board, expected: self.space.shape() })
            }
            None => Err(OracleError::Unsolvable { board: *board, goal: *self.goal() }),
        }
    }

    pub(super) fn is_goal(&self, state: &State) -> bool {
        state.index == self.space.goal_index()
    }

    /// The neighbours that are one move closer, with the moves that lead there.
    pub(super) fn closer(&self, state: &State) -> Result<Vec<(Move, State)>, OracleError> {
        if self.is_goal(state) {
            return Ok(Vec::new());
        }
        let wanted = self.one_closer(state);
        let at_wanted: Vec<_> =
            self.neighbours(state).filter(|(_, next)| self.level(next) == wanted).collect();
        let leads_on = wanted.is_some() && !at_wanted.is_empty();
        if leads_on { Ok(at_wanted) } else { Err(OracleError::Inconsistent { board: state.board }) }
    }

    /// Walks to the goal along the first optimal path.
    fn descend(&self, start: State, mut visit: impl FnMut(Move)) -> Result<(), OracleError> {
        let mut state = start;
        let mut wanted = self.one_closer(&state);
        let mut back = None;
        for _ in 0..=Self::MOST_MOVES {
            if self.is_goal(&state) {
                return Ok(());
            }
            let Some(step) = wanted.and_then(|wanted| self.step_to(&mut state, wanted, back)) else { break };
            visit(step);
            wanted = wanted.and_then(|level| self.below(level));
            back = Some(step.inverse());
        }
        Err(OracleError::Inconsistent { board: start.board })
    }

    /// Goes to the first neighbour at a level, if there is one. The way back is never closer, so it is not looked
    /// at. The board is moved in place: copying one that has just been written to costs more than all the rest.
    fn step_to(&self, state: &mut State, wanted: u8, back: Option<Move>) -> Option<Move> {
        let before = state.index;
        for step in Move::ALL {
            if Some(step) == back || !state.board.slide(step) {
                continue;
            }
            state.index = self.space.index_after(before, step, &state.board);
            if self.level(state) == Some(wanted) {
                return Some(step);
            }
            let _was_legal = state.board.slide(step.inverse());
        }
        None
    }

    fn neighbours(&self, state: &State) -> impl Iterator<Item = (Move, State)> {
        let State { board, index } = *state;
        Move::ALL.into_iter().filter_map(move |step| {
            let next = board.after(step)?;
            Some((step, State { index: self.space.index_after(index, step, &next), board: next }))
        })
    }

    /// The level that a neighbour one move closer has; none if the table says that there can't be one.
    fn one_closer(&self, state: &State) -> Option<u8> {
        self.below(self.level(state)?)
    }

    /// The level before this one, if there is one.
    fn below(&self, level: u8) -> Option<u8> {
        match self.table.header().encoding() {
            Encoding::Byte | Encoding::Packed => level.checked_sub(1),
            Encoding::Mod3 => Some((level + 2) % 3),
        }
    }

    /// What the table says of a state: its distance, or for [`Encoding::Mod3`] the distance modulo 3. None if that
    /// is no distance.
    #[inline]
    fn level(&self, state: &State) -> Option<u8> {
        let code = self.table.code_at(state.index)?;
        match self.table.header().encoding() {
            Encoding::Byte | Encoding::Mod3 => Some(code),
            Encoding::Packed => {
                let distance = manhattan::distance(&state.board, self.goal()) + 2 * u32::from(code);
                u8::try_from(distance).ok()
            }
        }
    }
}
