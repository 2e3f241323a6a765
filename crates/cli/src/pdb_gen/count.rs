//! `pdb-gen count`: counts the states at each distance, without a table.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use tilebase::board::{Distance, Goal, Metric, Shape};
use tilebase::count::{CountPlan, Counter, LevelCounts, LevelFiles};
use tilebase::generate::{BuildError, Level};
use tilebase::notation::{GoalName, MoveConvention};
use tilebase::search::Limits;
use tilebase::solve::Algorithm;
use tilebase::table::CheckpointError;

use super::room::{MemoryArgs, free_disk_in_bytes, used_disk_in_bytes};
use crate::ask::{Costs, read_costs};
use crate::report::numbers::{size, with_commas};
use crate::report::{CountFormat, CountWriter, draw_levels, write_cost_counts};
use crate::shell::{
    Exit, FolderArgs, MetricArgs, TrustArgs, clear_on_interrupt, cores, number, progress_bar, read_time,
    tell, threads, with_causes, with_trust_hint, write_file,
};

/// Count the states at each distance from the goal, without a table
///
/// Uses one bit of memory per state: 5.9 GB for boards of fourteen cells. Larger counts use files
/// in the table folder, about 45 GB for fifteen cells. Either can be interrupted and resumed.
///
/// A count in the multi-tile metric runs only in memory (15.4 GB for fourteen cells) and can't be
/// resumed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct CountArgs {
    /// Board shape, such as 3x3 or 2x7
    #[arg(value_name = "SHAPE", default_value = "3x3")]
    shape: Shape,

    /// Goal: blank-last, blank-first, snail, or a board
    #[arg(long, short, default_value_t, hide_default_value = true)]
    goal: GoalName,

    #[command(flatten)]
    metric: MetricArgs,

    /// Count by cost: unit, tile, U=1,D=3,L=2,R=2, or a file
    ///
    /// Counts states by the cost of a cheapest path instead of their distance, on boards of up to
    /// 10 cells. See `pdb-solve --help` for costs; directions are the blank's.
    #[arg(
        long,
        value_name = "COST",
        conflicts_with_all = ["metric", "up_to", "force", "resume", "checkpoint", "trust_save", "plot", "threads", "max_memory"]
    )]
    cost: Option<String>,

    /// Count states up to N moves away (stm only)
    ///
    /// The levels are saved, and --resume continues from them.
    #[arg(long, value_name = "N", value_parser = number(0..=u8::MAX), allow_negative_numbers = true)]
    up_to: Option<u8>,

    /// Number of farthest or costliest boards
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        value_parser = number(0..=usize::MAX),
        allow_negative_numbers = true
    )]
    deepest: usize,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads(), allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    memory: MemoryArgs,

    #[command(flatten)]
    folder: FolderArgs,

    /// Start over, ignoring saved levels
    #[arg(long)]
    force: bool,

    /// Resume an interrupted count, if it was saved
    #[arg(long, conflicts_with = "force")]
    resume: bool,

    #[command(flatten)]
    trust: TrustArgs,

    /// Interval between checkpoints of a count in memory; 0 saves every level [default: 1m]
    ///
    /// A checkpoint needs as much disk space as a count in files. Counts in files ignore this
    /// option: they save continuously.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = read_time,
        hide_short_help = true,
        allow_negative_numbers = true
    )]
    checkpoint: Option<Duration>,

    /// Draw the levels as an SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Output format: text, json, or b-file (lines `n a(n)`, as in OEIS)
    #[arg(long, short, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    format: CountFormat,

    /// Print only results and errors
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  pdb-gen count                   the 8-puzzle
  pdb-gen count 2x7               43,589,145,600 states, in 5.9 GB of memory
  pdb-gen count 3x4 --metric mtm  several tiles may slide in one move
  pdb-gen count 3x5 --up-to 30    the first levels of 653,837,184,000 states
  pdb-gen count -f b-file         OEIS A089473, the 8-puzzle's levels";

/// How often a count in memory is saved, unless an option says otherwise.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(60);

/// Counts that need more memory than this report it before they begin; counts in files always do.
const WORTH_SAYING_IN_BYTES: u64 = 1 << 28;

pub(super) fn run(args: &CountArgs, out: &mut (impl Write + Send)) -> anyhow::Result<Exit> {
    let goal = args.goal.on(args.shape).with_context(|| format!("--goal does not fit {}", args.shape))?;
    if let Some(cost) = &args.cost {
        return count_by_cost(args, &goal, cost, out);
    }
    let metric = args.metric.metric;
    let is_saved = metric == Metric::SingleTile;
    let of_saved =
        [("--resume", args.resume), ("--force", args.force), ("--checkpoint", args.checkpoint.is_some())];
    args.metric.refuse(of_saved, "counts in the multi-tile metric are not saved")?;
    let files = LevelFiles::among_tables(
        args.folder.folder().path(),
        &goal,
        args.checkpoint.unwrap_or(CHECKPOINT_INTERVAL),
    );
    let files = LevelFiles { policy: args.trust.policy(), ..files };
    let limit = args.memory.limit_in_bytes();
    let threads = args.threads.map_or(0, NonZeroUsize::get);
    let too_large = |_| anyhow!("{} has too many states to count: the limit is 16 cells", args.shape);
    let counter = Counter::for_goal(&goal).map_err(too_large)?.threads(threads).memory_limit(limit);
    let counter = counter.metric(metric);
    let counter =
        if args.resume { counter.resume_from(files.clone()) } else { counter.checkpoints(files.clone()) };
    let plan = counter.plan();
    check_plan(args, &plan, limit, &files)?;
    if is_saved {
        prepare_saved_levels(args, &goal, &files)?;
    }

    let counts = count(args, &goal, &plan, counter, out)?;
    if let Some(picture) = &args.plot {
        let svg = draw_levels(&goal, metric, &counts)?;
        let write = |out: &mut dyn Write| -> anyhow::Result<()> { Ok(out.write_all(svg.as_bytes())?) };
        write_file(picture, "writing the picture", |out| write(out))?;
    }
    if !is_saved {
        return Ok(Exit::Yes);
    }
    if counts.is_complete() {
        if let Err(error) = files.remove() {
            tell(format_args!("the count is complete, but its saved levels could not be removed: {error}"));
        }
    } else if !args.quiet {
        tell(format_args!("saved in {}; --resume continues from there", files.folder.display()));
    }
    Ok(Exit::Yes)
}

