//! `libtilebase`: the library `tilebase` for C and C++.
//!
//! Everything here is thin: a call checks what it was handed, asks the library, and writes what it says where the caller
//! wants it. What a function means stands in its documentation, which `include/tilebase.h` is made from;
//! how it is installed and used, in `README.md`.
//!
//! - `pointers` is where memory of C is read and written, and tells what can be told of a pointer;
//! - `handles` is where objects are found, and tells those that were freed;
//! - `call` goes round every function: no panic leaves it, and the words of a failure are kept;
//! - `failure` has the status of each error of the library.

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
    TB_ABI_VERSION, TB_MOST_CELLS, TB_NO_DISTANCE, TB_PATH_CAPACITY, tb_abi_version, tb_version,
};
