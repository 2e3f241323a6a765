//! The fields of an answer, and the claims that they make.
//!
//! Every field that states something makes a claim, and every claim is judged. A correct estimate
//! therefore can't hide a wrong path, nor a correct path a wrong length. A path and its stated
//! length form one claim, so that they can be compared.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::columns::Columns;
use super::fault::AnswerFault;
use super::parser::{AnswerKind, AnswerParser, with_length};
use super::reprs::without_types;
use super::values::{
    is_blank, is_denial, is_list_of_numbers, is_sentence_of_denial, letters_of_list, rounded_up,
    says_no_error, text_of_list, trimmed,
};
use super::vocabulary::{
    Field, are_all_directions, count, is_failing_verdict, is_negative, is_of_search, is_unsolvable, label,
    yes_or_no,
};
use tilebase::board::{Board, Goal, Move};
use tilebase::judge::Claim;
use tilebase::notation::{MoveConvention, shorten};

/// The fields of an answer, as text.
#[derive(Debug, Default)]
pub(super) struct Fields<'a> {
    pub(super) board: Cow<'a, str>,
    pub(super) goal: Cow<'a, str>,
    pub(super) answers: Vec<Cow<'a, str>>,
    /// Moves, under one or more names. If one of them is a number (columns `moves,solution`), it is
    /// the length.
    pub(super) moves: Vec<Cow<'a, str>>,
    /// Moves under a name that could also mean something else.
    pub(super) vague_moves: Option<Cow<'a, str>>,
    /// Lists of all optimal paths.
    pub(super) paths: Vec<Cow<'a, str>>,
    /// Stated numbers of optimal paths.
    pub(super) path_counts: Vec<Cow<'a, str>>,
    lengths: Vec<Cow<'a, str>>,
    pub(super) vague_length: Cow<'a, str>,
    pub(super) costs: Vec<Cow<'a, str>>,
    solvable: Vec<Cow<'a, str>>,
    unsolvable: Vec<Cow<'a, str>>,
    estimates: Vec<Cow<'a, str>>,
    convention: Cow<'a, str>,
    error: Cow<'a, str>,
    /// A mark such as `valid` that says that the answer is wrong.
    pub(super) called_wrong: Option<Cow<'a, str>>,
    /// Lists under unknown names, with the number of their elements. One of them may be the path of
    /// a stated length.
    pub(super) unnamed_lists: Vec<(usize, String)>,
    /// Whether a path, a length, or an answer is null.
    has_null: bool,
}

/// The moves and the lengths that the fields state.
pub(super) struct Stated<'s> {
    /// The moves that are compared with the lengths, if there are any.
    path: Option<&'s str>,
    /// Moves under other names.
    others: Vec<&'s str>,
    pub(super) lengths: Vec<&'s str>,
}

impl<'a> Fields<'a> {
    /// Creates the fields for a board with an answer of unknown kind.
    pub(super) fn of_pair(board: &'a str, answer: &'a str) -> Self {
        Self { board: Cow::Borrowed(board), answers: vec![Cow::Borrowed(answer)], ..Self::default() }
    }

