//! The answer for one board, and the writing of it.

use std::io::{self, Write};

use serde::Serialize;

use super::export::io_error;

use crate::board::{Board, Goal, Move};
use crate::notation::{MoveConvention, write_grid, write_moves};
use crate::search::{LimitReached, Statistics};

/// What an answer comes to, from good to bad. The worst of a batch decides the exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// A path was found.
    #[default]
    Yes,
    /// There is no path.
    No,
    /// There is no answer.
    Failed,
}

/// The form of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerFormat {
    /// For people.
    #[default]
    Text,
    /// One object a line.
    Json,
    /// One record a line, under a header.
    Csv,
}

/// What was asked for beside a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Show each board on the way (text only).
    pub show: bool,
    /// Give the statistics of the search.
    pub stats: bool,
    /// Give every optimal path.
    pub all: bool,
    /// Give the number of optimal paths.
    pub count: bool,
}

/// The answer for one board.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A path.
    Solved {
        /// The board.
        board: Board,
        /// The goal that the path leads to.
        goal: Goal,
        /// The path.
        moves: Vec<Move>,
        /// Is it certain that none is shorter?
        is_optimal: bool,
        /// The name of the algorithm.
        algorithm: &'static str,
        /// What it took.
        statistics: Statistics,
        /// How many optimal paths there are, if that was asked.
        optimal_paths: Option<u128>,
        /// All optimal paths, if they were asked for.
        all_paths: Option<Vec<Vec<Move>>>,
    },
    /// The board can't reach the goal.
    Unsolvable {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
    },
    /// The search reached a limit before it had an answer.
    LimitReached {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
        /// The name of the algorithm.
        algorithm: &'static str,
        /// What is known.
        limit: LimitReached,
    },
    /// No answer.
    Failed {
        /// The board as it was given.
        text: String,
        /// Why.
        error: String,
    },
}

impl Answer {
    /// What the answer comes to.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        match self {
            Self::Solved { .. } => Verdict::Yes,
            Self::Unsolvable { .. } => Verdict::No,
            Self::LimitReached { .. } | Self::Failed { .. } => Verdict::Failed,
        }
    }
}

/// The JSON object of an answer. Fields that were not asked for, or that a failed answer has not, are left out.
#[derive(Debug, Default, Serialize)]
struct Fields<'a> {
    board: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<Option<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_convention: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<Option<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_paths: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all_paths: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generated: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_open: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// Writes answers in a form.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerWriter {
    /// The form.
    pub format: AnswerFormat,
    /// How moves are named.
    pub convention: MoveConvention,
    /// What to write beside the path.
    pub extras: Extras,
}

/// The metric of all answers: single-tile moves.
const METRIC: &str = "stm";

