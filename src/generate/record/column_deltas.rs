//! Column deltas: a full board's distances, stored as one value per state with the blank in the
//! first column and one bit per other state.
//!
//! A slide along a row of the board leaves the arrangement alone. So a state and its *left
//! neighbor*, with the blank one cell farther left, have the same number in their rows, and their
//! distances differ by one. The *delta* bit is set if the left neighbor is closer to the goal.
//! Starting from the first column, distances follow cell by cell to the right: plus one where the
//! bit is set, minus one where it is not. The first column holds a byte per distance, or its
//! residue modulo 3 in two bits, as the table needs it ([`DistanceWord`]).
//!
//! The bit is known as soon as the state is reached. If the state is in level *n*, its left
//! neighbor is in level *n* - 1 or *n* + 1: neighbors differ by at most one, and every slide
//! changes the color. So the bit tells whether the left neighbor is in level *n* - 1. That level
//! is complete in the rows of the other color while level *n* is computed. The bits of sixty
//! states are therefore the AND of two words: one of the new level, and the word at the same place
//! in the left cell's row. Each process holds both.

use std::borrow::Cow;
use std::collections::TryReserveError;
use std::marker::PhantomData;
use std::ops::Range;

use super::byte_word::ByteWord;
use super::distance_word::{DELTA_BYTES, DistanceWord, put};
use super::entries::Entries;
use crate::generate::kernel::{ArrayLayout, RowGraph, RowLayout};
use crate::generate::newest_levels::{NewStates, NewestLevels, Recorder, WordPosition, color_of};
use crate::space::Space;
use crate::table::{BodyChunks, Encoding, PAGE_BYTES};

/// A process's part of a full board's distances.
#[derive(Debug)]
#[cfg_attr(test, derive(PartialEq))]
pub(in crate::generate) struct ColumnDeltas<W> {
    /// Words of each of the blank's cells: distances in the first column, deltas elsewhere. The
    /// deltas of unreached states are 0.
    cells: Vec<Vec<u8>>,
    /// Offset in the levels' sets of the row of the cell to the left, for each cell; `None` in the
    /// first column.
    beside: Vec<Option<usize>>,
    entries_per_word: usize,
    words_per_row: usize,
    /// First word of each row that this process holds.
    first_word: usize,
    first_column: PhantomData<W>,
}

impl<W: DistanceWord> ColumnDeltas<W> {
    /// Returns the number of words that this process holds of each cell.
    fn words(&self) -> usize {
        self.cells.first().map_or(0, Vec::len) / W::bytes(self.entries_per_word)
    }

    /// Whether this process holds the entries of all words.
    fn is_whole(&self) -> bool {
        self.words() == self.words_per_row
    }

    /// Returns the index of the first entry of a word that this process holds, of a cell.
    fn index_of(&self, cell: usize, word: usize) -> u64 {
        (cell * self.words_per_row + self.first_word + word) as u64 * self.entries_per_word as u64
    }

    /// Appends the distances of these words of a cell to `codes`.
    fn append(&self, cell: usize, words: Range<usize>, codes: &mut Vec<u8>) {
        let of_first = (0..=cell).rev().find(|cell| self.beside[*cell].is_none()).unwrap_or(0);
        let deltas: Vec<&[[u8; DELTA_BYTES]]> =
            (of_first + 1..=cell).map(|cell| &self.deltas(cell)[words.clone()]).collect();
        for (nth, mut word) in self.first_words(of_first, words).enumerate() {
            deltas.iter().for_each(|of_cell| word.move_right(of_cell[nth]));
            word.append(self.entries_per_word, codes);
        }
    }

    /// Returns some words of a cell in the first column.
    fn first_words(&self, cell: usize, words: Range<usize>) -> impl Iterator<Item = W> {
        let bytes = W::bytes(self.entries_per_word);
        self.cells[cell][words.start * bytes..words.end * bytes].chunks_exact(bytes).map(W::read)
    }

    /// Returns the deltas of a cell outside the first column.
    fn deltas(&self, cell: usize) -> &[[u8; DELTA_BYTES]] {
        self.cells[cell].as_chunks().0
    }

