//! Whole command lines of the programs, run within this process.

use std::ffi::OsString;

use crate::shell::Exit;
use crate::{pdb_gen, pdb_solve};

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The exit code.
    pub code: u8,
    /// The standard output, except exports to it.
    pub out: Vec<u8>,
    /// The error message that the program would print at the end, if any.
    pub error: Option<String>,
}

/// Runs `pdb-gen` with these arguments. Returns `None` if they are invalid or ask for help.
#[must_use]
pub fn run_pdb_gen(arguments: &[OsString]) -> Option<Run> {
    let mut out = Vec::new();
    let result = pdb_gen::run_with(&with_name("pdb-gen", arguments), &mut out)?;
    Some(run_of(result, out))
}

/// Runs `pdb-solve` with these arguments. Returns `None` if they are invalid or ask for help.
#[must_use]
pub fn run_pdb_solve(arguments: &[OsString]) -> Option<Run> {
    let mut out = Vec::new();
    let result = pdb_solve::run_with(&with_name("pdb-solve", arguments), &mut out)?;
    Some(run_of(result, out))
}

fn with_name(name: &str, arguments: &[OsString]) -> Vec<OsString> {
    [&[OsString::from(name)], arguments].concat()
}

fn run_of(result: anyhow::Result<Exit>, out: Vec<u8>) -> Run {
    let (code, error) = match result {
        Ok(Exit::Yes) => (0, None),
        Ok(Exit::No) => (1, None),
        Ok(Exit::Failed) => (2, None),
        Err(error) => (2, Some(format!("{error:#}"))),
    };
    Run { code, out, error }
}
