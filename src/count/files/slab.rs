//! A slab of a level in a file: the states in the rows of one color whose arrangements have the
//! same first element.
//!
//! `docs/level-files.md` describes the file byte by byte.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::divided_rows::{PartSizes, to_index};
use super::gaps::{self, WordSize};
use crate::table::{
    AtomicFile, CheckpointError, CheckpointProblem, Origin, SEAL_BYTES, Seal, SealPolicy, Sealer, WriteError,
    hex, is_of_other_user, read_exact_at,
};

/// The kind of file that a count reads, for messages.
pub(super) const COUNT_FILE: &str = "a file of this count and version";

const MAGIC: [u8; 8] = *b"\x89TILL3\r\n";
/// Magic, identification of the count, level, and slab.
pub(super) const HEAD_BYTES: usize = 20;
/// Offset of the index, seal, and checksum.
const END_BYTES: usize = 8 + SEALED_END_BYTES;
/// Seal and checksum.
const SEALED_END_BYTES: usize = SEAL_BYTES + CHECKSUM_BYTES;
const CHECKSUM_BYTES: usize = 4;
/// Number of bytes to collect before a write.
const BUFFER_BYTES: usize = 1 << 20;

/// The positions of a slab's code units, by row segment and row.
#[derive(Debug, Default, PartialEq, Eq)]
struct Index {
    /// For each row of a row segment: the offset of its code in the file, and the position of its
    /// first end in `ends`. The offset is 0 if there are no states.
    rows: Vec<(u64, usize)>,
    /// End of each code unit, counted from the beginning of the row's code. Only for rows with
    /// states.
    ends: Vec<u32>,
}

/// The coded states of the rows of a row segment.
#[derive(Debug, Default)]
pub(in crate::count) struct CodedSegment {
    code: Vec<u8>,
    /// For each row, the start of its code and the end of each code unit; `None` without states.
    rows: Vec<Option<(usize, Vec<u32>)>>,
    /// Number of states of this row segment in each row.
    states: Vec<u64>,
}

/// A slab being written.
#[derive(Debug)]
pub(in crate::count) struct SlabWriter {
    file: AtomicFile,
    buffer: Vec<u8>,
    written: u64,
    head: [u8; HEAD_BYTES],
    index: Index,
    units: usize,
    /// Number of states of this slab in each row.
    states: Vec<u64>,
    sealer: Sealer,
}

/// A slab being read.
#[derive(Debug)]
pub(in crate::count) struct SlabReader {
    path: PathBuf,
    file: File,
    parts: PartSizes,
    size: WordSize,
    index: Index,
    /// Number of states of this slab in each row.
    pub(in crate::count) states: Vec<u64>,
}

/// Returns the head that identifies a slab. `count` is the checksum of the count's identity.
pub(super) fn head_of_slab(count: u32, level: u8, slab: u64) -> [u8; HEAD_BYTES] {
    let mut head = [0; HEAD_BYTES];
    head[..8].copy_from_slice(&MAGIC);
    head[8..12].copy_from_slice(&count.to_le_bytes());
    head[12..16].copy_from_slice(&u32::from(level).to_le_bytes());
    // The slab is below the number of elements, so its lower four bytes suffice.
    head[16..].copy_from_slice(&slab.to_le_bytes()[..4]);
    head
}

impl CodedSegment {
    pub(in crate::count) fn clear(&mut self) {
        self.code.clear();
        self.rows.clear();
        self.states.clear();
    }

    /// Adds the next row's words of this row segment.
    pub(in crate::count) fn add_row(&mut self, words: &[u64], size: WordSize, parts: PartSizes) {
        let start = self.code.len();
        let words_per_unit = to_index(parts.words_per_unit);
        let mut states = 0;
        let mut ends = Vec::with_capacity(parts.units_per_segment());
        for unit in words.chunks_exact(words_per_unit) {
            let from = self.code.len();
            states += u64::from(gaps::encode(unit, size, &mut self.code));
            if self.code.len() > from {
                let checksum = crc32fast::hash(&self.code[from..]);
                self.code.extend(checksum.to_le_bytes());
            }
            ends.push(u32::try_from(self.code.len() - start).expect("a segment's row is far below 4 GiB"));
        }
        self.states.push(states);
        self.rows.push((states > 0).then_some((start, ends)));
    }

