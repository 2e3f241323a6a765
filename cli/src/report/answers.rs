//! The writing of answers, as text, JSON or CSV.

use std::io::{self, Write};

use serde::Serialize;

use tilebase::board::{Board, Goal, Move};
use tilebase::notation::{MoveConvention, write_grid, write_moves};
use tilebase::search::{Guarantee, LimitReached, Statistics};

use super::export::io_error;
use crate::ask::{Answer, Extras, FoundBy};
use crate::shell::Format;

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
    heuristic: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most_times_optimal: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
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
pub(crate) struct AnswerWriter {
    /// The form.
    pub(crate) format: Format,
    /// How moves are named.
    pub(crate) convention: MoveConvention,
    /// What to write beside the path.
    pub(crate) extras: Extras,
}

/// The metric of all answers: single-tile moves.
const METRIC: &str = "stm";

impl AnswerWriter {
    /// Writes what stands before the first answer: for CSV, the names of the fields.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        if self.format != Format::Csv {
            return Ok(());
        }
        let mut names = vec!["board", "goal", "solvable", "length", "moves", "move_convention", "metric"];
        names.extend(["algorithm", "heuristic", "optimal"]);
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
    pub(crate) fn write(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        match self.format {
            Format::Text => self.write_text(answer, out),
            Format::Json => {
                for state in answer.trace() {
                    serde_json::to_writer(&mut *out, &state.fields(self.convention))?;
                    writeln!(out)?;
                }
                serde_json::to_writer(&mut *out, &self.fields(answer))?;
                writeln!(out)
            }
            Format::Csv => self.write_csv(answer, out),
        }
    }

    fn write_text(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        match answer {
            Answer::Failed { error, .. } => writeln!(out, "error: {error}"),
            Answer::Unsolvable { board, goal, .. } => {
                writeln!(out, "{board}: unsolvable; the goal {goal} is in the other half of all boards")
            }
            Answer::LimitReached { board, limit, .. } => {
                self.write_trace(answer, out)?;
                let LimitReached { limit: which, at_least, statistics } = limit;
                writeln!(out, "{board}: {which}, at least {at_least} moves")?;
                self.write_statistics(statistics, out)
            }
            Answer::Solved { board, outcome, optimal_paths, all_paths, .. } => {
                self.write_trace(answer, out)?;
                let (moves, length) = (&outcome.moves, outcome.moves.len());
                let unit = if length == 1 { "move" } else { "moves" };
                writeln!(out, "{board}: {length} {unit}, {}", in_words(outcome.guarantee))?;
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
                self.write_statistics(&outcome.statistics, out)?;
                if self.extras.show { self.show(board, moves, out) } else { Ok(()) }
            }
        }
    }

    fn write_trace(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        answer.trace().iter().try_for_each(|state| state.write_text(self.convention, out))
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
        let steps = (1..).zip(moves);
        for ((number, step), board) in steps.zip(start.along(moves.iter().copied())) {
            let picture = write_grid(&board.map_err(io::Error::other)?);
            writeln!(out, "{number}. {}\n{picture}", self.convention.letter(*step))?;
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
            text(fields.heuristic),
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
        let known = fields.limit.zip(fields.at_least);
        let limit = known.map(|(limit, at_least)| format!("{limit}, at least {at_least} moves"));
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
            Answer::LimitReached { board, goal, found_by, limit, .. } => Fields {
                length: Some(None),
                moves: Some(None),
                optimal: Some(None),
                at_least: Some(limit.at_least),
                limit: Some(limit.limit.name()),
                ..self.with_statistics(&limit.statistics, self.common(board, goal, Some(*found_by), true))
            },
            Answer::Solved { board, goal, outcome, found_by, optimal_paths, all_paths, .. } => {
                let written = |path: &Vec<Move>| write_moves(path, self.convention);
                let at_most_times_optimal = match outcome.guarantee {
                    Guarantee::AtMostTimes(weight) => Some(weight.value()),
                    Guarantee::Optimal | Guarantee::None => None,
                };
                let common = self.common(board, goal, Some(*found_by), true);
                Fields {
                    length: Some(Some(outcome.moves.len())),
                    moves: Some(Some(written(&outcome.moves))),
                    optimal: Some(Some(outcome.is_optimal())),
                    at_most_times_optimal,
                    optimal_paths: *optimal_paths,
                    all_paths: all_paths.as_ref().map(|paths| paths.iter().map(written).collect()),
                    ..self.with_statistics(&outcome.statistics, common)
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

    /// `found_by` is none where the goal's parity gave the answer.
    fn common<'a>(
        &self,
        board: &Board,
        goal: &Goal,
        found_by: Option<FoundBy>,
        solvable: bool,
    ) -> Fields<'a> {
        Fields {
            board: board.to_string(),
            goal: Some(goal.to_string()),
            solvable: Some(solvable),
            move_convention: Some(self.convention.name()),
            metric: Some(METRIC),
            algorithm: Some(found_by.map(|found_by| found_by.algorithm.name())),
            heuristic: found_by.and_then(|found_by| Some(found_by.heuristic?.name())),
            ..Fields::default()
        }
    }
}

/// What is known of a path's length, for people.
fn in_words(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Optimal => "optimal".to_owned(),
        Guarantee::AtMostTimes(weight) => format!("at most {weight} times the optimum"),
        Guarantee::None => "not guaranteed optimal".to_owned(),
    }
}
