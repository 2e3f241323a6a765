//! Sequences of boards that follow each other by moves.

use std::ops::Range;

use super::boards::FoundBoard;
use super::labels::label_at_end;
use super::page::Page;
use tilebase::board::{Board, Metric, Move};

/// A move from a board to the next: a number of slides in one direction, which is 1 in the
/// single-tile metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardStep {
    direction: Move,
    slides: u8,
}

impl BoardStep {
    fn between(metric: Metric, before: &Board, after: &Board) -> Option<Self> {
        let slides = metric.slides_between(before, after)?;
        Some(Self { direction: *slides.first()?, slides: u8::try_from(slides.len()).ok()? })
    }

    fn slides(self) -> impl Iterator<Item = Move> {
        std::iter::repeat_n(self.direction, self.slides.into())
    }
}

/// The slides of moves, one after the other.
pub(super) fn slides_of(steps: &[BoardStep]) -> Vec<Move> {
    steps.iter().flat_map(|step| step.slides()).collect()
}

/// Boards, each one move after the previous one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) first: Board,
    pub(super) last: Board,
    /// Whether the first board is shown, rather than implied.
    pub(super) shows_first: bool,
    /// The moves of the blank.
    pub(super) steps: Vec<BoardStep>,
    /// Line range of the page.
    pub(super) lines: Range<usize>,
}

/// The first and last board of a path, and the page that is searched for it.
#[derive(Clone, Copy)]
pub(super) struct Sought<'a> {
    pub(super) start: &'a Board,
    pub(super) goal: &'a Board,
    pub(super) metric: Metric,
    pub(super) page: &'a Page,
}

/// Finds the chains that begin with the start, or with a neighbor of it, in order.
///
/// A board shown twice in a row, as the end of one step and the beginning of the next, counts once.
/// A board that overlaps the previous one is a misreading.
pub(super) fn chains_from(sought: Sought<'_>, boards: &[FoundBoard]) -> Vec<Chain> {
    let start = sought.start;
    let between = |before: &Board, after: &Board| BoardStep::between(sought.metric, before, after);
    let mut chains = Vec::new();
    let mut end_of_last = 0;
    let mut dropped = Dropped { last: vec![None; boards.len()] };
    for (at, found) in boards.iter().enumerate() {
        let first_move = if found.board == *start {
            None
        } else {
            // If it follows another board by a move, that board would be the first. Boards that
            // share its cells are other readings of it.
            let before = boards[..at].iter().rev().find(|other| !other.overlaps(found));
            let is_first = before.is_none_or(|before| between(&before.board, &found.board).is_none());
            match between(start, &found.board).filter(|_| is_first && at >= end_of_last) {
                Some(step) => Some(step),
                None => continue,
            }
        };
        // The path before may come back to its first board.
        if first_move.is_none() && at < end_of_last {
            continue;
        }
        // A repetition directly after it begins the same chain.
        if first_move.is_none() && boards.get(at + 1).is_some_and(|next| next.board == *start) {
            continue;
        }
        let (chain, end) = chain_from(at, sought, first_move, boards, &between, &mut dropped);
        // A path without its first board must end the page: in a trace, boards may follow by
        // chance.
        if chain.shows_first || end == boards.len() {
            chains.push(chain);
            end_of_last = end;
        }
    }
    chains
}

/// The places that earlier chains without their first board have passed. All of these chains were
/// dropped, since an accepted one ends the page.
///
/// A page may repeat a neighbor of the start many thousand times, and without this, each of them
/// would be followed to the end again.
struct Dropped {
    /// For each board, the last board of the latest chain that came to it.
    last: Vec<Option<Board>>,
}

impl Dropped {
    /// Notes that a chain comes to a board. Returns whether an earlier chain came to it in the same
    /// way, and so ends in the same place.
    fn have_passed(&mut self, place: usize, last: &FoundBoard, boards: &[FoundBoard]) -> bool {
        // While later boards may overlap the last board, equal boards at different places lead to
        // different chains.
        let counts = last.ends_before(&boards[place]);
        counts && self.last[place].replace(last.board) == Some(last.board)
    }
}

