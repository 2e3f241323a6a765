//! Boards in frames, and with bars or dashes between their cells.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tilebase::board::{Board, Tile};
use tilebase::notation::BoardOptions;

use crate::notation::{boards, boards_of, read_all, shapes};

/// A way to draw a board over several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawing {
    /// Cells in a frame, with the horizontal line, the bar, and the crossing.
    Frame(char, char, char),
    /// Bars between the cells, with or without rules between the rows.
    Bars(bool),
    /// Rows of numbers with spaces between them, in a frame.
    Spaces,
    /// A table in Markdown.
    Markdown,
    /// Dashes between the cells.
    Dashes,
}

const DRAWINGS: [Drawing; 8] = [
    Drawing::Frame('-', '|', '+'),
    Drawing::Frame('─', '│', '┼'),
    Drawing::Frame('═', '║', '╬'),
    Drawing::Bars(true),
    Drawing::Bars(false),
    Drawing::Spaces,
    Drawing::Markdown,
    Drawing::Dashes,
];

fn draw(board: &Board, drawing: Drawing, blank: &str) -> String {
    let symbol = |tile: &Tile| match tile.is_blank() {
        true => blank.to_owned(),
        false => tile.to_string(),
    };
    let tiles: Vec<String> = board.tiles().iter().map(symbol).collect();
    let columns = board.shape().columns();
    let rows = |separator: &str| tiles.chunks(columns).map(|row| row.join(separator)).collect::<Vec<_>>();
    let cells = |bar: char| -> Vec<String> {
        let cell = |text: &String| format!("{bar} {text:>2} ");
        tiles.chunks(columns).map(|row| row.iter().map(cell).collect::<String>() + &bar.to_string()).collect()
    };
    match drawing {
        Drawing::Frame(line, bar, crossing) => {
            let part = format!("{crossing}{}", line.to_string().repeat(4));
            let rule = part.repeat(columns) + &crossing.to_string();
            format!("{rule}\n{}\n{rule}\n", cells(bar).join(&format!("\n{rule}\n")))
        }
        Drawing::Bars(true) => rows("|").join(&format!("\n{}-\n", "-+".repeat(columns - 1))) + "\n",
        Drawing::Bars(false) => rows("|").join("\n") + "\n",
        Drawing::Spaces => {
            let rule = format!("+{}+", "-".repeat(3 * columns));
            let row = |row: String| format!("| {row} |\n");
            format!("{rule}\n{}{rule}\n", rows(" ").into_iter().map(row).collect::<String>())
        }
        Drawing::Markdown => {
            let mut lines = cells('|');
            lines.insert(1, "|---".repeat(columns) + "|");
            lines.join("\n") + "\n"
        }
        Drawing::Dashes => rows("-").join("\n") + "\n",
    }
}

/// Replaces the digits by those of another script.
fn in_digits_from(zero: char, text: &str) -> String {
    let digit = |c: char| c.to_digit(10).and_then(|digit| char::from_u32(zero as u32 + digit));
    text.chars().map(|c| digit(c).unwrap_or(c)).collect()
}

proptest! {
    /// A board in a frame, or with bars or dashes between its cells, is read as the same board,
    /// from a file and as a text of its own.
    #[test]
    fn drawn_boards_are_read(
        boards in shapes().prop_flat_map(|shape| vec(boards_of(shape), 1..4)),
        drawing in select(&DRAWINGS[..]),
        blank in select(&["0", "_", "x", "", "e", "-", "#", "."][..]),
        zero in select(&['0', '\u{660}', '\u{966}', '\u{ff10}'][..]),
        with_returns: bool,
    ) {
        let line_end = if with_returns { "\r\n" } else { "\n" };
        let draw = |board: &Board| {
            let drawn = in_digits_from(zero, &draw(board, drawing, blank));
            drawn.lines().map(|line| format!("{line}{line_end}")).collect::<String>()
        };
        let is_ambiguous = drawing == Drawing::Dashes && (boards[0].shape().columns() < 3 || blank == "-");
        // An empty cell and `e` are the blank only between bars. Elsewhere a `#` begins a comment.
        let has_bars = matches!(drawing, Drawing::Frame(..) | Drawing::Markdown);
        let is_word = drawing == Drawing::Spaces && ["", "e"].contains(&blank);
        let is_unclear = is_word || (!has_bars && blank == "#");
        prop_assume!(!is_ambiguous && !is_unclear && (drawing != Drawing::Dashes || blank.len() == 1));
        for board in &boards {
            prop_assert_eq!(Board::read(&draw(board), None), Ok(*board), "{}", draw(board));
        }
        let drawn: Vec<String> = boards.iter().map(draw).collect();
        let read: Result<Vec<Board>, _> =
            read_all(&drawn.join(line_end), BoardOptions::default()).into_iter().collect();
        prop_assert_eq!(read, Ok(boards), "{}", drawn.join(line_end));
    }

    /// A drawing without one of its characters is an error, or still the same board.
    #[test]
    fn damaged_drawings_are_never_read_as_other_boards(
        board in boards(),
        drawing in select(&DRAWINGS[..]),
        lost in any::<Index>(),
    ) {
        // Without one of its dashes, `1-2-3` is a 2x2 board whose blank is a dash.
        prop_assume!(drawing != Drawing::Dashes);
        let drawn = draw(&board, drawing, "0");
        let lost = lost.index(drawn.chars().count());
        let kept = drawn.chars().enumerate().filter(|(nth, _)| *nth != lost);
        let damaged: String = kept.map(|(_, c)| c).collect();
        for read in read_all(&damaged, BoardOptions::default()) {
            prop_assert!(read.is_err() || read == Ok(board), "{}", damaged);
        }
    }
}
