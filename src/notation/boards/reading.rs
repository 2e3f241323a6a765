//! The symbols of a possible board, and their validation.

use super::form::BoardForm;
use super::options::{Blank, BoardOptions, BoardRead, ShapeSource, is_blank_symbol};
use super::symbols::{Symbol, number};
use crate::board::{Board, BoardFault, BoardFaults, MAX_CELLS, Shape};
use crate::notation::error::{Fault, ReadError, TextPosition, TileFaults, shorten};

/// The part of a text that determines the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Nothing but the number of symbols.
    Flat,
    /// The rows.
    Rows,
    /// The numbers of rows and columns.
    Sized(usize, usize),
}

/// The symbols of some lines in one of their possible readings.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) form: BoardForm,
    pub(super) layout: Layout,
    /// The symbols by row; one row if the layout is flat.
    pub(super) rows: Vec<Vec<Symbol>>,
    /// Whether each symbol is one character, so that letters may be tiles.
    pub(super) is_gapless: bool,
    pub(super) label: Option<String>,
    /// Whether the label is an unmarked index.
    pub(super) has_index: bool,
    pub(super) position: TextPosition,
    /// The number of lines.
    pub(super) lines: usize,
}

impl Reading {
    pub(super) fn flat(form: BoardForm, symbols: Vec<Symbol>, position: TextPosition) -> Self {
        Self { layout: Layout::Flat, ..Self::of_rows(form, vec![symbols], position) }
    }

    pub(super) fn of_rows(form: BoardForm, rows: Vec<Vec<Symbol>>, position: TextPosition) -> Self {
        Self {
            form,
            layout: Layout::Rows,
            rows,
            is_gapless: false,
            label: None,
            has_index: false,
            position,
            lines: 1,
        }
    }

    pub(super) fn gapless(self) -> Self {
        Self { is_gapless: true, ..self }
    }

    pub(super) fn labeled(self, label: Option<String>) -> Self {
        Self { label, ..self }
    }

    /// Returns the board, or an error with all faults.
    pub(super) fn to_board(&self, options: &BoardOptions) -> Result<BoardRead, ReadError> {
        let rows = self.rows_without_last_commas();
        let symbols: Vec<&Symbol> = rows.iter().flatten().copied().collect();
        let (meanings, blank) = self.meanings(&symbols, options);
        let numbers: Vec<u32> = meanings.iter().filter_map(|meaning| *meaning).collect();
        let (shape, shape_source) = self.shape(&rows, &numbers, options)?;
        let stray: Vec<&Symbol> = symbols
            .iter()
            .zip(&meanings)
            .filter_map(|(symbol, meaning)| meaning.is_none().then_some(*symbol))
            .collect();
        let shapeless = self.shapeless(&rows, &numbers, options);
        let is_too_large = shapeless.is_some_and(|cells| cells > MAX_CELLS);
        // The faults of a smaller board would hide that the text has too many tiles.
        let faulty_rows = if is_too_large { Vec::new() } else { self.faulty_rows(&rows, shape) };
        match Board::new(shape, &numbers) {
            Ok(board) if stray.is_empty() && faulty_rows.is_empty() => {
                let (line, form, label) = (self.position.line, self.form, self.label.clone());
                Ok(BoardRead { board, line, form, label, shape_source, blank })
            }
            result => {
                let placed: Vec<(TextPosition, Option<u32>)> =
                    symbols.iter().map(|symbol| symbol.position).zip(meanings).collect();
                let faults = result.err().filter(|_| !is_too_large);
                let position = stray
                    .first()
                    .map(|symbol| symbol.position)
                    .or_else(|| faulty_rows.first().map(|(position, _)| *position))
                    .or_else(|| position_of_faults(faults.as_ref()?, &placed));
                let stray = stray.iter().map(|symbol| (shorten(&symbol.text), symbol.position)).collect();
                let rows = faulty_rows.into_iter().map(|(_, fault)| fault).collect();
                let (form, label) = (self.form.name(), self.label.clone());
                let tiles = TileFaults { form, label, shape, stray, rows, shapeless, faults };
                Err(ReadError::new(position.unwrap_or(self.position), Fault::Tiles(Box::new(tiles))))
            }
        }
    }

