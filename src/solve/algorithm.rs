//! The names of algorithms and heuristics.

use std::sync::Arc;

use crate::board::Goal;
use crate::names::names;
use crate::search::{
    BestFirst, Conventions, Heuristic, LinearConflict, Manhattan, ManhattanPlusMisplaced, Misplaced,
    WalkingDistance, Weight, Zero,
};

/// An algorithm for finding paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Algorithm {
    /// Reads paths from a table.
    Table,
    /// Breadth-first search: expands the oldest state first.
    BreadthFirst,
    /// Breadth-first search from both ends.
    Bidirectional,
    /// Uniform-cost search: expands the smallest g first.
    UniformCost,
    /// Depth-first search with a depth limit.
    DepthFirst,
    /// Iterative deepening: depth-first searches with increasing limits.
    IterativeDeepening,
    /// Greedy best-first search: expands the smallest h first.
    Greedy,
    /// A*: expands the smallest g + h first.
    AStar,
    /// Weighted A*: expands the smallest g + w·h first; the path has at most w times the optimal
    /// length.
    WeightedAStar,
    /// IDA*: depth-first searches with increasing limits on g + h.
    Ida,
}

names! {
    /// All algorithms.
    Algorithm {
        Table = "table",
        BreadthFirst = "breadth-first",
        Bidirectional = "bidirectional",
        UniformCost = "uniform-cost",
        DepthFirst = "depth-first",
        IterativeDeepening = "iterative-deepening",
        Greedy = "greedy",
        AStar = "astar",
        WeightedAStar = "weighted-astar",
        Ida = "ida",
    }
}

/// A kind of search, with its settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// No search: paths are read from a table.
    Table,
    BestFirst(BestFirst),
    Bidirectional,
    DepthFirst {
        depth_limit: u32,
    },
    IterativeDeepening,
    Ida,
}

impl Algorithm {
    /// The default heuristic; `None` if the algorithm does not use one.
    #[must_use]
    pub(super) const fn default_heuristic(self) -> Option<HeuristicName> {
        match self {
            Self::Greedy | Self::AStar | Self::WeightedAStar => Some(HeuristicName::Manhattan),
            Self::Ida => Some(HeuristicName::Patterns),
            _ => None,
        }
    }

    /// Whether the algorithm uses a heuristic.
    #[must_use]
    pub const fn takes_heuristic(self) -> bool {
        self.default_heuristic().is_some()
    }

    /// Whether the algorithm has conventions to choose.
    #[must_use]
    pub const fn has_conventions(self) -> bool {
        matches!(self.kind(Weight::TWO, 0), Kind::BestFirst(_))
    }

    /// Whether the algorithm has a weight.
    #[must_use]
    pub const fn has_weight(self) -> bool {
        matches!(self, Self::WeightedAStar)
    }

    /// Whether the algorithm has a depth limit.
    #[must_use]
    pub const fn has_depth_limit(self) -> bool {
        matches!(self, Self::DepthFirst)
    }

    /// The default conventions. Those of breadth-first search detect the goal when it is generated.
    #[must_use]
    pub(super) fn default_conventions(self) -> Conventions {
        match self.kind(Weight::TWO, 0) {
            Kind::BestFirst(search) => search.conventions(),
            _ => Conventions::STANDARD,
        }
    }

    /// Whether the algorithm supports checkpoints and resuming
    /// ([`Checkpoints`](crate::search::Checkpoints)).
    #[must_use]
    pub const fn is_resumable(self) -> bool {
        matches!(self, Self::IterativeDeepening | Self::Ida)
    }

    /// The kind of search, with these settings if it has them. A best-first search has the default
    /// conventions.
    pub(super) const fn kind(self, weight: Weight, depth_limit: u32) -> Kind {
        match self {
            Self::Table => Kind::Table,
            Self::BreadthFirst => Kind::BestFirst(BestFirst::breadth_first()),
            Self::UniformCost => Kind::BestFirst(BestFirst::uniform_cost()),
            Self::Greedy => Kind::BestFirst(BestFirst::greedy()),
            Self::AStar => Kind::BestFirst(BestFirst::astar()),
            Self::WeightedAStar => Kind::BestFirst(BestFirst::weighted_astar(weight)),
            Self::Bidirectional => Kind::Bidirectional,
            Self::DepthFirst => Kind::DepthFirst { depth_limit },
            Self::IterativeDeepening => Kind::IterativeDeepening,
            Self::Ida => Kind::Ida,
        }
    }
}

/// The name of a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HeuristicName {
    /// 0 for every board.
    Zero,
    /// The number of tiles that are not in their goal cells.
    Misplaced,
    /// The sum of all tiles' steps to their goal cells.
    Manhattan,
    /// Manhattan distance plus two moves for each tile that must leave its line to let another
    /// pass.
    LinearConflict,
    /// The fewest vertical moves plus the fewest horizontal moves, with tiles of the same goal row
    /// or column treated as identical.
    WalkingDistance,
    /// Manhattan distance plus misplaced tiles. Not admissible, so it guarantees nothing.
    ManhattanPlusMisplaced,
    /// Pattern databases: from the folder, or small ones built in memory.
    Patterns,
    /// The exact distance, from the table.
    Exact,
}

names! {
    /// All heuristics; the admissible ones come roughly in order of strength.
    HeuristicName {
        Zero = "zero",
        Misplaced = "misplaced",
        Manhattan = "manhattan",
        LinearConflict = "linear-conflict",
        WalkingDistance = "walking-distance",
        ManhattanPlusMisplaced = "manhattan-plus-misplaced",
        Patterns = "patterns",
        Exact = "exact",
    }
}

impl HeuristicName {
    /// Creates the heuristic for a goal if it needs no table of placements, or else [`Zero`].
    /// `None` if the goal's shape is too large for it.
    pub(super) fn heuristic(self, goal: &Goal) -> Option<Arc<dyn Heuristic + Send>> {
        Some(match self {
            Self::Misplaced => Arc::new(Misplaced::new(goal)),
            Self::Manhattan => Arc::new(Manhattan::new(goal)),
            Self::LinearConflict => Arc::new(LinearConflict::new(goal)),
            Self::WalkingDistance => Arc::new(WalkingDistance::new(goal)?),
            Self::ManhattanPlusMisplaced => Arc::new(ManhattanPlusMisplaced::new(goal)),
            Self::Zero | Self::Patterns | Self::Exact => Arc::new(Zero),
        })
    }
}
