//! `pdb-solve validate -- CMD ...`: another solver, run and judged.

use std::ffi::OsString;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use tilebase::board::{Board, Goal, Shape};
use tilebase::judge::Judge;
use tilebase::notation::{BoardForm, BoardOptions, Boards, GoalName, read_board};
use tilebase::search::Limits;
use tilebase::solve::{Notice, Solver};

use super::adapter_args::{AdapterArgs, repeating};
use super::options::{Convention, read_seconds};
use super::sample::small_enough;
use crate::answers::{Extractor, Preset};
use crate::ask::{tell_of, with_hint};
use crate::report::TrialReport;
use crate::shell::{
    Exit, FolderArgs, Format, PDB_SOLVE, ending_flag, open_input, progress_bar, tell, write_file,
};
use crate::trial::{ForeignSolver, Probe, RunLimits, Runner, Trial, TrialBoards};

const VALIDATE_EXAMPLES: &str = "\
Examples:
  pdb-solve validate -- python3 solver.py {}           {} stands for the board
  pdb-solve validate --sample 5 -- ./solver            without {} it comes on the standard input
  pdb-solve validate --exhaustive --batch -- ./solver  all 181,440 boards in one run, a line for each
  pdb-solve validate --stdin '2\\n{}\\n3\\n' --notation spaces --expect tran -- ./puzzle
  pdb-solve validate --goal snail --expect 'regex:Path: (?<moves>[udlr]*)' -- ./n-puzzle {} {goal}
  pdb-solve validate --python solver.py:solve          solve(board) of a program or a notebook
  pdb-solve validate --java Solver --classpath bin     new Solver(new Board(tiles)), or a method solve
  pdb-solve validate --junit report.xml --html report.html -- java Solver {}

Answers are found by --expect:
  auto         the sentences of the programs below; JSON; moves; boards; a number named as a length; the last number
  moves        the last line, or else the last word, that reads as moves
  tile-numbers the last line of numbers: the tiles that slide
  last-number  the last number, as a length
  princeton    Minimum number of moves = 28, and the boards; No solution possible
  zhang, tran, parnami, akhtar   what these programs print
  regex:PATTERN                  groups named moves, length or unsolvable, and maybe nodes
  json:/POINTER                  moves, a list of moves, a length, or null for unsolvable";

const EXIT_CODES: &str = "\
Exit codes:
  0  every answer is right
  1  some answer is wrong, or a run crashed, hung or wrote too much
  2  it could not be judged: the command can't be started, bad input, interrupted before anything wrong was found";

/// Run another solver on boards, and judge its answers
///
/// An answer is replayed, and its length compared with the distance; it is never compared with another path. Without a
/// choice of boards, two of every depth are drawn, and two that can't be solved.
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub(super) struct ValidateArgs {
    /// Boards to try
    #[arg(value_name = "BOARD")]
    boards: Vec<String>,

    /// Read boards from a file, in any form; - is the standard input
    #[arg(long, short, value_name = "FILE", help_heading = "Boards")]
    input: Option<PathBuf>,

    /// So many random boards of every depth
    #[arg(long, value_name = "N", help_heading = "Boards", allow_negative_numbers = true)]
    sample: Option<usize>,

    /// So many random boards that can't be solved
    #[arg(long, value_name = "N", help_heading = "Boards", allow_negative_numbers = true)]
    unsolvable: Option<usize>,

    /// The seed of the random boards
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = "Boards",
        allow_negative_numbers = true
    )]
    seed: u64,

    /// All boards that can be solved: 181,440 of 3x3
    #[arg(long, help_heading = "Boards")]
    exhaustive: bool,

    /// With --exhaustive: every N-th of them only
    #[arg(
        long,
        value_name = "N",
        requires = "exhaustive",
        value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "Boards",
        allow_negative_numbers = true
    )]
    every: Option<u64>,

    /// The goal
    #[arg(long, short, default_value_t, help_heading = "Boards")]
    goal: GoalName,

    /// Rows x columns [default: 3x3, or what the goal or the first board tells]
    #[arg(long, help_heading = "Boards")]
    shape: Option<Shape>,

    /// Time for a run, in seconds [default: 10; of a batch 600]
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = read_seconds,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    timeout: Option<Duration>,

    /// Address space of a run, in millions of bytes; Java, Go and node reserve far more than they use
    #[arg(long, value_name = "MB", help_heading = "Limits", allow_negative_numbers = true)]
    memory: Option<u64>,

    /// Output of a run, in millions of bytes; what writes more is stopped
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 8,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    max_output: usize,

    /// So many runs at a time [default: one for each core]
    #[arg(
        long,
        short,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..),
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    jobs: Option<u16>,

    /// The form in which boards are handed over, as digits, spaces, commas, grid, princeton, json [default: digits, or
    /// commas where some tile has two digits]
    #[arg(long, value_name = "FORM", help_heading = "Solver")]
    notation: Option<BoardForm>,

    /// What a run gets on its standard input, with \n for the end of a line, {} for the board and {goal} for the goal
    #[arg(long, value_name = "TEXT", help_heading = "Solver")]
    stdin: Option<String>,

    /// How to find the answer in what is printed
    #[arg(long, value_name = "PRESET", default_value = "auto", help_heading = "Solver")]
    expect: Preset,

    /// What the directions of moves are those of
    #[arg(long, short, value_enum, default_value_t, help_heading = "Solver")]
    moves: Convention,

    /// Take paths that are longer than need be as right, and lengths without a path that one can have
    #[arg(long, help_heading = "Solver")]
    accept_longer: bool,

    /// One run for all boards: it gets them one after the other, and prints a line for each
    #[arg(long, help_heading = "Solver")]
    batch: bool,

    /// Stop at the first board that is not right
    #[arg(long, help_heading = "Limits")]
    fail_fast: bool,

    /// Try all boards (the default)
    #[arg(long, overrides_with = "fail_fast", help_heading = "Limits")]
    keep_going: bool,

    /// How to write the result
    #[arg(long, short, value_enum, default_value_t, help_heading = "Output")]
    format: Format,

    /// Write a test case for each board as JUnit XML
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    junit: Option<PathBuf>,

    /// Write the result as Markdown
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    markdown: Option<PathBuf>,

    /// Write the result, with charts of time and states expanded, as one web page that needs nothing beside it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,

    #[command(flatten, next_help_heading = "Tables")]
    folder: FolderArgs,

    /// Say nothing but the result and errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,

    #[command(flatten)]
    adapter: AdapterArgs,

    /// The solver: a program and its arguments
    #[arg(last = true, required_unless_present_any = ["python", "java"], value_name = "CMD")]
    command: Vec<OsString>,
}

