//! Levels in the multi-tile metric: a move slides any number of tiles of one row or column.
//!
//! As in the single-tile metric, every move can be reversed, so the states one move away from level
//! *n* lie in levels *n* - 1, *n* and *n* + 1. But a move by an even number of cells keeps the colour
//! of the blank's cell. So a level can have states for every cell of the blank, and the two newest
//! levels can't share one set.
//!
//! A move along a column is a sequence of slides. From the top of a column down, the set of states
//! that are in level *n* or one downward move away from it is
//!
//! ```text
//! down(r) = level(r) | slide(down(r - 1))
//! ```
//!
//! and likewise upward. So a level takes at most two slides per cell of the blank, however far the
//! moves reach. A move along a row of the board keeps the arrangement: its states are read from the
//! sets of that row's other cells.

use std::collections::TryReserveError;

use rayon::prelude::*;

use crate::board::Shape;
use crate::generate::kernel::bits::Bits;
use crate::generate::kernel::{Pull, RowGraph, RowLayout, RowTile};
use crate::interrupt::Interrupt;
use crate::space::footprints::{Footprints, Parities};
use crate::space::{StateIndex, StateSpace};
use crate::threads;

/// The two newest levels in the multi-tile metric, and the states along one column.
#[derive(Debug)]
pub(super) struct MultiTileLevels {
    graph: RowGraph,
    shape: Shape,
    /// The newest level: a row of states for each cell of the blank.
    newest: Vec<Bits>,
    /// The level before, which the next one replaces.
    before: Vec<Bits>,
    /// The states of a column in the newest level or one downward move away, by the board's row.
    down: Vec<Bits>,
    /// The same for upward moves, in the last two rows of the board that were computed.
    up: [Bits; 2],
}

/// A slide along a column, as an operation on rows of states.
#[derive(Clone, Copy, Debug)]
struct Slide<'a> {
    graph: &'a RowGraph,
    pull: &'a Pull,
    source_is_odd: bool,
}

impl MultiTileLevels {
    /// The bytes of the sets. The board must have at least as many rows as columns, so that there
    /// are few columns.
    pub(super) fn memory_in_bytes(space: &StateSpace) -> u64 {
        let rows = 2 * space.shape().cells() + space.shape().rows() + 2;
        // Each word of a row has a byte for the parity of its prefix.
        RowLayout::words_in_a_row(space.shape().tiles()) * (8 * rows as u64 + 1)
    }

    /// Creates level 0, which contains only the goal.
    ///
    /// # Errors
    /// If memory runs out.
    pub(super) fn new(space: &StateSpace) -> Result<Self, TryReserveError> {
        let shape = space.shape();
        let graph = RowGraph::new(Footprints::of_full_board(space));
        let row = || Bits::new(graph.layout.words_per_row);
        let rows = |number: usize| (0..number).map(|_| row()).collect::<Result<Vec<_>, _>>();
        let mut newest = rows(shape.cells())?;
        // The goal's arrangement has index 0 in the set of its blank's cell.
        newest[space.goal().blank().index()].set_lowest(0);
        let (before, down, up) = (rows(shape.cells())?, rows(shape.rows())?, [row()?, row()?]);
        Ok(Self { graph, shape, newest, before, down, up })
    }

    /// Advances to the next level, and returns its number of states. If it is empty, the newest
    /// level stays. After an interrupt, the result is meaningless.
    pub(super) fn advance(&mut self, parallel: bool, interrupt: &Interrupt) -> u64 {
        let columns = 0..self.shape.columns();
        let new = columns.map(|column| self.advance_column(column, parallel, interrupt)).sum();
        if new > 0 {
            std::mem::swap(&mut self.newest, &mut self.before);
        }
        new
    }

