//! Errors of solvers.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::algorithm::Algorithm;
use super::cost_solver::CostSolveError;
use super::method::{Method, MethodError};
use crate::board::{Board, Goal, Shape, Unreachable};
use crate::exchange::ExchangeError;
use crate::generate::BuildError;
use crate::oracle::OracleError;
use crate::search::{Heuristic, Limit, LimitReached, LinearConflict, PdbSetError, Statistics};
use crate::space::SpaceError;
use crate::table::{CheckpointError, EncodingError, LayoutError, TableError};

/// An error of solving or sampling. Its variant distinguishes invalid requests
/// ([`Board`](Self::Board)), missing tables ([`is_no_table`](Self::is_no_table)), and damaged
/// tables.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board has another shape than the goal, or can't reach it.
    #[error(transparent)]
    Board(#[from] Unreachable),
    /// The board can reach the goal, so no exchange of tiles is needed.
    #[error("the board {board} can reach the goal {goal}: there is nothing to exchange")]
    Solvable {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
    },
    /// A table is needed but missing, and building it would take more than a moment.
    #[error(
        "no {shape} table for the goal {goal}{} ({states} states)",
        in_folder(folder.as_ref()),
        shape = goal.shape()
    )]
    NoTable {
        /// The goal.
        goal: Goal,
        /// The number of states of the table.
        states: u64,
        /// The folder that was searched, if any.
        folder: Option<PathBuf>,
    },
    /// A table is needed, but no machine could hold it.
    #[error("a table of {shape} would have {states} entries, which is too many for any machine")]
    OutOfReach {
        /// The shape.
        shape: Shape,
        /// The number of states of the table.
        states: u64,
    },
    /// The pattern databases have to be built, but need too much memory.
    #[error("the {pattern_set} pattern databases need {bytes} bytes of memory, and the limit is {most}")]
    PatternsTooLarge {
        /// The name of the pattern set, such as `6-6-6-6`.
        pattern_set: String,
        /// The memory in bytes for building them and searching with them.
        bytes: u64,
        /// The limit in bytes.
        most: u64,
    },
    /// Finding a cheapest path failed.
    #[error(transparent)]
    Cost(#[from] CostSolveError),
    /// The board has too many states to number them.
    #[error(transparent)]
    TooLarge(#[from] SpaceError),
    /// A table is damaged or can't be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file of pattern databases laid out for search can't be verified.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A pattern database does not match its file name: it has another pattern or goal, or differs
    /// in being zero-aware.
    #[error(
        "{}: expected the table {expected}, found the table {found}; rename the file, or build the table",
        file.display()
    )]
    Misnamed {
        /// The file.
        file: PathBuf,
        /// The table name that was expected.
        expected: String,
        /// The table name that matches the content.
        found: String,
    },
    /// A table contradicts itself, though its checksums match, or is for another goal.
    #[error(transparent)]
    Oracle(OracleError),
    /// Building a table failed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The table that was built can't be encoded.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The pattern databases can't be combined.
    #[error(transparent)]
    PdbSet(#[from] PdbSetError),
    /// A limit stopped the search.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The time limit or an interrupt stopped the preparation of tables, so there was no search.
    /// For a given board, [`for_board`](Self::for_board) converts this to [`Limit`](Self::Limit).
    #[error("{limit} while preparing the pattern databases")]
    NotReady {
        /// The limit.
        limit: Limit,
        /// The time spent.
        elapsed: Duration,
    },
    /// The search can't resume from the checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Another process of the search failed.
    #[error(transparent)]
    Processes(#[from] ExchangeError),
    /// The algorithm does not support checkpoints.
    #[error("{algorithm} does not support checkpoints (ida and iterative-deepening do)")]
    NoCheckpoints {
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// The heuristic is not suitable for the method.
    #[error(transparent)]
    Method(#[from] MethodError),
    /// The distance was requested, but the method may find longer paths.
    #[error("{method} may find longer paths, so it cannot give distances")]
    NoGuarantee {
        /// The method.
        method: Method,
    },
    /// Too many boards are to be drawn.
    #[error("{asked} boards are too many to draw at once: the limit is {most} per seed")]
    TooManyBoards {
        /// The number of boards requested.
        asked: usize,
        /// The maximum.
        most: usize,
    },
    /// Boards at the requested depths do not exist.
    #[error("no {shape} board is {} moves from the goal: the farthest are {deepest}", range(asked))]
    NoSuchDepth {
        /// The shape.
        shape: Shape,
        /// The depths requested.
        asked: RangeInclusive<u32>,
        /// The maximum depth.
        deepest: u32,
    },
}

impl SolveError {
    /// Converts the error for a board that the tables were prepared for.
    /// [`NotReady`](Self::NotReady) becomes [`Limit`](Self::Limit) with the best lower bound that
    /// needs no table: Manhattan distance plus linear conflicts. Other errors are returned
    /// unchanged.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tilebase::search::{Limit, Limits};
    /// use tilebase::solve::SolveError;
    /// use tilebase::{Board, Goal, Shape, Solver};
    ///
    /// let goal = Goal::blank_last(Shape::new(4, 4)?);
    /// let limits = Limits::default().with_time(Duration::ZERO);
    /// let error = Solver::builder(&goal).limits(limits).build().unwrap_err();
    /// assert!(matches!(error, SolveError::NotReady { limit: Limit::Time, .. }));
    /// let board: Board = "2,1,4,3,5,6,7,8,9,10,11,12,13,14,15,0".parse()?;
    /// let SolveError::Limit(reached) = error.for_board(&board, &goal) else { panic!() };
    /// assert_eq!((reached.limit, reached.lower_bound), (Limit::Time, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_board(self, board: &Board, goal: &Goal) -> Self {
        let Self::NotReady { limit, elapsed } = self else { return self };
        if let Err(why) = goal.check_reachable(board) {
            return why.into();
        }
        let lower_bound = LinearConflict::new(goal).estimate(board);
        let statistics = Statistics { elapsed, ..Statistics::default() };
        LimitReached { limit, lower_bound, statistics }.into()
    }

    /// Whether no table for the goal is available or quick to build. Callers should then search
    /// instead.
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

impl From<OracleError> for SolveError {
    fn from(error: OracleError) -> Self {
        match error {
            OracleError::Unreachable(why) => Self::Board(why),
            OracleError::Table(error) => Self::Table(*error),
            OracleError::Build(error) => Self::Build(*error),
            other => Self::Oracle(other),
        }
    }
}

/// Formats a range of depths.
fn range(depths: &RangeInclusive<u32>) -> String {
    let (from, to) = (depths.start(), depths.end());
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}

fn in_folder(folder: Option<&PathBuf>) -> String {
    folder.map_or_else(String::new, |folder| format!(" in {}", folder.display()))
}