/// Builds the chain from a board. Also returns the index after its last board, or the index of a
/// board from which on every chain would be dropped.
fn chain_from(
    at: usize,
    sought: Sought<'_>,
    first_move: Option<BoardStep>,
    boards: &[FoundBoard],
    between: &impl Fn(&Board, &Board) -> Option<BoardStep>,
    dropped: &mut Dropped,
) -> (Chain, usize) {
    let shows_first = first_move.is_none();
    let mut steps: Vec<BoardStep> = first_move.into_iter().collect();
    let mut last = &boards[at];
    let mut before_last = None;
    let mut end = at + 1;
    for next in &boards[at + 1..] {
        if !shows_first && dropped.have_passed(end, last, boards) {
            break;
        }
        if next.board != last.board && !next.overlaps(last) {
            match between(&last.board, &next.board) {
                // The next path begins here, unless the page ends with this board.
                Some(_)
                    if next.board == *sought.start
                        && end + 1 < boards.len()
                        // Without its first board, a path is followed only once (see `Dropped`).
                        && (!shows_first || sought.starts_over(&boards[at], before_last, last, next)) =>
                {
                    break;
                }
                Some(step) => {
                    steps.push(step);
                    before_last = Some(last);
                    last = next;
                }
                None if is_misread(next, last, &boards[end + 1..], between) => {}
                None => break,
            }
        }
        end += 1;
    }
    let chain = Chain {
        first: *sought.start,
        shows_first,
        last: last.board,
        steps,
        lines: boards[at].lines.start..last.lines.end,
    };
    (chain, end)
}

/// Number of bytes of a line that may be a heading.
const MAX_HEADING_BYTES: usize = 200;

impl Sought<'_> {
    /// Whether a repeated start board begins another path. A path may also come back to its start,
    /// but then all its boards are printed in the same way.
    fn starts_over(
        &self,
        first: &FoundBoard,
        before_last: Option<&FoundBoard>,
        last: &FoundBoard,
        next: &FoundBoard,
    ) -> bool {
        let Some(before_last) = before_last else { return true };
        let gap = |one: &FoundBoard, other: &FoundBoard| other.lines.start.saturating_sub(one.lines.end);
        // A line may have megabytes, and a path may come back to its start on it many times.
        let text = |line: usize| {
            let text = &self.page.lines[line].text;
            text[..text.floor_char_boundary(MAX_HEADING_BYTES)].trim()
        };
        // The line of a board, or the one above it, with the number of the step.
        let heading = |found: &FoundBoard| match found.lines.len() {
            1 => Some(text(found.lines.start)),
            _ => found.lines.start.checked_sub(1).map(text),
        };
        let has_words = |text: &&str| text.contains(char::is_alphabetic);
        let mut between = (last.lines.end..next.lines.start).map(text);
        last.board == *self.goal
            || gap(before_last, last) != gap(last, next)
            || between.any(|line| label_at_end(line).is_some_and(|label| label.is_of_answer))
            || (first.lines != next.lines
                && heading(next).filter(has_words).is_some_and(|text| heading(first) == Some(text)))
    }
}

/// Whether a board overlaps a later one that continues the chain. Then its cells belong to that
/// one.
fn is_misread(
    found: &FoundBoard,
    last: &FoundBoard,
    rest: &[FoundBoard],
    between: &impl Fn(&Board, &Board) -> Option<BoardStep>,
) -> bool {
    let over = rest.iter().take_while(|next| !found.ends_before(next)).filter(|next| next.overlaps(found));
    over.take(8).any(|next| between(&last.board, &next.board).is_some())
}

impl Chain {
    /// The moves up to the last visit of the goal; `None` if the chain never reaches it.
    pub(super) fn up_to(&self, goal: &Board) -> Option<&[BoardStep]> {
        let number = self.boards()?.iter().rposition(|board| board == goal)?;
        self.steps.get(..number)
    }

