//! Best-first search that expands many states at a time, for heuristics that estimate many boards
//! in one call.
//!
//! This is the batch-weighted A* search (BWAS) of DeepCubeA: Agostinelli, McAleer, Shmakov and
//! Baldi, *Solving the Rubik's Cube with Deep Reinforcement Learning and Search*, Nature Machine
//! Intelligence 1 (2019). They write f as λ·g + h with λ from 0 to 1, which gives the order of
//! g + w·h for w = 1/λ.
//!
//! Each round takes the N best states from the open list, generates their successors, drops those
//! already reached by a path of the same or a smaller length, and has all new ones estimated in one
//! call. A neural network on a GPU needs about the same time for one board as for thousands.
//!
//! # When it ends
//!
//! With N > 1, the first path found may not be the best: states with a smaller f may wait in the
//! open list, and so may states from the same batch. So the search continues until the smallest f
//! in the open list is not below the f of the goal, which for g + w·h is the length of the best
//! path. With N = 1, that is when the goal is taken out, as in A*. In greedy search, the f of the
//! goal is 0, so the first batch that contains the goal ends the search. The authors' program
//! always stops there; [`BatchSearch::stop_at_goal`] does so, too.
//!
//! # The guarantee
//!
//! Let C be the distance of the start, h admissible, and f = g + w·h. *Between two rounds, either
//! the goal was taken out with g = C, or the open list has a state with f <= w·C.* Proof: take a
//! shortest path. If not all of its states were taken out with their least g, take the first that
//! was not. The state before it was expanded with its least g, in a round that is complete. That
//! expansion gave this state its least g and put it in the open list, where it still is. Its f is
//! g + w·h <= w·(g + h) <= w·C. If it is the goal, the same holds with h = 0.
//!
//! When the search ends, no f in the open list is below the length L of the path. So L = C, or L <=
//! f <= w·C. With w = 1, L = C.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZeroUsize;

use super::BestFirst;
use super::conventions::Conventions;
use super::evaluation::Evaluation;
use crate::board::{Batch, Move};
use crate::search::common::limits::{Limit, LimitReached, Limits, Watch};
use crate::search::common::move_order::{MoveOrder, MoveTable};
use crate::search::common::outcome::{Guarantee, Outcome, Statistics};
use crate::search::common::packed_board::PackedBoard;
use crate::search::common::problem::Problem;
use crate::search::common::states::{Node, States};
use crate::search::heuristics::Claims;

/// A best-first search that expands a batch of states at a time and has their new successors
/// estimated in one call, as batch-weighted A* search (BWAS) does in DeepCubeA.
///
/// Estimates are real numbers. The search always uses the standard
/// [`Conventions`](super::Conventions::STANDARD). With a batch size of 1, it makes the same
/// expansions as [`Search::best_first`](crate::search::Search::best_first).
///
/// ```
/// use std::num::NonZeroUsize;
/// use tilebase::board::{Batch, Goal, Shape};
/// use tilebase::search::{BatchSearch, BestFirst, Claims, Heuristic, Manhattan, Problem};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let manhattan = Manhattan::new(&goal);
/// let mut calls = 0;
/// let mut estimate = |boards: &Batch<'_>| {
///     calls += 1;
///     Some(boards.boards().map(|board| f64::from(manhattan.estimate(&board))).collect())
/// };
/// let size = NonZeroUsize::new(100).expect("100 is not zero");
/// let search = BatchSearch::new(BestFirst::astar(), size).claims(Claims::ALL);
/// let outcome = search.run(&Problem::new("867254301".parse()?, goal)?, &mut estimate)?;
/// assert_eq!((outcome.moves.len(), outcome.is_optimal()), (31, true));
/// assert!(calls < 200 && outcome.statistics.expanded > 6_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchSearch {
    evaluation: Evaluation,
    size: NonZeroUsize,
    claims: Claims,
    stops_at_goal: bool,
    limits: Limits,
}

