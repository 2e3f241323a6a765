//! Conversions from errors of the library to a status and a message.

use std::any::Any;
use std::error::Error;

use tilebase::board::{BoardFaults, ShapeError, Unreachable};
use tilebase::generate::BuildError;
use tilebase::notation::ReadError;
use tilebase::oracle::OracleError;
use tilebase::search::{Limit, PdbSetError};
use tilebase::solve::SolveError;
use tilebase::space::SpaceError;
use tilebase::table::{EncodingError, TableError, WriteError};

use crate::status::Status;

/// The reason why a call failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) text: String,
}

impl Failure {
    pub(crate) fn new(status: Status, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    #[cold]
    fn of(status: Status, error: &impl Error) -> Self {
        Self::new(status, error.to_string())
    }

    /// The same failure, for a board of many.
    pub(crate) fn about_board(self, number: usize) -> Self {
        Self { text: format!("board {number}, counted from 0: {}", self.text), ..self }
    }

    pub(crate) fn of_panic(payload: &(dyn Any + Send)) -> Self {
        let text = payload.downcast_ref::<&str>().copied();
        let message =
            text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
        Self::new(Status::Internal, format!("internal error in libtilebase, please report it: {message}"))
    }
}

impl From<ShapeError> for Failure {
    fn from(error: ShapeError) -> Self {
        Self::of(Status::BadShape, &error)
    }
}

impl From<BoardFaults> for Failure {
    fn from(error: BoardFaults) -> Self {
        Self::of(Status::BadBoard, &error)
    }
}

impl From<Unreachable> for Failure {
    fn from(error: Unreachable) -> Self {
        let status = match error {
            Unreachable::DifferentParity { .. } => Status::Unreachable,
            Unreachable::OtherShape { .. } => Status::BadBoard,
        };
        Self::of(status, &error)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::of(Status::BadText, &error)
    }
}

impl From<SpaceError> for Failure {
    fn from(error: SpaceError) -> Self {
        use SpaceError::{NoSuchTile, NoTiles, RepeatedTile};
        let status = match error {
            NoTiles | NoSuchTile { .. } | RepeatedTile { .. } => Status::BadPattern,
            _ => Status::TooLarge,
        };
        Self::of(status, &error)
    }
}

impl From<PdbSetError> for Failure {
    fn from(error: PdbSetError) -> Self {
        let status = match error {
            PdbSetError::Table(error) => return error.into(),
            PdbSetError::OtherGoal { .. } => Status::OtherGoal,
            PdbSetError::TooLarge | PdbSetError::NeedsFiles => Status::TooLarge,
            PdbSetError::Memory(_) => Status::OutOfMemory,
            PdbSetError::Interrupted => Status::Stopped,
            _ => Status::BadPattern,
        };
        Self::of(status, &error)
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        let status = match &error {
            BuildError::TooLarge(_) => Status::TooLarge,
            BuildError::OutOfMemory { .. } => Status::OutOfMemory,
            BuildError::Threads { .. } => Status::Threads,
            BuildError::Interrupted { .. } => Status::Stopped,
            // The interface never builds with checkpoints, so their errors can't occur.
            _ => Status::Internal,
        };
        Self::of(status, &error)
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        let status = match &error {
            TableError::Absent { .. } => Status::NoFile,
            TableError::Format { .. } | TableError::Changed { .. } => Status::BadTable,
            TableError::NoEntry { .. } => Status::BadIndex,
            TableError::OtherMetric { .. } => Status::OtherKind,
            _ => Status::Io,
        };
        Self::of(status, &error)
    }
}

impl From<Box<TableError>> for Failure {
    fn from(error: Box<TableError>) -> Self {
        Self::from(*error)
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Self::new(Status::Io, format!("{error}: {}", error.source))
    }
}

impl From<EncodingError> for Failure {
    fn from(error: EncodingError) -> Self {
        // The interface encodes only what a table of the same encoding held.
        Self::of(Status::Internal, &error)
    }
}

impl From<OracleError> for Failure {
    fn from(error: OracleError) -> Self {
        match error {
            OracleError::Unreachable(why) => why.into(),
            OracleError::Table(error) => error.into(),
            OracleError::Build(error) => (*error).into(),
            mismatch @ OracleError::Mismatch { .. } => Self::of(Status::OtherGoal, &mismatch),
            other @ OracleError::OtherMetric { .. } => Self::of(Status::OtherKind, &other),
            wrong => Self::of(Status::BadTable, &wrong),
        }
    }
}

const fn status_of(limit: Limit) -> Status {
    match limit {
        Limit::Interrupt => Status::Stopped,
        Limit::Heuristic => Status::BadTable,
        _ => Status::Limit,
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Board(why) => why.into(),
            SolveError::Table(error) => error.into(),
            SolveError::Oracle(error) => error.into(),
            SolveError::Build(error) => error.into(),
            SolveError::TooLarge(error) => error.into(),
            SolveError::Limit(reached) => Self::of(status_of(reached.limit), &reached),
            SolveError::NotReady { limit, .. } => Self::of(status_of(limit), &error),
            other => {
                let status = match &other {
                    SolveError::NoTable { .. }
                    | SolveError::OutOfReach { .. }
                    | SolveError::PatternsTooLarge { .. }
                    | SolveError::TooManyBoards { .. } => Status::TooLarge,
                    SolveError::PdbSet(_) | SolveError::Misnamed { .. } => Status::BadTable,
                    _ => Status::Internal,
                };
                Self::of(status, &other)
            }
        }
    }
}
