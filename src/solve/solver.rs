//! The solver, and its builder.

use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use super::algorithm::{Algorithm, HeuristicName};
use super::error::SolveError;
use super::method::{LoadedHeuristic, Method, MethodError, MethodOptions};
use super::notice::Notice;
use crate::board::{Board, Goal};
use crate::clock::Clock;
use crate::generate::{BuildError, Level};
use crate::interrupt::Interrupt;
use crate::oracle::{Oracle, OracleError};
use crate::search::{
    Checkpoints, Claims, Expansion, Guarantee, Heuristic, Limit, LimitReached, Limits, Outcome, PatternSet,
    PdbSet, PdbSetError, Problem, Search, SearchError, Statistics, Zero,
};
use crate::table::{Folder, Table};

/// Finds paths to one goal. Threads can share it, and clones share its tables.
///
/// ```
/// use tilebase::{Goal, Shape, Solver};
///
/// let shape = Shape::new(4, 4)?;
/// let solver = Solver::new(&Goal::blank_last(shape))?; // builds pattern databases: 0.04 s
/// let board = tilebase::Board::new(shape, &[5, 1, 3, 4, 2, 6, 7, 8, 9, 10, 15, 11, 13, 14, 12, 0])?;
/// assert_eq!(solver.distance(&board)?, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Solver {
    goal: Goal,
    source: Source,
    limits: Limits,
}

/// The source of the paths.
#[derive(Clone)]
enum Source {
    Table(Arc<Oracle>),
    Search(Method, LoadedHeuristic),
}

impl Solver {
    /// Creates a solver that needs no files. It builds the goal's table if that takes only a moment
    /// (up to 2x5 and 3x3), and otherwise pattern databases for IDA\*.
    ///
    /// # Errors
    /// [`SolveError`] if there is not enough memory, or threads can't be started.
    pub fn new(goal: &Goal) -> Result<Self, SolveError> {
        Self::builder(goal).build()
    }

    /// Returns a builder, which can set the table folder, the method, and limits.
    #[must_use]
    pub fn builder<'a>(goal: &Goal) -> SolverBuilder<'a> {
        SolverBuilder {
            goal: *goal,
            folder: None,
            saves_tables: false,
            saves_pattern_databases: false,
            table: None,
            method: None,
            heuristic: None,
            pattern_set: None,
            pattern_databases: None,
            pdb_memory_in_bytes: None,
            limits: Limits::default(),
            notify: Box::new(|_| ()),
            on_level: Box::new(|_| ()),
            has_reported_permissions: Cell::new(false),
        }
    }