/// Estimates all boards of a batch; `None` if that failed.
type Estimate<'a> = dyn FnMut(&Batch<'_>) -> Option<Vec<f64>> + 'a;

/// Upper limit of estimates, above any distance. It preserves admissibility.
const MAX_ESTIMATE: f64 = 1e6;

impl BatchSearch {
    /// Creates a search that expands up to `size` states at a time. It claims nothing of the
    /// heuristic, and has no limits.
    #[must_use]
    pub fn new(search: BestFirst, size: NonZeroUsize) -> Self {
        let evaluation = search.evaluation;
        Self { evaluation, size, claims: Claims::NONE, stops_at_goal: false, limits: Limits::default() }
    }

    /// Returns the same search with claims of the heuristic, on which its guarantee is based.
    #[must_use]
    pub fn claims(self, claims: Claims) -> Self {
        Self { claims, ..self }
    }

    /// Returns a search that ends with the first batch that contains the goal. This is usually
    /// sooner, but with a batch size above 1, the path may be longer. It then has a guarantee only
    /// if no state with a smaller f was left.
    #[must_use]
    pub fn stop_at_goal(self) -> Self {
        Self { stops_at_goal: true, ..self }
    }

    /// Returns the same search with limits. The time is checked once per batch.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Searches for a path. `estimate` returns an estimate for each board, or `None` to stop. It is
    /// never asked about the goal, whose estimate is 0.
    ///
    /// If a limit on states, memory, or time is reached after a path was found, the search returns
    /// it, without a guarantee.
    ///
    /// # Errors
    /// [`LimitReached`] if a limit is reached before a path was found, or by an interrupt. With
    /// [`Limit::Heuristic`] if `estimate` returns `None`, not one number for each board, or a
    /// number that is negative, infinite, or NaN.
    pub fn run(
        &self,
        problem: &Problem,
        estimate: &mut dyn FnMut(&Batch<'_>) -> Option<Vec<f64>>,
    ) -> Result<Outcome, LimitReached> {
        Run::new(self, problem).run(estimate)
    }
}

/// An entry of the open list. The smallest f comes out first; among those, the largest g; among
/// those, the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// The bits of f, which are in the order of f, since no f is negative.
    f: Reverse<u64>,
    g: u32,
    age: Reverse<u64>,
    node: u32,
}

/// A search in progress.
struct Run<'a> {
    search: &'a BatchSearch,
    problem: &'a Problem,
    goal: PackedBoard,
    moves: MoveTable,
    states: States,
    /// The estimate of each state. The states' own fields for them are for integers, and unused.
    estimates: Vec<f64>,
    open: BinaryHeap<Entry>,
    /// The number of valid entries in the open list. When a shorter path to a state is found, its
    /// older entry becomes invalid.
    open_len: u64,
    /// The number of entries put in the open list, or waiting for their estimates.
    age: u64,
    /// The states that wait for their estimates, with the ages of their entries.
    new: Vec<(u32, u64)>,
    /// The boards of these states, without the goal.
    tiles: Vec<u8>,
    /// The goal, once it was taken from the open list.
    reached: Option<u32>,
    statistics: Statistics,
    watch: Watch,
}

impl<'a> Run<'a> {
    fn new(search: &'a BatchSearch, problem: &'a Problem) -> Self {
        Self {
            search,
            problem,
            goal: PackedBoard::new(&problem.goal().board()),
            moves: MoveTable::new(problem.goal().shape(), &MoveOrder::STANDARD),
            states: States::new(),
            estimates: Vec::new(),
            open: BinaryHeap::new(),
            open_len: 0,
            age: 0,
            new: Vec::new(),
            tiles: Vec::new(),
            reached: None,
            statistics: Statistics { generated: 1, ..Statistics::default() },
            watch: Watch::start(&search.limits),
        }
    }

