//! `pdb-gen`: builds, plans, proves, describes and exports tables of exact distances, and counts without one.

mod build;
mod clean;
mod count;
mod disk;
mod export;
mod info;
mod leftovers;
mod list;
mod memory;
mod plan;
mod tables;
mod verify;

#[cfg(feature = "fuzzing")]
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tilebase::exchange::{Alone, Exchange};

use crate::shell::{
    ColorArgs, Completions, Exit, Man, PDB_GEN, StandardOutput, WhenNamed, command_line, finish, prepare,
};

const EXAMPLES: &str = "\
Examples:
  pdb-gen build                          the 8-puzzle, to 123456780, into ./pdb
  pdb-gen build --goal snail             the same to 123804765
  pdb-gen build 3x4 --encoding mod3      239,500,800 states in 60 MB
  pdb-gen build 4x4 --preset 6-6-3       pattern tables that solve the 15-puzzle
  pdb-gen build 5x5 --preset 6x16        those that solve the 24-puzzle, in 362 MB
  pdb-gen build 3x4 --resume             go on with a build that was ended
  pdb-gen count 2x7                      the size of each level of 43,589,145,600 states, in 5.9 GB of memory
  pdb-gen count 3x5 --up-to 30           the first levels of 653,837,184,000 states, in files; --resume goes on
  pdb-gen plan 4x4 --encoding mod3 --ranks 64 --memory 64000
                                         would 64 machines of 64 GB do, and what would they send each other?
  pdb-gen verify pdb/*.pdb               prove that tables are right
  pdb-gen info pdb/3x3-123456780.pdb     what a table says of itself
  pdb-gen export pdb/3x3-123456780.pdb -o distances.csv

Exit codes:
  0  done, or the table is right
  1  a table is not right, or does not fit as planned
  2  there is no answer: bad input, a damaged file, a failure of the system";

/// Build tables of exact distances for sliding-tile puzzles, and prove them right
#[derive(Debug, Parser)]
#[command(name = "pdb-gen", version, after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    color: ColorArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the table of a board: the distance of every state that can reach the goal
    Build(WhenNamed<build::BuildArgs>),
    /// Count the states at each distance from a goal without a table, in a bit of memory for each, and name the farthest
    Count(WhenNamed<count::CountArgs>),
    /// Say what a build by several processes is going to take, without building anything
    Plan(WhenNamed<plan::PlanArgs>),
    /// Check that tables are undamaged and right: the checksums, then a proof over every entry
    Verify(WhenNamed<verify::VerifyArgs>),
    /// Show what a table says of itself: shape, goal, encoding, histogram
    Info(WhenNamed<info::InfoArgs>),
    /// Write a table's distances in a form that other programs read
    Export(WhenNamed<export::ExportArgs>),
    /// List the tables in the folder
    List(WhenNamed<list::ListArgs>),
    /// Remove what builds that were killed have left in the table folder
    Clean(WhenNamed<clean::CleanArgs>),
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
pub(crate) fn main_on(exchange: &mut dyn Exchange) -> ExitCode {
    let args = match Args::try_parse_from(command_line()) {
        Ok(args) => args,
        Err(error) => {
            if exchange.rank() == 0 {
                // Where nobody reads it, it need not be said.
                let _unsaid = error.print();
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    args.color.apply();
    finish(PDB_GEN, prepare().and_then(|()| run(args, &mut StandardOutput::buffered(), exchange)))
}

/// Runs the program with these arguments, of which the first is its name; none if they are not to be understood, or ask
/// for help.
#[cfg(feature = "fuzzing")]
pub(crate) fn run_with(
    arguments: &[OsString],
    out: &mut (impl Write + Send),
) -> Option<anyhow::Result<Exit>> {
    Args::try_parse_from(arguments).ok().map(|args| run(args, out, &mut Alone))
}

fn run(args: Args, out: &mut (impl Write + Send), exchange: &mut dyn Exchange) -> anyhow::Result<Exit> {
    let exit = match args.command {
        Command::Build(command) => build::run(&command.0, out, exchange),
        // What one does is done.
        _ if exchange.rank() > 0 => Ok(Exit::Yes),
        Command::Count(command) => count::run(&command.0, out),
        Command::Plan(command) => plan::run(&command.0, out),
        Command::Verify(command) => verify::run(&command.0, out),
        Command::Info(command) => info::run(&command.0, out),
        Command::Export(command) => export::run(&command.0),
        Command::List(command) => list::run(&command.0, out),
        Command::Clean(command) => clean::run(&command.0, out),
        Command::Completions(command) => Ok(command.0.run(Args::command(), out).map(|()| Exit::Yes)?),
        Command::Man(command) => Ok(command.0.run(Args::command(), out).map(|()| Exit::Yes)?),
    }?;
    out.flush()?;
    Ok(exit)
}
