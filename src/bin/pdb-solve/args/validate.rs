//! What is typed to try another solver.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use tilebase::board::Shape;
use tilebase::notation::{BoardForm, GoalName};
use tilebase::validate::Preset;

use super::check::Convention;
use super::shared::{Format, read_seconds};

const VALIDATE_EXAMPLES: &str = "\
Examples:
  pdb-solve validate -- python3 solver.py {}           {} stands for the board
  pdb-solve validate --sample 5 -- ./solver            without {} it comes on the standard input
  pdb-solve validate --exhaustive --batch -- ./solver  all 181,440 boards in one run, a line for each
  pdb-solve validate --stdin '2\\n{}\\n3\\n' --notation spaces --expect tran -- ./puzzle
  pdb-solve validate --goal snail --expect 'regex:Path: (?<moves>[udlr]*)' -- ./n-puzzle {} {goal}
  pdb-solve validate --junit report.xml --html report.html -- java Solver {}

Answers are found by --expect:
  auto         the sentences of the programs below; JSON; moves; boards; a number named as a length; the last number
  moves        the last line, or else the last word, that reads as moves
  tile-numbers the last line of numbers: the tiles that slide
  last-number  the last number, as a length
  princeton    Minimum number of moves = 28, and the boards; No solution possible
  zhang, tran, parnami, akhtar   what these programs print
  regex:PATTERN                  groups named moves, length or unsolvable, and maybe nodes
  json:/POINTER                  moves, a list of moves, a length, or null for unsolvable

Everything that a run starts is ended with it, whatever signals it ignores and whatever session it goes into. Out of
reach are only processes of other users, and those that another service was asked to start.

Exit codes:
  0  every answer is right
  1  some answer is wrong, or a run crashed, hung or wrote too much
  2  it could not be judged: the command can't be started, bad input, interrupted before anything wrong was found";

/// Run another solver on boards, and judge its answers
///
/// An answer is replayed, and its length compared with the distance; it is never compared with another path. Without a
/// choice of boards, two of every depth are drawn, and two that can't be solved.
#[derive(Debug, clap::Args)]
#[command(after_help = VALIDATE_EXAMPLES)]
pub(crate) struct ValidateArgs {
    /// Boards to try
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<String>,

    /// Read boards from a file, in any form; - is the standard input
    #[arg(long, short, value_name = "FILE", help_heading = "Boards")]
    pub(crate) input: Option<PathBuf>,

    /// So many random boards of every depth
    #[arg(long, value_name = "N", help_heading = "Boards", allow_negative_numbers = true)]
    pub(crate) sample: Option<usize>,

    /// So many random boards that can't be solved
    #[arg(long, value_name = "N", help_heading = "Boards", allow_negative_numbers = true)]
    pub(crate) unsolvable: Option<usize>,

    /// The seed of the random boards
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = "Boards",
        allow_negative_numbers = true
    )]
    pub(crate) seed: u64,

    /// All boards that can be solved: 181,440 of 3x3
    #[arg(long, help_heading = "Boards")]
    pub(crate) exhaustive: bool,

    /// With --exhaustive: every N-th of them only
    #[arg(
        long,
        value_name = "N",
        requires = "exhaustive",
        value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "Boards",
        allow_negative_numbers = true
    )]
    pub(crate) every: Option<u64>,

    /// The goal
    #[arg(long, short, default_value_t, help_heading = "Boards")]
    pub(crate) goal: GoalName,

    /// Rows x columns [default: 3x3, or what the goal or the first board tells]
    #[arg(long, help_heading = "Boards")]
    pub(crate) shape: Option<Shape>,

    /// Time for a run, in seconds [default: 10; of a batch 600]
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = read_seconds,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    pub(crate) timeout: Option<Duration>,

    /// Address space of a run, in millions of bytes; Java, Go and node reserve far more than they use
    #[arg(long, value_name = "MB", help_heading = "Limits", allow_negative_numbers = true)]
    pub(crate) memory: Option<u64>,

    /// Output of a run, in millions of bytes; what writes more is stopped
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 8,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    pub(crate) max_output: usize,

    /// So many runs at a time [default: one for each core]
    #[arg(
        long,
        short,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..),
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    pub(crate) jobs: Option<u16>,

    /// The form in which boards are handed over, as digits, spaces, commas, grid, princeton, json [default: digits, or
    /// commas where some tile has two digits]
    #[arg(long, value_name = "FORM", help_heading = "Solver")]
    pub(crate) notation: Option<BoardForm>,

    /// What a run gets on its standard input, with \n for the end of a line, {} for the board and {goal} for the goal
    #[arg(long, value_name = "TEXT", help_heading = "Solver")]
    pub(crate) stdin: Option<String>,

    /// How to find the answer in what is printed
    #[arg(long, value_name = "PRESET", default_value = "auto", help_heading = "Solver")]
    pub(crate) expect: Preset,

    /// What the directions of moves are those of
    #[arg(long, short, value_enum, default_value_t, help_heading = "Solver")]
    pub(crate) moves: Convention,

    /// Take paths that are longer than need be as right
    #[arg(long, help_heading = "Solver")]
    pub(crate) accept_longer: bool,

    /// One run for all boards: it gets them one after the other, and prints a line for each
    #[arg(long, help_heading = "Solver")]
    pub(crate) batch: bool,

    /// Stop at the first board that is not right
    #[arg(long, help_heading = "Limits")]
    pub(crate) fail_fast: bool,

    /// Try all boards (the default)
    #[arg(long, overrides_with = "fail_fast", help_heading = "Limits")]
    pub(crate) keep_going: bool,

    /// How to write the result
    #[arg(long, short, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) format: Format,

    /// Write a test case for each board as JUnit XML
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) junit: Option<PathBuf>,

    /// Write the result as Markdown
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) markdown: Option<PathBuf>,

    /// Write the result, with charts of time and states expanded, as one web page that needs nothing beside it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) html: Option<PathBuf>,

    /// The table folder
    #[arg(long, value_name = "DIR", env = "PDB_DIR", default_value = "pdb", help_heading = "Tables")]
    pub(crate) pdb_dir: PathBuf,

    /// Say nothing but the result and errors
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// The solver: a program and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    pub(crate) command: Vec<OsString>,
}