fn after_help() -> String {
    [VALIDATE_EXAMPLES, Runner::REACH, EXIT_CODES].join("\n\n")
}

const OF_A_RUN: Duration = Duration::from_secs(10);
const OF_A_BATCH: Duration = Duration::from_secs(600);

/// So many boards of every depth, and so many unsolvable ones, where nothing else was asked for.
const UNASKED: usize = 2;

pub(super) fn run(args: &ValidateArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    if let Some(reason) = Runner::NO_MEMORY_LIMIT.filter(|_| args.memory.is_some()) {
        bail!("--memory can't be kept: {reason}; leave the option out");
    }
    let given = given_boards(args)?;
    let goal = goal(args, &given)?;
    if let Some(board) = given.iter().find(|board| board.shape() != goal.shape()) {
        bail!("{board} is a {} board, but the goal {goal} is of {}", board.shape(), goal.shape());
    }
    let interrupt = ending_flag().context("the handler of Ctrl-C can't be set")?;
    let adapter = args.adapter.adapt(|| Probe::new(goal, run_limits(args, 1), interrupt))?;
    let solver = match &adapter {
        Some(adapter) => {
            if !args.quiet {
                tell(PDB_SOLVE, adapter.notice());
            }
            ForeignSolver::new(adapter.command(args.batch), None, Some(BoardForm::Commas), goal)?
        }
        None => ForeignSolver::new(args.command.clone(), args.stdin.clone(), args.notation, goal)?,
    };
    if args.batch && solver.takes_arguments() {
        bail!("a batch comes on the standard input: {{}} can't be among the arguments");
    }
    let folder = args.folder.folder();
    let limits = Limits { interrupt: Some(interrupt), ..Limits::default() };
    let notify = |notice: Notice| {
        if !args.quiet {
            tell_of(&notice, &goal);
        }
    };
    let truth = Solver::builder(&goal).folder(&folder).save_tables().limits(limits).on_notice(notify).build();
    let truth = truth.map_err(|error| anyhow!(with_hint(&error)))?;
    let boards = trial_boards(args, given);
    let oracle = if boards.need_table() { Some(small_enough(truth.oracle(), &goal)?) } else { None };
    let boards = boards.choose(&goal, oracle)?;
    let runner = Runner::new(run_limits(args, boards.len()), Some(interrupt)).adopting_orphans()?;
    let mut report = try_boards(args, &solver, &runner, truth, &boards)?;
    if let Some(adapter) = &adapter {
        let options = repeating(&goal, args.moves.name(), args.accept_longer);
        report.command = adapter.name();
        for one in report.result.tried.iter_mut().filter(|one| !one.is_right) {
            one.call = adapter.repeat(&one.board, &options);
        }
    }
    write_report(args, &report, out)?;
    Ok(report.exit())
}

