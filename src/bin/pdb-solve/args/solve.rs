//! What is typed to solve boards.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ArgGroup;
use tilebase::board::Shape;
use tilebase::notation::GoalName;
use tilebase::report::{Algorithm, ConventionName, HeuristicName, Trace};
use tilebase::search::{Duplicates, MoveOrder, Ties, Weight};

use super::shared::{Format, LimitArgs, Moves, read_weight};

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
    #[arg(long, short, value_enum, help_heading = "Search")]
    pub(crate) algorithm: Option<Algorithm>,

    /// What the search goes by [default: manhattan for greedy, astar and weighted-astar, patterns for ida]
    #[arg(long, short = 'H', value_enum, help_heading = "Search")]
    pub(crate) heuristic: Option<HeuristicName>,

    /// The weight of weighted-astar [default: 2]
    #[arg(
        long,
        value_name = "W",
        value_parser = read_weight,
        help_heading = "Search",
        allow_negative_numbers = true
    )]
    pub(crate) weight: Option<Weight>,

    /// The depth limit of depth-first, in moves [default: 31]
    #[arg(long, value_name = "N", help_heading = "Search", allow_negative_numbers = true)]
    pub(crate) depth_limit: Option<u32>,

    /// Search and count as a published program does: order of moves, duplicates, ties, what is counted
    #[arg(long, value_enum, help_heading = "Search")]
    pub(crate) convention: Option<ConventionName>,

    /// The order in which successors are generated, as ULDR [default: UDLR, or the convention's]
    #[arg(long, help_heading = "Search")]
    pub(crate) order: Option<MoveOrder>,

    /// What becomes of a state that is reached again [default: reopened, or the convention's]
    #[arg(long, value_enum, help_heading = "Search")]
    pub(crate) duplicates: Option<Duplicates>,

    /// Which of equal states is next [default: larger-g, or the convention's]
    #[arg(long, value_enum, help_heading = "Search")]
    pub(crate) ties: Option<Ties>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// What the letters U, D, L and R tell the direction of
    #[arg(long, short, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) moves: Moves,

    /// Show the boards on the way
    #[arg(long, help_heading = "Output")]
    pub(crate) show: bool,

    /// Show states with their g, h and f: those on the path, or all that are expanded
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, default_missing_value = "path", help_heading = "Output")]
    pub(crate) trace: Option<Trace>,

    /// Give the counts of the search and its time
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,

    /// Give every optimal path
    #[arg(long, help_heading = "Output")]
    pub(crate) all: bool,

    /// Give the number of optimal paths
    #[arg(long, help_heading = "Output")]
    pub(crate) count: bool,

    /// How to write answers
    #[arg(long, short, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) format: Format,

    /// The table folder
    #[arg(long, value_name = "DIR", env = "PDB_DIR", default_value = "pdb", help_heading = "Tables")]
    pub(crate) pdb_dir: PathBuf,

    /// Use this table, whatever the folder has
    #[arg(long, value_name = "FILE", help_heading = "Tables")]
    pub(crate) table: Option<PathBuf>,

    /// Say nothing but answers and errors
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
}
