//! `pdb-solve label`: writes millions of boards with the lengths of optimal paths.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::ArgGroup;
use tilebase::Interrupt;
use tilebase::board::{Board, Goal, Shape};
use tilebase::exchange::Exchange;
use tilebase::notation::{GoalName, MoveConvention};
use tilebase::search::Limits;
use tilebase::solve::Solver;
use tilebase::table::SealPolicy;

use super::board_spec::MAX_WALK;
use super::options::{moves, read_shape};
use crate::ask::{tell_of, with_hint, with_tables};
use crate::labels::{
    BoardOrigin, BoardSource, Content, DataSetSpec, LabelFormat, LabelManifest, Labeler, SAVED_EVERY,
    SharedWork, WorkEnd, label_for_first,
};
use crate::report::numbers::with_commas;
use crate::report::{LabelSummary, LabelWriter, card_of_labels};
use crate::shell::{
    Exit, FolderArgs, TextOrJson, TrustArgs, agreed, count, interrupt_flag, number, open_input, progress_bar,
    read_size, tell, threads,
};

/// Label millions of boards with exact distances
///
/// Boards are drawn uniformly from all that can reach the goal, drawn as the ends of random walks,
/// or read from a file. They are solved in parallel, and written to files of --shard-size boards
/// each. The same options give the same bytes for any number of threads or processes. A run that
/// was interrupted continues with the missing files when it is started again.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = LONG_EXAMPLES)]
#[command(
    override_usage = "pdb-solve label -n N -o DIR [OPTIONS] [SHAPE]\n       pdb-solve label -i FILE -o DIR \
                      [OPTIONS] [SHAPE]"
)]
#[command(group = ArgGroup::new("labeled boards").args(["count", "input"]).required(true))]
pub(crate) struct LabelArgs {
    /// Board shape, such as 4x4 [default: 3x3, or the boards']
    #[arg(value_name = "SHAPE", value_parser = read_shape)]
    shape: Option<Shape>,

    /// Draw N random boards
    #[arg(
        long,
        short = 'n',
        value_name = "N",
        value_parser = number(1..=u64::MAX),
        allow_negative_numbers = true
    )]
    count: Option<u64>,

    /// Read boards from a file, one per line
    #[arg(long, short, value_name = "FILE")]
    input: Option<PathBuf>,

    /// Seed of the random boards [default: 1]
    #[arg(
        long,
        value_name = "N",
        value_parser = count,
        conflicts_with = "input",
        allow_negative_numbers = true
    )]
    seed: Option<u64>,

    /// Draw the ends of random walks of N moves from the goal
    ///
    /// Such boards are easier than random ones. Use it for 24-puzzles, where a random board may
    /// take hours.
    #[arg(
        long,
        value_name = "N",
        value_parser = number(0..=MAX_WALK),
        conflicts_with = "input",
        allow_negative_numbers = true
    )]
    walk: Option<u32>,

    /// Goal: blank-last, blank-first, snail, or a board
    #[arg(long, short, default_value_t, hide_default_value = true)]
    goal: GoalName,

    /// Folder to write to; it is created if needed
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,

    /// npz, npy, csv, parquet, deepcubea or deepxube
    #[arg(
        long = "as",
        value_enum,
        value_name = "FORM",
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true,
        long_help = FORM_HELP
    )]
    form: LabelFormat,

    /// boards, paths or along-path
    #[arg(
        long,
        value_enum,
        value_name = "CONTENT",
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true,
        long_help = CONTENT_HELP
    )]
    what: Content,

    /// Also write a dataset card, README.md, for the Hugging Face Hub
    ///
    /// The card describes the columns, the files and their hashes, the command, and how the labels
    /// were verified. An existing README.md with other content is not replaced: the command fails
    /// after it has written the data.
    #[arg(long)]
    card: bool,

    /// Number of boards per file
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100_000,
        value_parser = number(1..=MAX_PER_SHARD),
        hide_short_help = true,
        help_heading = "Output",
        allow_negative_numbers = true
    )]
    shard_size: u64,

    /// Whether letters of paths name the blank's or the tile's move [default: blank; tile in
    /// pickles]
    #[arg(
        long,
        short,
        value_name = "blank|tile",
        value_parser = moves(),
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Output"
    )]
    moves: Option<MoveConvention>,

    /// Format of the summary: text or json
    #[arg(long, short, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    format: TextOrJson,

    /// Number of threads [default: one per core]
    #[arg(
        long,
        value_name = "N",
        value_parser = threads(),
        hide_short_help = true,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    threads: Option<NonZeroUsize>,

    /// Memory limit per search; hard boards need up to 200MB on each thread
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = read_size,
        hide_short_help = true,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    max_memory: Option<u64>,

    #[command(flatten, next_help_heading = "Tables")]
    folder: FolderArgs,

    /// Print only errors
    #[arg(long, short, hide_short_help = true, help_heading = "Output")]
    quiet: bool,
}

