//! Splits an iteration into subtrees: finds the distinct states that a best-first search would have
//! open.
//!
//! States whose f is well below the bound are expanded in layers of equal g. So each state is
//! expanded once, however many paths lead to it. The states beyond them are the roots of
//! depth-first searches. Those that seem closest to the goal come first, so that the last iteration
//! ends soon. Bu and Korf, *A\*+IDA\*: A Simple Hybrid Search Algorithm*, IJCAI 2019, order the
//! roots by h, and use A\* instead of layers.
//!
//! # Why an optimal path is kept
//!
//! Take the first of all optimal paths, in the automaton's order of moves. Up to each of its
//! states, it is the first of all shortest paths to that state: otherwise, replacing this part
//! would give an earlier optimal path. A layer keeps, for each state, the first path that leads
//! there; a root keeps the first of the shortest. So this path survives as far as its states are
//! expanded here. The automaton's state after its moves survives with it, and never forbids its
//! next move. The first state of the path that is not expanded here is a root, and the search below
//! that root finds the rest.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::root::Root;
use crate::board::{Move, Shape};
use crate::search::common::limits::{Limit, Watch};
use crate::search::common::packed_board::PackedBoard;
use crate::search::ida::bounded_search::{BoundedSearch, StackNode, sort_few};
use crate::search::ida::evaluator::{Evaluator, Memo};
use crate::search::ida::result::Counts;
use crate::threads::{self, lock};

/// Difference between the bound and the largest f that is expanded above the roots. With a good
/// heuristic, an iteration expands eight to nine times as many states as the previous one. So the
/// states three iterations back are only about 1/500 of it. With 4, most 24-puzzles, and 15-puzzles
/// with linear conflict, took longer; with 2, longer still.
const BELOW_BOUND: u32 = 6;

/// Minimum number of roots. With fewer, a large machine would have idle cores.
const MIN_ROOTS: usize = 256;

/// Maximum number of roots in the sample for which an evaluator is chosen.
const SAMPLE: usize = 1024;

/// Number of nodes expanded as one piece of work, unless permission is needed for each.
const NODES_PER_PIECE: usize = 1024;

/// Number of keys that a thread sorts at a time.
const KEYS_PER_PART: usize = 1 << 14;

/// The roots of an iteration, in search order.
#[derive(Debug)]
pub(in crate::search) struct Frontier {
    pub(in crate::search) roots: Vec<Root>,
    /// The states expanded and generated above the roots.
    pub(in crate::search) counts: Counts,
    /// `layers[g]`: the states expanded at depth g, sorted.
    layers: Vec<Vec<PackedBoard>>,
}

impl Frontier {
    /// Finds the roots of a search from the start, expanding at most `most_expanded` states above
    /// them. Stops if `may_expand`, called with the number of states expanded so far, breaks.
    ///
    /// # Errors
    /// The limit that `may_expand` gave, and the counts so far.
    pub(in crate::search) fn build<E: Evaluator>(
        search: &BoundedSearch<'_, E>,
        start: &StackNode<E::State>,
        most_expanded: u64,
        watch: &Watch,
        may_expand: impl Fn(u64) -> ControlFlow<Limit> + Sync,
    ) -> Result<Self, (Limit, Counts)> {
        let builder = FrontierBuilder {
            expand: &|states, inner_bound| expand(search, states, inner_bound),
            may_expand: &may_expand,
            watch,
            inner_bound: 0,
            counts: Counts::default(),
            roots: BTreeMap::new(),
            is_cut: false,
        };
        builder.build(search.to_root(start), search.bound, most_expanded)
    }

    /// The memos of some roots, evenly spread.
    pub(in crate::search) fn sample(&self) -> Vec<Memo> {
        let every = self.roots.len().div_ceil(SAMPLE).max(1);
        self.roots.iter().step_by(every).map(|root| root.memo).collect()
    }

    /// Returns a shortest path from the start to a root.
    #[inline(never)]
    pub(in crate::search) fn path_to(&self, root: &Root, shape: Shape) -> Vec<Move> {
        let mut path = Vec::new();
        let mut board = root.board.board(shape);
        // Walk backward: some neighbor in the layer before is a parent, since slides are
        // reversible.
        for layer in self.layers[..usize::from(root.g)].iter().rev() {
            let before =
                board.successors().find(|(_, before)| layer.binary_search(&PackedBoard::new(before)).is_ok());
            let (step, before) = before.expect("a state was reached from the layer before its own");
            path.push(step.inverse());
            board = before;
        }
        path.reverse();
        path
    }
}

