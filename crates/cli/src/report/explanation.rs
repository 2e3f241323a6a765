//! Writes why a board is or is not solvable, as text or JSON.

use std::io::{self, Write};

use serde::Serialize;
use tilebase::board::{Goal, Move, Parity, ParityRule, WrongRule};
use tilebase::notation::{MoveConvention, write_moves};
use tilebase::solve::TileExchange;

use super::answers::{different_parity, in_moves, same_parity};
use crate::shell::{MOVES, RIGHT, STRONG, WRONG, fitted};

/// Why a board is or is not solvable.
#[derive(Clone, Debug)]
pub(crate) struct Explanation {
    pub(crate) parity: Parity,
    /// A shortest path, if the board is solvable and a table is quick to build.
    pub(crate) path: Option<Vec<Move>>,
    /// The nearest solvable board, if this one is not.
    pub(crate) nearest: Option<Nearest>,
    /// Goals that an unsolvable board can reach.
    pub(crate) goals: Vec<OtherGoal>,
}

/// The exchange of two tiles that gives the nearest solvable board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    pub(crate) exchange: TileExchange,
    /// Whether the estimate is the distance.
    pub(crate) is_exact: bool,
}

/// A goal that the board can reach.
#[derive(Clone, Debug)]
pub(crate) struct OtherGoal {
    pub(crate) goal: Goal,
    /// The name for `--goal`, if it has one.
    pub(crate) name: Option<String>,
}

/// The JSON object.
#[derive(Serialize)]
struct Record {
    board: String,
    goal: String,
    solvable: bool,
    columns: usize,
    rule: &'static str,
    inversions: u32,
    inversions_by_tile: Vec<TileRecord>,
    blank_row: usize,
    goal_blank_row: usize,
    /// The number that has to be even.
    counted: u32,
    /// The mistakes that give the opposite verdict.
    opposite_by: Vec<&'static str>,
    length: Option<usize>,
    moves: Option<String>,
    move_convention: &'static str,
    solvable_goals: Vec<GoalRecord>,
    nearest: Option<NearestRecord>,
}

#[derive(Serialize)]
struct TileRecord {
    tile: u8,
    inversions: u32,
}

#[derive(Serialize)]
struct GoalRecord {
    name: Option<String>,
    goal: String,
}

#[derive(Serialize)]
struct NearestRecord {
    exchanged: [u8; 2],
    board: String,
    /// The distance; `None` without a table.
    length: Option<u32>,
}