/// Counts the states and writes the levels.
fn count(
    args: &CountArgs,
    goal: &Goal,
    plan: &CountPlan,
    counter: Counter<'_>,
    out: &mut (impl Write + Send),
) -> anyhow::Result<LevelCounts> {
    let mut writer = CountWriter::new(args.format, args.metric.metric, out);
    writer.plan(goal, plan)?;
    let bar = progress_bar(plan.states, "states", args.quiet);
    clear_on_interrupt();
    let (mut unwritten, mut resumed) = (None, None);
    let tell_of = |level: Level| {
        bar.set_position(level.reached);
        bar.set_message(format!("level {}  ", level.distance));
        match writer.level(&level) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                unwritten = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let tell_unsaved = |error: CheckpointError| {
        tell(format_args!("cannot save the count: {}", with_causes(&error)));
    };
    let counter = match args.up_to {
        Some(moves) => counter.up_to(Distance::new(moves)),
        None => counter,
    };
    let counter = counter.on_resumed(|level, origin| resumed = Some((level, origin)));
    let counted = counter.deepest_boards(args.deepest).on_level(tell_of).on_unsaved(tell_unsaved).run();
    bar.finish_and_clear();
    if let Some(error) = unwritten {
        return Err(error.into());
    }
    let counts = counted.map_err(with_hint)?;
    writer.result(goal, plan, &counts, resumed)?;
    Ok(counts)
}

/// Counts the states by their least cost, and writes the counts.
fn count_by_cost(args: &CountArgs, goal: &Goal, cost: &str, out: &mut impl Write) -> anyhow::Result<Exit> {
    let rule = read_costs(cost, Path::new("")).map_err(|error| anyhow!("--cost: {error}"))?;
    let costs = Costs { rule, convention: MoveConvention::Blank };
    let limits = Limits::default();
    let solver = costs.solver(goal, Some(Algorithm::Table), limits).context("--cost")?;
    let counts = solver.counts().context("--cost: the least costs were not computed")?;
    write_cost_counts(args.format, goal, cost, &counts, args.deepest, out)?;
    Ok(Exit::Yes)
}

/// The error of a count, with the option that resumes it or starts over.
fn with_hint(error: BuildError) -> anyhow::Error {
    match error {
        BuildError::DiskFull { .. } => anyhow!("{error} with --resume"),
        BuildError::Checkpoint(error) if error.file.is_file() => {
            anyhow!("{}; start over with --force", with_trust_hint(&error))
        }
        other => other.into(),
    }
}

/// Rejects a count that does not fit, and reports the needs of a large one.
fn check_plan(args: &CountArgs, plan: &CountPlan, limit: u64, files: &LevelFiles) -> anyhow::Result<()> {
    let mut figures =
        format!("{} states, {} of memory", with_commas(plan.states), size(plan.memory_in_bytes));
    if plan.in_files {
        figures += &format!(", about {} on disk", size(plan.disk_in_bytes));
    }
    args.memory.check("count", plan.memory_in_bytes, limit, &figures)?;
    // With --up-to, the files stay small: the first levels are small.
    if plan.in_files && args.up_to.is_none() {
        let free = free_disk_in_bytes(&files.folder)
            .map_or(u64::MAX, |free| free + used_disk_in_bytes(&files.folder));
        if plan.disk_in_bytes > free {
            bail!(
                "this count does not fit: {figures}; {} are free for {}. Make room, choose another disk \
                 with --pdb-dir, or count the first levels with --up-to",
                size(free),
                files.folder.display()
            );
        }
    }
    if !args.quiet && (plan.in_files || plan.memory_in_bytes > WORTH_SAYING_IN_BYTES) {
        let cores = args.threads.map_or_else(cores, NonZeroUsize::get);
        let minutes = plan.core_time.as_secs().div_ceil(60 * cores as u64);
        let place = if plan.in_files { format!(" in {}", files.folder.display()) } else { String::new() };
        tell(format_args!("{figures}{place}, about {minutes} minutes on {cores} cores"));
    }
    Ok(())
}

/// With --force, removes the saved levels. Otherwise fails if there are saved levels and --resume
/// was not given; with --resume, says from where the count goes on.
fn prepare_saved_levels(args: &CountArgs, goal: &Goal, files: &LevelFiles) -> anyhow::Result<()> {
    if args.force {
        return Ok(files.remove()?);
    }
    let folder = files.folder.display();
    match files.saved_level(goal).map_err(|error| with_hint(error.into()))? {
        Some(level) if !args.resume => bail!(
            "{folder} has the levels of an interrupted count; add --resume to continue from level {level}, \
             or --force to start over"
        ),
        Some(level) if !args.quiet => tell(format_args!("resuming from level {level} of {folder}")),
        None if args.resume && !args.quiet => {
            tell(format_args!("nothing saved in {folder}: counting from the goal"));
        }
        _ => {}
    }
    Ok(())
}
