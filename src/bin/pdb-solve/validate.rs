//! `pdb-solve validate -- CMD ...`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZero;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use tilebase::board::{Board, Goal, Shape};
use tilebase::cli::{Exit, ending_flag, progress_bar};
use tilebase::notation::{BoardOptions, Boards, MoveConvention, read_board};
use tilebase::report::{Made, TrialBoards, TrialReport, Truth};
use tilebase::search::Limits;
use tilebase::table::Folder;
use tilebase::validate::{Extractor, Judge, RunLimits, Runner, Solver, Trial};

use crate::args::{Convention, Format, ValidateArgs};
use crate::input::open_input;
use crate::made::tell_of;

const OF_A_RUN: Duration = Duration::from_secs(10);
const OF_A_BATCH: Duration = Duration::from_secs(600);

/// So many boards of every depth, and so many unsolvable ones, where nothing else was asked for.
const UNASKED: usize = 2;

pub(crate) fn run(args: &ValidateArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let given = given_boards(args)?;
    let goal = goal(args, &given)?;
    if let Some(board) = given.iter().find(|board| board.shape() != goal.shape()) {
        bail!("{board} is a {} board, but the goal {goal} is of {}", board.shape(), goal.shape());
    }
    let solver = Solver::new(args.command.clone(), args.stdin.clone(), args.notation, goal)?;
    if args.batch && solver.takes_arguments() {
        bail!("a batch comes on the standard input: {{}} can't be among the arguments");
    }
    let folder = Folder::new(args.pdb_dir.clone());
    let interrupt = ending_flag().context("the handler of Ctrl-C can't be set")?;
    let limits = Limits { interrupt: Some(interrupt), ..Limits::default() };
    let told = |made: &Made| {
        if !args.quiet {
            tell_of(made, &goal);
        }
    };
    let truth = Truth::about(&goal, &folder, limits, &told).map_err(|error| anyhow!(error))?;
    let boards = trial_boards(args, given).choose(&goal, &folder)?;
    let runner = Runner::new(run_limits(args, boards.len()), Some(interrupt)).adopting_orphans()?;
    let report = try_boards(args, &solver, &runner, truth, &boards)?;
    write_report(args, &report, out)?;
    Ok(report.verdict().into())
}

/// Runs the solver on all boards.
fn try_boards(
    args: &ValidateArgs,
    solver: &Solver,
    runner: &Runner,
    truth: Truth,
    boards: &[Board],
) -> anyhow::Result<TrialReport> {
    let judge = Judge::new(truth);
    let (judge, moves) = match args.moves {
        Convention::Blank => (judge, MoveConvention::Blank),
        Convention::Tile => (judge, MoveConvention::Tile),
        Convention::Either => (judge.taking_either_convention(), MoveConvention::Blank),
    };
    let cores = available_parallelism().map_or(1, NonZero::get);
    let trial = Trial {
        solver,
        runner,
        extractor: &Extractor { preset: args.expect.clone(), moves },
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
    to_file(args.html.as_deref(), |out| {
        let charts = report.charts().map_err(|error| anyhow!(error))?;
        Ok(report.write_page(&charts, out)?)
    })
}

fn to_file(
    file: Option<&Path>,
    write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(file) = file else { return Ok(()) };
    let unwritable = || format!("{} can't be written", file.display());
    let mut out = BufWriter::new(File::create(file).with_context(unwritable)?);
    write(&mut out).and_then(|()| Ok(out.flush()?)).with_context(unwritable)
}
