//! What is typed to convert notation.

use std::ffi::OsString;

use clap::ArgGroup;
use tilebase::board::Shape;
use tilebase::notation::{Blank, BoardForm, MoveForm};

use super::shared::Moves;

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
