//! The order of the cells along a spiral.

use super::LargeShape;

/// All cells of a board along a clockwise spiral from the top left.
pub(super) fn spiral(shape: LargeShape) -> Vec<u8> {
    let [rows, columns] = shape.sides();
    let cell = |row: u8, column: u8| row * columns + column;
    let (mut top, mut bottom) = (0, rows);
    let (mut left, mut right) = (0, columns);
    let mut spiral = Vec::with_capacity(shape.cells());
    while top < bottom && left < right {
        spiral.extend((left..right).map(|column| cell(top, column)));
        spiral.extend((top + 1..bottom).map(|row| cell(row, right - 1)));
        // A single remaining row or column has no way back.
        if bottom - top > 1 && right - left > 1 {
            spiral.extend((left..right - 1).rev().map(|column| cell(bottom - 1, column)));
            spiral.extend((top + 1..bottom - 1).rev().map(|row| cell(row, left)));
        }
        (top, bottom, left, right) = (top + 1, bottom - 1, left + 1, right - 1);
    }
    spiral
}
