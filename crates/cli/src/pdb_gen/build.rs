//! `pdb-gen build`: builds tables.

mod args;
mod multi_tile;
mod output;

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
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
use tilebase::table::{CheckpointError, Encoding, Origin, SealPolicy, Table, TableName};

pub(crate) use args::BuildArgs;
use output::{check_disk, exists, file, in_json, tell_needs, usage, write};

use super::plan::Estimate;
use super::tables::TableArgs;
use crate::report::numbers::{size, with_commas};
use crate::report::{Description, write_built};
use crate::shell::{
    Exit, TextOrJson, agreed, clear_on_interrupt, columns_of_output, fitted, progress_bar, tell, with_causes,
    with_trust_hint,
};

/// The interval between checkpoints, unless an option says otherwise.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(60);

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
    let policy = args.trust.policy_of_first(exchange)?;
    for job in agreed(jobs(args, &policy), exchange)? {
        built.extend(build_one(args, &job, out, exchange)?);
    }
    if args.format == TextOrJson::Text && !args.quiet && exchange.process() == 0 {
        if let Some(preset) = args.tables.preset.as_ref().filter(|_| built.is_empty()) {
            let folder = args.folder.folder();
            let line = format!("the {preset} pattern databases already exist in {}", folder.path().display());
            writeln!(out, "{}", fitted(&line, columns_of_output()))?;
        }
        write_built(&built, usage(args)?.as_deref(), clock.elapsed().as_secs_f64(), out)?;
    }
    Ok(Exit::Yes)
}

/// The tables to build. Checks all of them first, because each may take hours.
fn jobs(args: &BuildArgs, policy: &SealPolicy) -> anyhow::Result<Vec<Job>> {
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
    fn new(args: &BuildArgs, space: Space, policy: &SealPolicy) -> anyhow::Result<Option<Self>> {
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

/// Fails if an interrupted build left a checkpoint and neither --resume nor --force was given, or
/// if the checkpoint cannot be read.
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
        tell(format_args!("the table was written, but its checkpoint could not be removed: {error}"));
    }
    in_json(args, &job.file, description, quiet, out).map(Some)
}

/// The generator of a table, from the start or from a checkpoint, whose origin is noted in
/// `resumed`. Only one process of a group reports events.
fn generator<'a>(
    args: &'a BuildArgs,
    job: &'a Job,
    bar: &'a ProgressBar,
    resumed: &'a OnceLock<Origin>,
    speaks: bool,
) -> Generator<'a> {
    let reports_progress = speaks && !args.quiet;
    let Job { space, checkpoints, .. } = job;
    let say = |message: String| tell(message);
    let tell_of = move |event| match event {
        Event::Resumed(level, origin) => {
            resumed.get_or_init(|| origin);
            // Levels reached by an earlier run must not count as the speed of this one.
            bar.set_position(level.reached);
            bar.reset_eta();
            if reports_progress {
                say(format!("resuming from level {} of {}", level.distance, checkpoints.file.display()));
            }
        }
        Event::Level(level) => {
            if args.resume && level.distance == 0 && reports_progress {
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
    Generator::new(space.clone()).memory_per_process_in_bytes(encoding, processes)
}

/// Adds the presets to the error if the requested full table is out of reach.
fn with_presets(args: &BuildArgs, goal: &Goal, error: anyhow::Error) -> anyhow::Error {
    let TableArgs { shape, preset, pattern, zero_aware, .. } = &args.tables;
    if preset.is_some() || pattern.is_some() || *zero_aware {
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
