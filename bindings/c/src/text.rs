//! Boards and moves as text.

use std::ffi::c_char;

use tilebase::Board;
use tilebase::notation::MoveOptions;

use crate::call::guard;
use crate::objects::{self, bytes_of, letters_of};
use crate::pointers::{Buffer, OutPointer, text};
use crate::status::Status;
use crate::tiles::board;

/// Reads a board from text in any common form, such as `638541720`, `6 3 8 / 5 4 1 / 7 2 0`,
/// `[[6,3,8],[5,4,1],[7,2,0]]`, or a drawing of several lines.
///
/// - `text`: UTF-8, with a terminating zero.
/// - `rows`, `columns`: the shape of the board; or 0 and 0 to infer it from the text.
/// - `tiles`: room for `capacity` tiles in row order, 0 for the blank; `TB_MAX_CELLS` are always
///   enough. NULL with capacity 0 only queries the number.
/// - `cells`: the number of tiles; NULL if not needed.
/// - `found_rows`, `found_columns`: the shape of the board that was read; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_TEXT` if the text is not one board; `SHORT_BUFFER`;
///   or a status for an invalid pointer.
/// - Threads: may be called from any thread at any time.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, and `text` must end with a zero
/// byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_parse_board(
    text: *const c_char,
    rows: u32,
    columns: u32,
    tiles: *mut u8,
    capacity: usize,
    cells: *mut usize,
    found_rows: *mut u32,
    found_columns: *mut u32,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (text, buffer, cells, found_rows, found_columns) = unsafe {
            (
                self::text(text, "text")?,
                Buffer::new(tiles, capacity, "tiles")?,
                OutPointer::wanted(cells, "cells")?,
                OutPointer::wanted(found_rows, "found_rows")?,
                OutPointer::wanted(found_columns, "found_columns")?,
            )
        };
        let shape = if (rows, columns) == (0, 0) { None } else { Some(objects::shape(rows, columns)?) };
        let board = Board::read(text, shape)?;
        let sides = [board.shape().rows(), board.shape().columns()];
        for (place, side) in [found_rows, found_columns].into_iter().zip(sides) {
            if let Some(place) = place {
                place.put(u32::try_from(side).expect("a side has at most 12 cells"));
            }
        }
        buffer.fill(&bytes_of(&board), cells.as_ref())
    })
}

/// Writes a board as text that `tb_parse_board` reads: `638541720`, or numbers with commas for
/// boards of more than ten cells.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - `text`: room for `capacity` bytes, including the terminating zero; `TB_TEXT_CAPACITY` is
///   enough. NULL with capacity 0 only queries the length.
/// - `length`: the number of bytes without the terminating zero; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD`; `SHORT_BUFFER`; or a status for an invalid
///   pointer.
/// - Threads: may be called from any thread at any time.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_format_board(
    rows: u32,
    columns: u32,
    tiles: *const u8,
    cells: usize,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (buffer, length) =
            unsafe { (Buffer::new(text, capacity, "text")?, OutPointer::wanted(length, "length")?) };
        // SAFETY: guaranteed by the caller.
        let board = unsafe { self::board(objects::shape(rows, columns)?, tiles, cells) }?;
        buffer.fill_text(&board.to_string(), length.as_ref())
    })
}

/// Reads moves in any common form, such as `UURD`, `up, left`, arrows, tile numbers, or boards, and
/// writes them as letters: the directions of the blank. Words and letters in the text are
/// directions of the blank, too. Tile numbers and boards are read as moves made from the given
/// board.
///
/// - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
/// - `text`: UTF-8, with a terminating zero.
/// - `path`: room for `capacity` letters, including the terminating zero. NULL with capacity 0 only
///   queries the length.
/// - `length`: the number of moves; NULL if not needed.
/// - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD`; `BAD_TEXT` if the text is not a list of
///   moves, or one of them is illegal; `SHORT_BUFFER`; or a status for an invalid pointer.
/// - Threads: may be called from any thread at any time.
///
/// # Safety
/// Every pointer must be valid for the stated number of elements, and `text` must end with a zero
/// byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_parse_moves(
    rows: u32,
    columns: u32,
    tiles: *const u8,
    cells: usize,
    text: *const c_char,
    path: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (text, buffer, length) = unsafe {
            (
                self::text(text, "text")?,
                Buffer::new(path, capacity, "path")?,
                OutPointer::wanted(length, "length")?,
            )
        };
        // SAFETY: guaranteed by the caller.
        let start = unsafe { board(objects::shape(rows, columns)?, tiles, cells) }?;
        let moves = MoveOptions { start: Some(start), ..MoveOptions::default() }.read(text)?;
        buffer.fill_text(&letters_of(&moves), length.as_ref())
    })
}
