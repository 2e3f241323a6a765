//! The sets of a level: what it reached first, what was reached before, and the step to the next one.

use bitvec::prelude::{BitVec, Lsb0, bitvec};
use rayon::prelude::*;

use super::layout::RowLayout;
use super::pull::Pull;
use super::step::{Progress, Step, Task};
use crate::space::footprints::{Footprints, Parities};

/// The bits of the rows of one colour, row after row. A footprint has a row for each parity that occurs there.
#[derive(Debug)]
pub(super) struct RowsOfColour {
    /// The states of the newest level that lies in this colour.
    pub(super) frontier: BitVec<u64, Lsb0>,
    /// All states of the levels so far.
    seen: BitVec<u64, Lsb0>,
    /// By row: does the frontier have states there?
    pub(super) is_live: Vec<bool>,
    /// By row: has every state been seen?
    is_complete: Vec<bool>,
}

/// The search, between two levels.
#[derive(Debug)]
pub(super) struct Frontier {
    footprints: Footprints,
    layout: RowLayout,
    /// The words that a task works on at a time in a row that it has for itself.
    chunk_words: usize,
    /// By footprint: the place of its first row among the rows of its colour.
    first_rows: Vec<u32>,
    /// By the rotation's places, `from * places + to`: the operation; none for rotations that no slide has.
    pulls: Vec<Option<Pull>>,
    colours: [RowsOfColour; 2],
}

impl Frontier {
    /// Before the first level: nothing reached.
    pub(super) fn new(footprints: Footprints) -> Self {
        let layout = RowLayout::new(footprints.places);
        let planes = planes(&footprints.parities);
        let mut rows = [0_u32; 2];
        let mut first_rows = vec![0; footprints.count()];
        for group in &footprints.groups {
            for footprint in group.footprints.clone() {
                first_rows[footprint as usize] = rows[group.colour];
                rows[group.colour] += planes;
            }
        }
        let pulls = compile(&layout, &footprints);
        let chunk_words = match footprints.parities {
            Parities::One(_) => chunk_in_words(&layout, &footprints),
            Parities::Both => layout.words_per_row,
        };
        let colours = rows.map(|rows| RowsOfColour::new(rows as usize, layout.words_per_row));
        Self { footprints, layout, chunk_words, first_rows, pulls, colours }
    }

    /// Puts the goal in: the first level. Its arrangement has rank 0.
    pub(super) fn start(&mut self, entries: &mut [u8]) {
        let goal = self.footprints.goal;
        let row = self.first_rows[goal as usize] as usize;
        let rows = &mut self.colours[0];
        let bit = row * self.layout.words_per_row * u64::BITS as usize;
        rows.frontier.set(bit, true);
        rows.seen.set(bit, true);
        rows.is_live[row] = true;
        let group = self.footprints.groups.iter().position(|group| group.footprints.contains(&goal));
        entries[group.unwrap_or(0) * self.entries_per_group()] = 0;
    }

    /// Goes to the next level, which lies in rows of this colour, and writes its distance into the entries that it
    /// reaches first.
    pub(super) fn advance(
        &mut self,
        colour: usize,
        distance: u8,
        entries: &mut [u8],
        parallel: bool,
    ) -> Progress {
        let entries_per_group = self.entries_per_group();
        let Self { footprints, layout, chunk_words, first_rows, pulls, colours } = self;
        let [even, odd] = colours;
        let (source, target) = if colour == 0 { (odd, even) } else { (even, odd) };
        let tasks =
            cut_into_tasks(footprints, layout, *chunk_words, colour, target, entries, entries_per_group);
        let step = Step { footprints, layout, first_rows, pulls, source, distance };
        let done: Vec<Progress> = if parallel {
            tasks.into_par_iter().map_init(Vec::new, |scratch, task| step.run(task, scratch)).collect()
        } else {
            let mut scratch = Vec::new();
            tasks.into_iter().map(|task| step.run(task, &mut scratch)).collect()
        };
        target.note(&done);
        done.into_iter().fold(Progress::default(), Progress::and)
    }

    /// The words of the newest level, which lies in the rows of this colour.
    pub(super) fn newest(&self, colour: usize) -> &[u64] {
        self.colours[colour].frontier.as_raw_slice()
    }

    /// The same, to be filled.
    pub(super) fn newest_mut(&mut self, colour: usize) -> &mut [u64] {
        self.colours[colour].frontier.as_raw_mut_slice()
    }

    /// The words of all states reached so far in the rows of a colour.
    pub(super) fn seen(&self, colour: usize) -> &[u64] {
        self.colours[colour].seen.as_raw_slice()
    }

    /// The same, to be filled.
    pub(super) fn seen_mut(&mut self, colour: usize) -> &mut [u64] {
        self.colours[colour].seen.as_raw_mut_slice()
    }

