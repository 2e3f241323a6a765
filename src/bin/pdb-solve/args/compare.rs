//! What is typed to compare search methods.

use std::path::PathBuf;

use clap::ArgGroup;
use tilebase::board::Shape;
use tilebase::notation::GoalName;
use tilebase::report::{Algorithm, BoardSet, ConventionName, HeuristicName};
use tilebase::search::Weight;

use super::shared::{Format, LimitArgs, read_weight};

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
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) sample: Option<usize>,

    /// The seed of the random boards
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
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
    #[arg(long, value_name = "W", value_parser = read_weight, allow_negative_numbers = true)]
    pub(crate) weight: Option<Weight>,

    /// The depth limit of depth-first, in moves [default: 31]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
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
