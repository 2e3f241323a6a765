//! Writes answers as text, JSON, or CSV.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use anstyle::Style;
use serde::Serialize;

use tilebase::board::{Board, Metric, Move};
use tilebase::notation::MoveConvention;
use tilebase::search::{CostOutcome, Guarantee, LimitReached, Statistics};
use tilebase::table::Origin;
use tilebase_api::model::{self, SearchStatistics};

use super::boards::{TitledBoard, write_side_by_side};
use super::csv_error::io_error;
use super::numbers::{duration, with_commas};
use super::stopped::Stopped;
use super::trace::write_trace;
use crate::ask::{Answer, Extras};
use crate::shell::{Format, LIMIT, MOVES, RIGHT, STRONG, WRONG, fitted, plural, saved_in_words};

/// When a column is written.
#[derive(Clone, Copy, Debug)]
enum When {
    Always,
    /// If the number of paths, or all paths, are requested.
    Counts,
    /// If all paths are requested.
    Lists,
    /// If statistics are requested.
    Statistics,
    /// If moves have costs.
    Costs,
    /// If searches may be resumed.
    Resumed,
}

/// The value of a column, in an answer.
type ValueOf = fn(&model::Answer) -> Cow<'_, str>;

/// The columns of the CSV, with their values. Another one follows, which contains the error.
const COLUMNS: [(&str, When, ValueOf); 18] = [
    ("board", When::Always, |answer| answer.board.as_str().into()),
    ("goal", When::Always, |answer| answer.goal.as_str().into()),
    ("solvable", When::Always, |answer| truth(Some(answer.solvable)).into()),
    ("length", When::Always, |answer| number(answer.length)),
    ("cost", When::Costs, |answer| number(answer.cost)),
    ("moves", When::Always, |answer| answer.moves.as_deref().unwrap_or_default().into()),
    ("move_convention", When::Always, |answer| answer.move_convention.into()),
    ("metric", When::Always, |answer| answer.metric.into()),
    ("algorithm", When::Always, |answer| answer.algorithm.unwrap_or_default().into()),
    ("heuristic", When::Always, |answer| answer.heuristic.unwrap_or_default().into()),
    ("optimal", When::Always, |answer| truth(answer.optimal).into()),
    ("resumed", When::Resumed, |answer| answer.resumed.unwrap_or_default().into()),
    ("optimal_paths", When::Counts, |answer| number(answer.optimal_paths)),
    ("all_paths", When::Lists, |answer| answer.all_paths.as_deref().unwrap_or_default().join(" ").into()),
    ("expanded", When::Statistics, |answer| number(answer.statistics.map(|counts| counts.expanded))),
    ("generated", When::Statistics, |answer| number(answer.statistics.map(|counts| counts.generated))),
    ("peak_open", When::Statistics, |answer| number(answer.statistics.map(|counts| counts.peak_open))),
    ("seconds", When::Statistics, |answer| number(answer.statistics.map(|counts| counts.seconds))),
];

const fn truth(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "true",
        Some(false) => "false",
        None => "",
    }
}

fn number<T: ToString>(value: Option<T>) -> Cow<'static, str> {
    value.map_or(Cow::Borrowed(""), |value| value.to_string().into())
}

/// A line without an answer, as JSON.
#[derive(Debug, Serialize)]
pub(super) struct Unanswered<'a> {
    /// The board as given.
    pub(super) board: &'a str,
    /// The reason.
    pub(super) error: &'a str,
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

/// The note that an answer relies on saved work; empty if it does not.
struct Resumed(Option<Origin>);

impl fmt::Display for Resumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some(Origin::Here) => write!(f, " (resumed)"),
            Some(origin) => write!(f, " (resumed from a checkpoint {})", saved_in_words(origin)),
        }
    }
}

/// Maximum length of a goal that is repeated in a line of text.
const MAX_GOAL_SHOWN: usize = 16;

