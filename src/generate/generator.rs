//! From the goal to the deepest level.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

use super::checkpoint::{self, Checkpoints};
use super::compact::{Compact, CompactEntries};
use super::distances::Distances;
use super::entries::Entries;
use super::error::BuildError;
use super::forecast::{BuildPlan, ranks_that_fit};
use super::memory::Memory;
use super::parts::{OfDistances, OfPlanes, OfSteps};
use super::planes::Planes;
use super::residues::Residues;
use super::state::{Level, State};
use super::steps::Steps;
use super::workers::on_threads;
use crate::board::Goal;
use crate::clock::Clock;
use crate::exchange::{Alone, Collective, Exchange, ExchangeError};
use crate::interrupt::Interrupt;
use crate::space::{Pattern, Space, SpaceError};
use crate::table::{Encoding, EncodingError, HAS_FILES, SharedWriteError, Table, WriteError, shared_table};

/// Computes the entries of a table: for the full puzzle the distance of every board that can reach the goal, for a
/// pattern the fewest moves of its tiles that bring them to their places, wherever the blank is, or, if its
/// [regions are kept](Space::with_regions), with the blank in each of them.
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
///     .run()?;
/// assert_eq!(distances.histogram(), levels);
/// assert_eq!(levels.iter().sum::<u64>(), 360);
///
/// let goal = Goal::blank_last(Shape::new(2, 2)?);
/// let pattern = Pattern::new(goal.shape(), [Tile::new(1)])?;
/// let costs = Generator::new(Space::new(&goal, &pattern)?).run()?;
/// assert_eq!(costs.entries(), [0, 1, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "nothing is computed before `run`"]
pub struct Generator<'a> {
    space: Space,
    threads: usize,
    saving: Option<Saving>,
    interrupt: Interrupt,
    on_event: Box<dyn FnMut(Event) -> ControlFlow<()> + Send + 'a>,
}

/// Can a build save its state? Where it is known beforehand that none can, nothing of all that is linked: a page has no files.
const SAVES: bool = HAS_FILES && cfg!(feature = "checkpoints");

/// A build that saves its state.
#[derive(Debug)]
struct Saving {
    checkpoints: Checkpoints,
    /// Does it go on from the checkpoint that is there?
    resumes: bool,
}

/// What a build has to say while it runs.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// It goes on from a checkpoint, behind this level.
    Resumed(Level),
    /// A level is done. A build from the beginning reports that of distance 0 first.
    Level(Level),
    /// The state could not be saved. The build goes on, and tries again; later failures are not reported.
    NotSaved(WriteError),
}

impl<'a> Generator<'a> {
    /// The entries of a space.
    pub fn new(space: Space) -> Self {
        Self {
            space,
            threads: 0,
            saving: None,
            interrupt: Interrupt::new(),
            on_event: Box::new(|_| ControlFlow::Continue(())),
        }
    }

    /// The distances to a goal of all boards that can reach it.
    ///
    /// # Errors
    /// [`SpaceError`] if the board has too many states.
    pub fn for_goal(goal: &Goal) -> Result<Self, SpaceError> {
        Space::new(goal, &Pattern::full(goal.shape())).map(Self::new)
    }

    /// How many threads to use; 0, the default, is one for each core. The result is the same for any number, and boards
    /// that are too small to be worth it are left to the calling thread.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Saves the state at the end of levels, so that [`resume_from`](Self::resume_from) can go on. The build itself begins
    /// at the goal, whatever checkpoint there is. The newest checkpoint stays when the build is done:
    /// [remove](Checkpoints::remove) it when its result is safe. There with the feature `checkpoints`, a default.
    #[cfg(feature = "checkpoints")]
    pub fn checkpoints(mut self, checkpoints: Checkpoints) -> Self {
        self.saving = Some(Saving { checkpoints, resumes: false });
        self
    }

