//! [`Oracle`]: exact distances and paths in the single-tile metric.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::OracleError;
use super::error::WalkError;
use super::indexed_board::{IndexedBoard, space_for};
use super::paths::{Paths, first_layer, next_layer};
use crate::board::{Batch, Board, Distance, Goal, Metric, Move};
use crate::generate::{BuildError, Generator};
use crate::search::{Claims, Heuristic};
use crate::space::FullSpace;
use crate::table::{Encoding, Table, TableError};

/// A table and a goal that it serves. Any number of threads can share it by reference or in an
/// [`Arc`].
#[derive(Debug)]
pub struct Oracle {
    table: Arc<Table>,
    space: FullSpace,
    /// The first board whose estimate failed.
    failed_at: OnceLock<Board>,
}

impl Oracle {
    /// Maximum distance in any table. A longer walk runs in a circle.
    const MAX_MOVES: usize = u8::MAX as usize;

    /// Builds a table in memory, with a byte for each board, and an oracle that uses it. This takes
    /// less than a millisecond for the 8-puzzle, and a second and 240 MB for 3x4.
    ///
    /// ```
    /// use tilebase::board::{Board, Goal, Shape};
    /// use tilebase::oracle::Oracle;
    ///
    /// let oracle = Oracle::build(&Goal::blank_last(Shape::new(3, 3)?))?;
    /// let board = Board::new(Shape::new(3, 3)?, &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
    /// assert_eq!(oracle.distance(&board)?.moves(), 31);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError`] if the board has too many states, or they do not fit in memory.
    pub fn build(goal: &Goal) -> Result<Self, BuildError> {
        let distances = Generator::for_goal(goal)?.distances()?;
        let table = distances.into_table(Encoding::Byte).expect("a byte holds every distance");
        Ok(Self::new(table, goal).expect("the table is one of this goal"))
    }

