//! `pdb-solve label`: boards with the lengths of optimal paths, by the million.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::ArgGroup;
use tilebase::Interrupt;
use tilebase::board::{Goal, Shape};
use tilebase::exchange::{Collective, Post};
use tilebase::notation::{GoalName, MoveConvention, read_board};
use tilebase::search::Limits;
use tilebase::solve::Solver;

use super::options::moves;
use crate::ask::{tell_of, with_hint, with_tables};
use crate::labels::{
    Asked, BoardSource, BoardsAsked, Content, LabelFormat, LabelLedger, Labeller, SAVED_EVERY, SharedWork,
    WorkEnd, label_for_first,
};
use crate::report::{LabelPen, LabelSummary};
use crate::shell::{
    Exit, FolderArgs, PDB_SOLVE, TextOrJson, agreed, interrupt_flag, open_input, progress_bar, tell,
};

/// Label boards by the million: draw or read them, and write each with the length of its optimal paths
///
/// Boards are drawn uniformly from all that can reach the goal, or read from a file. They are solved side by side on all
/// cores, and written to files of --shard-size boards each. The same options give the same bytes on any number of threads
/// and ranks, and a run that was ended goes on with the files that are missing when it is started again.
#[derive(Debug, clap::Args)]
#[command(after_help = LABEL_EXAMPLES)]
#[command(group = ArgGroup::new("labelled boards").args(["count", "input"]).required(true))]
pub(super) struct LabelArgs {
    /// Rows x columns [default: 3x3, or that of the goal, or of the boards that are read]
    #[arg(value_name = "SHAPE")]
    shape: Option<Shape>,

    /// Draw so many boards: all that can reach the goal have the same chance, again and again
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true)]
    count: Option<NonZeroU64>,

    /// Read boards from a file, one a line; - is the standard input
    #[arg(long, short, value_name = "FILE")]
    input: Option<PathBuf>,

    /// The seed of the boards that are drawn [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "input", allow_negative_numbers = true)]
    seed: Option<u64>,

    /// The goal: blank-last (1,2,..,0), blank-first (0,1,2,..), snail, or a board
    #[arg(long, short, default_value_t)]
    goal: GoalName,

    /// The folder to write to; it is made if there is none
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    output: PathBuf,

    /// The form of the files
    #[arg(long, short, value_enum, default_value_t, help_heading = "Output")]
    format: LabelFormat,

    /// What to write of each board
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    what: Content,

    /// Number of boards per file
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..=MOST_IN_SHARD),
        help_heading = "Output",
        allow_negative_numbers = true
    )]
    shard_size: u64,

    /// What the letters U, D, L and R of paths tell the direction of [default: blank; the pickles have the tile]
    #[arg(long, short, value_parser = moves(), help_heading = "Output")]
    moves: Option<MoveConvention>,

    /// How to say what the labels have come to
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    summary: TextOrJson,

    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N", help_heading = "Limits", allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,

    /// The most memory for the states of one search, in millions of bytes: long ones take up to 200, on each thread
    #[arg(long, value_name = "MB", help_heading = "Limits", allow_negative_numbers = true)]
    max_memory: Option<NonZeroU64>,

    #[command(flatten, next_help_heading = "Tables")]
    folder: FolderArgs,

    /// Say nothing but the summary and errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// The most boards of a file: they are in memory, with their paths, until it is written.
const MOST_IN_SHARD: u64 = 1_000_000;

const LABEL_EXAMPLES: &str = "\
Examples:
  pdb-solve label 4x4 -n 1000000 -o labels              random 15-puzzles and their lengths, for numpy.load
  pdb-solve label -n 5000 -o paths --what paths --format csv --seed 7
  pdb-solve label 4x4 -n 20000 -o rows --what along-path --format parquet
  pdb-solve label --input boards.txt -o pickles --format deepcubea

A run that was interrupted or killed continues when the same command is run again. At most half a minute of work is lost.";

/// What is to be labelled, and where it is written.
struct DataSet {
    source: BoardSource,
    pen: LabelPen,
    ledger: LabelLedger,
}

pub(super) fn run(args: &LabelArgs, out: &mut impl Write, post: &mut dyn Post) -> anyhow::Result<Exit> {
    // Of several ranks the first one reads and writes, and the others label.
    let data_set = (post.rank() == 0).then(|| data_set(args)).transpose();
    let Some(data_set) = agreed(data_set, post)? else { return help(args, post) };
    let ledger = &data_set.ledger;
    if label(args, &data_set, post)? == WorkEnd::Interrupted {
        let kept = kept(ledger)?;
        tell(PDB_SOLVE, format_args!("interrupted: {kept}; run the same command to continue"));
        return Ok(Exit::Failed);
    }
    LabelSummary::of(ledger).write(args.summary, out)?;
    Ok(Exit::Yes)
}

/// The labels and files of a folder, in words.
fn kept(ledger: &LabelLedger) -> anyhow::Result<String> {
    let (labels, files) = (ledger.kept_labels()?, ledger.records().len());
    let (boards, shards) = (ledger.asked().count(), ledger.asked().shards());
    let folder = ledger.folder().display();
    Ok(format!("{labels} of {boards} labels are in {folder} ({files} of {shards} files are complete)"))
}

fn data_set(args: &LabelArgs) -> anyhow::Result<DataSet> {
    let (source, goal) = boards(args)?;
    let pen = pen(args, &goal)?;
    let ledger = LabelLedger::open(&args.output, &asked(args, &source, &pen))?;
    Ok(DataSet { source, pen, ledger })
}

