//! Placements of the tiles, and the faults of invalid ones.

use std::error::Error;
use std::fmt::{self, Write as _};

use super::bytes::{cell_of_blank, is_valid};
use super::{Cell, LargeShape, MAX_CELLS, MAX_LARGE_CELLS, Move, Shape, Tile};

/// A placement of all tiles and the blank on the cells of a shape. Always valid: each tile appears
/// exactly once.
///
/// ```
/// use tilebase::board::{Board, Move, Shape, Tile};
///
/// let board = Board::new(Shape::new(2, 2)?, &[1, 2, 0, 3])?;
/// assert_eq!(board.tile_at(board.blank()), Tile::BLANK);
/// let next = board.after(Move::Right).expect("the blank is on the left");
/// assert_eq!(next.to_string(), "1230");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    shape: Shape,
    blank: Cell,
    /// Tile by cell. Entries past the last cell hold the blank, so that derived equality is
    /// equality of boards.
    tiles: [Tile; MAX_CELLS],
}

impl Board {
    /// Creates a board from its tiles, row by row; 0 is the blank.
    ///
    /// # Errors
    /// [`BoardFaults`] lists *every* fault: a wrong count, and tiles that are repeated, missing, or
    /// not of this shape.
    pub fn new(shape: Shape, numbers: &[u32]) -> Result<Self, BoardFaults> {
        let mut bytes = [u8::MAX; MAX_CELLS];
        for (byte, number) in bytes.iter_mut().zip(numbers) {
            // Numbers above 255 become 255, which no shape has, so that the byte check rejects
            // them.
            *byte = u8::try_from(*number).unwrap_or(u8::MAX);
        }
        let tiles = &bytes[..numbers.len().min(MAX_CELLS)];
        if numbers.len() == tiles.len() && is_valid(shape, tiles) {
            Ok(Self::from_valid_bytes(shape, tiles))
        } else {
            Err(BoardFaults::of_numbers(shape.into(), numbers))
        }
    }

    /// Creates a board from its tiles as bytes, row by row; 0 is the blank. This takes a few
    /// nanoseconds. For many boards at once, use [`Batch`](super::Batch).
    ///
    /// ```
    /// use tilebase::board::{Board, Shape};
    ///
    /// let board = Board::from_bytes(Shape::new(2, 2)?, &[1, 2, 0, 3])?;
    /// assert_eq!(board, Board::new(Shape::new(2, 2)?, &[1, 2, 0, 3])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BoardFaults`], like [`new`](Self::new).
    pub fn from_bytes(shape: Shape, tiles: &[u8]) -> Result<Self, BoardFaults> {
        if is_valid(shape, tiles) {
            Ok(Self::from_valid_bytes(shape, tiles))
        } else {
            Err(BoardFaults::of(shape, tiles))
        }
    }

    /// Creates a board from bytes that [have been checked](is_valid).
    pub(super) fn from_valid_bytes(shape: Shape, bytes: &[u8]) -> Self {
        let mut tiles = [Tile::BLANK; MAX_CELLS];
        for (tile, byte) in tiles.iter_mut().zip(bytes) {
            *tile = Tile::new(*byte);
        }
        #[expect(clippy::cast_possible_truncation, reason = "below MAX_CELLS")]
        let blank = Cell::new(cell_of_blank(bytes) as u8);
        Self::from_valid(shape, tiles, blank)
    }

    /// Creates a board from a placement that the caller knows to be valid, such as a permutation of
    /// a valid one.
    ///
    /// # Panics
    /// In debug builds, if the placement is invalid.
    pub(crate) fn from_valid(shape: Shape, tiles: [Tile; MAX_CELLS], blank: Cell) -> Self {
        debug_assert!({
            let numbers: Vec<u32> = tiles[..shape.cells()].iter().map(|t| t.number().into()).collect();
            BoardFault::all_of(shape.cells(), &numbers).is_empty() && tiles[blank.index()].is_blank()
        });
        Self { shape, blank, tiles }
    }

    /// Transposes the board: rows become columns. Moves are transposed with it, so distances are
    /// the same.
    pub(crate) fn transposed(&self) -> Self {
        let mut tiles = [Tile::BLANK; MAX_CELLS];
        for (cell, tile) in self.shape.all_cells().zip(self.tiles()) {
            tiles[self.shape.transposed_cell(cell).index()] = *tile;
        }
        Self::from_valid(self.shape.transposed(), tiles, self.shape.transposed_cell(self.blank))
    }