    /// Opens a table file as an oracle for a goal. A large file is mapped; see [`Table::open`] for
    /// the consequences if it changes. To load a file of any size into memory, use [`Table::read`]
    /// and [`new`](Self::new).
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::oracle::Oracle;
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(2, 3)?);
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("2x3.pdb");
    /// Generator::for_goal(&goal)?.distances()?.encoded(Encoding::Byte)?.write_to(&file)?;
    ///
    /// let oracle = Oracle::open(&file, &goal)?;
    /// assert_eq!(oracle.histogram().len() - 1, 21);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OracleError`] if the file is not a usable table, or its table is for another goal.
    pub fn open(file: &Path, goal: &Goal) -> Result<Self, OracleError> {
        Self::new(Table::open(file)?, goal)
    }

    /// Creates an oracle from a table for the goal, or for another goal with the blank in the same
    /// cell.
    ///
    /// # Errors
    /// [`OracleError::Mismatch`] if the table's shape or its goal's blank cell differs from the
    /// goal's; [`OracleError::OtherMetric`] if its distances are in the multi-tile metric.
    pub fn new(table: Table, goal: &Goal) -> Result<Self, OracleError> {
        Self::of_shared(Arc::new(table), goal)
    }

    /// Creates an oracle for another goal with the blank in the same cell. Both share one table.
    ///
    /// ```
    /// use tilebase::{Goal, Oracle, Shape};
    ///
    /// let shape = Shape::new(2, 3)?;
    /// let oracle = Oracle::build(&Goal::blank_last(shape))?;
    /// let reversed = oracle.with_goal(&Goal::new("543210".parse()?))?;
    /// assert_eq!(reversed.distance(&"543201".parse()?)?.moves(), 1);
    /// assert!(oracle.with_goal(&Goal::blank_first(shape)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OracleError::Mismatch`] if the goal's shape or blank cell differs from the table's.
    pub fn with_goal(&self, goal: &Goal) -> Result<Self, OracleError> {
        Self::of_shared(Arc::clone(&self.table), goal)
    }

    fn of_shared(table: Arc<Table>, goal: &Goal) -> Result<Self, OracleError> {
        let space = space_for(&table, goal, Metric::SingleTile)?;
        Ok(Self { table, space, failed_at: OnceLock::new() })
    }

    /// The goal that answers lead to.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        self.space.goal()
    }

    /// The table that answers come from.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The number of boards at each distance, from 0 to the maximum.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        self.table.header().histogram()
    }

    /// The numbering of the boards.
    #[must_use]
    pub const fn space(&self) -> &FullSpace {
        &self.space
    }

    /// Returns the distance of a board from the goal.
    ///
    /// # Errors
    /// [`OracleError`] if the board can't reach the goal or has another shape, or the table is
    /// wrong.
    #[inline]
    pub fn distance(&self, board: &Board) -> Result<Distance, OracleError> {
        let state = self.state(board)?;
        match self.table.header().encoding() {
            Encoding::Byte => self.code(&state).map(Distance::new).map_err(OracleError::Table),
            Encoding::Mod3 | Encoding::Bit => {
                let mut moves = 0;
                self.descend(state, |_| moves += 1)?;
                Ok(Distance::new(moves))
            }
        }
    }

    /// Returns the distances of a batch of boards in order. This is the fastest method. With a
    /// `byte` table, a board costs the computation of its index and one memory access, about ten
    /// nanoseconds on 3x3.
    ///
    /// ```
    /// use tilebase::board::Batch;
    /// use tilebase::{Goal, Oracle, Shape};
    ///
    /// let oracle = Oracle::build(&Goal::blank_last(Shape::new(2, 2)?))?;
    /// let tiles = [1, 2, 3, 0, /* and */ 1, 2, 0, 3, /* and */ 2, 1, 3, 0];
    /// let batch = Batch::new(oracle.goal().shape(), &tiles)?;
    /// let distances: Vec<Option<u8>> =
    ///     oracle.distances(&batch).map(|found| found.ok().map(|distance| distance.moves())).collect();
    /// assert_eq!(distances, [Some(0), Some(1), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`distance`](Self::distance), for each board.
    pub fn distances<'a>(
        &'a self,
        batch: &Batch<'a>,
    ) -> impl ExactSizeIterator<Item = Result<Distance, OracleError>> + use<'a> {
        let (batch, has_distances) = (*batch, self.table.header().encoding() == Encoding::Byte);
        self.space.indexes_of(&batch).enumerate().map(move |(number, index)| match index {
            Some(index) if has_distances => Ok(Distance::new(self.table.code_at(index)?)),
            _ => self.distance_in(&batch, number),
        })
    }

    /// Returns the distance of a board of a batch, without the shortcut for bytes.
    fn distance_in(&self, batch: &Batch<'_>, number: usize) -> Result<Distance, OracleError> {
        self.distance(&batch.get(number).expect("an index of the batch"))
    }

    /// Returns the first of the optimal paths, in the order U, D, L, R; empty for the goal itself.
    ///
    /// # Errors
    /// The same as for [`distance`](Self::distance).
    pub fn first_path(&self, board: &Board) -> Result<Vec<Move>, OracleError> {
        let mut path = Vec::with_capacity(32);
        self.descend(self.state(board)?, |step| path.push(step))?;
        Ok(path)
    }

    /// Returns the moves that begin optimal paths, in the order U, D, L, R; empty for the goal
    /// itself.
    ///
    /// # Errors
    /// The same as for [`distance`](Self::distance).
    pub fn optimal_moves(&self, board: &Board) -> Result<Vec<Move>, OracleError> {
        Ok(self.closer(&self.state(board)?)?.into_iter().map(|(step, _)| step).collect())
    }

    /// Returns the number of optimal paths; 1 for the goal itself.
    ///
    /// The count can't overflow. An optimal path never undoes a move, so there are no more paths
    /// than such walks of the blank: fewer than 2^92 even on 2x7, with up to 108 moves.
    ///
    /// # Errors
    /// The same as for [`distance`](Self::distance).
    pub fn count_paths(&self, board: &Board) -> Result<u128, OracleError> {
        let mut layer = first_layer(self.state(board)?);
        for _ in 0..=Self::MAX_MOVES {
            if let Some((_, count)) = layer.get(&self.space.goal_index()) {
                return Ok(*count);
            }
            layer = next_layer(layer, |state| Ok(self.closer(state)?.into_iter().map(|(_, closer)| closer)))?;
        }
        Err(OracleError::Inconsistent { board: *board })
    }

    /// Iterates over all optimal paths, in the order U, D, L, R.
    ///
    /// # Errors
    /// Like [`distance`](Self::distance). Errors of later steps are items of the iterator.
    pub fn paths(
        &self,
        board: &Board,
    ) -> Result<impl Iterator<Item = Result<Vec<Move>, OracleError>> + use<'_>, OracleError> {
        Ok(Paths::new(|state: &IndexedBoard| self.closer(state), self.state(board)?))
    }

    /// Returns the reason why the oracle failed as a heuristic, or `None` if it did not.
    pub(crate) fn failure(&self) -> Option<OracleError> {
        match self.failed_at.get() {
            Some(board) => {
                // Only the board was stored: reading it again reproduces the error.
                Some(self.estimate(board).err().unwrap_or(OracleError::Inconsistent { board: *board }))
            }
            None => self.table.check_unchanged().err().map(OracleError::from),
        }
    }

    /// Returns the distance of a board that has a closer neighbor. A wrong table may have boards
    /// without one; a search that always expands the closest board would never leave them.
    fn estimate(&self, board: &Board) -> Result<u32, OracleError> {
        let state = self.state(board)?;
        let _leads_on = self.closer(&state)?;
        self.distance(board).map(|distance| distance.moves().into())
    }

    #[inline]
    fn state(&self, board: &Board) -> Result<IndexedBoard, OracleError> {
        IndexedBoard::new(&self.space, board)
    }

    fn is_goal(&self, state: &IndexedBoard) -> bool {
        state.index == self.space.goal_index()
    }

    /// Returns the neighbors that are one move closer, and the moves to them.
    fn closer(&self, state: &IndexedBoard) -> Result<Vec<(Move, IndexedBoard)>, OracleError> {
        if self.is_goal(state) {
            return Ok(Vec::new());
        }
        let mut closer = Vec::with_capacity(4);
        let code = |state: &IndexedBoard| self.code(state).map_err(OracleError::Table);
        if let Some(wanted) = self.code_one_closer(code(state)?) {
            for (step, next) in self.neighbors(state) {
                if code(&next)? == wanted {
                    closer.push((step, next));
                }
            }
        }
        if closer.is_empty() { Err(OracleError::Inconsistent { board: state.board }) } else { Ok(closer) }
    }

    /// Walks to the goal along the first optimal path.
    fn descend(&self, start: IndexedBoard, visit: impl FnMut(Move)) -> Result<(), OracleError> {
        self.walk_down(start, visit).map_err(|error| error.on_path_from(start.board))
    }

    fn walk_down(&self, start: IndexedBoard, mut visit: impl FnMut(Move)) -> Result<(), WalkError> {
        let mut state = start;
        let mut wanted = self.code_one_closer(self.code(&state)?);
        let mut back = None;
        for _ in 0..=Self::MAX_MOVES {
            if self.is_goal(&state) {
                // Otherwise the goal's entry is wrong, and the walk's length proves nothing.
                return if self.code(&state)? == 0 { Ok(()) } else { Err(WalkError::Inconsistent) };
            }
            let Some(closer) = wanted else { break };
            let Some(step) = self.step_to(&mut state, closer, back)? else { break };
            visit(step);
            wanted = self.code_one_closer(closer);
            back = Some(step.inverse());
        }
        Err(WalkError::Inconsistent)
    }

    /// Moves to the first neighbor with the code `wanted`, if there is one. The previous board is
    /// never closer, so it is skipped. The board is moved in place, since copying one that was just
    /// written costs more than all the rest.
    fn step_to(
        &self,
        state: &mut IndexedBoard,
        wanted: u8,
        back: Option<Move>,
    ) -> Result<Option<Move>, Box<TableError>> {
        let before = state.index;
        for step in Move::ALL {
            if Some(step) == back || !state.board.slide(step) {
                continue;
            }
            state.index = self.space.index_after(before, step, &state.board);
            if self.code(state)? == wanted {
                return Ok(Some(step));
            }
            let _was_legal = state.board.slide(step.inverse());
        }
        Ok(None)
    }

    fn neighbors(&self, state: &IndexedBoard) -> impl Iterator<Item = (Move, IndexedBoard)> {
        let IndexedBoard { board, index } = *state;
        Move::ALL.into_iter().filter_map(move |step| {
            let next = board.after(step)?;
            Some((step, IndexedBoard { index: self.space.index_after(index, step, &next), board: next }))
        })
    }

    /// The code of boards one move closer, if any.
    fn code_one_closer(&self, code: u8) -> Option<u8> {
        match self.table.header().encoding() {
            Encoding::Byte => code.checked_sub(1),
            Encoding::Mod3 => Some((code + 2) % 3),
            // Full tables have no bit encoding.
            Encoding::Bit => None,
        }
    }

    /// Reads a board's code: its distance, or for [`Encoding::Mod3`] the distance modulo 3.
    #[inline]
    fn code(&self, state: &IndexedBoard) -> Result<u8, Box<TableError>> {
        self.table.code_at(state.index)
    }
}

