//! Boards, goals, and moves in the arguments of requests.

use serde::Deserialize;
use tilebase::notation::{GoalName, MoveConvention, MoveOptions};
use tilebase::{Board, Goal, Move, Shape};

use crate::failure::{Code, Failure};

/// Whether a move names the direction of the blank or of the tile.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) enum MoveConventionName {
    /// The direction of the blank.
    #[default]
    Blank,
    /// The direction of the tile.
    Tile,
}

impl From<MoveConventionName> for MoveConvention {
    fn from(name: MoveConventionName) -> Self {
        match name {
            MoveConventionName::Blank => Self::Blank,
            MoveConventionName::Tile => Self::Tile,
        }
    }
}

/// A board and its goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    pub(crate) board: Board,
    pub(crate) goal: Goal,
}

impl Instance {
    /// Reads a board and a goal; the default goal is `blank-last`. The goal's rows determine those
    /// of a board that does not show them.
    pub(crate) fn read(board: &str, goal: Option<&str>, shape: Option<&str>) -> Result<Self, Failure> {
        let name = read_goal_name(goal)?;
        let shape = read_shape(shape)?.or_else(|| name.shape());
        let board = Board::read(board, shape).map_err(|error| Failure::board(&error))?;
        Ok(Self { board, goal: goal_on(&name, board.shape())? })
    }

    /// Whether the goal can be reached.
    pub(crate) fn is_solvable(&self) -> bool {
        self.goal.is_reachable_from(&self.board)
    }
}

/// Reads a goal for requests without a board. The default shape is the goal's, or 3x3.
pub(crate) fn read_goal(goal: Option<&str>, shape: Option<&str>) -> Result<Goal, Failure> {
    let name = read_goal_name(goal)?;
    let shape = read_shape(shape)?.or_else(|| name.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    goal_on(&name, shape)
}

fn goal_on(name: &GoalName, shape: Shape) -> Result<Goal, Failure> {
    name.on(shape).map_err(|error| Failure::other_shape(&error))
}

pub(crate) fn read_goal_name(goal: Option<&str>) -> Result<GoalName, Failure> {
    match goal {
        None | Some("") => Ok(GoalName::default()),
        Some(text) => text.parse().map_err(|error| Failure::goal(&error)),
    }
}

pub(crate) fn read_shape(shape: Option<&str>) -> Result<Option<Shape>, Failure> {
    let read = |text: &str| {
        text.parse().map_err(|error| Failure::choice(&error, "Write rows, an x, and columns: 3x3."))
    };
    shape.filter(|text| !text.is_empty()).map(read).transpose()
}

/// Reads legal moves that begin at a board.
pub(crate) fn read_moves_on(
    moves: &str,
    board: &Board,
    name: Option<MoveConventionName>,
) -> Result<Vec<Move>, Failure> {
    let convention = name.unwrap_or_default().into();
    let options = MoveOptions { convention, start: Some(*board), ..MoveOptions::default() };
    options.read(moves).map_err(|error| {
        Failure::new(400, Code::MalformedMoves, &error, "Write U, D, L, and R for the moves of the blank.")
    })
}
