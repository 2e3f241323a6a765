//! Comparison of a solver's expanded nodes with those of the method of `--nodes-as`.

use super::report::TrialReport;
use crate::trial::Attempt;

impl TrialReport {
    /// Counts the boards on which both agree, with an example of a difference.
    ///
    /// Returns `None` if no method was named.
    pub(super) fn of_nodes(&self) -> Option<String> {
        let method = self.nodes_as.as_ref()?;
        let counts = |tried: &Attempt| Some((tried.board, tried.nodes?, tried.expected_nodes?));
        let counts: Vec<_> = self.tried().iter().filter_map(counts).collect();
        if counts.is_empty() {
            return Some(format!("It printed no count of expanded nodes to compare with {method}"));
        }
        let alike = counts.iter().filter(|(_, nodes, expected)| nodes == expected).count();
        let other = counts.iter().filter(|(_, nodes, expected)| nodes != expected);
        let example = other
            .min_by_key(|(_, _, expected)| *expected)
            .map(|(board, nodes, expected)| format!("; e.g. {nodes} instead of {expected} on {board}"));
        let plural = if counts.len() == 1 { "board" } else { "boards" };
        Some(format!(
            "It expanded as many nodes as {method} on {alike} of {} {plural}{}",
            counts.len(),
            example.unwrap_or_default()
        ))
    }
}
