//! Checks a heuristic for consistency between neighboring boards.

use std::collections::{HashMap, HashSet};

use tilebase::board::{Board, Goal, Metric};
use tilebase::judge::Finding;

use super::{Attempt, Trial, TrialResult, Verdict};

/// Returns the boards, then the goal, then the neighbors of the solvable boards, each once.
pub(crate) fn with_neighbors(boards: Vec<Board>, goal: &Goal, metric: Metric) -> Vec<Board> {
    let solvable = boards.iter().filter(|board| goal.is_reachable_from(board));
    let neighbors: Vec<Board> = solvable.flat_map(|board| metric.neighbors(board)).collect();
    let mut seen = HashSet::new();
    let all = boards.into_iter().chain([goal.board()]).chain(neighbors);
    all.filter(|board| seen.insert(*board)).collect()
}

impl Trial<'_> {
    /// Looks for neighbors whose estimates differ by more than one.
    ///
    /// The later board of such a pair gets the finding, unless its own estimate is inadmissible.
    /// Estimates of unsolvable boards are ignored.
    pub(crate) fn check_consistency(&self, result: &mut TrialResult, is_batch: bool) {
        let mut estimates = HashMap::new();
        for tried in &mut result.tried {
            let Some(estimate) = estimate_of(tried) else { continue };
            // Compare before adding the board, so that each pair is reported once.
            let known = |board: &Board| estimates.get(board).copied();
            let inconsistency = Finding::inconsistency(self.judge.metric(), &tried.board, estimate, known);
            estimates.insert(tried.board, estimate);
            let Some(finding) = inconsistency.filter(|_| tried.is_right) else { continue };
            let board = tried.board;
            let call = if is_batch { self.solver.batch(&[board]) } else { self.solver.call(&board) };
            tried.call = call.to_string();
            tried.verdict = Verdict::Judged(finding);
            tried.is_right = false;
        }
    }
}

/// The estimate for a solvable board.
fn estimate_of(tried: &Attempt) -> Option<u32> {
    match tried.verdict {
        Verdict::Judged(
            Finding::Admissible { estimate, distance: Some(_) } | Finding::Inadmissible { estimate, .. },
        ) => Some(estimate),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use tilebase::board::Shape;

    use super::*;

    #[test]
    fn neighbors_follow_the_boards_without_duplicates() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let boards: [Board; 2] = ["123456708", "213456780"].map(|board| board.parse().unwrap());
        let all = with_neighbors(boards.to_vec(), &goal, Metric::SingleTile);
        let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(texts[..3], ["123456708", "213456780", "123456780"]);
        let mut others = texts[3..].to_vec();
        others.sort_unstable();
        assert_eq!(others, ["123406758", "123456078"]);
        let all = with_neighbors(boards.to_vec(), &goal, Metric::MultiTile);
        assert_eq!(all.len(), 3 + 3);
        assert!(all.contains(&"103426758".parse().unwrap()));
    }
}
