//! Predicts the memory of a build's state.

use super::distributed::rounds;
use super::kernel::{RowLayout, TAIL, owners_for};
use super::newest_levels::NewestLevels;
use super::record::{BitEntries, ByteEntries, ByteWord, ColumnDeltas, Entries, ResidueWord};
use crate::space::Space;
use crate::space::footprints::Footprints;
use crate::space::lehmer::arrangements;
use crate::space::rotation::Rotation;
use crate::table::Encoding;

/// The bytes of a build's state: the entries and two state sets, one per color. Patterns also need
/// a set of recorded entries, if they are shared, and the footprints with their slides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory<'a> {
    space: &'a Space,
    /// Bytes divided among the processes.
    divided: u64,
    /// Bytes that each process holds in full.
    replicated: u64,
}

impl<'a> Memory<'a> {
    /// Predicts the memory of entries in this form. Enumerates all cell sets of a pattern.
    pub(super) fn of_entries<E: Entries>(space: &'a Space) -> Self {
        let entries = E::memory_in_bytes(space);
        match space {
            Space::Full(board) => {
                let divided = entries + NewestLevels::memory_of_full_board_in_bytes(board);
                Self { space, divided, replicated: 0 }
            }
            Space::Pattern(pattern) => {
                // Per footprint: a range, two rows, and about two slides per tile, with spare
                // capacity.
                let (footprints, tiles) = (pattern.footprints(), pattern.pattern().tiles().len());
                let of_footprint = 64 + 16 * 2 * tiles as u64;
                // One bit per shared entry, for those already recorded.
                let shared = if pattern.is_zero_aware() { 0 } else { u64::from(space.blocks()) };
                let divided = entries + NewestLevels::memory_in_bytes(tiles, 2 * (footprints + shared));
                Self { space, divided, replicated: footprints * of_footprint }
            }
        }
    }

    /// Predicts the memory of a table that will be written in an encoding.
    pub(super) fn of_table(space: &'a Space, encoding: Encoding) -> Self {
        match encoding {
            Encoding::Mod3 => Self::of_entries::<ColumnDeltas<ResidueWord>>(space),
            Encoding::Bit => Self::of_entries::<BitEntries>(space),
            Encoding::Byte => match space {
                Space::Full(_) => Self::of_entries::<ColumnDeltas<ByteWord>>(space),
                Space::Pattern(_) => Self::of_entries::<ByteEntries>(space),
            },
        }
    }

    /// Returns the bytes divided among the processes, whatever their number.
    pub(super) const fn divided(&self) -> u64 {
        self.divided
    }

    /// Returns the bytes of a single process.
    pub(super) const fn alone(&self) -> u64 {
        self.divided + self.replicated
    }

    /// Returns the bytes of the process that holds the most: its share, the messages in transit,
    /// and the operations of the slides, which are large for boards with long rows.
    pub(super) fn per_process(&self, processes: usize) -> u64 {
        if processes == 1 {
            return self.alone();
        }
        let words = RowLayout::words_in_a_row(self.space.pattern().tiles().len());
        let largest = owners_for(self.space, processes).0.largest();
        // The product may exceed 64 bits.
        let share = u128::from(self.divided) * largest as u128 / u128::from(words);
        let share = u64::try_from(share).unwrap_or(u64::MAX);
        [rounds::memory_in_bytes(share), self.replicated, operations_in_bytes(self.space)]
            .into_iter()
            .fold(share, u64::saturating_add)
    }
}

/// Returns the bytes of the operations of a space's slides, one for each rotation.
fn operations_in_bytes(space: &Space) -> u64 {
    let places = space.pattern().tiles().len();
    let rotations: Vec<Rotation> = match space {
        Space::Full(space) => {
            let mut rotations: Vec<Rotation> =
                Footprints::of_full_board(space).slides.iter().map(|slide| slide.rotation).collect();
            rotations.sort_unstable();
            rotations.dedup();
            rotations
        }
        Space::Pattern(space) => {
            let columns = space.shape().columns();
            let pairs = (0..places).flat_map(|from| (0..places).map(move |to| (from, to)));
            let occurs = |(from, to): &(usize, usize)| from.abs_diff(*to) < columns;
            pairs.filter(occurs).map(|(from, to)| Rotation::new(from, to)).collect()
        }
    };
    rotations.into_iter().map(|rotation| operation_in_bytes(places, rotation)).sum()
}

/// Returns the bytes of the operation for a rotation: four per run of a period or, if the window
/// extends into the words, four per fifth of a word.
fn operation_in_bytes(places: usize, rotation: Rotation) -> u64 {
    let tail_start = places.saturating_sub(TAIL);
    let start = rotation.window_start();
    if rotation.is_identity() || start >= tail_start {
        return 0;
    }
    let end = (start + rotation.window_len()).min(tail_start + 1);
    4 * arrangements(end - start, places - start)
}
