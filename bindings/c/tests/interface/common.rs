//! Common helpers of the tests.

use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::ptr;

use tilebase::Board;
use tilebase_c::{
    BuildOptions, Pdb, Solver, Status, tb_last_error, tb_pdb_build, tb_solver_build, tb_solver_new,
};

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

/// The status of a call, with the message of a failure.
pub fn with_message(status: Status) -> (Status, String) {
    (status, if status == Status::Ok { String::new() } else { words() })
}

/// The default options of a build.
pub fn defaults() -> BuildOptions {
    BuildOptions { max_memory: 0, threads: 0, stop: ptr::null(), on_level: None, context: ptr::null_mut() }
}

/// A solver with the full table of the 8-puzzle.
pub fn full() -> *mut Solver {
    let mut solver = ptr::null_mut();
    // SAFETY: no goal, no stop, and a place for the handle.
    let status = unsafe { tb_solver_build(3, 3, ptr::null(), 0, ptr::null(), &raw mut solver) };
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

/// The tiles of all 362,880 boards of 3x3, half of which can reach the goal.
pub fn all_boards() -> Vec<u8> {
    fn fill(board: &mut Vec<u8>, boards: &mut Vec<u8>) {
        if board.len() == 9 {
            boards.extend_from_slice(board);
            return;
        }
        for tile in 0..9 {
            if !board.contains(&tile) {
                board.push(tile);
                fill(board, boards);
                board.pop();
            }
        }
    }
    let mut boards = Vec::new();
    fill(&mut Vec::new(), &mut boards);
    boards
}

/// A pattern database in memory; an empty goal is the default.
pub fn build_pdb(rows: u32, columns: u32, goal: &[u8], pattern: &[u8], flags: u32) -> *mut Pdb {
    let mut pdb = ptr::null_mut();
    let start = if goal.is_empty() { ptr::null() } else { goal.as_ptr() };
    // SAFETY: the arrays have the stated sizes, and there is a place for the handle.
    let status = unsafe {
        let (tiles, count) = (pattern.as_ptr(), pattern.len());
        tb_pdb_build(rows, columns, start, goal.len(), tiles, count, flags, ptr::null(), &raw mut pdb)
    };
    assert_eq!(status, Status::Ok, "{}", words());
    pdb
}
