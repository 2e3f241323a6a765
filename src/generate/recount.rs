//! Verifies a two-bit table against the levels, which are computed again.
//!
//! The levels are computed as in a build, with one bit per state, and the entries of a level's
//! states must have its residue. This checks each entry once, sixty at a time, and ranks none.

use std::sync::atomic::{AtomicU64, Ordering};

use super::error::{BuildError, Work};
use super::kernel::{RowGraph, RowLayout};
use super::newest_levels::{NewestLevels, NextLevel, WordPosition, no_items, on_threads};
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
        let first_wrong = AtomicU64::new(u64::MAX);
        let goal = levels.graph.entry_of_goal();
        let goal_is_wrong = payload.get(goal / 4).is_none_or(|byte| byte >> (2 * (goal % 4)) & 3 != 0);
        let wrong = AtomicU64::new(goal_is_wrong.into());
        if goal_is_wrong {
            first_wrong.store(goal as u64, Ordering::Relaxed);
        }
        let mut histogram = vec![1];
        let interrupt = Interrupt::new();
        let advance_all = |parallel| {
            // No board that fits in memory has a state 255 moves away.
            for distance in 1..=u8::MAX {
                let to = NextLevel { distance, parallel, interrupt: &interrupt };
                let residue = distance % 3;
                let recorder = |graph: &RowGraph, at: WordPosition, new: &[u64], _: &[u64], _: &mut [()]| {
                    let layout = &graph.layout;
                    let first = at.footprint as usize * layout.words_per_row + at.start + at.word;
                    for (word, new) in (first..).zip(new).filter(|(_, new)| **new != 0) {
                        let found = new & !entries_with(residue, payload, word, layout);
                        if found != 0 {
                            let word = word as u64 * layout.bits_per_word as u64;
                            let state = word + u64::from(found.trailing_zeros());
                            // Relaxed suffices: the results are read only after all threads have
                            // finished.
                            first_wrong.fetch_min(state, Ordering::Relaxed);
                            wrong.fetch_add(found.count_ones().into(), Ordering::Relaxed);
                        }
                    }
                };
                let reached = levels.advance(&to, &recorder, no_items());
                if reached.states == 0 {
                    break;
                }
                histogram.push(reached.states);
            }
        };
        on_threads(Work::Proof, 0, space.states(), advance_all)?;
        let wrong = wrong.into_inner();
        let first_wrong = (wrong > 0).then(|| StateIndex::new(first_wrong.into_inner()));
        Ok(Self { histogram, wrong, first_wrong })
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
