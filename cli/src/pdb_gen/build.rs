//! `pdb-gen build`: tables from nothing.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use indicatif::ProgressBar;
use tilebase::exchange::Exchange;
use tilebase::generate::{BuildError, CheckpointError, Checkpoints, Event, Generator};
use tilebase::notation::GoalName;
use tilebase::space::Space;
use tilebase::table::{Encoding, Table, TableImage, TableName};

use super::disk::free_disk_in_bytes;
use super::memory::MemoryArgs;
use super::tables::TableArgs;
use crate::report::{Description, write_built};
use crate::shell::{
    Exit, FolderArgs, PDB_GEN, TextOrJson, agreed, clear_on_interrupt, progress_bar, tell, with_causes,
};

/// Build the table of a board: the distance of every state that can reach the goal
///
/// Tables of larger boards are of patterns: see --pattern and --preset.
#[derive(Debug, clap::Args)]
pub(super) struct BuildArgs {
    #[command(flatten)]
    tables: TableArgs,

    /// Where to write, instead of a name made from the shape and the goal in the table folder
    #[arg(long, short, value_name = "FILE", conflicts_with = "preset")]
    output: Option<PathBuf>,

    #[command(flatten)]
    folder: FolderArgs,

    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    memory: MemoryArgs,

    /// Build again though the file is there, and from the beginning though there is a checkpoint
    #[arg(long)]
    force: bool,

    /// Go on where a build of the same table was ended, from its checkpoint; from the beginning if there is none
    #[arg(long, conflicts_with = "force")]
    resume: bool,

    /// Save a checkpoint beside the table at the end of a level, if so many seconds have passed since the last; 0 saves
    /// every level. It takes a little more space than the build takes memory, and is removed in the end
    #[arg(long, value_name = "SECONDS", default_value_t = 60, allow_negative_numbers = true)]
    checkpoint: u64,

