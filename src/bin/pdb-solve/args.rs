//! The command line of `pdb-solve`, as typed.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Parser, Subcommand, ValueEnum};
use tilebase::board::Shape;
use tilebase::cli::{Completions, Man};
use tilebase::notation::{Blank, BoardForm, GoalName, MoveForm};

const EXAMPLES: &str = "\
Examples:
  pdb-solve 638541720                    an optimal path to 123456780
  pdb-solve 638541720 --goal 012345678   the same to another goal
  pdb-solve 638541720 --count --show     how many optimal paths there are; the boards on the first
  pdb-solve --input boards.txt --format csv > answers.csv
  pdb-solve 638541720 --algorithm astar --stats
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
    /// Convert boards, or moves, from one notation to another
    Convert(ConvertArgs),
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
    #[arg(long, short, value_enum)]
    pub(crate) algorithm: Option<Algorithm>,

    /// Give a search up after so many expanded states
    #[arg(long, value_name = "N")]
    pub(crate) max_nodes: Option<u64>,

    /// Give a search up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    pub(crate) timeout: Option<Duration>,

    /// What the letters U, D, L and R tell the direction of
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) moves: Moves,

    /// Show the boards on the way
    #[arg(long)]
    pub(crate) show: bool,

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

const CONVERT_EXAMPLES: &str = "\
Examples:
  pdb-solve convert puzzle04.txt --to digits
  pdb-solve convert '[[1, 2, 3], [4, 5, 6], [7, 8, 0]]' --to princeton
  pdb-solve convert 638541720 --moves UULDD --moves-to numbers
  pdb-solve convert --path solution.txt --moves-to letters

Forms of boards:
  digits hex spaces commas python python-rows tuple tuple-rows json json-rows braces braces-rows grid princeton
  42 rows-cols slash backslash

Forms of moves:
  letters counts words compass arrows ascii-arrows numbers boards

Exit codes:
  0  everything was converted
  2  something was not: it is no board, there are two ways to read it, or the form has no way to write it";

#[derive(Debug, clap::Args)]
#[command(after_help = CONVERT_EXAMPLES, group = ArgGroup::new("steps").args(["moves", "path"]))]
pub(crate) struct ConvertArgs {
    /// Files, boards, or - for the standard input, which is also read if there are none
    #[arg(value_name = "FILE|-|BOARD")]
    pub(crate) inputs: Vec<OsString>,

    /// The form of the boards [default: detected]
    #[arg(long, value_name = "FORM")]
    pub(crate) from: Option<BoardForm>,

    /// The form to write boards in [default: digits up to ten cells, else commas]
    #[arg(long, value_name = "FORM")]
    pub(crate) to: Option<BoardForm>,

    /// Rows x columns, where the number of tiles leaves it open (6 tiles are 2x3)
    #[arg(long)]
    pub(crate) shape: Option<Shape>,

    /// The symbol of the blank, or `largest` where it has the largest number [default: 0, else detected]
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) blank: Option<Blank>,

    /// Convert these moves, made from each board, in its place
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,

    /// The boards of each input are a path: write its moves
    #[arg(long)]
    pub(crate) path: bool,

    /// The form of the moves [default: detected]
    #[arg(long, value_name = "FORM", requires = "moves")]
    pub(crate) moves_from: Option<MoveForm>,

    /// The form to write moves in [default: letters]
    #[arg(long, value_name = "FORM", requires = "steps")]
    pub(crate) moves_to: Option<MoveForm>,

    /// What the directions of moves are those of [default: blank]
    #[arg(long, value_enum, requires = "steps")]
    pub(crate) convention: Option<Moves>,

    /// The same for the moves that are written [default: as read]
    #[arg(long, value_enum, requires = "steps")]
    pub(crate) to_convention: Option<Moves>,

    /// Say nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| format!("expected a number of seconds, found {text:?}"))
}

/// How to find the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Algorithm {
    /// Read it off the table
    Table,
    /// Search by A* with the Manhattan distance
    Astar,
    /// Search by IDA* with a catalogue of pattern tables
    Ida,
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
