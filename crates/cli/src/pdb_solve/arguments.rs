//! Interprets the arguments of the main command: unquoted tiles, files, commands.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Command;
use tilebase::board::{Board, Goal, LargeShape};
use tilebase::notation::shorten;

use super::options::{ALGORITHMS, HEURISTICS};
use crate::shell::{named, nearest, quoted};

/// Minimum number of arguments of one or two characters that are taken for tiles, even if they are
/// not a board.
const MIN_UNQUOTED_TILES: usize = 4;

/// The boards, after joining tiles that were typed without quotes: `1 2 3 4 5 6 7 8 0`,
/// `123 456 780`.
pub(super) fn unquoted(arguments: &[OsString], shape: Option<LargeShape>) -> Vec<OsString> {
    let words: Option<Vec<&str>> = arguments.iter().map(|argument| argument.to_str()).collect();
    let Some(words) = words.filter(|words| words.len() > 1) else { return arguments.to_vec() };
    let shape = shape.and_then(LargeShape::exact);
    let is_tile = |word: &&str| {
        let tile = word.trim_matches(|letter| "[](){},".contains(letter));
        tile.len() <= 2 && (tile == "_" || tile.chars().all(char::is_alphanumeric))
    };
    let joined = words.join(" ");
    let are_tiles = words.len() >= MIN_UNQUOTED_TILES && words.iter().all(is_tile);
    let are_rows =
        words.iter().all(|word| Board::read(word, None).is_err()) && Board::read(&joined, shape).is_ok();
    if are_tiles || are_rows { vec![joined.into()] } else { arguments.to_vec() }
}

/// Describes an argument of the main command that is not a board: a file, an algorithm, or as
/// [`what_else_it_is`].
pub(super) fn what_it_is(argument: &OsStr) -> Option<String> {
    let text = argument.to_string_lossy();
    let shown = shorten(&text);
    if Path::new(argument).is_file() {
        return Some(format!("{shown} is a file; to read boards from it, use --input {}", quoted(&text)));
    }
    if named(&ALGORITHMS, &text).is_some() {
        return Some(format!("{shown} is an algorithm, not a board; use -a {}", quoted(&shown)));
    }
    if named(&HEURISTICS, &text).is_some() {
        return Some(format!("{shown} is a heuristic, not a board; use -H {shown}"));
    }
    what_else_it_is(argument)
}

/// Describes an argument of any command that is not a board: a folder, a shape, or a word.
pub(super) fn what_else_it_is(argument: &OsStr) -> Option<String> {
    let text = argument.to_string_lossy();
    let shown = shorten(&text);
    if Path::new(argument).is_dir() {
        return Some(format!("{shown} is a folder, not a board"));
    }
    if let Ok(shape) = text.parse::<LargeShape>() {
        let sample = format!("pdb-solve sample {shape}");
        return Some(format!("{shape} is a shape, not a board; for random boards, run: {sample}"));
    }
    if text.trim().is_empty() {
        return Some("the board is empty: expected tiles, such as 638541720".to_owned());
    }
    let with_blank = text.replace(|letter: char| letter.is_ascii_alphabetic(), "0");
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    if letters == 1 && text.chars().all(char::is_alphanumeric) && Board::read(&with_blank, None).is_ok() {
        return Some(format!("{shown:?} is not a board; the blank is written 0 or _: {with_blank}"));
    }
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    missing_file(argument)
        .or_else(|| is_word.then(|| format!("{shown:?} is not a board: expected tiles, such as 638541720")))
}

/// A message about a missing file, if the argument looks like a file name.
pub(super) fn missing_file(argument: &OsStr) -> Option<String> {
    let text = argument.to_string_lossy();
    let ending = Path::new(argument).extension()?.to_string_lossy();
    let is_name = ending.starts_with(char::is_alphabetic) && !text.contains([',', ' ']);
    is_name.then(|| format!("no such file: {}", shorten(&text)))
}

/// A board as an argument of a suggested command: as given, or written on one line if it was drawn
/// over several, with `--shape` if that line is ambiguous.
pub(super) fn in_one_word(board: &OsStr, shape: Option<LargeShape>) -> String {
    let text = board.to_string_lossy();
    let shape = shape.and_then(LargeShape::exact);
    let drawn = Board::read(&text, shape).ok().filter(|_| text.trim().contains('\n'));
    let Some(drawn) = drawn else { return quoted(&text).into_owned() };
    let line = drawn.to_string();
    let is_clear = Board::read(&line, shape).is_ok_and(|board| board == drawn);
    if is_clear { line } else { format!("{line} --shape {}", drawn.shape()) }
}

/// Whether an argument is a word that is neither a board nor a file.
pub(super) fn may_be_command(argument: &OsStr) -> bool {
    let is_word = |text: &str| text.len() > 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    argument.to_str().is_some_and(is_word) && !Path::new(argument).exists()
}

/// A message about a command that is mistyped or not in first place.
pub(super) fn mistyped_command(argument: &OsStr, program: &Command) -> Option<String> {
    let text = argument.to_str()?;
    let name = nearest(text, program.get_subcommands().map(Command::get_name))?;
    Some(if name == text {
        format!("{name} is a command: it comes first, before all options")
    } else {
        format!("unknown command {text:?}; did you mean {name}?\nFor help: pdb-solve -h")
    })
}

/// Whether a board is a common goal, and so was probably not meant to be solved.
pub(super) fn is_solved_goal(argument: &OsStr) -> bool {
    let board: Option<Board> = argument.to_str().and_then(|text| Board::read(text, None).ok());
    board.is_some_and(|board| Goal::common(board.shape()).iter().any(|goal| goal.board() == board))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unquoted_tiles_are_one_board() {
        let boards = |text: &str| {
            let words: Vec<OsString> = text.split(' ').map(OsString::from).collect();
            unquoted(&words, None).len()
        };
        for text in [
            "1 2 3 4 5 6 7 8 0",
            "1 2 3 4 5 6 7 8 _",
            "1, 2, 3, 4, 5, 6, 7, 8, 0",
            "[1, 2, 3, 4, 5, 6, 7, 8, 0]",
            "1 2 3 4 5 6 7 8 8",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0",
            "123 456 780",
            "1,2,3 4,5,6 7,8,0",
            "638541720",
        ] {
            assert_eq!(boards(text), 1, "{text}");
        }
        assert_eq!(boards("638541720 123456780"), 2);
        assert_eq!(boards("638541720 12345678"), 2);
        assert_eq!(boards("1230 3120"), 2);
    }
}
