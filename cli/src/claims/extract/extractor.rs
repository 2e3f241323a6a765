//! From the text of an output to a claim.

use regex_lite::Regex;

use super::boards::{boards_in, claim_of};
use super::json;
use super::length::named_length;
use super::moves::{last_moves, last_slides, read_moves};
use super::nodes::nodes_in;
use super::preset::Preset;
use super::programs;
use super::sentences::last_number;
use tilebase::board::Board;
use tilebase::judge::Claim;
use tilebase::notation::{MoveConvention, shorten};

/// Reads answers of one form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extractor {
    /// The form.
    pub(crate) preset: Preset,
    /// What the letters of moves tell the direction of.
    pub(crate) moves: MoveConvention,
}

/// An answer, as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extracted {
    /// The answer.
    pub(crate) claim: Claim,
    /// The preset that it was found by, as one would name it.
    pub(crate) found_by: &'static str,
    /// How many states the solver says it has expanded.
    pub(crate) nodes: Option<u64>,
}

/// No answer was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum NoAnswer {
    /// There is no text at all.
    #[error("it printed nothing")]
    Nothing,
    /// There is text, but no answer in it.
    #[error("no answer was found in what it printed: {beginning:?}")]
    NotFound {
        /// How the text begins.
        beginning: String,
    },
    /// There are numbers of tiles, and one can't slide.
    #[error("tiles that can't slide like that: {reason}")]
    NoSlide {
        /// Which, and why not.
        reason: String,
    },
}

impl Extractor {
    /// Finds the answer for a board in an output. Bytes that are not UTF-8 are passed over.
    ///
    /// A line, even an empty one, is an answer of no moves where moves are expected; nothing at all is none.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::validate::{Claim, Extractor};
    ///
    /// let board = Goal::snail(Shape::new(3, 3)?).board();
    /// let found = Extractor::default().extract(b"length: 12\nsearched 7 states\n", &board)?;
    /// assert_eq!((found.claim, found.found_by), (Claim::Length(12), "length"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer`] if there is none.
    pub(crate) fn extract(&self, output: &[u8], board: &Board) -> Result<Extracted, NoAnswer> {
        let text = String::from_utf8_lossy(output);
        if text.is_empty() {
            return Err(NoAnswer::Nothing);
        }
        if let (Preset::TileNumbers, Some(Err(error))) = (&self.preset, last_slides(&text, board)) {
            return Err(NoAnswer::NoSlide { reason: error.to_string() });
        }
        let not_found = || NoAnswer::NotFound { beginning: shorten(text.trim()) };
        let (found_by, claim) = self.claim_in(&text, board).ok_or_else(not_found)?;
        let nodes = match &self.preset {
            Preset::Pattern(pattern) => {
                group_of(pattern, &text, "nodes").and_then(|nodes| nodes.parse().ok())
            }
            _ => nodes_in(&text),
        };
        Ok(Extracted { claim, found_by, nodes })
    }

    fn claim_in(&self, text: &str, board: &Board) -> Option<(&'static str, Claim)> {
        let named = |name: &'static str, claim: Option<Claim>| Some((name, claim?));
        match &self.preset {
            Preset::Auto => self.attempts(text, board),
            Preset::Moves => named("moves", self.moves_in(text).or_else(|| no_moves_in(text))),
            Preset::TileNumbers => {
                let slides = || Some(Claim::Path(last_slides(text, board)?.ok()?));
                named(
                    "tile-numbers",
                    slides().or_else(|| programs::unsolvable(text)).or_else(|| no_moves_in(text)),
                )
            }
            Preset::LastNumber => {
                named("last-number", length_in(text).or_else(|| programs::unsolvable(text)))
            }
            Preset::Princeton => named("princeton", programs::princeton(text, board)),
            Preset::Zhang => named("zhang", programs::zhang(text, self.moves)),
            Preset::Tran => named("tran", programs::tran(text, board)),
            Preset::Parnami => named("parnami", programs::parnami(text, board)),
            Preset::Akhtar => named("akhtar", programs::akhtar(text, board)),
            Preset::Pattern(pattern) => named("regex", self.match_of(pattern, text)),
            Preset::Json(pointer) => {
                let value = json::last_json(text)?;
                named("json", json::claim_of(value.pointer(pointer)?, self.moves))
            }
        }
    }

