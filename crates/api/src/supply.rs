//! Sources of solvers: the tables of a folder, pattern databases up to a size limit, and a cache.

use std::sync::Arc;

use tilebase::search::Limits;
use tilebase::solve::{ConventionName, Method, SolveError, SolverBuilder, SolverCache};
use tilebase::table::Folder;
use tilebase::{Goal, Interrupt, Solver};

/// Maximum number of cells of boards whose pattern databases take at most 65 MB and a second to
/// build.
const MAX_SMALL_CELLS: usize = 16;

/// A method, and the program to imitate.
pub(crate) type Named = (Method, ConventionName);

/// A goal, and the method; `None` for the fastest one available.
pub(crate) type Key = (Goal, Option<Named>);

/// Sources of solvers, shared by requests and the thread that builds large pattern databases.
#[derive(Debug)]
pub(crate) struct Supply {
    pub(crate) folder: Option<Folder>,
    /// The maximum memory of pattern databases, in bytes.
    pdb_memory_in_bytes: u64,
    pub(crate) cache: SolverCache,
}

impl Supply {
    /// A supply of tables in a folder, if given, and of pattern databases up to this size in bytes.
    pub(crate) fn new(folder: Option<Folder>, pdb_memory_in_bytes: u64) -> Self {
        Self { folder, pdb_memory_in_bytes, cache: SolverCache::new() }
    }

    /// The cached solver.
    pub(crate) fn find(&self, (goal, method): &Key) -> Option<Solver> {
        self.cache.find(goal, *method).map(Arc::unwrap_or_clone)
    }

    /// Removes the solvers with large pattern databases from the cache.
    pub(crate) fn drop_large_tables(&self) {
        self.cache.retain(|solver| solver.shared_pdb_set().is_none() || !are_large(solver.goal()));
    }

    /// The cached solver, or the fastest one that can be made, with pattern databases if needed.
    pub(crate) fn find_or_build(&self, key: &Key, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        self.find_or_make(key, SolverBuilder::build, interrupt)
    }

    /// The cached solver, or one with the goal's table.
    pub(crate) fn with_table(&self, key: &Key, interrupt: &Interrupt) -> Result<Solver, SolveError> {
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

    pub(crate) fn builder(&self, (goal, method): &Key, interrupt: &Interrupt) -> SolverBuilder<'static> {
        let limits = Limits::default().with_interrupt(interrupt.clone());
        let builder = match method {
            Some((method, convention)) => convention.solver(goal, *method),
            None => Solver::builder(goal),
        };
        let builder = builder.limits(limits).pdb_memory_in_bytes(self.pdb_memory_in_bytes);
        match &self.folder {
            Some(folder) => builder.folder(folder),
            None => builder,
        }
    }
}

/// Whether a goal's pattern databases take gigabytes and seconds to build.
pub(crate) fn are_large(goal: &Goal) -> bool {
    goal.shape().cells() > MAX_SMALL_CELLS
}
