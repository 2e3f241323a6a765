//! `pdb-gen verify`.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use tilebase::cli::{Exit, progress_bar, tell};
use tilebase::oracle::Oracle;
use tilebase::table::MappedTable;
use tilebase::validate::{Sample, compare_with_astar, prove};

use crate::args::{SampleSize, VerifyArgs};

/// Verifies every file; one that is bad does not stop the others. The worst decides the exit code.
pub(crate) fn run(args: &VerifyArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let mut exit = Exit::Yes;
    for file in &args.files {
        let of_file = verify(file, args, out).or_else(|error| {
            // A closed pipe ends the run; anything else is this file's failure.
            if error.downcast_ref::<std::io::Error>().is_some() {
                return Err(error);
            }
            tell("pdb-gen", format_args!("{error:#}"));
            Ok(Exit::Failed)
        })?;
        exit = worse(exit, of_file);
    }
    Ok(exit)
}

fn verify(file: &Path, args: &VerifyArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let clock = Instant::now();
    let table = MappedTable::open(file)?;
    if let Err(problem) = table.check_payload() {
        anyhow::bail!("{}: {problem}", file.display());
    }
    let shown = file.display();
    let broken = prove(&table)?;
    for violation in &broken {
        writeln!(out, "{shown}: WRONG: {violation}")?;
    }
    if !broken.is_empty() {
        return Ok(Exit::No);
    }
    let states = table.header().entries();
    if !args.quiet {
        let seconds = clock.elapsed().as_secs_f64();
        let how = match table.header().pattern().is_full() {
            true => format!("and all 5 rules over {states} entries"),
            false => format!("and {states} entries computed again"),
        };
        writeln!(out, "{shown}: right: checksums, {how} ({seconds:.3} s)")?;
    }
    match args.astar {
        None => Ok(Exit::Yes),
        Some(size) => compare(file, table, size, args, out),
    }
}

fn compare(
    file: &Path,
    table: MappedTable,
    size: SampleSize,
    args: &VerifyArgs,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let clock = Instant::now();
    let goal = *table.header().goal();
    let oracle = Oracle::new(table, &goal)?;
    let states = oracle.space().states();
    let (sample, count) = match size {
        SampleSize::All => (Sample::All, states),
        SampleSize::Count(count) => (Sample::Random { count, seed: args.seed }, count.min(states)),
    };
    let bar = progress_bar(count, "boards by A*", args.quiet);
    let (compared, disagreement) = compare_with_astar(&oracle, sample, || bar.inc(1));
    bar.finish_and_clear();
    let shown = file.display();
    match disagreement {
        Some(found) => {
            let table = found.table.map_or_else(|error| error.to_string(), |moves| moves.to_string());
            let astar = found.astar.map_or_else(|error| error.to_string(), |moves| moves.to_string());
            writeln!(out, "{shown}: WRONG: {}: the table says {table}, A* says {astar}", found.board)?;
            Ok(Exit::No)
        }
        None if args.quiet => Ok(Exit::Yes),
        None => {
            let seconds = clock.elapsed().as_secs_f64();
            writeln!(
                out,
                "{shown}: A* with Manhattan distance agrees on {compared} boards ({seconds:.1} s)"
            )?;
            Ok(Exit::Yes)
        }
    }
}

const fn worse(one: Exit, other: Exit) -> Exit {
    match (one, other) {
        (Exit::Failed, _) | (_, Exit::Failed) => Exit::Failed,
        (Exit::No, _) | (_, Exit::No) => Exit::No,
        (Exit::Yes, Exit::Yes) => Exit::Yes,
    }
}