    fn run(mut self, estimate: &mut Estimate<'_>) -> Result<Outcome, LimitReached> {
        let board = PackedBoard::new(self.problem.start());
        self.add(Node { board, parent: 0, g: 0, h: 0, step: None, is_open: false });
        loop {
            self.estimate_new(estimate)?;
            let least_f = self.least_f();
            let batch = self.take_batch();
            if let Some(goal) = self.reached {
                let is_proven = least_f.is_none_or(|least| least >= self.f(goal));
                if is_proven || self.search.stops_at_goal {
                    return Ok(self.outcome(goal, is_proven));
                }
            }
            if let Some(limit) = self.limit() {
                return match self.reached.filter(|_| limit != Limit::Interrupt) {
                    Some(goal) => Ok(self.outcome(goal, false)),
                    None => Err(self.stopped(limit, least_f.unwrap_or(0.0))),
                };
            }
            for number in batch {
                self.expand(number);
            }
        }
    }

    /// f, scaled by the weight's denominator.
    fn f(&self, number: u32) -> f64 {
        let g = self.states.nodes[number as usize].g;
        self.search.evaluation.scaled_real(g, self.estimates[number as usize])
    }

    /// Whether an entry of the open list has not been superseded by a shorter path.
    fn is_valid(&self, entry: &Entry) -> bool {
        let node = &self.states.nodes[entry.node as usize];
        node.is_open && node.g == entry.g
    }

    /// The smallest f in the open list.
    fn least_f(&mut self) -> Option<f64> {
        while let Some(entry) = self.open.peek() {
            if self.is_valid(entry) {
                return Some(f64::from_bits(entry.f.0));
            }
            self.open.pop();
        }
        None
    }

    /// Takes the best states from the open list, up to the size of a batch and the limit on
    /// expanded states. The goal is recorded in `reached` instead of joining the batch. Once it is
    /// found, states whose f is not smaller stay in the open list.
    fn take_batch(&mut self) -> Vec<u32> {
        let room = self.search.limits.expanded.map(|most| most.saturating_sub(self.statistics.expanded));
        // One state is taken even if none may be expanded: it may be the goal.
        let room = room.map_or(usize::MAX, |room| usize::try_from(room).unwrap_or(usize::MAX).max(1));
        let most = self.search.size.get().min(room);
        let mut batch = Vec::new();
        while batch.len() < most
            && let Some(f) = self.least_f()
            && self.reached.is_none_or(|goal| f < self.f(goal))
            && let Some(Entry { node: number, .. }) = self.open.pop()
        {
            self.open_len -= 1;
            let node = &mut self.states.nodes[number as usize];
            node.is_open = false;
            if node.board == self.goal {
                self.reached = Some(number);
            } else {
                batch.push(number);
            }
        }
        batch
    }

    /// Generates the successors of a state.
    fn expand(&mut self, number: u32) {
        let node = self.states.nodes[number as usize];
        // Another state of this batch has led here on a shorter path: it will be taken out again.
        if node.is_open {
            return;
        }
        self.statistics.expanded += 1;
        let blank = node.board.blank(self.problem.goal().shape());
        for place in 0..self.moves.from(blank).len() {
            let (step, to) = self.moves.from(blank)[place];
            self.reach(node.board.after(blank, to), number, step, node.g + 1);
        }
    }

    /// Handles a generated successor.
    fn reach(&mut self, board: PackedBoard, parent: u32, step: Move, g: u32) {
        self.statistics.generated += 1;
        match self.states.find(board) {
            Err(_) => self.add(Node { board, parent, g, h: 0, step: Some(step), is_open: false }),
            Ok(known) if g < self.states.nodes[known as usize].g => {
                let node = &mut self.states.nodes[known as usize];
                (node.parent, node.step, node.g) = (parent, Some(step), g);
                self.reopen(known);
            }
            Ok(_) => {}
        }
    }

    /// Puts a state back in the open list, because a shorter path to it was found.
    #[cold]
    fn reopen(&mut self, known: u32) {
        // A state that waits for its estimate will be put there with its new g.
        if self.new.first().is_some_and(|(first, _)| known >= *first) {
            return;
        }
        if self.states.nodes[known as usize].is_open {
            self.open_len -= 1;
        } else {
            self.statistics.reopened += 1;
        }
        self.age += 1;
        self.push(known, self.age);
    }

