//! Options shared by several commands.

use std::ffi::OsStr;
use std::time::Duration;

use anyhow::Context;
use clap::builder::TypedValueParser;
use tilebase::board::{Board, LargeShape, Shape, ShapeError};
use tilebase::notation::MoveConvention;
use tilebase::search::{Duplicates, Limits, Ties, Weight};
use tilebase::solve::{Algorithm, ConventionName, HeuristicName, MethodError};

use crate::shell::{Choice, choice, count, interrupt_flag, read_size, read_time};

/// Limits at which a search stops without an answer.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LimitArgs {
    /// Time limit per search: 10, 10s, 500ms, 2m, 1h
    #[arg(
        long,
        value_name = "TIME",
        value_parser = read_time,
        allow_negative_numbers = true
    )]
    timeout: Option<Duration>,

    /// Memory limit per search: 800MB, 2GB, 1.5GiB
    #[arg(
        long,
        help_heading = "Limits",
        hide_short_help = true,
        value_name = "SIZE",
        value_parser = read_size,
        allow_negative_numbers = true
    )]
    max_memory: Option<u64>,

    /// Stop after expanding N nodes
    #[arg(
        long,
        help_heading = "Limits",
        hide_short_help = true,
        value_name = "N",
        value_parser = count,
        allow_negative_numbers = true
    )]
    max_nodes: Option<u64>,
}

impl LimitArgs {
    /// Each option, and whether it is given.
    pub(super) const fn given(&self) -> [(&'static str, bool); 3] {
        [
            ("--timeout", self.timeout.is_some()),
            ("--max-memory", self.max_memory.is_some()),
            ("--max-nodes", self.max_nodes.is_some()),
        ]
    }

    /// The limits of searches for many boards in parallel.
    pub(super) fn limits(&self) -> Limits {
        Limits::default()
            .with_expanded(self.max_nodes)
            .with_time(self.timeout)
            .with_memory_in_bytes(self.max_memory)
            .with_on_one_thread(true)
    }

    /// The message about a unit that a space separates from its number, so that it is taken for a
    /// board: `--timeout 10 s`.
    pub(super) fn detached_unit(&self, argument: &OsStr) -> Option<String> {
        let unit = argument.to_str()?;
        let time = self.timeout.filter(|_| read_time(&format!("1{unit}")).is_ok());
        let size = self.max_memory.filter(|_| read_size(&format!("1{unit}")).is_ok());
        let is_unit = unit.bytes().all(|byte| byte.is_ascii_alphabetic()) && !unit.is_empty();
        let typed = match (time, size) {
            _ if !is_unit => None,
            (Some(time), _) => Some(format!("--timeout {}{unit}", time.as_secs_f64())),
            (None, Some(bytes)) => Some(format!("--max-memory {}{unit}", bytes / 1_000_000)),
            (None, None) => None,
        };
        Some(format!("{unit:?} is not a board; write the unit without a space: {}", typed?))
    }

    /// The limits of searches for one board after the other, including Ctrl-C. Not for commands
    /// that read boards during the search: they would notice the first Ctrl-C only when the next
    /// board arrives.
    pub(super) fn limits_and_interrupt(&self) -> anyhow::Result<Limits> {
        let interrupt = interrupt_flag().context("cannot set the Ctrl-C handler")?.clone();
        Ok(self.limits().with_interrupt(interrupt))
    }
}

/// Reads a shape, such as `3x4`.
pub(super) fn read_shape(text: &str) -> Result<Shape, String> {
    text.parse().map_err(|error: ShapeError| {
        if Board::read(text, None).is_ok() {
            format!("expected a shape such as 3x3, found the board {text}")
        } else if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("expected a shape such as 3x3, found {text}; for {text} boards use -n {text}")
        } else if text.parse::<LargeShape>().is_ok() {
            format!("{error}; larger ones are only for `pdb-solve --anytime`")
        } else {
            error.to_string()
        }
    })
}

pub(super) fn read_weight(text: &str) -> Result<Weight, String> {
    let number = text.parse().ok().and_then(|number| Weight::new(number).ok());
    number
        .ok_or_else(|| format!("expected a number from 1 to 100, with at most two decimals, found {text:?}"))
}

