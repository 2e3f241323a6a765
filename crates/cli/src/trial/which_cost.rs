//! Answers that can't be judged without the costs of moves.

use tilebase::judge::Finding;

/// Whether nothing follows from an answer because the costs of moves are not known.
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
