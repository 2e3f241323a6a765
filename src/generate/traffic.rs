//! The step from level to level where ranks have shares of the rows: what goes from one to another.
//!
//! A level is gone through in *rounds*. For a round each rank makes what its states bring to the tasks of the others, and
//! while that is on its way, what came in the round before is put into the rows, with what the rank brings to itself.
//!
//! - In a full board a task is a chunk of a row, and only runs of words come from other ranks. Both sides know from which
//!   ranks something can come, so nothing is said of the others.
//! - A pattern's task is all rows of a group. Their windows leave hardly a digit out, so each rank pushes what it has into whole
//!   rows, and hands each rank its part, itself as well.
//!
//! A message has the lengths of its tasks' parts, four bytes each, and then the parts; it is empty if they all are.

use std::ops::Range;

use rayon::prelude::*;

use super::notes::Notes;
use super::pull::Pull;
use super::push::Held;
use super::row_graph::RowGraph;
use super::sparse::{read_row, write_row, write_whole_row};
use super::sweep::{Buffers, LevelOfColour, NextLevel, Reached, Step, Sweep, Task, colour_of};
use crate::exchange::{Collective, ExchangeError};
use crate::space::footprints::{Group, Parities};
use crate::threads;

/// What a rank is sent in a round at the most, by one other, and before what is 0 is left out.
const MOST_BYTES_OF_A_ROUND: usize = 16 << 20;

/// From so many bytes of a level on there are four rounds, so that there is something to do while messages are on their way.
const WORTH_ROUNDS_IN_BYTES: usize = 1 << 20;

/// Groups of a pattern whose parts are made one after the other.
const GROUPS_AT_ONCE: usize = 64;

/// Bytes that tell the length of a part.
pub(super) const LENGTH_BYTES: usize = 4;

/// What one task is sent, each part with the rank that it comes from.
type Arrivals<'a> = Vec<(usize, &'a [u8])>;

impl Sweep {
    /// Goes to the next level together with the other ranks, as [`advance`](Self::advance) does alone. What is returned is this
    /// rank's part.
    ///
    /// # Errors
    /// [`ExchangeError`] if the others can't be reached, or are not to be understood.
    pub(super) fn advance_with<'i, N: Notes<Item: 'i>>(
        &mut self,
        to: &NextLevel<'_>,
        notes: &N,
        items: impl Iterator<Item = &'i mut [N::Item]>,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Reached, ExchangeError> {
        if exchange.ranks() == 1 {
            return Ok(self.advance(to, notes, items));
        }
        let colour = colour_of(to.distance);
        let (graph, source, target) = self.of_colour(colour);
        let rounds = Rounds::new(graph, colour);
        let sender = Sender { graph, source, rounds: &rounds, to };
        let tasks = target.tasks(graph, colour, items);
        let step = Step { graph, source, notes };
        let mut settling =
            Settling { step, rounds: &rounds, to, tasks: tasks.into_iter(), reached: Ok(Reached::default()) };
        let mut outgoing = sender.messages(0);
        let mut arrived: Option<Vec<Vec<u8>>> = None;
        for nth in 0..rounds.count {
            let mut next = Vec::new();
            let mut meanwhile = || {
                if let Some(messages) = arrived.take() {
                    settling.settle(nth - 1, &messages);
                }
                if nth + 1 < rounds.count {
                    next = sender.messages(nth + 1);
                }
            };
            arrived = Some(exchange.swap(outgoing, &mut meanwhile)?);
            outgoing = next;
        }
        if let Some(messages) = arrived {
            settling.settle(rounds.count - 1, &messages);
        }
        settling.reached
    }
}

/// The bytes that a rank of such a share has on their way at the most: of two rounds, from it and to it, of what four slides
/// bring.
pub(super) fn memory_in_bytes(share: u64) -> u64 {
    (4 * 4 * MOST_BYTES_OF_A_ROUND as u64).min(share)
}

/// In how many rounds a level is gone through of which the rank that has the most has so many words.
pub(super) fn rounds_of(words: usize) -> usize {
    let bytes = words * size_of::<u64>();
    let least = if bytes > WORTH_ROUNDS_IN_BYTES { 4 } else { 1 };
    bytes.div_ceil(MOST_BYTES_OF_A_ROUND).max(least)
}