    /// Adds a value. Blank moves are a path without moves; any other blank value says nothing.
    pub(super) fn set(&mut self, field: Field, value: Cow<'a, str>) {
        let value = trimmed(value);
        if value.is_empty() && !matches!(field, Field::Moves | Field::VagueMoves) {
            return;
        }
        match field {
            Field::Board => self.board = value,
            Field::Goal => self.goal = value,
            Field::Moves if !self.moves.contains(&value) => self.moves.push(value),
            Field::Moves => {}
            Field::VagueMoves => self.vague_moves = self.vague_moves.take().or(Some(value)),
            Field::Paths => self.paths.push(value),
            Field::PathCount => self.path_counts.push(value),
            Field::Length => self.lengths.push(value),
            Field::VagueLength => self.vague_length = value,
            Field::Cost => self.costs.push(value),
            Field::Solvable => self.solvable.push(value),
            Field::Unsolvable => self.unsolvable.push(value),
            Field::Estimate => self.estimates.push(value),
            Field::Answer => self.answers.push(value),
            Field::Convention => self.convention = value,
            Field::Error if says_no_error(&value) => {}
            Field::Error => self.error = value,
            Field::Valid if is_negative(&value) => self.called_wrong = Some(value),
            Field::Verdict if is_failing_verdict(&value) => self.called_wrong = Some(value),
            Field::Valid | Field::Verdict => {}
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
                    && !list.is_empty()
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
                // `"correct_path": ["U", "L"]` is no mark.
                Value::Array(list) if field == Field::Valid && !is_of_search(&name) => {
                    fields.unnamed_lists.push((list.len(), text_of_list(list)));
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
        for answer in &self.answers {
            claims.extend(parser.answer(answer)?);
        }
        for estimate in &self.estimates {
            // Beside an answer, an estimate may be a decimal, such as a Euclidean distance.
            let is_alone = claims.is_empty() && self.statements_on_solvability().is_empty();
            let rounded = || if is_alone { None } else { rounded_up(estimate) };
            let number = count(estimate).or_else(rounded);
            claims.push(Claim::Estimate(number.ok_or_else(|| AnswerFault::no_number(estimate))?));
        }
        self.add_unnamed_path(parser, &mut claims);
        // Last, since it may replace other claims.
        self.add_solvable(&mut claims);
        if let Some(mark) = &self.called_wrong
            && claims.iter().any(|claim| *claim != Claim::Unsolvable)
        {
            // `"solved": false, "moves": []` calls no path wrong. The program may have given up.
            let has_no_path = claims.iter().all(|claim| is_empty(claim) || *claim == Claim::Unsolvable);
            return if has_no_path { Ok(claims) } else { Err(AnswerFault::CalledWrong(shorten(mark))) };
        }
        match claims.is_empty() {
            true if self.error.is_empty() => Err(AnswerFault::Nothing),
            // `{"error": "unsolvable"}`
            true if is_unsolvable(&self.error) => Ok(vec![Claim::Unsolvable]),
            true => Err(AnswerFault::Refused(shorten(&self.error))),
            false => Ok(claims),
        }
    }

    /// Returns the parser with the convention that the line names, if any.
    pub(super) fn parser_with_convention<'r>(&self, parser: &AnswerParser<'r>) -> AnswerParser<'r> {
        let is_called = |name: &str| self.convention.eq_ignore_ascii_case(name);
        let convention = match (is_called("tile"), is_called("blank")) {
            (true, _) => MoveConvention::Tile,
            (_, true) => MoveConvention::Blank,
            _ => parser.convention,
        };
        AnswerParser { convention, ..*parser }
    }

    /// Whether only the moves could be an answer.
    fn says_nothing_but_moves(&self, stated: &Stated<'_>) -> bool {
        let lists = [&self.costs, &self.solvable, &self.unsolvable, &self.estimates, &self.answers];
        stated.lengths.is_empty() && self.vague_length.is_empty() && lists.iter().all(|list| list.is_empty())
    }

    /// Separates the moves from their lengths. Of several moves, the first that can be read are
    /// compared with the lengths: `"moves": "R", "solution": "found"`.
    pub(super) fn stated<'s>(&'s self, parser: &AnswerParser<'_>) -> Stated<'s> {
        let is_number = |text: &&str| count(text).is_some();
        let (mut numbers, mut others): (Vec<&str>, Vec<&str>) =
            self.moves.iter().map(|text| &**text).partition(is_number);
        if others.is_empty() {
            others = std::mem::take(&mut numbers);
        }
        if others.iter().any(|text| !is_blank(text)) {
            others.retain(|text| !is_blank(text));
        }
        let can_be_read = |text: &&str| is_denial(text) || parser.path(text).is_ok();
        let first = if others.len() > 1 { others.iter().position(can_be_read) } else { None };
        let path = if others.is_empty() { None } else { Some(others.remove(first.unwrap_or(0))) };
        // A vague name counts only if there is no other, and if its value is a path: `"plan": "B"`
        // says nothing.
        let is_path = |text: &&str| count(text).is_none() && parser.path(text).is_ok();
        let vague = || self.vague_moves.as_deref().filter(is_path);
        let lengths = self.lengths.iter().map(|length| &**length).chain(numbers).collect();
        Stated { path: path.or_else(vague), others, lengths }
    }