    /// The number of rows and columns.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's cell.
    #[must_use]
    pub const fn blank(&self) -> Cell {
        self.blank
    }

    /// The tiles row by row, including the blank.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[..self.shape.cells()]
    }

    /// The tile on a cell.
    ///
    /// # Panics
    /// If the shape has no such cell.
    #[must_use]
    #[track_caller]
    pub fn tile_at(&self, cell: Cell) -> Tile {
        self.tiles()[cell.index()]
    }

    /// Returns the cell of a tile, or `None` if the shape has no such tile.
    #[must_use]
    pub fn cell_of(&self, tile: Tile) -> Option<Cell> {
        self.shape.all_cells().find(|cell| self.tiles[cell.index()] == tile)
    }

    /// The board with the contents of two cells exchanged. If neither is the blank, it has the
    /// other parity: exactly one of the two boards can reach a goal.
    ///
    /// ```
    /// use tilebase::board::{Cell, Goal, Shape};
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let board = goal.board().with_exchanged([Cell::new(6), Cell::new(7)]);
    /// assert_eq!(board.to_string(), "123456870");
    /// assert!(!goal.is_reachable_from(&board));
    /// # Ok::<(), tilebase::board::ShapeError>(())
    /// ```
    ///
    /// # Panics
    /// If the shape has no such cell.
    #[must_use]
    #[track_caller]
    pub fn with_exchanged(&self, [one, other]: [Cell; 2]) -> Self {
        let mut next = *self;
        next.tiles[..self.shape.cells()].swap(one.index(), other.index());
        next.blank = match self.blank {
            blank if blank == one => other,
            blank if blank == other => one,
            blank => blank,
        };
        next
    }

    /// Returns the board after a move, or `None` if the blank would leave the board.
    #[must_use]
    pub fn after(&self, step: Move) -> Option<Self> {
        let mut next = *self;
        next.slide(step).then_some(next)
    }

    /// Makes a move in place. Returns whether it is legal; an illegal move leaves the board
    /// unchanged.
    #[must_use]
    pub fn slide(&mut self, step: Move) -> bool {
        let Some(to) = self.shape.neighbor(self.blank, step) else { return false };
        self.tiles.swap(self.blank.index(), to.index());
        self.blank = to;
        true
    }

    /// Iterates over the legal moves and the boards they lead to, in the order U, D, L, R.
    pub fn successors(&self) -> impl Iterator<Item = (Move, Self)> + '_ {
        Move::ALL.into_iter().filter_map(|step| Some((step, self.after(step)?)))
    }

    /// Returns the move that turns this board into the other one, or `None` if no single move does.
    ///
    /// ```
    /// use tilebase::board::{Board, Move, Shape};
    ///
    /// let board = Board::new(Shape::new(2, 2)?, &[1, 2, 0, 3])?;
    /// let goal = Board::new(Shape::new(2, 2)?, &[1, 2, 3, 0])?;
    /// assert_eq!(board.move_to(&goal), Some(Move::Right));
    /// assert_eq!(board.move_to(&board), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn move_to(&self, other: &Self) -> Option<Move> {
        let reaches = |step: &Move| self.shape.neighbor(self.blank, *step) == Some(other.blank);
        let step = Move::ALL.into_iter().find(reaches)?;
        (self.after(step)? == *other).then_some(step)
    }

    /// Iterates over the boards that the moves lead to, one after each move. An illegal move yields
    /// an error and ends the iteration.
    ///
    /// ```
    /// use tilebase::board::{Board, Move, Shape};
    ///
    /// let board = Board::new(Shape::new(2, 2)?, &[1, 2, 0, 3])?;
    /// let boards: Vec<Board> = board.along([Move::Up, Move::Right]).collect::<Result<_, _>>()?;
    /// assert_eq!(boards[1].to_string(), "2013");
    /// let error = board.along([Move::Up, Move::Up]).find_map(Result::err).expect("there are two rows");
    /// assert_eq!((error.number, error.step, error.board), (2, Move::Up, boards[0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn along<I: IntoIterator<Item = Move>>(
        &self,
        moves: I,
    ) -> impl Iterator<Item = Result<Self, OverTheEdge>> + use<I> {
        let mut reached = Some(*self);
        moves.into_iter().zip(1..).map_while(move |(step, number)| {
            // `None` after an error, which ends the iteration.
            let board = reached?;
            reached = board.after(step);
            Some(reached.ok_or(OverTheEdge { number, step, board }))
        })
    }
}

