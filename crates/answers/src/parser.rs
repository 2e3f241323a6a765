//! [`AnswerParser`]: interprets a text as an answer, or as a part of one.

use super::fault::AnswerFault;
use super::length_sentences::length_on_line;
use super::number::is_decimal;
use super::path_list::shortest_of_list;
use super::sentences::{has_more_than_numbers, is_cut_short};
use super::tile_moves::{moves_with_tiles, tile_move};
use super::vocabulary::{
    count, is_letters, is_unit, is_unsolvable, leading_count, read_directions, read_path,
};
use tilebase::board::{Board, Metric, Move};
use tilebase::judge::Claim;
use tilebase::notation::{MoveConvention, shorten};

/// The kind of an answer that could be read in several ways.
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

/// Interprets answers for one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerParser<'a> {
    pub(super) board: &'a Board,
    pub(super) kind: AnswerKind,
    /// The convention for directions, unless the answer names one.
    pub(super) convention: MoveConvention,
    /// Whether moves have costs.
    pub(super) has_costs: bool,
    /// The metric of lengths.
    pub(super) metric: Metric,
}

impl AnswerParser<'_> {
    /// Interprets a statement, a number, or a number before a path.
    pub(super) fn bare_answer(&self, text: &str) -> Result<Option<Claim>, AnswerFault> {
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
            (AnswerKind::Auto | AnswerKind::Moves, _) => {
                Ok(self.with_tiles(text).or_else(|| self.length_before_path(text)))
            }
        }
    }

    /// Interprets moves with the tile that slides beside each: `8 left`, `left (8)`.
    fn with_tiles(&self, text: &str) -> Option<Claim> {
        moves_with_tiles(text, self.board, self.convention).map(Claim::Path)
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
    pub(super) fn path_before_length(&self, text: &str) -> Option<Claim> {
        let text = text.trim_end_matches([')', ']', '.', ' ']);
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
        let at = number.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let length = count(&text[at..])?;
        let path = text[..at].trim_end_matches([' ', '\t', ',', ';', '(', '|']);
        let is_marked = text[path.len()..].trim_start().starts_with([',', ';', '(', '|']);
        (path.len() < at && has_more_than_numbers(path)).then_some(())?;
        let moves = read_directions(path, self.convention).ok()?;
        // `[('right', 8)]`
        if let Some(moves) = tile_move(&moves, length, self.board).filter(|_| is_marked) {
            return Some(Claim::Path(moves));
        }
        let is_length = is_marked || self.may_be_length(&moves, length);
        is_length.then(|| self.with_number(Claim::Path(moves), length))
    }

    /// Interprets `solved in 28 moves`, optionally followed by a colon and the path.
    pub(super) fn sentence(&self, text: &str) -> Option<Claim> {
        let length = length_on_line(text)?;
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
    pub(super) fn unnamed_numbers(&self, text: &str) -> Option<String> {
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
        if let Some(claim) = self.with_tiles(text) {
            return Ok(claim);
        }
        if let Some(moves) = shortest_of_list(text, self.board, self.convention, self.metric) {
            return Ok(Claim::Path(moves));
        }
        read_path(text, self.board, self.convention).map_err(|error| AnswerFault::Moves(Box::new(error)))
    }

    /// Combines a path and its stated length, if any, with a stated cost, which was read as its
    /// length. Where every move costs 1, the cost is a length if it is the number of moves, in the
    /// metric or of single tiles. If only the number of single-tile moves fits, the judge names
    /// that metric.
    pub(super) fn with_cost(&self, path: Option<&Claim>, as_length: Claim) -> Claim {
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

    /// Combines a path with a number beside it. The number is the path's length. Where moves have
    /// costs, a number other than the length is its cost.
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

    pub(super) fn number(&self, number: u32) -> Claim {
        if self.kind == AnswerKind::Estimate { Claim::Estimate(number) } else { Claim::Length(number) }
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
