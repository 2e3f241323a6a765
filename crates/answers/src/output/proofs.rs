//! Paths in an output that lead from the board to the goal.

use std::ops::Range;

use super::super::vocabulary::Reading;
use super::candidate::Standing;
use super::cells::is_blank_name;
use super::chains::{Chain, slides_of};
use super::evidence::Evidence;
use super::extracted::PathStart;
use super::labels::{Label, label_at_end};
use super::replay::{directions, reaches_goal_if_d_means_right, replay, tiles};
use super::weigh::Case;
use tilebase::board::{Board, Move};

/// A path that reaches the goal.
#[derive(Clone, Debug)]
pub(super) struct GoalPath {
    pub(super) moves: Vec<Move>,
    /// Its length, in the metric.
    pub(super) length: u32,
    pub(super) standing: Standing,
    /// Line range of the page.
    pub(super) lines: Range<usize>,
    /// The index of its candidate, if it is given by moves.
    pub(super) candidate: Option<usize>,
    /// Whether it is given by tile numbers, which are then not lengths.
    pub(super) is_of_tiles: bool,
    /// The boards of the path, if it is given by boards.
    pub(super) boards: Option<Vec<Board>>,
    /// Whether the boards begin with the start board, if the path is given by boards.
    pub(super) path_start: Option<PathStart>,
    /// Whether the output continues with another move or board, so that the path may be longer.
    pub(super) goes_on: bool,
}

impl GoalPath {
    /// Whether a number is the length of the path, or its number of slides where that is not the
    /// length.
    pub(super) fn may_be_as_long(&self, number: u32) -> bool {
        number == self.length || number as usize == self.moves.len()
    }

    /// The line that is quoted.
    pub(super) const fn line(&self) -> usize {
        self.lines.start
    }
}

impl Evidence {
    /// Finds all paths that reach the goal.
    pub(super) fn proofs(&self, case: &Case<'_>) -> Vec<GoalPath> {
        let is_there = *case.board == case.goal.board();
        let of_candidates = (0..self.candidates.len()).filter_map(|index| self.proof_of_moves(index, case));
        let of_chains = self.chains.iter().filter_map(|chain| self.proof_of_boards(chain, case));
        let of_nothing = self.no_moves(case).into_iter().filter(|_| is_there).map(|line| GoalPath {
            moves: Vec::new(),
            length: 0,
            standing: Standing::Named,
            lines: line..line + 1,
            candidate: None,
            is_of_tiles: false,
            boards: None,
            path_start: None,
            goes_on: false,
        });
        let all = of_candidates.chain(of_chains).chain(of_nothing);
        // A failed run may have printed an empty path or the board before it failed.
        let all = all.filter(|proof| !proof.moves.is_empty() || (is_there && !case.has_failed));
        let mut all: Vec<GoalPath> = all.collect();
        // In `Path: right`, `Moves: 8`, the 8 is a length rather than a tile.
        if all.iter().any(|proof| proof.candidate.is_some() && !proof.is_of_tiles) {
            let is_labeled_as_tiles =
                |index: usize| self.candidates[index].label.is_some_and(|label| label.is_of_tiles);
            let may_be_length = |proof: &GoalPath| {
                proof.is_of_tiles
                    && proof.moves.len() == 1
                    && !proof.candidate.is_some_and(is_labeled_as_tiles)
            };
            all.retain(|proof| !may_be_length(proof));
        }
        all
    }

    /// The lines that say that no move is needed.
    fn no_moves(&self, case: &Case<'_>) -> Vec<usize> {
        let has_board = self.board_lines.contains(&true);
        let says_otherwise = !self.denials.is_empty() || self.clear_lengths().any(|length| length > 0);
        let is_left_out = case.path_start == Some(PathStart::Omitted) && !has_board && !says_otherwise;
        match self.page.lines.len().checked_sub(1) {
            Some(last) if self.empty_paths.is_empty() && is_left_out => vec![last],
            _ => self.empty_paths.clone(),
        }
    }

