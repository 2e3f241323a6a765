//! The endpoints and their paths.

use std::fmt;

/// An endpoint that gives one answer. Batches are answered by servers line by line
/// ([`Batch`](crate::Batch)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// The distance of a board, and the effect of each move.
    Position,
    /// An optimal path.
    Solve,
    /// All optimal paths.
    Solutions,
    /// A search with a given method.
    Search,
    /// A verdict on an answer.
    Check,
    /// Random boards.
    Sample,
    /// The number of boards at each distance.
    Histogram,
    /// The shapes with full tables.
    Tables,
    /// Another notation.
    Convert,
}

impl Endpoint {
    /// All endpoints.
    pub const ALL: [Self; 9] = [
        Self::Position,
        Self::Solve,
        Self::Solutions,
        Self::Search,
        Self::Check,
        Self::Sample,
        Self::Histogram,
        Self::Tables,
        Self::Convert,
    ];

    /// The root of all paths.
    pub const ROOT: &'static str = "/api/v1/";

    /// The name, which follows the root.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Solve => "solve",
            Self::Solutions => "solutions",
            Self::Search => "search",
            Self::Check => "check",
            Self::Sample => "sample",
            Self::Histogram => "histogram",
            Self::Tables => "tables",
            Self::Convert => "convert",
        }
    }

    /// The path, such as `/api/v1/position`.
    #[must_use]
    pub fn path(self) -> String {
        format!("{}{self}", Self::ROOT)
    }

    /// The endpoint at a path. No decoding is needed: no path has characters that have to be
    /// escaped.
    #[must_use]
    pub fn at(path: &str) -> Option<Self> {
        let name = path.strip_prefix(Self::ROOT)?;
        Self::ALL.into_iter().find(|endpoint| endpoint.name() == name)
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
