//! Lower bounds on the number of moves.

use super::state::{Geometry, State};
use crate::board::{LargeShape, MAX_LARGE_CELLS};

/// Maximum length of a row or column: that of a board of two lines.
const MAX_LINE: usize = MAX_LARGE_CELLS / 2;

/// The sum of the distances of all tiles from where they belong. A move reduces it by at most one.
pub(super) fn manhattan(geometry: &Geometry, state: &State) -> u32 {
    let cells = (0..).zip(&state.goal_cells[..geometry.shape.cells()]);
    let tiles = cells.filter(|(cell, _)| *cell != state.blank);
    tiles.map(|(cell, goal_cell)| u32::from(geometry.distance(cell, *goal_cell))).sum()
}

/// The moves needed in addition to [`manhattan`], for tiles in the way of others: linear conflicts.
///
/// Tiles that stay in a line keep their order there. Of the tiles in the line where they belong,
/// all but a longest ascending subsequence have to leave the line and come back. These are two
/// moves across the line, which the Manhattan distance does not count. Moves across rows differ
/// from moves across columns, so all lines add up.
pub(super) fn conflicts(shape: LargeShape, state: &State) -> u32 {
    let rows = (0..shape.rows()).map(|row| row_conflicts(shape, state, row));
    let columns = (0..shape.columns()).map(|column| column_conflicts(shape, state, column));
    rows.chain(columns).sum()
}

/// The moves that one row adds.
pub(super) fn row_conflicts(shape: LargeShape, state: &State, row: usize) -> u32 {
    let columns = shape.columns();
    let cells = (row * columns)..((row + 1) * columns);
    let at_home = |goal_cell: &u8| usize::from(*goal_cell) / columns == row;
    twice_out_of_order(
        cells.filter(|cell| *cell != state.blank.into()).map(|cell| state.goal_cells[cell]).filter(at_home),
    )
}

/// The moves that one column adds.
pub(super) fn column_conflicts(shape: LargeShape, state: &State, column: usize) -> u32 {
    let columns = shape.columns();
    let cells = (column..shape.cells()).step_by(columns);
    let at_home = |goal_cell: &u8| usize::from(*goal_cell) % columns == column;
    twice_out_of_order(
        cells.filter(|cell| *cell != state.blank.into()).map(|cell| state.goal_cells[cell]).filter(at_home),
    )
}

/// Twice the smallest number of items to remove, so that the rest of the sequence ascends.
fn twice_out_of_order(sequence: impl Iterator<Item = u8>) -> u32 {
    // `ends[n]`: the smallest last item of an ascending subsequence of length n + 1.
    let mut ends = [0; MAX_LINE];
    let (mut longest, mut count) = (0, 0);
    for goal_cell in sequence {
        let place = ends[..longest].partition_point(|end| *end < goal_cell);
        ends[place] = goal_cell;
        longest = longest.max(place + 1);
        count += 1;
    }
    2 * (count - u32::try_from(longest).unwrap_or_default())
}