    fn proof_of_moves(&self, index: usize, case: &Case<'_>) -> Option<GoalPath> {
        let candidate = &self.candidates[index];
        let goal = case.goal.board();
        // `Possible moves: D, R` may lead to the goal by chance.
        let is_no_answer = |label: Label| label.is_of_search || (*case.board == goal && !label.is_of_answer);
        if candidate.label.is_some_and(is_no_answer) {
            return None;
        }
        // The solved board needs no moves, and a list of all directions is a legend.
        if *case.board == goal && !candidate.readings.is_empty() && candidate.moves_of_path().is_none() {
            return None;
        }
        let leads = |moves: &Vec<Move>| replay(case.board, moves.iter().copied()) == Some(goal);
        let path_in = |readings: &Vec<Reading>| directions(readings, case.convention).find(leads);
        // `DD` may mean "right, right" in another language, but a path read that way proves
        // nothing.
        let usual: Vec<Reading>;
        let readings = if reaches_goal_if_d_means_right(candidate, &self.page, case.board, &goal) {
            usual = candidate.readings.iter().filter(|reading| reading.is_usual()).cloned().collect();
            &usual
        } else {
            &candidate.readings
        };
        // A list of lists is one path in parts, or several paths, all of which must reach the goal.
        let shortest_inner = || {
            let paths: Option<Vec<Vec<Move>>> = candidate.inner.iter().map(path_in).collect();
            paths?.into_iter().min_by_key(|moves| case.metric.length_of(moves))
        };
        let by_direction = path_in(readings).or_else(shortest_inner);
        let is_of_tiles = by_direction.is_none();
        let moves = by_direction.or_else(|| tiles(candidate, case.board, &goal))?;
        Some(GoalPath {
            length: case.metric.length_of(&moves),
            moves,
            standing: candidate.standing,
            lines: candidate.lines.clone(),
            candidate: Some(index),
            is_of_tiles,
            boards: None,
            path_start: None,
            goes_on: candidate.is_part,
        })
    }

    fn proof_of_boards(&self, chain: &Chain, case: &Case<'_>) -> Option<GoalPath> {
        let goal = case.goal.board();
        let steps = chain.up_to(&goal)?;
        let moves = slides_of(steps);
        let length = case.metric.length_of(&moves);
        let path_start = if chain.shows_first { PathStart::Included } else { PathStart::Omitted };
        let is_usual = case.path_start == Some(path_start);
        // The board alone, or the board and the goal, may be an echo, unless the program prints
        // paths like this. Otherwise, a board alone must have a label, or a stated length of 0.
        let is_path = match steps.len() {
            0 => self.may_have_no_moves || is_usual || self.is_below_label(chain),
            // A walk from the goal and back may be a trace.
            count if *case.board == goal => self.is_as_long(length, count, chain),
            1 => is_usual || (chain.shows_first && !self.is_echo(chain)),
            _ => true,
        };
        let boards = case.board.along(moves.iter().copied()).collect::<Result<_, _>>().ok();
        let goes_on = steps.len() < chain.steps.len();
        is_path.then_some(GoalPath {
            moves,
            length,
            standing: Standing::Listed,
            lines: chain.lines.clone(),
            candidate: None,
            is_of_tiles: false,
            boards,
            path_start: Some(path_start),
            goes_on,
        })
    }

    /// Whether the length of a path, or its number of boards (one more than its steps), is a stated
    /// length. A vague length counts only if it is the only one.
    fn is_as_long(&self, length: u32, steps: usize, chain: &Chain) -> bool {
        let is_count = |stated: u32| stated == length || stated as usize == steps + 1;
        let is_vague = || {
            let mut vague = self.lengths.iter().map(|stated| stated.length);
            vague.next().is_some_and(is_count) && vague.next().is_none() && chain.shows_first
        };
        self.clear_lengths().any(is_count) || is_vague()
    }

    /// Whether the line above a chain is a label such as `Path:`.
    fn is_below_label(&self, chain: &Chain) -> bool {
        let above = self.page.lines[..chain.lines.start].iter().rfind(|line| !line.text.trim().is_empty());
        let label = above.map(|line| line.text.trim()).filter(|text| text.ends_with(':'));
        label.and_then(label_at_end).is_some_and(|label| label.is_of_answer)
    }

