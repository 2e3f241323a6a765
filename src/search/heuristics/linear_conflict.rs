//! Manhattan distance with linear conflicts: Hansson, Mayer and Yung, *Criticizing Solutions to
//! Relaxed Models Yields Powerful Admissible Heuristics*, Information Sciences 63 (1992).
//!
//! Two tiles that are in the row where both belong, but in the wrong order, can't pass each other.
//! One has to leave the row and come back, which the Manhattan distance does not count. Let *k* be
//! the smallest number of tiles that have to leave, so that those that stay are in order. Then the
//! row costs 2*k* more moves. The same holds for columns. Moves out of a row are vertical and moves
//! out of a column horizontal, so nothing is counted twice.
//!
//! The tiles that stay must be in ascending order of their places. So *k* is the number of tiles
//! that belong in the line, minus the length of their longest ascending subsequence. This is exact;
//! the original's rule of removing the tile with most conflicts first is a way to find it.
//!
//! A move changes the estimate by exactly one, so it is consistent. Say a tile moves sideways. Its
//! row keeps the order of its tiles. The Manhattan distance changes by one. If the tile leaves the
//! column where it belongs, that is +1, and the column may have one tile less to remove, -2. If it
//! enters that column, it is -1 and perhaps +2. Otherwise, no column changes its conflicts.

use super::manhattan::Manhattan;
use super::{Claims, Heuristic, Slide, last_slide};
use crate::board::{Board, Cell, Goal, MAX_CELLS, Move, Shape, Tile};

/// The Manhattan distance plus twice the smallest number of tiles that have to leave their lines.
/// Admissible, consistent, and never below the Manhattan distance. Lines of up to five cells are
/// looked up, longer ones computed.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    rows: Lines,
    columns: Lines,
}

/// The lines of one direction.
#[derive(Clone, Debug)]
struct Lines {
    /// For each tile, the line where it belongs; for the blank, [`NO_LINE`].
    line_of_tile: [u8; MAX_CELLS],
    /// For each tile, its place in that line, counted from 1.
    place_of_tile: [u8; MAX_CELLS],
    /// The weight of one cell in the index of a line: the line's length plus one.
    base: usize,
    /// The moves that a line adds. The index is the places of its tiles read as digits, 0 for a
    /// tile that does not belong there. Empty if lines are longer than [`MAX_TABLE_LEN`].
    moves: Vec<u8>,
}

/// Length of the longest line that has a table: 6^5 entries. For six cells, it would be fifteen
/// times as large.
const MAX_TABLE_LEN: usize = 5;

/// A line that no board has.
const NO_LINE: u8 = u8::MAX;

impl LinearConflict {
    /// The heuristic for a goal.
    #[must_use]
    pub fn new(goal: &Goal) -> Self {
        let shape = goal.shape();
        Self {
            manhattan: Manhattan::new(goal),
            rows: Lines::new(goal, shape.columns(), |cell| (shape.row(cell), shape.column(cell))),
            columns: Lines::new(goal, shape.rows(), |cell| (shape.column(cell), shape.row(cell))),
        }
    }
}

impl Lines {
    /// Creates the data for lines of `len` cells. `place` returns a cell's line and its place
    /// there.
    fn new(goal: &Goal, len: usize, place: impl Fn(Cell) -> (usize, usize)) -> Self {
        let (mut line_of_tile, mut place_of_tile) = ([NO_LINE; MAX_CELLS], [0; MAX_CELLS]);
        let board = goal.board();
        let tiles = goal.shape().all_cells().map(|cell| (cell, board.tile_at(cell)));
        for (cell, tile) in tiles.filter(|(_, tile)| !tile.is_blank()) {
            let (line, place) = place(cell);
            line_of_tile[tile.index()] = line as u8;
            place_of_tile[tile.index()] = place as u8 + 1;
        }
        let base = len + 1;
        let entries = if len > MAX_TABLE_LEN { 0 } else { base.pow(len as u32) };
        let digits =
            |index: usize| (0..len).rev().map(move |cell| (index / base.pow(cell as u32) % base) as u8);
        let moves = (0..entries).map(|index| moves_to_add(digits(index))).collect();
        Self { line_of_tile, place_of_tile, base, moves }
    }

