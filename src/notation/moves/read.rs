//! Parses moves.

use std::io::BufRead;

use super::form::{MoveConvention, MoveForm, MoveOptions};
use crate::board::{Board, MAX_CELLS, Move, Tile};
use crate::notation::boards::{BoardOptions, BoardRead, Boards};
use crate::notation::error::{ReadError, TextPosition, shorten};

/// Maximum number of steps in one direction on any board: those along the 12 cells of a 2x12 board.
const MAX_REPETITIONS: usize = MAX_CELLS / 2 - 1;

impl MoveOptions {
    /// Reads moves in any form: letters (in either case, with or without counts), words, compass
    /// points, arrows, tile numbers, or boards. All moves must have the same form. Spaces, commas,
    /// brackets, and quotes may separate them.
    ///
    /// ```
    /// use tilebase::board::Board;
    /// use tilebase::board::Move::{Down, Left, Up};
    /// use tilebase::notation::{MoveConvention, MoveOptions};
    ///
    /// let any = MoveOptions::default();
    /// assert_eq!(any.read("['up', 'Left']")?, [Up, Left]);
    /// assert_eq!(any.read("U2L")?, [Up, Up, Left]);
    /// let tiles = MoveOptions { convention: MoveConvention::Tile, ..MoveOptions::default() };
    /// assert_eq!(tiles.read("↑")?, [Down]);
    /// let start = Board::read("1230", None).ok();
    /// let on_board = MoveOptions { start, ..MoveOptions::default() };
    /// assert_eq!(on_board.read("2, 1")?, [Up, Left]);
    ///
    /// let error = any.read("UL\nUx").unwrap_err();
    /// assert_eq!(error.to_string(), "step 4 (line 2, column 2): expected a move, found \"x\"");
    /// # Ok::<(), tilebase::notation::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError`] with the step, and why it is invalid or illegal.
    pub fn read(&self, text: &str) -> Result<Vec<Move>, ReadError> {
        Ok(self.read_with_form(text)?.0)
    }

    /// Reads moves like [`read`](Self::read), and returns the form of the text with them; `None` if
    /// there are no moves.
    ///
    /// ```
    /// use tilebase::board::Move;
    /// use tilebase::notation::{MoveForm, MoveOptions};
    ///
    /// let read = MoveOptions::default().read_with_form("north")?;
    /// assert_eq!(read, (vec![Move::Up], Some(MoveForm::Compass)));
    /// # Ok::<(), tilebase::notation::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`read`](Self::read).
    pub fn read_with_form(&self, text: &str) -> Result<(Vec<Move>, Option<MoveForm>), ReadError> {
        if let Some(moves) = read_plain_letters(text, self) {
            return Ok((moves, Some(MoveForm::Letters)));
        }
        if self.form == Some(MoveForm::Boards) || (self.form.is_none() && is_path(text)) {
            let shape = self.start.map(|board| board.shape());
            let board_options = BoardOptions { form: self.board_form, shape, ..BoardOptions::default() };
            let (first, moves) = Boards::new(text.as_bytes(), board_options).read_path()?;
            return match self.start.filter(|start| *start != first.board) {
                Some(board) => Err(not_one_slide(1, TextPosition::START, &board, &first.board)),
                None => Ok((moves, Some(MoveForm::Boards))),
            };
        }
        let mut reader = Reader { options: self, form: self.form, board: self.start, moves: Vec::new() };
        for (position, word) in words(text) {
            reader.read_word(position, word)?;
        }
        Ok((reader.moves, reader.form))
    }
}

/// Reads plain letters if no board is given to check them. Most programs write this form, and this
/// is twenty times as fast as detecting the form.
fn read_plain_letters(text: &str, options: &MoveOptions) -> Option<Vec<Move>> {
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
    text.bytes().map(step).collect()
}

