//! `pdb-solve validate -- CMD ...`: another solver, run and judged.

use std::ffi::OsString;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;
use tilebase::Interrupt;

use anyhow::{Context, anyhow, bail};
use tilebase::board::{Board, Goal};
use tilebase::judge::Judge;
use tilebase::notation::BoardForm;
use tilebase::search::Limits;
use tilebase::solve::{Notice, Solver};

use super::adapter_args::{AdapterArgs, repeating};
use super::feed::FeedArgs;
use super::nodes_as::{count_as, read_method};
use super::options::{Convention, read_seconds};
use super::trial_boards::BoardArgs;
use crate::ask::{NamedMethod, tell_of, with_hint, with_tables};
use crate::report::TrialReport;
use crate::shell::{Exit, FolderArgs, Format, PDB_SOLVE, ending_flag, progress_bar, tell, write_file};
use crate::trial::{
    Adapter, Feed, ForeignSolver, HandedForm, Handing, Probe, RunLimits, Runner, Trial, TrialResult,
    with_neighbours,
};
use tilebase_answers::{Extractor, MoveNames, Preset};

const VALIDATE_EXAMPLES: &str = "\
Examples:
  pdb-solve validate -- python3 solver.py {}           {} stands for the board
  pdb-solve validate --sample 5 -- ./solver            without {} it comes on the standard input
  pdb-solve validate --output output.txt -- python3 driver.py bfs {}
  pdb-solve validate --notation grid --file-name board.puzzle -- ./n-puzzle -f {file}
  pdb-solve validate --shape 4x4 -- ./solver {args}    sixteen arguments
  pdb-solve validate --exhaustive --batch -- ./solver  all boards in one run, a line for each
  pdb-solve validate --stdin '2\\n{}\\n3\\n' --notation spaces -- ./puzzle
  pdb-solve validate --goal snail --expect 'regex:Path: (?<moves>[udlr]*)' -- ./n-puzzle {} {goal}
  pdb-solve validate --python solver.py:solve          a function, of a notebook too
  pdb-solve validate --java Solver --classpath bin     its method solve, or as at Princeton
  pdb-solve validate --malformed -- ./solver {}        what becomes of a letter, of a tile too many ...
  pdb-solve validate --heuristic --python search.py:h  is it admissible and consistent?
  pdb-solve validate --junit report.xml --html report.html -- java Solver {}

In the command and in --stdin you can write
  {}           the board, in the form of --notation
  {rows}       its rows; each an argument, if {rows} is a word of the command
  {args}       its cells; each an argument, if {args} is a word of the command
  {file}       the name of a file that holds the board
  {goal}       the goal
If you choose no --notation, and the program gives no answer to an easy board, the usual forms are tried on it; the first \
that gets a right answer is used, and named.

--expect says where the answer is:
  auto           anywhere: a path of moves or boards, a length, \"no solution\", JSON
  moves          what looks most like moves is the path, wherever it leads
  tile-numbers   the last line of numbers: the tiles that slide
  last-number    the last number, as a length
  regex:PATTERN  in groups named moves, length or unsolvable; nodes is read too
  json:/POINTER  in this field: moves, a length, or null for unsolvable

docs/my-solver.md tells which options go with what a program reads and prints, and what the verdicts mean.";

const EXIT_CODES: &str = "\
Exit codes:
  0  every answer is right
  1  some answer is wrong, or a run crashed, hung or wrote too much, on a board or on bad input
  2  nothing is wrong, but not all could be judged: an answer was not understood, the command
     can't be started, bad input, an interruption";

