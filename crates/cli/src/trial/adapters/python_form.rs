//! The representation in which a Python function receives a board: its type, and the blank.

use std::fmt;
use std::str::FromStr;

/// The type of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PythonArg {
    /// [1, 2, 3, 4, 5, 6, 7, 8, 0]
    List,
    /// [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
    Rows,
    /// (1, 2, 3, 4, 5, 6, 7, 8, 0)
    Tuple,
    /// ((1, 2, 3), (4, 5, 6), (7, 8, 0))
    TupleRows,
    /// "123456780"; comma-separated numbers on boards with more than ten cells
    String,
    /// A two-dimensional array
    Numpy,
}

impl PythonArg {
    const ALL: [Self; 6] = [Self::List, Self::Rows, Self::Tuple, Self::TupleRows, Self::String, Self::Numpy];

    /// Returns the type with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Rows => "rows",
            Self::Tuple => "tuple",
            Self::TupleRows => "tuple-rows",
            Self::String => "string",
            Self::Numpy => "numpy",
        }
    }

    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Self::List => "a flat list",
            Self::Rows => "a list of rows",
            Self::Tuple => "a flat tuple",
            Self::TupleRows => "a tuple of rows",
            Self::String => "a string",
            Self::Numpy => "a numpy array",
        }
    }
}

/// The value of the blank: a number, `None`, or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PythonBlank(String);

impl PythonBlank {
    /// The name of the space.
    const SPACE: &'static str = "space";

    /// The blanks to try if no type of board is understood with 0, on boards with this many cells.
    pub(super) fn others(cells: usize) -> Vec<Self> {
        let number = cells.to_string();
        ["_", Self::SPACE, "x", &number, "None", "-1"].map(|blank| Self(blank.to_owned())).to_vec()
    }

    /// Whether boards of this type can have it.
    pub(super) fn suits(&self, arg: PythonArg) -> bool {
        match arg {
            PythonArg::String => self.0.chars().count() == 1 || self.0 == Self::SPACE,
            PythonArg::Numpy => self.0.parse::<i32>().is_ok(),
            _ => true,
        }
    }
}

impl Default for PythonBlank {
    fn default() -> Self {
        Self("0".to_owned())
    }
}

impl fmt::Display for PythonBlank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PythonBlank {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let is_number = text.parse::<i32>().is_ok();
        let is_sign = text.chars().count() == 1 && text != ":";
        let text = if text == " " { Self::SPACE } else { text };
        let is_known = is_number || is_sign || text == "None" || text == Self::SPACE;
        if is_known { Ok(Self(text.to_owned())) } else { Err(()) }
    }
}

/// A notation for Python functions: `list`, `list:_`, or `:_`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PythonNotation {
    /// The type; by default that of the annotation, or found by trying.
    pub(super) arg: Option<PythonArg>,
    /// The blank; by default 0, or found by trying.
    pub(super) blank: Option<PythonBlank>,
}

impl PythonNotation {
    /// Whether a Python function can be called in this way.
    pub(crate) fn is_possible(&self) -> bool {
        self.arg.zip(self.blank.as_ref()).is_none_or(|(arg, blank)| blank.suits(arg))
    }
}

impl FromStr for PythonNotation {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (arg, blank) = text.split_once(':').map_or((text, None), |(arg, blank)| (arg, Some(blank)));
        let arg = match arg {
            "" if blank.is_some() => None,
            arg => Some(PythonArg::named(arg).ok_or(())?),
        };
        let notation = Self { arg, blank: blank.map(str::parse).transpose()? };
        if notation.is_possible() { Ok(notation) } else { Err(()) }
    }
}

/// The type of a board, and its blank. Displays as the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PythonForm {
    pub(super) arg: PythonArg,
    pub(super) blank: PythonBlank,
}

impl PythonForm {
    /// Describes it as "a flat list, with _ for the blank".
    pub(super) fn in_words(&self) -> String {
        match &self.blank {
            blank if *blank == PythonBlank::default() => self.arg.in_words().to_owned(),
            blank => format!("{}, with {blank} for the blank", self.arg.in_words()),
        }
    }
}

impl fmt::Display for PythonForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.blank {
            blank if *blank == PythonBlank::default() => f.write_str(self.arg.name()),
            blank => write!(f, "{}:{blank}", self.arg.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notation_has_a_type_and_a_blank() {
        for text in ["list", "rows:_", "tuple:None", "tuple-rows:-1", "string:space", "numpy:9", ":x", ":-1"]
        {
            let notation: PythonNotation = text.parse().unwrap();
            assert_eq!((notation.arg.is_some(), notation.blank.is_some()), {
                (!text.starts_with(':'), text.contains(':'))
            });
            if let PythonNotation { arg: Some(arg), blank } = notation {
                let form = PythonForm { arg, blank: blank.unwrap_or_default() };
                assert_eq!(form.to_string(), text);
            }
        }
        for text in ["", ":", "grid", "list:", "list:ab", "string:None", "string:-1", "numpy:_", "list::"] {
            assert!(text.parse::<PythonNotation>().is_err(), "{text}");
        }
    }
}
