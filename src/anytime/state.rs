//! A board whose tiles are represented by their goal cells.

use crate::board::{LargeShape, MAX_LARGE_CELLS, Move};

/// A board with a goal. A tile, or the blank, is represented by the cell where the goal has it. So
/// in the goal, each cell has its own number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// The goal cell of what is on each cell; zero past the last cell.
    pub(super) goal_cells: [u8; MAX_LARGE_CELLS],
    /// The cell of the blank.
    pub(super) blank: u8,
}

impl State {
    /// Makes a move. Returns whether it was legal.
    pub(super) fn slide(&mut self, shape: LargeShape, step: Move) -> bool {
        let Some(to) = shape.neighbor(self.blank, step) else { return false };
        self.goal_cells.swap(self.blank.into(), to.into());
        self.blank = to;
        true
    }
}

/// Tables of moves and distances, which are needed millions of times per second.
pub(super) struct Geometry {
    pub(super) shape: LargeShape,
    /// For each cell of the blank, the legal moves with the cells they lead to.
    moves: Vec<Vec<(Move, u8)>>,
    /// The number of steps between each two cells.
    distances: Box<[[u8; MAX_LARGE_CELLS]; MAX_LARGE_CELLS]>,
}

impl Geometry {
    #[expect(clippy::cast_possible_truncation, reason = "cells are below MAX_LARGE_CELLS")]
    pub(super) fn new(shape: LargeShape) -> Self {
        let cells = shape.cells() as u8;
        let moves =
            |cell| Move::ALL.into_iter().filter_map(move |step| Some((step, shape.neighbor(cell, step)?)));
        let mut distances = Box::new([[0; MAX_LARGE_CELLS]; MAX_LARGE_CELLS]);
        for (one, other) in (0..cells).flat_map(|one| (0..cells).map(move |other| (one, other))) {
            distances[usize::from(one)][usize::from(other)] = shape.steps_between(one, other);
        }
        Self { shape, moves: (0..cells).map(|cell| moves(cell).collect()).collect(), distances }
    }

    /// All cells.
    #[expect(clippy::cast_possible_truncation, reason = "cells are below MAX_LARGE_CELLS")]
    pub(super) fn cells(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.shape.cells() as u8
    }

    /// The legal moves of the blank, with the cells they lead to.
    pub(super) fn moves_from(&self, blank: u8) -> &[(Move, u8)] {
        &self.moves[usize::from(blank)]
    }

    /// The number of steps between two cells along rows and columns.
    pub(super) fn distance(&self, one: u8, other: u8) -> u8 {
        self.distances[usize::from(one)][usize::from(other)]
    }
}
