//! Messages about missing tables and tables in preparation, and hints for errors.

use tilebase::board::{Goal, Metric};
use tilebase::notation::GoalName;
use tilebase::oracle::OracleError;
use tilebase::solve::{Notice, Preparation, SolveError};
use tilebase::table::TableError;

use crate::shell::{end_phase, show_phase, tell, with_causes};

/// Reports a notice about the tables for a goal. On a terminal, shows preparations while they run.
pub(crate) fn tell_of(notice: &Notice, goal: &Goal) {
    match notice {
        Notice::Preparing(step) => show(*step, goal),
        _ => {
            if let Some(message) = message_of(notice, goal) {
                tell(message);
            }
        }
    }
}

fn show(step: Preparation, goal: &Goal) {
    let shape = goal.shape();
    let of_all = |doing: &str, number, of| format!("{doing} {shape} pattern databases: {number} of {of}");
    match step {
        Preparation::Loading { number, of } => show_phase(of_all("loading", number, of)),
        Preparation::Building { number, of } => show_phase(of_all("building", number, of)),
        Preparation::LoadingLayout => show_phase(format!("loading {shape} pattern databases")),
        Preparation::LayingOut => show_phase(format!("laying out {shape} pattern databases")),
        Preparation::SavingLayout => {
            show_phase(format!("saving the search layout of the {shape} pattern databases"));
        }
        _ => end_phase(),
    }
}

/// Returns the message of a notice; `None` for one that this program does not know.
fn message_of(notice: &Notice, goal: &Goal) -> Option<String> {
    let shape = goal.shape();
    let build = |preset: &str| format!("pdb-gen build {shape}{} --preset {preset}", goal_option(goal));
    Some(match notice {
        Notice::TableSaved(file) => {
            format!("built the {shape} table{} and saved it as {}", for_goal(goal), file.display())
        }
        Notice::TableNotSaved(error) => {
            let why = with_causes(error);
            format!("built the {shape} table{} in memory; it was not saved: {why}", for_goal(goal))
        }
        Notice::Unreadable { file, error } => {
            format!("not using the tables in the table folder: {}: {error}", file.display())
        }
        Notice::LayoutSaved { file, bytes } => format!(
            "saved the search layout of the {shape} pattern databases: {} ({} MB). \
             Later runs start faster; to remove it, run: pdb-gen clean",
            file.display(),
            bytes / 1_000_000
        ),
        Notice::LayoutNotSaved(error) => {
            let why = with_causes(error);
            format!("the search layout of the {shape} pattern databases was not saved: {why}")
        }
        Notice::LayoutNotUsed(error) => {
            format!("making the search layout of the {shape} pattern databases again: {error}")
        }
        Notice::PatternSetIncomplete { pattern_set, missing } => {
            let missing: Vec<String> = missing.iter().map(|tiles| format!("tiles {tiles}")).collect();
            let missing = missing.join(" and ");
            format!(
                "not using the {pattern_set} pattern databases: missing {missing}. To complete them run: {}",
                build(pattern_set)
            )
        }
        Notice::PatternSetTooLarge { pattern_set, bytes, most } => {
            let [needs, most] = [bytes, most].map(|bytes| bytes / 1_000_000);
            format!(
                "not using the {pattern_set} pattern databases of {shape}: they need {needs} MB of \
                memory, and {most} MB are available"
            )
        }
        Notice::BuildingPdbSet { pattern_set, strongest } => {
            let gain = if pattern_set == strongest { "To keep them" } else { "For faster solving" };
            format!(
                "building the {pattern_set} pattern databases of {shape} in memory. {gain}, run: {}",
                build(strongest)
            )
        }
        _ => return None,
    })
}

/// The goal in a message; empty for the default goal.
fn for_goal(goal: &Goal) -> String {
    name_of(goal).map_or_else(String::new, |name| format!(" for the goal {name}"))
}

/// The goal as an option; empty for the default goal.
pub(super) fn goal_option(goal: &Goal) -> String {
    name_of(goal).map_or_else(String::new, |name| format!(" --goal {name}"))
}

/// The goal as typed on the command line: its name, or its tiles; `None` for the default goal.
pub(crate) fn name_of(goal: &Goal) -> Option<String> {
    let shape = goal.shape();
    if *goal == Goal::blank_last(shape) {
        return None;
    }
    let names = [GoalName::BlankFirst, GoalName::Snail];
    let named = names.into_iter().find(|name| name.on(shape).is_ok_and(|named| named == *goal));
    Some(named.map_or_else(|| goal.to_string(), |name| name.to_string()))
}

/// Returns the error with a command or option that helps, which the library does not know about.
pub(crate) fn with_hint(error: &SolveError) -> String {
    match error {
        SolveError::NoTable { goal, .. } => {
            let shape = goal.shape();
            let goal = goal_option(goal);
            format!("{error}: build it with `pdb-gen build {shape}{goal}`, or search without it")
        }
        // With the same shape and blank cell, only a pattern database can mismatch.
        SolveError::Oracle(OracleError::Mismatch { table, goal })
            if table.shape() == goal.shape() && table.blank() == goal.blank() =>
        {
            "--table needs a full table, but this file is a pattern database; put it in the table folder \
             (--pdb-dir), where pdb-solve looks for pattern databases"
                .to_owned()
        }
        SolveError::Oracle(OracleError::OtherMetric { found, .. }) => match found {
            Metric::MultiTile => format!("{error}; add --metric mtm"),
            Metric::SingleTile => {
                format!("{error}; leave out --metric, or build a table with `pdb-gen build --metric mtm`")
            }
        },
        SolveError::OutOfReach { .. } => format!("{error}: search for paths instead"),
        SolveError::Table(TableError::Absent { .. }) => {
            format!("{error}; `pdb-gen build` builds one")
        }
        SolveError::Oracle(OracleError::Inconsistent { .. }) => {
            format!("{error}; check it with `pdb-gen verify`, or rebuild it with `pdb-gen build --force`")
        }
        _ => error.to_string(),
    }
}
