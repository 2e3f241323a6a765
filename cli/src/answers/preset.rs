//! The forms in which solvers print their answers.

use std::str::FromStr;

use regex_lite::Regex;

/// The form of an answer among what a solver prints, between banners, traces and statistics.
///
/// [`Auto`](Self::Auto) tries, in this order, and says which it was:
///
/// 1. `princeton`, `tran`, `parnami`, `akhtar`, `zhang`: the sentences that these programs print;
/// 2. `json`: a last line that is an object with the fields of an answer, as `moves`, `path`, `cost`, `solvable` or `h`;
/// 3. a line that is all that was printed: as an answer beside a board is read, a path with its length among them;
/// 4. `unsolvable`: a sentence that says so, or `-1` alone; a path that is named as one beside it is judged too;
/// 5. `moves`: the last line, or else the last word, that reads as moves;
/// 6. `boards`: two boards or more, one after the other;
/// 7. `length`: the last number that is named as one, as in `length: 28`, `28 moves` or `solution depth 28`;
/// 8. `unsolvable` again: a last line that is `None`, or another word for it;
/// 9. `last-number`: the last number of the last line that has one;
/// 10. `moves` again: blank lines, or brackets around nothing, are no moves.
///
/// A length that is named as that of the path is judged beside it, unless there are several and none of them is right:
/// then nothing tells which is the path's.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub(crate) enum Preset {
    /// Whichever of the others finds something: in the order above.
    #[default]
    Auto,
    /// The last line, or else the last word, that reads as moves; or a sentence that says unsolvable.
    Moves,
    /// The last line of numbers: those of the tiles that slide, one after the other.
    TileNumbers,
    /// The last number, as a length; -1, or a sentence, says unsolvable.
    LastNumber,
    /// `Minimum number of moves = 28`, then the boards; or `No solution possible`, or `Unsolvable puzzle`.
    Princeton,
    /// The letters of the path, then `Path Length:`; or `Goal NOT Found`.
    Zhang,
    /// The boards of the path in brackets, then `Solution depth was 28`; or `impossible to solve`.
    Tran,
    /// `Moves: 28`, then the boards.
    Parnami,
    /// `can be solved in 28 steps`, then the boards; or `unsolvable`.
    Akhtar,
    /// A pattern with groups named `moves`, `length` or `unsolvable`, and maybe `nodes`; its last match counts.
    Pattern(Regex),
    /// A field of the last line that is JSON, or of the whole: moves as a text or a list, a length, or null for unsolvable.
    Json(String),
}

/// Why a text names no preset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum PresetError {
    /// There is none of this name.
    #[error(
        "expected one of auto, moves, tile-numbers, last-number, princeton, zhang, tran, parnami, akhtar, \
         regex:PATTERN and json:/FIELD, found {0:?}"
    )]
    Unknown(String),
    /// The pattern can't be read.
    #[error("the pattern can't be read: {0}")]
    Pattern(String),
    /// The pattern has no group that an answer could come from.
    #[error("the pattern has no group named moves, length or unsolvable, as in (?<moves>[UDLR]+)")]
    NoGroup,
    /// The pointer does not begin as one.
    #[error("a JSON pointer begins with a slash, as /moves: found {0:?}")]
    Pointer(String),
}

impl FromStr for Preset {
    type Err = PresetError;

    fn from_str(text: &str) -> Result<Self, PresetError> {
        if let Some(pattern) = text.strip_prefix("regex:") {
            return read_pattern(pattern);
        }
        if let Some(pointer) = text.strip_prefix("json:") {
            let is_pointer = pointer.is_empty() || pointer.starts_with('/');
            return if is_pointer {
                Ok(Self::Json(pointer.to_owned()))
            } else {
                Err(PresetError::Pointer(pointer.to_owned()))
            };
        }
        Ok(match text {
            "auto" => Self::Auto,
            "moves" => Self::Moves,
            "tile-numbers" => Self::TileNumbers,
            "last-number" => Self::LastNumber,
            "princeton" => Self::Princeton,
            "zhang" => Self::Zhang,
            "tran" => Self::Tran,
            "parnami" => Self::Parnami,
            "akhtar" => Self::Akhtar,
            _ => return Err(PresetError::Unknown(text.to_owned())),
        })
    }
}

fn read_pattern(pattern: &str) -> Result<Preset, PresetError> {
    let regex = Regex::new(pattern).map_err(|error| PresetError::Pattern(error.to_string()))?;
    let has_group =
        regex.capture_names().flatten().any(|name| matches!(name, "moves" | "length" | "unsolvable"));
    if has_group { Ok(Preset::Pattern(regex)) } else { Err(PresetError::NoGroup) }
}

/// A preset of every kind, as it is named on the command line: for those who try them all.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) const EVERY_PRESET: [&str; 12] = [
    "auto",
    "moves",
    "tile-numbers",
    "last-number",
    "princeton",
    "zhang",
    "tran",
    "parnami",
    "akhtar",
    "regex:(?<moves>[a-z]+)|(?<length>[0-9]+)",
    "json:",
    "json:/moves",
];
