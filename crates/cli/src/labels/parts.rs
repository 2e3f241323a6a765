//! Part files: finished labels of unfinished shards.
//!
//! A run saves them every half minute and when it ends early, so that little work is lost. The next
//! run reads them and labels the shard's other boards. A part file is removed when its shard is
//! finished.
//!
//! | bytes | content |
//! |---|---|
//! | 24 | `tilebase label part 1` and three line feeds |
//! | 32 | BLAKE3 hash of the manifest's first line |
//! | 8 | number of the shard |
//! | 8 | number of labels |
//! | labels | each: board index in the shard (4), number of moves (2), moves (2 bits each, lowest first) |
//! | 32 | BLAKE3 hash of all preceding bytes |
//!
//! Numbers are little-endian.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tilebase::board::{Board, Goal, Move};
use tilebase::table::{AtomicFile, WriteError};

use super::data_set::DataSetSpec;
use super::label::Label;

const MAGIC: &[u8; 24] = b"tilebase label part 1\n\n\n";
const HASH: usize = 32;
const MOVES_IN_A_BYTE: usize = 4;

/// A label, with the index of its board in the shard.
pub(super) type Numbered = (usize, Label);

/// The part file of one shard.
#[derive(Debug)]
pub(super) struct PartFile {
    path: PathBuf,
    /// The bytes before the number of labels.
    head: Vec<u8>,
}

impl PartFile {
    /// The part file of a shard, in a folder of labels.
    pub(super) fn of(folder: &Path, data_set: &DataSetSpec, shard: u64) -> serde_json::Result<Self> {
        let path = folder.join(format!(".{}.part", data_set.file_of(shard)));
        let mut head = MAGIC.to_vec();
        head.extend(blake3::hash(serde_json::to_string(data_set)?.as_bytes()).as_bytes());
        head.extend(shard.to_le_bytes());
        Ok(Self { path, head })
    }

    /// Reads the labels; empty if the file is missing, damaged, or belongs to other labels.
    pub(super) fn read(&self, boards: &[Board], goal: &Goal) -> Vec<Numbered> {
        let bytes = fs::read(&self.path).unwrap_or_default();
        self.records(&bytes).and_then(|mut records| labels(&mut records, boards, goal)).unwrap_or_default()
    }

    /// Whether the file exists.
    pub(super) fn exists(&self) -> bool {
        self.path.exists()
    }

    /// The number of labels in the file.
    pub(super) fn count(&self) -> u64 {
        let bytes = fs::read(&self.path).unwrap_or_default();
        self.records(&bytes).and_then(|mut records| take(&mut records)).map_or(0, u64::from_le_bytes)
    }

    /// Replaces the file.
    pub(super) fn write(&self, labels: &[Numbered]) -> Result<(), WriteError> {
        let mut bytes = self.head.clone();
        bytes.extend((labels.len() as u64).to_le_bytes());
        for (number, label) in labels {
            bytes.extend(u32::try_from(*number).unwrap_or(u32::MAX).to_le_bytes());
            bytes.extend(label.length().to_le_bytes());
            let packed = |moves: &[Move]| {
                (0..).zip(moves).fold(0, |byte, (place, step)| byte | (*step as u8) << (2 * place))
            };
            bytes.extend(label.path().chunks(MOVES_IN_A_BYTE).map(packed));
        }
        let hash = blake3::hash(&bytes);
        bytes.extend(hash.as_bytes());
        AtomicFile::replace(&self.path, &bytes)
    }

    /// Removes the file, if it exists.
    pub(super) fn remove(&self) -> io::Result<()> {
        AtomicFile::remove(&self.path)
    }

    /// The bytes between the head and the hash, which begin with the number of labels.
    ///
    /// Returns `None` if the head or the hash does not match.
    fn records<'b>(&self, bytes: &'b [u8]) -> Option<&'b [u8]> {
        let (content, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH)?)?;
        let records = content.strip_prefix(&self.head[..])?;
        (hash == blake3::hash(content).as_bytes()).then_some(records)
    }
}

fn labels(records: &mut &[u8], boards: &[Board], goal: &Goal) -> Option<Vec<Numbered>> {
    let count = u64::from_le_bytes(take(records)?);
    let mut is_known = vec![false; boards.len()];
    let mut labels = Vec::new();
    for _ in 0..count {
        let number = u32::from_le_bytes(take(records)?) as usize;
        let moves = usize::from(u16::from_le_bytes(take(records)?));
        let packed = records.split_off(..moves.div_ceil(MOVES_IN_A_BYTE))?;
        let step = |place: usize| {
            Move::ALL[usize::from(packed[place / MOVES_IN_A_BYTE] >> (2 * (place % MOVES_IN_A_BYTE)) & 3)]
        };
        let path = (0..moves).map(step).collect();
        // Duplicates are refused: callers count labels to detect a finished shard.
        if std::mem::replace(is_known.get_mut(number)?, true) {
            return None;
        }
        labels.push((number, Label::new(&boards[number], path, goal).ok()?));
    }
    records.is_empty().then_some(labels)
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

#[cfg(test)]
mod tests {
    use super::super::data_set::{BoardOrigin, Content, LabelFormat};
    use super::*;

    fn asked(seed: u64) -> DataSetSpec {
        DataSetSpec {
            version: DataSetSpec::VERSION,
            shape: "3x3".to_owned(),
            goal: "123456780".to_owned(),
            boards: BoardOrigin::Drawn { count: 5, seed, walk: None },
            shard_size: 5,
            content: Content::Boards,
            format: LabelFormat::Csv,
            moves: None,
        }
    }

    #[test]
    fn labels_are_read_as_written_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let boards: Vec<Board> =
            ["123456780", "123450786", "123406758"].map(|board| board.parse().unwrap()).to_vec();
        let goal = Goal::blank_last(boards[0].shape());
        let label = |number: usize, path: &[Move]| {
            (number, Label::new(&boards[number], path.to_vec(), &goal).unwrap())
        };
        let labels = [label(2, &[Move::Down, Move::Right]), label(0, &[])];
        let part = PartFile::of(folder.path(), &asked(1), 0).unwrap();
        assert_eq!((part.read(&boards, &goal), part.count()), (vec![], 0));
        part.write(&labels).unwrap();
        assert_eq!((part.read(&boards, &goal), part.count()), (labels.to_vec(), 2));

        // Rejected: parts of other labels, another shard, or other boards, and damaged ones.
        let path = part.path.clone();
        let whole = fs::read(&path).unwrap();
        for (data_set, shard) in [(asked(2), 0), (asked(1), 1)] {
            let other =
                PartFile { path: path.clone(), ..PartFile::of(folder.path(), &data_set, shard).unwrap() };
            assert_eq!((other.read(&boards, &goal), other.count()), (vec![], 0));
        }
        assert_eq!(part.read(&boards[..2], &goal), []);
        assert_eq!(part.read(&[boards[1], boards[0], boards[2]], &goal), []);
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            fs::write(&path, &damaged).unwrap();
            assert_eq!((part.read(&boards, &goal), part.count()), (vec![], 0), "{place}");
            fs::write(&path, &whole[..place]).unwrap();
            assert_eq!((part.read(&boards, &goal), part.count()), (vec![], 0), "{place}");
        }
        part.remove().unwrap();
        assert!(!path.exists());
        part.remove().unwrap();
    }
}
