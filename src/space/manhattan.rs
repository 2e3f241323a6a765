//! Manhattan distances, of one board and of all boards in the order of their indexes.

use crate::board::{Board, Cell, Goal, MAX_CELLS, Shape};

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

/// Calls `visit` with the Manhattan distance of every state of a block, in the order of their indexes. Going from
/// arrangement to arrangement, only what changed is added up again.
pub(super) fn for_each_in_block(
    goal_cells: &[Cell],
    cells: impl Iterator<Item = Cell>,
    shape: Shape,
    parity: Option<bool>,
    visit: &mut impl FnMut(u32),
) {
    let steps = |from: Cell| {
        let mut to_goal = [0; MAX_CELLS];
        for (steps, to) in to_goal.iter_mut().zip(goal_cells) {
            *steps = u32::try_from(shape.steps_between(from, *to)).unwrap_or(u32::MAX);
        }
        to_goal
    };
    let steps_by_place: Vec<_> = cells.map(steps).collect();
    let unused = (1 << goal_cells.len()) - 1;
    visit_completions(&steps_by_place, unused, parity, 0, visit);
}

/// Fills the places from here on with the unused elements in all ways, or in all of one parity, in lexicographic
/// order. The recursion is as deep as there are places, 15 at the most.
fn visit_completions(
    places: &[[u32; MAX_CELLS]],
    unused: u32,
    parity: Option<bool>,
    sum: u32,
    visit: &mut impl FnMut(u32),
) {
    match places {
        [here, last] => {
            let (low, high) = (unused.trailing_zeros() as usize, unused.ilog2() as usize);
            if parity != Some(true) {
                visit(sum + here[low] + last[high]);
            }
            if parity != Some(false) {
                visit(sum + here[high] + last[low]);
            }
        }
        [here, behind @ ..] => {
            let mut candidates = unused;
            let mut parity = parity;
            while candidates != 0 {
                let element = candidates.trailing_zeros() as usize;
                visit_completions(behind, unused & !(1 << element), parity, sum + here[element], visit);
                candidates &= candidates - 1;
                // The next larger element has one more smaller element behind it.
                parity = parity.map(|odd| !odd);
            }
        }
        [] => visit(sum),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Tile;
    use crate::space::{Pattern, Space, StateIndex};

    #[test]
    fn sums_in_index_order_are_those_of_the_states() {
        for (rows, columns, tiles) in [
            (2, 2, 3),
            (2, 3, 5),
            (3, 2, 5),
            (2, 4, 7),
            (3, 3, 8),
            (2, 2, 1),
            (3, 3, 2),
            (3, 3, 5),
            (3, 4, 4),
        ] {
            let shape = Shape::new(rows, columns).unwrap();
            let pattern = Pattern::new(shape, (1..=tiles).map(Tile::new)).unwrap();
            for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
                let space = Space::new(&goal, &pattern).unwrap();
                let mut number = 0;
                for block in 0..space.blocks() {
                    space.for_each_manhattan_in_block(block, |sum| {
                        let index = StateIndex::new(number);
                        let expected = match &space {
                            Space::Full(full) => distance(&full.board_at(index).unwrap(), &goal),
                            Space::Pattern(placed) => {
                                let (cells, labels) = placed.placement_at(index).unwrap();
                                placed.manhattan(cells, &labels)
                            }
                        };
                        assert_eq!(sum, expected, "{number} of {pattern} to {goal}");
                        number += 1;
                    });
                }
                assert_eq!(number, space.entries());
            }
        }
    }
}