    /// Goes on from a checkpoint, and saves the state as [`checkpoints`](Self::checkpoints) does; begins at the goal if
    /// there is no checkpoint. The result is the same as that of a build that was never ended, with any number of threads.
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
    /// let whole = Generator::for_goal(&goal)?.checkpoints(checkpoints.clone()).run()?;
    ///
    /// let mut from = None;
    /// let resumed = Generator::for_goal(&goal)?
    ///     .resume_from(checkpoints.clone())
    ///     .on_event(|event| {
    ///         if let Event::Resumed(level) = event {
    ///             from = Some(level.distance);
    ///         }
    ///         ControlFlow::Continue(())
    ///     })
    ///     .run()?;
    /// assert_eq!(resumed.entries(), whole.entries());
    /// assert_eq!(from, Some(21));
    /// checkpoints.remove()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "checkpoints")]
    pub fn resume_from(mut self, checkpoints: Checkpoints) -> Self {
        self.saving = Some(Saving { checkpoints, resumes: true });
        self
    }

    /// Calls a function whenever there is something to say: at the end of each level, and around checkpoints. It runs
    /// on one of the build's threads, between two levels, and the build goes on as long as it says so.
    pub fn on_event(mut self, on_event: impl FnMut(Event) -> ControlFlow<()> + Send + 'a) -> Self {
        self.on_event = Box::new(on_event);
        self
    }

