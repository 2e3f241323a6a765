//! Comparison of methods: each runs on each board, one at a time, so that times are comparable.

mod board_sets;
mod costs;
mod found;
mod multi_tile;

pub(crate) use board_sets::{BoardSet, Task};
pub(crate) use costs::CostContest;
pub(crate) use found::Measure;
pub(crate) use multi_tile::MultiTileContest;

use found::{Found, FoundPath};

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tilebase::board::{Board, Goal, Metric};
use tilebase::oracle::Oracle;
use tilebase::search::{Limit, Limits, Problem};
use tilebase::solve::{HeuristicName, Notice, SolveError, Solver};
use tilebase::table::Folder;

use crate::ask::{NamedMethod, oracle_for, with_tables};
use crate::shell::median_of_sorted;

/// The runs of several methods on the same boards.
#[derive(Debug)]
pub(crate) struct Comparison {
    measure: Measure,
    /// The metric of lengths.
    metric: Metric,
    methods: Vec<MethodNames>,
    boards: Vec<ComparedBoard>,
    /// The indices of the methods whose preparation a limit stopped, and the limit.
    not_ready: BTreeMap<usize, Limit>,
}

/// The names of a method, for people and for programs.
#[derive(Clone, Debug)]
struct MethodNames {
    whole: String,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    convention: &'static str,
}

impl From<&NamedMethod> for MethodNames {
    fn from(method: &NamedMethod) -> Self {
        Self {
            whole: method.to_string(),
            algorithm: method.method().algorithm().name(),
            heuristic: method.method().heuristic().map(HeuristicName::name),
            convention: method.convention().name(),
        }
    }
}

/// The runs of all methods on one board.
#[derive(Debug)]
struct ComparedBoard {
    board: Board,
    goal: Goal,
    /// The length or the cost of an optimal path, if known.
    optimum: Option<u32>,
    /// Indexed by method.
    runs: Vec<Found>,
}

/// One method on one board. The order of the fields is the order of the CSV columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ComparedRun {
    /// The board.
    pub(crate) board: String,
    /// The goal.
    pub(crate) goal: String,
    /// The optimal solution length, if known. Not written where moves have costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<Option<u32>>,
    /// The least cost, if known. Written only where moves have costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) least_cost: Option<Option<u32>>,
    /// The method, such as `astar manhattan`.
    pub(crate) method: String,
    /// The algorithm.
    pub(crate) algorithm: &'static str,
    /// The heuristic.
    pub(crate) heuristic: Option<&'static str>,
    /// The name of the conventions.
    pub(crate) convention: &'static str,
    /// The length of the path found.
    pub(crate) length: Option<usize>,
    /// The metric of the depth and the length.
    pub(crate) metric: &'static str,
    /// The cost of the path found. Written only where moves have costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cost: Option<Option<u32>>,
    /// Whether the path is guaranteed to be optimal.
    pub(crate) guaranteed_optimal: Option<bool>,
    /// Number of expanded states.
    pub(crate) expanded: u64,
    /// Number of generated states.
    pub(crate) generated: u64,
    /// Maximum length of the open list.
    pub(crate) peak_open: u64,
    /// Elapsed time.
    pub(crate) seconds: f64,
    /// The limit that ended the search.
    pub(crate) limit: Option<&'static str>,
}

/// One method on all boards.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MethodSummary {
    /// The method, such as `astar manhattan`.
    pub(crate) method: String,
    /// Number of solved boards.
    pub(crate) solved: usize,
    /// Number of boards.
    pub(crate) boards: usize,
    /// Number of boards solved by a path that is known not to be optimal.
    pub(crate) longer: usize,
    /// Mean number of expanded states over the solved boards.
    pub(crate) expanded: f64,
    /// Mean number of generated states.
    pub(crate) generated: f64,
    /// Mean of the open lists' maximum lengths; 0 if the algorithm keeps none.
    pub(crate) peak_open: f64,
    /// Median time: a few runs that the system delayed would dominate a mean.
    pub(crate) seconds: f64,
}

/// The methods of a comparison and their limits.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    /// The methods.
    pub(crate) methods: Vec<NamedMethod>,
    /// The limits of each search.
    pub(crate) limits: Limits,
    /// The table folder.
    pub(crate) folder: Folder,
}

