//! Levels in the multi-tile metric: a move slides any number of tiles of one row or column.
//!
//! As in the single-tile metric, every move can be reversed, so the states one move away from level
//! *n* lie in levels *n* - 1, *n* and *n* + 1. But a move by an even number of cells leaves the
//! blank on a cell of the same checkerboard color. So a level can have states for every cell of the
//! blank, and the two newest levels can't share one set.
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
use std::fmt;
use std::ops::ControlFlow;

use rayon::prelude::*;

use super::error::{BuildError, Work};
use super::kernel::bits::BitSet;
use super::kernel::{Pull, PullContext, RowGraph, RowLayout};
use super::on_threads::on_threads;
use super::record::UNSET;
use super::state::Level;
use crate::board::{Goal, Shape};
use crate::interrupt::Interrupt;
use crate::space::footprints::{Footprints, Parities};
use crate::space::{FullSpace, Space, SpaceError, StateIndex};
use crate::table::BuiltTable;
use crate::threads;

/// Computes the table of a goal in the multi-tile metric: the distance of every board that can
/// reach the goal, where sliding one or more tiles of a row or column at once is one move.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::generate::MultiTileGenerator;
///
/// let built = MultiTileGenerator::for_goal(&Goal::blank_last(Shape::new(3, 3)?))?.build()?;
/// assert_eq!(built.histogram()[..4], [1, 4, 8, 16]);
/// assert_eq!(built.header().deepest(), 24);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "nothing is computed before `build`"]
pub struct MultiTileGenerator<'a> {
    space: FullSpace,
    threads: usize,
    interrupt: Interrupt,
    on_level: Box<dyn FnMut(Level) -> ControlFlow<()> + Send + 'a>,
}

impl<'a> MultiTileGenerator<'a> {
    /// Creates a generator for all boards that can reach a goal.
    ///
    /// # Errors
    /// [`SpaceError`] if the board has too many states to number.
    pub fn for_goal(goal: &Goal) -> Result<Self, SpaceError> {
        Ok(Self {
            space: FullSpace::new(goal)?,
            threads: 0,
            interrupt: Interrupt::new(),
            on_level: Box::new(|_| ControlFlow::Continue(())),
        })
    }

    /// Sets the number of threads; 0, the default, means one per core. The result does not depend
    /// on it.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Ends the build soon after the interrupt is raised, even in the middle of a level.
    pub fn interrupt(mut self, interrupt: &Interrupt) -> Self {
        self.interrupt = interrupt.clone();
        self
    }

    /// Calls a function at the end of each level, from distance 0 on. Returning
    /// [`ControlFlow::Break`] ends the build with [`BuildError::Interrupted`].
    pub fn on_level(mut self, on_level: impl FnMut(Level) -> ControlFlow<()> + Send + 'a) -> Self {
        self.on_level = Box::new(on_level);
        self
    }

    /// Returns the peak memory in bytes: a byte for each board, and the levels.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::MultiTileGenerator;
    ///
    /// let generator = MultiTileGenerator::for_goal(&Goal::blank_last(Shape::new(3, 4)?))?;
    /// assert_eq!(generator.memory_in_bytes() / 1_000_000, 317);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory_in_bytes(&self) -> u64 {
        self.space.states() + MultiTileLevels::memory_in_bytes(&self.space)
    }

    /// Computes the distances, level by level until one is empty, as a table of one byte for each
    /// board.
    ///
    /// # Errors
    /// [`BuildError`] if memory runs out, the threads cannot be started, or the build was asked to
    /// stop.
    pub fn build(self) -> Result<BuiltTable<'static>, BuildError> {
        let (threads, states, space) = (self.threads, self.space.states(), self.space.clone());
        let (entries, histogram) =
            on_threads(Work::Build, threads, states, |parallel| self.levels(parallel))??;
        Ok(BuiltTable::in_multi_tile_metric(Space::Full(space), entries, histogram))
    }

    fn levels(self, parallel: bool) -> Result<(Vec<u8>, Vec<u64>), BuildError> {
        let bytes = self.memory_in_bytes();
        let Self { space, interrupt, mut on_level, .. } = self;
        let out_of_memory = |source| BuildError::OutOfMemory { work: Work::Build, bytes, source };
        // More entries than this machine can address are refused like those that do not fit.
        let (mut entries, states) = (Vec::new(), usize::try_from(space.states()).unwrap_or(usize::MAX));
        entries.try_reserve_exact(states).map_err(out_of_memory)?;
        let mut levels = MultiTileLevels::new(&space).map_err(out_of_memory)?;
        entries.resize(states, UNSET);
        let (mut new, mut histogram) = (1, Vec::new());
        let mut level = Level { distance: 0, new, reached: 0, states: space.states() };
        while new > 0 {
            level = Level { new, reached: level.reached + new, ..level };
            levels.record(level.distance, &mut entries, parallel);
            histogram.push(new);
            if on_level(level).is_break() {
                return Err(BuildError::Interrupted { work: Work::Build });
            }
            new = levels.advance(parallel, &interrupt).iter().sum();
            if interrupt.is_raised() {
                return Err(BuildError::Interrupted { work: Work::Build });
            }
            let next = level.distance.checked_add(1).filter(|distance| *distance < UNSET);
            level.distance = next.expect("a table that fits in memory has no distance near 255");
        }
        Ok((entries, histogram))
    }
}

