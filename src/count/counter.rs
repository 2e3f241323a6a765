//! [`Counter`]: counts levels from the goal to the deepest one, and keeps no table.

use std::fmt;
use std::ops::ControlFlow;

use super::files::divided_rows::MIN_UNIT_WORDS;
use super::files::folder::LevelFiles;
use super::level_counts::LevelCounts;
use super::levels::{LevelStore, Levels, distance_of_level};
use super::plan::CountPlan;
use super::states_by_cell::StatesByCell;
use crate::board::{Board, Distance, Goal, Metric, Shape};
use crate::clock::Clock;
use crate::generate::newest_levels::NewestLevels;
use crate::generate::on_threads::on_threads;
use crate::generate::{BuildError, Level, Work};
use crate::interrupt::Interrupt;
use crate::space::{FullSpace, SpaceError, StateIndex};
use crate::table::{CheckpointError, Origin};

/// Counts the states at each distance from a goal, with one bit of memory per state.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::count::Counter;
///
/// let counts = Counter::for_goal(&Goal::blank_last(Shape::new(3, 3)?))?.deepest_boards(2).run()?;
/// assert_eq!(counts.histogram()[..5], [1, 2, 4, 8, 16]);
/// assert_eq!(counts.deepest().moves(), 31);
/// assert_eq!(counts.deepest_boards(), ["647850321".parse()?, "867254301".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "nothing is counted before `run`"]
pub struct Counter<'a> {
    /// The space, with its longer side upright.
    space: FullSpace,
    /// The goal as given by the caller.
    given_goal: Goal,
    metric: Metric,
    threads: usize,
    memory_limit: u64,
    deepest_boards: usize,
    up_to: Option<Distance>,
    files: Option<LevelFiles>,
    resume: bool,
    min_unit_words: u64,
    interrupt: Interrupt,
    on_level: Box<dyn FnMut(Level) -> ControlFlow<()> + Send + 'a>,
    on_unsaved: Box<dyn FnMut(CheckpointError) + Send + 'a>,
    on_resumed: Box<dyn FnMut(u8, Origin) + Send + 'a>,
}

impl<'a> Counter<'a> {
    /// Creates a counter for all boards that can reach a goal.
    ///
    /// # Errors
    /// [`SpaceError`] if the board has too many states to number.
    pub fn for_goal(goal: &Goal) -> Result<Self, SpaceError> {
        let is_transposed = goal.shape().columns() > goal.shape().rows();
        let upright = if is_transposed { Goal::new(goal.board().transposed()) } else { *goal };
        let space = FullSpace::new(&upright)
            .map_err(|_transposed| SpaceError::BoardTooLarge { shape: goal.shape() })?;
        Ok(Self {
            space,
            given_goal: *goal,
            metric: Metric::SingleTile,
            threads: 0,
            memory_limit: u64::MAX,
            deepest_boards: 0,
            up_to: None,
            files: None,
            resume: false,
            min_unit_words: MIN_UNIT_WORDS,
            interrupt: Interrupt::new(),
            on_level: Box::new(|_| ControlFlow::Continue(())),
            on_unsaved: Box::new(|_| {}),
            on_resumed: Box::new(|_, _| {}),
        })
    }

