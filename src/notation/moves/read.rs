//! Moves out of a text.

use super::convention::MoveConvention;
use super::error::{MovesReadError, MovesReadReason};
use super::form::MoveForm;
use super::path::read_path;
use crate::board::{Board, MAX_CELLS, Move, Tile};
use crate::notation::{BoardOptions, Boards, Place, shorten};

/// A blank that is repeated more often leaves every board.
const MOST_REPETITIONS: usize = MAX_CELLS / 2 - 1;

/// What is known of moves before they are read. The default is nothing but the house's convention.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveOptions {
    /// The form; none to detect it from the first step.
    pub form: Option<MoveForm>,
    /// Whether a direction is that of the blank or of the tile.
    pub convention: MoveConvention,
    /// The board before the first step. Where it is known, every step is checked to be legal; numbers of tiles need it.
    pub start: Option<Board>,
}

/// Moves that were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesRead {
    /// The moves, by where the blank goes.
    pub moves: Vec<Move>,
    /// The form that they were in; none if there are none.
    pub form: Option<MoveForm>,
}

/// Reads moves in any form, which is the same for all of them: letters (in either case, with counts or
/// not), words, compass points, arrows, numbers of the tiles that slide, or the boards on the way. Between moves
/// there may be spaces, commas, brackets and quotes.
///
/// ```
/// use tilebase::board::Move::{Down, Left, Up};
/// use tilebase::notation::{MoveConvention, MoveForm, MoveOptions, read_board, read_moves};
///
/// let any = MoveOptions::default();
/// assert_eq!(read_moves("['up', 'Left']", &any)?.moves, [Up, Left]);
/// assert_eq!(read_moves("U2L", &any)?.moves, [Up, Up, Left]);
/// let tiles = MoveOptions { convention: MoveConvention::Tile, ..MoveOptions::default() };
/// assert_eq!(read_moves("↑", &tiles)?.moves, [Down]);
/// let start = read_board("1230", None).ok();
/// let on_board = MoveOptions { start, ..MoveOptions::default() };
/// let read = read_moves("2, 1", &on_board)?;
/// assert_eq!((read.moves, read.form), (vec![Up, Left], Some(MoveForm::Numbers)));
/// # Ok::<(), tilebase::notation::MovesReadError>(())
/// ```
///
/// # Errors
/// [`MovesReadError`] names the step and why it is none, or why it is not legal.
pub fn read_moves(text: &str, options: &MoveOptions) -> Result<MovesRead, MovesReadError> {
    if let Some(read) = read_plain_letters(text, options) {
        return Ok(read);
    }
    if options.form == Some(MoveForm::Boards) || (options.form.is_none() && is_path(text)) {
        let board_options =
            BoardOptions { shape: options.start.map(|board| board.shape()), ..BoardOptions::default() };
        let path = read_path(text.as_bytes(), board_options)?;
        let read = MovesRead { moves: path.moves, form: Some(MoveForm::Boards) };
        return match options.start.filter(|start| *start != path.start) {
            Some(board) => {
                let reason = MovesReadReason::NotOneSlide { board, next: path.start };
                Err(MovesReadError { step: 1, place: Place { line: 1, column: 1 }, reason })
            }
            None => Ok(read),
        };
    }
    let mut reader = Reader { options, form: options.form, board: options.start, moves: Vec::new() };
    for (place, word) in words(text) {
        reader.read_word(place, word)?;
    }
    Ok(MovesRead { moves: reader.moves, form: reader.form })
}

/// Letters alone, where no board tells which of them are legal: what most programs write, read twenty times as fast as
/// any form can be told from the others.
fn read_plain_letters(text: &str, options: &MoveOptions) -> Option<MovesRead> {
    let is_asked_for = matches!(options.form, None | Some(MoveForm::Letters)) && options.start.is_none();
    if !is_asked_for || text.is_empty() {
        return None;
    }
    let direction = |letter: u8| match letter.to_ascii_uppercase() {
        b'U' => Some(Move::Up),
        b'D' => Some(Move::Down),
        b'L' => Some(Move::Left),
        b'R' => Some(Move::Right),
        _ => None,
    };
    let step = |letter| match options.convention {
        MoveConvention::Blank => direction(letter),
        MoveConvention::Tile => direction(letter).map(Move::inverse),
    };
    let moves: Option<Vec<Move>> = text.bytes().map(step).collect();
    Some(MovesRead { moves: moves?, form: Some(MoveForm::Letters) })
}

/// Does a text begin with two boards? One may as well be the numbers of tiles.
fn is_path(text: &str) -> bool {
    Boards::new(text.as_bytes(), BoardOptions::default()).take(2).filter(Result::is_ok).count() == 2
}

/// The words of a text with their places.
fn words(text: &str) -> impl Iterator<Item = (Place, &str)> {
    let is_separator = |c: char| c.is_whitespace() || ",;[](){}'\"".contains(c);
    text.lines().enumerate().flat_map(move |(line, text)| {
        let mut words = Vec::new();
        let (mut column, mut start) = (0, None);
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            column += 1;
            match start {
                None if !is_separator(c) => start = Some((at, column)),
                Some((from, column)) if is_separator(c) => {
                    words.push((Place { line: line + 1, column }, &text[from..at]));
                    start = None;
                }
                _ => {}
            }
        }
        words
    })
}

/// The forms in which one character stands for a direction.
const DIRECTIONS: [MoveForm; 4] =
    [MoveForm::Letters, MoveForm::Compass, MoveForm::Arrows, MoveForm::AsciiArrows];

struct Reader<'a> {
    options: &'a MoveOptions,
    form: Option<MoveForm>,
    board: Option<Board>,
    moves: Vec<Move>,
}

