//! `pdb-solve BOARD...` and `pdb-solve --input FILE`: optimal paths.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::bail;
use clap::ArgGroup;
use tilebase::anytime::LargeShape;
use tilebase::board::{Goal, Shape};
use tilebase::exchange::{Collective, Post};
use tilebase::notation::{GoalName, MoveConvention};
use tilebase::search::{Duplicates, Limits, MoveOrder, Ties, Weight};
use tilebase::solve::{Algorithm, ConventionName, HeuristicName, Notice};

use super::anytime::{Asked, has_many_cells};
use super::options::{
    LimitArgs, algorithm, convention, duplicates, heuristic, method_hint, moves, read_seconds, read_weight,
    ties,
};
use crate::ask::{Answer, Answerer, Changes, Extras, NamedMethod, Question, Ranks, Saving, Trace, tell_of};
use crate::report::{AnswerWriter, AnytimeWriter, BatchSummary, answer_for_first, hand_out_batch, run_batch};
use crate::shell::{
    Exit, FailedElsewhere, FolderArgs, Format, PDB_SOLVE, TextOrJson, agreed, open_input, output_has_colors,
    tell,
};

/// What is said of boards that no exact search takes.
const MANY_CELLS: &str = "boards of more than 25 cells are not searched exactly; --anytime gives a path for boards of up to 10x10, and how \
                          near the optimum it certainly is";

#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("boards from").args(["boards", "input"]).required(true))]
pub(super) struct SolveArgs {
    /// The boards: row by row, 0 for the blank, as 638541720 or 6,3,8,5,4,1,7,2,0
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,

    /// Read boards from a file, one a line; - is the standard input
    #[arg(long, short, value_name = "FILE")]
    input: Option<PathBuf>,

    /// The goal: blank-last (1,2,..,0), blank-first (0,1,2,..), snail, or a board
    #[arg(long, short, default_value_t)]
    goal: GoalName,

    /// Rows x columns, where the number of tiles leaves it open (6 tiles are 2x3)
    #[arg(long)]
    shape: Option<LargeShape>,

    /// Give a path at once, for boards of up to 10x10 too, then better ones as long as there is time, and say how near the
    /// optimum the last one certainly is
    #[arg(
        long,
        conflicts_with_all = [
            "input", "algorithm", "heuristic", "weight", "depth_limit", "convention", "order", "duplicates", "ties",
            "show", "trace", "stats", "all", "count", "table", "resume", "checkpoint"
        ]
    )]
    anytime: bool,

    /// How to find the answer [default: the table where there is one or it takes a moment to build, else ida]
    #[arg(long, short, value_parser = algorithm(), help_heading = "Search")]
    algorithm: Option<Algorithm>,

    /// What the search goes by [default: manhattan for greedy, astar and weighted-astar, patterns for ida]
    #[arg(long, short = 'H', value_parser = heuristic(), help_heading = "Search")]
    heuristic: Option<HeuristicName>,

    /// The weight of weighted-astar [default: 2]
    #[arg(
        long,
        value_name = "W",
        value_parser = read_weight,
        help_heading = "Search",
        allow_negative_numbers = true
    )]
    weight: Option<Weight>,

    /// The depth limit of depth-first, in moves [default: 31]
    #[arg(long, value_name = "N", help_heading = "Search", allow_negative_numbers = true)]
    depth_limit: Option<u32>,

    /// Search and count as a published program does: order of moves, duplicates, ties, what is counted
    #[arg(long, value_parser = convention(), help_heading = "Search")]
    convention: Option<ConventionName>,

    /// The order in which successors are generated, as ULDR [default: UDLR, or the convention's]
    #[arg(long, help_heading = "Search")]
    order: Option<MoveOrder>,

    /// What becomes of a state that is reached again [default: reopened, or the convention's]
    #[arg(long, value_parser = duplicates(), help_heading = "Search")]
    duplicates: Option<Duplicates>,

    /// Which of equal states is next [default: larger-g, or the convention's]
    #[arg(long, value_parser = ties(), help_heading = "Search")]
    ties: Option<Ties>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Go on where searches for these boards were ended, from what they have saved; from the beginning if that is nothing
    #[arg(long, help_heading = "Long searches")]
    resume: bool,

    /// Save a search by ida or iterative-deepening in the table folder whenever so many seconds have passed [default:
    /// 30]. It takes a few hundred bytes, and is removed when the board has its answer
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = read_seconds,
        help_heading = "Long searches",
        allow_negative_numbers = true
    )]
    checkpoint: Option<Duration>,

    /// What the letters U, D, L and R tell the direction of
    #[arg(long, short, value_parser = moves(), default_value = "blank", help_heading = "Output")]
    moves: MoveConvention,

    /// Show the boards on the way
    #[arg(long, help_heading = "Output")]
    show: bool,

    /// Show states with their g, h and f: those on the path, or all that are expanded
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, default_missing_value = "path", help_heading = "Output")]
    trace: Option<Trace>,

    /// Give the counts of the search and its time
    #[arg(long, help_heading = "Output")]
    stats: bool,

    /// Give every optimal path
    #[arg(long, help_heading = "Output")]
    all: bool,

    /// Give the number of optimal paths
    #[arg(long, help_heading = "Output")]
    count: bool,

    /// How to write answers
    #[arg(long, short, value_enum, default_value_t, help_heading = "Output")]
    format: Format,

    #[command(flatten, next_help_heading = "Tables")]
    folder: FolderArgs,

    /// Use this table, whatever the folder has
    #[arg(long, value_name = "FILE", help_heading = "Tables")]
    table: Option<PathBuf>,

    /// Say nothing but answers and errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// How often searches are saved if nobody says.
