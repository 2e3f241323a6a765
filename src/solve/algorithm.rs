//! The names of algorithms and of what they go by.

use std::fmt;
use std::sync::Arc;

use crate::board::Goal;
use crate::search::{
    BestFirst, Conventions, Heuristic, LinearConflict, Manhattan, ManhattanPlusMisplaced, Misplaced, Weight,
    Zero,
};

/// How answers are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Algorithm {
    /// Read it off the table
    Table,
    /// Breadth-first search: the oldest state first
    BreadthFirst,
    /// Breadth-first search from both ends
    Bidirectional,
    /// Uniform cost: the least g first
    UniformCost,
    /// Depth-first search, with a depth limit
    DepthFirst,
    /// Depth-first searches with a limit that rises
    IterativeDeepening,
    /// Greedy best-first search: the least h first
    Greedy,
    /// A*: the least g + h first
    AStar,
    /// Weighted A*: the least g + w·h first; at most w times the optimum
    WeightedAStar,
    /// IDA*: depth-first searches with a limit on g + h that rises
    Ida,
}

impl Algorithm {
    /// All of them.
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

    /// Its name, as `weighted-astar`.
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

    /// The heuristic that it uses if none is named; none if it takes none.
    #[must_use]
    pub const fn usual_heuristic(self) -> Option<HeuristicName> {
        match self {
            Self::Greedy | Self::AStar | Self::WeightedAStar => Some(HeuristicName::Manhattan),
            Self::Ida => Some(HeuristicName::Patterns),
            _ => None,
        }
    }

    /// Does it go by a heuristic?
    #[must_use]
    pub const fn takes_heuristic(self) -> bool {
        self.usual_heuristic().is_some()
    }

    /// Has it conventions to choose?
    #[must_use]
    pub const fn has_conventions(self) -> bool {
        self.best_first(Weight::TWO).is_some()
    }

    /// Has it a weight?
    #[must_use]
    pub const fn has_weight(self) -> bool {
        matches!(self, Self::WeightedAStar)
    }

    /// Has it a depth limit?
    #[must_use]
    pub const fn has_depth_limit(self) -> bool {
        matches!(self, Self::DepthFirst)
    }

    /// The conventions that it has if none are chosen: those of breadth-first search notice the goal when it is generated.
    #[must_use]
    pub fn usual_conventions(self) -> Conventions {
        self.best_first(Weight::TWO).map_or(Conventions::STANDARD, |search| search.conventions())
    }

    /// Can it tell a [`Journal`](crate::search::Journal) how far it is, and go on from there?
    #[must_use]
    pub const fn is_resumable(self) -> bool {
        matches!(self, Self::IterativeDeepening | Self::Ida)
    }

    /// The best-first search that it is, under its usual conventions; none if it is another search.
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

/// What a search goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HeuristicName {
    /// 0: nothing is known
    Zero,
    /// Tiles that are not in their places
    Misplaced,
    /// Steps of all tiles to their places
    Manhattan,
    /// Manhattan, and two moves for each tile that must leave its line to let another pass
    LinearConflict,
    /// Manhattan + misplaced: not admissible, so nothing is guaranteed
    ManhattanPlusMisplaced,
    /// Pattern tables: from the folder, or small ones built in memory
    Patterns,
    /// The exact table
    Exact,
}

impl HeuristicName {
    /// All of them, the weakest first.
    pub const ALL: [Self; 7] = [
        Self::Zero,
        Self::Misplaced,
        Self::Manhattan,
        Self::LinearConflict,
        Self::ManhattanPlusMisplaced,
        Self::Patterns,
        Self::Exact,
    ];

    /// Its name, as `linear-conflict`.
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

    /// The heuristic for a goal, if it needs no table; else [`Zero`].
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
