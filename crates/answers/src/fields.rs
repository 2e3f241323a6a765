//! The fields of an answer, and the claims that they make.
//!
//! Each field with a statement makes a claim, and every claim is judged: a correct estimate does
//! not make a path correct, nor a correct path a length. A path and its length are one claim, so
//! that they are compared.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::columns::Columns;
use super::fault::AnswerFault;
use super::parser::{AnswerKind, AnswerParser, with_length};
use super::path_list::paths_in_text;
use super::reprs::without_types;
use super::step_objects::moves_of_list;
use super::vocabulary::{
    Field, are_all_directions, count, is_letters, is_of_search, is_unsolvable, label, yes_or_no,
};
use tilebase::board::{Board, Goal, Move};
use tilebase::judge::Claim;
use tilebase::notation::{MoveConvention, shorten};

/// The fields of an answer, as text.
#[derive(Debug, Default)]
pub(super) struct Fields<'a> {
    pub(super) board: Cow<'a, str>,
    pub(super) goal: Cow<'a, str>,
    answers: Vec<Cow<'a, str>>,
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
    solvable: Vec<Cow<'a, str>>,
    unsolvable: Vec<Cow<'a, str>>,
    estimates: Vec<Cow<'a, str>>,
    convention: Cow<'a, str>,
    error: Cow<'a, str>,
    valid: Vec<Cow<'a, str>>,
    /// Lists under unknown names, with the number of their elements. One of them may be the path of a
    /// stated length.
    unnamed_lists: Vec<(usize, String)>,
    /// Whether a path, a length, or an answer is null.
    has_null: bool,
}

