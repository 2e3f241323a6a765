//! The head of a checkpoint: the table being built, the levels so far, and the lengths of the
//! arrays.

use std::fmt;
use std::io::{self, Read};

use super::body::{self, CHECKSUM_BYTES};
use crate::space::Space;
use crate::table::{CheckpointProblem, Encoding, hex};

/// Like a table's magic (a byte that is not text, a name, line ends), with another letter.
const MAGIC: [u8; 8] = *b"\x89TILC\r\n\x1a";
const VERSION: u32 = 4;
/// Offset of the fields.
const FIELDS: usize = 16;
/// Flag in the byte of the encoding: the pattern is zero-aware.
const KEEPS_REGIONS: u8 = 0x80;
/// Maximum bytes of fields. A head with 255 levels, for a board of 255 cells, fits.
const MAX_FIELD_BYTES: usize = 4096;

/// The table being built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    rows: u8,
    columns: u8,
    goal: Vec<u8>,
    pattern: Vec<u8>,
    keeps_regions: bool,
}

/// The head of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) identity: Identity,
    /// The encoding that identifies the form of the entries.
    pub(super) encoding: Encoding,
    /// Number of entries set by each level, from level 0 to the newest.
    pub(super) histogram: Vec<u64>,
    pub(super) lengths: Lengths,
}

/// Lengths of the body's arrays, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lengths {
    pub(super) entries: u64,
    /// State sets, by colour.
    pub(super) levels: [u64; 2],
    /// Sets of recorded entries, by colour, where footprints share entries.
    pub(super) recorded: [u64; 2],
}

impl Identity {
    pub(super) fn new(space: &Space) -> Self {
        let shape = space.goal().shape();
        let [rows, columns] = shape.sides();
        Self {
            rows,
            columns,
            goal: space.goal().board().tiles().iter().map(|tile| tile.number()).collect(),
            pattern: space.pattern().tiles().iter().map(|tile| tile.number()).collect(),
            keeps_regions: space.keeps_regions(),
        }
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |tiles: &[u8]| tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let Self { rows, columns, goal, pattern, keeps_regions } = self;
        let regions = if *keeps_regions { " and the blank's regions" } else { "" };
        write!(f, "{rows}x{columns} to {} with tiles {}{regions}", list(goal), list(pattern))
    }
}

impl Lengths {
    /// Returns the length of the body in bytes, without checksums, or `None` on overflow.
    pub(super) fn body_bytes(&self) -> Option<u64> {
        let sets = self.levels.into_iter().chain(self.recorded);
        sets.into_iter().try_fold(self.entries, u64::checked_add)
    }
}

impl Head {
    /// Returns the head's bytes, without its checksum.
    pub(super) fn encode(&self) -> Vec<u8> {
        let Self { identity, encoding, histogram, lengths } = self;
        let Identity { rows, columns, goal, pattern, keeps_regions } = identity;
        let byte = |count: usize| u8::try_from(count).expect("tiles are below 25, and levels below 255");
        let mut fields = vec![*rows, *columns];
        fields.extend(goal);
        fields.push(byte(pattern.len()));
        fields.extend(pattern);
        fields.push(encoding.code() | if *keeps_regions { KEEPS_REGIONS } else { 0 });
        fields.push(byte(histogram.len().saturating_sub(1)));
        let numbers =
            histogram.iter().chain([&lengths.entries]).chain(&lengths.levels).chain(&lengths.recorded);
        fields.extend(numbers.flat_map(|number| number.to_le_bytes()));

        let mut head = MAGIC.to_vec();
        head.extend(VERSION.to_le_bytes());
        head.extend(u32::try_from(fields.len()).expect("a head has at most 4096 bytes").to_le_bytes());
        head.extend(fields);
        head
    }

