//! From a line of text to an answer.

use std::ops::ControlFlow;
use std::str;
use std::sync::Arc;
use std::time::Instant;

use tilebase::board::{Board, Goal, OverTheEdge, Shape};
use tilebase::exchange::ExchangeError;
use tilebase::notation::{GoalName, ReadError, shorten};
use tilebase::oracle::{MultiTileOracle, Oracle};
use tilebase::search::{Expansion, Guarantee, Limit, Limits, Outcome, Statistics};
use tilebase::solve::{Algorithm, Notice, SolveError, Solver};
use tilebase::table::{CheckpointError, Folder};
use tilebase_api::model::FoundBy;

use super::answer::{Answer, Extras};
use super::cheapest::CostSolvers;
use super::method::NamedMethod;
use super::multi_tile;
use super::notice::with_hint;
use super::path_measure::PathMeasure;
use super::saving::{Processes, SavedSearches, Saving};
use super::solvers_by_shape::SolversByShape;
use super::tables::{with_tables, within_memory};
use super::trace::{Trace, TracedState};
use crate::batch::MadeOnce;
use crate::shell::with_trust_hint;

/// The goal, the method, the limits, and the output for each board.
#[derive(Clone, Debug)]
pub(crate) struct SolveOptions {
    /// The goal.
    pub(crate) goal: GoalName,
    /// The shape of the boards; by default inferred from the number of tiles.
    pub(crate) shape: Option<Shape>,
    /// The method. By default the table, if it exists or is quick to build, else IDA*.
    pub(crate) method: Option<NamedMethod>,
    /// The measure of paths: a metric, or costs.
    pub(crate) measure: PathMeasure,
    /// The limits of a search.
    pub(crate) limits: Limits,
    /// Additional output besides a path.
    pub(crate) extras: Extras,
    /// The table folder. Without one, tables are built in memory.
    pub(crate) folder: Option<Folder>,
    /// A table file to use instead of the folder's.
    pub(crate) table: Option<std::path::PathBuf>,
}

/// Solves many boards with the same options, from any thread. Makes solvers as new shapes appear.
pub(crate) struct Answerer<'a> {
    options: SolveOptions,
    solvers: SolversByShape<Solver, Arc<SolveError>>,
    cost_solvers: Option<CostSolvers>,
    /// The tables in the multi-tile metric, by shape.
    multi_tile: MadeOnce<Shape, Result<MultiTileOracle, String>>,
    source: Source<'a>,
    saved: Option<SavedSearches>,
}