/// A frontier under construction.
///
/// The evaluator is hidden behind a trait object, so that only the expansion of states is compiled
/// for every evaluator.
struct FrontierBuilder<'a> {
    /// Expands states. Successors with an f up to the number are inner states.
    expand: &'a (dyn Fn(&[Root], u32) -> Successors + Sync),
    may_expand: &'a (dyn Fn(u64) -> ControlFlow<Limit> + Sync),
    watch: &'a Watch,
    /// States with an f up to this are expanded.
    inner_bound: u32,
    counts: Counts,
    /// Roots by key; those of equal g are in the order of the paths that lead to them.
    roots: BTreeMap<u16, Vec<Root>>,
    /// Whether a layer was left unexpanded because of the limit on states.
    is_cut: bool,
}

/// The result of expanding some states, in the order of the paths.
struct Successors {
    counts: Counts,
    /// States to be expanded in the next layer.
    inner: Vec<Root>,
    roots: Vec<Root>,
}

impl FrontierBuilder<'_> {
    #[inline(never)]
    fn build(mut self, start: Root, bound: u32, most_expanded: u64) -> Result<Frontier, (Limit, Counts)> {
        let mut below = BELOW_BOUND;
        let mut may_be_cut = false;
        loop {
            self.inner_bound = bound.saturating_sub(below);
            self.roots.clear();
            self.is_cut = false;
            let layers = self.expand_layers(start, most_expanded)?;
            if self.is_cut && !may_be_cut && below < bound {
                // A layer that is cut short gives roots of equal g, not of large f. Even fewer
                // roots are better: one 24-puzzle took 1.5 times as long with a cut.
                below += 2;
            } else if self.roots.values().map(Vec::len).sum::<usize>() >= MIN_ROOTS || below == 0 {
                let roots = in_order(self.roots, self.watch.is_parallel());
                return Ok(Frontier { roots, counts: self.counts, layers });
            } else {
                // Too few roots: expand closer to the bound. From now on, accept a cut layer, or
                // this might alternate with the case above forever.
                below -= 1;
                may_be_cut = true;
            }
        }
    }

    /// Expands layer by layer, each in the order of the paths to its states. Returns the boards of
    /// each layer.
    fn expand_layers(&mut self, start: Root, most: u64) -> Result<Vec<Vec<PackedBoard>>, (Limit, Counts)> {
        let (mut layer, mut boards) = (vec![start], vec![start.board]);
        let mut layers: Vec<Vec<PackedBoard>> = Vec::new();
        let mut expanded = 0;
        while !layer.is_empty() {
            expanded += layer.len() as u64;
            if expanded > most {
                layer.into_iter().for_each(|root| self.add(root));
                self.is_cut = true;
                break;
            }
            let next = self.expand(&layer)?;
            // Slides are reversible, so a successor that was expanded before is in the previous
            // layer.
            let before: &[PackedBoard] = layers.last().map_or(&[], Vec::as_slice);
            let (next, boards_of_next) = without_repetitions(next, before, self.watch.is_parallel());
            layers.push(std::mem::replace(&mut boards, boards_of_next));
            layer = next;
        }
        Ok(layers)
    }

    fn expand(&mut self, layer: &[Root]) -> Result<Vec<Root>, (Limit, Counts)> {
        let Self { expand, may_expand, watch, .. } = *self;
        // Permission is asked before each piece, so exact limits need pieces of one state.
        let piece = if watch.has_expansion_limit() { 1 } else { NODES_PER_PIECE };
        let (before, inner_bound) = (self.counts, self.inner_bound);
        let pieces: Vec<&[Root]> = layer.chunks(piece).collect();
        let successors: Vec<Mutex<Option<Successors>>> = pieces.iter().map(|_| Mutex::new(None)).collect();
        let stopped = Mutex::new(None);
        let work = |number: usize| -> bool {
            let expanded = before.expanded + (number * piece) as u64;
            if let ControlFlow::Break(limit) = may_expand(expanded) {
                *lock(&stopped) = Some((limit, Counts { expanded, ..before }));
                return false;
            }
            *lock(&successors[number]) = Some(expand(pieces[number], inner_bound));
            true
        };
        threads::work_through(pieces.len(), watch.is_parallel(), &work);
        if let Some(stopped) = lock(&stopped).take() {
            return Err(stopped);
        }
        let mut next = Vec::new();
        // In the order of the pieces, whichever thread was first: the roots must not depend on
        // timing.
        for successors in successors.iter().filter_map(|successors| lock(successors).take()) {
            self.counts = self.counts.plus(successors.counts);
            next.extend(successors.inner);
            successors.roots.into_iter().for_each(|root| self.add(root));
        }
        Ok(next)
    }

    fn add(&mut self, root: Root) {
        self.roots.entry(root.key).or_default().push(root);
    }
}

