//! `pdb-solve`: finds optimal paths for sliding-tile puzzles, and checks other solvers.

mod adapter_args;
mod answer_args;
mod anytime;
mod arguments;
mod board_spec;
mod check;
mod checker;
mod command_hints;
mod compare;
mod convert;
mod cost_args;
mod explain;
mod feed;
mod grade;
mod label;
mod missing_dashes;
mod nodes_as;
mod options;
mod prove;
mod sample;
mod saving;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod solve_args;
mod validate;
mod validate_boards;
mod validate_help;
mod validate_reports;

#[cfg(feature = "fuzzing")]
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use tilebase::exchange::{Alone, Exchange};

use arguments::{may_be_command, mistyped_command};
use solve_args::{NO_BOARD, SolveArgs};

use crate::shell::{
    ColorArgs, Completions, Exit, Man, StandardOutput, WhenNamed, command_line, finish, parsed, prepare,
};

/// Find shortest solutions to sliding-tile puzzles
#[derive(Debug, Parser)]
#[command(
    name = "pdb-solve",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    disable_version_flag = true,
    mut_subcommand("solve", |command| command.hide(true)),
    override_usage = "pdb-solve [OPTIONS] BOARD...\n       pdb-solve COMMAND"
)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    solve: SolveArgs,

    // Otherwise it would inherit the last heading of the options above.
    #[command(flatten, next_help_heading = None::<&'static str>)]
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
    /// Print completions for a shell
    #[command(hide = true)]
    Completions(WhenNamed<Completions>),
    /// Show the man page, or write all pages to a folder
    #[command(hide = true)]
    Man(WhenNamed<Man>),
}

/// Solving as a command: `pdb-solve solve BOARD` is `pdb-solve BOARD`.
#[derive(Debug, Subcommand)]
pub(crate) enum SolveCommand {
    /// Find shortest solutions
    Solve(WhenNamed<Box<SolveArgs>>),
}

/// The commands besides solving.
#[derive(Debug, Subcommand)]
pub(crate) enum SolverCommand {
    /// Check another solver: run it on boards and judge its answers
    Validate(WhenNamed<Box<validate::ValidateArgs>>),
    /// Check the answers of another solver
    Check(WhenNamed<check::CheckArgs>),
    /// Build, run, and grade a class of solvers
    Grade(WhenNamed<Box<grade::GradeArgs>>),
    /// Compare search methods on the same boards
    Compare(WhenNamed<Box<compare::CompareArgs>>),
    /// Explain why a board is or is not solvable
    Explain(WhenNamed<explain::ExplainArgs>),
    /// Generate boards: random, at a given depth, hardest, unsolvable
    Sample(WhenNamed<sample::SampleArgs>),
    /// Label millions of boards with exact distances
    Label(WhenNamed<Box<label::LabelArgs>>),
    /// Convert boards or moves between notations
    Convert(WhenNamed<convert::ConvertArgs>),
    /// Serve the web lab and a JSON API over HTTP
    #[cfg(feature = "serve")]
    Serve(WhenNamed<serve::ServeArgs>),
}

/// Runs the program with the arguments of this process.
pub(crate) fn main() -> ExitCode {
    main_on(&mut Alone)
}

/// Runs the program as one of several processes.
pub(crate) fn main_on(exchange: &mut dyn Exchange) -> ExitCode {
    let args = match parsed::<Args>(command_line(), NO_BOARD, exchange.process() == 0) {
        Ok(args) => args,
        Err(code) => return code,
    };
    args.color.apply();
    let run = |()| run(args, &mut StandardOutput::buffered(), exchange);
    finish(prepare().and_then(run))
}

/// Runs the program with these arguments, the first of which is its name. Returns `None` if they
/// are invalid or ask for help.
#[cfg(feature = "fuzzing")]
pub(crate) fn run_with(arguments: &[OsString], out: &mut impl Write) -> Option<anyhow::Result<Exit>> {
    Args::try_parse_from(arguments).ok().map(|args| run(args, out, &mut Alone))
}

fn run(args: Args, out: &mut impl Write, exchange: &mut dyn Exchange) -> anyhow::Result<Exit> {
    let exit = match args.command {
        None => {
            refuse_mistyped_command(&args.solve)?;
            solve::run(&args.solve, out, exchange)?
        }
        Some(Command::Solve(command)) => run_solve(command, out, exchange)?,
        Some(Command::Solver(command)) => run_command(command, out, exchange)?,
        // A single process does this.
        Some(_) if exchange.process() > 0 => Exit::Yes,
        Some(Command::Completions(command)) => command.0.run(Args::command(), out).map(|()| Exit::Yes)?,
        Some(Command::Man(command)) => command.0.run(Args::command(), out).map(|()| Exit::Yes)?,
    };
    out.flush()?;
    Ok(exit)
}

/// Rejects `pdb-solve slove BOARD`, where `slove` would be read as a board.
fn refuse_mistyped_command(args: &SolveArgs) -> anyhow::Result<()> {
    // Only words require the list of commands, which is slow to create; boards skip it.
    let word = args.boards.first().filter(|word| may_be_command(word));
    match word.and_then(|word| mistyped_command(word, &Args::command())) {
        Some(message) => bail!(message),
        None => Ok(()),
    }
}

/// Solves boards.
///
/// # Errors
/// Errors of the command line, the input, and the output.
pub(crate) fn run_solve(
    SolveCommand::Solve(command): SolveCommand,
    out: &mut impl Write,
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Exit> {
    solve::run(&command.0, out, exchange)
}

/// Runs a command other than solving.
///
/// # Errors
/// Errors of the command.
pub(crate) fn run_command(
    command: SolverCommand,
    out: &mut impl Write,
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Exit> {
    match command {
        SolverCommand::Label(command) => label::run(&command.0, out, exchange),
        // Only labeling uses several processes.
        _ if exchange.process() > 0 => Ok(Exit::Yes),
        SolverCommand::Check(command) => check::run(&command.0, out),
        SolverCommand::Compare(command) => compare::run(&command.0, out),
        SolverCommand::Explain(command) => explain::run(&command.0, out),
        SolverCommand::Sample(command) => sample::run(&command.0, out),
        SolverCommand::Convert(command) => convert::run(&command.0, out),
        SolverCommand::Validate(command) => validate::run(&command.0, out),
        SolverCommand::Grade(command) => grade::run(&command.0, out),
        #[cfg(feature = "serve")]
        SolverCommand::Serve(command) => serve::run(&command.0, out),
    }
}
