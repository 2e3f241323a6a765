//! Iterative deepening A*: Korf, *Depth-First Iterative-Deepening: An Optimal Admissible Tree Search*, Artificial
//! Intelligence 27 (1985).
//!
//! Depth-first searches that leave out whatever has g + h above a bound: first the start's estimate, then two more each
//! time, since estimates have the parity of the distance. A search that finds nothing proves that no path is as short as
//! its bound. Memory is that of one path with its open choices. No move is taken back at once; that is all the pruning
//! beside the heuristic, so all iterations but the last expand what they do in the literature. How much of the last one
//! is searched depends on the order of the successors.

use super::catalogue::{Catalogue, Lookup};
use super::limits::{Limit, LimitReached, Limits, Watch};
use super::outcome::{Guarantee, Outcome, Statistics};
use super::problem::Problem;
use crate::board::{Move, Shape};

/// A state on the stack.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The slot on each cell, five bits each.
    board: u128,
    regular: Lookup,
    reflected: Lookup,
    /// How much the bound leaves above g + h; below 0 the node is not searched.
    slack: i16,
    reflected_slack: i16,
    g: u16,
    blank: u8,
    /// The move that led here; at the start, none.
    step: Option<Move>,
}

/// The moves from a cell after a move: what the search looks up for each node.
#[derive(Debug)]
struct Steps {
    /// By cell and by the last move (4 for none): the moves, in the order R, L, D, U, of which a stack gives the last first,
    /// with the cells that they lead to.
    by_cell_and_last: Vec<Vec<(Move, u8)>>,
}

impl Steps {
    fn of(shape: Shape) -> Self {
        let mut by_cell_and_last = Vec::new();
        for cell in shape.all_cells() {
            for last in Move::ALL.into_iter().map(Some).chain([None]) {
                let goes_on = |step: &Move| last != Some(step.inverse());
                let steps = [Move::Right, Move::Left, Move::Down, Move::Up].into_iter().filter(goes_on);
                let to = steps.filter_map(|step| Some((step, shape.neighbour(cell, step)?.index() as u8)));
                by_cell_and_last.push(to.collect());
            }
        }
        Self { by_cell_and_last }
    }

    #[inline]
    fn from(&self, blank: u8, last: Option<Move>) -> &[(Move, u8)] {
        &self.by_cell_and_last[usize::from(blank) * 5 + last.map_or(4, |step| step as usize)]
    }
}

/// Finds an optimal path with a catalogue. Of a state's successors the one with the least estimate is searched first,
/// and among equals the order is U, D, L, R; so the path and all counts are the same on every run.
///
/// # Errors
/// [`LimitReached`] if a limit comes before the answer.
///
/// # Panics
/// If the catalogue is for another goal than the problem's.
pub fn ida(problem: &Problem, catalogue: &Catalogue, limits: Limits) -> Result<Outcome, LimitReached> {
    assert_eq!(problem.goal(), catalogue.goal(), "a catalogue serves its own goal");
    let mut search = Search {
        catalogue,
        goal: catalogue.pack(&problem.goal().board()),
        steps: Steps::of(problem.goal().shape()),
        watch: Watch::start(limits),
        statistics: Statistics { generated: 1, ..Statistics::default() },
        stack: Vec::new(),
        path: Vec::new(),
    };
    let (regular, reflected) = catalogue.look_up(problem.start());
    let mut bound = regular.sum().max(reflected.sum());
    let slack = |bound: u32, lookup: &Lookup| i16::try_from(bound - lookup.sum()).unwrap_or(i16::MAX);
    let blank = problem.start().blank().index() as u8;
    let board = catalogue.pack(problem.start());
    loop {
        let (slack, reflected_slack) = (slack(bound, &regular), slack(bound, &reflected));
        let start = Node { board, regular, reflected, slack, reflected_slack, g: 0, blank, step: None };
        let found = if catalogue.is_reflected() {
            search.deepen::<true>(start)
        } else {
            search.deepen::<false>(start)
        };
        let statistics = Statistics { elapsed: search.watch.elapsed(), ..search.statistics };
        match found {
            Found::Path => {
                return Ok(Outcome { moves: search.path, guarantee: Guarantee::Optimal, statistics });
            }
            Found::Limit(limit) => return Err(LimitReached { limit, at_least: bound, statistics }),
            Found::Nothing => bound += 2,
        }
    }
}

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Path,
    Nothing,
    Limit(Limit),
}

#[derive(Debug)]
struct Search<'a> {
    catalogue: &'a Catalogue,
    /// The goal, packed as the nodes' boards are.
    goal: u128,
    steps: Steps,
    watch: Watch,
    statistics: Statistics,
    stack: Vec<Node>,
    /// The moves to the node that is expanded.
    path: Vec<Move>,
}

impl Search<'_> {
    /// Searches all nodes within the bound that the start's slack stands for.
    fn deepen<const REFLECTED: bool>(&mut self, start: Node) -> Found {
        self.stack.clear();
        self.path.clear();
        self.stack.push(start);
        while let Some(node) = self.stack.pop() {
            self.path.truncate(usize::from(node.g).saturating_sub(1));
            self.path.extend(node.step);
            // Not "the sum is 0": even a damaged table must not end the search elsewhere.
            if node.board == self.goal {
                return Found::Path;
            }
            if let Some(limit) = self.watch.reached(self.statistics.expanded, self.stack.len()) {
                return Found::Limit(limit);
            }
            self.expand::<REFLECTED>(&node);
        }
        Found::Nothing
    }

    #[inline]
    fn expand<const REFLECTED: bool>(&mut self, node: &Node) {
        self.statistics.expanded += 1;
        let first = self.stack.len();
        for &(step, to) in self.steps.from(node.blank, node.step) {
            self.statistics.generated += 1;
            let number = (node.board >> (5 * to)) as usize & 31;
            let slot = self.catalogue.slot(number);
            let (pattern, index, entry) = self.catalogue.after(&node.regular, slot, to, node.blank);
            let slack = node.slack - 1 + i16::from(node.regular.entry[pattern]) - i16::from(entry);
            if slack < 0 {
                continue;
            }
            let mut next = Node { slack, g: node.g + 1, blank: to, step: Some(step), ..*node };
            (next.regular.index[pattern], next.regular.entry[pattern]) = (index, entry);
            if REFLECTED {
                let (pattern, index, entry) =
                    self.catalogue.after_reflected(&node.reflected, slot, to, node.blank);
                next.reflected_slack =
                    node.reflected_slack - 1 + i16::from(node.reflected.entry[pattern]) - i16::from(entry);
                if next.reflected_slack < 0 {
                    continue;
                }
                (next.reflected.index[pattern], next.reflected.entry[pattern]) = (index, entry);
            }
            let exchange = (number ^ 31) as u128;
            next.board = node.board ^ exchange << (5 * to) ^ exchange << (5 * node.blank);
            self.stack.push(next);
        }
        // The most promising comes out first; among equals the order stays.
        self.stack[first..].sort_by_key(|node| node.slack.min(node.reflected_slack));
    }
}
