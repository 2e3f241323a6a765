//! Manhattan distances, of one board or of all boards in the order of their indexes.

use std::ops::Range;

use super::lehmer::factorial;
use crate::board::{Board, Cell, Goal, MAX_CELLS, Shape};

/// The sum of the tiles' steps to their cells in the goal, without the blank. It never exceeds the
/// distance, and has the same parity, since each move moves one tile by one step. The board and the
/// goal must have the same shape.
pub(crate) fn distance(board: &Board, goal: &Goal) -> u32 {
    let shape = goal.shape();
    let goal_board = goal.board();
    let mut cell_in_goal = [Cell::new(0); MAX_CELLS];
    for cell in shape.all_cells() {
        cell_in_goal[goal_board.tile_at(cell).index()] = cell;
    }
    let tiles = shape.all_cells().zip(board.tiles()).filter(|(_, tile)| !tile.is_blank());
    tiles.map(|(cell, tile)| steps_between(shape, cell, cell_in_goal[tile.index()])).sum()
}

fn steps_between(shape: Shape, from: Cell, to: Cell) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a board of 25 cells has no two that are 25 steps apart"
    )]
    {
        shape.steps_between(from, to) as u32
    }
}

/// Calls `visit` with the Manhattan distances of a range of a block's states, in the order of their
/// indexes. From one arrangement to the next, only the places that changed are summed again.
pub(super) fn for_each_in_block(
    goal_cells: &[Cell],
    cells: impl Iterator<Item = Cell>,
    shape: Shape,
    parity: Option<bool>,
    range: Range<u64>,
    visit: &mut impl FnMut(u32),
) {
    let steps = |from: Cell| {
        let mut to_goal = [0; MAX_CELLS];
        for (steps, to) in to_goal.iter_mut().zip(goal_cells) {
            *steps = steps_between(shape, from, *to);
        }
        to_goal
    };
    let steps_by_place: Vec<_> = cells.map(steps).collect();
    let unused = (1 << goal_cells.len()) - 1;
    visit_some_completions(&steps_by_place, unused, parity, 0, range, visit);
}

/// Fills the remaining places like [`visit_completions`], but visits only the arrangements with
/// numbers in `range`.
fn visit_some_completions(
    places: &[[u32; MAX_CELLS]],
    unused: u32,
    mut parity: Option<bool>,
    sum: u32,
    range: Range<u64>,
    visit: &mut impl FnMut(u32),
) {
    if range.start == 0 && range.end >= completions(places.len(), parity) {
        return visit_completions(places, unused, parity, sum, visit);
    }
    let [here, behind @ ..] = places else { return };
    let each = completions(behind.len(), parity);
    let (mut candidates, mut before) = (unused, 0);
    while candidates != 0 {
        let element = candidates.trailing_zeros() as usize;
        // The part of the range within this subtree, counted from its start.
        let range = range.start.saturating_sub(before)..range.end.saturating_sub(before).min(each);
        if !range.is_empty() {
            visit_some_completions(
                behind,
                unused & !(1 << element),
                parity,
                sum + here[element],
                range,
                visit,
            );
        }
        candidates &= candidates - 1;
        before += each;
        // The next larger element has one more smaller element after it.
        parity = parity.map(|odd| !odd);
    }
}

/// The number of ways to fill `places` places, with arrangements of one parity or of both.
const fn completions(places: usize, parity: Option<bool>) -> u64 {
    if parity.is_some() && places > 1 { factorial(places) / 2 } else { factorial(places) }
}

/// Fills the remaining places with the unused elements in all ways, or all of one parity, in
/// lexicographic order. The recursion is as deep as there are places, at most 15.
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
                // The next larger element has one more smaller element after it.
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
    fn steps_of_the_blank_do_not_count() {
        let shape = Shape::THREE_BY_THREE;
        let board = Board::new(shape, &[6, 3, 8, 5, 4, 1, 7, 2, 0]).unwrap();
        assert_eq!(distance(&board, &Goal::blank_last(shape)), 14);
        assert_eq!(distance(&board, &Goal::new(board)), 0);
        assert_eq!(distance(&Goal::blank_last(shape).board(), &Goal::blank_first(shape)), 12);
    }

    /// The sum over the tiles of a placement.
    fn sum_of_placed(tiles: &[Option<Tile>], goal: &Goal) -> u32 {
        let cells = goal.shape().all_cells().zip(tiles);
        let tiles =
            cells.filter_map(|(cell, tile)| Some((cell, (*tile)?))).filter(|(_, tile)| !tile.is_blank());
        let placed = tiles.filter_map(|(cell, tile)| Some((cell, goal.board().cell_of(tile)?)));
        placed.map(|(cell, home)| steps_between(goal.shape(), cell, home)).sum()
    }

    #[test]
    fn sums_in_index_order_match_the_states() {
        let mut random = fastrand::Rng::with_seed(7);
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
            let spaces = [Goal::blank_last(shape), Goal::snail(shape)]
                .into_iter()
                .flat_map(|goal| [Space::new(&goal, &pattern), Space::with_regions(&goal, &pattern)]);
            for space in spaces.flatten() {
                let goal = *space.goal();
                let mut number = 0;
                for block in 0..space.blocks() {
                    let mut sums = Vec::new();
                    space.for_each_manhattan_in_block(block, 0..u64::MAX, |sum| {
                        let index = StateIndex::new(number);
                        let expected = match &space {
                            Space::Full(full) => distance(&full.board_at(index).unwrap(), &goal),
                            Space::Pattern(_) => sum_of_placed(&space.tiles_at(index).unwrap(), &goal),
                        };
                        assert_eq!(sum, expected, "{number} of {pattern} to {goal}");
                        number += 1;
                        sums.push(sum);
                    });
                    for _ in 0..10 {
                        let range = random.usize(0..=sums.len())..random.usize(0..=sums.len());
                        let mut some = Vec::new();
                        let of_states = range.start as u64..range.end as u64;
                        space.for_each_manhattan_in_block(block, of_states, |sum| some.push(sum));
                        assert_eq!(some, sums.get(range).unwrap_or_default());
                    }
                }
                assert_eq!(number, space.entries());
            }
        }
    }
}
