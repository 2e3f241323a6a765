//! Options that choose the boards and the goals of a trial.

use std::path::PathBuf;

use anyhow::{Context, bail};
use tilebase::board::{Board, Goal, Shape};
use tilebase::notation::{BoardOptions, Boards, GoalName, read_board};
use tilebase::oracle::Oracle;
use tilebase::solve::{Population, draw_boards};

use super::board_spec::scannable;
use crate::shell::{PDB_SOLVE, open_input, tell};
use crate::trial::{TrialBoards, usual_walks};

/// Which boards to try, to which goals.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct BoardArgs {
    /// Boards to try; if there are none, boards are drawn
    #[arg(value_name = "BOARD")]
    boards: Vec<String>,

    /// Read boards from a file, in any form; - is the standard input
    #[arg(long, short, value_name = "FILE", help_heading = "Boards")]
    input: Option<PathBuf>,

    /// Draw N boards of every depth; with --walk, or for shapes too large for a table, N of every length of walk
    #[arg(long, value_name = "N", help_heading = "Boards", allow_negative_numbers = true)]
    sample: Option<usize>,

    /// Draw N boards that can't be solved [default: 2 where other boards are drawn, else 0]
    #[arg(long, value_name = "N", help_heading = "Boards", allow_negative_numbers = true)]
    unsolvable: Option<usize>,

    /// Draw boards at the ends of random walks of this many moves from the goal, as 20 or 10,20,40
    #[arg(
        long,
        value_name = "MOVES",
        value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(..=100_000),
        help_heading = "Boards",
        allow_negative_numbers = true
    )]
    walk: Vec<u32>,

    /// The seed of what is drawn
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = "Boards",
        allow_negative_numbers = true
    )]
    seed: u64,

    /// Try all boards that can be solved: 181,440 of 3x3
    #[arg(long, help_heading = "Boards")]
    exhaustive: bool,

    /// With --exhaustive: try only every N-th
    #[arg(
        long,
        value_name = "N",
        requires = "exhaustive",
        value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "Boards",
        allow_negative_numbers = true
    )]
    every: Option<u64>,

    /// The goal: blank-last, blank-first, snail, or a board
    #[arg(long, short, default_value_t, help_heading = "Boards")]
    goal: GoalName,

    /// Draw N goals instead, each with boards of its own; the program is told the goal by {goal}
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..),
        conflicts_with = "goal",
        help_heading = "Boards",
        allow_negative_numbers = true
    )]
    goals: Option<u16>,

    /// Rows x columns [default: that of the goal or the first board, else 3x3]
    #[arg(long, help_heading = "Boards")]
    shape: Option<Shape>,
}

/// So many boards of every depth, and so many unsolvable ones, where nothing else was asked for.
const UNASKED: usize = 2;

impl BoardArgs {
    /// Boards from the command line and from the file.
    pub(super) fn given(&self) -> anyhow::Result<Vec<Board>> {
        let shape = self.shape.or_else(|| self.goal.shape());
        let read = self.boards.iter().map(|text| read_board(text, shape));
        let mut boards: Vec<Board> = read.collect::<Result<_, _>>()?;
        if let Some(file) = &self.input {
            let options = BoardOptions { shape, ..BoardOptions::default() };
            for board in Boards::new(open_input(file)?, options) {
                boards.push(board.with_context(|| file.display().to_string())?.board);
            }
            if boards.is_empty() {
                bail!("{} holds no board", file.display());
            }
        }
        Ok(boards)
    }

    /// The goal, on the shape that is asked for; on the first board's where that is left open and the goal fits it, so that
    /// what is told of another board is that it is one.
    ///
    /// # Errors
    /// If a board has another shape.
    pub(super) fn goal(&self, given: &[Board]) -> anyhow::Result<Goal> {
        let goal = if let Some(shape) = self.shape.or_else(|| self.goal.shape()) {
            self.goal.on(shape)?
        } else {
            let of_first = given.first().and_then(|board| self.goal.on(board.shape()).ok());
            let likely = || self.goal.on(self.goal.likely_shape().unwrap_or(Shape::THREE_BY_THREE));
            of_first.map_or_else(likely, Ok)?
        };
        if let Some(board) = given.iter().find(|board| board.shape() != goal.shape()) {
            bail!("{board} is a {} board, but the goal {goal} is of {}", board.shape(), goal.shape());
        }
        Ok(goal)
    }

    /// Are goals drawn?
    pub(super) const fn has_drawn_goals(&self) -> bool {
        self.goals.is_some()
    }

    /// The goals to try: this one, or as many as are asked for. Half of these can't be reached from the other half: a
    /// solver may know the rule for one half only.
    pub(super) fn goals(&self, goal: Goal) -> anyhow::Result<Vec<Goal>> {
        let Some(count) = self.goals else { return Ok(vec![goal]) };
        let count = usize::from(count);
        let draw = |population, count| draw_boards(&goal, population, count, self.seed);
        let of_one_half = draw(Population::Unsolvable, count.div_ceil(2))?;
        let of_the_other = draw(Population::Solvable, count / 2)?;
        let mut goals: Vec<Goal> = of_one_half.into_iter().chain(of_the_other).map(Goal::new).collect();
        goals.sort_unstable();
        goals.dedup();
        Ok(goals)
    }