    /// Returns a solver with other limits that shares the tables. So each search can have its own
    /// interrupt.
    ///
    /// ```
    /// use tilebase::search::Limits;
    /// use tilebase::{Goal, Interrupt, Shape, Solver};
    ///
    /// let solver = Solver::new(&Goal::blank_last(Shape::new(4, 4)?))?;
    /// let interrupt = Interrupt::new();
    /// interrupt.raise();
    /// let stopped = solver.with_limits(Limits::default().with_interrupt(interrupt));
    /// let hardest = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1".parse()?;
    /// assert!(stopped.solve(&hardest).unwrap_err().to_string().starts_with("interrupted"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Self {
        Self { limits, ..self.clone() }
    }

    /// The goal that paths lead to.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The algorithm: [`Algorithm::Table`], or a search.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        match &self.source {
            Source::Table(_) => Algorithm::Table,
            Source::Search(method, _) => method.algorithm(),
        }
    }

    /// The heuristic of the search; `None` for a table, or if the algorithm does not use one.
    #[must_use]
    pub const fn heuristic(&self) -> Option<HeuristicName> {
        match &self.source {
            Source::Table(_) => None,
            Source::Search(method, _) => method.heuristic(),
        }
    }

    /// The claims of [`estimate`](Self::estimate). A table is exact, so it makes all of them.
    #[must_use]
    pub fn claims(&self) -> Claims {
        match &self.source {
            Source::Table(_) => Claims::ALL,
            Source::Search(_, loaded) => loaded.heuristic().claims(),
        }
    }

    /// The table, if paths come from one. It can also count and list all optimal paths.
    #[must_use]
    pub fn oracle(&self) -> Option<&Oracle> {
        match &self.source {
            Source::Table(oracle) => Some(oracle),
            Source::Search(..) => None,
        }
    }

    /// The shared table, if paths come from one.
    #[must_use]
    pub fn shared_oracle(&self) -> Option<Arc<Oracle>> {
        match &self.source {
            Source::Table(oracle) => Some(Arc::clone(oracle)),
            Source::Search(..) => None,
        }
    }

    /// The shared pattern databases, if the search uses some.
    ///
    /// ```
    /// use tilebase::{Goal, Shape, Solver};
    ///
    /// let solver = Solver::new(&Goal::blank_last(Shape::new(4, 4)?))?;
    /// assert!(solver.shared_pdb_set().is_some() && solver.shared_oracle().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shared_pdb_set(&self) -> Option<Arc<PdbSet>> {
        match &self.source {
            Source::Search(_, LoadedHeuristic::Patterns(pdb_set)) => Some(Arc::clone(pdb_set)),
            _ => None,
        }
    }

    /// Finds a path from a board to the goal, read from the table or found by a search. The outcome
    /// also has the guarantee for the path's length and the statistics of the search.
    ///
    /// With a table, the statistics count the states that reading the path requires: every board on
    /// the path but the goal is expanded, and its successors are generated up to the first that is
    /// closer.
    ///
    /// # Errors
    /// [`SolveError::Board`] if the board has another shape or can't reach the goal;
    /// [`SolveError::Limit`] if a limit stops the search; [`SolveError::Oracle`] if the table is
    /// wrong.
    pub fn solve(&self, board: &Board) -> Result<Outcome, SolveError> {
        self.solve_by(board, Search::run)
    }

    /// Like [`solve`](Self::solve), and reports each expansion to `observer`, which can stop the
    /// search. With a table there is no search, and so no report.
    ///
    /// # Errors
    /// The same as for [`solve`](Self::solve).
    pub fn solve_observed(
        &self,
        board: &Board,
        observer: &mut dyn FnMut(&Expansion<'_>) -> ControlFlow<()>,
    ) -> Result<Outcome, SolveError> {
        self.solve_by(board, |search, problem| search.run_observed(problem, observer))
    }

    fn solve_by<'a>(
        &'a self,
        board: &Board,
        run: impl FnOnce(&Search<'a, dyn Heuristic + 'a>, &Problem) -> Result<Outcome, LimitReached>,
    ) -> Result<Outcome, SolveError> {
        match &self.source {
            Source::Table(oracle) => descend(oracle, board),
            Source::Search(method, loaded) => {
                let problem = Problem::new(*board, self.goal)?;
                let search = method.search(loaded).limits(self.limits.clone());
                run(&search, &problem).map_err(|reached| stopped(reached, loaded))
            }
        }
    }

    /// Like [`solve`](Self::solve), with [`Checkpoints`] that report progress, save checkpoints,
    /// and can resume from one. Meant for searches that take minutes or hours.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tilebase::search::Checkpoints;
    /// use tilebase::solve::{Algorithm, Method};
    /// use tilebase::{Goal, Shape, Solver};
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let solver = Solver::builder(&goal).method(Method::of(Algorithm::Ida)).build()?;
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("hardest.search");
    /// let checkpoints = Checkpoints::new().save_to(file, Duration::from_secs(30)).resume();
    /// assert_eq!(solver.solve_resumable(&"867254301".parse()?, &checkpoints)?.moves.len(), 31);
    /// checkpoints.remove()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`solve`](Self::solve); [`SolveError::Checkpoint`] if the checkpoint is
    /// damaged or belongs to another search; [`SolveError::NoCheckpoints`] if the solver uses a
    /// table or an algorithm without checkpoints ([`Algorithm::is_resumable`]).
    pub fn solve_resumable(
        &self,
        board: &Board,
        checkpoints: &Checkpoints<'_>,
    ) -> Result<Outcome, SolveError> {
        let none = SolveError::NoCheckpoints { algorithm: self.algorithm() };
        let Source::Search(method, loaded) = &self.source else { return Err(none) };
        let problem = Problem::new(*board, self.goal)?;
        let search = method.search(loaded).limits(self.limits.clone());
        search.run_resumable(&problem, checkpoints).map_err(|error| match error {
            SearchError::Limit(reached) => stopped(reached, loaded),
            SearchError::Checkpoint(error) => error.into(),
            SearchError::Processes(error) => error.into(),
            SearchError::NotResumable => none,
        })
    }

    /// Returns the distance of a board from the goal. Not limited to a byte, unlike the distances
    /// of tables: a search may find longer paths.
    ///
    /// # Errors
    /// Like [`solve`](Self::solve), and [`SolveError::NoGuarantee`] if the method may find a longer
    /// path.
    pub fn distance(&self, board: &Board) -> Result<u32, SolveError> {
        if let Source::Table(oracle) = &self.source {
            let distance = oracle.distance(board)?;
            oracle.table().check_unchanged()?;
            return Ok(distance.moves().into());
        }
        let outcome = self.solve(board)?;
        match (&self.source, outcome.is_optimal()) {
            (Source::Search(method, _), false) => Err(SolveError::NoGuarantee { method: *method }),
            _ => Ok(u32::try_from(outcome.moves.len()).expect("a path in memory is shorter")),
        }
    }

    /// Returns the value available without a search: the distance with a table, or else the
    /// heuristic's estimate.
    ///
    /// # Errors
    /// The same as for [`solve`](Self::solve).
    pub fn estimate(&self, board: &Board) -> Result<u32, SolveError> {
        match &self.source {
            Source::Table(_) => self.distance(board),
            Source::Search(_, loaded) => {
                self.goal.check_reachable(board)?;
                let estimate = loaded.heuristic().estimate(board);
                loaded.failure().map_or(Ok(estimate), |failure| Err(failure.into()))
            }
        }
    }

    /// The f of a state with these `g` and `h`, by which a search chooses it: g + h, unless the
    /// best-first search uses another rule.
    #[must_use]
    pub fn f(&self, g: u32, h: u32) -> f64 {
        match &self.source {
            Source::Table(_) => f64::from(g + h),
            Source::Search(method, _) => method.f(g, h),
        }
    }
}

