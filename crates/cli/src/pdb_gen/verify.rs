//! `pdb-gen verify`: proofs that tables are correct.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use tilebase::board::{Distance, Metric};
use tilebase::oracle::Oracle;
use tilebase::solve::verify_layout;
use tilebase::table::Table;

use super::room::MemoryArgs;
use crate::report::numbers::{duration, size, with_commas};
use crate::shell::{
    Exit, RIGHT, WRONG, clear_on_interrupt, columns_of_output, count, fitted, is_layout, number, open_table,
    progress_bar, tell,
};

/// Prove tables correct: the checksums, then every entry
///
/// The proof: the entry is 0 at the goal and nowhere else; neighbors differ by exactly 1 (in the
/// multi-tile metric by at most 1); every other entry has a neighbor that is 1 smaller; none is
/// unset; the histogram counts them. Together these rules force every entry to be the distance.
/// Pattern databases laid out for search (.layout) are laid out again and compared with the file.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Table files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Compare with A* and Manhattan distance on N random boards, or all
    #[arg(
        long, value_name = "N|all", value_parser = read_sample_size, allow_negative_numbers = true,
        conflicts_with = "sample"
    )]
    astar: Option<SampleSize>,

    /// Check only N random boards and their neighbors, not every entry
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX), allow_negative_numbers = true)]
    sample: Option<u64>,

    #[command(flatten)]
    memory: MemoryArgs,

    /// Seed of the random boards
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,

    /// Print only errors; the exit code gives the result
    #[arg(long, short)]
    quiet: bool,
}

/// The number of boards to compare with A*.
#[derive(Clone, Copy, Debug)]
enum SampleSize {
    All,
    Count(u64),
}

fn read_sample_size(text: &str) -> Result<SampleSize, String> {
    match text {
        "all" => Ok(SampleSize::All),
        _ => match number(1..=u64::MAX)(text) {
            Ok(count) => Ok(SampleSize::Count(count)),
            Err(_) => Err(format!("expected a number of boards, or all, found {text:?}")),
        },
    }
}

/// Verifies every file, even after a bad one. The worst result determines the exit code.
pub(super) fn run(args: &VerifyArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let mut exit = Exit::Yes;
    for file in &args.files {
        let of_file = verify(file, args, out).or_else(|error| {
            // A closed pipe ends the run; anything else is this file's failure.
            if error.downcast_ref::<std::io::Error>().is_some() {
                return Err(error);
            }
            tell(format_args!("{error:#}"));
            Ok(Exit::Failed)
        })?;
        exit = exit.max(of_file);
    }
    Ok(exit)
}

fn verify(file: &Path, args: &VerifyArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    if is_layout(file) {
        return compare_layout(file, args, out);
    }
    let clock = Instant::now();
    let table = open_table(file)?;
    if let Some(boards) = args.sample {
        return check_sample(file, table, boards, args, out);
    }
    let (needed, limit) = (table.memory_of_proof_in_bytes(), args.memory.limit_in_bytes());
    let figures = format!("{} of memory in addition to the table", size(needed));
    args.memory.check("proof", needed, limit, &format!("{}: {figures}", file.display()))?;
    if args.astar.is_some() {
        check_metric(file, &table, "--astar")?;
    }
    table.check_payload()?;
    let shown = file.display();
    let broken = table.prove()?;
    for violation in &broken {
        write_line(out, &format!("{shown}: {WRONG}wrong{WRONG:#}: {violation}"))?;
    }
    if !broken.is_empty() {
        return Ok(Exit::No);
    }
    let states = table.header().entries();
    if !args.quiet {
        let seconds = clock.elapsed().as_secs_f64();
        let how = if table.is_proved_by_rules() {
            format!("and all {} entries satisfy the five rules of exact distances", with_commas(states))
        } else {
            format!("and {} entries match a recomputation", with_commas(states))
        };
        let time = duration(seconds);
        write_line(out, &format!("{shown}: {RIGHT}right{RIGHT:#}: checksums match, {how} ({time})"))?;
    }
    match args.astar {
        None => Ok(Exit::Yes),
        Some(size) => compare(file, table, size, args, out),
    }
}

