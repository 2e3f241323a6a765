//! [`Header`]: the description of a table.

use super::encoding::Encoding;
use super::error::FormatError;
use crate::board::{Board, Goal, Metric, Shape, Tile};
use crate::space::{Pattern, Space};

/// The unit of a table's distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Single-tile moves.
    SingleTile,
    /// Moves of the pattern's tiles; those of other tiles do not count. The costs of patterns
    /// without common tiles may be added.
    Additive,
    /// Like `Additive`, with an entry for each region of the blank instead of the minimum over
    /// them. Costs are added for the blank's region in each pattern.
    AdditiveZeroAware,
    /// Multi-tile moves: several tiles of a row or column may slide at once.
    MultiTile,
}

impl Unit {
    /// All units, in the order of their numbers in a file.
    pub(super) const ALL: [Self; 4] =
        [Self::SingleTile, Self::Additive, Self::AdditiveZeroAware, Self::MultiTile];

    /// Returns the number of the unit in a file.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::SingleTile => 0,
            Self::Additive => 1,
            Self::AdditiveZeroAware => 2,
            Self::MultiTile => 3,
        }
    }

    /// Returns the unit with this number, if any.
    pub(super) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.code() == code)
    }
}

/// Number of payload bytes in a checksum page.
pub(crate) const PAGE_BYTES: u32 = 1 << 16;

/// The header of a table. Values of this type are always consistent, whatever file they came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    space: Box<Space>,
    encoding: Encoding,
    metric: Metric,
    histogram: Vec<u64>,
    checksums: Vec<u32>,
}

impl Header {
    /// Creates a header from its parts, if they are consistent and the encoding supports the space.
    pub(super) fn new(
        space: Space,
        encoding: Encoding,
        histogram: Vec<u64>,
        checksums: Vec<u32>,
    ) -> Result<Self, FormatError> {
        encoding.check(&space).map_err(|error| FormatError::header(error.to_string()))?;
        let metric = Metric::SingleTile;
        let header = Self { space: Box::new(space), encoding, metric, histogram, checksums };
        let counted = header.histogram.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        let pages = header.payload_len().div_ceil(PAGE_BYTES.into());
        if counted != Some(header.entries()) || header.histogram.len() > usize::from(u8::MAX) {
            let reason = format!("its histogram does not count {} states", header.entries());
            return Err(FormatError::header(reason));
        }
        if header.checksums.len() as u64 != pages {
            let found = header.checksums.len();
            return Err(FormatError::header(format!("it has {found} checksums for {pages} pages")));
        }
        Ok(header)
    }

    /// Returns the header for distances in the multi-tile metric, which only full tables with a
    /// byte for each entry have.
    pub(super) fn in_multi_tile_metric(self) -> Result<Self, FormatError> {
        if !self.pattern().is_full() || self.encoding != Encoding::Byte {
            let reason = "the multi-tile metric is for full tables in the byte encoding";
            return Err(FormatError::header(reason.to_owned()));
        }
        Ok(Self { metric: Metric::MultiTile, ..self })
    }

    /// Returns the goal of the distances.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        self.space.goal()
    }

    /// Returns the number of rows and columns.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.space.shape()
    }

    /// Returns the tiles whose moves count.
    #[must_use]
    pub const fn pattern(&self) -> &Pattern {
        self.space.pattern()
    }

    /// Returns the space of the entries.
    #[must_use]
    pub const fn space(&self) -> &Space {
        &self.space
    }

    /// Returns what counts as one move. In a pattern, only the moves of its tiles count, each as
    /// one.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the name of the unit of the distances: `stm` or `mtm` for full tables, as in
    /// [`metric`](Self::metric); `additive` for patterns, where only the moves of their tiles
    /// count; `additive-zero-aware` if they are zero-aware.
    #[must_use]
    pub fn unit_name(&self) -> &'static str {
        match self.unit() {
            Unit::SingleTile | Unit::MultiTile => self.metric.name(),
            Unit::Additive => "additive",
            Unit::AdditiveZeroAware => "additive-zero-aware",
        }
    }

    /// Returns the unit of the distances.
    pub(super) fn unit(&self) -> Unit {
        match &*self.space {
            Space::Full(_) if self.metric == Metric::MultiTile => Unit::MultiTile,
            Space::Full(_) => Unit::SingleTile,
            Space::Pattern(space) if space.is_zero_aware() => Unit::AdditiveZeroAware,
            Space::Pattern(_) => Unit::Additive,
        }
    }

    /// Returns the encoding of the entries.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the number of entries, one per state.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.space.entries()
    }

    /// Returns the length of the payload in bytes.
    #[must_use]
    pub fn payload_len(&self) -> u64 {
        self.encoding.payload_len(self.entries())
    }

    /// Returns the number of states at each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// Returns the largest distance, in moves.
    #[must_use]
    pub fn deepest(&self) -> u8 {
        let levels = self.histogram.iter().rposition(|count| *count > 0).unwrap_or(0);
        u8::try_from(levels).expect("a header has at most 255 levels")
    }

    /// Returns the CRC-32 of each page of the payload.
    pub(super) fn checksums(&self) -> &[u32] {
        &self.checksums
    }
}

/// Parses the shape, goal, and pattern of a header, for entries in this unit.
pub(super) fn space_from(
    [rows, columns]: [u8; 2],
    goal: &[u8],
    pattern: &[u8],
    unit: Unit,
) -> Result<Space, FormatError> {
    let as_format_error = |error: &dyn std::error::Error| FormatError::header(error.to_string());
    let shape = Shape::new(rows.into(), columns.into()).map_err(|error| as_format_error(&error))?;
    let numbers: Vec<u32> = goal.iter().map(|tile| (*tile).into()).collect();
    let goal =
        Board::new(shape, &numbers).map_err(|faults| FormatError::header(format!("its goal is {faults}")))?;
    let pattern = Pattern::new(shape, pattern.iter().copied().map(Tile::new))
        .map_err(|error| as_format_error(&error))?;
    let space = if unit == Unit::AdditiveZeroAware { Space::zero_aware } else { Space::new };
    space(&Goal::new(goal), &pattern).map_err(|error| as_format_error(&error))
}