    /// Takes down which rows are live and complete after the sets were filled. The other colour's frontier is cleared
    /// before it is read, so it may be anything. False if the sets can't be those of a search: bits that stand for no
    /// arrangement, a newest level that was not seen, or none.
    pub(super) fn note_rows_of_filled_sets(&mut self, newest_colour: usize) -> bool {
        let full = self.layout.full_word();
        let words_per_row = self.layout.words_per_row;
        let newest = &self.colours[newest_colour];
        let mut words = newest.frontier.as_raw_slice().iter().zip(newest.seen.as_raw_slice());
        let was_seen = words.all(|(newest, seen)| newest & !seen == 0);
        let mut seen = self.colours.iter().flat_map(|rows| rows.seen.as_raw_slice());
        let is_arrangement = seen.all(|seen| seen & !full == 0);
        for rows in &mut self.colours {
            for (row, words) in rows.seen.as_raw_slice().chunks_exact(words_per_row).enumerate() {
                rows.is_complete[row] = words.iter().all(|seen| *seen == full);
            }
            for (row, words) in rows.frontier.as_raw_slice().chunks_exact(words_per_row).enumerate() {
                rows.is_live[row] = words.iter().any(|newest| *newest != 0);
            }
        }
        was_seen && is_arrangement && self.colours[newest_colour].is_live.contains(&true)
    }

    fn entries_per_group(&self) -> usize {
        let per_row = self.layout.words_per_row * self.layout.bits_per_word;
        match (&self.footprints.parities, self.footprints.places) {
            (Parities::One(_), _) | (Parities::Both, 1) => per_row,
            (Parities::Both, _) => 2 * per_row,
        }
    }
}

impl RowsOfColour {
    fn new(rows: usize, words_per_row: usize) -> Self {
        let bits = rows * words_per_row * u64::BITS as usize;
        Self {
            frontier: bitvec![u64, Lsb0; 0; bits],
            seen: bitvec![u64, Lsb0; 0; bits],
            is_live: vec![false; rows],
            is_complete: vec![false; rows],
        }
    }

    /// Takes down which rows a level has reached, and which are complete now. Tasks are in the order of the rows; a
    /// row that was cut into chunks is live if one is, and complete if all are.
    fn note(&mut self, done: &[Progress]) {
        self.is_live.fill(false);
        self.is_complete.fill(true);
        for progress in done {
            for nth in 0..progress.rows {
                let row = progress.first_row + nth;
                self.is_live[row] |= progress.live >> nth & 1 == 1;
                self.is_complete[row] &= progress.complete >> nth & 1 == 1;
            }
        }
    }
}

const fn planes(parities: &Parities) -> u32 {
    match parities {
        Parities::One(_) => 1,
        Parities::Both => 2,
    }
}

/// The tasks of a level: one for each group of the colour, or, where a group is a single row, for each chunk of it.
fn cut_into_tasks<'a>(
    footprints: &Footprints,
    layout: &RowLayout,
    chunk_words: usize,
    colour: usize,
    target: &'a mut RowsOfColour,
    entries: &'a mut [u8],
    entries_per_group: usize,
) -> Vec<Task<'a>> {
    let planes = planes(&footprints.parities) as usize;
    let (mut frontier, mut seen) = (target.frontier.as_raw_mut_slice(), target.seen.as_raw_mut_slice());
    let is_complete = target.is_complete.as_slice();
    let mut first_row = 0;
    let mut tasks = Vec::new();
    for (group, entries) in footprints.groups.iter().zip(entries.chunks_exact_mut(entries_per_group)) {
        if group.colour != colour {
            continue;
        }
        let rows = group.footprints.len() * planes;
        let chunks = if rows == 1 { layout.words_per_row / chunk_words } else { 1 };
        let words = rows * layout.words_per_row / chunks;
        for (nth, entries) in entries.chunks_mut(entries_per_group / chunks).enumerate() {
            tasks.push(Task {
                footprints: group.footprints.clone(),
                first_row,
                start: nth * words,
                is_complete: &is_complete[first_row..first_row + rows],
                frontier: frontier.split_off_mut(..words).unwrap_or_default(),
                seen: seen.split_off_mut(..words).unwrap_or_default(),
                entries,
            });
        }
        first_row += rows;
    }
    tasks
}

/// The operations of all rotations that occur.
fn compile(layout: &RowLayout, footprints: &Footprints) -> Vec<Option<Pull>> {
    let mut pulls: Vec<Option<Pull>> = (0..layout.places * layout.places).map(|_| None).collect();
    for slide in &footprints.slides {
        let pull = &mut pulls[layout.pull_of(slide.rotation)];
        if pull.is_none() {
            *pull = Some(Pull::new(layout, slide.rotation));
        }
    }
    pulls
}

/// The words of a chunk that holds the blocks of every window.
fn chunk_in_words(layout: &RowLayout, footprints: &Footprints) -> usize {
    let rotations = footprints.slides.iter().map(|slide| slide.rotation);
    layout.chunk_in_words(rotations.filter_map(|rotation| Pull::block_start(layout, rotation)))
}
