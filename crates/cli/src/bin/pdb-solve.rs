//! `pdb-solve`: optimal paths for sliding-tile puzzles, and trials of other solvers.

use std::process::ExitCode;

fn main() -> ExitCode {
    tilebase_cli::pdb_solve()
}
