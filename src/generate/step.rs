//! The work of one level on one group of footprints.

use super::pull::Chunk;
use super::row_graph::RowGraph;
use super::rows::{Progress, RowsOfColour, Task};
use crate::space::footprints::Parities;
use crate::space::rotation::Rotation;

/// What all tasks of a level share.
pub(super) struct Step<'a> {
    pub(super) graph: &'a RowGraph,
    /// The rows that the level before lies in.
    pub(super) source: &'a RowsOfColour,
    pub(super) distance: u8,
}

/// The row that a slide comes from.
#[derive(Clone, Copy)]
struct Source {
    /// Its place among the rows of its colour.
    row: usize,
    /// Are the arrangements there the odd ones?
    is_odd: bool,
}

/// A row of a task, or the chunk of it that the task has.
struct Target<'a> {
    place: Place,
    frontier: &'a mut [u64],
    seen: &'a mut [u64],
}

/// Where the words of a task's row lie.
#[derive(Clone, Copy)]
struct Place {
    /// Which of a footprint's rows: 1 is that of the odd arrangements, where both parities occur.
    plane: usize,
    /// The task's first word within its row.
    start: usize,
}

impl Step<'_> {
    /// Pulls the next level into the rows of a group.
    pub(super) fn run(&self, mut task: Task<'_>, scratch: &mut Vec<u64>) -> Progress {
        let rows = task.is_complete.len();
        let words = task.frontier.len() / rows;
        let start = task.start;
        task.frontier.fill(0);
        let mut rows_of_group = task.frontier.chunks_exact_mut(words).zip(task.is_complete);
        for footprint in task.footprints.clone() {
            let slides = self.graph.footprints.slides_into(footprint);
            match &self.graph.footprints.parities {
                Parities::One(odd) => {
                    let Some((target, false)) = rows_of_group.next() else { continue };
                    for slide in slides {
                        let row = self.graph.first_row(slide.from);
                        let source = Source { row, is_odd: odd[slide.from as usize] };
                        self.pull(slide.rotation, source, target, start, scratch);
                    }
                }
                Parities::Both => {
                    for is_odd in [false, true] {
                        let Some((target, false)) = rows_of_group.next() else { continue };
                        for slide in slides {
                            let is_odd = is_odd ^ slide.rotation.is_odd();
                            let row = self.graph.first_row(slide.from) + usize::from(is_odd);
                            self.pull(slide.rotation, Source { row, is_odd }, target, start, scratch);
                        }
                    }
                }
            }
        }
        self.keep_what_is_new(&mut task, words, scratch)
    }

    /// Adds to a row, from the word `start` on, what a slide brings from its source's row.
    fn pull(&self, rotation: Rotation, from: Source, into: &mut [u64], start: usize, scratch: &mut Vec<u64>) {
        if !self.source.is_live[from.row] {
            return;
        }
        let words_per_row = self.graph.layout.words_per_row;
        let source = &self.source.frontier.words()[from.row * words_per_row..][..words_per_row];
        if let Some(pull) = self.graph.pull(rotation) {
            let layout = &self.graph.layout;
            pull.run(source, into, &mut Chunk { layout, start, source_is_odd: from.is_odd, scratch });
        }
    }

    /// Takes out of the frontier what was seen before, and notes the distance of entries that are reached first.
    fn keep_what_is_new(&self, task: &mut Task<'_>, words: usize, scratch: &mut Vec<u64>) -> Progress {
        let rows = task.is_complete.len();
        let planes = self.graph.planes();
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
                let target = Target { place, frontier, seen };
                let done = self.keep_what_is_new_in_row(target, scratch, task.entries);
                progress.entries += done.entries;
                progress.states += done.states;
                progress.live |= done.live << row;
                progress.complete |= done.complete << row;
            }
        }
        progress
    }

    /// The same for one row of a group. `known` are the states of the whole group that have their distance.
    fn keep_what_is_new_in_row(&self, target: Target<'_>, known: &mut [u64], entries: &mut [u8]) -> Progress {
        let Target { place, frontier, seen } = target;
        let full = self.graph.layout.full_word();
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
        let Place { plane, start } = place;
        let layout = &self.graph.layout;
        let bits_per_word = layout.bits_per_word;
        if self.graph.footprints.parities != Parities::Both || layout.places == 1 {
            let entries = &mut entries[word * bits_per_word..][..bits_per_word];
            while bits != 0 {
                entries[bits.trailing_zeros() as usize] = self.distance;
                bits &= bits - 1;
            }
            return;
        }
        let entries = &mut entries[word * 2 * bits_per_word..][..2 * bits_per_word];
        let odd_tails = layout.tails_with_odd_sum;
        let odd_prefix = (plane == 1) ^ layout.prefix_is_odd[start + word];
        let last_digits = if odd_prefix { !odd_tails } else { odd_tails };
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            entries[2 * bit + (last_digits >> bit & 1) as usize] = self.distance;
            bits &= bits - 1;
        }
    }
}
