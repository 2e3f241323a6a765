//! Solvers for goals, created on first use and cached.

use std::sync::Arc;

use tilebase::search::Limits;
use tilebase::solve::{Algorithm, HeuristicName, Method, MethodOptions, SolveError};
use tilebase::table::Folder;
use tilebase::{Goal, Interrupt, Oracle, Solver};

use crate::failure::Failure;
use crate::large_builds::{HAS_THREADS, LargeBuilds};
use crate::supply::{Key, Named, Supply, are_large};

/// The most recently used solvers.
#[derive(Debug)]
pub(crate) struct Solvers {
    supply: Arc<Supply>,
    large: LargeBuilds,
}

impl Solvers {
    /// Creates solvers that find tables in a folder, if given, and build pattern databases up to
    /// this size in bytes.
    pub(crate) fn new(folder: Option<Folder>, pdb_memory_in_bytes: u64) -> Self {
        Self { supply: Arc::new(Supply::new(folder, pdb_memory_in_bytes)), large: LargeBuilds::default() }
    }

    /// The folder of the tables.
    pub(crate) fn folder(&self) -> Option<&Folder> {
        self.supply.folder.as_ref()
    }

    /// The solver for a goal. It uses a table if one exists or is quick to build, and otherwise
    /// pattern databases.
    pub(crate) fn of(&self, goal: &Goal, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        self.get(&(*goal, None), interrupt, &|| false)
    }

    /// The solver for a goal, if it is cached or can share a cached table.
    pub(crate) fn kept(&self, goal: &Goal) -> Option<Solver> {
        self.supply.find(&(*goal, None)).or_else(|| self.supply.cache.sharing_a_table(goal))
    }

    /// The solver of a goal for one search, by a given method or by the fastest one, with the
    /// limits that are left for the search.
    ///
    /// Building pattern databases counts against the time limit. The build of a large one continues
    /// after the time is up, for later searches.
    pub(crate) fn for_search(
        &self,
        goal: &Goal,
        method: Option<Named>,
        limits: &Limits,
    ) -> Result<Solver, SolveError> {
        self.for_search_unless(goal, method, limits, &|| false)
    }

    /// The same, but it stops waiting for large pattern databases when `is_over` returns true.
    pub(crate) fn for_search_unless(
        &self,
        goal: &Goal,
        method: Option<Named>,
        limits: &Limits,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Solver, SolveError> {
        let interrupt = limits.interrupt.clone().unwrap_or_default();
        let in_time = limits.time.map_or_else(|| interrupt.clone(), |time| interrupt.within(time));
        let solver = self.get(&(*goal, method), &in_time, is_over)?;
        Ok(solver.with_limits(limits.clone().with_time(None).with_interrupt(in_time)))
    }

    /// The solver for a goal, without building large pattern databases: the cached one, one with
    /// the goal's table, or one that uses linear conflicts.
    pub(crate) fn for_bound(&self, goal: &Goal, limits: &Limits) -> Result<Solver, SolveError> {
        if !self.may_take_long(goal) {
            return self.for_search(goal, None, limits);
        }
        match self.supply.with_table(&(*goal, None), &limits.interrupt.clone().unwrap_or_default()) {
            Err(error) if error.is_no_table() => self.at_once(goal),
            found => found,
        }
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

    fn get(
        &self,
        key: &Key,
        interrupt: &Interrupt,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Solver, SolveError> {
        if !HAS_THREADS || !may_need_large_tables(key) {
            return self.supply.find_or_build(key, interrupt);
        }
        if key.1.is_none() {
            match self.supply.with_table(key, interrupt) {
                Err(error) if error.is_no_table() => {}
                found => return found,
            }
        }
        self.large.wait_for(&self.supply, key, interrupt, is_over)
    }
}

fn may_need_large_tables((goal, method): &Key) -> bool {
    let uses_patterns = |(method, _): &Named| method.heuristic() == Some(HeuristicName::Patterns);
    are_large(goal) && method.as_ref().is_none_or(uses_patterns)
}