    /// Adds a new state, which waits for its estimate.
    fn add(&mut self, node: Node) {
        let number = self.states.add_known(node);
        self.estimates.push(0.0);
        self.age += 1;
        self.new.push((number, self.age));
        if node.board != self.goal {
            let board = node.board.board(self.problem.goal().shape());
            self.tiles.extend(board.tiles().iter().map(|tile| tile.number()));
        }
    }

    /// Has the new states estimated, and puts them in the open list.
    fn estimate_new(&mut self, estimate: &mut Estimate<'_>) -> Result<(), LimitReached> {
        let boards = Batch::new(self.problem.goal().shape(), &self.tiles);
        let boards = boards.expect("states of a search are boards");
        let estimates = if boards.is_empty() { Some(Vec::new()) } else { estimate(&boards) };
        let is_estimate = |h: &f64| h.is_finite() && *h >= 0.0;
        let estimates = estimates.filter(|all| all.len() == boards.len() && all.iter().all(is_estimate));
        let Some(mut estimates) = estimates.map(Vec::into_iter) else {
            return Err(LimitReached {
                limit: Limit::Heuristic,
                lower_bound: 0,
                statistics: self.statistics(),
            });
        };
        self.tiles.clear();
        for (number, age) in std::mem::take(&mut self.new) {
            if self.states.nodes[number as usize].board != self.goal
                && let Some(h) = estimates.next()
            {
                // Adding 0 turns -0 into 0, whose bits are in order.
                self.estimates[number as usize] = h.min(MAX_ESTIMATE) + 0.0;
            }
            self.push(number, age);
        }
        Ok(())
    }

    fn push(&mut self, number: u32, age: u64) {
        let f = Reverse(self.f(number).to_bits());
        let node = &mut self.states.nodes[number as usize];
        node.is_open = true;
        self.open.push(Entry { f, g: node.g, age: Reverse(age), node: number });
        self.open_len += 1;
        self.statistics.peak_open = self.statistics.peak_open.max(self.open_len);
    }

    /// The limit that forbids expanding another batch.
    fn limit(&self) -> Option<Limit> {
        // The memory limit assumes entries of 8 bytes and integer estimates within a state. Here,
        // entries have 24 bytes, and estimates have 8 of their own.
        let kept = self.states.nodes.len() + self.states.nodes.len() / 2;
        let reached = self.watch.reached(self.statistics.expanded, kept);
        reached.or_else(|| self.watch.time_or_interrupt())
    }

    fn statistics(&self) -> Statistics {
        self.watch.timed(self.statistics)
    }

    /// Returns the path to the goal. It is no longer than the goal's g, and shorter if a state on
    /// it was reached on a shorter path since.
    fn outcome(&self, goal: u32, is_proven: bool) -> Outcome {
        let guarantee = if is_proven { self.guarantee() } else { Guarantee::None };
        Outcome { moves: self.states.path_to(goal), guarantee, statistics: self.statistics() }
    }

    fn guarantee(&self) -> Guarantee {
        Conventions::STANDARD.guarantee(self.search.evaluation, self.search.claims)
    }

    /// Returns the error for a search that was stopped when the smallest f in the open list was
    /// `f`. If the path has a guarantee, some state there has f <= w·C, so C >= f/w.
    #[cold]
    fn stopped(&self, limit: Limit, f: f64) -> LimitReached {
        let of_open = match (self.guarantee(), self.search.evaluation.bound_divisor()) {
            (Guarantee::Optimal | Guarantee::AtMostTimes(_), Some(divisor)) => f / f64::from(divisor),
            _ => 0.0,
        };
        let of_start = if self.search.claims.admissible { self.estimates[0] } else { 0.0 };
        let lower_bound = self.problem.with_parity(of_open.max(of_start).ceil() as u32);
        LimitReached { limit, lower_bound, statistics: self.statistics() }
    }
}
