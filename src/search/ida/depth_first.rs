//! The depth-first search of one iteration: all states whose g + h is within a bound.

use std::ops::ControlFlow;

use super::evaluator::{BlankMove, Evaluator, Memo};
use super::pruning::PruningAutomaton;
use crate::board::{Cell, Move, Shape};
use crate::search::limits::Limit;
use crate::search::move_order::MoveTable;
use crate::search::observer::{Expanded, Fate, Generated, Observer, Reporter};
use crate::search::packed_board::PackedBoard;

/// A state on the stack.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Node<S> {
    pub(in crate::search) state: S,
    pub(in crate::search) g: u16,
    /// The blank's cell.
    pub(in crate::search) blank: Cell,
    /// The pruning automaton's state after the moves so far.
    pub(in crate::search) history: u16,
    /// The move that led here; `None` at the start.
    pub(in crate::search) step: Option<Move>,
}

/// The root of a subtree: a board g moves from the start, with its estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Root {
    pub(in crate::search) board: PackedBoard,
    pub(in crate::search) g: u16,
    pub(in crate::search) h: u16,
    /// The pruning automaton's state after the moves that lead here.
    pub(in crate::search) history: u16,
    /// The evaluator's guess of the remaining distance; the smallest is searched first.
    pub(in crate::search) remoteness: u16,
    pub(in crate::search) memo: Memo,
}

impl Root {
    /// Returns a checksum that identifies this frontier.
    pub(in crate::search) fn checksum(roots: &[Self]) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        roots.iter().for_each(|root| hasher.update(&root.to_bytes()));
        hasher.finalize()
    }

    /// Serializes all fields but those that follow from the board.
    fn to_bytes(self) -> [u8; 22] {
        let mut bytes = [0; 22];
        bytes[..16].copy_from_slice(&self.board.bits().to_le_bytes());
        for (place, number) in (8..).zip([self.g, self.h, self.history]) {
            bytes[2 * place..][..2].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }
}

/// The number of states that a part of the search expanded and generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct Counts {
    pub(in crate::search) expanded: u64,
    pub(in crate::search) generated: u64,
}

impl Counts {
    pub(in crate::search) fn and(self, other: Self) -> Self {
        Self { expanded: self.expanded + other.expanded, generated: self.generated + other.generated }
    }
}

/// The result of a search within a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) enum Found {
    /// The goal was found, by this path.
    Path(Vec<Move>),
    /// Everything was searched without finding the goal.
    Nothing,
    /// Stopped by a limit, or with `None`, because its result no longer matters.
    Stopped(Option<Limit>),
}

/// Permission to continue a search, or the reason to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Permit {
    Continue,
    Stop(Option<Limit>),
}

impl From<Option<Limit>> for Permit {
    fn from(limit: Option<Limit>) -> Self {
        if limit.is_some() { Self::Stop(limit) } else { Self::Continue }
    }
}

/// A depth-first search in progress.
#[derive(Debug)]
pub(in crate::search) struct BoundedSearch<'a, G: Evaluator> {
    evaluator: &'a G,
    /// In the order of pushing on the stack, which returns the last first.
    move_table: &'a MoveTable,
    automaton: &'a PruningAutomaton,
    bound: u32,
    counts: Counts,
    stack: Vec<Node<G::State>>,
    /// The root's g.
    root_g: u16,
    /// The moves from the root to the node being expanded.
    path: Vec<Move>,
}

impl<'a, G: Evaluator> BoundedSearch<'a, G> {
    pub(in crate::search) const fn new(
        evaluator: &'a G,
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

    /// Returns an evaluator better suited to boards with these memos, if there is one.
    pub(in crate::search) fn evaluator_suited_to(&self, sample: impl Fn() -> Vec<Memo>) -> Option<G> {
        self.evaluator.suited_to(sample)
    }

    /// Returns a new search within the same bound with another evaluator.
    pub(in crate::search) const fn with_evaluator<'g>(&self, evaluator: &'g G) -> BoundedSearch<'g, G>
    where
        'a: 'g,
    {
        BoundedSearch::new(evaluator, self.move_table, self.automaton, self.bound)
    }

