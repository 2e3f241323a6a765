//! From a line of text to an answer.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str;
use std::sync::{Arc, RwLock};
use std::time::Instant;

use super::answer::{Answer, Extras};
use crate::board::{Board, Goal, Move, Shape};
use crate::notation::{GoalName, read_board, shorten};
use crate::oracle::{Oracle, OracleError, Origin, Supplied, TableBytes, supply};
use crate::search::{Manhattan, Problem, ProblemError, Statistics, astar};
use crate::table::{Folder, MappedTable};

/// How answers are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Read off the table.
    #[default]
    Table,
    /// A* with the Manhattan distance.
    AStar,
}

impl Algorithm {
    /// `table` or `astar`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::AStar => "astar",
        }
    }
}

/// What is asked about each board.
#[derive(Clone, Debug)]
pub struct Question {
    /// The goal.
    pub goal: GoalName,
    /// The shape of the boards, if it is not to be told from the number of tiles.
    pub shape: Option<Shape>,
    /// How to find the answer.
    pub algorithm: Algorithm,
    /// What is wanted beside a path.
    pub extras: Extras,
    /// Where tables are kept.
    pub folder: Folder,
    /// A table to use whatever the folder has.
    pub table: Option<PathBuf>,
}

/// An oracle, or why there is none.
type KnownOracle = Result<Arc<Oracle<TableBytes>>, String>;

/// Answers a question for one board after the other, from any thread. Oracles are made as shapes come up.
#[derive(Debug)]
pub struct Answerer<N> {
    question: Question,
    oracles: RwLock<BTreeMap<Shape, KnownOracle>>,
    /// Told of each table that was not in a file.
    on_table_built: N,
}

impl<N: Fn(&Origin, &Goal) + Sync> Answerer<N> {
    /// For a question. `on_table_built` is called when a table had to be built.
    pub const fn new(question: Question, on_table_built: N) -> Self {
        Self { question, oracles: RwLock::new(BTreeMap::new()), on_table_built }
    }

    /// The answer for a board as it was written.
    #[must_use]
    pub fn answer(&self, line: &[u8]) -> Answer {
        let failed = |text: &str, error: String| Answer::Failed { text: shorten(text), error };
        let text = match str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let place = error.valid_up_to() + 1;
                let text = String::from_utf8_lossy(line);
                let shown = shorten(&text);
                return failed(
                    &text,
                    format!("cannot read the board {shown:?}: byte {place} is not UTF-8 text"),
                );
            }
        };
        let shape = self.question.shape.or_else(|| self.question.goal.shape());
        // A whole board of another shape is not a faulty board: the answer says that the shapes differ.
        let board = read_board(text, shape).or_else(|error| match shape {
            Some(_) => read_board(text, None).map_err(|_of_any_shape| error),
            None => Err(error),
        });
        match board {
            Ok(board) => self.answer_board(&board).unwrap_or_else(|error| failed(text, error)),
            Err(error) => failed(text, error.to_string()),
        }
    }

    fn answer_board(&self, board: &Board) -> Result<Answer, String> {
        if let Some(shape) = self.question.shape.filter(|shape| *shape != board.shape()) {
            return Err(format!("{board} is a {} board, but --shape says {shape}", board.shape()));
        }
        let goal = self.question.goal.on(board.shape()).map_err(|error| error.to_string())?;
        let algorithm = self.question.algorithm.name();
        if !goal.is_reachable_from(board) {
            return Ok(Answer::Unsolvable { board: *board, goal, algorithm });
        }
        match self.question.algorithm {
            Algorithm::Table => {
                let oracle = self.oracle_for(&goal)?;
                self.answer_from_table(board, &oracle).map_err(|error| error.to_string())
            }
            Algorithm::AStar => answer_by_astar(board, goal).map_err(|error| error.to_string()),
        }
    }

    fn answer_from_table(&self, board: &Board, oracle: &Oracle<TableBytes>) -> Result<Answer, OracleError> {
        let Extras { stats, all, count, .. } = self.question.extras;
        let clock = stats.then(Instant::now);
        let moves = oracle.first_path(board)?;
        let elapsed = clock.map(|clock| clock.elapsed()).unwrap_or_default();
        let statistics = Statistics {
            elapsed,
            ..if stats { counts_of_descent(board, &moves) } else { Statistics::default() }
        };
        let optimal_paths = (all || count).then(|| oracle.count_paths(board)).transpose()?;
        let all_paths = all.then(|| oracle.paths(board)?.collect()).transpose()?;
        Ok(Answer::Solved {
            board: *board,
            goal: *oracle.goal(),
            moves,
            is_optimal: true,
            algorithm: Algorithm::Table.name(),
            statistics,
            optimal_paths,
            all_paths,
        })
    }

    /// The oracle for a goal; made once for each shape, and its failure remembered as well.
    fn oracle_for(&self, goal: &Goal) -> KnownOracle {
        let shape = goal.shape();
        if let Some(known) = self.oracles.read().map_err(|error| error.to_string())?.get(&shape) {
            return known.clone();
        }
        let mut oracles = self.oracles.write().map_err(|error| error.to_string())?;
        oracles.entry(shape).or_insert_with(|| self.make_oracle(goal).map(Arc::new)).clone()
    }

    fn make_oracle(&self, goal: &Goal) -> Result<Oracle<TableBytes>, String> {
        if let Some(file) = &self.question.table {
            let table = MappedTable::open(file).map_err(|error| error.to_string())?;
            return Oracle::new(table.map_bytes(TableBytes::Mapped), goal).map_err(|error| error.to_string());
        }
        let Supplied { oracle, origin } =
            supply(goal, &self.question.folder).map_err(|error| error.to_string())?;
        if !matches!(origin, Origin::File(_)) {
            (self.on_table_built)(&origin, goal);
        }
        Ok(oracle)
    }
}

/// What the descent along a path counts: every board on it but the goal is expanded, and its successors are
/// generated up to the first that is closer. There is no open list.
fn counts_of_descent(start: &Board, moves: &[Move]) -> Statistics {
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let mut board = *start;
    for step in moves {
        let before = board.successors().take_while(|(tried, _)| tried != step).count();
        statistics.expanded += 1;
        statistics.generated += before as u64 + 1;
        board = board.after(*step).unwrap_or(board);
    }
    statistics
}

fn answer_by_astar(board: &Board, goal: Goal) -> Result<Answer, ProblemError> {
    let outcome = astar(&Problem::new(*board, goal)?, &Manhattan::new(&goal));
    Ok(Answer::Solved {
        board: *board,
        goal,
        moves: outcome.moves,
        is_optimal: outcome.is_optimal,
        algorithm: Algorithm::AStar.name(),
        statistics: outcome.statistics,
        optimal_paths: None,
        all_paths: None,
    })
}
