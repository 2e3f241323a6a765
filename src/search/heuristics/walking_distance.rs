//! The walking distance: Ken'ichiro Takahashi's heuristic for the 15-puzzle.
//!
//! Consider only the rows: `count[row][home]` is the number of tiles in `row` whose goal row is
//! `home`. A vertical move takes one tile from a row next to the blank's row into the blank's row.
//! The vertical distance is the least number of such moves that leads to the goal's counts. The
//! horizontal distance is the same for columns. The walking distance is the sum of both.
//!
//! It has these properties:
//!
//! - *Consistent.* A vertical move of the board is a step between two vertical states. It leaves
//!   the horizontal state unchanged, because the counts of columns do not depend on the order of
//!   tiles within a column. Steps can be undone, so the distances of two neighboring states differ
//!   by at most one. The same holds for horizontal moves.
//! - *Admissible.* It is 0 at the goal, and consistent.
//! - *Parity.* Each step takes the blank to a neighboring row. So a vertical distance is odd
//!   exactly if the blank is an odd number of rows from its goal row; likewise for columns. Each
//!   move of a board changes the parity of one of them.
//!
//! It is never below the Manhattan distance: a step brings only one tile closer to its goal row, by
//! at most one. Linear conflicts and the walking distance each count moves that the other misses.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use super::{Claims, Heuristic};
use crate::board::{Board, Cell, Goal, MAX_CELLS, Shape};

/// The least number of vertical moves if only the goal rows of the tiles matter, plus the least
/// number of horizontal moves if only their goal columns do. Admissible, consistent, and never
/// below the Manhattan distance.
///
/// Goals with the blank in the same row share their table of vertical distances, and likewise for
/// columns. A table is built when it is first needed, and kept. For 4x4, it has 24,964 states.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{Heuristic, Manhattan, WalkingDistance};
///
/// let goal = Goal::blank_last(Shape::new(4, 4)?);
/// let walking = WalkingDistance::new(&goal).expect("4x4 is not too large");
/// let board: Board = "4,3,2,1,8,7,6,5,12,11,10,9,0,15,14,13".parse()?;
/// assert_eq!((walking.estimate(&board), Manhattan::new(&goal).estimate(&board)), (35, 29));
/// assert!(WalkingDistance::new(&Goal::blank_last(Shape::new(5, 5)?)).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    vertical: Direction,
    horizontal: Direction,
}

/// The distances of one direction.
#[derive(Clone, Debug)]
struct Direction {
    /// `addends[tile][cell]`: the tile's part of a state's key. 0 for the blank.
    addends: Box<[[u64; MAX_CELLS]; MAX_CELLS]>,
    distances: Arc<Distances>,
}

/// The lines of one direction, rows or columns, and the line of the goal's blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lines {
    count: usize,
    /// Cells of a line.
    len: usize,
    blank: usize,
}

/// Maximum number of lines.
const MAX_LINES: usize = 6;

/// Distances by the key of the state.
type Distances = FxHashMap<u64, u8>;

/// The tables that were built.
static BUILT: Mutex<BTreeMap<Lines, Arc<Distances>>> = Mutex::new(BTreeMap::new());

impl WalkingDistance {
    /// Returns the heuristic for a goal, or `None` if the tables of its shape would be too large.
    /// Shapes up to 2x6, 3x5, and 4x4 are supported. The largest tables, of 2x6 and 3x5, take half
    /// a second to build.
    #[must_use]
    pub fn new(goal: &Goal) -> Option<Self> {
        let (shape, blank) = (goal.shape(), goal.blank());
        let (rows, columns) = (shape.rows(), shape.columns());
        let vertical = Lines { count: rows, len: columns, blank: shape.row(blank) };
        let horizontal = Lines { count: columns, len: rows, blank: shape.column(blank) };
        if vertical.are_too_many() || horizontal.are_too_many() {
            return None;
        }
        Some(Self {
            vertical: Direction::new(goal, vertical, Shape::row),
            horizontal: Direction::new(goal, horizontal, Shape::column),
        })
    }
}

impl Direction {
    fn new(goal: &Goal, lines: Lines, line_of: impl Fn(Shape, Cell) -> usize) -> Self {
        let (shape, board) = (goal.shape(), goal.board());
        let mut addends = Box::new([[0; MAX_CELLS]; MAX_CELLS]);
        for home in shape.all_cells().filter(|home| *home != goal.blank()) {
            for cell in shape.all_cells() {
                addends[board.tile_at(home).index()][cell.index()] =
                    lines.addend(line_of(shape, cell), line_of(shape, home));
            }
        }
        Self { addends, distances: lines.shared_distances() }
    }

    fn distance(&self, board: &Board) -> u8 {
        let addends = board.tiles().iter().enumerate().map(|(cell, tile)| self.addends[tile.index()][cell]);
        // Every board of the shape has an entry, even if it can't reach the goal: exchanging two
        // tiles of the same goal line changes the parity, but no count.
        self.distances.get(&addends.sum()).copied().unwrap_or(0)
    }
}

