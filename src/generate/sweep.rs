//! The newest two levels, and the step from level to level.
//!
//! Slides can be taken back, and each changes the colour of a row. So what is one slide away from level *n* lies in levels
//! *n* - 1 and *n* + 1, and level *n* + 1 is that without level *n* - 1: nothing has to be known of any level before. Level
//! *n* - 1 lies in the rows of one colour, level *n* in those of the other, and the next one is written over level *n* - 1,
//! word by word. That is one bit a state. What else is to become of the states is for [`Notes`] to say.

use std::collections::TryReserveError;
use std::ops::Range;

use rayon::prelude::*;

use super::bits::Bits;
use super::layout::RowLayout;
use super::notes::{Notes, Nothing, Place, no_items};
use super::pull::Chunk;
use super::row_graph::RowGraph;
use crate::interrupt::Interrupt;
use crate::space::footprints::Parities;
use crate::space::{StateIndex, StateSpace};
use crate::threads;

/// The level to go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextLevel<'a> {
    /// How far it is from the goal, in moves.
    pub(super) distance: u8,
    pub(super) parallel: bool,
    pub(super) interrupt: &'a Interrupt,
}

/// What a level has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reached {
    /// The states of the level.
    pub(super) states: u64,
    /// The entries that they are the first to reach, fewer than the states where regions of the blank are told apart.
    pub(super) noted: u64,
}

/// The newest two levels.
#[derive(Debug)]
pub(super) struct Sweep {
    pub(super) graph: RowGraph,
    /// By colour: the states of the newest level there.
    levels: [LevelOfColour; 2],
}

/// The states of a level.
#[derive(Debug)]
pub(super) struct LevelOfColour {
    /// A bit for each state, row after row.
    pub(super) states: Bits,
    /// By chunk of the rows.
    chunks: Vec<ChunkState>,
    /// Which entries were noted, a bit each, where footprints of a group share them: group after group, a row for each parity.
    /// A state may be new, and its entry known from another region of the blank.
    noted: Bits,
}

/// What is known of a chunk's states without looking at them.
#[derive(Clone, Copy, Debug)]
struct ChunkState {
    /// Does the level have states there?
    is_live: bool,
    /// How many were not reached yet. Where none is left nothing has to be pulled.
    unreached: u64,
}

/// The rows of a group, or a chunk of its only row: the unit of work. It alone writes these slices.
pub(super) struct Task<'a, Item> {
    footprints: Range<u32>,
    /// The first word within the row, where the row was cut.
    start: usize,
    words: &'a mut [u64],
    /// By row of the group.
    chunks: &'a mut [ChunkState],
    /// By plane; empty where no footprints share entries.
    noted: &'a mut [u64],
    items: &'a mut [Item],
}

/// Buffers that keep their allocations from task to task.
#[derive(Default)]
pub(super) struct Buffers {
    pub(super) pulled: Vec<u64>,
    rotated: Vec<u64>,
    /// Words that may still be made before the clock is read again.
    words_until_look: usize,
    is_late: bool,
}

impl Buffers {
    /// Words made between two looks at the clock: some 50 µs. A task of a pattern may be a few words, which take as
    /// long as reading the clock.
    const WORDS_BETWEEN_LOOKS: usize = 1 << 12;

    /// Whether to pass over a task of this many words.
    fn are_to_stop(&mut self, interrupt: &Interrupt, words: usize) -> bool {
        if interrupt.is_signalled() {
            return true;
        }
        match self.words_until_look.checked_sub(words) {
            Some(left) => self.words_until_look = left,
            None => {
                self.is_late = interrupt.is_raised();
                self.words_until_look = Self::WORDS_BETWEEN_LOOKS;
            }
        }
        self.is_late
    }
}

impl Sweep {
    /// The bytes that the sets of so many states take, of which a row has all those of so many places: sixty bits of a word
    /// are used. With them goes a byte for each word of a row, its prefix's parity. (What else there is, such as the tables
    /// of the rotations, is some hundred kilobytes.)
    pub(super) fn memory_in_bytes(places: usize, rows: u64) -> u64 {
        RowLayout::words_in_a_row(places) * (8 * rows + 1)
    }

    /// The same of a full board's levels.
    pub(super) fn memory_of_full_board_in_bytes(space: &StateSpace) -> u64 {
        Self::memory_in_bytes(space.shape().tiles(), space.shape().cells() as u64)
    }

