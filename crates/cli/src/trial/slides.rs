//! Paths that are shortest in single-tile moves, but not in multi-tile moves.

use tilebase::board::{Board, Metric};
use tilebase::judge::{Claim, Finding, Judge};

/// Whether one of the claims is a path that is longer than necessary in the multi-tile metric, but
/// has the fewest single-tile moves. False if that number cannot be computed, because it only
/// explains a verdict.
pub(crate) fn has_fewest_slides(judge: &Judge, board: &Board, claims: &[Claim], finding: &Finding) -> bool {
    if judge.metric() == Metric::SingleTile || !matches!(finding, Finding::Longer { .. }) {
        return false;
    }
    let slides: Vec<u32> = claims.iter().filter_map(|claim| slides_of(claim, board)).collect();
    judge.solver().distance(board).is_ok_and(|fewest| slides.contains(&fewest))
}

/// The number of tiles that a path slides, one after the other.
fn slides_of(claim: &Claim, board: &Board) -> Option<u32> {
    u32::try_from(claim.slides_from(board, Metric::MultiTile)?.ok()?.len()).ok()
}

#[cfg(test)]
mod tests {
    use tilebase::board::Move;

    use super::*;

    #[test]
    fn slides_are_counted_along_boards() {
        let [start, middle, end] =
            ["123456078", "123456708", "123456780"].map(|board| board.parse::<Board>().unwrap());
        assert_eq!(slides_of(&Claim::Path(vec![Move::Right; 2]), &start), Some(2));
        for boards in [vec![start, end], vec![end], vec![start, middle, end], vec![middle, end]] {
            assert_eq!(slides_of(&Claim::Boards(boards.clone()), &start), Some(2), "{boards:?}");
        }
        assert_eq!(slides_of(&Claim::Boards(vec![start, start]), &start), None);
        assert_eq!(slides_of(&Claim::Length(2), &start), None);
    }
}
