//! What a count is going to take.

use std::time::Duration;

use super::blocks::Cuts;
use crate::board::Shape;
use crate::generate::sweep::Sweep;
use crate::space::StateSpace;
use crate::space::footprints::Footprints;

/// Hundredths of a bit for each state of the board: what the codes of the two newest levels take where they take the most. The entropy
/// of levels of such sizes is 68 for 3x4, 61 for 4x4, 56 for 3x5 and 42 for 2x7. Codes of small boards take about as much, and
/// those of larger ones less, since a level is dense in places: 49 for 3x5, and 40 for 2x7, whose levels are more and thinner.
const fn disk_in_hundredths_of_a_bit(shape: Shape) -> u64 {
    match (shape.cells(), shape.rows() == 2 || shape.columns() == 2) {
        (..=12, _) => 70,
        (_, true) => 46,
        (_, false) => 55,
    }
}

/// Nanoseconds of one core for each state: in memory (2x7 takes 120 s), and in files (2x7 takes 620 s).
const NANOSECONDS_IN_MEMORY: u64 = 3;
const NANOSECONDS_IN_FILES: u64 = 15;

/// What a count is going to take: see [`Counter::plan`](super::Counter::plan).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountPlan {
    /// How many states there are to count.
    pub states: u64,
    /// Does it work in files? Otherwise in memory.
    pub in_files: bool,
    /// The bytes of memory that it takes.
    pub memory_in_bytes: u64,
    /// The bytes of files that it takes where it takes the most: of a count in files an estimate, which is on the safe
    /// side for all boards whose levels are known. One in memory takes as many if it is saved.
    pub disk_in_bytes: u64,
    /// What it takes on one core: an estimate, from how long other boards took on one machine. A disk may take longer.
    pub core_time: Duration,
}

impl CountPlan {
    /// The plan for a space with its longer side upright.
    pub(super) fn new(
        space: &StateSpace,
        least_chunk_in_words: u64,
        threads: usize,
        memory_limit: u64,
        has_files: bool,
    ) -> Self {
        let states = space.states();
        let in_memory = Sweep::memory_of_full_board_in_bytes(space);
        let in_files = in_memory > memory_limit && has_files;
        let cuts = Cuts::new(&Footprints::of_full_board(space), least_chunk_in_words);
        let rows = space.shape().cells().div_ceil(2) as u64;
        let nanoseconds = if in_files { NANOSECONDS_IN_FILES } else { NANOSECONDS_IN_MEMORY };
        Self {
            states,
            in_files,
            memory_in_bytes: if in_files { memory_in_files(cuts, rows, threads) } else { in_memory },
            disk_in_bytes: (states / 800).saturating_mul(disk_in_hundredths_of_a_bit(space.shape()))
                + index_in_bytes(cuts, rows),
            core_time: Duration::from_nanos(states.saturating_mul(nanoseconds)),
        }
    }
}

/// What tells where the chunks of a level lie, of so many rows.
fn index_in_bytes(cuts: Cuts, rows: u64) -> u64 {
    rows * (cuts.words_per_row / cuts.words_per_block) * (16 + 4 * cuts.chunks_per_block() as u64)
}

/// The index of a level, and of a slab of the two others; and for each thread a block of all rows, those of three as they
/// are pulled and read, and their code.
fn memory_in_files(cuts: Cuts, rows: u64, threads: usize) -> u64 {
    let index = index_in_bytes(cuts, rows);
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let of_a_thread = 8 * cuts.words_per_block * (2 * rows + 3);
    index + 2 * index / cuts.slabs() + threads as u64 * of_a_thread
}
