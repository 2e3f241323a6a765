//! Solvers for goals, created on first use and cached.

use std::sync::{Arc, Mutex, PoisonError};

use tilebase::search::{Limit, Limits};
use tilebase::solve::{ConventionName, HeuristicName, Method, SolveError, SolverBuilder};
use tilebase::table::Folder;
use tilebase::{Goal, Interrupt, Oracle, Solver};

use crate::failure::Failure;

/// Maximum number of cached solvers. Goals with the blank in the same cell share a table, which has
/// at most 4 MB in memory.
const MAX_KEPT: usize = 64;

/// Maximum number of cached solvers with pattern databases, which need 3 MB for 4x4 and 1 GB for
/// 5x5.
const MAX_WITH_PATTERNS: usize = 2;

/// The most recently used solvers.
#[derive(Debug)]
pub(crate) struct Solvers {
    folder: Option<Folder>,
    /// The maximum memory of pattern databases, in bytes.
    tables_in_bytes: u64,
    /// The cached solvers, most recently used first.
    kept: Mutex<Vec<Kept>>,
    /// Goals whose solvers were not ready within the time of a search, the last one first.
    late: Mutex<Vec<(Goal, Option<Named>)>>,
}

/// A solver and its key.
#[derive(Debug)]
struct Kept {
    /// The method; `None` for the fastest one available.
    method: Option<Named>,
    solver: Solver,
}

/// A method, and the program to imitate.
type Named = (Method, ConventionName);

impl Kept {
    fn has_patterns(&self) -> bool {
        self.solver.heuristic() == Some(HeuristicName::Patterns)
    }
}

impl Solvers {
    /// Creates solvers that find tables in a folder, if given, and build pattern databases up to
    /// this size in bytes.
    pub(crate) fn new(folder: Option<Folder>, tables_in_bytes: u64) -> Self {
        Self { folder, tables_in_bytes, kept: Mutex::default(), late: Mutex::default() }
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
        self.find(goal, None).or_else(|| self.sharing_a_table(goal).map(|oracle| Arc::new(oracle).into()))
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
            late.truncate(MAX_KEPT);
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
        // Two requests may create the same solver at the same time, which is harmless.
        let shared = if method.is_none() { self.sharing_a_table(goal) } else { None };
        let solver = match shared {
            Some(oracle) => Arc::new(oracle).into(),
            None => make(self.builder(goal, method, interrupt))?,
        };
        // The limits of this request don't apply to later ones.
        self.keep(Kept { method, solver: solver.with_limits(Limits::default()) });
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
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|kept| kept.method == method && kept.solver.goal() == goal)?;
        kept[..=place].rotate_right(1);
        kept.first().map(|kept| kept.solver.clone())
    }

    fn sharing_a_table(&self, goal: &Goal) -> Option<Oracle> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut oracles = kept.iter().filter_map(|kept| kept.solver.oracle());
        oracles.find_map(|oracle| oracle.with_goal(goal).ok())
    }

    fn keep(&self, new: Kept) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|other| other.method != new.method || other.solver.goal() != new.solver.goal());
        kept.insert(0, new);
        kept.truncate(MAX_KEPT);
        let mut with_patterns = 0;
        kept.retain(|kept| {
            with_patterns += usize::from(kept.has_patterns());
            !kept.has_patterns() || with_patterns <= MAX_WITH_PATTERNS
        });
    }
}
