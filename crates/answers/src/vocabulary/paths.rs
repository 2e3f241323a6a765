//! Paths as text: moves in any form and language, or boards.

use std::borrow::Cow;

use serde_json::Value;

use super::move_words::moves_of_words;
use tilebase::board::{Board, Move};
use tilebase::judge::Claim;
use tilebase::notation::{BoardOptions, Boards, MoveConvention, MoveOptions, ReadError};

/// Reads moves in any form, or the boards of a path.
pub(crate) fn read_path(text: &str, board: &Board, convention: MoveConvention) -> Result<Claim, ReadError> {
    if text.starts_with(['[', '(', '{']) {
        if let Some(boards) = boards_of_numbers(text, board).or_else(|| boards_of_strings(text, board)) {
            return Ok(Claim::Boards(boards));
        }
        let options = BoardOptions { shape: Some(board.shape()), ..BoardOptions::default() };
        let boards: Result<Vec<Board>, _> =
            Boards::new(text.as_bytes(), options).map(|read| read.map(|read| read.board)).collect();
        if let Ok(boards) = boards
            && !boards.is_empty()
        {
            return Ok(Claim::Boards(boards));
        }
    }
    if let Some(boards) = boards_in_text(text, board) {
        return Ok(Claim::Boards(boards));
    }
    // Read without the board first: illegal moves are left to the judge. Only tile numbers need it.
    let read = read_directions(text, convention).or_else(|error| {
        let from_board = MoveOptions { start: Some(*board), convention, ..MoveOptions::default() };
        from_board.read(text).map_err(|on_board| if is_numbers(text) { on_board } else { error })
    });
    read.map(Claim::Path)
}

/// Reads moves in any form and language that names directions, optionally with arrows (`U -> L`).
/// Blank text is no moves.
pub(crate) fn read_directions(text: &str, convention: MoveConvention) -> Result<Vec<Move>, ReadError> {
    let text = &*without_arrows(text);
    read_usual_directions(text, convention).or_else(|error| {
        let moves = moves_of_words(text).ok_or(error)?;
        Ok(match convention {
            MoveConvention::Blank => moves,
            MoveConvention::Tile => moves.into_iter().map(Move::inverse).collect(),
        })
    })
}

/// Reads moves like [`read_directions`], but only letters (`UL` or `U-L`), arrows, and English
/// words.
pub(crate) fn read_usual_directions(text: &str, convention: MoveConvention) -> Result<Vec<Move>, ReadError> {
    let options = MoveOptions { convention, ..MoveOptions::default() };
    let text = without_arrows(text);
    if text.contains(['-', '/']) && is_letters(&text.replace(['-', '/'], "")) {
        options.read(&text.replace(['-', '/'], " "))
    } else {
        options.read(&text)
    }
}

/// Drawn arrows to the right, which may also stand between words.
pub(crate) const RIGHT_ARROWS: [char; 5] = ['→', '⇒', '➡', '➔', '➜'];

/// Removes the arrows between words: `->`, and drawn ones as in `Down → Right`. In `↓ → →`, they
/// are moves.
fn without_arrows(text: &str) -> Cow<'_, str> {
    if !text.contains("->") && !text.contains(RIGHT_ARROWS) {
        return Cow::Borrowed(text);
    }
    let is_of_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "'\")(".contains(c));
    let mut words = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        // Only at arrows: a long run of spaces would otherwise be read again for each of its
        // characters.
        let is_between_words = || {
            is_of_word(text[..at].trim_end().chars().next_back())
                && is_of_word(text[at + c.len_utf8()..].trim_start().chars().next())
        };
        words.push(if RIGHT_ARROWS.contains(&c) && is_between_words() { ' ' } else { c });
    }
    Cow::Owned(words.replace("->", "  "))
}

/// Reads a list of boards as whole numbers: `[123406758, 123456708]`. A number has lost its leading
/// 0 if the blank is first.
fn boards_of_numbers(text: &str, board: &Board) -> Option<Vec<Board>> {
    let cells = board.shape().cells();
    // With more tiles than digits, a number is no board.
    if cells > 10 {
        return None;
    }
    let words = text.split(|c: char| c.is_whitespace() || ",;[](){}".contains(c));
    let numbers: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let has_whole = numbers.iter().any(|number| number.len() == cells);
    let read = |number: &&str| match number.len() {
        length if length == cells => Board::read(number, Some(board.shape())).ok(),
        length if length + 1 == cells => Board::read(&format!("0{number}"), Some(board.shape())).ok(),
        _ => None,
    };
    let are_digits = |number: &&str| number.bytes().all(|byte| byte.is_ascii_digit());
    if !has_whole || !numbers.iter().all(are_digits) {
        return None;
    }
    numbers.iter().map(read).collect()
}

/// Reads a JSON list of boards: `["123406758", "123456708"]`.
fn boards_of_strings(text: &str, board: &Board) -> Option<Vec<Board>> {
    let strings: Vec<Value> = serde_json::from_str(text).ok()?;
    let read = |text: &Value| Board::read(text.as_str()?, Some(board.shape())).ok();
    strings.iter().map(read).collect::<Option<Vec<_>>>().filter(|boards| !boards.is_empty())
}

/// Reads at least two boards without brackets: `123406758 -> 123456708`, or as grids.
///
/// They are no moves, which would assume that they begin at the start.
fn boards_in_text(text: &str, board: &Board) -> Option<Vec<Board>> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let lines = text.replace("->", "\n").replace(RIGHT_ARROWS, "\n");
    let read = |lines: &str| -> Option<Vec<Board>> {
        let options = BoardOptions { shape: Some(board.shape()), ..BoardOptions::default() };
        Boards::new(lines.as_bytes(), options).map(|read| Some(read.ok()?.board)).collect()
    };
    // Boards as whole words may also be on one line.
    let words: Vec<&str> = lines.split([' ', ',', ';', '|', '\n']).filter(|word| !word.is_empty()).collect();
    let are_whole = words.iter().all(|word| word.len() > 3);
    let boards = read(&lines).or_else(|| read(&words.join("\n")).filter(|_| are_whole));
    boards.filter(|boards| boards.len() > 1)
}

fn is_numbers(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || c == '[' || c == '(')
}

/// Whether a text consists of move letters only, so that no other interpretation is needed.
pub(crate) fn is_letters(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| b"UDLRudlr".contains(&byte))
}
