//! Writes answers as text, JSON, or CSV.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::iter;

use anstyle::Style;
use serde::{Serialize, Serializer};

use tilebase::board::{Board, Goal, Move};
use tilebase::notation::{MoveConvention, write_moves};
use tilebase::search::{Guarantee, Statistics};
use tilebase::table::Metric;

use super::boards::{TitledBoard, write_side_by_side};
use super::csv_error::io_error;
use super::numbers::{duration, with_commas};
use super::stopped::Stopped;
use super::trace::write_trace;
use crate::ask::{Answer, Extras, FoundBy};
use crate::shell::{Format, LIMIT, MOVES, RIGHT, STRONG, WRONG, fitted};

/// When a field is a column of the CSV.
#[derive(Clone, Copy, Debug)]
enum Column {
    Always,
    /// If the number of paths, or all paths, are requested.
    OfCounts,
    /// If all paths are requested.
    OfLists,
    /// If statistics are requested.
    OfStatistics,
    Never,
}

/// The fields of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Board,
    Goal,
    Solvable,
    Length,
    Moves,
    MoveConvention,
    Metric,
    Algorithm,
    Heuristic,
    Optimal,
    AtMostTimesOptimal,
    Limit,
    AtLeast,
    OptimalPaths,
    AllPaths,
    Expanded,
    Generated,
    PeakOpen,
    Seconds,
    Error,
}

/// The fields and their names, in the order of [`Field`], which is also that of JSON and CSV.
const FIELDS: [(Field, &str, Column); 20] = [
    (Field::Board, "board", Column::Always),
    (Field::Goal, "goal", Column::Always),
    (Field::Solvable, "solvable", Column::Always),
    (Field::Length, "length", Column::Always),
    (Field::Moves, "moves", Column::Always),
    (Field::MoveConvention, "move_convention", Column::Always),
    (Field::Metric, "metric", Column::Always),
    (Field::Algorithm, "algorithm", Column::Always),
    (Field::Heuristic, "heuristic", Column::Always),
    (Field::Optimal, "optimal", Column::Always),
    (Field::AtMostTimesOptimal, "at_most_times_optimal", Column::Never),
    (Field::Limit, "limit", Column::Never),
    (Field::AtLeast, "at_least", Column::Never),
    (Field::OptimalPaths, "optimal_paths", Column::OfCounts),
    (Field::AllPaths, "all_paths", Column::OfLists),
    (Field::Expanded, "expanded", Column::OfStatistics),
    (Field::Generated, "generated", Column::OfStatistics),
    (Field::PeakOpen, "peak_open", Column::OfStatistics),
    (Field::Seconds, "seconds", Column::OfStatistics),
    (Field::Error, "error", Column::Always),
];

/// The value of a field.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Value {
    /// Not requested, or part of a failed answer: JSON leaves the field out.
    #[serde(skip)]
    Absent,
    /// Known not to exist, such as the path of an unsolvable board.
    Null,
    Is(bool),
    Count(u128),
    Real(f64),
    Name(&'static str),
    Text(String),
    List(Vec<String>),
}

impl Value {
    fn or_absent<T>(value: Option<T>, of: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Absent, of)
    }

    fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }
}

/// Formats the value as a CSV cell.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent | Self::Null => Ok(()),
            Self::Is(value) => value.fmt(f),
            Self::Count(value) => value.fmt(f),
            Self::Real(value) => value.fmt(f),
            Self::Name(value) => f.write_str(value),
            Self::Text(value) => f.write_str(value),
            Self::List(values) => f.write_str(&values.join(" ")),
        }
    }
}

/// The values of [`FIELDS`], in the same order.
struct Record {
    values: [Value; FIELDS.len()],
}

impl Record {
    const fn new() -> Self {
        Self { values: [const { Value::Absent }; FIELDS.len()] }
    }

    fn set(&mut self, field: Field, value: Value) {
        self.values[field as usize] = value;
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = FIELDS.iter().zip(&self.values).filter(|(_, value)| !value.is_absent());
        serializer.collect_map(fields.map(|((_, name, _), value)| (name, value)))
    }
}

/// Writes answers in one format.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AnswerWriter {
    /// The format.
    pub(crate) format: Format,
    /// The naming of moves.
    pub(crate) convention: MoveConvention,
    /// The parts to write besides the path.
    pub(crate) extras: Extras,
    /// Whether text is colored. Stripping the colors later would slow batches down by some percent.
    pub(crate) colored: bool,
    /// The width to wrap text at, on a terminal.
    pub(crate) columns: Option<usize>,
}

/// A value in an optional style.
struct Painted<T>(T, Option<Style>);

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            None => self.0.fmt(f),
            Some(style) => write!(f, "{style}{}{style:#}", self.0),
        }
    }
}

/// Maximum length of a goal that is repeated in a line of text.
const MAX_GOAL_SHOWN: usize = 16;

/// The metric of all answers: single-tile moves.
const METRIC: &str = Metric::SingleTile.name();