    /// Every form in turn.
    fn attempts(&self, text: &str, board: &Board) -> Option<(&'static str, Claim)> {
        let by_json = || json::claim_of_fields(&json::last_json(text)?, self.moves);
        let by_boards = || {
            let boards = boards_in(text, board.shape());
            claim_of(boards, board, None).filter(|_| boards_in(text, board.shape()).len() > 1)
        };
        let attempts: [(&'static str, &dyn Fn() -> Option<Claim>); 12] = [
            ("princeton", &|| programs::princeton(text, board)),
            ("tran", &|| programs::tran(text, board)),
            ("parnami", &|| programs::parnami(text, board)),
            ("akhtar", &|| programs::akhtar(text, board)),
            ("zhang", &|| programs::zhang(text, self.moves)),
            ("json", &by_json),
            ("unsolvable", &|| programs::unsolvable(text)),
            ("moves", &|| self.moves_in(text)),
            ("boards", &by_boards),
            ("length", &|| named_length(text).map(Claim::Length)),
            ("last-number", &|| length_in(text)),
            ("moves", &|| no_moves_in(text)),
        ];
        attempts.iter().find_map(|(name, attempt)| Some((*name, attempt()?)))
    }

    fn moves_in(&self, text: &str) -> Option<Claim> {
        let said = || programs::unsolvable(text);
        last_moves(text, self.moves).map(Claim::Path).or_else(said)
    }

    fn match_of(&self, pattern: &Regex, text: &str) -> Option<Claim> {
        let length = group_of(pattern, text, "length").and_then(|length| length.trim().parse().ok());
        let moves = group_of(pattern, text, "moves").and_then(|moves| read_moves(moves, self.moves));
        match (moves, length) {
            (Some(moves), Some(length)) => Some(Claim::PathAndLength { moves, length }),
            (Some(moves), None) => Some(Claim::Path(moves)),
            (None, Some(length)) => Some(Claim::Length(length)),
            (None, None) => group_of(pattern, text, "unsolvable").map(|_| Claim::Unsolvable),
        }
    }
}

/// The group of the last match that has it.
fn group_of<'a>(pattern: &Regex, text: &'a str, name: &str) -> Option<&'a str> {
    pattern.captures_iter(text).filter_map(|found| found.name(name)).last().map(|found| found.as_str())
}

fn length_in(text: &str) -> Option<Claim> {
    match last_number(text)? {
        -1 => Some(Claim::Unsolvable),
        length => u32::try_from(length).ok().map(Claim::Length),
    }
}