/// Run another solver on boards, and judge its answers
///
/// A path is replayed, and its length compared with the distance; it need not be the path that pdb-solve finds. If you
/// choose no boards, two of every depth are drawn, and two that can't be solved. Each run has a fresh folder, which looks
/// like the one where you gave the command. It is no sandbox: the program runs with your rights.
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub(crate) struct ValidateArgs {
    #[command(flatten)]
    boards: BoardArgs,

    /// How many seconds a run may take [default: 10; with --batch 600]
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = read_seconds,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    timeout: Option<Duration>,

    /// How much address space a run may take, in millions of bytes; Java, Go and node reserve far more than they use
    #[arg(long, value_name = "MB", help_heading = "Limits", allow_negative_numbers = true)]
    memory: Option<u64>,

    /// How much a run may print, in millions of bytes; one that prints more is stopped
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 8,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    max_output: usize,

    /// Try N boards at a time [default: one for each core]
    #[arg(
        long,
        short,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..),
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    jobs: Option<u16>,

    #[command(flatten)]
    feed: FeedArgs,

    /// How to find the answer in what is printed, as told below
    #[arg(long, value_name = "PRESET", default_value = "auto", help_heading = "Solver")]
    expect: Preset,

    /// What a direction such as U tells
    #[arg(long, short, value_enum, default_value_t, help_heading = "Solver")]
    moves: Convention,

    /// What the program calls the moves, as U=0,D=1,L=2,R=3; words of many languages are known already
    #[arg(long, value_name = "NAMES", help_heading = "Solver")]
    move_names: Option<MoveNames>,

    /// Take paths that are longer than needed as right, and lengths that such a path could have
    #[arg(long, help_heading = "Solver")]
    accept_longer: bool,

    /// Compare the states that the solver says it has expanded with those of a method of pdb-solve compare, as
    /// breadth-first, astar:manhattan or astar:misplaced:zhang; another count is told, and is no fault
    #[arg(
        long,
        value_name = "METHOD",
        value_parser = read_method,
        conflicts_with = "heuristic",
        help_heading = "Solver"
    )]
    nodes_as: Option<NamedMethod>,

    /// The program prints a heuristic's estimate, a number alone or behind a name, as h = 12. It must not be above the
    /// distance, nor differ by more than one between neighbours: those of each board are tried as well
    #[arg(
        long,
        conflicts_with_all = ["accept_longer", "moves", "move_names"],
        help_heading = "Solver"
    )]
    heuristic: bool,

    /// Try bad input as well: a board with a repeated tile, a letter, a number too few, nothing at all ... The solver is to
    /// end by itself, and to give no answer
    #[arg(long, conflicts_with_all = ["python", "java"], help_heading = "Boards")]
    malformed: bool,

    /// Make one run for all boards: the program reads a board a line, and prints a line for each
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

    /// Write the result as a web page in one file, with charts of time and of states expanded
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

