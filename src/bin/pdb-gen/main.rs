//! `pdb-gen`: builds, proves, describes and exports tables of exact distances.

mod args;
mod build;
mod export;
mod info;
mod list;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use args::{Args, Command};
use clap::{CommandFactory, Parser};
use tilebase::cli::{Exit, finish};

fn main() -> ExitCode {
    finish("pdb-gen", run(Args::parse()))
}

fn run(args: Args) -> anyhow::Result<Exit> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let exit = match args.command {
        Command::Build(command) => build::run(&command, &mut out),
        Command::Verify(command) => verify::run(&command, &mut out),
        Command::Info(command) => info::run(&command, &mut out),
        Command::Export(command) => export::run(&command),
        Command::List(command) => list::run(&command, &mut out),
        Command::Completions(command) => Ok(command.run(Args::command(), &mut out).map(|()| Exit::Yes)?),
        Command::Man(command) => Ok(command.run(Args::command(), &mut out).map(|()| Exit::Yes)?),
    }?;
    out.flush()?;
    Ok(exit)
}
