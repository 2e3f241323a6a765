//! Calls the observer with each state that a depth-first search expands.

use std::ops::ControlFlow;

use super::bounded_search::{BoundedSearch, StackNode};
use super::evaluator::{BlankMove, Evaluator};
use crate::search::common::observer::{Expanded, Fate, Generated, Reporter};

impl<E: Evaluator> BoundedSearch<'_, E> {
    /// Reports a state whose successors are on the stack from index `first` on. Pruned successors
    /// are not on the stack, so they are computed again.
    pub(super) fn report<const OBSERVED: bool>(
        &self,
        node: &StackNode<E::State>,
        first: usize,
        reporter: &mut Reporter<'_, OBSERVED>,
    ) -> ControlFlow<()> {
        let (evaluator, g) = (self.evaluator, u32::from(node.g));
        let generated = |state: &E::State, step, fate| {
            let h = evaluator.estimate(state);
            Generated { board: evaluator.board(state), step, h, f: f64::from(g + 1) + f64::from(h), fate }
        };
        for next in self.stack[first..].iter().rev() {
            if let Some(step) = next.step {
                reporter.add_successor(|| generated(&next.state, step, Fate::Opened));
            }
        }
        // Reversed, to report them in the order in which the stack returns nodes.
        for &(step, to) in self.move_table.from(node.blank).iter().rev() {
            let blank_move = BlankMove { step, from: node.blank, to };
            if self.automaton.after(node.pruning_state, step).is_some()
                && self.stack[first..].iter().all(|next| next.step != Some(step))
                && let Some(state) = evaluator.after(&node.state, blank_move, u32::MAX)
            {
                reporter.add_successor(|| generated(&state, step, Fate::Cut));
            }
        }
        let (depth, h) = (usize::from(node.g), evaluator.estimate(&node.state));
        reporter.report(depth, depth.checked_sub(1), || Expanded {
            board: evaluator.board(&node.state),
            g,
            h,
            f: f64::from(g) + f64::from(h),
            bound: Some(self.bound),
            side: None,
        })
    }
}