/// Runs the solver on all boards.
fn try_boards(
    args: &ValidateArgs,
    solver: &ForeignSolver,
    runner: &Runner,
    truth: Solver,
    boards: &[Board],
) -> anyhow::Result<TrialReport> {
    let judge = Judge::new(truth);
    let is_either = args.moves == Convention::Either;
    let judge = if is_either { judge.taking_either_convention() } else { judge };
    let cores = available_parallelism().map_or(1, NonZero::get);
    let trial = Trial {
        solver,
        runner,
        extractor: &Extractor { preset: args.expect.clone(), moves: args.moves.read_as() },
        judge: &judge,
        jobs: args.jobs.map_or(cores, usize::from),
        fail_fast: args.fail_fast && !args.keep_going,
        accepts_longer: args.accept_longer,
    };
    let bar = progress_bar(boards.len() as u64, "boards", args.quiet);
    let progress = |_: &_| bar.inc(1);
    let result = if args.batch { trial.run_batch(boards, progress) } else { trial.run(boards, progress) }?;
    bar.finish_and_clear();
    let words: Vec<_> = args.command.iter().map(|word| word.to_string_lossy()).collect();
    Ok(TrialReport { goal: *solver.goal(), command: words.join(" "), result })
}

/// The goal, on the shape that is asked for; on the first board's where that is left open and the goal fits it, so that
/// what is told of another board is that it is one.
fn goal(args: &ValidateArgs, given: &[Board]) -> anyhow::Result<Goal> {
    if let Some(shape) = args.shape.or_else(|| args.goal.shape()) {
        return Ok(args.goal.on(shape)?);
    }
    let of_first = given.first().and_then(|board| args.goal.on(board.shape()).ok());
    let likely = || args.goal.on(args.goal.likely_shape().unwrap_or(Shape::THREE_BY_THREE));
    Ok(of_first.map_or_else(likely, Ok)?)
}

/// Boards from the command line and from the file.
fn given_boards(args: &ValidateArgs) -> anyhow::Result<Vec<Board>> {
    let shape = args.shape.or_else(|| args.goal.shape());
    let read = args.boards.iter().map(|text| read_board(text, shape));
    let mut boards: Vec<Board> = read.collect::<Result<_, _>>()?;
    if let Some(file) = &args.input {
        let options = BoardOptions { shape, ..BoardOptions::default() };
        for board in Boards::new(open_input(file)?, options) {
            boards.push(board.with_context(|| file.display().to_string())?.board);
        }
        if boards.is_empty() {
            bail!("{} holds no board", file.display());
        }
    }
    Ok(boards)
}

fn trial_boards(args: &ValidateArgs, given: Vec<Board>) -> TrialBoards {
    let is_chosen =
        !given.is_empty() || args.sample.is_some() || args.unsolvable.is_some() || args.exhaustive;
    let unasked = if is_chosen { 0 } else { UNASKED };
    TrialBoards {
        given,
        of_each_depth: args.sample.unwrap_or(unasked),
        every: args.exhaustive.then_some(args.every.unwrap_or(1)),
        unsolvable: args.unsolvable.unwrap_or(unasked),
        seed: args.seed,
    }
}

fn run_limits(args: &ValidateArgs, boards: usize) -> RunLimits {
    // An answer of a batch is a line: a kilobyte is more than the longest takes.
    let of_lines = if args.batch { boards.saturating_mul(1000) } else { 0 };
    RunLimits {
        time: args.timeout.unwrap_or(if args.batch { OF_A_BATCH } else { OF_A_RUN }),
        memory_in_bytes: args.memory.map(|megabytes| megabytes.saturating_mul(1_000_000)),
        output_in_bytes: args.max_output.saturating_mul(1_000_000).saturating_add(of_lines),
    }
}

fn write_report(args: &ValidateArgs, report: &TrialReport, out: &mut impl Write) -> anyhow::Result<()> {
    match args.format {
        Format::Text => report.write_text(out)?,
        Format::Json => report.write_json(out)?,
        Format::Csv => report.write_csv(out)?,
    }
    to_file(args.junit.as_deref(), |out| Ok(report.write_junit(out)?))?;
    to_file(args.markdown.as_deref(), |out| Ok(report.write_markdown(out)?))?;
    to_file(args.html.as_deref(), |out| Ok(report.write_page(&report.charts()?, out)?))
}

fn to_file(
    file: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    file.map_or(Ok(()), |file| write_file(file, "writing the report", |out| write(out)))
}
