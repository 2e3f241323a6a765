//! The command line of `pdb-solve`, as typed.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{ArgGroup, Parser, Subcommand, ValueEnum};
use tilebase::board::Shape;
use tilebase::cli::{Completions, Man, interrupt_flag};
use tilebase::notation::GoalName;
use tilebase::report::{Algorithm, AnswerFormat, BoardSet, ConventionName, HeuristicName, Trace};
use tilebase::search::{Duplicates, Limits, MoveOrder, Ties, Weight};

const EXAMPLES: &str = "\
Examples:
  pdb-solve 638541720                    an optimal path to 123456780
  pdb-solve 638541720 --goal 012345678   the same to another goal
  pdb-solve 638541720 --count --show     how many optimal paths there are; the boards on the first
  pdb-solve --input boards.txt --format csv > answers.csv
  pdb-solve 638541720 --algorithm astar --heuristic linear-conflict --stats
  pdb-solve 120483765 --algorithm greedy --trace
  pdb-solve 5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0 --timeout 60

Moves are named by where the blank goes; --moves tile names them by where the tile goes.

Exit codes:
  0  every board was solved
  1  some board can't reach the goal
  2  there is no answer for some board: bad input, a damaged table, a failure of the system";

/// Solve sliding-tile puzzles in as few moves as there are
#[derive(Debug, Parser)]
#[command(name = "pdb-solve", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) solve: SolveArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Compare(Box<CompareArgs>),
    Sample(SampleArgs),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the man page, or write all pages into a folder
    Man(Man),
}

#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("boards from").args(["boards", "input"]).required(true))]
pub(crate) struct SolveArgs {
    /// The boards: row by row, 0 for the blank, as 638541720 or 6,3,8,5,4,1,7,2,0
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<OsString>,

    /// Read boards from a file, one a line; - is the standard input
    #[arg(long, short, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// The goal: blank-last (1,2,..,0), blank-first (0,1,2,..), snail, or a board
    #[arg(long, short, default_value_t)]
    pub(crate) goal: GoalName,

    /// Rows x columns, where the number of tiles leaves it open (6 tiles are 2x3)
    #[arg(long)]
    pub(crate) shape: Option<Shape>,

    /// How to find the answer [default: the table where there is one or it takes a moment to build, else ida]
    #[arg(long, short, value_enum, hide_possible_values = false)]
    pub(crate) algorithm: Option<Algorithm>,

    /// What the search goes by [default: manhattan for greedy, astar and weighted-astar, patterns for ida]
    #[arg(long, short = 'H', value_enum)]
    pub(crate) heuristic: Option<HeuristicName>,

    /// The weight of weighted-astar [default: 2]
    #[arg(long, value_name = "W", value_parser = read_weight)]
    pub(crate) weight: Option<Weight>,

    /// The depth limit of depth-first, in moves [default: 31]
    #[arg(long, value_name = "N")]
    pub(crate) depth_limit: Option<u32>,

    /// Search and count as a published program does: order of moves, duplicates, ties, what is counted
    #[arg(long, value_enum)]
    pub(crate) convention: Option<ConventionName>,

    /// The order in which successors are generated, as ULDR [default: UDLR, or the convention's]
    #[arg(long)]
    pub(crate) order: Option<MoveOrder>,

    /// What becomes of a state that is reached again [default: reopened, or the convention's]
    #[arg(long, value_enum)]
    pub(crate) duplicates: Option<Duplicates>,

    /// Which of equal states is next [default: larger-g, or the convention's]
    #[arg(long, value_enum)]
    pub(crate) ties: Option<Ties>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// What the letters U, D, L and R tell the direction of
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) moves: Moves,

    /// Show the boards on the way
    #[arg(long)]
    pub(crate) show: bool,

    /// Show states with their g, h and f: those on the path, or all that are expanded
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, default_missing_value = "path")]
    pub(crate) trace: Option<Trace>,

    /// Give the counts of the search and its time
    #[arg(long)]
    pub(crate) stats: bool,

    /// Give every optimal path
    #[arg(long)]
    pub(crate) all: bool,

    /// Give the number of optimal paths
    #[arg(long)]
    pub(crate) count: bool,

    /// How to write answers
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// The table folder
    #[arg(long, value_name = "DIR", env = "PDB_DIR", default_value = "pdb")]
    pub(crate) pdb_dir: PathBuf,

    /// Use this table, whatever the folder has
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,

    /// Say nothing but answers and errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// When to give up.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Give a search up after so many expanded states
    #[arg(long, value_name = "N")]
    pub(crate) max_nodes: Option<u64>,

    /// Give a search up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    pub(crate) timeout: Option<Duration>,

    /// Give a search up when its states take so many millions of bytes
    #[arg(long, value_name = "MB")]
    pub(crate) max_memory: Option<u64>,
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        let memory_in_bytes = self.max_memory.map(|megabytes| megabytes.saturating_mul(1_000_000));
        Limits { expanded: self.max_nodes, time: self.timeout, memory_in_bytes, interrupt: None }
    }

    /// The limits, with Ctrl-C as one of them. Not for what reads its boards as it goes: the first Ctrl-C would only be
    /// noticed when the next board comes.
    pub(crate) fn limits_and_interrupt(&self) -> anyhow::Result<Limits> {
        let interrupt = Some(interrupt_flag().context("the handler of Ctrl-C can't be set")?);
        Ok(Limits { interrupt, ..self.limits() })
    }
}

fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| format!("expected a number of seconds, found {text:?}"))
}

