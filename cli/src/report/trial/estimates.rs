//! The verdict on a heuristic as a whole.

use super::report::TrialReport;
use crate::trial::{Attempt, Verdict};
use tilebase::judge::Finding;
use tilebase_answers::ReadAs;

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
}