impl fmt::Debug for MultiTileGenerator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { space, threads, .. } = self;
        f.debug_struct("MultiTileGenerator")
            .field("space", space)
            .field("threads", threads)
            .finish_non_exhaustive()
    }
}

/// The two newest levels in the multi-tile metric, and the states along one column.
#[derive(Debug)]
pub(crate) struct MultiTileLevels {
    graph: RowGraph,
    shape: Shape,
    /// The newest level: a row of states for each cell of the blank.
    newest: Vec<BitSet>,
    /// The level before the newest, which the next one replaces.
    previous: Vec<BitSet>,
    /// The states of a column in the newest level or one downward move away, by the board's row.
    down: Vec<BitSet>,
    /// The same for upward moves; only two rows are kept, the current one and the one below it.
    up: [BitSet; 2],
}

/// A slide along a column, as an operation on rows of states.
#[derive(Clone, Copy, Debug)]
struct Slide<'a> {
    graph: &'a RowGraph,
    pull: &'a Pull,
    source_is_odd: bool,
}

impl MultiTileLevels {
    /// Returns the bytes of the sets.
    pub(crate) fn memory_in_bytes(space: &FullSpace) -> u64 {
        let rows = 2 * space.shape().cells() + space.shape().rows() + 2;
        // Each word of a row has a byte for the parity of its prefix.
        RowLayout::words_in_a_row(space.shape().tiles()) * (8 * rows as u64 + 1)
    }

    /// Creates level 0, which contains only the goal.
    ///
    /// # Errors
    /// If memory runs out.
    pub(crate) fn new(space: &FullSpace) -> Result<Self, TryReserveError> {
        let shape = space.shape();
        let graph = RowGraph::new(Footprints::of_full_board(space));
        let row = || BitSet::new(graph.layout.words_per_row);
        let rows = |number: usize| (0..number).map(|_| row()).collect::<Result<Vec<_>, _>>();
        let mut newest = rows(shape.cells())?;
        // The goal's arrangement has index 0 in the set of its blank's cell.
        newest[space.goal().blank().index()].set_lowest(0);
        let (previous, down, up) = (rows(shape.cells())?, rows(shape.rows())?, [row()?, row()?]);
        Ok(Self { graph, shape, newest, previous, down, up })
    }

    /// Advances to the next level, and returns its number of states for each cell of the blank. If
    /// it is empty, the newest level stays. After an interrupt, the result is meaningless.
    pub(crate) fn advance(&mut self, parallel: bool, interrupt: &Interrupt) -> Vec<u64> {
        let mut by_cell = vec![0; self.shape.cells()];
        for column in 0..self.shape.columns() {
            self.advance_column(column, parallel, interrupt, &mut by_cell);
        }
        if by_cell.iter().any(|states| *states > 0) {
            std::mem::swap(&mut self.newest, &mut self.previous);
        }
        by_cell
    }