    /// Nothing reached, not even the goal. Its [memory](Self::memory_in_bytes) must be such as this machine can address.
    ///
    /// # Errors
    /// If there is not so much.
    pub(super) fn before_the_goal(graph: RowGraph) -> Result<Self, TryReserveError> {
        let level = |colour: usize| -> Result<_, TryReserveError> {
            let words = graph.rows[colour] * graph.words_held();
            let unreached = (graph.chunk_words * graph.layout.bits_per_word) as u64;
            let chunk = ChunkState { is_live: false, unreached };
            let groups = graph.footprints.groups.iter().filter(|group| group.colour == colour).count();
            let noted =
                if graph.footprints.are_shared { groups * graph.planes() * graph.words_held() } else { 0 };
            Ok(LevelOfColour {
                states: Bits::new(words)?,
                chunks: vec![chunk; words / graph.chunk_words.max(1)],
                noted: Bits::new(noted)?,
            })
        };
        let levels = [level(0)?, level(1)?];
        Ok(Self { graph, levels })
    }

    /// Puts the goal in, the first level, if this rank has it, and tells whether it has. Its arrangement has the number 0.
    pub(super) fn start(&mut self) -> bool {
        let Self { graph, levels: [level, _] } = self;
        if !graph.shares.own().contains(&0) {
            return false;
        }
        let word = graph.first_row(graph.footprints.goal) * graph.words_held();
        level.states.set_lowest(word);
        if graph.footprints.are_shared {
            let groups = graph.footprints.groups.iter().filter(|group| group.colour == 0);
            let before =
                groups.take_while(|group| !group.footprints.contains(&graph.footprints.goal)).count();
            level.noted.set_lowest(before * graph.planes() * graph.words_held());
        }
        let chunk = &mut level.chunks[word / graph.chunk_words];
        *chunk = ChunkState { is_live: true, unreached: chunk.unreached - 1 };
        true
    }

    /// Goes to the next level, and has its states noted in the items of the groups, which are cut as their rows are. If it
    /// has none, the level before stays as it is. Once it is interrupted, tasks are passed over.
    pub(super) fn advance<'i, N: Notes<Item: 'i>>(
        &mut self,
        to: &NextLevel<'_>,
        notes: &N,
        items: impl Iterator<Item = &'i mut [N::Item]>,
    ) -> Reached {
        let &NextLevel { distance, parallel, interrupt } = to;
        let colour = colour_of(distance);
        let (graph, source, target) = self.of_colour(colour);
        let tasks = target.tasks(graph, colour, items);
        let step = Step { graph, source, notes };
        let run = |buffers: &mut Buffers, task: Task<'_, N::Item>| {
            if buffers.are_to_stop(interrupt, task.words.len()) {
                return Reached::default();
            }
            step.run(task, buffers, |footprint, plane, within, is_wanted, buffers| {
                is_wanted && step.pull(footprint, plane, within, buffers)
            })
        };
        if parallel && threads::CAN_BE {
            tasks.into_par_iter().map_init(Buffers::default, run).reduce(Reached::default, Reached::and)
        } else {
            let mut buffers = Buffers::default();
            tasks.into_iter().map(|task| run(&mut buffers, task)).fold(Reached::default(), Reached::and)
        }
    }

    /// The rows, the level before the one to go to, whose colour this is, and where that is to be written.
    pub(super) fn of_colour(&mut self, colour: usize) -> (&RowGraph, &LevelOfColour, &mut LevelOfColour) {
        let Self { graph, levels: [even, odd] } = self;
        if colour == 0 { (graph, odd, even) } else { (graph, even, odd) }
    }

    /// Goes to the next level, of which nothing is noted, and returns how many states it has.
    pub(super) fn advance_unnoted(&mut self, to: &NextLevel<'_>) -> u64 {
        self.advance(to, &Nothing, no_items()).states
    }

    /// The words of the newest level that lies in the rows of a colour.
    pub(super) fn words(&self, colour: usize) -> &[u64] {
        self.levels[colour].states.words()
    }

    /// The same, to be filled, and the rows.
    pub(super) fn words_mut(&mut self, colour: usize) -> (&RowGraph, &mut [u64]) {
        (&self.graph, self.levels[colour].states.words_mut())
    }

    /// Which entries were noted in the rows of a colour, where footprints share them.
    pub(super) fn noted(&self, colour: usize) -> &[u64] {
        self.levels[colour].noted.words()
    }

    /// The same, to be filled, and the rows.
    pub(super) fn noted_mut(&mut self, colour: usize) -> (&RowGraph, &mut [u64]) {
        (&self.graph, self.levels[colour].noted.words_mut())
    }

    /// Takes down where there are states after the sets were filled, and returns how many there are by colour. None if there
    /// are bits that stand for no arrangement. (How many were reached before is not known, so no chunk will be taken for
    /// complete: what can be pulled there is in the level before last.)
    pub(super) fn note_what_was_filled(&mut self) -> Option<[u64; 2]> {
        let [even, odd] = self.levels.each_mut().map(|level| level.note_what_was_filled(&self.graph));
        Some([even?, odd?])
    }

    /// Puts other states into the rows of a colour: `fill` is given their words, all 0.
    pub(super) fn refill<R>(&mut self, colour: usize, fill: impl FnOnce(&mut [u64]) -> R) -> R {
        let level = &mut self.levels[colour];
        let words = level.states.words_mut();
        words.fill(0);
        let filled = fill(words);
        level.note_what_was_filled(&self.graph);
        filled
    }

    /// The states of the newest level in the rows of a colour, of a full board. A set that a machine of 32 bits can hold may
    /// have more states than it can address.
    pub(super) fn states(&self, colour: usize) -> impl Iterator<Item = StateIndex> + '_ {
        let RowLayout { bits_per_word, words_per_row, .. } = self.graph.layout;
        let of_colour = self.graph.footprints.groups.iter().filter(move |group| group.colour == colour);
        let rows = of_colour.zip(self.levels[colour].states.words().chunks_exact(words_per_row));
        let words = rows.flat_map(move |(group, words)| {
            (u64::from(group.footprints.start) * words_per_row as u64..).zip(words)
        });
        words.filter(|(_, states)| **states != 0).flat_map(move |(word, states)| {
            let bits = (0..bits_per_word as u64).filter(move |bit| states >> bit & 1 == 1);
            bits.map(move |bit| StateIndex::new(word * bits_per_word as u64 + bit))
        })
    }
}

