//! What the programs say of tables that no file had, and which option or command helps where there is no answer.

use tilebase::board::Goal;
use tilebase::solve::{Notice, SolveError};
use tilebase::table::TableError;

use crate::shell::{PDB_SOLVE, tell, with_causes};

/// Says what happened to tables for a goal.
pub(crate) fn tell_of(notice: &Notice, goal: &Goal) {
    let shape = goal.shape();
    match notice {
        Notice::TableSaved(file) => {
            let file = file.display();
            tell(PDB_SOLVE, format_args!("built the {shape} table to {goal}, and saved it as {file}"));
        }
        Notice::TableNotSaved(error) => {
            let why = with_causes(error);
            tell(
                PDB_SOLVE,
                format_args!("built the {shape} table to {goal}; carrying on from memory: {why}"),
            );
        }
        Notice::PartitionIncomplete { partition, missing } => {
            let missing: Vec<String> = missing.iter().map(|tiles| format!("of tiles {tiles}")).collect();
            let command =
                format!("`pdb-gen build {shape} --goal {goal} --preset {partition}` completes them");
            let missing = missing.join(" and ");
            tell(PDB_SOLVE, format_args!("no table {missing}: {partition} can't be used; {command}"));
        }
        Notice::PartitionTooLarge { partition, bytes, most } => {
            let [takes, most] = [bytes, most].map(|bytes| bytes / 1_000_000);
            tell(
                PDB_SOLVE,
                format_args!(
                    "the {partition} patterns of {shape} are passed over: they take {takes} MB of memory, and {most} MB \
                     are to be had"
                ),
            );
        }
        Notice::CatalogueInMemory { partition, strongest } => {
            let gain = if partition == strongest { "keeps them" } else { "makes faster ones" };
            let command = format!("`pdb-gen build {shape} --goal {goal} --preset {strongest}` {gain}");
            tell(
                PDB_SOLVE,
                format_args!("building the {partition} patterns of {shape} in memory; {command}"),
            );
        }
        _ => {}
    }
}

/// The error, and what to type: the library does not know of commands and options.
pub(crate) fn with_hint(error: &SolveError) -> String {
    match error {
        SolveError::NoTable { goal, .. } => {
            let shape = goal.shape();
            format!("{error}: build it with `pdb-gen build {shape} --goal {goal}`, or search without one")
        }
        SolveError::OutOfReach { .. } => format!("{error}: search for paths instead"),
        SolveError::Table(TableError::Absent { .. }) => {
            format!("{error}; `pdb-gen build` makes one")
        }
        SolveError::Wrong(_) => {
            format!("{error}; `pdb-gen verify` says more, `pdb-gen build --force` builds it again")
        }
        _ => error.to_string(),
    }
}
