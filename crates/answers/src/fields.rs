//! The fields of an answer, and the claims that they make.
//!
//! Each field with a statement makes a claim, and every claim is judged: a correct estimate does
//! not make a path correct, nor a correct path a length. A path and its length are one claim, so
//! that they are compared.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::columns::Columns;
use super::fault::AnswerFault;
use super::number::is_decimal;
use super::path_list::{paths_in_text, shortest_of_list};
use super::sentences::{has_more_than_numbers, is_cut_short, sentence_length};
use super::vocabulary::{
    Field, count, is_letters, is_unit, is_unsolvable, label, leading_count, read_directions, read_path,
    yes_or_no,
};
use tilebase::board::{Board, Goal, Metric, Move};
use tilebase::judge::Claim;
use tilebase::notation::{MoveConvention, shorten};

/// What an answer that could be read in several ways is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum AnswerKind {
    /// A number is a length, and everything else moves
    #[default]
    Auto,
    /// Moves, by letters, words, tile numbers, or boards
    Moves,
    /// How many moves are needed
    Length,
    /// A heuristic's estimate
    Estimate,
}

/// The parameters for interpreting an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading<'a> {
    pub(super) board: &'a Board,
    pub(super) kind: AnswerKind,
    /// The convention for directions, unless the answer names one.
    pub(super) convention: MoveConvention,
    /// Whether moves have costs.
    pub(super) has_costs: bool,
    /// The metric of lengths.
    pub(super) metric: Metric,
}

/// The fields of an answer, as text.
#[derive(Debug, Default)]
pub(super) struct Fields<'a> {
    pub(super) board: Cow<'a, str>,
    pub(super) goal: Cow<'a, str>,
    answer: Cow<'a, str>,
    moves: Option<Cow<'a, str>>,
    /// Further moves, under other names.
    more_moves: Vec<Cow<'a, str>>,
    /// Moves under a name that could also mean something else.
    vague_moves: Option<Cow<'a, str>>,
    /// Lists of all optimal paths.
    paths: Vec<Cow<'a, str>>,
    length: Cow<'a, str>,
    /// Further lengths, under other names.
    more_lengths: Vec<Cow<'a, str>>,
    vague_length: Cow<'a, str>,
    costs: Vec<Cow<'a, str>>,
    solvable: Cow<'a, str>,
    unsolvable: Cow<'a, str>,
    estimate: Cow<'a, str>,
    convention: Cow<'a, str>,
    error: Cow<'a, str>,
    valid: Cow<'a, str>,
    /// Whether a path, a length, or an answer is null.
    has_null: bool,
}

impl<'a> Fields<'a> {
    /// Creates the fields for a board with an answer of unknown kind.
    pub(super) fn of_pair(board: &'a str, answer: &'a str) -> Self {
        Self { board: Cow::Borrowed(board), answer: Cow::Borrowed(answer), ..Self::default() }
    }

    pub(super) fn set(&mut self, field: Field, value: Cow<'a, str>) {
        match field {
            Field::Board => self.board = value,
            Field::Goal => self.goal = value,
            Field::Moves => self.set_moves(value),
            Field::VagueMoves => self.vague_moves = self.vague_moves.take().or(Some(value)),
            Field::Paths => self.paths.push(value),
            Field::Length if self.length.trim().is_empty() => self.length = value,
            Field::Length => self.more_lengths.push(value),
            Field::VagueLength => self.vague_length = value,
            Field::Cost if value.trim().is_empty() => {}
            Field::Cost => self.costs.push(value),
            Field::Solvable => self.solvable = value,
            Field::Unsolvable => self.unsolvable = value,
            Field::Estimate => self.estimate = value,
            Field::Answer => self.answer = value,
            Field::Convention => self.convention = value,
            Field::Error => self.error = value,
            Field::Valid => self.valid = value,
        }
    }

    /// Sets the moves. If there are two columns (`moves,solution`), one may hold their number.
    fn set_moves(&mut self, value: Cow<'a, str>) {
        match self.moves.take() {
            Some(before) if count(&value).is_some() && count(&before).is_none() => {
                self.set(Field::Length, value);
                self.moves = Some(before);
            }
            Some(before) if count(&before).is_some() && count(&value).is_none() => {
                self.set(Field::Length, before);
                self.moves = Some(value);
            }
            Some(before) if value.trim().is_empty() => self.moves = Some(before),
            before => {
                self.more_moves.extend(before.filter(|before| before.trim() != value.trim()));
                self.moves = Some(value);
            }
        }
    }

