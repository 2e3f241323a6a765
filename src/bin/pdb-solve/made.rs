//! What `pdb-solve` says of tables that it had to make.

use tilebase::board::Goal;
use tilebase::cli::{tell, with_causes};
use tilebase::oracle::Origin;
use tilebase::report::Made;

const PROGRAM: &str = "pdb-solve";

pub(crate) fn tell_of(made: &Made, goal: &Goal) {
    let shape = goal.shape();
    match made {
        Made::Table(Origin::File(_)) => {}
        Made::Table(Origin::BuiltAndSaved(file)) => {
            tell(
                PROGRAM,
                format_args!("built the {shape} table to {goal}, and saved it as {}", file.display()),
            );
        }
        Made::Table(Origin::BuiltOnly(error)) => {
            let why = with_causes(error);
            tell(PROGRAM, format_args!("built the {shape} table to {goal}; carrying on from memory: {why}"));
        }
        Made::Incomplete { name, missing } => {
            let missing: Vec<String> = missing.iter().map(|tiles| format!("of tiles {tiles}")).collect();
            let command = format!("`pdb-gen build {shape} --goal {goal} --preset {name}` completes them");
            tell(
                PROGRAM,
                format_args!("no table {}: {name} can't be used; {command}", missing.join(" and ")),
            );
        }
        Made::Catalogue { name, strongest } => {
            let gain = if name == strongest { "keeps them" } else { "makes faster ones" };
            let command = format!("`pdb-gen build {shape} --goal {goal} --preset {strongest}` {gain}");
            tell(PROGRAM, format_args!("building the {name} patterns of {shape} in memory; {command}"));
        }
    }
}
