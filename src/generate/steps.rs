//! Distances of a full board in a byte for each state with the blank in the board's first column, and a bit for each other.
//!
//! A slide along a row of the board leaves the arrangement alone. So a state and the one with the blank a cell farther left have
//! the same number in their rows, and are neighbours: one of them is closer to the goal, by one move. The bit is a *step*: it is
//! set if the left one is closer. So distances follow from one another cell by cell to the right, beginning with the bytes: one
//! more where the bit is set, and one less where it is not.
//!
//! A state's bit is known when the state is reached. Let that be in level *n*. Its left neighbour is in level *n* - 1 or *n* + 1: no
//! neighbours are farther apart, and every slide changes the colour. So the bit is whether the left neighbour is in level *n* - 1,
//! and that lies whole in the rows of the other colour while level *n* is made. The bits of sixty states are what two words have
//! in common: one of the new level, and the one beside it. No more is looked at, and each rank has both words.

use std::collections::TryReserveError;
use std::ops::Range;

use super::arrays::{Data, Rows};
use super::checkpoint::{Body, CheckpointProblem};
use super::distances::UNSET;
use super::entries::{Entries, Tally};
use super::layout::RowLayout;
use super::notes::{DistanceOfLevel, StepsOfLevel};
use super::row_graph::RowGraph;
use super::sweep::{NextLevel, Reached, Sweep};
use crate::exchange::{Collective, ExchangeError};
use crate::space::Space;
use crate::table::Encoding;

/// The bytes of a word's steps.
const STEP_BYTES: usize = size_of::<u64>();

/// A bit for each state of a word, the lowest first.
type Step = [u8; STEP_BYTES];

/// What a rank has of a full board's distances.
#[derive(Debug)]
#[cfg_attr(test, derive(PartialEq))]
pub(super) struct Steps {
    /// By cell of the blank, in words: a byte for each state in the first column, [`UNSET`] before it is reached; else the
    /// steps, which are 0 before.
    cells: Vec<Vec<u8>>,
    /// By cell: where the row of the cell to the left begins in the levels' sets; none in the first column.
    beside: Vec<Option<usize>>,
    entries_per_word: usize,
}

impl Steps {
    /// The entries of a word.
    pub(super) const fn entries_per_word(&self) -> usize {
        self.entries_per_word
    }

    /// The words of a cell that this rank has.
    pub(super) fn words(&self) -> usize {
        self.cells.first().map_or(0, Vec::len) / self.entries_per_word
    }

    /// Adds the distances of some of a cell's words.
    pub(super) fn append(&self, cell: usize, words: Range<usize>, entries: &mut Vec<u8>) {
        let of_first = (0..=cell).rev().find(|cell| self.beside[*cell].is_none()).unwrap_or(0);
        let bytes = words.start * self.entries_per_word..words.end * self.entries_per_word;
        let bytes = &self.cells[of_first][bytes];
        let steps: Vec<&[Step]> =
            self.cells[of_first + 1..=cell].iter().map(|steps| &steps.as_chunks().0[words.clone()]).collect();
        for (nth, word) in bytes.chunks_exact(self.entries_per_word).enumerate() {
            let moved = right_of(word, steps.iter().map(|of_cell| of_cell[nth]));
            entries.extend_from_slice(&moved[..self.entries_per_word]);
        }
    }

    /// The distances of all states, where one rank has them. What they are made from is let go piece by piece.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub(super) fn into_entries(self) -> Result<Vec<u8>, TryReserveError> {
        let (word, row) = (self.entries_per_word, self.words() * self.entries_per_word);
        let mut entries = Vec::new();
        entries.try_reserve_exact(self.cells.len() * row)?;
        for (cell, beside) in self.cells.into_iter().zip(self.beside) {
            if beside.is_none() {
                entries.extend_from_slice(&cell);
                continue;
            }
            for step in cell.as_chunks().0 {
                let left = entries.len() - row;
                let moved = right_of(&entries[left..left + word], std::iter::once(*step));
                entries.extend_from_slice(&moved[..word]);
            }
        }
        Ok(entries)
    }

    /// The bytes that [`into_entries`](Self::into_entries) takes at its end: all entries, and the steps of the last cell.
    pub(super) fn memory_of_entries_in_bytes(space: &Space) -> u64 {
        space.entries() + RowLayout::words_in_a_row(space.shape().tiles()) * STEP_BYTES as u64
    }

    /// By cell the bytes of a word.
    fn bytes_per_word(graph: &RowGraph) -> impl Iterator<Item = usize> {
        graph.rows_beside().map(|beside| beside.map_or(graph.entries_per_word(), |_| STEP_BYTES))
    }
}

