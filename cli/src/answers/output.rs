//! The answer in what a solver has printed, among banners, traces and statistics.

use regex_lite::Regex;
use serde_json::Value;

use super::fields::{AnswerFault, AnswerKind, Fields, Reading, with_length};
use super::preset::Preset;
use super::programs::{self, PROGRAMS, boards_in, claim_of_boards};
use super::sentences::{last_number, length_beside_path, named_length, nodes_in};
use super::vocabulary::{
    Field, Saying, count, is_letters, is_word_for_unsolvable, label, read_directions, saying,
};
use tilebase::board::{Board, Move};
use tilebase::judge::Claim;
use tilebase::notation::{MoveConvention, MoveForm, MoveOptions, ReadError, read_moves, shorten};

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
    /// What it says, in one way or in several; at least one.
    pub(crate) claims: Vec<Claim>,
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
    /// There is an object with fields of an answer, but they can't be understood.
    #[error("what it printed can't be understood: {fault}")]
    NotUnderstood {
        /// Why not.
        fault: AnswerFault,
    },
    /// There are numbers of tiles, and one can't slide.
    #[error("tiles that can't slide like that: {reason}")]
    NoSlide {
        /// Which, and why not.
        reason: String,
    },
}

type Found = (&'static str, Vec<Claim>);

impl Extractor {
    /// Finds the answer for a board in an output. Bytes that are not UTF-8 are passed over.
    ///
    /// A line, even an empty one, is an answer of no moves where moves are expected; nothing at all is none.
    ///
    /// # Errors
    /// [`NoAnswer`] if there is none.
    pub(crate) fn extract(&self, output: &[u8], board: &Board) -> Result<Extracted, NoAnswer> {
        let text = String::from_utf8_lossy(output);
        if text.is_empty() {
            return Err(NoAnswer::Nothing);
        }
        let output = Output { text: &text, board, convention: self.moves };
        let (found_by, claims) = output.read(&self.preset)?;
        let nodes = match &self.preset {
            Preset::Pattern(pattern) => {
                group_of(pattern, &text, "nodes").and_then(|nodes| nodes.parse().ok())
            }
            _ => nodes_in(&text),
        };
        Ok(Extracted { claims, found_by, nodes })
    }
}

/// What was printed for a board.
struct Output<'a> {
    text: &'a str,
    board: &'a Board,
    convention: MoveConvention,
}