    /// Adds the next row, without states in this row segment.
    pub(in crate::count) fn add_empty_row(&mut self) {
        self.states.push(0);
        self.rows.push(None);
    }
}

impl SlabWriter {
    /// Creates a file for this number of rows.
    pub(in crate::count) fn create(
        path: &Path,
        head: [u8; HEAD_BYTES],
        rows: usize,
        parts: PartSizes,
        sealer: Sealer,
    ) -> Result<Self, WriteError> {
        let file = AtomicFile::create(path)?;
        let units = parts.units_per_segment();
        let records = parts.segments_per_slab() * rows;
        // As many ends as there can be: growth would copy them, and pages without ends take no
        // memory.
        let index = Index { rows: vec![(0, 0); records], ends: Vec::with_capacity(records * units) };
        let (buffer, states) = (head.to_vec(), vec![0; rows]);
        Ok(Self { file, buffer, written: 0, head, index, units, states, sealer })
    }

    /// Adds a row segment, given by its number within the slab. The order is arbitrary.
    pub(in crate::count) fn add(&mut self, segment: usize, coded: &CodedSegment) -> Result<(), WriteError> {
        let start = self.written + self.buffer.len() as u64;
        for (row, found) in coded.rows.iter().enumerate() {
            let Some((from, ends)) = found else { continue };
            self.index.rows[segment * coded.rows.len() + row] = (start + *from as u64, self.index.ends.len());
            self.index.ends.extend(ends);
        }
        for (all, of_tile) in self.states.iter_mut().zip(&coded.states) {
            *all += of_tile;
        }
        self.buffer.extend(&coded.code);
        if self.buffer.len() >= BUFFER_BYTES { self.flush() } else { Ok(()) }
    }

    /// Writes the index, puts the file in place, and returns the number of states in each row.
    pub(in crate::count) fn finish(mut self) -> Result<Vec<u64>, WriteError> {
        self.flush()?;
        let index_at = self.written;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.head);
        let index = std::mem::take(&mut self.index);
        for (start, ends) in &index.rows {
            self.buffer.extend(start.to_le_bytes());
            if *start > 0 {
                let ends = &index.ends[*ends..*ends + self.units];
                self.buffer.extend(ends.iter().flat_map(|end| end.to_le_bytes()));
            }
            if self.buffer.len() >= BUFFER_BYTES {
                hasher.update(&self.buffer);
                self.flush()?;
            }
        }
        self.buffer.extend(self.states.iter().flat_map(|states| states.to_le_bytes()));
        self.buffer.extend(index_at.to_le_bytes());
        hasher.update(&self.buffer);
        self.flush()?;
        let seal = self.sealer.clone().finish();
        hasher.update(&seal);
        self.buffer.extend(seal);
        self.buffer.extend(hasher.finalize().to_le_bytes());
        self.flush()?;
        self.file.commit()?;
        Ok(self.states)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.file.write_part(&self.buffer, "writing states")?;
        self.sealer.update(&self.buffer);
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }
}

impl SlabReader {
    /// Opens a file and reads its index.
    pub(in crate::count) fn open(
        path: PathBuf,
        head: [u8; HEAD_BYTES],
        rows: usize,
        parts: PartSizes,
        size: WordSize,
    ) -> Result<Self, CheckpointError> {
        let read = read_index(&path, head, rows, parts).map_err(CheckpointError::at(&path));
        let (file, index, states) = read?;
        Ok(Self { path, file, parts, size, index, states })
    }

    /// The number of rows.
    const fn rows(&self) -> usize {
        self.states.len()
    }

    /// Whether a row has states in the row segment that begins at this word of the slab.
    pub(in crate::count) fn has_states(&self, row: usize, word: u64) -> bool {
        let segment = to_index(word / self.parts.words_per_segment);
        self.index.rows[segment * self.rows() + row].0 > 0
    }

