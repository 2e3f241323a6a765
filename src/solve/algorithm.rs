//! The names of algorithms and heuristics.

use std::fmt;
use std::sync::Arc;

use crate::board::Goal;
use crate::search::{
    BestFirst, Conventions, Heuristic, LinearConflict, Manhattan, ManhattanPlusMisplaced, Misplaced, Weight,
    Zero,
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

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Self; 10] = [
        Self::Table,
        Self::BreadthFirst,
        Self::Bidirectional,
        Self::UniformCost,
        Self::DepthFirst,
        Self::IterativeDeepening,
        Self::Greedy,
        Self::AStar,
        Self::WeightedAStar,
        Self::Ida,
    ];

    /// The algorithm's name, such as `weighted-astar`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::BreadthFirst => "breadth-first",
            Self::Bidirectional => "bidirectional",
            Self::UniformCost => "uniform-cost",
            Self::DepthFirst => "depth-first",
            Self::IterativeDeepening => "iterative-deepening",
            Self::Greedy => "greedy",
            Self::AStar => "astar",
            Self::WeightedAStar => "weighted-astar",
            Self::Ida => "ida",
        }
    }

    /// The default heuristic; `None` if the algorithm does not use one.
    #[must_use]
    pub(super) const fn usual_heuristic(self) -> Option<HeuristicName> {
        match self {
            Self::Greedy | Self::AStar | Self::WeightedAStar => Some(HeuristicName::Manhattan),
            Self::Ida => Some(HeuristicName::Patterns),
            _ => None,
        }
    }

    /// Whether the algorithm uses a heuristic.
    #[must_use]
    pub const fn takes_heuristic(self) -> bool {
        self.usual_heuristic().is_some()
    }

    /// Whether the algorithm has conventions to choose.
    #[must_use]
    pub const fn has_conventions(self) -> bool {
        self.best_first(Weight::TWO).is_some()
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
    pub(super) fn usual_conventions(self) -> Conventions {
        self.best_first(Weight::TWO).map_or(Conventions::STANDARD, |search| search.conventions())
    }

    /// Whether the algorithm supports checkpoints and resuming
    /// ([`Checkpoints`](crate::search::Checkpoints)).
    #[must_use]
    pub const fn is_resumable(self) -> bool {
        matches!(self, Self::IterativeDeepening | Self::Ida)
    }

    /// The best-first search with the default conventions; `None` for other kinds of search.
    pub(super) const fn best_first(self, weight: Weight) -> Option<BestFirst> {
        match self {
            Self::BreadthFirst => Some(BestFirst::breadth_first()),
            Self::UniformCost => Some(BestFirst::uniform_cost()),
            Self::Greedy => Some(BestFirst::greedy()),
            Self::AStar => Some(BestFirst::astar()),
            Self::WeightedAStar => Some(BestFirst::weighted_astar(weight)),
            _ => None,
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
    /// Manhattan distance plus misplaced tiles. Not admissible, so it guarantees nothing.
    ManhattanPlusMisplaced,
    /// Pattern databases: from the folder, or small ones built in memory.
    Patterns,
    /// The exact distance, from the table.
    Exact,
}

impl HeuristicName {
    /// All heuristics, from weakest to strongest.
    pub const ALL: [Self; 7] = [
        Self::Zero,
        Self::Misplaced,
        Self::Manhattan,
        Self::LinearConflict,
        Self::ManhattanPlusMisplaced,
        Self::Patterns,
        Self::Exact,
    ];

    /// The heuristic's name, such as `linear-conflict`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Misplaced => "misplaced",
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::ManhattanPlusMisplaced => "manhattan-plus-misplaced",
            Self::Patterns => "patterns",
            Self::Exact => "exact",
        }
    }

    /// Creates the heuristic for a goal if it needs no table, or else [`Zero`].
    pub(super) fn heuristic(self, goal: &Goal) -> Arc<dyn Heuristic + Send> {
        match self {
            Self::Misplaced => Arc::new(Misplaced::new(goal)),
            Self::Manhattan => Arc::new(Manhattan::new(goal)),
            Self::LinearConflict => Arc::new(LinearConflict::new(goal)),
            Self::ManhattanPlusMisplaced => Arc::new(ManhattanPlusMisplaced::new(goal)),
            Self::Zero | Self::Patterns | Self::Exact => Arc::new(Zero),
        }
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