    /// Reads the head of a file of `file_bytes` bytes, and checks that length. Returns the head and
    /// the offset of the body.
    pub(super) fn read(file: &mut impl Read, file_bytes: u64) -> Result<(Self, u64), CheckpointProblem> {
        let whole = |expected: usize| move |error| length_or_io(error, expected as u64, file_bytes);
        let mut start = [0; FIELDS];
        let found = usize::try_from(file_bytes).unwrap_or(usize::MAX).min(FIELDS);
        file.read_exact(&mut start[..found])?;
        check_magic(&start[..found.min(MAGIC.len())])?;
        if found < FIELDS {
            return Err(CheckpointProblem::Length { expected: FIELDS as u64, found: file_bytes });
        }
        let [_, _, version, len] = [0, 1, 2, 3].map(|nth| read_u32(&start[4 * nth..]));
        if version != VERSION {
            return Err(CheckpointProblem::Version { expected: VERSION, found: version });
        }
        let len = len as usize;
        // Bounds the allocation below.
        if len > MAX_FIELD_BYTES {
            return Err(CheckpointProblem::contradiction(format!("its head has {len} bytes of fields")));
        }
        let body_at = FIELDS + len + CHECKSUM_BYTES;
        let mut fields = vec![0; len];
        let mut checksum = [0; CHECKSUM_BYTES];
        file.read_exact(&mut fields).map_err(whole(body_at))?;
        file.read_exact(&mut checksum).map_err(whole(body_at))?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&start);
        hasher.update(&fields);
        body::check(&hasher, checksum, 0, (FIELDS + len) as u64)?;

        let head = Self::from_fields(&fields).ok_or_else(|| {
            CheckpointProblem::contradiction("its head has too few fields or too many, or no level")
        })?;
        let body = head.lengths.body_bytes().and_then(body::len_in_file);
        let expected = body.and_then(|body| body.checked_add(body_at as u64)).unwrap_or(u64::MAX);
        if expected != file_bytes {
            return Err(CheckpointProblem::Length { expected, found: file_bytes });
        }
        Ok((head, body_at as u64))
    }

    /// Parses the fields. Returns `None` if they have another length than expected, or contain no
    /// level.
    fn from_fields(mut fields: &[u8]) -> Option<Self> {
        let fields = &mut fields;
        let [rows, columns] = [read_u8(fields)?, read_u8(fields)?];
        let goal = fields.split_off(..usize::from(rows) * usize::from(columns))?.to_vec();
        let tiles = read_u8(fields)?;
        let pattern = fields.split_off(..usize::from(tiles))?.to_vec();
        let kind = read_u8(fields)?;
        let encoding = Encoding::from_code(kind & !KEEPS_REGIONS)?;
        // 255 marks unset entries, so no level has this distance.
        let level = read_u8(fields).filter(|level| *level < u8::MAX)?;
        let histogram = (0..=level).map(|_| read_u64(fields)).collect::<Option<Vec<u64>>>()?;
        let lengths = Lengths {
            entries: read_u64(fields)?,
            levels: [read_u64(fields)?, read_u64(fields)?],
            recorded: [read_u64(fields)?, read_u64(fields)?],
        };
        let identity = Identity { rows, columns, goal, pattern, keeps_regions: kind & KEEPS_REGIONS != 0 };
        fields.is_empty().then_some(Self { identity, encoding, histogram, lengths })
    }

    /// Checks that the checkpoint belongs to the table to be built.
    pub(super) fn check_identity(&self, space: &Space) -> Result<(), CheckpointProblem> {
        let expected = Identity::new(space);
        if self.identity == expected {
            return Ok(());
        }
        let (expected, found) = (expected.to_string(), self.identity.to_string());
        Err(CheckpointProblem::OtherSpace { expected, found })
    }
}

fn check_magic(found: &[u8]) -> Result<(), CheckpointProblem> {
    if !found.is_empty() && MAGIC.starts_with(found) {
        return Ok(());
    }
    let found = if found.is_empty() { "nothing".to_owned() } else { hex(found) };
    Err(CheckpointProblem::Magic { expected: hex(&MAGIC), found })
}

/// Converts an error of reading: the end of the file is a wrong length, anything else an I/O error.
fn length_or_io(error: io::Error, expected: u64, found: u64) -> CheckpointProblem {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => CheckpointProblem::Length { expected, found },
        _ => CheckpointProblem::Io(error),
    }
}

fn read_u8(fields: &mut &[u8]) -> Option<u8> {
    fields.split_off_first().copied()
}

fn read_u64(fields: &mut &[u8]) -> Option<u64> {
    let (bytes, rest) = fields.split_first_chunk()?;
    *fields = rest;
    Some(u64::from_le_bytes(*bytes))
}

fn read_u32(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}
