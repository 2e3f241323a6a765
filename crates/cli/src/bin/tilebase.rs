//! `tilebase`: all commands of `pdb-solve` and `pdb-gen` under one name.

use std::process::ExitCode;

fn main() -> ExitCode {
    tilebase_cli::tilebase()
}