    fn add_moves_and_lengths(
        &self,
        parser: &AnswerParser<'_>,
        claims: &mut Vec<Claim>,
    ) -> Result<(), AnswerFault> {
        let stated = self.stated(parser);
        let is_vague = stated.lengths.is_empty() && self.costs.is_empty();
        let first =
            if is_vague { &self.vague_length } else { stated.lengths.first().copied().unwrap_or_default() };
        let path = self.moves_and_length(parser, &stated, first)?;
        let mut costs = Vec::new();
        for cost in &self.costs {
            let as_length = self.moves_and_length(parser, &stated, cost)?;
            costs.extend(as_length.map(|as_length| parser.with_cost(path.as_ref(), as_length)));
        }
        costs.dedup();
        // A path without a length is part of the claim about its cost.
        let is_repeated = matches!(path, Some(Claim::Path(_) | Claim::Boards(_))) && !costs.is_empty();
        claims.extend(path.filter(|path| !is_repeated && !costs.contains(path)));
        claims.extend(costs);
        for length in stated.lengths.iter().skip(1) {
            let claim = self.moves_and_length(parser, &stated, length)?;
            claims.extend(claim.filter(|claim| !claims.contains(claim)));
        }
        for text in stated.others.iter().filter(|text| count(text).is_none()) {
            match parser.path(text) {
                Ok(path) => claims.extend(Some(path).filter(|path| !is_empty(path))),
                // These tiles cannot slide in this order.
                Err(fault) if is_list_of_numbers(text) => return Err(fault),
                Err(_) if is_sentence_of_denial(text) => claims.push(Claim::Unsolvable),
                // Not moves: `"solution": "found"`.
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn moves_and_length(
        &self,
        parser: &AnswerParser<'_>,
        stated: &Stated<'_>,
        length: &str,
    ) -> Result<Option<Claim>, AnswerFault> {
        let length = match length {
            "" => None,
            text => match count(text) {
                None if is_unsolvable(text) => return Ok(Some(denied_path(parser, stated.path))),
                None => return Err(AnswerFault::no_number(text)),
                length => length,
            },
        };
        let of_length = || length.map(|length| parser.number(length));
        let Some(moves) = stated.path else { return Ok(of_length()) };
        let moves = if is_blank(moves) { "" } else { moves };
        match (moves, length) {
            // An empty path counts only if its length, or the absence of all other statements,
            // confirms it.
            ("", Some(1..)) => Ok(of_length()),
            ("", None) if !(self.error.is_empty() && self.says_nothing_but_moves(stated)) => Ok(None),
            (text, _) if is_denial(text) => Ok(Some(Claim::Unsolvable)),
            (text, length) => match parser.path(text) {
                Ok(path) => Ok(Some(with_length(path, length))),
                Err(_no_path) if count(text).is_some() => Err(AnswerFault::NumberAsMoves(shorten(text))),
                Err(fault) => Err(fault),
            },
        }
    }

    /// If only a length is stated, adds the path from a field with an unknown name. Otherwise, a
    /// wrong path would pass with the right length.
    fn add_unnamed_path(&self, parser: &AnswerParser<'_>, claims: &mut Vec<Claim>) {
        let [Claim::Length(length)] = claims[..] else { return };
        // With or without the first board.
        let is_as_long = |count: usize| (length as usize..=length as usize + 1).contains(&count);
        let mut lists = self.unnamed_lists.iter().filter(|(count, _)| *count > 1);
        let path = lists.find_map(|(count, text)| match parser.path(text).ok()? {
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

    /// Whether fields say that the board is solvable, or that it is not.
    fn statements_on_solvability(&self) -> Vec<bool> {
        let denials = self.unsolvable.iter().filter_map(|text| yes_or_no(text)).map(|is_it| !is_it);
        self.solvable.iter().filter_map(|text| yes_or_no(text)).chain(denials).collect()
    }

    /// Whether a field says that the board is not solvable.
    pub(super) fn says_unsolvable(&self) -> bool {
        self.statements_on_solvability().contains(&false)
    }

    /// Adds a claim about solvability, if the fields make one.
    fn add_solvable(&self, claims: &mut Vec<Claim>) {
        let says_nothing_else = claims.is_empty() && self.error.is_empty();
        let statements = self.statements_on_solvability();
        if statements.contains(&false) {
            // `"solvable": false, "moves": [], "length": 0` means no path, not a path without
            // moves.
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

/// The claim of a field whose length says that there is no path, perhaps beside one: `"moves":
/// "RR", "length": -1`.
fn denied_path(parser: &AnswerParser<'_>, text: Option<&str>) -> Claim {
    let path = text.filter(|text| !is_denial(text)).and_then(|text| parser.path(text).ok());
    let moves = match path {
        Some(Claim::Path(moves)) => moves,
        Some(Claim::Boards(boards)) => match parser.metric.slides_along(parser.board, &boards) {
            Ok(moves) => moves,
            Err(_no_path) => return Claim::Boards(boards),
        },
        _ => Vec::new(),
    };
    if moves.is_empty() { Claim::Unsolvable } else { Claim::PathAndUnsolvable { moves } }
}

/// Whether the moves of a list with this number of elements may be a path. The first element may be
/// null, and a list of all directions is a legend.
fn may_be_path(moves: &[Move], count: usize) -> bool {
    (moves.len()..=moves.len() + 1).contains(&count) && !are_all_directions(moves)
}

/// Whether claims about an unsolvable board only say that no move is needed. Some programs print an
/// empty list if no path exists.
pub fn may_mean_unsolvable(claims: &[Claim], board: &Board, goal: &Goal) -> bool {
    claims.iter().all(is_empty) && !goal.is_reachable_from(board)
}

/// Whether a claim is a path without moves, or a length of 0.
pub(super) fn is_empty(claim: &Claim) -> bool {
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
