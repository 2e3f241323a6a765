//! Exact distances and paths in the multi-tile metric: sliding one or more tiles of a row or column
//! at once is one move.
//!
//! A path is given as slides. Its length is its number of straight runs
//! ([`Metric::length_of`]). In an optimal path, consecutive runs never have the same direction:
//! they would be one run, and the path would not be the shortest.

use std::cmp::Ordering;
use std::sync::Arc;

use super::OracleError;
use super::indexed_board::{IndexedBoard, space_for};
use super::paths::{first_layer, next_layer};
use crate::board::{Board, Distance, Goal, Metric, Move};
use crate::generate::{BuildError, MultiTileGenerator};
use crate::space::{FullSpace, StateIndex};
use crate::table::Table;

/// A table of distances in the multi-tile metric, and a goal that it serves. Threads can share it,
/// and clones share the table.
///
/// ```
/// use tilebase::board::{Board, Goal, Metric, Shape};
/// use tilebase::oracle::MultiTileOracle;
///
/// let oracle = MultiTileOracle::build(&Goal::blank_last(Shape::new(3, 3)?))?;
/// let board: Board = "638541720".parse()?;
/// assert_eq!(oracle.distance(&board)?.moves(), 20);
///
/// let path = oracle.first_path(&board)?;
/// assert_eq!(Metric::MultiTile.length_of(&path), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MultiTileOracle {
    table: Arc<Table>,
    space: FullSpace,
}

/// A move in this metric, and the state that it leads to.
struct Run {
    step: Move,
    slides: usize,
    end: IndexedBoard,
}

impl MultiTileOracle {
    /// Maximum number of cells of boards for which the programs and the API build a table on
    /// demand: 1,814,400 boards, some hundredths of a second.
    pub const MAX_BUILT_CELLS: usize = 10;

    /// Builds a table in memory, with a byte for each board. This takes a few milliseconds for the
    /// 8-puzzle, and seconds and 320 MB for 3x4.
    ///
    /// # Errors
    /// [`BuildError`] if the board has too many states, or they do not fit in memory.
    pub fn build(goal: &Goal) -> Result<Self, BuildError> {
        Self::of(MultiTileGenerator::for_goal(goal)?)
    }

    /// Runs a generator, and keeps the table in memory for the generator's goal.
    ///
    /// ```
    /// use tilebase::generate::{BuildError, MultiTileGenerator};
    /// use tilebase::oracle::MultiTileOracle;
    /// use tilebase::{Goal, Interrupt, Shape};
    ///
    /// let generator = MultiTileGenerator::for_goal(&Goal::blank_last(Shape::new(3, 3)?))?;
    /// let interrupt = Interrupt::new();
    /// interrupt.raise();
    /// let stopped = MultiTileOracle::of(generator.interrupt(&interrupt));
    /// assert!(matches!(stopped, Err(BuildError::Interrupted { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of the [build](MultiTileGenerator::build).
    pub fn of(generator: MultiTileGenerator<'_>) -> Result<Self, BuildError> {
        let table = generator.build()?.into_table();
        let goal = *table.header().goal();
        Ok(Self::new(table, &goal).expect("the table is one of its own goal, in this metric"))
    }