    /// The boards, with the first one even if it is not shown.
    pub(super) fn boards(&self) -> Option<Vec<Board>> {
        let mut boards = vec![self.first];
        for step in &self.steps {
            let slid = step.slides().try_fold(*boards.last()?, |board, slide| board.after(slide))?;
            boards.push(slid);
        }
        Some(boards)
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::boards_in;
    use super::super::page::{Outputs, Page};
    use super::*;
    use tilebase::board::Shape;

    fn paths(metric: Metric, start: &str, text: &str) -> Vec<(usize, Option<usize>)> {
        let board = |text: &str| Board::read(text, Some(Shape::THREE_BY_THREE)).unwrap();
        let page = Page::of(&Outputs::of_stdout(text.as_bytes()));
        let boards = boards_in(&page, Shape::THREE_BY_THREE);
        let (start, goal) = (board(start), board("123456780"));
        let chains = chains_from(Sought { start: &start, goal: &goal, metric, page: &page }, &boards);
        chains.iter().map(|chain| (chain.steps.len(), chain.up_to(&goal).map(<[BoardStep]>::len))).collect()
    }

    #[test]
    fn paths_differ_from_echoes_and_traces() {
        let (start, middle, goal) = ("123456078", "123456708", "123456780");
        let other = "123056478";
        for (boards, expected) in [
            (vec![start, middle, goal], vec![(2, Some(2))]),
            (vec![start, start, middle, middle, goal, goal], vec![(2, Some(2))]),
            (vec![start, "solving", start, middle, goal], vec![(2, Some(2))]),
            (vec![start, goal, start, middle, goal], vec![(0, None), (2, Some(2))]),
            (vec![middle, goal], vec![(2, Some(2))]),
            (vec![middle, goal, "213456780"], vec![]),
            (vec![start, other, middle, goal], vec![(1, None), (2, Some(2))]),
            (vec![middle, start, middle, goal], vec![(2, Some(2))]),
            (vec![start, middle, start], vec![(2, None)]),
            (vec![start, other, start, middle, goal], vec![(4, Some(4))]),
            (vec![start, other, "Solution:", start, middle, goal], vec![(1, None), (2, Some(2))]),
            (vec![start, middle, goal, start, middle, goal], vec![(2, Some(2)), (2, Some(2))]),
            (vec![start, middle, goal, middle], vec![(3, Some(2))]),
            (vec![start], vec![(0, None)]),
            (vec![goal], vec![]),
            (vec!["123406758", middle, goal], vec![]),
        ] {
            assert_eq!(paths(Metric::SingleTile, start, &boards.join("\n")), expected, "{boards:?}");
        }
        // Rows of a board and of the next one can form a board too, which overlaps both.
        let packed = "1 2 3\n4 5 6\n0 7 8\n1 2 3\n4 5 6\n7 0 8\n1 2 3\n4 5 6\n7 8 0\n";
        assert!(paths(Metric::SingleTile, start, packed).contains(&(2, Some(2))));
    }

    /// A time that grows with the square of the boards would not end here.
    #[test]
    fn boards_that_are_repeated_are_followed_once() {
        let (start, middle, goal, other) = ("123456078", "123456708", "123456780", "213456780");
        let repeated = |boards: &[&str]| format!("{}\n", boards.join("\n")).repeat(100_000);
        for text in [repeated(&[middle]), repeated(&[middle, middle, goal, goal])] {
            assert_eq!(paths(Metric::SingleTile, start, &format!("{text}{other}\n")), []);
        }
        let text = format!("{}{other}\n{middle}\n{middle}\n{goal}\n", repeated(&[middle]));
        assert_eq!(paths(Metric::SingleTile, start, &text), [(2, Some(2))]);
        let text = format!("{}{goal}\n", repeated(&[middle]));
        assert_eq!(paths(Metric::SingleTile, start, &text), [(2, Some(2))]);
    }

    #[test]
    fn boards_may_be_several_slides_apart_in_the_multi_tile_metric() {
        let (start, middle, goal, far) = ("123456078", "123456708", "123456780", "123450786");
        for (boards, single, multiple) in [
            (vec![start, goal], vec![(0, None)], vec![(1, Some(1))]),
            (vec![start, middle, goal], vec![(2, Some(2))], vec![(2, Some(2))]),
            (vec![start, goal, far], vec![(0, None)], vec![(2, Some(1))]),
        ] {
            let text = boards.join("\n");
            assert_eq!(paths(Metric::SingleTile, start, &text), single, "{boards:?}");
            assert_eq!(paths(Metric::MultiTile, start, &text), multiple, "{boards:?}");
        }
        // A board that the blank passes is not a board of the path.
        let [left, center, right] = ["123084765", "123804765", "123840765"]
            .map(|text| Board::read(text, Some(Shape::THREE_BY_THREE)).unwrap());
        let step = BoardStep::between(Metric::MultiTile, &left, &right).unwrap();
        let chain = Chain { first: left, last: right, shows_first: true, steps: vec![step], lines: 0..2 };
        assert_eq!((chain.up_to(&center), chain.up_to(&right)), (None, Some(&[step][..])));
    }
}
