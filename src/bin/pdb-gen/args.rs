//! The command line of `pdb-gen`, as typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use tilebase::board::Shape;
use tilebase::cli::{Completions, Man};
use tilebase::notation::GoalName;
use tilebase::report::ExportFormat;
use tilebase::table::Encoding;

const EXAMPLES: &str = "\
Examples:
  pdb-gen build                          the 8-puzzle, to 123456780, into ./pdb
  pdb-gen build --goal snail             the same to 123804765
  pdb-gen build 3x4 --encoding mod3      239,500,800 states in 60 MB
  pdb-gen build 4x4 --preset 6-6-3       pattern tables that solve the 15-puzzle
  pdb-gen build 3x4 --resume             go on with a build that was ended
  pdb-gen verify pdb/*.pdb               prove that tables are right
  pdb-gen info pdb/3x3-123456780.pdb     what a table says of itself
  pdb-gen export pdb/3x3-123456780.pdb -o distances.csv

Exit codes:
  0  done, or the table is right
  1  a table is not right
  2  there is no answer: bad input, a damaged file, a failure of the system";

/// Build tables of exact distances for sliding-tile puzzles, and prove them right
#[derive(Debug, Parser)]
#[command(name = "pdb-gen", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Build(BuildArgs),
    Verify(VerifyArgs),
    Info(InfoArgs),
    Export(ExportArgs),
    List(ListArgs),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the man page, or write all pages into a folder
    Man(Man),
}

/// Build the table of a board: the distance of every state that can reach the goal
///
/// Tables of larger boards are of patterns: see --pattern and --preset.
#[derive(Debug, clap::Args)]
pub(crate) struct BuildArgs {
    /// Rows x columns
    #[arg(value_name = "SHAPE", default_value = "3x3")]
    pub(crate) shape: Shape,

    /// The goal: blank-last (1,2,..,0), blank-first (0,1,2,..), snail, or a board
    #[arg(long, default_value_t)]
    pub(crate) goal: GoalName,

    /// Look at these tiles alone, as 1,2,5,6: the table then has the fewest moves of these tiles, and tables of
    /// patterns that have no tile in common may be added up
    #[arg(long, value_name = "TILES", value_delimiter = ',')]
    pub(crate) pattern: Option<Vec<u8>>,

    /// Build all tables of a partition that pdb-solve uses together: 7-8, 6-6-3 or 5-5-5 for 4x4, 6-6-6-6 for 5x5.
    /// Tables that are there already are kept
    #[arg(long, value_name = "SIZES", conflicts_with_all = ["pattern", "output"])]
    pub(crate) preset: Option<String>,

    /// How entries are written: byte (8 bits each), packed (4) or mod3 (2)
    #[arg(long, default_value_t)]
    pub(crate) encoding: Encoding,

    /// Where to write, instead of a name made from the shape and the goal in the table folder
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) folder: FolderArgs,

    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Refuse to take more memory than this, in millions of bytes [default: what is free]
    #[arg(long, value_name = "MB", allow_negative_numbers = true)]
    pub(crate) memory_limit: Option<u64>,

    /// Build again though the file is there, and from the beginning though there is a checkpoint
    #[arg(long)]
    pub(crate) force: bool,

    /// Go on where a build of the same table was ended, from its checkpoint; from the beginning if there is none
    #[arg(long, conflicts_with = "force")]
    pub(crate) resume: bool,

    /// Save a checkpoint beside the table at the end of a level, if so many seconds have passed since the last; 0 saves
    /// every level. It takes a little more space than a table of the encoding byte, and is removed in the end
    #[arg(long, value_name = "SECONDS", default_value_t = 60, allow_negative_numbers = true)]
    pub(crate) checkpoint: u64,

    /// How to say what was built
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// Say nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Check that tables are undamaged and right: the checksums, then a proof over every entry
///
/// The proof: the entry is 0 at the goal and nowhere else; neighbours differ by exactly 1; every other entry
/// has a neighbour one smaller; none is unset; the histogram counts them. Together that forces every entry to
/// be the distance.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// The tables
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Compare with A* and the Manhattan distance as well: on so many random boards, or on all
    #[arg(long, value_name = "N|all", value_parser = read_sample_size, allow_negative_numbers = true)]
    pub(crate) astar: Option<SampleSize>,

    /// The seed of the random boards
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Say nothing but errors; the exit code tells the rest
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// How many boards to compare with A*.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SampleSize {
    All,
    Count(u64),
}

fn read_sample_size(text: &str) -> Result<SampleSize, String> {
    match text {
        "all" => Ok(SampleSize::All),
        _ => match text.parse() {
            Ok(count @ 1..) => Ok(SampleSize::Count(count)),
            _ => Err(format!("expected a number of boards from 1 up, or all, found {text:?}")),
        },
    }
}

/// Show what a table says of itself: shape, goal, encoding, histogram
#[derive(Debug, clap::Args)]
pub(crate) struct InfoArgs {
    /// The table
    pub(crate) file: PathBuf,

    /// Draw the histogram, as an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    /// How to say it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Write a table's distances in a form that other programs read
///
/// csv has the header board,distance and a line for each state. npy is a NumPy array of the distances, a byte
/// each, by index: blank's cell * (k!/2) + Lehmer rank / 2. npy-boards is a NumPy array of records: board, a byte for
/// each cell row by row (0 for the blank, 255 for a cell that a pattern leaves open), and distance, a byte. parquet has
/// the columns board (a string) and distance (an unsigned byte); it is there if the program was built with
/// --features parquet.
///
/// A file is written under a temporary name and renamed when it is whole.
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// The table
    pub(crate) file: PathBuf,

    /// Where to write; its ending tells the format. - is the standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// csv, npy, npy-boards or parquet, if the ending does not tell
    #[arg(long)]
    pub(crate) format: Option<ExportFormat>,
}

/// List the tables in the folder
#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,

    /// How to list them
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Where tables are kept.
#[derive(Debug, clap::Args)]
pub(crate) struct FolderArgs {
    /// The table folder
    #[arg(long, value_name = "DIR", env = "PDB_DIR", default_value = "pdb")]
    pub(crate) pdb_dir: PathBuf,
}

/// How to say things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}
