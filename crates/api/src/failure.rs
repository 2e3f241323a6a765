//! Failures: the reasons why a request has no answer.

use std::error::Error;

use serde::Serialize;
use tilebase::generate::BuildError;
use tilebase::notation::ReadError;
use tilebase::search::SettingError;
use tilebase::solve::{MethodError, SolveError};

/// The reason why a request has no answer, in the format shared by all failures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Failure {
    /// The HTTP status.
    #[serde(skip)]
    pub status: u16,
    /// The code that identifies the kind of failure.
    pub code: Code,
    /// The message: what was expected and what was found.
    pub message: String,
    /// Advice on how to fix the request.
    pub help: String,
}

/// The JSON form of a failure.
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
    /// The path does not exist.
    UnknownPath,
    /// The arguments are invalid.
    MalformedRequest,
    /// The board is malformed, or its shape differs from the goal's.
    MalformedBoard,
    /// The goal is malformed.
    MalformedGoal,
    /// Moves are malformed or illegal.
    MalformedMoves,
    /// Arguments conflict or are out of range.
    BadChoice,
    /// The request needs a table that is missing.
    NoTable,
    /// The HTTP method is not supported.
    MethodNotAllowed,
    /// The request names a host that the server does not accept.
    WrongHost,
    /// The request comes from a page of another site.
    WrongOrigin,
    /// The request is too long.
    TooLarge,
    /// The request took too long to arrive.
    TooSlow,
    /// Too many requests are running.
    Busy,
    /// The time, the memory, or an interrupt ended a search whose result the answer needs.
    LimitReached,
    /// The server failed.
    Internal,
}

impl Failure {
    /// Creates a failure with this HTTP status.
    #[must_use]
    pub fn new(status: u16, code: Code, message: &impl ToString, help: &str) -> Self {
        Self { status, code, message: message.to_string(), help: help.to_owned() }
    }

    /// A malformed request.
    #[must_use]
    pub fn malformed_request(message: &impl ToString) -> Self {
        Self::new(
            400,
            Code::MalformedRequest,
            message,
            "See /openapi.json for the arguments of each endpoint.",
        )
    }

    /// An internal error of the server.
    #[must_use]
    pub fn internal(message: &impl ToString) -> Self {
        Self::new(500, Code::Internal, message, "This is a bug: please report it.")
    }

    pub(crate) fn board(error: &ReadError) -> Self {
        let help = "Write each tile once, row by row, with 0 for the blank: 123456780 or 1,2,3,4,5,6,7,8,0.";
        Self::new(400, Code::MalformedBoard, error, help)
    }

    pub(crate) fn goal(error: &ReadError) -> Self {
        Self::new(400, Code::MalformedGoal, error, "Use blank-last, blank-first, snail, or a board.")
    }

    pub(crate) fn other_shape(error: &ReadError) -> Self {
        Self::new(400, Code::MalformedGoal, error, "Board and goal must have the same rows and columns.")
    }

    pub(crate) fn choice(message: &impl ToString, help: &str) -> Self {
        Self::new(400, Code::BadChoice, message, help)
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

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        let help = "Use a shape of up to ten cells, or an endpoint that needs no table: solve, or search \
            with another heuristic.";
        if error.is_no_table() {
            return Self::new(422, Code::NoTable, &error, help);
        }
        match error {
            SolveError::Board(error) => Self::new(
                400,
                Code::MalformedBoard,
                &error,
                "Use position to see the reason and the exchange that makes it solvable.",
            ),
            SolveError::Method(error) => error.into(),
            error @ (SolveError::Limit(_)
            | SolveError::NotReady { .. }
            | SolveError::Build(BuildError::Interrupted { .. })) => {
                Self::new(503, Code::LimitReached, &error, "Try again, or allow more time or memory.")
            }
            error @ SolveError::PatternsTooLarge { .. } => {
                Self::choice(&error, "Choose a heuristic that needs no table: linear-conflict.")
            }
            error @ SolveError::NoSuchDepth { .. } => Self::choice(&error, "Choose a smaller depth."),
            error @ SolveError::TooManyBoards { .. } => Self::choice(&error, "Ask for fewer boards."),
            error => Self::internal(&in_full(&error)),
        }
    }
}

/// The message of an error, with its causes.
fn in_full(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