impl AnswerWriter {
    /// Writes the column names before the first answer, in CSV.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        if self.format != Format::Csv {
            return Ok(());
        }
        for (name, ..) in self.columns_of_csv() {
            write!(out, "{name},")?;
        }
        writeln!(out, "error")
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
                    serde_json::to_writer(&mut *out, &state.in_full(self.convention))?;
                    writeln!(out)?;
                }
                match self.record(answer) {
                    Ok(record) => serde_json::to_writer(&mut *out, &record)?,
                    Err(record) => serde_json::to_writer(&mut *out, &record)?,
                }
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
            Answer::LimitReached { board, limit, timeout, resumed, .. } => {
                write_trace(answer.trace(), self.convention, out)?;
                let stopped = Stopped { limit: limit.limit, timeout: *timeout };
                let stopped = self.paint(stopped, LIMIT);
                let (board, least) = (self.paint(board, STRONG), in_moves(limit.lower_bound));
                let resumed = Resumed(*resumed);
                let line =
                    format_args!("{board}: {stopped}; the optimal length is at least {least}{resumed}");
                self.write_line(line, out)?;
                self.write_statistics(&limit.statistics, out)
            }
            Answer::CostLimitReached { board, limit, timeout, .. } => {
                let stopped = self.paint(Stopped { limit: limit.limit, timeout: *timeout }, LIMIT);
                let (board, least) = (self.paint(board, STRONG), limit.lower_bound);
                let line = format_args!("{board}: {stopped}; the least cost is at least {least}");
                self.write_line(line, out)?;
                self.write_statistics(&limit.statistics, out)
            }
            Answer::Cheapest { board, found, paths, .. } => self.write_cheapest(board, found, *paths, out),
            Answer::Solved { board, outcome, optimal_paths, all_paths, resumed, .. } => {
                write_trace(answer.trace(), self.convention, out)?;
                let (moves, length) = (&outcome.moves, self.extras.metric.length_of(&outcome.moves));
                let unit = plural(length, "move", "moves");
                let unit = match self.extras.metric {
                    Metric::SingleTile => unit.to_owned(),
                    Metric::MultiTile => format!("{unit} (mtm)"),
                };
                let shown = self.paint(board, STRONG);
                let guarantee = self.in_words(outcome.guarantee);
                let resumed = Resumed(*resumed);
                self.write_line(format_args!("{shown}: {length} {unit}, {guarantee}{resumed}"), out)?;
                match all_paths {
                    None => self.write_path(moves, out)?,
                    Some(paths) => paths.iter().try_for_each(|path| self.write_path(path, out))?,
                }
                if let Some(count) = optimal_paths {
                    writeln!(out, "{count} optimal {}", plural(*count, "path", "paths"))?;
                }
                self.write_statistics(&outcome.statistics, out)?;
                if self.extras.show { self.show(board, moves, out) } else { Ok(()) }
            }
        }
    }

    fn write_cheapest(
        &self,
        board: &Board,
        found: &CostOutcome,
        paths: Option<u128>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let CostOutcome { moves, cost, statistics } = found;
        let (shown, cheapest) = (self.paint(board, STRONG), self.paint("cheapest", RIGHT));
        let length = in_moves(moves.len() as u32);
        self.write_line(format_args!("{shown}: cost {cost}, {length}, {cheapest}"), out)?;
        self.write_path(moves, out)?;
        if let Some(count) = paths {
            writeln!(out, "{count} cheapest {}", plural(count, "path", "paths"))?;
        }
        self.write_statistics(statistics, out)?;
        if self.extras.show { self.show(board, moves, out) } else { Ok(()) }
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
        writeln!(out, "{}", self.paint(self.convention.write(moves), MOVES))
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
        // Each move is one slide, or in the multi-tile metric a straight run.
        let runs: Vec<&[Move]> = match self.extras.metric {
            Metric::SingleTile => moves.chunks(1).collect(),
            Metric::MultiTile => moves.chunk_by(|one, other| one == other).collect(),
        };
        let mut boards = vec![*start];
        for run in &runs {
            let along: Result<Vec<Board>, _> = boards[boards.len() - 1].along(run.iter().copied()).collect();
            boards.extend(along.map_err(io::Error::other)?.pop());
        }
        let title = |nth: usize| match nth {
            0 => "start".to_owned(),
            _ => format!("{nth}. {}", self.convention.write(runs[nth - 1])),
        };
        writeln!(out)?;
        let boards = TitledBoard::on_path(boards, title);
        write_side_by_side(&boards, out)
    }

    fn columns_of_csv(&self) -> impl Iterator<Item = &'static (&'static str, When, ValueOf)> {
        let Extras { stats, all, count, costs, resumed, .. } = self.extras;
        COLUMNS.iter().filter(move |(_, when, _)| match when {
            When::Always => true,
            When::Counts => count || all,
            When::Lists => all,
            When::Statistics => stats,
            When::Costs => costs,
            When::Resumed => resumed,
        })
    }

    fn write_csv(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        let mut csv = csv::WriterBuilder::new().from_writer(out);
        let error = match self.record(answer) {
            Ok(record) => {
                for (.., value) in self.columns_of_csv() {
                    csv.write_field(&*value(&record)).map_err(io_error)?;
                }
                match answer {
                    Answer::LimitReached { limit, timeout, .. } => known_at_limit(limit, *timeout).into(),
                    Answer::CostLimitReached { limit, timeout, .. } => {
                        let stopped = Stopped { limit: limit.limit, timeout: *timeout };
                        format!("{stopped}; the least cost is at least {}", limit.lower_bound).into()
                    }
                    _ => Cow::Borrowed(""),
                }
            }
            Err(Unanswered { board, error }) => {
                csv.write_field(board).map_err(io_error)?;
                for _ in self.columns_of_csv().skip(1) {
                    csv.write_field("").map_err(io_error)?;
                }
                error.into()
            }
        };
        csv.write_record([&*error]).map_err(io_error)?;
        csv.flush()
    }

    /// The record of an answer, or the reason why the board has no answer.
    pub(super) fn record<'a>(&self, answer: &'a Answer) -> Result<model::Answer, Unanswered<'a>> {
        let convention = self.convention;
        Ok(match answer {
            Answer::Failed { text, error } => return Err(Unanswered { board: text, error }),
            Answer::Unsolvable { board, goal } => model::Answer {
                metric: self.extras.metric.name(),
                ..model::Answer::unsolvable(board, goal, convention)
            },
            Answer::LimitReached { board, goal, found_by, limit, resumed, .. } => model::Answer {
                resumed: resumed.map(Origin::name),
                statistics: self.statistics(&limit.statistics),
                ..model::Answer::at_limit(board, goal, *found_by, limit, convention)
            },
            Answer::CostLimitReached { board, goal, found_by, limit, .. } => model::Answer {
                statistics: self.statistics(&limit.statistics),
                ..model::Answer::at_cost_limit(board, goal, *found_by, limit, convention)
            },
            Answer::Cheapest { board, goal, found_by, found, paths } => model::Answer {
                optimal_paths: *paths,
                statistics: self.statistics(&found.statistics),
                ..model::Answer::cheapest(board, goal, *found_by, found, convention)
            },
            Answer::Solved { board, goal, outcome, found_by, optimal_paths, all_paths, resumed, .. } => {
                let written = |path: &Vec<Move>| convention.write(path);
                model::Answer {
                    resumed: resumed.map(Origin::name),
                    optimal_paths: *optimal_paths,
                    all_paths: all_paths.as_ref().map(|paths| paths.iter().map(written).collect()),
                    statistics: self.statistics(&outcome.statistics),
                    ..model::Answer::solved(board, goal, *found_by, outcome, self.extras.metric, convention)
                }
            }
        })
    }

    fn statistics(&self, statistics: &Statistics) -> Option<SearchStatistics> {
        self.extras.stats.then(|| statistics.into())
    }
}

/// The limit that ended a search, and what is known of the length.
fn known_at_limit(limit: &LimitReached, timeout: Option<Duration>) -> String {
    let stopped = Stopped { limit: limit.limit, timeout };
    format!("{stopped}; the optimal length is at least {}", in_moves(limit.lower_bound))
}

/// The reason why a board is unsolvable. Leaves out a long goal, which would not fit the line.
pub(super) fn different_parity(goal: &str) -> String {
    format!("this board and the goal{} have different parity", short_goal(goal))
}

/// The reason why a board is solvable.
pub(super) fn same_parity(goal: &str) -> String {
    format!("this board and the goal{} have the same parity", short_goal(goal))
}

fn short_goal(goal: &str) -> String {
    if goal.len() > MAX_GOAL_SHOWN { String::new() } else { format!(" {goal}") }
}

/// Formats a number of moves.
pub(super) fn in_moves(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}
