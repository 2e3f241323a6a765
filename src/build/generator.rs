//! From the goal to the deepest level.

use std::num::NonZeroUsize;

use super::distances::{Distances, UNSET};
use super::frontier::{Frontier, entries_len};
use crate::board::Goal;
use crate::space::{SpaceTooLarge, StateSpace};

/// From so many states on, a level is shared out among threads. Below, handing out the work takes longer
/// than doing it: the 181,440 states of 3x3 are done before a second thread has woken up.
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
    /// The states first reached at this distance.
    pub new: u64,
    /// The states reached so far, these included.
    pub reached: u64,
    /// All states there are.
    pub states: u64,
}

/// Why a build did not come to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The board has too many states to number.
    #[error(transparent)]
    TooLarge(#[from] SpaceTooLarge),
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
}

/// The bytes of memory that a build of all boards that reach this goal takes at its peak: the entries, a
/// byte each, and two sets of states.
///
/// # Errors
/// [`SpaceTooLarge`] if the board has too many states to number.
///
/// ```
/// use tilebase::board::{Goal, Shape};
///
/// let goal = Goal::blank_last(Shape::new(3, 4)?);
/// assert_eq!(tilebase::build::memory_in_bytes(&goal)?, 239_500_800 + 2 * 31_933_440);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn memory_in_bytes(goal: &Goal) -> Result<u64, SpaceTooLarge> {
    let space = StateSpace::new(goal)?;
    Ok(space.states() + Frontier::memory_in_bytes(&space))
}

/// Computes the distance to a goal of every board that can reach it, and reports each level when it is
/// done.
///
/// # Errors
/// [`BuildError`] if the board is too large, or memory or threads can't be had.
pub fn build(
    goal: &Goal,
    threads: Threads,
    mut report: impl FnMut(Level) + Send,
) -> Result<Distances, BuildError> {
    let space = StateSpace::new(goal)?;
    let mut entries = Vec::new();
    let needed = || space.states() + Frontier::memory_in_bytes(&space);
    entries
        .try_reserve_exact(entries_len(&space))
        .map_err(|source| BuildError::OutOfMemory { bytes: needed(), source })?;
    entries.resize(entries_len(&space), UNSET);

    let count = match threads {
        _ if space.states() < WORTH_THREADS_IN_STATES => 1,
        Threads::One => 1,
        Threads::Count(count) => count.get(),
        Threads::AllCores => 0,
    };
    let histogram = if count == 1 {
        run_levels(&space, &mut entries, false, &mut report)
    } else {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .build()
            .map_err(|source| BuildError::Threads { threads, source })?;
        pool.install(|| run_levels(&space, &mut entries, true, &mut report))
    };
    Ok(Distances::new(*goal, entries, histogram))
}

/// Level after level until one is empty; returns how many states each has.
fn run_levels(
    space: &StateSpace,
    entries: &mut [u8],
    parallel: bool,
    report: &mut impl FnMut(Level),
) -> Vec<u64> {
    let mut frontier = Frontier::new(space);
    let goal_row = space.goal().blank().index();
    frontier.start_at(goal_row, entries);
    let mut histogram = vec![1];
    let states = space.states();
    report(Level { distance: 0, new: 1, reached: 1, states });
    for distance in 1..UNSET {
        let colour = usize::from(distance % 2 == 1);
        let new = frontier.advance(colour, distance, entries, parallel);
        if new == 0 {
            break;
        }
        histogram.push(new);
        report(Level { distance, new, reached: histogram.iter().sum(), states });
    }
    histogram
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Cell, Shape};
    use crate::space::StateIndex;
    use std::collections::VecDeque;

    fn shape(rows: usize, columns: usize) -> Shape {
        Shape::new(rows, columns).unwrap()
    }

    /// The slow twin: a queue of boards.
    fn distances_by_queue(goal: &Goal) -> Vec<u8> {
        let space = StateSpace::new(goal).unwrap();
        let mut entries = vec![UNSET; entries_len(&space)];
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
        assert_eq!(built.get(StateIndex::new(360)), None);
    }

    #[test]
    fn deepest_levels_of_larger_shapes() {
        for (rows, columns, deepest) in [(2, 5, 55), (5, 2, 55)] {
            let built = build(&Goal::blank_last(shape(rows, columns)), Threads::AllCores, |_| ()).unwrap();
            assert_eq!(built.histogram().len() - 1, deepest);
            assert!(!built.entries().contains(&UNSET));
        }
    }
}