impl<'a> Fields<'a> {
    /// Creates the fields for a board with an answer of unknown kind.
    pub(super) fn of_pair(board: &'a str, answer: &'a str) -> Self {
        Self { board: Cow::Borrowed(board), answers: vec![Cow::Borrowed(answer)], ..Self::default() }
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
            // Every other statement is judged, if there are several.
            Field::Cost
            | Field::Solvable
            | Field::Unsolvable
            | Field::Estimate
            | Field::Answer
            | Field::Valid
                if value.trim().is_empty() => {}
            Field::Cost => self.costs.push(value),
            Field::Solvable => self.solvable.push(value),
            Field::Unsolvable => self.unsolvable.push(value),
            Field::Estimate => self.estimates.push(value),
            Field::Answer => self.answers.push(value),
            Field::Convention => self.convention = value,
            Field::Error => self.error = value,
            Field::Valid => self.valid.push(value),
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
            let Some(field) = columns.field(&name) else {
                if let Value::Array(list) = value
                    && list.len() > 1
                    && !is_of_search(&name)
                {
                    fields.unnamed_lists.push((list.len(), text_of_list(list)));
                }
                continue;
            };
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
                    let text = letters_of_list(&list).unwrap_or_else(|| text_of_list(list));
                    fields.set(field, Cow::Owned(text));
                }
                // `"steps": ["U", "L"]` is a path, not a number of steps.
                Value::Array(list) if field == Field::VagueLength => {
                    fields.set(Field::VagueMoves, Cow::Owned(text_of_list(list)));
                }
                other => fields.set(field, Cow::Owned(other.to_string())),
            }
        }
        fields
    }

    /// Converts the fields to claims: at least one.
    pub(super) fn claims(&self, parser: &AnswerParser<'_>) -> Result<Vec<Claim>, AnswerFault> {
        let parser = &self.parser_with_convention(parser);
        let mut claims = Vec::new();
        self.add_moves_and_lengths(parser, &mut claims)?;
        for estimate in &self.estimates {
            let estimate = count(estimate).ok_or_else(|| AnswerFault::no_number(estimate))?;
            claims.push(Claim::Estimate(estimate));
        }
        for answer in self.answers.iter().map(|answer| answer.trim()).filter(|answer| !answer.is_empty()) {
            claims.extend(parser.answer(answer)?);
        }
        self.add_unnamed_path(parser, &mut claims);
        // Last, since it may replace other claims.
        self.add_solvable(&mut claims);
        let are_denials = || claims.iter().all(|claim| *claim == Claim::Unsolvable);
        let called_wrong = self.valid.iter().find(|valid| yes_or_no(valid) == Some(false));
        if let Some(valid) = called_wrong.filter(|_| !are_denials()) {
            return Err(AnswerFault::CalledWrong(shorten(valid)));
        }
        match claims.is_empty() {
            true if self.error.is_empty() => Err(AnswerFault::Nothing),
            // `{"error": "unsolvable"}`
            true if is_unsolvable(&self.error) => Ok(vec![Claim::Unsolvable]),
            true => Err(AnswerFault::Refused(shorten(&self.error))),
            false => Ok(claims),
        }
    }

    /// Converts the fields to the paths of a list, which may be empty. Other answers make the usual
    /// claims.
    pub(super) fn listed_paths(&self, parser: &AnswerParser<'_>) -> Result<Vec<Claim>, AnswerFault> {
        let by_line = &self.parser_with_convention(parser);
        let texts = self.paths.iter().chain(&self.moves).chain(&self.vague_moves).chain(&self.answers);
        let Some(paths) = texts.filter_map(|text| paths_in_text(text, &|item| by_line.item(item))).next()
        else {
            return self.claims(parser);
        };
        let length = count(&self.length);
        Ok(paths?.into_iter().map(|path| with_length(path, length)).collect())
    }

    /// Returns the parser with the convention that the line names, if any.
    fn parser_with_convention<'r>(&self, parser: &AnswerParser<'r>) -> AnswerParser<'r> {
        let convention = match self.convention.as_ref() {
            "tile" => MoveConvention::Tile,
            "blank" => MoveConvention::Blank,
            _ => parser.convention,
        };
        AnswerParser { convention, ..*parser }
    }

    /// Whether only the moves could be an answer.
    fn says_nothing_but_moves(&self) -> bool {
        let lists = [&self.costs, &self.solvable, &self.unsolvable, &self.estimates, &self.answers];
        [&self.length, &self.vague_length].iter().all(|field| field.trim().is_empty())
            && lists.iter().all(|list| list.is_empty())
    }

    fn add_moves_and_lengths(
        &self,
        parser: &AnswerParser<'_>,
        claims: &mut Vec<Claim>,
    ) -> Result<(), AnswerFault> {
        let is_vague = self.length.trim().is_empty() && self.costs.is_empty();
        let first = if is_vague { &self.vague_length } else { &self.length };
        let path = self.moves_and_length(parser, first)?;
        let mut costs = Vec::new();
        for cost in &self.costs {
            let as_length = self.moves_and_length(parser, cost)?;
            costs.extend(as_length.map(|as_length| parser.with_cost(path.as_ref(), as_length)));
        }
        costs.dedup();
        // A path without a length is part of the claim about its cost.
        let is_repeated = matches!(path, Some(Claim::Path(_) | Claim::Boards(_))) && !costs.is_empty();
        claims.extend(path.filter(|path| !is_repeated && !costs.contains(path)));
        claims.extend(costs);
        for length in self.more_lengths.iter().filter(|length| !length.trim().is_empty()) {
            let claim = self.moves_and_length(parser, length)?;
            claims.extend(claim.filter(|claim| !claims.contains(claim)));
        }
        for text in self.more_moves.iter().map(|text| text.trim()).filter(|text| count(text).is_none()) {
            match parser.path(text) {
                Ok(path) => claims.extend(Some(path).filter(|path| !is_empty(path))),
                // These tiles cannot slide in this order.
                Err(fault) if is_list_of_numbers(text) => return Err(fault),
                // Not moves: `"solution": "found"`.
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn moves_and_length(
        &self,
        parser: &AnswerParser<'_>,
        length: &str,
    ) -> Result<Option<Claim>, AnswerFault> {
        let length = match length.trim() {
            "" => None,
            text => match count(text) {
                None if is_unsolvable(text) => return Ok(Some(Claim::Unsolvable)),
                None => return Err(AnswerFault::no_number(text)),
                length => length,
            },
        };
        let of_length = || length.map(|length| parser.number(length));
        let Some(moves) = self.moves_in(parser) else { return Ok(of_length()) };
        let moves = if matches!(moves, "[]" | "()") { "" } else { moves };
        match (moves, length) {
            // An empty path counts only if its length, or the absence of all other statements,
            // confirms it.
            ("", Some(1..)) => Ok(of_length()),
            ("", None) if !(self.error.is_empty() && self.says_nothing_but_moves()) => Ok(None),
            (text, _) if !is_letters(text) && is_unsolvable(text) => Ok(Some(Claim::Unsolvable)),
            (text, length) => match parser.path(text) {
                Ok(path) => Ok(Some(with_length(path, length))),
                Err(_no_path) if count(text).is_some() => Err(AnswerFault::NumberAsMoves(shorten(text))),
                Err(fault) => Err(fault),
            },
        }
    }

    /// If only a length is stated, adds the path from a field with an unknown name. Otherwise, a wrong path
    /// would pass with the right length.
    fn add_unnamed_path(&self, parser: &AnswerParser<'_>, claims: &mut Vec<Claim>) {
        let [Claim::Length(length)] = claims[..] else { return };
        // With or without the first board.
        let is_as_long = |count: usize| (length as usize..=length as usize + 1).contains(&count);
        let path = self.unnamed_lists.iter().find_map(|(count, text)| match parser.path(text).ok()? {
            Claim::Path(moves) if !is_list_of_numbers(text) && may_be_path(&moves, *count) => {
                Some(Claim::Path(moves))
            }
            path @ Claim::Boards(_) if is_as_long(*count) => Some(path),
            _ => None,
        });
        if let Some(path) = path {
            *claims = vec![with_length(path, Some(length))];
        }
    }

    /// The text of the moves. A vague name counts only if there is no other, and if its value is a
    /// path: `"plan": "B"` says nothing.
    fn moves_in(&self, parser: &AnswerParser<'_>) -> Option<&str> {
        let is_path = |text: &&str| count(text).is_none() && parser.path(text).is_ok();
        let vague = || self.vague_moves.as_deref().map(str::trim).filter(is_path);
        self.moves.as_deref().map(str::trim).or_else(vague)
    }

    /// Adds a claim about solvability, if the fields make one.
    fn add_solvable(&self, claims: &mut Vec<Claim>) {
        let says_nothing_else = claims.is_empty() && self.error.is_empty();
        let denials = self.unsolvable.iter().filter_map(|text| yes_or_no(text)).map(|is_it| !is_it);
        let statements: Vec<bool> =
            self.solvable.iter().filter_map(|text| yes_or_no(text)).chain(denials).collect();
        if statements.contains(&false) {
            // `"solvable": false, "moves": [], "length": 0` means no path, not a path without moves.
            claims.retain(|claim| !is_empty(claim) && *claim != Claim::Unsolvable);
            claims.push(Claim::Unsolvable);
        }
        // Beside a denial, one of the two claims is wrong.
        if statements.contains(&true) && (says_nothing_else || claims.contains(&Claim::Unsolvable)) {
            claims.push(Claim::Solvable);
        }
        // Python and JavaScript programs print `"moves": null` for unsolvable boards.
        if statements.is_empty() && says_nothing_else && self.has_null {
            claims.push(Claim::Unsolvable);
        }
    }
}

/// Whether the moves of a list with this number of elements may be a path. The first element may be null,
/// and a list of all directions is a legend.
fn may_be_path(moves: &[Move], count: usize) -> bool {
    (moves.len()..=moves.len() + 1).contains(&count) && !are_all_directions(moves)
}

/// Whether a text has numbers, perhaps in brackets, and nothing else.
fn is_list_of_numbers(text: &str) -> bool {
    let may_stand = |c: char| c.is_ascii_digit() || c.is_ascii_whitespace() || ",;[]()".contains(c);
    text.chars().all(may_stand) && text.contains(|c: char| c.is_ascii_digit())
}

/// The text of a list of moves, or of objects with one move each.
fn text_of_list(list: Vec<Value>) -> String {
    moves_of_list(&list).unwrap_or_else(|| Value::Array(list).to_string())
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

impl AnswerParser<'_> {
    /// Interprets an answer of unknown kind. Here, since a labeled one is a field.
    pub(super) fn answer(&self, text: &str) -> Result<Vec<Claim>, AnswerFault> {
        let text = &*without_types(text);
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
}