impl Explanation {
    /// Writes one JSON object, on one line.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let parity = &self.parity;
        let by_tile = parity.inversions_by_tile().into_iter();
        let [blank_row, goal_blank_row] = parity.blank_rows().map(|row| row + 1);
        let record = Record {
            board: parity.board().to_string(),
            goal: parity.goal().to_string(),
            solvable: parity.is_solvable(),
            columns: parity.board().shape().columns(),
            rule: parity.rule().name(),
            inversions: parity.inversions(),
            inversions_by_tile: by_tile
                .map(|(tile, inversions)| TileRecord { tile: tile.number(), inversions })
                .collect(),
            blank_row,
            goal_blank_row,
            counted: parity.counted(),
            opposite_by: self.opposite().map(WrongRule::name).collect(),
            length: self.path.as_ref().map(Vec::len),
            moves: self.path.as_ref().map(|path| write_moves(path, MoveConvention::Blank)),
            move_convention: MoveConvention::Blank.name(),
            solvable_goals: self
                .goals
                .iter()
                .map(|other| GoalRecord { name: other.name.clone(), goal: other.goal.to_string() })
                .collect(),
            nearest: self.nearest.map(|Nearest { exchange, is_exact }| NearestRecord {
                exchanged: exchange.tiles.map(|tile| tile.number()),
                board: exchange.board.to_string(),
                length: is_exact.then_some(exchange.estimate),
            }),
        };
        serde_json::to_writer(&mut *out, &record)?;
        writeln!(out)
    }

    /// Writes some lines of text, wrapped on a terminal.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_text(&self, columns: Option<usize>, out: &mut impl Write) -> io::Result<()> {
        let lines = [vec![self.verdict(), self.rule()], self.counts(), self.consequences(), self.mistakes()];
        lines.concat().iter().try_for_each(|line| writeln!(out, "{}", fitted(line, columns)))?;
        match &self.path {
            Some(path) if !path.is_empty() => {
                writeln!(out, "{MOVES}{}{MOVES:#}", write_moves(path, MoveConvention::Blank))
            }
            _ => Ok(()),
        }
    }

    fn verdict(&self) -> String {
        let (board, goal) = (self.parity.board(), self.parity.goal().to_string());
        match self.parity.is_solvable() {
            true => format!("{STRONG}{board}{STRONG:#}: {RIGHT}solvable{RIGHT:#}: {}", same_parity(&goal)),
            false => {
                format!("{STRONG}{board}{STRONG:#}: {WRONG}unsolvable{WRONG:#}: {}", different_parity(&goal))
            }
        }
    }

    fn rule(&self) -> String {
        let columns = self.parity.board().shape().columns();
        let others = columns - 1;
        let passes = format!(
            "a move along a row changes no pair, one along a column takes a tile past {others} other{}",
            if others == 1 { "" } else { "s" }
        );
        match self.parity.rule() {
            ParityRule::Inversions => {
                format!("rule for {columns} columns, an odd number: the inversions must be even ({passes})")
            }
            ParityRule::InversionsAndRows => format!(
                "rule for {columns} columns, an even number: the inversions plus the rows from the blank to \
                 its goal row must be even ({passes})"
            ),
        }
    }

    /// The inversions, and what is added to them.
    fn counts(&self) -> Vec<String> {
        let parity = &self.parity;
        let inversions = parity.inversions();
        let order: Vec<String> = parity.order().map(|tile| tile.to_string()).collect();
        let is_numeric = parity.order().zip(1..).all(|(tile, number)| tile.number() == number);
        let pairs = match is_numeric {
            true => "pairs with the larger tile first, row by row without the blank".to_owned(),
            false => format!(
                "pairs in another order than in the goal, row by row without the blank: {}",
                order.join(" ")
            ),
        };
        let mut lines = vec![format!("inversions: {}: {pairs}", with_parity(inversions))];
        let by_tile = parity.inversions_by_tile().into_iter().filter(|(_, count)| *count > 0);
        let by_tile = by_tile.enumerate().map(|(nth, (tile, count))| match (nth, is_numeric) {
            (0, true) => format!("{tile} before {count} smaller"),
            (0, false) => format!("{tile} before {count} that precede it in the goal"),
            _ => format!("{tile} before {count}"),
        });
        let by_tile: Vec<String> = by_tile.collect();
        if !by_tile.is_empty() {
            lines.push(format!("  {}", by_tile.join(", ")));
        }
        if parity.rule() == ParityRule::InversionsAndRows {
            let [row, goal_row] = parity.blank_rows().map(|row| row + 1);
            let counted = parity.counted();
            let rows = counted - inversions;
            lines.push(format!(
                "blank: in row {row}, in the goal in row {goal_row}; {inversions} + {rows} = {}",
                with_parity(counted)
            ));
        }
        lines
    }

    /// The path; or other goals and boards that can be solved.
    fn consequences(&self) -> Vec<String> {
        if let Some(path) = &self.path {
            let length = u32::try_from(path.len()).unwrap_or(u32::MAX);
            return vec![format!("shortest path: {}, below", in_moves(length))];
        }
        let goal = |OtherGoal { goal, name }: &OtherGoal| match name {
            Some(name) => format!("--goal {name}"),
            None => format!("--goal {goal}"),
        };
        let goals: Vec<String> = self.goals.iter().map(goal).collect();
        let goals = (!goals.is_empty()).then(|| format!("solvable with {}", goals.join(" or ")));
        let nearest = self.nearest.map(|Nearest { exchange, is_exact }| {
            let TileExchange { tiles: [one, other], board, estimate, .. } = exchange;
            let distance = if is_exact { format!(": {}", in_moves(estimate)) } else { String::new() };
            format!("nearest solvable board: {board}, with {one} and {other} exchanged{distance}")
        });
        goals.into_iter().chain(nearest).collect()
    }

    /// The mistakes that give the opposite verdict.
    fn opposite(&self) -> impl Iterator<Item = WrongRule> {
        let parity = self.parity;
        WrongRule::ALL.into_iter().filter(move |rule| parity.is_solvable_by(*rule) != parity.is_solvable())
    }

    fn mistakes(&self) -> Vec<String> {
        let verdict = if self.parity.is_solvable() { "unsolvable" } else { "solvable" };
        self.opposite()
            .map(|rule| format!("{verdict} only to a wrong rule: {}", self.mistake(rule)))
            .collect()
    }

    fn mistake(&self, rule: WrongRule) -> String {
        let inversions = self.parity.inversions();
        match rule {
            WrongRule::CountsBlank => {
                let all = self.parity.inversions_with_blank();
                format!("it counts the blank as a tile, with {} more pairs", all - inversions)
            }
            WrongRule::IgnoresRow => "it ignores the row of the blank".to_owned(),
            WrongRule::ForBlankLast => "it is for the goal with the blank last".to_owned(),
        }
    }
}

fn with_parity(number: u32) -> String {
    format!("{number}, {}", if number.is_multiple_of(2) { "even" } else { "odd" })
}