    /// Creates an oracle from a table for the goal, or for another goal with the blank in the same
    /// cell.
    ///
    /// # Errors
    /// [`OracleError::Mismatch`] if the table's shape or its goal's blank cell differs from the
    /// goal's; [`OracleError::OtherMetric`] if its distances are in the single-tile metric.
    pub fn new(table: Table, goal: &Goal) -> Result<Self, OracleError> {
        let space = space_for(&table, goal, Metric::MultiTile)?;
        Ok(Self { table: Arc::new(table), space })
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

    /// The numbering of the boards.
    #[must_use]
    pub const fn space(&self) -> &FullSpace {
        &self.space
    }

    /// Returns the distance of a board from the goal.
    ///
    /// # Errors
    /// [`OracleError`] if the board can't reach the goal or has another shape, or the table is
    /// damaged.
    pub fn distance(&self, board: &Board) -> Result<Distance, OracleError> {
        Ok(Distance::new(self.code(&self.state(board)?)?))
    }

    /// Returns the slides of the first optimal path; empty for the goal itself. The order is that
    /// of the runs' directions, U, D, L, R, then of the runs' lengths, the shortest first.
    ///
    /// # Errors
    /// The same as for [`distance`](Self::distance), or the table is wrong.
    pub fn first_path(&self, board: &Board) -> Result<Vec<Move>, OracleError> {
        let mut state = self.state(board)?;
        let mut path = Vec::new();
        // Each run leads to an entry one less, so this ends.
        while !self.is_goal(&state)? {
            let Run { step, slides, end } = self.closer(&state)?.swap_remove(0);
            path.extend(std::iter::repeat_n(step, slides));
            state = end;
        }
        Ok(path)
    }

    /// Returns the number of optimal paths; 1 for the goal itself. Paths are different if they stop
    /// at different boards.
    ///
    /// ```
    /// use tilebase::oracle::MultiTileOracle;
    /// use tilebase::{Goal, Shape};
    ///
    /// let oracle = MultiTileOracle::build(&Goal::blank_last(Shape::new(3, 3)?))?;
    /// assert_eq!(oracle.count_paths(&"638541720".parse()?)?, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`first_path`](Self::first_path).
    pub fn count_paths(&self, board: &Board) -> Result<u128, OracleError> {
        let state = self.state(board)?;
        let mut layer = first_layer(state);
        for _ in 0..self.code(&state)? {
            layer = next_layer(layer, |state| Ok(self.closer(state)?.into_iter().map(|run| run.end)))?;
        }
        match layer.get(&self.space.goal_index()) {
            Some((_, count)) if layer.len() == 1 => Ok(*count),
            _ => Err(OracleError::Inconsistent { board: *board }),
        }
    }

    fn state(&self, board: &Board) -> Result<IndexedBoard, OracleError> {
        IndexedBoard::new(&self.space, board)
    }

    fn code(&self, state: &IndexedBoard) -> Result<u8, OracleError> {
        self.table.code_at(state.index).map_err(OracleError::Table)
    }

    /// Whether a state is the goal. The goal's entry must be 0, and no other entry may be 0.
    fn is_goal(&self, state: &IndexedBoard) -> Result<bool, OracleError> {
        let is_goal = state.index == self.space.goal_index();
        if is_goal == (self.code(state)? == 0) {
            Ok(is_goal)
        } else {
            Err(OracleError::Inconsistent { board: state.board })
        }
    }

    /// Returns the runs that begin optimal paths, in order. Every state except the goal has at
    /// least one, and no run reduces the distance by more than one. So consecutive runs of a path
    /// never have the same direction: together, they would be one run that reduces the distance by
    /// two.
    fn closer(&self, state: &IndexedBoard) -> Result<Vec<Run>, OracleError> {
        let stuck = OracleError::Inconsistent { board: state.board };
        let Some(wanted) = self.code(state)?.checked_sub(1) else { return Err(stuck) };
        let mut closer = Vec::new();
        for run in runs(&self.space, state) {
            match self.code(&run.end)?.cmp(&wanted) {
                Ordering::Less => return Err(stuck),
                Ordering::Equal => closer.push(run),
                Ordering::Greater => {}
            }
        }
        if closer.is_empty() { Err(stuck) } else { Ok(closer) }
    }
}

/// Iterates over the moves of a state in the multi-tile metric.
fn runs<'a>(space: &'a FullSpace, state: &IndexedBoard) -> impl Iterator<Item = Run> + use<'a> {
    let start = *state;
    Move::ALL.into_iter().flat_map(move |step| {
        let along = std::iter::successors(Some(start), move |IndexedBoard { board, index }| {
            let next = board.after(step)?;
            Some(IndexedBoard { index: space.index_after(*index, step, &next), board: next })
        });
        along.enumerate().skip(1).map(move |(slides, end)| Run { step, slides, end })
    })
}