pub(super) const ALGORITHMS: [Choice<Algorithm>; 10] = [
    (Algorithm::Table, "table", &["lookup"], "Look the distances up in the table"),
    (Algorithm::BreadthFirst, "breadth-first", &["bfs"], "Breadth-first search"),
    (
        Algorithm::Bidirectional,
        "bidirectional",
        &["bidirectional-bfs", "bidirectional-breadth-first"],
        "Breadth-first search from both ends",
    ),
    (Algorithm::UniformCost, "uniform-cost", &["ucs", "dijkstra"], "Uniform-cost search: lowest g first"),
    (Algorithm::DepthFirst, "depth-first", &["dfs"], "Depth-first search with --depth-limit"),
    (
        Algorithm::IterativeDeepening,
        "iterative-deepening",
        &["iddfs", "ids"],
        "Depth-first search with a rising depth limit",
    ),
    (Algorithm::Greedy, "greedy", &["gbfs", "greedy-best-first"], "Greedy best-first search: lowest h first"),
    (Algorithm::AStar, "astar", &["a*"], "A*: lowest g + h first"),
    (
        Algorithm::WeightedAStar,
        "weighted-astar",
        &["wa*"],
        "Weighted A*: lowest g + w*h first; paths are at most w times the optimum",
    ),
    (Algorithm::Ida, "ida", &["ida*"], "IDA*: depth-first search with a rising limit on g + h"),
];

/// The algorithms, for `--help`.
pub(super) const ALGORITHM_HELP: &str = "\
Search algorithm [default: the table if it exists or can be built in a moment, else ida]

  table                  look the distances up in the table
  breadth-first, bfs     breadth-first search
  bidirectional          breadth-first search from both ends
  uniform-cost, ucs      lowest g first (also: dijkstra)
  depth-first, dfs       depth-first search with --depth-limit
  iterative-deepening    the same with a rising limit (also: iddfs, ids)
  greedy, gbfs           greedy best-first search: lowest h first
  astar, a*              A*: lowest g + h first
  weighted-astar, wa*    lowest g + w*h first; see --weight
  ida, ida*              IDA*: depth-first with a rising limit on g + h";

pub(super) const HEURISTICS: [Choice<HeuristicName>; 8] = [
    (HeuristicName::Zero, "zero", &[], "No information"),
    (HeuristicName::Misplaced, "misplaced", &["hamming"], "Number of misplaced tiles"),
    (
        HeuristicName::Manhattan,
        "manhattan",
        &["l1", "taxicab"],
        "Sum of the tiles' distances to their goal cells",
    ),
    (
        HeuristicName::LinearConflict,
        "linear-conflict",
        &["lc"],
        "Manhattan plus two moves for each linear conflict",
    ),
    (
        HeuristicName::WalkingDistance,
        "walking-distance",
        &["wd"],
        "Least vertical plus least horizontal moves, by goal rows and columns; up to 4x4",
    ),
    (
        HeuristicName::ManhattanPlusMisplaced,
        "manhattan-plus-misplaced",
        &[],
        "Manhattan plus misplaced: not admissible",
    ),
    (
        HeuristicName::Patterns,
        "patterns",
        &["pdb"],
        "Pattern databases from the table folder, or small ones built in memory",
    ),
    (HeuristicName::Exact, "exact", &[], "The exact distance, from the full table"),
];

/// The heuristics, for `--help`.
pub(super) const HEURISTIC_HELP: &str = "\
Heuristic [default: manhattan; for ida, patterns]

  zero                   no information
  misplaced, hamming     number of misplaced tiles
  manhattan, l1          sum of the tiles' distances to their goal cells
  linear-conflict, lc    Manhattan plus two moves per linear conflict
  walking-distance, wd   least vertical plus least horizontal moves; up to 4x4
  manhattan-plus-misplaced
                         not admissible: paths may be too long
  patterns, pdb          pattern databases, from files or built in memory
  exact                  the exact distance, from the full table";

pub(super) const CONVENTIONS: [Choice<ConventionName>; 5] = [
    (
        ConventionName::Standard,
        "standard",
        &[],
        "Each state kept once, larger g first among equal f, moves in the order UDLR",
    ),
    (
        ConventionName::Zhang,
        "zhang",
        &[],
        "James Zhang's program: duplicates dropped when popped, binary heap, U L D R",
    ),
    (
        ConventionName::Akhtar,
        "akhtar",
        &[],
        "Shamim Akhtar's program: first in first out among equals, counts every pop, LRUD",
    ),
    (
        ConventionName::Parnami,
        "parnami",
        &[],
        "Archit Parnami's program: tree search without immediate reversal, binary heap, U L D R",
    ),
    (
        ConventionName::Tran,
        "tran",
        &[],
        "Tran's program: duplicates dropped when popped, binary heap, counts every pop, UDLR",
    ),
];

const MOVES: [Choice<MoveConvention>; 2] = [
    (MoveConvention::Blank, "blank", &[], "The blank's direction"),
    (MoveConvention::Tile, "tile", &[], "The tile's direction"),
];

