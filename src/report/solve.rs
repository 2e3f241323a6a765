//! From a line of text to an answer.

use std::path::PathBuf;
use std::str;
use std::sync::Arc;

use super::answer::{Answer, Extras, FoundBy};
use super::engine::{Engine, Made, descend, make_engine};
use super::made_once::MadeOnce;
use super::method::{Guide, Method};
use super::trace::{Trace, TracedState};
use crate::board::{Board, Goal, Shape};
use crate::notation::{GoalName, read_board, shorten};
use crate::oracle::{Oracle, OracleError, TableBytes};
use crate::search::{Limits, Problem};
use crate::table::{Folder, MappedTable};

/// What is asked about each board.
#[derive(Clone, Debug)]
pub struct Question {
    /// The goal.
    pub goal: GoalName,
    /// The shape of the boards, if it is not to be told from the number of tiles.
    pub shape: Option<Shape>,
    /// How to find the answer; none for the table where there is one or it takes a moment to build, and else IDA*.
    pub method: Option<Method>,
    /// When a search is to give up.
    pub limits: Limits,
    /// What is wanted beside a path.
    pub extras: Extras,
    /// Where tables are kept.
    pub folder: Folder,
    /// A table to use whatever the folder has.
    pub table: Option<PathBuf>,
}

/// Answers a question for one board after the other, from any thread. Engines are made as shapes come up.
#[derive(Debug)]
pub struct Answerer<N> {
    question: Question,
    engines: MadeOnce<Shape, Engine>,
    /// Told of what was in no file.
    on_made: N,
}

impl<N: Fn(&Made, &Goal) + Sync> Answerer<N> {
    /// For a question. `on_made` is called when a table or a catalogue had to be built.
    pub const fn new(question: Question, on_made: N) -> Self {
        Self { question, engines: MadeOnce::new(), on_made }
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
        let shape = self.question.shape.or_else(|| self.question.goal.likely_shape());
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
        let Ok(problem) = Problem::new(*board, goal) else {
            return Ok(Answer::Unsolvable { board: *board, goal });
        };
        let Extras { all, count, .. } = self.question.extras;
        match self.engine_for(&goal)? {
            Engine::Table(oracle) => {
                self.answer_from_table(board, &oracle).map_err(|error| error.to_string())
            }
            Engine::Search(method, _) if all || count => {
                let (shape, name) = (goal.shape(), method.algorithm().name());
                Err(format!("--all and --count read a table, and {shape} is searched by {name} here"))
            }
            Engine::Search(method, guide) => self.answer_by_search(&problem, &method, &guide),
        }
    }

    fn answer_from_table(&self, board: &Board, oracle: &Oracle<TableBytes>) -> Result<Answer, OracleError> {
        let Extras { stats, all, count, trace, .. } = self.question.extras;
        let outcome = descend(oracle, board, stats)?;
        let optimal_paths = (all || count).then(|| oracle.count_paths(board)).transpose()?;
        let all_paths = all.then(|| oracle.paths(board)?.collect()).transpose()?;
        let distance = |board: &Board| oracle.distance(board).map_or(0, |distance| distance.moves().into());
        let f = |g, h| f64::from(g + h);
        let trace = trace.map(|_| TracedState::on_path(board, &outcome.moves, distance, f));
        Ok(Answer::Solved {
            board: *board,
            goal: *oracle.goal(),
            outcome,
            found_by: FoundBy::TABLE,
            optimal_paths,
            all_paths,
            trace: trace.unwrap_or_default(),
        })
    }

    fn answer_by_search(&self, problem: &Problem, method: &Method, guide: &Guide) -> Result<Answer, String> {
        let (board, goal, found_by) = (*problem.start(), *problem.goal(), method.into());
        let trace_asked = self.question.extras.trace;
        if trace_asked == Some(Trace::All) && !method.tells_expansions() {
            return Err(format!("{} does not tell of its expansions: take --trace path", method.algorithm()));
        }
        let mut trace = Vec::new();
        let found = method.search(problem, guide, self.question.limits, &mut |expansion| {
            if trace_asked == Some(Trace::All) {
                trace.push(expansion.into());
            }
        });
        let outcome = match found {
            Ok(outcome) => outcome,
            Err(limit) => return Ok(Answer::LimitReached { board, goal, found_by, limit, trace }),
        };
        if trace_asked == Some(Trace::Path) {
            let heuristic = guide.heuristic();
            let h = |board: &Board| heuristic.of(board);
            trace = TracedState::on_path(&board, &outcome.moves, h, |g, h| method.f(g, h));
        }
        Ok(Answer::Solved { board, goal, outcome, found_by, optimal_paths: None, all_paths: None, trace })
    }

    /// The engine for a goal, of which each shape has one.
    fn engine_for(&self, goal: &Goal) -> Result<Engine, String> {
        self.engines.get(&goal.shape(), || self.make_engine(goal))
    }

    fn make_engine(&self, goal: &Goal) -> Result<Engine, String> {
        let Question { method, folder, table, .. } = &self.question;
        match table {
            Some(file) => {
                let table = MappedTable::open(file).map_err(|error| error.to_string())?;
                let oracle = Oracle::new(table.map_bytes(TableBytes::Mapped), goal)
                    .map_err(|error| error.to_string())?;
                Ok(Engine::Table(Arc::new(oracle)))
            }
            None => make_engine(goal, *method, folder, &|made| (self.on_made)(made, goal)),
        }
    }
}
