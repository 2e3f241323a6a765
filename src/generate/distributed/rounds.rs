//! The step from level to level on several processes, and the messages between them.
//!
//! A level is computed in *rounds*. For each round, a process prepares the states that its own
//! states contribute to the other processes' tasks. While these messages are in transit, it merges
//! those of the previous round into its rows, along with its own contributions.
//!
//! - In a full board, a task is a row segment, and only runs of words come from other processes.
//!   The sender pulls into a copy of the receiver's segment, with the code that pulls into its own,
//!   and skips the runs that it does not hold. Sender and receiver can both compute which processes
//!   may contribute, so no positions are sent, and the other processes are not mentioned.
//! - In a pattern, a task is all rows of a block. Almost every window includes the first places, so
//!   each process pushes its states into whole rows and sends every process its part, itself
//!   included.
//!
//! A message consists of the lengths of its tasks' parts, four bytes each, and the parts. It is
//! empty if all parts are.

use std::ops::Range;

use rayon::prelude::*;

use super::sparse::{read_row, write_row, write_whole_row};
use crate::exchange::{Exchange, ExchangeError};
use crate::generate::kernel::{Pull, RowGraph};
use crate::generate::newest_levels::{
    Buffers, LevelOfColor, LevelStep, NewestLevels, Reached, Recorder, Task, color_of,
};
use crate::space::footprints::{Block, Parities};
use crate::threads;

/// Maximum bytes of one message of a round, before zeros are left out.
const MAX_ROUND_BYTES: usize = 16 << 20;

/// From this size on, a level has four rounds, so that work and communication overlap.
const MIN_BYTES_FOR_ROUNDS: usize = 1 << 20;

/// Number of a pattern's blocks whose parts are prepared together.
const BLOCKS_PER_JOB: usize = 64;

/// Bytes of a part's length.
pub(in crate::generate) const LENGTH_BYTES: usize = 4;

/// The parts that one task receives, each with its sender.
type Arrivals<'a> = Vec<(usize, &'a [u8])>;

/// Advances to the next level together with the other processes, and passes the states of this
/// process to the recorder, with the items of their blocks. Returns this process's part of the
/// counts.
///
/// # Errors
/// [`ExchangeError`] if another process cannot be reached or sends a malformed message.
pub(in crate::generate) fn advance<'i, Item: Send + 'i>(
    levels: &mut NewestLevels,
    step: &LevelStep<'_>,
    recorder: &impl Recorder<Item>,
    items: impl Iterator<Item = &'i mut [Item]>,
    exchange: &mut impl Exchange,
) -> Result<Reached, ExchangeError> {
    if exchange.processes() == 1 {
        return Ok(levels.advance(step, recorder, items));
    }
    let color = color_of(step.distance);
    let (graph, source, target) = levels.split_levels(color);
    let rounds = Rounds::new(graph, source, step);
    let tasks = target.tasks(graph, color, items).into_iter();
    let mut merger = Merger { rounds: &rounds, recorder, tasks, reached: Ok(Reached::default()) };
    // The pipeline is one round deep: round n + 1 is prepared and round n - 1 merged while the
    // messages of round n are in transit.
    let mut outgoing = rounds.messages(0);
    let mut arrived: Option<Vec<Vec<u8>>> = None;
    for nth in 0..rounds.count {
        let mut next = Vec::new();
        let mut meanwhile = || {
            if let Some(messages) = arrived.take() {
                merger.merge(nth - 1, &messages);
            }
            if nth + 1 < rounds.count {
                next = rounds.messages(nth + 1);
            }
        };
        arrived = Some(exchange.swap(outgoing, &mut meanwhile)?);
        outgoing = next;
    }
    if let Some(messages) = arrived {
        merger.merge(rounds.count - 1, &messages);
    }
    merger.reached
}

/// Returns the maximum bytes in transit for a process with this share: two rounds, sent and
/// received, with up to four slides each.
pub(in crate::generate) fn memory_in_bytes(share: u64) -> u64 {
    (4 * 4 * MAX_ROUND_BYTES as u64).min(share)
}

/// Returns the number of rounds of a level in which the largest share has this many words.
pub(in crate::generate) fn rounds_for(words: usize) -> usize {
    let bytes = words * size_of::<u64>();
    let least = if bytes > MIN_BYTES_FOR_ROUNDS { 4 } else { 1 };
    bytes.div_ceil(MAX_ROUND_BYTES).max(least)
}

