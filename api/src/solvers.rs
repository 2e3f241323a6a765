//! What answers for a goal, made when it is first asked for and kept for some goals.

use std::sync::{Arc, Mutex, PoisonError};

use tilebase::search::Limits;
use tilebase::solve::{ConventionName, HeuristicName, Method, SolveError, SolverBuilder};
use tilebase::table::Folder;
use tilebase::{Goal, Interrupt, Oracle, Solver};

use crate::failure::Failure;

/// So many solvers are kept. Tables of goals with the blank in the same cell are one, of 4 MB at most if it is not in a file.
const MOST_KEPT: usize = 64;

/// So many of them may have pattern tables: these take 3 MB for 4x4, and 1 GB for 5x5.
const MOST_WITH_PATTERNS: usize = 2;

/// The solvers that were asked for last.
#[derive(Debug)]
pub(crate) struct Solvers {
    folder: Option<Folder>,
    /// The most memory that pattern tables take.
    tables_in_bytes: u64,
    /// The last one that was asked for first.
    kept: Mutex<Vec<Kept>>,
}

/// A solver, and what it was made for.
#[derive(Debug)]
struct Kept {
    /// None: by the best means there is.
    method: Option<Named>,
    solver: Solver,
}

/// A method, and the program that it is to do as.
type Named = (Method, ConventionName);

impl Kept {
    fn has_patterns(&self) -> bool {
        self.solver.heuristic() == Some(HeuristicName::Patterns)
    }
}

impl Solvers {
    /// Solvers that find tables in a folder, if there is one, and build none of patterns that take more than so many bytes.
    pub(crate) fn new(folder: Option<Folder>, tables_in_bytes: u64) -> Self {
        Self { folder, tables_in_bytes, kept: Mutex::default() }
    }

    /// The folder.
    pub(crate) const fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// The solver of a goal: by a table where there is one, or one that takes a moment, and else by pattern tables.
    pub(crate) fn of(&self, goal: &Goal, interrupt: &Interrupt) -> Result<Solver, SolveError> {
        self.find_or_make(goal, None, SolverBuilder::build, interrupt)
    }

    /// The solver of a goal, if it is there, or takes no more than to share a table that is.
    pub(crate) fn kept(&self, goal: &Goal) -> Option<Solver> {
        self.find(goal, None).or_else(|| self.sharing_a_table(goal).map(|oracle| Arc::new(oracle).into()))
    }

    /// The solver of a goal by a method that is named.
    pub(crate) fn by_method(
        &self,
        goal: &Goal,
        method: Named,
        interrupt: &Interrupt,
    ) -> Result<Solver, Failure> {
        Ok(self.find_or_make(goal, Some(method), SolverBuilder::build, interrupt)?)
    }

    /// The table of a goal. That there is none is told without building pattern tables in its place.
    pub(crate) fn table_of(&self, goal: &Goal, interrupt: &Interrupt) -> Result<Arc<Oracle>, Failure> {
        let solver =
            self.find_or_make(goal, None, |builder| builder.oracle().map(Solver::from), interrupt)?;
        match solver.shared_oracle() {
            Some(oracle) => Ok(oracle),
            // A search was kept: to look again tells why there is no table.
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
        // Two questions may make the same one at the same time: that does no harm.
        let shared = if method.is_none() { self.sharing_a_table(goal) } else { None };
        let solver = match shared {
            Some(oracle) => Arc::new(oracle).into(),
            None => make(self.builder(goal, method, interrupt))?,
        };
        self.keep(Kept { method, solver: solver.clone() });
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
        kept.truncate(MOST_KEPT);
        let mut with_patterns = 0;
        kept.retain(|kept| {
            with_patterns += usize::from(kept.has_patterns());
            !kept.has_patterns() || with_patterns <= MOST_WITH_PATTERNS
        });
    }
}