const SAVED_EVERY: Duration = Duration::from_secs(30);

pub(super) fn run(args: &SolveArgs, out: &mut impl Write, post: &mut dyn Post) -> anyhow::Result<Exit> {
    let (question, writer) = agreed(options(args), post)?;
    if args.anytime && post.rank() > 0 {
        return Ok(Exit::Yes);
    }
    // All who answer see the same tables: of a file all ranks but the first one.
    let quiet = args.quiet || post.rank() > usize::from(args.input.is_some());
    let notify = |notice: Notice, goal: &Goal| {
        if !quiet {
            tell_of(&notice, goal);
        }
    };
    if args.anytime {
        return answer_anytime(args, &question, &notify, out);
    }
    let is_shared = post.ranks() > 1 && can_be_shared(&question);
    let answerer = Answerer::new(question, &notify).saving(saving(args, quiet));
    if is_shared && args.input.is_none() {
        return answer_arguments_on(args, &answerer, &writer, out, post);
    }
    let exit = match &args.input {
        Some(file) if post.ranks() > 1 => answer_file_on(file, &answerer, &writer, out, post),
        Some(file) => answer_file(file, &answerer, &writer, out),
        None if post.rank() > 0 => Ok(Exit::Yes),
        None => answer_arguments(args, &answerer, &writer, out),
    };
    if exit.is_ok() {
        out.flush()?;
        answerer.remove_saved();
    }
    exit
}

/// May ranks share the search for one board? A limit of states is kept exactly, which takes one thread.
fn can_be_shared(question: &Question) -> bool {
    let Question { method, limits, extras, table, .. } = question;
    method.is_none_or(|method| method.method().algorithm().is_resumable())
        && limits.expanded.is_none()
        && table.is_none()
        && !(extras.all || extras.count || extras.trace == Some(Trace::All))
}

fn saving(args: &SolveArgs, quiet: bool) -> Saving {
    Saving {
        folder: args.folder.folder().path().to_owned(),
        every: args.checkpoint.unwrap_or(SAVED_EVERY),
        resumes: args.resume,
        is_one_at_a_time: args.input.is_none(),
        quiet,
    }
}

/// Refuses to save, or to go on with, what can't be.
fn check_saving(args: &SolveArgs) -> anyhow::Result<()> {
    let option = match (args.resume, args.checkpoint) {
        (true, _) => "--resume",
        (false, Some(_)) => "--checkpoint",
        (false, None) => return Ok(()),
    };
    if let Some(algorithm) = args.algorithm.filter(|algorithm| !algorithm.is_resumable()) {
        bail!("{option} is for searches by ida and iterative-deepening: {algorithm} saves nothing");
    }
    if args.table.is_some() {
        bail!("{option} is for searches by ida and iterative-deepening: a table answers at once");
    }
    if args.trace == Some(Trace::All) {
        bail!("a search that shows all its states is not saved: --trace all goes without {option}");
    }
    Ok(())
}

