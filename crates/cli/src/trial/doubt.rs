//! Reasons for finding no answer, with a suggested option.

use tilebase_answers::{NoAnswer, NoEstimate};

/// Returns the reason, followed by the option that helps.
pub(super) fn in_words(doubt: &NoAnswer) -> String {
    let help = match doubt {
        NoAnswer::Nothing => "; if it writes its answer to a file, name it with --answer-file",
        NoAnswer::NotFound { .. } => "; name its format with --expect, e.g. `--expect last-number`",
        NoAnswer::PerhapsMoves(_) => "; if they are, use --expect moves",
        NoAnswer::PerhapsBoards(_) => {
            "; use --expect 'regex:(?<length>...)' or 'regex:(?<moves>...)' to say where the answer is"
        }
        NoAnswer::PerhapsLength(_) => "; use --expect 'regex:(?<length>...)' to say where the length is",
        NoAnswer::Several(_) => "; use --expect 'regex:...' to say which one counts",
        NoAnswer::NoEstimate(NoEstimate::Several(..)) => {
            "; use --expect 'estimate:regex:(?<length>...)' to say which one counts"
        }
        _ => "",
    };
    format!("{doubt}{help}")
}