/// Creates a solver from an existing table.
///
/// ```
/// use std::sync::Arc;
/// use tilebase::{Goal, Oracle, Shape, Solver};
///
/// let oracle = Arc::new(Oracle::build(&Goal::blank_last(Shape::new(2, 3)?))?);
/// let solver = Solver::from(Arc::clone(&oracle));
/// assert_eq!(solver.distance(&"123450".parse()?)?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl From<Arc<Oracle>> for Solver {
    fn from(oracle: Arc<Oracle>) -> Self {
        Self { goal: *oracle.goal(), source: Source::Table(oracle), limits: Limits::default() }
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (algorithm, heuristic) = (self.algorithm(), self.heuristic());
        f.debug_struct("Solver")
            .field("goal", &self.goal)
            .field("algorithm", &algorithm)
            .field("heuristic", &heuristic)
            .finish_non_exhaustive()
    }
}

/// The error for a search that ended without an answer.
fn stopped(reached: LimitReached, loaded: &LoadedHeuristic) -> SolveError {
    // Without a failed table, it was the caller's own heuristic that failed.
    let failure = loaded.failure().filter(|_| reached.limit == Limit::Heuristic);
    failure.map_or(SolveError::Limit(reached), SolveError::from)
}

/// Returns the path that the table gives, with the statistics of reading it.
fn descend(oracle: &Oracle, start: &Board) -> Result<Outcome, SolveError> {
    let clock = Clock::start();
    let moves = oracle.first_path(start)?;
    oracle.table().check_unchanged()?;
    let mut statistics = Statistics { elapsed: clock.elapsed(), generated: 1, ..Statistics::default() };
    let mut board = *start;
    for (step, next) in moves.iter().zip(start.along(moves.iter().copied())) {
        let before = board.successors().take_while(|(tried, _)| tried != step).count();
        statistics.expanded += 1;
        statistics.generated += before as u64 + 1;
        board = next.map_err(|wrong| OracleError::Inconsistent { board: wrong.board })?;
    }
    Ok(Outcome { moves, guarantee: Guarantee::Optimal, statistics })
}