impl AnswerWriter {
    /// Writes what stands before the first answer: for CSV, the names of the fields.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        if self.format != AnswerFormat::Csv {
            return Ok(());
        }
        let mut names = vec!["board", "goal", "solvable", "length", "moves", "move_convention", "metric"];
        names.extend(["algorithm", "optimal"]);
        names.extend((self.extras.count || self.extras.all).then_some("optimal_paths"));
        names.extend(self.extras.all.then_some("all_paths"));
        if self.extras.stats {
            names.extend(["expanded", "generated", "peak_open", "seconds"]);
        }
        names.push("error");
        writeln!(out, "{}", names.join(","))
    }

    /// Writes an answer.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        match self.format {
            AnswerFormat::Text => self.write_text(answer, out),
            AnswerFormat::Json => {
                serde_json::to_writer(&mut *out, &self.fields(answer))?;
                writeln!(out)
            }
            AnswerFormat::Csv => self.write_csv(answer, out),
        }
    }

    fn write_text(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        match answer {
            Answer::Failed { error, .. } => writeln!(out, "error: {error}"),
            Answer::Unsolvable { board, goal, .. } => {
                writeln!(out, "{board}: unsolvable; the goal {goal} is in the other half of all boards")
            }
            Answer::LimitReached { board, limit, .. } => {
                writeln!(out, "{board}: limit reached, at least {} moves", limit.at_least)?;
                self.write_statistics(&limit.statistics, out)
            }
            Answer::Solved { board, moves, is_optimal, statistics, optimal_paths, all_paths, .. } => {
                let length = moves.len();
                let unit = if length == 1 { "move" } else { "moves" };
                let certainty = if *is_optimal { "optimal" } else { "not guaranteed optimal" };
                writeln!(out, "{board}: {length} {unit}, {certainty}")?;
                match all_paths {
                    None if moves.is_empty() => {}
                    None => writeln!(out, "{}", write_moves(moves, self.convention))?,
                    Some(paths) => {
                        for path in paths {
                            writeln!(out, "{}", write_moves(path, self.convention))?;
                        }
                    }
                }
                if let Some(count) = optimal_paths {
                    writeln!(out, "{count} optimal {}", if *count == 1 { "path" } else { "paths" })?;
                }
                self.write_statistics(statistics, out)?;
                if self.extras.show { self.show(board, moves, out) } else { Ok(()) }
            }
        }
    }

    fn write_statistics(&self, statistics: &Statistics, out: &mut impl Write) -> io::Result<()> {
        if !self.extras.stats {
            return Ok(());
        }
        let Statistics { expanded, generated, peak_open, elapsed, .. } = statistics;
        let seconds = elapsed.as_secs_f64();
        writeln!(out, "expanded {expanded}, generated {generated}, peak open {peak_open}, {seconds:.6} s")
    }

    fn show(&self, start: &Board, moves: &[Move], out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n{}", write_grid(start))?;
        let mut board = *start;
        for (number, step) in (1..).zip(moves) {
            board = board.after(*step).unwrap_or(board);
            writeln!(out, "{number}. {}\n{}", self.convention.letter(*step), write_grid(&board))?;
        }
        Ok(())
    }

    fn write_csv(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        fn text<T: ToString>(value: Option<T>) -> String {
            value.map_or_else(String::new, |value| value.to_string())
        }
        let fields = self.fields(answer);
        let mut record = vec![
            fields.board,
            text(fields.goal),
            text(fields.solvable),
            text(fields.length.flatten()),
            text(fields.moves.flatten()),
            text(fields.move_convention),
            text(fields.metric),
            text(fields.algorithm.flatten()),
            text(fields.optimal.flatten()),
        ];
        record.extend((self.extras.count || self.extras.all).then(|| text(fields.optimal_paths)));
        record.extend(self.extras.all.then(|| text(fields.all_paths.map(|paths| paths.join(" ")))));
        if self.extras.stats {
            record.extend([
                text(fields.expanded),
                text(fields.generated),
                text(fields.peak_open),
                text(fields.seconds),
            ]);
        }
        let limit = fields.at_least.map(|moves| format!("limit reached, at least {moves} moves"));
        record.push(limit.unwrap_or_else(|| text(fields.error)));
        let mut csv = csv::WriterBuilder::new().flexible(true).from_writer(out);
        csv.write_record(record).map_err(io_error)?;
        csv.flush()
    }

    fn fields<'a>(&self, answer: &'a Answer) -> Fields<'a> {
        match answer {
            Answer::Failed { text, error } => {
                Fields { board: text.clone(), error: Some(error), ..Fields::default() }
            }
            Answer::Unsolvable { board, goal } => Fields {
                length: Some(None),
                moves: Some(None),
                optimal: Some(None),
                ..self.common(board, goal, None, false)
            },
            Answer::LimitReached { board, goal, algorithm, limit } => Fields {
                length: Some(None),
                moves: Some(None),
                optimal: Some(None),
                at_least: Some(limit.at_least),
                ..self.with_statistics(&limit.statistics, self.common(board, goal, Some(algorithm), true))
            },
            Answer::Solved {
                board,
                goal,
                moves,
                is_optimal,
                algorithm,
                statistics,
                optimal_paths,
                all_paths,
            } => {
                let written = |path: &Vec<Move>| write_moves(path, self.convention);
                Fields {
                    length: Some(Some(moves.len())),
                    moves: Some(Some(written(moves))),
                    optimal: Some(Some(*is_optimal)),
                    optimal_paths: *optimal_paths,
                    all_paths: all_paths.as_ref().map(|paths| paths.iter().map(written).collect()),
                    ..self.with_statistics(statistics, self.common(board, goal, Some(algorithm), true))
                }
            }
        }
    }

    fn with_statistics<'a>(&self, statistics: &Statistics, fields: Fields<'a>) -> Fields<'a> {
        let stats = self.extras.stats.then_some(statistics);
        Fields {
            expanded: stats.map(|stats| stats.expanded),
            generated: stats.map(|stats| stats.generated),
            peak_open: stats.map(|stats| stats.peak_open),
            seconds: stats.map(|stats| stats.elapsed.as_secs_f64()),
            ..fields
        }
    }

    /// `algorithm` is none where the goal's parity gave the answer.
    fn common<'a>(
        &self,
        board: &Board,
        goal: &Goal,
        algorithm: Option<&'static str>,
        solvable: bool,
    ) -> Fields<'a> {
        Fields {
            board: board.to_string(),
            goal: Some(goal.to_string()),
            solvable: Some(solvable),
            move_convention: Some(self.convention.name()),
            metric: Some(METRIC),
            algorithm: Some(algorithm),
            ..Fields::default()
        }
    }
}
