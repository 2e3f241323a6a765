//! Boards side by side, as many per row as fit the terminal.

use std::io::{self, Write};

use tilebase::board::{Board, Tile};

use crate::shell::{MOVES, STRONG, columns};

/// Number of columns between two boards.
const GAP: usize = 4;

/// A board under a title.
#[derive(Clone, Debug)]
pub(super) struct TitledBoard {
    pub(super) title: String,
    pub(super) board: Board,
    /// The tile that was moved last, which is highlighted.
    pub(super) moved: Option<Tile>,
}

impl TitledBoard {
    /// Lists the boards of a path; `title` receives the number of each.
    pub(super) fn on_path(
        boards: impl IntoIterator<Item = Board>,
        title: impl Fn(usize) -> String,
    ) -> Vec<Self> {
        let mut before: Option<Board> = None;
        let titled = |(nth, board): (usize, Board)| {
            let moved = before.replace(board).and_then(|before| moved_tile(&before, &board));
            Self { title: title(nth), board, moved }
        };
        boards.into_iter().enumerate().map(titled).collect()
    }
}

/// The tile that is now where the blank was.
fn moved_tile(before: &Board, after: &Board) -> Option<Tile> {
    let mut pairs = before.tiles().iter().zip(after.tiles());
    pairs.find(|(before, after)| before.is_blank() && !after.is_blank()).map(|(_, after)| *after)
}

/// Writes boards in rows that fit the terminal, each row followed by an empty line.
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_side_by_side(boards: &[TitledBoard], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = boards.first() else { return Ok(()) };
    let shape = first.board.shape();
    let cell = shape.tiles().to_string().len();
    let board_width = shape.columns() * (cell + 1) - 1;
    let width = boards.iter().map(|board| board.title.chars().count()).fold(board_width, usize::max);
    let in_a_row = ((columns() + GAP) / (width + GAP)).max(1);
    for row in boards.chunks(in_a_row) {
        let titles = row.iter().map(|board| format!("{STRONG}{}{STRONG:#}", board.title));
        let lengths = row.iter().map(|board| board.title.chars().count());
        write_line(titles.zip(lengths), width, out)?;
        for line in 0..shape.rows() {
            let tiles = row.iter().map(|board| (line_of(board, line, cell), board_width));
            write_line(tiles, width, out)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes strings, given with their visible widths, in columns.
fn write_line(
    pieces: impl Iterator<Item = (String, usize)>,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut before = 0;
    for (text, length) in pieces {
        write!(out, "{:before$}{text}", "")?;
        before = width - length + GAP;
    }
    writeln!(out)
}

fn line_of(TitledBoard { board, moved, .. }: &TitledBoard, line: usize, cell: usize) -> String {
    let columns = board.shape().columns();
    let symbol = |tile: &Tile| {
        let text = if tile.is_blank() { ".".to_owned() } else { tile.to_string() };
        let text = format!("{text:>cell$}");
        if Some(*tile) == *moved { format!("{MOVES}{text}{MOVES:#}") } else { text }
    };
    board.tiles()[line * columns..][..columns].iter().map(symbol).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;

    #[test]
    fn boards_are_side_by_side_and_the_moved_tile_is_colored() {
        let boards = ["123456780", "123456708", "123406758"].map(|text| Board::read(text, None).unwrap());
        let titled = TitledBoard::on_path(boards, |nth| format!("{nth}. ULDR"));
        let mut out = Vec::new();
        write_side_by_side(&titled, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains(&format!("7 . {MOVES}8{MOVES:#}")), "{out:?}");
        assert_eq!(
            strip_str(&out).to_string(),
            "0. ULDR    1. ULDR    2. ULDR\n\
             1 2 3      1 2 3      1 2 3\n\
             4 5 6      4 5 6      4 . 6\n\
             7 8 .      7 . 8      7 5 8\n\n"
        );
    }
}