    /// Reads the fields of an object, by their usual names.
    pub(super) fn of_object(object: Map<String, Value>) -> Self {
        Self::of_object_named(object, &Columns::default())
    }

    /// Reads the fields of an object.
    ///
    /// A number as moves is a length: numbers of moved tiles come as a list or a text.
    pub(super) fn of_object_named(object: Map<String, Value>, columns: &Columns) -> Self {
        let mut fields = Self::default();
        for (name, value) in object {
            let Some(field) = columns.field(&name) else { continue };
            match value {
                Value::Null => {
                    let is_answer = matches!(
                        field,
                        Field::Moves | Field::VagueMoves | Field::Length | Field::Cost | Field::Answer
                    );
                    fields.has_null |= is_answer;
                }
                Value::String(text) => fields.set(field, Cow::Owned(text)),
                Value::Number(number) if field == Field::Moves => {
                    fields.set(Field::Length, Cow::Owned(number.to_string()));
                }
                Value::Array(list) if field == Field::Moves => {
                    let text = letters_of_list(&list).unwrap_or_else(|| Value::Array(list).to_string());
                    fields.set(field, Cow::Owned(text));
                }
                // `"steps": ["U", "L"]` is a path, not a number of steps.
                Value::Array(list) if field == Field::VagueLength => {
                    fields.set(Field::VagueMoves, Cow::Owned(Value::Array(list).to_string()));
                }
                other => fields.set(field, Cow::Owned(other.to_string())),
            }
        }
        fields
    }

    /// Converts the fields to claims: at least one.
    pub(super) fn claims(&self, reading: &Reading<'_>) -> Result<Vec<Claim>, AnswerFault> {
        let reading = &self.reading(reading);
        let mut claims = Vec::new();
        self.add_moves_and_lengths(reading, &mut claims)?;
        if !self.estimate.trim().is_empty() {
            let estimate = count(&self.estimate).ok_or_else(|| AnswerFault::no_number(&self.estimate))?;
            claims.push(Claim::Estimate(estimate));
        }
        if !self.answer.trim().is_empty() {
            claims.extend(reading.answer(self.answer.trim())?);
        }
        // Last, since it may replace other claims.
        self.add_solvable(&mut claims);
        let is_unsolvable = || claims.iter().all(|claim| *claim == Claim::Unsolvable);
        if !self.valid.is_empty() && yes_or_no(&self.valid) == Some(false) && !is_unsolvable() {
            return Err(AnswerFault::CalledWrong(shorten(&self.valid)));
        }
        match claims.is_empty() {
            true if self.error.is_empty() => Err(AnswerFault::Nothing),
            true => Err(AnswerFault::Refused(shorten(&self.error))),
            false => Ok(claims),
        }
    }

    /// Converts the fields to the paths of a list, which may be empty. Other answers make the usual
    /// claims.
    pub(super) fn listed_paths(&self, reading: &Reading<'_>) -> Result<Vec<Claim>, AnswerFault> {
        let by_line = &self.reading(reading);
        let texts = self.paths.iter().chain(&self.moves).chain(&self.vague_moves).chain([&self.answer]);
        let Some(paths) = texts.filter_map(|text| paths_in_text(text, &|item| by_line.item(item))).next()
        else {
            return self.claims(reading);
        };
        let length = count(&self.length);
        Ok(paths?.into_iter().map(|path| with_length(path, length)).collect())
    }

