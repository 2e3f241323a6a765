//! The forecast of a build by several processes.

use std::time::Duration;

use super::crossings::{Crossing, Crossings};
use crate::generate::distributed::rounds::LENGTH_BYTES;
use crate::generate::kernel::RowLayout;
use crate::generate::memory::Memory;
use crate::generate::record::UNSET;
use crate::space::Space;
use crate::table::Encoding;

/// Bytes of the four sums that each process sends to each other one at the end of a level.
const BYTES_OF_SUMS: usize = 32;

/// Nanoseconds per state on one core: of a `mod3` table (2x7: 311 s); of a table in bytes (3x4: 1.0
/// s, 2x6: 1.8 s, as boards with longer rows need 1.5 times as much); and of a pattern on several
/// processes (eight tiles of 4x4).
const NANOSECONDS_MOD3: f64 = 7.0;
const NANOSECONDS_BYTE: f64 = 8.0;
const NANOSECONDS_PATTERN: f64 = 8.0;

/// The forecast of a build by several processes: see
/// [`Generator::plan_distributed`](crate::generate::Generator::plan_distributed).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BuildPlan {
    /// Number of processes.
    pub processes: usize,
    /// Number of entries in the table.
    pub entries: u64,
    /// Number of states to visit. A pattern has more states than entries if regions of the blank
    /// share entries.
    pub states: u64,
    /// Bytes of memory on the process that needs the most.
    pub memory_per_process_in_bytes: u64,
    /// Bytes of the table, without its head.
    pub table_in_bytes: u64,
    /// Peak bytes of files: the table and a checkpoint, or two checkpoints while one replaces the
    /// other.
    pub disk_in_bytes: u64,
    /// Estimated number of states in each level, from distance 0 on.
    pub states_of_levels: Vec<u64>,
    /// Estimated total bytes that processes send each other to compute the next level from each
    /// level.
    pub sent_of_levels_in_bytes: Vec<u64>,
    nanoseconds_per_state: f64,
}

impl BuildPlan {
    pub(in crate::generate) fn new(space: &Space, encoding: Encoding, processes: usize) -> Self {
        let memory = Memory::of_table(space, encoding);
        // A checkpoint contains one copy of everything divided among the processes.
        let (table_in_bytes, checkpoint) = (encoding.payload_len(space.entries()), memory.divided());
        let crossings = Crossings::sample(space, processes);
        let (states_of_levels, sent_of_levels_in_bytes) = planned_levels(space, &crossings, processes);
        let states = crossings.states();
        let nanoseconds_per_state = match (space, encoding) {
            (Space::Pattern(_), _) => NANOSECONDS_PATTERN,
            (_, Encoding::Mod3) => NANOSECONDS_MOD3,
            (_, Encoding::Byte | Encoding::Bit) => NANOSECONDS_BYTE,
        };
        Self {
            processes,
            entries: space.entries(),
            states,
            memory_per_process_in_bytes: memory.per_process(processes),
            table_in_bytes,
            disk_in_bytes: checkpoint.saturating_add(checkpoint.max(table_in_bytes)),
            states_of_levels,
            sent_of_levels_in_bytes,
            nanoseconds_per_state,
        }
    }

    /// Returns the total bytes that processes send each other.
    #[must_use]
    pub fn sent_in_bytes(&self) -> u64 {
        self.sent_of_levels_in_bytes.iter().sum()
    }

