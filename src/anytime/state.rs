//! A board whose tiles are named by the cells where they belong.

use crate::board::{LargeShape, MAX_LARGE_CELLS, Move};

/// A board with a goal. The name of a tile, or of the blank, is the cell where the goal has it. So
/// every goal has each name in the cell of the same number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// The name on each cell; zero past the last cell.
    pub(super) names: [u8; MAX_LARGE_CELLS],
    /// The cell of the blank.
    pub(super) blank: u8,
}

impl State {
    /// Makes a move. Returns whether it was legal.
    pub(super) fn slide(&mut self, shape: LargeShape, step: Move) -> bool {
        let Some(to) = shape.neighbor(self.blank, step) else { return false };
        self.names.swap(self.blank.into(), to.into());
        self.blank = to;
        true
    }
}

/// Tables of moves and distances, which are needed millions of times per second.
pub(super) struct Geometry {
    pub(super) shape: LargeShape,
    /// For each cell of the blank, the legal moves with the cells they lead to.
    ways: Vec<Vec<(Move, u8)>>,
    /// The number of steps between each two cells.
    distances: Box<[[u8; MAX_LARGE_CELLS]; MAX_LARGE_CELLS]>,
}

impl Geometry {
    #[expect(clippy::cast_possible_truncation, reason = "cells are below MAX_LARGE_CELLS")]
    pub(super) fn new(shape: LargeShape) -> Self {
        let cells = shape.cells() as u8;
        let ways =
            |cell| Move::ALL.into_iter().filter_map(move |step| Some((step, shape.neighbor(cell, step)?)));
        let mut distances = Box::new([[0; MAX_LARGE_CELLS]; MAX_LARGE_CELLS]);
        for (one, other) in (0..cells).flat_map(|one| (0..cells).map(move |other| (one, other))) {
            distances[usize::from(one)][usize::from(other)] = shape.steps_between(one, other);
        }
        Self { shape, ways: (0..cells).map(|cell| ways(cell).collect()).collect(), distances }
    }

    /// All cells.
    #[expect(clippy::cast_possible_truncation, reason = "cells are below MAX_LARGE_CELLS")]
    pub(super) fn cells(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.shape.cells() as u8
    }

    /// The legal moves of the blank, with the cells they lead to.
    pub(super) fn ways(&self, blank: u8) -> &[(Move, u8)] {
        &self.ways[usize::from(blank)]
    }

    /// The number of steps between two cells along rows and columns.
    pub(super) fn distance(&self, one: u8, other: u8) -> u8 {
        self.distances[usize::from(one)][usize::from(other)]
    }
}
