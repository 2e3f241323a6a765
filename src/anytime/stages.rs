//! The order in which tiles are placed, with a table of distances for each stage.
//!
//! The outer row or column of the rest of the board is filled, always along the longer side, and is
//! not touched again. The line with the goal cell of the blank is left for the end. The tiles of a
//! line are placed one by one, except for the last two, which are placed together: the last one
//! alone could only reach its place through that of the one before. When at most six cells are
//! left, they are solved at once.
//!
//! The table of a stage has the number of moves that bring its tiles to their cells, given the
//! cells of the blank and of these tiles. Tiles placed before are not touched, and nothing else
//! matters. It is computed once, by breadth-first search from the end. A stage can always be
//! completed: the free cells are a rectangle of at least two rows and columns, possibly with two or
//! more cells of an adjacent line. There, any arrangement of the stage's tiles can be reached,
//! since two other tiles may be exchanged.

use std::collections::VecDeque;
use std::ops::Range;

use super::state::{Geometry, State};
use crate::board::{LargeShape, MAX_LARGE_CELLS, Move};

/// Maximum number of cells to be solved at once.
const SOLVED_AT_ONCE_IN_CELLS: usize = 6;

/// The cells of the blank and of the tiles of a stage; zero past the last.
pub(super) type TrackedCells = [u8; SOLVED_AT_ONCE_IN_CELLS];

/// Tiles that are placed together, after those of other stages.
pub(super) struct Stage {
    /// The tiles, by their goal cells.
    goal_cells: Vec<u8>,
    /// Whether each cell was filled before.
    is_fixed: [bool; MAX_LARGE_CELLS],
    /// The digit of each free cell in the number of a state.
    digits: [usize; MAX_LARGE_CELLS],
    /// The number of free cells.
    free: usize,
    /// The number of moves to the end, indexed by the number of a state.
    distances: Vec<u16>,
}

impl Stage {
    /// The distance of an impossible state, in which two tiles would be in one cell.
    const IMPOSSIBLE: u16 = u16::MAX;

    /// Returns all stages for a goal with the blank on the cell `home`.
    pub(super) fn all(geometry: &Geometry, home: u8) -> Vec<Self> {
        let mut is_fixed = [false; MAX_LARGE_CELLS];
        let mut stages = Vec::new();
        let mut add = |goal_cells: &[u8]| {
            stages.push(Self::new(geometry, goal_cells, is_fixed));
            for goal_cell in goal_cells {
                is_fixed[usize::from(*goal_cell)] = true;
            }
        };
        let (lines, rest) = lines(geometry.shape, home);
        for line in lines {
            let (singly, together) = line.split_at(line.len() - 2);
            singly.chunks(1).for_each(&mut add);
            add(together);
        }
        add(&rest);
        stages
    }

    fn new(geometry: &Geometry, goal_cells: &[u8], is_fixed: [bool; MAX_LARGE_CELLS]) -> Self {
        let free: Vec<u8> = geometry.cells().filter(|cell| !is_fixed[usize::from(*cell)]).collect();
        let mut digits = [0; MAX_LARGE_CELLS];
        for (digit, cell) in free.iter().enumerate() {
            digits[usize::from(*cell)] = digit;
        }
        let mut states = 1;
        for _ in 0..=goal_cells.len() {
            states *= free.len();
        }
        let distances = vec![Self::IMPOSSIBLE; states];
        let mut stage =
            Self { goal_cells: goal_cells.to_vec(), is_fixed, digits, free: free.len(), distances };
        stage.fill(geometry, &free);
        stage
    }

    /// Fills the table by breadth-first search from all states with the tiles in place.
    fn fill(&mut self, geometry: &Geometry, free: &[u8]) {
        let mut queue = VecDeque::new();
        for blank in free.iter().filter(|cell| !self.goal_cells.contains(cell)) {
            let mut end = TrackedCells::default();
            end[0] = *blank;
            end[1..=self.goal_cells.len()].copy_from_slice(&self.goal_cells);
            let number = self.number(&end);
            self.distances[number] = 0;
            queue.push_back((end, 0));
        }
        while let Some((tracked, distance)) = queue.pop_front() {
            for &(_, to) in geometry.moves_from(tracked[0]) {
                if self.is_fixed[usize::from(to)] {
                    continue;
                }
                let next = slid(&tracked, to);
                let number = self.number(&next);
                if self.distances[number] == Self::IMPOSSIBLE {
                    self.distances[number] = distance + 1;
                    queue.push_back((next, distance + 1));
                }
            }
        }
    }

