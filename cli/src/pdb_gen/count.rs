//! `pdb-gen count`: how many states there are at each distance, without a table.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use tilebase::board::{Distance, Goal, Shape};
use tilebase::generate::{CountError, CountPlan, Counter, Level, LevelCounts, LevelFiles, LevelFilesError};
use tilebase::notation::GoalName;

use super::disk::{free_disk_in_bytes, taken_in_bytes};
use super::memory::MemoryArgs;
use crate::report::{CountWriter, draw_levels};
use crate::shell::{
    Exit, FolderArgs, PDB_GEN, TextOrJson, clear_on_interrupt, progress_bar, tell, with_causes, write_file,
};

/// Count the states at each distance from a goal without a table, in a bit of memory for each, and name the farthest
///
/// A board of fourteen cells takes 5.9 GB. What does not fit in memory is counted in files in the table folder; those of
/// fifteen cells take about 45 GB. Either can be gone on with when it was ended.
#[derive(Debug, clap::Args)]
pub(super) struct CountArgs {
    /// Rows x columns
    #[arg(value_name = "SHAPE", default_value = "3x3")]
    shape: Shape,

    /// The goal: blank-last (1,2,..,0), blank-first (0,1,2,..), snail, or a board
    #[arg(long, default_value_t)]
    goal: GoalName,

    /// Count no farther than so many moves; what is counted is saved, and --resume goes on from there
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true)]
    up_to: Option<u8>,

    /// Name so many of the boards that are farthest from the goal
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true)]
    deepest: usize,

    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    memory: MemoryArgs,

    #[command(flatten)]
    folder: FolderArgs,

    /// Count from the goal though something is saved
    #[arg(long)]
    force: bool,

    /// Go on where a count to the same goal was ended, from what it has saved; from the goal if that is nothing
    #[arg(long, conflicts_with = "force")]
    resume: bool,

    /// Save a count in memory at the end of a level, if so many seconds have passed since the last; 0 saves every level.
    /// It takes as much space as a count in files, which saves all the time
    #[arg(long, value_name = "SECONDS", default_value_t = 60, allow_negative_numbers = true)]
    checkpoint: u64,

    /// Draw the levels, as an SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// How to say what was counted: text comes level by level, JSON in the end
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,

    /// Show neither the plan nor progress on the standard error
    #[arg(long, short)]
    quiet: bool,
}

/// Counts that take more memory than this say so before they begin, and those in files all do.
const WORTH_SAYING_IN_BYTES: u64 = 1 << 28;

pub(super) fn run(args: &CountArgs, out: &mut (impl Write + Send)) -> anyhow::Result<Exit> {
    let goal = args.goal.on(args.shape).with_context(|| format!("--goal does not fit {}", args.shape))?;
    let every = Duration::from_secs(args.checkpoint);
    let files = LevelFiles::among_tables(args.folder.folder().path(), &goal, every);
    let limit = args.memory.limit_in_bytes();
    let threads = args.threads.map_or(0, NonZeroUsize::get);
    let counter = Counter::for_goal(&goal)?.threads(threads).memory_limit(limit);
    let counter =
        if args.resume { counter.resume_from(files.clone()) } else { counter.level_files(files.clone()) };
    let plan = counter.plan();
    check_plan(args, &plan, limit, &files)?;
    check_what_is_saved(args, &goal, &files)?;

    let counts = count(args, &goal, &plan, counter, out)?;
    if let Some(picture) = &args.plot {
        let svg = draw_levels(&goal, &counts)?;
        let write = |out: &mut dyn Write| -> anyhow::Result<()> { Ok(out.write_all(svg.as_bytes())?) };
        write_file(picture, "writing the picture", |out| write(out))?;
    }
    if counts.is_complete() {
        if let Err(error) = files.remove() {
            tell(PDB_GEN, format_args!("all is counted, but what was saved could not be removed: {error}"));
        }
    } else if !args.quiet {
        tell(PDB_GEN, format_args!("saved in {}: --resume goes on from there", files.folder.display()));
    }
    Ok(Exit::Yes)
}

