//! Errors of solvers.

use std::path::PathBuf;
use std::time::Duration;

use super::algorithm::Algorithm;
use super::method::{Method, MethodError};
use crate::board::{Board, Goal, Shape, Unreachable};
use crate::exchange::ExchangeError;
use crate::generate::BuildError;
use crate::oracle::{OpenError, OracleError};
use crate::search::{
    CatalogueError, Heuristic, Limit, LimitReached, LinearConflict, SavedSearchError, Statistics,
};
use crate::space::SpaceError;
use crate::table::{EncodingError, TableError};

/// Why there is no answer. A server can tell by the variant whether the question was bad ([`Board`](Self::Board)), there
/// is nothing to answer from ([`is_no_table`](Self::is_no_table)), or something at its own end is damaged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board has another shape than the goal, or can't reach it.
    #[error(transparent)]
    Board(#[from] Unreachable),
    /// A table is needed, there is none, and building it takes more than a moment.
    #[error(
        "no {shape} table for the goal {goal}{} ({states} states)",
        in_folder(folder.as_ref()),
        shape = goal.shape()
    )]
    NoTable {
        /// The goal.
        goal: Goal,
        /// The states that the table would have.
        states: u64,
        /// The folder that was looked in, if one was.
        folder: Option<PathBuf>,
    },
    /// A table is needed, and no machine could hold it.
    #[error("a table of {shape} would have {states} entries, which is too many for any machine")]
    OutOfReach {
        /// The shape.
        shape: Shape,
        /// The states that it would have.
        states: u64,
    },
    /// Pattern tables would have to be built, and that takes more memory than they may.
    #[error("the {partition} pattern databases need {bytes} bytes of memory, and the limit is {most}")]
    PatternsTooLarge {
        /// The name of the partition, as `6-6-6-6`.
        partition: String,
        /// What building them and searching with them takes.
        bytes: u64,
        /// What they may take.
        most: u64,
    },
    /// The board has too many states to be numbered.
    #[error(transparent)]
    TooLarge(#[from] SpaceError),
    /// A table is there, but it is damaged, or can't be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A pattern table that is not what its name says: of another pattern or goal, or with the blank's regions told apart.
    #[error("{}: expected the table {expected}, found the table {found}; rename the file, or build the table", file.display())]
    Misnamed {
        /// The file.
        file: PathBuf,
        /// The name that stands for what was looked for.
        expected: String,
        /// The name that stands for what is in the file.
        found: String,
    },
    /// A table contradicts itself, though its checksums are right.
    #[error(transparent)]
    Wrong(OracleError),
    /// The table that was named serves another goal.
    #[error(transparent)]
    Mismatch(OpenError),
    /// Building a table failed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The table that was built could not be encoded.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// Pattern tables don't make a catalogue.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// A limit ended the search.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The time limit or an interrupt ended the preparation of tables, so there was no search. For a board,
    /// [`or_bound`](Self::or_bound) makes a [`Limit`](Self::Limit) of it.
    #[error("{limit} while preparing the pattern databases")]
    NotReady {
        /// The limit.
        limit: Limit,
        /// The time spent.
        elapsed: Duration,
    },
    /// The heuristic does not go with the method.
    #[error(transparent)]
    Method(#[from] MethodError),
    /// The distance was asked for, and the method may find longer paths.
    #[error("{method} may find longer paths, so it cannot tell distances")]
    NoGuarantee {
        /// The method.
        method: Method,
    },
}

/// Why a solver that was given a [`Journal`](crate::search::Journal) has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// For the same reasons as without one.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The search was to go on from what it can't go on from.
    #[error(transparent)]
    Saved(#[from] SavedSearchError),
    /// The ranks that the search was shared out among can't go on.
    #[error(transparent)]
    Ranks(#[from] ExchangeError),
    /// The means is none that tells how far it is.
    #[error("{algorithm} has no checkpoints (ida and iterative-deepening have)")]
    NotSaved {
        /// The algorithm.
        algorithm: Algorithm,
    },
}

impl SolveError {
    /// The error for a board, where the preparation of tables was for its sake. [`NotReady`](Self::NotReady) becomes
    /// [`Limit`](Self::Limit) with the best lower bound that needs no table: Manhattan distance plus linear conflicts.
    /// Other errors are returned as they are.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tilebase::search::{Limit, Limits};
    /// use tilebase::solve::SolveError;
    /// use tilebase::{Board, Goal, Shape, Solver};
    ///
    /// let goal = Goal::blank_last(Shape::new(4, 4)?);
    /// let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    /// let error = Solver::builder(&goal).limits(limits).build().unwrap_err();
    /// assert!(matches!(error, SolveError::NotReady { limit: Limit::Time, .. }));
    /// let board: Board = "2,1,4,3,5,6,7,8,9,10,11,12,13,14,15,0".parse()?;
    /// let SolveError::Limit(reached) = error.or_bound(&board, &goal) else { panic!() };
    /// assert_eq!((reached.limit, reached.at_least), (Limit::Time, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn or_bound(self, board: &Board, goal: &Goal) -> Self {
        let Self::NotReady { limit, elapsed } = self else { return self };
        if let Err(why) = goal.check_reachable(board) {
            return why.into();
        }
        let at_least = LinearConflict::new(goal).of(board);
        let statistics = Statistics { elapsed, ..Statistics::default() };
        LimitReached { limit, at_least, statistics }.into()
    }

    /// Is there just no table for the goal, nor one that can be built in a moment? A search is then the means.
    #[must_use]
    pub const fn is_no_table(&self) -> bool {
        matches!(self, Self::NoTable { .. } | Self::OutOfReach { .. } | Self::TooLarge(_))
    }
}

impl From<Box<TableError>> for SolveError {
    fn from(error: Box<TableError>) -> Self {
        Self::Table(*error)
    }
}

impl From<OpenError> for SolveError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Table(error) => Self::Table(error),
            mismatch @ OpenError::Mismatch { .. } => Self::Mismatch(mismatch),
        }
    }
}

impl From<OracleError> for SolveError {
    fn from(error: OracleError) -> Self {
        match error {
            OracleError::Unreachable(why) => Self::Board(why),
            OracleError::Table(error) => Self::Table(*error),
            wrong => Self::Wrong(wrong),
        }
    }
}

fn in_folder(folder: Option<&PathBuf>) -> String {
    folder.map_or_else(String::new, |folder| format!(" in {}", folder.display()))
}
