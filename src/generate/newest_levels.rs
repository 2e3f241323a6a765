//! The two newest levels, and the step from one level to the next.
//!
//! Every slide can be reversed, and it changes the color of the row. So the states one slide away
//! from level *n* lie in levels *n* - 1 and *n* + 1, and removing level *n* - 1 from them gives
//! level *n* + 1. No earlier level is needed. Level *n* - 1 lies in the rows of one color and
//! level *n* in those of the other; the next level overwrites level *n* - 1 word by word. This
//! takes one bit per state. A recorder ([`Recorder`]) receives the new states.
//!
//! A row segment is skipped if nothing can be new in it: all its states are reached, or the words
//! that its slides pull from ([`Pull::source_words`](super::kernel::Pull::source_words)) have no
//! states. Neither test reads the segment.
//!
//! In a plain pattern database, footprints that differ only in the blank's region share entries.
//! The first level that reaches one of them sets the entry, and a bit per entry records that. Sixty
//! of these bits are tested at once, so the regions reached later cost no more than others.
//!
//! The step is compiled for each kind of recorder. Where no entries are shared, a recorder receives
//! whole rows, so its loops run over words.

use std::collections::TryReserveError;
use std::ops::Range;

use rayon::prelude::*;

use super::kernel::bits::BitSet;
use super::kernel::{PullContext, RowGraph, RowLayout};
use crate::interrupt::Interrupt;
use crate::space::footprints::Parities;
use crate::space::{FullSpace, StateIndex};
use crate::threads;

/// The step to the next level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelStep<'a> {
    /// Distance of the next level from the goal, in moves.
    pub(crate) distance: u8,
    /// Whether to divide the work among threads.
    pub(crate) parallel: bool,
    /// Ends the work early; the level is incomplete then.
    pub(crate) interrupt: &'a Interrupt,
}

/// Counts of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reached {
    /// Number of states in the level.
    pub(crate) states: u64,
    /// Number of entries that the level reaches first. This is less than the number of states if
    /// entries are shared by several regions of the blank.
    pub(crate) recorded: u64,
}

/// A function that records states of a level in items, which lie in the order of the entries. A
/// block has the same number of items for each word of a row. The items it receives are the block's
/// from word `at.start` on.
pub(crate) trait Recorder<Item>: Fn(&RowGraph, NewStates<'_>, &mut [Item]) + Sync {}

impl<Item, F: Fn(&RowGraph, NewStates<'_>, &mut [Item]) + Sync> Recorder<Item> for F {}

/// States to record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewStates<'a> {
    pub(crate) at: WordPosition,
    /// Consecutive words of one row, from word `at.start + at.word` on: the states whose entries
    /// the level reaches first.
    pub(crate) states: &'a [u64],
    /// The previous level, in all rows of its color.
    pub(crate) level_before: &'a [u64],
}

/// The position of some words of states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordPosition {
    pub(crate) footprint: u32,
    /// Row of the footprint: 0 for the even arrangements and 1 for the odd ones, or 0 where only
    /// one parity occurs.
    pub(crate) plane: usize,
    /// Number of the first word with items, within the row.
    pub(crate) start: usize,
    /// Number of the first word to record, counted from `start`.
    pub(crate) word: usize,
}

/// Returns the empty items of blocks that are not recorded.
pub(crate) fn no_items<'a>() -> impl Iterator<Item = &'a mut [()]> {
    std::iter::repeat_with(Default::default)
}

/// The two newest levels, and the rows in which they lie.
#[derive(Debug)]
pub(crate) struct NewestLevels {
    pub(crate) graph: RowGraph,
    /// The newest level in the rows of each color.
    levels: [LevelOfColor; 2],
}

/// The states of one level.
#[derive(Debug)]
pub(crate) struct LevelOfColor {
    /// One bit per state, row after row.
    pub(crate) states: BitSet,
    /// Summaries of the row segments, in the order of the rows.
    segments: Vec<SegmentSummary>,
    /// Entries already recorded, one bit each, if footprints share entries: for each block, one row
    /// per plane. A state may be new although its entry is known from another region of the blank.
    recorded: BitSet,
}

/// Summary of a row segment, which saves reading its states.
#[derive(Clone, Copy, Debug)]
struct SegmentSummary {
    /// Number of the level's states in this row segment.
    states: u64,
    /// Upper bound on the states not reached yet. If it is 0, nothing has to be pulled.
    unreached: u64,
}

