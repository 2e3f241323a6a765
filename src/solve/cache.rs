//! The most recently used solvers, for programs that answer one question after another.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use super::algorithm::HeuristicName;
use super::method::Method;
use super::published::ConventionName;
use super::solver::Solver;
use crate::board::Goal;
use crate::threads::lock;

/// Maximum number of cached solvers. Tables that are built on demand have at most 4 MB, and goals
/// with the blank in the same cell share one.
const MAX_SOLVERS: usize = 64;

/// Maximum number of cached solvers with pattern databases, which need 3 MB for 4x4 and 1 GB for
/// 5x5.
const MAX_WITH_PATTERNS: usize = 2;

/// The most recently used solvers, keyed by goal, method, and the conventions of the program to
/// imitate. Threads can share the cache.
///
/// The lock is held only while an entry is found or inserted, never while a solver is built. Two
/// threads may therefore build the same solver; the last one inserted is kept.
///
/// ```
/// use tilebase::solve::SolverCache;
/// use tilebase::{Goal, Shape, Solver};
///
/// let cache = SolverCache::new();
/// let goal = Goal::blank_last(Shape::new(2, 3)?);
/// assert!(cache.find(&goal, None).is_none());
/// cache.keep(None, Solver::new(&goal)?);
/// assert!(cache.find(&goal, None).is_some());
/// // Another goal with the blank in the same cell needs no table of its own.
/// let other = Goal::new("543210".parse()?);
/// assert!(cache.sharing_a_table(&other).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SolverCache {
    /// The most recently used first.
    kept: Mutex<Vec<Kept>>,
}

/// A solver and its key.
struct Kept {
    /// The method; `None` for the fastest one available.
    method: Option<(Method, ConventionName)>,
    solver: Arc<Solver>,
}

impl SolverCache {
    /// Creates an empty cache.
    #[must_use]
    pub const fn new() -> Self {
        Self { kept: Mutex::new(Vec::new()) }
    }

    /// The solver of a goal, by a given method or by the fastest one, if it is cached.
    pub fn find(&self, goal: &Goal, method: Option<(Method, ConventionName)>) -> Option<Arc<Solver>> {
        let mut kept = self.kept();
        let place = kept.iter().position(|kept| kept.is_for(goal, method))?;
        kept[..=place].rotate_right(1);
        kept.first().map(|kept| Arc::clone(&kept.solver))
    }

    /// A solver that uses the table of a cached one, if a goal with the blank in the same cell has
    /// one.
    pub fn sharing_a_table(&self, goal: &Goal) -> Option<Solver> {
        let kept = self.kept();
        let mut oracles = kept.iter().filter_map(|kept| kept.solver.oracle());
        oracles.find_map(|oracle| oracle.with_goal(goal).ok()).map(|oracle| Arc::new(oracle).into())
    }

    /// Adds a solver, in place of one with the same goal and method. The least recently used ones
    /// leave if there are too many.
    pub fn keep(&self, method: Option<(Method, ConventionName)>, solver: Solver) -> Arc<Solver> {
        let solver = Arc::new(solver);
        let mut kept = self.kept();
        kept.retain(|other| !other.is_for(solver.goal(), method));
        kept.insert(0, Kept { method, solver: Arc::clone(&solver) });
        kept.truncate(MAX_SOLVERS);
        let mut with_patterns = 0;
        kept.retain(|kept| {
            with_patterns += usize::from(kept.has_patterns());
            !kept.has_patterns() || with_patterns <= MAX_WITH_PATTERNS
        });
        solver
    }

    /// Removes the solvers for which a condition is false.
    pub fn retain(&self, mut keeps: impl FnMut(&Solver) -> bool) {
        self.kept().retain(|kept| keeps(&kept.solver));
    }

    /// Locks, ignoring poison: no update can be left half done.
    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        lock(&self.kept)
    }
}

impl Kept {
    fn is_for(&self, goal: &Goal, method: Option<(Method, ConventionName)>) -> bool {
        self.method == method && self.solver.goal() == goal
    }

    fn has_patterns(&self) -> bool {
        self.solver.heuristic() == Some(HeuristicName::Patterns)
    }
}

impl Default for SolverCache {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for SolverCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolverCache").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::solve::{Algorithm, MethodOptions};

    #[test]
    fn recent_solvers_stay() {
        let cache = SolverCache::new();
        let shape = Shape::new(2, 3).unwrap();
        let goal = Goal::blank_last(shape);
        let method = |algorithm| {
            let method = Method::new(algorithm, MethodOptions::default()).unwrap();
            Some((method, ConventionName::default()))
        };
        let by_patterns = Solver::builder(&goal).method(method(Algorithm::Ida).unwrap().0).build().unwrap();
        let others = [Goal::blank_first(shape), Goal::new("123405".parse().unwrap())];
        for other in &others {
            let solver = Solver::builder(other).method(method(Algorithm::Ida).unwrap().0).build().unwrap();
            cache.keep(method(Algorithm::Ida), solver);
        }
        assert!(cache.find(&others[0], method(Algorithm::Ida)).is_some());
        cache.keep(method(Algorithm::Ida), by_patterns);
        let is_kept = |goal| cache.find(goal, method(Algorithm::Ida)).is_some();
        assert_eq!((is_kept(&goal), is_kept(&others[0]), is_kept(&others[1])), (true, true, false));
        assert!(cache.find(&goal, None).is_none() && cache.sharing_a_table(&goal).is_none());
        cache.retain(|solver| *solver.goal() == others[0]);
        let is_kept = |goal| cache.find(goal, method(Algorithm::Ida)).is_some();
        assert_eq!((is_kept(&goal), is_kept(&others[0])), (false, true));
    }
}