impl Lines {
    /// Whether there are too many states: more than 1.2 million.
    const fn are_too_many(self) -> bool {
        !matches!((self.count, self.len), (..=4, _) | (5, ..=3) | (6, 2))
    }

    /// The number that a tile adds to the key of a state. A key has a field for each pair of a
    /// line, except the last one, and a goal line. The counts of the last line follow from the
    /// others.
    const fn addend(self, line: usize, home: usize) -> u64 {
        // Enough for the count of a full line. The largest key has 60 bits, for six lines of two.
        let bits = usize::BITS - self.len.leading_zeros();
        if line + 1 == self.count { 0 } else { 1 << (bits as usize * (line * self.count + home)) }
    }

    fn shared_distances(self) -> Arc<Distances> {
        // `try_lock`, because a process that was forked while another thread had the lock would
        // wait forever. If the lock is taken, the table is built again.
        if let Some(found) = BUILT.try_lock().ok().and_then(|built| built.get(&self).cloned()) {
            return found;
        }
        let distances = Arc::new(self.distances());
        match BUILT.try_lock() {
            Ok(mut built) => Arc::clone(built.entry(self).or_insert(distances)),
            Err(_) => distances,
        }
    }

    /// Computes the distances of all states, by breadth-first search from the goal.
    fn distances(self) -> Distances {
        let goal = State::goal(self);
        let mut distances = Distances::default();
        distances.insert(goal.key, 0);
        let mut level = vec![goal];
        for distance in 1.. {
            let mut next = Vec::new();
            for state in &level {
                state.for_each_successor(self, |successor| {
                    distances.entry(successor.key).or_insert_with(|| {
                        next.push(successor);
                        distance
                    });
                });
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        distances
    }
}

/// The tiles of each line, by their goal lines.
#[derive(Clone, Copy)]
struct State {
    counts: [[u8; MAX_LINES]; MAX_LINES],
    blank: usize,
    key: u64,
}

impl State {
    fn goal(lines: Lines) -> Self {
        let mut goal = Self { counts: [[0; MAX_LINES]; MAX_LINES], blank: lines.blank, key: 0 };
        for line in 0..lines.count {
            let tiles = if line == lines.blank { lines.len - 1 } else { lines.len };
            goal.counts[line][line] = tiles as u8;
            goal.key += tiles as u64 * lines.addend(line, line);
        }
        goal
    }

    fn for_each_successor(&self, lines: Lines, mut visit: impl FnMut(Self)) {
        let next = [self.blank.checked_sub(1), Some(self.blank + 1).filter(|line| *line < lines.count)];
        for line in next.into_iter().flatten() {
            for home in (0..lines.count).filter(|home| self.counts[line][*home] > 0) {
                let mut successor = Self { blank: line, ..*self };
                successor.counts[line][home] -= 1;
                successor.counts[self.blank][home] += 1;
                successor.key += lines.addend(self.blank, home);
                successor.key -= lines.addend(line, home);
                visit(successor);
            }
        }
    }
}

impl Heuristic for WalkingDistance {
    fn estimate(&self, board: &Board) -> u32 {
        u32::from(self.vertical.distance(board)) + u32::from(self.horizontal.distance(board))
    }

    fn claims(&self) -> Claims {
        Claims::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize, len: usize, blank: usize) -> Lines {
        Lines { count, len, blank }
    }

    #[test]
    fn a_table_has_every_state_and_is_shared() {
        // The 24,964 states of 4x4 are Takahashi's.
        for (lines, states) in [(lines(2, 2, 1), 4), (lines(3, 3, 2), 105), (lines(4, 4, 0), 24_964)] {
            assert_eq!(lines.distances().len(), states, "{lines:?}");
        }
        assert!(Arc::ptr_eq(&lines(4, 4, 3).shared_distances(), &lines(4, 4, 3).shared_distances()));
    }

    #[test]
    fn every_shape_has_tables_or_is_too_large() {
        let mut served = Vec::new();
        let sides = (2..=5).flat_map(|rows| (rows..=12).map(move |columns| (rows, columns)));
        for shape in sides.filter_map(|(rows, columns)| Shape::new(rows, columns).ok()) {
            let goals = [Goal::blank_last(shape), Goal::blank_first(shape)].map(|goal| {
                let walking = WalkingDistance::new(&goal)?;
                let states = [&walking.vertical, &walking.horizontal].map(|each| each.distances.len());
                Some(states.into_iter().max().unwrap())
            });
            assert_eq!(goals[0], goals[1], "{shape}");
            if let Some(states) = goals[0] {
                assert!(states <= 1_200_000, "{states} states of {shape}");
                served.push(shape.to_string());
            }
        }
        assert_eq!(served.join(" "), "2x2 2x3 2x4 2x5 2x6 3x3 3x4 3x5 4x4");
    }
}
