//! A search that keeps the first path to each state, even if a later one is shorter.

use rustc_hash::FxHashSet;

use super::puzzle::{Puzzle, State, Steps};
use super::queue::{Node, Queue, Ties};

/// The numbers by which a queue compares nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    /// No number: all nodes are equal.
    Equal,
    /// The estimate.
    H,
    /// The estimate, then the moves made.
    HThenG,
    /// The moves made plus the estimate.
    F,
    /// The same, then the moves made.
    FThenG,
    /// The same, then the estimate.
    FThenH,
}

impl Rank {
    const fn of(self, g: u32, h: u32) -> u32 {
        const SECOND: u32 = 16;
        match self {
            Self::Equal => 0,
            Self::H => h,
            Self::HThenG => h << SECOND | g,
            Self::F => g + h,
            Self::FThenG => (g + h) << SECOND | g,
            Self::FThenH => (g + h) << SECOND | h,
        }
    }
}

/// When a state is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    /// When it is generated and enters the queue: closed states never enter it again.
    Generated,
    /// When it is taken from the queue. Closed states never enter it again.
    Taken,
    /// The same, but closed states enter the queue, and are dropped when they are taken.
    TakenUnchecked,
}

/// One way of programming the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FirstPath {
    pub(super) rank: Rank,
    pub(super) ties: Ties,
    pub(super) closing: Closing,
    /// Whether a state is compared with the goal when it is generated, instead of when it is taken.
    pub(super) early_goal_test: bool,
    /// States this many moves from the start are not expanded.
    pub(super) depth_limit: Option<u32>,
}

impl FirstPath {
    /// Finds the length of the path; `None` if the depth limit prevents it, or if more than `most`
    /// states are taken from the queue.
    pub(super) fn length(&self, puzzle: &Puzzle, steps: &Steps, start: State, most: u64) -> Option<u32> {
        let mut queue = Queue::new(self.ties);
        let mut closed = FxHashSet::default();
        let node = |state, moves| Node { rank: self.rank.of(moves, puzzle.estimate(state)), state, moves };
        if puzzle.is_goal(start) {
            return Some(0);
        }
        queue.push(node(start, 0));
        if self.closing == Closing::Generated {
            closed.insert(start);
        }
        let mut taken = 0;
        while let Some(Node { state, moves, .. }) = queue.pop() {
            taken += 1;
            if taken > most {
                return None;
            }
            if self.closing != Closing::Generated && !closed.insert(state) {
                continue;
            }
            if !self.early_goal_test && puzzle.is_goal(state) {
                return Some(moves);
            }
            if self.depth_limit.is_some_and(|limit| moves >= limit) {
                continue;
            }
            for after in steps.from(state) {
                let is_open = match self.closing {
                    Closing::Generated => closed.insert(after),
                    Closing::Taken => !closed.contains(&after),
                    Closing::TakenUnchecked => true,
                };
                if !is_open {
                    continue;
                }
                if self.early_goal_test && puzzle.is_goal(after) {
                    return Some(moves + 1);
                }
                queue.push(node(after, moves + 1));
            }
        }
        None
    }
}
