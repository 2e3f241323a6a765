//! Which library this is.

use std::ffi::{CStr, c_char};

/// The version of what programs are linked with: the number in `libtilebase.so.0`. It changes when a function goes or
/// comes to mean something else; new functions leave it as it is.
pub const TB_ABI_VERSION: u32 = 0;

/// The most cells that a board has: enough room for the tiles of any.
pub const TB_MOST_CELLS: usize = 25;

/// In the place of a distance: the board can't reach the goal. No distance in any table is as large.
pub const TB_NO_DISTANCE: u8 = u8::MAX;

/// Enough room for any path of a table, and for any that a search has found in a lifetime, with the zero at its end.
pub const TB_PATH_CAPACITY: usize = 512;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version has no zero within"),
};

/// The version of the library, as `"0.1.0"`.
///
/// - Returns: a text that is there for ever, never NULL.
/// - Threads: may be called from any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn tb_version() -> *const c_char {
    VERSION.as_ptr()
}

/// The `TB_ABI_VERSION` of the library that the program runs with. A program that loads the library by its name compares
/// it with that of the header.
///
/// - Threads: may be called from any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn tb_abi_version() -> u32 {
    TB_ABI_VERSION
}