/// The distances some cells to the right of a word's, by the steps that lead there; behind them, bytes of no meaning.
#[inline]
fn right_of(word: &[u8], steps: impl Iterator<Item = Step>) -> [u8; 8 * STEP_BYTES] {
    let mut entries = [0; 8 * STEP_BYTES];
    entries[..word.len()].copy_from_slice(word);
    let eights = entries.as_chunks_mut().0;
    let mut sums: [u64; STEP_BYTES] = std::array::from_fn(|nth| u64::from_le_bytes(eights[nth]));
    for step in steps {
        for (sum, eight) in sums.iter_mut().zip(step) {
            *sum = sum.wrapping_add(MORE[usize::from(eight)]);
        }
    }
    eights.iter_mut().zip(sums).for_each(|(eight, sum)| *eight = sum.to_le_bytes());
    entries
}

/// By eight bits, what they add to eight entries that are read as one number: its digits are 1 where a bit is set, and else -1.
/// No entry leaves its digit, as none is below 0 or above 254.
static MORE: [u64; 256] = {
    let mut more = [0_u64; 256];
    let mut steps = 0;
    while steps < 256 {
        let mut bit = 8;
        while bit > 0 {
            bit -= 1;
            let digit = if steps >> bit & 1 == 1 { 1 } else { u64::MAX };
            more[steps] = (more[steps] << 8).wrapping_add(digit);
        }
        steps += 1;
    }
    more
};

impl Entries for Steps {
    const ENCODING: Encoding = Encoding::Byte;

    fn memory_in_bytes(space: &Space) -> u64 {
        let [rows, columns] = space.shape().sides().map(u64::from);
        let places = space.shape().tiles();
        let of_word = RowLayout::bits_in_a_word(places) as u64 + (columns - 1) * STEP_BYTES as u64;
        RowLayout::words_in_a_row(places) * rows * of_word
    }

    fn unset(graph: &RowGraph) -> Result<Self, TryReserveError> {
        let held = graph.words_held();
        let beside: Vec<_> = graph.rows_beside().map(|row| row.map(|row| row * held)).collect();
        let cell = |(bytes, beside): (usize, &Option<usize>)| -> Result<_, TryReserveError> {
            let mut cell = Vec::new();
            cell.try_reserve_exact(held * bytes)?;
            cell.resize(held * bytes, if beside.is_none() { UNSET } else { 0 });
            Ok(cell)
        };
        let cells = Self::bytes_per_word(graph).zip(&beside).map(cell).collect::<Result<_, _>>()?;
        Ok(Self { cells, beside, entries_per_word: graph.entries_per_word() })
    }

    /// The steps of level 0 are all 0: there is no level before.
    fn set_goal(&mut self, graph: &RowGraph) {
        let goal = graph.footprints.goal as usize;
        if self.beside[goal].is_none() {
            self.cells[goal][0] = 0;
        }
    }

    fn advance(
        &mut self,
        sweep: &mut Sweep,
        to: &NextLevel<'_>,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Reached, ExchangeError> {
        let Self { cells, beside, .. } = self;
        let held_from = sweep.graph.shares.own().start;
        let notes = StepsOfLevel { distance: DistanceOfLevel(to.distance), beside, held_from };
        sweep.advance_with(to, &notes, cells.iter_mut().map(Vec::as_mut_slice), exchange)
    }

    fn rows(graph: &RowGraph) -> Vec<Rows> {
        Self::bytes_per_word(graph).map(|bytes_per_word| Rows { rows: 1, bytes_per_word }).collect()
    }

    fn arrays(&self) -> Vec<Data<'_>> {
        self.cells.iter().map(|cell| Data::Bytes(cell)).collect()
    }

    fn read(&mut self, body: &mut Body, at: &mut u64, graph: &RowGraph) -> Result<(), CheckpointProblem> {
        let mut rows = Self::rows(graph).into_iter().zip(&mut self.cells);
        rows.try_for_each(|(rows, cell)| body.read_rows_of_bytes(at, rows, graph, cell))
    }

    /// Each distance is found again. A state with none to its left has one if it is in the newest level, and whether one is
    /// reached at all is to be seen in the levels' sets, if it would be in one of these.
    fn tally(&self, sweep: &Sweep, newest: u8) -> Tally {
        let mut tally = [0; 1 << u8::BITS];
        let mut entries = Vec::new();
        for first in (0..self.words()).step_by(WORDS_TALLIED_AT_ONCE) {
            let words = first..self.words().min(first + WORDS_TALLIED_AT_ONCE);
            for (cell, group) in sweep.graph.footprints.groups.iter().enumerate() {
                if self.beside[cell].is_none() {
                    entries.clear();
                    self.append(cell, words.clone(), &mut entries);
                } else {
                    let row = sweep.graph.first_row(group.footprints.start) * self.words();
                    let levels = &sweep.words(group.colour)[row..][words.clone()];
                    let steps = self.cells[cell].as_chunks().0[words.clone()].iter();
                    let words = entries.chunks_exact_mut(self.entries_per_word).zip(steps).zip(levels);
                    words.for_each(|((entries, step), level)| {
                        let step = u64::from_le_bytes(*step);
                        step_right_before_the_end(entries, step, *level, newest);
                    });
                }
                entries.iter().for_each(|entry| tally[usize::from(*entry)] += 1);
            }
        }
        tally
    }
}

