//! What a build by several ranks is going to take.

use std::time::Duration;

use super::crossings::{Crossing, Crossings};
use crate::generate::distances::UNSET;
use crate::generate::layout::RowLayout;
use crate::generate::memory::Memory;
use crate::generate::traffic::LENGTH_BYTES;
use crate::space::Space;
use crate::table::Encoding;

/// At the end of a level the ranks swap three numbers.
const BYTES_OF_SUMS: usize = 24;

/// Nanoseconds of one core for each state that is gone through: of a `mod3` table (2x7 takes 311 s), of one that has bytes
/// and steps (3x4 takes 1.0 s, 2x6 1.8 s, and a state of a board with longer rows half as much again), and of a pattern by several ranks (eight tiles of 4x4).
const NANOSECONDS_MOD3: f64 = 7.0;
const NANOSECONDS_BYTE: f64 = 8.0;
const NANOSECONDS_PATTERN: f64 = 8.0;

/// What a build by several ranks is going to take: see [`Generator::plan_together`](crate::generate::Generator::plan_together).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BuildPlan {
    /// How many ranks there are.
    pub ranks: usize,
    /// How many entries the table has.
    pub entries: u64,
    /// How many states are gone through: for a pattern more than entries, since regions of the blank are told apart.
    pub states: u64,
    /// The bytes of memory of the rank that takes the most.
    pub memory_of_a_rank_in_bytes: u64,
    /// The bytes of the table, but for its head.
    pub table_in_bytes: u64,
    /// The bytes of files where they take the most: the table beside a checkpoint, or, while a checkpoint is written, that
    /// beside the one before.
    pub disk_in_bytes: u64,
    /// The levels, from distance 0 on: an estimate.
    pub levels: Vec<PlannedLevel>,
    nanoseconds_of_a_state: f64,
}

/// A level of a build, as it is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlannedLevel {
    /// How many states it has.
    pub states: u64,
    /// What the ranks send each other to go on from it, in all.
    pub sent_in_bytes: u64,
}

impl BuildPlan {
    pub(in crate::generate) fn new(space: &Space, encoding: Encoding, ranks: usize) -> Self {
        let memory = Memory::of_table(space, encoding);
        // A checkpoint has what is shared out among the ranks, once.
        let (table_in_bytes, checkpoint) = (encoding.payload_len(space.entries()), memory.shared_out());
        let crossings = Crossings::of(space, ranks);
        let states = crossings.states();
        let nanoseconds_of_a_state = match (space, encoding) {
            (Space::Pattern(_), _) => NANOSECONDS_PATTERN,
            (_, Encoding::Mod3) => NANOSECONDS_MOD3,
            (_, Encoding::Byte | Encoding::Packed | Encoding::Bit) => NANOSECONDS_BYTE,
        };
        Self {
            ranks,
            entries: space.entries(),
            states,
            memory_of_a_rank_in_bytes: memory.of_a_rank(ranks),
            table_in_bytes,
            disk_in_bytes: checkpoint.saturating_add(checkpoint.max(table_in_bytes)),
            levels: planned_levels(space, &crossings, ranks),
            nanoseconds_of_a_state,
        }
    }

    /// What the ranks send each other in all.
    #[must_use]
    pub fn sent_in_bytes(&self) -> u64 {
        self.levels.iter().map(|level| level.sent_in_bytes).sum()
    }