/// The exact distance is a perfect heuristic: A\* expands only the states of one optimal path.
impl Heuristic for Oracle {
    /// Returns 0 for a board whose distance can't be read because the table is damaged or wrong.
    /// From then on, the heuristic [has failed](Heuristic::has_failed). A board that can't reach
    /// the goal also gets 0, but this is not a failure.
    fn estimate(&self, board: &Board) -> u32 {
        self.estimate(board).unwrap_or_else(|error| {
            if !matches!(error, OracleError::Unreachable(_)) {
                let _first_counts = self.failed_at.set(*board);
            }
            0
        })
    }

    fn has_failed(&self) -> bool {
        self.failed_at.get().is_some() || self.table.check_unchanged().is_err()
    }

    fn claims(&self) -> Claims {
        Claims::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::space::{Pattern, Space, StateIndex};

    const fn is_shared<T: Send + Sync>() {}

    fn goal() -> Goal {
        Goal::blank_last(Shape::new(2, 3).unwrap())
    }

    fn table(goal: &Goal, encoding: Encoding) -> Table {
        Generator::for_goal(goal).unwrap().distances().unwrap().encoded(encoding).unwrap().into_table()
    }

    #[test]
    fn threads_share_an_oracle() {
        is_shared::<Oracle>();
    }

    #[test]
    fn every_encoding_gives_the_same_answers() {
        let of_bytes = Oracle::build(&goal()).unwrap();
        let oracle = Oracle::new(table(&goal(), Encoding::Mod3), &goal()).unwrap();
        for number in 0..360 {
            let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
            assert_eq!(oracle.distance(&board).unwrap(), of_bytes.distance(&board).unwrap());
            assert_eq!(oracle.first_path(&board).unwrap(), of_bytes.first_path(&board).unwrap());
            assert_eq!(oracle.optimal_moves(&board).unwrap(), of_bytes.optimal_moves(&board).unwrap());
        }
    }

    /// Checks that the list of paths, their number, and their length agree.
    #[test]
    fn paths_are_distinct_and_match_their_count() {
        let oracle = Oracle::build(&goal()).unwrap();
        for number in 0..360 {
            let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
            let mut paths: Vec<Vec<Move>> = oracle.paths(&board).unwrap().map(Result::unwrap).collect();
            assert_eq!(paths.len() as u128, oracle.count_paths(&board).unwrap());
            assert_eq!(paths.first(), oracle.first_path(&board).ok().as_ref());
            for path in &paths {
                let end = path.iter().fold(board, |board, step| board.after(*step).unwrap());
                assert_eq!(
                    (end, path.len()),
                    (goal().board(), oracle.distance(&board).unwrap().moves().into())
                );
            }
            assert!(paths.is_sorted(), "in the order U, D, L, R");
            paths.dedup();
            assert_eq!(paths.len() as u128, oracle.count_paths(&board).unwrap());
        }
    }

    #[test]
    fn a_table_serves_exactly_the_goals_with_its_blank_cell() {
        let shape = goal().shape();
        let other = Goal::new(goal().board().after(Move::Up).unwrap().after(Move::Left).unwrap());
        let same_blank = Goal::new(Board::new(shape, &[2, 3, 1, 4, 5, 0]).unwrap());
        let own = Oracle::build(&same_blank).unwrap();
        let borrowed = Oracle::new(table(&goal(), Encoding::Mod3), &same_blank).unwrap();
        let board = same_blank.board().after(Move::Left).unwrap();
        assert_eq!(borrowed.distance(&board).unwrap(), own.distance(&board).unwrap());
        let mismatch = Oracle::new(table(&goal(), Encoding::Byte), &other).unwrap_err();
        assert!(matches!(
            mismatch,
            OracleError::Mismatch { table, goal: asked } if table == goal() && asked == other
        ));
        assert!(
            Oracle::new(table(&goal(), Encoding::Byte), &Goal::blank_last(Shape::new(3, 2).unwrap()))
                .is_err()
        );
        let pattern = Pattern::new(shape, [crate::board::Tile::new(1)]).unwrap();
        let costs = Generator::new(Space::new(&goal(), &pattern).unwrap()).distances().unwrap();
        assert!(Oracle::new(costs.encoded(Encoding::Byte).unwrap().into_table(), &goal()).is_err());
    }

    #[test]
    fn an_unsolvable_board_is_not_a_fault_of_the_table() {
        let oracle = Oracle::build(&goal()).unwrap();
        let unreachable = Board::new(goal().shape(), &[2, 1, 3, 4, 5, 0]).unwrap();
        assert!(!goal().is_reachable_from(&unreachable));
        assert_eq!((Heuristic::estimate(&oracle, &unreachable), oracle.has_failed()), (0, false));
        let near = goal().board().after(Move::Up).unwrap();
        assert_eq!((Heuristic::estimate(&oracle, &near), oracle.has_failed()), (1, false));
    }

    #[test]
    fn a_file_opens_for_the_goals_it_serves() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("table.pdb");
        let distances = Generator::for_goal(&goal()).unwrap().distances().unwrap();
        distances.encoded(Encoding::Byte).unwrap().write_to(&file).unwrap();
        assert_eq!(Oracle::open(&file, &goal()).unwrap().histogram(), distances.histogram());
        let error = Oracle::open(&file, &Goal::blank_first(goal().shape())).unwrap_err();
        assert!(matches!(error, OracleError::Mismatch { .. }));
        let absent = Oracle::open(&folder.path().join("absent.pdb"), &goal()).unwrap_err();
        assert!(matches!(absent, OracleError::Table(error) if matches!(*error, TableError::Absent { .. })));
    }
}
