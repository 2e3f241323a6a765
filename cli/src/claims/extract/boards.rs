//! Boards in a text.

use tilebase::board::{Board, Move, Shape};
use tilebase::judge::Claim;
use tilebase::notation::read_board;

/// All boards of a shape, in their order: grids of a line for each row, and lines that are a board.
pub(crate) fn boards_in(text: &str, shape: Shape) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut rows: Vec<Vec<u32>> = Vec::new();
    for line in text.lines() {
        match read_row(line, shape) {
            Some(row) => rows.push(row),
            None => {
                rows.clear();
                // A line that is one number could be anything; a board has a digit for each tile.
                boards.extend(read_board(line, Some(shape)).ok());
            }
        }
        if rows.len() == shape.rows() {
            boards.extend(Board::new(shape, &rows.concat()).ok());
            rows.clear();
        }
    }
    boards
}

/// A row of a grid: numbers, or a sign for the blank, and nothing else but brackets and commas.
fn read_row(line: &str, shape: Shape) -> Option<Vec<u32>> {
    let symbols = line.split(|c: char| c.is_whitespace() || "[](){}|,".contains(c));
    let symbols: Vec<&str> = symbols.filter(|symbol| !symbol.is_empty()).collect();
    if symbols.len() != shape.columns() {
        return None;
    }
    let number = |symbol: &&str| match *symbol {
        "x" | "X" | "_" | "*" | "-" | "." | "b" => Some(0),
        number => number.parse().ok().filter(|number| *number as usize <= shape.tiles()),
    };
    symbols.iter().map(number).collect()
}

/// What boards and a length come to: the path that the boards show, with the length, if each is one slide from the one
/// before; else the boards, for the judge to say what is wrong with them.
pub(crate) fn claim_of(boards: Vec<Board>, start: &Board, said: Option<u32>) -> Option<Claim> {
    let path = path_of(&boards, start);
    Some(match (said, path) {
        (Some(length), Some(moves)) => Claim::PathAndLength { moves, length },
        (Some(length), None) if boards.is_empty() => Claim::Length(length),
        (None, _) if boards.is_empty() => return None,
        _ => Claim::Boards(boards),
    })
}

fn path_of(boards: &[Board], start: &Board) -> Option<Vec<Move>> {
    if boards.first() != Some(start) {
        return None;
    }
    boards.windows(2).map(|pair| pair[0].move_to(&pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_and_lines_are_boards_and_other_numbers_are_not() {
        let text = "Minimum number of moves = 1\n3\n 1 2 3\n 4 5 6\n 7 0 8\n\n3\n1 2 3\n4 5 6\n7 8 0\n\
                    [1, 2, 3]\n[4, 5, 6]\n[7, 8, _]\n17\n\n123456708\nf = 5\n1 2 3\n4 5\n";
        let boards: Vec<String> =
            boards_in(text, Shape::THREE_BY_THREE).iter().map(ToString::to_string).collect();
        assert_eq!(boards, ["123456708", "123456780", "123456780", "123456708"]);
    }
}
