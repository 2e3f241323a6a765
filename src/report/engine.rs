//! What finds the answers for a goal: a table, or a search with what it goes by, wherever they come from.

use std::sync::Arc;
use std::time::Instant;

use super::algorithm::{Algorithm, HeuristicName};
use super::method::{Guide, Method, MethodOptions};
use crate::board::{Board, Goal};
use crate::generate::{Threads, build_space};
use crate::oracle::{
    ExactDistance, Oracle, OracleError, Origin, Supplied, SupplyError, TableBytes, decode, supply,
};
use crate::search::{
    Catalogue, Guarantee, LimitReached, Limits, Outcome, Partition, PatternEntries, Problem, Statistics, Zero,
};
use crate::space::{Pattern, PatternSpace, Space};
use crate::table::{Encoding, Folder, MappedTable, TableName, TableProblem};

/// What finds the answers for a goal.
#[derive(Clone, Debug)]
pub(super) enum Engine {
    Table(Arc<Oracle<TableBytes>>),
    Search(Method, Guide),
}

/// What a search comes to.
pub(super) type Found = Result<Outcome, LimitReached>;

impl Engine {
    /// A path for a problem.
    pub(super) fn run(&self, problem: &Problem, limits: Limits) -> Result<Found, String> {
        match self {
            Self::Table(oracle) => {
                descend(oracle, problem.start(), true).map(Ok).map_err(|error| error.to_string())
            }
            Self::Search(method, guide) => Ok(method.search(problem, guide, limits, &mut |_| ())),
        }
    }
}

/// The path that a table leads along, and what it took if that is to be `counted`: every board on it but the goal is
/// expanded, and its successors are generated up to the first that is closer. There is no open list.
pub(super) fn descend(
    oracle: &Oracle<TableBytes>,
    start: &Board,
    counted: bool,
) -> Result<Outcome, OracleError> {
    let clock = Instant::now();
    let moves = oracle.first_path(start)?;
    let mut statistics = Statistics { elapsed: clock.elapsed(), ..Statistics::default() };
    if counted {
        statistics.generated = 1;
        let mut board = *start;
        for step in &moves {
            let before = board.successors().take_while(|(tried, _)| tried != step).count();
            statistics.expanded += 1;
            statistics.generated += before as u64 + 1;
            board = board.after(*step).unwrap_or(board);
        }
    }
    Ok(Outcome { moves, guarantee: Guarantee::Optimal, statistics })
}

/// Something that has to be made because no file has it.
#[derive(Debug)]
pub enum Made {
    /// A full table, which is made now.
    Table(Origin),
    /// Nothing: a partition has only some of its tables in the folder, so it can't be used.
    Incomplete {
        /// The name of the partition.
        name: String,
        /// The patterns whose tables are not there.
        missing: Vec<Pattern>,
    },
    /// A catalogue in memory, which will be made next.
    Catalogue {
        /// The name of its partition.
        name: String,
        /// The name of the strongest partition that `pdb-gen build` could make.
        strongest: String,
    },
}

/// Makes what a method needs. Without a method the table is taken where there is one or it takes a moment to build, and
/// else IDA* with pattern tables. `told` hears of what had to be made.
pub(super) fn make_engine(
    goal: &Goal,
    method: Option<Method>,
    folder: &Folder,
    told: &impl Fn(&Made),
) -> Result<Engine, String> {
    match method {
        Some(method) if method.algorithm() == Algorithm::Table => {
            make_oracle(goal, folder, told).map(Engine::Table).map_err(|error| error.to_string())
        }
        Some(method) => Ok(Engine::Search(method, make_guide(goal, &method, folder, told)?)),
        None => match table_at_hand(goal, folder, told)? {
            Some(oracle) => Ok(Engine::Table(oracle)),
            None => {
                let ida = Method::new(Algorithm::Ida, MethodOptions::default());
                let catalogue = make_catalogue(goal, folder, told)?;
                Ok(Engine::Search(ida.map_err(|error| error.to_string())?, Guide::Patterns(catalogue)))
            }
        },
    }
}

/// The table of a goal; none if there is none, and building it takes more than a moment. A damaged one is an error.
pub(super) fn table_at_hand(
    goal: &Goal,
    folder: &Folder,
    told: &impl Fn(&Made),
) -> Result<Option<Arc<Oracle<TableBytes>>>, String> {
    match make_oracle(goal, folder, told) {
        Err(SupplyError::NotBuilt { .. } | SupplyError::OutOfReach { .. } | SupplyError::TooLarge(_)) => {
            Ok(None)
        }
        made => made.map(Some).map_err(|error| error.to_string()),
    }
}

