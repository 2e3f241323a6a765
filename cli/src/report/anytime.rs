//! The writing of answers that improve while there is time: a path, and within what ratio of the optimum it certainly is.

use std::io::{self, Write};

use serde::Serialize;
use tilebase::anytime::Answer;
use tilebase::board::Unreachable;
use tilebase::notation::{MoveConvention, write_moves};
use tilebase::table::Metric;

use crate::shell::TextOrJson;

/// What there is to tell of a board.
#[derive(Clone, Debug)]
pub(crate) enum Finding {
    /// A path, and what ended the work on it, if it is not known to be a shortest one.
    Path { answer: Answer, limit: Option<&'static str> },
    /// The goal can't be reached.
    Unsolvable,
}

/// Writes such answers in one form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnytimeWriter {
    pub(crate) format: TextOrJson,
    pub(crate) convention: MoveConvention,
}

/// The fields are those of other answers, in the same order.
#[derive(Serialize)]
struct Record<'a> {
    board: &'a str,
    goal: &'a str,
    solvable: bool,
    length: Option<usize>,
    moves: Option<String>,
    move_convention: &'static str,
    metric: &'static str,
    algorithm: &'static str,
    optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most_times_optimal: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u32>,
}

/// A line without an answer.
#[derive(Serialize)]
struct Failure<'a> {
    board: &'a str,
    error: &'a str,
}

impl AnytimeWriter {
    /// Writes what was found for a board.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write(
        &self,
        board: &str,
        goal: &str,
        finding: &Finding,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match self.format {
            TextOrJson::Text => self.write_text(board, goal, finding, out),
            TextOrJson::Json => {
                serde_json::to_writer(&mut *out, &self.record(board, goal, finding))?;
                writeln!(out)
            }
        }
    }

    /// Writes as JSON why there is no answer.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write_failure(board: &str, error: &str, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &Failure { board, error })?;
        writeln!(out)
    }

    fn write_text(&self, board: &str, goal: &str, finding: &Finding, out: &mut impl Write) -> io::Result<()> {
        let Finding::Path { answer, limit } = finding else {
            return writeln!(
                out,
                "{board}: unsolvable; the goal {goal} is {}",
                Unreachable::IN_THE_OTHER_HALF
            );
        };
        let length = answer.moves.len();
        let unit = if length == 1 { "move" } else { "moves" };
        write!(out, "{board}: {length} {unit}, ")?;
        if answer.is_optimal() {
            writeln!(out, "optimal")?;
        } else {
            let (least, limit) = (answer.at_least, limit.unwrap_or_default());
            writeln!(out, "{limit}, at least {least} needed: at most {} times the optimum", ratio(answer))?;
        }
        if length > 0 { writeln!(out, "{}", write_moves(&answer.moves, self.convention)) } else { Ok(()) }
    }

    fn record<'a>(&self, board: &'a str, goal: &'a str, finding: &Finding) -> Record<'a> {
        let (answer, limit) = match finding {
            Finding::Path { answer, limit } => (Some(answer), *limit),
            Finding::Unsolvable => (None, None),
        };
        let open = answer.filter(|answer| !answer.is_optimal());
        Record {
            board,
            goal,
            solvable: answer.is_some(),
            length: answer.map(|answer| answer.moves.len()),
            moves: answer.map(|answer| write_moves(&answer.moves, self.convention)),
            move_convention: self.convention.name(),
            metric: Metric::SingleTile.name(),
            algorithm: "anytime",
            optimal: answer.map(Answer::is_optimal),
            at_most_times_optimal: open.map(|answer| thousandths(answer) / 1000.0),
            limit: open.and(limit),
            at_least: open.map(|answer| answer.at_least),
        }
    }
}

/// The ratio as people read it. It is rounded up, so that it stays true.
pub(crate) fn ratio(answer: &Answer) -> String {
    format!("{:.3}", thousandths(answer) / 1000.0)
}

fn thousandths(answer: &Answer) -> f64 {
    (answer.ratio() * 1000.0).ceil()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::Move;

    #[test]
    fn a_ratio_is_rounded_up() {
        let answer = Answer { moves: vec![Move::Up; 4], at_least: 3 };
        assert_eq!(ratio(&answer), "1.334");
    }
}
