//! Searching below several roots with interleaved expansions: reads for one node overlap with work
//! on others.
//!
//! If the goal is found in this way, no path is known. Then the caller searches these subtrees once
//! more in order.

use std::ops::ControlFlow;

use crate::search::ida::bounded_search::{BoundedSearch, StackNode};
use crate::search::ida::evaluator::{BlankMove, Evaluator};
use crate::search::ida::result::Stop;

impl<E: Evaluator> BoundedSearch<'_, E> {
    /// Returns whether the goal is below any of these roots, whose f must be within the bound.
    ///
    /// [`Evaluator::INTERLEAVED`] nodes from the top of the stack are expanded together.
    ///
    /// # Errors
    /// The reason for stopping that `may_expand` gave.
    pub(super) fn reaches_goal(
        &mut self,
        roots: impl Iterator<Item = StackNode<E::State>>,
        may_expand: impl Fn(u64, usize) -> ControlFlow<Stop>,
    ) -> Result<bool, Stop> {
        self.stack.clear();
        self.stack.extend(roots);
        let mut group = Vec::with_capacity(E::INTERLEAVED);
        while !self.stack.is_empty() {
            let first = self.stack.len().saturating_sub(E::INTERLEAVED);
            group.extend(self.stack.drain(first..));
            for (expanded, node) in (self.counts.expanded..).zip(&mut group) {
                if self.evaluator.is_goal(&node.state) {
                    return Ok(true);
                }
                if let ControlFlow::Break(stop) = may_expand(expanded, first) {
                    return Err(stop);
                }
                self.complete(node);
                // For the whole group before any node of it is expanded.
                self.prefetch_successors(node);
            }
            for node in &group {
                self.push_successors(node);
            }
            group.clear();
        }
        Ok(false)
    }

    /// Prefetches the data that the node's successors will need.
    #[inline]
    fn prefetch_successors(&self, node: &StackNode<E::State>) {
        for &(step, to) in self.move_table.from(node.blank) {
            if self.automaton.after(node.pruning_state, step).is_some() {
                self.evaluator.prefetch_successor(&node.state, BlankMove { step, from: node.blank, to });
            }
        }
    }
}
