//! From the goal to the deepest level.

use std::num::NonZeroUsize;
use std::time::Instant;

use super::checkpoint::{self, CheckpointError, Checkpoints};
use super::distances::Distances;
use super::state::State;
use crate::board::Goal;
use crate::space::{Pattern, Space, SpaceError};
use crate::table::WriteError;

/// From so many states on, a level is shared out among threads. Below, starting threads and handing out the work takes
/// what it saves: two threads take 0.79 ms for 3x3 where one takes 0.68, and on 2x5 (1.8 million states) they are even.
const WORTH_THREADS_IN_STATES: u64 = 1 << 21;

/// How many threads a build may use. The result is the same for any number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// The calling thread alone.
    One,
    /// So many, where the board is large enough to be worth it.
    Count(NonZeroUsize),
    /// One for each core, where the board is large enough to be worth it.
    #[default]
    AllCores,
}

/// A level that a build has finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its distance from the goal, in moves.
    pub distance: u8,
    /// The entries first reached at this distance.
    pub new: u64,
    /// The entries reached so far, these included.
    pub reached: u64,
    /// All entries there are.
    pub states: u64,
}

/// Why a build did not come to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The board has too many states to number.
    #[error(transparent)]
    TooLarge(#[from] SpaceError),
    /// The entries do not fit in memory.
    #[error(
        "the {bytes} bytes that this build needs could not be had: close other programs, or choose a smaller board"
    )]
    OutOfMemory {
        /// What the build would take in all.
        bytes: u64,
        /// What the allocator said.
        #[source]
        source: std::collections::TryReserveError,
    },
    /// The threads could not be started.
    #[error("could not start {threads:?}: try fewer threads")]
    Threads {
        /// What was asked for.
        threads: Threads,
        /// What the thread pool said.
        #[source]
        source: rayon::ThreadPoolBuildError,
    },
    /// The checkpoint can't be gone on from.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// The bytes of memory that a build takes at its peak: the entries, a byte each, two sets of states, and for a pattern
/// its footprints and their slides.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::space::{Pattern, Space};
///
/// let goal = Goal::blank_last(Shape::new(3, 4)?);
/// let space = Space::new(&goal, &Pattern::full(goal.shape()))?;
/// assert_eq!(tilebase::generate::memory_in_bytes(&space), 239_500_800 + 2 * 31_933_440);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn memory_in_bytes(space: &Space) -> u64 {
    let entries = space.entries();
    match space {
        Space::Full(_) => entries + sets_in_bytes(entries),
        Space::Pattern(pattern) => {
            // A footprint has a range and a row each, and about two slides for each tile, with room to grow.
            let footprints = pattern.footprints();
            let slides = 2 * pattern.pattern().tiles().len() as u64;
            entries
                + sets_in_bytes(footprints * pattern.placements_per_cell_set())
                + footprints * (64 + 16 * slides)
        }
    }
}

/// The bytes of two sets of states: sixty bits of each word are used.
const fn sets_in_bytes(states: u64) -> u64 {
    2 * 8 * states.div_ceil(60)
}

/// Computes the distance to a goal of every board that can reach it, and reports each level when it is done.
///
/// # Errors
/// [`BuildError`] if the board is too large, or memory or threads can't be had.
pub fn build(
    goal: &Goal,
    threads: Threads,
    report: impl FnMut(Level) + Send,
) -> Result<Distances, BuildError> {
    build_space(&Space::new(goal, &Pattern::full(goal.shape()))?, threads, report)
}

/// Computes the entries of a space, and reports each level when it is done: for the full puzzle the distance of every
/// board, for a pattern the fewest moves of its tiles that bring them to their places, wherever the blank is.
///
/// ```
/// use tilebase::board::{Goal, Shape, Tile};
/// use tilebase::generate::{Threads, build_space};
/// use tilebase::space::{Pattern, Space};
///
/// let goal = Goal::blank_last(Shape::new(2, 2)?);
/// let pattern = Pattern::new(goal.shape(), [Tile::new(1)])?;
/// let built = build_space(&Space::new(&goal, &pattern)?, Threads::One, |_| ())?;
/// assert_eq!(built.entries(), [0, 1, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BuildError`] if memory or threads can't be had.
pub fn build_space(
    space: &Space,
    threads: Threads,
    mut report: impl FnMut(Level) + Send,
) -> Result<Distances, BuildError> {
    let state = State::at_the_goal(space)?;
    report(state.level());
    finish(space, state, threads, |state| report(state.level()))
}

/// What a build that saves its state has to say.
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

/// [`build_space`], saved at the end of levels, so that [`resume`] can go on. It begins at the goal, whatever checkpoint
/// there is. The newest checkpoint stays when the build is done: [remove](Checkpoints::remove) it when its result is
/// safe.
///
/// # Errors
/// [`BuildError`] if memory or threads can't be had.
pub fn build_with_checkpoints(
    space: &Space,
    threads: Threads,
    checkpoints: &Checkpoints,
    mut report: impl FnMut(Event) + Send,
) -> Result<Distances, BuildError> {
    let state = State::at_the_goal(space)?;
    report(Event::Level(state.level()));
    finish_saving(space, state, threads, checkpoints, report)
}

