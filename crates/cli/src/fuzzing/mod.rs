//! Entry points for fuzz targets, for code outside the library.
//!
//! Only available with the feature `fuzzing`, and not part of the public API.

mod answers;
mod commands;

pub use answers::{KINDS, PRESETS, judge_line, judge_output};
pub use commands::{Run, run_pdb_gen, run_pdb_solve};
