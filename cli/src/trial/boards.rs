//! The boards of a trial.

use std::collections::HashSet;

use tilebase::board::{Board, Goal};
use tilebase::oracle::Oracle;
use tilebase::solve::{Depths, Population, SampleError, draw_boards, draw_boards_of_depths};
use tilebase::space::StateIndex;

/// Which boards a solver is tried on: all that are asked for, one kind after the other, each board once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TrialBoards {
    /// These.
    pub(crate) given: Vec<Board>,
    /// So many of every depth.
    pub(crate) of_each_depth: usize,
    /// Every so-many-th of all boards that can be solved.
    pub(crate) every: Option<u64>,
    /// So many that can't be solved.
    pub(crate) unsolvable: usize,
    /// The seed of what is drawn.
    pub(crate) seed: u64,
}

impl TrialBoards {
    /// Do they need the goal's table, to tell depths or to go through all states?
    pub(crate) const fn need_table(&self) -> bool {
        self.of_each_depth > 0 || self.every.is_some()
    }

    /// The boards. The same seed gives the same ones. Without a table, those that need one are left out.
    ///
    /// # Errors
    /// [`SampleError`] if too many are asked for.
    pub(crate) fn choose(&self, goal: &Goal, oracle: Option<&Oracle>) -> Result<Vec<Board>, SampleError> {
        let mut boards = self.given.clone();
        if let Some(oracle) = oracle.filter(|_| self.of_each_depth > 0) {
            boards.extend(draw_boards_of_depths(oracle, &Depths::Each, self.of_each_depth, self.seed)?);
        }
        if let Some((oracle, every)) = oracle.zip(self.every) {
            let space = oracle.space();
            let step = usize::try_from(every.max(1)).unwrap_or(usize::MAX);
            let numbers = (0..space.states()).step_by(step);
            boards.extend(numbers.filter_map(|number| space.board_at(StateIndex::new(number))));
        }
        boards.extend(draw_boards(goal, Population::Unsolvable, self.unsolvable, self.seed)?);
        let mut seen = HashSet::new();
        boards.retain(|board| seen.insert(*board));
        Ok(boards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::Shape;

    #[test]
    fn boards_are_chosen_once_each() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let oracle = Oracle::build(&goal).unwrap();
        let choose = |boards: TrialBoards| boards.choose(&goal, Some(&oracle)).unwrap();
        let all = choose(TrialBoards { every: Some(1), given: vec![goal.board()], ..TrialBoards::default() });
        assert_eq!((all.len(), all[0]), (360, goal.board()));
        assert_eq!(choose(TrialBoards { every: Some(7), ..TrialBoards::default() }).len(), 52);
        let unsolvable = choose(TrialBoards { unsolvable: 5, of_each_depth: 1, ..TrialBoards::default() });
        let hopeless = unsolvable.iter().filter(|board| !goal.is_reachable_from(board)).count();
        assert_eq!((unsolvable.len(), hopeless), (22 + 5, 5));
    }
}
