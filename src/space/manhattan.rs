//! Manhattan distances, of one board and of all boards in the order of their indexes.

use super::StateSpace;
use super::state_space::parity_is_odd;
use crate::board::{Board, Cell, Goal, MAX_CELLS};

/// Steps of all tiles to their places in the goal, the blank left out: never more than the distance, and
/// of the same parity, since each move takes one tile one step. Both boards have one shape.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::space::manhattan;
///
/// let shape = Shape::new(3, 3)?;
/// let board = Board::new(shape, &[6, 3, 8, 5, 4, 1, 7, 2, 0])?;
/// assert_eq!(manhattan::distance(&board, &Goal::blank_last(shape)), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn distance(board: &Board, goal: &Goal) -> u32 {
    let shape = goal.shape();
    let goal_board = goal.board();
    let mut cell_in_goal = [Cell::new(0); MAX_CELLS];
    for cell in shape.all_cells() {
        cell_in_goal[goal_board.tile_at(cell).index()] = cell;
    }
    let tiles = shape.all_cells().zip(board.tiles()).filter(|(_, tile)| !tile.is_blank());
    #[expect(clippy::cast_possible_truncation, reason = "at most 25 tiles, at most 25 steps each")]
    tiles.map(|(cell, tile)| shape.steps_between(cell, cell_in_goal[tile.index()]) as u32).sum()
}

/// Calls `visit` with the Manhattan distance of every board with the blank in this cell, in the order of
/// their indexes. Going from arrangement to arrangement, only what changed is added up again.
pub fn for_each_of_blank_cell(space: &StateSpace, blank: Cell, mut visit: impl FnMut(u32)) {
    let shape = space.shape();
    let cells = |without: Cell| shape.all_cells().filter(move |cell| *cell != without);
    let steps = |from: Cell| {
        let mut to_goal = [0; MAX_CELLS];
        for (steps, to) in to_goal.iter_mut().zip(cells(space.goal().blank())) {
            *steps = u32::try_from(shape.steps_between(from, to)).unwrap_or(u32::MAX);
        }
        to_goal
    };
    let steps_by_place: Vec<_> = cells(blank).map(steps).collect();
    let unused = (1 << shape.tiles()) - 1;
    visit_completions(&steps_by_place, unused, parity_is_odd(space.goal(), blank), 0, &mut visit);
}

/// Fills the places from here on with the unused elements in all ways of this parity, in lexicographic
/// order. The recursion is as deep as there are places, 15 at the most.
fn visit_completions(
    places: &[[u32; MAX_CELLS]],
    unused: u32,
    odd: bool,
    sum: u32,
    visit: &mut impl FnMut(u32),
) {
    match places {
        [here, last] => {
            let (low, high) = (unused.trailing_zeros() as usize, unused.ilog2() as usize);
            let (first, second) = if odd { (high, low) } else { (low, high) };
            visit(sum + here[first] + last[second]);
        }
        [here, behind @ ..] => {
            let mut candidates = unused;
            let mut odd = odd;
            while candidates != 0 {
                let element = candidates.trailing_zeros() as usize;
                visit_completions(behind, unused & !(1 << element), odd, sum + here[element], visit);
                candidates &= candidates - 1;
                // The next larger element has one more smaller element behind it.
                odd = !odd;
            }
        }
        [] => visit(sum),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::space::StateIndex;

    #[test]
    fn sums_in_index_order_are_those_of_the_boards() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
                let space = StateSpace::new(&goal).unwrap();
                let mut number = 0;
                for blank in shape.all_cells() {
                    for_each_of_blank_cell(&space, blank, |sum| {
                        let board = space.board_at(StateIndex::new(number)).unwrap();
                        assert_eq!(sum, distance(&board, &goal), "{board} to {goal}");
                        number += 1;
                    });
                }
                assert_eq!(number, space.states());
            }
        }
    }
}
