//! The order in which a program takes states from its queue.
//!
//! Most programs compare only some numbers of a node, and their results depend on how the queue of
//! their language breaks ties. Each usual way is reproduced exactly.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::puzzle::State;

/// A state in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Node {
    /// The number that decides first: the smallest is taken first.
    pub(super) rank: u32,
    pub(super) state: State,
    /// Number of moves made.
    pub(super) moves: u32,
}

/// Tie-breaking: the node taken first among those of the smallest rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    /// The oldest: a sorted list, or a counter in each node.
    Oldest,
    /// The newest.
    Newest,
    /// The smallest list of tiles: `(f, board)` in a queue that compares tuples.
    SmallestBoard,
    /// The node that the heap happens to put on top, in Python's `heapq` and the C++ library.
    PythonHeap,
    /// The same in Java's `PriorityQueue`.
    JavaHeap,
}

impl Ties {
    pub(super) const ALL: [Self; 5] =
        [Self::Oldest, Self::Newest, Self::SmallestBoard, Self::PythonHeap, Self::JavaHeap];
}

/// Nodes waiting to be expanded.
#[derive(Debug)]
pub(super) struct Queue {
    ties: Ties,
    /// Used if ties are broken by a number.
    sorted: BinaryHeap<Reverse<(u32, u64, Node)>>,
    /// Used if the heap breaks ties.
    heap: Vec<Node>,
    pushed: u64,
}

impl Queue {
    pub(super) const fn new(ties: Ties) -> Self {
        Self { ties, sorted: BinaryHeap::new(), heap: Vec::new(), pushed: 0 }
    }

    pub(super) fn push(&mut self, node: Node) {
        self.pushed += 1;
        let tie = match self.ties {
            Ties::Oldest => self.pushed,
            Ties::Newest => u64::MAX - self.pushed,
            Ties::SmallestBoard => node.state.tiles(),
            Ties::PythonHeap | Ties::JavaHeap => {
                self.heap.push(node);
                return self.rise(self.heap.len() - 1, node);
            }
        };
        self.sorted.push(Reverse((node.rank, tie, node)));
    }

    pub(super) fn pop(&mut self) -> Option<Node> {
        match self.ties {
            Ties::PythonHeap => self.pop_from_heap(Self::sink_to_the_end),
            Ties::JavaHeap => self.pop_from_heap(Self::sink_while_worse),
            _ => self.sorted.pop().map(|Reverse((_, _, node))| node),
        }
    }

    /// Takes the first node out and lets the last one sink from its place.
    fn pop_from_heap(&mut self, sink: fn(&mut Self, Node)) -> Option<Node> {
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else { return Some(last) };
        sink(self, last);
        Some(first)
    }

    /// Sifts a node up from a hole: moves larger ancestors down, then puts the node in their place.
    fn rise(&mut self, mut hole: usize, node: Node) {
        while hole > 0 {
            let above = (hole - 1) / 2;
            if self.heap[above].rank <= node.rank {
                break;
            }
            self.heap[hole] = self.heap[above];
            hole = above;
        }
        self.heap[hole] = node;
    }

    /// Moves the hole at the top down to the end, always taking the right one of equal children;
    /// the node rises from there.
    fn sink_to_the_end(&mut self, node: Node) {
        let mut hole = 0;
        while let Some(child) = self.smaller_child(hole, |right, left| right <= left) {
            self.heap[hole] = self.heap[child];
            hole = child;
        }
        self.rise(hole, node);
    }

    /// Moves the hole at the top down until no child is smaller than the node, taking the left one
    /// of equal children.
    fn sink_while_worse(&mut self, node: Node) {
        let mut hole = 0;
        while let Some(child) = self.smaller_child(hole, |right, left| right < left)
            && self.heap[child].rank < node.rank
        {
            self.heap[hole] = self.heap[child];
            hole = child;
        }
        self.heap[hole] = node;
    }

    fn smaller_child(&self, of: usize, takes_right: fn(u32, u32) -> bool) -> Option<usize> {
        let (left, right) = (2 * of + 1, 2 * of + 2);
        if right < self.heap.len() && takes_right(self.heap[right].rank, self.heap[left].rank) {
            Some(right)
        } else {
            (left < self.heap.len()).then_some(left)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::Board;

    /// Boards in the order in which they are pushed, with their ranks.
    const PUSHED: [(&str, u32); 8] = [
        ("312456780", 2),
        ("123456780", 1),
        ("213456780", 1),
        ("132456780", 2),
        ("321456780", 1),
        ("231456780", 2),
        ("412356780", 1),
        ("142356780", 1),
    ];

    /// The order in which the boards of [`PUSHED`] come out, by number; their moves are the
    /// numbers.
    fn order(ties: Ties, rank: fn(u32) -> u32) -> Vec<u32> {
        let mut queue = Queue::new(ties);
        for (moves, (board, given)) in (0..).zip(PUSHED) {
            let state = State::new(&board.parse::<Board>().unwrap());
            queue.push(Node { rank: rank(given), state, moves });
        }
        std::iter::from_fn(|| queue.pop()).map(|node| node.moves).collect()
    }

    #[test]
    fn each_rule_has_its_order() {
        let given = |rank| rank;
        assert_eq!(order(Ties::Oldest, given), [1, 2, 4, 6, 7, 0, 3, 5]);
        assert_eq!(order(Ties::Newest, given), [7, 6, 4, 2, 1, 5, 3, 0]);
        assert_eq!(order(Ties::SmallestBoard, given), [1, 7, 2, 4, 6, 3, 5, 0]);
        // From Python's `heapq` and Java's `PriorityQueue`, with nodes that compare only ranks.
        assert_eq!(order(Ties::PythonHeap, given), [1, 2, 6, 4, 7, 5, 3, 0]);
        assert_eq!(order(Ties::JavaHeap, given), [1, 4, 6, 7, 2, 3, 0, 5]);
        assert_eq!(order(Ties::PythonHeap, |_| 1), [0, 2, 6, 5, 7, 4, 1, 3]);
        assert_eq!(order(Ties::JavaHeap, |_| 1), [0, 7, 6, 5, 4, 3, 2, 1]);
    }
}
