//! The depth-first search of one iteration: visits all states whose f = g + h is within a bound.
//!
//! [`BoundedSearch::search_below`] is the loop, [`expand`](BoundedSearch::expand) and
//! [`push_successors`](BoundedSearch::push_successors) its body.

use std::ops::ControlFlow;

use super::evaluator::{BlankMove, Evaluator};
use super::pruning::{PruningAutomaton, PruningState};
use super::result::{Counts, Found, Stop, break_if_reached};
use crate::board::{Cell, Move};
use crate::search::common::limits::{Limit, Watch};
use crate::search::common::move_order::{MoveOrder, MoveTable};
use crate::search::common::observer::Reporter;

/// U, L, D, R reversed, because a stack returns its last item first. The doc of [`crate::search`]
/// has the whole order of successors.
pub(in crate::search) const STACK_ORDER: MoveOrder =
    MoveOrder::everywhere([Move::Right, Move::Down, Move::Left, Move::Up]);

/// A state on the stack.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct StackNode<S> {
    pub(in crate::search) state: S,
    pub(in crate::search) g: u16,
    /// The blank's cell.
    pub(in crate::search) blank: Cell,
    /// The pruning automaton's state after the moves so far.
    pub(in crate::search) pruning_state: PruningState,
    /// The move that led here; `None` at the start.
    pub(in crate::search) step: Option<Move>,
}

/// Breaks if a limit forbids another expansion, given the number of states expanded in all
/// iterations and the number waiting on the stack, or if the heuristic has failed.
#[inline]
pub(in crate::search) fn check_limits(
    evaluator: &impl Evaluator,
    watch: &Watch,
    expanded: u64,
    waiting: usize,
) -> ControlFlow<Limit> {
    if Watch::is_time_to_check(expanded) && evaluator.has_failed() {
        return ControlFlow::Break(Limit::Heuristic);
    }
    break_if_reached(watch.reached(expanded, waiting))
}

/// A depth-first search in progress.
#[derive(Debug)]
pub(in crate::search) struct BoundedSearch<'a, E: Evaluator> {
    pub(in crate::search) evaluator: &'a E,
    /// In the order of pushing on the stack, which returns the last first.
    pub(in crate::search) move_table: &'a MoveTable,
    pub(in crate::search) automaton: &'a PruningAutomaton,
    pub(in crate::search) bound: u32,
    pub(in crate::search) counts: Counts,
    pub(in crate::search) stack: Vec<StackNode<E::State>>,
    /// The root's g.
    root_g: u16,
    /// The moves from the root to the node being expanded.
    path: Vec<Move>,
}

impl<'a, E: Evaluator> BoundedSearch<'a, E> {
    pub(in crate::search) const fn new(
        evaluator: &'a E,
        move_table: &'a MoveTable,
        automaton: &'a PruningAutomaton,
        bound: u32,
    ) -> Self {
        let counts = Counts { expanded: 0, generated: 0 };
        Self {
            evaluator,
            move_table,
            automaton,
            bound,
            counts,
            stack: Vec::new(),
            root_g: 0,
            path: Vec::new(),
        }
    }

    /// Returns a new search within the same bound.
    pub(in crate::search) const fn fresh(&self) -> Self {
        Self::new(self.evaluator, self.move_table, self.automaton, self.bound)
    }

