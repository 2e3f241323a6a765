//! `pdb-gen build`: builds tables.

mod multi_tile;

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use indicatif::ProgressBar;
use tilebase::board::Goal;
use tilebase::exchange::Exchange;
use tilebase::generate::{BuildError, Checkpoints, Event, Generator};
use tilebase::notation::GoalName;
use tilebase::search::PatternSet;
use tilebase::space::Space;
use tilebase::table::{BuiltTable, CheckpointError, Encoding, Origin, SavePolicy, Table, TableName};

use super::disk::free_disk_in_bytes;
use super::memory::MemoryArgs;
use super::plan::{Estimate, PlanArgs};
use super::tables::TableArgs;
use crate::report::numbers::{size, with_commas};
use crate::report::{Description, write_built};
use crate::shell::{
    Exit, FolderArgs, PDB_GEN, TextOrJson, TrustArgs, agreed, clear_on_interrupt, columns_of_output, fitted,
    progress_bar, read_time, tell, threads, with_causes, with_trust_hint,
};

/// Build a table of exact distances, or pattern databases
///
/// The table has the distance of every state that can reach the goal. Boards whose full table does
/// not fit into memory need pattern databases: see --preset and --pattern. With --encoding mod3, a
/// 2x7 table takes 12.5 GB of memory to build, and a 4x4 table 3.1 TB.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\nMore: pdb-gen build --help"), after_long_help = EXAMPLES)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    tables: TableArgs,

    /// File to write [default: a name in the table folder]
    #[arg(long, short, value_name = "FILE", conflicts_with = "preset")]
    output: Option<PathBuf>,

    #[command(flatten)]
    folder: FolderArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    /// Number of threads [default: one per core]
    #[arg(
        long,
        value_name = "N",
        value_parser = threads(),
        hide_short_help = true,
        allow_negative_numbers = true
    )]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    plan: PlanArgs,

    /// Rebuild an existing table; ignore a checkpoint
    #[arg(long)]
    force: bool,

    /// Resume an interrupted build from its checkpoint
    #[arg(long, conflicts_with = "force")]
    resume: bool,

    #[command(flatten)]
    trust: TrustArgs,

    /// Interval between checkpoints; 0 saves after every level [default: 1m]
    ///
    /// A checkpoint is saved beside the table and removed when the build is done. On disk, it is
    /// slightly larger than the memory that the build uses.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = read_time,
        hide_short_help = true,
        allow_negative_numbers = true
    )]
    checkpoint: Option<Duration>,

    /// Output format: text or json
    #[arg(long, short, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    format: TextOrJson,

    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  pdb-gen build                        the 8-puzzle, to 123456780
  pdb-gen build 3x4 --encoding mod3    239,500,800 states in 60 MB
  pdb-gen build 3x4 --metric mtm       several tiles may slide in one move
  pdb-gen build 4x4 --preset 7-8x1     pattern databases for the 15-puzzle
  pdb-gen build 4x4 --encoding mod3 --dry-run --processes 64 --max-memory 64GB";

/// The interval between checkpoints, unless an option says otherwise.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(60);

/// Builds that need more memory than this report it before they begin.
const WORTH_SAYING_IN_BYTES: u64 = 1 << 28;