    /// Replaces the level before with the next one, for the blank in one column of the board.
    fn advance_column(&mut self, column: usize, parallel: bool, interrupt: &Interrupt) -> u64 {
        let Self { graph, shape, newest, before, down, up } = self;
        let run = Run { parallel: parallel && threads::CAN_BE, tile_words: graph.tile_words, interrupt };
        let cell = |row: usize| row * shape.columns() + column;
        let extend = |from: usize, to: usize, source: &Bits, target: &mut Bits| {
            let slide = Slide::new(graph, from, to);
            run.on_tiles(target, |start, tile| {
                tile.copy_from_slice(&newest[to].words()[start..start + tile.len()]);
                slide.pull_into(source.words(), start, tile);
                0
            });
        };
        for row in 0..shape.rows() {
            let (done, rest) = down.split_at_mut(row);
            match done.last() {
                Some(above) => extend(cell(row - 1), cell(row), above, &mut rest[0]),
                None => rest[0].words_mut().copy_from_slice(newest[cell(row)].words()),
            }
        }
        let mut states = 0;
        for row in (0..shape.rows()).rev() {
            up.swap(0, 1);
            let [upward, below] = &mut *up;
            if row + 1 < shape.rows() {
                extend(cell(row + 1), cell(row), below, upward);
            } else {
                upward.words_mut().copy_from_slice(newest[cell(row)].words());
            }
            let (down, up) = (down[row].words(), upward.words());
            let beside = &newest[cell(row) - column..][..shape.columns()];
            let here = newest[cell(row)].words();
            states += run.on_tiles(&mut before[cell(row)], |start, tile| {
                let mut states = 0;
                for (nth, word) in (start..).zip(tile) {
                    let near = beside.iter().fold(down[nth] | up[nth], |near, row| near | row.words()[nth]);
                    *word = near & !here[nth] & !*word;
                    states += u64::from(word.count_ones());
                }
                states
            });
        }
        states
    }

    /// Iterates over the states of the newest level.
    pub(super) fn states(&self) -> impl Iterator<Item = StateIndex> + '_ {
        let RowLayout { bits_per_word, words_per_row, .. } = self.graph.layout;
        let words = self
            .newest
            .iter()
            .zip(0_u64..)
            .flat_map(move |(row, cell)| (cell * words_per_row as u64..).zip(row.words()));
        words.filter(|(_, states)| **states != 0).flat_map(move |(word, states)| {
            let bits = (0..bits_per_word as u64).filter(move |bit| states >> bit & 1 == 1);
            bits.map(move |bit| StateIndex::new(word * bits_per_word as u64 + bit))
        })
    }
}

impl<'a> Slide<'a> {
    /// The slide that moves the blank from one cell of a column to the next, in either direction.
    fn new(graph: &'a RowGraph, from: usize, to: usize) -> Self {
        let number = |cell: usize| u32::try_from(cell).expect("a board has at most 25 cells");
        let mut slides = graph.footprints.slides_into(number(to)).iter();
        let slide = slides.find(|slide| slide.from == number(from)).expect("the cells are neighbors");
        let Parities::One(odd) = &graph.footprints.parities else {
            unreachable!("the arrangements of a full board have one parity for each cell of the blank")
        };
        let pull = graph.pull(slide.rotation).expect("the operations of all slides are compiled");
        Self { graph, pull, source_is_odd: odd[from] }
    }

    /// Adds the states that the slide brings from a row into a row tile that begins at `start`.
    fn pull_into(self, source: &[u64], start: usize, tile: &mut [u64]) {
        let scratch = &mut Vec::new();
        let (layout, held) = (&self.graph.layout, 0..source.len());
        let mut place = RowTile { layout, start, held, source_is_odd: self.source_is_odd, scratch };
        self.pull.run(source, tile, &mut place);
    }
}

/// How to process a row.
#[derive(Clone, Copy)]
struct Run<'a> {
    parallel: bool,
    tile_words: usize,
    interrupt: &'a Interrupt,
}

