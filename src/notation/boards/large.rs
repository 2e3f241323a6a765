//! Reads boards of up to a hundred cells, which are written as numbers only.

use super::symbols::number;
use crate::board::{LargeBoard, LargeShape, MAX_CELLS, MAX_LARGE_CELLS};
use crate::notation::error::{ReadError, TextPosition, listed, shorten};

impl LargeBoard {
    /// Reads numbers row by row, 0 for the blank, separated by spaces, commas, or both. `/` or a
    /// line break may separate rows. Without a shape, it follows from rows of equal length, or else
    /// from the number of tiles ([`LargeShape::squarest`]).
    ///
    /// ```
    /// use tilebase::board::{LargeBoard, LargeShape};
    ///
    /// let goal = LargeBoard::blank_last(LargeShape::new(6, 6)?);
    /// assert_eq!(LargeBoard::read(&goal.to_string(), None)?, goal);
    /// assert_eq!(LargeBoard::read("1 2/3 4/5 0", None)?.shape(), LargeShape::new(3, 2)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError`] with the first fault of the text, or all faults of the numbers.
    pub fn read(text: &str, shape: Option<LargeShape>) -> Result<Self, ReadError> {
        let fault = |message: String| ReadError::message(TextPosition::START, message).about_board(text);
        let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
        let mut numbers = Vec::new();
        let mut rows = Vec::new();
        for row in text.split(['/', '\n']) {
            let before = numbers.len();
            for word in row.split(is_gap).filter(|word| !word.is_empty()) {
                let found = shorten(word);
                let message =
                    || format!("expected numbers with spaces or commas between them, found {found:?}");
                numbers.push(number(word).ok_or_else(|| fault(message()))?);
            }
            if numbers.len() > before {
                rows.push(numbers.len() - before);
            }
        }
        let are_equal = rows.windows(2).all(|pair| pair[0] == pair[1]);
        let written = match rows.as_slice() {
            [first, _, ..] if are_equal => LargeShape::new(rows.len(), *first).ok(),
            _ => None,
        };
        if !are_equal || shape.zip(written).is_some_and(|(shape, written)| shape != written) {
            let lengths: Vec<String> = listed(rows.iter().map(ToString::to_string)).collect();
            return Err(fault(format!(
                "expected rows of equal length that match the shape, found row lengths {}",
                lengths.join(", ")
            )));
        }
        let shape = shape.or(written).or_else(|| LargeShape::squarest(numbers.len())).ok_or_else(|| {
            let cells = numbers.len();
            fault(format!(
                "no board has {cells} cells: both sides are 2 or more, and there are at most \
                 {MAX_LARGE_CELLS} cells, as in 10x10"
            ))
        })?;
        Self::new(shape, &numbers).map_err(|faults| fault(faults.to_string()))
    }

    /// Whether a text has more numbers than a [`Board`](crate::Board) has cells. Boards written as
    /// digits without gaps are small.
    ///
    /// ```
    /// use tilebase::board::{LargeBoard, LargeShape};
    ///
    /// let text = LargeBoard::blank_last(LargeShape::new(6, 6)?).to_string();
    /// assert!(LargeBoard::is_needed_for(&text) && !LargeBoard::is_needed_for("123456780"));
    /// # Ok::<(), tilebase::board::ShapeError>(())
    /// ```
    #[must_use]
    pub fn is_needed_for(text: &str) -> bool {
        let is_gap = |letter: char| letter.is_whitespace() || letter == ',' || letter == '/';
        let words = text.split(is_gap).filter(|word| !word.is_empty());
        words.filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).count() > MAX_CELLS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: usize, columns: usize) -> LargeShape {
        LargeShape::new(rows, columns).unwrap()
    }

    #[test]
    fn texts_are_read_with_and_without_rows() {
        let board = LargeBoard::new(shape(3, 2), &[1, 2, 3, 4, 5, 0]).unwrap();
        for text in ["1 2/3 4/5 0", "1,2\n3,4\n5,0\n", " 1, 2 / 3, 4 / 5, 0 "] {
            assert_eq!(LargeBoard::read(text, None), Ok(board), "{text:?}");
        }
        assert_eq!(LargeBoard::read("1 2 3 4 5 0", Some(shape(3, 2))), Ok(board));
        assert_eq!(LargeBoard::read(&board.to_string(), None).unwrap().shape(), shape(2, 3));
        let large = LargeBoard::blank_first(shape(10, 10));
        assert_eq!(LargeBoard::read(&large.to_string(), None), Ok(large));
    }

    #[test]
    fn every_fault_has_its_message() {
        for (text, shape, expected) in [
            ("1 x 3 0", None, "expected numbers with spaces or commas between them, found \"x\""),
            ("1 -2 3 0", None, "found \"-2\""),
            ("", None, "no board has 0 cells: both sides are 2 or more"),
            ("1 2 3 4 5 6 0", None, "no board has 7 cells"),
            ("1 2/3", None, "expected rows of equal length that match the shape, found row lengths 2, 1"),
            ("1 2/3 4/5 0", Some(shape(2, 3)), "found row lengths 2, 2, 2"),
            ("1/2/3/4/5 6/7 8/0", None, "found row lengths 1, 1, 1, 1, 2, and 2 more"),
            ("1 2 3", Some(shape(2, 2)), "not a 2x2 board: expected 4 tiles, found 3"),
            ("1 2 4 0", None, "tile 4 at place 3 is not one of 0 to 3; tile 3 is missing"),
            ("1 2 2 0", None, "tile 2 appears twice; tile 3 is missing"),
            ("1 2 3 4294967296", None, "at place 4 is not one of 0 to 3"),
        ] {
            let error = LargeBoard::read(text, shape).unwrap_err().to_string();
            assert!(error.starts_with(&format!("cannot read the board {text:?}: ")), "{error}");
            assert!(error.contains(expected), "{error}");
        }
    }
}
