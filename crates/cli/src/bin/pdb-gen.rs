//! `pdb-gen`: builds, proves, describes and exports tables of exact distances.

use std::process::ExitCode;

fn main() -> ExitCode {
    tilebase_cli::pdb_gen()
}
