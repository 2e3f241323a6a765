//! Many boards, one a line: what a server is asked by that streams them.

use serde::Deserialize;
use tilebase::Shape;
use tilebase::notation::GoalName;

use crate::failure::Failure;
use crate::question::{read_goal_name, read_shape};
use crate::request::Request;

/// What the lines of a batch are brought to, and how the answers are written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct BatchArguments {
    /// The goal: `blank-last` (as if left out), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, where the boards leave them open.
    shape: Option<String>,
    /// How to write answers: `csv` (as if left out), a record a line under a header, or `ndjson`, an object a line.
    format: Option<BatchFormat>,
}

/// How the answers of a batch are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum BatchFormat {
    /// One record a line, under a header.
    #[default]
    Csv,
    /// One object a line.
    Ndjson,
}

/// What is asked about each line of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// The goal, on the shape of each board.
    pub goal: GoalName,
    /// The shape of the boards, if it is not to be told from the number of tiles.
    pub shape: Option<Shape>,
    /// How to write answers.
    pub format: BatchFormat,
}

impl Batch {
    /// Reads it from the query.
    ///
    /// # Errors
    /// [`Failure`] if the arguments are not those of a batch.
    pub fn read(query: Option<&str>) -> Result<Self, Failure> {
        let BatchArguments { goal, shape, format } = Request::get("", query).arguments()?;
        Ok(Self {
            goal: read_goal_name(goal.as_deref())?,
            shape: read_shape(shape.as_deref())?,
            format: format.unwrap_or_default(),
        })
    }
}