/// The division of a level's tasks into rounds, and the messages of this process.
struct Rounds<'a> {
    graph: &'a RowGraph,
    /// The newest level.
    source: &'a LevelOfColor,
    step: &'a LevelStep<'a>,
    /// The blocks of the level's color.
    blocks: Vec<&'a Block>,
    count: usize,
}

impl<'a> Rounds<'a> {
    fn new(graph: &'a RowGraph, source: &'a LevelOfColor, step: &'a LevelStep<'a>) -> Self {
        let color = color_of(step.distance);
        let blocks = graph.footprints.blocks.iter().filter(|block| block.color == color).collect();
        let count = rounds_for(graph.rows[color] * graph.owners.largest());
        Self { graph, source, step, blocks, count }
    }

    /// Whether tasks are row segments, as in a full board. A pattern's tasks are whole blocks.
    fn are_row_segments(&self) -> bool {
        matches!(self.graph.footprints.parities, Parities::One(_))
    }

    /// Returns a process's tasks in a round, in the order of [`LevelOfColor::tasks`]: a block, and
    /// the words within each of its rows.
    fn tasks_in_round(&self, process: usize, nth: usize) -> Vec<(&Block, Range<usize>)> {
        let share = self.graph.owners.of_process(process);
        let words_of_task = if self.are_row_segments() { self.graph.segment_words } else { share.len() };
        if words_of_task == 0 {
            return Vec::new();
        }
        let in_row = share.len() / words_of_task;
        let all = self.blocks.len() * in_row;
        let target = |task: usize| {
            let start = share.start + task % in_row * words_of_task;
            (self.blocks[task / in_row], start..start + words_of_task)
        };
        (all * nth / self.count..all * (nth + 1) / self.count).map(target).collect()
    }

    /// Whether a process may contribute to a task through messages. What a process of a full board
    /// can pull from its own words needs no message.
    fn contributes(&self, process: usize, (block, words): &(&Block, Range<usize>)) -> bool {
        if !self.are_row_segments() {
            return true;
        }
        let share = self.graph.owners.of_process(process);
        let is_own = share.contains(&words.start);
        let footprint = block.footprints.start;
        let mut slides = self.graph.footprints.slides_into(footprint).iter();
        !is_own
            && slides.any(|slide| match self.graph.pull(slide.rotation) {
                Some(pull @ Pull::Runs(_)) => {
                    let from = pull.source_words(words.start, words.len());
                    from.start < share.end && share.start < from.end
                }
                _ => false,
            })
    }