    /// The number of a state: the cells of the blank and of the tiles, read as digits.
    fn number(&self, tracked: &TrackedCells) -> usize {
        let cells = tracked[..=self.goal_cells.len()].iter().rev();
        cells.fold(0, |number, cell| number * self.free + self.digits[usize::from(*cell)])
    }

    /// The cells of the blank and of this stage's tiles.
    pub(super) fn tracked_cells(&self, geometry: &Geometry, state: &State) -> TrackedCells {
        let mut tracked = TrackedCells::default();
        tracked[0] = state.blank;
        for (tracked_cell, goal_cell) in tracked[1..].iter_mut().zip(&self.goal_cells) {
            *tracked_cell = geometry
                .cells()
                .find(|cell| state.goal_cells[usize::from(*cell)] == *goal_cell)
                .unwrap_or_default();
        }
        tracked
    }

    /// The number of moves to the end of this stage.
    pub(super) fn distance(&self, tracked: &TrackedCells) -> u16 {
        self.distances[self.number(tracked)]
    }

    /// Whether the blank may move to a cell.
    pub(super) const fn is_free(&self, cell: u8) -> bool {
        !self.is_fixed[cell as usize]
    }
}

/// The cells of the blank and of the tiles after the blank moves to an adjacent cell.
pub(super) fn slid(tracked: &TrackedCells, to: u8) -> TrackedCells {
    let mut next = tracked.map(|cell| if cell == to { tracked[0] } else { cell });
    next[0] = to;
    next
}

/// Returns moves that complete all remaining stages, each by the fewest moves.
pub(super) fn place_all(geometry: &Geometry, stages: &[Stage], start: &State) -> Vec<Move> {
    let mut state = *start;
    let mut moves = Vec::new();
    for stage in stages {
        let mut tracked = stage.tracked_cells(geometry, &state);
        while let Some(left) = stage.distance(&tracked).checked_sub(1) {
            let nearer =
                |&&(_, to): &&(Move, u8)| stage.is_free(to) && stage.distance(&slid(&tracked, to)) == left;
            let Some(&(step, to)) = geometry.moves_from(state.blank).iter().find(nearer) else { break };
            state.slide(geometry.shape, step);
            tracked = slid(&tracked, to);
            moves.push(step);
        }
    }
    moves
}

/// Returns the tiles in the order in which lines are filled, and those of the few cells that are
/// left.
fn lines(shape: LargeShape, home: u8) -> (Vec<Vec<u8>>, Vec<u8>) {
    let (row_of_home, column_of_home) =
        (usize::from(home) / shape.columns(), usize::from(home) % shape.columns());
    #[expect(clippy::cast_possible_truncation, reason = "cells are below MAX_LARGE_CELLS")]
    let cell = |row: usize, column: usize| (row * shape.columns() + column) as u8;
    let (mut rows, mut columns) = (0..shape.rows(), 0..shape.columns());
    let mut lines: Vec<Vec<u8>> = Vec::new();
    while rows.len() * columns.len() > SOLVED_AT_ONCE_IN_CELLS {
        lines.push(if rows.len() >= columns.len() {
            let row = take_end(&mut rows, row_of_home);
            columns.clone().map(|column| cell(row, column)).collect()
        } else {
            let column = take_end(&mut columns, column_of_home);
            rows.clone().map(|row| cell(row, column)).collect()
        });
    }
    let rest = rows.flat_map(|row| columns.clone().map(move |column| cell(row, column)));
    (lines, rest.filter(|goal_cell| *goal_cell != home).collect())
}

/// Takes the first line, or the last one if the first has to stay.
fn take_end(lines: &mut Range<usize>, stays: usize) -> usize {
    if lines.start == stays {
        lines.end -= 1;
        lines.end
    } else {
        lines.start += 1;
        lines.start - 1
    }
}
