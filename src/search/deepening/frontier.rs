//! Where an iteration is cut into subtrees: the distinct states that a search by f would have open.
//!
//! States whose f is well below the bound are expanded layer by layer, so that each is expanded once, however many
//! paths lead there. What they lead to beyond that are the roots of depth-first searches, those that seem nearest to the
//! goal first, so that the last iteration ends soon. Bu and Korf, *A\*+IDA\*: A Simple Hybrid Search Algorithm*, IJCAI
//! 2019, have them in the order of h, with A\* in the place of the layers.
//!
//! # Why an optimal path is left
//!
//! Take the first of all optimal paths, in the order of moves that the automaton of detours goes by. Up to each of its
//! states it is the first of all shortest ways there, or a way before it would make an earlier path. A layer keeps of
//! each state the first way that leads there, and a root the first of the shortest: so as far as its states are
//! expanded here, this path is kept, and with it what the automaton knows of its moves, which never forbids one of
//! them. Its first state that is not expanded here is a root, and the search below has the rest of it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::guide::{Guide, Memo};
use super::walk::{Counts, Node, Permit, Root, Walk};
use crate::board::{Move, Shape};
use crate::search::limits::Limit;
use crate::search::packed_board::PackedBoard;
use crate::threads;

/// How far below the bound f is of what is expanded here. An iteration by a good heuristic expands eight to nine times
/// as many states as the one before, so three iterations less are some five hundredth of it. With 4 most 24-puzzles, and
/// 15-puzzles by linear conflicts, took longer than with 6, with 2 more so.
const BELOW_BOUND: u32 = 6;

/// With fewer roots not all cores of a large machine would have work.
const LEAST_ROOTS: usize = 256;

/// So many roots at the most say which guide suits all.
const SAMPLE: usize = 1024;

/// How the work above the roots is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// On all cores?
    pub(super) is_shared_out: bool,
    /// Is it asked before each state whether it may be expanded? Else before some at a time.
    pub(super) is_exact: bool,
}

/// Nodes that are expanded as one piece of work, but where it is asked before each.
const PIECE: usize = 1024;

/// The roots of an iteration, in the order of the search.
#[derive(Debug)]
pub(super) struct Frontier {
    pub(super) roots: Vec<Root>,
    /// What it took.
    pub(super) counts: Counts,
    /// By g, sorted: the states that were expanded.
    layers: Vec<Vec<PackedBoard>>,
}

/// Why there are no roots: the limit that was reached, and what was done so far.
pub(super) type Stopped = (Option<Limit>, Counts);

impl Frontier {
    /// The roots of a walk from the start, with at most so many states expanded above them. Stops when it is not permitted to
    /// expand one more after so many.
    pub(super) fn of<G: Guide>(
        walk: &Walk<'_, G>,
        start: &Node<G::State>,
        most_expanded: u64,
        pace: Pace,
        permit: impl Fn(u64) -> Permit + Sync,
    ) -> Result<Self, Stopped> {
        let expand = |states: &[Root], inner_bound| expand(walk, states, inner_bound);
        let work = FrontierWork { expand: &expand, permit: &permit, pace };
        Self::grown(&work, root_of(start, walk), walk.bound(), most_expanded)
    }

    #[inline(never)]
    fn grown(work: &FrontierWork<'_>, start: Root, bound: u32, most_expanded: u64) -> Result<Self, Stopped> {
        let mut counts = Counts::default();
        let mut below = BELOW_BOUND;
        let mut may_be_cut = false;
        loop {
            let inner_bound = bound.saturating_sub(below);
            let mut growth = Growth { work, inner_bound, counts, roots: BTreeMap::new(), is_cut: false };
            let layers = growth.grow(start, most_expanded)?;
            counts = growth.counts;
            if growth.is_cut && !may_be_cut && below < bound {
                // Roots of one g in the place of those with a large f are a worse beginning than fewer: one 24-puzzle took
                // 1.5 times as long.
                below += 2;
            } else if growth.roots.values().map(Vec::len).sum::<usize>() >= LEAST_ROOTS || below == 0 {
                return Ok(Self { roots: in_order(growth.roots, work.pace), counts, layers });
            } else {
                below -= 1;
                may_be_cut = true;
            }
        }
    }

    /// The memos of some roots, evenly spread.
    pub(super) fn sample(&self) -> Vec<Memo> {
        let every = self.roots.len().div_ceil(SAMPLE).max(1);
        self.roots.iter().step_by(every).map(|root| root.memo).collect()
    }

    /// A shortest way from the start to a root.
    #[inline(never)]
    pub(super) fn path_to(&self, root: &Root, shape: Shape) -> Vec<Move> {
        let mut path = Vec::new();
        let mut board = root.board.board(shape);
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

/// How a frontier is made, whatever the guide: all but the expansion of states is compiled once.
struct FrontierWork<'a> {
    /// Expands states, of which those with an f up to the number are inner ones.
    expand: &'a (dyn Fn(&[Root], u32) -> Made + Sync),
    permit: &'a (dyn Fn(u64) -> Permit + Sync),
    pace: Pace,
}

/// A frontier that is being made.
struct Growth<'a> {
    work: &'a FrontierWork<'a>,
    /// States with an f up to here are expanded.
    inner_bound: u32,
    counts: Counts,
    /// By remoteness, and of one g in the order of the ways that lead to them.
    roots: BTreeMap<u16, Vec<Root>>,
    /// Were there more states to be expanded than may be?
    is_cut: bool,
}

