//! What a trial says of a heuristic as a whole.

use super::report::TrialReport;
use crate::trial::{Attempt, Verdict};
use tilebase::judge::Finding;
use tilebase_answers::ReadAs;

impl TrialReport {
    /// On how many boards estimates are too large, or unlike those of neighbours; none if there are no estimates.
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
        let all = match estimates.len() {
            0 => return None,
            1 => "the one board".to_owned(),
            count => format!("all {count} boards"),
        };
        Some(match (too_large, unlike) {
            (0, 0) => format!("the heuristic is admissible and consistent on {all} that can be solved"),
            (0, _) => {
                format!(
                    "the heuristic is admissible on {all} that can be solved, but not consistent on {unlike}"
                )
            }
            (_, 0) => format!("the heuristic is not admissible on {too_large} of {}", estimates.len()),
            _ => format!(
                "the heuristic is not admissible on {too_large} of {}, and not consistent on {unlike} of the others",
                estimates.len()
            ),
        })
    }
}
