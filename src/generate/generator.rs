//! [`Generator`]: options of a build, and the forms of its result.

use std::fmt;
use std::ops::ControlFlow;

use super::checkpoint::Checkpoints;
use super::checkpoint_schedule::CheckpointSchedule;
use super::distances::Distances;
use super::error::{BuildError, Work};
use super::record::{BitEntries, ByteEntries, ByteWord, ColumnDeltas, Entries, ResidueWord};
use super::state::{BuildState, Level};
use crate::board::Goal;
use crate::exchange::Alone;
use crate::interrupt::Interrupt;
use crate::space::{Pattern, Space, SpaceError};
use crate::table::{BodyChunks, BuiltTable, Encoding, Origin, Table, WriteError};

/// Computes the entries of a table.
///
/// For the full puzzle, an entry is the distance of a board that can reach the goal. For a pattern,
/// it is the fewest moves of the pattern's tiles that bring them to their places, wherever the
/// blank is. A zero-aware pattern ([`Space::zero_aware`]) has such an entry for each connected
/// region that the blank can be in.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilebase::board::{Goal, Shape, Tile};
/// use tilebase::generate::{Event, Generator};
/// use tilebase::space::{Pattern, Space};
///
/// let goal = Goal::blank_last(Shape::new(2, 3)?);
/// let mut levels = Vec::new();
/// let distances = Generator::for_goal(&goal)?
///     .threads(1)
///     .on_event(|event| {
///         if let Event::Level(level) = event {
///             levels.push(level.new);
///         }
///         ControlFlow::Continue(())
///     })
///     .distances()?;
/// assert_eq!(distances.histogram(), levels);
/// assert_eq!(levels.iter().sum::<u64>(), 360);
///
/// let goal = Goal::blank_last(Shape::new(2, 2)?);
/// let pattern = Pattern::new(goal.shape(), [Tile::new(1)])?;
/// let costs = Generator::new(Space::new(&goal, &pattern)?).distances()?;
/// assert_eq!(costs.entries(), [0, 1, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "nothing is computed before `distances`, `build` or `table`"]
pub struct Generator<'a> {
    pub(super) space: Space,
    pub(super) threads: usize,
    pub(super) schedule: Option<CheckpointSchedule>,
    pub(super) interrupt: Interrupt,
    pub(super) on_event: Box<dyn FnMut(Event) -> ControlFlow<()> + Send + 'a>,
}

/// Progress reports of a running build.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// The build resumed from a checkpoint of this origin; this is its newest level.
    Resumed(Level, Origin),
    /// A level is complete. A build that starts from the goal first reports level 0.
    Level(Level),
    /// The checkpoint could not be saved. The build continues and tries again; later failures are
    /// not reported.
    NotSaved(WriteError),
}

impl<'a> Generator<'a> {
    /// Creates a generator for the entries of a space.
    pub fn new(space: Space) -> Self {
        Self {
            space,
            threads: 0,
            schedule: None,
            interrupt: Interrupt::new(),
            on_event: Box::new(|_| ControlFlow::Continue(())),
        }
    }

    /// Creates a generator for the distances of all boards that can reach a goal.
    ///
    /// # Errors
    /// [`SpaceError`] if the board has too many states.
    pub fn for_goal(goal: &Goal) -> Result<Self, SpaceError> {
        Space::new(goal, &Pattern::full(goal.shape())).map(Self::new)
    }

    /// Sets the number of threads; 0, the default, means one per core.
    ///
    /// The result does not depend on it. Small boards are built on the calling thread.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Saves a checkpoint at the end of levels, so that [`resume_from`](Self::resume_from) can
    /// continue.
    ///
    /// The build itself starts from the goal, even if a checkpoint exists. The newest checkpoint
    /// remains after the build: [remove](Checkpoints::remove) it when the result is safe.
    pub fn checkpoints(mut self, checkpoints: Checkpoints) -> Self {
        self.schedule = Some(CheckpointSchedule::new(checkpoints, false));
        self
    }