    /// The boards to try for a goal, some of which its table tells. Without one, they are the ends of walks.
    pub(super) fn choose(
        &self,
        goal: &Goal,
        given: &[Board],
        oracle: Option<&Oracle>,
        is_quiet: bool,
    ) -> anyhow::Result<Vec<Board>> {
        let boards = self.trial_boards(given);
        if !boards.need_table() {
            return Ok(boards.choose(goal, None)?);
        }
        match scannable(oracle, goal) {
            Ok(oracle) => Ok(boards.choose(goal, Some(oracle))?),
            Err(error) if self.exhaustive => Err(error),
            Err(_too_large) => {
                let boards = TrialBoards { walks: usual_walks(goal.shape()), ..boards };
                if !is_quiet {
                    tell(PDB_SOLVE, walks_notice(goal.shape(), &boards));
                }
                Ok(boards.choose(goal, None)?)
            }
        }
    }

    fn trial_boards(&self, given: &[Board]) -> TrialBoards {
        let is_drawn = self.sample.is_some() || !self.walk.is_empty();
        let is_chosen = is_drawn
            || !given.is_empty()
            || self.unsolvable.is_some_and(|count| count > 0)
            || self.exhaustive;
        let of_each = if is_chosen && self.walk.is_empty() { 0 } else { UNASKED };
        let unsolvable = if is_chosen && !is_drawn { 0 } else { UNASKED };
        TrialBoards {
            given: given.to_vec(),
            of_each_depth: self.sample.unwrap_or(of_each),
            walks: self.walk.clone(),
            every: self.exhaustive.then_some(self.every.unwrap_or(1)),
            unsolvable: self.unsolvable.unwrap_or(unsolvable),
            seed: self.seed,
        }
    }
}

fn walks_notice(shape: Shape, boards: &TrialBoards) -> String {
    let lengths: Vec<String> = boards.walks.iter().map(ToString::to_string).collect();
    let TrialBoards { of_each_depth, unsolvable, .. } = boards;
    let lengths = lengths.join(", ");
    format!(
        "{shape} has too many states to draw boards by their depths: {of_each_depth} at the end of random walks of each \
         of {lengths} moves, and {unsolvable} that can't be solved; --walk chooses other lengths"
    )
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        boards: BoardArgs,
    }

    fn args(options: &[&str]) -> BoardArgs {
        Line::try_parse_from([&["validate"], options].concat()).unwrap().boards
    }

    #[test]
    fn what_is_not_chosen_is_as_usual() {
        let given: Board = "123456708".parse().unwrap();
        let counts = |options: &[&str], given: &[Board]| {
            let boards = args(options).trial_boards(given);
            (boards.of_each_depth, boards.unsolvable, boards.walks.len())
        };
        assert_eq!(counts(&[], &[]), (2, 2, 0));
        assert_eq!(counts(&["--unsolvable", "0"], &[]), (2, 0, 0), "to want none is to choose no others");
        assert_eq!(counts(&["--sample", "5"], &[]), (5, 2, 0));
        assert_eq!(counts(&["--sample", "5", "--unsolvable", "0"], &[]), (5, 0, 0));
        assert_eq!(counts(&["--unsolvable", "7"], &[]), (0, 7, 0));
        assert_eq!(counts(&["--exhaustive"], &[]), (0, 0, 0));
        assert_eq!(counts(&["--walk", "3,9"], &[]), (2, 2, 2));
        assert_eq!(counts(&[], &[given]), (0, 0, 0));
        assert_eq!(counts(&["--sample", "1"], &[given]), (1, 2, 0));
    }

    #[test]
    fn goals_are_of_both_halves_and_the_same_for_a_seed() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let drawn = |options: &[&str]| args(options).goals(goal).unwrap();
        let goals = drawn(&["--goals", "5"]);
        let reached = goals.iter().filter(|other| goal.is_reachable_from(&other.board())).count();
        assert_eq!((goals.len(), reached), (5, 2));
        assert_eq!(goals, drawn(&["--goals", "5"]));
        assert_ne!(goals, drawn(&["--goals", "5", "--seed", "2"]));
        assert_eq!(drawn(&[]), [goal]);
    }

    #[test]
    fn larger_boards_get_walks_and_only_whole_spaces_all_boards() {
        let goal = Goal::blank_last(Shape::new(5, 5).unwrap());
        let boards = args(&["--sample", "1"]).choose(&goal, &[], None, true).unwrap();
        assert!(
            boards.len() > 10 && boards.iter().filter(|board| !goal.is_reachable_from(board)).count() == 2
        );
        let error = args(&["--exhaustive"]).choose(&goal, &[], None, true).unwrap_err();
        assert!(error.to_string().contains("too many states"), "{error}");
        assert!(usual_walks(goal.shape()).iter().all(|moves| *moves <= 60));
    }
}
