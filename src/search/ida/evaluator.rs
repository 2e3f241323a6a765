//! Evaluators: estimates that are updated move by move during iterative deepening.

use crate::board::{Board, Cell, Move, Shape};
use crate::search::common::packed_board::PackedBoard;
use crate::search::heuristics::Heuristic;

/// A move as seen from the board: the blank and a tile change places.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct BlankMove {
    pub(in crate::search) step: Move,
    /// The blank's cell before the move; the tile slides there.
    pub(in crate::search) from: Cell,
    /// The blank's cell after the move, where the tile was.
    pub(in crate::search) to: Cell,
}

/// Evaluator data stored with a board, so that its state can be restored without looking everything
/// up again.
pub(in crate::search) type Memo = [u8; 32];

/// An evaluator: estimates the distance to one goal, on boards in a form that is quick to update.
pub(in crate::search) trait Evaluator: Sync {
    /// A board with its estimate.
    type State: Copy + Send + Sync;

    /// Whether successors are searched in order of their [keys](Self::successor_key), with ties in
    /// move order. If not, move order alone decides.
    const IS_ORDERED: bool = true;

    /// Length of the longest move sequences in the pruning automaton. On 23 searches of the
    /// 24-puzzle, length 12 pruned 7 % more states than length 10, but that automaton does not stay
    /// in the caches. So it pays only where a state takes long.
    const MAX_PRUNED_LENGTH: usize = 10;

    /// Number of states whose expansions are interleaved where their order does not matter: 1 or 8.
    /// More than one pays if the data for [`after`](Self::after) takes long to read and
    /// [`prefetch_successor`](Self::prefetch_successor) prefetches it.
    const INTERLEAVED: usize = 1;

    /// The shape of the boards.
    fn shape(&self) -> Shape;

    /// Converts a board to a state.
    fn start(&self, board: &Board) -> Self::State;

    /// The estimate, in moves.
    fn estimate(&self, state: &Self::State) -> u32;

    /// The sort key of successors; the smallest is searched first. The estimate, with ties broken
    /// by any other hint at the distance.
    fn successor_key(&self, state: &Self::State) -> u32 {
        self.estimate(state)
    }

    /// The sort key of a frontier's roots, which all have nearly the same f; the smallest is
    /// searched first. The unit is up to the evaluator, and the value must depend on the board
    /// alone.
    fn root_key(&self, state: &Self::State) -> u16 {
        u16::try_from(self.estimate(state)).unwrap_or(u16::MAX)
    }

    /// Returns the parts of a state that are expensive to compute from the board.
    fn memo(&self, _state: &Self::State) -> Memo {
        Memo::default()
    }

    /// Converts a board to a state, using the memo of an earlier state with this board.
    fn restore(&self, board: &Board, _memo: Memo) -> Self::State {
        self.start(board)
    }

    /// Returns an evaluator better suited to boards with these memos, if there is one.
    ///
    /// Its estimates may be larger or smaller. It accepts this evaluator's memos, but its own may
    /// differ. The choice must depend on the sample alone.
    fn suited_to(&self, _sample: impl Fn() -> Vec<Memo>) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Returns the state after a legal move, not yet [completed](Self::complete), or `None` if its
    /// estimate exceeds `max_h`. `state` is within the bound, so its estimate is at most `max_h +
    /// 1`.
    fn after(&self, state: &Self::State, blank_move: BlankMove, max_h: u32) -> Option<Self::State>;

    /// The function that the search calls for every successor; [`after`](Self::after) alone serves
    /// observers. Writes the new state into the slot that `slot` pushes. If the estimate exceeds
    /// `max_h`, `slot` is not called. The slot holds a copy of `state`, so only the differences
    /// need be written.
    #[inline(always)]
    fn push_after<'n>(
        &self,
        state: &Self::State,
        blank_move: BlankMove,
        max_h: u32,
        slot: impl FnOnce() -> &'n mut Self::State,
    ) where
        Self::State: 'n,
    {
        if let Some(next) = self.after(state, blank_move, max_h) {
            *slot() = next;
        }
    }

    /// Prefetches the data that [`after`](Self::after) will read first. Called for the successors
    /// of several states before the first of them is computed.
    fn prefetch_successor(&self, _state: &Self::State, _blank_move: BlankMove) {}

    /// Does what [`after`](Self::after) deferred until the state is taken from the stack: by then,
    /// the data it prefetched has arrived. The estimate is at most `max_h`.
    fn complete(&self, _state: &mut Self::State, _max_h: u32) {}

    /// The board in packed form.
    fn packed(&self, state: &Self::State) -> PackedBoard {
        PackedBoard::new(&self.board(state))
    }

    /// The board itself.
    fn board(&self, state: &Self::State) -> Board;

    /// Whether this is the goal board. Must not rely on the estimate: a damaged table must not end
    /// the search at another board.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Whether the estimate has the parity of the distance on every board, so that bounds of the
    /// other parity can be skipped.
    fn has_parity(&self) -> bool;

    /// Whether an invalid estimate was returned.
    fn has_failed(&self) -> bool;
}

/// An evaluator that calls a [`Heuristic`].
pub(in crate::search) struct HeuristicEvaluator<'a, H: ?Sized> {
    heuristic: &'a H,
    goal: Board,
}

impl<'a, H: Heuristic + ?Sized> HeuristicEvaluator<'a, H> {
    pub(in crate::search) const fn new(heuristic: &'a H, goal: Board) -> Self {
        Self { heuristic, goal }
    }
}

impl<H: Heuristic + ?Sized> Evaluator for HeuristicEvaluator<'_, H> {
    type State = (Board, u32);

    fn shape(&self) -> Shape {
        self.goal.shape()
    }

    fn start(&self, board: &Board) -> Self::State {
        (*board, self.heuristic.estimate(board))
    }

    #[inline]
    fn estimate(&self, state: &Self::State) -> u32 {
        state.1
    }

    #[inline]
    fn after(&self, state: &Self::State, blank_move: BlankMove, max_h: u32) -> Option<Self::State> {
        let (mut board, before) = *state;
        let _is_legal = board.slide(blank_move.step);
        let estimate = self.heuristic.estimate_after(before, &board, blank_move.step);
        (estimate <= max_h).then_some((board, estimate))
    }

    fn board(&self, state: &Self::State) -> Board {
        state.0
    }

    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        state.0 == self.goal
    }

    fn has_parity(&self) -> bool {
        self.heuristic.claims().parity
    }

    fn has_failed(&self) -> bool {
        self.heuristic.has_failed()
    }
}