impl Contest {
    /// Runs each method on each board. Calls `notify` when tables are built, and `progress` after
    /// each board.
    ///
    /// # Errors
    /// [`SolveError`] if a board cannot reach its goal, or a required table is missing or damaged.
    pub(crate) fn run(
        &self,
        tasks: &[Task],
        notify: &dyn Fn(Notice, &Goal),
        mut progress: impl FnMut(),
    ) -> Result<Comparison, SolveError> {
        let mut contestants: BTreeMap<Goal, Contestants> = BTreeMap::new();
        let mut boards = Vec::new();
        for task @ Task { board, goal } in tasks {
            // Reject an unsolvable task before any method runs on it.
            Problem::new(*board, *goal)?;
            if !contestants.contains_key(goal) {
                contestants.insert(*goal, self.contestants(goal, notify)?);
            }
            boards.push(contestants[goal].run(task)?);
            progress();
        }
        let solvers = contestants.values().flat_map(|one| one.solvers.iter().enumerate());
        let not_ready =
            solvers.filter_map(|(nth, solver)| Some((nth, solver.as_ref().err()?.limit))).collect();
        let methods = self.methods.iter().map(MethodNames::from).collect();
        Ok(Comparison { measure: Measure::Moves, metric: Metric::SingleTile, methods, boards, not_ready })
    }

    fn contestants(&self, goal: &Goal, notify: &dyn Fn(Notice, &Goal)) -> Result<Contestants, SolveError> {
        let solver = |method: &NamedMethod| {
            let solver = with_tables(method.solver(goal), goal, &self.folder, self.limits.clone());
            solver.save_tables().on_notice(|notice| notify(notice, goal)).build()
        };
        Ok(Contestants {
            solvers: self.methods.iter().map(solver).map(split_not_ready).collect::<Result<_, _>>()?,
            // Without a table, depths come from methods that guarantee optimal paths.
            table: match oracle_for(goal, &self.folder, |notice| notify(notice, goal)) {
                Err(error) if error.is_no_table() => None,
                found => Some(found?),
            },
        })
    }
}

/// Separates a solver whose tables were not ready within the limits from other errors.
fn split_not_ready(made: Result<Solver, SolveError>) -> Result<Result<Solver, NotReady>, SolveError> {
    match made {
        Err(SolveError::NotReady { limit, elapsed }) => Ok(Err(NotReady { limit, elapsed })),
        made => made.map(Ok),
    }
}

/// The limit that ended the preparation of a solver, and the time spent.
#[derive(Clone, Copy, Debug)]
struct NotReady {
    limit: Limit,
    elapsed: Duration,
}

/// The solvers for one goal.
struct Contestants {
    solvers: Vec<Result<Solver, NotReady>>,
    /// The goal's table, for optimal lengths; `None` if there is none.
    table: Option<Arc<Oracle>>,
}

impl Contestants {
    fn run(&self, Task { board, goal }: &Task) -> Result<ComparedBoard, SolveError> {
        let solve = |solver: &Result<Solver, NotReady>| match solver {
            Ok(solver) => solver.solve(board),
            Err(NotReady { limit, elapsed }) => {
                Err(SolveError::NotReady { limit: *limit, elapsed: *elapsed }.for_board(board, goal))
            }
        };
        let runs = self.solvers.iter().map(|solver| match solve(solver) {
            Err(SolveError::Limit(limit)) => Ok(Err(limit.into())),
            found => found.map(|outcome| Ok(outcome.into())),
        });
        let runs: Vec<Found> = runs.collect::<Result<_, SolveError>>()?;
        let optimum = match &self.table {
            Some(table) => Some(table.distance(board)?.moves().into()),
            None => optimum_of(&runs),
        };
        Ok(ComparedBoard { board: *board, goal: *goal, optimum, runs })
    }
}

/// The measure of an optimal path, if a method found one.
fn optimum_of(runs: &[Found]) -> Option<u32> {
    runs.iter().flatten().find(|found| found.is_optimal).map(FoundPath::measure)
}

impl Comparison {
    /// The metric of lengths.
    pub(crate) const fn metric(&self) -> Metric {
        self.metric
    }

    /// The measure that optimal paths minimize.
    pub(crate) const fn measure(&self) -> Measure {
        self.measure
    }

