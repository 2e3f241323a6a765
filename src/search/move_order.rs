//! In which order the successors of a state are generated.

use std::str::FromStr;

use crate::board::{Cell, MAX_CELLS, Move, Shape};

/// An order of moves: one for the blank in the first column, one for it elsewhere. Moves that would leave the board are
/// passed over, so it serves all shapes.
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
    /// The house order: U, D, L, R.
    pub const HOUSE: Self = Self::everywhere(Move::ALL);

    /// One order for all cells.
    #[must_use]
    pub const fn everywhere(order: [Move; 4]) -> Self {
        Self { elsewhere: order, in_first_column: order }
    }

    /// The same, but for the blank in the first column.
    #[must_use]
    pub const fn but_in_first_column(self, order: [Move; 4]) -> Self {
        Self { in_first_column: order, ..self }
    }

    /// The legal moves of the blank on a cell, with the cells that they lead to.
    pub fn from(&self, shape: Shape, cell: Cell) -> impl Iterator<Item = (Move, Cell)> {
        let order = if shape.column(cell) == 0 { self.in_first_column } else { self.elsewhere };
        order.into_iter().filter_map(move |step| Some((step, shape.neighbour(cell, step)?)))
    }
}

/// The letters U, D, L and R, each once, as `ULDR`.
impl FromStr for MoveOrder {
    type Err = MoveOrderError;

    fn from_str(text: &str) -> Result<Self, MoveOrderError> {
        let wrong = || MoveOrderError { found: text.chars().take(40).collect() };
        let step =
            |letter: char| Move::ALL.into_iter().find(|step| step.letter() == letter.to_ascii_uppercase());
        let order: Option<Vec<Move>> = text.chars().take(5).map(step).collect();
        let order: [Move; 4] = order.and_then(|order| order.try_into().ok()).ok_or_else(wrong)?;
        if Move::ALL.iter().all(|step| order.contains(step)) {
            Ok(Self::everywhere(order))
        } else {
            Err(wrong())
        }
    }
}

/// Letters that are no order of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no order of moves: expected U, D, L and R, each once, as in ULDR")]
pub struct MoveOrderError {
    /// The letters, or the first of them.
    pub found: String,
}

/// The legal moves by cell, worked out once for a search.
#[derive(Clone, Debug)]
pub(super) struct StepsByCell {
    /// So many of each list count.
    lens: [u8; MAX_CELLS],
    steps: [[(Move, Cell); 4]; MAX_CELLS],
}

impl StepsByCell {
    pub(super) fn new(shape: Shape, order: &MoveOrder) -> Self {
        let mut lens = [0; MAX_CELLS];
        let mut steps = [[(Move::Up, Cell::new(0)); 4]; MAX_CELLS];
        for cell in shape.all_cells() {
            for (place, step) in steps[cell.index()].iter_mut().zip(order.from(shape, cell)) {
                *place = step;
                lens[cell.index()] += 1;
            }
        }
        Self { lens, steps }
    }

    #[inline]
    pub(super) fn from(&self, cell: Cell) -> &[(Move, Cell)] {
        &self.steps[cell.index()][..usize::from(self.lens[cell.index()])]
    }
}
