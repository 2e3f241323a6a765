//! A board, a goal and moves, as they are written in every question.

use serde::Deserialize;
use tilebase::notation::{GoalName, MoveConvention, MoveOptions, read_board, read_moves};
use tilebase::{Board, Goal, Move, Shape};

use crate::failure::{Code, Failure};

/// What a move is named by.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) enum NamedBy {
    /// By where the blank goes.
    #[default]
    Blank,
    /// By where the tile goes.
    Tile,
}

impl From<NamedBy> for MoveConvention {
    fn from(named_by: NamedBy) -> Self {
        match named_by {
            NamedBy::Blank => Self::Blank,
            NamedBy::Tile => Self::Tile,
        }
    }
}

/// A board, and the goal that it is to be brought to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) board: Board,
    pub(crate) goal: Goal,
}

impl Question {
    /// Reads both; without a goal it is `blank-last`. The goal's rows tell those of a board that is written without any.
    pub(crate) fn read(board: &str, goal: Option<&str>, shape: Option<&str>) -> Result<Self, Failure> {
        let name = read_goal_name(goal)?;
        let shape = read_shape(shape)?.or_else(|| name.shape());
        let board = read_board(board, shape).map_err(|error| Failure::board(&error))?;
        Ok(Self { board, goal: name.on(board.shape())? })
    }
}

/// Reads a goal on a shape, for questions that have no board. Without a shape it is the goal's, or 3x3.
pub(crate) fn read_goal(goal: Option<&str>, shape: Option<&str>) -> Result<Goal, Failure> {
    let name = read_goal_name(goal)?;
    let shape = read_shape(shape)?.or_else(|| name.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    Ok(name.on(shape)?)
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

/// Reads moves that begin at a board, each of them legal.
pub(crate) fn read_moves_on(
    moves: &str,
    board: &Board,
    named_by: Option<NamedBy>,
) -> Result<Vec<Move>, Failure> {
    let convention = named_by.unwrap_or_default().into();
    let options = MoveOptions { convention, start: Some(*board), ..MoveOptions::default() };
    let read = read_moves(moves, &options).map_err(|error| {
        Failure::new(400, Code::MalformedMoves, &error, "Write U, D, L and R for the moves of the blank.")
    })?;
    Ok(read.moves)
}