impl AnswerWriter {
    /// Writes the column names before the first answer, in CSV.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        if self.format != Format::Csv {
            return Ok(());
        }
        let names = FIELDS.iter().filter(|(.., column)| self.has(*column)).map(|(_, name, _)| *name);
        let names: Vec<&str> = names.collect();
        writeln!(out, "{}", names.join(","))
    }

    /// Writes an answer.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        match self.format {
            Format::Text => self.write_text(answer, out),
            Format::Json => {
                for state in answer.trace() {
                    serde_json::to_writer(&mut *out, &state.fields(self.convention))?;
                    writeln!(out)?;
                }
                serde_json::to_writer(&mut *out, &self.record(answer))?;
                writeln!(out)
            }
            Format::Csv => self.write_csv(answer, out),
        }
    }

    /// Writes the answer of a line of the input, whose number stands before an error.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(super) fn write_on_line(&self, number: u64, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        match answer {
            Answer::Failed { error, .. } if self.format == Format::Text => {
                self.write_line(format_args!("line {number}: {error}"), out)
            }
            _ => self.write(answer, out),
        }
    }

    fn write_text(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        match answer {
            Answer::Failed { error, .. } => self.write_line(format_args!("{error}"), out),
            Answer::Unsolvable { board, goal, .. } => {
                let unsolvable = self.paint("unsolvable", WRONG);
                let board = self.paint(board, STRONG);
                let parity = different_parity(&goal.to_string());
                self.write_line(format_args!("{board}: {unsolvable}: {parity}"), out)
            }
            Answer::LimitReached { board, limit, timeout, .. } => {
                write_trace(answer.trace(), self.convention, out)?;
                let stopped = Stopped { limit: limit.limit, timeout: *timeout };
                let stopped = self.paint(stopped, LIMIT);
                let (board, least) = (self.paint(board, STRONG), in_moves(limit.at_least));
                let line = format_args!("{board}: {stopped}; the optimal length is at least {least}");
                self.write_line(line, out)?;
                self.write_statistics(&limit.statistics, out)
            }
            Answer::Solved { board, outcome, optimal_paths, all_paths, .. } => {
                write_trace(answer.trace(), self.convention, out)?;
                let (moves, length) = (&outcome.moves, outcome.moves.len());
                let unit = if length == 1 { "move" } else { "moves" };
                let shown = self.paint(board, STRONG);
                let guarantee = self.in_words(outcome.guarantee);
                self.write_line(format_args!("{shown}: {length} {unit}, {guarantee}"), out)?;
                match all_paths {
                    None => self.write_path(moves, out)?,
                    Some(paths) => paths.iter().try_for_each(|path| self.write_path(path, out))?,
                }
                if let Some(count) = optimal_paths {
                    writeln!(out, "{count} optimal {}", if *count == 1 { "path" } else { "paths" })?;
                }
                self.write_statistics(&outcome.statistics, out)?;
                if self.extras.show { self.show(board, moves, out) } else { Ok(()) }
            }
        }
    }

    /// Writes a line, on a terminal wrapped.
    fn write_line(&self, line: fmt::Arguments<'_>, out: &mut impl Write) -> io::Result<()> {
        match self.columns {
            None => writeln!(out, "{line}"),
            columns => writeln!(out, "{}", fitted(&line.to_string(), columns)),
        }
    }

    fn paint<T>(&self, value: T, style: Style) -> Painted<T> {
        Painted(value, self.colored.then_some(style))
    }

    /// The guarantee for a path's length, in words.
    fn in_words(&self, guarantee: Guarantee) -> impl fmt::Display {
        match guarantee {
            Guarantee::Optimal => self.paint("optimal".into(), RIGHT),
            Guarantee::AtMostTimes(weight) => {
                self.paint(format!("at most {weight} times the optimum").into(), LIMIT)
            }
            Guarantee::None => self.paint(Cow::from("not guaranteed optimal"), LIMIT),
        }
    }

    fn write_path(&self, moves: &[Move], out: &mut impl Write) -> io::Result<()> {
        if moves.is_empty() {
            return Ok(());
        }
        writeln!(out, "{}", self.paint(write_moves(moves, self.convention), MOVES))
    }

    fn write_statistics(&self, statistics: &Statistics, out: &mut impl Write) -> io::Result<()> {
        if !self.extras.stats {
            return Ok(());
        }
        let Statistics { expanded, generated, peak_open, elapsed, .. } = *statistics;
        let [expanded, generated] = [expanded, generated].map(with_commas);
        // Depth-first searches and tables have no open list.
        let peak =
            if peak_open > 0 { format!("  peak open {}", with_commas(peak_open)) } else { String::new() };
        let time = duration(elapsed.as_secs_f64());
        self.write_line(format_args!("expanded {expanded}  generated {generated}{peak}  time {time}"), out)
    }

    fn show(&self, start: &Board, moves: &[Move], out: &mut impl Write) -> io::Result<()> {
        let boards: Result<Vec<Board>, _> =
            iter::once(Ok(*start)).chain(start.along(moves.iter().copied())).collect();
        let title = |nth: usize| match nth {
            0 => "start".to_owned(),
            _ => format!("{nth}. {}", self.convention.letter(moves[nth - 1])),
        };
        writeln!(out)?;
        let boards = TitledBoard::on_path(boards.map_err(io::Error::other)?, title);
        write_side_by_side(&boards, out)
    }

    const fn has(&self, column: Column) -> bool {
        match column {
            Column::Always => true,
            Column::OfCounts => self.extras.count || self.extras.all,
            Column::OfLists => self.extras.all,
            Column::OfStatistics => self.extras.stats,
            Column::Never => false,
        }
    }

    fn write_csv(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        let mut record = self.record(answer);
        if let Answer::LimitReached { limit, timeout, .. } = answer {
            let least = in_moves(limit.at_least);
            let stopped = Stopped { limit: limit.limit, timeout: *timeout };
            let known = format!("{stopped}; the optimal length is at least {least}");
            record.set(Field::Error, Value::Text(known));
        }
        let cells = FIELDS.iter().zip(&record.values).filter(|((.., column), _)| self.has(*column));
        let mut csv = csv::WriterBuilder::new().flexible(true).from_writer(out);
        csv.write_record(cells.map(|(_, value)| value.to_string())).map_err(io_error)?;
        csv.flush()
    }

    fn record(&self, answer: &Answer) -> Record {
        match answer {
            Answer::Failed { text, error } => {
                let mut record = Record::new();
                record.set(Field::Board, Value::Text(text.clone()));
                record.set(Field::Error, Value::Text(error.clone()));
                record
            }
            Answer::Unsolvable { board, goal } => self.without_path(board, goal, None),
            Answer::LimitReached { board, goal, found_by, limit, .. } => {
                let mut record = self.without_path(board, goal, Some(*found_by));
                record.set(Field::AtLeast, Value::Count(limit.at_least.into()));
                record.set(Field::Limit, Value::Name(limit.limit.name()));
                self.set_statistics(&limit.statistics, &mut record);
                record
            }
            Answer::Solved { board, goal, outcome, found_by, optimal_paths, all_paths, .. } => {
                let written = |path: &Vec<Move>| write_moves(path, self.convention);
                let mut record = self.common(board, goal, Some(*found_by));
                record.set(Field::Length, Value::Count(outcome.moves.len() as u128));
                record.set(Field::Moves, Value::Text(written(&outcome.moves)));
                record.set(Field::Optimal, Value::Is(outcome.is_optimal()));
                if let Guarantee::AtMostTimes(weight) = outcome.guarantee {
                    record.set(Field::AtMostTimesOptimal, Value::Real(weight.value()));
                }
                record.set(Field::OptimalPaths, Value::or_absent(*optimal_paths, Value::Count));
                let lists = all_paths.as_ref().map(|paths| paths.iter().map(written).collect());
                record.set(Field::AllPaths, Value::or_absent(lists, Value::List));
                self.set_statistics(&outcome.statistics, &mut record);
                record
            }
        }
    }

    /// The fields of all answers. `found_by` is `None` if parity alone gave the answer.
    fn common(&self, board: &Board, goal: &Goal, found_by: Option<FoundBy>) -> Record {
        let mut record = Record::new();
        record.set(Field::Board, Value::Text(board.to_string()));
        record.set(Field::Goal, Value::Text(goal.to_string()));
        record.set(Field::Solvable, Value::Is(found_by.is_some()));
        record.set(Field::MoveConvention, Value::Name(self.convention.name()));
        record.set(Field::Metric, Value::Name(METRIC));
        record.set(Field::Algorithm, found_by.map_or(Value::Null, |by| Value::Name(by.algorithm.name())));
        let heuristic = found_by.and_then(|by| by.heuristic);
        record.set(Field::Heuristic, Value::or_absent(heuristic, |heuristic| Value::Name(heuristic.name())));
        record
    }

    fn without_path(&self, board: &Board, goal: &Goal, found_by: Option<FoundBy>) -> Record {
        let mut record = self.common(board, goal, found_by);
        for field in [Field::Length, Field::Moves, Field::Optimal] {
            record.set(field, Value::Null);
        }
        record
    }

    fn set_statistics(&self, statistics: &Statistics, record: &mut Record) {
        if self.extras.stats {
            record.set(Field::Expanded, Value::Count(statistics.expanded.into()));
            record.set(Field::Generated, Value::Count(statistics.generated.into()));
            record.set(Field::PeakOpen, Value::Count(statistics.peak_open.into()));
            record.set(Field::Seconds, Value::Real(statistics.elapsed.as_secs_f64()));
        }
    }
}

/// The reason why a board is unsolvable. Leaves out a long goal, which would not fit the line.
pub(super) fn different_parity(goal: &str) -> String {
    let goal = if goal.len() > MAX_GOAL_SHOWN { String::new() } else { format!(" {goal}") };
    format!("this board and the goal{goal} have different parity")
}

/// Formats a number of moves.
pub(super) fn in_moves(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stand_in_their_places() {
        assert!(FIELDS.iter().enumerate().all(|(place, (field, ..))| *field as usize == place));
    }
}
