//! `pdb-solve validate -- CMD ...`: runs another solver and judges its answers.

use std::ffi::OsString;
use std::io::Write;
use std::time::Duration;
use tilebase::Interrupt;

use anyhow::{Context, anyhow, bail};
use tilebase::board::{Board, Goal, Metric};
use tilebase::judge::Judge;
use tilebase::notation::BoardForm;
use tilebase::oracle::MultiTileOracle;
use tilebase::search::Limits;
use tilebase::solve::{Notice, Solver};

use super::adapter_args::{AdapterArgs, repeating};
use super::answer_args::AnswerArgs;
use super::command_hints::{MANY_RUNS, about_many_runs, misplaced_option, missing_script, only_functions};
use super::cost_args::{judging_by, multi_tile_of};
use super::feed::{FeedArgs, RARE};
use super::missing_dashes::{missing_dashes, options_among};
use super::nodes_as::count_as;
use super::validate_boards::{BoardArgs, goals_of};
use super::validate_help::{EXAMPLES, after_long_help};
use super::validate_reports::{REPORTS, write_reports};
use crate::ask::{tell_of, with_hint, with_tables};
use crate::report::TrialReport;
use crate::shell::{
    Exit, FolderArgs, Format, ReportFile, check_reports, cores, ending_flag, in_one_line, number,
    progress_bar, read_size, read_time, report_file, tell,
};
use crate::trial::{
    AcceptedMoves, Adapter, CallError, Feed, ForeignSolver, InputForm, InputNotation, Isolation, Probe,
    RunLimits, Runner, Trial, TrialResult, TriedForms, start_hint, with_neighbors,
};

/// Check another solver: run it on boards and judge its answers
///
/// Each path is replayed and its length compared with the exact distance. Any shortest path is
/// right, not only the one that pdb-solve finds.
#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("{EXAMPLES}\n\nMore: pdb-solve validate --help"),
    after_long_help = after_long_help(),
    override_usage = "pdb-solve validate [OPTIONS] [BOARD]... -- PROGRAM [ARG]...",
)]
pub(crate) struct ValidateArgs {
    #[command(flatten)]
    boards: BoardArgs,

    /// The solver: a program and its arguments
    #[arg(last = true, value_name = "PROGRAM", hide_short_help = true)]
    command: Vec<OsString>,

    #[command(flatten)]
    feed: FeedArgs,

    #[command(flatten)]
    adapter: AdapterArgs,

    #[command(flatten)]
    answers: AnswerArgs,

    /// Solve all boards in one run, one per line
    #[arg(long)]
    batch: bool,

    /// Time limit per run: 500ms, 2m [default: 10s]
    ///
    /// With --batch, the limit is for all boards together [default: 10m].
    #[arg(
        long,
        value_name = "TIME",
        value_parser = read_time,
        allow_negative_numbers = true
    )]
    timeout: Option<Duration>,

    /// Address-space limit per run: 800MB, 2GB
    ///
    /// Java, Go, and Node.js reserve far more address space than they use, so they need a higher
    /// limit.
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = read_size,
        hide_short_help = true,
        help_heading = RARE,
        allow_negative_numbers = true
    )]
    max_memory: Option<u64>,

    /// Runs at a time [default: one per core]
    #[arg(
        long,
        short,
        value_name = "N",
        value_parser = number(1..=u16::MAX),
        hide_short_help = true,
        help_heading = RARE,
        allow_negative_numbers = true
    )]
    jobs: Option<u16>,

    /// Allow the program to use the network (Linux)
    ///
    /// Without this option, a run on Linux can connect only to itself. On other systems, and on
    /// Linux without namespaces, the network is always available.
    #[arg(long, hide_short_help = true, help_heading = RARE)]
    network: bool,

    /// Stop at the first wrong board
    #[arg(long)]
    fail_fast: bool,

    /// Stop after N runs that timed out
    #[arg(
        long,
        value_name = "N",
        value_parser = number(1..=u16::MAX),
        conflicts_with = "batch",
        hide_short_help = true,
        help_heading = RARE,
        allow_negative_numbers = true
    )]
    stop_after_timeouts: Option<u16>,

    /// Print the result as text, json or csv
    #[arg(long, short, value_enum, default_value_t, hide_possible_values = true, hide_default_value = true)]
    format: Format,

    /// Write a report: .html, .md, .csv, .json or .xml
    ///
    /// Repeatable. The ending of FILE selects the format; .xml is JUnit XML.
    #[arg(long = "report", value_name = "FILE", value_parser = report_file(&REPORTS))]
    reports: Vec<ReportFile>,

    #[command(flatten, next_help_heading = RARE)]
    folder: FolderArgs,

    /// Print only the result and errors
    #[arg(long, short, hide_short_help = true, help_heading = RARE)]
    quiet: bool,
}

