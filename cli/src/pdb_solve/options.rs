//! Options that several commands have.

use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use clap::builder::TypedValueParser;
use tilebase::board::{Shape, ShapeError};
use tilebase::notation::MoveConvention;
use tilebase::search::{Duplicates, Limits, Ties, Weight};
use tilebase::solve::{Algorithm, ConventionName, HeuristicName, MethodError};

use crate::shell::{Choice, choice, count, interrupt_flag, read_size, read_time};

/// When a search is to stop without an answer.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LimitArgs {
    /// Time limit per search: 10, 10s, 500ms, 2m, 1h
    #[arg(
        long,
        help_heading = "Limits",
        value_name = "TIME",
        value_parser = read_time,
        allow_negative_numbers = true
    )]
    timeout: Option<Duration>,

    /// Memory limit per search: 800MB, 2GB, 1.5GiB
    #[arg(
        long,
        help_heading = "Limits",
        value_name = "SIZE",
        value_parser = read_size,
        allow_negative_numbers = true
    )]
    max_memory: Option<u64>,

    /// Stop after expanding N states
    #[arg(long, help_heading = "Limits", value_name = "N", value_parser = count, allow_negative_numbers = true)]
    max_nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits of searches for many boards at once.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            expanded: self.max_nodes,
            time: self.timeout,
            memory_in_bytes: self.max_memory,
            interrupt: None,
            on_one_thread: true,
        }
    }

    /// The limits of searches for one board after the other, with Ctrl-C as one of them. Not for what reads its boards as
    /// it goes: the first Ctrl-C would only be noticed when the next board comes.
    pub(super) fn limits_and_interrupt(&self) -> anyhow::Result<Limits> {
        let interrupt = interrupt_flag().context("the handler of Ctrl-C can't be set")?.clone();
        Ok(Limits { interrupt: Some(interrupt), ..self.limits() })
    }
}

pub(super) fn read_seconds(text: &str) -> Result<Duration, String> {
    read_time(text)
}

/// Reads a shape, such as `3x4`.
pub(super) fn read_shape(text: &str) -> Result<Shape, String> {
    text.parse().map_err(|error: ShapeError| {
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("expected rows x columns, such as 3x3; for {text} boards use -n {text}")
        } else {
            error.to_string()
        }
    })
}

pub(super) fn read_weight(text: &str) -> Result<Weight, String> {
    let number = text.parse().map_err(|_no_number| format!("expected a number, found {text:?}"))?;
    Weight::new(number).map_err(|error| error.to_string())
}

/// What the directions of moves in foreign answers are those of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Convention {
    /// Where the blank goes
    #[default]
    Blank,
    /// Where the tile that slides goes
    Tile,
    /// Either: a path is right if it is right in one of these ways
    Either,
}

impl Convention {
    /// As one types it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Tile => "tile",
            Self::Either => "either",
        }
    }

    /// The convention that moves are read by.
    pub(super) const fn read_as(self) -> MoveConvention {
        match self {
            Self::Blank | Self::Either => MoveConvention::Blank,
            Self::Tile => MoveConvention::Tile,
        }
    }
}

const ALGORITHMS: [Choice<Algorithm>; 10] = [
    (Algorithm::Table, "table", "Read it off the table"),
    (Algorithm::BreadthFirst, "breadth-first", "Breadth-first search: the oldest state first"),
    (Algorithm::Bidirectional, "bidirectional", "Breadth-first search from both ends"),
    (Algorithm::UniformCost, "uniform-cost", "Uniform cost: the least g first"),
    (Algorithm::DepthFirst, "depth-first", "Depth-first search, with a depth limit: see --depth-limit"),
    (Algorithm::IterativeDeepening, "iterative-deepening", "Depth-first searches with a limit that rises"),
    (Algorithm::Greedy, "greedy", "Greedy best-first search: the least h first"),
    (Algorithm::AStar, "astar", "A*: the least g + h first"),
    (
        Algorithm::WeightedAStar,
        "weighted-astar",
        "Weighted A*: the least g + w·h first; at most w times the optimum: see --weight",
    ),
    (Algorithm::Ida, "ida", "IDA*: depth-first searches with a limit on g + h that rises"),
];

const HEURISTICS: [Choice<HeuristicName>; 7] = [
    (HeuristicName::Zero, "zero", "0: nothing is known"),
    (HeuristicName::Misplaced, "misplaced", "Tiles that are not in their places"),
    (HeuristicName::Manhattan, "manhattan", "Steps of all tiles to their places"),
    (
        HeuristicName::LinearConflict,
        "linear-conflict",
        "Manhattan, and two moves for each tile that must leave its line to let another pass",
    ),
    (
        HeuristicName::ManhattanPlusMisplaced,
        "manhattan-plus-misplaced",
        "Manhattan + misplaced: not admissible, so nothing is guaranteed",
    ),
    (HeuristicName::Patterns, "patterns", "Pattern tables: from the folder, or small ones built in memory"),
    (HeuristicName::Exact, "exact", "The exact table"),
];