const WORDS_TALLIED_AT_ONCE: usize = 1 << 14;

/// Makes the entries of a word those of the cell to the right, while there are states that are not reached; `level` has those of
/// the newest two levels that lie there.
fn step_right_before_the_end(entries: &mut [u8], step: u64, level: u64, newest: u8) {
    for (bit, entry) in entries.iter_mut().enumerate() {
        let distance = match (*entry, step >> bit & 1) {
            (UNSET, _) => newest,
            (left, 1) => left + 1,
            (left, _) => left.wrapping_sub(1),
        };
        let is_new = distance.wrapping_add(1) >= newest;
        *entry = if is_new && level >> bit & 1 == 0 { UNSET } else { distance };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::exchange::Alone;
    use crate::generate::memory::Memory;
    use crate::generate::state::State;
    use crate::interrupt::Interrupt;
    use crate::space::Pattern;

    impl Steps {
        /// What there is of a cell, to be made wrong.
        pub(in crate::generate) fn cell_mut(&mut self, cell: usize) -> &mut [u8] {
            &mut self.cells[cell]
        }
    }

    /// Shapes with rows of every length, words of every size, and one word in a row or many.
    const SHAPES: [(usize, usize); 8] = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2)];

    fn space(goal: &Goal) -> Space {
        Space::new(goal, &Pattern::full(goal.shape())).unwrap()
    }

    /// The slow twin has a byte for each state. From every cell of the blank, and level by level: what was counted is what the
    /// twin has counted.
    #[test]
    fn distances_are_those_of_bytes() {
        for (rows, columns) in SHAPES {
            let shape = Shape::new(rows, columns).unwrap();
            let is_small = shape.cells() < 10;
            for blank in shape.all_cells().take(if is_small { 9 } else { 1 }) {
                let goal = Goal::in_order_with_blank_at(shape, blank);
                let space = space(&goal);
                let mut state = State::<Steps>::at_the_goal(&space, &Alone).unwrap();
                let mut bytes = State::<Vec<u8>>::at_the_goal(&space, &Alone).unwrap();
                loop {
                    let newest = state.distance();
                    if is_small || newest.is_multiple_of(10) {
                        let found = state.entries.tally(&state.sweep, newest);
                        assert_eq!(found, bytes.entries.tally(&bytes.sweep, newest), "{goal:?}, {newest}");
                    }
                    let goes_on = bytes.advance(false, &Interrupt::new(), &mut Alone).unwrap();
                    assert_eq!(state.advance(false, &Interrupt::new(), &mut Alone).unwrap(), goes_on);
                    if !goes_on {
                        break;
                    }
                }
                assert_eq!(state.histogram, bytes.histogram);
                let mut entries = Vec::new();
                let (words, half) = (state.entries.words(), state.entries.words() / 2);
                for cell in 0..shape.cells() {
                    state.entries.append(cell, 0..half, &mut entries);
                    state.entries.append(cell, half..words, &mut entries);
                }
                assert!(entries == bytes.entries, "{goal:?}");
                assert!(state.entries.into_entries().unwrap() == bytes.entries, "{goal:?}");
            }
        }
    }

    #[test]
    fn eight_entries_are_moved_as_each_alone() {
        let mut random = fastrand::Rng::with_seed(11);
        for len in 1..=60 {
            let word: Vec<u8> = (0..len).map(|_| random.u8(4..=250)).collect();
            let steps: [Step; 4] = std::array::from_fn(|_| random.u64(..).to_le_bytes());
            let moved = right_of(&word, steps.into_iter());
            for (nth, entry) in word.iter().enumerate() {
                let ups = steps.iter().filter(|step| step[nth / 8] >> (nth % 8) & 1 == 1).count() as u8;
                assert_eq!(moved[nth], entry + ups - (4 - ups));
            }
        }
    }

    /// What is said beforehand is what is asked of the system, but for the operations of slides.
    #[test]
    fn the_memory_is_as_long_as_was_said() {
        for (rows, columns) in SHAPES {
            let space = space(&Goal::snail(Shape::new(rows, columns).unwrap()));
            let state = State::<Steps>::at_the_goal(&space, &Alone).unwrap();
            let entries: usize = state.entries.cells.iter().map(Vec::capacity).sum();
            let levels: usize = [0, 1].into_iter().map(|colour| size_of_val(state.sweep.words(colour))).sum();
            let parities = state.sweep.graph.layout.prefix_is_odd.len();
            assert_eq!((entries + levels + parities) as u64, Memory::of::<Steps>(&space).alone());
            assert_eq!(entries as u64, Steps::memory_in_bytes(&space));
        }
    }
}
