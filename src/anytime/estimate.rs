//! How many moves are needed at least.

use super::large_shape::{LargeShape, MOST_CELLS};
use super::state::{Geometry, State};

/// The most cells of a row or column: those of a board of two lines.
const LONGEST_LINE: usize = MOST_CELLS / 2;

/// The steps of all tiles to where they belong. A move makes one of them.
pub(super) fn manhattan(geometry: &Geometry, state: &State) -> u32 {
    let cells = (0..).zip(&state.names[..geometry.shape.cells()]);
    let tiles = cells.filter(|(cell, _)| *cell != state.blank);
    tiles.map(|(cell, name)| u32::from(geometry.distance(cell, *name))).sum()
}

/// The moves that are needed beside those of [`manhattan`], for tiles that are in the way of others.
///
/// Tiles that stay in their line keep their order there. So of those that stand in the line where they belong, all but a
/// longest sequence in the right order leave it and come back, two moves across the line which their Manhattan distances
/// do not have. Moves across rows and across columns are different ones, so all lines add up.
pub(super) fn conflicts(shape: LargeShape, state: &State) -> u32 {
    let rows = (0..shape.rows()).map(|row| row_conflicts(shape, state, row));
    let columns = (0..shape.columns()).map(|column| column_conflicts(shape, state, column));
    rows.chain(columns).sum()
}

/// What one row adds.
pub(super) fn row_conflicts(shape: LargeShape, state: &State, row: usize) -> u32 {
    let columns = shape.columns();
    let cells = (row * columns)..((row + 1) * columns);
    let at_home = |name: &u8| usize::from(*name) / columns == row;
    twice_out_of_order(
        cells.filter(|cell| *cell != state.blank.into()).map(|cell| state.names[cell]).filter(at_home),
    )
}

/// What one column adds.
pub(super) fn column_conflicts(shape: LargeShape, state: &State, column: usize) -> u32 {
    let columns = shape.columns();
    let cells = (column..shape.cells()).step_by(columns);
    let at_home = |name: &u8| usize::from(*name) % columns == column;
    twice_out_of_order(
        cells.filter(|cell| *cell != state.blank.into()).map(|cell| state.names[cell]).filter(at_home),
    )
}

/// Twice the number of what must be taken out of a sequence, so that the rest rises.
fn twice_out_of_order(sequence: impl Iterator<Item = u8>) -> u32 {
    // By length: the least end of a rising sequence of that length.
    let mut ends = [0; LONGEST_LINE];
    let (mut longest, mut count) = (0, 0);
    for name in sequence {
        let place = ends[..longest].partition_point(|end| *end < name);
        ends[place] = name;
        longest = longest.max(place + 1);
        count += 1;
    }
    2 * (count - u32::try_from(longest).unwrap_or_default())
}