    /// Resumes from a checkpoint, or starts from the goal if there is none, and saves further
    /// checkpoints as [`checkpoints`](Self::checkpoints) does.
    ///
    /// The result is that of an uninterrupted build; the number of threads may differ.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::time::Duration;
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::{Checkpoints, Event, Generator};
    ///
    /// let goal = Goal::blank_last(Shape::new(2, 3)?);
    /// let folder = tempfile::tempdir()?;
    /// let checkpoints = Checkpoints::beside(&folder.path().join("2x3.pdb"), Duration::ZERO);
    /// let whole = Generator::for_goal(&goal)?.checkpoints(checkpoints.clone()).distances()?;
    ///
    /// let mut from = None;
    /// let resumed = Generator::for_goal(&goal)?
    ///     .resume_from(checkpoints.clone())
    ///     .on_event(|event| {
    ///         if let Event::Resumed(level, _) = event {
    ///             from = Some(level.distance);
    ///         }
    ///         ControlFlow::Continue(())
    ///     })
    ///     .distances()?;
    /// assert_eq!(resumed.entries(), whole.entries());
    /// assert_eq!(from, Some(21));
    /// checkpoints.remove()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume_from(mut self, checkpoints: Checkpoints) -> Self {
        self.schedule = Some(CheckpointSchedule::new(checkpoints, true));
        self
    }

    /// Calls a function at the end of each level, and on checkpoint events.
    ///
    /// It runs on one of the build's threads, between two levels. Returning [`ControlFlow::Break`]
    /// ends the build with [`BuildError::Interrupted`].
    pub fn on_event(mut self, on_event: impl FnMut(Event) -> ControlFlow<()> + Send + 'a) -> Self {
        self.on_event = Box::new(on_event);
        self
    }

    /// Ends the build soon after the interrupt is raised, even in the middle of a level.
    ///
    /// ```
    /// use tilebase::generate::{BuildError, Generator};
    /// use tilebase::{Goal, Interrupt, Shape};
    ///
    /// let interrupt = Interrupt::new();
    /// interrupt.raise();
    /// let build = Generator::for_goal(&Goal::blank_last(Shape::new(3, 3)?))?.interrupt(&interrupt);
    /// assert!(matches!(build.distances(), Err(BuildError::Interrupted { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn interrupt(mut self, interrupt: &Interrupt) -> Self {
        self.interrupt = interrupt.clone();
        self
    }

    /// Returns the peak memory of [`distances`](Self::distances), in bytes.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    ///
    /// let generator = Generator::for_goal(&Goal::blank_last(Shape::new(3, 4)?))?;
    /// assert_eq!(generator.memory_in_bytes(), 239_500_800 + 2_661_120);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory_in_bytes(&self) -> u64 {
        if !self.space.pattern().is_full() {
            return BuildState::<ByteEntries>::memory_in_bytes(&self.space, 1);
        }
        let levels = BuildState::<ColumnDeltas<ByteWord>>::memory_in_bytes(&self.space, 1);
        levels.max(ColumnDeltas::<ByteWord>::memory_of_entries_in_bytes(&self.space))
    }

    /// Computes the entries, level by level until one is empty.
    ///
    /// # Errors
    /// [`BuildError`] if memory runs out, or the threads cannot be started;
    /// [`BuildError::Checkpoint`] if the build should resume from a checkpoint that is damaged, of
    /// another version, or of another space; [`BuildError::Interrupted`] if it was asked to stop.
    pub fn distances(self) -> Result<Distances, BuildError> {
        if !self.space.pattern().is_full() {
            let (space, BuildState { entries, histogram, .. }) =
                self.run_levels::<ByteEntries>(&mut Alone)?;
            return Ok(Distances::new(space, entries.distances, histogram));
        }
        let bytes = self.memory_in_bytes();
        let (space, BuildState { entries: deltas, histogram, .. }) =
            self.run_levels::<ColumnDeltas<ByteWord>>(&mut Alone)?;
        let entries = deltas.into_entries().map_err(|source| BuildError::OutOfMemory {
            work: Work::Build,
            bytes,
            source,
        })?;
        Ok(Distances::new(space, entries, histogram))
    }

    /// Computes a table that will be written, in the form that needs the least memory.
    ///
    /// For patterns, this is a byte or a bit per entry. For full boards, it is a byte, or two bits
    /// modulo 3, for each state with the blank in the first column, and one bit for each other
    /// state. The payload is made of these while the table is written.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let distances = Generator::for_goal(&goal)?.distances()?;
    /// for encoding in Encoding::all_of(distances.space()) {
    ///     let built = Generator::for_goal(&goal)?.build(encoding)?;
    ///     assert_eq!(built.blake3(), distances.encoded(encoding)?.blake3());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`distances`](Self::distances); and [`BuildError::Encoding`] if the encoding does not
    /// support the space.
    pub fn build(self, encoding: Encoding) -> Result<BuiltTable<'static>, BuildError> {
        encoding.check(&self.space)?;
        match (encoding, self.space.pattern().is_full()) {
            (Encoding::Mod3, _) => self.build_from::<ColumnDeltas<ResidueWord>>(),
            (Encoding::Byte, true) => self.build_from::<ColumnDeltas<ByteWord>>(),
            (Encoding::Byte, false) => Ok(self.distances()?.into_encoded(encoding)?),
            (Encoding::Bit, _) => self.build_from::<BitEntries>(),
        }
    }

    fn build_from<E: Entries + BodyChunks + 'static>(self) -> Result<BuiltTable<'static>, BuildError> {
        let (space, BuildState { entries, histogram, .. }) = self.run_levels::<E>(&mut Alone)?;
        Ok(BuiltTable::from_chunks(space, histogram, E::ENCODING, Box::new(entries)))
    }

    /// Computes a table in memory, in the way that needs the least memory.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(2, 3)?);
    /// for (encoding, bytes) in [(Encoding::Byte, 360), (Encoding::Mod3, 90)] {
    ///     let table = Generator::for_goal(&goal)?.table(encoding)?;
    ///     assert_eq!(table.payload()?.len(), bytes);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`distances`](Self::distances); and [`BuildError::Encoding`] if the encoding cannot hold the
    /// distances.
    pub fn table(self, encoding: Encoding) -> Result<Table, BuildError> {
        match encoding {
            Encoding::Byte => Ok(self.distances()?.into_table(encoding)?),
            Encoding::Mod3 | Encoding::Bit => Ok(self.build(encoding)?.into_table()),
        }
    }
}

