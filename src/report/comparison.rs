//! Methods side by side: each on each board, one at a time, so that their times can be compared.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::boards::Task;
use super::chart::{Scale, Series, draw_chart};
use super::engine::{Engine, Made, make_engine, make_guide};
use super::export::io_error;
use super::method::{Guide, Method};
use crate::board::{Board, Goal};
use crate::search::{Guarantee, LimitReached, Limits, Outcome, Problem};
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
    runs: Vec<Result<Outcome, LimitReached>>,
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
    /// The algorithm.
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

/// A picture of a comparison.
#[derive(Clone, Debug)]
pub struct Chart {
    /// A name for its file, without an ending.
    pub name: &'static str,
    /// The picture, as SVG.
    pub svg: String,
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
    /// A message, if a board can't reach its goal or what a method goes by can't be had.
    pub fn run(
        &self,
        tasks: &[Task],
        told: impl Fn(&Made, &Goal),
        mut progress: impl FnMut(),
    ) -> Result<Comparison, String> {
        let mut guides: BTreeMap<Goal, Vec<Engine>> = BTreeMap::new();
        let mut boards = Vec::new();
        for Task { board, goal } in tasks {
            let problem = Problem::new(*board, *goal).map_err(|error| error.to_string())?;
            if !guides.contains_key(goal) {
                guides.insert(*goal, self.engines(goal, &told)?);
            }
            let engines = &guides[goal];
            let runs: Vec<_> = engines.iter().map(|engine| engine.run(&problem, self.limits)).collect();
            let runs = runs.into_iter().collect::<Result<Vec<_>, _>>()?;
            boards.push(ComparedBoard { board: *board, goal: *goal, depth: None, runs });
            progress();
        }
        Ok(Comparison { methods: self.methods.clone(), boards })
    }
}