    /// Moves `words` (with their masks of reached states) one cell to the right while some states
    /// are unreached.
    ///
    /// Which states here are reached? (1) Those whose left neighbor was reached before the newest
    /// level *n*: the blank's step takes at most one level. (2) Those in level *n* or *n* - 1 of
    /// this cell, which the level sets hold. (3) Those whose delta is set: only reached states have
    /// one.
    fn move_right_mid_build(
        &self,
        cell: usize,
        some: Range<usize>,
        words: &mut [(W, u64)],
        levels: &NewestLevels,
        newest: u8,
    ) {
        let blocks = &levels.graph.footprints.blocks;
        let level = |cell: usize| {
            let row = levels.graph.first_row(blocks[cell].footprints.start) * self.words();
            &levels.words(blocks[cell].color)[row..][some.clone()]
        };
        let is_left_newest = blocks[cell].color != color_of(newest);
        let levels = level(cell - 1).iter().zip(level(cell));
        let deltas = &self.deltas(cell)[some.clone()];
        for (((word, reached), deltas), (left, level)) in words.iter_mut().zip(deltas).zip(levels) {
            let newest_left = if is_left_newest { *left } else { 0 };
            // Only reached states have their delta set.
            let now = *reached & !newest_left | level | u64::from_le_bytes(*deltas);
            word.move_right(*deltas);
            word.set(now & !*reached, Some(newest));
            word.set(!now, None);
            *reached = now;
        }
    }

    /// Returns the bytes of a word, for each cell.
    fn bytes_per_word(graph: &RowGraph) -> impl Iterator<Item = usize> {
        let of_first = W::bytes(graph.entries_per_word());
        graph.rows_to_the_left().map(move |beside| beside.map_or(of_first, |_| DELTA_BYTES))
    }
}

impl ColumnDeltas<ByteWord> {
    /// Returns the distances of all states, if one process holds them all. Frees the deltas of each
    /// cell as soon as they are used.
    ///
    /// # Errors
    /// If memory runs out.
    pub(in crate::generate) fn into_entries(self) -> Result<Vec<u8>, TryReserveError> {
        let (word, row) = (self.entries_per_word, self.words() * self.entries_per_word);
        let mut entries = Vec::new();
        entries.try_reserve_exact(self.cells.len() * row)?;
        for (cell, beside) in self.cells.into_iter().zip(self.beside) {
            if beside.is_none() {
                entries.extend_from_slice(&cell);
                continue;
            }
            for deltas in cell.as_chunks().0 {
                let left = entries.len() - row;
                let mut moved = ByteWord::read(&entries[left..left + word]);
                moved.move_right(*deltas);
                moved.append(word, &mut entries);
            }
        }
        Ok(entries)
    }

    /// Returns the peak bytes of [`into_entries`](Self::into_entries): all entries, and the deltas
    /// of the last cell.
    pub(in crate::generate) fn memory_of_entries_in_bytes(space: &Space) -> u64 {
        space.entries() + RowLayout::words_in_a_row(space.shape().tiles()) * DELTA_BYTES as u64
    }
}

impl<W: DistanceWord> Entries for ColumnDeltas<W> {
    const ENCODING: Encoding = W::ENCODING;
    const KINDS: u8 = W::KINDS;

    fn memory_in_bytes(space: &Space) -> u64 {
        let [rows, columns] = space.shape().sides().map(u64::from);
        let places = space.shape().tiles();
        let of_first = W::bytes(RowLayout::bits_in_a_word(places)) as u64;
        RowLayout::words_in_a_row(places) * rows * (of_first + (columns - 1) * DELTA_BYTES as u64)
    }

    fn unset(graph: &RowGraph) -> Result<Self, TryReserveError> {
        let held = graph.words_held();
        let beside: Vec<_> = graph.rows_to_the_left().map(|row| row.map(|row| row * held)).collect();
        let cell = |(bytes, beside): (usize, &Option<usize>)| -> Result<_, TryReserveError> {
            let mut cell = Vec::new();
            cell.try_reserve_exact(held * bytes)?;
            cell.resize(held * bytes, if beside.is_none() { W::UNREACHED } else { 0 });
            Ok(cell)
        };
        let cells = Self::bytes_per_word(graph).zip(&beside).map(cell).collect::<Result<_, _>>()?;
        Ok(Self {
            cells,
            beside,
            entries_per_word: graph.entries_per_word(),
            words_per_row: graph.layout.words_per_row,
            first_word: graph.owners.own().start,
            first_column: PhantomData,
        })
    }