fn options(args: &SolveArgs) -> anyhow::Result<(Question, AnswerWriter)> {
    let SolveArgs { show, stats, all, count, trace, .. } = *args;
    let method = method(args)?;
    if (all || count) && method.is_some_and(|method| method.method().algorithm() != Algorithm::Table) {
        bail!("--all and --count read the table: they go with --algorithm table");
    }
    check_saving(args)?;
    let format = args.format;
    if show && format != Format::Text {
        bail!("--show draws boards for people: it goes with --format text");
    }
    if trace.is_some() && format == Format::Csv {
        bail!("--trace has no place in one record a board: it goes with --format text or json");
    }
    if trace == Some(Trace::All)
        && method.is_none_or(|method| method.method().algorithm() == Algorithm::Table)
    {
        bail!("--trace all shows the expansions of a search: name one with --algorithm");
    }
    let limits = match args.input {
        Some(_) => args.limits.limits(),
        None => args.limits.limits_and_interrupt()?,
    };
    // Threads that have no other board take part in a search. Only where time is measured out to each of many boards is it
    // that of one thread: who waits for the help of others may be kept by theirs.
    let on_one_thread = args.input.is_some() && limits.time.is_some();
    let limits = Limits { on_one_thread, ..limits };
    let extras = Extras { show, stats, all, count, trace };
    let question = Question {
        goal: args.goal,
        shape: exact_shape(args)?,
        method,
        limits,
        extras,
        folder: args.folder.folder(),
        table: args.table.clone(),
    };
    Ok((question, AnswerWriter { format, convention: args.moves, extras, colored: output_has_colors() }))
}

/// The shape for exact searches; none if it was not said, or if boards may be larger.
fn exact_shape(args: &SolveArgs) -> anyhow::Result<Option<Shape>> {
    let Some(shape) = args.shape else { return Ok(None) };
    match shape.exact() {
        None if !args.anytime => bail!("--shape {shape}: {MANY_CELLS}"),
        exact => Ok(exact),
    }
}

/// Paths that get better.
fn answer_anytime(
    args: &SolveArgs,
    question: &Question,
    notify: &(dyn Fn(Notice, &Goal) + Sync),
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let format = match args.format {
        Format::Text => TextOrJson::Text,
        Format::Json => TextOrJson::Json,
        Format::Csv => bail!("--anytime goes with --format text or json"),
    };
    let asked = Asked {
        goal: args.goal,
        shape: args.shape,
        limits: question.limits.clone(),
        quiet: args.quiet,
        writer: AnytimeWriter { format, convention: args.moves },
        answerer: &|limits| Answerer::new(Question { limits, ..question.clone() }, notify),
    };
    asked.answer(&args.boards, out)
}

/// What was chosen; none if that is left to the boards.
fn method(args: &SolveArgs) -> anyhow::Result<Option<NamedMethod>> {
    let SolveArgs { heuristic, convention, order, duplicates, ties, weight, depth_limit, .. } = *args;
    let changes = Changes { heuristic, convention, order, duplicates, ties, weight, depth_limit };
    match args.algorithm {
        Some(algorithm) => match NamedMethod::new(algorithm, changes) {
            Ok(method) => Ok(Some(method)),
            Err(error) => bail!(method_hint(&error)),
        },
        None if changes == Changes::default() => Ok(None),
        None => {
            bail!("heuristic, conventions, weight and depth limit are a search's: name it with --algorithm")
        }
    }
}

/// Boards from the command line.
fn answer_arguments(
    args: &SolveArgs,
    answerer: &Answerer<'_>,
    writer: &AnswerWriter,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let mut worst = Exit::Yes;
    writer.begin(out)?;
    for board in &args.boards {
        // What is no text is told with its bytes, whatever the system takes text for.
        worst = worst.max(answer_argument(args, board, answerer, None, writer, out)?);
    }
    Ok(worst)
}

