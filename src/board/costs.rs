//! Costs of moves: what sliding a tile in a direction costs.

use super::moves::Move;
use super::shape::{MAX_CELLS, Shape};
use super::{Board, OverTheEdge, Tile};

/// The cost of each slide on boards of one shape, by tile and by the blank's direction.
///
/// Every cost is at least 1 and at most [`MoveCosts::MAX`]. So no move is free, and the cost of
/// any path that a search can find fits in 32 bits.
///
/// ```
/// use tilebase::board::{Board, Move, MoveCosts, Shape, Tile};
///
/// let shape = Shape::new(3, 3)?;
/// let by_tile = MoveCosts::by_tile(shape);
/// assert_eq!(by_tile.of(Tile::new(7), Move::Left), 7);
///
/// // The blank goes up over tile 6, then left over tile 5.
/// let board: Board = "123456780".parse()?;
/// assert_eq!(by_tile.of_path(&board, &[Move::Up, Move::Left])?, 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCosts {
    shape: Shape,
    /// `costs[tile][move]`, with moves in the order of [`Move::ALL`]. The blank's are not used.
    costs: [[u32; 4]; MAX_CELLS],
}

/// The reason why costs are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CostError {
    /// A cost of 0, or one that is too large.
    #[error("tile {tile} costs {found} per move {step}; expected a cost from 1 to {}", MoveCosts::MAX)]
    OutOfRange {
        /// The tile.
        tile: Tile,
        /// The move of the blank.
        step: Move,
        /// The cost.
        found: u32,
    },
    /// Costs for too few tiles.
    #[error("a {shape} board has {} tiles, but only {found} have a cost", shape.tiles())]
    TilesWithoutCost {
        /// The shape.
        shape: Shape,
        /// The number of tiles with a cost.
        found: usize,
    },
    /// Costs for more tiles than there are.
    #[error("a {shape} board has {} tiles, but {found} have a cost", shape.tiles())]
    CostsWithoutTile {
        /// The shape.
        shape: Shape,
        /// The number of tiles with a cost.
        found: usize,
    },
}

impl MoveCosts {
    /// The largest cost of a move.
    pub const MAX: u32 = 1_000_000;

    /// Every move costs 1: the cost of a path is its length.
    #[must_use]
    pub const fn unit(shape: Shape) -> Self {
        Self { shape, costs: [[1; 4]; MAX_CELLS] }
    }

    /// A move costs the number on the tile that slides.
    #[must_use]
    pub fn by_tile(shape: Shape) -> Self {
        Self { shape, costs: std::array::from_fn(|tile| [tile as u32; 4]) }
    }

    /// A move costs what its direction costs, whatever the tile. The four costs are those of the
    /// blank's moves up, down, left, and right.
    ///
    /// # Errors
    /// [`CostError::OutOfRange`] if a cost is 0 or above [`MoveCosts::MAX`].
    pub fn by_direction(shape: Shape, udlr: [u32; 4]) -> Result<Self, CostError> {
        Self::new(shape, &vec![udlr; shape.tiles()])
    }

    /// Costs by tile and direction. The first item has the costs of tile 1 for the blank's moves
    /// up, down, left, and right.
    ///
    /// # Errors
    /// [`CostError`] unless there is an item for each tile, and each cost is in range.
    pub fn new(shape: Shape, of_tiles: &[[u32; 4]]) -> Result<Self, CostError> {
        let found = of_tiles.len();
        if found < shape.tiles() {
            return Err(CostError::TilesWithoutCost { shape, found });
        }
        if found > shape.tiles() {
            return Err(CostError::CostsWithoutTile { shape, found });
        }
        let mut costs = [[1; 4]; MAX_CELLS];
        for (number, (tile, given)) in (1..).zip(costs[1..].iter_mut().zip(of_tiles)) {
            for (step, found) in Move::ALL.into_iter().zip(*given) {
                if !(1..=Self::MAX).contains(&found) {
                    return Err(CostError::OutOfRange { tile: Tile::new(number), step, found });
                }
            }
            *tile = *given;
        }
        Ok(Self { shape, costs })
    }

    /// The shape of the boards.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The cost of sliding a tile when the blank moves in a direction. The tile itself moves in the
    /// opposite direction.
    #[must_use]
    #[inline]
    pub const fn of(&self, tile: Tile, step: Move) -> u32 {
        self.costs[tile.index() % MAX_CELLS][step as usize]
    }

    /// The cost of a path.
    ///
    /// # Errors
    /// [`OverTheEdge`] if a move is illegal.
    pub fn of_path(&self, start: &Board, moves: &[Move]) -> Result<u64, OverTheEdge> {
        let mut blank = start.blank();
        let mut sum = 0;
        for (step, after) in moves.iter().zip(start.along(moves.iter().copied())) {
            let after = after?;
            // The tile slid to where the blank was.
            sum += u64::from(self.of(after.tile_at(blank), *step));
            blank = after.blank();
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape() -> Shape {
        Shape::new(2, 2).unwrap()
    }

    #[test]
    fn costs_out_of_range_are_refused() {
        for found in [0, MoveCosts::MAX + 1] {
            let table = [[1; 4], [1, 1, found, 1], [1; 4]];
            let refused = CostError::OutOfRange { tile: Tile::new(2), step: Move::Left, found };
            assert_eq!(MoveCosts::new(shape(), &table), Err(refused));
            assert!(MoveCosts::by_direction(shape(), [1, found, 1, 1]).is_err());
        }
        assert!(MoveCosts::by_direction(shape(), [1, MoveCosts::MAX, 1, 1]).is_ok());
    }

    #[test]
    fn every_tile_needs_a_cost() {
        let refused = |found| MoveCosts::new(shape(), &vec![[1; 4]; found]).unwrap_err();
        assert_eq!(refused(2), CostError::TilesWithoutCost { shape: shape(), found: 2 });
        assert_eq!(refused(4), CostError::CostsWithoutTile { shape: shape(), found: 4 });
    }

    /// A path and its way back cost the same by tile, and not by direction.
    #[test]
    fn a_path_costs_the_sum_of_its_slides() {
        let board = Board::new(shape(), &[1, 2, 3, 0]).unwrap();
        let path = [Move::Up, Move::Left, Move::Down];
        let end = board.along(path).last().unwrap().unwrap();
        let back = [Move::Up, Move::Right, Move::Down];
        let by_direction = MoveCosts::by_direction(shape(), [1, 10, 100, 1000]).unwrap();
        assert_eq!(MoveCosts::unit(shape()).of_path(&board, &path), Ok(3));
        assert_eq!(MoveCosts::by_tile(shape()).of_path(&board, &path), Ok(6));
        assert_eq!(MoveCosts::by_tile(shape()).of_path(&end, &back), Ok(6));
        assert_eq!(by_direction.of_path(&board, &path), Ok(111));
        assert_eq!(by_direction.of_path(&end, &back), Ok(1011));
        assert!(by_direction.of_path(&board, &[Move::Down]).is_err());
    }
}