/// The unit of work: all rows of a block, or a row segment of a block that has only one row. No
/// other task writes these slices.
pub(crate) struct Task<'a, Item> {
    footprints: Range<u32>,
    /// Number of the first word within the row.
    start: usize,
    words: &'a mut [u64],
    /// One summary per row of the block.
    segments: &'a mut [SegmentSummary],
    /// One row per plane; empty if no footprints share entries.
    recorded: &'a mut [u64],
    items: &'a mut [Item],
}

/// Buffers that keep their allocations between tasks.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(crate) pulled: Vec<u64>,
    rotated: Vec<u64>,
    /// Number of words to process before the clock is read again.
    words_until_clock_read: usize,
    is_interrupted: bool,
}

impl Buffers {
    /// Words processed between two reads of the clock: about 50 µs. A task of a pattern may have
    /// only a few words, which take as long as reading the clock.
    const WORDS_BETWEEN_CLOCK_READS: usize = 1 << 12;

    /// Whether a task of this many words must be skipped because the build is to stop.
    fn should_stop(&mut self, interrupt: &Interrupt, words: usize) -> bool {
        if interrupt.is_signalled() {
            return true;
        }
        match self.words_until_clock_read.checked_sub(words) {
            Some(left) => self.words_until_clock_read = left,
            None => {
                self.is_interrupted = interrupt.is_raised();
                self.words_until_clock_read = Self::WORDS_BETWEEN_CLOCK_READS;
            }
        }
        self.is_interrupted
    }
}

impl NewestLevels {
    /// Returns the bytes of the state sets in `rows` rows of arrangements of `places` elements.
    ///
    /// A row's words come with one byte each for the prefix's parity. The rest, such as the tables
    /// of the rotations, is a few hundred kilobytes and not counted.
    pub(crate) fn memory_in_bytes(places: usize, rows: u64) -> u64 {
        RowLayout::words_in_a_row(places) * (8 * rows + 1)
    }

    /// Returns the same for a full board's levels.
    pub(crate) fn memory_of_full_board_in_bytes(space: &FullSpace) -> u64 {
        Self::memory_in_bytes(space.shape().tiles(), space.shape().cells() as u64)
    }

    /// Creates empty levels, without the goal. The caller checks that this machine can address
    /// their [memory](Self::memory_in_bytes).
    ///
    /// # Errors
    /// If memory runs out.
    pub(crate) fn empty(graph: RowGraph) -> Result<Self, TryReserveError> {
        let level = |color: usize| -> Result<_, TryReserveError> {
            let words = graph.rows[color] * graph.words_held();
            let unreached = (graph.segment_words * graph.layout.bits_per_word) as u64;
            let segment = SegmentSummary { states: 0, unreached };
            let blocks = graph.footprints.blocks.iter().filter(|block| block.color == color).count();
            let recorded =
                if graph.footprints.share_entries { blocks * graph.planes() * graph.words_held() } else { 0 };
            Ok(LevelOfColor {
                states: BitSet::new(words)?,
                segments: vec![segment; words / graph.segment_words.max(1)],
                recorded: BitSet::new(recorded)?,
            })
        };
        let levels = [level(0)?, level(1)?];
        Ok(Self { graph, levels })
    }

    /// Puts the goal into level 0 if this process holds it, and returns whether it does. The goal's
    /// arrangement has index 0 in its row.
    pub(crate) fn set_goal(&mut self) -> bool {
        let Self { graph, levels: [level, _] } = self;
        if !graph.owners.own().contains(&0) {
            return false;
        }
        let word = graph.first_row(graph.footprints.goal) * graph.words_held();
        level.states.set_lowest(word);
        if graph.footprints.share_entries {
            let blocks = graph.footprints.blocks.iter().filter(|block| block.color == 0);
            let before =
                blocks.take_while(|block| !block.footprints.contains(&graph.footprints.goal)).count();
            level.recorded.set_lowest(before * graph.planes() * graph.words_held());
        }
        let segment = &mut level.segments[word / graph.segment_words];
        *segment = SegmentSummary { states: 1, unreached: segment.unreached - 1 };
        true
    }