    /// Replaces the previous level with the next one, for the blank in one column of the board.
    /// Sets the number of states for each cell of the column.
    fn advance_column(&mut self, column: usize, parallel: bool, interrupt: &Interrupt, by_cell: &mut [u64]) {
        let Self { graph, shape, newest, previous, down, up } = self;
        let run = Run { parallel, segment_words: graph.segment_words, interrupt };
        let cell = |row: usize| row * shape.columns() + column;
        let extend = |from: usize, to: usize, source: &BitSet, target: &mut BitSet| {
            let slide = Slide::new(graph, from, to);
            run.on_segments(target, |start, segment| {
                segment.copy_from_slice(&newest[to].words()[start..start + segment.len()]);
                slide.pull_into(source.words(), start, segment);
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
            by_cell[cell(row)] = run.on_segments(&mut previous[cell(row)], |start, segment| {
                let mut states = 0;
                for (nth, word) in (start..).zip(segment) {
                    let near = beside.iter().fold(down[nth] | up[nth], |near, row| near | row.words()[nth]);
                    *word = near & !here[nth] & !*word;
                    states += u64::from(word.count_ones());
                }
                states
            });
        }
    }

    /// Writes a distance at every state of the newest level. The entries are those of all states.
    fn record(&self, distance: u8, entries: &mut [u8], parallel: bool) {
        let RowLayout { bits_per_word, words_per_row, .. } = self.graph.layout;
        let in_row = |(row, entries): (&BitSet, &mut [u8])| {
            for (word, entries) in row.words().iter().zip(entries.chunks_mut(bits_per_word)) {
                let mut states = *word;
                while states != 0 {
                    entries[states.trailing_zeros() as usize] = distance;
                    states &= states - 1;
                }
            }
        };
        let of_row = words_per_row * bits_per_word;
        if parallel && threads::SUPPORTED {
            self.newest.par_iter().zip(entries.par_chunks_mut(of_row)).for_each(in_row);
        } else {
            self.newest.iter().zip(entries.chunks_mut(of_row)).for_each(in_row);
        }
    }

    /// Iterates over the states of the newest level.
    pub(crate) fn states(&self) -> impl Iterator<Item = StateIndex> + '_ {
        let layout = &self.graph.layout;
        let words_per_row = layout.words_per_row as u64;
        let rows = self.newest.iter().zip(0_u64..);
        let words = rows.flat_map(move |(row, cell)| (cell * words_per_row..).zip(row.words()));
        let words = words.filter(|(_, states)| **states != 0);
        words.flat_map(|(word, states)| layout.states_of(word, *states))
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

    /// Adds the states that the slide brings from a row into a row segment that begins at `start`.
    fn pull_into(self, source: &[u64], start: usize, segment: &mut [u64]) {
        let scratch = &mut Vec::new();
        let (layout, held) = (&self.graph.layout, 0..source.len());
        let mut context = PullContext { layout, start, held, source_is_odd: self.source_is_odd, scratch };
        self.pull.run(source, segment, &mut context);
    }
}

/// How to process a row.
#[derive(Clone, Copy)]
struct Run<'a> {
    parallel: bool,
    segment_words: usize,
    interrupt: &'a Interrupt,
}

impl Run<'_> {
    /// Calls a function for each row segment, with its first word's number, and sums the results.
    /// After an interrupt, the remaining segments are skipped.
    fn on_segments(self, row: &mut BitSet, work: impl Fn(usize, &mut [u64]) -> u64 + Sync) -> u64 {
        let Self { parallel, segment_words, interrupt } = self;
        let run = |(nth, segment): (usize, &mut [u64])| {
            if interrupt.is_raised() { 0 } else { work(nth * segment_words, segment) }
        };
        let words = row.words_mut();
        if parallel && threads::SUPPORTED {
            words.par_chunks_mut(segment_words).enumerate().map(run).sum()
        } else {
            words.chunks_mut(segment_words).enumerate().map(run).sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generator<'a>(shape: Shape) -> MultiTileGenerator<'a> {
        MultiTileGenerator::for_goal(&Goal::snail(shape)).unwrap()
    }

    /// Spaces of this size are computed on one thread, so the parallel code is called directly.
    #[test]
    fn divided_levels_are_the_same() {
        for shape in [Shape::new(2, 4).unwrap(), Shape::THREE_BY_THREE] {
            let [alone, divided] = [false, true].map(|parallel| generator(shape).levels(parallel).unwrap());
            assert_eq!(alone, divided, "{shape}");
        }
    }

    #[test]
    fn threads_do_not_change_the_table() {
        let shape = Shape::new(2, 5).unwrap();
        let built = [0, 1, 3].map(|threads| generator(shape).threads(threads).build().unwrap());
        assert_eq!(built[0].blake3(), built[1].blake3());
        assert_eq!(built[0].blake3(), built[2].blake3());
    }

    #[test]
    fn a_callback_sees_each_level_and_can_stop_the_build() {
        let shape = Shape::THREE_BY_THREE;
        let mut levels = Vec::new();
        let seeing = generator(shape).on_level(|level| {
            levels.push(level);
            ControlFlow::Continue(())
        });
        let built = seeing.build().unwrap();
        assert_eq!(levels.iter().map(|level| level.new).collect::<Vec<_>>(), built.histogram());
        let last = levels.last().map(|level| (level.distance, level.reached));
        assert_eq!(last, Some((built.header().deepest(), 181_440)));
        let mut levels = 0;
        let stopping = generator(shape).on_level(|level| {
            levels += 1;
            if level.distance == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(stopping.build(), Err(BuildError::Interrupted { .. })));
        assert_eq!(levels, 4);
    }

    #[test]
    fn an_interrupt_stops_the_build_at_a_level() {
        let interrupt = Interrupt::new();
        let stopping = generator(Shape::THREE_BY_THREE).interrupt(&interrupt).on_level(|level| {
            if level.distance == 3 {
                interrupt.raise();
            }
            ControlFlow::Continue(())
        });
        assert!(matches!(stopping.build(), Err(BuildError::Interrupted { .. })));
    }
}
