//! Writes why a board is or is not solvable, as text or JSON.

use std::io::{self, Write};

use serde::Serialize;
use tilebase::board::{Move, Parity, Tile, WrongRule};
use tilebase::notation::MoveConvention;
use tilebase::solve::TileExchange;
use tilebase_api::{ParityFacts, SolvableGoal, opposite_rules};

use super::answers::{different_parity, in_moves, same_parity};
use crate::shell::{MOVES, RIGHT, STRONG, WRONG, fitted};

/// Why a board is or is not solvable.
#[derive(Clone, Debug)]
pub(crate) struct Explanation {
    pub(crate) parity: Parity,
    /// A shortest path, if the board is solvable and there is a table of the goal.
    pub(crate) path: Option<Vec<Move>>,
    /// The nearest solvable board, if this one is not.
    pub(crate) nearest: Option<Nearest>,
    /// Goals that an unsolvable board can reach.
    pub(crate) goals: Vec<SolvableGoal>,
}

/// The exchange of two tiles that gives the nearest solvable board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    pub(crate) exchange: TileExchange,
    /// Whether the estimate is the distance.
    pub(crate) is_exact: bool,
}

/// The JSON object.
#[derive(Serialize)]
struct Record<'a> {
    board: String,
    goal: String,
    solvable: bool,
    #[serde(flatten)]
    parity: ParityFacts,
    length: Option<usize>,
    moves: Option<String>,
    move_convention: &'static str,
    solvable_goals: &'a [SolvableGoal],
    nearest: Option<NearestRecord>,
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
        let record = Record {
            board: parity.board().to_string(),
            goal: parity.goal().to_string(),
            solvable: parity.is_solvable(),
            parity: parity.into(),
            length: self.path.as_ref().map(Vec::len),
            moves: self.path.as_ref().map(|path| MoveConvention::Blank.write(path)),
            move_convention: MoveConvention::Blank.name(),
            solvable_goals: &self.goals,
            nearest: self.nearest.map(|Nearest { exchange, is_exact }| NearestRecord {
                exchanged: exchange.tiles.map(Tile::number),
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
        let lines = [vec![self.verdict()], self.rule(), self.counts(), self.alternatives(), self.mistakes()];
        lines.concat().iter().try_for_each(|line| writeln!(out, "{}", fitted(line, columns)))?;
        match &self.path {
            Some(path) => self.write_path(path, out),
            None if self.parity.is_solvable() => writeln!(out, "for a shortest path, leave out \"explain\""),
            None => Ok(()),
        }
    }

    fn write_path(&self, path: &[Move], out: &mut impl Write) -> io::Result<()> {
        let length = u32::try_from(path.len()).unwrap_or(u32::MAX);
        writeln!(out, "shortest path: {}", in_moves(length))?;
        if path.is_empty() {
            return Ok(());
        }
        writeln!(out, "{MOVES}{}{MOVES:#}", MoveConvention::Blank.write(path))
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

    /// The rule, and why it holds.
    fn rule(&self) -> Vec<String> {
        let columns = self.parity.board().shape().columns();
        let rule = if self.parity.adds_rows() {
            format!(
                "rule for {columns} columns, an even number: the inversions plus the rows from the blank to \
                 its goal row must be even"
            )
        } else {
            format!("rule for {columns} columns, an odd number: the inversions must be even")
        };
        let others = if columns == 2 { "1 other".to_owned() } else { format!("{} others", columns - 1) };
        let reason = format!(
            "  a move along a row reorders no pair of tiles; a move along a column takes a tile past {others}"
        );
        vec![rule, reason]
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
                "pairs in another order than in the goal ({}), row by row without the blank",
                order.join(" ")
            ),
        };
        let mut lines = vec![format!("inversions: {}: {pairs}", with_parity(inversions))];
        let by_tile = parity.inversions_by_tile().into_iter().filter(|(_, count)| *count > 0);
        let by_tile: Vec<String> = by_tile.map(|(tile, count)| format!("{tile} has {count}")).collect();
        if !by_tile.is_empty() {
            let which = if is_numeric {
                "smaller tiles after each"
            } else {
                "tiles after each that precede it in the goal"
            };
            lines.push(format!("  {which}: {}", by_tile.join(", ")));
        }
        if parity.adds_rows() {
            let [row, goal_row] = parity.blank_rows().map(|row| row + 1);
            let counted = parity.counted();
            let rows = counted - inversions;
            lines.push(format!(
                "blank: row {row}, goal row {goal_row}; inversions + rows: {inversions} + {rows} = {}",
                with_parity(counted)
            ));
        }
        lines
    }

    /// Goals and boards that can be solved instead.
    fn alternatives(&self) -> Vec<String> {
        let goal = |SolvableGoal { goal, name }: &SolvableGoal| match name {
            Some(name) => format!("--goal {name}"),
            None => format!("--goal {goal}"),
        };
        let goals: Vec<String> = self.goals.iter().map(goal).collect();
        let goals = (!goals.is_empty()).then(|| format!("solvable with {}", goals.join(" or ")));
        let nearest = self.nearest.map(|Nearest { exchange, is_exact }| {
            let TileExchange { tiles: [one, other], board, estimate, .. } = exchange;
            let distance = match is_exact {
                true => format!("{} from the goal", in_moves(estimate)),
                false => "by Manhattan distance".to_owned(),
            };
            format!("nearest solvable board: {board}, {distance}: exchange {one} and {other}")
        });
        goals.into_iter().chain(nearest).collect()
    }

    fn mistakes(&self) -> Vec<String> {
        let verdict = if self.parity.is_solvable() { "unsolvable" } else { "solvable" };
        let mistake = |rule| match rule {
            WrongRule::CountsBlank => {
                let more = self.parity.inversions_with_blank() - self.parity.inversions();
                format!("counts the blank as a tile, which adds {more},")
            }
            WrongRule::IgnoresRow => "ignores the row of the blank".to_owned(),
            WrongRule::ForBlankLast => "is for the goal with the blank last".to_owned(),
        };
        opposite_rules(&self.parity)
            .map(|rule| format!("a rule that {} says {verdict}", mistake(rule)))
            .collect()
    }
}

fn with_parity(number: u32) -> String {
    format!("{number}, {}", if number.is_multiple_of(2) { "even" } else { "odd" })
}