    /// Restores the node at the root of a subtree.
    // Not inlined: one copy serves all callers, as for `push_successors`.
    #[inline(never)]
    pub(in crate::search) fn root(&self, root: &Root) -> Node<G::State> {
        let board = root.board.board(self.shape());
        let state = self.evaluator.restore(&board, root.memo);
        Node { state, g: root.g, blank: board.blank(), history: root.history, step: None }
    }

    /// Whether the node's f is within the bound. A root found with another evaluator may exceed it.
    pub(in crate::search) fn is_within(&self, node: &Node<G::State>) -> bool {
        u32::from(node.g) + self.estimate(node) <= self.bound
    }

    pub(in crate::search) const fn bound(&self) -> u32 {
        self.bound
    }

    pub(in crate::search) fn shape(&self) -> Shape {
        self.evaluator.shape()
    }

    pub(in crate::search) fn packed(&self, node: &Node<G::State>) -> PackedBoard {
        self.evaluator.packed(&node.state)
    }

    pub(in crate::search) fn memo(&self, node: &Node<G::State>) -> Memo {
        self.evaluator.memo(&node.state)
    }

    pub(in crate::search) fn estimate(&self, node: &Node<G::State>) -> u32 {
        self.evaluator.estimate(&node.state)
    }

    pub(in crate::search) fn remoteness(&self, node: &Node<G::State>) -> u16 {
        self.evaluator.remoteness(&node.state)
    }

    pub(in crate::search) fn is_goal(&self, node: &Node<G::State>) -> bool {
        self.evaluator.is_goal(&node.state)
    }

    pub(in crate::search) fn has_failed(&self) -> bool {
        self.evaluator.has_failed()
    }

    pub(in crate::search) const fn counts(&self) -> Counts {
        self.counts
    }

    /// Searches everything below `root`, whose f must be within the bound. Before each expansion,
    /// asks `permit` with the numbers of expanded and waiting states.
    pub(in crate::search) fn run<O: Observer>(
        &mut self,
        root: Node<G::State>,
        permit: impl Fn(u64, usize) -> Permit,
        reporter: &mut Reporter<O>,
    ) -> Found {
        self.stack.clear();
        self.path.clear();
        self.root_g = root.g;
        self.stack.push(root);
        while let Some(node) = self.next() {
            if self.evaluator.is_goal(&node.state) {
                return Found::Path(self.path.clone());
            }
            if let Permit::Stop(limit) = permit(self.counts.expanded, self.stack.len()) {
                return Found::Stopped(limit);
            }
            if self.expand(&node, reporter).is_break() {
                return Found::Stopped(Some(Limit::Interrupt));
            }
        }
        Found::Nothing
    }

    /// Returns whether the goal is below any of these roots, whose f must be within the bound.
    ///
    /// Several nodes from the top of the stack are expanded together, so that memory reads for one
    /// overlap with work on the others. Therefore no path is known.
    ///
    /// # Errors
    /// The reason for stopping: a limit, or `None` if the result no longer matters.
    pub(in crate::search) fn reaches_goal(
        &mut self,
        roots: impl Iterator<Item = Node<G::State>>,
        permit: impl Fn(u64, usize) -> Permit,
    ) -> Result<bool, Option<Limit>> {
        self.stack.clear();
        self.stack.extend(roots);
        let mut batch = Vec::with_capacity(G::BATCH);
        while !self.stack.is_empty() {
            let first = self.stack.len().saturating_sub(G::BATCH);
            batch.extend(self.stack.drain(first..));
            for (expanded, node) in (self.counts.expanded..).zip(&mut batch) {
                if self.evaluator.is_goal(&node.state) {
                    return Ok(true);
                }
                if let Permit::Stop(limit) = permit(expanded, first) {
                    return Err(limit);
                }
                self.complete(node);
                // For the whole group before any node of it is expanded.
                self.prefetch_successors(node);
            }
            for node in &batch {
                self.push_successors(node);
            }
            batch.clear();
        }
        Ok(false)
    }

