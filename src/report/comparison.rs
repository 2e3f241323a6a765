//! Methods side by side: each on each board, one at a time, so that their times can be compared.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::algorithm::HeuristicName;
use super::boards::Task;
use super::chart::{Chart, Scale, Series, draw_chart};
use super::engine::{Engine, Found, Made, make_engine, table_at_hand};
use super::export::io_error;
use super::method::Method;
use crate::board::{Board, Goal};
use crate::search::{Limits, Outcome, Problem};
use crate::table::Folder;

/// What methods took on boards.
#[derive(Debug)]
pub struct Comparison {
    methods: Vec<Method>,
    boards: Vec<ComparedBoard>,
}

/// What methods took on one board.
#[derive(Debug)]
struct ComparedBoard {
    board: Board,
    goal: Goal,
    /// The distance, if it is known.
    depth: Option<u32>,
    /// By method.
    runs: Vec<Found>,
}

/// One method on one board. The fields are those of the CSV, in their order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedRun {
    /// The board.
    pub board: String,
    /// The goal.
    pub goal: String,
    /// The length of a shortest path, if it is known.
    pub depth: Option<u32>,
    /// The method, as `astar manhattan`.
    pub method: String,
    /// Its algorithm.
    pub algorithm: &'static str,
    /// What it went by.
    pub heuristic: Option<&'static str>,
    /// Its conventions.
    pub convention: &'static str,
    /// The length of the path found.
    pub length: Option<usize>,
    /// Is the path guaranteed to be optimal?
    pub guaranteed_optimal: Option<bool>,
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// The longest open list.
    pub peak_open: u64,
    /// Time taken.
    pub seconds: f64,
    /// The limit that ended the search.
    pub limit: Option<&'static str>,
}

/// One method on all boards.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodSummary {
    /// The method, as `astar manhattan`.
    pub method: String,
    /// Boards solved.
    pub solved: usize,
    /// All boards.
    pub boards: usize,
    /// Boards solved by a path that is longer than a shortest one.
    pub longer: usize,
    /// Means over the boards that were solved: states expanded.
    pub expanded: f64,
    /// States generated.
    pub generated: f64,
    /// Longest open list.
    pub peak_open: f64,
    /// Time taken.
    pub seconds: f64,
}

/// What methods are compared under.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The methods.
    pub methods: Vec<Method>,
    /// When a search is to give up.
    pub limits: Limits,
    /// Where tables are kept.
    pub folder: Folder,
}

impl Contest {
    /// Runs each method on each board. `told` hears of what had to be made, `progress` of each board that is done.
    ///
    /// # Errors
    /// A message, if a board can't reach its goal, or what a method goes by can't be had.
    pub fn run(
        &self,
        tasks: &[Task],
        told: impl Fn(&Made, &Goal),
        mut progress: impl FnMut(),
    ) -> Result<Comparison, String> {
        let mut engines: BTreeMap<Goal, Engines> = BTreeMap::new();
        let mut boards = Vec::new();
        for Task { board, goal } in tasks {
            let problem = Problem::new(*board, *goal).map_err(|error| error.to_string())?;
            if !engines.contains_key(goal) {
                engines.insert(*goal, self.engines(goal, &|made| told(made, goal))?);
            }
            boards.extend(engines.get(goal).map(|engines| engines.run(&problem, self.limits)).transpose()?);
            progress();
        }
        Ok(Comparison { methods: self.methods.clone(), boards })
    }

    fn engines(&self, goal: &Goal, told: &impl Fn(&Made)) -> Result<Engines, String> {
        let of_methods =
            self.methods.iter().map(|method| make_engine(goal, Some(*method), &self.folder, told));
        Ok(Engines {
            of_methods: of_methods.collect::<Result<_, _>>()?,
            // Without one, depths are those of the methods that guarantee them.
            table: table_at_hand(goal, &self.folder, told)?.map(Engine::Table),
        })
    }
}

/// What finds paths to one goal.
struct Engines {
    of_methods: Vec<Engine>,
    table: Option<Engine>,
}

impl Engines {
    fn run(&self, problem: &Problem, limits: Limits) -> Result<ComparedBoard, String> {
        let runs = self.of_methods.iter().map(|engine| engine.run(problem, limits));
        let runs: Vec<Found> = runs.collect::<Result<_, _>>()?;
        let from_table = self.table.as_ref().map(|table| table.run(problem, limits)).transpose()?;
        let mut known = from_table.iter().chain(&runs).flatten().filter(|outcome| outcome.is_optimal());
        let depth = known.next().map(|outcome| u32::try_from(outcome.moves.len()).unwrap_or(u32::MAX));
        Ok(ComparedBoard { board: *problem.start(), goal: *problem.goal(), depth, runs })
    }
}

