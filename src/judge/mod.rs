//! Is another solver right? Its answers, made into [`Claim`]s, are held against the truth.
//!
//! A path is replayed move by move and its length compared with the distance; it is never compared with another path,
//! since most boards have several optimal ones. A wrong answer is tried under the usual misunderstandings, so that the
//! [`Finding`] says what went wrong: the other move convention, a path written from the goal, another goal, the
//! multi-tile metric.

mod claim;
mod estimates;
mod finding;
mod multi_tile;

pub use claim::Claim;
pub use estimates::Estimates;
pub use finding::{Finding, IllegalMove};

use multi_tile::{MultiTileDistances, runs};

use std::sync::OnceLock;

use crate::board::{Board, Goal, Move};
use crate::solve::{SolveError, Solver};

/// The multi-tile metric is looked at on boards of so many cells at the most: 181,440 states.
const MOST_MULTI_TILE_CELLS: usize = 9;

/// Judges answers for one goal.
///
/// ```
/// use tilebase::judge::{Claim, Finding, Judge};
/// use tilebase::{Board, Goal, Move, Shape, Solver};
///
/// let shape = Shape::new(2, 2)?;
/// let judge = Judge::new(Solver::new(&Goal::blank_last(shape))?);
/// let board = Board::new(shape, &[1, 2, 0, 3])?;
/// assert_eq!(judge.judge(&board, &Claim::Path(vec![Move::Right]))?, Finding::Optimal { length: 1 });
/// let finding = judge.judge(&board, &Claim::Path(vec![Move::Left]))?;
/// assert_eq!(finding, Finding::OtherConvention { length: 1, by: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Judge {
    solver: Solver,
    takes_either_convention: bool,
    multi_tile: OnceLock<MultiTileDistances>,
}

impl Judge {
    /// A judge who knows the truth from a solver whose paths are guaranteed to be optimal.
    #[must_use]
    pub const fn new(solver: Solver) -> Self {
        Self { solver, takes_either_convention: false, multi_tile: OnceLock::new() }
    }

    /// A judge who does not mind by which convention moves are named.
    #[must_use]
    pub fn taking_either_convention(self) -> Self {
        Self { takes_either_convention: true, ..self }
    }

    /// What answers are compared with.
    pub const fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Judges an answer for a board of the goal's shape.
    ///
    /// # Errors
    /// [`SolveError`] if the truth can't be told.
    pub fn judge(&self, board: &Board, claim: &Claim) -> Result<Finding, SolveError> {
        let is_solvable = self.goal().is_reachable_from(board);
        match claim {
            Claim::Unsolvable if is_solvable => {
                Ok(Finding::SaysUnsolvable { proof: self.solver.solve(board)?.moves })
            }
            Claim::Unsolvable => Ok(Finding::Unsolvable),
            Claim::Solvable if is_solvable => Ok(Finding::Solvable),
            Claim::Solvable => Ok(Finding::SaysSolvable),
            Claim::Estimate(estimate) if !is_solvable => {
                Ok(Finding::Admissible { estimate: *estimate, distance: None })
            }
            Claim::Path(moves) => self.judge_path(board, moves, None),
            Claim::PathAndLength { moves, length } => self.judge_path(board, moves, Some(*length)),
            Claim::Boards(boards) => self.judge_boards(board, boards, None),
            Claim::BoardsAndLength { boards, length } => self.judge_boards(board, boards, Some(*length)),
            Claim::Length(_) if !is_solvable => Ok(Finding::SaysSolvable),
            Claim::Length(length) => self.judge_length(board, *length),
            Claim::Estimate(estimate) => self.judge_estimate(board, *estimate),
        }
    }

    fn goal(&self) -> &Goal {
        self.solver.goal()
    }