/// The source of solvers.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// Built as the options require. New tables are saved in the folder, and the callback is
    /// notified.
    Made(&'a (dyn Fn(Notice, &Goal) + Sync)),
    /// Provided by the caller.
    #[cfg(feature = "serve")]
    Given(&'a (dyn Fn(&Goal) -> Result<Solver, SolveError> + Sync)),
}

impl<'a> Answerer<'a> {
    /// Creates an answerer. `notify` is called when a table or pattern databases have to be built.
    pub(crate) fn new(options: SolveOptions, notify: &'a (dyn Fn(Notice, &Goal) + Sync)) -> Self {
        Self::from_source(options, Source::Made(notify))
    }

    fn from_source(options: SolveOptions, source: Source<'a>) -> Self {
        let algorithm = options.method.map(|method| method.method().algorithm());
        let costs = options.measure.costs().cloned();
        let cost_solvers = costs.map(|costs| CostSolvers::new(costs, algorithm));
        let (solvers, multi_tile) = (SolversByShape::new(), MadeOnce::new());
        Self { options, solvers, cost_solvers, multi_tile, source, saved: None }
    }

    /// Saves checkpoints of long searches.
    pub(crate) fn saving(self, saving: Saving) -> Self {
        Self { saved: Some(SavedSearches::new(saving)), ..self }
    }

    /// Removes the checkpoints of answered boards. To be called when their answers are written.
    pub(crate) fn remove_saved(&self) {
        self.saved.iter().for_each(SavedSearches::remove_answered);
    }

    /// Creates an answerer with the caller's solvers. The options name no method. Their limits
    /// apply to solvers for costs of moves, which the answerer creates.
    #[cfg(feature = "serve")]
    pub(crate) fn with_solvers(
        options: SolveOptions,
        solver: &'a (dyn Fn(&Goal) -> Result<Solver, SolveError> + Sync),
    ) -> Self {
        Self::from_source(options, Source::Given(solver))
    }

    /// Answers one line of text.
    #[must_use]
    pub(crate) fn answer(&self, line: &[u8]) -> Answer {
        let failed = |error: ExchangeError| Answer::Failed {
            text: shorten(&String::from_utf8_lossy(line)),
            error: error.to_string(),
        };
        self.answer_among(line, None).unwrap_or_else(failed)
    }

    /// Answers one line of text. Processes that all call this for the same board can share the
    /// search.
    ///
    /// # Errors
    /// [`ExchangeError`] if the processes cannot continue.
    pub(crate) fn answer_among(
        &self,
        line: &[u8],
        processes: Option<&Processes<'_>>,
    ) -> Result<Answer, ExchangeError> {
        let (text, board) = match self.read(line) {
            Ok(read) => read,
            Err((text, error)) => return Ok(Answer::Failed { text, error }),
        };
        match self.answer_board_among(&board, processes) {
            Ok(answer) => Ok(answer),
            Err(AskError::Processes(error)) => Err(error),
            Err(error) => Ok(Answer::Failed { text: shorten(text), error: error.to_string() }),
        }
    }

    /// Makes the solver for a line's board, without searching.
    ///
    /// # Errors
    /// Reasons for having no answer that are known before a search.
    pub(crate) fn prepare(&self, line: &[u8]) -> anyhow::Result<()> {
        let (_, board) = self.read(line).map_err(|(_, error)| anyhow::Error::msg(error))?;
        let goal = self.goal_of(&board)?;
        if goal.is_reachable_from(&board) && self.options.measure == PathMeasure::SingleTile {
            self.solver_within(&goal, &self.untimed())?;
        }
        Ok(())
    }

    /// Parses a board. An error contains the text to show and the message.
    fn read<'l>(&self, line: &'l [u8]) -> Result<(&'l str, Board), (String, String)> {
        // The lines of a drawing are one line of a batch, with carriage returns between them.
        let failed = |text: &str, error: String| (shorten(&text.replace('\r', "\n")), error);
        let text = str::from_utf8(line).map_err(|error| {
            let place = error.valid_up_to() + 1;
            let text = String::from_utf8_lossy(line);
            let shown = shorten(&text);
            failed(&text, format!("cannot read the board {shown:?}: byte {place} is not UTF-8 text"))
        })?;
        let shape = self.options.shape.or_else(|| self.options.goal.likely_shape());
        // Accept a valid board of another shape here: the later message about the shapes is
        // clearer.
        let board = Board::read(text, shape).or_else(|error| match shape {
            Some(_) => Board::read(text, None).map_err(|_of_any_shape| error),
            None => Err(error),
        });
        Ok((text, board.map_err(|error| failed(text, error.to_string()))?))
    }

    /// Answers one board.
    ///
    /// # Errors
    /// [`AskError`] if there is no answer.
    pub(crate) fn answer_board(&self, board: &Board) -> Result<Answer, AskError> {
        self.answer_board_among(board, None)
    }

    fn answer_board_among(
        &self,
        board: &Board,
        processes: Option<&Processes<'_>>,
    ) -> Result<Answer, AskError> {
        let goal = self.goal_of(board)?;
        if !goal.is_reachable_from(board) {
            return Ok(Answer::Unsolvable { board: *board, goal });
        }
        if let Some(solvers) = &self.cost_solvers {
            let SolveOptions { limits, extras, .. } = &self.options;
            return solvers.answer(board, &goal, limits, extras.count).map_err(AskError::Other);
        }
        if self.options.measure == PathMeasure::MultiTile {
            return self.answer_in_multi_tile_metric(board, &goal).map_err(AskError::Other);
        }
        let solver = match self.solver(&goal) {
            Err(error) => return self.without_solver(board, &goal, error),
            Ok(solver) => solver,
        };
        match solver.oracle() {
            Some(oracle) => {
                self.saved.iter().for_each(SavedSearches::report_table);
                self.answer_from_table(board, &solver, oracle)
            }
            None => self.answer_by_search(board, &solver, processes),
        }
    }

    fn answer_in_multi_tile_metric(&self, board: &Board, goal: &Goal) -> Result<Answer, String> {
        let SolveOptions { folder, table, limits, extras, .. } = &self.options;
        let make = || {
            let interrupt = limits.interrupt.as_ref();
            let made = multi_tile::multi_tile_oracle(goal, folder.as_ref(), table.as_deref(), interrupt);
            made.map_err(|error| error.to_string())
        };
        let oracle = self.multi_tile.get(&goal.shape(), make)?;
        multi_tile::answer(&oracle, board, extras.count).map_err(|error| with_hint(&error))
    }

    fn goal_of(&self, board: &Board) -> Result<Goal, AskError> {
        if let Some(asked) = self.options.shape.filter(|shape| *shape != board.shape()) {
            return Err(AskError::OtherShape { board: *board, asked });
        }
        Ok(self.options.goal.on(board.shape())?)
    }

    /// Returns a solver for a goal, with the limits that remain for the current board.
    fn solver(&self, goal: &Goal) -> Result<Solver, Arc<SolveError>> {
        self.solver_within(goal, &self.options.limits)
    }

    fn solver_within(&self, goal: &Goal, limits: &Limits) -> Result<Solver, Arc<SolveError>> {
        let is_late =
            |error: &Arc<SolveError>| matches!(**error, SolveError::NotReady { limit: Limit::Time, .. });
        let make = |limits, was_late| self.make_solver(goal, limits, was_late);
        let (solver, limits) = self.solvers.get(goal.shape(), limits, is_late, make)?;
        Ok(match self.source {
            Source::Made(_) => solver.with_limits(limits),
            // The caller's solvers have limits of their own.
            #[cfg(feature = "serve")]
            Source::Given(_) => solver,
        })
    }

    /// The limits without the time limit.
    fn untimed(&self) -> Limits {
        self.options.limits.clone().with_time(None)
    }

    /// The answer if the solver is not ready: a lower bound, if only the time was too short.
    fn without_solver(&self, board: &Board, goal: &Goal, error: Arc<SolveError>) -> Result<Answer, AskError> {
        let SolveError::NotReady { limit, elapsed } = *error else { return Err(error.into()) };
        let SolveError::Limit(limit) = (SolveError::NotReady { limit, elapsed }).for_board(board, goal)
        else {
            return Err(error.into());
        };
        let method = self.options.method.as_ref().map(NamedMethod::method);
        let found_by = method.map_or(FoundBy::WITHOUT_TABLE, FoundBy::from);
        let (timeout, trace) = (self.options.limits.time, Vec::new());
        Ok(Answer::LimitReached {
            board: *board,
            goal: *goal,
            found_by,
            limit,
            timeout,
            trace,
            resumed: None,
        })
    }

    fn make_solver(&self, goal: &Goal, limits: Limits, is_again: bool) -> Result<Solver, Arc<SolveError>> {
        #[cfg_attr(
            not(feature = "serve"),
            expect(clippy::infallible_destructuring_match, reason = "`serve` has a second variant")
        )]
        let notify = match self.source {
            Source::Made(notify) => notify,
            #[cfg(feature = "serve")]
            Source::Given(solver) => return solver(goal).map_err(Arc::new),
        };
        let SolveOptions { method, folder, table, .. } = &self.options;
        let solver = method.map_or_else(|| Solver::builder(goal), |method| method.solver(goal));
        let solver = match folder {
            Some(folder) => with_tables(solver, goal, folder, limits).save_tables(),
            None => within_memory(solver, goal, limits),
        };
        // The first attempt has already reported what is missing.
        let solver = solver.on_notice(|notice| {
            if !is_again || matches!(notice, Notice::Preparing(_)) {
                notify(notice, goal);
            }
        });
        let solver = match table {
            Some(file) => solver.table(file.clone()),
            None => solver,
        };
        solver.build().map_err(Arc::new)
    }

    fn answer_from_table(&self, board: &Board, solver: &Solver, oracle: &Oracle) -> Result<Answer, AskError> {
        let Extras { stats, all, count, trace, .. } = self.options.extras;
        let outcome = if stats { solver.solve(board)? } else { path_alone(oracle, board)? };
        let optimal_paths = (all || count).then(|| oracle.count_paths(board)).transpose();
        let all_paths = all.then(|| oracle.paths(board)?.collect()).transpose();
        let trace = trace.map(|_| traced(board, &outcome, solver)).transpose()?;
        // The results are worthless if the table file was changed meanwhile.
        oracle.table().check_unchanged().map_err(SolveError::from)?;
        Ok(Answer::Solved {
            board: *board,
            goal: *oracle.goal(),
            outcome,
            found_by: solver.into(),
            optimal_paths: optimal_paths.map_err(SolveError::from)?,
            all_paths: all_paths.map_err(SolveError::from)?,
            trace: trace.unwrap_or_default(),
            resumed: None,
        })
    }

    fn answer_by_search(
        &self,
        board: &Board,
        solver: &Solver,
        processes: Option<&Processes<'_>>,
    ) -> Result<Answer, AskError> {
        let (board, goal, found_by) = (*board, *solver.goal(), solver.into());
        let Extras { all, count, trace: asked, .. } = self.options.extras;
        let algorithm = solver.algorithm();
        if all || count {
            return Err(AskError::NoTableToCount { shape: goal.shape(), algorithm });
        }
        let mut trace = Vec::new();
        let mut observer = |expansion: &Expansion<'_>| {
            trace.push(expansion.into());
            ControlFlow::Continue(())
        };
        let mut resumed = None;
        let found = match (asked, &self.saved) {
            (Some(Trace::All), _) => solver.solve_observed(&board, &mut observer),
            (_, Some(saved)) if algorithm.is_resumable() => {
                let (found, origin) = saved.solve(solver, &board, processes);
                resumed = origin;
                match found {
                    Err(SolveError::Processes(error)) => return Err(AskError::Processes(error)),
                    Err(SolveError::Checkpoint(error)) => return Err(AskError::Saved(error)),
                    found => found,
                }
            }
            (_, Some(saved)) => saved.showing(|| solver.solve(&board)),
            _ => solver.solve(&board),
        };
        let outcome = match found {
            Ok(outcome) => outcome,
            Err(SolveError::Limit(limit)) => {
                let timeout = self.options.limits.time;
                return Ok(Answer::LimitReached { board, goal, found_by, limit, timeout, trace, resumed });
            }
            Err(error) => return Err(error.into()),
        };
        if asked == Some(Trace::Path) {
            trace = traced(&board, &outcome, solver)?;
        }
        let (optimal_paths, all_paths) = (None, None);
        Ok(Answer::Solved { board, goal, outcome, found_by, optimal_paths, all_paths, trace, resumed })
    }
}

