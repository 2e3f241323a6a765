//! The command line of `pdb-solve`, as typed.

mod check;
mod compare;
mod convert;
mod sample;
mod shared;
mod solve;
mod validate;

use clap::{Parser, Subcommand};
use tilebase::cli::{Completions, Man};

pub(crate) use check::{CheckArgs, Convention};
pub(crate) use compare::CompareArgs;
pub(crate) use convert::ConvertArgs;
pub(crate) use sample::SampleArgs;
pub(crate) use shared::{Format, Moves};
pub(crate) use solve::SolveArgs;
pub(crate) use validate::ValidateArgs;

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
    Check(CheckArgs),
    Compare(Box<CompareArgs>),
    Sample(SampleArgs),
    /// Convert boards, or moves, from one notation to another
    Convert(ConvertArgs),
    Validate(Box<ValidateArgs>),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the man page, or write all pages into a folder
    Man(Man),
}