/// A move that would take the blank off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverTheEdge {
    /// The move's number, from 1.
    pub number: usize,
    /// The move.
    pub step: Move,
    /// The board before the move.
    pub board: Board,
}

impl fmt::Display for OverTheEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} is not legal: the blank of {} would leave the board", self.number, self.board)
    }
}

impl Error for OverTheEdge {}

impl fmt::Display for Board {
    /// Writes digits without separators if each tile is one digit (`123456780`), else numbers with
    /// commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shape.cells() <= 10 {
            // Batches write millions of boards.
            return self.tiles().iter().try_for_each(|tile| f.write_char((b'0' + tile.number()).into()));
        }
        for (place, tile) in self.tiles().iter().enumerate() {
            write!(f, "{}{tile}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({} {self})", self.shape)
    }
}

/// A fault of an invalid board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardFault {
    /// More or fewer tiles than cells.
    WrongCount {
        /// The number of cells of the shape.
        expected: usize,
        /// The number of tiles given.
        found: usize,
    },
    /// A number that is not a tile of this shape.
    NoSuchTile {
        /// The number given.
        number: u32,
        /// Its position, from 0.
        place: usize,
        /// The largest tile of the shape.
        largest: usize,
    },
    /// A tile that appears more than once.
    Repeated {
        /// The tile; 0 is the blank.
        tile: u32,
        /// The number of times it appears.
        times: usize,
    },
    /// A tile that does not appear.
    Missing {
        /// The tile; 0 is the blank.
        tile: u32,
    },
}

impl BoardFault {
    /// Lists all faults, in the order: count, unknown numbers, repeated tiles, missing tiles.
    fn all_of(cells: usize, numbers: &[u32]) -> Vec<Self> {
        let mut faults = Vec::new();
        if numbers.len() != cells {
            faults.push(Self::WrongCount { expected: cells, found: numbers.len() });
        }
        let mut times = [0_usize; MAX_LARGE_CELLS];
        for (place, &number) in numbers.iter().enumerate() {
            match times[..cells].get_mut(number as usize) {
                Some(count) => *count += 1,
                None => faults.push(Self::NoSuchTile { number, place, largest: cells - 1 }),
            }
        }
        let counted = || (0_u32..).zip(&times[..cells]);
        let repeated = counted().filter(|(_, times)| **times > 1);
        faults.extend(repeated.map(|(tile, &times)| Self::Repeated { tile, times }));
        let missing = counted().filter(|(_, times)| **times == 0);
        faults.extend(missing.map(|(tile, _)| Self::Missing { tile }));
        faults
    }
}

impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongCount { expected, found } => write!(f, "expected {expected} tiles, found {found}"),
            Self::NoSuchTile { number, place, largest } => {
                write!(f, "tile {number} at place {} is not one of 0 to {largest}", place + 1)
            }
            Self::Repeated { tile, times } => {
                match tile {
                    0 => write!(f, "the blank (0) appears ")?,
                    tile => write!(f, "tile {tile} appears ")?,
                }
                if *times == 2 { f.write_str("twice") } else { write!(f, "{times} times") }
            }
            Self::Missing { tile: 0 } => write!(f, "the blank (0) is missing"),
            Self::Missing { tile } => write!(f, "tile {tile} is missing"),
        }
    }
}

/// All faults of an invalid board; at least one.
///
/// ```
/// use tilebase::board::{Board, Shape};
///
/// let faults = Board::new(Shape::new(2, 2)?, &[1, 1, 2, 7]).unwrap_err();
/// assert_eq!(
///     faults.to_string(),
///     "not a 2x2 board: tile 7 at place 4 is not one of 0 to 3; tile 1 appears twice; \
///      the blank (0) is missing; tile 3 is missing"
/// );
/// # Ok::<(), tilebase::board::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFaults {
    shape: LargeShape,
    faults: Vec<BoardFault>,
}

impl BoardFaults {
    /// Maximum number of faults listed in a message; the rest are only counted.
    const LISTED: usize = 8;