/// Checks pattern databases laid out for search, by laying them out again.
fn compare_layout(file: &Path, args: &VerifyArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let (clock, shown) = (Instant::now(), file.display());
    if args.sample.is_some() || args.astar.is_some() {
        bail!("{shown}: --sample and --astar only apply to tables");
    }
    let needed = file.metadata().map_or(0, |metadata| metadata.len());
    let figures = format!("{shown}: {} of memory in addition to the file", size(needed));
    args.memory.check("proof", needed, args.memory.limit_in_bytes(), &figures)?;
    if !verify_layout(file)? {
        write_line(out, &format!("{shown}: {WRONG}wrong{WRONG:#}: it does not match its pattern databases"))?;
        return Ok(Exit::No);
    }
    if !args.quiet {
        let time = duration(clock.elapsed().as_secs_f64());
        let line =
            format!("{shown}: {RIGHT}right{RIGHT:#}: checksums match, and so does a new layout ({time})");
        write_line(out, &line)?;
    }
    Ok(Exit::Yes)
}

/// Checks some boards of a full table.
fn check_sample(
    file: &Path,
    table: Table,
    count: u64,
    args: &VerifyArgs,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let clock = Instant::now();
    let shown = file.display();
    let goal = *table.header().goal();
    if !table.header().pattern().is_full() {
        bail!(
            "{shown}: --sample only applies to full tables; remove it to recompute all entries of this \
             pattern"
        );
    }
    check_metric(file, &table, "--sample")?;
    let oracle = Oracle::new(table, &goal)?;
    let (looked_at, broken) = oracle.spot_check(count, args.seed)?;
    if let Some(violation) = broken {
        write_line(out, &format!("{shown}: {WRONG}wrong{WRONG:#}: {violation}"))?;
        return Ok(Exit::No);
    }
    if !args.quiet {
        let (states, seconds) = (oracle.space().states(), clock.elapsed().as_secs_f64());
        let line = format!(
            "{shown}: {RIGHT}nothing wrong{RIGHT:#} at {} of {} boards and their neighbors ({})",
            with_commas(looked_at),
            with_commas(states),
            duration(seconds)
        );
        write_line(out, &line)?;
    }
    Ok(Exit::Yes)
}

/// Rejects a table in the multi-tile metric.
fn check_metric(file: &Path, table: &Table, option: &str) -> anyhow::Result<()> {
    match table.header().metric() {
        Metric::SingleTile => Ok(()),
        Metric::MultiTile => bail!(
            "{}: {option} does not support tables in the multi-tile metric; leave it out to verify all \
             entries",
            file.display()
        ),
    }
}

fn compare(
    file: &Path,
    table: Table,
    size: SampleSize,
    args: &VerifyArgs,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let clock = Instant::now();
    let goal = *table.header().goal();
    let oracle = Oracle::new(table, &goal)?;
    let states = oracle.space().states();
    let count = match size {
        SampleSize::All => states,
        SampleSize::Count(count) => count.min(states),
    };
    let bar = progress_bar(count, "boards by A*", args.quiet);
    clear_on_interrupt();
    let (compared, disagreement) = oracle.compare_with_astar(count, args.seed, || bar.inc(1));
    bar.finish_and_clear();
    oracle.table().check_unchanged()?;
    let shown = file.display();
    match disagreement {
        Some((board, astar)) => {
            let of_table = |distance: Distance| distance.moves().to_string();
            let table = oracle.distance(&board).map_or_else(|error| error.to_string(), of_table);
            let line =
                format!("{shown}: {WRONG}wrong{WRONG:#}: {board}: the table says {table}, A* says {astar}");
            write_line(out, &line)?;
            Ok(Exit::No)
        }
        None if args.quiet => Ok(Exit::Yes),
        None => {
            let seconds = clock.elapsed().as_secs_f64();
            let line = format!(
                "{shown}: {RIGHT}right{RIGHT:#}: A* with Manhattan distance agrees on {} boards ({})",
                with_commas(compared),
                duration(seconds)
            );
            write_line(out, &line)?;
            Ok(Exit::Yes)
        }
    }
}

/// Writes a line, on a terminal wrapped.
fn write_line(out: &mut impl Write, line: &str) -> std::io::Result<()> {
    writeln!(out, "{}", fitted(line, columns_of_output()))
}
