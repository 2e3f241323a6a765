//! The exchange of two tiles that makes an unsolvable board solvable.

use super::error::SolveError;
use super::solver::Solver;
use crate::board::{Board, Cell, Tile, Unreachable};

/// Two tiles whose exchange makes a board solvable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TileExchange {
    /// The tiles, smaller number first.
    pub tiles: [Tile; 2],
    /// The board after the exchange.
    pub board: Board,
    /// The solver's estimate for that board: its distance, if the solver has a table of the goal.
    pub estimate: u32,
}

impl Solver {
    /// For an unsolvable board, finds the two tiles whose exchange gives the board nearest to the
    /// goal, by the solver's estimates. Ties go to the smallest tiles. The exchange of any two
    /// tiles changes the parity of a board.
    ///
    /// ```
    /// use tilebase::{Board, Goal, Shape, Solver};
    ///
    /// let solver = Solver::new(&Goal::blank_last(Shape::new(3, 3)?))?;
    /// let board: Board = "213456780".parse()?;
    /// let exchange = solver.nearest_exchange(&board)?;
    /// assert_eq!((exchange.board.to_string().as_str(), exchange.estimate), ("123456780", 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError`] as for [`estimate`](Self::estimate); [`SolveError::Solvable`] if the board is
    /// solvable.
    pub fn nearest_exchange(&self, board: &Board) -> Result<TileExchange, SolveError> {
        let (goal, shape) = (*self.goal(), board.shape());
        // Otherwise the error would be about the board after an exchange.
        if goal.is_reachable_from(board) {
            return Err(SolveError::Solvable { board: *board, goal });
        }
        if let Err(unreachable @ Unreachable::OtherShape { .. }) = goal.check_reachable(board) {
            return Err(unreachable.into());
        }
        let mut cells: Vec<Cell> = shape.all_cells().filter(|cell| *cell != board.blank()).collect();
        cells.sort_by_key(|cell| board.tile_at(*cell));
        let mut best: Option<TileExchange> = None;
        for (nth, one) in cells.iter().enumerate() {
            for other in &cells[nth + 1..] {
                let exchanged = board.with_exchanged([*one, *other]);
                let estimate = self.estimate(&exchanged)?;
                if best.is_none_or(|best| estimate < best.estimate) {
                    let tiles = [*one, *other].map(|cell| board.tile_at(cell));
                    best = Some(TileExchange { tiles, board: exchanged, estimate });
                }
            }
        }
        Ok(best.expect("every board has three tiles or more"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};

    #[test]
    fn an_error_is_about_the_given_board() {
        let shape = Shape::new(2, 3).unwrap();
        let solver = Solver::new(&Goal::blank_last(shape)).unwrap();
        let message = |board: &Board| solver.nearest_exchange(board).unwrap_err().to_string();
        let solvable = Goal::blank_last(shape).board();
        let expected =
            format!("the board {solvable} can reach the goal {solvable}: there is nothing to exchange");
        assert_eq!(message(&solvable), expected);
        let other = Goal::blank_last(Shape::THREE_BY_THREE).board();
        assert!(message(&other).contains(&other.to_string()), "{}", message(&other));
    }
}