impl Output<'_> {
    fn read(&self, preset: &Preset) -> Result<Found, NoAnswer> {
        let of_one = |name: &'static str, claim: Option<Claim>| claim.map(|claim| (name, vec![claim]));
        let of_program = |program: &programs::Program| {
            let claims = program.claims(self.text, self.board, self.convention);
            (!claims.is_empty()).then_some((program.name, claims))
        };
        let found = match preset {
            Preset::Auto => return self.attempts(),
            Preset::TileNumbers => return self.tile_numbers(),
            Preset::Moves => {
                let path = || last_moves(self.text, self.convention).map(Claim::Path);
                of_one("moves", path().or_else(|| self.unsolvable()).or_else(|| self.no_moves()))
            }
            Preset::LastNumber => of_one("last-number", self.last_number().or_else(|| self.unsolvable())),
            Preset::Princeton => of_program(&programs::PRINCETON),
            Preset::Zhang => of_program(&programs::ZHANG),
            Preset::Tran => of_program(&programs::TRAN),
            Preset::Parnami => of_program(&programs::PARNAMI),
            Preset::Akhtar => of_program(&programs::AKHTAR),
            Preset::Pattern(pattern) => of_one("regex", self.match_of(pattern)),
            Preset::Json(pointer) => {
                let value = last_json(self.text);
                of_one("json", value.and_then(|value| self.claim_of_value(value.pointer(pointer)?)))
            }
        };
        found.ok_or_else(|| self.not_found())
    }

    fn not_found(&self) -> NoAnswer {
        NoAnswer::NotFound { beginning: shorten(self.text.trim()) }
    }

    fn reading(&self) -> Reading<'_> {
        Reading { board: self.board, kind: AnswerKind::Auto, convention: self.convention }
    }

    /// Every form in turn, the surest first. Of an object that can't be understood no number is taken.
    fn attempts(&self) -> Result<Found, NoAnswer> {
        let of_program = |program: &&programs::Program| {
            let claims = program.claims(self.text, self.board, self.convention);
            (!claims.is_empty()).then_some((program.name, claims))
        };
        if let Some(found) = PROGRAMS.iter().find_map(of_program) {
            return Ok(found);
        }
        let of_object = match self.object() {
            Some(Ok(claims)) => return Ok(("json", claims)),
            Some(Err(AnswerFault::Nothing)) | None => None,
            Some(Err(fault)) => Some(fault),
        };
        let in_words =
            self.line_alone().or_else(|| self.saying_and_path()).or_else(|| self.path_and_length());
        match (in_words, of_object) {
            (Some(found), _) => Ok(found),
            (None, Some(fault)) => Err(NoAnswer::NotUnderstood { fault }),
            (None, None) => self.number().ok_or_else(|| self.not_found()),
        }
    }

    /// The fields of an object.
    fn object(&self) -> Option<Result<Vec<Claim>, AnswerFault>> {
        match last_json(self.text)? {
            Value::Object(object) => Some(Fields::of_object(object).claims(&self.reading())),
            _ => None,
        }
    }

    /// A line that is all that was printed is read as an answer beside a board is.
    fn line_alone(&self) -> Option<Found> {
        let line = self.text.trim();
        if line.is_empty() || line.contains('\n') {
            return None;
        }
        let claims = self.reading().answer(line).ok()?;
        let name = if count(line).is_some() { "last-number" } else { name_of(claims.first()?) };
        Some((name, claims))
    }

    /// A saying, and the path beside it if one is named as such: then the saying counts only if it is a sentence, and not
    /// if it is a banner as "detects impossible boards".
    fn saying_and_path(&self) -> Option<Found> {
        let saying = match saying(self.text) {
            None if self.text.trim() == "-1" => Saying::Sentence,
            saying => saying?,
        };
        Some(match (self.named_path(), saying) {
            (None, _) => ("unsolvable", vec![Claim::Unsolvable]),
            (Some(moves), Saying::InPassing) => ("moves", vec![self.path_with_length(moves)]),
            (Some(moves), Saying::Sentence) => {
                ("unsolvable", vec![self.path_with_length(moves), Claim::Unsolvable])
            }
        })
    }

    /// The moves, or the boards, and the length that is said to be theirs.
    fn path_and_length(&self) -> Option<Found> {
        if let Some(moves) = last_moves(self.text, self.convention) {
            return Some(("moves", vec![self.path_with_length(moves)]));
        }
        if self.names_no_moves() {
            return Some(("moves", vec![self.path_with_length(Vec::new())]));
        }
        let boards = boards_in(self.text, self.board.shape());
        if boards.len() < 2 {
            return None;
        }
        let from_start = boards.iter().rposition(|board| board == self.board).unwrap_or(0);
        let said = length_beside_path(self.text, boards.len() - from_start - 1);
        Some(("boards", vec![claim_of_boards(boards, self.board, said)?]))
    }

    /// A length, or a word that says that there is none.
    fn number(&self) -> Option<Found> {
        let last_line = || self.text.lines().rev().find(|line| !line.trim().is_empty());
        let named = named_length(self.text).map(|length| ("length", Claim::Length(length)));
        let word = || {
            last_line().filter(|line| is_word_for_unsolvable(line)).map(|_| ("unsolvable", Claim::Unsolvable))
        };
        let last = || self.last_number().map(|claim| ("last-number", claim));
        let blank = || self.no_moves().map(|claim| ("moves", claim));
        let (name, claim) = named.or_else(word).or_else(last).or_else(blank)?;
        Some((name, vec![claim]))
    }

    fn path_with_length(&self, moves: Vec<Move>) -> Claim {
        let length = length_beside_path(self.text, moves.len());
        with_length(Claim::Path(moves), length)
    }

    /// The path after a name, as `Path: ULD`, in the last line that has one.
    fn named_path(&self) -> Option<Vec<Move>> {
        self.text.lines().rev().find_map(|line| match label(line)? {
            (Field::Moves, path) => {
                read_directions(path, self.convention).ok().filter(|moves| !moves.is_empty())
            }
            _ => None,
        })
    }

    /// Is the path named, and brackets around nothing, as `path_to_goal: []`?
    fn names_no_moves(&self) -> bool {
        let mut labels = self.text.lines().rev().filter_map(label);
        labels.any(|(field, value)| field == Field::Moves && matches!(value, "[]" | "()"))
    }

    fn unsolvable(&self) -> Option<Claim> {
        let says_so = saying(self.text).is_some() || self.text.trim() == "-1";
        says_so.then_some(Claim::Unsolvable)
    }

    fn last_number(&self) -> Option<Claim> {
        match last_number(self.text)? {
            -1 => Some(Claim::Unsolvable),
            length => u32::try_from(length).ok().map(Claim::Length),
        }
    }

    /// Blank lines, or brackets around nothing, are no moves.
    fn no_moves(&self) -> Option<Claim> {
        read_directions(self.text, self.convention).ok().map(Claim::Path)
    }

    /// The last line that is numbers, of tiles that slide.
    fn tile_numbers(&self) -> Result<Found, NoAnswer> {
        let claim = match last_slides(self.text, self.board) {
            Some(Ok(moves)) => Some(Claim::Path(moves)),
            Some(Err(error)) => return Err(NoAnswer::NoSlide { reason: error.to_string() }),
            None => self.unsolvable().or_else(|| self.no_moves()),
        };
        claim.map(|claim| ("tile-numbers", vec![claim])).ok_or_else(|| self.not_found())
    }

    fn match_of(&self, pattern: &Regex) -> Option<Claim> {
        let length = group_of(pattern, self.text, "length").and_then(|length| length.trim().parse().ok());
        let moves = group_of(pattern, self.text, "moves");
        let path = moves.and_then(|moves| read_directions(moves, self.convention).ok()).map(Claim::Path);
        match (path, length) {
            (Some(path), length) => Some(with_length(path, length)),
            (None, Some(length)) => Some(Claim::Length(length)),
            (None, None) => group_of(pattern, self.text, "unsolvable").map(|_| Claim::Unsolvable),
        }
    }

    /// What a value says of which a pointer tells that it is the answer: null says unsolvable.
    fn claim_of_value(&self, value: &Value) -> Option<Claim> {
        let text = match value {
            Value::Null => return Some(Claim::Unsolvable),
            Value::Bool(_) | Value::Object(_) => return None,
            Value::String(text) => text.clone(),
            Value::Number(_) | Value::Array(_) => value.to_string(),
        };
        if text.trim().is_empty() {
            return Some(Claim::Path(Vec::new()));
        }
        self.reading().answer(text.trim()).ok()?.into_iter().next()
    }
}