/// Maximum number of boards per file: they are in memory, with their paths, until the file is
/// written.
const MAX_PER_SHARD: u64 = 1_000_000;

const FORM_HELP: &str = "\
Form of the files

  npz        NumPy arrays: boards (one byte per cell, row by row, 0 for
             the blank), lengths, and paths (the default)
  npy        one NumPy array of records: board, length, and path
  csv        header board,length or board,length,path, and a line per board
  parquet    the same columns (in builds with --features parquet)
  deepcubea  pickle for DeepCubeA: states, outputs (lengths), solutions
  deepxube   pickle for DeepXube: states, goals, path_costs, actions";

const CONTENT_HELP: &str = "\
What to write for each board

  boards      the board and its distance (the default)
  paths       the same, and one optimal path
  along-path  each board along one optimal path, with its own distance:
              about 53 rows per 15-puzzle, not independent samples";

const EXAMPLES: &str = "\
Examples:
  pdb-solve label 4x4 -n 1000000 -o labels      random 15-puzzles
  pdb-solve label -n 5000 -o paths --what paths --as csv
  pdb-solve label 5x5 -n 1000 --walk 80 -o near --what paths
  pdb-solve label --input boards.txt -o pickles --as deepcubea

More: pdb-solve label --help";

const LONG_EXAMPLES: &str = "\
Examples:
  pdb-solve label 4x4 -n 1000000 -o labels      random 15-puzzles
  pdb-solve label -n 5000 -o paths --what paths --as csv --seed 7
  pdb-solve label 4x4 -n 20000 -o rows --what along-path --as parquet
  pdb-solve label 5x5 -n 1000 --walk 80 -o near --what paths
  pdb-solve label --input boards.txt -o pickles --as deepcubea

A run that was interrupted or killed continues when the same command is run again.
Labels and running searches are saved every 30 seconds. Under MPI, running
searches start over.";

/// The boards to label, the writer of the files, and the manifest.
struct DataSet {
    source: BoardSource,
    writer: LabelWriter,
    manifest: LabelManifest,
}

