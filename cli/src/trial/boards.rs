//! The boards of a trial.

use std::collections::HashSet;

use tilebase::board::{Board, Goal, Shape};
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
    /// Ends of random walks of these lengths, so many of each as of a depth: for shapes whose depths no table tells.
    pub(crate) walks: Vec<u32>,
    /// Every so-many-th of all boards that can be solved.
    pub(crate) every: Option<u64>,
    /// So many that can't be solved.
    pub(crate) unsolvable: usize,
    /// The seed of what is drawn.
    pub(crate) seed: u64,
}

/// Lengths of walks to boards from the easiest to some that take a search with pattern tables a moment.
const USUAL_WALKS: [u32; 13] = [0, 1, 2, 4, 7, 11, 16, 22, 30, 40, 50, 60, 80];

/// The larger a board, the farther away a walk ends, and the longer a search takes.
const LONGEST_ON_LARGE_BOARDS: u32 = 60;

/// Lengths of walks for a shape.
pub(crate) fn usual_walks(shape: Shape) -> Vec<u32> {
    let is_large = shape.cells() > 16;
    USUAL_WALKS.into_iter().filter(|moves| !is_large || *moves <= LONGEST_ON_LARGE_BOARDS).collect()
}

impl TrialBoards {
    /// Do they need the goal's table, to tell depths or to go through all states?
    pub(crate) const fn need_table(&self) -> bool {
        (self.of_each_depth > 0 && self.walks.is_empty()) || self.every.is_some()
    }

    /// The boards. The same seed gives the same ones. Without a table, those that need one are left out.
    ///
    /// # Errors
    /// [`SampleError`] if too many are asked for.
    pub(crate) fn choose(&self, goal: &Goal, oracle: Option<&Oracle>) -> Result<Vec<Board>, SampleError> {
        let mut boards = self.given.clone();
        for moves in &self.walks {
            // Walks of different lengths from one seed would begin alike.
            let seed = self.seed.wrapping_add(u64::from(*moves) << 32);
            boards.extend(draw_boards(goal, Population::Walks(*moves), self.of_each_depth, seed)?);
        }
        if let Some(oracle) = oracle.filter(|_| self.of_each_depth > 0 && self.walks.is_empty()) {
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

    #[test]
    fn walks_need_no_table_and_lead_no_farther_than_they_are_long() {
        let goal = Goal::snail(Shape::THREE_BY_THREE);
        let oracle = Oracle::build(&goal).unwrap();
        let boards =
            TrialBoards { walks: vec![0, 3, 9], of_each_depth: 4, seed: 7, ..TrialBoards::default() };
        assert!(!boards.need_table());
        let chosen = boards.choose(&goal, None).unwrap();
        assert_eq!((chosen[0], chosen.clone()), (goal.board(), boards.choose(&goal, Some(&oracle)).unwrap()));
        let depths: Vec<u16> =
            chosen.iter().map(|board| oracle.distance(board).unwrap().moves().into()).collect();
        assert!(depths.iter().all(|depth| [0, 1, 3, 5, 7, 9].contains(depth)), "{depths:?}");
        assert!((5..=9).contains(&chosen.len()) && depths.iter().any(|depth| *depth > 3), "{depths:?}");
        let others = TrialBoards { seed: 8, ..boards }.choose(&goal, None).unwrap();
        assert_ne!(others, chosen);
    }
}
