//! Boards with names: those that published programs and reports go by.

use tilebase::board::{Board, Goal, Shape};
use tilebase::notation::read_board;

/// A set of boards that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum BoardSet {
    /// Eamonn Keogh's eight boards, of depths 0 to 24
    Keogh,
    /// The ten boards of Tran's program, of depths 0 to 24
    Tran,
    /// The five boards of James Zhang's program
    Zhang,
    /// The three boards of Archit Parnami's report, each with its own goal, and the sample of his program
    Parnami,
}

/// A board to reach a goal from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    /// The board.
    pub(crate) board: Board,
    /// The goal.
    pub(crate) goal: Goal,
}

impl BoardSet {
    /// Boards and goals, as digits.
    const fn digits(self) -> &'static [(&'static str, &'static str)] {
        const USUAL: &str = "123456780";
        match self {
            Self::Keogh => &[
                ("123456780", USUAL),
                ("123456078", USUAL),
                ("123506478", USUAL),
                ("136502478", USUAL),
                ("136507482", USUAL),
                ("167503482", USUAL),
                ("712485630", USUAL),
                ("072461358", USUAL),
            ],
            Self::Tran => &[
                ("123456780", USUAL),
                ("123450786", USUAL),
                ("103426758", USUAL),
                ("230145786", USUAL),
                ("123057486", USUAL),
                ("124753086", USUAL),
                ("743021856", USUAL),
                ("063127548", USUAL),
                ("826170543", USUAL),
                ("460158723", USUAL),
            ],
            Self::Zhang => &[
                ("120483765", USUAL),
                ("208135467", USUAL),
                ("704851632", USUAL),
                ("536407182", USUAL),
                ("638541720", USUAL),
            ],
            Self::Parnami => &[
                ("283164705", "123864750"),
                ("540618732", "123405678"),
                ("724506831", "012345678"),
                ("123756840", USUAL),
            ],
        }
    }

    /// The boards, each with its goal.
    #[must_use]
    pub(crate) fn tasks(self) -> Vec<Task> {
        let board = |digits: &str| read_board(digits, Some(Shape::THREE_BY_THREE)).ok();
        let task =
            |(start, goal): &(&str, &str)| Some(Task { board: board(start)?, goal: Goal::new(board(goal)?) });
        self.digits().iter().filter_map(task).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_of_a_set_is_read_and_can_be_solved() {
        for (set, boards) in
            [(BoardSet::Keogh, 8), (BoardSet::Tran, 10), (BoardSet::Zhang, 5), (BoardSet::Parnami, 4)]
        {
            let tasks = set.tasks();
            assert_eq!(tasks.len(), boards);
            assert!(tasks.iter().all(|task| task.goal.is_reachable_from(&task.board)), "{set:?}");
        }
    }
}
