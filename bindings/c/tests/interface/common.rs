//! Common helpers of the tests.

use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::ptr;

use tilebase::Board;
use tilebase_c::{Solver, Status, tb_last_error, tb_solver_build, tb_solver_new};

pub const FAR: [u8; 9] = [6, 3, 8, 5, 4, 1, 7, 2, 0];
pub const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];
pub const UNSOLVABLE: [u8; 9] = [2, 1, 3, 4, 5, 6, 7, 8, 0];

pub fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn header() -> PathBuf {
    crate_folder().join("include/tilebase.h")
}

/// The message of this thread's last failure.
pub fn words() -> String {
    // SAFETY: the message is copied before the next call that may fail.
    unsafe { CStr::from_ptr(tb_last_error()) }.to_str().unwrap().to_owned()
}

/// A solver with the full table of the 8-puzzle.
pub fn full() -> *mut Solver {
    let mut solver = ptr::null_mut();
    // SAFETY: no goal, no stop, and a place for the handle.
    let status = unsafe { tb_solver_build(3, 3, ptr::null(), 0, 0, ptr::null(), &raw mut solver) };
    assert_eq!(status, Status::Ok, "{}", words());
    solver
}

/// A solver of the 15-puzzle, which searches.
pub fn searching() -> *mut Solver {
    let mut solver = ptr::null_mut();
    // SAFETY: no goal, no folder, and a place for the handle.
    let status = unsafe { tb_solver_new(4, 4, ptr::null(), 0, ptr::null(), ptr::null(), &raw mut solver) };
    assert_eq!(status, Status::Ok, "{}", words());
    solver
}

/// The tiles of a board as bytes.
pub fn bytes(board: &Board) -> Vec<u8> {
    board.tiles().iter().map(|tile| tile.number()).collect()
}
