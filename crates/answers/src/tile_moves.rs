//! Reads moves that each have a number beside them, either the sliding tile or the step number:
//! `5-up 8-left`, `left (8)`, `0: right`.

use super::vocabulary::{is_filler, read_directions};
use tilebase::board::{Board, Move};
use tilebase::notation::MoveConvention;

/// A part of such moves.
enum Part {
    Number(u32),
    Direction(Move),
}

/// Reads moves, each with a number. The numbers are tiles if each of them can slide, always in the
/// named direction or always opposite to it, as the blank goes. Otherwise they may count the moves
/// from 0 or 1.
///
/// Returns `None` for other text, and for a number that may be a length (`1 right`) or a repetition
/// (`right 2`).
pub(super) fn moves_with_tiles(text: &str, board: &Board, convention: MoveConvention) -> Option<Vec<Move>> {
    let has = |is_it: fn(char) -> bool| text.contains(is_it);
    if !has(|c| c.is_ascii_digit()) || !has(|c| !c.is_ascii() || c.is_ascii_alphabetic()) {
        return None;
    }
    let (mut numbers, mut directions) = (Vec::new(), Vec::new());
    let parts = parts_of(text, convention)?;
    let begins_with_number = matches!(parts.first(), Some(Part::Number(_)));
    for (at, part) in parts.into_iter().enumerate() {
        let is_number_due = begins_with_number == (at % 2 == 0);
        match part {
            Part::Number(number) if is_number_due => numbers.push(number),
            Part::Direction(step) if !is_number_due => directions.push(step),
            _ => return None,
        }
    }
    if directions.is_empty() || numbers.len() != directions.len() {
        return None;
    }
    let may_be_other = match numbers.as_slice() {
        [1] => !text.contains("tile"),
        // `8,R` is a record with a length.
        [_] if begins_with_number => text.contains([',', ';', '|', '\t']) && !text.starts_with(['(', '[']),
        // `right 2`
        [_] if !begins_with_number => text.trim().chars().all(|c| c.is_alphanumeric() || c == ' '),
        _ => false,
    };
    let of_tiles = moves_of_tiles(&directions, &numbers, board);
    let counts = |first: u32| numbers.iter().copied().eq(first..first + numbers.len() as u32);
    // The blank is no tile: `0: right`.
    let are_blank = || numbers.iter().all(|number| *number == 0);
    let are_steps = || begins_with_number && (counts(0) || counts(1) || are_blank());
    match of_tiles {
        _ if may_be_other => None,
        Some(moves) => Some(moves),
        None => are_steps().then_some(directions),
    }
}

/// The blank's move beside the number of a tile, if that tile slides: `left (8)`. The number 1 may
/// be a length.
pub(super) fn tile_move(moves: &[Move], number: u32, board: &Board) -> Option<Vec<Move>> {
    (moves.len() == 1 && number > 1).then(|| moves_of_tiles(moves, &[number], board)).flatten()
}

/// The blank's moves that slide these tiles: the named ones, or else their opposites.
fn moves_of_tiles(named: &[Move], tiles: &[u32], board: &Board) -> Option<Vec<Move>> {
    let opposite: Vec<Move> = named.iter().map(|step| step.inverse()).collect();
    [named, &opposite].into_iter().find(|moves| slide(moves, tiles, board)).map(<[Move]>::to_vec)
}

/// Splits a text into numbers and moves; `None` if it has other words, except for fillers.
fn parts_of(text: &str, convention: MoveConvention) -> Option<Vec<Part>> {
    let text = text.replace("->", " ");
    let is_separator = |c: char| c.is_whitespace() || ",;:()[]{}|=-'\".".contains(c);
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    let mut parts = Vec::new();
    for word in words {
        if let Ok(number) = word.parse() {
            parts.push(Part::Number(number));
        } else if let Ok([step]) = read_directions(word, convention).as_deref() {
            parts.push(Part::Direction(*step));
        } else {
            // `2 moves: right` states a length.
            (is_filler(word) && !word.ends_with('s')).then_some(())?;
        }
    }
    Some(parts)
}

/// Whether moves of the blank slide these tiles.
fn slide(moves: &[Move], tiles: &[u32], start: &Board) -> bool {
    let mut board = *start;
    moves.iter().zip(tiles).all(|(step, tile)| {
        let Some(next) = board.after(*step) else { return false };
        let slid = board.tile_at(next.blank()).number();
        board = next;
        u32::from(slid) == *tile
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beside_moves_are_tiles_or_steps() {
        let board: Board = "123406758".parse().unwrap();
        let read = |text: &str| {
            let moves = moves_with_tiles(text, &board, MoveConvention::Blank)?;
            Some(moves.iter().map(|step| step.letter()).collect::<String>())
        };
        for text in [
            "5-up 8-left",
            "5 up, 8 left",
            "5: up, 8: left",
            "5 -> up, 8 -> left",
            "tile 5 up, tile 8 left",
            "[(5, 'up'), (8, 'left')]",
            "('up', 5), ('left', 8)",
            "5 down 8 right",
            "5 ↑ 8 ←",
            "1. down 2. right",
            "0: down, 1: right",
        ] {
            assert_eq!(read(text).as_deref(), Some("DR"), "{text}");
        }
        for (text, moves) in [
            ("5 up", "D"),
            ("5 down", "D"),
            ("up (5)", "D"),
            ("0: down", "D"),
            ("tile 5 up", "D"),
            ("0 down, 0 right", "DR"),
        ] {
            assert_eq!(read(text).as_deref(), Some(moves), "{text}");
        }
        for text in [
            "up 5",
            "1 up",
            "0,R",
            "4 up",
            "5 moves: up",
            "5 up 8 right",
            "3 up 7 left",
            "5 8",
            "up left",
            "5 up 8",
            "R2",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