/// Builds a [`Solver`].
///
/// ```
/// use tilebase::solve::{Algorithm, Method};
/// use tilebase::{Goal, Shape, Solver};
///
/// let goal = Goal::blank_last(Shape::new(3, 3)?);
/// let astar = Solver::builder(&goal).method(Method::of(Algorithm::AStar)).build()?;
/// let outcome = astar.solve(&"867254301".parse()?)?;
/// assert_eq!((outcome.moves.len(), outcome.statistics.expanded), (31, 6_744));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SolverBuilder<'a> {
    pub(super) goal: Goal,
    pub(super) folder: Option<Folder>,
    pub(super) saves_tables: bool,
    pub(super) saves_pattern_databases: bool,
    table: Option<PathBuf>,
    method: Option<Method>,
    heuristic: Option<Arc<dyn Heuristic + Send>>,
    /// The pattern set to use, instead of the strongest one available.
    pub(super) pattern_set: Option<PatternSet>,
    /// The pattern databases to use, instead of loading or building them.
    pub(super) pattern_databases: Option<Arc<PdbSet>>,
    /// Maximum memory for pattern databases, not counting their files.
    pub(super) pdb_memory_in_bytes: Option<u64>,
    limits: Limits,
    pub(super) notify: Box<dyn Fn(Notice) + 'a>,
    /// Called with each level of the pattern databases that are built.
    pub(super) on_level: Box<dyn Fn(Level) + Send + Sync + 'a>,
    /// Whether a notice was sent that the folder can't be read.
    pub(super) has_reported_permissions: Cell<bool>,
}

impl fmt::Debug for SolverBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { goal, folder, saves_tables, table, method, .. } = self;
        f.debug_struct("SolverBuilder")
            .field("goal", goal)
            .field("folder", folder)
            .field("saves_tables", saves_tables)
            .field("table", table)
            .field("method", method)
            .finish_non_exhaustive()
    }
}

impl<'a> SolverBuilder<'a> {
    /// Uses tables from this folder.
    #[must_use]
    pub fn folder(self, folder: &Folder) -> Self {
        Self { folder: Some(folder.clone()), ..self }
    }

    /// Saves to the folder any table that had to be built. If laying pattern databases out for
    /// search takes longer than a moment, the layout is saved too, so that the next solver can map
    /// it; it takes 1.2 GB for `6x16`.
    ///
    /// The entries of pattern databases that had to be built are saved only if
    /// [`save_pattern_databases`](Self::save_pattern_databases) is called too.
    #[must_use]
    pub fn save_tables(self) -> Self {
        Self { saves_tables: true, ..self }
    }