impl Reached {
    /// The sums of two.
    pub(super) const fn and(self, other: Self) -> Self {
        Self { states: self.states + other.states, noted: self.noted + other.noted }
    }
}

impl LevelOfColour {
    /// The tasks of a level that lies in these rows, whose colour this is, with the items of each group.
    pub(super) fn tasks<'a, 'i: 'a, Item: 'i>(
        &'a mut self,
        graph: &RowGraph,
        colour: usize,
        items: impl Iterator<Item = &'i mut [Item]>,
    ) -> Vec<Task<'a, Item>> {
        let (mut words, mut chunks) = (self.states.words_mut(), &mut self.chunks[..]);
        let mut noted = self.noted.words_mut();
        let noted_of_group = if noted.is_empty() { 0 } else { graph.planes() * graph.words_held() };
        if graph.words_held() == 0 {
            return Vec::new();
        }
        let groups = graph.footprints.groups.iter().zip(items);
        let mut tasks = Vec::new();
        for (group, mut items) in groups.filter(|(group, _)| group.colour == colour) {
            let rows = group.footprints.len() * graph.planes();
            let tasks_of_group = graph.chunks_of(group);
            let words_per_chunk = graph.words_held() / tasks_of_group;
            let items_per_chunk = items.len() / tasks_of_group;
            for nth in 0..tasks_of_group {
                tasks.push(Task {
                    footprints: group.footprints.clone(),
                    start: graph.shares.own().start + nth * words_per_chunk,
                    words: words.split_off_mut(..rows * words_per_chunk).unwrap_or_default(),
                    chunks: chunks.split_off_mut(..rows).unwrap_or_default(),
                    noted: noted.split_off_mut(..noted_of_group).unwrap_or_default(),
                    items: items.split_off_mut(..items_per_chunk).unwrap_or_default(),
                });
            }
        }
        tasks
    }

    /// Takes down where there are states after the set was filled, and returns how many there are; none if there are bits that
    /// stand for no arrangement.
    fn note_what_was_filled(&mut self, graph: &RowGraph) -> Option<u64> {
        let full = graph.layout.full_word();
        let mut states = 0;
        for (words, chunk) in self.states.words().chunks_exact(graph.chunk_words.max(1)).zip(&mut self.chunks)
        {
            let in_chunk: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
            chunk.is_live = in_chunk > 0;
            states += in_chunk;
        }
        self.states.words().iter().all(|word| word & !full == 0).then_some(states)
    }

    /// Are there states in the chunks of these words?
    pub(super) fn is_live_within(&self, words: Range<usize>, chunk_words: usize) -> bool {
        let chunks = &self.chunks[words.start / chunk_words..words.end.div_ceil(chunk_words)];
        chunks.iter().any(|chunk| chunk.is_live)
    }
}

