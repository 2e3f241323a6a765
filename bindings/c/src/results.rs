//! Results that several kinds of objects have: shape, goal, and claims.

use tilebase::search::Claims;
use tilebase::{Goal, Shape};

use crate::failure::Failure;
use crate::objects::bytes_of;
use crate::pointers::{Buffer, OutPointer};

/// Writes the rows and columns that the caller needs.
///
/// # Safety
/// As for [`OutPointer::new`].
pub(crate) unsafe fn put_shape(shape: Shape, rows: *mut u32, columns: *mut u32) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let places = unsafe { [OutPointer::wanted(rows, "rows")?, OutPointer::wanted(columns, "columns")?] };
    for (place, side) in places.into_iter().zip([shape.rows(), shape.columns()]) {
        if let Some(place) = place {
            place.put(side as u32);
        }
    }
    Ok(())
}

/// Writes the tiles of a goal, and their number if the caller needs it.
///
/// # Safety
/// As for [`Buffer::new`] and [`OutPointer::new`].
pub(crate) unsafe fn put_goal(
    goal: &Goal,
    tiles: *mut u8,
    capacity: usize,
    cells: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let (buffer, cells) =
        unsafe { (Buffer::new(tiles, capacity, "tiles")?, OutPointer::wanted(cells, "cells")?) };
    buffer.fill(&bytes_of(&goal.board()), cells.as_ref())
}

/// Writes the claims that the caller needs.
///
/// # Safety
/// As for [`OutPointer::new`].
pub(crate) unsafe fn put_claims(
    claims: Claims,
    admissible: *mut bool,
    consistent: *mut bool,
) -> Result<(), Failure> {
    // SAFETY: guaranteed by the caller.
    let places = unsafe {
        [OutPointer::wanted(admissible, "admissible")?, OutPointer::wanted(consistent, "consistent")?]
    };
    for (place, claim) in places.into_iter().zip([claims.admissible, claims.consistent]) {
        if let Some(place) = place {
            place.put(claim);
        }
    }
    Ok(())
}