/// How the tasks of a level are shared out among rounds.
struct Rounds<'a> {
    graph: &'a RowGraph,
    /// The groups of the level's colour.
    groups: Vec<&'a Group>,
    count: usize,
}

/// A part of a level that a rank has: a group, and the words within each of its rows.
struct Target<'a> {
    group: &'a Group,
    words: Range<usize>,
}

impl<'a> Rounds<'a> {
    fn new(graph: &'a RowGraph, colour: usize) -> Self {
        let groups = graph.footprints.groups.iter().filter(|group| group.colour == colour).collect();
        Self { graph, groups, count: rounds_of(graph.rows[colour] * graph.shares.largest()) }
    }

    /// Do tasks come by chunks of a full board's rows? Those of patterns are all rows of a group.
    fn are_chunks(&self) -> bool {
        matches!(self.graph.footprints.parities, Parities::One(_))
    }

    /// The tasks of a rank in a round, in the order of [`LevelOfColour::tasks`].
    fn tasks_of(&self, rank: usize, nth: usize) -> Vec<Target<'_>> {
        let share = self.graph.shares.of_rank(rank);
        let words_of_task = if self.are_chunks() { self.graph.chunk_words } else { share.len() };
        if words_of_task == 0 {
            return Vec::new();
        }
        let in_row = share.len() / words_of_task;
        let all = self.groups.len() * in_row;
        let target = |task: usize| {
            let start = share.start + task % in_row * words_of_task;
            Target { group: self.groups[task / in_row], words: start..start + words_of_task }
        };
        (all * nth / self.count..all * (nth + 1) / self.count).map(target).collect()
    }

    /// Can anything come from a rank to a task of another, or of its own, but what that pulls itself?
    fn comes_from(&self, rank: usize, target: &Target<'_>) -> bool {
        if !self.are_chunks() {
            return true;
        }
        let share = self.graph.shares.of_rank(rank);
        let is_own = share.contains(&target.words.start);
        let footprint = target.group.footprints.start;
        let mut slides = self.graph.footprints.slides_into(footprint).iter();
        !is_own
            && slides.any(|slide| match self.graph.pull(slide.rotation) {
                Some(pull @ Pull::Runs(_)) => {
                    let from = pull.source_words(target.words.start, target.words.len());
                    from.start < share.end && share.start < from.end
                }
                _ => false,
            })
    }

    /// What has come to the tasks of this rank in a round, from all ranks.
    fn sort<'m>(&self, nth: usize, messages: &'m [Vec<u8>]) -> Result<Vec<Arrivals<'m>>, ExchangeError> {
        let targets = self.tasks_of(self.graph.shares.rank(), nth);
        let mut arrivals: Vec<Arrivals<'m>> = targets.iter().map(|_| Vec::new()).collect();
        for (rank, message) in messages.iter().enumerate().filter(|(_, message)| !message.is_empty()) {
            let misunderstood = || ExchangeError::Misunderstood { rank };
            let expected: Vec<usize> =
                (0..targets.len()).filter(|task| self.comes_from(rank, &targets[*task])).collect();
            let (lengths, mut parts) =
                message.split_at_checked(LENGTH_BYTES * expected.len()).ok_or_else(misunderstood)?;
            let (lengths, _) = lengths.as_chunks::<LENGTH_BYTES>();
            for (task, length) in expected.into_iter().zip(lengths) {
                let length = u32::from_le_bytes(*length) as usize;
                let part = parts.split_off(..length).ok_or_else(misunderstood)?;
                if !part.is_empty() {
                    arrivals[task].push((rank, part));
                }
            }
            if !parts.is_empty() {
                return Err(misunderstood());
            }
        }
        Ok(arrivals)
    }
}

/// Makes what a rank's states bring to the others.
struct Sender<'a> {
    graph: &'a RowGraph,
    /// The level before.
    source: &'a LevelOfColour,
    rounds: &'a Rounds<'a>,
    to: &'a NextLevel<'a>,
}