    /// Advances to the next level and passes its states to the recorder, with the items of their
    /// blocks.
    ///
    /// The items are cut like the blocks' rows. If the next level is empty, the previous one stays
    /// as it is. After an interrupt, the remaining tasks are skipped.
    pub(crate) fn advance<'i, Item: Send + 'i>(
        &mut self,
        step: &LevelStep<'_>,
        recorder: &impl Recorder<Item>,
        items: impl Iterator<Item = &'i mut [Item]>,
    ) -> Reached {
        let &LevelStep { distance, parallel, interrupt } = step;
        let color = color_of(distance);
        let (graph, source, target) = self.split_levels(color);
        let tasks = target.tasks(graph, color, items);
        let run = |buffers: &mut Buffers, task: Task<'_, Item>| {
            if buffers.should_stop(interrupt, task.words.len()) {
                return Reached::default();
            }
            task.run(graph, source, recorder, buffers, |footprint, plane, within, is_wanted, buffers| {
                is_wanted && source.pull(graph, footprint, plane, within, buffers)
            })
        };
        if parallel && threads::SUPPORTED {
            tasks.into_par_iter().map_init(Buffers::default, run).reduce(Reached::default, Reached::plus)
        } else {
            let mut buffers = Buffers::default();
            tasks.into_iter().map(|task| run(&mut buffers, task)).fold(Reached::default(), Reached::plus)
        }
    }

    /// Returns the rows, the newest level, and the level of this color, which the next one
    /// overwrites.
    pub(crate) fn split_levels(&mut self, color: usize) -> (&RowGraph, &LevelOfColor, &mut LevelOfColor) {
        let Self { graph, levels: [even, odd] } = self;
        if color == 0 { (graph, odd, even) } else { (graph, even, odd) }
    }

    /// Advances to the next level of a full board without recording it. Returns its number of
    /// states for each cell of the blank.
    pub(crate) fn advance_unrecorded(&mut self, step: &LevelStep<'_>) -> Vec<u64> {
        let record_nothing = |_: &RowGraph, _: NewStates<'_>, _: &mut [()]| {};
        self.advance(step, &record_nothing, no_items());
        self.states_by_cell(color_of(step.distance))
    }

    /// Returns, for each cell, the number of states with the blank there in a full board's newest
    /// level of this color. Cells of the other color have none.
    fn states_by_cell(&self, color: usize) -> Vec<u64> {
        let blocks = &self.graph.footprints.blocks;
        let mut states = vec![0; blocks.len()];
        let of_color = blocks.iter().filter(|block| block.color == color);
        let segments_per_row = self.graph.words_held() / self.graph.segment_words;
        for (block, segments) in of_color.zip(self.levels[color].segments.chunks_exact(segments_per_row)) {
            states[block.footprints.start as usize] = segments.iter().map(|segment| segment.states).sum();
        }
        states
    }

    /// Returns the words of the newest level in the rows of a color.
    pub(crate) fn words(&self, color: usize) -> &[u64] {
        self.levels[color].states.words()
    }

    /// Returns the levels' words by color, and the recorded entries by color.
    pub(crate) fn sets(&self) -> [&[u64]; 4] {
        let [even, odd] = &self.levels;
        [&even.states, &odd.states, &even.recorded, &odd.recorded].map(BitSet::words)
    }

    /// Returns the rows, and the [sets](Self::sets) to be filled.
    pub(crate) fn sets_mut(&mut self) -> (&RowGraph, [&mut [u64]; 4]) {
        let Self { graph, levels: [even, odd] } = self;
        let sets = [&mut even.states, &mut odd.states, &mut even.recorded, &mut odd.recorded];
        (graph, sets.map(BitSet::words_mut))
    }

    /// Rebuilds the summaries of the row segments after the sets were filled. Returns the number of
    /// states by color, or `None` if a bit is set that stands for no arrangement.
    ///
    /// States reached earlier are unknown, so no row segment counts as complete. This is correct: a
    /// pulled state that is not new lies in the level before last.
    pub(crate) fn rebuild_summaries(&mut self) -> Option<[u64; 2]> {
        let [even, odd] = self.levels.each_mut().map(|level| level.rebuild_summaries(&self.graph));
        Some([even?, odd?])
    }

    /// Replaces the states in the rows of a color: `fill` receives their words, all 0.
    pub(crate) fn refill<R>(&mut self, color: usize, fill: impl FnOnce(&mut [u64]) -> R) -> R {
        let level = &mut self.levels[color];
        let words = level.states.words_mut();
        words.fill(0);
        let filled = fill(words);
        level.rebuild_summaries(&self.graph);
        filled
    }

    /// Iterates over the states of a full board's newest level in the rows of a color.
    pub(crate) fn states(&self, color: usize) -> impl Iterator<Item = StateIndex> + '_ {
        let layout = &self.graph.layout;
        let words_per_row = layout.words_per_row;
        let of_color = self.graph.footprints.blocks.iter().filter(move |block| block.color == color);
        let rows = of_color.zip(self.levels[color].states.words().chunks_exact(words_per_row));
        let words = rows.flat_map(move |(block, words)| {
            (u64::from(block.footprints.start) * words_per_row as u64..).zip(words)
        });
        let words = words.filter(|(_, states)| **states != 0);
        words.flat_map(|(word, states)| layout.states_of(word, *states))
    }
}

