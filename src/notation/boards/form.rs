//! The forms of boards.

use std::str::FromStr;

use crate::names::names;
use crate::notation::error::ReadError;

/// A form of boards. [`Display`](std::fmt::Display) writes its name, and [`FromStr`] parses it.
///
/// ```
/// use tilebase::notation::BoardForm;
///
/// let form: BoardForm = "json-rows".parse()?;
/// assert_eq!(form, BoardForm::JsonRows);
/// assert_eq!(form.example(), "[[1,2,3],[4,5,6],[7,8,0]]");
/// # Ok::<(), tilebase::notation::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BoardForm {
    /// One digit for each tile, for boards of up to ten cells.
    Digits,
    /// One symbol for each tile, with letters from 10 on.
    Hex,
    /// Numbers separated by spaces.
    Spaces,
    /// Numbers separated by commas.
    Commas,
    /// A Python list.
    Python,
    /// A Python list of rows.
    PythonRows,
    /// A Python tuple.
    Tuple,
    /// A Python tuple of rows.
    TupleRows,
    /// A JSON array.
    Json,
    /// A JSON array of rows.
    JsonRows,
    /// An array in braces, as in Java and C.
    Braces,
    /// An array of rows in braces.
    BracesRows,
    /// One row per line.
    Grid,
    /// The side of a square on its own line, then the rows (Princeton's assignment).
    Princeton,
    /// Like [`Princeton`](Self::Princeton), with comments (the project of the 42 schools).
    FortyTwo,
    /// The numbers of rows and columns on their own line, then the rows.
    RowsColumns,
    /// Rows separated by slashes.
    Slash,
    /// Rows separated by backslashes.
    Backslash,
}

names! {
    /// All forms, in the order of the documentation.
    BoardForm {
        Digits = "digits",
        Hex = "hex",
        Spaces = "spaces",
        Commas = "commas",
        Python = "python",
        PythonRows = "python-rows",
        Tuple = "tuple",
        TupleRows = "tuple-rows",
        Json = "json",
        JsonRows = "json-rows",
        Braces = "braces",
        BracesRows = "braces-rows",
        Grid = "grid",
        Princeton = "princeton",
        FortyTwo = "42",
        RowsColumns = "rows-cols",
        Slash = "slash",
        Backslash = "backslash",
    }
}

impl BoardForm {
    /// The goal of the 8-puzzle in this form.
    #[must_use]
    pub const fn example(self) -> &'static str {
        match self {
            Self::Digits | Self::Hex => "123456780",
            Self::Spaces => "1 2 3 4 5 6 7 8 0",
            Self::Commas => "1,2,3,4,5,6,7,8,0",
            Self::Python => "[1, 2, 3, 4, 5, 6, 7, 8, 0]",
            Self::PythonRows => "[[1, 2, 3], [4, 5, 6], [7, 8, 0]]",
            Self::Tuple => "(1, 2, 3, 4, 5, 6, 7, 8, 0)",
            Self::TupleRows => "((1, 2, 3), (4, 5, 6), (7, 8, 0))",
            Self::Json => "[1,2,3,4,5,6,7,8,0]",
            Self::JsonRows => "[[1,2,3],[4,5,6],[7,8,0]]",
            Self::Braces => "{1,2,3,4,5,6,7,8,0}",
            Self::BracesRows => "{{1,2,3},{4,5,6},{7,8,0}}",
            Self::Grid => "1 2 3\n4 5 6\n7 8 0",
            Self::Princeton => "3\n1 2 3\n4 5 6\n7 8 0",
            Self::FortyTwo => "# 3x3\n3\n1 2 3\n4 5 6\n7 8 0",
            Self::RowsColumns => "3 3\n1 2 3\n4 5 6\n7 8 0",
            Self::Slash => "1 2 3/4 5 6/7 8 0",
            Self::Backslash => "1 2 3\\4 5 6\\7 8 0",
        }
    }

    /// Whether a board has several lines in this form.
    #[must_use]
    pub const fn has_lines(self) -> bool {
        matches!(self, Self::Grid | Self::Princeton | Self::FortyTwo | Self::RowsColumns)
    }

    /// The opening and closing bracket, the separator, and whether each row has brackets too.
    pub(super) const fn brackets(self) -> Option<(char, char, &'static str, bool)> {
        Some(match self {
            Self::Python => ('[', ']', ", ", false),
            Self::PythonRows => ('[', ']', ", ", true),
            Self::Tuple => ('(', ')', ", ", false),
            Self::TupleRows => ('(', ')', ", ", true),
            Self::Json => ('[', ']', ",", false),
            Self::JsonRows => ('[', ']', ",", true),
            Self::Braces => ('{', '}', ",", false),
            Self::BracesRows => ('{', '}', ",", true),
            _ => return None,
        })
    }

    /// Whether a text detected as `seen` is also valid in this form.
    pub(super) fn covers(self, seen: Self) -> bool {
        let grammar = |form| match form {
            Self::Hex => Self::Digits,
            Self::Json => Self::Python,
            Self::JsonRows => Self::PythonRows,
            Self::FortyTwo => Self::Princeton,
            other => other,
        };
        grammar(self) == grammar(seen)
    }
}

impl FromStr for BoardForm {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let found = Self::ALL.into_iter().find(|form| form.name() == text);
        found.ok_or_else(|| ReadError::no_name(&Self::ALL.map(Self::name), text))
    }
}
