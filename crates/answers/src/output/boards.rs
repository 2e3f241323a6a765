//! Finds boards in an output.
//!
//! They may be on one line or row by row, alone or side by side, and framed or not. The blank may
//! be a symbol, the largest number, a gap, or missing at the end of a row.
//!
//! The shape is known, so a board is any sequence of the right number of cells with each tile once.
//! All adjacent cells are tried, and the boards found may overlap. Which of them the program meant
//! is decided later, by what they lead to.

use std::ops::Range;

use super::cells::{Cell, Content, cells_of, is_rule};
use super::page::Page;
use tilebase::board::{Board, Shape};

/// A board and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundBoard {
    pub(super) board: Board,
    /// Line range of the page.
    pub(super) lines: Range<usize>,
    /// Character range of the line.
    columns: Range<usize>,
}

impl FoundBoard {
    /// Whether both cover a common part of the page.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let share = |one: &Range<usize>, other: &Range<usize>| one.start < other.end && other.start < one.end;
        share(&self.lines, &other.lines) && share(&self.columns, &other.columns)
    }

    /// Whether a board begins behind this one, so that in reading order, neither it nor any board
    /// after it overlaps this one.
    pub(super) fn ends_before(&self, later: &Self) -> bool {
        let is_on_its_line = self.lines.len() == 1 && later.lines.start == self.lines.start;
        later.lines.start >= self.lines.end || (is_on_its_line && later.columns.start >= self.columns.end)
    }
}

/// Finds all boards of a shape, in reading order.
pub(super) fn boards_in(page: &Page, shape: Shape) -> Vec<FoundBoard> {
    let lines: Vec<Vec<Cell>> = page.lines.iter().map(|line| cells_of(&line.text, shape)).collect();
    let finder = Finder { page, shape, lines: &lines };
    let mut boards = Vec::new();
    for line in 0..lines.len() {
        finder.along(line, &mut boards);
        finder.below(line, &mut boards);
    }
    finder.over_lines(&mut boards);
    boards.sort_by_key(|found| (found.lines.start, found.columns.start, found.lines.end));
    // A board can be found in more than one way.
    boards.dedup();
    boards
}

struct Finder<'a> {
    page: &'a Page,
    shape: Shape,
    /// The cells of each line.
    lines: &'a [Vec<Cell>],
}

/// Maximum number of lines of one list.
const MAX_LINES: usize = 64;