    /// Estimates the duration if each process has `cores` cores, and can send and receive
    /// `bytes_per_second` at the same time.
    ///
    /// Each level takes the longer of its work and its transfers. The estimate is based on builds
    /// on one machine, and ignores disks.
    #[must_use]
    pub fn time(&self, cores: usize, bytes_per_second: f64) -> Duration {
        let processes = self.processes as f64;
        let work = self.nanoseconds_per_state * 1e-9 / (processes * cores.max(1) as f64);
        let line = 1.0 / (processes * bytes_per_second);
        let of_level = |(states, sent): (&u64, &u64)| {
            (*states as f64 * work).max(if self.processes > 1 { *sent as f64 * line } else { 0.0 })
        };
        let levels = self.states_of_levels.iter().zip(&self.sent_of_levels_in_bytes);
        let seconds = levels.map(of_level).sum();
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

/// Returns the smallest number of processes with which none needs more than this memory, or `None`
/// if a million are not enough.
pub(in crate::generate) fn processes_that_fit(
    space: &Space,
    encoding: Encoding,
    memory_in_bytes: u64,
) -> Option<usize> {
    let memory = Memory::of_table(space, encoding);
    let fits = |processes: usize| memory.per_process(processes) <= memory_in_bytes;
    if fits(1) {
        return Some(1);
    }
    let mut enough = (1..=20).map(|power| 1 << power).find(|processes| fits(*processes))?;
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

/// Returns the number of states in each level, and the bytes sent for the next.
fn planned_levels(space: &Space, crossings: &Crossings, processes: usize) -> (Vec<u64>, Vec<u64>) {
    let bits = RowLayout::bits_in_a_word(space.pattern().tiles().len()) as f64;
    let sums = (BYTES_OF_SUMS * processes * (processes - 1)) as f64;
    let level = |distance: usize| {
        let (from, to) = (distance % 2, (distance + 1) % 2);
        let states: f64 =
            crossings.into(from).map(|one| one.words * bits * one.lengths.fraction_at(distance)).sum();
        let in_a_word = |crossing: &Crossing| bits * crossing.lengths.fraction_at(distance);
        let coming = |one: &Crossing| one.words * in_a_word(one) * one.from_processes.iter().sum::<f64>();
        let is_sent =
            probability_of_any(crossings.into(to).map(coming).sum::<f64>() / crossings.messages[to].max(1.0));
        let bytes =
            |crossing: &Crossing| crossing.words * bytes_of_word(crossing, in_a_word(crossing), is_sent);
        let sent: f64 = crossings.into(to).map(bytes).sum();
        (states.round() as u64, (sent + sums) as u64)
    };
    let mut levels: Vec<(u64, u64)> = (0..usize::from(UNSET)).map(level).collect();
    while levels.last().is_some_and(|(states, _)| *states == 0) {
        levels.pop();
    }
    // The rounded model may have empty levels, but a real search has none before the last.
    levels.into_iter().map(|(states, sent)| (states.max(1), sent)).unzip()
}

/// Returns the probability of at least one event, if this many are expected.
fn probability_of_any(expected: f64) -> f64 {
    1.0 - (-expected).exp()
}

/// Returns the expected bytes sent for a word. `in_a_word` is the number of states per word of the
/// previous level, and `is_sent` the probability that a message is not empty.
fn bytes_of_word(crossing: &Crossing, in_a_word: f64, is_sent: f64) -> f64 {
    let words = crossing.words_of_row;
    let of_row = |slides: &f64| bytes_of_row(words, probability_of_any(in_a_word * slides)) / words;
    let rows: f64 = crossing.from_processes.iter().map(of_row).sum();
    rows + is_sent * LENGTH_BYTES as f64 * crossing.parts
        + crossing.rows_of_parts * probability_of_any(in_a_word * crossing.words_of_part)
}

/// Returns the expected bytes of a row in the `sparse` format, without its first byte, if each word
/// is non-zero with probability `filled`.
fn bytes_of_row(words: f64, filled: f64) -> f64 {
    let any_of = |words: f64| 1.0 - (1.0 - filled).powf(words);
    let eights = (words / 8.0).ceil();
    // `sparse` writes a row as a whole if at most one word in eight is 0.
    let is_whole = match words < 8.0 {
        true => filled.powf(words),
        false => f64::from(u8::from(filled >= 0.875)),
    };
    let thin = any_of(words) + 8.0 * filled * words + 2.0 * eights * any_of(words / eights);
    is_whole * 8.0 * words + (1.0 - is_whole) * thin
}
