//! Tiles as bytes or as 32-bit numbers: one implementation of the functions that take either.

use std::fmt::Display;

use tilebase::board::Batch;
use tilebase::{Board, Shape};

use crate::failure::Failure;
use crate::objects::check_count;
use crate::pointers::{Buffer, array};
use crate::status::Status;
use crate::version::TB_MAX_CELLS;

/// Number of boards of 32-bit tiles converted to bytes at a time.
const BOARDS_AT_A_TIME: usize = 1 << 12;

/// The type of the tiles in an array of the caller.
pub(crate) trait Tile: Copy {
    /// Reads a board with the shape's number of tiles.
    fn board(shape: Shape, tiles: &[Self]) -> Result<Board, Failure>;

    /// Calls `work` with the tiles as bytes, in parts of whole boards, and with the number of the
    /// first board of each part.
    fn in_parts(
        shape: Shape,
        tiles: &[Self],
        work: impl FnMut(&[u8], usize) -> Result<(), Failure>,
    ) -> Result<(), Failure>;
}

impl Tile for u8 {
    fn board(shape: Shape, tiles: &[Self]) -> Result<Board, Failure> {
        Ok(Board::from_bytes(shape, tiles)?)
    }

    fn in_parts(
        _: Shape,
        tiles: &[Self],
        mut work: impl FnMut(&[u8], usize) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        work(tiles, 0)
    }
}

impl Tile for i32 {
    fn board(shape: Shape, tiles: &[Self]) -> Result<Board, Failure> {
        let mut bytes = [0; TB_MAX_CELLS];
        for ((place, number), byte) in tiles.iter().enumerate().zip(&mut bytes) {
            *byte = byte_of(shape, *number).ok_or_else(|| no_such_tile(shape, *number, place))?;
        }
        Ok(Board::from_bytes(shape, &bytes[..tiles.len()])?)
    }

    fn in_parts(
        shape: Shape,
        tiles: &[Self],
        mut work: impl FnMut(&[u8], usize) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let cells = shape.cells();
        let mut bytes = Vec::with_capacity(tiles.len().min(BOARDS_AT_A_TIME * cells));
        for (part, numbers) in tiles.chunks(BOARDS_AT_A_TIME * cells).enumerate() {
            let first = part * BOARDS_AT_A_TIME;
            bytes.clear();
            for (place, number) in numbers.iter().enumerate() {
                let Some(byte) = byte_of(shape, *number) else {
                    // An earlier board may be invalid for another reason.
                    batch_of(shape, &bytes[..place - place % cells], first)?;
                    let why = no_such_tile(shape, *number, place % cells).text;
                    return Err(no_board(first + place / cells, why));
                };
                bytes.push(byte);
            }
            work(&bytes, first)?;
        }
        Ok(())
    }
}

/// Converts a tile to a byte; `None` if the shape has no such tile.
fn byte_of(shape: Shape, number: i32) -> Option<u8> {
    u8::try_from(number).ok().filter(|tile| usize::from(*tile) < shape.cells())
}

#[cold]
fn no_such_tile(shape: Shape, number: i32, place: usize) -> Failure {
    let text = format!(
        "not a {shape} board: tile {number} at place {} is not one of 0 to {}",
        place + 1,
        shape.tiles()
    );
    Failure::new(Status::BadBoard, text)
}

/// Reads a board of a shape. Reads no tile if the number of tiles is wrong, because `cells` may be
/// wrong, too.
///
/// # Safety
/// As for [`array()`].
pub(crate) unsafe fn board<T: Tile>(shape: Shape, tiles: *const T, cells: usize) -> Result<Board, Failure> {
    check_count(shape, cells)?;
    // SAFETY: guaranteed by the caller.
    T::board(shape, unsafe { array(tiles, cells, "tiles") }?)
}

/// The boards of a call, and room for one result per board. The arrays lie apart.
pub(crate) struct Boards<'a, T, R> {
    shape: Shape,
    tiles: &'a [T],
    results: Buffer<R>,
}

impl<'a, T: Tile, R: Copy> Boards<'a, T, R> {
    /// Reads the arrays of a call for boards of a shape; `what` names the results.
    ///
    /// # Safety
    /// As for [`array()`] and [`Buffer::new`].
    pub(crate) unsafe fn read(
        shape: Shape,
        (tiles, length): (*const T, usize),
        (results, capacity, what): (*mut R, usize, &'static str),
    ) -> Result<Self, Failure> {
        // SAFETY: guaranteed by the caller.
        let (tiles, results) =
            unsafe { (array(tiles, length, "tiles")?, Buffer::new(results, capacity, what)?) };
        if results.overlaps(tiles) {
            let text = format!("tiles and {what} must not overlap");
            return Err(Failure::new(Status::BadArgument, text));
        }
        results.check_room(tiles.len() / shape.cells())?;
        Ok(Self { shape, tiles, results })
    }

    /// Calls `work` with the tiles of each part as bytes, the results, and the number of the part's
    /// first board.
    pub(crate) fn in_parts(
        &self,
        mut work: impl FnMut(&[u8], &Buffer<R>, usize) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        T::in_parts(self.shape, self.tiles, |tiles, first| work(tiles, &self.results, first))
    }
}

/// Reads whole boards; `first` is the number of the first one.
pub(crate) fn batch_of(shape: Shape, tiles: &[u8], first: usize) -> Result<Batch<'_>, Failure> {
    Batch::new(shape, tiles).map_err(|error| no_board(first + error.number, error.faults))
}

#[cold]
fn no_board(number: usize, why: impl Display) -> Failure {
    Failure::new(Status::BadBoard, why.to_string()).about_board(number)
}
