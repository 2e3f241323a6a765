//! Solvers for goals, created on first use and cached.

use std::sync::Arc;

use tilebase::search::Limits;
use tilebase::solve::{
    Algorithm, ConventionName, HeuristicName, Method, MethodOptions, SolveError, SolverBuilder, SolverCache,
};
use tilebase::table::Folder;
use tilebase::{Goal, Interrupt, Oracle, Solver};

use crate::failure::Failure;
use crate::large_builds::{HAS_THREADS, LargeBuilds};

/// Maximum number of cells of boards whose pattern databases take at most 65 MB and a second to
/// build.
const MAX_SMALL_CELLS: usize = 16;

/// The most recently used solvers.
#[derive(Debug)]
pub(crate) struct Solvers {
    supply: Arc<Supply>,
    large: LargeBuilds,
}

/// A method, and the program to imitate.
type Named = (Method, ConventionName);

/// A goal, and the method; `None` for the fastest one available.
pub(crate) type Key = (Goal, Option<Named>);

/// What solvers are made of, shared with the thread that builds large pattern databases.
#[derive(Debug)]
pub(crate) struct Supply {
    folder: Option<Folder>,
    /// The maximum memory of pattern databases, in bytes.
    tables_in_bytes: u64,
    cache: SolverCache,
}

impl Solvers {
    /// Creates solvers that find tables in a folder, if given, and build pattern databases up to
    /// this size in bytes.
    pub(crate) fn new(folder: Option<Folder>, tables_in_bytes: u64) -> Self {
        let supply = Supply { folder, tables_in_bytes, cache: SolverCache::new() };
        Self { supply: Arc::new(supply), large: LargeBuilds::default() }
    }

    /// The folder of the tables.
    pub(crate) fn folder(&self) -> Option<&Folder> {
        self.supply.folder.as_ref()
    }

    /// The solver for a goal. It uses a table if one exists or is quick to build, and otherwise
    /// pattern databases.
    pub(crate) fn of(&self, goal: &Goal, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        self.get(&(*goal, None), interrupt)
    }

    /// The solver for a goal, if it is cached or can share a cached table.
    pub(crate) fn kept(&self, goal: &Goal) -> Option<Solver> {
        self.supply.find(&(*goal, None)).or_else(|| self.supply.cache.sharing_a_table(goal))
    }

    /// The solver of a goal for one search, by a given method or by the fastest one, with the
    /// limits that are left for the search.
    ///
    /// Building pattern databases counts against the time limit. Large ones are built on even if
    /// the time is up, for later searches.
    pub(crate) fn for_search(
        &self,
        goal: &Goal,
        method: Option<Named>,
        limits: Limits,
    ) -> Result<Solver, SolveError> {
        let interrupt = limits.interrupt.clone().unwrap_or_default();
        let in_time = limits.time.map_or_else(|| interrupt.clone(), |time| interrupt.within(time));
        let solver = self.get(&(*goal, method), &in_time)?;
        Ok(solver.with_limits(Limits { time: None, interrupt: Some(in_time), ..limits }))
    }

    /// The table of a goal. If it is missing, this fails without building pattern databases.
    pub(crate) fn table_of(&self, goal: &Goal, interrupt: &Interrupt) -> Result<Arc<Oracle>, Failure> {
        let key = (*goal, None);
        let solver = self.supply.with_table(&key, interrupt)?;
        match solver.shared_oracle() {
            Some(oracle) => Ok(oracle),
            // The cache has a solver without a table: ask again for the reason.
            None => Ok(self.supply.builder(&key, interrupt).oracle()?),
        }
    }

    /// A solver that needs no table: the cached one, or one that uses linear conflicts.
    pub(crate) fn at_once(&self, goal: &Goal) -> Result<Solver, SolveError> {
        if let Some(solver) = self.kept(goal) {
            return Ok(solver);
        }
        let heuristic = Some(HeuristicName::LinearConflict);
        let method = Method::new(Algorithm::Ida, MethodOptions { heuristic, ..MethodOptions::default() })?;
        Solver::builder(goal).method(method).build()
    }

    /// Whether preparing the solver of a goal may take seconds.
    pub(crate) fn may_take_long(&self, goal: &Goal) -> bool {
        are_large(goal) && self.kept(goal).is_none()
    }

    fn get(&self, key: &Key, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        if !HAS_THREADS || !may_need_large_tables(key) {
            return self.supply.find_or_build(key, interrupt);
        }
        if key.1.is_none() {
            match self.supply.with_table(key, interrupt) {
                Err(error) if error.is_no_table() => {}
                found => return found,
            }
        }
        self.large.wait_for(&self.supply, key, interrupt)
    }
}

/// Whether a goal's pattern databases take gigabytes and seconds to build.
fn are_large(goal: &Goal) -> bool {
    goal.shape().cells() > MAX_SMALL_CELLS
}

fn may_need_large_tables((goal, method): &Key) -> bool {
    let uses_patterns = |(method, _): &Named| method.heuristic() == Some(HeuristicName::Patterns);
    are_large(goal) && method.as_ref().is_none_or(uses_patterns)
}

impl Supply {
    pub(crate) fn find(&self, (goal, method): &Key) -> Option<Solver> {
        self.cache.find(goal, *method).map(Arc::unwrap_or_clone)
    }

    /// Removes the solvers with large pattern databases from the cache.
    pub(crate) fn drop_large_tables(&self) {
        self.cache.retain(|solver| solver.shared_catalogue().is_none() || !are_large(solver.goal()));
    }

    pub(crate) fn find_or_build(&self, key: &Key, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        self.find_or_make(key, SolverBuilder::build, interrupt)
    }

    /// The cached solver, or one with the goal's table.
    fn with_table(&self, key: &Key, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        self.find_or_make(key, |builder| builder.oracle().map(Solver::from), interrupt)
    }

    fn find_or_make(
        &self,
        key: &Key,
        make: impl FnOnce(SolverBuilder<'static>) -> Result<Solver, SolveError>,
        interrupt: &Interrupt,
    ) -> Result<Solver, SolveError> {
        if let Some(solver) = self.find(key) {
            return Ok(solver);
        }
        let (goal, method) = key;
        let shared = if method.is_none() { self.cache.sharing_a_table(goal) } else { None };
        let solver = match shared {
            Some(solver) => solver,
            None => make(self.builder(key, interrupt))?,
        };
        // The limits of this request don't apply to later ones.
        self.cache.keep(*method, solver.with_limits(Limits::default()));
        Ok(solver)
    }

    fn builder(&self, (goal, method): &Key, interrupt: &Interrupt) -> SolverBuilder<'static> {
        let limits = Limits { interrupt: Some(interrupt.clone()), ..Limits::default() };
        let builder = match method {
            Some((method, convention)) => convention.solver(goal, *method),
            None => Solver::builder(goal),
        };
        let builder = builder.limits(limits).tables_in_bytes(self.tables_in_bytes);
        match &self.folder {
            Some(folder) => builder.folder(folder),
            None => builder,
        }
    }
}
