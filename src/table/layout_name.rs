//! [`LayoutName`]: the names of files of pattern databases laid out for search.

use std::fmt;

use super::symbols::{read_board, symbols_of};
use crate::board::{Goal, Shape};

/// The name of a file of pattern databases laid out for search: the goal, and the pattern set.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::table::LayoutName;
///
/// let goal = Goal::blank_last(Shape::new(5, 5)?);
/// let name = LayoutName { goal, pattern_set: "6x16".to_owned() };
/// assert_eq!(name.to_string(), "5x5-123456789abcdefghijklmno0-6x16.layout");
/// assert_eq!(LayoutName::read(&name.to_string()), Some(name));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutName {
    /// The goal of the pattern databases.
    pub goal: Goal,
    /// The name of their pattern set.
    pub pattern_set: String,
}

/// The end of a file name.
pub(super) const ENDING: &str = ".layout";

impl LayoutName {
    /// Parses a file name. Returns `None` if no such file has this name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        let (shape, rest) = name.strip_suffix(ENDING)?.split_once('-')?;
        let shape: Shape = shape.parse().ok()?;
        let (board, pattern_set) = rest.split_once('-')?;
        let goal = Goal::new(read_board(board, shape)?);
        let read = Self { goal, pattern_set: pattern_set.to_owned() };
        (!pattern_set.is_empty() && read.to_string() == name).then_some(read)
    }
}

impl fmt::Display for LayoutName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = symbols_of(self.goal.board().tiles());
        write!(f, "{}-{goal}-{}{ENDING}", self.goal.shape(), self.pattern_set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_layouts_are_read() {
        assert!(LayoutName::read("3x3-123456780-3-5.layout").is_some());
        for name in [
            "3x3-123456780.layout",
            "3x3-123456780-.layout",
            "3x3-123456780-12.pdb",
            "3x3-12345678-3-5.layout",
            "03x3-123456780-3-5.layout",
            ".3x3-123456780-3-5.layout",
        ] {
            assert_eq!(LayoutName::read(name), None, "{name}");
        }
    }
}
