//! Writes answers of anytime searches: the best path, and its ratio to the optimum.

use std::io::{self, Write};

use tilebase::anytime::Answer;
use tilebase::notation::MoveConvention;
use tilebase_api::model;

use super::answers::{Unanswered, different_parity};
use super::stopped::Stopped;
use crate::shell::{LIMIT, MOVES, RIGHT, STRONG, TextOrJson, WRONG, columns_of_output, fitted, plural};

/// The result for a board.
#[derive(Clone, Debug)]
pub(crate) enum AnytimeResult {
    /// A path; if it is not known to be optimal, also the limit that stopped its improvement.
    Path { answer: Answer, stopped: Option<Stopped> },
    /// The goal cannot be reached.
    Unsolvable,
}

/// Writes results in one format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnytimeWriter {
    pub(crate) format: TextOrJson,
    pub(crate) convention: MoveConvention,
}

impl AnytimeWriter {
    /// Writes the result for a board.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write(
        &self,
        board: &str,
        goal: &str,
        result: &AnytimeResult,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match self.format {
            TextOrJson::Text => self.write_text(board, goal, result, out),
            TextOrJson::Json => {
                serde_json::to_writer(&mut *out, &self.record(board, goal, result))?;
                writeln!(out)
            }
        }
    }

    /// Writes the reason for a missing answer as JSON.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_failure(board: &str, error: &str, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &Unanswered { board, error })?;
        writeln!(out)
    }

    fn write_text(
        &self,
        board: &str,
        goal: &str,
        result: &AnytimeResult,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let columns = columns_of_output();
        let board = format!("{STRONG}{board}{STRONG:#}");
        let AnytimeResult::Path { answer, stopped } = result else {
            let line = format!("{board}: {WRONG}unsolvable{WRONG:#}: {}", different_parity(goal));
            return writeln!(out, "{}", fitted(&line, columns));
        };
        let length = answer.moves.len();
        let unit = plural(length, "move", "moves");
        let guarantee = if answer.is_optimal() {
            format!("{RIGHT}optimal{RIGHT:#}")
        } else {
            let (ratio, least) = (ratio(answer), answer.lower_bound);
            let stopped = stopped.map_or_else(String::new, |stopped| format!("; {stopped}"));
            format!("{LIMIT}at most {ratio} times the optimum{LIMIT:#}, which is at least {least}{stopped}")
        };
        writeln!(out, "{}", fitted(&format!("{board}: {length} {unit}, {guarantee}"), columns))?;
        if length > 0 {
            writeln!(out, "{MOVES}{}{MOVES:#}", self.convention.write(&answer.moves))?;
        }
        Ok(())
    }

    fn record(&self, board: &str, goal: &str, result: &AnytimeResult) -> model::Answer {
        let none = model::Answer::without_path(board.to_owned(), goal.to_owned(), self.convention);
        let AnytimeResult::Path { answer, stopped } = result else { return none };
        model::Answer {
            solvable: true,
            length: Some(answer.moves.len()),
            moves: Some(self.convention.write(&answer.moves)),
            algorithm: Some("anytime"),
            optimal: Some(answer.is_optimal()),
            suboptimality_bound: Some(thousandths(answer) / 1000.0),
            lower_bound: Some(answer.lower_bound),
            limit: stopped.filter(|_| !answer.is_optimal()).map(|stopped| stopped.limit.name()),
            ..none
        }
    }
}

/// The ratio with three decimals, rounded up so that it stays an upper bound.
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
        let answer = Answer { moves: vec![Move::Up; 4], lower_bound: 3 };
        assert_eq!(ratio(&answer), "1.334");
    }
}