fn boards(args: &LabelArgs) -> anyhow::Result<(BoardSource, Goal)> {
    if let Some(file) = &args.input {
        return BoardSource::read(open_input(file)?, args.shape, &args.goal)
            .with_context(|| format!("{} cannot be labelled", file.display()));
    }
    let shape = args.shape.or_else(|| args.goal.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    Ok((BoardSource::Drawn, args.goal.on(shape)?))
}

/// How files are written. What does not go together is refused.
fn pen(args: &LabelArgs, goal: &Goal) -> anyhow::Result<LabelPen> {
    let LabelArgs { format, what, moves, .. } = *args;
    #[cfg(not(feature = "parquet"))]
    if format == LabelFormat::Parquet {
        bail!(crate::report::ParquetLeftOut);
    }
    if moves.is_some() && what != Content::Paths {
        bail!("--moves says how paths are written: it goes with --what paths");
    }
    if format.is_of_a_program() {
        let shape = goal.shape();
        if shape.rows() != shape.columns() || *goal != Goal::blank_last(shape) {
            bail!(
                "the pickles are for n x n boards to 1,2,..,0, found {shape} to {goal}: choose another --format"
            );
        }
        if moves == Some(MoveConvention::Blank) {
            bail!("the programs that read the pickles name moves by the tile: leave --moves out");
        }
    }
    let default = if format.is_of_a_program() { MoveConvention::Tile } else { MoveConvention::Blank };
    Ok(LabelPen { format, content: what, moves: moves.unwrap_or(default), goal: *goal })
}

fn asked(args: &LabelArgs, source: &BoardSource, pen: &LabelPen) -> Asked {
    let count = args.count.map_or(0, NonZeroU64::get);
    let drawn = BoardsAsked::Drawn { count, seed: args.seed.unwrap_or(1) };
    Asked {
        labels: Asked::VERSION,
        shape: pen.goal.shape().to_string(),
        goal: pen.goal.to_string(),
        boards: source.asked().unwrap_or(drawn),
        shard_size: args.shard_size,
        content: pen.content,
        format: pen.format,
        moves: (pen.content == Content::Paths).then(|| pen.moves.to_string()),
    }
}

/// Labels what is missing: alone, or by the other ranks.
fn label(args: &LabelArgs, data_set: &DataSet, post: &mut dyn Post) -> anyhow::Result<WorkEnd> {
    let DataSet { source, pen, ledger } = data_set;
    let missing = ledger.missing();
    // The goal may follow from the boards, and only this rank has read them.
    let goal = if missing.is_empty() { String::new() } else { format!("{} {}", pen.goal.shape(), pen.goal) };
    post.of_first(goal.into_bytes())?;
    if missing.is_empty() {
        return Ok(WorkEnd::Done);
    }
    if !args.quiet && ledger.kept_labels()? > 0 {
        tell(PDB_SOLVE, format_args!("resuming: {}", kept(ledger)?));
    }
    let interrupt = interrupt_flag().context("cannot set the handler of Ctrl-C")?;
    let labeller = (post.ranks() == 1).then(|| labeller(args, &pen.goal, interrupt, args.quiet));
    let labeller = agreed(labeller.transpose(), post)?;
    let boards = missing.iter().map(|shard| ledger.asked().boards_of(*shard)).sum();
    let bar = progress_bar(boards, "boards", args.quiet);
    let work = SharedWork {
        ledger,
        source,
        goal: &pen.goal,
        interrupt,
        save_every: SAVED_EVERY,
        on_boards: &|boards| bar.inc(boards),
        keep: &|shard, labels| ledger.add(shard, labels, |out| pen.write(labels, out)),
    };
    let ended = match labeller {
        Some(labeller) => work.run(&labeller, args.threads),
        None => work.hand_out(post),
    };
    bar.finish_and_clear();
    ended
}

/// Labels as one of several ranks what the first one hands out.
fn help(args: &LabelArgs, post: &mut dyn Post) -> anyhow::Result<Exit> {
    let goal = String::from_utf8(post.of_first(Vec::new())?)?;
    let Some((shape, goal)) = goal.split_once(' ') else { return Ok(Exit::Yes) };
    let goal = Goal::new(read_board(goal, Some(shape.parse()?))?);
    // What is said of tables is said by the first of those who open them.
    let quiet = args.quiet || post.rank() > 1;
    let interrupt = interrupt_flag().context("cannot set the handler of Ctrl-C");
    let labeller = interrupt.and_then(|interrupt| labeller(args, &goal, interrupt, quiet));
    let labeller = agreed(labeller, post)?;
    label_for_first(post, &labeller, &goal, args.threads)?;
    Ok(Exit::Yes)
}

fn labeller(args: &LabelArgs, goal: &Goal, interrupt: &Interrupt, quiet: bool) -> anyhow::Result<Labeller> {
    let limits = Limits {
        interrupt: Some(interrupt.clone()),
        memory_in_bytes: args.max_memory.map(|megabytes| megabytes.get().saturating_mul(1_000_000)),
        ..Limits::default()
    };
    let solver = with_tables(Solver::builder(goal), goal, &args.folder.folder()).save_tables().limits(limits);
    let solver = solver.on_notice(|notice| {
        if !quiet {
            tell_of(&notice, goal);
        }
    });
    Ok(Labeller::new(solver.build().map_err(|error| anyhow!(with_hint(&error)))?))
}
