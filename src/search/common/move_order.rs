//! The order in which successors are generated, and where the blank can go.

use std::str::FromStr;

use super::settings::SettingError;
use crate::board::{Cell, MAX_CELLS, Move, Shape};

/// An order of moves. There may be a different order for the blank in the first column. Moves that
/// would leave the board are skipped, so an order serves all shapes.
///
/// ```
/// use tilebase::board::Move::{Down, Left, Right, Up};
/// use tilebase::search::MoveOrder;
///
/// assert_eq!("ULDR".parse(), Ok(MoveOrder::everywhere([Up, Left, Down, Right])));
/// assert!("ULDD".parse::<MoveOrder>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOrder {
    elsewhere: [Move; 4],
    in_first_column: [Move; 4],
}

impl MoveOrder {
    /// The standard order: U, D, L, R.
    pub const STANDARD: Self = Self::everywhere(Move::ALL);

    /// The same order for all cells.
    ///
    /// # Panics
    /// If a move is missing: without one of the directions, a search might never reach the goal.
    #[must_use]
    pub const fn everywhere(order: [Move; 4]) -> Self {
        assert!(has_every_move(order), "an order of moves has each of the four once");
        Self { elsewhere: order, in_first_column: order }
    }

    /// The same order, except for the blank in the first column.
    ///
    /// # Panics
    /// If a move is missing.
    #[must_use]
    pub(crate) const fn but_in_first_column(self, order: [Move; 4]) -> Self {
        Self { in_first_column: Self::everywhere(order).elsewhere, ..self }
    }

    /// The legal moves of the blank on a cell, with the cells they lead to.
    pub(in crate::search) fn from(&self, shape: Shape, cell: Cell) -> impl Iterator<Item = (Move, Cell)> {
        let order = if shape.column(cell) == 0 { self.in_first_column } else { self.elsewhere };
        order.into_iter().filter_map(move |step| Some((step, shape.neighbor(cell, step)?)))
    }
}

/// Whether each of the four moves occurs. Then none occurs twice.
const fn has_every_move(order: [Move; 4]) -> bool {
    let [one, two, three, four] = order;
    1 << one as u8 | 1 << two as u8 | 1 << three as u8 | 1 << four as u8 == 0b1111
}

/// Parses the letters U, D, L, and R, each once, such as `ULDR`.
impl FromStr for MoveOrder {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let wrong = || SettingError::MoveOrder { found: text.chars().take(40).collect() };
        let step =
            |letter: char| Move::ALL.into_iter().find(|step| step.letter() == letter.to_ascii_uppercase());
        let order: Option<Vec<Move>> = text.chars().take(5).map(step).collect();
        let order: [Move; 4] = order.and_then(|order| order.try_into().ok()).ok_or_else(wrong)?;
        if has_every_move(order) { Ok(Self::everywhere(order)) } else { Err(wrong()) }
    }
}

/// For each cell of the blank, its legal moves in the order in which they are tried, with the cells
/// they lead to.
#[derive(Clone, Debug)]
pub(in crate::search) struct MoveTable {
    /// The number of valid items for each cell.
    lens: [u8; MAX_CELLS],
    moves: [[(Move, Cell); 4]; MAX_CELLS],
}

impl MoveTable {
    pub(in crate::search) fn new(shape: Shape, order: &MoveOrder) -> Self {
        let mut lens = [0; MAX_CELLS];
        let mut moves = [[(Move::Up, Cell::new(0)); 4]; MAX_CELLS];
        for cell in shape.all_cells() {
            for (place, step) in moves[cell.index()].iter_mut().zip(order.from(shape, cell)) {
                *place = step;
                lens[cell.index()] += 1;
            }
        }
        Self { lens, moves }
    }

    #[inline]
    pub(in crate::search) fn from(&self, cell: Cell) -> &[(Move, Cell)] {
        &self.moves[cell.index()][..usize::from(self.lens[cell.index()])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_each_move_once() {
        assert_eq!("udlr".parse(), Ok(MoveOrder::STANDARD));
        for letters in ["", "UDL", "UDLRU", "UDLL", "UDLX"] {
            let refused = SettingError::MoveOrder { found: letters.to_owned() };
            assert_eq!(letters.parse::<MoveOrder>(), Err(refused));
        }
    }

    #[test]
    #[should_panic(expected = "each of the four once")]
    fn an_order_without_a_direction_is_refused() {
        let _ = MoveOrder::STANDARD.but_in_first_column([Move::Up, Move::Down, Move::Up, Move::Right]);
    }
}