pub(super) fn run(
    args: &BuildArgs,
    out: &mut impl Write,
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Exit> {
    if args.tables.metric.is_multi_tile() {
        agreed(multi_tile::check(args, exchange.processes()), exchange)?;
        return multi_tile::run(args, out);
    }
    if args.plan.dry_run {
        if exchange.process() > 0 {
            return Ok(Exit::Yes);
        }
        let BuildArgs { tables, plan, threads, format, .. } = args;
        let memory_in_bytes = args.memory.given_in_bytes();
        let estimate = Estimate { tables, args: plan, memory_in_bytes, threads: *threads, format: *format };
        return estimate.write(out);
    }
    let clock = Instant::now();
    let mut built = Vec::new();
    let policy = args.trust.policy_of_first(PDB_GEN, exchange)?;
    for job in agreed(jobs(args, &policy), exchange)? {
        built.extend(build_one(args, &job, out, exchange)?);
    }
    if args.format == TextOrJson::Text && !args.quiet && exchange.process() == 0 {
        if let Some(preset) = args.tables.preset.as_ref().filter(|_| built.is_empty()) {
            let folder = args.folder.folder();
            let line = format!("{preset} is already there, in {}", folder.path().display());
            writeln!(out, "{}", fitted(&line, columns_of_output()))?;
        }
        write_built(&built, usage(args)?.as_deref(), clock.elapsed().as_secs_f64(), out)?;
    }
    Ok(Exit::Yes)
}

/// The command that uses the tables; `None` for a single pattern, which is only used together with
/// others.
fn usage(args: &BuildArgs) -> anyhow::Result<Option<String>> {
    let TableArgs { shape, goal, pattern, preset, .. } = &args.tables;
    if pattern.is_some() {
        return Ok(None);
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
    if let Some(stronger) = preset.as_ref().map(|preset| stronger(args, preset)).transpose()?.flatten() {
        let usage = format!("`{command} BOARD` uses the stronger {stronger} databases in the same folder");
        return Ok(Some(usage));
    }
    if args.tables.metric.is_multi_tile() {
        command += " --metric mtm";
    }
    let what = if preset.is_some() { "these pattern databases" } else { "this table" };
    Ok(Some(format!("`{command} BOARD` uses {what} for {shape} boards")))
}

/// The strongest preset before this one whose tables are all in the folder, if there is one.
fn stronger(args: &BuildArgs, preset: &str) -> anyhow::Result<Option<String>> {
    let (goal, folder) = (args.tables.goal()?, args.folder.folder());
    let is_there = |set: &PatternSet| {
        set.patterns().iter().all(|pattern| {
            let encodings = if set.is_zero_aware() { &[Encoding::Bit][..] } else { &Encoding::ALL[..] };
            let Ok(space) = set.space(&goal, pattern) else { return false };
            let space = Space::Pattern(space);
            encodings.iter().any(|encoding| folder.file_of(&TableName::of_space(&space, *encoding)).is_file())
        })
    };
    let sets = PatternSet::of_goal(&goal);
    let stronger = sets.iter().take_while(|set| set.name() != preset).find(|one| is_there(one));
    Ok(stronger.map(|set| set.name().to_owned()))
}

/// The tables to build. Checks all of them first, because each may take hours.
fn jobs(args: &BuildArgs, policy: &SavePolicy) -> anyhow::Result<Vec<Job>> {
    let goal = args.tables.goal()?;
    let mut jobs = Vec::new();
    let spaces = args.tables.spaces(&goal).map_err(|error| with_presets(args, &goal, error))?;
    for space in spaces {
        jobs.extend(Job::new(args, space, policy)?);
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
    /// The job for a table, or `None` if the table exists and need not be built.
    fn new(args: &BuildArgs, space: Space, policy: &SavePolicy) -> anyhow::Result<Option<Self>> {
        let encoding = args.tables.encoding_of(&space);
        let file = file(args, &TableName::of_space(&space, encoding));
        let beside = Checkpoints::beside(&file, args.checkpoint.unwrap_or(CHECKPOINT_INTERVAL));
        let checkpoints = Checkpoints { policy: policy.clone(), ..beside };
        // The interrupted build may have been meant to replace an existing table.
        let goes_on = args.resume && checkpoints.file.try_exists().unwrap_or(false);
        if !args.force && !goes_on && file.try_exists().unwrap_or(false) {
            // A preset is completed, but asking for a single table that exists is a mistake.
            if args.tables.preset.is_some() {
                return Ok(None);
            }
            return Err(exists(&file));
        }
        Ok(Some(Self { space, encoding, file, checkpoints }))
    }
}

/// The file of a table: the given one, or one in the folder.
fn file(args: &BuildArgs, name: &TableName) -> PathBuf {
    args.output.clone().unwrap_or_else(|| args.folder.folder().file_of(name))
}

/// The error of a single table that is there already.
fn exists(file: &Path) -> anyhow::Error {
    anyhow!("{} exists; add --force to rebuild it", file.display())
}

/// Rejects starting over if the build can be resumed, and resuming if it can't.
fn check_checkpoint(args: &BuildArgs, job: &Job) -> anyhow::Result<()> {
    if args.force {
        return Ok(());
    }
    match job.checkpoints.saved_level(&job.space).map_err(|error| with_hint(&error))? {
        Some(level) if !args.resume => bail!(
            "{} is the checkpoint of an interrupted build; add --resume to continue from level {level}, or \
             --force to start over",
            job.checkpoints.file.display()
        ),
        _ => Ok(()),
    }
}

/// The error of a checkpoint, with the option that builds without it.
fn with_hint(error: &CheckpointError) -> anyhow::Error {
    let hint = if error.file.is_file() { "; start over with --force" } else { "" };
    anyhow!("{}{hint}", with_trust_hint(error))
}

fn build_one(
    args: &BuildArgs,
    job: &Job,
    out: &mut impl Write,
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Option<Description>> {
    let quiet = args.quiet || exchange.process() > 0;
    agreed(check_room(args, job, quiet, exchange.processes()), exchange)?;
    let bar = progress_bar(job.space.entries(), "states", quiet);
    clear_on_interrupt();
    let begun = if args.resume || exchange.process() > 0 { Ok(()) } else { job.checkpoints.remove() };
    agreed(begun.map_err(|error| with_hint(&error)), exchange)?;
    let resumed = OnceLock::new();
    let generator = generator(args, job, &bar, &resumed, exchange.process() == 0);
    let described = if exchange.processes() > 1 {
        generator.write_distributed(exchange, job.encoding, &job.file).map_err(with_way_out)?;
        bar.finish_and_clear();
        let of_first = || anyhow::Ok(Description::of_built(&Table::open(&job.file)?)?);
        (exchange.process() == 0).then(of_first).transpose()?
    } else {
        Some(write(&generator.build(job.encoding).map_err(with_way_out)?, &job.file, &bar)?)
    };
    let Some(mut description) = described else { return Ok(None) };
    description.resumed = resumed.get().copied();
    if let Err(error) = job.checkpoints.remove() {
        tell(
            PDB_GEN,
            format_args!("the table was written, but its checkpoint could not be removed: {error}"),
        );
    }
    in_json(args, &job.file, description, quiet, out).map(Some)
}

/// Writes the description of a new table as JSON, if asked, and adds its file.
fn in_json(
    args: &BuildArgs,
    file: &Path,
    mut description: Description,
    quiet: bool,
    out: &mut impl Write,
) -> anyhow::Result<Description> {
    if args.format == TextOrJson::Json && !quiet {
        serde_json::to_writer(&mut *out, &description)?;
        writeln!(out)?;
        out.flush()?;
    }
    description.file = Some(file.display().to_string());
    Ok(description)
}

fn write(built: &BuiltTable<'_>, file: &Path, bar: &ProgressBar) -> anyhow::Result<Description> {
    bar.finish_and_clear();
    built.write_to(file)?;
    Ok(Description::of_unwritten(built))
}

/// The generator of a table, from the start or from a checkpoint, whose origin is noted in `resumed`.
/// Only one process of a group reports events.
fn generator<'a>(
    args: &'a BuildArgs,
    job: &'a Job,
    bar: &'a ProgressBar,
    resumed: &'a OnceLock<Origin>,
    speaks: bool,
) -> Generator<'a> {
    let is_told = speaks && !args.quiet;
    let Job { space, checkpoints, .. } = job;
    let say = |message: String| tell(PDB_GEN, message);
    let tell_of = move |event| match event {
        Event::Resumed(level, origin) => {
            resumed.get_or_init(|| origin);
            // Levels reached by an earlier run must not count as the speed of this one.
            bar.set_position(level.reached);
            bar.reset_eta();
            if is_told {
                say(format!("resuming from level {} of {}", level.distance, checkpoints.file.display()));
            }
        }
        Event::Level(level) => {
            if args.resume && level.distance == 0 && is_told {
                say(format!("no checkpoint {}: building from the start", checkpoints.file.display()));
            }
            bar.set_position(level.reached);
            bar.set_message(format!("level {}  ", level.distance));
        }
        Event::NotSaved(error) if speaks => {
            say(format!("cannot save a checkpoint: {}", with_causes(&error)));
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

/// The error of a build. If it concerns the checkpoint, adds the option that builds without it.
fn with_way_out(error: BuildError) -> anyhow::Error {
    match error {
        BuildError::Checkpoint(error) => with_hint(&error),
        other => other.into(),
    }
}

/// Rejects a build that does not fit, and reports the needs of a large one.
fn check_room(args: &BuildArgs, job: &Job, quiet: bool, processes: usize) -> anyhow::Result<()> {
    let Job { space, encoding, file, .. } = job;
    let disk = encoding.payload_len(space.entries());
    let limit = args.memory.limit_in_bytes();
    let needed = needed_memory_in_bytes(space, *encoding, processes, limit);
    let for_each = if processes > 1 { format!(" for each of {processes} processes") } else { String::new() };
    let entries = with_commas(space.entries());
    let figures = format!("{entries} entries, {} of memory{for_each}, {} on disk", size(needed), size(disk));
    args.memory
        .check("build", needed, limit, &figures)
        .map_err(|error| with_presets(args, space.goal(), error))?;
    check_disk(file, disk, &figures)?;
    tell_needs(needed, &figures, quiet);
    Ok(())
}

/// Rejects a table that does not fit on its disk.
fn check_disk(file: &Path, disk: u64, figures: &str) -> anyhow::Result<()> {
    // Only checked for large tables: a small one is built at once, and its writer also reports a
    // full disk.
    let free = file.parent().and_then(free_disk_in_bytes).filter(|_| disk > WORTH_SAYING_IN_BYTES);
    if let Some(free) = free.filter(|free| *free < disk) {
        bail!(
            "this build does not fit: {figures}; {} are free for {}. Make room, or choose another disk with \
             --output",
            size(free),
            file.display()
        );
    }
    Ok(())
}

/// Reports the needs of a large build before it begins.
fn tell_needs(needed: u64, figures: &str, quiet: bool) {
    if needed > WORTH_SAYING_IN_BYTES && !quiet {
        tell(PDB_GEN, figures);
    }
}

/// The memory of a build per process. If it is far above the limit, it is estimated without
/// counting footprints.
fn needed_memory_in_bytes(space: &Space, encoding: Encoding, processes: usize, limit: u64) -> u64 {
    let is_full = space.pattern().is_full();
    let bytes =
        if encoding == Encoding::Bit { encoding.payload_len(space.entries()) } else { space.entries() };
    let share = bytes / processes as u64;
    if !is_full && share > limit {
        return share;
    }
    // A pattern cannot be built modulo 3; that error is reported when the build starts.
    let encoding = if is_full || encoding == Encoding::Bit { encoding } else { Encoding::Byte };
    Generator::new(space.clone()).memory_of_process_in_bytes(encoding, processes)
}

/// Adds the presets to the error if the requested full table is out of reach.
fn with_presets(args: &BuildArgs, goal: &Goal, error: anyhow::Error) -> anyhow::Error {
    let TableArgs { shape, preset, pattern, regions, .. } = &args.tables;
    if preset.is_some() || pattern.is_some() || *regions {
        return error;
    }
    let goal_option = match args.tables.goal {
        GoalName::BlankLast => String::new(),
        goal => format!(" --goal {goal}"),
    };
    let mut text = format!(
        "{error:#}\nBuild pattern databases instead: pdb-gen build {shape}{goal_option} --preset NAME"
    );
    for set in PatternSet::of_goal(goal) {
        let spaces = set.patterns().iter().filter_map(|pattern| set.space(goal, pattern).ok());
        let (mut memory, mut disk) = (0, 0);
        for space in spaces.map(Space::Pattern) {
            let encoding = if space.is_zero_aware() { Encoding::Bit } else { Encoding::Byte };
            memory = memory.max(needed_memory_in_bytes(&space, encoding, 1, u64::MAX));
            disk += encoding.payload_len(space.entries());
        }
        let name = set.name();
        let (disk, memory) = (size(disk), size(memory));
        text += &format!("\n  {name:<8} {disk:>7} on disk, {memory:>7} of memory{}", use_of_preset(name));
    }
    anyhow!(text)
}

/// The use of a preset, with its time per board.
fn use_of_preset(name: &str) -> &'static str {
    match name {
        "7-8x1" => "; fastest: 0.7 ms per 15-puzzle",
        "6-6-3" => "; small: 14 ms per 15-puzzle",
        "5-5-5" => "; built in memory when needed",
        "6x16" => "; fastest for 24-puzzles",
        _ => "",
    }
}