    /// Saves newly built pattern databases in the folder, as the same files that `pdb-gen` writes.
    /// The smallest ones take 2 MB for the 15-puzzle and 0.5 GB for the 24-puzzle. A failure to
    /// save is only a notice.
    ///
    /// ```
    /// use tilebase::table::Folder;
    /// use tilebase::{Goal, Shape, Solver};
    ///
    /// let temporary = tempfile::tempdir()?;
    /// let folder = Folder::new(temporary.path().to_owned());
    /// let goal = Goal::blank_last(Shape::new(4, 4)?);
    /// Solver::builder(&goal).folder(&folder).save_pattern_databases().build()?;
    /// assert_eq!(folder.names()?.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save_pattern_databases(self) -> Self {
        Self { saves_pattern_databases: true, ..self }
    }

    /// Uses this table, regardless of the folder.
    #[must_use]
    pub fn table(self, file: PathBuf) -> Self {
        Self { table: Some(file), ..self }
    }

    /// Uses this method only.
    #[must_use]
    pub fn method(self, method: Method) -> Self {
        Self { method: Some(method), ..self }
    }

    /// Uses this heuristic instead of the method's, for example a custom one. The default method is
    /// then A\*.
    #[must_use]
    pub fn heuristic(self, heuristic: impl Heuristic + Send + 'static) -> Self {
        Self { heuristic: Some(Arc::new(heuristic)), ..self }
    }

    /// Uses the pattern databases of this pattern set only. They are read from the folder if it has
    /// all of them, and built otherwise, which takes minutes for large patterns.
    ///
    /// ```
    /// use tilebase::search::PatternSet;
    /// use tilebase::solve::{Algorithm, Method};
    /// use tilebase::{Goal, Shape, Solver};
    ///
    /// let goal = Goal::blank_last(Shape::new(4, 4)?);
    /// let mut sets = PatternSet::of_goal(&goal).into_iter();
    /// let small = sets.find(|set| set.name() == "5-5-5").expect("a preset of 4x4");
    /// let solver = Solver::builder(&goal).method(Method::of(Algorithm::Ida)).pattern_set(small).build()?;
    /// assert_eq!(solver.estimate(&"5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0".parse()?)?, 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pattern_set(self, set: PatternSet) -> Self {
        Self { pattern_set: Some(set), ..self }
    }

    /// Uses these pattern databases, such as [those of another solver](Solver::shared_pdb_set),
    /// instead of loading or building them. Building fails if they are for another goal.
    ///
    /// ```
    /// use tilebase::solve::{Algorithm, Method};
    /// use tilebase::{Goal, Shape, Solver};
    ///
    /// let goal = Goal::blank_last(Shape::new(4, 4)?);
    /// let solver = Solver::new(&goal)?;
    /// let shared = solver.shared_pdb_set().expect("4x4 has no table");
    /// let method = Method::of(Algorithm::Ida);
    /// let other = Solver::builder(&goal).method(method).pattern_databases(shared).build()?;
    /// let board = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0".parse()?;
    /// assert_eq!(other.estimate(&board)?, solver.estimate(&board)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pattern_databases(self, pdb_set: Arc<PdbSet>) -> Self {
        Self { pattern_databases: Some(pdb_set), ..self }
    }

    /// Limits the memory of pattern databases, not counting mapped files. The strongest pattern set
    /// in the folder within the limit is used, or else the smallest one is built. If that exceeds
    /// the limit too, the default search uses linear conflicts instead. Building the smallest set
    /// takes 7 MB for the 15-puzzle and 1.5 GB for the 24-puzzle.
    ///
    /// ```
    /// use tilebase::solve::HeuristicName;
    /// use tilebase::{Goal, Shape, Solver};
    ///
    /// let goal = Goal::blank_last(Shape::new(5, 5)?);
    /// let solver = Solver::builder(&goal).pdb_memory_in_bytes(100_000_000).build()?;
    /// assert_eq!(solver.heuristic(), Some(HeuristicName::LinearConflict));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pdb_memory_in_bytes(self, bytes: u64) -> Self {
        Self { pdb_memory_in_bytes: Some(bytes), ..self }
    }

    /// Limits searches. The time limit and the interrupt also apply to [`build`](Self::build),
    /// which may thus take as long as one search.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets a callback for reports on missing tables and long preparations.
    #[must_use]
    pub fn on_notice(self, notify: impl Fn(Notice) + 'a) -> Self {
        Self { notify: Box::new(notify), ..self }
    }

    /// Sets a callback for each level of the pattern databases that are built. The notice
    /// [`Preparation::Building`](super::Preparation::Building) comes before the levels of each.
    ///
    /// It runs on one of the build's threads, between two levels. To end the build from there,
    /// raise the interrupt of the [limits](Self::limits).
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use tilebase::generate::Level;
    /// use tilebase::{Goal, Shape, Solver};
    ///
    /// let goal = Goal::blank_last(Shape::new(4, 4)?);
    /// let reached = AtomicU64::new(0);
    /// let tell = |level: Level| reached.store(level.reached, Ordering::Relaxed);
    /// Solver::builder(&goal).on_level(tell).build()?;
    /// assert_eq!(reached.into_inner(), 524_160);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_level(self, on_level: impl Fn(Level) + Send + Sync + 'a) -> Self {
        Self { on_level: Box::new(on_level), ..self }
    }

    /// Loads or builds the tables, and creates the solver.
    ///
    /// # Errors
    /// [`SolveError`] if the heuristic does not fit the method, a table is damaged, or the method
    /// needs a table that is missing and takes more than a moment to build. Also if there is not
    /// enough memory, or threads can't be started; [`SolveError::NotReady`] if the limits stop the
    /// preparation.
    pub fn build(self) -> Result<Solver, SolveError> {
        let source = self.prepared(&self.limits.interrupt_with_deadline(), Self::source)?;
        Ok(Solver { goal: self.goal, source, limits: self.limits })
    }

    /// Prepares everything that solving one board needs, and solves it, within a single time limit.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tilebase::search::Limits;
    /// use tilebase::solve::SolveError;
    /// use tilebase::{Board, Goal, Shape, Solver};
    ///
    /// let goal = Goal::blank_last(Shape::new(5, 5)?);
    /// let board: Board = "2,1,4,3,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,0".parse()?;
    /// let limits = Limits::default().with_time(Duration::from_millis(20));
    /// let answer = Solver::builder(&goal).limits(limits).solve(&board);
    /// let Err(SolveError::Limit(reached)) = answer else { panic!("solved within 20 ms") };
    /// assert!(reached.lower_bound >= 8, "Manhattan distance plus linear conflicts");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Like [`build`](Self::build) and [`Solver::solve`]. If the limits stop the preparation, the
    /// error is [`SolveError::Limit`] with a lower bound that needs no table.
    pub fn solve(self, board: &Board) -> Result<Outcome, SolveError> {
        // First: an unsolvable board needs no tables, whose preparation may take long.
        self.goal.check_reachable(board)?;
        let (goal, interrupt) = (self.goal, self.limits.interrupt_with_deadline());
        let source =
            self.prepared(&interrupt, Self::source).map_err(|error| error.for_board(board, &goal))?;
        // The interrupt's deadline covers the remaining time.
        let limits = Limits { time: None, interrupt: Some(interrupt), ..self.limits };
        Solver { goal, source, limits }.solve(board)
    }

    /// Returns the goal's table, from the folder, or built now if that takes only a moment.
    ///
    /// # Errors
    /// [`SolveError`]; use [`SolveError::is_no_table`] to detect that no table is available.
    pub fn oracle(self) -> Result<Arc<Oracle>, SolveError> {
        self.prepared(&self.limits.interrupt_with_deadline(), Self::oracle_at_hand)
    }

    /// Runs a preparation, and converts interruptions to [`SolveError::NotReady`].
    fn prepared<T>(
        &self,
        interrupt: &Interrupt,
        prepare: impl FnOnce(&Self, &Interrupt) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let clock = Clock::start();
        prepare(self, interrupt).map_err(|error| match error {
            SolveError::Build(BuildError::Interrupted { .. })
            | SolveError::PdbSet(PdbSetError::Interrupted) => {
                SolveError::NotReady { limit: Limit::from_interrupt(interrupt), elapsed: clock.elapsed() }
            }
            error => error,
        })
    }

    fn source(&self, interrupt: &Interrupt) -> Result<Source, SolveError> {
        if let Some(file) = &self.table {
            let table = Table::open(file)?;
            return Ok(Source::Table(Arc::new(Oracle::new(table, &self.goal)?)));
        }
        let own = self.heuristic.as_ref().map(|_| Method::of(Algorithm::AStar));
        match self.method.or(own) {
            Some(method) if method.algorithm() == Algorithm::Table && self.heuristic.is_none() => {
                self.oracle_at_hand(interrupt).map(Source::Table)
            }
            Some(method) => Ok(Source::Search(method, self.load_heuristic(&method, interrupt)?)),
            None => match self.oracle_at_hand(interrupt) {
                Err(error) if error.is_no_table() => self.default_search(interrupt),
                made => made.map(Source::Table),
            },
        }
    }

    /// The default search if there is no table.
    fn default_search(&self, interrupt: &Interrupt) -> Result<Source, SolveError> {
        match self.pdb_set(interrupt) {
            Err(SolveError::PatternsTooLarge { pattern_set, bytes, most }) => {
                (self.notify)(Notice::PatternSetTooLarge { pattern_set, bytes, most });
                let heuristic = Some(HeuristicName::LinearConflict);
                let method =
                    Method::new(Algorithm::Ida, MethodOptions { heuristic, ..MethodOptions::default() })?;
                Ok(Source::Search(method, self.load_heuristic(&method, interrupt)?))
            }
            made => Ok(Source::Search(Method::of(Algorithm::Ida), LoadedHeuristic::Patterns(made?))),
        }
    }

    /// Prepares the heuristic of a search.
    fn load_heuristic(&self, method: &Method, interrupt: &Interrupt) -> Result<LoadedHeuristic, SolveError> {
        match (&self.heuristic, method.heuristic()) {
            (Some(own), _) => {
                method.check_heuristic(own.claims())?;
                Ok(LoadedHeuristic::Plain(Arc::clone(own)))
            }
            (None, None) => Ok(LoadedHeuristic::Plain(Arc::new(Zero))),
            (None, Some(HeuristicName::Patterns)) => self.pdb_set(interrupt).map(LoadedHeuristic::Patterns),
            (None, Some(HeuristicName::Exact)) => self.oracle_at_hand(interrupt).map(LoadedHeuristic::Exact),
            (None, Some(name)) => {
                let too_large = MethodError::NoWalkingDistance { shape: self.goal.shape() };
                Ok(LoadedHeuristic::Plain(name.heuristic(&self.goal).ok_or(too_large)?))
            }
        }
    }
}
