//! Several boards on a line, where one is expected.

use super::error::SeveralBoards;
use super::form::BoardForm;
use super::options::{BoardOptions, BoardRead};
use super::sketch::Sketch;
use super::span::Span;
use crate::board::{Board, MAX_CELLS};
use crate::notation::Place;

/// The boards of a line of which every word is a board of its own, all of one size. No other reading gives a board: at
/// best it takes all words but the last for an index.
pub(super) fn several_boards(line: Span<'_>, options: &BoardOptions) -> Option<SeveralBoards> {
    let words = line.symbols();
    if words.len() < 2 {
        return None;
    }
    let board = |text: &str| board_of(Span { text, place: line.place }, options);
    let boards: Vec<Board> = words.iter().map_while(|word| board(&word.text)).collect();
    let are_alike = boards.windows(2).all(|pair| pair[0].shape() == pair[1].shape());
    (boards.len() == words.len() && are_alike).then_some(SeveralBoards { boards })
}

/// The two boards of a line whose label is a board as well, as large as the one that it stands before: which of them is
/// meant can't be told.
pub(super) fn label_and_board(read: &BoardRead, options: &BoardOptions) -> Option<SeveralBoards> {
    let options = BoardOptions { shape: Some(read.board.shape()), ..options.clone() };
    let place = Place { line: read.line, column: 1 };
    let label = board_of(Span { text: read.assumed.label.as_deref()?, place }, &options)?;
    Some(SeveralBoards { boards: vec![label, read.board] })
}

/// The board of a word without gaps.
fn board_of(word: Span<'_>, options: &BoardOptions) -> Option<Board> {
    // Longer ones are none, and would take long to judge.
    if word.text.len() > MAX_CELLS * char::MAX.len_utf8() {
        return None;
    }
    let sketch = Sketch::flat(BoardForm::Digits, word.characters(), word.place).gapless();
    sketch.judge(options).ok().map(|read| read.board)
}