impl<R: BufRead> Boards<R> {
    /// Reads the boards as a path, each one slide away from the one before. Returns the first board
    /// and the moves.
    ///
    /// ```
    /// use tilebase::board::Move;
    /// use tilebase::notation::{BoardOptions, Boards};
    ///
    /// let text = "2\n1 2\n0 3\n\n2\n1 2\n3 0\n";
    /// let (first, moves) = Boards::new(text.as_bytes(), BoardOptions::default()).read_path()?;
    /// assert_eq!((first.board.to_string().as_str(), moves), ("1203", vec![Move::Right]));
    /// # Ok::<(), tilebase::notation::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError`] with the step whose board is invalid or not one slide away. Step *n* leads to
    /// board *n* + 1; step 0 is the first board.
    pub fn read_path(mut self) -> Result<(BoardRead, Vec<Move>), ReadError> {
        let no_board =
            || ReadError::message(TextPosition::START, "expected the boards of a path, found none");
        let first = self.next().unwrap_or_else(|| Err(no_board())).map_err(|error| error.at_step(0))?;
        let (mut board, mut moves) = (first.board, Vec::new());
        for read in self {
            let step = moves.len() + 1;
            let read = read.map_err(|error| error.at_step(step))?;
            let position = TextPosition { line: read.line, column: 1 };
            let made = board.move_to(&read.board);
            moves.push(made.ok_or_else(|| not_one_slide(step, position, &board, &read.board))?);
            board = read.board;
        }
        Ok((first, moves))
    }
}

fn not_one_slide(step: usize, position: TextPosition, board: &Board, next: &Board) -> ReadError {
    ReadError::message(position, format!("{next} is not one slide away from {board}")).at_step(step)
}

/// Whether a text begins with two boards. One alone could also be tile numbers.
fn is_path(text: &str) -> bool {
    Boards::new(text.as_bytes(), BoardOptions::default()).take(2).filter(Result::is_ok).count() == 2
}

/// Splits a text into words with their places.
fn words(text: &str) -> impl Iterator<Item = (TextPosition, &str)> {
    let is_separator = |c: char| c.is_whitespace() || ",;[](){}'\"".contains(c);
    text.lines().enumerate().flat_map(move |(line, text)| {
        let mut words = Vec::new();
        let (mut column, mut start) = (0, None);
        // The added space ends a word at the end of the line.
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            column += 1;
            match start {
                None if !is_separator(c) => start = Some((at, column)),
                Some((from, column)) if is_separator(c) => {
                    words.push((TextPosition { line: line + 1, column }, &text[from..at]));
                    start = None;
                }
                _ => {}
            }
        }
        words
    })
}

/// The forms that write a direction as one character.
const DIRECTIONS: [MoveForm; 4] =
    [MoveForm::Letters, MoveForm::Compass, MoveForm::Arrows, MoveForm::AsciiArrows];

struct Reader<'a> {
    options: &'a MoveOptions,
    form: Option<MoveForm>,
    board: Option<Board>,
    moves: Vec<Move>,
}