impl Finder<'_> {
    /// Finds whole boards on a line: enough cells without a wall between them, or one word of
    /// symbols.
    fn along(&self, line: usize, boards: &mut Vec<FoundBoard>) {
        let cells = &self.lines[line];
        let count = self.shape.cells();
        let runs = cells.split(|cell| cell.content == Content::Wall);
        let windows = runs.flat_map(|run| run.windows(count));
        for window in windows {
            boards.extend(self.board(window.iter().map(|cell| cell.content)).map(|board| FoundBoard {
                board,
                lines: line..line + 1,
                columns: window[0].columns.start..window[count - 1].columns.end,
            }));
        }
        let mut column = 0;
        for word in self.page.lines[line].text.split(|c: char| !c.is_ascii_alphanumeric()) {
            let width = word.chars().count();
            // A word of digits is a run of cells, which was handled above.
            if width == count && word.contains(|c: char| c.is_ascii_alphabetic()) {
                boards.extend(Board::read(word, Some(self.shape)).ok().map(|board| FoundBoard {
                    board,
                    lines: line..line + 1,
                    columns: column..column + width,
                }));
            }
            column += width + 1;
        }
    }

    /// Finds boards whose first row is on a line. The other rows follow, with frames or a blank
    /// line between them.
    fn below(&self, first: usize, boards: &mut Vec<FoundBoard>) {
        let columns = self.shape.columns();
        if self.lines[first].is_empty() {
            return;
        }
        let mut rows = vec![first];
        let mut line = first;
        let mut blanks = 0;
        while rows.len() < self.shape.rows() {
            line += 1;
            let Some(cells) = self.lines.get(line) else { return };
            if cells.iter().any(|cell| cell.content != Content::Wall) {
                rows.push(line);
                blanks = 0;
            } else if self.page.lines[line].text.is_empty() && blanks == 0 {
                blanks += 1;
            } else if !is_rule(&self.page.lines[line].text) {
                return;
            }
        }
        let parted: Vec<Vec<&[Cell]>> =
            rows.iter().map(|line| row_parts(&self.lines[*line], columns)).collect();
        let beside = parted.iter().map(Vec::len).max().unwrap_or(0);
        for nth in 0..beside {
            // A row without this part: no boards are side by side here.
            let part = |row: &Vec<&[Cell]>| row.get(nth).map(|part| part.to_vec());
            let Some(parts) = parted.iter().map(part).collect::<Option<Vec<Vec<Cell>>>>() else { return };
            boards.extend(self.stacked(&parts, first..line + 1));
        }
    }

    /// Builds a board from rows below each other.
    ///
    /// In a row that lacks a cell, the blank is where other rows have a cell and it has none.
    fn stacked(&self, rows: &[Vec<Cell>], lines: Range<usize>) -> Option<FoundBoard> {
        let width = self.shape.columns();
        let whole = rows.iter().find(|row| row.len() == width);
        let mut contents = Vec::with_capacity(self.shape.cells());
        for row in rows {
            match row.len() {
                len if len == width => contents.extend(row.iter().map(|cell| cell.content)),
                len if len + 1 == width => {
                    let gap = match whole {
                        Some(whole) => gap_in(row, whole),
                        // No row is whole, so nothing shows where the gap is.
                        None => return None,
                    };
                    contents.extend(row[..gap].iter().map(|cell| cell.content));
                    contents.push(Content::Blank);
                    contents.extend(row[gap..].iter().map(|cell| cell.content));
                }
                _ => return None,
            }
        }
        let start = rows.iter().filter_map(|row| row.first()).map(|cell| cell.columns.start).min()?;
        let end = rows.iter().filter_map(|row| row.last()).map(|cell| cell.columns.end).max()?;
        Some(FoundBoard { board: self.board(contents.into_iter())?, lines, columns: start..end })
    }

    /// Finds boards in lists that are broken over several lines: `[` at the end of a line, followed
    /// by lines with cells.
    fn over_lines(&self, boards: &mut Vec<FoundBoard>) {
        let opens = |line: &usize| self.page.lines[*line].text.ends_with(['[', '(', '{', ',']);
        for first in (0..self.lines.len()).filter(opens) {
            let mut cells: Vec<Content> = Vec::new();
            for line in first + 1..self.lines.len().min(first + MAX_LINES) {
                if self.lines[line].iter().any(|cell| cell.content == Content::Wall) {
                    break;
                }
                cells.extend(self.lines[line].iter().map(|cell| cell.content));
                let is_full = cells.len() >= self.shape.cells();
                if is_full && cells.len() == self.shape.cells() && line > first + 1 {
                    boards.extend(self.board(cells.iter().copied()).map(|board| FoundBoard {
                        board,
                        lines: first + 1..line + 1,
                        // A list occupies whole lines.
                        columns: 0..usize::MAX,
                    }));
                }
                if is_full {
                    break;
                }
            }
        }
    }

    /// Builds a board from cells, if they are one. Without a blank, the largest number is the
    /// blank.
    fn board(&self, cells: impl Iterator<Item = Content>) -> Option<Board> {
        let count = self.shape.cells();
        // A bit per number: boards have at most 25 cells.
        let mut seen = 0_u32;
        let mut numbers = Vec::with_capacity(count);
        for content in cells {
            let number = match content {
                Content::Number(number) if number as usize <= count => number,
                Content::Blank => 0,
                _ => return None,
            };
            if seen & (1 << number) != 0 {
                return None;
            }
            seen |= 1 << number;
            numbers.push(number);
        }
        if seen & 1 == 0 {
            let largest = count as u32;
            numbers.iter_mut().filter(|number| **number == largest).for_each(|number| *number = 0);
        }
        Board::new(self.shape, &numbers).ok()
    }
}

/// Splits a line into rows: its runs of cells. A run that lacks one cell is a row with a gap.
fn row_parts(cells: &[Cell], columns: usize) -> Vec<&[Cell]> {
    let runs = cells.split(|cell| cell.content == Content::Wall).filter(|run| !run.is_empty());
    let mut parts = Vec::new();
    for run in runs {
        if run.len() == columns || run.len() + 1 == columns {
            parts.push(run);
            continue;
        }
        // Boards side by side: separated by wider gaps, or else of equal width.
        let by_gaps: Vec<&[Cell]> =
            run.chunk_by(|one, next| next.columns.start < one.columns.end + 3).collect();
        let is_row = |part: &&[Cell]| part.len() == columns || part.len() + 1 == columns;
        if by_gaps.len() > 1 && by_gaps.iter().all(is_row) {
            parts.extend(by_gaps);
        } else if run.len() % columns == 0 {
            parts.extend(run.chunks(columns));
        } else {
            // Something that looks like cells is before or after the row.
            parts.extend(run.windows(columns).next());
        }
    }
    parts
}

/// The position of the gap in a row: the first cell of a whole row that has no cell below it.
fn gap_in(row: &[Cell], whole: &[Cell]) -> usize {
    let is_under = |cell: &Cell, other: &Cell| {
        cell.columns.start < other.columns.end && other.columns.start < cell.columns.end
    };
    (0..row.len()).find(|place| !is_under(&row[*place], &whole[*place])).unwrap_or(row.len())
}

#[cfg(test)]
mod tests {
    use super::super::page::Outputs;
    use super::*;
    use tilebase::notation::BoardForm;

    fn found_of(text: &str, shape: Shape) -> Vec<String> {
        let page = Page::of(&Outputs::of_stdout(text.as_bytes()));
        boards_in(&page, shape).iter().map(|found| found.board.to_string()).collect()
    }

