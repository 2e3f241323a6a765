//! `pdb-gen`: builds, verifies, describes and exports tables of exact distances, and counts states.

mod build;
mod clean;
mod count;
mod export;
mod info;
mod leftovers;
mod list;
mod plan;
mod room;
mod tables;
mod verify;

#[cfg(feature = "fuzzing")]
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tilebase::exchange::{Alone, Exchange};

use crate::shell::{
    ColorArgs, Completions, Exit, Man, StandardOutput, WhenNamed, command_line, finish, parsed, prepare,
};

const EXAMPLES: &str = "\
Examples:
  pdb-gen build                          the 8-puzzle
  pdb-gen build 4x4 --preset 7-8x1       pattern databases for the 15-puzzle
  pdb-gen verify pdb/*.pdb               prove tables correct
  pdb-gen export pdb/3x3-123456780.pdb -o distances.csv

More: pdb-gen --help, pdb-gen COMMAND -h";

const LONG_EXAMPLES: &str = "\
Examples:
  pdb-gen build                          the 8-puzzle, to 123456780
  pdb-gen build --goal snail             the same to 123804765
  pdb-gen build 3x4 --encoding mod3      239,500,800 states in 60 MB
  pdb-gen build 4x4 --preset 6-6-3       pattern databases for the 15-puzzle, in 12 MB
  pdb-gen build 5x5 --preset 6x16        pattern databases for the 24-puzzle, in 362 MB
  pdb-gen build 3x4 --resume             continue an interrupted build
  pdb-gen build 4x4 --encoding mod3 --dry-run --processes 64 --max-memory 64GB
                                         check whether 64 machines with 64 GB each are enough
  pdb-gen count 2x7                      43,589,145,600 states, in 5.9 GB of memory
  pdb-gen count 3x5 --up-to 30           the first levels of 653,837,184,000 states
  pdb-gen verify pdb/*.pdb               prove tables correct
  pdb-gen info pdb/3x3-123456780.pdb     shape, goal, encoding, histogram
  pdb-gen export pdb/3x3-123456780.pdb -o distances.csv

Also: pdb-gen completions SHELL, pdb-gen man

Exit codes:
  0  done, or the table is correct
  1  a table is wrong, or a build of --dry-run would not fit
  2  error: bad input, a build that does not fit, damaged file, I/O failure";

/// Build tables of exact distances for sliding-tile puzzles, and prove them correct
#[derive(Debug, Parser)]
#[command(
    name = "pdb-gen",
    version,
    after_help = EXAMPLES,
    after_long_help = LONG_EXAMPLES,
    arg_required_else_help = false,
    disable_help_subcommand = true
)]
struct Args {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    color: ColorArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Table(TableCommand),
    /// Print completions for a shell
    #[command(hide = true)]
    Completions(WhenNamed<Completions>),
    /// Show the man page, or write all pages to a folder
    #[command(hide = true)]
    Man(WhenNamed<Man>),
}

/// The commands about tables.
#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    /// Build a table of exact distances, or pattern databases
    Build(WhenNamed<Box<build::BuildArgs>>),
    /// Prove tables correct: the checksums, then every entry
    Verify(WhenNamed<verify::VerifyArgs>),
    /// List the tables in the table folder
    List(WhenNamed<list::ListArgs>),
    /// Show shape, goal, encoding and histogram of a table
    Info(WhenNamed<info::InfoArgs>),
    /// Export a table's distances to CSV, NumPy or Parquet
    Export(WhenNamed<export::ExportArgs>),
    /// Count the states at each distance from the goal, without a table
    Count(WhenNamed<count::CountArgs>),
    /// Remove search layouts and files left by killed builds
    Clean(WhenNamed<clean::CleanArgs>),
}

/// Runs the program with the arguments of this process.
pub(crate) fn main() -> ExitCode {
    main_on(&mut Alone)
}

/// Runs the program as one of several processes.
pub(crate) fn main_on(exchange: &mut dyn Exchange) -> ExitCode {
    let args = match parsed::<Args>(command_line(), NO_COMMAND, exchange.process() == 0) {
        Ok(args) => args,
        Err(code) => return code,
    };
    args.color.apply();
    finish(prepare().and_then(|()| run(args, &mut StandardOutput::buffered(), exchange)))
}

/// The message about a command line without a command.
const NO_COMMAND: &str = "\
no command given

  pdb-gen build                       build the table of the 8-puzzle
  pdb-gen build 4x4 --preset 7-8x1    build pattern databases for the 15-puzzle
  pdb-gen list                        list the tables

For help: pdb-gen -h";

/// Runs the program with these arguments, the first of which is its name. Returns `None` if they
/// are invalid or ask for help.
#[cfg(feature = "fuzzing")]
pub(crate) fn run_with(
    arguments: &[OsString],
    out: &mut (impl Write + Send),
) -> Option<anyhow::Result<Exit>> {
    Args::try_parse_from(arguments).ok().map(|args| run(args, out, &mut Alone))
}

fn run(args: Args, out: &mut (impl Write + Send), exchange: &mut dyn Exchange) -> anyhow::Result<Exit> {
    let exit = match args.command {
        Command::Table(command) => run_command(command, out, exchange)?,
        // A single process does this.
        _ if exchange.process() > 0 => Exit::Yes,
        Command::Completions(command) => command.0.run(Args::command(), out).map(|()| Exit::Yes)?,
        Command::Man(command) => command.0.run(Args::command(), out).map(|()| Exit::Yes)?,
    };
    out.flush()?;
    Ok(exit)
}

/// Runs a command for tables.
///
/// # Errors
/// Those of the command.
pub(crate) fn run_command(
    command: TableCommand,
    out: &mut (impl Write + Send),
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Exit> {
    match command {
        TableCommand::Build(command) => build::run(&command.0, out, exchange),
        // Only builds use several processes.
        _ if exchange.process() > 0 => Ok(Exit::Yes),
        TableCommand::Count(command) => count::run(&command.0, out),
        TableCommand::Verify(command) => verify::run(&command.0, out),
        TableCommand::Info(command) => info::run(&command.0, out),
        TableCommand::Export(command) => export::run(&command.0),
        TableCommand::List(command) => list::run(&command.0, out),
        TableCommand::Clean(command) => clean::run(&command.0, out),
    }
}
