//! The sets of a level: what it reached first, what was reached before, and the step to the next one.

use bitvec::prelude::{BitVec, Lsb0, bitvec};
use rayon::prelude::*;

use super::layout::{RowLayout, to_usize};
use super::pull::{Chunk, Pull};
use crate::space::StateSpace;
use crate::space::rotation::Rotation;
use crate::space::rows::{Row, full_board_rows};

/// The bits of the rows of one colour, row after row.
#[derive(Debug)]
struct RowsOfColour {
    /// The states of the newest level that lies in this colour.
    frontier: BitVec<u64, Lsb0>,
    /// All states of the levels so far.
    seen: BitVec<u64, Lsb0>,
    /// By row: does the frontier have states there?
    is_live: Vec<bool>,
}

/// A row and the operations that pull into it.
#[derive(Debug)]
struct PlannedRow {
    colour: usize,
    /// Its place among the rows of its colour.
    place: usize,
    pulls: Vec<PlannedPull>,
}

/// A slide into a row, ready to run.
#[derive(Clone, Copy, Debug)]
struct PlannedPull {
    /// The source's place among the rows of its colour.
    place: usize,
    source_is_odd: bool,
    /// Which of the frontier's pulls.
    pull: usize,
}

/// The search, between two levels.
#[derive(Debug)]
pub(super) struct Frontier {
    layout: RowLayout,
    chunk_words: usize,
    rows: Vec<PlannedRow>,
    pulls: Vec<Pull>,
    colours: [RowsOfColour; 2],
}

/// One chunk of one row: the unit of work. It alone writes these slices.
struct Task<'a> {
    row: usize,
    start: usize,
    frontier: &'a mut [u64],
    seen: &'a mut [u64],
    entries: &'a mut [u8],
}

impl Frontier {
    /// Before the first level: nothing reached.
    pub(super) fn new(space: &StateSpace) -> Self {
        let layout = RowLayout::new(space.shape().tiles());
        let rows = full_board_rows(space);
        let rotations = rows.iter().flat_map(|row| &row.slides).map(|slide| slide.rotation);
        let chunk_words = layout.chunk_in_words(rotations.filter_map(|r| Pull::block_start(&layout, r)));
        let (pulls, rows) = plan(&layout, &rows);
        let colours = [0, 1].map(|colour| {
            let count = rows.iter().filter(|row| row.colour == colour).count();
            let bits = count * layout.words_per_row * u64::BITS as usize;
            RowsOfColour {
                frontier: bitvec![u64, Lsb0; 0; bits],
                seen: bitvec![u64, Lsb0; 0; bits],
                is_live: vec![false; count],
            }
        });
        Self { layout, chunk_words, rows, pulls, colours }
    }

    /// The bytes that a frontier over this space takes.
    pub(super) fn memory_in_bytes(space: &StateSpace) -> u64 {
        let words_per_row = space.states_per_blank_cell().div_ceil(60);
        2 * 8 * words_per_row * space.shape().cells() as u64
    }

    /// Puts the goal in: the first level. Its arrangement has rank 0.
    pub(super) fn start_at(&mut self, row: usize, entries: &mut [u8]) {
        let PlannedRow { colour, place, .. } = self.rows[row];
        let rows = &mut self.colours[colour];
        let bit = place * self.layout.words_per_row * u64::BITS as usize;
        rows.frontier.set(bit, true);
        rows.seen.set(bit, true);
        rows.is_live[place] = true;
        entries[row * self.entries_per_row()] = 0;
    }