/// What the expansion of some states gives, in the order of the ways.
struct Made {
    counts: Counts,
    /// What is to be expanded.
    inner: Vec<Root>,
    roots: Vec<Root>,
}

impl Growth<'_> {
    /// Expands layer after layer, each in the order of the ways that lead to its states, and gives the boards of each.
    fn grow(&mut self, start: Root, most: u64) -> Result<Vec<Vec<PackedBoard>>, Stopped> {
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
            // A slide can be taken back: what leads two layers on leads back to the layer before the last.
            let before: &[PackedBoard] = layers.last().map_or(&[], Vec::as_slice);
            let (next, boards_of_next) = without_repetitions(next, before, self.work.pace);
            layers.push(std::mem::replace(&mut boards, boards_of_next));
            layer = next;
        }
        Ok(layers)
    }

    fn expand(&mut self, layer: &[Root]) -> Result<Vec<Root>, Stopped> {
        let FrontierWork { expand, permit, pace } = *self.work;
        let piece = if pace.is_exact { 1 } else { PIECE };
        let (before, inner_bound) = (self.counts, self.inner_bound);
        let pieces: Vec<&[Root]> = layer.chunks(piece).collect();
        let made: Vec<Mutex<Option<Made>>> = pieces.iter().map(|_| Mutex::new(None)).collect();
        let stopped = Mutex::new(None);
        let work = |number: usize| -> bool {
            let expanded = before.expanded + (number * piece) as u64;
            if let Permit::Stop(limit) = permit(expanded) {
                *held(&stopped) = Some((limit, Counts { expanded, ..before }));
                return false;
            }
            *held(&made[number]) = Some(expand(pieces[number], inner_bound));
            true
        };
        threads::work_through(pieces.len(), pace.is_shared_out, &work);
        if let Some(stopped) = held(&stopped).take() {
            return Err(stopped);
        }
        let mut next = Vec::new();
        for made in made.iter().filter_map(|made| held(made).take()) {
            self.counts = self.counts.and(made.counts);
            next.extend(made.inner);
            made.roots.into_iter().for_each(|root| self.add(root));
        }
        Ok(next)
    }

    fn add(&mut self, root: Root) {
        self.roots.entry(root.remoteness).or_default().push(root);
    }
}

/// Expands states of a walk. Those that they lead to with an f up to a number are inner ones, but for the goal.
fn expand<G: Guide>(walk: &Walk<'_, G>, states: &[Root], inner_bound: u32) -> Made {
    let mut made = Made { counts: Counts::default(), inner: Vec::new(), roots: Vec::new() };
    let mut own = walk.another();
    for state in states {
        for node in own.successors_in_order(walk.root(state)) {
            let root = root_of(&node, walk);
            if u32::from(root.g) + u32::from(root.h) <= inner_bound && !walk.is_goal(&node) {
                made.inner.push(root);
            } else {
                made.roots.push(root);
            }
        }
    }
    made.counts = own.counts();
    made
}

fn root_of<G: Guide>(node: &Node<G::State>, walk: &Walk<'_, G>) -> Root {
    let h = u16::try_from(walk.estimate(node)).unwrap_or(u16::MAX);
    let (board, remoteness, memo) = (walk.packed(node), walk.remoteness(node), walk.memo(node));
    Root { board, g: node.g, h, past: node.past, remoteness, memo }
}

/// What only one thread writes, whatever became of others.
fn held<T>(one: &Mutex<T>) -> MutexGuard<'_, T> {
    one.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first of all with the same board, but for those of an earlier layer, in the order that they have; and their boards,
/// sorted.
fn without_repetitions(
    states: Vec<Root>,
    before: &[PackedBoard],
    pace: Pace,
) -> (Vec<Root>, Vec<PackedBoard>) {
    let keys = (0..).zip(&states).map(|(place, state)| (state.board.bits(), place)).collect();
    let mut is_kept = vec![false; states.len()];
    let mut boards = Vec::new();
    let mut before = before.iter().copied().peekable();
    for (_, place) in sorted(keys, pace) {
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

/// Of each board the root with the least g, and of these the first; the least remoteness first. Which of two with equal
/// remoteness and g comes first does not depend on how they were found.
fn in_order(roots: BTreeMap<u16, Vec<Root>>, pace: Pace) -> Vec<Root> {
    // A board has one remoteness.
    let mut lists: Vec<Mutex<Vec<Root>>> = roots.into_values().map(Mutex::new).collect();
    threads::work_through(lists.len(), pace.is_shared_out, &|number| {
        let mut roots = held(&lists[number]);
        *roots = in_order_of_g(&roots, pace);
        true
    });
    let mut all = Vec::with_capacity(lists.iter().map(|roots| held(roots).len()).sum());
    lists.iter_mut().for_each(|roots| all.append(&mut held(roots)));
    all
}

/// Of each board the root with the least g, and of these the first; the least g first, and then by board.
fn in_order_of_g(roots: &[Root], pace: Pace) -> Vec<Root> {
    let of_board = |(place, root): (u64, &Root)| (root.board.bits(), u64::from(root.g) << 32 | place);
    let places = sorted((0..).zip(roots).map(of_board).collect(), pace);
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

/// Keys in their order: one kind of them for all, since a parallel sort is a lot of code. Places are below 2^32: so
/// many roots would take 100 GB.
fn sorted(mut keys: Vec<(u128, u64)>, pace: Pace) -> Vec<(u128, u64)> {
    if pace.is_shared_out {
        keys.par_sort_unstable();
    } else {
        keys.sort_unstable();
    }
    keys
}