#[cfg(test)]
impl NewestLevels {
    /// Returns the words of the newest level in the rows of a color, for tests that corrupt them.
    pub(crate) fn words_mut(&mut self, color: usize) -> &mut [u64] {
        self.levels[color].states.words_mut()
    }
}

impl Reached {
    /// Returns the sum of two counts.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self { states: self.states + other.states, recorded: self.recorded + other.recorded }
    }
}

impl LevelOfColor {
    /// Splits a level in the rows of this color into tasks, with the items of each block.
    pub(crate) fn tasks<'a, 'i: 'a, Item: 'i>(
        &'a mut self,
        graph: &RowGraph,
        color: usize,
        items: impl Iterator<Item = &'i mut [Item]>,
    ) -> Vec<Task<'a, Item>> {
        let (mut words, mut segments) = (self.states.words_mut(), &mut self.segments[..]);
        let mut recorded = self.recorded.words_mut();
        let recorded_of_block = if recorded.is_empty() { 0 } else { graph.planes() * graph.words_held() };
        if graph.words_held() == 0 {
            return Vec::new();
        }
        let blocks = graph.footprints.blocks.iter().zip(items);
        let mut tasks = Vec::new();
        for (block, mut items) in blocks.filter(|(block, _)| block.color == color) {
            let rows = block.footprints.len() * graph.planes();
            let tasks_of_block = graph.tasks_in(block);
            let words_per_task = graph.words_held() / tasks_of_block;
            let items_per_task = items.len() / tasks_of_block;
            // Disjoint slices, so that tasks need no locks.
            for nth in 0..tasks_of_block {
                tasks.push(Task {
                    footprints: block.footprints.clone(),
                    start: graph.owners.own().start + nth * words_per_task,
                    words: words.split_off_mut(..rows * words_per_task).unwrap_or_default(),
                    segments: segments.split_off_mut(..rows).unwrap_or_default(),
                    recorded: recorded.split_off_mut(..recorded_of_block).unwrap_or_default(),
                    items: items.split_off_mut(..items_per_task).unwrap_or_default(),
                });
            }
        }
        tasks
    }

    /// Rebuilds the summaries of the row segments after the set was filled, and returns the number
    /// of states. Returns `None` if a bit is set that stands for no arrangement.
    fn rebuild_summaries(&mut self, graph: &RowGraph) -> Option<u64> {
        let full = graph.layout.full_word();
        let mut states = 0;
        // `segment_words` is 0 if this process holds no words.
        for (words, segment) in
            self.states.words().chunks_exact(graph.segment_words.max(1)).zip(&mut self.segments)
        {
            segment.states = words.iter().map(|word| u64::from(word.count_ones())).sum();
            states += segment.states;
        }
        self.states.words().iter().all(|word| word & !full == 0).then_some(states)
    }

    /// Whether the row segments that overlap these words have states.
    pub(crate) fn is_live_within(&self, words: Range<usize>, segment_words: usize) -> bool {
        let segments = &self.segments[words.start / segment_words..words.end.div_ceil(segment_words)];
        segments.iter().any(|segment| segment.states > 0)
    }

    /// Pulls the states that slides bring from this level into these words of a row. Returns
    /// whether it found any.
    // Inlined: for a pattern with rows of six words, a call per row costs 10 % of the time.
    #[inline(always)]
    pub(crate) fn pull(
        &self,
        graph: &RowGraph,
        footprint: u32,
        plane: usize,
        within: Range<usize>,
        buffers: &mut Buffers,
    ) -> bool {
        let Buffers { pulled, rotated, .. } = buffers;
        pulled.clear();
        let layout = &graph.layout;
        let held = graph.owners.own();
        for slide in graph.footprints.slides_into(footprint) {
            let Some(pull) = graph.pull(slide.rotation) else { continue };
            let first_row = graph.first_row(slide.from);
            let (row, source_is_odd) = match &graph.footprints.parities {
                Parities::One(odd) => (first_row, odd[slide.from as usize]),
                Parities::Both => {
                    // An odd rotation changes the parity, so its source is the other plane.
                    let is_odd = (plane == 1) ^ slide.rotation.is_odd();
                    (first_row + usize::from(is_odd), is_odd)
                }
            };
            let row = row * held.len();
            let from = pull.source_words(within.start, within.len());
            // The part that this process holds; other processes send the rest.
            let (first, end) = (
                from.start.max(held.start) - held.start,
                from.end.min(held.end).max(held.start) - held.start,
            );
            if first >= end || !self.is_live_within(row + first..row + end, graph.segment_words) {
                continue;
            }
            pulled.resize(within.len(), 0);
            let source = &self.states.words()[row..][..held.len()];
            let held = held.clone();
            let mut context =
                PullContext { layout, start: within.start, held, source_is_odd, scratch: rotated };
            pull.run(source, pulled, &mut context);
        }
        !pulled.is_empty()
    }
}

