//! Why an output was not understood, with the option that would settle it.

use tilebase_answers::{NoAnswer, NoEstimate};

/// What the reader of answers says, and which option of the programs helps.
pub(super) fn in_words(doubt: &NoAnswer) -> String {
    let help = match doubt {
        NoAnswer::Nothing => "; if it writes its answer to a file, name that with --output",
        NoAnswer::NotFound { .. } => "; --expect says how answers are printed",
        NoAnswer::PerhapsMoves(_) => ": if they are, --expect moves takes them as it",
        NoAnswer::PerhapsBoards(_) => {
            ": --expect 'regex:(?<length>...)' or 'regex:(?<moves>...)' says where the answer stands"
        }
        NoAnswer::PerhapsLength(_) => ": --expect 'regex:(?<length>...)' says where the length stands",
        NoAnswer::Several(_) => "; --expect 'regex:...' says which one counts",
        NoAnswer::NoEstimate(NoEstimate::Several(..)) => {
            "; --expect 'regex:(?<length>...)' says which one counts"
        }
        _ => "",
    };
    format!("{doubt}{help}")
}
