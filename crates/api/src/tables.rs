//! The shapes with full tables.

use serde::{Deserialize, Serialize};
use tilebase::board::Metric;
use tilebase::solve::SolveError;
use tilebase::table::Folder;
use tilebase::{Interrupt, Shape};

use crate::context::Context;
use crate::failure::Failure;

/// No arguments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct TablesArguments {}

/// The shapes with full tables.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Tables {
    /// The shapes whose tables are built on demand, for any goal.
    built: Vec<&'static str>,
    /// The names of the full tables in the folder, without those in the multi-tile metric, which no
    /// request reads.
    files: Vec<String>,
}

/// The shapes whose tables are quick to build.
const BUILT: [&str; 8] = ["2x2", "2x3", "3x2", "2x4", "4x2", "2x5", "5x2", "3x3"];

/// Whether the table of a shape is built on demand.
pub(crate) fn is_built(shape: Shape) -> bool {
    BUILT.contains(&shape.to_string().as_str())
}

/// The shapes with full tables.
pub(crate) fn tables(context: &Context, _: &TablesArguments, _: &Interrupt) -> Result<Tables, Failure> {
    let names = context.solvers.folder().map(Folder::names).transpose();
    let mut names = names.map_err(SolveError::from)?.unwrap_or_default();
    names.retain(|name| name.pattern.is_full() && name.metric == Metric::SingleTile);
    Ok(Tables { built: BUILT.to_vec(), files: names.iter().map(ToString::to_string).collect() })
}

#[cfg(test)]
mod tests {
    use tilebase::{Goal, Solver};

    use super::*;

    /// The list agrees with the library.
    #[test]
    fn list_of_built_shapes_agrees_with_the_library() {
        for rows in 2..=12 {
            for shape in (2..=12).filter_map(|columns| Shape::new(rows, columns).ok()) {
                let table = Solver::builder(&Goal::blank_last(shape)).oracle();
                assert_eq!(table.is_ok(), is_built(shape), "{shape}");
            }
        }
    }
}