    /// Iterates over all runs, board by board.
    pub(crate) fn runs(&self) -> impl Iterator<Item = ComparedRun> + '_ {
        self.boards.iter().flat_map(|board| {
            let runs = self.methods.iter().zip(&board.runs);
            runs.map(|(method, found)| compared_run(self, board, method, found))
        })
    }

    /// The full names of the methods, in order.
    pub(crate) fn methods(&self) -> impl Iterator<Item = &str> {
        self.methods.iter().map(|method| method.whole.as_str())
    }

    /// The methods that did not search, because a limit stopped the preparation of their pattern
    /// databases, with that limit.
    pub(crate) fn methods_not_ready(&self) -> Option<(String, Limit)> {
        let limit = *self.not_ready.first_key_value()?.1;
        let methods: Vec<String> =
            self.not_ready.keys().map(|nth| self.methods[*nth].whole.clone()).collect();
        Some((methods.join(", "), limit))
    }

    /// Returns the summary of each method.
    #[must_use]
    pub(crate) fn summaries(&self) -> Vec<MethodSummary> {
        (0..self.methods.len()).map(|nth| self.summary(nth)).collect()
    }

    fn summary(&self, nth: usize) -> MethodSummary {
        let solved: Vec<(&ComparedBoard, &FoundPath)> =
            self.boards.iter().filter_map(|board| Some((board, board.runs[nth].as_ref().ok()?))).collect();
        let average = |value: Statistic| value.average(solved.iter().map(|(_, found)| value.of(found)));
        let is_longer = |(board, found): &&(&ComparedBoard, &FoundPath)| {
            board.optimum.is_some_and(|optimum| found.measure() > optimum)
        };
        MethodSummary {
            method: self.methods[nth].whole.clone(),
            solved: solved.len(),
            boards: self.boards.len(),
            longer: solved.iter().filter(is_longer).count(),
            expanded: average(Statistic::Expanded),
            generated: average(Statistic::Generated),
            peak_open: average(Statistic::PeakOpen),
            seconds: average(Statistic::Seconds),
        }
    }

    /// Averages over the runs in which a method found a path, by the length or cost of an optimal
    /// path.
    pub(crate) fn averages_by_optimum(&self, nth: usize, value: Statistic) -> Vec<(u32, f64)> {
        let mut by_optimum: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for board in &self.boards {
            if let (Some(optimum), Ok(found)) = (board.optimum, &board.runs[nth]) {
                by_optimum.entry(optimum).or_default().push(value.of(found));
            }
        }
        by_optimum.into_iter().map(|(optimum, values)| (optimum, value.average(values.into_iter()))).collect()
    }
}

/// A statistic of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Statistic {
    Expanded,
    Generated,
    PeakOpen,
    Seconds,
}

impl Statistic {
    #[expect(clippy::cast_precision_loss, reason = "for means and pictures")]
    fn of(self, found: &FoundPath) -> f64 {
        let statistics = &found.statistics;
        match self {
            Self::Expanded => statistics.expanded as f64,
            Self::Generated => statistics.generated as f64,
            Self::PeakOpen => statistics.peak_open as f64,
            Self::Seconds => statistics.elapsed.as_secs_f64(),
        }
    }

    /// The mean of counts or the median of times, whose outliers would dominate a mean; 0 if empty.
    fn average(self, values: impl Iterator<Item = f64>) -> f64 {
        if self == Self::Seconds { median(values) } else { mean(values) }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    median_of_sorted(&values).unwrap_or(0.0)
}

fn compared_run(
    comparison: &Comparison,
    board: &ComparedBoard,
    method: &MethodNames,
    found: &Found,
) -> ComparedRun {
    let (path, statistics) = match found {
        Ok(path) => (Some(path), &path.statistics),
        Err(stopped) => (None, &stopped.statistics),
    };
    let has_costs = comparison.measure == Measure::Cost;
    ComparedRun {
        board: board.board.to_string(),
        goal: board.goal.to_string(),
        depth: (!has_costs).then_some(board.optimum),
        least_cost: has_costs.then_some(board.optimum),
        method: method.whole.clone(),
        algorithm: method.algorithm,
        heuristic: method.heuristic,
        convention: method.convention,
        length: path.map(|path| path.length),
        metric: comparison.metric.name(),
        cost: has_costs.then(|| path.and_then(|path| path.cost)),
        guaranteed_optimal: path.map(|path| path.is_optimal),
        expanded: statistics.expanded,
        generated: statistics.generated,
        peak_open: statistics.peak_open,
        seconds: statistics.elapsed.as_secs_f64(),
        limit: found.as_ref().err().map(|stopped| stopped.limit.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_averaged_by_their_median() {
        assert_eq!(Statistic::Seconds.average([1.0, 900.0, 3.0].into_iter()), 3.0);
        assert_eq!(Statistic::Seconds.average([1.0, 900.0, 3.0, 2.0].into_iter()), 2.5);
        assert_eq!(Statistic::Expanded.average([1.0, 900.0, 2.0].into_iter()), 301.0);
        assert_eq!(Statistic::Seconds.average([].into_iter()), 0.0);
    }
}