/// Default time limit of a run.
const DEFAULT_RUN_TIMEOUT: Duration = Duration::from_secs(10);
/// Default time limit of a batch.
const DEFAULT_BATCH_TIMEOUT: Duration = Duration::from_secs(600);

/// Maximum output of a run; a run that prints more is stopped.
const MAX_OUTPUT_IN_BYTES: usize = 8_000_000;

pub(super) fn run(args: &ValidateArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    if let Some(reason) = Runner::NO_MEMORY_LIMIT.filter(|_| args.max_memory.is_some()) {
        bail!("--max-memory has no effect here: {reason}; leave it out");
    }
    if args.command.is_empty() && !args.adapter.is_given() {
        let given = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        let given: Vec<String> = given.skip_while(|word| word != "validate").skip(1).collect();
        let words = args.boards.words();
        bail!(missing_dashes(words, &options_among(&given, words)));
    }
    if let Some(message) = missing_script(&args.command) {
        bail!(message);
    }
    check_reports(&args.reports)?;
    args.answers.check()?;
    args.boards.check_metric(args.answers.metric())?;
    let given = args.boards.given()?;
    let goal = args.boards.goal(&given)?;
    let interrupt = ending_flag().context("cannot set the handler of Ctrl-C")?;
    let isolation = Isolation::of_runs().context("cannot start programs")?.clone();
    let adapter = args
        .adapter
        .adapt(&args.feed, || Probe::new(goal, args.answers.is_estimate(), run_limits(args, 1), interrupt))?;
    let solver = args.solver(adapter.as_ref(), goal)?;
    args.check_places(&solver)?;
    let result = try_goals(args, &solver, &given, goal, interrupt)?;
    let words: Vec<_> = args.command.iter().map(|word| word.to_string_lossy()).collect();
    let mut report = TrialReport {
        goal: result.tried.first().map_or(goal, |tried| tried.goal),
        command: words.join(" "),
        moves: args.answers.moves().name(),
        metric: args.answers.metric().metric,
        start_hint: start_hint(&args.command),
        silence_hint: only_functions(&args.command),
        option_hint: misplaced_option(&args.command),
        suggests_more: args.boards.are_usual(),
        nodes_as: args.answers.nodes_as.as_ref().map(ToString::to_string),
        wrong_search: None,
        isolation,
        result,
    };
    // Wrong searches are recognized by lengths in single-tile moves.
    if report.metric == Metric::SingleTile {
        report.wrong_search = report.find_wrong_search();
    }
    if let Some(adapter) = &adapter {
        let mut options =
            repeating(&goal, args.answers.moves_text(), args.answers.cost_text(), args.answers.accept_longer);
        if report.metric == Metric::MultiTile {
            options.push(format!("--metric={}", report.metric));
        }
        report.command = adapter.name();
        for one in report.result.tried.iter_mut().filter(|one| !one.is_right) {
            one.call = adapter.repeat(&one.board, &options);
        }
    }
    write_reports(args.format, &args.reports, &report, out)?;
    Ok(report.exit())
}