const CONVENTIONS: [Choice<ConventionName>; 5] = [
    (
        ConventionName::Standard,
        "standard",
        "Each state is kept once; among equal f the larger g first; U, D, L, R",
    ),
    (
        ConventionName::Zhang,
        "zhang",
        "James Zhang's program: duplicates dropped when popped, a heap, U L D R",
    ),
    (
        ConventionName::Akhtar,
        "akhtar",
        "Shamim Akhtar's program: the oldest among equals, every pop counted, L R U D",
    ),
    (
        ConventionName::Parnami,
        "parnami",
        "Archit Parnami's program: tree search without steps back, a heap, U L D R",
    ),
    (
        ConventionName::Tran,
        "tran",
        "Tran's program: duplicates dropped when popped, a heap, every pop counted, U D L R",
    ),
];

const MOVES: [Choice<MoveConvention>; 2] = [
    (MoveConvention::Blank, "blank", "Of the blank"),
    (MoveConvention::Tile, "tile", "Of the tile that slides"),
];

const DUPLICATES: [Choice<Duplicates>; 5] = [
    (Duplicates::Kept, "kept", "It is searched again: tree search"),
    (
        Duplicates::KeptButNoStepBack,
        "kept-but-no-step-back",
        "It is searched again, but no move is taken back at once",
    ),
    (
        Duplicates::DroppedWhenPopped,
        "dropped-when-popped",
        "It is put in the open list, and thrown away when it comes out of it after an equal one (a strict expanded list)",
    ),
    (
        Duplicates::DroppedWhenGenerated,
        "dropped-when-generated",
        "It is thrown away if an equal one was expanded already; equal ones in the open list are all expanded",
    ),
    (
        Duplicates::Reopened,
        "reopened",
        "It is kept once; if the new way to it is shorter it takes that, and is opened again if it was closed",
    ),
];

const TIES: [Choice<Ties>; 5] = [
    (Ties::LargerG, "larger-g", "The one with the largest g, and among those the one that came in first"),
    (Ties::FirstIn, "first-in", "The one that came in first"),
    (Ties::LastIn, "last-in", "The one that came in last"),
    (
        Ties::Heap,
        "heap",
        "What a binary heap gives that compares f alone: `push_heap` and `pop_heap` of the usual C++ library with `>`, \
         which do the same as Python's `heapq`",
    ),
    (
        Ties::HeapOfNotLess,
        "heap-of-not-less",
        "The same with `>=`, which is no order that a C++ heap allows, but works",
    ),
];

/// What is wrong with a method, and which option helps.
pub(super) fn method_hint(error: &MethodError) -> String {
    match error {
        MethodError::NoHeuristic(_) => format!("{error}: leave --heuristic out"),
        MethodError::NoWeight(algorithm) => {
            format!("{algorithm} has no weight: --weight is for weighted-astar")
        }
        MethodError::NoDepthLimit(algorithm) => {
            format!("{algorithm} has no depth limit: --depth-limit is for depth-first")
        }
        _ => error.to_string(),
    }
}

/// A parser of the names of algorithms.
pub(super) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    choice(&ALGORITHMS)
}

/// A parser of the names of heuristics.
pub(super) fn heuristic() -> impl TypedValueParser<Value = HeuristicName> {
    choice(&HEURISTICS)
}

/// A parser of names of conventions.
pub(super) fn convention() -> impl TypedValueParser<Value = ConventionName> {
    choice(&CONVENTIONS)
}

/// A parser of what becomes of states that are reached again.
pub(super) fn duplicates() -> impl TypedValueParser<Value = Duplicates> {
    choice(&DUPLICATES)
}

/// A parser of orders among equals.
pub(super) fn ties() -> impl TypedValueParser<Value = Ties> {
    choice(&TIES)
}

/// A parser of what a move's letter tells the direction of.
pub(super) fn moves() -> impl TypedValueParser<Value = MoveConvention> {
    choice(&MOVES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_the_librarys_and_none_is_left_out() {
        assert_eq!(ALGORITHMS.map(|(value, ..)| value), Algorithm::ALL);
        assert!(ALGORITHMS.iter().all(|(value, name, _)| value.name() == *name));
        assert_eq!(HEURISTICS.map(|(value, ..)| value), HeuristicName::ALL);
        assert!(HEURISTICS.iter().all(|(value, name, _)| value.name() == *name));
        assert_eq!(CONVENTIONS.map(|(value, ..)| value), ConventionName::ALL);
        assert!(CONVENTIONS.iter().all(|(value, name, _)| value.name() == *name));
        assert!(MOVES.iter().all(|(value, name, _)| value.name() == *name));
    }
}
