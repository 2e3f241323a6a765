//! A board as one number, five bits per cell.
//!
//! A move is a single operation, and comparing boards is comparing numbers. Most searches store
//! their boards in this form.

use crate::board::{Board, Cell, MAX_CELLS, Shape, Tile};

/// The tile on each cell, five bits each, the first cell in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::search) struct PackedBoard(u128);

impl PackedBoard {
    const BITS: usize = 5;

    /// The bits of one cell.
    const CELL: u128 = 31;

    pub(in crate::search) fn new(board: &Board) -> Self {
        Self(
            board
                .tiles()
                .iter()
                .rev()
                .fold(0, |packed, tile| packed << Self::BITS | u128::from(tile.number())),
        )
    }

    /// The board as a number.
    pub(in crate::search) const fn bits(self) -> u128 {
        self.0
    }

    /// Returns a board with the blank on a cell, and distinct tiles on the others.
    pub(in crate::search) fn with_blank_at(shape: Shape, blank: Cell) -> Self {
        let tile_on = |cell: Cell| match cell.index() {
            _ if cell == blank => 0,
            0 => blank.index(),
            other => other,
        };
        let bits = |cell: Cell| (tile_on(cell) as u128) << (Self::BITS * cell.index());
        Self(shape.all_cells().fold(0, |packed, cell| packed | bits(cell)))
    }

    /// The tile on a cell.
    #[inline]
    pub(in crate::search) const fn tile_at(self, cell: Cell) -> Tile {
        Tile::new((self.0 >> (Self::BITS * cell.index()) & Self::CELL) as u8)
    }

    /// The board after the blank moved from one cell to another. The blank is 0, so both places
    /// change by the tile's bits.
    #[inline]
    pub(in crate::search) const fn after(self, blank: Cell, to: Cell) -> Self {
        let (blank, to) = (Self::BITS * blank.index(), Self::BITS * to.index());
        let tile = self.0 >> to & Self::CELL;
        Self(self.0 ^ tile << to ^ tile << blank)
    }

    /// Finds the blank, given the board's shape.
    pub(in crate::search) fn blank(self, shape: Shape) -> Cell {
        self.board(shape).blank()
    }

    /// Unpacks the board, given its shape.
    pub(in crate::search) fn board(self, shape: Shape) -> Board {
        let mut tiles = [Tile::BLANK; MAX_CELLS];
        let mut blank = shape.last_cell();
        let mut packed = self.0;
        for cell in shape.all_cells() {
            let tile = Tile::new((packed & Self::CELL) as u8);
            tiles[cell.index()] = tile;
            if tile.is_blank() {
                blank = cell;
            }
            packed >>= Self::BITS;
        }
        Board::from_valid(shape, tiles, blank)
    }

    /// Returns a hash. Its high bits are of better quality than its low ones.
    #[inline]
    pub(in crate::search) const fn hash(self) -> u64 {
        // Multiplication mixes upward, so only the high bits depend on all bits. The factors are
        // odd and without regular patterns.
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Move};

    #[test]
    fn packed_boards_follow_the_moves() {
        let mut random = fastrand::Rng::with_seed(4);
        for (rows, columns) in [(2, 2), (3, 3), (2, 6), (4, 4), (5, 5)] {
            let shape = Shape::new(rows, columns).unwrap();
            let mut board = Goal::blank_last(shape).board();
            let mut packed = PackedBoard::new(&board);
            for _ in 0..500 {
                let blank = board.blank();
                if board.slide(Move::ALL[random.usize(0..4)]) {
                    packed = packed.after(blank, board.blank());
                    assert_eq!((packed, packed.board(shape)), (PackedBoard::new(&board), board));
                    assert!(shape.all_cells().all(|cell| packed.tile_at(cell) == board.tile_at(cell)));
                }
            }
        }
    }
}
