//! For which shapes there are exact answers.

use serde::{Deserialize, Serialize};
use tilebase::solve::SolveError;
use tilebase::table::Folder;
use tilebase::{Interrupt, Shape};

use crate::failure::Failure;
use crate::means::Means;

/// Nothing to choose.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct TablesArguments {}

/// For which shapes there are exact answers.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Tables {
    /// Shapes whose tables are built when they are asked for, to any goal.
    built: Vec<&'static str>,
    /// The names of the tables in the folder.
    files: Vec<String>,
}

/// The shapes whose tables take a moment.
const BUILT: [&str; 8] = ["2x2", "2x3", "3x2", "2x4", "4x2", "2x5", "5x2", "3x3"];

/// Is the table of a shape built when it is asked for?
pub(crate) fn is_built(shape: Shape) -> bool {
    BUILT.contains(&shape.to_string().as_str())
}

/// For which shapes there are exact answers.
pub(crate) fn tables(means: &Means, _: &TablesArguments, _: &Interrupt) -> Result<Tables, Failure> {
    let names = means.solvers.folder().map(Folder::names).transpose();
    let names = names.map_err(SolveError::from)?.unwrap_or_default();
    Ok(Tables { built: BUILT.to_vec(), files: names.iter().map(ToString::to_string).collect() })
}

#[cfg(test)]
mod tests {
    use tilebase::{Goal, Solver};

    use super::*;

    /// The list says what the library does.
    #[test]
    fn the_shapes_that_are_built_are_those_of_the_list() {
        for rows in 2..=12 {
            for shape in (2..=12).filter_map(|columns| Shape::new(rows, columns).ok()) {
                let table = Solver::builder(&Goal::blank_last(shape)).oracle();
                assert_eq!(table.is_ok(), is_built(shape), "{shape}");
            }
        }
    }
}