const DUPLICATES: [Choice<Duplicates>; 5] = [
    (Duplicates::Kept, "kept", &[], "No duplicate detection (tree search)"),
    (
        Duplicates::KeptExceptParent,
        "kept-except-parent",
        &[],
        "Only immediate reversals are pruned (parent pruning)",
    ),
    (
        Duplicates::DroppedWhenPopped,
        "dropped-when-popped",
        &[],
        "Duplicates enter the open list and are discarded when popped (strict expanded list)",
    ),
    (
        Duplicates::DroppedWhenGenerated,
        "dropped-when-generated",
        &[],
        "Discarded when generated if already closed; duplicates in the open list are all expanded",
    ),
    (
        Duplicates::Reopened,
        "reopened",
        &[],
        "Each state is kept once, with the shortest path found; reopened if a shorter path to a closed \
         state is found",
    ),
];

const TIES: [Choice<Ties>; 5] = [
    (Ties::LargerG, "larger-g", &[], "Larger g first, then first in first out"),
    (Ties::Fifo, "fifo", &[], "First in first out"),
    (Ties::Lifo, "lifo", &[], "Last in first out"),
    (
        Ties::Heap,
        "heap",
        &["heapq"],
        "The order of a binary heap that compares f only: C++ `push_heap` with `>`, Python `heapq`",
    ),
    (
        Ties::HeapGreaterEqual,
        "heap-greater-equal",
        &[],
        "The same with `>=`, which C++ does not allow but some programs use",
    ),
];

/// The message about an invalid method, with the option to change.
pub(super) fn method_hint(error: &MethodError) -> String {
    match error {
        MethodError::NoHeuristic(_) => format!("{error}; remove --heuristic"),
        MethodError::NoWeight(algorithm) => {
            format!("{algorithm} does not use a weight; remove --weight, or use -a weighted-astar")
        }
        MethodError::NoDepthLimit(algorithm) => {
            format!("{algorithm} does not use a depth limit; remove --depth-limit, or use -a depth-first")
        }
        _ => error.to_string(),
    }
}

/// A parser for the names of algorithms.
pub(super) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    choice(&ALGORITHMS)
}

/// A parser for the names of heuristics.
pub(super) fn heuristic() -> impl TypedValueParser<Value = HeuristicName> {
    choice(&HEURISTICS)
}

/// A parser for the names of published programs.
pub(super) fn convention() -> impl TypedValueParser<Value = ConventionName> {
    choice(&CONVENTIONS)
}

/// A parser for the names of duplicate detection rules.
pub(super) fn duplicates() -> impl TypedValueParser<Value = Duplicates> {
    choice(&DUPLICATES)
}

/// A parser for the names of tie-breaking rules.
pub(super) fn ties() -> impl TypedValueParser<Value = Ties> {
    choice(&TIES)
}

/// A parser for the names of move conventions.
pub(super) fn moves() -> impl TypedValueParser<Value = MoveConvention> {
    choice(&MOVES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names<T>(choices: &[Choice<T>]) -> Vec<&'static str> {
        choices.iter().flat_map(|(_, name, others, _)| [&[*name], *others].concat()).collect()
    }

    #[test]
    fn names_are_the_librarys_and_complete() {
        assert_eq!(ALGORITHMS.map(|(value, ..)| value), Algorithm::ALL);
        assert!(ALGORITHMS.iter().all(|(value, name, ..)| value.name() == *name));
        assert_eq!(HEURISTICS.map(|(value, ..)| value), HeuristicName::ALL);
        assert!(HEURISTICS.iter().all(|(value, name, ..)| value.name() == *name));
        assert_eq!(CONVENTIONS.map(|(value, ..)| value), ConventionName::ALL);
        assert!(CONVENTIONS.iter().all(|(value, name, ..)| value.name() == *name));
        assert!(MOVES.iter().all(|(value, name, ..)| value.name() == *name));
    }

    #[test]
    fn the_help_lists_every_name_once() {
        for (help, choices) in [
            (ALGORITHM_HELP, ALGORITHMS.map(|(_, name, ..)| name).to_vec()),
            (HEURISTIC_HELP, HEURISTICS.map(|(_, name, ..)| name).to_vec()),
        ] {
            let names = help.lines().skip(2).filter(|line| !line.starts_with("   "));
            let listed = names.map(|line| line.trim().split([',', ' ']).next().unwrap());
            assert_eq!(listed.collect::<Vec<_>>(), choices);
        }
        let all = [names(&ALGORITHMS), names(&HEURISTICS)].concat();
        let distinct: std::collections::BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(distinct.len(), all.len());
    }
}