    /// Sets what counts as one move. A count in the multi-tile metric needs two bits of memory per
    /// state or more, and ignores [level files](Self::checkpoints).
    ///
    /// ```
    /// use tilebase::board::{Goal, Metric, Shape};
    /// use tilebase::count::Counter;
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let counts = Counter::for_goal(&goal)?.metric(Metric::MultiTile).run()?;
    /// assert_eq!(counts.histogram()[..4], [1, 4, 8, 16]);
    /// assert_eq!(counts.deepest().moves(), 24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn metric(mut self, metric: Metric) -> Self {
        self.metric = metric;
        self
    }

    /// Sets the number of threads; 0, the default, means one per core.
    ///
    /// The result does not depend on it. Small boards are counted on the calling thread.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the maximum bytes of memory. With [level files](Self::checkpoints), a count that does
    /// not fit works in files.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::count::Counter;
    /// use tilebase::generate::BuildError;
    ///
    /// let counter = Counter::for_goal(&Goal::blank_last(Shape::new(4, 4)?))?.memory_limit(1 << 30);
    /// assert!(matches!(counter.run(), Err(BuildError::OverLimit { limit: 0x4000_0000, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// Stops after the level at this distance. With [level files](Self::checkpoints), the levels
    /// are saved, so another count can resume.
    ///
    /// ```
    /// use tilebase::board::{Distance, Goal, Shape};
    /// use tilebase::count::Counter;
    ///
    /// let counter = Counter::for_goal(&Goal::blank_last(Shape::new(3, 3)?))?.up_to(Distance::new(3));
    /// let counts = counter.run()?;
    /// assert_eq!(counts.histogram(), [1, 2, 4, 8]);
    /// assert!(!counts.is_complete());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn up_to(mut self, last: Distance) -> Self {
        self.up_to = Some(last);
        self
    }

    /// Sets the files for a count that does not fit in memory, and for saving one that does.
    /// Existing files are removed first. The files remain after the count until they are
    /// [removed](LevelFiles::remove).
    pub fn checkpoints(mut self, files: LevelFiles) -> Self {
        (self.files, self.resume) = (Some(files), false);
        self
    }

    /// Like [`checkpoints`](Self::checkpoints), but resumes from the files, or starts from the goal
    /// if there are none. Known levels are reported again.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tilebase::board::{Distance, Goal, Shape};
    /// use tilebase::count::{Counter, LevelFiles};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let files = LevelFiles::among_tables(folder.path(), &goal, Duration::from_secs(60));
    /// let some = Counter::for_goal(&goal)?.checkpoints(files.clone()).up_to(Distance::new(9)).run()?;
    /// assert_eq!((some.histogram().len(), files.saved_level(&goal)?), (10, Some(9)));
    /// let all = Counter::for_goal(&goal)?.resume_from(files.clone()).run()?;
    /// assert_eq!(all.deepest().moves(), 31);
    /// files.remove()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume_from(mut self, files: LevelFiles) -> Self {
        (self.files, self.resume) = (Some(files), true);
        self
    }

    /// Calls a function if a count in memory cannot be saved. The count continues without further
    /// saves.
    pub fn on_unsaved(mut self, on_unsaved: impl FnMut(CheckpointError) + Send + 'a) -> Self {
        self.on_unsaved = Box::new(on_unsaved);
        self
    }

    /// Calls a function if the count resumes from files, with the distance of their last level and
    /// their origin. The result can only be trusted as far as these files.
    pub fn on_resumed(mut self, on_resumed: impl FnMut(u8, Origin) + Send + 'a) -> Self {
        self.on_resumed = Box::new(on_resumed);
        self
    }

    /// Sets the maximum number of deepest boards to return; the default is 0.
    pub fn deepest_boards(mut self, most: usize) -> Self {
        self.deepest_boards = most;
        self
    }

    /// Calls a function at the end of each level, from distance 0 on.
    ///
    /// It runs on one of the count's threads. Returning [`ControlFlow::Break`] ends the count with
    /// [`BuildError::Interrupted`].
    pub fn on_level(mut self, on_level: impl FnMut(Level) -> ControlFlow<()> + Send + 'a) -> Self {
        self.on_level = Box::new(on_level);
        self
    }

    /// Ends the count soon after the interrupt is raised, even in the middle of a level.
    pub fn interrupt(mut self, interrupt: &Interrupt) -> Self {
        self.interrupt = interrupt.clone();
        self
    }

    /// Returns the number of states to count.
    #[must_use]
    pub const fn states(&self) -> u64 {
        self.space.states()
    }

    /// Forecasts the count with the present options. It works in memory if the limit allows it, and
    /// otherwise in files, if there are any and they need less memory.
    ///
    /// ```
    /// use std::path::Path;
    /// use std::time::Duration;
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::count::{Counter, LevelFiles};
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 5)?);
    /// let files = LevelFiles::among_tables(Path::new("pdb"), &goal, Duration::from_secs(60));
    /// let counter = Counter::for_goal(&goal)?.memory_limit(16_000_000_000).checkpoints(files);
    /// let plan = counter.plan();
    /// assert!(plan.in_files && plan.memory_in_bytes < 1_000_000_000);
    /// assert_eq!(plan.disk_in_bytes / 1_000_000_000, 45);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn plan(&self) -> CountPlan {
        match self.metric {
            Metric::MultiTile => CountPlan::in_multi_tile_metric(&self.space),
            Metric::SingleTile => {
                let has_files = self.files.is_some();
                CountPlan::new(&self.space, self.min_unit_words, self.threads, self.memory_limit, has_files)
            }
        }
    }

    /// Returns the memory in bytes that a count in memory needs, in the single-tile metric.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::count::Counter;
    ///
    /// let bytes = |rows, columns| -> Result<u64, Box<dyn std::error::Error>> {
    ///     Ok(Counter::for_goal(&Goal::blank_last(Shape::new(rows, columns)?))?.memory_in_bytes())
    /// };
    /// assert_eq!(bytes(3, 4)?, 239_500_800 / 60 * 8 + 332_640);
    /// assert_eq!(bytes(2, 7)?, 5_863_777_920);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory_in_bytes(&self) -> u64 {
        NewestLevels::memory_of_full_board_in_bytes(&self.space)
    }

    /// Counts level by level until one is empty, or up to the [last](Self::up_to) one.
    ///
    /// # Errors
    /// [`BuildError`] if the count needs more memory than the limit or than is available, the
    /// threads cannot be started, the files cannot be written or resumed from, or the count was
    /// asked to stop.
    pub fn run(self) -> Result<LevelCounts, BuildError> {
        let plan = self.plan();
        // No allocation can exceed `isize::MAX`. The code counts bits and words of a level in
        // `usize`, which may have 32 bits.
        let (bytes, limit) = (plan.memory_in_bytes, self.memory_limit.min(isize::MAX as u64));
        if bytes > limit || usize::try_from(plan.states / 8).is_err() {
            return Err(BuildError::OverLimit { bytes, limit });
        }
        let folder = self.files.as_ref().map(|files| files.folder.clone());
        let counted = on_threads(Work::Count, self.threads, plan.states, |parallel| {
            self.count(plan.in_files, parallel)
        });
        counted?.map_err(|error| match (error, folder) {
            (BuildError::Checkpoint(source), Some(folder)) if source.is_disk_full() => {
                BuildError::DiskFull { folder, bytes: plan.disk_in_bytes, source: source.into() }
            }
            (other, _) => other,
        })
    }

    fn count(mut self, in_files: bool, parallel: bool) -> Result<LevelCounts, BuildError> {
        let mut levels = self.open_levels(in_files)?;
        if let Some((origin, level)) = levels.resumed() {
            (self.on_resumed)(level, origin);
        }
        let (sizes, level, is_complete) = self.count_levels(&mut levels, parallel)?;
        let states = levels.first_states(level.distance, self.deepest_boards)?;
        let shape = self.given_goal.shape();
        let boards = boards_of(&states, &self.space, shape);
        Ok(LevelCounts::new(shape, &sizes, Distance::new(level.distance), boards, is_complete))
    }

    /// Opens the levels: saved ones, or level 0. Moves the callback for unsaved levels to them.
    fn open_levels(&mut self, in_files: bool) -> Result<Levels<'a>, BuildError> {
        match self.metric {
            Metric::SingleTile => {
                let store = LevelStore {
                    location: self.files.clone(),
                    goal: self.given_goal,
                    space: self.space.clone(),
                    min_unit_words: self.min_unit_words,
                    resume: self.resume,
                    on_unsaved: std::mem::replace(&mut self.on_unsaved, Box::new(|_| {})),
                    open: None,
                    last_save: Clock::start(),
                };
                Levels::open(store, in_files)
            }
            Metric::MultiTile => Levels::in_multi_tile_metric(&self.space),
        }
    }

    /// Counts level by level. Returns the sizes of all levels, the last level, and whether it is
    /// the deepest.
    fn count_levels(
        &mut self,
        levels: &mut Levels<'_>,
        parallel: bool,
    ) -> Result<(Vec<StatesByCell>, Level, bool), BuildError> {
        let mut sizes: Vec<StatesByCell> = Vec::new();
        let mut level = Level { distance: 0, new: 0, reached: 0, states: self.space.states() };
        let mut known = levels.known_sizes(&self.space).into_iter();
        loop {
            let distance = distance_of_level(sizes.len());
            let size = match known.next() {
                Some(size) => size,
                None => levels.advance(distance, parallel, &self.interrupt)?,
            };
            let new = size.total();
            if self.interrupt.is_raised() {
                return Err(BuildError::Interrupted { work: Work::Count });
            }
            if new == 0 {
                return Ok((sizes, level, true));
            }
            level = level_after(level, distance, new).ok_or_else(|| {
                let folder = self.files.as_ref().map(|files| files.folder.clone()).unwrap_or_default();
                CheckpointError::impossible_levels(&folder)
            })?;
            sizes.push(size);
            let is_last = known.len() == 0 && self.up_to.is_some_and(|last| last.moves() <= level.distance);
            if known.len() == 0 {
                levels.save(&sizes, is_last, parallel)?;
            }
            if (self.on_level)(level).is_break() {
                return Err(BuildError::Interrupted { work: Work::Count });
            }
            if is_last {
                return Ok((sizes, level, level.reached == level.states));
            }
        }
    }
}