    /// Expands a node and returns its successors in the order of [`Move::ALL`].
    pub(in crate::search) fn successors_in_order(
        &mut self,
        mut node: Node<G::State>,
    ) -> impl Iterator<Item = Node<G::State>> {
        self.stack.clear();
        self.complete(&mut node);
        self.push_successors(&node);
        let mut successors = std::mem::take(&mut self.stack);
        successors.iter_mut().for_each(|node| self.complete(node));
        // Taken out of `self` above, since `complete` borrows it.
        self.stack = successors;
        sort_few(&mut self.stack, |node| node.step);
        self.stack.drain(..)
    }

    /// Pops the next node, and updates the path to it.
    #[inline]
    fn next(&mut self) -> Option<Node<G::State>> {
        let mut node = self.stack.pop()?;
        self.complete(&mut node);
        // The path still leads to the last node expanded: keep only the part down to this one's
        // parent.
        self.path.truncate(usize::from(node.g - self.root_g).saturating_sub(1));
        self.path.extend(node.step);
        Some(node)
    }

    #[inline]
    fn expand<O: Observer>(&mut self, node: &Node<G::State>, reporter: &mut Reporter<O>) -> ControlFlow<()> {
        let first = self.stack.len();
        if !self.push_successors(node) {
            return ControlFlow::Continue(());
        }
        if G::IS_ORDERED {
            let evaluator = self.evaluator;
            sort_few(&mut self.stack[first..], |node| std::cmp::Reverse(evaluator.sort_key(&node.state)));
        }
        if O::IS_PRESENT { self.report(node, first, reporter) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn complete(&self, node: &mut Node<G::State>) {
        self.evaluator.complete(&mut node.state, self.bound.saturating_sub(node.g.into()));
    }

    /// Prefetches the data that the node's successors will need.
    #[inline]
    fn prefetch_successors(&self, node: &Node<G::State>) {
        for &(step, to) in self.move_table.from(node.blank) {
            if self.automaton.after(node.history, step).is_some() {
                self.evaluator.prefetch_successor(&node.state, BlankMove { step, from: node.blank, to });
            }
        }
    }

    /// Expands a node: pushes the successors that are within the bound. Returns `false` without
    /// expanding if even an estimate of 0 would exceed the bound.
    // Not inlined: it contains all of an evaluator's code, so one copy serves all callers.
    #[inline(never)]
    fn push_successors(&mut self, node: &Node<G::State>) -> bool {
        let g = node.g + 1;
        let Some(most) = self.bound.checked_sub(g.into()) else { return false };
        self.counts.expanded += 1;
        let moves = self.move_table.from(node.blank);
        for &(step, to) in moves {
            let Some(history) = self.automaton.after(node.history, step) else { continue };
            self.counts.generated += 1;
            let blank_move = BlankMove { step, from: node.blank, to };
            self.evaluator.write_after(&node.state, blank_move, most, || {
                let next = self.stack.len();
                // Starts as a copy of the parent: the evaluator rewrites only the part that
                // changes.
                self.stack.push(*node);
                let next = &mut self.stack[next];
                (next.g, next.blank, next.history, next.step) = (g, to, history, Some(step));
                &mut next.state
            });
        }
        true
    }

    /// Reports a state whose successors are on the stack from index `first` on. Pruned successors
    /// are not on the stack, so they are computed again.
    fn report<O: Observer>(
        &self,
        node: &Node<G::State>,
        first: usize,
        reporter: &mut Reporter<O>,
    ) -> ControlFlow<()> {
        let (evaluator, g) = (self.evaluator, u32::from(node.g));
        let generated = |state: &G::State, step, fate| {
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
            if self.automaton.after(node.history, step).is_some()
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

/// Sorts the few successors of a state by insertion, keeping the order of equals. A sort of the
/// standard library, compiled for every evaluator's nodes, would be ten times as much code.
#[inline]
fn sort_few<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        for place in (1..=end).rev() {
            if key(&items[place]) >= key(&items[place - 1]) {
                break;
            }
            items.swap(place, place - 1);
        }
    }
}