    /// Returns a new search within the same bound with another evaluator.
    pub(in crate::search) const fn with_evaluator<'g>(&self, evaluator: &'g E) -> BoundedSearch<'g, E>
    where
        'a: 'g,
    {
        BoundedSearch::new(evaluator, self.move_table, self.automaton, self.bound)
    }

    /// Searches everything below `root`, whose f must be within the bound. Before each expansion,
    /// asks `may_expand` with the numbers of expanded and waiting states; it breaks with the reason
    /// for stopping.
    pub(in crate::search) fn search_below<const OBSERVED: bool>(
        &mut self,
        root: StackNode<E::State>,
        may_expand: impl Fn(u64, usize) -> ControlFlow<Stop>,
        reporter: &mut Reporter<'_, OBSERVED>,
    ) -> Found {
        self.stack.clear();
        self.path.clear();
        self.root_g = root.g;
        self.stack.push(root);
        while let Some(node) = self.next() {
            if self.evaluator.is_goal(&node.state) {
                return Found::Path(self.path.clone());
            }
            if let ControlFlow::Break(stop) = may_expand(self.counts.expanded, self.stack.len()) {
                return Found::Stopped(stop);
            }
            // Only an observer breaks here.
            if self.expand(&node, reporter).is_break() {
                return Found::Stopped(Stop::Limit(Limit::Interrupt));
            }
        }
        Found::Nothing
    }

    /// Pops the next node, and updates the path to it.
    #[inline]
    fn next(&mut self) -> Option<StackNode<E::State>> {
        let mut node = self.stack.pop()?;
        self.complete(&mut node);
        // The path still leads to the last node expanded: keep only the part down to this one's
        // parent; the root itself has no move.
        self.path.truncate(usize::from(node.g - self.root_g).saturating_sub(1));
        self.path.extend(node.step);
        Some(node)
    }

    /// Pushes a node's successors, the most promising on top of the stack, and reports the
    /// expansion.
    #[inline]
    fn expand<const OBSERVED: bool>(
        &mut self,
        node: &StackNode<E::State>,
        reporter: &mut Reporter<'_, OBSERVED>,
    ) -> ControlFlow<()> {
        let first = self.stack.len();
        if !self.push_successors(node) {
            return ControlFlow::Continue(());
        }
        if E::IS_ORDERED {
            let evaluator = self.evaluator;
            sort_few(&mut self.stack[first..], |node| {
                std::cmp::Reverse(evaluator.successor_key(&node.state))
            });
        }
        if OBSERVED { self.report(node, first, reporter) } else { ControlFlow::Continue(()) }
    }

    /// Expands a node: pushes the successors that are within the bound. Returns `false` without
    /// expanding if even an estimate of 0 would exceed the bound.
    // Not inlined: it contains all of an evaluator's code, so one copy serves all callers.
    #[inline(never)]
    pub(in crate::search) fn push_successors(&mut self, node: &StackNode<E::State>) -> bool {
        let g = node.g + 1;
        // A successor is within the bound if h <= bound - g.
        let Some(max_h) = self.bound.checked_sub(g.into()) else { return false };
        self.counts.expanded += 1;
        let moves = self.move_table.from(node.blank);
        for &(step, to) in moves {
            let Some(pruning_state) = self.automaton.after(node.pruning_state, step) else { continue };
            self.counts.generated += 1;
            let blank_move = BlankMove { step, from: node.blank, to };
            self.evaluator.push_after(&node.state, blank_move, max_h, || {
                let index = self.stack.len();
                // Starts as a copy of the parent: the evaluator rewrites only the part that
                // changes.
                self.stack.push(*node);
                let next = &mut self.stack[index];
                (next.g, next.blank, next.pruning_state, next.step) = (g, to, pruning_state, Some(step));
                &mut next.state
            });
        }
        true
    }

    /// Completes the state of a node that was taken from the stack.
    #[inline]
    pub(in crate::search) fn complete(&self, node: &mut StackNode<E::State>) {
        self.evaluator.complete(&mut node.state, self.bound.saturating_sub(node.g.into()));
    }
}

/// Sorts the few successors of a state by insertion, keeping the order of equals. A sort of the
/// standard library, compiled for every evaluator's nodes, would be ten times as much code.
#[inline]
pub(in crate::search) fn sort_few<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        for place in (1..=end).rev() {
            if key(&items[place]) >= key(&items[place - 1]) {
                break;
            }
            items.swap(place, place - 1);
        }
    }
}
