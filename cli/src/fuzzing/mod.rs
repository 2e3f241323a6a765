//! Doors for fuzz targets: one function for each thing that is fuzzed and is not in the library.
//!
//! They are there with the feature `fuzzing` alone, and are no part of what is promised.

mod answers;
mod commands;

pub use answers::{KINDS, PRESETS, judge_line, judge_output};
pub use commands::{Run, run_pdb_gen, run_pdb_solve};