/// Counts, and says what comes of it.
fn count(
    args: &CountArgs,
    goal: &Goal,
    plan: &CountPlan,
    counter: Counter<'_>,
    out: &mut (impl Write + Send),
) -> anyhow::Result<LevelCounts> {
    let mut writer = CountWriter::new(args.format, out);
    writer.plan(goal, plan)?;
    let bar = progress_bar(plan.states, "states", args.quiet);
    clear_on_interrupt(&bar);
    let mut unwritten = None;
    let tell_of = |level: Level| {
        bar.set_position(level.reached);
        bar.set_message(format!("level {}  ", level.distance));
        match bar.suspend(|| writer.level(&level)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                unwritten = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let tell_unsaved = |error: LevelFilesError| {
        bar.suspend(|| tell(PDB_GEN, format_args!("counting without saving: {}", with_causes(&error))));
    };
    let counter = match args.up_to {
        Some(moves) => counter.up_to(Distance::new(moves)),
        None => counter,
    };
    let counted = counter.deepest_boards(args.deepest).on_level(tell_of).on_unsaved(tell_unsaved).run();
    bar.finish_and_clear();
    if let Some(error) = unwritten {
        return Err(error.into());
    }
    let counts = counted.map_err(with_hint)?;
    writer.result(goal, plan, &counts)?;
    Ok(counts)
}

/// What has ended a count, and the option that goes on or begins again.
fn with_hint(error: CountError) -> anyhow::Error {
    match error {
        CountError::DiskFull { .. } => anyhow!("{error}, by --resume"),
        CountError::Files(error) if error.file.is_file() => anyhow!("{error}; begin again with --force"),
        other => other.into(),
    }
}

/// Refuses what does not fit, and says how much a large count takes.
fn check_plan(args: &CountArgs, plan: &CountPlan, limit: u64, files: &LevelFiles) -> anyhow::Result<()> {
    let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
    let mut figures = format!("{} states, {} MB of memory", plan.states, megabytes(plan.memory_in_bytes));
    if plan.in_files {
        figures += &format!(", about {} MB on disk", megabytes(plan.disk_in_bytes));
    }
    args.memory.check("count", plan.memory_in_bytes, limit, &figures)?;
    // The first levels are small.
    if plan.in_files && args.up_to.is_none() {
        let free =
            free_disk_in_bytes(&files.folder).map_or(u64::MAX, |free| free + taken_in_bytes(&files.folder));
        if plan.disk_in_bytes > free {
            bail!(
                "this count does not fit: {figures}, and there are {} MB for {}: make room, choose another disk with \
                 --pdb-dir, or count the first levels with --up-to",
                free / 1_000_000,
                files.folder.display()
            );
        }
    }
    if !args.quiet && (plan.in_files || plan.memory_in_bytes > WORTH_SAYING_IN_BYTES) {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let cores = args.threads.map_or_else(all, NonZeroUsize::get);
        let minutes = plan.core_time.as_secs().div_ceil(60 * cores as u64);
        let place = if plan.in_files { format!(" in {}", files.folder.display()) } else { String::new() };
        tell(PDB_GEN, format_args!("{figures}{place}, about {minutes} minutes on {cores} cores"));
    }
    Ok(())
}

/// Refuses to begin again where a count may go on, and to go on where that can't be.
fn check_what_is_saved(args: &CountArgs, goal: &Goal, files: &LevelFiles) -> anyhow::Result<()> {
    if args.force {
        return Ok(files.remove()?);
    }
    let folder = files.folder.display();
    match files.saved_level(goal).map_err(|error| with_hint(error.into()))? {
        Some(level) if !args.resume => bail!(
            "{folder} has what a count that was ended has saved: add --resume to go on from level {level}, or --force to \
             begin again"
        ),
        Some(level) if !args.quiet => tell(PDB_GEN, format_args!("going on from level {level} of {folder}")),
        None if args.resume && !args.quiet => {
            tell(PDB_GEN, format_args!("there is nothing in {folder}: counting from the goal"));
        }
        _ => {}
    }
    Ok(())
}