    /// Ends the build soon after this is raised, in the middle of a level too.
    ///
    /// ```
    /// use tilebase::generate::{BuildError, Generator};
    /// use tilebase::{Goal, Interrupt, Shape};
    ///
    /// let interrupt = Interrupt::new();
    /// interrupt.raise();
    /// let build = Generator::for_goal(&Goal::blank_last(Shape::new(3, 3)?))?.interrupt(&interrupt);
    /// assert!(matches!(build.run(), Err(BuildError::Interrupted)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn interrupt(mut self, interrupt: &Interrupt) -> Self {
        self.interrupt = interrupt.clone();
        self
    }

    /// The bytes of memory that [`run`](Self::run) takes at its peak.
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
            return State::<Vec<u8>>::memory_in_bytes(&self.space, 1);
        }
        let levels = State::<Steps>::memory_in_bytes(&self.space, 1);
        levels.max(Steps::memory_of_entries_in_bytes(&self.space))
    }

    /// The bytes of memory that [`run_mod3`](Self::run_mod3) takes at its peak.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    ///
    /// let generator = Generator::for_goal(&Goal::blank_last(Shape::new(3, 4)?))?;
    /// assert_eq!(generator.mod3_memory_in_bytes(), 3 * 31_933_440 + 332_640);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mod3_memory_in_bytes(&self) -> u64 {
        State::<Planes>::memory_in_bytes(&self.space, 1)
    }

    /// Computes the entries, level after level until one is empty.
    ///
    /// # Errors
    /// [`BuildError`] if there is not enough memory, or the threads can't be started; [`BuildError::Checkpoint`] if the
    /// build is to resume, and its checkpoint is damaged, of another version, or of another space;
    /// [`BuildError::Interrupted`] if it was told to stop.
    pub fn run(self) -> Result<Distances, BuildError> {
        if !self.space.pattern().is_full() {
            let (space, State { entries, histogram, .. }) = self.levels(&mut Alone)?;
            return Ok(Distances::new(space, entries, histogram));
        }
        let bytes = self.memory_in_bytes();
        let (space, State { entries: steps, histogram, .. }) = self.levels::<Steps>(&mut Alone)?;
        let entries = steps.into_entries().map_err(|source| BuildError::OutOfMemory { bytes, source })?;
        Ok(Distances::new(space, entries, histogram))
    }

    /// Computes the distances of a full board modulo 3, in a quarter of the memory and less time.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let residues = Generator::for_goal(&goal)?.run_mod3()?;
    /// let distances = Generator::for_goal(&goal)?.run()?;
    /// assert_eq!(residues.image().blake3(), distances.image(Encoding::Mod3)?.blake3());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`run`](Self::run); and [`EncodingError::Mod3Pattern`] for a pattern, whose distances can't be told by their
    /// residues.
    pub fn run_mod3(self) -> Result<Residues, BuildError> {
        if !self.space.pattern().is_full() {
            return Err(EncodingError::Mod3Pattern.into());
        }
        let (space, State { entries, histogram, .. }) = self.levels(&mut Alone)?;
        Ok(Residues::new(space, entries, histogram))
    }

    /// Computes the entries of a table that is to be written, in the form that takes the least memory.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let distances = Generator::for_goal(&goal)?.run()?;
    /// for encoding in Encoding::all_of(distances.space()) {
    ///     let compact = Generator::for_goal(&goal)?.run_compact(encoding)?;
    ///     assert_eq!(compact.image()?.blake3(), distances.image(encoding)?.blake3());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`run`](Self::run); and [`BuildError::Encoding`] if the encoding holds no tables of such a space.
    pub fn run_compact(self, encoding: Encoding) -> Result<Compact, BuildError> {
        encoding.check(&self.space)?;
        let is_full = self.space.pattern().is_full();
        let (space, entries, histogram) = match encoding {
            Encoding::Mod3 => {
                let (space, State { entries, histogram, .. }) = self.levels(&mut Alone)?;
                (space, CompactEntries::Planes(entries), histogram)
            }
            Encoding::Byte | Encoding::Packed | Encoding::Bit if is_full => {
                let (space, State { entries, histogram, .. }) = self.levels(&mut Alone)?;
                (space, CompactEntries::Steps(entries), histogram)
            }
            Encoding::Byte | Encoding::Packed | Encoding::Bit => {
                let (space, State { entries, histogram, .. }) = self.levels(&mut Alone)?;
                (space, CompactEntries::Bytes(entries), histogram)
            }
        };
        Ok(Compact::new(space, entries, histogram, encoding))
    }

    /// Computes a table, in memory, by the way that takes the least of it.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(2, 3)?);
    /// for (encoding, bytes) in [(Encoding::Byte, 360), (Encoding::Packed, 180), (Encoding::Mod3, 90)] {
    ///     let table = Generator::for_goal(&goal)?.table(encoding)?;
    ///     assert_eq!(table.payload()?.len(), bytes);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`run`](Self::run); and [`BuildError::Encoding`] if the encoding can't hold the distances.
    pub fn table(self, encoding: Encoding) -> Result<Table, BuildError> {
        match encoding {
            Encoding::Byte => Ok(self.run()?.into_table(encoding)?),
            Encoding::Packed | Encoding::Mod3 | Encoding::Bit => {
                Ok(self.run_compact(encoding)?.image()?.into_table())
            }
        }
    }

    /// The bytes of memory that [`write_together`](Self::write_together) takes on the rank that takes the most, if there are so many.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let generator = Generator::for_goal(&Goal::blank_last(Shape::new(3, 4)?))?;
    /// let of_a_rank = |ranks| generator.memory_of_a_rank_in_bytes(Encoding::Mod3, ranks);
    /// assert_eq!(of_a_rank(1), generator.mod3_memory_in_bytes());
    /// assert!(of_a_rank(8) < of_a_rank(1) / 3);
    /// assert_eq!(generator.memory_of_a_rank_in_bytes(Encoding::Byte, 1), 116_091_360);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory_of_a_rank_in_bytes(&self, encoding: Encoding, ranks: usize) -> u64 {
        Memory::of_table(&self.space, encoding).of_a_rank(ranks)
    }

    /// What [`write_together`](Self::write_together) is going to take with so many ranks, one at the least; nothing is built.
    /// Looks at all sets of a pattern's cells.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let generator = Generator::for_goal(&Goal::blank_last(Shape::new(4, 4)?))?;
    /// let plan = generator.plan_together(Encoding::Mod3, 64)?;
    /// assert_eq!(plan.entries, 10_461_394_944_000);
    /// assert!(plan.levels.iter().map(|level| level.sent_in_bytes).max() < Some(plan.sent_in_bytes()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding holds no tables of such a space.
    pub fn plan_together(&self, encoding: Encoding, ranks: usize) -> Result<BuildPlan, EncodingError> {
        encoding.check(&self.space)?;
        Ok(BuildPlan::new(&self.space, encoding, ranks.max(1)))
    }

    /// The fewest ranks that build a table together without any taking more than so many bytes of memory; none if a million would
    /// not do.
    #[must_use]
    pub fn ranks_that_fit(&self, encoding: Encoding, memory_in_bytes: u64) -> Option<usize> {
        ranks_that_fit(&self.space, encoding, memory_in_bytes)
    }

    /// Computes a table together with the other ranks, and writes it. Every rank calls this, on the same options, and has a share
    /// of the work and of the memory; all must see the file's folder. The file is the same as that of one process, and so are its
    /// checkpoints: a build that was ended goes on with another number of ranks. A rank's events are those of the whole
    /// build.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::exchange::InProcess;
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("together.pdb");
    /// std::thread::scope(|scope| {
    ///     for mut rank in InProcess::ranks_of_a_team(2) {
    ///         let (goal, file) = (&goal, &file);
    ///         scope.spawn(move || Generator::for_goal(goal)?.write_together(&mut rank, Encoding::Byte, file));
    ///     }
    /// });
    /// let alone = folder.path().join("alone.pdb");
    /// Generator::for_goal(&goal)?.run()?.image(Encoding::Byte)?.write_to(&alone)?;
    /// assert_eq!(std::fs::read(file)?, std::fs::read(alone)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`run`](Self::run); [`BuildError::Encoding`] if the encoding can't hold the distances; [`BuildError::Write`] if a rank can't write its part;
    /// [`BuildError::Exchange`] if another rank has ended.
    pub fn write_together(
        self,
        exchange: &mut dyn Exchange,
        encoding: Encoding,
        file: &Path,
    ) -> Result<(), BuildError> {
        encoding.check(&self.space)?;
        if encoding == Encoding::Mod3 {
            let (space, State { sweep, entries: planes, histogram }) = self.levels(exchange)?;
            let parts = OfPlanes { graph: &sweep.graph, planes: &planes };
            return Ok(shared_table::write(file, &space, &histogram, encoding, &parts, exchange)?);
        }
        if self.space.pattern().is_full() {
            let (space, State { sweep, entries: steps, histogram }) = self.levels(exchange)?;
            let parts = OfSteps { space: &space, graph: &sweep.graph, steps: &steps, encoding };
            return Ok(shared_table::write(file, &space, &histogram, encoding, &parts, exchange)?);
        }
        let (space, State { sweep, entries, histogram }) = self.levels::<Vec<u8>>(exchange)?;
        let parts = OfDistances { space: &space, graph: &sweep.graph, entries: &entries, encoding };
        Ok(shared_table::write(file, &space, &histogram, encoding, &parts, exchange)?)
    }

    /// Goes from level to level until one is empty.
    fn levels<E: Entries>(
        mut self,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<(Space, State<E>), BuildError> {
        let mut state = self.begin(exchange)?;
        let Self { space, threads, saving, interrupt, mut on_event } = self;
        let saving = saving.filter(|_| SAVES);
        let mut saver = saving.as_ref().map(|saving| Saver::new(&saving.checkpoints, &space));
        let levels = |parallel| -> Result<(), BuildError> {
            while state.advance(parallel, &interrupt, exchange)? {
                heed(on_event(Event::Level(state.level(space.entries()))))?;
                let Some(saver) = &mut saver else { continue };
                if let Some(error) = saver.save_if_due(&state, exchange)? {
                    heed(on_event(Event::NotSaved(error)))?;
                }
            }
            Ok(())
        };
        on_threads(threads, space.entries(), levels)
            .map_err(|source| BuildError::Threads { threads, source })??;
        // The last levels of a pattern may only have reached regions whose entries were set before.
        while state.histogram.last() == Some(&0) {
            state.histogram.pop();
        }
        match saving {
            // From the goal alone every state is reached, and each once.
            Some(Saving { checkpoints, resumes: true }) if !state.is_complete(&space) => {
                Err(checkpoint::leads_to_no_table(&checkpoints.file).into())
            }
            _ => Ok((space, state)),
        }
    }

    /// The state to begin with: that of a checkpoint, or the goal alone.
    fn begin<E: Entries>(
        &mut self,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<State<E>, BuildError> {
        let saved = match &self.saving {
            Some(Saving { checkpoints, resumes: true }) if SAVES => {
                checkpoint::load(&self.space, &checkpoints.file, exchange)?
            }
            _ => None,
        };
        if let Some(state) = saved {
            heed((self.on_event)(Event::Resumed(state.level(self.space.entries()))))?;
            return Ok(state);
        }
        let state = State::at_the_goal(&self.space, exchange)?;
        heed((self.on_event)(Event::Level(state.level(self.space.entries()))))?;
        Ok(state)
    }
}

impl fmt::Debug for Generator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { space, threads, saving, .. } = self;
        let mut debug = f.debug_struct("Generator");
        debug.field("space", space).field("threads", threads).field("saving", saving).finish_non_exhaustive()
    }
}