/// Iterates over the boards one move away in the multi-tile metric, with their indexes.
pub(crate) fn multi_tile_neighbors<'a>(
    space: &'a FullSpace,
    board: &Board,
    index: StateIndex,
) -> impl Iterator<Item = (Board, StateIndex)> + use<'a> {
    runs(space, &IndexedBoard { board: *board, index }).map(|run| (run.end.board, run.end.index))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::board::Shape;
    use crate::generate::Generator;
    use crate::table::BuiltTable;

    type Slow = HashMap<Vec<u8>, (u8, u128)>;

    /// Distances and numbers of optimal paths by a breadth-first search over lists of tiles,
    /// without the library's boards, moves, or indexes.
    fn slowly(goal: &[u8], columns: usize) -> Slow {
        let mut found = HashMap::from([(goal.to_vec(), (0, 1))]);
        let mut level = vec![goal.to_vec()];
        for distance in 1.. {
            let mut next = Vec::new();
            for tiles in &level {
                let ways = found[tiles].1;
                for after in slowly_after(tiles, columns) {
                    let entry = found.entry(after.clone()).or_insert_with(|| {
                        next.push(after);
                        (distance, 0)
                    });
                    if entry.0 == distance {
                        entry.1 += ways;
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        found
    }

    /// The tiles after each move: the tiles between the blank and another cell of its row or column
    /// slide by one cell.
    fn slowly_after(tiles: &[u8], columns: usize) -> Vec<Vec<u8>> {
        let blank = tiles.iter().position(|tile| *tile == 0).unwrap();
        let in_line = |cell: &usize| {
            let same_row = cell / columns == blank / columns;
            *cell != blank && (same_row || cell % columns == blank % columns)
        };
        let moved = |cell: usize| {
            let stride = if cell / columns == blank / columns { 1 } else { columns };
            let mut after = tiles.to_vec();
            let mut hole = blank;
            while hole != cell {
                let from = if cell > hole { hole + stride } else { hole - stride };
                after.swap(hole, from);
                hole = from;
            }
            after
        };
        (0..tiles.len()).filter(in_line).map(moved).collect()
    }

    fn bytes(board: &Board) -> Vec<u8> {
        board.tiles().iter().map(|tile| tile.number()).collect()
    }

    /// Checks distances, the number of paths, and the first path of all boards, or of every n-th.
    fn compare(goal: &Goal, every: usize) {
        let oracle = MultiTileOracle::build(goal).unwrap();
        let expected = slowly(&bytes(&goal.board()), goal.shape().columns());
        assert_eq!(expected.len() as u64, oracle.space().states());
        for (tiles, (distance, ways)) in expected.iter().step_by(every) {
            let board = Board::from_bytes(goal.shape(), tiles).unwrap();
            assert_eq!(oracle.distance(&board).unwrap().moves(), *distance, "{board}");
            assert_eq!(oracle.count_paths(&board).unwrap(), *ways, "{board}");
            let path = oracle.first_path(&board).unwrap();
            let end = board.along(path.iter().copied()).last().map_or(board, Result::unwrap);
            let length = Metric::MultiTile.length_of(&path);
            assert_eq!((end, length), (goal.board(), u32::from(*distance)), "{board}");
        }
    }

    #[test]
    fn answers_match_a_plain_search_for_every_blank_cell() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            for blank in shape.all_cells() {
                compare(&Goal::in_order_with_blank_at(shape, blank), 1);
            }
        }
    }

    #[test]
    fn answers_of_the_eight_puzzle_match_a_plain_search() {
        for blank in Shape::THREE_BY_THREE.all_cells() {
            compare(&Goal::in_order_with_blank_at(Shape::THREE_BY_THREE, blank), 101);
        }
        compare(&Goal::snail(Shape::THREE_BY_THREE), 7);
    }

    #[test]
    fn greatest_distances_are_the_published_ones() {
        for (rows, columns, deepest) in [(2, 2, 6), (2, 3, 20), (2, 4, 25), (3, 3, 24), (2, 5, 36)] {
            let goal = Goal::blank_last(Shape::new(rows, columns).unwrap());
            let oracle = MultiTileOracle::build(&goal).unwrap();
            assert_eq!(oracle.table().header().deepest(), deepest, "{rows}x{columns}");
        }
    }

    /// The first path in the order of directions, then of the lengths of runs.
    #[test]
    fn the_first_path_is_the_least() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let oracle = MultiTileOracle::build(&goal).unwrap();
        let mut had_choice = false;
        for number in 0..360 {
            let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
            let first = runs_of(&oracle.first_path(&board).unwrap());
            let all = all_paths(&oracle, &board);
            had_choice |= all.len() > 1;
            assert_eq!(Some(&first), all.iter().min(), "{board}");
            assert_eq!(all.len() as u128, oracle.count_paths(&board).unwrap());
            assert!(all.iter().flat_map(|path| path.windows(2)).all(|two| two[0].0 != two[1].0));
        }
        assert!(had_choice);
    }

    fn runs_of(path: &[Move]) -> Vec<(Move, usize)> {
        path.chunk_by(|one, other| one == other).map(|run| (run[0], run.len())).collect()
    }

    /// All optimal paths, by trying every run that leads one move closer.
    fn all_paths(oracle: &MultiTileOracle, board: &Board) -> Vec<Vec<(Move, usize)>> {
        let distance = |board: &Board| oracle.distance(board).unwrap().moves();
        if distance(board) == 0 {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for step in Move::ALL {
            let along = std::iter::successors(board.after(step), |board| board.after(step));
            for (slides, next) in (1..).zip(along) {
                if distance(&next) + 1 == distance(board) {
                    let rest = all_paths(oracle, &next);
                    all.extend(rest.into_iter().map(|rest| [vec![(step, slides)], rest].concat()));
                }
            }
        }
        all
    }

    #[test]
    fn one_table_serves_goals_with_its_blank_cell() {
        let shape = Shape::THREE_BY_THREE;
        let other = Goal::new("867254310".parse().unwrap());
        let table = |goal: &Goal| MultiTileGenerator::for_goal(goal).unwrap().build().unwrap().into_table();
        let own = MultiTileOracle::build(&other).unwrap();
        let borrowed = MultiTileOracle::new(table(&Goal::blank_last(shape)), &other).unwrap();
        assert_eq!(own.table().payload().unwrap(), borrowed.table().payload().unwrap());
        let mismatch = MultiTileOracle::new(table(&Goal::blank_first(shape)), &other);
        assert!(matches!(mismatch, Err(OracleError::Mismatch { .. })));
    }

    #[test]
    fn a_table_of_the_other_metric_is_refused() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let single = Generator::for_goal(&goal).unwrap().distances().unwrap();
        let single = single.into_table(crate::table::Encoding::Byte).unwrap();
        let multi = MultiTileGenerator::for_goal(&goal).unwrap().build().unwrap().into_table();
        let error = MultiTileOracle::new(single, &goal).unwrap_err();
        assert_eq!(error.to_string(), "the distances of the table are in the metric stm; expected mtm");
        let error = super::super::Oracle::new(multi, &goal).unwrap_err();
        assert_eq!(error.to_string(), "the distances of the table are in the metric mtm; expected stm");
    }

    /// Each wrong entry of 2x2 is noticed at a board whose paths lead there, or at a neighbor.
    #[test]
    fn a_wrong_entry_is_noticed() {
        let goal = Goal::blank_last(Shape::new(2, 2).unwrap());
        let oracle = MultiTileOracle::build(&goal).unwrap();
        let right = oracle.table().payload().unwrap().to_vec();
        for place in 0..right.len() {
            let mut entries = right.clone();
            entries[place] += 9;
            let wrong = with_entries(&oracle, entries);
            let board = oracle.space().board_at(StateIndex::new(place as u64)).unwrap();
            let path = wrong.first_path(&board);
            assert!(matches!(path, Err(OracleError::Inconsistent { .. })), "{board}: {path:?}");
            assert!(matches!(wrong.count_paths(&board), Err(OracleError::Inconsistent { .. })));
        }
    }

    /// An oracle with the goal of another, and with other entries.
    fn with_entries(oracle: &MultiTileOracle, entries: Vec<u8>) -> MultiTileOracle {
        let mut histogram = vec![0; 32];
        entries.iter().for_each(|entry| histogram[usize::from(*entry)] += 1);
        let space = crate::space::Space::Full(oracle.space().clone());
        let table = BuiltTable::in_multi_tile_metric(space, entries, histogram).into_table();
        MultiTileOracle::new(table, oracle.goal()).unwrap()
    }

    /// If the entry of 123045 is raised from 1 to 2, the path has two consecutive runs in the same
    /// direction, which count as one move.
    #[test]
    fn two_runs_in_one_direction_are_not_a_path() {
        let board: Board = "123045".parse().unwrap();
        let oracle = MultiTileOracle::build(&Goal::blank_last(Shape::new(2, 3).unwrap())).unwrap();
        assert_eq!(oracle.first_path(&board).unwrap(), [Move::Right; 2]);
        let mut entries = oracle.table().payload().unwrap().to_vec();
        let place = oracle.space().index_of(&board).unwrap();
        let entry = &mut entries[usize::try_from(place.number()).unwrap()];
        assert_eq!(std::mem::replace(entry, 2), 1);
        let wrong = with_entries(&oracle, entries);
        assert_eq!(wrong.distance(&board).unwrap().moves(), 2);
        assert!(matches!(wrong.first_path(&board), Err(OracleError::Inconsistent { .. })));
        assert!(matches!(wrong.count_paths(&board), Err(OracleError::Inconsistent { .. })));
    }

    #[test]
    fn unsolvable_boards_are_refused() {
        let oracle = MultiTileOracle::build(&Goal::blank_last(Shape::THREE_BY_THREE)).unwrap();
        let unsolvable = "213456780".parse().unwrap();
        assert!(matches!(oracle.distance(&unsolvable), Err(OracleError::Unreachable(_))));
        assert!(oracle.first_path(&unsolvable).is_err() && oracle.count_paths(&unsolvable).is_err());
    }
}
