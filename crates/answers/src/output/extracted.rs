//! An answer found in an output, or the reason why none was found.

use super::estimate::NoEstimate;
use super::page::Quote;
use crate::fault::AnswerFault;
use tilebase::judge::Claim;

/// Whether a program that prints paths as boards begins each path with the start board.
///
/// If so, it prints one board for the goal itself; if not, none. While this is unknown, a single
/// board could also be an echo of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStart {
    /// It begins with the start board.
    Included,
    /// It begins with the board after the first move.
    Omitted,
}

/// An extracted answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extracted {
    /// The claims of the answer; at least one.
    pub claims: Vec<Claim>,
    /// The lines from which it was read.
    pub quotes: Vec<Quote>,
    /// The number of expanded states that the solver reports.
    pub nodes: Option<u64>,
    /// Whether the path begins with the start board, if it was printed as boards.
    pub path_start: Option<PathStart>,
}

impl Extracted {
    /// The form of the answer; `None` without claims.
    pub fn read_as(&self) -> Option<ReadAs> {
        self.claims.iter().map(ReadAs::of).min()
    }
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReadAs {
    /// Moves or boards, which can be replayed.
    Path,
    /// A length alone.
    Length,
    /// A statement that there is no path.
    Unsolvable,
    /// A heuristic's estimate.
    Estimate,
    /// A statement that there is a path, without one.
    Solvable,
}

impl ReadAs {
    /// The form of a claim.
    pub fn of(claim: &Claim) -> Self {
        match claim.without_cost() {
            Claim::Unsolvable => Self::Unsolvable,
            Claim::Length(_) | Claim::Cost(_) => Self::Length,
            Claim::Estimate(_) => Self::Estimate,
            Claim::Solvable => Self::Solvable,
            _ => Self::Path,
        }
    }
}

/// Reasons why no answer was found. Not a verdict: the output may contain one that was not
/// understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// There is no text at all.
    #[error("it printed nothing")]
    Nothing,
    /// There is text, but no answer in it.
    #[error("no answer found in the output; last lines: {end}")]
    NotFound {
        /// The last lines, quoted.
        end: String,
    },
    /// No estimate was found where one is expected.
    #[error(transparent)]
    NoEstimate(#[from] NoEstimate),
    /// An object has the fields of an answer, but they cannot be understood.
    #[error("its JSON is not an answer: {fault}")]
    NotUnderstood {
        /// The reason.
        fault: AnswerFault,
    },
    /// Tile numbers include one that cannot slide.
    #[error("the tiles cannot slide like this: {reason}")]
    NoSlide {
        /// The tile and the reason.
        reason: String,
    },
    /// A line could be the answer or something else.
    #[error("{0} may be the path, but it does not reach the goal and is not labeled as the answer")]
    PerhapsMoves(Quote),
    /// Boards could be the path or a trace of the search.
    #[error("the boards from {0} on do not reach the goal, and may be a trace of the search")]
    PerhapsBoards(Quote),
    /// Only the solved board was printed.
    #[error(
        "{0}: only the board itself was printed, which may be a path of no moves or an echo of the input"
    )]
    OnlyTheBoard(Quote),
    /// A number could be the length.
    #[error("{0} may be the length of the path, or a figure about the search")]
    PerhapsLength(Quote),
    /// Several answers differ.
    #[error("several answers that differ: {0}")]
    Several(String),
    /// Similar lines are moves, most of which fail.
    #[error("{0} and similar lines may be a trace of the search; label the answer, e.g. `Solution: UL`")]
    PerhapsTrace(Quote),
    /// There are no moves, which may mean that no path exists.
    #[error(
        "{0} may mean that no path exists or that no move is needed; print `unsolvable` or -1 \
         if no path exists"
    )]
    Empty(Quote),
    /// The program calls its own answer wrong.
    #[error("{answer} is an answer, but {statement} says that it is wrong")]
    CalledWrong {
        /// The answer.
        answer: Quote,
        /// The statement.
        statement: Quote,
    },
}

/// Lists quoted lines, separated by commas.
pub(super) fn listed(quotes: &[Quote]) -> String {
    quotes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