    /// Lists the faults of bytes that are not a valid board.
    #[cold]
    pub(super) fn of(shape: Shape, tiles: &[u8]) -> Self {
        let numbers: Vec<u32> = tiles.iter().map(|tile| (*tile).into()).collect();
        Self::of_numbers(shape.into(), &numbers)
    }

    /// Lists the faults of numbers.
    fn of_numbers(shape: LargeShape, numbers: &[u32]) -> Self {
        Self { shape, faults: BoardFault::all_of(shape.cells(), numbers) }
    }

    /// Returns the faults of numbers that are not a board.
    pub(super) fn check(shape: LargeShape, numbers: &[u32]) -> Result<(), Self> {
        let faults = Self::of_numbers(shape, numbers);
        if faults.faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// The faults; at least one.
    #[must_use]
    pub fn faults(&self) -> &[BoardFault] {
        &self.faults
    }
}

impl fmt::Display for BoardFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a {} board: ", self.shape)?;
        for (nth, fault) in self.faults.iter().take(Self::LISTED).enumerate() {
            write!(f, "{}{fault}", if nth == 0 { "" } else { "; " })?;
        }
        match self.faults.len().saturating_sub(Self::LISTED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more faults"),
        }
    }
}

impl Error for BoardFaults {}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: Shape = Shape::THREE_BY_THREE;

    #[test]
    fn every_fault_is_named() {
        let faults = Board::new(NINE, &[1, 1, 2, 3, 4, 5, 6, 7, 80, 0]).unwrap_err();
        assert_eq!(
            faults.faults(),
            [
                BoardFault::WrongCount { expected: 9, found: 10 },
                BoardFault::NoSuchTile { number: 80, place: 8, largest: 8 },
                BoardFault::Repeated { tile: 1, times: 2 },
                BoardFault::Missing { tile: 8 },
            ]
        );
    }

    #[test]
    fn only_the_message_truncates_a_long_list_of_faults() {
        let faults = Board::new(NINE, &[77; 10_000]).unwrap_err();
        assert_eq!(faults.faults().len(), 1 + 10_000 + 9);
        assert!(faults.to_string().len() < 500, "{faults}");
        assert!(faults.to_string().ends_with("and 10002 more faults"), "{faults}");
    }

    #[test]
    fn moves_undo_each_other() {
        let board = Board::new(NINE, &[6, 3, 8, 5, 4, 1, 7, 2, 0]).unwrap();
        assert_eq!(board.successors().map(|(step, _)| step).collect::<Vec<_>>(), [Move::Up, Move::Left]);
        for (step, next) in board.successors() {
            assert_eq!(next.after(step.inverse()), Some(board));
            assert_eq!(next.cell_of(Tile::BLANK), Some(next.blank()));
        }
        assert_eq!(board.after(Move::Right), None);
        assert_eq!(board.cell_of(Tile::new(9)), None);
    }

    #[test]
    fn move_to_finds_the_move_between_two_boards() {
        let board = Board::new(NINE, &[1, 2, 3, 4, 0, 5, 6, 7, 8]).unwrap();
        for (step, next) in board.successors() {
            assert_eq!((board.move_to(&next), next.move_to(&board)), (Some(step), Some(step.inverse())));
        }
        let turned = Board::new(NINE, &[2, 0, 3, 4, 1, 5, 6, 7, 8]).unwrap();
        assert_eq!(
            board.move_to(&turned),
            None,
            "the blank is one cell further, and other tiles are elsewhere"
        );
        let wide = Board::new(Shape::new(2, 3).unwrap(), &[1, 2, 3, 4, 0, 5]).unwrap();
        let tall = Board::new(Shape::new(3, 2).unwrap(), &[1, 2, 3, 0, 4, 5]).unwrap();
        assert_eq!(wide.move_to(&tall), None);
    }

    #[test]
    fn along_stops_at_the_first_illegal_move() {
        let board = Board::new(NINE, &[1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap();
        let boards: Vec<_> = board.along([Move::Up, Move::Right, Move::Up]).collect();
        let above = board.after(Move::Up).unwrap();
        let error = OverTheEdge { number: 2, step: Move::Right, board: above };
        assert_eq!(boards, [Ok(above), Err(error)]);
        assert_eq!(board.along([]).count(), 0);
    }
}
