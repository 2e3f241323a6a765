//! Moves on the page that may be the answer, and how they appear there.

use std::ops::Range;

use super::super::vocabulary::{Reading, are_all_directions};
use super::labels::Label;
use tilebase::board::Move;

/// Moves that may be the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) standing: Standing,
    /// The ways to read it as directions.
    pub(super) readings: Vec<Reading>,
    /// The readings of each inner list, if it is a list of at least two lists. Each may be a path.
    pub(super) inner: Vec<Vec<Reading>>,
    /// The tiles that slide, if numbers are given.
    pub(super) tiles: Option<Vec<u32>>,
    /// Line range of the page.
    pub(super) lines: Range<usize>,
    /// The byte offset of the first word in its passage; 0 for steps on several lines.
    pub(super) column: usize,
    /// The label, if it is [`Standing::Named`].
    pub(super) label: Option<Label>,
    /// Whether it is clearly moves. A single lowercase word of letters among other words, as in
    /// `Result: see below`, is not.
    pub(super) is_clear: bool,
    /// Whether it may be a correct path in a notation that is not read, so that it can't be called
    /// wrong: `2U`, `up twice`, or `D` for *derecha*.
    pub(super) may_repeat: bool,
    /// Whether it is only the beginning of moves that continue on the next line.
    pub(super) is_part: bool,
}

impl Candidate {
    /// The moves as usually named; `None` if only rare names fit.
    pub(super) fn usual_moves(&self) -> Option<&[Move]> {
        let usual = self.readings.iter().find(|reading| reading.is_usual())?;
        Some(&usual.moves)
    }

    /// The moves as usually named, unless they only list the four directions.
    pub(super) fn moves_of_path(&self) -> Option<&[Move]> {
        let may_be_legend = self.label.is_none_or(|label| label.may_head_legend());
        self.usual_moves().filter(|moves| !(may_be_legend && are_all_directions(moves)))
    }

    /// Whether it is the order in which a search tries the directions: `Search order: UDLR`.
    pub(super) fn is_search_order(&self) -> bool {
        let is_of_order = |label: Label| ["order", "operators", "directions"].contains(&label.noun);
        self.label.is_some_and(is_of_order) && self.usual_moves().is_some() && self.moves_of_path().is_none()
    }

    /// Whether each of its lines has one move.
    pub(super) fn is_stepwise(&self) -> bool {
        self.readings.iter().all(|reading| reading.moves.len() == self.lines.len())
    }

    /// Whether it is a single move.
    pub(super) fn is_of_one_move(&self) -> bool {
        self.readings.iter().all(|reading| reading.moves.len() == 1)
    }
}

/// How moves appear on the page, from weak to strong evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// Among other words, as several letters.
    InProse,
    /// One on each of several similar lines.
    Steps,
    /// In brackets or quotes.
    Listed,
    /// With nothing else on the line.
    Alone,
    /// After a name: `Path: `, `solution = `.
    Named,
}
