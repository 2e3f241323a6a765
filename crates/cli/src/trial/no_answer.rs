//! Reasons for finding no answer, or none that can be judged, with a suggested option.

use tilebase::judge::Finding;
use tilebase_answers::{NoAnswer, NoEstimate};

/// Returns the reason, followed by the option that helps. The answer of a function is what it
/// returns, and has no options.
pub(super) fn no_answer_reason(reason: &NoAnswer, is_function: bool) -> String {
    match reason {
        NoAnswer::Nothing if is_function => return "it returned nothing".to_owned(),
        NoAnswer::NotFound { end } if is_function => {
            return format!("no answer found in what it returned: {end}");
        }
        NoAnswer::NotUnderstood { fault } if is_function => {
            return format!("what it returned is not an answer: {fault}");
        }
        _ => {}
    }
    let help = match reason {
        NoAnswer::Nothing => "; if it writes its answer to a file, name it with --answer-file",
        NoAnswer::NotFound { .. } => "; name its format with --expect, e.g. `--expect last-number`",
        NoAnswer::PerhapsMoves(_) => "; if it is the answer, use --expect moves",
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
    format!("{reason}{help}")
}

/// Whether an answer can't be judged because the costs of moves are not known.
pub(crate) const fn needs_costs(finding: &Finding) -> bool {
    matches!(finding, Finding::WhichCost { .. })
}

/// Returns the finding, followed by the option that helps.
pub(crate) fn costs_hint(finding: &Finding) -> String {
    match finding {
        Finding::WhichCost { stated: Some(_), .. } => {
            format!("{finding}; set the costs of moves, e.g. --cost tile")
        }
        _ => format!("{finding}; --cost needs a path or its cost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_returns_its_answer() {
        for reason in [NoAnswer::Nothing, NoAnswer::NotFound { end: "line 1 (\"x\")".to_owned() }] {
            let [program, function] = [false, true].map(|is_function| no_answer_reason(&reason, is_function));
            assert!(program.contains("--") && program.contains("print") != program.contains("output"));
            assert!(!function.contains("--") && function.contains("returned"), "{function}");
        }
    }
}