    /// How long it takes if each rank has so many cores, and can send so many bytes a second while it is sent as many: level by
    /// level what takes longer, the work or the line. An estimate, from how long builds took on one machine; disks are left out.
    #[must_use]
    pub fn time(&self, cores: usize, bytes_per_second: f64) -> Duration {
        let ranks = self.ranks as f64;
        let work = self.nanoseconds_of_a_state * 1e-9 / (ranks * cores.max(1) as f64);
        let line = 1.0 / (ranks * bytes_per_second);
        let of_level = |level: &PlannedLevel| {
            (level.states as f64 * work).max(if self.ranks > 1 {
                level.sent_in_bytes as f64 * line
            } else {
                0.0
            })
        };
        let seconds = self.levels.iter().map(of_level).sum();
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

/// The fewest ranks of which none takes more memory than this; none if no number of up to a million would do.
pub(in crate::generate) fn ranks_that_fit(
    space: &Space,
    encoding: Encoding,
    memory_in_bytes: u64,
) -> Option<usize> {
    let memory = Memory::of_table(space, encoding);
    let fits = |ranks: usize| memory.of_a_rank(ranks) <= memory_in_bytes;
    if fits(1) {
        return Some(1);
    }
    let mut enough = (1..=20).map(|power| 1 << power).find(|ranks| fits(*ranks))?;
    let mut too_few = enough / 2;
    while enough - too_few > 1 {
        let between = usize::midpoint(enough, too_few);
        if fits(between) {
            enough = between;
        } else {
            too_few = between;
        }
    }
    Some(enough)
}

/// The levels, and what is sent from each to the next.
fn planned_levels(space: &Space, crossings: &Crossings, ranks: usize) -> Vec<PlannedLevel> {
    let bits = RowLayout::bits_in_a_word(space.pattern().tiles().len()) as f64;
    let sums = (BYTES_OF_SUMS * ranks * (ranks - 1)) as f64;
    let level = |distance: usize| {
        let (from, to) = (distance % 2, (distance + 1) % 2);
        let states: f64 =
            crossings.into(from).map(|one| one.words * bits * one.lengths.part_at(distance)).sum();
        let in_a_word = |crossing: &Crossing| bits * crossing.lengths.part_at(distance);
        let coming = |one: &Crossing| one.words * in_a_word(one) * one.from_ranks.iter().sum::<f64>();
        let is_sent = some_of(crossings.into(to).map(coming).sum::<f64>() / crossings.messages[to].max(1.0));
        let bytes =
            |crossing: &Crossing| crossing.words * bytes_of_a_word(crossing, in_a_word(crossing), is_sent);
        let sent: f64 = crossings.into(to).map(bytes).sum();
        PlannedLevel { states: states.round() as u64, sent_in_bytes: (sent + sums) as u64 }
    };
    let mut levels: Vec<PlannedLevel> = (0..usize::from(UNSET)).map(level).collect();
    while levels.last().is_some_and(|level| level.states == 0) {
        levels.pop();
    }
    // No level is empty before the last one.
    levels.iter_mut().for_each(|level| level.states = level.states.max(1));
    levels
}

/// How probable is it that there is any, where so many are expected?
fn some_of(expected: f64) -> f64 {
    1.0 - (-expected).exp()
}

/// The bytes that are sent for a word if each word of the level before has so many states, and if messages are sent with
/// this probability.
fn bytes_of_a_word(crossing: &Crossing, in_a_word: f64, is_sent: f64) -> f64 {
    let words = crossing.words_of_row;
    let of_row = |slides: &f64| bytes_of_row(words, some_of(in_a_word * slides)) / words;
    let rows: f64 = crossing.from_ranks.iter().map(of_row).sum();
    let parts = crossing.parts;
    rows + is_sent * LENGTH_BYTES as f64 * parts.for_a_word
        + parts.rows_for_a_word * some_of(in_a_word * parts.words)
}

/// The bytes of a row of so many words, behind its heading, if each is not 0 with this probability: see `sparse`.
fn bytes_of_row(words: f64, filled: f64) -> f64 {
    let any_of = |words: f64| 1.0 - (1.0 - filled).powf(words);
    let eights = (words / 8.0).ceil();
    let is_whole = match words < 8.0 {
        true => filled.powf(words),
        false => f64::from(u8::from(filled >= 0.875)),
    };
    let thin = any_of(words) + 8.0 * filled * words + 2.0 * eights * any_of(words / eights);
    is_whole * 8.0 * words + (1.0 - is_whole) * thin
}
