//! Searching several roots in batches of nodes, so that reads for one overlap with work on others.
//!
//! If the goal is found in a batch, the caller searches that subtree once more in order, which
//! finds the path.

use std::ops::ControlFlow;

use crate::search::ida::bounded_search::{BoundedSearch, StackNode};
use crate::search::ida::evaluator::{BlankMove, Evaluator};
use crate::search::ida::result::Stop;

impl<E: Evaluator> BoundedSearch<'_, E> {
    /// Returns whether the goal is below any of these roots, whose f must be within the bound.
    ///
    /// Several nodes from the top of the stack are expanded together, so that memory reads for one
    /// overlap with work on the others. Therefore no path is known.
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
        let mut batch = Vec::with_capacity(E::BATCH);
        while !self.stack.is_empty() {
            let first = self.stack.len().saturating_sub(E::BATCH);
            batch.extend(self.stack.drain(first..));
            for (expanded, node) in (self.counts.expanded..).zip(&mut batch) {
                if self.evaluator.is_goal(&node.state) {
                    return Ok(true);
                }
                if let ControlFlow::Break(stop) = may_expand(expanded, first) {
                    return Err(stop);
                }
                self.finish(node);
                // For the whole batch before any node of it is expanded.
                self.prefetch_successors(node);
            }
            for node in &batch {
                self.push_successors(node);
            }
            batch.clear();
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