    fn found(text: &str) -> Vec<String> {
        found_of(text, Shape::THREE_BY_THREE)
    }

    #[test]
    fn a_board_is_found_however_it_is_drawn() {
        for drawn in [
            "1 2 3\n4 0 5\n6 7 8",
            "1 2 3\n4   5\n6 7 8",
            "1 2 3\n4 _ 5\n6 7 8",
            "1 2 3\n4 X 5\n6 7 8",
            "1 2 3\n4 9 5\n6 7 8",
            "1 2 3\n4 * 5\n6 7 8",
            "1 2 3\n\n4 . 5\n\n6 7 8",
            "123\n405\n678",
            "123\n4 5\n678",
            "123\n4_5\n678",
            "[1, 2, 3]\n[4, 0, 5]\n[6, 7, 8]",
            "[[1 2 3]\n [4 0 5]\n [6 7 8]]",
            "[['1', '2', '3'], ['4', ' ', '5'], ['6', '7', '8']]",
            "[1, 2, 3, 4, None, 5, 6, 7, 8]",
            "-------------\n| 1 | 2 | 3 |\n-------------\n| 4 |   | 5 |\n-------------\
            \n| 6 | 7 | 8 |\n-------------",
            "┌───┬───┬───┐\n│ 1 │ 2 │ 3 │\n├───┼───┼───┤\n│ 4 │   │ 5 │\n├───┼───┼───┤\
            \n│ 6 │ 7 │ 8 │\n└───┴───┴───┘",
            "1\t2\t3\t\n4\t0\t5\t\n6\t7\t8\t",
            "Node { 123405678 | D: 1, MD: 9 }",
            "Hash: 1.2.3.4.0.5.6.7.8.\t Estimate: 8",
            "current: [\n  1, 2, 3, 4, 0,\n  5, 6, 7, 8\n]",
            "1 2 3   g = 1\n4 0 5   h = 2\n6 7 8   f = 3",
            "Step 1:\n3\n1 2 3\n4 0 5\n6 7 8",
            "123/405/678",
            "(1, 2, 3, 4, 0, 5, 6, 7, 8)",
            "{{1,2,3},{4,0,5},{6,7,8}}",
            "state=123405678,cost=2",
        ] {
            assert_eq!(found(drawn), ["123405678"], "{drawn}");
        }
        for drawn in [
            "1 2 3\n4 5 6\n7 8",
            "1 2 3\n4 5 6\n7 8  ",
            "123\n456\n78",
            "| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 | 8 |   |",
        ] {
            assert_eq!(found(drawn), ["123456780"], "{drawn}");
        }
        for drawn in ["  1 2\n3 4 5\n6 7 8", " 12\n345\n678", "|   | 1 | 2 |\n| 3 | 4 | 5 |\n| 6 | 7 | 8 |"] {
            assert_eq!(found(drawn), ["012345678"], "{drawn}");
        }
    }

    #[test]
    fn boards_stand_under_and_beside_one_another() {
        let two = ["123456708", "123456780"];
        for drawn in [
            "1 2 3\n4 5 6\n7 0 8\n1 2 3\n4 5 6\n7 8 0",
            "1 2 3    1 2 3\n4 5 6    4 5 6\n7 0 8    7 8 0",
            "1 2 3 -> 1 2 3\n4 5 6 -> 4 5 6\n7   8 -> 7 8  ",
            "123456708 -> 123456780",
            "[[1,2,3,4,5,6,7,0,8],[1,2,3,4,5,6,7,8,0]]",
            "[\n  [\n    [1,2,3],\n    [4,5,6],\n    [7,0,8]\n  ],\n  [\n    [1,2,3],\n    [4,5,6],\
            \n    [7,8,0]\n  ]\n]",
        ] {
            let boards = found(drawn);
            assert!(two.iter().all(|board| boards.iter().any(|found| found == board)), "{boards:?}: {drawn}");
        }
    }

    #[test]
    fn other_numbers_are_no_boards() {
        for text in
            ["1 2 3 4 5 6 7 8", "1 2 3\n4 5 6\n7 8 8", "1 2 3\nx = 4\n4 5 6\n7 8 0", "1.23456780", "12345678"]
        {
            assert_eq!(found(text), Vec::<String>::new(), "{text}");
        }
    }

    /// Tests all formats of the writer, including boards with two-digit numbers.
    #[test]
    fn every_form_of_the_writer_is_found() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)] {
            let shape = Shape::new(rows, columns).unwrap();
            let tiles = (1..shape.cells() as u32).rev();
            let halves: Vec<u32> =
                tiles.clone().step_by(2).chain([0]).chain(tiles.skip(1).step_by(2)).collect();
            let board = Board::new(shape, &halves).unwrap();
            for form in BoardForm::ALL {
                let Ok(written) = form.write(&board) else { continue };
                assert!(found_of(&written, shape).contains(&board.to_string()), "{form}: {written}");
            }
        }
    }
}