    /// The moves that a line adds, given its number and the tiles on it.
    fn moves(&self, line: usize, tiles: impl Iterator<Item = Tile>) -> u32 {
        let digit = |tile: Tile| {
            let belongs = usize::from(self.line_of_tile[tile.index()]) == line;
            if belongs { self.place_of_tile[tile.index()] } else { 0 }
        };
        let moves = if self.moves.is_empty() {
            moves_to_add(tiles.map(digit))
        } else {
            self.moves[tiles.map(digit).fold(0, |index, digit| index * self.base + usize::from(digit))]
        };
        moves.into()
    }
}

/// Returns twice the number of tiles to remove from a line, so that the places of the others
/// ascend. A 0 is not a tile of the line. Each place may occur once; otherwise, as on no board, the
/// result is meaningless.
fn moves_to_add(places: impl Iterator<Item = u8>) -> u8 {
    // `ends[n]`: the smallest last place of an ascending subsequence of length n + 1.
    let mut ends: Vec<u8> = Vec::new();
    let mut tiles = 0;
    for place in places.filter(|place| *place > 0) {
        tiles += 1;
        let longer = ends.partition_point(|end| *end < place);
        match ends.get_mut(longer) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    2 * (tiles - ends.len() as u8)
}

impl LinearConflict {
    /// The moves that a row adds, with the tiles given by their cells.
    fn of_row(&self, shape: Shape, row: usize, tile_at: impl Fn(Cell) -> Tile) -> u32 {
        self.rows.moves(row, (0..shape.columns()).map(|column| tile_at(shape.cell(row, column))))
    }

    /// The moves that a column adds, with the tiles given by their cells.
    fn of_column(&self, shape: Shape, column: usize, tile_at: impl Fn(Cell) -> Tile) -> u32 {
        self.columns.moves(column, (0..shape.rows()).map(|row| tile_at(shape.cell(row, column))))
    }
}

impl Heuristic for LinearConflict {
    fn estimate(&self, board: &Board) -> u32 {
        let shape = board.shape();
        let tile_at = |cell| board.tile_at(cell);
        let rows: u32 = (0..shape.rows()).map(|row| self.of_row(shape, row, tile_at)).sum();
        let columns: u32 = (0..shape.columns()).map(|column| self.of_column(shape, column, tile_at)).sum();
        self.manhattan.estimate(board) + rows + columns
    }

    /// Computes only the line where the tile belongs, if the tile left or entered it: see the proof
    /// in the module.
    fn estimate_after(&self, before: u32, board: &Board, step: Move) -> u32 {
        let Some(Slide { tile, from, to }) = last_slide(board, step) else { return before };
        let shape = board.shape();
        let tile_now = |cell| board.tile_at(cell);
        let tile_then = |cell| match cell {
            _ if cell == from => tile,
            _ if cell == to => Tile::BLANK,
            _ => board.tile_at(cell),
        };
        let manhattan = self.manhattan.estimate_after(before, board, step);
        // The tile changes two lines, but counts only in the one where it belongs.
        let (own, left, entered) = match step {
            Move::Up | Move::Down => (&self.rows, shape.row(from), shape.row(to)),
            Move::Left | Move::Right => (&self.columns, shape.column(from), shape.column(to)),
        };
        let own = usize::from(own.line_of_tile[tile.index()]);
        if own != left && own != entered {
            return manhattan;
        }
        let (added, taken) = match step {
            Move::Up | Move::Down => (self.of_row(shape, own, tile_now), self.of_row(shape, own, tile_then)),
            Move::Left | Move::Right => {
                (self.of_column(shape, own, tile_now), self.of_column(shape, own, tile_then))
            }
        };
        manhattan + added - taken
    }

    fn claims(&self) -> Claims {
        Claims::ALL
    }
}
