//! Reasons why an answer cannot be understood.

use tilebase::notation::{ReadError, shorten};

/// Reasons why an answer cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerFault {
    /// Something other than an expected number.
    #[error("expected a whole number, found {0:?}")]
    NoNumber(String),
    /// The moves cannot be read.
    #[error(transparent)]
    Moves(#[from] Box<ReadError>),
    /// A number instead of the expected moves.
    #[error("expected moves, found the number {0:?}; if the column holds lengths, use --columns length=NAME")]
    NumberAsMoves(String),
    /// A path of which only the beginning is shown.
    #[error("the moves are cut short: {0:?}; print all of them")]
    CutShort(String),
    /// Numbers of unknown meaning.
    #[error("unknown column {0}; add a header line, e.g. board,moves,length,time")]
    Unnamed(String),
    /// No field makes a statement.
    #[error("no answer on this line")]
    Nothing,
    /// A field such as `valid` says that the answer is wrong.
    #[error("the program itself marks this answer as wrong: a field such as \"valid\" is {0:?}")]
    CalledWrong(String),
    /// Another field contradicts a list of paths.
    #[error("{0:?} beside the list of paths contradicts it")]
    Contradiction(String),
    /// There is no answer, and the solver gives the reason.
    #[error("no answer: {0}")]
    Refused(String),
}

impl AnswerFault {
    pub(super) fn no_number(text: &str) -> Self {
        Self::NoNumber(shorten(text))
    }
}
