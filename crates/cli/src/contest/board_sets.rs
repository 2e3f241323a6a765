//! Published sets of boards, by name.

use tilebase::board::{Board, Goal, Shape};

/// A published set of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BoardSet {
    /// Eamonn Keogh's eight 8-puzzles, at depths 0 to 24.
    Keogh,
    /// The ten 8-puzzles of Tran's program, at depths 0 to 24.
    Tran,
    /// The five 8-puzzles of James Zhang's program.
    Zhang,
    /// The three boards of Archit Parnami's report, each with its own goal, and his program's
    /// sample.
    Parnami,
    /// The 100 15-puzzles of Korf (1985), at depths 41 to 66. The goal is 0,1,...,15.
    Korf15,
}

/// A board and its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    /// The board.
    pub(crate) board: Board,
    /// The goal.
    pub(crate) goal: Goal,
}

/// Korf's instances, one per line.
const KORF_15: &str = include_str!("korf15.txt");

impl BoardSet {
    /// All sets.
    pub(crate) const ALL: [Self; 5] = [Self::Keogh, Self::Tran, Self::Zhang, Self::Parnami, Self::Korf15];

    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Keogh => "keogh",
            Self::Tran => "tran",
            Self::Zhang => "zhang",
            Self::Parnami => "parnami",
            Self::Korf15 => "korf15",
        }
    }

    /// The goal of all its boards, if they share one.
    pub(crate) fn goal(self) -> Option<Goal> {
        let tasks = self.tasks();
        let goal = tasks.first()?.goal;
        tasks.iter().all(|task| task.goal == goal).then_some(goal)
    }

    /// 8-puzzles and their goals, as digits.
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
            Self::Korf15 => &[],
        }
    }

    /// The boards, each with its goal.
    #[must_use]
    pub(crate) fn tasks(self) -> Vec<Task> {
        if self == Self::Korf15 {
            let boards = KORF_15.lines().filter_map(|line| Board::read(line, None).ok());
            return boards.map(|board| Task { board, goal: Goal::blank_first(board.shape()) }).collect();
        }
        let board = |digits: &str| Board::read(digits, Some(Shape::THREE_BY_THREE)).ok();
        let task =
            |(start, goal): &(&str, &str)| Some(Task { board: board(start)?, goal: Goal::new(board(goal)?) });
        self.digits().iter().filter_map(task).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_sets_are_read_and_solvable() {
        let sizes = [8, 10, 5, 4, 100];
        for (set, boards) in BoardSet::ALL.into_iter().zip(sizes) {
            let tasks = set.tasks();
            assert_eq!(tasks.len(), boards, "{set:?}");
            assert!(tasks.iter().all(|task| task.goal.is_reachable_from(&task.board)), "{set:?}");
            assert_eq!(set.goal().is_none(), set == BoardSet::Parnami);
        }
    }

    #[test]
    fn the_published_instances_of_korf_come_first() {
        let published = include_str!("../../../../tests/data/korf-15-puzzle.tsv");
        let published = published.lines().filter_map(|line| line.split('\t').nth(1));
        let boards: Vec<String> =
            BoardSet::Korf15.tasks().iter().map(|task| task.board.to_string()).collect();
        assert!(published.eq(boards[..50].iter().map(String::as_str)));
    }
}
