//! What iterative deepening follows: an estimate that is kept up move by move.

use crate::board::{Board, Cell, Move, Shape};
use crate::search::heuristics::Heuristic;
use crate::search::packed_board::PackedBoard;

/// A move as seen from the board: the blank and the tile that changes places with it.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct BlankStep {
    pub(in crate::search) step: Move,
    /// Where the blank was: the tile slides there.
    pub(in crate::search) from: Cell,
    /// Where the blank is now: the tile's cell before.
    pub(in crate::search) to: Cell,
}

/// What a guide needs beside a board to go on from it without asking for everything again.
pub(in crate::search) type Memo = [u8; 32];

/// An estimate of the distance to one goal, for boards in a form that is quick to move.
pub(in crate::search) trait Guide: Sync {
    /// A board with its estimate.
    type State: Copy + Send + Sync;

    /// Are successors searched in the order of their promise? Else in that of the moves.
    const IS_ORDERED: bool = true;

    /// The longest sequences of moves that are looked at for others that do the same. Of 23 searches of the 24-puzzle those of
    /// twelve moves leave out 7 % more than those of ten, but what is known of them does not stay near the processor: so they
    /// pay where a state takes long.
    const LONGEST_DETOURS: usize = 10;

    /// How many states are expanded at once, if nobody needs them in order: more than one, where it takes long to read
    /// what [`after`](Self::after) needs, and [`prepare`](Self::prepare) asks for that.
    const AT_ONCE: usize = 1;

    /// Rows and columns of its boards.
    fn shape(&self) -> Shape;

    /// A board in that form.
    fn start(&self, board: &Board) -> Self::State;

    /// The estimate, in moves.
    fn estimate(&self, state: &Self::State) -> u32;

    /// What the order of successors goes by: the least comes first. The estimate, and among equals whatever else hints at
    /// the distance.
    fn promise(&self, state: &Self::State) -> u32 {
        self.estimate(state)
    }

    /// What the order of a frontier's roots goes by, all of which have nearly the same f: the least comes first. Its unit is
    /// the guide's own, and it is told by the board alone.
    fn remoteness(&self, state: &Self::State) -> u16 {
        u16::try_from(self.estimate(state)).unwrap_or(u16::MAX)
    }

    /// What of the estimate is not told by the board.
    fn memo(&self, _state: &Self::State) -> Memo {
        Memo::default()
    }

    /// A board in that form, with the memo of a state that had it.
    fn resume(&self, board: &Board, _memo: Memo) -> Self::State {
        self.start(board)
    }

    /// A guide that suits boards with such memos better, if there is one. Its estimates may be larger or smaller, and it takes the memos
    /// of this one, but may give others. What it is depends on the sample alone.
    fn suited_to(&self, _sample: impl Fn() -> Vec<Memo>) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The state after a legal move, still to be completed; none if its estimate is above `most`. That of the state
    /// itself is one more at most.
    fn after(&self, state: &Self::State, step: BlankStep, most: u32) -> Option<Self::State>;

    /// Puts that state where there is room for it, if its estimate is not above `most`; else asks for no room. What is there is
    /// the state before, for whoever changes little of it.
    #[inline(always)]
    fn put_after<'n>(
        &self,
        state: &Self::State,
        step: BlankStep,
        most: u32,
        room: impl FnOnce() -> &'n mut Self::State,
    ) where
        Self::State: 'n,
    {
        if let Some(next) = self.after(state, step, most) {
            *room() = next;
        }
    }

    /// Has what [`after`](Self::after) will read first brought to the processor. Called for the successors of some
    /// states before the first of them is made.
    fn prepare(&self, _state: &Self::State, _step: BlankStep) {}

    /// Completes a state when its turn has come. Its estimate is `most` at most.
    fn complete(&self, _state: &mut Self::State, _most: u32) {}

    /// The board in a few bytes.
    fn packed(&self, state: &Self::State) -> PackedBoard {
        PackedBoard::new(&self.board(state))
    }

    /// The board itself.
    fn board(&self, state: &Self::State) -> Board;

    /// Is it the goal's board? Never judged by the estimate: even a damaged table must not end a search elsewhere.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Has the estimate the parity of the distance on every board? Then bounds of the other parity are left out.
    fn has_parity(&self) -> bool;

    /// Was an estimate given that is none?
    fn has_failed(&self) -> bool;
}

/// A heuristic as a guide.
pub(super) struct ByHeuristic<'a, H: ?Sized> {
    heuristic: &'a H,
    goal: Board,
}

impl<'a, H: Heuristic + ?Sized> ByHeuristic<'a, H> {
    pub(super) const fn new(heuristic: &'a H, goal: Board) -> Self {
        Self { heuristic, goal }
    }
}

impl<H: Heuristic + ?Sized> Guide for ByHeuristic<'_, H> {
    type State = (Board, u32);

    fn shape(&self) -> Shape {
        self.goal.shape()
    }

    fn start(&self, board: &Board) -> Self::State {
        (*board, self.heuristic.of(board))
    }

    #[inline]
    fn estimate(&self, state: &Self::State) -> u32 {
        state.1
    }

    #[inline]
    fn after(&self, state: &Self::State, step: BlankStep, most: u32) -> Option<Self::State> {
        let (mut board, before) = *state;
        let _is_legal = board.slide(step.step);
        let estimate = self.heuristic.after(before, &board, step.step);
        (estimate <= most).then_some((board, estimate))
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