    /// The rows, without the empty places after last commas if there is another blank. In
    /// `[1,2,3,]` the omitted element is the blank; in `[1,2,3,0,]` nothing was omitted.
    fn rows_without_last_commas(&self) -> Vec<Vec<&Symbol>> {
        let all = || self.rows.iter().flatten();
        let is_blank = |symbol: &Symbol| {
            !symbol.text.is_empty() && (number(&symbol.text) == Some(0) || is_blank_symbol(&symbol.text))
        };
        let left_out = all().filter(|symbol| symbol.text.is_empty()).count();
        let drops = all().any(is_blank) || left_out > 1;
        let keeps = |symbol: &&Symbol| !(drops && symbol.is_after_last_comma);
        self.rows.iter().map(|row| row.iter().filter(keeps).collect()).collect()
    }

    /// The meaning of each symbol, and the sign for the blank. A meaning is a number, 0 for the
    /// blank, or `None`; the sign is `None` if it is the largest number.
    fn meanings(&self, symbols: &[&Symbol], options: &BoardOptions) -> (Vec<Option<u32>>, Option<String>) {
        let cells = symbols.len();
        let numbers: Vec<Option<u32>> = symbols.iter().map(|symbol| self.number(symbol, cells)).collect();
        let zero = || Some("0".to_owned());
        let blank = match &options.blank {
            Blank::Largest => None,
            Blank::Symbol(symbol) => Some(symbol.clone()),
            Blank::Detected if numbers.contains(&Some(0)) => zero(),
            Blank::Detected => {
                let mut others = symbols.iter().zip(&numbers).filter(|(_, number)| number.is_none());
                let found = others.find(|(symbol, _)| is_blank_symbol(&symbol.text));
                found.map_or_else(zero, |(symbol, _)| Some(symbol.text.clone()))
            }
        };
        let meaning = |(symbol, number): (&&Symbol, &Option<u32>)| match (blank.as_deref(), *number) {
            (None, Some(number)) if number as usize == cells => Some(0),
            (Some(sign), _) if sign == symbol.text => Some(0),
            (Some("0"), Some(0)) => Some(0),
            (_, Some(0)) => None,
            (_, number) => number,
        };
        (symbols.iter().zip(&numbers).map(meaning).collect(), blank)
    }

    /// The number of a symbol on a board of `cells` cells. A letter beyond the last tile is more
    /// likely a blank: the x of `123456789abcdefx`, but not the b of `123456789ab0`.
    fn number(&self, symbol: &Symbol, cells: usize) -> Option<u32> {
        if !self.is_gapless {
            return number(&symbol.text);
        }
        let radix = if cells > 10 { 36 } else { 10 };
        let digit = symbol.text.chars().next()?.to_digit(radix)?;
        (!is_blank_symbol(&symbol.text) || (digit as usize) < cells).then_some(digit)
    }

    fn shape(
        &self,
        rows: &[Vec<&Symbol>],
        numbers: &[u32],
        options: &BoardOptions,
    ) -> Result<(Shape, ShapeSource), ReadError> {
        let written = match self.layout {
            Layout::Flat => None,
            Layout::Rows => match Shape::new(rows.len(), usual_width(rows)) {
                Ok(shape) => Some(shape),
                // `{1 2 3}`, `{4}`, `{5 6 7 8 0}` are not the rows of any board, so the number of
                // tiles determines the shape.
                Err(_) => {
                    options.shape.or_else(|| Some(nearest_shape(rows.iter().map(Vec::len).sum(), numbers)))
                }
            },
            Layout::Sized(rows, columns) => {
                let shape = Shape::new(rows, columns);
                Some(shape.map_err(|error| ReadError::message(self.position, error.to_string()))?)
            }
        };
        match (written, options.shape) {
            (Some(found), Some(expected)) if found != expected => {
                Err(ReadError::new(self.position, Fault::OtherShape { expected, found }))
            }
            (Some(shape), _) => Ok((shape, ShapeSource::Written)),
            (None, Some(shape)) => Ok((shape, ShapeSource::Given)),
            (None, None) => {
                Ok((nearest_shape(rows.iter().map(Vec::len).sum(), numbers), ShapeSource::Counted))
            }
        }
    }