impl Reader<'_> {
    fn error(&self, place: Place, reason: MovesReadReason) -> MovesReadError {
        MovesReadError { step: self.moves.len() + 1, place, reason }
    }

    fn read_word(&mut self, place: Place, word: &str) -> Result<(), MovesReadError> {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.settle(MoveForm::Numbers, place, word)?;
            return self.read_number(place, word);
        }
        if let Some((form, step)) = direction_of_word(word) {
            self.settle(form, place, word)?;
            return self.make(step, place);
        }
        let characters: Vec<char> = word.chars().collect();
        let mut at = 0;
        while let Some(c) = characters.get(at) {
            let place = Place { column: place.column + at, ..place };
            let symbol = c.encode_utf8(&mut [0; 4]).to_owned();
            let Some((form, step)) = direction_of_symbol(&symbol) else {
                let rest: String = characters[at..].iter().collect();
                return Err(self.error(place, MovesReadReason::NoMove { found: shorten(&rest) }));
            };
            let digits: String = characters[at + 1..].iter().take_while(|c| c.is_ascii_digit()).collect();
            let form = if digits.is_empty() || form != MoveForm::Letters { form } else { MoveForm::Counts };
            self.settle(form, place, &symbol)?;
            at += 1;
            let times = if form == MoveForm::Counts {
                at += digits.len();
                self.count(&digits, place)?
            } else {
                1
            };
            for _ in 0..times {
                self.make(step, place)?;
            }
        }
        Ok(())
    }

    /// The form of a step has to be that of the others. Letters may turn out to have counts.
    fn settle(&mut self, form: MoveForm, place: Place, found: &str) -> Result<(), MovesReadError> {
        match (self.form, form) {
            (None, _) => self.form = Some(form),
            (Some(expected), found) if expected == found => {}
            (Some(MoveForm::Counts), MoveForm::Letters) => {}
            (Some(MoveForm::Letters), MoveForm::Counts) if self.options.form.is_none() => {
                self.form = Some(form);
            }
            (Some(expected), _) => {
                let reason = MovesReadReason::OtherForm { expected, found: shorten(found) };
                return Err(self.error(place, reason));
            }
        }
        Ok(())
    }

    fn count(&self, digits: &str, place: Place) -> Result<usize, MovesReadError> {
        let count = digits.parse().ok().filter(|count| (1..=MOST_REPETITIONS).contains(count));
        let reason = || MovesReadReason::Count { most: MOST_REPETITIONS, found: shorten(digits) };
        count.ok_or_else(|| self.error(place, reason()))
    }

    /// A tile; or several, where each has one digit.
    fn read_number(&mut self, place: Place, word: &str) -> Result<(), MovesReadError> {
        let Some(board) = self.board else {
            return Err(self.error(place, MovesReadReason::NoBoard));
        };
        if board.shape().cells() <= 10 {
            for (nth, digit) in word.char_indices() {
                let digit = digit.to_digit(10).unwrap_or_default();
                self.slide(digit, Place { column: place.column + nth, ..place })?;
            }
            return Ok(());
        }
        match word.parse::<u32>() {
            Ok(number) if word.len() <= 2 => self.slide(number, place),
            _ => {
                let reason = MovesReadReason::AmbiguousNumber { found: shorten(word), board };
                Err(self.error(place, reason))
            }
        }
    }

    /// Slides a tile.
    fn slide(&mut self, number: u32, place: Place) -> Result<(), MovesReadError> {
        let Some(board) = self.board else {
            return Err(self.error(place, MovesReadReason::NoBoard));
        };
        let tile = u8::try_from(number).ok().map(Tile::new).filter(|tile| !tile.is_blank());
        let Some((tile, cell)) = tile.and_then(|tile| Some((tile, board.cell_of(tile)?))) else {
            let reason = MovesReadReason::NoSuchTile { board, found: number.to_string() };
            return Err(self.error(place, reason));
        };
        match board.successors().find(|(_, next)| next.blank() == cell) {
            Some((step, next)) => {
                self.moves.push(step);
                self.board = Some(next);
                Ok(())
            }
            None => Err(self.error(place, MovesReadReason::NotBeside { board, tile })),
        }
    }

    /// Makes a move whose direction is that of the convention.
    fn make(&mut self, direction: Move, place: Place) -> Result<(), MovesReadError> {
        let step = match self.options.convention {
            MoveConvention::Blank => direction,
            MoveConvention::Tile => direction.inverse(),
        };
        if let Some(board) = self.board {
            let direction = MoveForm::Words.symbol(step).unwrap_or_default();
            let Some(next) = board.after(step) else {
                return Err(self.error(place, MovesReadReason::OverTheEdge { board, direction }));
            };
            self.board = Some(next);
        }
        self.moves.push(step);
        Ok(())
    }
}

fn direction_of_word(word: &str) -> Option<(MoveForm, Move)> {
    let is_word = |step: &Move| MoveForm::Words.symbol(*step).is_some_and(|w| w.eq_ignore_ascii_case(word));
    let compass = ["north", "south", "west", "east"].into_iter().zip(Move::ALL);
    let point = || compass.filter(|(point, _)| point.eq_ignore_ascii_case(word)).map(|(_, step)| step).next();
    let step = Move::ALL.into_iter().find(is_word).map(|step| (MoveForm::Words, step));
    step.or_else(|| point().map(|step| (MoveForm::Compass, step)))
}

fn direction_of_symbol(symbol: &str) -> Option<(MoveForm, Move)> {
    let is_it = |form: MoveForm, step| form.symbol(step).is_some_and(|s| s.eq_ignore_ascii_case(symbol));
    let in_form = |form| Move::ALL.into_iter().find(|step| is_it(form, *step)).map(|step| (form, step));
    DIRECTIONS.into_iter().find_map(in_form)
}
