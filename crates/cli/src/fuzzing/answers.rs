//! Answers of other solvers, read and judged as by `check` and `validate`.

use std::sync::OnceLock;

use clap::ValueEnum;
use tilebase::board::{Board, Goal, Shape};
use tilebase::judge::{Claim, Finding, Judge};
use tilebase::solve::Solver;

use tilebase_answers::{
    AnswerKind, Columns, EVERY_PRESET, EntryReader, Extractor, Opening, Outputs, may_mean_unsolvable,
};

/// Number of answer kinds.
pub const KINDS: usize = 4;

/// Every preset for finding an answer in an output.
pub const PRESETS: [&str; 7] = EVERY_PRESET;

/// Reads a line as `check` does, in the format detected from the file's first line, and judges it.
///
/// Returns `None` if the line is empty or a comment, or concerns another shape than 3x3 or another
/// goal.
///
/// # Errors
/// The reason why it is not an answer for a board, or has no verdict.
#[must_use]
pub fn judge_line(first: &str, line: &[u8], kind: usize) -> Option<Result<Vec<Finding>, String>> {
    let kinds = AnswerKind::value_variants();
    debug_assert_eq!(kinds.len(), KINDS);
    let reader = EntryReader { kind: kinds[kind % KINDS], ..EntryReader::default() };
    let entries = match Opening::of(&mut first.as_bytes(), &Columns::default()) {
        Ok(opening) => opening.entries,
        Err(error) => return Some(Err(error.to_string())),
    };
    let entry = match entries.read(&reader, line) {
        Ok(entry) => entry?,
        Err(error) => return Some(Err(error.fault.to_string())),
    };
    let is_conclusive =
        entry.board.shape() == Shape::THREE_BY_THREE && entry.goal.is_none_or(|goal| goal == *judges_goal());
    is_conclusive.then(|| {
        if may_mean_unsolvable(&entry.claims, &entry.board, judges_goal()) {
            return Err("an empty answer for an unsolvable board".to_owned());
        }
        Ok(judge_all(&entry.board, &entry.claims))
    })
}

/// Finds the answer for a 3x3 board in an output as `validate` does, and judges it.
///
/// # Errors
/// The reason why no answer was found.
///
/// # Panics
/// If there is no such preset.
pub fn judge_output(preset: &str, output: &[u8], board: &Board) -> Result<Vec<Finding>, String> {
    let preset = preset.parse().expect("the preset is one of the list");
    let extractor = Extractor { preset, ..Extractor::default() };
    let extracted =
        extractor.extract(&Outputs::of_stdout(output), board, judge()).map_err(|error| error.to_string())?;
    Ok(judge_all(board, &extracted.claims))
}

fn judge_all(board: &Board, claims: &[Claim]) -> Vec<Finding> {
    let judge = judge();
    let findings = claims.iter().map(|claim| judge.judge(board, claim));
    findings.collect::<Result<_, _>>().expect("the table knows every board")
}

fn judges_goal() -> &'static Goal {
    judge().solver().goal()
}

/// The judge for 3x3, with its table in memory.
fn judge() -> &'static Judge {
    static JUDGE: OnceLock<Judge> = OnceLock::new();
    JUDGE.get_or_init(|| {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        Judge::new(Solver::new(&goal).expect("a table of 3x3 is built in memory"))
    })
}
