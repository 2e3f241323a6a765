//! Writes whether a claimed optimal length was proved.

use std::io::{self, Write};

use serde::Serialize;
use tilebase::search::Guarantee;
use tilebase_api::model;

use super::answers::{AnswerWriter, Unanswered, in_moves};
use crate::ask::Answer;
use crate::shell::{Exit, Format};

/// The proof of a length, as JSON: the answer and these fields.
#[derive(Debug, Serialize)]
struct Proof {
    #[serde(flatten)]
    answer: model::Answer,
    /// The claimed length.
    claimed: u32,
    /// Whether it is the optimal length; null if a limit was reached before that was known.
    proved: Option<bool>,
}

/// Writes an answer found from scratch, and whether it proves the claimed length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofWriter {
    /// Writes the answer.
    pub(crate) answers: AnswerWriter,
    /// The claimed length.
    pub(crate) claimed: u32,
}

impl ProofWriter {
    /// Writes the answer and what it proves.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write(&self, answer: &Answer, out: &mut impl Write) -> io::Result<Exit> {
        let Self { answers, claimed } = self;
        let proved = self.proved(answer);
        if answers.format == Format::Json {
            match answers.record(answer) {
                Ok(answer) => serde_json::to_writer(&mut *out, &Proof { answer, claimed: *claimed, proved })?,
                Err(Unanswered { board, error }) => {
                    serde_json::to_writer(&mut *out, &Unanswered { board, error })?;
                }
            }
            writeln!(out)?;
        } else {
            answers.write(answer, out)?;
            if let Some(conclusion) = self.conclusion(answer) {
                writeln!(out, "{conclusion}")?;
            }
        }
        Ok(match proved {
            Some(true) => Exit::Yes,
            Some(false) => Exit::No,
            None => Exit::Failed,
        })
    }

    /// Whether the claimed length is optimal, if the answer shows it.
    fn proved(&self, answer: &Answer) -> Option<bool> {
        match answer {
            Answer::Solved { outcome, .. } if outcome.guarantee == Guarantee::Optimal => {
                Some(outcome.moves.len() == self.claimed as usize)
            }
            Answer::Unsolvable { .. } => Some(false),
            // No path is as short as claimed.
            Answer::LimitReached { limit, .. } if limit.lower_bound > self.claimed => Some(false),
            _ => None,
        }
    }

    fn conclusion(&self, answer: &Answer) -> Option<String> {
        let claimed = in_moves(self.claimed);
        let shortest = match answer {
            Answer::Solved { outcome, .. } => outcome.moves.len() as u32,
            Answer::LimitReached { limit, .. } => limit.lower_bound,
            _ => return None,
        };
        Some(match (self.proved(answer)?, shortest.cmp(&self.claimed)) {
            (true, _) => {
                format!("proved from scratch: this path has {claimed}, and no path is shorter")
            }
            (false, std::cmp::Ordering::Less) => format!("{claimed} is wrong: this path is shorter"),
            (false, _) => format!("{claimed} is wrong: every path has at least {}", in_moves(shortest)),
        })
    }
}