    /// Visits the states of a run of whole code units within a row segment, and returns whether
    /// there are any.
    ///
    /// `word` is the run's first word within the slab. `visit` receives a word's number within the
    /// run, and some of its bits.
    pub(in crate::count) fn visit(
        &self,
        row: usize,
        word: u64,
        words: usize,
        code: &mut Vec<u8>,
        mut visit: impl FnMut(usize, u64),
    ) -> Result<bool, CheckpointError> {
        let PartSizes { words_per_segment, words_per_unit, .. } = self.parts;
        let record = to_index(word / words_per_segment) * self.rows() + row;
        let (start, ends) = self.index.rows[record];
        if start == 0 {
            return Ok(false);
        }
        let first = to_index(word % words_per_segment / words_per_unit);
        let words_per_unit = to_index(words_per_unit);
        let ends = &self.index.ends[ends..ends + self.parts.units_per_segment()];
        let from = if first == 0 { 0 } else { ends[first - 1] };
        let ends = &ends[first..first + words / words_per_unit];
        let bytes = ends.last().map_or(0, |end| end - from);
        if bytes == 0 {
            return Ok(false);
        }
        code.resize(bytes as usize, 0);
        let at = start + u64::from(from);
        let failed = CheckpointError::at(&self.path);
        read_exact_at(&self.file, code, at).map_err(CheckpointProblem::io("reading it")).map_err(&failed)?;
        let mut begin = 0;
        for (nth, end) in ends.iter().enumerate() {
            let end = (end - from) as usize;
            let (unit, first_word) = (&code[begin..end], nth * words_per_unit);
            if !unit.is_empty() {
                visit_unit(unit, words_per_unit, self.size, |word, bits| visit(first_word + word, bits))
                    .map_err(|reason| {
                        let (from, to) = (at + begin as u64, at + end as u64 - 1);
                        failed(CheckpointProblem::Damaged { from, to, reason })
                    })?;
            }
            begin = end;
        }
        Ok(true)
    }
}

/// Visits the states of a code unit that is not empty, after checking its checksum.
#[inline]
fn visit_unit(
    unit: &[u8],
    words: usize,
    size: WordSize,
    visit: impl FnMut(usize, u64),
) -> Result<(), String> {
    let Some((code, expected)) = unit.split_last_chunk::<CHECKSUM_BYTES>() else {
        return Err("the code is too short for its checksum".to_owned());
    };
    check(*expected, crc32fast::hash(code))?;
    match gaps::decode(code, words, size, visit) {
        Some(_states) => Ok(()),
        None => Err("the code is not a set of states".to_owned()),
    }
}

fn check(expected: [u8; CHECKSUM_BYTES], found: u32) -> Result<(), String> {
    let expected = u32::from_le_bytes(expected);
    if expected == found {
        Ok(())
    } else {
        Err(format!("expected checksum {expected:08x}, found {found:08x}"))
    }
}

/// Reads a whole slab, and compares its seal.
///
/// Without a key, only the seal is read. Damage is left to the reader of the states.
pub(super) fn origin_of_slab(path: &Path, policy: &SealPolicy) -> Result<Origin, CheckpointProblem> {
    let io = CheckpointProblem::io("reading it");
    let mut file = File::open(path).map_err(CheckpointProblem::io("opening it"))?;
    let metadata = file.metadata().map_err(&io)?;
    let is_of_other_user = is_of_other_user(&metadata, policy)?;
    let len = metadata.len();
    let mut seal: Seal = [0; SEAL_BYTES];
    // A shorter file is reported as damaged when it is read.
    let Some(sealed) = len.checked_sub(SEALED_END_BYTES as u64) else { return Ok(Origin::Here) };
    read_exact_at(&file, &mut seal, sealed).map_err(&io)?;
    let mut sealer = policy.sealer(None);
    if sealer.has_key() {
        let mut buffer = vec![0; BUFFER_BYTES];
        let mut rest = file.by_ref().take(sealed);
        while let bytes @ 1.. = rest.read(&mut buffer).map_err(&io)? {
            sealer.update(&buffer[..bytes]);
        }
    }
    Ok(policy.check(sealer, seal, is_of_other_user)?.origin)
}