/// What all tasks of a level share.
pub(super) struct Step<'a, N> {
    pub(super) graph: &'a RowGraph,
    /// The level before.
    pub(super) source: &'a LevelOfColour,
    pub(super) notes: &'a N,
}

impl<N: Notes> Step<'_, N> {
    /// Makes the next level in the rows of a task, which hold the level before last. What is one slide away is for `bring` to
    /// put into the buffer for what is pulled: into these words of a footprint's row, if it is wanted at all. It says whether
    /// there is anything.
    pub(super) fn run(
        &self,
        task: Task<'_, N::Item>,
        buffers: &mut Buffers,
        mut bring: impl FnMut(u32, usize, Range<usize>, bool, &mut Buffers) -> bool,
    ) -> Reached {
        let Task { footprints, start, words, chunks, noted, items } = task;
        let planes = self.graph.planes();
        let is_shared = chunks.len() > planes;
        let words_per_row = words.len() / chunks.len();
        let rows = words.chunks_exact_mut(words_per_row).zip(chunks);
        let before = self.source.states.words();
        let mut reached = Reached::default();
        for (nth, (words, chunk)) in rows.enumerate() {
            let (footprint, plane) = (footprints.clone().nth(nth / planes).unwrap_or_default(), nth % planes);
            let within = start..start + words.len();
            if !bring(footprint, plane, within, chunk.unreached > 0, buffers) {
                if std::mem::take(&mut chunk.is_live) {
                    words.fill(0);
                }
                continue;
            }
            let reached_before = reached.states;
            let all = words.iter_mut().zip(&buffers.pulled);
            let place = |word| Place { footprint, plane, start, word };
            if is_shared {
                let noted = &mut noted[plane * words_per_row..][..words_per_row];
                for ((nth, (word, pulled)), noted) in all.enumerate().zip(noted) {
                    let new = *pulled & !*word;
                    *word = new;
                    reached.states += u64::from(new.count_ones());
                    let first = new & !*noted;
                    *noted |= new;
                    if first != 0 {
                        reached.noted += u64::from(first.count_ones());
                        self.notes.note(self.graph, place(nth), &[first], before, items);
                    }
                }
            } else {
                for (word, pulled) in all {
                    let new = *pulled & !*word;
                    *word = new;
                    reached.states += u64::from(new.count_ones());
                }
                reached.noted += reached.states - reached_before;
                if reached.states > reached_before {
                    self.notes.note(self.graph, place(0), words, before, items);
                }
            }
            let new = reached.states - reached_before;
            chunk.is_live = new > 0;
            // A search that goes on from a checkpoint does not know what was reached before.
            chunk.unreached = chunk.unreached.saturating_sub(new);
        }
        reached
    }

    /// Pulls what the slides bring into these words of a row; false if that is nothing.
    // A call for each row of a pattern takes a tenth of what six words take.
    #[inline(always)]
    pub(super) fn pull(
        &self,
        footprint: u32,
        plane: usize,
        within: Range<usize>,
        buffers: &mut Buffers,
    ) -> bool {
        let Buffers { pulled, rotated, .. } = buffers;
        pulled.clear();
        let layout = &self.graph.layout;
        let held = self.graph.shares.own();
        for slide in self.graph.footprints.slides_into(footprint) {
            let Some(pull) = self.graph.pull(slide.rotation) else { continue };
            let first_row = self.graph.first_row(slide.from);
            let (row, source_is_odd) = match &self.graph.footprints.parities {
                Parities::One(odd) => (first_row, odd[slide.from as usize]),
                Parities::Both => {
                    let is_odd = (plane == 1) ^ slide.rotation.is_odd();
                    (first_row + usize::from(is_odd), is_odd)
                }
            };
            let row = row * held.len();
            let from = pull.source_words(within.start, within.len());
            let (first, end) = (
                from.start.max(held.start) - held.start,
                from.end.min(held.end).max(held.start) - held.start,
            );
            if first >= end || !self.source.is_live_within(row + first..row + end, self.graph.chunk_words) {
                continue;
            }
            pulled.resize(within.len(), 0);
            let source = &self.source.states.words()[row..][..held.len()];
            let held = held.clone();
            let mut chunk = Chunk { layout, start: within.start, held, source_is_odd, scratch: rotated };
            pull.run(source, pulled, &mut chunk);
        }
        !pulled.is_empty()
    }
}

/// The colour of the rows in which a level lies: every slide changes it, and the goal's is 0.
pub(super) const fn colour_of(distance: u8) -> usize {
    (distance % 2) as usize
}
