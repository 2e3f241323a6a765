//! `tilebase`: all commands of the two other programs under one name.

use std::io::Write;
use std::process::ExitCode;

use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use tilebase::exchange::Alone;

use crate::pdb_gen::{self, TableCommand};
use crate::pdb_solve::{self, SolveCommand, SolverCommand};
use crate::shell::{
    ColorArgs, Completions, Exit, Man, StandardOutput, WhenNamed, command_line, finish, parsed, prepare,
};

const EXAMPLES: &str = "\
Examples:
  tilebase solve 638541720                        a shortest path
  tilebase validate -- python3 solver.py {}       check your own solver
More: tilebase --help, tilebase COMMAND -h";

const LONG_EXAMPLES: &str = "\
Examples:
  tilebase solve 638541720                        a shortest path
  tilebase validate -- python3 solver.py {}       check your own solver
  tilebase grade assignment.toml submissions      grade a class
  tilebase build 4x4 --preset 7-8x1               a preset for the 15-puzzle
  tilebase label 4x4 -n 1000000 -o labels         training data

The commands from solve to serve are also in pdb-solve, the others in pdb-gen.
Also: tilebase completions SHELL, tilebase man

Exit codes:
  0  yes, or found
  1  no: unsolvable, a wrong answer, a wrong table
  2  error: bad input, nothing to do, I/O failure";

/// Exact distances, pattern databases and solvers for sliding-tile puzzles
#[derive(Debug, Parser)]
#[command(
    name = "tilebase",
    version,
    disable_version_flag = true,
    after_help = EXAMPLES,
    after_long_help = LONG_EXAMPLES,
    disable_help_subcommand = true
)]
struct Args {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    color: ColorArgs,

    /// Print version
    #[arg(long, short = 'V', action = ArgAction::Version, hide_short_help = true)]
    version: Option<bool>,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Solve(SolveCommand),
    #[command(flatten)]
    Solver(SolverCommand),
    #[command(flatten)]
    Table(TableCommand),
    /// Print completions for a shell
    #[command(hide = true)]
    Completions(WhenNamed<Completions>),
    /// Show the man page, or write all pages to a folder
    #[command(hide = true)]
    Man(WhenNamed<Man>),
}

/// The message about a command line without a command.
const NO_COMMAND: &str = "\
no command given

  tilebase solve 638541720                      solve a board
  tilebase validate -- python3 solver.py {}     check your own solver
  tilebase build 4x4 --preset 7-8x1             build pattern databases

For help: tilebase -h";

/// Runs the program with the arguments of this process.
pub(crate) fn main() -> ExitCode {
    let args = match parsed::<Args>(command_line(), NO_COMMAND, true) {
        Ok(args) => args,
        Err(code) => return code,
    };
    args.color.apply();
    finish(prepare().and_then(|()| run(args.command, &mut StandardOutput::buffered())))
}

fn run(command: Command, out: &mut (impl Write + Send)) -> anyhow::Result<Exit> {
    let exit = match command {
        Command::Solve(command) => pdb_solve::run_solve(command, out, &mut Alone)?,
        Command::Solver(command) => pdb_solve::run_command(command, out, &mut Alone)?,
        Command::Table(command) => pdb_gen::run_command(command, out, &mut Alone)?,
        Command::Completions(command) => command.0.run(Args::command(), out).map(|()| Exit::Yes)?,
        Command::Man(command) => command.0.run(Args::command(), out).map(|()| Exit::Yes)?,
    };
    out.flush()?;
    Ok(exit)
}