/// The preset that a claim would be found by.
const fn name_of(claim: &Claim) -> &'static str {
    match claim {
        Claim::Unsolvable | Claim::Solvable => "unsolvable",
        Claim::Boards(_) | Claim::BoardsAndLength { .. } => "boards",
        Claim::Length(_) | Claim::Estimate(_) => "length",
        Claim::Path(_) | Claim::PathAndLength { .. } => "moves",
    }
}

/// The group of the last match that has it.
fn group_of<'a>(pattern: &Regex, text: &'a str, name: &str) -> Option<&'a str> {
    pattern.captures_iter(text).filter_map(|found| found.name(name)).last().map(|found| found.as_str())
}

/// The last line that is an object or a list, or the whole text as one, or the last line that is any JSON.
fn last_json(text: &str) -> Option<Value> {
    let is_compound = |value: &Value| value.is_object() || value.is_array();
    let lines = || text.lines().rev().filter(|line| !line.trim().is_empty());
    let read = |line: &str| serde_json::from_str::<Value>(line).ok();
    let compound = lines().find_map(|line| read(line).filter(is_compound));
    compound.or_else(|| read(text)).or_else(|| lines().find_map(read))
}

/// The last line that is moves and nothing else, but for a name before a colon or an equals sign; or else the last word
/// of a line. Lines of one word each, at the end, are one path.
fn last_moves(text: &str, convention: MoveConvention) -> Option<Vec<Move>> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let read = |text: &str| read_directions(text, convention).ok().filter(|moves| !moves.is_empty());
    // Words under one another: each line is one move.
    let is_step = |line: &&&str| read(line).is_some_and(|moves| moves.len() == 1);
    let steps = lines.iter().rev().take_while(is_step).count();
    if steps > 1 {
        return read(&lines[lines.len() - steps..].join(" "));
    }
    let after_name = |line: &'_ str| line.rsplit([':', '=']).next().map(str::trim).and_then(read);
    let whole = lines.iter().rev().find_map(|line| read(line).or_else(|| after_name(line)));
    // "It is all right" ends with no move: at the end of a sentence only letters count.
    let last_word =
        |line: &&str| line.split_whitespace().next_back().filter(|word| is_letters(word)).and_then(read);
    whole.or_else(|| lines.iter().rev().find_map(last_word))
}

/// The moves by which tiles slide, from the last line that is numbers, or the error of a tile that is not beside the
/// blank; none if there is no such line.
fn last_slides(text: &str, start: &Board) -> Option<Result<Vec<Move>, ReadError>> {
    let is_numbers = |line: &&str| {
        line.contains(|c: char| c.is_ascii_digit())
            && line.chars().all(|c| c.is_ascii_digit() || " \t,;[](){}".contains(c))
    };
    let values = text.lines().rev().filter_map(|line| line.rsplit([':', '=']).next());
    let line = values.map(str::trim).find(is_numbers)?;
    let options =
        MoveOptions { form: Some(MoveForm::Numbers), start: Some(*start), ..MoveOptions::default() };
    Some(read_moves(line, &options).map(|read| read.moves))
}
