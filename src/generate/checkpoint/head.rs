//! The head of a checkpoint: the table being built, the levels so far, and the lengths of the
//! arrays.

use std::fmt;

use super::body;
use crate::space::Space;
use crate::table::{CheckedHead, CheckpointProblem, Encoding, Envelope, FileToCheck, Origin, SealPolicy};

/// The magic is like a table's (a byte that is not text, a name, line ends), with another letter. A
/// head with 255 levels, for a board of 255 cells, fits.
const ENVELOPE: Envelope =
    Envelope { magic: *b"\x89TILC\r\n\x1a", version: 5, max_field_bytes: 4096, has_body: true };
/// Flag in the byte of the encoding: the pattern is zero-aware.
const ZERO_AWARE: u8 = 0x80;

/// The table being built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    rows: u8,
    columns: u8,
    goal: Vec<u8>,
    pattern: Vec<u8>,
    is_zero_aware: bool,
}

/// The head of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) identity: Identity,
    /// The encoding that identifies the form of the entries.
    pub(super) encoding: Encoding,
    /// Number of entries set by each level, from level 0 to the newest.
    pub(super) histogram: Vec<u64>,
    /// Lengths of the body's arrays in bytes, as [`Arrays::lengths`](super::Arrays) returns them.
    pub(super) lengths: [u64; 5],
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
            is_zero_aware: space.is_zero_aware(),
        }
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |tiles: &[u8]| tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let Self { rows, columns, goal, pattern, is_zero_aware } = self;
        let regions = if *is_zero_aware { " and the blank's regions" } else { "" };
        write!(f, "{rows}x{columns} to {} with tiles {}{regions}", list(goal), list(pattern))
    }
}

impl Head {
    /// Returns the head's bytes, with its checksum. `origin` is that of the work that was resumed,
    /// if any.
    pub(super) fn encode(&self, policy: &SealPolicy, origin: Option<Origin>) -> Vec<u8> {
        let Self { identity, encoding, histogram, lengths } = self;
        let Identity { rows, columns, goal, pattern, is_zero_aware } = identity;
        let byte = |count: usize| u8::try_from(count).expect("tiles are below 25, and levels below 255");
        let mut fields = vec![*rows, *columns];
        fields.extend(goal);
        fields.push(byte(pattern.len()));
        fields.extend(pattern);
        fields.push(encoding.code() | if *is_zero_aware { ZERO_AWARE } else { 0 });
        fields.push(byte(histogram.len().saturating_sub(1)));
        fields.extend(histogram.iter().chain(lengths).flat_map(|number| number.to_le_bytes()));
        ENVELOPE.encode(&fields, policy, origin)
    }

    /// Reads the head of a file, and checks the file's length.
    pub(super) fn read(
        saved: &mut FileToCheck,
        policy: &SealPolicy,
    ) -> Result<(Self, CheckedHead), CheckpointProblem> {
        let opened = ENVELOPE.read(saved, policy)?;
        let head = Self::from_fields(&opened.fields).ok_or_else(|| {
            CheckpointProblem::contradiction(
                "its head names an unknown encoding, has too few or too many fields, or has no level",
            )
        })?;
        let body = head.body_bytes().and_then(body::len_in_file);
        let expected = body.and_then(|body| body.checked_add(opened.body_at)).unwrap_or(u64::MAX);
        if expected != saved.bytes {
            return Err(CheckpointProblem::Length { expected, found: saved.bytes });
        }
        Ok((head, opened))
    }

    /// Returns the length of the body in bytes, without checksums, or `None` on overflow.
    pub(super) fn body_bytes(&self) -> Option<u64> {
        self.lengths.into_iter().try_fold(0, u64::checked_add)
    }

    /// Parses the fields. Returns `None` if they have another length than expected, name an unknown
    /// encoding, or contain no level.
    fn from_fields(mut fields: &[u8]) -> Option<Self> {
        let fields = &mut fields;
        let [rows, columns] = [read_u8(fields)?, read_u8(fields)?];
        let goal = fields.split_off(..usize::from(rows) * usize::from(columns))?.to_vec();
        let tiles = read_u8(fields)?;
        let pattern = fields.split_off(..usize::from(tiles))?.to_vec();
        let kind = read_u8(fields)?;
        let encoding = Encoding::from_code(kind & !ZERO_AWARE)?;
        // 255 marks unset entries, so no level has this distance.
        let level = read_u8(fields).filter(|level| *level < u8::MAX)?;
        let histogram = (0..=level).map(|_| read_u64(fields)).collect::<Option<Vec<u64>>>()?;
        let mut lengths = [0; 5];
        for length in &mut lengths {
            *length = read_u64(fields)?;
        }
        let identity = Identity { rows, columns, goal, pattern, is_zero_aware: kind & ZERO_AWARE != 0 };
        fields.is_empty().then_some(Self { identity, encoding, histogram, lengths })
    }

    /// Checks that the checkpoint belongs to the table to be built.
    pub(super) fn check_identity(&self, space: &Space) -> Result<(), CheckpointProblem> {
        let expected = Identity::new(space);
        if self.identity == expected {
            return Ok(());
        }
        let difference = format!("expected {expected}, found {}", self.identity);
        Err(CheckpointProblem::OtherTask { what: "this is a checkpoint of another table", difference })
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
