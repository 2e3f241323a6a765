//! Batches: many boards, one per line, streamed through a server.

use serde::Deserialize;
use tilebase::Shape;
use tilebase::notation::{CostRule, GoalName};

use crate::costs::read_costs;
use crate::failure::Failure;
use crate::instance::{read_goal_name, read_shape};
use crate::request::Request;

/// The goal of a batch, and the format of its answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct BatchArguments {
    /// The goal: `blank-last` (the default), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, if the boards do not determine them.
    shape: Option<String>,
    /// The format of answers: `csv` (the default; one record per line, after a header) or `ndjson`
    /// (one object per line).
    format: Option<BatchFormat>,
    /// The cost of a move: `unit`, `tile`, or `U=1,D=3,L=2,R=2` for the direction of the blank. If
    /// given, each path has the lowest total cost, and each answer has its cost.
    cost: Option<String>,
}

/// The format of the answers of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum BatchFormat {
    /// One record per line, after a header.
    #[default]
    Csv,
    /// One object per line.
    Ndjson,
}

/// The request for each line of a batch.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The goal, on the shape of each board.
    pub goal: GoalName,
    /// The shape of the boards; `None` if the number of tiles determines it.
    pub shape: Option<Shape>,
    /// The format of answers.
    pub format: BatchFormat,
    /// The costs of moves, by the direction of the blank; `None` to find shortest paths.
    pub cost: Option<CostRule>,
}

impl Batch {
    /// The path of batches.
    pub const PATH: &'static str = "/api/v1/batch";

    /// Reads the request from the query.
    ///
    /// # Errors
    /// [`Failure`] if the arguments are invalid.
    pub fn read(query: Option<&str>) -> Result<Self, Failure> {
        let BatchArguments { goal, shape, format, cost } = Request::get("", query).arguments()?;
        Ok(Self {
            goal: read_goal_name(goal.as_deref())?,
            shape: read_shape(shape.as_deref())?,
            format: format.unwrap_or_default(),
            cost: cost.as_deref().map(read_costs).transpose()?,
        })
    }
}