/// Goes on from a checkpoint, and saves the state as [`build_with_checkpoints`] does; begins at the goal if there is no
/// checkpoint. The result is the same as that of a build that was never ended, with any number of threads.
///
/// ```
/// use std::time::Duration;
/// use tilebase::board::{Goal, Shape};
/// use tilebase::generate::{Checkpoints, Event, Threads, build_with_checkpoints, resume};
/// use tilebase::space::{Pattern, Space};
///
/// let goal = Goal::blank_last(Shape::new(2, 3)?);
/// let space = Space::new(&goal, &Pattern::full(goal.shape()))?;
/// let folder = tempfile::tempdir()?;
/// let checkpoints = Checkpoints::beside(&folder.path().join("2x3.pdb"), Duration::ZERO);
/// let whole = build_with_checkpoints(&space, Threads::One, &checkpoints, |_| ())?;
///
/// let mut from = None;
/// let resumed = resume(&space, Threads::One, &checkpoints, |event| {
///     if let Event::Resumed(level) = event {
///         from = Some(level.distance);
///     }
/// })?;
/// assert_eq!(from, Some(21));
/// assert_eq!(resumed.entries(), whole.entries());
/// checkpoints.remove()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BuildError::Checkpoint`] if there is a checkpoint that can't be gone on from: it is damaged, of another version, or
/// of another space; else as [`build_space`].
pub fn resume(
    space: &Space,
    threads: Threads,
    checkpoints: &Checkpoints,
    mut report: impl FnMut(Event) + Send,
) -> Result<Distances, BuildError> {
    let Some(state) = checkpoint::load(space, &checkpoints.file)? else {
        return build_with_checkpoints(space, threads, checkpoints, report);
    };
    report(Event::Resumed(state.level()));
    finish_saving(space, state, threads, checkpoints, report)
}

fn finish_saving(
    space: &Space,
    state: State,
    threads: Threads,
    checkpoints: &Checkpoints,
    mut report: impl FnMut(Event) + Send,
) -> Result<Distances, BuildError> {
    let mut last_save = Instant::now();
    let mut failed_before = false;
    finish(space, state, threads, |state| {
        report(Event::Level(state.level()));
        if last_save.elapsed() < checkpoints.every {
            return;
        }
        if let Err(error) = checkpoint::save(state, space, &checkpoints.file)
            && !failed_before
        {
            failed_before = true;
            report(Event::NotSaved(error));
        }
        last_save = Instant::now();
    })
}

/// Level after level until one is empty.
fn finish(
    space: &Space,
    mut state: State,
    threads: Threads,
    mut after_level: impl FnMut(&State) + Send,
) -> Result<Distances, BuildError> {
    let count = match threads {
        _ if space.entries() < WORTH_THREADS_IN_STATES => 1,
        Threads::One => 1,
        Threads::Count(count) => count.get(),
        Threads::AllCores => 0,
    };
    let parallel = count != 1;
    let mut levels = || {
        while state.advance(parallel) {
            after_level(&state);
        }
    };
    if parallel {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .build()
            .map_err(|source| BuildError::Threads { threads, source })?;
        pool.install(levels);
    } else {
        levels();
    }
    let State { entries, mut histogram, .. } = state;
    // The last levels of a pattern may only have reached regions whose entries were set before.
    while histogram.last() == Some(&0) {
        histogram.pop();
    }
    Ok(Distances::new(space.clone(), entries, histogram))
}

#[cfg(test)]
mod tests {
    use super::super::distances::UNSET;
    use super::super::layout::to_usize;
    use super::*;
    use crate::board::{Board, Cell, Shape};
    use crate::space::StateSpace;
    use std::collections::VecDeque;

    fn shape(rows: usize, columns: usize) -> Shape {
        Shape::new(rows, columns).unwrap()
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
                let built = build(&goal, Threads::One, |_| ()).unwrap();
                assert_eq!(built.entries(), distances_by_queue(&goal), "{goal:?}");
            }
        }
    }

    #[test]
    fn entries_of_the_eight_puzzle_are_those_of_a_plain_queue() {
        for blank in [8, 1, 4] {
            let goal = Goal::in_order_with_blank_at(Shape::THREE_BY_THREE, Cell::new(blank));
            let built = build(&goal, Threads::One, |_| ()).unwrap();
            assert_eq!(built.entries(), distances_by_queue(&goal), "{goal:?}");
        }
    }

    #[test]
    fn levels_are_reported_as_they_are_done() {
        let mut levels = Vec::new();
        let goal = Goal::blank_last(shape(2, 3));
        let built = build(&goal, Threads::AllCores, |level| levels.push(level)).unwrap();
        assert_eq!(levels.iter().map(|level| level.new).collect::<Vec<_>>(), built.histogram());
        assert_eq!(levels.last(), Some(&Level { distance: 21, new: 1, reached: 360, states: 360 }));
    }

    /// OEIS A151944, and each shape's transpose. (The bench has 3x4 and 2x6.)
    #[test]
    fn deepest_levels_are_the_published_ones() {
        for (rows, columns, deepest) in [(2, 2, 6), (2, 3, 21), (2, 4, 36), (2, 5, 55), (3, 3, 31)] {
            let build = |rows, columns| {
                build(&Goal::blank_last(shape(rows, columns)), Threads::AllCores, |_| ()).unwrap()
            };
            let (built, transposed) = (build(rows, columns), build(columns, rows));
            assert_eq!(built.histogram().len() - 1, deepest);
            assert_eq!(built.histogram(), transposed.histogram());
            assert!(!built.entries().contains(&UNSET) && !transposed.entries().contains(&UNSET));
        }
    }
}