    /// The deltas of level 0 stay 0: no state is closer to the goal.
    fn set_goal(&mut self, graph: &RowGraph) {
        let footprint = graph.footprints.goal;
        if self.beside[footprint as usize].is_none() {
            let goal = WordPosition { footprint, plane: 0, start: 0, word: 0 };
            W::record(0, graph, goal, &[1], &mut self.cells[footprint as usize]);
        }
    }

    fn recording(&mut self, distance: u8) -> (impl Recorder<u8>, impl Iterator<Item = &mut [u8]>) {
        let Self { cells, beside, first_word, .. } = self;
        let (beside, held_from) = (&*beside, *first_word);
        let recorder = move |graph: &RowGraph, new: NewStates<'_>, items: &mut [u8]| {
            let NewStates { at, states, level_before } = new;
            let Some(beside) = beside[at.footprint as usize] else {
                return W::record(distance, graph, at, states, items);
            };
            // The left neighbor is closer to the goal if it is in the previous level.
            let left = &level_before[beside + at.start - held_from + at.word..];
            let deltas = &mut items.as_chunks_mut().0[at.word..];
            let words = deltas.iter_mut().zip(states).zip(left);
            words.for_each(|((deltas, states), left)| put(deltas, states & left));
        };
        (recorder, cells.iter_mut().map(Vec::as_mut_slice))
    }

    fn layouts(graph: &RowGraph) -> Vec<ArrayLayout> {
        Self::bytes_per_word(graph).map(|bytes_per_word| ArrayLayout { rows: 1, bytes_per_word }).collect()
    }

    fn arrays(&self) -> Vec<&[u8]> {
        self.cells.iter().map(Vec::as_slice).collect()
    }

    fn arrays_mut(&mut self) -> Vec<&mut [u8]> {
        self.cells.iter_mut().map(Vec::as_mut_slice).collect()
    }

    /// Recomputes each distance, cell by cell to the right.
    fn tally(&self, levels: &NewestLevels, newest: u8) -> [u64; 256] {
        let mut tally = [0; 256];
        let mut words: Vec<(W, u64)> = Vec::new();
        for from in (0..self.words()).step_by(WORDS_PER_TALLY) {
            let some = from..self.words().min(from + WORDS_PER_TALLY);
            for (cell, beside) in self.beside.iter().enumerate() {
                if beside.is_none() {
                    words.clear();
                    words.extend(self.first_words(cell, some.clone()).map(|word| (word, word.reached())));
                } else {
                    self.move_right_mid_build(cell, some.clone(), &mut words, levels, newest);
                }
                words.iter().for_each(|(word, _)| word.count(&mut tally));
            }
        }
        tally
    }
}

const WORDS_PER_TALLY: usize = 1 << 14;

impl<W: DistanceWord> BodyChunks for ColumnDeltas<W> {
    fn count(&self) -> usize {
        if self.is_whole() {
            (self.cells.len() * self.words()).div_ceil(Self::words_per_chunk())
        } else {
            self.cells.len() * self.words().div_ceil(Self::words_per_chunk())
        }
    }

    fn chunk(&self, number: usize) -> (u64, Cow<'_, [u8]>) {
        let of_chunk = Self::words_per_chunk();
        let (first, codes) = if self.is_whole() {
            let words = number * of_chunk..(number + 1) * of_chunk;
            ((words.start * self.entries_per_word) as u64, self.codes_across_cells(words))
        } else {
            let per_cell = self.words().div_ceil(of_chunk);
            let (cell, start) = (number / per_cell, number % per_cell * of_chunk);
            let mut codes = Vec::new();
            self.append(cell, start..self.words().min(start + of_chunk), &mut codes);
            (self.index_of(cell, start), codes)
        };
        (W::ENCODING.payload_len(first), W::payload(self.entries_per_word, codes).into())
    }
}

impl<W: DistanceWord> ColumnDeltas<W> {
    /// Returns the number of words in a chunk: at 60 entries each, they fill fifteen checksum
    /// pages.
    const fn words_per_chunk() -> usize {
        PAGE_BYTES as usize / 4 * W::ENCODING.entries_per_byte()
    }

