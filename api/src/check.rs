//! Is an answer right?

use serde::{Deserialize, Serialize};
use tilebase::Interrupt;
use tilebase::judge::{Claim, Judge};
use tilebase::notation::{MoveOptions, read_moves};

use crate::failure::{Code, Failure};
use crate::means::Means;
use crate::question::{NamedBy, Question};

/// The answer, and the board that it is for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct CheckArguments {
    /// The board, in any notation.
    board: String,
    /// The goal: `blank-last` (as if left out), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, where the board leaves them open.
    shape: Option<String>,
    /// The answer: moves in any notation, a list of boards, a number of moves, `unsolvable` or `solvable`.
    answer: String,
    /// What moves are named by: `blank` (as if left out) or `tile`.
    named_by: Option<NamedBy>,
}

/// What an answer comes to.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Verdict {
    /// The board, row by row.
    board: String,
    /// The goal, row by row.
    goal: String,
    /// Is it right?
    right: bool,
    /// The kind of finding, `optimal` or `illegal-move`, say.
    kind: &'static str,
    /// The finding in words.
    message: String,
    /// The fewest moves; null if the goal can't be reached.
    distance: Option<u32>,
}

/// Is an answer right?
pub(crate) fn check(
    means: &Means,
    arguments: &CheckArguments,
    interrupt: &Interrupt,
) -> Result<Verdict, Failure> {
    let CheckArguments { board, goal, shape, answer, named_by } = arguments;
    let question = Question::read(board, goal.as_deref(), shape.as_deref())?;
    let Question { board, goal } = question;
    let claim = read_claim(answer, &question, *named_by)?;
    let solver = means.solvers.of(&goal, interrupt)?;
    let solver = solver.with_limits(means.bounds.limits(None, interrupt));
    let distance = if goal.is_reachable_from(&board) { Some(solver.distance(&board)?) } else { None };
    let finding = Judge::new(solver).judge(&board, &claim)?;
    Ok(Verdict {
        board: board.to_string(),
        goal: goal.to_string(),
        right: finding.is_right(false),
        kind: finding.kind(),
        message: finding.to_string(),
        distance,
    })
}

/// What an answer claims.
fn read_claim(answer: &str, question: &Question, named_by: Option<NamedBy>) -> Result<Claim, Failure> {
    let answer = answer.trim();
    match answer.to_ascii_lowercase().as_str() {
        "unsolvable" => return Ok(Claim::Unsolvable),
        "solvable" => return Ok(Claim::Solvable),
        _ => {}
    }
    if let Ok(length) = answer.parse() {
        return Ok(Claim::Length(length));
    }
    // A move that can't be made is a finding, and not a failure to read: so letters are read without the board. Numbers of
    // tiles and lists of boards need it.
    let convention = named_by.unwrap_or_default().into();
    let anywhere = MoveOptions { convention, ..MoveOptions::default() };
    let there = MoveOptions { start: Some(question.board), ..anywhere.clone() };
    let read = read_moves(answer, &anywhere).or_else(|_| read_moves(answer, &there)).map_err(|error| {
        let help = "Write moves, a number of moves, unsolvable, or solvable.";
        Failure::new(400, Code::MalformedMoves, &error, help)
    })?;
    Ok(Claim::Path(read.moves))
}
