//! Notes on all answers together: the estimates of a heuristic, and the counts of expanded nodes.

use tilebase::judge::Finding;
use tilebase_answers::ReadAs;

use super::report::TrialReport;
use crate::trial::{Attempt, Verdict};

impl TrialReport {
    /// Counts estimates that are inadmissible or inconsistent; `None` without estimates.
    pub(super) fn of_estimates(&self) -> Option<String> {
        let is_estimate =
            |tried: &&Attempt| tried.read_as == Some(ReadAs::Estimate) && tried.distance.is_some();
        let estimates: Vec<&Attempt> = self.tried().iter().filter(is_estimate).collect();
        let count = |is_it: fn(&Finding) -> bool| {
            let is_it =
                |tried: &&&Attempt| matches!(&tried.verdict, Verdict::Judged(finding) if is_it(finding));
            estimates.iter().filter(is_it).count()
        };
        let too_large = count(|finding| matches!(finding, Finding::Inadmissible { .. }));
        let unlike = count(|finding| matches!(finding, Finding::Inconsistent { .. }));
        let count = estimates.len();
        let all = match count {
            0 => return None,
            1 => "the one solvable board".to_owned(),
            _ => format!("all {count} solvable boards"),
        };
        Some(match (too_large, unlike) {
            (0, 0) => format!("The heuristic is admissible and consistent on {all}"),
            (0, _) => format!("The heuristic is admissible on {all}, but not consistent on {unlike}"),
            (_, 0) => format!("The heuristic is not admissible on {too_large} of {count} solvable boards"),
            _ => format!(
                "The heuristic is not admissible on {too_large} of {count} solvable boards, and not \
                consistent on {unlike} others"
            ),
        })
    }

    /// Counts the boards on which the solver expanded as many nodes as the method of `--nodes-as`,
    /// with an example of a difference.
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