    /// Assigns the messages of a round to this process's tasks.
    fn assign<'m>(&self, nth: usize, messages: &'m [Vec<u8>]) -> Result<Vec<Arrivals<'m>>, ExchangeError> {
        let targets = self.tasks_in_round(self.graph.owners.process(), nth);
        let mut arrivals = vec![Vec::new(); targets.len()];
        for (process, message) in messages.iter().enumerate().filter(|(_, message)| !message.is_empty()) {
            let invalid_message = || ExchangeError::InvalidMessage { process };
            let expected: Vec<usize> =
                (0..targets.len()).filter(|task| self.contributes(process, &targets[*task])).collect();
            let (lengths, mut parts) =
                message.split_at_checked(LENGTH_BYTES * expected.len()).ok_or_else(invalid_message)?;
            let (lengths, _) = lengths.as_chunks::<LENGTH_BYTES>();
            for (task, length) in expected.into_iter().zip(lengths) {
                let length = u32::from_le_bytes(*length) as usize;
                let part = parts.split_off(..length).ok_or_else(invalid_message)?;
                if !part.is_empty() {
                    arrivals[task].push((process, part));
                }
            }
            if !parts.is_empty() {
                return Err(invalid_message());
            }
        }
        Ok(arrivals)
    }

    /// Returns the messages of a round, one per process.
    fn messages(&self, nth: usize) -> Vec<Vec<u8>> {
        let processes = self.graph.owners.processes();
        if self.are_row_segments() {
            self.messages_for_segments(nth, processes)
        } else {
            self.messages_for_blocks(nth, processes)
        }
    }

    fn messages_for_segments(&self, nth: usize, processes: usize) -> Vec<Vec<u8>> {
        let own = self.graph.owners.process();
        let to_process = |process: usize| {
            let targets = self.tasks_in_round(process, nth);
            targets.into_iter().filter(|target| self.contributes(own, target)).collect::<Vec<_>>()
        };
        let targets: Vec<Vec<_>> = (0..processes).map(to_process).collect();
        let counts: Vec<usize> = targets.iter().map(Vec::len).collect();
        let all: Vec<_> = targets.into_iter().flatten().collect();
        let made = map_in_parallel(self.step, all, |buffers, (block, words): (&Block, Range<usize>)| {
            let mut message = Message::default();
            if self.source.pull(self.graph, block.footprints.start, 0, words, buffers) {
                write_row(&buffers.pulled, &mut message.parts);
            }
            message.end_part(0);
            message
        });
        let mut made = made.iter();
        let of_process = |count: usize| {
            let mut whole = Message::default();
            made.by_ref().take(count).for_each(|part| whole.join(part));
            whole.into_bytes()
        };
        counts.into_iter().map(of_process).collect()
    }

    fn messages_for_blocks(&self, nth: usize, processes: usize) -> Vec<Vec<u8>> {
        if self.graph.words_held() == 0 {
            return vec![Vec::new(); processes];
        }
        let blocks = self.blocks.len();
        let of_round = blocks * nth / self.count..blocks * (nth + 1) / self.count;
        let some = self.blocks[of_round].chunks(BLOCKS_PER_JOB).collect();
        let made = map_in_parallel(self.step, some, |buffers, blocks: &[&Block]| {
            let mut messages = vec![Message::default(); processes];
            blocks.iter().for_each(|block| self.add_block(block, buffers, &mut messages));
            messages
        });
        let mut whole = vec![Message::default(); processes];
        for messages in made {
            whole.iter_mut().zip(messages).for_each(|(whole, more)| whole.join(&more));
        }
        whole.into_iter().map(Message::into_bytes).collect()
    }

    /// Adds this process's contributions to the rows of a block, one part for each process.
    fn add_block(&self, block: &Block, buffers: &mut Buffers, messages: &mut [Message]) {
        let planes = self.graph.planes();
        let before: Vec<usize> = messages.iter().map(|message| message.parts.len()).collect();
        for nth in 0..block.footprints.len() * planes {
            #[expect(clippy::cast_possible_truncation, reason = "footprints are numbered so")]
            let footprint = block.footprints.start + (nth / planes) as u32;
            let is_any = self.push_into(footprint, nth % planes, &mut buffers.pulled);
            for (process, message) in messages.iter_mut().enumerate() {
                let words = if is_any { &buffers.pulled[self.graph.owners.of_process(process)] } else { &[] };
                // This part stays here, so its size does not matter.
                if is_any && process == self.graph.owners.process() {
                    write_whole_row(words, &mut message.parts);
                } else {
                    write_row(words, &mut message.parts);
                }
            }
        }
        for (message, before) in messages.iter_mut().zip(before) {
            // An empty row is one byte. A part of empty rows only is not sent.
            if message.parts[before..].iter().all(|byte| *byte == 0) {
                message.parts.truncate(before);
            }
            message.end_part(before);
        }
    }

    /// Pushes this process's states into a whole row. Returns false if there are none.
    fn push_into(&self, footprint: u32, plane: usize, row: &mut Vec<u64>) -> bool {
        let Self { graph, source, .. } = self;
        row.clear();
        let share = graph.owners.own();
        for slide in graph.footprints.slides_into(footprint) {
            let Some(push) = graph.push(slide.rotation) else { continue };
            let is_odd = (plane == 1) ^ slide.rotation.is_odd();
            let from = (graph.first_row(slide.from) + usize::from(is_odd)) * share.len();
            if source.is_live_within(from..from + share.len(), graph.segment_words) {
                row.resize(graph.layout.words_per_row, 0);
                let words = &source.states.words()[from..from + share.len()];
                push.run(&graph.layout, words, share.start, is_odd, row);
            }
        }
        !row.is_empty()
    }

    /// Computes the next level of a task from the received parts and, for row segments, from this
    /// process's own words.
    fn merge<Item>(
        &self,
        task: Task<'_, Item>,
        mut arrivals: Arrivals<'_>,
        recorder: &impl Recorder<Item>,
        buffers: &mut Buffers,
    ) -> Result<Reached, ExchangeError> {
        let Self { graph, source, .. } = self;
        let pulls = self.are_row_segments();
        let mut invalid_message = None;
        let pull_row = |footprint, plane, within: Range<usize>, is_wanted: bool, buffers: &mut Buffers| {
            let len = within.len();
            let mut is_any = pulls && is_wanted && source.pull(graph, footprint, plane, within, buffers);
            if is_wanted && !is_any && !arrivals.is_empty() {
                buffers.pulled.clear();
                buffers.pulled.resize(len, 0);
                is_any = true;
            }
            // Unwanted rows are consumed too: the next row follows them.
            for (process, bytes) in &mut arrivals {
                if read_row(bytes, is_wanted.then_some(&mut buffers.pulled), len).is_none() {
                    invalid_message = Some(*process);
                }
            }
            is_any
        };
        let reached = task.run(graph, source, recorder, buffers, pull_row);
        let left_over = arrivals.iter().find(|(_, bytes)| !bytes.is_empty()).map(|(process, _)| *process);
        match invalid_message.or(left_over) {
            Some(process) => Err(ExchangeError::InvalidMessage { process }),
            None => Ok(reached),
        }
    }
}

