//! What is typed to draw boards.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ArgGroup;
use tilebase::board::Shape;
use tilebase::notation::GoalName;

use super::shared::{Format, LimitArgs};

/// Draw boards: any, of some depth, the hardest, or unsolvable ones
///
/// The same seed gives the same boards on every machine.
#[derive(Debug, clap::Args)]
#[command(after_help = SAMPLE_EXAMPLES)]
#[command(group = ArgGroup::new("population").args(["uniform", "unsolvable", "depth", "every_depth", "hardest", "walk"]))]
pub(crate) struct SampleArgs {
    /// How many boards; with --every-depth, of each depth
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, allow_negative_numbers = true)]
    pub(crate) count: usize,

    /// From all solvable boards, each with the same chance (the default)
    #[arg(long)]
    pub(crate) uniform: bool,

    /// From all boards that can't reach the goal
    #[arg(long)]
    pub(crate) unsolvable: bool,

    /// Of this depth, or of these, as 18-22
    #[arg(long, value_name = "DEPTH", value_parser = read_depths, allow_negative_numbers = true)]
    pub(crate) depth: Option<RangeInclusive<u32>>,

    /// Of every depth
    #[arg(long)]
    pub(crate) every_depth: bool,

    /// Of the deepest level
    #[arg(long)]
    pub(crate) hardest: bool,

    /// Ends of random walks of so many moves from the goal
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true)]
    pub(crate) walk: Option<u32>,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
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
