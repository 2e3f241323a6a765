//! The representation of boards for programs or for Python functions: `grid:_`, `tuple`.

use std::str::FromStr;

use super::adapters::PythonNotation;
use super::handing::Handing;

/// `FORM[:BLANK]`, for programs or for Python functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notation {
    /// The text as the user wrote it.
    pub(crate) text: String,
    /// The format in which programs receive boards, if the text names one.
    pub(crate) handing: Option<Handing>,
    /// The form in which Python functions receive boards, if the text names one.
    pub(crate) python: Option<PythonNotation>,
}

impl FromStr for Notation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let python = text.parse::<PythonNotation>().ok();
        let handing = text.parse::<Handing>();
        match (handing, python) {
            (Err(error), None) => Err(error),
            (handing, python) => Ok(Self { text: text.to_owned(), handing: handing.ok(), python }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notation_has_a_form_and_a_blank() {
        let read = |text: &str| text.parse::<Notation>().unwrap();
        let handing = |text: &str| {
            read(text)
                .handing
                .map(|handing| (handing.form.map(|form| form.to_string()), handing.blank.to_string()))
        };
        assert_eq!(handing("spaces:_"), Some((Some("spaces".to_owned()), "_".to_owned())));
        assert_eq!(handing(":9"), Some((None, "9".to_owned())));
        assert_eq!(handing("lines"), Some((Some("lines".to_owned()), "0".to_owned())));
        assert_eq!((handing("numpy"), read("numpy").python), (None, "numpy".parse().ok()));
        assert!(handing("tuple").is_some() && read("tuple").python.is_some());
        for (text, expected) in
            [("gird", "grid"), ("", "expected"), ("grid:,", "expected a sign for the blank")]
        {
            let error = text.parse::<Notation>().unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