impl Reader<'_> {
    fn error(&self, position: TextPosition, message: String) -> ReadError {
        ReadError::message(position, message).at_step(self.moves.len() + 1)
    }

    fn no_board(&self, position: TextPosition) -> ReadError {
        let message = "to read tile numbers as moves, the board must be given";
        self.error(position, message.to_owned())
    }

    fn read_word(&mut self, position: TextPosition, word: &str) -> Result<(), ReadError> {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.settle(MoveForm::Numbers, position, word)?;
            return self.read_number(position, word);
        }
        if let Some((form, step)) = direction_of_word(word) {
            self.settle(form, position, word)?;
            return self.make(step, position);
        }
        let characters: Vec<char> = word.chars().collect();
        let mut at = 0;
        while let Some(c) = characters.get(at) {
            let position = TextPosition { column: position.column + at, ..position };
            let symbol = c.encode_utf8(&mut [0; 4]).to_owned();
            let Some((form, step)) = direction_of_symbol(&symbol) else {
                let rest: String = characters[at..].iter().collect();
                return Err(self.error(position, format!("expected a move, found {:?}", shorten(&rest))));
            };
            let digits: String = characters[at + 1..].iter().take_while(|c| c.is_ascii_digit()).collect();
            let form = if digits.is_empty() || form != MoveForm::Letters { form } else { MoveForm::Counts };
            self.settle(form, position, &symbol)?;
            at += 1;
            let times = if form == MoveForm::Counts {
                at += digits.len();
                self.count(&digits, position)?
            } else {
                1
            };
            for _ in 0..times {
                self.make(step, position)?;
            }
        }
        Ok(())
    }

    /// Checks that a step has the form of the others. Counts may appear after plain letters.
    fn settle(&mut self, form: MoveForm, position: TextPosition, found: &str) -> Result<(), ReadError> {
        match (self.form, form) {
            (None, _) => self.form = Some(form),
            (Some(expected), found) if expected == found => {}
            (Some(MoveForm::Counts), MoveForm::Letters) => {}
            // A count after letters without counts changes the form, unless the caller requested
            // letters.
            (Some(MoveForm::Letters), MoveForm::Counts) if self.options.form.is_none() => {
                self.form = Some(form);
            }
            (Some(expected), _) => {
                let found = shorten(found);
                return Err(
                    self.error(position, format!("expected a move in the form {expected}, found {found:?}"))
                );
            }
        }
        Ok(())
    }

    fn count(&self, digits: &str, position: TextPosition) -> Result<usize, ReadError> {
        let count = digits.parse().ok().filter(|count| (1..=MAX_REPETITIONS).contains(count));
        let message = || format!("expected 1 to {MAX_REPETITIONS} repetitions, found {}", shorten(digits));
        count.ok_or_else(|| self.error(position, message()))
    }

    /// Reads a tile number, or several if all tiles of the board have one digit.
    fn read_number(&mut self, position: TextPosition, word: &str) -> Result<(), ReadError> {
        let Some(board) = self.board else {
            return Err(self.no_board(position));
        };
        if board.shape().cells() <= 10 {
            for (nth, digit) in word.char_indices() {
                let digit = digit.to_digit(10).unwrap_or_default();
                self.slide(digit, TextPosition { column: position.column + nth, ..position })?;
            }
            return Ok(());
        }
        match word.parse::<u32>() {
            Ok(number) if word.len() <= 2 => self.slide(number, position),
            _ => {
                let found = shorten(word);
                let message = format!("{found} is ambiguous: separate tile numbers with spaces");
                Err(self.error(position, message))
            }
        }
    }

    /// Slides the tile with this number.
    fn slide(&mut self, number: u32, position: TextPosition) -> Result<(), ReadError> {
        let Some(board) = self.board else {
            return Err(self.no_board(position));
        };
        let tile = u8::try_from(number).ok().map(Tile::new).filter(|tile| !tile.is_blank());
        let Some((tile, cell)) = tile.and_then(|tile| Some((tile, board.cell_of(tile)?))) else {
            return Err(self.error(position, format!("there is no tile {number} on {board}")));
        };
        match board.successors().find(|(_, next)| next.blank() == cell) {
            Some((step, next)) => {
                self.moves.push(step);
                self.board = Some(next);
                Ok(())
            }
            None => {
                let message = format!("tile {tile} can't slide: it is not beside the blank of {board}");
                Err(self.error(position, message))
            }
        }
    }

    /// Makes a move, given its direction under the convention of the options.
    fn make(&mut self, direction: Move, position: TextPosition) -> Result<(), ReadError> {
        let step = match self.options.convention {
            MoveConvention::Blank => direction,
            MoveConvention::Tile => direction.inverse(),
        };
        if let Some(board) = self.board {
            let direction = MoveForm::Words.symbol(step).unwrap_or_default();
            let Some(next) = board.after(step) else {
                let message = format!("the blank of {board} can't go {direction}: that is over the edge");
                return Err(self.error(position, message));
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