/// Runs the solver on the boards of each goal.
fn try_goals(
    args: &ValidateArgs,
    solver: &ForeignSolver,
    given: &[Board],
    goal: Goal,
    interrupt: &'static Interrupt,
) -> anyhow::Result<TrialResult> {
    let mut result: Option<TrialResult> = None;
    let drawn_goals = args.boards.goals(goal)?;
    for (nth, drawn) in drawn_goals.iter().enumerate() {
        let truth = args.truth(drawn, interrupt)?;
        let tasks = args.boards.choose(drawn, given, truth.solver.oracle(), args.quiet)?;
        let goals = goals_of(&tasks, drawn);
        if goals.len() > 1 && !solver.takes_goal() {
            bail!("these boards have different goals: put {{goal}} into the arguments or into --stdin");
        }
        let mut truth = Some(truth);
        for (number, goal) in goals.iter().enumerate() {
            let truth = match truth.take().filter(|_| goal == drawn) {
                Some(truth) => truth,
                None => args.truth(goal, interrupt)?,
            };
            let timeouts = result.as_ref().map_or(0, |result| result.timeouts);
            let goal_trial = GoalTrial {
                truth,
                boards: tasks.iter().filter(|task| task.goal == *goal).map(|task| task.board).collect(),
                // Malformed input does not depend on the goal, so it is tried once.
                is_malformed: args.boards.has_malformed() && result.is_none(),
                timeouts_left: args.stop_after_timeouts.map(|max| usize::from(max).saturating_sub(timeouts)),
            };
            let of_goal = try_goal(args, &solver.with_goal(*goal)?, goal_trial, interrupt)?;
            let is_over = ends_with(args, &of_goal);
            let all = match result.take() {
                Some(before) => before.and(of_goal),
                None => of_goal,
            };
            if is_over {
                let goals_not_tried = goals.len() - 1 - number + drawn_goals.len() - 1 - nth;
                return Ok(TrialResult { goals_not_tried, ..all });
            }
            result = Some(all);
        }
    }
    result.context("no board to try")
}

/// Whether no other goal is tried after these results.
fn ends_with(args: &ValidateArgs, of_goal: &TrialResult) -> bool {
    let has_failed = args.fail_fast && of_goal.tried.iter().any(|tried| !tried.is_right);
    has_failed
        || of_goal.is_interrupted
        // The limit may be reached on the last board of a goal.
        || of_goal.stopped_after_timeouts.is_some()
        || of_goal.tried.len() < of_goal.given
}

impl ValidateArgs {
    /// The program to run: the given command, or an adapter that calls a function.
    fn solver(&self, adapter: Option<&Adapter>, goal: Goal) -> anyhow::Result<ForeignSolver> {
        let Some(adapter) = adapter else {
            let solver = ForeignSolver::new(self.command.clone(), self.feed.feed(self.batch)?, goal);
            return solver.map_err(|error| match &error {
                CallError::Unknown(place) => {
                    let words = self.command.iter().map(|word| word.to_string_lossy());
                    let line = in_one_line(words.map(|word| word.replace(place.as_str(), "{}")));
                    anyhow!("{error}: pdb-solve validate -- {line}")
                }
                _ => error.into(),
            });
        };
        if !self.quiet {
            tell(adapter.notice());
        }
        let form = Some(InputForm::Board(BoardForm::Commas));
        let input_notation = InputNotation { form, ..InputNotation::default() };
        let on_easy_board = adapter.on_easy_board();
        let feed = Feed { input_notation, is_function: true, on_easy_board, ..Feed::default() };
        Ok(ForeignSolver::new(adapter.command(self.batch), feed, goal)?)
    }