/// Returns the level after `last`, or `None` if no board has such levels.
fn level_after(last: Level, distance: u8, new: u64) -> Option<Level> {
    let reached = last.reached.checked_add(new).filter(|reached| *reached <= last.states)?;
    // No countable board has a state 255 moves away. But files with wrong contents can lead to a
    // search that never ends.
    (distance < u8::MAX).then_some(Level { distance, new, reached, ..last })
}

/// Returns the boards of states of the upright board, in the given shape and in order.
fn boards_of(states: &[StateIndex], space: &FullSpace, given: Shape) -> Vec<Board> {
    let as_given = |board: Board| if given == space.shape() { board } else { board.transposed() };
    let mut boards: Vec<Board> =
        states.iter().filter_map(|index| space.board_at(*index)).map(as_given).collect();
    boards.sort_unstable();
    boards
}

impl fmt::Debug for Counter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { space, threads, memory_limit, deepest_boards, .. } = self;
        let mut debug = f.debug_struct("Counter");
        debug.field("space", space).field("threads", threads).field("memory_limit", memory_limit);
        debug.field("deepest_boards", deepest_boards).finish_non_exhaustive()
    }
}

#[cfg(test)]
impl Counter<'_> {
    /// Counts in files, however small the board is, with this minimum size of code units and this
    /// number of threads.
    pub(super) fn run_in_files(
        mut self,
        min_unit_words: u64,
        threads: usize,
    ) -> Result<LevelCounts, BuildError> {
        self.min_unit_words = min_unit_words;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| self.count(true, threads > 1))
    }

    /// Counts in memory, and saves with this minimum size of code units.
    pub(super) fn run_in_memory(mut self, min_unit_words: u64) -> Result<LevelCounts, BuildError> {
        self.min_unit_words = min_unit_words;
        self.run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::generate::Generator;
    use crate::space::StateIndex;
    use std::collections::HashSet;

    fn count(goal: &Goal) -> LevelCounts {
        Counter::for_goal(goal).unwrap().deepest_boards(usize::MAX).run().unwrap()
    }

    /// Returns a goal with the blank and all tiles in random places.
    fn any_goal(shape: Shape, random: &mut fastrand::Rng) -> Goal {
        let mut tiles: Vec<u8> = (0..shape.cells() as u8).collect();
        random.shuffle(&mut tiles);
        Goal::new(Board::from_bytes(shape, &tiles).unwrap())
    }

    /// Reference implementation with sets of boards: the newest level, and all boards reached so
    /// far. Returns the size of each level by the blank's cell, and the last level.
    fn count_by_sets(goal: &Goal) -> (Vec<Vec<u64>>, Vec<Board>) {
        let mut level = vec![goal.board()];
        let (mut met, mut sizes) = (HashSet::from([goal.board()]), Vec::new());
        loop {
            let with_blank_at = |cell| level.iter().filter(|board| board.blank() == cell).count() as u64;
            sizes.push(goal.shape().all_cells().map(with_blank_at).collect());
            let near = level.iter().flat_map(Board::successors);
            let next: Vec<Board> = near.map(|(_, board)| board).filter(|board| met.insert(*board)).collect();
            if next.is_empty() {
                level.sort();
                return (sizes, level);
            }
            level = next;
        }
    }

    #[test]
    fn counts_match_sets_of_boards_for_any_goal() {
        let mut random = fastrand::Rng::with_seed(11);
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
            let shape = Shape::new(rows, columns).unwrap();
            for _ in 0..12 {
                let goal = any_goal(shape, &mut random);
                let counted = count(&goal);
                let (sizes, deepest) = count_by_sets(&goal);
                let histogram: Vec<u64> = sizes.iter().map(|size| size.iter().sum()).collect();
                assert_eq!(counted.histogram(), histogram, "{goal:?}");
                for cell in shape.all_cells() {
                    let with_blank_at: Vec<u64> = sizes.iter().map(|size| size[cell.index()]).collect();
                    assert_eq!(counted.histogram_with_blank_at(cell), with_blank_at, "{goal:?}, {cell}");
                }
                assert_eq!(counted.deepest_boards(), deepest, "{goal:?}");
            }
        }
    }

    #[test]
    fn counts_match_tables_for_every_blank_cell() {
        let mut random = fastrand::Rng::with_seed(12);
        for (rows, columns) in [(3, 3), (2, 5), (5, 2)] {
            let shape = Shape::new(rows, columns).unwrap();
            let in_order = shape.all_cells().map(|blank| Goal::in_order_with_blank_at(shape, blank));
            for goal in in_order.chain([any_goal(shape, &mut random)]) {
                let counted = count(&goal);
                let built = Generator::for_goal(&goal).unwrap().distances().unwrap();
                assert_eq!(counted.histogram(), built.histogram(), "{goal:?}");
                let deepest = counted.deepest();
                assert_eq!(usize::from(deepest.moves()), built.histogram().len() - 1);
                let space = FullSpace::new(&goal).unwrap();
                let entries = (0..).zip(built.entries()).filter(|(_, entry)| **entry == deepest.moves());
                let mut boards: Vec<Board> =
                    entries.filter_map(|(index, _)| space.board_at(StateIndex::new(index))).collect();
                boards.sort();
                assert_eq!(counted.deepest_boards(), boards, "{goal:?}");
            }
        }
    }

    /// The rows of this board have many row segments, which are divided among the threads.
    #[test]
    fn threads_do_not_change_counts() {
        let goal = Goal::snail(Shape::new(2, 6).unwrap());
        let counted = [1, 2, 3].map(|threads| {
            Counter::for_goal(&goal).unwrap().threads(threads).deepest_boards(3).run().unwrap()
        });
        assert_eq!(counted[0], counted[1]);
        assert_eq!(counted[0], counted[2]);
        assert_eq!(counted[0].histogram().iter().sum::<u64>(), 239_500_800);
    }

    #[test]
    fn at_most_the_requested_boards_are_returned() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let shape = Shape::new(3, 4).unwrap();
        assert_eq!(count(&goal).deepest_boards().len(), 1);
        let none = Counter::for_goal(&goal).unwrap().run().unwrap();
        assert_eq!(none.deepest_boards(), []);
        let some = Counter::for_goal(&Goal::blank_last(shape)).unwrap().deepest_boards(5).run().unwrap();
        assert_eq!((some.histogram().last(), some.deepest_boards().len()), (Some(&18), 5));
        assert!(some.deepest_boards().iter().all(|board| board.shape() == shape));
    }

    #[test]
    fn levels_are_reported_as_they_complete() {
        let mut levels = Vec::new();
        let goal = Goal::blank_first(Shape::new(2, 3).unwrap());
        let record = |level| {
            levels.push(level);
            ControlFlow::Continue(())
        };
        let counted = Counter::for_goal(&goal).unwrap().on_level(record).run().unwrap();
        assert_eq!(levels.iter().map(|level| level.new).collect::<Vec<_>>(), counted.histogram());
        assert_eq!(levels.last(), Some(&Level { distance: 21, new: 1, reached: 360, states: 360 }));
    }

    /// Stops after each level by the callback, and within each by the flag, on one and two threads.
    #[test]
    fn a_count_stops_on_request() {
        let goal = Goal::blank_last(Shape::new(2, 6).unwrap());
        for (threads, last) in [(1, 0), (2, 0), (1, 7), (2, 7)] {
            let interrupt = Interrupt::new();
            let mut levels = 0;
            let by_callback = |level: Level| {
                levels += 1;
                if level.distance == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let count = Counter::for_goal(&goal).unwrap().threads(threads).on_level(by_callback);
            assert!(matches!(count.run(), Err(BuildError::Interrupted { .. })));
            assert_eq!(levels, last + 1);
            let by_flag = |level: Level| {
                assert!(level.distance <= last);
                if level.distance == last {
                    interrupt.raise();
                }
                ControlFlow::Continue(())
            };
            let count = Counter::for_goal(&goal).unwrap().threads(threads).interrupt(&interrupt);
            assert!(matches!(count.on_level(by_flag).run(), Err(BuildError::Interrupted { .. })));
        }
    }

    #[test]
    fn the_memory_limit_is_exact() {
        let counter = || Counter::for_goal(&Goal::blank_last(Shape::THREE_BY_THREE)).unwrap();
        let bytes = counter().memory_in_bytes();
        assert_eq!(bytes, 9 * 336 * 8 + 336);
        assert!(counter().memory_limit(bytes).run().is_ok());
        let refused = counter().memory_limit(bytes - 1).run();
        assert!(matches!(
            refused,
            Err(BuildError::OverLimit { bytes: b, limit }) if (b, limit) == (bytes, bytes - 1)
        ));
    }
}