/// Opens a slab, compares its head, and reads its index and the numbers of states in its rows.
fn read_index(
    path: &Path,
    expected: [u8; HEAD_BYTES],
    rows: usize,
    parts: PartSizes,
) -> Result<(File, Index, Vec<u64>), CheckpointProblem> {
    let (file, len) = open_slab(path, expected)?;
    let io = CheckpointProblem::io("reading it");
    let damaged =
        |from, reason: String| CheckpointProblem::Damaged { from, to: len.saturating_sub(1), reason };
    let cut = || damaged(0, format!("its index is missing or out of place ({len} bytes)"));
    let end_at = len.checked_sub(END_BYTES as u64).filter(|at| *at >= HEAD_BYTES as u64).ok_or_else(cut)?;
    let mut end = [0; END_BYTES];
    read_exact_at(&file, &mut end, end_at).map_err(&io)?;
    let index_at = u64::from_le_bytes(std::array::from_fn(|byte| end[byte]));
    let checksum = std::array::from_fn(|byte| end[END_BYTES - CHECKSUM_BYTES + byte]);
    let records = parts.segments_per_slab() * rows;
    // Bounds the allocation below: a damaged file may give any offset.
    let most = (records * (8 + 4 * parts.units_per_segment()) + 8 * rows) as u64;
    let is_sound = (HEAD_BYTES as u64..=end_at).contains(&index_at) && end_at - index_at <= most;
    if !is_sound {
        return Err(cut());
    }
    let mut bytes = vec![0; to_index(end_at - index_at)];
    read_exact_at(&file, &mut bytes, index_at).map_err(&io)?;
    let mut hasher = crc32fast::Hasher::new();
    for part in [&expected[..], &bytes, &end[..END_BYTES - CHECKSUM_BYTES]] {
        hasher.update(part);
    }
    check(checksum, hasher.finalize()).map_err(|reason| damaged(index_at, reason))?;
    let inconsistent = || damaged(index_at, "its index is inconsistent".to_owned());
    let states_at = bytes.len().checked_sub(8 * rows).ok_or_else(inconsistent)?;
    let (index, states) = bytes.split_at(states_at);
    let index = Index::read(index, records, parts.units_per_segment(), index_at).ok_or_else(inconsistent)?;
    let states = states.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
    Ok((file, index, states))
}

/// Opens a slab that must have this head, and returns its length.
fn open_slab(path: &Path, expected: [u8; HEAD_BYTES]) -> Result<(File, u64), CheckpointProblem> {
    let open = File::open(path);
    let file = open.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => CheckpointProblem::Missing,
        _ => CheckpointProblem::io("opening it")(error),
    })?;
    let io = CheckpointProblem::io("reading it");
    let len = file.metadata().map_err(&io)?.len();
    let mut head = [0; HEAD_BYTES];
    let found = head.len().min(usize::try_from(len).unwrap_or(usize::MAX));
    read_exact_at(&file, &mut head[..found], 0).map_err(&io)?;
    if head == expected {
        return Ok((file, len));
    }
    let (expected, found) = (hex(&expected), hex(&head[..found]));
    Err(CheckpointProblem::Foreign { kind: COUNT_FILE, expected, found })
}

impl Index {
    /// Parses an index. Returns `None` if it does not have this number of rows, or if codes extend
    /// beyond the index's beginning.
    fn read(mut bytes: &[u8], records: usize, units: usize, index_at: u64) -> Option<Self> {
        // The index takes most of a count's memory, and a growing vector could take twice as much.
        let ends = Vec::with_capacity(bytes.len().saturating_sub(8 * records) / 4);
        let mut index = Self { rows: Vec::with_capacity(records), ends };
        for _ in 0..records {
            let start = u64::from_le_bytes(*bytes.split_off(..8)?.first_chunk()?);
            index.rows.push((start, index.ends.len()));
            if start == 0 {
                continue;
            }
            let mut last = 0;
            for end in bytes.split_off(..4 * units)?.as_chunks().0 {
                let end = u32::from_le_bytes(*end);
                if end < last {
                    return None;
                }
                index.ends.push(end);
                last = end;
            }
            if start.checked_add(u64::from(last))? > index_at {
                return None;
            }
        }
        bytes.is_empty().then_some(index)
    }
}