    /// Rejects a command whose placeholders conflict with the options.
    fn check_places(&self, solver: &ForeignSolver) -> anyhow::Result<()> {
        if self.batch && solver.takes_arguments() {
            bail!("--batch: the boards come on standard input: leave {{}} out of the arguments");
        }
        if self.batch && solver.takes_file() {
            bail!("--batch: the boards come on standard input: leave {{file}} out");
        }
        if self.boards.has_drawn_goals() && !solver.takes_goal() && !self.adapter.is_given() {
            bail!(
                "--goal random: put {{goal}} into the arguments or into --stdin, so that the program knows \
                 the goal"
            );
        }
        if self.boards.has_malformed() && self.adapter.is_given() {
            bail!(
                "--boards malformed is for programs: --python and --java check their input before the call"
            );
        }
        Ok(())
    }

    /// The exact distances to a goal.
    fn truth(&self, goal: &Goal, interrupt: &'static Interrupt) -> anyhow::Result<Truth> {
        let folder = self.folder.folder();
        let multi_tile = multi_tile_of(&self.answers.measure()?, goal, &folder, Some(interrupt))?;
        let limits = Limits::default().with_interrupt(interrupt.clone());
        let notify = |notice: Notice| {
            if !self.quiet {
                tell_of(&notice, goal);
            }
        };
        let builder = with_tables(Solver::builder(goal), goal, &folder, limits);
        // Tables of random goals are not saved, because they are not used again.
        let builder = if self.boards.has_drawn_goals() { builder } else { builder.save_tables() };
        let built = builder.on_notice(notify).build();
        let solver = built.map_err(|error| anyhow!(with_hint(&error)))?;
        Ok(Truth { solver, multi_tile })
    }
}

/// The exact distances to a goal.
struct Truth {
    /// In single-tile moves.
    solver: Solver,
    /// In multi-tile moves, if they are the metric.
    multi_tile: Option<MultiTileOracle>,
}

/// The trial of one goal.
struct GoalTrial {
    truth: Truth,
    boards: Vec<Board>,
    /// Whether malformed input is tried as well.
    is_malformed: bool,
    /// The number of timeouts after which to stop, without those of earlier goals.
    timeouts_left: Option<usize>,
}

/// Runs the solver on boards of one goal.
fn try_goal(
    args: &ValidateArgs,
    solver: &ForeignSolver,
    goal_trial: GoalTrial,
    interrupt: &'static Interrupt,
) -> anyhow::Result<TrialResult> {
    let boards = match args.answers.is_estimate() {
        true => with_neighbors(goal_trial.boards, solver.goal(), args.answers.metric().metric),
        false => goal_trial.boards,
    };
    let runner = Runner::new(run_limits(args, boards.len()), Some(interrupt)).adopting_orphans()?;
    let runner = match args.feed.folders(solver.takes_file())? {
        Some(folders) => runner.in_folders(folders),
        None => runner,
    };
    let goal_trial = GoalTrial { boards, ..goal_trial };
    try_boards(args, solver, &runner, goal_trial, Some(interrupt))
}