    /// Returns the codes of some words, counted over all cells.
    fn codes_across_cells(&self, mut words: Range<usize>) -> Vec<u8> {
        let row = self.words();
        let mut codes = Vec::with_capacity(Self::words_per_chunk() * W::bytes(self.entries_per_word));
        for cell in 0..self.cells.len() {
            let of_cell = cell * row;
            if (of_cell..of_cell + row).contains(&words.start) && !words.is_empty() {
                let end = words.end.min(of_cell + row);
                self.append(cell, words.start - of_cell..end - of_cell, &mut codes);
                words.start = end;
            }
        }
        codes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::exchange::Alone;
    use crate::generate::memory::Memory;
    use crate::generate::record::{ByteEntries, ResidueWord};
    use crate::generate::state::BuildState;
    use crate::interrupt::Interrupt;
    use crate::space::Pattern;

    impl<W> ColumnDeltas<W> {
        /// Returns a cell's bytes, for tests that corrupt them.
        pub(in crate::generate) fn cell_mut(&mut self, cell: usize) -> &mut [u8] {
            &mut self.cells[cell]
        }
    }

    /// Shapes with rows of every length, words of every size, and one or many words per row.
    const SHAPES: [(usize, usize); 8] = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2)];

    fn space(goal: &Goal) -> Space {
        Space::new(goal, &Pattern::full(goal.shape())).unwrap()
    }

    /// The reference is one byte per state. For every cell of the blank, the counts of each level
    /// agree with it.
    #[test]
    fn distances_match_bytes() {
        for (rows, columns) in SHAPES {
            let shape = Shape::new(rows, columns).unwrap();
            for blank in shape.all_cells().take(if shape.cells() < 10 { 9 } else { 1 }) {
                let goal = Goal::in_order_with_blank_at(shape, blank);
                let (deltas, bytes) = beside_bytes::<ByteWord>(&goal, Encoding::Byte);
                assert!(deltas.into_entries().unwrap() == bytes, "{goal:?}");
                beside_bytes::<ResidueWord>(&goal, Encoding::Mod3);
            }
        }
    }

    /// Builds with deltas and with bytes, and compares the results.
    fn beside_bytes<W: DistanceWord>(goal: &Goal, encoding: Encoding) -> (ColumnDeltas<W>, Vec<u8>) {
        let space = space(goal);
        let mut state = BuildState::<ColumnDeltas<W>>::at_goal(&space, &Alone).unwrap();
        let mut bytes = BuildState::<ByteEntries>::at_goal(&space, &Alone).unwrap();
        loop {
            let newest = state.distance();
            if space.entries() < 1_000_000 || newest.is_multiple_of(10) {
                let found = state.entries.tally(&state.levels, newest);
                let of_bytes = bytes.entries.tally(&bytes.levels, newest);
                assert!(
                    ColumnDeltas::<W>::are_counted(&found, &of_bytes[..=usize::from(newest)]),
                    "{goal:?}, {newest}"
                );
            }
            let goes_on = bytes.advance(false, &Interrupt::new(), &mut Alone).unwrap();
            assert_eq!(state.advance(false, &Interrupt::new(), &mut Alone).unwrap(), goes_on);
            if !goes_on {
                break;
            }
        }
        assert_eq!(state.histogram, bytes.histogram);
        let mut codes = Vec::new();
        let (words, half) = (state.entries.words(), state.entries.words() / 2);
        for cell in 0..space.shape().cells() {
            state.entries.append(cell, 0..half, &mut codes);
            state.entries.append(cell, half..words, &mut codes);
        }
        let payload = W::payload(state.entries.entries_per_word, codes);
        assert!(payload == *encoding.encode(&space, &bytes.entries.distances).unwrap(), "{goal:?}");
        (state.entries, bytes.entries.distances)
    }

    /// The predicted memory equals the allocated memory, except for the operations of the slides.
    #[test]
    fn predicted_memory_matches_allocation() {
        the_memory_of::<ByteWord>();
        the_memory_of::<ResidueWord>();
    }

    fn the_memory_of<W: DistanceWord>() {
        for (rows, columns) in SHAPES {
            let space = space(&Goal::snail(Shape::new(rows, columns).unwrap()));
            let state = BuildState::<ColumnDeltas<W>>::at_goal(&space, &Alone).unwrap();
            let entries: usize = state.entries.cells.iter().map(Vec::capacity).sum();
            let levels: usize = [0, 1].into_iter().map(|color| size_of_val(state.levels.words(color))).sum();
            let parities = state.levels.graph.layout.prefix_is_odd.len();
            assert_eq!(
                (entries + levels + parities) as u64,
                Memory::of_entries::<ColumnDeltas<W>>(&space).alone()
            );
            assert_eq!(entries as u64, ColumnDeltas::<W>::memory_in_bytes(&space));
        }
    }
}
