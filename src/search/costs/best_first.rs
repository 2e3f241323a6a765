//! Uniform-cost search and A* for moves with costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::outcome::{CostLimitReached, CostOutcome};
use super::weighted_manhattan::WeightedManhattan;
use crate::board::{Cell, Move, MoveCosts};
use crate::search::common::limits::{Limits, Watch};
use crate::search::common::move_order::{MoveOrder, MoveTable};
use crate::search::common::outcome::Statistics;
use crate::search::common::packed_board::PackedBoard;
use crate::search::common::problem::Problem;
use crate::search::common::states::{Node, States};

/// An entry of the open list. The smallest f comes out first; among those, the largest g; among
/// those, the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    f: Reverse<u32>,
    g: u32,
    age: Reverse<u64>,
    node: u32,
}

struct Run<'a> {
    costs: &'a MoveCosts,
    heuristic: &'a WeightedManhattan,
    states: States,
    open: BinaryHeap<Entry>,
    /// The number of entries ever put in the open list.
    pushes: u64,
    /// The number of valid entries in the open list. When a cheaper path to a state is found, its
    /// older entry becomes invalid.
    open_len: u64,
    statistics: Statistics,
}

/// Searches for a cheapest path with a consistent heuristic.
///
/// With a consistent heuristic, a state is closed with its least g, so none is ever reopened.
pub(super) fn best_first(
    problem: &Problem,
    costs: &MoveCosts,
    heuristic: &WeightedManhattan,
    limits: &Limits,
) -> Result<CostOutcome, CostLimitReached> {
    let watch = Watch::start(limits);
    let goal = PackedBoard::new(&problem.goal().board());
    let moves = MoveTable::new(problem.goal().shape(), &MoveOrder::STANDARD);
    let mut run = Run::begin(problem, costs, heuristic);
    while let Some(Entry { f: Reverse(f), node: number, .. }) = run.next() {
        let node = run.states.nodes[number as usize];
        if node.board == goal {
            let (moves, statistics) = (run.states.path_to(number), watch.timed(run.statistics));
            return Ok(CostOutcome { moves, cost: node.g, statistics });
        }
        // The memory limit assumes entries of 8 bytes. They take 24 here, so count a third more.
        let kept = run.states.nodes.len() + run.states.nodes.len() / 3;
        if let Some(limit) = watch.reached(run.statistics.expanded, kept) {
            return Err(CostLimitReached { limit, lower_bound: f, statistics: watch.timed(run.statistics) });
        }
        run.statistics.expanded += 1;
        let blank = node.board.blank(problem.goal().shape());
        for &(step, to) in moves.from(blank) {
            run.reach(number, &node, step, (blank, to));
        }
    }
    unreachable!("a problem's goal can be reached from its start")
}

impl<'a> Run<'a> {
    fn begin(problem: &Problem, costs: &'a MoveCosts, heuristic: &'a WeightedManhattan) -> Self {
        let statistics = Statistics { generated: 1, ..Statistics::default() };
        let (states, open) = (States::new(), BinaryHeap::new());
        let mut run = Self { costs, heuristic, states, open, pushes: 0, open_len: 0, statistics };
        let (board, h) = (PackedBoard::new(problem.start()), heuristic.estimate(problem.start()));
        run.add(Node { board, parent: 0, g: 0, h, step: None, is_open: true });
        run
    }

    /// Takes the best node from the open list, skipping invalid entries.
    fn next(&mut self) -> Option<Entry> {
        loop {
            let entry = self.open.pop()?;
            let node = &mut self.states.nodes[entry.node as usize];
            if node.is_open && node.g == entry.g {
                node.is_open = false;
                self.open_len -= 1;
                return Some(entry);
            }
        }
    }

    /// Handles the successor of a node by a move, which takes the blank from one cell to another.
    fn reach(&mut self, parent: u32, node: &Node, step: Move, (blank, to): (Cell, Cell)) {
        self.statistics.generated += 1;
        let tile = node.board.tile_at(to);
        let g = node.g + self.costs.of(tile, step);
        let board = node.board.after(blank, to);
        match self.states.find(board) {
            Err(_) => {
                let h = self.heuristic.after_slide(node.h, tile, to, blank);
                self.add(Node { board, parent, g, h, step: Some(step), is_open: true });
            }
            Ok(known) if g < self.states.nodes[known as usize].g => {
                let old = &mut self.states.nodes[known as usize];
                (old.parent, old.step, old.g) = (parent, Some(step), g);
                self.open_len -= 1;
                self.push(known);
            }
            Ok(_) => {}
        }
    }

    /// Adds a new state and puts it in the open list.
    fn add(&mut self, node: Node) {
        let number = self.states.add_known(node);
        self.push(number);
    }

    fn push(&mut self, number: u32) {
        let Node { g, h, .. } = self.states.nodes[number as usize];
        self.open.push(Entry { f: Reverse(g + h), g, age: Reverse(self.pushes), node: number });
        self.pushes += 1;
        self.open_len += 1;
        self.statistics.peak_open = self.statistics.peak_open.max(self.open_len);
    }
}