impl fmt::Debug for Generator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { space, threads, schedule, .. } = self;
        let mut debug = f.debug_struct("Generator");
        debug
            .field("space", space)
            .field("threads", threads)
            .field("schedule", schedule)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::super::kernel::to_usize;
    use super::super::record::UNSET;
    use super::*;
    use crate::board::{Board, Cell, Shape, Tile};
    use crate::space::FullSpace;
    use std::collections::VecDeque;

    fn shape(rows: usize, columns: usize) -> Shape {
        Shape::new(rows, columns).unwrap()
    }

    fn build(goal: &Goal) -> Distances {
        Generator::for_goal(goal).unwrap().distances().unwrap()
    }

    /// Reference implementation: a breadth-first search with a queue of boards.
    fn distances_by_queue(goal: &Goal) -> Vec<u8> {
        let space = FullSpace::new(goal).unwrap();
        let mut entries = vec![UNSET; to_usize(space.states())];
        let at = |board: &Board| space.index_of(board).unwrap().number() as usize;
        entries[at(&goal.board())] = 0;
        let mut queue = VecDeque::from([goal.board()]);
        while let Some(board) = queue.pop_front() {
            for (_, next) in board.successors() {
                if entries[at(&next)] == UNSET {
                    entries[at(&next)] = entries[at(&board)] + 1;
                    queue.push_back(next);
                }
            }
        }
        entries
    }

    #[test]
    fn entries_match_a_queue_for_every_blank_cell() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
            let shape = shape(rows, columns);
            for blank in shape.all_cells() {
                let goal = Goal::in_order_with_blank_at(shape, blank);
                let built = build(&goal);
                assert_eq!(built.entries(), distances_by_queue(&goal), "{goal:?}");
            }
        }
    }

    #[test]
    fn entries_of_the_eight_puzzle_match_a_queue() {
        for blank in [8, 1, 4] {
            let goal = Goal::in_order_with_blank_at(Shape::THREE_BY_THREE, Cell::new(blank));
            let built = build(&goal);
            assert_eq!(built.entries(), distances_by_queue(&goal), "{goal:?}");
        }
    }

    #[test]
    fn levels_are_reported_as_they_complete() {
        let mut levels = Vec::new();
        let goal = Goal::blank_last(shape(2, 3));
        let record = |event| {
            if let Event::Level(level) = event {
                levels.push(level);
            }
            ControlFlow::Continue(())
        };
        let built = Generator::for_goal(&goal).unwrap().on_event(record).distances().unwrap();
        assert_eq!(levels.iter().map(|level| level.new).collect::<Vec<_>>(), built.histogram());
        assert_eq!(levels.last(), Some(&Level { distance: 21, new: 1, reached: 360, states: 360 }));
    }

    /// Stops after each level by the callback, and within each by the flag, on one and two threads.
    #[test]
    fn a_build_stops_on_request() {
        let goal = Goal::blank_last(shape(2, 6));
        let pattern = Pattern::new(goal.shape(), (1..=5).map(Tile::new)).unwrap();
        let space = Space::new(&goal, &pattern).unwrap();
        for threads in [1, 2] {
            for last in [0, 1, 7] {
                let interrupt = Interrupt::new();
                let mut levels = 0;
                let by_callback = |event| {
                    levels += 1;
                    assert!(matches!(event, Event::Level(level) if level.distance <= last));
                    if levels > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                let build = Generator::new(space.clone()).threads(threads).on_event(by_callback);
                assert!(matches!(build.distances(), Err(BuildError::Interrupted { .. })));
                let by_flag = |event| {
                    assert!(matches!(event, Event::Level(level) if level.distance <= last));
                    if matches!(event, Event::Level(level) if level.distance == last) {
                        interrupt.raise();
                    }
                    ControlFlow::Continue(())
                };
                let build =
                    Generator::new(space.clone()).threads(threads).interrupt(&interrupt).on_event(by_flag);
                assert!(matches!(build.distances(), Err(BuildError::Interrupted { .. })));
            }
        }
    }

    /// A deadline acts like a flag, both for large tasks and for tasks of a few words.
    #[test]
    fn a_build_stops_at_its_deadline() {
        let goal = Goal::blank_last(shape(3, 3));
        let pattern = Pattern::new(goal.shape(), (1..=4).map(Tile::new)).unwrap();
        for pattern in [Pattern::full(goal.shape()), pattern] {
            let space = Space::new(&goal, &pattern).unwrap();
            let late = Interrupt::new().within(std::time::Duration::ZERO);
            let build = Generator::new(space.clone()).interrupt(&late);
            assert!(matches!(build.distances(), Err(BuildError::Interrupted { .. })));
            let early = Interrupt::new().within(std::time::Duration::from_secs(3600));
            assert!(Generator::new(space).interrupt(&early).distances().is_ok());
        }
    }

    /// OEIS A151944, and the transpose of each shape. The benchmark covers 3x4 and 2x6.
    #[test]
    fn deepest_levels_match_published_ones() {
        for (rows, columns, deepest) in [(2, 2, 6), (2, 3, 21), (2, 4, 36), (2, 5, 55), (3, 3, 31)] {
            let built = build(&Goal::blank_last(shape(rows, columns)));
            let transposed = build(&Goal::blank_last(shape(columns, rows)));
            assert_eq!(built.histogram().len() - 1, deepest);
            assert_eq!(built.histogram(), transposed.histogram());
            assert!(!built.entries().contains(&UNSET) && !transposed.entries().contains(&UNSET));
        }
    }
}
