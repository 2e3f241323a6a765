//! What is typed to judge answers.

use std::path::PathBuf;

use tilebase::board::Shape;
use tilebase::notation::GoalName;
use tilebase::report::AnswerKind;

use super::shared::{Format, LimitArgs};

/// Judge the answers of another solver
///
/// Each line is a board and an answer (638541720 28), a record of CSV under a header with the fields board and moves,
/// length, solvable, h or answer, or a JSON object with such fields. An answer is a path, a length, "unsolvable", or a
/// heuristic's estimate. A path is replayed and its length compared; it need not be the one that pdb-solve gives.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    /// The answers; - is the standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,

    /// The goal, where a line names none
    #[arg(long, short, default_value_t)]
    pub(crate) goal: GoalName,

    /// Rows x columns, where the number of tiles leaves it open (6 tiles are 2x3)
    #[arg(long)]
    pub(crate) shape: Option<Shape>,

    /// What the directions of moves are those of
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) moves: Convention,

    /// What answers are, where nothing else tells
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) answers: AnswerKind,

    /// A path that is longer than need be is right too
    #[arg(long)]
    pub(crate) accept_longer: bool,

    /// Show right answers as well
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// How to write findings
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// The table folder
    #[arg(long, value_name = "DIR", env = "PDB_DIR", default_value = "pdb")]
    pub(crate) pdb_dir: PathBuf,

    /// Say nothing but findings and errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What the directions of moves are those of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Convention {
    /// The blank
    #[default]
    Blank,
    /// The tile that slides
    Tile,
    /// Either: a path is right if it is under one of them
    Either,
}

const EXAMPLES: &str = "\
Examples:
  my-solver < boards.txt | pdb-solve check      lines such as: 638541720 UULDD...
  pdb-solve check answers.csv --moves either
  pdb-solve check heuristic.csv                 with the fields board and h

Exit codes:
  0  every answer is right
  1  some are wrong
  2  some could not be judged, or the file can't be read";
