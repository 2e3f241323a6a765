//! Moves in a text.

use tilebase::board::{Board, Move};
use tilebase::notation::{self, MoveConvention, MoveForm, MoveOptions, ReadError};

/// Reads a text all of which is moves, in any form that names directions, with arrows between them or not. None if
/// anything else is in it. Blank text is no moves.
pub(crate) fn read_moves(text: &str, convention: MoveConvention) -> Option<Vec<Move>> {
    let options = MoveOptions { convention, ..MoveOptions::default() };
    Some(notation::read_moves(&text.replace("->", " "), &options).ok()?.moves)
}

/// The last line that is moves and nothing else, but for a name before a colon or an equals sign; or else the last word
/// of a line. Lines of one word each, at the end, are one path.
pub(crate) fn last_moves(text: &str, convention: MoveConvention) -> Option<Vec<Move>> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let read = |text: &str| read_moves(text, convention).filter(|moves| !moves.is_empty());
    // Words under one another: each line is one move.
    let is_step = |line: &&&str| read(line).is_some_and(|moves| moves.len() == 1);
    let steps = lines.iter().rev().take_while(is_step).count();
    if steps > 1 {
        return read(&lines[lines.len() - steps..].join(" "));
    }
    let after_name = |line: &'_ str| line.rsplit([':', '=']).next().map(str::trim).and_then(read);
    let whole = lines.iter().rev().find_map(|line| read(line).or_else(|| after_name(line)));
    // "It is all right" ends with no move: at the end of a sentence only letters count.
    let is_letters = |word: &&str| word.chars().all(|letter| "UDLRudlr".contains(letter));
    let last_word = |line: &&str| line.split_whitespace().next_back().filter(is_letters).and_then(read);
    whole.or_else(|| lines.iter().rev().find_map(last_word))
}

/// The moves by which tiles slide, from the last line that is numbers, or the error of a tile that is not beside the
/// blank; none if there is no such line.
pub(crate) fn last_slides(text: &str, start: &Board) -> Option<Result<Vec<Move>, ReadError>> {
    let is_numbers = |line: &&str| {
        line.contains(|c: char| c.is_ascii_digit())
            && line.chars().all(|c| c.is_ascii_digit() || " \t,;[](){}".contains(c))
    };
    let values = text.lines().rev().filter_map(|line| line.rsplit([':', '=']).next());
    let line = values.map(str::trim).find(is_numbers)?;
    let options =
        MoveOptions { form: Some(MoveForm::Numbers), start: Some(*start), ..MoveOptions::default() };
    Some(notation::read_moves(line, &options).map(|read| read.moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::notation::write_moves;

    fn last(text: &str) -> Option<String> {
        last_moves(text, MoveConvention::Blank).map(|moves| write_moves(&moves, MoveConvention::Blank))
    }

    #[test]
    fn moves_are_found_in_the_forms_that_people_print() {
        for text in [
            "ULD",
            "searching...\nuld\n\n",
            "['Up', 'Left', 'Down']",
            "U -> L -> D",
            "up\nleft\ndown\n",
            "Solved!\nU, L, D\n12 nodes, 3 ms",
            "solution: U L D",
            "BFS found a path of 3 moves: ['up', 'left', 'down']",
            "638541720 28 ULD",
        ] {
            assert_eq!(last(text).as_deref(), Some("ULD"), "{text}");
        }
        assert_eq!(last("28\nno moves here\nall is right\n"), None);
        let tile = read_moves("UL", MoveConvention::Tile).unwrap();
        assert_eq!(tile, [Move::Down, Move::Right]);
    }
}