pub(super) fn run(args: &ValidateArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    if let Some(reason) = Runner::NO_MEMORY_LIMIT.filter(|_| args.memory.is_some()) {
        bail!("--memory can't be kept: {reason}; leave the option out");
    }
    let given = args.boards.given()?;
    let goal = args.boards.goal(&given)?;
    let interrupt = ending_flag().context("the handler of Ctrl-C can't be set")?;
    let adapter = args.adapter.adapt(|| Probe::new(goal, run_limits(args, 1), interrupt))?;
    let solver = args.solver(adapter.as_ref(), goal)?;
    args.check_places(&solver)?;
    let mut result: Option<TrialResult> = None;
    for goal in args.boards.goals(goal)? {
        // Bad input is the same for every goal: it is tried with the first.
        let is_malformed = args.malformed && result.is_none();
        let of_goal = try_goal(args, &solver.with_goal(goal)?, &given, is_malformed, interrupt)?;
        let stops = args.fail_fast && !args.keep_going;
        let has_failed = stops && of_goal.tried.iter().any(|tried| !tried.is_right);
        let is_over = has_failed || of_goal.is_interrupted || of_goal.tried.len() < of_goal.given;
        result = Some(match result {
            Some(before) => before.and(of_goal),
            None => of_goal,
        });
        if is_over {
            break;
        }
    }
    let result = result.context("there is no goal to try")?;
    let words: Vec<_> = args.command.iter().map(|word| word.to_string_lossy()).collect();
    let nodes_as = args.nodes_as.as_ref().map(ToString::to_string);
    let mut report = TrialReport { goal, command: words.join(" "), nodes_as, result };
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

impl ValidateArgs {
    /// What is started: what calls a function, or the command.
    fn solver(&self, adapter: Option<&Adapter>, goal: Goal) -> anyhow::Result<ForeignSolver> {
        let Some(adapter) = adapter else {
            return Ok(ForeignSolver::new(self.command.clone(), self.feed.feed()?, goal)?);
        };
        if !self.quiet {
            tell(PDB_SOLVE, adapter.notice());
        }
        let form = Some(HandedForm::Board(BoardForm::Commas));
        let feed = Feed { handing: Handing { form, ..Handing::default() }, ..Feed::default() };
        Ok(ForeignSolver::new(adapter.command(self.batch), feed, goal)?)
    }

    /// Refuses a command whose places don't go with the options.
    fn check_places(&self, solver: &ForeignSolver) -> anyhow::Result<()> {
        if self.heuristic && matches!(self.expect, Preset::Moves | Preset::TileNumbers) {
            bail!(
                "an estimate is a number: with --heuristic, --expect is auto, last-number, regex:... or json:..."
            );
        }
        if self.batch && solver.takes_arguments() {
            bail!("a batch comes on the standard input: no place of a board can be among the arguments");
        }
        if self.batch && solver.takes_file() {
            bail!("a batch comes on the standard input: it has no {{file}} for each board");
        }
        if self.feed.file_name.is_some() && !solver.takes_file() {
            bail!(
                "--file-name names a file that is not asked for: put {{file}} among the arguments or into --stdin"
            );
        }
        if self.feed.here && solver.takes_file() {
            bail!("{{file}} is written into a fresh folder for each run: leave --here out");
        }
        if self.boards.has_drawn_goals() && !solver.takes_goal() {
            bail!(
                "--goals is for solvers that are told the goal: put {{goal}} among the arguments or into --stdin"
            );
        }
        Ok(())
    }

    /// What knows the truth of a goal.
    fn truth(&self, goal: &Goal, interrupt: &'static Interrupt) -> anyhow::Result<Solver> {
        let folder = self.folder.folder();
        let limits = Limits { interrupt: Some(interrupt.clone()), ..Limits::default() };
        let notify = |notice: Notice| {
            if !self.quiet {
                tell_of(&notice, goal);
            }
        };
        let builder = with_tables(Solver::builder(goal), goal, &folder).limits(limits);
        // Tables of goals that were drawn are of no use later.
        let builder = if self.boards.has_drawn_goals() { builder } else { builder.save_tables() };
        builder.on_notice(notify).build().map_err(|error| anyhow!(with_hint(&error)))
    }
}

/// Chooses the boards of a goal, and runs the solver on them.
fn try_goal(
    args: &ValidateArgs,
    solver: &ForeignSolver,
    given: &[Board],
    is_malformed: bool,
    interrupt: &'static Interrupt,
) -> anyhow::Result<TrialResult> {
    let goal = solver.goal();
    let truth = args.truth(goal, interrupt)?;
    let boards = args.boards.choose(goal, given, truth.oracle(), args.quiet)?;
    let boards = if args.heuristic { with_neighbours(boards, goal) } else { boards };
    let runner = Runner::new(run_limits(args, boards.len()), Some(interrupt)).adopting_orphans()?;
    let runner = match args.feed.folders()? {
        Some(folders) => runner.in_folders(folders),
        None => runner,
    };
    try_boards(args, solver, &runner, truth, &boards, is_malformed, Some(interrupt))
}

/// Runs the solver on all boards.
fn try_boards(
    args: &ValidateArgs,
    solver: &ForeignSolver,
    runner: &Runner,
    truth: Solver,
    boards: &[Board],
    is_malformed: bool,
    interrupt: Option<&'static Interrupt>,
) -> anyhow::Result<TrialResult> {
    let judge = Judge::new(truth);
    let is_either = args.moves == Convention::Either;
    let judge = if is_either { judge.taking_either_convention() } else { judge };
    let cores = available_parallelism().map_or(1, NonZero::get);
    let trial = Trial {
        solver,
        runner,
        extractor: &Extractor {
            preset: args.expect.clone(),
            moves: args.moves.read_as(),
            names: args.move_names.clone(),
            reads_estimates: args.heuristic,
        },
        judge: &judge,
        jobs: args.jobs.map_or(cores, usize::from),
        fail_fast: args.fail_fast && !args.keep_going,
        accepts_longer: args.accept_longer,
    };
    let fitting = if args.batch || !solver.has_open_form() { None } else { trial.fitting_form(boards)? };
    if let Some(fitting) = fitting.as_ref().filter(|_| !args.quiet) {
        tell(PDB_SOLVE, fitting);
    }
    let trial = Trial { solver: fitting.as_ref().map_or(solver, |fitting| &fitting.solver), ..trial };
    let bar = progress_bar(boards.len() as u64, "boards", args.quiet);
    let progress = |_: &_| bar.inc(1);
    let mut result =
        if args.batch { trial.run_batch(boards, progress) } else { trial.run(boards, progress) }?;
    bar.finish_and_clear();
    if args.heuristic {
        trial.check_consistency(&mut result, args.batch);
    }
    if let Some(method) = &args.nodes_as {
        let bar = progress_bar(result.tried.len() as u64, "searches", args.quiet);
        let limits = Limits { interrupt: interrupt.cloned(), ..Limits::default() };
        count_as(method, &args.folder.folder(), limits, &mut result, || bar.inc(1))
            .map_err(|error| anyhow!(with_hint(&error)))?;
        bar.finish_and_clear();
    }
    if !is_malformed || result.tried.len() < boards.len() {
        return Ok(result);
    }
    let (bad_inputs, left_running) = trial.run_bad_inputs(args.timeout.unwrap_or(OF_A_RUN));
    let is_interrupted = runner.is_interrupted();
    Ok(TrialResult { bad_inputs, left_running: result.left_running + left_running, is_interrupted, ..result })
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
