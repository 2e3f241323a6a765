//! Solvers for goals, created on first use and cached.

use std::sync::{Arc, Mutex, PoisonError};

use tilebase::search::{Limit, Limits};
use tilebase::solve::{ConventionName, Method, SolveError, SolverBuilder, SolverCache};
use tilebase::table::Folder;
use tilebase::{Goal, Interrupt, Oracle, Solver};

use crate::failure::Failure;

/// Maximum number of goals to remember that were late.
const MAX_LATE: usize = 64;

/// The most recently used solvers.
#[derive(Debug)]
pub(crate) struct Solvers {
    folder: Option<Folder>,
    /// The maximum memory of pattern databases, in bytes.
    tables_in_bytes: u64,
    cache: SolverCache,
    /// Goals whose solvers were not ready within the time of a search, the last one first.
    late: Mutex<Vec<(Goal, Option<Named>)>>,
}

/// A method, and the program to imitate.
type Named = (Method, ConventionName);

impl Solvers {
    /// Creates solvers that find tables in a folder, if given, and build pattern databases up to
    /// this size in bytes.
    pub(crate) fn new(folder: Option<Folder>, tables_in_bytes: u64) -> Self {
        Self { folder, tables_in_bytes, cache: SolverCache::new(), late: Mutex::default() }
    }

    /// The folder of the tables.
    pub(crate) const fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// The solver for a goal. It uses a table if one exists or is quick to build, and otherwise
    /// pattern databases.
    pub(crate) fn of(&self, goal: &Goal, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        self.find_or_make(goal, None, SolverBuilder::build, interrupt)
    }

    /// The solver for a goal, if it is cached or can share a cached table.
    pub(crate) fn kept(&self, goal: &Goal) -> Option<Solver> {
        self.find(goal, None).or_else(|| self.cache.sharing_a_table(goal))
    }

    /// The solver of a goal for one search, by a given method or by the fastest one, with the
    /// limits that are left for the search.
    ///
    /// Building pattern databases may take longer than the time limit of a search. It counts
    /// against the limit of the first search that needs them. If they are not ready by then, the
    /// next search waits for them, and its time starts afterwards.
    pub(crate) fn for_search(
        &self,
        goal: &Goal,
        method: Option<Named>,
        limits: Limits,
    ) -> Result<Solver, SolveError> {
        if let Some(solver) = self.find(goal, method) {
            return Ok(solver.with_limits(limits));
        }
        let interrupt = limits.interrupt.clone().unwrap_or_default();
        let key = (*goal, method);
        if self.late.lock().unwrap_or_else(PoisonError::into_inner).contains(&key) {
            return Ok(self
                .find_or_make(goal, method, SolverBuilder::build, &interrupt)?
                .with_limits(limits));
        }
        let in_time = limits.time.map_or_else(|| interrupt.clone(), |time| interrupt.within(time));
        let made = self.find_or_make(goal, method, SolverBuilder::build, &in_time);
        if matches!(made, Err(SolveError::NotReady { limit: Limit::Time, .. })) {
            let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
            late.insert(0, key);
            late.truncate(MAX_LATE);
        }
        Ok(made?.with_limits(Limits { time: None, interrupt: Some(in_time), ..limits }))
    }

    /// The table of a goal. If it is missing, this fails without building pattern databases.
    pub(crate) fn table_of(&self, goal: &Goal, interrupt: &Interrupt) -> Result<Arc<Oracle>, Failure> {
        let solver =
            self.find_or_make(goal, None, |builder| builder.oracle().map(Solver::from), interrupt)?;
        match solver.shared_oracle() {
            Some(oracle) => Ok(oracle),
            // The cache has a solver without a table: ask again for the reason.
            None => Ok(self.builder(goal, None, interrupt).oracle()?),
        }
    }

    fn find_or_make(
        &self,
        goal: &Goal,
        method: Option<Named>,
        make: impl FnOnce(SolverBuilder<'static>) -> Result<Solver, SolveError>,
        interrupt: &Interrupt,
    ) -> Result<Solver, SolveError> {
        if let Some(solver) = self.find(goal, method) {
            return Ok(solver);
        }
        let shared = if method.is_none() { self.cache.sharing_a_table(goal) } else { None };
        let solver = match shared {
            Some(solver) => solver,
            None => make(self.builder(goal, method, interrupt))?,
        };
        // The limits of this request don't apply to later ones.
        self.cache.keep(method, solver.with_limits(Limits::default()));
        Ok(solver)
    }

    fn builder(&self, goal: &Goal, method: Option<Named>, interrupt: &Interrupt) -> SolverBuilder<'static> {
        let limits = Limits { interrupt: Some(interrupt.clone()), ..Limits::default() };
        let builder = match method {
            Some((method, convention)) => convention.solver(goal, method),
            None => Solver::builder(goal),
        };
        let builder = builder.limits(limits).tables_in_bytes(self.tables_in_bytes);
        match &self.folder {
            Some(folder) => builder.folder(folder),
            None => builder,
        }
    }

    fn find(&self, goal: &Goal, method: Option<Named>) -> Option<Solver> {
        self.cache.find(goal, method).map(Arc::unwrap_or_clone)
    }
}