/// An answer of the callback as the end of the build, if it is that.
fn heed(answer: ControlFlow<()>) -> Result<(), BuildError> {
    if answer.is_break() { Err(BuildError::Interrupted) } else { Ok(()) }
}

/// Saves the state from time to time.
struct Saver<'a> {
    checkpoints: &'a Checkpoints,
    space: &'a Space,
    last_save: Clock,
    failed_before: bool,
}

impl<'a> Saver<'a> {
    fn new(checkpoints: &'a Checkpoints, space: &'a Space) -> Self {
        Self { checkpoints, space, last_save: Clock::start(), failed_before: false }
    }

    /// Saves the state if the last save is long enough ago. Returns the first failure, and none later.
    fn save_if_due<E: Entries>(
        &mut self,
        state: &State<E>,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Option<WriteError>, ExchangeError> {
        // Clocks differ, and the ranks save together or not at all.
        let [due] = exchange.sums([u64::from(self.last_save.elapsed() >= self.checkpoints.every)])?;
        if due == 0 {
            return Ok(None);
        }
        let saved = checkpoint::save(state, self.space, &self.checkpoints.file, exchange);
        self.last_save = Clock::start();
        match saved {
            Ok(()) => Ok(None),
            Err(SharedWriteError::Exchange(error)) => Err(error),
            Err(SharedWriteError::Write(error)) => {
                Ok(Some(error).filter(|_| !std::mem::replace(&mut self.failed_before, true)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::distances::UNSET;
    use super::super::layout::to_usize;
    use super::*;
    use crate::board::{Board, Cell, Shape, Tile};
    use crate::space::StateSpace;
    use std::collections::VecDeque;

    fn shape(rows: usize, columns: usize) -> Shape {
        Shape::new(rows, columns).unwrap()
    }

    fn build(goal: &Goal) -> Distances {
        Generator::for_goal(goal).unwrap().run().unwrap()
    }

    /// The slow twin: a queue of boards.
    fn distances_by_queue(goal: &Goal) -> Vec<u8> {
        let space = StateSpace::new(goal).unwrap();
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
    fn entries_are_those_of_a_plain_queue_for_every_blank_cell() {
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
    fn entries_of_the_eight_puzzle_are_those_of_a_plain_queue() {
        for blank in [8, 1, 4] {
            let goal = Goal::in_order_with_blank_at(Shape::THREE_BY_THREE, Cell::new(blank));
            let built = build(&goal);
            assert_eq!(built.entries(), distances_by_queue(&goal), "{goal:?}");
        }
    }

    #[test]
    fn levels_are_reported_as_they_are_done() {
        let mut levels = Vec::new();
        let goal = Goal::blank_last(shape(2, 3));
        let note = |event| {
            if let Event::Level(level) = event {
                levels.push(level);
            }
            ControlFlow::Continue(())
        };
        let built = Generator::for_goal(&goal).unwrap().on_event(note).run().unwrap();
        assert_eq!(levels.iter().map(|level| level.new).collect::<Vec<_>>(), built.histogram());
        assert_eq!(levels.last(), Some(&Level { distance: 21, new: 1, reached: 360, states: 360 }));
    }

    /// After each level by the callback, and in the middle of each by the flag, on one thread and on several.
    #[test]
    fn a_build_ends_when_it_is_told_to() {
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
                assert!(matches!(build.run(), Err(BuildError::Interrupted)));
                let by_flag = |event| {
                    assert!(matches!(event, Event::Level(level) if level.distance <= last));
                    if matches!(event, Event::Level(level) if level.distance == last) {
                        interrupt.raise();
                    }
                    ControlFlow::Continue(())
                };
                let build =
                    Generator::new(space.clone()).threads(threads).interrupt(&interrupt).on_event(by_flag);
                assert!(matches!(build.run(), Err(BuildError::Interrupted)));
            }
        }
    }

    /// OEIS A151944, and each shape's transpose. (The bench has 3x4 and 2x6.)
    #[test]
    fn deepest_levels_are_the_published_ones() {
        for (rows, columns, deepest) in [(2, 2, 6), (2, 3, 21), (2, 4, 36), (2, 5, 55), (3, 3, 31)] {
            let built = build(&Goal::blank_last(shape(rows, columns)));
            let transposed = build(&Goal::blank_last(shape(columns, rows)));
            assert_eq!(built.histogram().len() - 1, deepest);
            assert_eq!(built.histogram(), transposed.histogram());
            assert!(!built.entries().contains(&UNSET) && !transposed.entries().contains(&UNSET));
        }
    }
}