impl Comparison {
    /// Each method on each board, board by board.
    pub fn runs(&self) -> impl Iterator<Item = ComparedRun> + '_ {
        self.boards.iter().flat_map(|board| {
            self.methods.iter().zip(&board.runs).map(|(method, found)| compared_run(board, method, found))
        })
    }

    /// Each method on all boards.
    #[must_use]
    pub fn summaries(&self) -> Vec<MethodSummary> {
        (0..self.methods.len()).map(|nth| self.summary(nth)).collect()
    }

    fn summary(&self, nth: usize) -> MethodSummary {
        let solved: Vec<(&ComparedBoard, &Outcome)> =
            self.boards.iter().filter_map(|board| Some((board, board.runs[nth].as_ref().ok()?))).collect();
        let mean = |value: Value| mean(solved.iter().map(|(_, outcome)| value.of(outcome)));
        let is_longer = |(board, outcome): &&(&ComparedBoard, &Outcome)| {
            board.depth.is_some_and(|depth| outcome.moves.len() > depth as usize)
        };
        MethodSummary {
            method: self.methods[nth].to_string(),
            solved: solved.len(),
            boards: self.boards.len(),
            longer: solved.iter().filter(is_longer).count(),
            expanded: mean(Value::Expanded),
            generated: mean(Value::Generated),
            peak_open: mean(Value::PeakOpen),
            seconds: mean(Value::Seconds),
        }
    }

    /// Writes each method on each board, as CSV under a header.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        self.runs().try_for_each(|run| csv.serialize(run)).map_err(io_error)?;
        csv.flush()
    }

    /// Pictures of states expanded, the longest open list, and time, by depth: the mean over the boards of a depth that a
    /// method has solved.
    ///
    /// # Errors
    /// A message, if a picture can't be drawn.
    pub fn charts(&self) -> Result<Vec<Chart>, String> {
        [
            ("expanded", "States expanded", "states", Value::Expanded),
            ("peak-open", "Longest open list", "states", Value::PeakOpen),
            ("seconds", "Time", "time", Value::Seconds),
        ]
        .into_iter()
        .filter_map(|(name, title, unit, value)| {
            let series: Vec<Series> =
                (0..self.methods.len()).filter_map(|nth| self.series(nth, value)).collect();
            let scale = if value == Value::Seconds { Scale::Seconds } else { Scale::Counts };
            let drawn = || draw_chart(title, unit, scale, &series);
            (!series.is_empty()).then(|| Ok(Chart { name, svg: drawn().map_err(|error| error.to_string())? }))
        })
        .collect()
    }

    /// A method's means by depth; none if there are none, or if all are 0: some methods have no open list.
    fn series(&self, nth: usize, value: Value) -> Option<Series> {
        let mut by_depth: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for board in &self.boards {
            if let (Some(depth), Ok(outcome)) = (board.depth, &board.runs[nth]) {
                by_depth.entry(depth).or_default().push(value.of(outcome));
            }
        }
        let points: Vec<(u32, f64)> =
            by_depth.into_iter().map(|(depth, values)| (depth, mean(values.into_iter()))).collect();
        let label = self.methods[nth].to_string();
        points.iter().any(|(_, value)| *value > 0.0).then_some(Series { label, points })
    }
}

/// What a chart shows of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Expanded,
    Generated,
    PeakOpen,
    Seconds,
}

impl Value {
    #[expect(clippy::cast_precision_loss, reason = "for means and pictures")]
    fn of(self, outcome: &Outcome) -> f64 {
        let statistics = &outcome.statistics;
        match self {
            Self::Expanded => statistics.expanded as f64,
            Self::Generated => statistics.generated as f64,
            Self::PeakOpen => statistics.peak_open as f64,
            Self::Seconds => statistics.elapsed.as_secs_f64(),
        }
    }
}

/// The mean; 0 of nothing.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

fn compared_run(board: &ComparedBoard, method: &Method, found: &Found) -> ComparedRun {
    let (outcome, statistics) = match found {
        Ok(outcome) => (Some(outcome), &outcome.statistics),
        Err(limit) => (None, &limit.statistics),
    };
    ComparedRun {
        board: board.board.to_string(),
        goal: board.goal.to_string(),
        depth: board.depth,
        method: method.to_string(),
        algorithm: method.algorithm().name(),
        heuristic: method.heuristic().map(HeuristicName::name),
        convention: method.convention().name(),
        length: outcome.map(|outcome| outcome.moves.len()),
        guaranteed_optimal: outcome.map(Outcome::is_optimal),
        expanded: statistics.expanded,
        generated: statistics.generated,
        peak_open: statistics.peak_open,
        seconds: statistics.elapsed.as_secs_f64(),
        limit: found.as_ref().err().map(|limit| limit.limit.name()),
    }
}
