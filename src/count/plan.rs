//! The forecast of a count.

use std::time::Duration;

use super::files::divided_rows::PartSizes;
use crate::board::Shape;
use crate::generate::MultiTileLevels;
use crate::generate::newest_levels::NewestLevels;
use crate::space::FullSpace;
use crate::space::footprints::Footprints;

/// Returns the peak size of the two newest levels' codes, in hundredths of a bit per state.
///
/// | board | entropy of such levels | measured |
/// |---|---|---|
/// | 3x4 | 68 | |
/// | 4x4 | 61 | |
/// | 3x5 | 56 | 53 |
/// | 2x7 | 42 | 40 |
///
/// Large boards need less than the entropy of uniformly distributed states, since levels are denser
/// in some places than in others.
const fn disk_in_hundredths_of_a_bit(shape: Shape) -> u64 {
    match (shape.cells(), shape.rows() == 2 || shape.columns() == 2) {
        (..=12, _) => 70,
        (_, true) => 46,
        (_, false) => 55,
    }
}

/// Nanoseconds per state on one core: in memory (2x7: 120 s) and in files (2x7: 620 s).
const NANOSECONDS_IN_MEMORY: u64 = 3;
const NANOSECONDS_IN_FILES: u64 = 15;

/// The same in the multi-tile metric.
const NANOSECONDS_IN_MULTI_TILE_METRIC: u64 = 6;

/// The forecast of a count: see [`Counter::plan`](super::Counter::plan).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountPlan {
    /// Number of states to count.
    pub states: u64,
    /// Whether the count works in files instead of in memory.
    pub in_files: bool,
    /// Bytes of memory.
    pub memory_in_bytes: u64,
    /// Peak bytes of files. For a count in files, this is an estimate that was not exceeded by any
    /// board with known levels. A count in memory needs as much when it is saved.
    pub disk_in_bytes: u64,
    /// Estimated time on one core, based on other boards on one machine. A slow disk may take
    /// longer.
    pub core_time: Duration,
}

impl CountPlan {
    /// Forecasts a count of a space whose longer side is upright.
    pub(super) fn new(
        space: &FullSpace,
        min_unit_words: u64,
        threads: usize,
        memory_limit: u64,
        has_files: bool,
    ) -> Self {
        let states = space.states();
        let in_memory = NewestLevels::memory_of_full_board_in_bytes(space);
        let parts = PartSizes::new(&Footprints::of_full_board(space), min_unit_words);
        let rows = space.shape().cells().div_ceil(2) as u64;
        // On a small board, the buffers of the files are larger than all of its states.
        let of_files = memory_in_files(parts, rows, threads);
        let in_files = in_memory > memory_limit && has_files && of_files < in_memory;
        let nanoseconds = if in_files { NANOSECONDS_IN_FILES } else { NANOSECONDS_IN_MEMORY };
        Self {
            states,
            in_files,
            memory_in_bytes: if in_files { of_files } else { in_memory },
            disk_in_bytes: (states / 800).saturating_mul(disk_in_hundredths_of_a_bit(space.shape()))
                + index_in_bytes(parts, rows),
            core_time: Duration::from_nanos(states.saturating_mul(nanoseconds)),
        }
    }

    /// Forecasts a count in the multi-tile metric, which always works in memory.
    pub(super) fn in_multi_tile_metric(space: &FullSpace) -> Self {
        let states = space.states();
        Self {
            states,
            in_files: false,
            memory_in_bytes: MultiTileLevels::memory_in_bytes(space),
            disk_in_bytes: 0,
            core_time: Duration::from_nanos(states.saturating_mul(NANOSECONDS_IN_MULTI_TILE_METRIC)),
        }
    }
}

/// Returns the bytes of the index of a level's code units, for this number of rows.
fn index_in_bytes(parts: PartSizes, rows: u64) -> u64 {
    rows * (parts.words_per_row / parts.words_per_segment) * (16 + 4 * parts.units_per_segment() as u64)
}

/// Returns the planned memory of a count in files. Shared: the index of a level, the index of one
/// slab of each of two other levels, and the bytes of a slab's index being read. Per thread: a row
/// segment of all rows, and three segments being pulled or read, with their codes.
fn memory_in_files(parts: PartSizes, rows: u64, threads: usize) -> u64 {
    let index = index_in_bytes(parts, rows);
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let of_a_thread = 8 * parts.words_per_segment * (2 * rows + 3);
    index + 3 * index / parts.slabs() + threads as u64 * of_a_thread
}