/// Blank lines, or brackets around nothing, are no moves.
fn no_moves_in(text: &str) -> Option<Claim> {
    read_moves(text, MoveConvention::Blank).map(Claim::Path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::Shape;
    use tilebase::notation::{read_board, write_moves};

    fn found(preset: &str, text: &str) -> String {
        let board = read_board("123456708", Some(Shape::THREE_BY_THREE)).unwrap();
        let extractor = Extractor { preset: preset.parse().unwrap(), ..Extractor::default() };
        match extractor.extract(text.as_bytes(), &board) {
            Err(error) => error.to_string(),
            Ok(Extracted { claim, found_by, .. }) => match claim {
                Claim::Path(moves) => format!("{found_by} {}", write_moves(&moves, MoveConvention::Blank)),
                Claim::PathAndLength { moves, length } => {
                    format!("{found_by} {} {length}", write_moves(&moves, MoveConvention::Blank))
                }
                other => format!("{found_by} {other:?}"),
            },
        }
    }

    const GRIDS: &str = "1 2 3 \n4 5 6 \n7 0 8 \n\n1 2 3 \n4 5 6 \n7 8 0 \n";

    /// Each is read by its own preset and, by the same name, by `auto`.
    #[test]
    fn the_outputs_of_known_programs_are_read() {
        let princeton =
            "Minimum number of moves = 1\n3\n 1 2 3\n 4 5 6\n 7 0 8\n\n3\n 1 2 3\n 4 5 6\n 7 8 0\n";
        let tran = "The best node to expand with a g(n) = 0 and h(n) = 1 is:\n[1, 2, 3]\n[4, 5, 6]\n[7, 0, 8]\n\
                    The best node to expand with a g(n) = 1 and h(n) = 0 is:\n[1, 2, 3]\n[4, 5, 6]\n[7, 8, 0]\n\
                    Goal state!\n\nSolution depth was 1\nNumber of nodes expanded: 2\nMax queue size: 3\n";
        let parnami = format!(
            "Searching\n\nSolution found...\nStates Expanded: 1\tGenerated: 4\n\nMoves: 1\n\n1\n\n{GRIDS}"
        );
        let akhtar = format!(
            "1 - Node {{ 123456780 | D: 1, MD: 0 }}\nThe puzle can be solved in 1 steps. Solution below\n{GRIDS}"
        );
        let zhang =
            "===<< EXPERIMENT RESULTS >>===\n1) uc_explist                  R\n\nPath Length:            1\n";
        for (preset, text) in [
            ("princeton", princeton),
            ("tran", tran),
            ("parnami", &parnami),
            ("akhtar", &akhtar),
            ("zhang", zhang),
        ] {
            let expected = format!("{preset} R 1");
            assert_eq!([found(preset, text), found("auto", text)], [expected.clone(), expected]);
        }
        for (preset, text) in [
            ("princeton", "No solution possible\n"),
            ("princeton", "Minimum number of moves = -1\n"),
            ("tran", "Unfortunately, your puzzle is impossible to solve.\n"),
            ("akhtar", "Puzzle state is unsolvable..!\n"),
            ("zhang", "Goal NOT Found\nUULLDDRR\nPath Length: 8\n"),
        ] {
            let expected = format!("{preset} Unsolvable");
            assert_eq!([found(preset, text), found("auto", text)], [expected.clone(), expected]);
        }
    }

    #[test]
    fn auto_tells_what_it_went_by() {
        for (text, expected) in [
            ("{\"moves\":\"R\",\"length\":1}", "json R 1"),
            ("{\"path\":[\"right\"]}", "json R"),
            ("{\"solvable\":false,\"moves\":\"\"}", "json Unsolvable"),
            ("-1\n", "unsolvable Unsolvable"),
            ("no solution exists", "unsolvable Unsolvable"),
            ("expanded 3\nR\n", "moves R"),
            (GRIDS, "boards Boards([Board(3x3 123456708), Board(3x3 123456780)])"),
            ("took 3 s\n1\n", "last-number Length(1)"),
            ("solved in 1 move\nnodes 7\n", "length Length(1)"),
            ("\n", "moves "),
            ("[]\n", "moves "),
            ("", "it printed nothing"),
            ("hello", "no answer was found in what it printed: \"hello\""),
        ] {
            assert_eq!(found("auto", text), expected, "{text}");
        }
    }

    #[test]
    fn patterns_and_pointers_take_what_they_name() {
        let pattern = "regex:path=(?<moves>[a-z]*);n=(?<length>[0-9]+)|(?<unsolvable>nope)";
        assert_eq!(found(pattern, "path=r;n=1"), "regex R 1");
        assert_eq!(found(pattern, "nope"), "regex Unsolvable");
        assert_eq!(found("json:/a/0", "{\"a\":[\"R\"]}"), "json R");
        assert_eq!(found("json:/a", "{\"a\":null}"), "json Unsolvable");
        assert_eq!(found("json:", "[\"R\"]"), "json R");
        assert!(found("json:/b", "{\"a\":null}").starts_with("no answer"));
        assert_eq!(found("last-number", "12 then 13\n"), "last-number Length(13)");
        assert_eq!(found("moves", "unsolvable"), "moves Unsolvable");
        assert_eq!(found("tile-numbers", "12 nodes\nmoves: [5, 4]\n"), "tile-numbers UL");
        assert_eq!(found("tile-numbers", "[]\n"), "tile-numbers ");
        let no_slide = found("tile-numbers", "[8, 3]");
        assert!(
            no_slide.starts_with("tiles that can't slide like that: ") && no_slide.contains("tile 3"),
            "{no_slide}"
        );
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let board = read_board("123456708", None).unwrap();
        let found = Extractor::default().extract(b"\xff\xfe\x80\nR\n", &board).unwrap();
        assert_eq!(found.claim, Claim::Path(vec![tilebase::board::Move::Right]));
    }
}