    /// Whether two boards echo the question: one is called the goal, or they are printed
    /// differently.
    fn is_echo(&self, chain: &Chain) -> bool {
        const NAMES: [&str; 6] = ["goal", "target", "final", "desired", "objetiv", "ziel"];
        let says_so = |text: &str| NAMES.iter().any(|name| text.to_ascii_lowercase().contains(name));
        let above = chain.lines.start.saturating_sub(1);
        let is_named = self.page.lines[above..chain.lines.end].iter().any(|line| says_so(&line.text));
        // Rows differ in their frames, so only compare whether there are words besides the blank.
        let has_words = |line: usize| {
            let words = self.page.lines[line].text.split(|c: char| !c.is_alphabetic());
            words.filter(|word| !word.is_empty()).any(|word| !is_blank_name(word))
        };
        let is_mixed = has_words(chain.lines.start) != has_words(chain.lines.end - 1);
        is_named || is_mixed
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{board, kind_of};
    use super::super::{Extractor, Outputs};
    use super::*;

    const SOLVED: &str = "123456780";

    fn kind(path_start: Option<PathStart>, start: &str, text: &str) -> String {
        let extractor = Extractor { path_start, ..Extractor::default() };
        kind_of(&extractor, &Outputs::of_stdout(text.as_bytes()), &board(start))
    }

    #[test]
    fn the_solved_board_is_read_as_other_paths_begin() {
        let grid = "Here is the way\n1 2 3\n4 5 6\n7 8 0\n";
        assert_eq!(kind(None, SOLVED, grid), "OnlyTheBoard");
        assert_eq!(kind(Some(PathStart::Included), SOLVED, grid), "optimal");
        assert_eq!(kind(Some(PathStart::Omitted), SOLVED, "Here is the way\n"), "optimal");
        assert_eq!(kind(Some(PathStart::Omitted), SOLVED, "No solution\n"), "says-unsolvable");
        assert_eq!(kind(Some(PathStart::Omitted), SOLVED, "Moves: 3\n"), "too-long");
    }

    #[test]
    fn no_moves_and_a_length_of_zero_are_no_denial() {
        assert_eq!(kind(None, SOLVED, "Moves: none\nLength: 0\n"), "Empty");
        assert_eq!(kind(None, SOLVED, "No solution\nLength: 0\n"), "says-unsolvable");
        assert_eq!(kind(None, "213456780", "Moves: none\nLength: 0\n"), "unsolvable");
    }

    #[test]
    fn a_path_that_is_said_to_begin_at_the_goal_is_no_reversed_path() {
        let boards = "123456780\n123456708\n123406758\n";
        assert_eq!(kind(None, "123406758", boards), "reversed");
        let text = format!("Path (from goal to start):\n{boards}");
        assert_eq!(kind(None, "123406758", &text), "PerhapsBoards");
    }

    #[test]
    fn numbered_moves_may_be_read_in_another_order() {
        assert_eq!(kind(None, "123406758", "Path: D1 R2\n"), "PerhapsMoves");
        assert_eq!(kind(None, "123406758", "Answer: 1\nmove(1,down) move(2,right)\n"), "optimal");
        assert_eq!(kind(None, "123406758", "Answer: 1\nmove(2,right) move(1,down)\n"), "PerhapsMoves");
    }

    #[test]
    fn a_single_move_is_read_as_other_paths_begin() {
        let goal = "1 2 3\n4 5 6\n7 8 0\n";
        assert_eq!(kind(Some(PathStart::Omitted), "123456708", goal), "optimal");
        assert_eq!(kind(Some(PathStart::Included), "123456708", goal), "PerhapsBoards");
        assert_eq!(kind(None, "123456708", goal), "PerhapsBoards");
    }

    /// Nine numbers of two adjacent boards can form a third board, which hides that the first board
    /// is another one.
    #[test]
    fn boards_that_begin_elsewhere_are_no_path() {
        let boards = "[[1,2,3,4,5,6,0,7,8], [1,2,3,4,5,6,7,0,8], [1,2,3,4,5,6,7,8,0]]\n";
        assert_eq!(kind(None, "123456078", boards), "optimal");
        assert_eq!(kind(None, "123406758", boards), "starts-elsewhere");
        assert_ne!(kind(None, "123406758", &format!("searching\n{boards}")), "optimal");
    }
}
