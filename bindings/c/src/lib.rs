//! `libtilebase`: C and C++ bindings of the library `tilebase`.
//!
//! The bindings are thin: a function checks its arguments, calls the library, and writes the
//! results to the caller's memory. Functions take a length with every array, and reject a board of
//! the wrong length before they read a tile. The doc comments of the functions are also those of
//! `include/tilebase.h`: cbindgen generates it from the sources, and a test compares the two.
//! `README.md` explains installation and use.
//!
//! The name `tilebase` is taken by the library's own file, so this crate's file is called
//! `tilebase_c`. `install.sh` renames it, and the tests compile programs against the installed
//! files.
//!
//! - `pointers` reads and writes the memory of C, and checks pointers as far as possible.
//! - `handles` looks up objects, and detects freed handles.
//! - `call` wraps every function: it catches panics and stores error messages.
//! - `failure` maps each error of the library to a status.

#![allow(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]
#![warn(clippy::unwrap_used)]

mod answers;
mod batch;
mod call;
mod check;
mod failure;
mod handles;
mod objects;
mod pointers;
mod solver;
mod status;
mod stop;
mod table;
mod version;

pub use answers::{
    Step, tb_table_count_paths, tb_table_distance, tb_table_distance_i32, tb_table_moves, tb_table_rank,
    tb_table_solve, tb_table_unrank,
};
pub use batch::{tb_table_distances, tb_table_distances_i32};
pub use call::tb_last_error;
pub use check::{
    Finding, tb_finding_name, tb_solver_check_length, tb_solver_check_path, tb_table_check_length,
    tb_table_check_path,
};
pub use objects::{Solver, Stop, Table, tb_handles_alive};
pub use solver::{tb_solver_free, tb_solver_lower_bound, tb_solver_new, tb_solver_solve};
pub use status::{Status, tb_status_name};
pub use stop::{tb_stop_free, tb_stop_new, tb_stop_request};
pub use table::{
    tb_table_build, tb_table_check_file, tb_table_deepest, tb_table_free, tb_table_goal, tb_table_histogram,
    tb_table_open, tb_table_read, tb_table_shape, tb_table_states,
};
pub use version::{
    TB_ABI_VERSION, TB_MAX_CELLS, TB_NO_DISTANCE, TB_PATH_CAPACITY, tb_abi_version, tb_version,
};
