//! How far from the goal the states of a word are, where nobody has counted them.
//!
//! The length of a shortest path goes with the sum of the tiles' Manhattan distances: its mean is larger by what the tiles are
//! in each other's way, and that is more the less room there is, by the board's shorter side and by the part of the cells that
//! the tiles take. Around the mean it goes up and down with the sum, in a proportion that follows from the same two, and with
//! what the sum does not tell.
//!
//! The states of a word differ in where the last tiles are. Their lengths are taken to be normally distributed around the
//! word's own mean. So a level is dense in some words, and has nothing in others: that is what decides how many bytes are sent
//! for it.

use crate::board::{Cell, Goal, Shape};
use crate::space::Space;

/// What the tiles are in each other's way.
struct Crowding {
    /// How much more than the sum of Manhattan distances the mean is, if all cells had tiles.
    of_mean: f64,
    /// What is added to the proportion of the deviations, if all cells had tiles.
    of_proportion: f64,
    /// How far the length goes with the sum: their correlation.
    correlation: f64,
}

/// By the shorter side. The first two were found from levels that were counted, the third from what ranks sent each other.
fn crowding(shape: Shape) -> Crowding {
    let (of_mean, of_proportion, correlation) = match shape.rows().min(shape.columns()) {
        2 => (0.95, 0.75, 0.88),
        3 => (0.55, 0.42, 0.92),
        4 => (0.42, 0.25, 0.95),
        _ => (0.42, 0.25, 0.98),
    };
    Crowding { of_mean, of_proportion, correlation }
}

/// The proportion of the deviations where there is nothing but room.
const PROPORTION: f64 = 0.8;

/// The lengths of shortest paths in a space, by Manhattan distances.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    shape: Shape,
    /// The cells of the tiles in the goal, in their order.
    homes: Vec<Cell>,
    mean_of_sums: f64,
    variance_of_sums: f64,
    mean: f64,
    proportion: f64,
    correlation: f64,
}

/// The lengths of a word's states: those around this mean are the most.
#[derive(Clone, Copy, Debug)]
pub(super) struct LengthsOfWord {
    pub(super) mean: f64,
    pub(super) deviation: f64,
}

impl Lengths {
    pub(super) fn of(space: &Space) -> Self {
        let goal: &Goal = space.goal();
        let (shape, board, pattern) = (goal.shape(), goal.board(), space.pattern());
        let homes: Vec<Cell> =
            shape.all_cells().filter(|cell| pattern.contains(board.tile_at(*cell))).collect();
        let steps =
            |home: Cell| shape.all_cells().map(move |cell| shape.steps_between(home, cell)).sum::<usize>();
        let cells = shape.cells() as f64;
        let variance = |home: &Cell| {
            let mean = steps(*home) as f64 / cells;
            let off = |cell| (shape.steps_between(*home, cell) as f64 - mean).powi(2);
            shape.all_cells().map(off).sum::<f64>() / cells
        };
        let variance_of_sums = homes.iter().map(variance).sum();
        let mean_of_sums = homes.iter().map(|home| steps(*home)).sum::<usize>() as f64 / shape.cells() as f64;
        let Crowding { of_mean, of_proportion, correlation } = crowding(shape);
        let taken = homes.len() as f64 / shape.cells() as f64;
        Self {
            shape,
            homes,
            mean_of_sums,
            variance_of_sums,
            mean: mean_of_sums * (1.0 + of_mean * taken),
            proportion: PROPORTION + of_proportion * taken,
            correlation,
        }
    }

    /// Those of the word whose arrangements put these tiles on these cells, but for the last ones, so many, which change places.
    pub(super) fn of_word(&self, cells: &[Cell], tiles: &[u8], last: usize) -> LengthsOfWord {
        let steps =
            |cell: Cell, tile: u8| self.shape.steps_between(cell, self.homes[usize::from(tile)]) as f64;
        let first = cells.len() - last;
        let of_first: f64 = cells.iter().zip(tiles).take(first).map(|(cell, tile)| steps(*cell, *tile)).sum();
        let (cells, tiles) = (&cells[first..], &tiles[first..]);
        // The sum of a random choice of one in each row and column: the mean and the variance are known.
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
        // What the sum tells of the length is gone where it is given; what it does not tell is the same in every word.
        let known = self.correlation * self.correlation;
        LengthsOfWord {
            mean: self.mean + self.correlation * self.proportion * (sum - self.mean_of_sums),
            deviation: self.proportion * (known * variance + (1.0 - known) * self.variance_of_sums).sqrt(),
        }
    }
}

impl LengthsOfWord {
    /// The part of the word's states that are so far from the goal. All of them are so many moves from it that their parity is
    /// that of the level: so every other distance has none, and the others have the more.
    pub(super) fn part_at(self, distance: usize) -> f64 {
        let deviations = (distance as f64 - self.mean) / self.deviation;
        2.0 * (-0.5 * deviations * deviations).exp() / (self.deviation * std::f64::consts::TAU.sqrt())
    }
}
