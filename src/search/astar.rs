//! A*: Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*,
//! IEEE Transactions on Systems Science and Cybernetics 4 (1968).

use std::time::Instant;

use rustc_hash::FxHashMap;

use super::manhattan::Manhattan;
use super::open_list::OpenList;
use super::outcome::{Outcome, Statistics};
use super::problem::Problem;
use crate::board::{Board, Move};

/// A state that has been generated: about 48 bytes, and as much again in the map of what is known.
#[derive(Debug)]
struct Node {
    board: Board,
    /// Where it was reached from, and by which move; none for the start.
    parent: Option<(u32, Move)>,
    g: u32,
    h: u32,
    is_open: bool,
}

/// Finds an optimal path. A state is kept once; when a shorter way to it is found, it takes that, and is
/// opened again if it was closed (which a consistent heuristic never needs).
#[must_use]
pub fn astar(problem: &Problem, heuristic: &Manhattan) -> Outcome {
    let clock = Instant::now();
    let mut search = Search::from(problem, heuristic);
    let goal = problem.goal().board();
    while let Some(node) = search.next() {
        if search.nodes[node as usize].board == goal {
            let moves = search.path_to(node);
            let statistics = Statistics { elapsed: clock.elapsed(), ..search.statistics };
            return Outcome { moves, is_optimal: true, statistics };
        }
        search.expand(node, heuristic);
    }
    unreachable!("a problem's goal can be reached from its start");
}

#[derive(Debug)]
struct Search {
    nodes: Vec<Node>,
    known: FxHashMap<Board, u32>,
    open: OpenList,
    /// Entries of the open list that still count: a state that was reached again in fewer moves has a newer one.
    open_len: u64,
    statistics: Statistics,
}

impl Search {
    fn from(problem: &Problem, heuristic: &Manhattan) -> Self {
        let mut search = Self {
            nodes: Vec::new(),
            known: FxHashMap::default(),
            open: OpenList::default(),
            open_len: 0,
            statistics: Statistics { generated: 1, ..Statistics::default() },
        };
        search.add(*problem.start(), None, 0, heuristic.of(problem.start()));
        search
    }

    /// Takes the best node out of the open list, past the entries that no longer count.
    fn next(&mut self) -> Option<u32> {
        loop {
            let (g, number) = self.open.pop()?;
            let node = &mut self.nodes[number as usize];
            if node.is_open && node.g == g {
                node.is_open = false;
                self.open_len -= 1;
                return Some(number);
            }
        }
    }

    fn expand(&mut self, number: u32, heuristic: &Manhattan) {
        self.statistics.expanded += 1;
        let Node { board, g, h, .. } = self.nodes[number as usize];
        for (step, next) in board.successors() {
            self.statistics.generated += 1;
            let parent = Some((number, step));
            match self.known.get(&next) {
                None => self.add(next, parent, g + 1, heuristic.after(h, &next, step)),
                Some(&known) if g + 1 < self.nodes[known as usize].g => self.improve(known, parent, g + 1),
                Some(_) => {}
            }
        }
    }

    fn add(&mut self, board: Board, parent: Option<(u32, Move)>, g: u32, h: u32) {
        let number = u32::try_from(self.nodes.len()).expect("2^32 nodes take more memory than there is");
        self.nodes.push(Node { board, parent, g, h, is_open: true });
        self.known.insert(board, number);
        self.push(number);
    }

    fn improve(&mut self, number: u32, parent: Option<(u32, Move)>, g: u32) {
        let node = &mut self.nodes[number as usize];
        (node.parent, node.g) = (parent, g);
        if node.is_open {
            self.open_len -= 1;
        } else {
            node.is_open = true;
            self.statistics.reopened += 1;
        }
        self.push(number);
    }

    fn push(&mut self, number: u32) {
        let Node { g, h, .. } = self.nodes[number as usize];
        self.open.push(g + h, g, number);
        self.open_len += 1;
        self.statistics.peak_open = self.statistics.peak_open.max(self.open_len);
    }

    fn path_to(&self, node: u32) -> Vec<Move> {
        let before = |(node, _): &(u32, Move)| self.nodes[*node as usize].parent;
        let mut moves: Vec<Move> =
            std::iter::successors(self.nodes[node as usize].parent, before).map(|(_, step)| step).collect();
        moves.reverse();
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::search::ProblemError;
    use std::collections::{HashMap, VecDeque};

    /// On every board of small shapes: a path that leads to the goal, as long as a plain queue says.
    #[test]
    fn paths_are_legal_and_shortest() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            let shape = Shape::new(rows, columns).unwrap();
            for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
                let mut distances = HashMap::from([(goal.board(), 0)]);
                let mut queue = VecDeque::from([goal.board()]);
                while let Some(board) = queue.pop_front() {
                    let distance = distances[&board];
                    let outcome = astar(&Problem::new(board, goal).unwrap(), &Manhattan::new(&goal));
                    assert_eq!(outcome.moves.len(), distance);
                    let end = outcome.moves.iter().try_fold(board, |board, step| board.after(*step));
                    assert_eq!(end, Some(goal.board()));
                    for (_, next) in board.successors() {
                        distances.entry(next).or_insert_with(|| {
                            queue.push_back(next);
                            distance + 1
                        });
                    }
                }
            }
        }
    }

    #[test]
    fn counts_follow_their_definitions() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let counts = |numbers: [u32; 9]| {
            let board = Board::new(Shape::THREE_BY_THREE, &numbers).unwrap();
            let Statistics { expanded, generated, peak_open, reopened, .. } =
                astar(&Problem::new(board, goal).unwrap(), &Manhattan::new(&goal)).statistics;
            (expanded, generated, peak_open, reopened)
        };
        assert_eq!(counts([1, 2, 3, 4, 5, 6, 7, 8, 0]), (0, 1, 1, 0));
        // One expansion: the start, with three successors. The goal is the second of them.
        assert_eq!(counts([1, 2, 3, 4, 5, 6, 7, 0, 8]), (1, 4, 3, 0));
    }

    #[test]
    fn the_unsolvable_is_refused_before_any_search() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let start = Board::new(Shape::THREE_BY_THREE, &[2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
        assert_eq!(Problem::new(start, goal), Err(ProblemError::Unsolvable { start, goal }));
    }
}