    fn judge_path(&self, board: &Board, moves: &[Move], said: Option<u32>) -> Result<Finding, SolveError> {
        let length = moves.len() as u32;
        let goal = self.goal().board();
        let end = replay(board, moves.iter().copied());
        let is_solvable = self.goal().is_reachable_from(board);
        if end == Ok(goal) {
            let by = length - self.solver.distance(board)?;
            return Ok(finding_of_path(moves, said, by));
        }
        let inverted = moves.iter().map(|step| step.inverse());
        if replay(board, inverted.clone()) == Ok(goal) {
            let by = length - self.solver.distance(board)?;
            return Ok(if self.takes_either_convention {
                finding_of_path(moves, said, by)
            } else {
                Finding::OtherConvention { length, by }
            });
        }
        // A path from the goal to the board, or its moves in the opposite order.
        if replay(&goal, moves.iter().copied()) == Ok(*board)
            || replay(board, moves.iter().rev().copied()) == Ok(goal)
            || replay(board, inverted.rev()) == Ok(goal)
        {
            return Ok(Finding::Reversed { length });
        }
        match end {
            Err((step, why)) if is_solvable => Ok(Finding::IllegalMove { step, why }),
            Ok(at) if is_goal_in_use(&at) => Ok(Finding::OtherGoal { goal: Goal::new(at) }),
            Ok(at) if is_solvable => Ok(Finding::EndsElsewhere { at, distance: self.solver.distance(&at)? }),
            _ => Ok(Finding::SaysSolvable),
        }
    }

    fn judge_boards(
        &self,
        board: &Board,
        boards: &[Board],
        said: Option<u32>,
    ) -> Result<Finding, SolveError> {
        let rest = match boards.split_first() {
            Some((first, rest)) if first == board => rest,
            Some((first, _)) if *first == self.goal().board() && boards.last() == Some(board) => {
                return Ok(Finding::Reversed { length: boards.len() as u32 - 1 });
            }
            Some((first, _)) if board.move_to(first).is_none() => {
                return Ok(Finding::StartsElsewhere { at: *first });
            }
            _ => boards,
        };
        let mut moves = Vec::with_capacity(rest.len());
        let mut before = *board;
        for (step, after) in (1..).zip(rest) {
            let Some(slide) = before.move_to(after) else {
                let why = IllegalMove::NotOneSlide { before, after: *after };
                return Ok(Finding::IllegalMove { step, why });
            };
            moves.push(slide);
            before = *after;
        }
        self.judge_path(board, &moves, said)
    }

    fn judge_length(&self, board: &Board, said: u32) -> Result<Finding, SolveError> {
        let distance = self.solver.distance(board)?;
        if said == distance {
            return Ok(Finding::Optimal { length: distance });
        }
        if said > distance {
            return Ok(Finding::TooLong { said, distance });
        }
        let is_multi_tile = self.goal().shape().cells() <= MOST_MULTI_TILE_CELLS
            && self.multi_tile.get_or_init(|| MultiTileDistances::of(self.goal())).distance(board)
                == Some(said);
        Ok(if is_multi_tile {
            Finding::MultiTile { said, length: distance }
        } else {
            Finding::TooShort { said, distance }
        })
    }

    fn judge_estimate(&self, board: &Board, estimate: u32) -> Result<Finding, SolveError> {
        let distance = self.solver.distance(board)?;
        Ok(if estimate <= distance {
            Finding::Admissible { estimate, distance: Some(distance) }
        } else {
            Finding::Inadmissible { estimate, distance }
        })
    }
}

/// What a path to the goal comes to that is longer than a shortest one by so much.
fn finding_of_path(moves: &[Move], said: Option<u32>, by: u32) -> Finding {
    let length = moves.len() as u32;
    match said {
        Some(said) if said != length && said == runs(moves) => Finding::MultiTile { said, length },
        Some(said) if said != length => Finding::LengthDisagrees { path: length, said },
        _ if by == 0 => Finding::Optimal { length },
        _ => Finding::Longer { length, by },
    }
}

/// Where moves lead, or which of them, from 1, can't be made.
fn replay(start: &Board, moves: impl Iterator<Item = Move>) -> Result<Board, (usize, IllegalMove)> {
    let mut boards = start.along(moves);
    boards
        .try_fold(*start, |_, next| next)
        .map_err(|error| (error.number, IllegalMove::OffTheBoard { step: error.step, on: error.board }))
}

/// Is it one of the goals that have names?
fn is_goal_in_use(board: &Board) -> bool {
    let shape = board.shape();
    [Goal::blank_last(shape), Goal::blank_first(shape), Goal::snail(shape)]
        .iter()
        .any(|goal| goal.board() == *board)
}