    /// How to say what was built
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,

    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Builds that take more memory than this say so before they begin.
const WORTH_SAYING_IN_BYTES: u64 = 1 << 28;

pub(super) fn run(
    args: &BuildArgs,
    out: &mut impl Write,
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Exit> {
    let clock = Instant::now();
    let mut built = Vec::new();
    for job in agreed(jobs(args), exchange)? {
        built.extend(build_one(args, &job, out, exchange)?);
    }
    if args.format == TextOrJson::Text && !args.quiet && exchange.rank() == 0 {
        write_built(&built, usage(args).as_deref(), clock.elapsed().as_secs_f64(), out)?;
    }
    Ok(Exit::Yes)
}

/// The command that uses the tables; `None` for a single pattern, which is used only with others.
fn usage(args: &BuildArgs) -> Option<String> {
    let TableArgs { shape, goal, pattern, preset, .. } = &args.tables;
    if pattern.is_some() {
        return None;
    }
    let mut command = "pdb-solve".to_owned();
    if *goal != GoalName::default() {
        command += &format!(" --goal {goal}");
    }
    match (&args.output, args.folder.named()) {
        (Some(file), _) => command += &format!(" --table {}", file.display()),
        (None, Some(folder)) => command += &format!(" --pdb-dir {}", folder.display()),
        (None, None) => {}
    }
    let what = if preset.is_some() { "them" } else { "it" };
    Some(format!("`{command} BOARD` uses {what} for {shape} boards"))
}

/// What is to be built, if all of it can be: that is said before hours go into the first tables of a preset.
fn jobs(args: &BuildArgs) -> anyhow::Result<Vec<Job>> {
    let goal = args.tables.goal()?;
    let mut jobs = Vec::new();
    for space in args.tables.spaces(&goal)? {
        jobs.extend(Job::new(args, space)?);
    }
    jobs.iter().try_for_each(|job| check_checkpoint(args, job))?;
    Ok(jobs)
}

/// A table to build.
struct Job {
    space: Space,
    encoding: Encoding,
    file: PathBuf,
    checkpoints: Checkpoints,
}

impl Job {
    /// The job of a table; none if it is there already and need not be built.
    fn new(args: &BuildArgs, space: Space) -> anyhow::Result<Option<Self>> {
        let encoding = args.tables.encoding_of(&space);
        let in_folder = || args.folder.folder().file_of(&TableName::of_space(&space, encoding));
        let file = args.output.clone().unwrap_or_else(in_folder);
        let checkpoints = Checkpoints::beside(&file, Duration::from_secs(args.checkpoint));
        // A build that was ended may have been to replace the table.
        let goes_on = args.resume && checkpoints.file.try_exists().unwrap_or(false);
        if !args.force && !goes_on && file.try_exists().unwrap_or(false) {
            // A preset is completed; a single table that is there already is a mistake.
            if args.tables.preset.is_some() {
                return Ok(None);
            }
            bail!("{} is there already: add --force to build it again", file.display());
        }
        Ok(Some(Self { space, encoding, file, checkpoints }))
    }
}

/// Refuses to begin again where a build may go on, and to go on where that can't be.
fn check_checkpoint(args: &BuildArgs, job: &Job) -> anyhow::Result<()> {
    if args.force {
        return Ok(());
    }
    match job.checkpoints.saved_level(&job.space).map_err(with_hint)? {
        Some(level) if !args.resume => bail!(
            "{} is the checkpoint of a build that was ended: add --resume to go on from level {level}, or --force to \
             begin again",
            job.checkpoints.file.display()
        ),
        _ => Ok(()),
    }
}

/// What is wrong with a checkpoint, and the option that builds without it.
fn with_hint(error: CheckpointError) -> anyhow::Error {
    if error.file.is_file() { anyhow!("{error}; begin again with --force") } else { error.into() }
}

fn build_one(
    args: &BuildArgs,
    job: &Job,
    out: &mut impl Write,
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Option<Description>> {
    let quiet = args.quiet || exchange.rank() > 0;
    agreed(check_room(args, job, quiet, exchange.ranks()), exchange)?;
    let bar = progress_bar(job.space.entries(), "states", quiet);
    clear_on_interrupt(&bar);
    let begun = if args.resume || exchange.rank() > 0 { Ok(()) } else { job.checkpoints.remove() };
    agreed(begun.map_err(with_hint), exchange)?;
    let generator = generator(args, job, &bar, exchange.rank() == 0);
    let described = if exchange.ranks() > 1 {
        generator.write_together(exchange, job.encoding, &job.file).map_err(with_way_out)?;
        bar.finish_and_clear();
        let of_first = || anyhow::Ok(Description::of_built(&Table::open(&job.file)?)?);
        (exchange.rank() == 0).then(of_first).transpose()?
    } else {
        Some(write(&generator.run_compact(job.encoding).map_err(with_way_out)?.image()?, job, &bar)?)
    };
    let Some(mut description) = described else { return Ok(None) };
    if let Err(error) = job.checkpoints.remove() {
        tell(PDB_GEN, format_args!("the table is written, but its checkpoint could not be removed: {error}"));
    }
    if args.format == TextOrJson::Json && !quiet {
        serde_json::to_writer(&mut *out, &description)?;
        writeln!(out)?;
        out.flush()?;
    }
    description.file = Some(job.file.display().to_string());
    Ok(Some(description))
}

fn write(image: &TableImage<'_>, job: &Job, bar: &ProgressBar) -> anyhow::Result<Description> {
    bar.finish_and_clear();
    image.write_to(&job.file)?;
    Ok(Description::of_image(image))
}

/// What computes the distances, from the beginning or from a checkpoint; of several ranks one speaks.
fn generator<'a>(args: &'a BuildArgs, job: &'a Job, bar: &'a ProgressBar, speaks: bool) -> Generator<'a> {
    let is_told = speaks && !args.quiet;
    let Job { space, checkpoints, .. } = job;
    let say = |message: String| bar.suspend(|| tell(PDB_GEN, message));
    let tell_of = move |event| match event {
        Event::Resumed(level) => {
            // What was reached before does not count as this run's pace.
            bar.set_position(level.reached);
            bar.reset_eta();
            if is_told {
                say(format!("going on from level {} of {}", level.distance, checkpoints.file.display()));
            }
        }
        Event::Level(level) => {
            if args.resume && level.distance == 0 && is_told {
                say(format!("there is no {}: building from the beginning", checkpoints.file.display()));
            }
            bar.set_position(level.reached);
            bar.set_message(format!("level {}  ", level.distance));
        }
        Event::NotSaved(error) if speaks => {
            say(format!("building without a checkpoint: {}", with_causes(&error)));
        }
        _ => {}
    };
    let report = move |event| {
        tell_of(event);
        ControlFlow::Continue(())
    };
    let generator =
        Generator::new(space.clone()).threads(args.threads.map_or(0, NonZeroUsize::get)).on_event(report);
    if args.resume {
        return generator.resume_from(checkpoints.clone());
    }
    generator.checkpoints(checkpoints.clone())
}

/// Why there is no table, and if it is due to the checkpoint the option that builds without it.
fn with_way_out(error: BuildError) -> anyhow::Error {
    match error {
        BuildError::Checkpoint(error) => with_hint(error),
        other => other.into(),
    }
}

/// Refuses what does not fit, and says how much a large build takes.
fn check_room(args: &BuildArgs, job: &Job, quiet: bool, ranks: usize) -> anyhow::Result<()> {
    let Job { space, encoding, file, .. } = job;
    let disk = encoding.payload_len(space.entries());
    let limit = args.memory.limit_in_bytes();
    let generator = Generator::new(space.clone());
    let is_full = space.pattern().is_full();
    let entries = if *encoding == Encoding::Bit { disk } else { space.entries() };
    let needed = if !is_full && entries / ranks as u64 > limit {
        // What is far too large is refused without counting its footprints.
        entries / ranks as u64
    } else {
        // A pattern can't be built modulo 3, and is told so when it is to be built.
        let encoding = if is_full || *encoding == Encoding::Bit { *encoding } else { Encoding::Byte };
        generator.memory_of_a_rank_in_bytes(encoding, ranks)
    };
    let for_each = if ranks > 1 { format!(" for each of {ranks} ranks") } else { String::new() };
    let figures = format!(
        "{} entries, {} MB of memory{for_each}, {} MB on disk",
        space.entries(),
        needed.div_ceil(1_000_000),
        disk.div_ceil(1_000_000)
    );
    args.memory.check("build", needed, limit, &figures)?;
    // A small table is soon built, and its writer says as well that there is no room.
    let free = file.parent().and_then(free_disk_in_bytes).filter(|_| disk > WORTH_SAYING_IN_BYTES);
    if let Some(free) = free.filter(|free| *free < disk) {
        bail!(
            "this build does not fit: {figures}, and there are {} MB for {}: make room, or choose another disk with --output",
            free / 1_000_000,
            file.display()
        );
    }
    if needed > WORTH_SAYING_IN_BYTES && !quiet {
        tell(PDB_GEN, figures);
    }
    Ok(())
}
