//! The boards of a trial.

use super::super::sample::{Population, SampleError, draw_sample};
use crate::board::{Board, Goal};
use crate::space::{StateIndex, StateSpace};
use crate::table::Folder;

/// Which boards a solver is tried on: all that are asked for, one kind after the other, each board once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialBoards {
    /// These.
    pub given: Vec<Board>,
    /// So many of every depth.
    pub of_each_depth: usize,
    /// Every so-many-th of all boards that can be solved.
    pub every: Option<u64>,
    /// So many that can't be solved.
    pub unsolvable: usize,
    /// The seed of what is drawn.
    pub seed: u64,
}

impl TrialBoards {
    /// The boards. The same seed gives the same ones.
    ///
    /// # Errors
    /// [`SampleError`] if there are too many states to go through.
    pub fn choose(&self, goal: &Goal, folder: &Folder) -> Result<Vec<Board>, SampleError> {
        let mut boards = self.given.clone();
        if self.of_each_depth > 0 {
            boards.extend(draw_sample(goal, &Population::EveryDepth, self.of_each_depth, self.seed, folder)?);
        }
        if let Some(every) = self.every {
            let too_large = |_too_large| SampleError::TooLarge { shape: goal.shape() };
            let space = StateSpace::new(goal).map_err(too_large)?;
            if space.states() > super::super::sample::MOST_STATES {
                return Err(SampleError::TooLarge { shape: goal.shape() });
            }
            let step = usize::try_from(every.max(1)).unwrap_or(usize::MAX);
            let numbers = (0..space.states()).step_by(step);
            boards.extend(numbers.filter_map(|number| space.board_at(StateIndex::new(number))));
        }
        boards.extend(draw_sample(goal, &Population::Unsolvable, self.unsolvable, self.seed, folder)?);
        let mut seen = rustc_hash::FxHashSet::default();
        boards.retain(|board| seen.insert(*board));
        Ok(boards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    #[test]
    fn boards_are_chosen_once_each() {
        let kept = tempfile::tempdir().unwrap();
        let folder = Folder::new(kept.path().to_owned());
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let choose = |boards: TrialBoards| boards.choose(&goal, &folder).unwrap();
        let all = choose(TrialBoards { every: Some(1), given: vec![goal.board()], ..TrialBoards::default() });
        assert_eq!((all.len(), all[0]), (360, goal.board()));
        assert_eq!(choose(TrialBoards { every: Some(7), ..TrialBoards::default() }).len(), 52);
        let unsolvable = choose(TrialBoards { unsolvable: 5, of_each_depth: 1, ..TrialBoards::default() });
        let hopeless = unsolvable.iter().filter(|board| !goal.is_reachable_from(board)).count();
        assert_eq!((unsolvable.len(), hopeless), (22 + 5, 5));
    }
}