fn read_weight(text: &str) -> Result<Weight, String> {
    let number = text.parse().map_err(|_no_number| format!("expected a number, found {text:?}"))?;
    Weight::new(number).map_err(|error| error.to_string())
}

/// What a move's letter tells the direction of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moves {
    /// Of the blank
    #[default]
    Blank,
    /// Of the tile that slides
    Tile,
}

/// How to write answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One object a line
    Json,
    /// One record a line, under a header
    Csv,
}

impl From<Format> for AnswerFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Json => Self::Json,
            Format::Csv => Self::Csv,
        }
    }
}

/// Run search methods on the same boards, and show what each took
///
/// Every algorithm is run with every heuristic, where it takes one, and with every convention, where it has some; one
/// search at a time, so that times can be compared.
#[derive(Debug, clap::Args)]
#[command(after_help = COMPARE_EXAMPLES)]
#[command(group = ArgGroup::new("compared boards").args(["boards", "set", "sample"]).required(true).multiple(true))]
pub(crate) struct CompareArgs {
    /// The boards: row by row, 0 for the blank
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<String>,

    /// Boards that have a name
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) set: Vec<BoardSet>,

    /// So many random boards of every depth
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,

    /// The seed of the random boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// The goal of boards that are given or drawn
    #[arg(long, short, default_value_t)]
    pub(crate) goal: GoalName,

    /// The shape of boards that are given or drawn [default: 3x3, or what the number of tiles tells]
    #[arg(long)]
    pub(crate) shape: Option<Shape>,

    /// The algorithms
    #[arg(long, short, value_enum, value_delimiter = ',', default_value = "uniform-cost,astar")]
    pub(crate) algorithms: Vec<Algorithm>,

    /// The heuristics [default: misplaced,manhattan]
    #[arg(
        long,
        short = 'H',
        value_enum,
        value_delimiter = ',',
        default_value = "misplaced,manhattan",
        hide_default_value = true
    )]
    pub(crate) heuristics: Vec<HeuristicName>,

    /// The conventions
    #[arg(long, value_enum, value_delimiter = ',', default_value = "house")]
    pub(crate) conventions: Vec<ConventionName>,

    /// The weight of weighted-astar [default: 2]
    #[arg(long, value_name = "W", value_parser = read_weight)]
    pub(crate) weight: Option<Weight>,

    /// The depth limit of depth-first, in moves [default: 31]
    #[arg(long, value_name = "N")]
    pub(crate) depth_limit: Option<u32>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// How to write the figures
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// Draw states expanded, the longest open list and time against the depth, as SVG files in a folder
    #[arg(long, value_name = "DIR")]
    pub(crate) plot: Option<PathBuf>,

    /// Write pictures and figures as one web page that needs nothing beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// The table folder
    #[arg(long, value_name = "DIR", env = "PDB_DIR", default_value = "pdb")]
    pub(crate) pdb_dir: PathBuf,

    /// Say nothing but figures and errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  pdb-solve compare 638541720 867254301 -a astar,ida -H manhattan,linear-conflict
  pdb-solve compare --set keogh --conventions tran --plot charts    as Tran's report has it
  pdb-solve compare --sample 5 -a breadth-first,greedy,astar --html report.html";

/// Draw boards: any, of some depth, the hardest, or unsolvable ones
///
/// The same seed gives the same boards on every machine.
#[derive(Debug, clap::Args)]
#[command(after_help = SAMPLE_EXAMPLES)]
#[command(group = ArgGroup::new("population").args(["uniform", "unsolvable", "depth", "every_depth", "hardest", "walk"]))]
pub(crate) struct SampleArgs {
    /// How many boards; with --every-depth, of each depth
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
    pub(crate) count: usize,

    /// From all solvable boards, each with the same chance (the default)
    #[arg(long)]
    pub(crate) uniform: bool,

    /// From all boards that can't reach the goal
    #[arg(long)]
    pub(crate) unsolvable: bool,

    /// Of this depth, or of these, as 18-22
    #[arg(long, value_name = "DEPTH", value_parser = read_depths)]
    pub(crate) depth: Option<RangeInclusive<u32>>,

    /// Of every depth
    #[arg(long)]
    pub(crate) every_depth: bool,

    /// Of the deepest level
    #[arg(long)]
    pub(crate) hardest: bool,

    /// Ends of random walks of so many moves from the goal
    #[arg(long, value_name = "MOVES")]
    pub(crate) walk: Option<u32>,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// The goal
    #[arg(long, short, default_value_t)]
    pub(crate) goal: GoalName,

    /// Rows x columns [default: 3x3, or that of the goal]
    #[arg(long)]
    pub(crate) shape: Option<Shape>,

    /// Solve each board as well
    #[arg(long)]
    pub(crate) answers: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// How to write them
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// The table folder
    #[arg(long, value_name = "DIR", env = "PDB_DIR", default_value = "pdb")]
    pub(crate) pdb_dir: PathBuf,

    /// Say nothing but boards and errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const SAMPLE_EXAMPLES: &str = "\
Examples:
  pdb-solve sample -n 1000                         solvable boards, one a line
  pdb-solve sample -n 5 --every-depth --seed 7     five of each depth
  pdb-solve sample --depth 28-31 --answers --format csv
  pdb-solve sample --shape 4x4 --walk 40 --answers";

fn read_depths(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("expected a depth, as 20, or two, as 18-22, found {text:?}");
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().map_err(|_no_number| wrong());
    let (from, to) = (number(from)?, number(to)?);
    if from <= to { Ok(from..=to) } else { Err(wrong()) }
}