/// Expands states. Successors with an f up to `inner_bound` are inner states, except for
/// the goal, which is always a root.
fn expand<E: Evaluator>(search: &BoundedSearch<'_, E>, states: &[Root], inner_bound: u32) -> Successors {
    let mut successors = Successors { counts: Counts::default(), inner: Vec::new(), roots: Vec::new() };
    let mut own = search.fresh();
    for state in states {
        for node in own.successors_in_order(search.node_of(state)) {
            let root = search.to_root(&node);
            if u32::from(root.g) + u32::from(root.h) <= inner_bound && !search.evaluator.is_goal(&node.state)
            {
                successors.inner.push(root);
            } else {
                successors.roots.push(root);
            }
        }
    }
    successors.counts = own.counts;
    successors
}

impl<E: Evaluator> BoundedSearch<'_, E> {
    /// Expands a node and returns its successors in the order of [`Move::ALL`].
    fn successors_in_order(
        &mut self,
        mut node: StackNode<E::State>,
    ) -> impl Iterator<Item = StackNode<E::State>> {
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
}

/// Removes duplicates and states of the previous layer: keeps the first state with each board, in
/// the given order. Also returns the boards kept, sorted.
fn without_repetitions(
    states: Vec<Root>,
    before: &[PackedBoard],
    is_parallel: bool,
) -> (Vec<Root>, Vec<PackedBoard>) {
    let keys = (0..).zip(&states).map(|(place, state)| (state.board.bits(), place)).collect();
    let mut is_kept = vec![false; states.len()];
    let mut boards = Vec::new();
    let mut before = before.iter().copied().peekable();
    for (_, place) in sorted(keys, is_parallel) {
        let board = states[place as usize].board;
        while before.next_if(|before| *before < board).is_some() {}
        if boards.last() != Some(&board) && before.peek() != Some(&board) {
            boards.push(board);
            is_kept[place as usize] = true;
        }
    }
    let kept = states.into_iter().zip(is_kept).filter_map(|(state, is_kept)| is_kept.then_some(state));
    (kept.collect(), boards)
}

/// Flattens the roots in order of their keys, then g, then board. Keeps one root per board: the
/// first of those with the smallest g. The order does not depend on how the roots were found.
fn in_order(roots: BTreeMap<u16, Vec<Root>>, is_parallel: bool) -> Vec<Root> {
    // The key depends on the board alone, so duplicates are always in the same list.
    let mut lists: Vec<Mutex<Vec<Root>>> = roots.into_values().map(Mutex::new).collect();
    threads::work_through(lists.len(), is_parallel, &|number| {
        let mut roots = lock(&lists[number]);
        *roots = in_order_of_g(&roots, is_parallel);
        true
    });
    let mut all = Vec::with_capacity(lists.iter().map(|roots| lock(roots).len()).sum());
    lists.iter_mut().for_each(|roots| all.append(&mut lock(roots)));
    all
}

/// Keeps one root per board, the first of those with the smallest g, ordered by g, then by board.
fn in_order_of_g(roots: &[Root], is_parallel: bool) -> Vec<Root> {
    // The place is in the low half, so that of equal boards the smallest g and then the first comes
    // first.
    let of_board = |(place, root): (u64, &Root)| (root.board.bits(), u64::from(root.g) << 32 | place);
    let places = sorted((0..).zip(roots).map(of_board).collect(), is_parallel);
    let mut of_g: BTreeMap<u16, Vec<Root>> = BTreeMap::new();
    let mut last = None;
    for (board, place) in places {
        if last.replace(board) != Some(board) {
            let root = roots[place as u32 as usize];
            of_g.entry(root.g).or_default().push(root);
        }
    }
    of_g.into_values().flatten().collect()
}

/// Sorts keys, no two of which are equal. Places are below 2^32: that many roots would need over
/// 100 GB.
///
/// Rayon's sort would do for one search. But while a thread waits in `join`, Rayon may run a task
/// of another search on it, and the sort cannot continue until that task ends.
fn sorted(mut keys: Vec<(u128, u64)>, is_parallel: bool) -> Vec<(u128, u64)> {
    if is_parallel && keys.len() > KEYS_PER_PART {
        let parts: Vec<Mutex<&mut [(u128, u64)]>> = keys.chunks_mut(KEYS_PER_PART).map(Mutex::new).collect();
        threads::work_through(parts.len(), true, &|part| {
            lock(&parts[part]).sort_unstable();
            true
        });
        drop(parts);
        // The stable sort recognizes the sorted parts, and merges them.
        keys.sort();
    } else {
        keys.sort_unstable();
    }
    keys
}