    /// Goes to the next level, which lies in rows of this colour, writes its distance into the entries, and
    /// returns how many states it has.
    pub(super) fn advance(&mut self, colour: usize, distance: u8, entries: &mut [u8], parallel: bool) -> u64 {
        let (chunk_words, words_per_row) = (self.chunk_words, self.layout.words_per_row);
        let chunks_per_row = words_per_row / chunk_words;
        let [even, odd] = &mut self.colours;
        let (source, target) = if colour == 0 { (odd, even) } else { (even, odd) };

        let rows = &self.rows;
        let entry_chunks = entries
            .chunks_mut(chunk_words * self.layout.bits_per_word)
            .enumerate()
            .map(|(nth, entries)| (nth / chunks_per_row, nth % chunks_per_row * chunk_words, entries))
            .filter(|(row, _, _)| rows[*row].colour == colour);
        let frontier = target.frontier.as_raw_mut_slice().chunks_mut(chunk_words);
        let seen = target.seen.as_raw_mut_slice().chunks_mut(chunk_words);
        let tasks: Vec<Task<'_>> = entry_chunks
            .zip(frontier.zip(seen))
            .map(|((row, start, entries), (frontier, seen))| Task { row, start, frontier, seen, entries })
            .collect();

        let step = Step { layout: &self.layout, rows, pulls: &self.pulls, source, distance };
        let new: Vec<u64> = if parallel {
            tasks.into_par_iter().map_init(Vec::new, |scratch, task| step.run(task, scratch)).collect()
        } else {
            let mut scratch = Vec::new();
            tasks.into_iter().map(|task| step.run(task, &mut scratch)).collect()
        };
        for (is_live, new) in target.is_live.iter_mut().zip(new.chunks(chunks_per_row)) {
            *is_live = new.iter().any(|count| *count > 0);
        }
        new.iter().sum()
    }

    const fn entries_per_row(&self) -> usize {
        self.layout.words_per_row * self.layout.bits_per_word
    }
}

/// What all tasks of a level share.
struct Step<'a> {
    layout: &'a RowLayout,
    rows: &'a [PlannedRow],
    pulls: &'a [Pull],
    source: &'a RowsOfColour,
    distance: u8,
}

impl Step<'_> {
    /// Pulls the next level into a chunk; returns how many states are new.
    fn run(&self, task: Task<'_>, scratch: &mut Vec<u64>) -> u64 {
        let Task { row, start, frontier, seen, entries } = task;
        frontier.fill(0);
        let words_per_row = self.layout.words_per_row;
        let rows = self.source.frontier.as_raw_slice();
        for planned in &self.rows[row].pulls {
            if self.source.is_live[planned.place] {
                let source = &rows[planned.place * words_per_row..][..words_per_row];
                let source_is_odd = planned.source_is_odd;
                let mut chunk = Chunk { layout: self.layout, start, source_is_odd, scratch };
                self.pulls[planned.pull].run(source, frontier, &mut chunk);
            }
        }
        self.keep_what_is_new(frontier, seen, entries)
    }

    /// Takes out of the frontier what was seen before, and notes the distance of the rest.
    fn keep_what_is_new(&self, frontier: &mut [u64], seen: &mut [u64], entries: &mut [u8]) -> u64 {
        let mut count = 0;
        let entries = entries.chunks_exact_mut(self.layout.bits_per_word);
        for ((word, seen), entries) in frontier.iter_mut().zip(seen).zip(entries) {
            let mut new = *word & !*seen;
            *word = new;
            *seen |= new;
            count += u64::from(new.count_ones());
            while new != 0 {
                entries[new.trailing_zeros() as usize] = self.distance;
                new &= new - 1;
            }
        }
        count
    }
}

/// Compiles the slides: each kind of rotation once, however many rows use it.
fn plan(layout: &RowLayout, rows: &[Row]) -> (Vec<Pull>, Vec<PlannedRow>) {
    let mut rotations: Vec<Rotation> = Vec::new();
    let mut counts = [0; 2];
    let places: Vec<usize> = rows
        .iter()
        .map(|row| {
            counts[row.colour] += 1;
            counts[row.colour] - 1
        })
        .collect();
    let mut planned = Vec::with_capacity(rows.len());
    for (row, &place) in rows.iter().zip(&places) {
        let pulls = row.slides.iter().map(|slide| {
            let known = rotations.iter().position(|rotation| *rotation == slide.rotation);
            let pull = known.unwrap_or_else(|| {
                rotations.push(slide.rotation);
                rotations.len() - 1
            });
            PlannedPull { place: places[slide.from], source_is_odd: rows[slide.from].odd, pull }
        });
        planned.push(PlannedRow { colour: row.colour, place, pulls: pulls.collect() });
    }
    (rotations.into_iter().map(|rotation| Pull::new(layout, rotation)).collect(), planned)
}

/// The number of entries of a space, as a length.
pub(super) fn entries_len(space: &StateSpace) -> usize {
    to_usize(space.states())
}
