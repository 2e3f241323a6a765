//! The version of the library, and constants.

use std::ffi::{CStr, c_char};

/// The version of the binary interface: the number in `libtilebase.so.0`. It changes when a release
/// removes a function or changes its meaning, but not when functions are added.
pub const TB_ABI_VERSION: u32 = 0;

/// The maximum number of cells of a board: room for the tiles of any board.
pub const TB_MAX_CELLS: usize = 25;

/// Marks a board that can't reach the goal, instead of a distance. It exceeds all distances of any
/// table.
pub const TB_NO_DISTANCE: u8 = u8::MAX;

/// Marks a board that can't reach the goal, instead of a lower bound.
pub const TB_NO_BOUND: i32 = -1;

/// A buffer size that holds any path from a full table, and in practice any path that a search
/// finds, including the terminating zero.
pub const TB_PATH_CAPACITY: usize = 512;

/// A buffer size that holds any text that `tb_format_board` writes, including the terminating zero.
pub const TB_TEXT_CAPACITY: usize = 80;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version has no zero within"),
};

/// The version of the library, such as `"0.1.0"`.
///
/// - Returns: a static string, never NULL.
/// - Threads: may be called from any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn tb_version() -> *const c_char {
    VERSION.as_ptr()
}

/// The `TB_ABI_VERSION` of the library that is running. A program that loads the library at run
/// time should compare it with that of its header.
///
/// - Threads: may be called from any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn tb_abi_version() -> u32 {
    TB_ABI_VERSION
}