/// Reasons for having no answer for a board.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AskError {
    #[error("{board} is a {} board, but --shape says {asked}", board.shape())]
    OtherShape { board: Board, asked: Shape },
    #[error(transparent)]
    Goal(#[from] ReadError),
    #[error("--paths needs a full table, but {shape} boards are solved by {algorithm} here")]
    NoTableToCount { shape: Shape, algorithm: Algorithm },
    #[error("--all-paths needs a full table, but {shape} boards are solved by searching")]
    NoTableForLists { shape: Shape },
    #[error("{}; to search from the beginning, leave out --resume", with_trust_hint(.0))]
    Saved(CheckpointError),
    #[error(transparent)]
    Processes(ExchangeError),
    #[error("{0}")]
    Other(String),
    #[error(transparent)]
    Trace(#[from] OverTheEdge),
    #[error("{}", with_hint(.0))]
    Solve(Arc<SolveError>),
}

impl From<SolveError> for AskError {
    fn from(error: SolveError) -> Self {
        Self::Solve(Arc::new(error))
    }
}

impl From<Arc<SolveError>> for AskError {
    fn from(error: Arc<SolveError>) -> Self {
        Self::Solve(error)
    }
}

/// Follows a path in the table, without computing statistics, which would take as long again.
fn path_alone(oracle: &Oracle, board: &Board) -> Result<Outcome, SolveError> {
    let clock = Instant::now();
    let moves = oracle.first_path(board)?;
    let statistics = Statistics { elapsed: clock.elapsed(), ..Statistics::default() };
    Ok(Outcome { moves, guarantee: Guarantee::Optimal, statistics })
}

fn traced(board: &Board, outcome: &Outcome, solver: &Solver) -> Result<Vec<TracedState>, AskError> {
    let estimate = |board: &Board| Ok(solver.estimate(board)?);
    TracedState::along_path(board, &outcome.moves, estimate, |g, h| solver.f(g, h))
}
