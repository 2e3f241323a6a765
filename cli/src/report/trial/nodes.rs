//! Does a solver expand as many states as a method that was named?

use super::report::TrialReport;
use crate::trial::Attempt;

impl TrialReport {
    /// On how many boards it does, and an example of where it does not; none if no method was named.
    pub(super) fn of_nodes(&self) -> Option<String> {
        let method = self.nodes_as.as_ref()?;
        let counts = |tried: &Attempt| Some((tried.board, tried.nodes?, tried.expected_nodes?));
        let counts: Vec<_> = self.tried().iter().filter_map(counts).collect();
        if counts.is_empty() {
            return Some(format!(
                "it told no count of expanded states, to be compared with that of {method}"
            ));
        }
        let alike = counts.iter().filter(|(_, nodes, expected)| nodes == expected).count();
        let other = counts.iter().filter(|(_, nodes, expected)| nodes != expected);
        let example = other.min_by_key(|(_, _, expected)| *expected).map(|(board, nodes, expected)| {
            format!("; on {board} it says that it expanded {nodes}, and {method} expands {expected}")
        });
        let plural = if counts.len() == 1 { "board" } else { "boards" };
        Some(format!(
            "it expanded as many states as {method} on {alike} of {} {plural}{}",
            counts.len(),
            example.unwrap_or_default()
        ))
    }
}