/// Runs the solver on all boards.
fn try_boards(
    args: &ValidateArgs,
    solver: &ForeignSolver,
    runner: &Runner,
    goal_trial: GoalTrial,
    interrupt: Option<&'static Interrupt>,
) -> anyhow::Result<TrialResult> {
    let GoalTrial { truth, boards, is_malformed, timeouts_left } = goal_trial;
    let boards = &boards[..];
    let judge = judge_of(args, truth, interrupt)?;
    let trial = Trial {
        solver,
        runner,
        extractor: &args.answers.extractor(),
        judge: &judge,
        jobs: args.jobs.map_or_else(cores, usize::from),
        fail_fast: args.fail_fast,
        stop_after_timeouts: timeouts_left,
        accepts_longer: args.answers.accept_longer,
        expects_all_paths: args.answers.all_paths,
    };
    if trial.expects_all_paths && judge.solver().oracle().is_none() {
        bail!("--all-paths needs a full table, but {} boards are solved by searching", solver.goal().shape());
    }
    let TriedForms { answer, fitting } = try_forms(args, &trial, boards)?;
    let trial = Trial { solver: fitting.as_ref().map_or(solver, |fitting| &fitting.solver), ..trial };
    if !args.batch && !args.quiet && boards.len() >= MANY_RUNS {
        tell(about_many_runs(boards.len(), trial.jobs, args.adapter.is_given()));
    }
    let bar = progress_bar(boards.len() as u64, "boards", args.quiet);
    let progress = |_: &_| bar.inc(1);
    let mut result =
        if args.batch { trial.run_batch(boards, progress) } else { trial.run(boards, progress) }?;
    bar.finish_and_clear();
    if args.answers.is_estimate() {
        trial.check_consistency(&mut result, args.batch);
    } else if !args.batch {
        result.excuse_uncalled(answer, solver.is_function());
    }
    count_nodes(args, &mut result, interrupt)?;
    if !is_malformed || result.tried.len() < boards.len() {
        return Ok(result);
    }
    let (bad_inputs, left_running) = trial.run_bad_inputs(args.timeout.unwrap_or(DEFAULT_RUN_TIMEOUT));
    let is_interrupted = runner.is_interrupted();
    Ok(TrialResult { bad_inputs, left_running: result.left_running + left_running, is_interrupted, ..result })
}

/// Looks for the way of passing boards to the solver, and reports it.
fn try_forms(args: &ValidateArgs, trial: &Trial<'_>, boards: &[Board]) -> anyhow::Result<TriedForms> {
    // A user who names a notation knows the input format: such a program is not run once more.
    let is_open = trial.solver.has_open_form();
    let tried = match args.batch || !is_open {
        true => TriedForms::by_default(trial.solver.on_easy_board()),
        false => trial.try_forms(boards)?,
    };
    if let Some(fitting) = tried.fitting.as_ref().filter(|_| !args.quiet) {
        tell(fitting);
    }
    Ok(tried)
}

/// The judge for the metric, the cost of moves, and the move convention of the answers.
fn judge_of(
    args: &ValidateArgs,
    truth: Truth,
    interrupt: Option<&'static Interrupt>,
) -> anyhow::Result<Judge> {
    let judge = Judge::new(truth.solver);
    let is_either = args.answers.moves() == AcceptedMoves::Either;
    let judge = if is_either { judge.taking_either_convention() } else { judge };
    let limits = Limits::default().with_interrupt(interrupt.cloned());
    judging_by(judge, &args.answers.measure()?, truth.multi_tile, limits)
}

/// Counts the nodes that the search named by `--nodes-as` expands on the same boards.
fn count_nodes(
    args: &ValidateArgs,
    result: &mut TrialResult,
    interrupt: Option<&'static Interrupt>,
) -> anyhow::Result<()> {
    let Some(method) = &args.answers.nodes_as else { return Ok(()) };
    let bar = progress_bar(result.tried.len() as u64, "searches", args.quiet);
    let limits = Limits::default().with_interrupt(interrupt.cloned());
    count_as(method, &args.folder.folder(), limits, result, || bar.inc(1))
        .map_err(|error| anyhow!(with_hint(&error)))?;
    bar.finish_and_clear();
    Ok(())
}

fn run_limits(args: &ValidateArgs, boards: usize) -> RunLimits {
    // An answer in a batch is one line; a kilobyte is enough for the longest.
    let of_lines = if args.batch { boards.saturating_mul(1000) } else { 0 };
    RunLimits {
        time: args.timeout.unwrap_or(if args.batch { DEFAULT_BATCH_TIMEOUT } else { DEFAULT_RUN_TIMEOUT }),
        memory_in_bytes: args.max_memory,
        output_in_bytes: MAX_OUTPUT_IN_BYTES.saturating_add(of_lines),
        has_network: args.network,
    }
}