pub(super) fn run(
    args: &LabelArgs,
    out: &mut impl Write,
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Exit> {
    // The first of several processes reads and writes; the others label.
    let data_set = (exchange.process() == 0).then(|| data_set(args)).transpose();
    let Some(data_set) = agreed(data_set, exchange)? else { return label_for_first_process(args, exchange) };
    let manifest = &data_set.manifest;
    if label(args, &data_set, exchange)? == WorkEnd::Interrupted {
        let kept = kept(manifest)?;
        tell(format_args!("interrupted: {kept}; run the same command to continue"));
        return Ok(Exit::Failed);
    }
    if args.card {
        card_of_labels(manifest, &data_set.writer).write(manifest.folder())?;
    }
    if !args.quiet {
        LabelSummary::of(manifest).write(args.format, out)?;
    }
    Ok(Exit::Yes)
}

/// A description of the labels and files of a folder.
fn kept(manifest: &LabelManifest) -> anyhow::Result<String> {
    let (labels, files) = (manifest.kept_labels()?, manifest.records().len());
    let (boards, shards) = (manifest.data_set().count(), manifest.data_set().shards());
    let [labels, boards] = [labels, boards].map(with_commas);
    let folder = manifest.folder().display();
    Ok(format!("{labels} of {boards} labels are in {folder} ({files} of {shards} files are complete)"))
}

fn data_set(args: &LabelArgs) -> anyhow::Result<DataSet> {
    let (source, goal) = boards(args)?;
    let writer = writer(args, &goal)?;
    let spec = spec_of(args, &source, &writer);
    check_shards(&spec)?;
    let manifest = LabelManifest::open(&args.output, &spec)?;
    Ok(DataSet { source, writer, manifest })
}

/// Rejects a data set of more files than a file system can hold in one folder. Their list alone
/// would not fit into memory.
fn check_shards(spec: &DataSetSpec) -> anyhow::Result<()> {
    const MAX_SHARDS: u64 = 1 << 24;
    let (shards, shard_size) = (spec.shards(), spec.shard_size);
    if shards > MAX_SHARDS {
        bail!(
            "{} boards in files of {} are {} files, but at most {} are possible; increase --shard-size, or \
             label fewer boards",
            with_commas(spec.count()),
            with_commas(shard_size),
            with_commas(shards),
            with_commas(MAX_SHARDS)
        );
    }
    Ok(())
}

fn boards(args: &LabelArgs) -> anyhow::Result<(BoardSource, Goal)> {
    if let Some(file) = &args.input {
        return BoardSource::read(open_input(file)?, args.shape, &args.goal)
            .with_context(|| format!("{} cannot be labeled", file.display()));
    }
    let shape = args.shape.or_else(|| args.goal.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    Ok((BoardSource::Drawn, args.goal.on(shape)?))
}

/// The writer of files. Fails for options that can't be combined.
fn writer(args: &LabelArgs, goal: &Goal) -> anyhow::Result<LabelWriter> {
    let LabelArgs { form: format, what, moves, .. } = *args;
    #[cfg(not(feature = "parquet"))]
    if format == LabelFormat::Parquet {
        bail!(crate::report::ParquetLeftOut);
    }
    if moves.is_some() && what != Content::Paths {
        bail!("--moves only applies to --what paths");
    }
    if format.is_of_a_program() {
        let shape = goal.shape();
        if shape.rows() != shape.columns() || *goal != Goal::blank_last(shape) {
            bail!(
                "pickle formats support only square boards with the goal 1,2,..,0, not {shape} with the \
                 goal {goal}; choose another form with --as"
            );
        }
        if moves == Some(MoveConvention::Blank) {
            bail!("pickle formats always name the tile's move; remove --moves");
        }
    }
    let default = if format.is_of_a_program() { MoveConvention::Tile } else { MoveConvention::Blank };
    Ok(LabelWriter { format, content: what, moves: moves.unwrap_or(default), goal: *goal })
}

fn spec_of(args: &LabelArgs, source: &BoardSource, writer: &LabelWriter) -> DataSetSpec {
    let count = args.count.unwrap_or(0);
    let drawn = BoardOrigin::Drawn { count, seed: args.seed.unwrap_or(1), walk: args.walk };
    DataSetSpec {
        version: DataSetSpec::VERSION,
        shape: writer.goal.shape().to_string(),
        goal: writer.goal.to_string(),
        boards: source.origin().unwrap_or(drawn),
        shard_size: args.shard_size,
        content: writer.content,
        format: writer.format,
        moves: (writer.content == Content::Paths).then(|| writer.moves.to_string()),
    }
}

/// Labels the missing boards, alone or with the other processes.
fn label(args: &LabelArgs, data_set: &DataSet, exchange: &mut dyn Exchange) -> anyhow::Result<WorkEnd> {
    let DataSet { source, writer, manifest } = data_set;
    let missing = manifest.missing();
    // The other processes need the goal, which may be determined by boards that only this process
    // has read.
    let goal =
        if missing.is_empty() { String::new() } else { format!("{} {}", writer.goal.shape(), writer.goal) };
    exchange.broadcast(goal.into_bytes())?;
    if missing.is_empty() {
        return Ok(WorkEnd::Done);
    }
    if !args.quiet && manifest.kept_labels()? > 0 {
        tell(format_args!("resuming: {}", kept(manifest)?));
    }
    let interrupt = interrupt_flag().context("cannot set the handler of Ctrl-C")?;
    let policy = || TrustArgs::default().policy();
    let labeler =
        (exchange.processes() == 1).then(|| labeler(args, &writer.goal, interrupt, args.quiet, policy));
    let labeler = agreed(labeler.transpose(), exchange)?;
    let boards = missing.iter().map(|shard| manifest.data_set().boards_of(*shard)).sum();
    let bar = progress_bar(boards, "boards", args.quiet);
    let work = SharedWork {
        manifest,
        source,
        goal: &writer.goal,
        interrupt,
        save_every: SAVED_EVERY,
        on_boards: &|boards| bar.inc(boards),
        keep: &|shard, labels| manifest.add(shard, labels, |out| writer.write(labels, out)),
    };
    let ended = match labeler {
        Some(labeler) => work.run(&labeler, args.threads),
        None => work.hand_out(exchange),
    };
    bar.finish_and_clear();
    ended
}

/// Labels the boards that the first process hands out.
fn label_for_first_process(args: &LabelArgs, exchange: &mut dyn Exchange) -> anyhow::Result<Exit> {
    let goal = String::from_utf8(exchange.broadcast(Vec::new())?)?;
    let Some((shape, goal)) = goal.split_once(' ') else { return Ok(Exit::Yes) };
    let goal = Goal::new(Board::read(goal, Some(shape.parse()?))?);
    // Messages about tables are printed by only one of the processes that open them.
    let quiet = args.quiet || exchange.process() > 1;
    let interrupt = interrupt_flag().context("cannot set the handler of Ctrl-C");
    let labeler = interrupt.and_then(|interrupt| labeler(args, &goal, interrupt, quiet, SealPolicy::default));
    let labeler = agreed(labeler, exchange)?;
    label_for_first(exchange, &labeler, &goal, args.threads)?;
    Ok(Exit::Yes)
}

fn labeler(
    args: &LabelArgs,
    goal: &Goal,
    interrupt: &Interrupt,
    quiet: bool,
    policy: impl FnOnce() -> SealPolicy,
) -> anyhow::Result<Labeler> {
    let limits = Limits::default().with_interrupt(interrupt.clone()).with_memory_in_bytes(args.max_memory);
    let solver = with_tables(Solver::builder(goal), goal, &args.folder.folder(), limits).save_tables();
    let solver = solver.on_notice(|notice| {
        if !quiet {
            tell_of(&notice, goal);
        }
    });
    let solver = solver.build().map_err(|error| anyhow!(with_hint(&error)))?;
    Ok(Labeler::new(solver, policy))
}