impl Run<'_> {
    /// Calls a function for each row tile, with its first word's number, and sums the results.
    /// After an interrupt, the remaining tiles are skipped.
    fn on_tiles(self, row: &mut Bits, work: impl Fn(usize, &mut [u64]) -> u64 + Sync) -> u64 {
        let Self { parallel, tile_words, interrupt } = self;
        let run = |(nth, tile): (usize, &mut [u64])| {
            if interrupt.is_raised() { 0 } else { work(nth * tile_words, tile) }
        };
        let words = row.words_mut();
        if parallel {
            words.par_chunks_mut(tile_words).enumerate().map(run).sum()
        } else {
            words.chunks_mut(tile_words).enumerate().map(run).sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::board::{Board, Goal, Metric, Move};
    use crate::count::Counter;

    use super::*;

    fn counter(goal: &Goal) -> Counter<'_> {
        Counter::for_goal(goal).unwrap().metric(Metric::MultiTile)
    }

    /// Reference implementation with sets of boards.
    fn count_by_sets(goal: &Goal) -> (Vec<u64>, Vec<Board>) {
        let mut level = vec![goal.board()];
        let (mut met, mut histogram) = (HashSet::from([goal.board()]), Vec::new());
        loop {
            histogram.push(level.len() as u64);
            let mut next = Vec::new();
            for (board, step) in level.iter().flat_map(|board| Move::ALL.map(|step| (*board, step))) {
                let along = std::iter::successors(board.after(step), |board| board.after(step));
                next.extend(along.filter(|board| met.insert(*board)));
            }
            if next.is_empty() {
                level.sort();
                return (histogram, level);
            }
            level = next;
        }
    }

    #[test]
    fn counts_match_sets_of_boards_for_every_blank_cell() {
        let mut random = fastrand::Rng::with_seed(5);
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            let in_order = shape.all_cells().map(|blank| Goal::in_order_with_blank_at(shape, blank));
            let mut tiles: Vec<u8> = (0..shape.cells() as u8).collect();
            random.shuffle(&mut tiles);
            let any = Goal::new(Board::from_bytes(shape, &tiles).unwrap());
            for goal in in_order.chain([any]) {
                let counted = counter(&goal).deepest_boards(usize::MAX).run().unwrap();
                let (histogram, deepest) = count_by_sets(&goal);
                assert_eq!(counted.histogram(), histogram, "{goal:?}");
                assert_eq!(counted.deepest_boards(), deepest, "{goal:?}");
            }
        }
    }

    /// The numbers of boards are those of half of all permutations; the greatest distances are known.
    #[test]
    fn greatest_distances_are_the_published_ones() {
        for (rows, columns, deepest) in [(2, 5, 36), (5, 2, 36), (3, 4, 33), (4, 3, 33), (2, 6, 41)] {
            let shape = Shape::new(rows, columns).unwrap();
            let counted = counter(&Goal::blank_last(shape)).run().unwrap();
            assert_eq!(counted.deepest().moves(), deepest, "{shape}");
            let all: u64 = (3..=shape.cells() as u64).product();
            assert_eq!(counted.histogram().iter().sum::<u64>(), all, "{shape}");
        }
    }

    #[test]
    fn threads_do_not_change_counts() {
        let goal = Goal::snail(Shape::new(3, 4).unwrap());
        let counted =
            [1, 2, 3].map(|threads| counter(&goal).threads(threads).deepest_boards(3).run().unwrap());
        assert_eq!(counted[0], counted[1]);
        assert_eq!(counted[0], counted[2]);
    }

    /// An interrupted level skips its row tiles, and the count reports the interrupt.
    #[test]
    fn a_count_stops_within_a_level() {
        let goal = Goal::blank_last(Shape::new(4, 3).unwrap());
        let mut levels = MultiTileLevels::new(&StateSpace::new(&goal).unwrap()).unwrap();
        let interrupt = Interrupt::new();
        assert_eq!(levels.advance(false, &interrupt), 5);
        interrupt.raise();
        assert_eq!(levels.advance(false, &interrupt), 0);
        assert!(counter(&goal).interrupt(&interrupt).run().is_err());
    }
}
