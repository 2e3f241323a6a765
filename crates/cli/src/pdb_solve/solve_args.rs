//! The options of `pdb-solve BOARD...`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use tilebase::board::LargeShape;
use tilebase::notation::{GoalName, MoveConvention};
use tilebase::search::{Duplicates, MoveOrder, Ties, Weight};
use tilebase::solve::{Algorithm, ConventionName, HeuristicName};

use super::cost_args::{COST_HELP, CostArg, FROM_TABLE};
use super::options::{
    ALGORITHM_HELP, HEURISTIC_HELP, LimitArgs, algorithm, convention, duplicates, heuristic, moves,
    read_weight, ties,
};
use crate::ask::Trace;
use crate::report::numbers::with_commas;
use crate::shell::{FolderArgs, Format, MetricArgs, TrustArgs, number, quoted, read_time};

const EXAMPLES: &str = "\
Examples:
  pdb-solve 638541720                    a shortest path to 123456780
  pdb-solve 638541720 -a astar --stats   what A* expands
More: pdb-solve --help, pdb-solve COMMAND -h";

const LONG_EXAMPLES: &str = "\
Examples:
  pdb-solve 638541720                    a shortest path to 123456780
  pdb-solve 6 3 8 5 4 1 7 2 0            the same
  pdb-solve 638541720 -g 012345678       to another goal
  pdb-solve 638541720 --paths count --show
                                         the number of shortest paths, and the boards along one
  pdb-solve < boards.txt                 boards from a pipe, one per line
  pdb-solve -i boards.txt -f csv > answers.csv
  pdb-solve 638541720 --cost tile        a cheapest path, if a move costs the tile's number
  pdb-solve 638541720 --metric mtm       sliding several tiles at once is one move
  pdb-solve 638541720 -a astar -H linear-conflict --stats
  pdb-solve 120483765 -a greedy --trace
  pdb-solve 5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0 --timeout 60s
  pdb-solve --anytime --timeout 10s 5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0

A move letter names the direction in which the blank moves. With --moves tile, it names the
direction in which the tile moves.

Why a board is unsolvable: pdb-solve explain BOARD
Also: pdb-solve completions SHELL, pdb-solve man

Exit codes:
  0  every board was solved (with --anytime, by a path of any length)
  1  a board cannot reach the goal, or --prove N is wrong
  2  error: bad input, damaged table, limit reached, I/O failure";

/// Find shortest solutions to sliding-tile puzzles
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = LONG_EXAMPLES)]
pub(crate) struct SolveArgs {
    /// Boards, row by row, 0 for the blank: 638541720 or 6,3,8,5,4,1,7,2,0
    #[arg(value_name = "BOARD", hide_short_help = true)]
    pub(super) boards: Vec<OsString>,

    /// Read boards from a file, one per line
    #[arg(long, short, value_name = "FILE")]
    pub(super) input: Option<PathBuf>,

    /// Goal: blank-last, blank-first, snail, or a board
    #[arg(long, short, default_value_t, hide_default_value = true)]
    pub(super) goal: GoalName,

    /// Board shape, such as 4x4; needed only if ambiguous (default for 6 cells: 2x3)
    #[arg(long, value_name = "RxC", hide_short_help = true)]
    pub(super) shape: Option<LargeShape>,