impl Sender<'_> {
    /// The messages of a round, by rank.
    fn messages(&self, nth: usize) -> Vec<Vec<u8>> {
        let ranks = self.graph.shares.ranks();
        if self.rounds.are_chunks() { self.of_chunks(nth, ranks) } else { self.of_groups(nth, ranks) }
    }

    fn of_chunks(&self, nth: usize, ranks: usize) -> Vec<Vec<u8>> {
        let own = self.graph.shares.rank();
        let to_rank = |rank: usize| {
            let targets = self.rounds.tasks_of(rank, nth);
            targets.into_iter().filter(|target| self.rounds.comes_from(own, target)).collect::<Vec<_>>()
        };
        let targets: Vec<Vec<Target<'_>>> = (0..ranks).map(to_rank).collect();
        let counts: Vec<usize> = targets.iter().map(Vec::len).collect();
        let all: Vec<Target<'_>> = targets.into_iter().flatten().collect();
        let step = Step { graph: self.graph, source: self.source, notes: &super::notes::Nothing };
        let made = side_by_side(self.to, all, |buffers, target: Target<'_>| {
            let mut message = Message::default();
            if step.pull(target.group.footprints.start, 0, target.words, buffers) {
                write_row(&buffers.pulled, &mut message.parts);
            }
            message.end_part(0);
            message
        });
        let mut made = made.iter();
        let of_rank = |count: usize| {
            let mut whole = Message::default();
            made.by_ref().take(count).for_each(|part| whole.join(part));
            whole.into_bytes()
        };
        counts.into_iter().map(of_rank).collect()
    }

    fn of_groups(&self, nth: usize, ranks: usize) -> Vec<Vec<u8>> {
        if self.graph.words_held() == 0 {
            return vec![Vec::new(); ranks];
        }
        let groups = self.rounds.groups.len();
        let of_round = groups * nth / self.rounds.count..groups * (nth + 1) / self.rounds.count;
        let some = self.rounds.groups[of_round].chunks(GROUPS_AT_ONCE).collect();
        let made = side_by_side(self.to, some, |buffers, groups: &[&Group]| {
            let mut messages = vec![Message::default(); ranks];
            groups.iter().for_each(|group| self.add_group(group, buffers, &mut messages));
            messages
        });
        let mut whole = vec![Message::default(); ranks];
        for messages in made {
            whole.iter_mut().zip(messages).for_each(|(whole, more)| whole.join(&more));
        }
        whole.into_iter().map(Message::into_bytes).collect()
    }

    /// Adds what this rank's states bring to the rows of a group, a part for each rank.
    fn add_group(&self, group: &Group, buffers: &mut Buffers, messages: &mut [Message]) {
        let planes = self.graph.planes();
        let before: Vec<usize> = messages.iter().map(|message| message.parts.len()).collect();
        for nth in 0..group.footprints.len() * planes {
            #[expect(clippy::cast_possible_truncation, reason = "footprints are numbered so")]
            let footprint = group.footprints.start + (nth / planes) as u32;
            let is_any = self.push_into(footprint, nth % planes, &mut buffers.pulled);
            for (rank, message) in messages.iter_mut().enumerate() {
                let words = if is_any { &buffers.pulled[self.graph.shares.of_rank(rank)] } else { &[] };
                if is_any && rank == self.graph.shares.rank() {
                    write_whole_row(words, &mut message.parts);
                } else {
                    write_row(words, &mut message.parts);
                }
            }
        }
        for (message, before) in messages.iter_mut().zip(before) {
            // A row that nothing comes to is one byte, and a part without any other is not sent.
            if message.parts[before..].iter().all(|byte| *byte == 0) {
                message.parts.truncate(before);
            }
            message.end_part(before);
        }
    }

    /// What this rank's states bring into a whole row; false if that is nothing.
    fn push_into(&self, footprint: u32, plane: usize, row: &mut Vec<u64>) -> bool {
        let Self { graph, source, .. } = self;
        row.clear();
        let share = graph.shares.own();
        for slide in graph.footprints.slides_into(footprint) {
            let Some(push) = graph.push(slide.rotation) else { continue };
            let is_odd = (plane == 1) ^ slide.rotation.is_odd();
            let from = (graph.first_row(slide.from) + usize::from(is_odd)) * share.len();
            if source.is_live_within(from..from + share.len(), graph.chunk_words) {
                row.resize(graph.layout.words_per_row, 0);
                let words = &source.states.words()[from..from + share.len()];
                push.run(&graph.layout, Held { words, start: share.start, is_odd }, row);
            }
        }
        !row.is_empty()
    }
}

