//! The work of one level on one group of footprints.

use std::ops::Range;

use super::frontier::RowsOfColour;
use super::layout::RowLayout;
use super::pull::{Chunk, Pull};
use crate::space::footprints::{Footprints, Parities, Slide};

/// The rows of a group, or a chunk of its only row: the unit of work. It alone writes these slices.
pub(super) struct Task<'a> {
    pub(super) footprints: Range<u32>,
    /// The place of the group's first row among the rows of its colour.
    pub(super) first_row: usize,
    /// The first word within the row, where the row was cut.
    pub(super) start: usize,
    /// By row of the group: has everything there been seen?
    pub(super) is_complete: &'a [bool],
    pub(super) frontier: &'a mut [u64],
    pub(super) seen: &'a mut [u64],
    /// The entries that the rows share.
    pub(super) entries: &'a mut [u8],
}

/// What a task has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// Entries set.
    pub(super) entries: u64,
    /// States reached: more than the entries where regions of the blank are told apart.
    pub(super) states: u64,
    pub(super) first_row: usize,
    pub(super) rows: usize,
    /// A bit for each row: does the level have states there? A group has 26 rows at the most: 25 cells have no more
    /// than 13 regions, and each has two.
    pub(super) live: u32,
    /// A bit for each row: has everything been seen?
    pub(super) complete: u32,
}

impl Progress {
    /// The sums of two.
    pub(super) fn and(self, other: Self) -> Self {
        Self { entries: self.entries + other.entries, states: self.states + other.states, ..Self::default() }
    }
}

/// Where the words of a task's row are.
#[derive(Clone, Copy)]
struct Place {
    /// Which of a footprint's rows: 1 is that of the odd arrangements, where both parities occur.
    plane: usize,
    /// The first word within the row.
    start: usize,
}

/// What all tasks of a level share.
pub(super) struct Step<'a> {
    pub(super) footprints: &'a Footprints,
    pub(super) layout: &'a RowLayout,
    pub(super) first_rows: &'a [u32],
    pub(super) pulls: &'a [Option<Pull>],
    pub(super) source: &'a RowsOfColour,
    pub(super) distance: u8,
}

impl Step<'_> {
    /// Pulls the next level into the rows of a group.
    pub(super) fn run(&self, mut task: Task<'_>, scratch: &mut Vec<u64>) -> Progress {
        let rows = task.is_complete.len();
        let words = task.frontier.len() / rows;
        task.frontier.fill(0);
        let mut rows_of_group = task.frontier.chunks_exact_mut(words).zip(task.is_complete);
        for footprint in task.footprints.clone() {
            let slides = self.footprints.slides_into(footprint);
            match &self.footprints.parities {
                Parities::One(odd) => {
                    let Some((row, false)) = rows_of_group.next() else { continue };
                    for slide in slides {
                        self.pull(*slide, 0, odd[slide.from as usize], task.start, row, scratch);
                    }
                }
                Parities::Both => {
                    for is_odd in [false, true] {
                        let Some((row, false)) = rows_of_group.next() else { continue };
                        for slide in slides {
                            let source_is_odd = is_odd ^ slide.rotation.is_odd();
                            self.pull(
                                *slide,
                                usize::from(source_is_odd),
                                source_is_odd,
                                task.start,
                                row,
                                scratch,
                            );
                        }
                    }
                }
            }
        }
        self.keep_what_is_new(&mut task, words, scratch)
    }

    /// Adds to a row what a slide brings from its source's row of a plane.
    fn pull(
        &self,
        slide: Slide,
        plane: usize,
        source_is_odd: bool,
        start: usize,
        target: &mut [u64],
        scratch: &mut Vec<u64>,
    ) {
        let row = self.first_rows[slide.from as usize] as usize + plane;
        if !self.source.is_live[row] {
            return;
        }
        let words_per_row = self.layout.words_per_row;
        let source = &self.source.frontier.as_raw_slice()[row * words_per_row..][..words_per_row];
        if let Some(pull) = &self.pulls[self.layout.pull_of(slide.rotation)] {
            let mut chunk = Chunk { layout: self.layout, start, source_is_odd, scratch };
            pull.run(source, target, &mut chunk);
        }
    }

    /// Takes out of the frontier what was seen before, and notes the distance of entries that are reached first.
    fn keep_what_is_new(&self, task: &mut Task<'_>, words: usize, scratch: &mut Vec<u64>) -> Progress {
        let rows = task.is_complete.len();
        let planes = if self.footprints.parities == Parities::Both { 2 } else { 1 };
        let mut progress = Progress { first_row: task.first_row, rows, ..Progress::default() };
        for plane in 0..planes {
            // What the group's other regions have seen has its distance already.
            scratch.clear();
            scratch.resize(words, 0);
            if rows > planes {
                for seen in task.seen.chunks_exact(words).skip(plane).step_by(planes) {
                    scratch.iter_mut().zip(seen).for_each(|(known, seen)| *known |= seen);
                }
            }
            let rows_of_plane = (plane..rows).step_by(planes);
            let frontier = task.frontier.chunks_exact_mut(words).skip(plane).step_by(planes);
            let seen = task.seen.chunks_exact_mut(words).skip(plane).step_by(planes);
            for (row, (frontier, seen)) in rows_of_plane.zip(frontier.zip(seen)) {
                let place = Place { plane, start: task.start };
                let done = self.keep_what_is_new_in_row(place, frontier, seen, scratch, task.entries);
                progress.entries += done.entries;
                progress.states += done.states;
                progress.live |= done.live << row;
                progress.complete |= done.complete << row;
            }
        }
        progress
    }

    /// The same for one row of a group. `known` are the states of the whole group that have their distance.
    fn keep_what_is_new_in_row(
        &self,
        place: Place,
        frontier: &mut [u64],
        seen: &mut [u64],
        known: &mut [u64],
        entries: &mut [u8],
    ) -> Progress {
        let full = self.layout.full_word();
        let mut progress = Progress { complete: 1, ..Progress::default() };
        for (word, ((frontier, seen), known)) in frontier.iter_mut().zip(seen).zip(known).enumerate() {
            let new = *frontier & !*seen;
            if new != 0 {
                *seen |= new;
                let first = new & !*known;
                *known |= new;
                progress.live = 1;
                progress.states += u64::from(new.count_ones());
                progress.entries += u64::from(first.count_ones());
                self.note_distance(first, place, word, entries);
            }
            *frontier = new;
            progress.complete &= u32::from(*seen == full);
        }
        progress
    }

    /// Writes the distance into the entries of a word's set bits. With both parities, an entry's rank is twice the
    /// bit's number, plus the last free Lehmer digit, which makes the parity that of the plane.
    #[inline]
    fn note_distance(&self, bits: u64, place: Place, word: usize, entries: &mut [u8]) {
        let mut bits = bits;
        let bits_per_word = self.layout.bits_per_word;
        if self.footprints.parities != Parities::Both || self.layout.places == 1 {
            let entries = &mut entries[word * bits_per_word..][..bits_per_word];
            while bits != 0 {
                entries[bits.trailing_zeros() as usize] = self.distance;
                bits &= bits - 1;
            }
            return;
        }
        let entries = &mut entries[word * 2 * bits_per_word..][..2 * bits_per_word];
        let odd_tails = self.layout.tails_with_odd_sum;
        let odd_prefix = (place.plane == 1) ^ self.layout.prefix_is_odd[place.start + word];
        let last_digits = if odd_prefix { !odd_tails } else { odd_tails };
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            entries[2 * bit + (last_digits >> bit & 1) as usize] = self.distance;
            bits &= bits - 1;
        }
    }
}