/// Makes what a search goes by.
pub(super) fn make_guide(
    goal: &Goal,
    method: &Method,
    folder: &Folder,
    told: &impl Fn(&Made),
) -> Result<Guide, String> {
    match method.heuristic() {
        None => Ok(Guide::Plain(Arc::new(Zero))),
        Some(HeuristicName::Patterns) => make_catalogue(goal, folder, told).map(Guide::Patterns),
        Some(HeuristicName::Exact) => {
            let oracle = make_oracle(goal, folder, told).map_err(|error| error.to_string())?;
            Ok(Guide::Exact(Arc::new(ExactDistance::new(oracle))))
        }
        Some(_) => Ok(Guide::Plain(method.plain_heuristic(goal))),
    }
}

fn make_oracle(
    goal: &Goal,
    folder: &Folder,
    told: &impl Fn(&Made),
) -> Result<Arc<Oracle<TableBytes>>, SupplyError> {
    let Supplied { oracle, origin } = supply(goal, folder)?;
    if !matches!(origin, Origin::File(_)) {
        told(&Made::Table(origin));
    }
    Ok(Arc::new(oracle))
}

/// The strongest catalogue whose tables are all in the folder; if there is none, the weakest one, built in memory.
fn make_catalogue(goal: &Goal, folder: &Folder, told: &impl Fn(&Made)) -> Result<Arc<Catalogue>, String> {
    let partitions = Partition::of_goal(goal).map_err(|error| error.to_string())?;
    for partition in &partitions {
        let mut tables = Vec::new();
        let mut missing = Vec::new();
        for pattern in partition.patterns() {
            match open_pattern_table(goal, pattern, folder)? {
                Some(table) => tables.push(table),
                None => missing.push(pattern.clone()),
            }
        }
        if missing.is_empty() {
            let entries: Result<Vec<_>, _> = tables.into_iter().map(entries_of).collect();
            return join(goal, partition, entries.map_err(|error| error.to_string())?);
        }
        if !tables.is_empty() {
            told(&Made::Incomplete { name: partition.name().to_owned(), missing });
        }
    }
    let Some(weakest) = partitions.last() else {
        return Err("there is no partition for this goal".to_owned());
    };
    let strongest = partitions.first().unwrap_or(weakest).name().to_owned();
    told(&Made::Catalogue { name: weakest.name().to_owned(), strongest });
    let mut built = Vec::new();
    for pattern in weakest.patterns() {
        let space = Space::new(goal, pattern).map_err(|error| error.to_string())?;
        let distances = build_space(&space, Threads::AllCores, |_| ()).map_err(|error| error.to_string())?;
        built.push(PatternEntries::Owned(distances.into_entries()));
    }
    join(goal, weakest, built)
}
/// A pattern's table from the folder; none if it is not there. A damaged one is an error that names it: large ones are
/// not checked when they are opened, but a wrong entry here would make an answer that is not optimal, and a search that
/// is worth a large table is worth the 0.05 s that 7-8 takes.
fn open_pattern_table(
    goal: &Goal,
    pattern: &Pattern,
    folder: &Folder,
) -> Result<Option<MappedTable>, String> {
    for encoding in [Encoding::Byte, Encoding::Packed] {
        let name = TableName { goal: *goal, pattern: pattern.clone(), encoding };
        match MappedTable::open(&folder.file_of(&name)) {
            Ok(table) => {
                let damaged = |problem| format!("{}: {problem}", folder.file_of(&name).display());
                return table.check_payload().map(|()| Some(table)).map_err(damaged);
            }
            Err(error) if matches!(error.problem, TableProblem::Absent) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(None)
}

/// The entries of a table: where they are, if they are a byte each, and else decoded.
fn entries_of(table: MappedTable) -> Result<PatternEntries, OracleError> {
    match table.header().encoding() {
        Encoding::Byte => Ok(PatternEntries::Mapped(table)),
        Encoding::Packed | Encoding::Mod3 => Ok(PatternEntries::Owned(decode(&table)?.into_owned())),
    }
}

fn join(goal: &Goal, partition: &Partition, entries: Vec<PatternEntries>) -> Result<Arc<Catalogue>, String> {
    let mut tables = Vec::new();
    for (pattern, entries) in partition.patterns().iter().zip(entries) {
        tables.push((PatternSpace::new(goal, pattern.clone()).map_err(|error| error.to_string())?, entries));
    }
    Ok(Arc::new(Catalogue::new(tables).map_err(|error| error.to_string())?))
}
