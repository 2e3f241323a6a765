//! Serializes the progress of an iteration, for files and for other processes.

use super::iteration_progress::{DoneRange, IterationProgress, Solved};
use crate::board::Move;
use crate::search::common::limits::Limit;
use crate::search::ida::result::Counts;

impl IterationProgress {
    /// Writes the done ranges and the solved task, which is what a resumed search needs.
    pub(in crate::search) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.done_ranges.len() as u32).to_le_bytes());
        for DoneRange { roots, counts } in &self.done_ranges {
            put_numbers(bytes, [roots.start as u64, roots.end as u64, counts.expanded, counts.generated]);
        }
        bytes.push(self.solved.is_some().into());
        if let Some(Solved { roots, counts, path }) = &self.solved {
            put_numbers(bytes, [roots.start as u64, roots.end as u64, counts.expanded, counts.generated]);
            bytes.extend((path.len() as u16).to_le_bytes());
            bytes.extend(path.iter().map(|step| *step as u8));
        }
    }

    /// Reads what [`write`](Self::write) wrote for an iteration with this many subtrees. Returns
    /// `None` if the bytes are invalid.
    pub(in crate::search) fn read(bytes: &mut &[u8], roots: usize) -> Option<Self> {
        let len = u32::from_le_bytes(take(bytes)?);
        let done_ranges = (0..len).map(|_| read_done_range(bytes)).collect::<Option<Vec<DoneRange>>>()?;
        let solved = match take(bytes)? {
            [0] => None,
            [1] => {
                let DoneRange { roots, counts } = read_done_range(bytes)?;
                let len = u16::from_le_bytes(take(bytes)?);
                let moves = bytes.split_off(..usize::from(len))?.iter();
                let path: Option<Vec<Move>> =
                    moves.map(|step| Move::ALL.get(usize::from(*step)).copied()).collect();
                Some(Solved { roots, counts, path: path? })
            }
            _ => return None,
        };
        Self::from_parts(done_ranges, solved, roots)
    }

    /// Writes everything, including abandoned work and the reason for stopping.
    pub(in crate::search) fn write_all(&self, bytes: &mut Vec<u8>) {
        self.write(bytes);
        put_numbers(bytes, [self.wasted.expanded, self.wasted.generated]);
        bytes.push(limit_to_byte(self.stopped_by));
    }

    /// Reads what [`write_all`](Self::write_all) wrote.
    pub(in crate::search) fn read_all(mut bytes: &[u8], roots: usize) -> Option<Self> {
        let progress = Self::read(&mut bytes, roots)?;
        let wasted = read_counts(&mut bytes)?;
        let stopped_by = limit_from_byte(take(&mut bytes)?)?;
        bytes.is_empty().then_some(Self { wasted, stopped_by, ..progress })
    }
}

/// A limit is stored as its number plus one; 0 stands for no limit.
pub(in crate::search) fn limit_to_byte(limit: Option<Limit>) -> u8 {
    limit.map_or(0, |limit| limit as u8 + 1)
}

pub(in crate::search) fn limit_from_byte([byte]: [u8; 1]) -> Option<Option<Limit>> {
    if byte == 0 { Some(None) } else { Limit::ALL.get(usize::from(byte) - 1).copied().map(Some) }
}

pub(in crate::search) fn put_numbers<const N: usize>(bytes: &mut Vec<u8>, numbers: [u64; N]) {
    bytes.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
}

pub(in crate::search) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

pub(in crate::search) fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    take(bytes).map(u64::from_le_bytes)
}

pub(in crate::search) fn read_counts(bytes: &mut &[u8]) -> Option<Counts> {
    Some(Counts { expanded: read_number(bytes)?, generated: read_number(bytes)? })
}

fn read_done_range(bytes: &mut &[u8]) -> Option<DoneRange> {
    let [first, end] = [read_number(bytes)?, read_number(bytes)?].map(usize::try_from);
    Some(DoneRange { roots: first.ok()?..end.ok()?, counts: read_counts(bytes)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ida::result::{Found, Stop};

    #[test]
    fn records_round_trip_and_damaged_ones_are_rejected() {
        let counts = |expanded| Counts { expanded, generated: 3 * expanded };
        let mut progress = IterationProgress::default();
        for stopped_by in [None].into_iter().chain(Limit::ALL.map(Some)) {
            progress.record(0..2, counts(5), Found::Nothing);
            progress.record(4..6, counts(7), Found::Nothing);
            progress.record(8..9, counts(9), Found::Path(vec![Move::Up, Move::Right]));
            progress.record(
                6..8,
                counts(1),
                Found::Stopped(stopped_by.map_or(Stop::Superseded, Stop::Limit)),
            );
            let mut bytes = Vec::new();
            progress.write_all(&mut bytes);
            assert_eq!(IterationProgress::read_all(&bytes, 9).as_ref(), Some(&progress));
            assert_eq!(IterationProgress::read_all(&bytes, 8), None, "there are no more roots");
            for cut in 0..bytes.len() {
                assert_eq!(IterationProgress::read_all(&bytes[..cut], 9), None);
            }
            bytes.push(0);
            assert_eq!(IterationProgress::read_all(&bytes, 9), None);
            progress = IterationProgress::default();
        }
    }
}
