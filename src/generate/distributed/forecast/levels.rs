//! Estimates how the states of a word are distributed over the levels.
//!
//! The length of a shortest path depends on the sum of the tiles' Manhattan distances. The mean
//! length is larger than the mean sum, because tiles obstruct each other. This effect grows as the
//! board gets narrower and as more cells are occupied. The deviations from the mean are
//! proportional to those of the sum, by a factor that depends on the same two quantities, plus a
//! part that the sum does not explain.
//!
//! The states of a word differ only in the positions of the last tiles. Their lengths are assumed
//! to be normally distributed around the word's own mean. So a level is dense in some words and has
//! no states in others. This determines how many bytes are sent for it.

use crate::board::{Cell, Goal, Shape};
use crate::space::Space;

/// Returns how much the tiles obstruct each other on a board of this shape, as three numbers:
///
/// 1. with a tile on every cell, the relative increase of the mean path length over the mean sum of
///    Manhattan distances;
/// 2. with a tile on every cell, the increase of the factor of the deviations;
/// 3. the correlation of the path length with the sum.
///
/// The first two were fitted to counted levels, the third to the bytes that processes sent each
/// other.
fn crowding(shape: Shape) -> (f64, f64, f64) {
    match shape.rows().min(shape.columns()) {
        2 => (0.95, 0.75, 0.88),
        3 => (0.55, 0.42, 0.92),
        4 => (0.42, 0.25, 0.95),
        _ => (0.42, 0.25, 0.98),
    }
}

/// The factor of the deviations on an almost empty board.
const PROPORTION: f64 = 0.8;

/// The distribution of path lengths in a space, derived from Manhattan distances.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    shape: Shape,
    /// The goal cells of the tiles, in their order.
    goal_cells: Vec<Cell>,
    mean_of_sums: f64,
    variance_of_sums: f64,
    mean: f64,
    proportion: f64,
    correlation: f64,
}

/// The normal distribution of the path lengths of a word's states.
#[derive(Clone, Copy, Debug)]
pub(super) struct LengthsOfWord {
    pub(super) mean: f64,
    pub(super) deviation: f64,
}

impl Lengths {
    pub(super) fn new(space: &Space) -> Self {
        let goal: &Goal = space.goal();
        let (shape, board, pattern) = (goal.shape(), goal.board(), space.pattern());
        let goal_cells: Vec<Cell> =
            shape.all_cells().filter(|cell| pattern.contains(board.tile_at(*cell))).collect();
        let steps = |goal_cell: Cell| {
            shape.all_cells().map(move |cell| shape.steps_between(goal_cell, cell)).sum::<usize>()
        };
        let cells = shape.cells() as f64;
        let variance = |goal_cell: &Cell| {
            let mean = steps(*goal_cell) as f64 / cells;
            let off = |cell| (shape.steps_between(*goal_cell, cell) as f64 - mean).powi(2);
            shape.all_cells().map(off).sum::<f64>() / cells
        };
        let variance_of_sums = goal_cells.iter().map(variance).sum();
        let mean_of_sums =
            goal_cells.iter().map(|goal_cell| steps(*goal_cell)).sum::<usize>() as f64 / shape.cells() as f64;
        let (of_mean, of_proportion, correlation) = crowding(shape);
        let taken = goal_cells.len() as f64 / shape.cells() as f64;
        Self {
            shape,
            goal_cells,
            mean_of_sums,
            variance_of_sums,
            mean: mean_of_sums * (1.0 + of_mean * taken),
            proportion: PROPORTION + of_proportion * taken,
            correlation,
        }
    }

    /// Returns the distribution for the word whose arrangements put these tiles on these cells,
    /// except that the `last` ones are permuted.
    pub(super) fn of_word(&self, cells: &[Cell], tiles: &[u8], last: usize) -> LengthsOfWord {
        let steps =
            |cell: Cell, tile: u8| self.shape.steps_between(cell, self.goal_cells[usize::from(tile)]) as f64;
        let first = cells.len() - last;
        let of_first: f64 = cells.iter().zip(tiles).take(first).map(|(cell, tile)| steps(*cell, *tile)).sum();
        let (cells, tiles) = (&cells[first..], &tiles[first..]);
        // The sum over a random permutation has a known mean and variance (Hoeffding).
        let count = last as f64;
        let of_cell = |cell: Cell| tiles.iter().map(|tile| steps(cell, *tile)).sum::<f64>() / count;
        let of_tile = |tile: u8| cells.iter().map(|cell| steps(*cell, tile)).sum::<f64>() / count;
        let mean = cells.iter().map(|cell| of_cell(*cell)).sum::<f64>() / count;
        let pairs = cells.iter().flat_map(|cell| tiles.iter().map(move |tile| (*cell, *tile)));
        let squares: f64 = pairs
            .map(|(cell, tile)| (steps(cell, tile) - of_cell(cell) - of_tile(tile) + mean).powi(2))
            .sum();
        let variance = squares / (count - 1.0).max(1.0);
        let sum = of_first + count * mean;
        // The sum explains `known` of a length's variance. Within a word, only the word's own
        // variance of the sum remains of that part; the unexplained part is the same in every word.
        let known = self.correlation * self.correlation;
        LengthsOfWord {
            mean: self.mean + self.correlation * self.proportion * (sum - self.mean_of_sums),
            deviation: self.proportion * (known * variance + (1.0 - known) * self.variance_of_sums).sqrt(),
        }
    }
}

impl LengthsOfWord {
    /// Returns the fraction of the word's states at this distance. Their distances all have the
    /// level's parity, so the fraction is twice the density.
    pub(super) fn fraction_at(self, distance: usize) -> f64 {
        let deviations = (distance as f64 - self.mean) / self.deviation;
        2.0 * (-0.5 * deviations * deviations).exp() / (self.deviation * std::f64::consts::TAU.sqrt())
    }
}
