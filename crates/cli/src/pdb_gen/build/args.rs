//! The options of `pdb-gen build`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use super::super::plan::PlanArgs;
use super::super::room::MemoryArgs;
use super::super::tables::TableArgs;
use crate::shell::{FolderArgs, TextOrJson, TrustArgs, read_time, threads};

/// Build a table of exact distances, or pattern databases
///
/// The table has the distance of every state that can reach the goal. Boards whose full table does
/// not fit into memory need pattern databases: see --preset and --pattern. With --encoding mod3, a
/// 2x7 table takes 12.5 GB of memory to build, and a 4x4 table 3.1 TB.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\nMore: pdb-gen build --help"), after_long_help = EXAMPLES)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(super) tables: TableArgs,

    /// File to write [default: a name in the table folder]
    #[arg(long, short, value_name = "FILE", conflicts_with = "preset")]
    pub(super) output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) folder: FolderArgs,

    #[command(flatten)]
    pub(super) memory: MemoryArgs,

    /// Number of threads [default: one per core]
    #[arg(
        long,
        value_name = "N",
        value_parser = threads(),
        hide_short_help = true,
        allow_negative_numbers = true
    )]
    pub(super) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(super) plan: PlanArgs,

    /// Rebuild an existing table; ignore a checkpoint
    #[arg(long)]
    pub(super) force: bool,

    /// Resume an interrupted build from its checkpoint
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,

    #[command(flatten)]
    pub(super) trust: TrustArgs,

    /// Interval between checkpoints; 0 saves after every level [default: 1m]
    ///
    /// A checkpoint is saved beside the table and removed when the build is done. On disk, it is
    /// slightly larger than the memory that the build uses.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = read_time,
        hide_short_help = true,
        allow_negative_numbers = true
    )]
    pub(super) checkpoint: Option<Duration>,

    /// Output format: text or json
    #[arg(long, short, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    pub(super) format: TextOrJson,

    /// Print only errors
    #[arg(long, short)]
    pub(super) quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  pdb-gen build                        the 8-puzzle, to 123456780
  pdb-gen build 3x4 --encoding mod3    239,500,800 states in 60 MB
  pdb-gen build 3x4 --metric mtm       several tiles may slide in one move
  pdb-gen build 4x4 --preset 7-8x1     pattern databases for the 15-puzzle
  pdb-gen build 4x4 --encoding mod3 --dry-run --processes 64 --max-memory 64GB";