/// What a rank is sent in a round.
#[derive(Clone, Debug, Default)]
struct Message {
    /// The lengths of its tasks' parts.
    lengths: Vec<u8>,
    /// The parts, one after the other.
    parts: Vec<u8>,
}

impl Message {
    /// Ends the part of a task, which began at this place.
    fn end_part(&mut self, before: usize) {
        // It is one of a round, and these are short.
        let length = (self.parts.len() - before) as u32;
        self.lengths.extend(length.to_le_bytes());
    }

    /// Adds the parts of another.
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

/// Puts what has come into the rows of this rank.
struct Settling<'a, N: Notes> {
    step: Step<'a, N>,
    rounds: &'a Rounds<'a>,
    to: &'a NextLevel<'a>,
    tasks: std::vec::IntoIter<Task<'a, N::Item>>,
    reached: Result<Reached, ExchangeError>,
}

impl<N: Notes> Settling<'_, N> {
    fn settle(&mut self, nth: usize, messages: &[Vec<u8>]) {
        let arrivals = match self.rounds.sort(nth, messages) {
            Ok(arrivals) => arrivals,
            Err(error) => return self.reached = Err(error),
        };
        let tasks = self.tasks.by_ref().take(arrivals.len()).zip(arrivals).collect::<Vec<_>>();
        let pulls = self.rounds.are_chunks();
        let settle =
            |buffers: &mut Buffers, (task, arrivals)| self.step.run_with(task, arrivals, pulls, buffers);
        let reached = side_by_side(self.to, tasks, settle);
        for of_task in reached {
            self.reached = match (std::mem::replace(&mut self.reached, Ok(Reached::default())), of_task) {
                (Ok(sum), Ok(more)) => Ok(sum.and(more)),
                (Err(error), _) | (_, Err(error)) => Err(error),
            };
        }
    }
}

impl<N: Notes> Step<'_, N> {
    /// Makes the next level of a task from what came to it, and, if it `pulls`, from what this rank has.
    fn run_with(
        &self,
        task: Task<'_, N::Item>,
        mut arrivals: Arrivals<'_>,
        pulls: bool,
        buffers: &mut Buffers,
    ) -> Result<Reached, ExchangeError> {
        let mut misunderstood = None;
        let reached = self.run(task, buffers, |footprint, plane, within, is_wanted, buffers| {
            let len = within.len();
            let mut is_any = pulls && is_wanted && self.pull(footprint, plane, within, buffers);
            if is_wanted && !is_any && !arrivals.is_empty() {
                buffers.pulled.clear();
                buffers.pulled.resize(len, 0);
                is_any = true;
            }
            for (rank, bytes) in &mut arrivals {
                if read_row(bytes, is_wanted.then_some(&mut buffers.pulled), len).is_err() {
                    misunderstood = Some(*rank);
                }
            }
            is_any
        });
        let left_over = arrivals.iter().find(|(_, bytes)| !bytes.is_empty()).map(|(rank, _)| *rank);
        match misunderstood.or(left_over) {
            Some(rank) => Err(ExchangeError::Misunderstood { rank }),
            None => Ok(reached),
        }
    }
}

/// What a function makes of all items, in their order, on all threads if the level is worth it. Once it is interrupted, what
/// comes of it is of no use, and nothing is left out: the other ranks wait for it.
fn side_by_side<T: Send, R: Send>(
    to: &NextLevel<'_>,
    items: Vec<T>,
    make: impl Fn(&mut Buffers, T) -> R + Sync + Send,
) -> Vec<R> {
    if to.parallel && threads::CAN_BE {
        return items.into_par_iter().map_init(Buffers::default, make).collect();
    }
    let mut buffers = Buffers::default();
    items.into_iter().map(|item| make(&mut buffers, item)).collect()
}