    /// Find a path at once, then improve it (up to 10x10)
    ///
    /// The final path comes with a guaranteed bound.
    #[arg(
        long,
        conflicts_with_all = [
            "algorithm", "heuristic", "weight", "depth_limit", "convention", "order",
            "duplicates", "ties", "show", "trace", "stats", "paths", "table", "resume", "checkpoint",
            "cost"
        ]
    )]
    pub(super) anytime: bool,

    /// Prove from scratch that the optimal length is N moves
    ///
    /// Uses no table from disk and no checkpoint. The exit code is 1 if N is not optimal.
    #[arg(
        long,
        value_name = "N",
        value_parser = number(0..=u32::MAX),
        hide_short_help = true,
        allow_negative_numbers = true,
        conflicts_with_all = ["input", "anytime", "trace", "paths", "table", "resume", "checkpoint", "cost"]
    )]
    pub(super) prove: Option<u32>,

    /// Search algorithm, such as bfs, astar or ida
    #[arg(
        long,
        short,
        value_name = "NAME",
        value_parser = algorithm(),
        hide_possible_values = true,
        long_help = ALGORITHM_HELP
    )]
    pub(super) algorithm: Option<Algorithm>,

    #[arg(
        long,
        short = 'H',
        value_name = "NAME",
        value_parser = heuristic(),
        hide_possible_values = true,
        hide_short_help = true,
        help = HEURISTIC_HELP,
        help_heading = "Search"
    )]
    pub(super) heuristic: Option<HeuristicName>,

    /// Weight of weighted-astar [default: 2]
    #[arg(
        long,
        value_name = "W",
        value_parser = read_weight,
        hide_short_help = true,
        help_heading = "Search",
        allow_negative_numbers = true
    )]
    pub(super) weight: Option<Weight>,

    /// Depth limit of depth-first, in moves [default: 31]
    #[arg(
        long,
        value_name = "N",
        value_parser = number(0..=u32::MAX),
        hide_short_help = true,
        help_heading = "Search",
        allow_negative_numbers = true
    )]
    pub(super) depth_limit: Option<u32>,

    /// Search and count like this published program: move order, duplicate detection, tie-breaking,
    /// counts
    #[arg(
        long,
        value_name = "NAME",
        value_parser = convention(),
        hide_short_help = true,
        help_heading = "Search"
    )]
    pub(super) convention: Option<ConventionName>,

    /// Order in which successors are generated, such as ULDR [default: UDLR, or the convention's]
    #[arg(long, hide_short_help = true, help_heading = "Search")]
    pub(super) order: Option<MoveOrder>,

    /// Duplicate detection [default: reopened, or the convention's]
    #[arg(
        long,
        value_name = "RULE",
        value_parser = duplicates(),
        hide_short_help = true,
        help_heading = "Search"
    )]
    pub(super) duplicates: Option<Duplicates>,

    /// Tie-breaking among equal f [default: larger-g, or the convention's]
    #[arg(long, value_name = "RULE", value_parser = ties(), hide_short_help = true, help_heading = "Search")]
    pub(super) ties: Option<Ties>,

    #[arg(
        long,
        value_name = "COSTS",
        help = "Cost of each move: tile, U=1,D=3,L=2,R=2 or a file",
        long_help = COST_HELP,
        hide_short_help = true,
        help_heading = "Search",
        conflicts_with_all = [
            "heuristic", "weight", "depth_limit", "convention", "order", "duplicates", "ties", "trace",
            "table", "resume", "checkpoint"
        ]
    )]
    pub(super) cost: Option<CostArg>,

    #[command(flatten)]
    pub(super) limits: LimitArgs,

    /// Resume interrupted searches for these boards, if any were saved
    #[arg(long, hide_short_help = true, help_heading = "Long searches")]
    pub(super) resume: bool,

    /// Interval between checkpoints of ida and iterative-deepening [default: 30s]
    ///
    /// A checkpoint is a few hundred bytes in the table folder. It is removed when the board is
    /// solved.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = read_time,
        hide_short_help = true,
        help_heading = "Long searches",
        allow_negative_numbers = true
    )]
    pub(super) checkpoint: Option<Duration>,

    /// Whether U, D, L, and R name the direction of the blank or of the tile
    #[arg(
        long,
        short,
        value_name = "blank|tile",
        value_parser = moves(),
        default_value = "blank",
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub(super) moves: MoveConvention,

    /// Print each board along the path
    #[arg(long)]
    pub(super) show: bool,

    /// Print states with their g, h and f: those on the path, or all that are expanded
    #[arg(
        long,
        value_enum,
        value_name = "path|all",
        num_args = 0..=1,
        default_missing_value = "path",
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub(super) trace: Option<Trace>,

    /// Print search statistics: nodes expanded and generated, and time
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    pub(super) stats: bool,

    /// Print the number of optimal paths, or all of them
    #[arg(
        long,
        value_enum,
        value_name = "count|all",
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub(super) paths: Option<Paths>,

    /// Output format: text, json or csv
    #[arg(long, short, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    pub(super) format: Format,

    // Each of these headings ends where the next one begins.
    #[command(flatten, next_help_heading = "Search")]
    pub(super) metric: MetricArgs,

    #[command(flatten, next_help_heading = "Long searches")]
    pub(super) trust: TrustArgs,

    #[command(flatten, next_help_heading = "Tables")]
    pub(super) folder: FolderArgs,

    /// Use this table file
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = "Tables")]
    pub(super) table: Option<PathBuf>,

    /// Print only answers and errors
    #[arg(long, short, hide_short_help = true, help_heading = "Output")]
    pub(super) quiet: bool,
}

impl SolveArgs {
    /// Rejects what answers in the multi-tile metric do not support.
    pub(super) fn check_multi_tile(&self) -> anyhow::Result<()> {
        let is_search = self.algorithm.is_some_and(|algorithm| algorithm != Algorithm::Table);
        let given = [
            ("--anytime", self.anytime),
            ("--prove", self.prove.is_some()),
            ("--algorithm", is_search),
            ("--heuristic", self.heuristic.is_some()),
            ("--weight", self.weight.is_some()),
            ("--depth-limit", self.depth_limit.is_some()),
            ("--convention", self.convention.is_some()),
            ("--order", self.order.is_some()),
            ("--duplicates", self.duplicates.is_some()),
            ("--ties", self.ties.is_some()),
            ("--trace", self.trace.is_some()),
            ("--resume", self.resume),
            ("--checkpoint", self.checkpoint.is_some()),
        ];
        self.metric.refuse(given.into_iter().chain(self.limits.given()), FROM_TABLE)?;
        if self.metric.is_multi_tile() && self.paths == Some(Paths::All) {
            bail!("--paths all cannot be used with --metric mtm: use --paths count");
        }
        Ok(())
    }

    /// The options of goal and shape, as given.
    pub(super) fn goal_options(&self) -> String {
        let goal =
            (self.goal != GoalName::default()).then(|| format!(" --goal {}", quoted(&self.goal.to_string())));
        let shape = self.shape.map(|shape| format!(" --shape {shape}"));
        goal.into_iter().chain(shape).collect()
    }
}

/// Which optimal paths to report besides the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Paths {
    /// Their number
    Count,
    /// All of them
    All,
}

/// The message about a command line without boards.
pub(super) const NO_BOARD: &str = "\
no board given

  pdb-solve 638541720                          solve a board
  pdb-solve -i boards.txt                      solve the boards of a file
  pdb-solve validate -- python3 solver.py {}   check your own solver

For help: pdb-solve -h";

/// The message about unsolvable boards that can reach the goal with the blank first.
pub(super) fn to_blank_first(boards: u64) -> String {
    let which = if boards == 1 { "1 board".to_owned() } else { format!("{} boards", with_commas(boards)) };
    format!("{which} cannot reach the goal blank-last, but can reach blank-first; use --goal blank-first")
}
