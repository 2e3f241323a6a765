//! What a table says of itself.

use super::encoding::Encoding;
use super::error::FormatError;
use crate::board::{Board, Goal, Shape, Tile};
use crate::space::StateSpace;

/// What a distance counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Single-tile moves: each counts one.
    SingleTile,
}

impl Metric {
    /// `stm`, the name in use among speedsolvers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SingleTile => "stm",
        }
    }
}

/// Payload bytes under one checksum.
pub(super) const CHUNK_BYTES: u32 = 1 << 16;

/// The header of a table. A value of this type is consistent in itself, whatever file it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    goal: Goal,
    encoding: Encoding,
    histogram: Vec<u64>,
    checksums: Vec<u32>,
    entries: u64,
}

impl Header {
    /// A header from its parts, if they fit each other.
    pub(super) fn new(
        goal: Goal,
        encoding: Encoding,
        histogram: Vec<u64>,
        checksums: Vec<u32>,
    ) -> Result<Self, FormatError> {
        let space = StateSpace::new(&goal).map_err(|error| FormatError::header(error.to_string()))?;
        let header = Self { goal, encoding, histogram, checksums, entries: space.states() };
        let counted = header.histogram.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        let chunks = header.payload_len().div_ceil(CHUNK_BYTES.into());
        if counted != Some(header.entries) || header.histogram.len() > usize::from(u8::MAX) {
            return Err(FormatError::header(format!(
                "its histogram does not count {} states",
                header.entries
            )));
        }
        if header.checksums.len() as u64 != chunks {
            let found = header.checksums.len();
            return Err(FormatError::header(format!("it has {found} checksums for {chunks} chunks")));
        }
        Ok(header)
    }

    /// The goal whose distances these are.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Rows and columns.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// The tiles whose places count, ascending.
    #[must_use]
    pub fn pattern(&self) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = self.goal.board().tiles().to_vec();
        tiles.retain(|tile| !tile.is_blank());
        tiles.sort_unstable();
        tiles
    }

    /// What a distance counts.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        Metric::SingleTile
    }

    /// How entries are written.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// How many entries there are: one for each state.
    #[must_use]
    pub const fn entries(&self) -> u64 {
        self.entries
    }

    /// The length of the payload in bytes.
    #[must_use]
    pub const fn payload_len(&self) -> u64 {
        self.encoding.payload_len(self.entries)
    }

    /// How many states there are at each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The largest distance, in moves.
    #[must_use]
    pub fn deepest(&self) -> u8 {
        let levels = self.histogram.iter().rposition(|count| *count > 0).unwrap_or(0);
        u8::try_from(levels).unwrap_or(u8::MAX)
    }

    /// CRC-32 of each chunk of the payload.
    #[must_use]
    pub fn checksums(&self) -> &[u32] {
        &self.checksums
    }
}

/// Reads a shape and the goal's tiles as the header has them.
pub(super) fn goal_from(rows: u8, columns: u8, tiles: &[u8]) -> Result<Goal, FormatError> {
    let shape =
        Shape::new(rows.into(), columns.into()).map_err(|error| FormatError::header(error.to_string()))?;
    let numbers: Vec<u32> = tiles.iter().map(|tile| (*tile).into()).collect();
    let board =
        Board::new(shape, &numbers).map_err(|error| FormatError::header(format!("its goal is {error}")))?;
    Ok(Goal::new(board))
}