impl<Item> Task<'_, Item> {
    /// Computes the next level from the newest one, `source`, in the rows of the task, which hold
    /// the level before last. Passes its states to the recorder.
    ///
    /// `pull_row` is called for each row with its footprint, plane, words, and whether any of its
    /// states can still be new. It puts the states one slide away into `buffers.pulled` and returns
    /// whether there are any.
    pub(crate) fn run(
        self,
        graph: &RowGraph,
        source: &LevelOfColor,
        recorder: &impl Recorder<Item>,
        buffers: &mut Buffers,
        mut pull_row: impl FnMut(u32, usize, Range<usize>, bool, &mut Buffers) -> bool,
    ) -> Reached {
        let Task { footprints, start, words, segments, recorded, items } = self;
        let planes = graph.planes();
        // A block with one footprint shares no entries, so each new state is a new entry.
        let is_shared = segments.len() > planes;
        let words_per_row = words.len() / segments.len();
        let rows = words.chunks_exact_mut(words_per_row).zip(segments);
        let level_before = source.states.words();
        let mut reached = Reached::default();
        for (nth, (words, segment)) in rows.enumerate() {
            let (footprint, plane) = (footprints.clone().nth(nth / planes).unwrap_or_default(), nth % planes);
            let within = start..start + words.len();
            if !pull_row(footprint, plane, within, segment.unreached > 0, buffers) {
                // Nothing is new here, but the level before last must not remain.
                if std::mem::take(&mut segment.states) > 0 {
                    words.fill(0);
                }
                continue;
            }
            let at = WordPosition { footprint, plane, start, word: 0 };
            let row = PulledRow { graph, at, words, pulled: &buffers.pulled, level_before };
            let new = if is_shared {
                let recorded = &mut recorded[plane * words_per_row..][..words_per_row];
                row.record_unrecorded(recorded, recorder, items)
            } else {
                row.record_all(recorder, items)
            };
            segment.states = new.states;
            // Saturating: after a resume or a refill, the count ignores the states reached before.
            segment.unreached = segment.unreached.saturating_sub(new.states);
            reached = reached.plus(new);
        }
        reached
    }
}

/// A row of a task, with the states one slide away.
struct PulledRow<'a> {
    graph: &'a RowGraph,
    at: WordPosition,
    /// The level before last, which the new one replaces. It is the only other level one slide
    /// away.
    words: &'a mut [u64],
    pulled: &'a [u64],
    level_before: &'a [u64],
}

impl PulledRow<'_> {
    /// Replaces the row, and records its new states.
    #[inline(always)]
    fn record_all<Item>(self, recorder: &impl Recorder<Item>, items: &mut [Item]) -> Reached {
        let Self { graph, at, words, pulled, level_before } = self;
        let mut states = 0;
        for (word, pulled) in words.iter_mut().zip(pulled) {
            let new = *pulled & !*word;
            *word = new;
            states += u64::from(new.count_ones());
        }
        if states > 0 {
            recorder(graph, NewStates { at, states: words, level_before }, items);
        }
        Reached { states, recorded: states }
    }

    /// Replaces the row, and records the new states whose entries are not yet `recorded`.
    #[inline(always)]
    fn record_unrecorded<Item>(
        self,
        recorded: &mut [u64],
        recorder: &impl Recorder<Item>,
        items: &mut [Item],
    ) -> Reached {
        let Self { graph, at, words, pulled, level_before } = self;
        let mut reached = Reached::default();
        let all = words.iter_mut().zip(pulled);
        for ((nth, (word, pulled)), recorded) in all.enumerate().zip(recorded) {
            let new = *pulled & !*word;
            *word = new;
            reached.states += u64::from(new.count_ones());
            let first = new & !*recorded;
            *recorded |= new;
            if first != 0 {
                reached.recorded += u64::from(first.count_ones());
                let at = WordPosition { word: nth, ..at };
                recorder(graph, NewStates { at, states: &[first], level_before }, items);
            }
        }
        reached
    }
}

/// Returns the color of the rows that hold a level. The goal's color is 0, and every slide
/// changes it.
pub(crate) const fn color_of(distance: u8) -> usize {
    (distance % 2) as usize
}
