//! `pdb-solve`: optimal paths for sliding-tile puzzles, and the commands about other solvers.

mod adapter_args;
mod anytime;
mod board_spec;
mod check;
mod checker;
mod compare;
mod convert;
mod feed;
mod grade;
mod label;
mod nodes_as;
mod options;
mod sample;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod trial_boards;
mod validate;

#[cfg(feature = "fuzzing")]
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tilebase::exchange::{Alone, Post};

use crate::shell::{
    ColorArgs, Completions, Exit, Man, PDB_SOLVE, StandardOutput, WhenNamed, command_line, finish, prepare,
};

const EXAMPLES: &str = "\
Examples:
  pdb-solve 638541720                    an optimal path to 123456780
  pdb-solve 638541720 --goal 012345678   the same to another goal
  pdb-solve 638541720 --count --show     how many optimal paths there are; the boards on the first
  pdb-solve --input boards.txt --format csv > answers.csv
  pdb-solve 638541720 --algorithm astar --heuristic linear-conflict --stats
  pdb-solve 120483765 --algorithm greedy --trace
  pdb-solve 5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0 --timeout 60
  pdb-solve --anytime --timeout 10 5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0

Moves are named by where the blank goes; --moves tile names them by where the tile goes.

Exit codes:
  0  every board was solved
     (with --anytime by a path of any length)
  1  some board can't reach the goal
  2  there is no answer for some board: bad input, a damaged table, a failure of the system";

/// Solve sliding-tile puzzles in as few moves as there are
#[derive(Debug, Parser)]
#[command(name = "pdb-solve", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    solve: solve::SolveArgs,

    #[command(flatten)]
    color: ColorArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge the answers of another solver
    Check(WhenNamed<check::CheckArgs>),
    /// Run search methods on the same boards, and show what each took
    Compare(WhenNamed<Box<compare::CompareArgs>>),
    /// Draw boards: any, of some depth, the hardest, or unsolvable ones
    Sample(WhenNamed<sample::SampleArgs>),
    /// Label boards by the million: draw or read them, and write each with the length of its optimal paths
    Label(WhenNamed<Box<label::LabelArgs>>),
    /// Convert boards, or moves, from one notation to another
    Convert(WhenNamed<convert::ConvertArgs>),
    /// Run another solver on boards, and judge its answers
    Validate(WhenNamed<Box<validate::ValidateArgs>>),
    /// Grade a class of solvers by an assignment
    Grade(WhenNamed<Box<grade::GradeArgs>>),
    /// Answer over HTTP: questions and answers as JSON, for programs and pages
    #[cfg(feature = "serve")]
    Serve(WhenNamed<serve::ServeArgs>),
    /// Print completions for a shell
    Completions(WhenNamed<Completions>),
    /// Print the man page, or write all pages into a folder
    Man(WhenNamed<Man>),
}

/// Runs the program with the arguments of this process.
pub(crate) fn main() -> ExitCode {
    main_on(&mut Alone)
}

/// The same as one of several ranks.
pub(crate) fn main_on(post: &mut dyn Post) -> ExitCode {
    let args = match Args::try_parse_from(command_line()) {
        Ok(args) => args,
        Err(error) => {
            if post.rank() == 0 {
                // Where nobody reads it, it need not be said.
                let _unsaid = error.print();
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    args.color.apply();
    let run = |()| run(args, &mut StandardOutput::buffered(), post);
    finish(PDB_SOLVE, prepare().and_then(run))
}

/// Runs the program with these arguments, of which the first is its name; none if they are not to be understood, or ask
/// for help.
#[cfg(feature = "fuzzing")]
pub(crate) fn run_with(arguments: &[OsString], out: &mut impl Write) -> Option<anyhow::Result<Exit>> {
    Args::try_parse_from(arguments).ok().map(|args| run(args, out, &mut Alone))
}

fn run(args: Args, out: &mut impl Write, post: &mut dyn Post) -> anyhow::Result<Exit> {
    let exit = match args.command {
        None => solve::run(&args.solve, out, post)?,
        Some(Command::Label(command)) => label::run(&command.0, out, post)?,
        // What one does is done.
        Some(_) if post.rank() > 0 => Exit::Yes,
        Some(Command::Check(command)) => check::run(&command.0, out)?,
        Some(Command::Compare(command)) => compare::run(&command.0, out)?,
        Some(Command::Sample(command)) => sample::run(&command.0, out)?,
        Some(Command::Convert(command)) => convert::run(&command.0, out)?,
        Some(Command::Validate(command)) => validate::run(&command.0, out)?,
        Some(Command::Grade(command)) => grade::run(&command.0, out)?,
        #[cfg(feature = "serve")]
        Some(Command::Serve(command)) => serve::run(&command.0, out)?,
        Some(Command::Completions(command)) => command.0.run(Args::command(), out).map(|()| Exit::Yes)?,
        Some(Command::Man(command)) => command.0.run(Args::command(), out).map(|()| Exit::Yes)?,
    };
    out.flush()?;
    Ok(exit)
}
