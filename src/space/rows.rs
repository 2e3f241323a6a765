//! The rows of a level, and the slides between them.
//!
//! A level of the breadth-first search is kept as *rows* of bits, one bit for each arrangement of a given
//! parity. Of the full puzzle there is one row for each cell of the blank. A slide takes a whole row to
//! another one, with its arrangements rotated (or left alone).
//!
//! Rows have two *colours*, like the cells of a checkerboard, and every slide changes the colour. So a
//! level lies in rows of one colour, and the next level in rows of the other.

use super::rotation::Rotation;
use super::state_space::{StateSpace, parity_is_odd};
use crate::board::{Cell, Goal, Move, Shape};

/// A row of the frontier.
#[derive(Clone, Debug)]
pub struct Row {
    /// Are the row's arrangements the odd ones?
    pub odd: bool,
    /// 0 or 1; every slide changes it. The goal's row has 0.
    pub colour: usize,
    /// The slides that lead into this row.
    pub slides: Vec<Slide>,
}

/// A slide into a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The row that it comes from.
    pub from: usize,
    /// What it does to the arrangements there.
    pub rotation: Rotation,
}

/// The rows of the full puzzle: by cell of the blank.
#[must_use]
pub fn full_board_rows(space: &StateSpace) -> Vec<Row> {
    let (goal, shape) = (space.goal(), space.shape());
    let row_of = |blank: Cell| Row {
        odd: parity_is_odd(goal, blank),
        colour: colour_of(goal, blank),
        slides: slides_into(shape, blank),
    };
    shape.all_cells().map(row_of).collect()
}

/// The colour of the row of this blank cell. The goal's row has colour 0.
#[must_use]
pub fn colour_of(goal: &Goal, blank: Cell) -> usize {
    goal.shape().steps_between(goal.blank(), blank) % 2
}

/// The slides after which the blank is in this cell.
///
/// If the blank comes from above (cell `b - columns` to cell `b`), a tile went from `b` to `b - columns`.
/// Before, it was preceded by the tiles of the cells before `b` but for the blank's, so it stood at place
/// `b - 1` of the arrangement; after, it stands at place `b - columns`. From below it is the other way
/// round: from place `b` to place `b + columns - 1`.
fn slides_into(shape: Shape, blank: Cell) -> Vec<Slide> {
    let b = blank.index();
    let before = |step: Move| {
        let from = shape.neighbour(blank, step.inverse())?.index();
        let rotation = match step {
            Move::Down => Rotation { from: b - 1, to: from },
            Move::Up => Rotation { from: b, to: from - 1 },
            Move::Left | Move::Right => Rotation { from: 0, to: 0 },
        };
        Some(Slide { from, rotation })
    };
    Move::ALL.into_iter().filter_map(before).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::StateIndex;
    use crate::space::lehmer;

    /// Every slide of every state of small shapes does to the arrangement what its rotation says.
    #[test]
    fn slides_are_the_moves_of_boards() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            let space = StateSpace::new(&Goal::snail(shape)).unwrap();
            let rows = full_board_rows(&space);
            for number in (0..space.states()).step_by(7) {
                let board = space.board_at(StateIndex::new(number)).unwrap();
                for (_, next) in board.successors() {
                    let (from, to) = (board.blank().index(), next.blank().index());
                    let slide = rows[to].slides.iter().find(|slide| slide.from == from).unwrap();
                    let half = space.states_per_blank_cell();
                    let mut labels = vec![0; shape.tiles()];
                    lehmer::unrank_half(number % half, rows[from].odd, &mut labels);
                    slide.rotation.apply(&mut labels);
                    let expected = to as u64 * half + lehmer::rank(&labels, shape.tiles()) / 2;
                    assert_eq!(space.index_of_reachable(&next), StateIndex::new(expected));
                    assert_eq!(rows[from].odd ^ slide.rotation.is_odd(), rows[to].odd);
                    assert_ne!(rows[from].colour, rows[to].colour);
                }
            }
        }
    }
}