    /// The parameters, with the convention that the line names.
    fn reading<'r>(&self, reading: &Reading<'r>) -> Reading<'r> {
        let convention = match self.convention.as_ref() {
            "tile" => MoveConvention::Tile,
            "blank" => MoveConvention::Blank,
            _ => reading.convention,
        };
        Reading { convention, ..*reading }
    }

    /// Whether only the moves could be an answer.
    fn says_nothing_but_moves(&self) -> bool {
        [&self.length, &self.vague_length, &self.solvable, &self.unsolvable, &self.estimate, &self.answer]
            .iter()
            .all(|field| field.trim().is_empty())
            && self.costs.is_empty()
    }

    fn add_moves_and_lengths(
        &self,
        reading: &Reading<'_>,
        claims: &mut Vec<Claim>,
    ) -> Result<(), AnswerFault> {
        let is_vague = self.length.trim().is_empty() && self.costs.is_empty();
        let first = if is_vague { &self.vague_length } else { &self.length };
        let path = self.moves_and_length(reading, first)?;
        let mut costs = Vec::new();
        for cost in &self.costs {
            let as_length = self.moves_and_length(reading, cost)?;
            costs.extend(as_length.map(|as_length| reading.with_cost(path.as_ref(), as_length)));
        }
        costs.dedup();
        // A path without a length is part of the claim about its cost.
        let is_repeated = matches!(path, Some(Claim::Path(_) | Claim::Boards(_))) && !costs.is_empty();
        claims.extend(path.filter(|path| !is_repeated && !costs.contains(path)));
        claims.extend(costs);
        for length in self.more_lengths.iter().filter(|length| !length.trim().is_empty()) {
            let claim = self.moves_and_length(reading, length)?;
            claims.extend(claim.filter(|claim| !claims.contains(claim)));
        }
        let texts = self.more_moves.iter().map(|text| text.trim()).filter(|text| count(text).is_none());
        claims.extend(texts.filter_map(|text| reading.path(text).ok()).filter(|path| !is_empty(path)));
        Ok(())
    }

    fn moves_and_length(&self, reading: &Reading<'_>, length: &str) -> Result<Option<Claim>, AnswerFault> {
        let length = match length.trim() {
            "" => None,
            text => match count(text) {
                None if is_unsolvable(text) => return Ok(Some(Claim::Unsolvable)),
                None => return Err(AnswerFault::no_number(text)),
                length => length,
            },
        };
        let of_length = || length.map(|length| reading.number(length));
        let Some(moves) = self.moves_in(reading) else { return Ok(of_length()) };
        let moves = if matches!(moves, "[]" | "()") { "" } else { moves };
        match (moves, length) {
            // An empty path counts only if its length, or the absence of all other statements,
            // confirms it.
            ("", Some(1..)) => Ok(of_length()),
            ("", None) if !(self.error.is_empty() && self.says_nothing_but_moves()) => Ok(None),
            (text, _) if !is_letters(text) && is_unsolvable(text) => Ok(Some(Claim::Unsolvable)),
            (text, length) => match reading.path(text) {
                Ok(path) => Ok(Some(with_length(path, length))),
                Err(_no_path) if count(text).is_some() => Err(AnswerFault::NumberAsMoves(shorten(text))),
                Err(fault) => Err(fault),
            },
        }
    }

    /// The text of the moves. A vague name counts only if there is no other, and if its value is a
    /// path: `"plan": "B"` says nothing.
    fn moves_in(&self, reading: &Reading<'_>) -> Option<&str> {
        let is_path = |text: &&str| count(text).is_none() && reading.path(text).is_ok();
        let vague = || self.vague_moves.as_deref().map(str::trim).filter(is_path);
        self.moves.as_deref().map(str::trim).or_else(vague)
    }

    /// Adds a claim about solvability, if the fields make one.
    fn add_solvable(&self, claims: &mut Vec<Claim>) {
        let says_nothing_else = claims.is_empty() && self.error.is_empty();
        match yes_or_no(&self.solvable).or_else(|| yes_or_no(&self.unsolvable).map(|is_it| !is_it)) {
            Some(false) => {
                // `"solvable": false, "moves": [], "length": 0` means no path, not a path without
                // moves.
                claims.retain(|claim| !is_empty(claim) && *claim != Claim::Unsolvable);
                claims.push(Claim::Unsolvable);
            }
            Some(true) if says_nothing_else || claims.contains(&Claim::Unsolvable) => {
                claims.push(Claim::Solvable);
            }
            // Python and JavaScript programs print `"moves": null` for unsolvable boards.
            None if says_nothing_else && self.has_null => claims.push(Claim::Unsolvable),
            _ => {}
        }
    }
}

/// A fast path for lists of letters, which are read many times faster as one text.
fn letters_of_list(list: &[Value]) -> Option<String> {
    let letters: String =
        list.iter().map(|item| item.as_str().filter(|text| text.len() == 1)).collect::<Option<_>>()?;
    is_letters(&letters).then_some(letters)
}

/// Whether claims about an unsolvable board only say that no move is needed. Some programs print an
/// empty list if no path exists.
pub fn may_mean_unsolvable(claims: &[Claim], board: &Board, goal: &Goal) -> bool {
    claims.iter().all(is_empty) && !goal.is_reachable_from(board)
}

/// Whether a claim is a path without moves, or a length of 0.
fn is_empty(claim: &Claim) -> bool {
    match claim.without_cost() {
        Claim::Path(moves) | Claim::PathAndLength { moves, .. } => moves.is_empty(),
        Claim::Length(length) => *length == 0,
        _ => false,
    }
}

