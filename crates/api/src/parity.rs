//! Parity: why a board can or can't be solved, and which exchange makes it solvable.
//!
//! The boards of a shape form two parity classes of the same size. Slides never change the class;
//! exchanging any two tiles does. The page and `pdb-solve explain` show the same facts.

use serde::Serialize;
use tilebase::board::{Board, Goal, Parity, Tile, WrongRule};
use tilebase::notation::GoalName;
use tilebase::solve::TileExchange;

/// The facts that decide whether a board can reach a goal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ParityFacts {
    /// The number of columns, on which the rule depends.
    columns: usize,
    /// The number that has to be even: `inversions`, or for an even number of columns
    /// `inversions-and-rows`, the inversions plus the rows from the blank to its goal row.
    rule: &'static str,
    /// The number of pairs of tiles in another order than in the goal, row by row without the
    /// blank.
    inversions: u32,
    /// For each tile row by row, the number of later tiles that precede it in the goal.
    inversions_by_tile: Vec<TileInversions>,
    /// The row of the blank, from 1.
    blank_row: usize,
    /// The row of the blank in the goal, from 1.
    goal_blank_row: usize,
    /// The number that has to be even.
    counted: u32,
    /// The common mistakes that give the opposite verdict: `counts-blank`, `ignores-row`,
    /// `for-blank-last`.
    opposite_by: Vec<&'static str>,
}

/// The inversions of one tile.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct TileInversions {
    /// The tile.
    tile: u8,
    /// The number of later tiles that precede it in the goal.
    inversions: u32,
}

impl From<&Parity> for ParityFacts {
    fn from(parity: &Parity) -> Self {
        let [blank_row, goal_blank_row] = parity.blank_rows().map(|row| row + 1);
        let by_tile = parity.inversions_by_tile().into_iter();
        let by_tile = by_tile.map(|(tile, inversions)| TileInversions { tile: tile.number(), inversions });
        Self {
            columns: parity.board().shape().columns(),
            rule: if parity.adds_rows() { "inversions-and-rows" } else { "inversions" },
            inversions: parity.inversions(),
            inversions_by_tile: by_tile.collect(),
            blank_row,
            goal_blank_row,
            counted: parity.counted(),
            opposite_by: opposite_rules(parity).map(WrongRule::name).collect(),
        }
    }
}

/// The mistakes that give the opposite verdict on a board.
pub fn opposite_rules(parity: &Parity) -> impl Iterator<Item = WrongRule> {
    let parity = *parity;
    WrongRule::ALL.into_iter().filter(move |rule| parity.is_solvable_by(*rule) != parity.is_solvable())
}

/// A goal that an unsolvable board can reach.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolvableGoal {
    /// Its name; null if it has none.
    pub name: Option<String>,
    /// The goal row by row.
    pub goal: String,
}

/// Returns the common goals that a board can reach, other than the given one. A board that reaches
/// no other gets the given one with its last two tiles exchanged.
#[must_use]
pub fn solvable_goals(board: &Board, goal: &Goal) -> Vec<SolvableGoal> {
    let shape = board.shape();
    let names = [GoalName::BlankLast, GoalName::BlankFirst, GoalName::Snail];
    let named = names.into_iter().zip(Goal::common(shape));
    let is_reached = |(_, other): &(GoalName, Goal)| other != goal && other.is_reachable_from(board);
    let found = |(name, goal): (GoalName, Goal)| SolvableGoal {
        name: Some(name.to_string()),
        goal: goal.to_string(),
    };
    let reached: Vec<SolvableGoal> = named.filter(is_reached).map(found).collect();
    if !reached.is_empty() {
        return reached;
    }
    let tiles = shape.all_cells().filter(|cell| goal.board().tile_at(*cell) != Tile::BLANK);
    let mut last = tiles.collect::<Vec<_>>().into_iter().rev();
    let exchanged =
        last.next().zip(last.next()).map(|(one, other)| goal.board().with_exchanged([one, other]));
    let goal = |board: Board| SolvableGoal { name: None, goal: board.to_string() };
    exchanged.map(goal).into_iter().collect()
}

/// Two tiles whose exchange makes the board solvable.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Exchange {
    /// The tiles, smaller number first.
    pub(crate) tiles: [u8; 2],
    /// The board after the exchange.
    pub(crate) board: String,
    /// The distance of that board from the goal; a lower bound if there is no table.
    pub(crate) lower_bound: u32,
}

impl From<TileExchange> for Exchange {
    fn from(found: TileExchange) -> Self {
        let TileExchange { tiles, board, estimate, .. } = found;
        Self { tiles: tiles.map(Tile::number), board: board.to_string(), lower_bound: estimate }
    }
}
