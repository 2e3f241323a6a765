//! The sign for the blank in written boards.

use std::fmt;
use std::str::FromStr;

use super::form::BoardForm;
use super::write_error::WriteError;
use crate::board::Shape;
use crate::notation::error::ReadError;

/// The sign for the blank in written boards; 0 by default.
///
/// ```
/// use tilebase::notation::BlankSign;
///
/// assert_eq!("9".parse::<BlankSign>()?.to_string(), "9");
/// assert_eq!("space".parse::<BlankSign>()?.to_string(), " ");
/// assert!("1,2".parse::<BlankSign>().is_err());
/// # Ok::<(), tilebase::notation::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlankSign(String);

impl BlankSign {
    /// The sign as written in a form, with quotes if needed.
    ///
    /// # Errors
    /// [`WriteError`] if the sign could be mistaken for a tile or for several cells.
    pub(super) fn on(&self, shape: Shape, form: BoardForm) -> Result<String, WriteError> {
        let sign = &self.0;
        let has_one_symbol_each = matches!(form, BoardForm::Digits | BoardForm::Hex);
        if has_one_symbol_each && sign.chars().count() != 1 {
            return Err(WriteError::LongBlank { sign: sign.clone(), form });
        }
        // In `hex`, letters are tiles too.
        let radix = if form == BoardForm::Hex { 36 } else { 10 };
        let number = u32::from_str_radix(sign, radix).ok();
        if number.is_some_and(|number| (1..shape.cells()).contains(&(number as usize))) {
            return Err(WriteError::BlankIsTile { sign: sign.clone(), shape });
        }
        let is_in_quotes = form.brackets().is_some() && sign.parse::<i32>().is_err();
        Ok(if is_in_quotes { format!("\"{sign}\"") } else { sign.clone() })
    }
}

impl Default for BlankSign {
    /// The sign 0.
    fn default() -> Self {
        Self("0".to_owned())
    }
}

/// Writes the sign itself.
impl fmt::Display for BlankSign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for BlankSign {
    type Err = ReadError;

    /// Parses `space`, or the sign itself, which must not contain separators.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let is_between = |c: char| c.is_whitespace() || c.is_control() || ",;/\\\"'[](){}".contains(c);
        match text {
            "space" | " " => Ok(Self(" ".to_owned())),
            sign if !sign.is_empty() && !sign.contains(is_between) => Ok(Self(sign.to_owned())),
            other => {
                let message =
                    format!("expected a symbol for the blank, such as 0, 9, b, _, or space, found {other:?}");
                Err(ReadError::word(message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Goal;

    #[test]
    fn a_blank_sign_is_never_mistaken_for_a_tile() {
        let write = |shape, form: BoardForm, sign: &str| {
            let goal = Goal::blank_last(shape);
            form.write_with(&goal.board(), &sign.parse().unwrap()).map_err(|error| error.to_string())
        };
        let nine = Shape::THREE_BY_THREE;
        assert_eq!(write(nine, BoardForm::Digits, "9").unwrap(), "123456789");
        assert_eq!(write(nine, BoardForm::Princeton, "*").unwrap(), "3\n1 2 3\n4 5 6\n7 8 *");
        assert_eq!(write(nine, BoardForm::Digits, "space").unwrap(), "12345678 ");
        assert_eq!(write(nine, BoardForm::Tuple, "-1").unwrap(), "(1, 2, 3, 4, 5, 6, 7, 8, -1)");
        assert!(write(nine, BoardForm::Commas, "8").unwrap_err().contains("it is a tile of 3x3"));
        assert!(write(nine, BoardForm::Digits, "10").unwrap_err().contains("one symbol for each cell"));
        let sixteen = Shape::new(4, 4).unwrap();
        assert!(write(sixteen, BoardForm::Hex, "b").unwrap_err().contains("it is a tile of 4x4"));
        assert!(write(sixteen, BoardForm::Grid, "b").unwrap().ends_with("\n13 14 15 b"));
        for refused in ["", "  ", "a b", ",", "]", "\n"] {
            assert!(refused.parse::<BlankSign>().unwrap_err().to_string().contains("9, b, _, or space"));
        }
    }
}
