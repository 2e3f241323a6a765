//! The representation of boards for programs or for Python functions: `grid:_`, `tuple`.

use std::str::FromStr;

use super::adapters::PythonNotation;
use super::input_notation::InputNotation;

/// `FORM[:BLANK]`, for programs or for Python functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notation {
    /// The text as the user wrote it.
    pub(crate) text: String,
    /// The format in which programs receive boards, if the text names one.
    pub(crate) input_notation: Option<InputNotation>,
    /// The form in which Python functions receive boards, if the text names one.
    pub(crate) python: Option<PythonNotation>,
}

impl FromStr for Notation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let python = text.parse::<PythonNotation>().ok();
        let input_notation = text.parse::<InputNotation>();
        match (input_notation, python) {
            (Err(error), None) => Err(error),
            (input_notation, python) => {
                Ok(Self { text: text.to_owned(), input_notation: input_notation.ok(), python })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notation_has_a_form_and_a_blank() {
        let read = |text: &str| text.parse::<Notation>().unwrap();
        let input_notation = |text: &str| {
            read(text).input_notation.map(|input_notation| {
                (input_notation.form.map(|form| form.to_string()), input_notation.blank.to_string())
            })
        };
        assert_eq!(input_notation("spaces:_"), Some((Some("spaces".to_owned()), "_".to_owned())));
        assert_eq!(input_notation(":9"), Some((None, "9".to_owned())));
        assert_eq!(input_notation("lines"), Some((Some("lines".to_owned()), "0".to_owned())));
        assert_eq!((input_notation("numpy"), read("numpy").python), (None, "numpy".parse().ok()));
        assert!(input_notation("tuple").is_some() && read("tuple").python.is_some());
        for (text, expected) in
            [("gird", "grid"), ("", "expected"), ("grid:,", "expected a symbol for the blank")]
        {
            let error = text.parse::<Notation>().unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
