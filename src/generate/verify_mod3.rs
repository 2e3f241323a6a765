//! Verifies a two-bit table against the levels, which are computed again.
//!
//! The levels are computed as in a build, with one bit per state, and the entries of a level's
//! states must have its residue. This checks each entry once, sixty at a time, and ranks none.

use std::sync::atomic::{AtomicU64, Ordering};

use super::error::{BuildError, Work};
use super::kernel::{RowGraph, RowLayout};
use super::newest_levels::{LevelStep, NewStates, NewestLevels, no_items};
use super::on_threads::on_threads;
use super::record::residue_packing::{self, BYTES, ENTRIES_PER_WORD};
use crate::interrupt::Interrupt;
use crate::space::footprints::Footprints;
use crate::space::{FullSpace, StateIndex};

/// The result of a recount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recount {
    /// Number of states at each distance.
    pub(crate) histogram: Vec<u64>,
    /// Number of entries that are not the residue of their state's distance.
    pub(crate) wrong: u64,
    /// The smallest index of such an entry.
    pub(crate) first_wrong: Option<StateIndex>,
}

impl Recount {
    /// Returns the bytes of memory that a recount needs besides the table.
    pub(crate) fn memory_in_bytes(space: &FullSpace) -> u64 {
        NewestLevels::memory_of_full_board_in_bytes(space)
    }

    /// Checks the entries of a board, four per byte, against its levels.
    ///
    /// # Errors
    /// [`BuildError`] if memory runs out, or the threads cannot be started.
    pub(crate) fn run(space: &FullSpace, payload: &[u8]) -> Result<Self, BuildError> {
        let bytes = Self::memory_in_bytes(space);
        let mut levels = NewestLevels::empty(RowGraph::new(Footprints::of_full_board(space)))
            .map_err(|source| BuildError::OutOfMemory { work: Work::Proof, bytes, source })?;
        levels.set_goal();
        let found = WrongEntries::new();
        let goal = levels.graph.entry_of_goal();
        if payload.get(goal / 4).is_none_or(|byte| byte >> (2 * (goal % 4)) & 3 != 0) {
            found.add(goal as u64, 1);
        }
        let mut histogram = vec![1];
        let interrupt = Interrupt::new();
        let advance_all = |parallel| {
            // No board that fits in memory has a state 255 moves away.
            for distance in 1..=u8::MAX {
                let step = LevelStep { distance, parallel, interrupt: &interrupt };
                let recorder = |graph: &RowGraph, new: NewStates<'_>, _: &mut [()]| {
                    found.add_those_without(distance % 3, payload, &graph.layout, new);
                };
                let reached = levels.advance(&step, &recorder, no_items());
                if reached.states == 0 {
                    break;
                }
                histogram.push(reached.states);
            }
        };
        on_threads(Work::Proof, 0, space.states(), advance_all)?;
        let wrong = found.number.into_inner();
        let first_wrong = (wrong > 0).then(|| StateIndex::new(found.first.into_inner()));
        Ok(Self { histogram, wrong, first_wrong })
    }
}

/// The wrong entries found so far, by any thread. Relaxed memory order suffices: the numbers are
/// read only after all threads have finished.
struct WrongEntries {
    number: AtomicU64,
    first: AtomicU64,
}

impl WrongEntries {
    const fn new() -> Self {
        Self { number: AtomicU64::new(0), first: AtomicU64::new(u64::MAX) }
    }

    fn add(&self, first: u64, number: u64) {
        self.first.fetch_min(first, Ordering::Relaxed);
        self.number.fetch_add(number, Ordering::Relaxed);
    }

    /// Adds the entries of new states that do not have this residue.
    fn add_those_without(&self, residue: u8, payload: &[u8], layout: &RowLayout, new: NewStates<'_>) {
        let NewStates { at, states, .. } = new;
        let first = at.footprint as usize * layout.words_per_row + at.start + at.word;
        for (word, states) in (first..).zip(states).filter(|(_, states)| **states != 0) {
            let wrong = states & !entries_with(residue, payload, word, layout);
            if wrong != 0 {
                let of_word = word as u64 * layout.bits_per_word as u64;
                self.add(of_word + u64::from(wrong.trailing_zeros()), wrong.count_ones().into());
            }
        }
    }
}

/// Returns the states of a word whose entries have this residue. Words of a 2x2 board have fewer
/// than sixty states and do not end at a byte boundary.
#[inline]
fn entries_with(residue: u8, payload: &[u8], word: usize, layout: &RowLayout) -> u64 {
    if layout.bits_per_word == ENTRIES_PER_WORD {
        let bytes = payload.get(BYTES * word..).and_then(<[u8]>::first_chunk);
        return bytes.map_or(0, |bytes| residue_packing::entries_with(residue, bytes));
    }
    let has_residue = |bit: usize| {
        let entry = word * layout.bits_per_word + bit;
        payload.get(entry / 4).is_some_and(|byte| byte >> (2 * (entry % 4)) & 3 == residue)
    };
    (0..layout.bits_per_word).fold(0, |states, bit| states | u64::from(has_residue(bit)) << bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Goal, Shape};
    use crate::generate::Generator;
    use crate::table::Encoding;

    /// Checks every fault of every entry for every cell of the blank on the smallest boards, and
    /// random single faults on larger ones.
    #[test]
    fn exactly_the_wrong_entries_are_found() {
        let mut random = fastrand::Rng::with_seed(5);
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            for blank in shape.all_cells() {
                let goal = Goal::in_order_with_blank_at(shape, blank);
                let space = FullSpace::new(&goal).unwrap();
                let distances = Generator::for_goal(&goal).unwrap().distances().unwrap();
                let table = distances.encoded(Encoding::Mod3).unwrap().into_table();
                let mut payload = table.payload().unwrap().to_vec();
                let right = Recount::run(&space, &payload).unwrap();
                assert_eq!((right.wrong, right.first_wrong), (0, None), "{goal:?}");
                assert_eq!(right.histogram, distances.histogram());

                let all = space.states() as usize;
                let some: Vec<usize> = if all <= 360 {
                    (0..all).collect()
                } else {
                    (0..10).map(|_| random.usize(0..all)).chain([0, all - 1]).collect()
                };
                for entry in some {
                    for flip in 1..=3 {
                        payload[entry / 4] ^= flip << (2 * (entry % 4));
                        let found = Recount::run(&space, &payload).unwrap();
                        let first = Some(StateIndex::new(entry as u64));
                        assert_eq!((found.wrong, found.first_wrong), (1, first), "{goal:?}, {entry}, {flip}");
                        payload[entry / 4] ^= flip << (2 * (entry % 4));
                    }
                }
            }
        }
    }

    #[test]
    fn the_table_of_another_goal_is_wrong() {
        let [goal, other] =
            [0, 4].map(|blank| Goal::in_order_with_blank_at(Shape::THREE_BY_THREE, Cell::new(blank)));
        let table = Generator::for_goal(&other).unwrap().table(Encoding::Mod3).unwrap();
        let found = Recount::run(&FullSpace::new(&goal).unwrap(), table.payload().unwrap()).unwrap();
        assert!(found.wrong > 100_000, "{}", found.wrong);
        let short = Recount::run(&FullSpace::new(&goal).unwrap(), &[]).unwrap();
        assert_eq!((short.wrong, short.first_wrong), (181_440, Some(StateIndex::new(0))));
    }
}
