//! Why a question has no answer.

use std::error::Error;

use serde::Serialize;
use tilebase::notation::{GoalShapeError, ReadError};
use tilebase::search::SettingError;
use tilebase::solve::{MethodError, SampleError, SolveError};

/// Why a question has no answer, in the one shape that all failures have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Failure {
    /// The status of HTTP.
    #[serde(skip)]
    pub status: u16,
    /// What programs tell failures apart by.
    pub code: Code,
    /// What is wrong: what was expected, and what was found.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// What a failure is written as.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct FailureBody {
    pub(crate) error: Failure,
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Code {
    /// There is no such question.
    UnknownPath,
    /// The arguments are not those of the question.
    MalformedRequest,
    /// A board is none, or not one of the goal's shape.
    MalformedBoard,
    /// A goal is none.
    MalformedGoal,
    /// Moves are none, or can't be made.
    MalformedMoves,
    /// Arguments that don't go together, or lie outside their range.
    BadChoice,
    /// The question needs a table that there is not.
    NoTable,
    /// The question is not asked in this way.
    MethodNotAllowed,
    /// The name that the server was called by is not one of its names.
    WrongHost,
    /// A page of another site asks.
    WrongOrigin,
    /// The question is longer than is read.
    TooLarge,
    /// The question took too long to arrive.
    TooSlow,
    /// Too many are asking.
    Busy,
    /// Something is wrong on this side.
    Internal,
}

impl Failure {
    /// A failure with this status of HTTP.
    #[must_use]
    pub fn new(status: u16, code: Code, message: &impl ToString, help: &str) -> Self {
        Self { status, code, message: message.to_string(), help: help.to_owned() }
    }

    /// The request is not one.
    #[must_use]
    pub fn malformed_request(message: &impl ToString) -> Self {
        Self::new(
            400,
            Code::MalformedRequest,
            message,
            "See /openapi.json for the arguments of each question.",
        )
    }

    /// Something is wrong on this side.
    #[must_use]
    pub fn internal(message: &impl ToString) -> Self {
        Self::new(500, Code::Internal, message, "Tell whoever runs this.")
    }

    pub(crate) fn board(error: &ReadError) -> Self {
        let help = "Write each tile once, row by row, 0 for the blank: 123456780, or 1,2,3,4,5,6,7,8,0.";
        Self::new(400, Code::MalformedBoard, error, help)
    }

    pub(crate) fn goal(error: &ReadError) -> Self {
        Self::new(400, Code::MalformedGoal, error, "Name blank-last, blank-first or snail, or write a board.")
    }

    pub(crate) fn choice(message: &impl ToString, help: &str) -> Self {
        Self::new(400, Code::BadChoice, message, help)
    }
}

impl From<GoalShapeError> for Failure {
    fn from(error: GoalShapeError) -> Self {
        Self::new(400, Code::MalformedGoal, &error, "Board and goal must have the same rows and columns.")
    }
}

impl From<MethodError> for Failure {
    fn from(error: MethodError) -> Self {
        Self::choice(&error, "Leave the option out, or choose another algorithm.")
    }
}

impl From<SettingError> for Failure {
    fn from(error: SettingError) -> Self {
        Self::choice(&error, "Choose another value.")
    }
}

impl From<SampleError> for Failure {
    fn from(error: SampleError) -> Self {
        match error {
            SampleError::Table(error) => Self::from(SolveError::from(error)),
            error => Self::choice(&error, "Ask for depths that there are, and for fewer boards."),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        let help = "Search for it: ask solve or search, which need no table.";
        if error.is_no_table() {
            return Self::new(422, Code::NoTable, &error, help);
        }
        match error {
            SolveError::Board(error) => Self::new(
                400,
                Code::MalformedBoard,
                &error,
                "Ask position why, and what would make it solvable.",
            ),
            SolveError::Method(error) => error.into(),
            error @ SolveError::PatternsTooLarge { .. } => {
                Self::choice(&error, "Choose a heuristic that needs no table: linear-conflict.")
            }
            error => Self::internal(&in_full(&error)),
        }
    }
}

/// An error with its causes.
fn in_full(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