    /// The number of symbols, if only that can determine the shape, and no shape has as many cells.
    /// `None` for text without numbers, where the count is not the main fault.
    fn shapeless(&self, rows: &[Vec<&Symbol>], numbers: &[u32], options: &BoardOptions) -> Option<usize> {
        let has_shape = match self.layout {
            Layout::Flat => false,
            Layout::Rows => Shape::new(rows.len(), usual_width(rows)).is_ok(),
            Layout::Sized(..) => true,
        };
        let cells = rows.iter().map(Vec::len).sum();
        let is_shapeless = !has_shape && options.shape.is_none() && Shape::squarest(cells).is_none();
        (is_shapeless && !numbers.is_empty()).then_some(cells)
    }

    /// The rows with another length than the shape's. With a size, tiles may be split into lines
    /// arbitrarily, as in `3`, `1 2 3 4 5 6`, `7 8 0`. There, lines count as rows only if their
    /// number is right and at least one has a row's length.
    fn faulty_rows(&self, rows: &[Vec<&Symbol>], shape: Shape) -> Vec<(TextPosition, String)> {
        let are_rows = match self.layout {
            Layout::Flat => false,
            Layout::Rows => true,
            Layout::Sized(expected, _) => {
                rows.len() == expected && rows.iter().any(|row| row.len() == shape.columns())
            }
        };
        let expected = shape.columns();
        let fault = |(number, row): (usize, &Vec<&Symbol>)| {
            let found = row.len();
            let tiles = if found == 1 { "tile" } else { "tiles" };
            let position = row.first().map_or(self.position, |symbol| symbol.position);
            (position, format!("row {number} has {found} {tiles}, expected {expected}"))
        };
        let faulty = (1..).zip(rows).filter(|(_, row)| are_rows && row.len() != expected);
        faulty.map(fault).collect()
    }
}

/// The most common row length; the first one in case of a tie: 3 for `1 2 3/4 5 6/7 8`. Only as
/// many rows are counted as a board can have, which bounds the quadratic time.
fn usual_width(rows: &[Vec<&Symbol>]) -> usize {
    let rows = &rows[..rows.len().min(MAX_CELLS)];
    let times = |row: &Vec<&Symbol>| rows.iter().filter(|other| other.len() == row.len()).count();
    let most = rows.iter().map(times).max().unwrap_or_default();
    rows.iter().find(|row| times(row) == most).map_or(0, Vec::len)
}

/// The most likely shape for a number of symbols. If the squarest one has faults, it is the shape
/// with the fewest, squares first: `12345678` is more likely a 3x3 board without its blank than a
/// 2x4 board with an invalid 8.
fn nearest_shape(symbols: usize, numbers: &[u32]) -> Shape {
    let faults = |shape: &Shape| {
        let faults = Board::new(*shape, numbers).err();
        faults.map_or(0, |faults| faults.faults().len())
    };
    let squares = [3, 4, 5, 2].into_iter().filter_map(|side| Shape::new(side, side).ok());
    let likely = Shape::squarest(symbols);
    if let Some(shape) = likely.filter(|shape| faults(shape) == 0) {
        return shape;
    }
    if numbers.is_empty() {
        return Shape::THREE_BY_THREE;
    }
    squares.chain(likely).min_by_key(faults).unwrap_or(Shape::THREE_BY_THREE)
}

/// The place of the first fault that has one.
fn position_of_faults(faults: &BoardFaults, symbols: &[(TextPosition, Option<u32>)]) -> Option<TextPosition> {
    let numbered = || symbols.iter().filter_map(|(position, meaning)| Some((*position, (*meaning)?)));
    let position_of = |fault: &BoardFault| match fault {
        BoardFault::NoSuchTile { place, .. } => numbered().nth(*place).map(|(place, _)| place),
        BoardFault::Repeated { tile, .. } => {
            numbered().filter(|(_, number)| number == tile).nth(1).map(|(position, _)| position)
        }
        BoardFault::WrongCount { expected, .. } => numbered().nth(*expected).map(|(position, _)| position),
        _ => None,
    };
    faults.faults().iter().filter_map(position_of).min()
}