/// The same by several ranks, which share out long searches. The first one answers.
fn answer_arguments_on(
    args: &SolveArgs,
    answerer: &Answerer<'_>,
    writer: &AnswerWriter,
    out: &mut impl Write,
    post: &mut dyn Post,
) -> anyhow::Result<Exit> {
    let is_first = post.rank() == 0;
    let ranks = Mutex::new(post);
    let mut worst = Exit::Yes;
    if is_first {
        writer.begin(out)?;
    }
    for board in &args.boards {
        let prepared = answerer.prepare(board.as_encoded_bytes());
        let has_first_failed = {
            let mut post = ranks.lock().unwrap_or_else(PoisonError::into_inner);
            let of_first = post.of_first(vec![prepared.is_err().into()]);
            // What has become of a rank is said by the first one.
            let has_first_failed = match of_first {
                Err(_) if !is_first => return Err(FailedElsewhere.into()),
                of_first => of_first? == [1],
            };
            if !has_first_failed {
                agreed(prepared, &mut **post)?;
            }
            has_first_failed
        };
        if is_first {
            worst = worst.max(answer_argument(args, board, answerer, Some(&ranks), writer, out)?);
        } else if !has_first_failed {
            match answerer.answer_among(board.as_encoded_bytes(), Some(&ranks)) {
                // The first one says that.
                Err(_) => return Err(FailedElsewhere.into()),
                Ok(Answer::Failed { error, .. }) => bail!(error),
                Ok(_) => {}
            }
        }
    }
    Ok(worst)
}

/// One of them. In text for people, what went wrong goes to the standard error.
fn answer_argument(
    args: &SolveArgs,
    board: &OsStr,
    answerer: &Answerer<'_>,
    ranks: Option<&Ranks<'_>>,
    writer: &AnswerWriter,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let answer = answerer.answer_among(board.as_encoded_bytes(), ranks)?;
    match &answer {
        Answer::Failed { .. } if has_many_cells(&board.to_string_lossy()) => {
            tell(PDB_SOLVE, MANY_CELLS);
            if writer.format != Format::Text {
                writer.write(&answer, out)?;
            }
        }
        Answer::Failed { error, .. } if writer.format == Format::Text => {
            out.flush()?;
            tell(PDB_SOLVE, error);
        }
        _ => writer.write(&answer, out)?,
    }
    out.flush()?;
    answerer.remove_saved();
    if matches!(answer, Answer::LimitReached { .. }) && args.algorithm.is_none() && !args.quiet {
        tell(
            PDB_SOLVE,
            "--anytime gives the best path found in that time, and how near the optimum it certainly is",
        );
    }
    Ok(answer.exit())
}

/// Boards from a file. Every line has its answer in its place, a bad one too.
fn answer_file(
    file: &Path,
    answerer: &Answerer<'_>,
    writer: &AnswerWriter,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let mut input = open_input(file)?;
    let mut out = Answered { out, answerer };
    let summary = run_batch(&mut input, &mut out, writer, |line| answerer.answer(line))?;
    Ok(told(&summary))
}

/// An output that has what was saved of searches removed when their answers have left it.
struct Answered<'a, W> {
    out: &'a mut W,
    answerer: &'a Answerer<'a>,
}

impl<W: Write> Write for Answered<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.answerer.remove_saved();
        Ok(())
    }
}

/// The same by several ranks: the first one reads and writes, the others answer.
fn answer_file_on(
    file: &Path,
    answerer: &Answerer<'_>,
    writer: &AnswerWriter,
    out: &mut impl Write,
    post: &mut dyn Post,
) -> anyhow::Result<Exit> {
    let input = if post.rank() == 0 { open_input(file).map(Some) } else { Ok(None) };
    if let Some(input) = agreed(input, post)? {
        return Ok(told(&hand_out_batch(post, input, out, writer)?));
    }
    answer_for_first(post, writer, |line| answerer.answer(line))?;
    Ok(Exit::Yes)
}

/// Says what a batch has come to.
fn told(summary: &BatchSummary) -> Exit {
    if let Some(first) = summary.first_failed {
        let (failed, lines) = (summary.failed, summary.lines);
        tell(PDB_SOLVE, format_args!("{failed} of {lines} lines have no answer; the first is line {first}"));
    }
    summary.exit()
}
