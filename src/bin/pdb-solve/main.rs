//! `pdb-solve`: optimal paths for sliding-tile puzzles, read off a table.

mod args;
mod check;
mod compare;
mod convert;
mod input;
mod made;
mod sample;
mod solve;
mod validate;

use std::io::{self, Write};
use std::process::ExitCode;

use args::{Args, Command};
use clap::{CommandFactory, Parser};
use tilebase::cli::{Exit, finish};

fn main() -> ExitCode {
    finish("pdb-solve", run(Args::parse()))
}

fn run(args: Args) -> anyhow::Result<Exit> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let exit = match args.command {
        None => solve::run(&args.solve, &mut out)?,
        Some(Command::Check(command)) => check::run(&command, &mut out)?,
        Some(Command::Compare(command)) => compare::run(&command, &mut out)?,
        Some(Command::Sample(command)) => sample::run(&command, &mut out)?,
        Some(Command::Convert(command)) => convert::run(&command, &mut out)?,
        Some(Command::Validate(command)) => validate::run(&command, &mut out)?,
        Some(Command::Completions(command)) => command.run(Args::command(), &mut out).map(|()| Exit::Yes)?,
        Some(Command::Man(command)) => command.run(Args::command(), &mut out).map(|()| Exit::Yes)?,
    };
    out.flush()?;
    Ok(exit)
}