/// The message to one process in a round.
#[derive(Clone, Debug, Default)]
struct Message {
    /// Lengths of the tasks' parts.
    lengths: Vec<u8>,
    /// The parts, one after the other.
    parts: Vec<u8>,
}

impl Message {
    /// Ends the part of a task that began at this position.
    fn end_part(&mut self, before: usize) {
        // Fits: a part belongs to one round, of about `MAX_ROUND_BYTES`.
        let length = (self.parts.len() - before) as u32;
        self.lengths.extend(length.to_le_bytes());
    }

    /// Appends the parts of another message.
    fn join(&mut self, behind: &Self) {
        self.lengths.extend_from_slice(&behind.lengths);
        self.parts.extend_from_slice(&behind.parts);
    }

    fn into_bytes(self) -> Vec<u8> {
        let Self { lengths: mut bytes, parts } = self;
        if parts.is_empty() {
            return parts;
        }
        bytes.extend_from_slice(&parts);
        bytes
    }
}

/// Merges received messages into this process's rows.
struct Merger<'a, Item, R> {
    rounds: &'a Rounds<'a>,
    recorder: &'a R,
    tasks: std::vec::IntoIter<Task<'a, Item>>,
    reached: Result<Reached, ExchangeError>,
}

impl<Item: Send, R: Recorder<Item>> Merger<'_, Item, R> {
    fn merge(&mut self, nth: usize, messages: &[Vec<u8>]) {
        let Self { rounds, recorder, tasks, reached } = self;
        let arrivals = match rounds.assign(nth, messages) {
            Ok(arrivals) => arrivals,
            Err(error) => return *reached = Err(error),
        };
        let tasks = tasks.by_ref().take(arrivals.len()).zip(arrivals).collect::<Vec<_>>();
        let merge =
            |buffers: &mut Buffers, (task, arrivals)| rounds.merge(task, arrivals, *recorder, buffers);
        for of_task in map_in_parallel(rounds.step, tasks, merge) {
            *reached = match (std::mem::replace(reached, Ok(Reached::default())), of_task) {
                (Ok(sum), Ok(more)) => Ok(sum.plus(more)),
                (Err(error), _) | (_, Err(error)) => Err(error),
            };
        }
    }
}

/// Maps all items in order, on all threads if the level is worth it.
///
/// After an interrupt, the result is useless, but no item is skipped: the other processes wait for
/// the messages.
fn map_in_parallel<T: Send, R: Send>(
    step: &LevelStep<'_>,
    items: Vec<T>,
    make: impl Fn(&mut Buffers, T) -> R + Sync + Send,
) -> Vec<R> {
    if step.parallel && threads::SUPPORTED {
        return items.into_par_iter().map_init(Buffers::default, make).collect();
    }
    let mut buffers = Buffers::default();
    items.into_iter().map(|item| make(&mut buffers, item)).collect()
}
