//! Finds the wrong parity rule that a program seems to use.

use tilebase::board::{Parity, WrongRule};
use tilebase::judge::Finding;

use super::diagnosis::separated;
use super::report::TrialReport;
use crate::trial::{Attempt, Verdict};

/// Minimum number of boards of which the program says whether they are solvable. Fewer could agree
/// with a rule by chance.
const FEWEST: usize = 6;

impl TrialReport {
    /// A sentence about the wrong rule that the program seems to use, if the verdict is about a
    /// wrong statement that a board is solvable or not.
    pub(super) fn parity_rule_behind(&self, verdict: &Verdict) -> Option<String> {
        let Verdict::Judged(Finding::SaysUnsolvable { .. } | Finding::SaysSolvable) = verdict else {
            return None;
        };
        let (rule, verdicts) = self.wrong_parity_rule()?;
        let mistake = match rule {
            WrongRule::CountsBlank => "count the blank as a tile",
            WrongRule::IgnoresRow => "ignore the row of the blank",
            WrongRule::ForBlankLast => "be for the goal with the blank last",
        };
        Some(format!(
            "Its parity test seems to {mistake}: a test with this mistake would give exactly its {} \
             verdicts, right and wrong.",
            separated(verdicts)
        ))
    }

    /// The only wrong rule that gives all verdicts of the program, and their number. `None` if
    /// there are too few verdicts, if all are equal or all are right, or if several rules fit.
    fn wrong_parity_rule(&self) -> Option<(WrongRule, usize)> {
        let verdict = |tried: &Attempt| {
            let parity = Parity::new(&tried.board, &tried.goal).ok()?;
            Some((parity, calls_solvable(tried)?))
        };
        let verdicts: Vec<(Parity, bool)> = self.tried().iter().filter_map(verdict).collect();
        let solvable = verdicts.iter().filter(|(_, solvable)| *solvable).count();
        if verdicts.len() < FEWEST || solvable == 0 || solvable == verdicts.len() {
            return None;
        }
        let agrees = |rule: &WrongRule| {
            verdicts.iter().all(|(parity, solvable)| parity.is_solvable_by(*rule) == *solvable)
        };
        let mut rules = WrongRule::ALL.into_iter().filter(agrees);
        let rule =
            rules.next().filter(|_| verdicts.iter().any(|(parity, says)| parity.is_solvable() != *says))?;
        rules.next().is_none().then_some((rule, verdicts.len()))
    }
}

/// Whether the program calls a board solvable; a path to the goal or a length says so too. `None`
/// if it says neither.
const fn calls_solvable(tried: &Attempt) -> Option<bool> {
    let Verdict::Judged(finding) = &tried.verdict else { return None };
    match finding {
        Finding::Unsolvable | Finding::SaysUnsolvable { .. } => Some(false),
        Finding::Solvable
        | Finding::SaysSolvable
        | Finding::Optimal { .. }
        | Finding::Longer { .. }
        | Finding::TooLong { .. }
        | Finding::TooShort { .. }
        | Finding::LengthDisagrees { .. }
        | Finding::OtherConvention { .. }
        | Finding::MultiTile { .. }
        | Finding::SingleTile { .. } => Some(true),
        _ => None,
    }
}