/// Combines a path with its stated cost.
pub(super) fn with_cost(claim: Claim, cost: u64) -> Claim {
    Claim::WithCost { claim: Box::new(claim), cost }
}

/// Combines a path with its stated length.
pub(super) fn with_length(claim: Claim, length: Option<u32>) -> Claim {
    match (claim, length) {
        (Claim::Path(moves), Some(length)) => Claim::PathAndLength { moves, length },
        (Claim::Boards(boards), Some(length)) => Claim::BoardsAndLength { boards, length },
        (claim, _) => claim,
    }
}

impl Reading<'_> {
    /// Interprets an answer of unknown kind.
    pub(super) fn answer(&self, text: &str) -> Result<Vec<Claim>, AnswerFault> {
        if let Some(claim) = self.bare_answer(text)? {
            return Ok(vec![claim]);
        }
        let path = match self.path(text) {
            Ok(path) => return Ok(vec![path]),
            Err(fault) => fault,
        };
        // If the whole text is not an answer, a part of it may be.
        if let Some(claim) = self.path_before_length(text).or_else(|| self.sentence(text)) {
            return Ok(vec![claim]);
        }
        match label(text) {
            Some((Field::Answer, value)) => {
                self.bare_answer(value)?.map_or(Err(path), |claim| Ok(vec![claim]))
            }
            Some((field @ (Field::Moves | Field::VagueMoves | Field::Length | Field::Cost), value)) => {
                let mut fields = Fields::default();
                // A number of moves, as in an object.
                let is_number = self.kind != AnswerKind::Moves && count(value).is_some();
                let field = if is_number && field == Field::Moves { Field::Length } else { field };
                fields.set(field, Cow::Borrowed(value));
                fields.claims(self)
            }
            _ => Err(self.unnamed_numbers(text).map_or(path, AnswerFault::Unnamed)),
        }
    }

    /// Interprets a statement, a number, or a number before a path.
    fn bare_answer(&self, text: &str) -> Result<Option<Claim>, AnswerFault> {
        if is_letters(text) && matches!(self.kind, AnswerKind::Auto | AnswerKind::Moves) {
            return Ok(Some(self.path(text)?));
        }
        match (self.kind, count(text)) {
            (AnswerKind::Auto, Some(number)) if self.has_costs => Ok(Some(Claim::Cost(number.into()))),
            (AnswerKind::Auto | AnswerKind::Length | AnswerKind::Estimate, Some(number)) => {
                Ok(Some(self.number(number)))
            }
            (_, None) if is_unsolvable(text) => Ok(Some(Claim::Unsolvable)),
            (AnswerKind::Length | AnswerKind::Estimate, None) => Err(AnswerFault::no_number(text)),
            (AnswerKind::Auto | AnswerKind::Moves, _) => Ok(self.length_before_path(text)),
        }
    }

    /// Interprets a number followed by other text: `28 UULDD...`, `28: UULDD...`, `28 moves: up,
    /// up, left...`.
    fn length_before_path(&self, text: &str) -> Option<Claim> {
        let (length, rest) = leading_count(text)?;
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let rest = if is_unit(&rest[..end]) { &rest[end..] } else { rest };
        let path = rest.trim_start_matches([' ', '\t', ':', ',', ';', '-', '|']);
        let is_after_a_gap = path.len() < rest.len() || rest.len() < text.len();
        (is_after_a_gap && has_more_than_numbers(path)).then_some(())?;
        match self.path(path) {
            Ok(claim @ Claim::Path(_)) => Some(self.with_number(claim, length)),
            _ => None,
        }
    }

    /// Interprets `UULDD...,28`, `['UULDD...', 28]` or `UULDD... (28 moves)`.
    ///
    /// After a mere space the number could be a repetition (`Right 2`), so it must equal the path's
    /// length.
    fn path_before_length(&self, text: &str) -> Option<Claim> {
        let text = text.trim_end_matches([')', ']', '.', ' ']);
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
        let at = number.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let length = count(&text[at..])?;
        let path = text[..at].trim_end_matches([' ', '\t', ',', ';', '(', '|']);
        let is_marked = text[path.len()..].trim_start().starts_with([',', ';', '(', '|']);
        (path.len() < at && has_more_than_numbers(path)).then_some(())?;
        let moves = read_directions(path, self.convention).ok()?;
        let is_length = is_marked || self.may_be_length(&moves, length);
        is_length.then(|| self.with_number(Claim::Path(moves), length))
    }

    /// Interprets `solved in 28 moves`, optionally followed by a colon and the path.
    fn sentence(&self, text: &str) -> Option<Claim> {
        let length = sentence_length(text)?;
        let Some((_, path)) = text.split_once(':') else { return Some(self.number(length)) };
        match self.path(path.trim()) {
            Ok(claim) => Some(with_length(claim, Some(length))),
            Err(_no_path) => None,
        }
    }

    /// Lists the numbers of a record without a header (`UULDD,28,0.034`), if their meaning is
    /// unclear.
    ///
    /// A single number is a length, and so is one number beside a path. Without a path,
    /// several numbers are clear only if all can be moved tiles.
    fn unnamed_numbers(&self, text: &str) -> Option<String> {
        let separator = [';', '\t', '|', ','].into_iter().find(|sign| text.contains(*sign))?;
        let is_number = |field: &&str| is_decimal(&field.replace(',', "."));
        let (numbers, others): (Vec<&str>, Vec<&str>) =
            text.split(separator).map(str::trim).partition(is_number);
        let is_tile =
            |number: &&str| number.parse::<usize>().is_ok_and(|tile| tile < self.board.shape().cells());
        let is_record = match others.as_slice() {
            [] => !numbers.iter().all(is_tile),
            [path] => is_letters(path),
            _ => false,
        };
        let listed: Vec<String> =
            numbers.iter().take(4).map(|number| format!("{:?}", shorten(number))).collect();
        (numbers.len() > 1 && is_record).then(|| listed.join(" or "))
    }

    /// Interprets an item of a list as a path; `None` stands for one that is no text.
    pub(super) fn item(&self, text: Option<&str>) -> Result<Claim, AnswerFault> {
        self.path(text.ok_or(AnswerFault::Nothing)?)
    }

    /// Interprets a path, or a list of paths: if all lead to the same board, it is as good as the
    /// shortest of them.
    pub(super) fn path(&self, text: &str) -> Result<Claim, AnswerFault> {
        if is_cut_short(text) {
            return Err(AnswerFault::CutShort(shorten(text)));
        }
        if let Some(moves) = shortest_of_list(text, self.board, self.convention, self.metric) {
            return Ok(Claim::Path(moves));
        }
        read_path(text, self.board, self.convention).map_err(|error| AnswerFault::Moves(Box::new(error)))
    }

    /// Combines a path and its stated length, if any, with a stated cost, which was read as its
    /// length. Where every move costs 1, it is one if it is the number of moves, in the metric or of
    /// single tiles: the judge then names the other metric.
    fn with_cost(&self, path: Option<&Claim>, as_length: Claim) -> Claim {
        let (alone, cost, is_length) = match &as_length {
            Claim::PathAndLength { moves, length } => {
                (Claim::Path(moves.clone()), *length, self.may_be_length(moves, *length))
            }
            Claim::BoardsAndLength { boards, length } => {
                // With or without the first board.
                let is_number = [0, 1].contains(&boards.len().abs_diff(*length as usize));
                let metric = self.metric;
                let slides = boards.first().and_then(|start| metric.slides_along(start, boards).ok());
                let is_length = is_number || slides.is_some_and(|moves| metric.length_of(&moves) == *length);
                (Claim::Boards(boards.clone()), *length, is_length)
            }
            Claim::Length(cost) if self.has_costs => return Claim::Cost((*cost).into()),
            _ => return as_length,
        };
        if is_length && !self.has_costs {
            return as_length;
        }
        with_cost(path.cloned().unwrap_or(alone), cost.into())
    }

    /// Combines a path with a number beside it: its length, or where moves have costs, its cost if
    /// it is not the length.
    fn with_number(&self, path: Claim, number: u32) -> Claim {
        match &path {
            Claim::Path(moves) if self.has_costs && moves.len() != number as usize => {
                with_cost(path, number.into())
            }
            _ => with_length(path, Some(number)),
        }
    }

    /// Whether a number is the length of moves, or their number where that is not the length.
    fn may_be_length(&self, moves: &[Move], number: u32) -> bool {
        [self.metric, Metric::SingleTile].iter().any(|metric| metric.length_of(moves) == number)
    }

    fn number(&self, number: u32) -> Claim {
        if self.kind == AnswerKind::Estimate { Claim::Estimate(number) } else { Claim::Length(number) }
    }
}
