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
//! - `tiles` reads boards, as bytes or as 32-bit numbers: one implementation for both.
//! - `handles` looks up objects, and detects freed handles.
//! - `call` wraps every function: it catches panics and stores error messages.
//! - `failure` maps each error of the library to a status.

#![allow(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]
#![warn(clippy::unwrap_used)]

mod call;
mod failure;
mod handles;
mod objects;
mod options;
mod patterns;
mod pointers;
mod results;
mod status;
mod tiles;
mod version;

// The functions of the header, in its order. Create a solver:
mod make;

// Query any solver:
mod ask;
mod bounds;
mod check;
mod distances;
mod statistics;

// Query a full table:
mod batch;
mod full_table;

// Save and free it:
mod finish;

// Create a pattern database:
mod pdb_make;

// Query it:
mod pdb_ask;

// Save and free it:
mod pdb_finish;

// Sets of pattern databases:
mod pdb_set;

// Stops, boards and text, and leaks:
mod stop;

mod boards;
mod text;

mod alive;

pub use alive::tb_handles_alive;
pub use ask::{
    tb_solver_distance, tb_solver_distance_i32, tb_solver_goal, tb_solver_has_table, tb_solver_rank,
    tb_solver_shape, tb_solver_solve, tb_solver_states, tb_solver_unrank,
};
pub use batch::{tb_solver_distances, tb_solver_distances_i32};
pub use boards::{tb_is_solvable, tb_sample};
pub use bounds::{
    tb_solver_claims, tb_solver_lower_bound, tb_solver_lower_bound_i32, tb_solver_lower_bounds,
    tb_solver_lower_bounds_i32,
};
pub use call::tb_last_error;
pub use check::{Finding, tb_finding_name, tb_solver_check_length, tb_solver_check_path};
pub use distances::{tb_solver_distances_within, tb_solver_distances_within_i32};
pub use finish::{tb_solver_free, tb_solver_save};
pub use full_table::{
    Step, tb_solver_check_file, tb_solver_count_paths, tb_solver_deepest, tb_solver_histogram,
    tb_solver_moves,
};
pub use make::{
    tb_solver_build, tb_solver_new, tb_solver_new_with, tb_solver_open, tb_solver_read, tb_solver_with_preset,
};
pub use objects::{Solver, Stop};
pub use options::{BuildOptions, Level, OnLevel};
pub use patterns::{Pdb, PdbSet};
pub use pdb_ask::{
    tb_pdb_claims, tb_pdb_data, tb_pdb_goal, tb_pdb_histogram, tb_pdb_lookup, tb_pdb_lookup_i32,
    tb_pdb_lookups, tb_pdb_lookups_i32, tb_pdb_rank, tb_pdb_shape, tb_pdb_size, tb_pdb_tiles,
};
pub use pdb_finish::{tb_pdb_check_file, tb_pdb_free, tb_pdb_save};
pub use pdb_make::{TB_PDB_BITS, TB_PDB_ZERO_AWARE, tb_pdb_build, tb_pdb_open, tb_pdb_read};
pub use pdb_set::{
    tb_pdb_set_claims, tb_pdb_set_compound, tb_pdb_set_free, tb_pdb_set_goal, tb_pdb_set_lower_bound,
    tb_pdb_set_lower_bound_i32, tb_pdb_set_lower_bounds, tb_pdb_set_lower_bounds_i32, tb_pdb_set_new,
    tb_pdb_set_shape,
};
pub use statistics::{SearchStatistics, tb_last_statistics};
pub use status::{Status, tb_status_name};
pub use stop::{tb_stop_free, tb_stop_new, tb_stop_request};
pub use text::{tb_format_board, tb_parse_board, tb_parse_moves};
pub use version::{
    TB_ABI_VERSION, TB_MAX_CELLS, TB_NO_BOUND, TB_NO_DISTANCE, TB_PATH_CAPACITY, TB_TEXT_CAPACITY,
    tb_abi_version, tb_version,
};
