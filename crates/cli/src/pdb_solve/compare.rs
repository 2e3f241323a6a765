//! `pdb-solve compare`: search methods on the same boards.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::ArgGroup;
use clap::builder::ArgPredicate;
use tilebase::board::{Board, Goal, LargeShape, Metric, Shape};
use tilebase::notation::{GoalName, Lines, MoveConvention};
use tilebase::search::{Limit, Weight};
use tilebase::solve::{Algorithm, ConventionName, HeuristicName, MethodError, Notice};
use tilebase::table::Folder;

use super::arguments::{unquoted, what_it_is};
use super::board_spec::{BOARD_ITEMS, BoardSpec};
use super::cost_args::{COST_HELP, CostArg, FROM_TABLE, check_algorithms, path_measure};
use super::options::{
    LimitArgs, algorithm, convention, heuristic, method_hint, moves, read_shape, read_weight,
};
use super::sample::oracle_to_sample;
use crate::ask::{
    Changes, NamedMethod, PathMeasure, reaches_only_blank_first, tell_of, with_cost_hint, with_hint,
};
use crate::batch::has_board;
use crate::contest::{Comparison, Contest, CostContest, MultiTileContest, Task};
use crate::report::Chart;
use crate::shell::{
    Exit, FolderArgs, Format, MetricArgs, ReportFile, ReportForm, check_reports, number, open_input,
    progress_bar, report_file, tell, without_repeats, write_all, write_report,
};

/// Compare search methods on the same boards
///
/// Each algorithm runs with each heuristic and each convention that applies to it. Searches run one
/// at a time, so that times can be compared.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{MORE}"))]
#[command(after_long_help = format!("{BOARD_ITEMS}\n\n{EXAMPLES}"))]
#[command(
    group = ArgGroup::new("compared boards").args(["given", "boards", "input"]).required(true).multiple(true)
)]
pub(crate) struct CompareArgs {
    /// Boards, row by row, 0 for the blank
    #[arg(value_name = "BOARD")]
    given: Vec<OsString>,

    /// Read boards from a file, one per line
    #[arg(long, short, value_name = "FILE", hide_short_help = true)]
    input: Option<PathBuf>,

    /// Boards: depths:5, random:20, korf15, keogh ...
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    boards: Option<BoardSpec>,

    /// Goal: blank-last, blank-first, snail, or a board
    ///
    /// Published sets have their own goals.
    #[arg(long, short, default_value_t, hide_default_value = true)]
    goal: GoalName,

    /// Board shape, if ambiguous [default: 3x3, or the goal's]
    #[arg(long, value_name = "RxC", value_parser = read_shape, hide_short_help = true)]
    shape: Option<Shape>,

    /// Seed of the boards that are drawn
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = number(0..=u64::MAX),
        hide_short_help = true,
        allow_negative_numbers = true
    )]
    seed: u64,

    /// Algorithms, with commas or repeated
    #[arg(
        long = "algorithm",
        short,
        value_name = "NAME",
        value_parser = algorithm(),
        value_delimiter = ',',
        default_value = "uniform-cost,astar",
        default_value_ifs([
            ("cost", ArgPredicate::IsPresent, Some("uniform-cost,astar,ida")),
            ("metric", ArgPredicate::Equals(Metric::MultiTile.name().into()), Some("table")),
        ]),
        hide_possible_values = true,
        long_help = ALGORITHMS_HELP
    )]
    algorithms: Vec<Algorithm>,

    /// Heuristics, with commas or repeated [default: misplaced,manhattan]
    #[arg(
        long = "heuristic",
        short = 'H',
        value_name = "NAME",
        value_parser = heuristic(),
        value_delimiter = ',',
        hide_possible_values = true
    )]
    heuristics: Vec<HeuristicName>,

    /// Search like standard, zhang, akhtar, parnami or tran
    #[arg(
        long = "convention",
        value_name = "NAME",
        value_parser = convention(),
        value_delimiter = ',',
        hide_possible_values = true
    )]
    conventions: Vec<ConventionName>,

    /// Weight of weighted-astar [default: 2]
    #[arg(
        long,
        value_name = "W",
        value_parser = read_weight,
        hide_short_help = true,
        allow_negative_numbers = true
    )]
    weight: Option<Weight>,

    /// Depth limit of depth-first, in moves [default: 31]
    #[arg(
        long,
        value_name = "N",
        value_parser = number(0..=u32::MAX),
        hide_short_help = true,
        allow_negative_numbers = true
    )]
    depth_limit: Option<u32>,

    #[arg(
        long,
        value_name = "COSTS",
        help = "Cost of each move: tile, U=1,D=3,L=2,R=2 or a file",
        long_help = format!("{COST_HELP}\n\n{COST_ALGORITHMS_HELP}"),
        conflicts_with_all = ["heuristics", "conventions", "weight", "depth_limit"]
    )]
    cost: Option<CostArg>,

    #[command(flatten)]
    metric: MetricArgs,

    /// Whether the directions in --cost are those of the blank or of the tile
    #[arg(
        long,
        short,
        value_name = "blank|tile",
        value_parser = moves(),
        default_value = "blank",
        hide_possible_values = true,
        hide_short_help = true,
        requires = "cost"
    )]
    moves: MoveConvention,

    #[command(flatten)]
    limits: LimitArgs,

    /// Output format: text, json or csv
    #[arg(long, short, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    format: Format,

    /// Write a report: .html, .csv, .json, or a folder/ of charts
    ///
    /// A name that ends in / is a folder for SVG charts. Can be repeated.
    #[arg(long = "report", value_name = "FILE", value_parser = report_file(&REPORTS))]
    reports: Vec<ReportFile>,

    #[command(flatten)]
    folder: FolderArgs,

    /// Print only results and errors
    #[arg(long, short, hide_short_help = true)]
    quiet: bool,
}

/// The formats of reports.
const REPORTS: [ReportForm; 4] = [ReportForm::Html, ReportForm::Charts, ReportForm::Csv, ReportForm::Json];

const EXAMPLES: &str = "\
Examples:
  pdb-solve compare 638541720 867254301 -a astar,ida -H manhattan,lc
  pdb-solve compare --boards keogh --convention tran --report charts/
  pdb-solve compare --boards depths:5 -a bfs,greedy,astar --report report.html";

const MORE: &str = "More, and all names: pdb-solve compare --help";

const ALGORITHMS_HELP: &str = "\
Search algorithms, separated by commas or repeated: breadth-first (bfs), bidirectional,
uniform-cost (ucs), depth-first (dfs), iterative-deepening (iddfs), greedy (gbfs), astar,
weighted-astar, ida, table";

const COST_ALGORITHMS_HELP: &str = "\
Compares uniform-cost, astar and ida by default. With --algorithm, choose from table,
uniform-cost, astar and ida. A* and IDA* use the Manhattan distance, weighted by the costs.";

pub(super) fn run(args: &CompareArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    check_reports(&args.reports)?;
    let compared = compared(args)?;
    if let Some((methods, limit)) = compared.methods_not_ready() {
        let what = if args.cost.is_some() { "the least costs" } else { "the pattern databases" };
        let hint = if args.cost.is_none() && limit == Limit::Time {
            "; `pdb-gen build` builds them in advance"
        } else {
            ""
        };
        tell(format!("{methods}: not searched, {limit} while preparing {what}{hint}"));
    }
    match args.format {
        Format::Text => compared.write_text(out)?,
        Format::Csv => compared.write_csv(out)?,
        Format::Json => compared.write_json(out)?,
    }
    write_reports(&args.reports, &compared)?;
    let all_solved = compared.summaries().iter().all(|summary| summary.solved == summary.boards);
    Ok(if all_solved { Exit::Yes } else { Exit::Failed })
}

/// Runs all methods on all boards.
fn compared(args: &CompareArgs) -> anyhow::Result<Comparison> {
    let (folder, limits) = (args.folder.folder(), args.limits.limits_and_interrupt()?);
    if path_measure(args.metric, args.cost.as_ref(), args.moves)? == PathMeasure::MultiTile {
        check_multi_tile(args)?;
        let tasks = tasks(args, &folder)?;
        let bar = progress_bar(tasks.len() as u64, "boards", args.quiet);
        let compared = MultiTileContest { interrupt: limits.interrupt, folder }.run(&tasks, || bar.inc(1));
        bar.finish_and_clear();
        return compared;
    }
    if let Some(cost) = &args.cost {
        let algorithms = without_repeats(args.algorithms.iter().copied());
        check_algorithms(algorithms.iter().copied())?;
        let tasks = tasks(args, &folder)?;
        let contest = CostContest { algorithms, costs: cost.costs(args.moves), limits };
        let bar = progress_bar(tasks.len() as u64, "boards", args.quiet);
        let compared = contest.run(&tasks, || bar.inc(1));
        bar.finish_and_clear();
        return compared.map_err(|error| anyhow!(with_cost_hint(&error)));
    }
    let methods = methods(args).map_err(|error| anyhow!(method_hint(&error)))?;
    let contest = Contest { methods, limits, folder };
    let tasks = tasks(args, &contest.folder)?;
    let bar = progress_bar(tasks.len() as u64, "boards", args.quiet);
    let notify = |notice: Notice, goal: &Goal| {
        if !args.quiet {
            tell_of(&notice, goal);
        }
    };
    let compared = contest.run(&tasks, &notify, || bar.inc(1));
    bar.finish_and_clear();
    compared.map_err(|error| anyhow!(with_hint(&error)))
}

/// Rejects what comparisons in the multi-tile metric do not support.
fn check_multi_tile(args: &CompareArgs) -> anyhow::Result<()> {
    if let Some(other) = args.algorithms.iter().find(|algorithm| **algorithm != Algorithm::Table) {
        bail!("{other} does not support --metric mtm; use table, the only method that does");
    }
    let given = [
        ("--heuristic", !args.heuristics.is_empty()),
        ("--convention", !args.conventions.is_empty()),
        ("--weight", args.weight.is_some()),
        ("--depth-limit", args.depth_limit.is_some()),
    ];
    args.metric.refuse(given.into_iter().chain(args.limits.given()), FROM_TABLE)?;
    args.boards.as_ref().map_or(Ok(()), |spec| spec.check_metric(args.metric))
}

/// The heuristics and the conventions that are compared unless others are given.
const USUAL_HEURISTICS: [HeuristicName; 2] = [HeuristicName::Misplaced, HeuristicName::Manhattan];
const USUAL_CONVENTIONS: [ConventionName; 1] = [ConventionName::Standard];

/// The default number of boards of an item.
const BOARDS_PER_ITEM: usize = 10;

/// Every algorithm with every heuristic and every convention that it supports.
fn methods(args: &CompareArgs) -> Result<Vec<NamedMethod>, MethodError> {
    let (heuristics, conventions) =
        (given_or(&args.heuristics, &USUAL_HEURISTICS), given_or(&args.conventions, &USUAL_CONVENTIONS));
    let mut methods: Vec<NamedMethod> = Vec::new();
    for &algorithm in &args.algorithms {
        let weight = args.weight.filter(|_| algorithm.has_weight());
        let depth_limit = args.depth_limit.filter(|_| algorithm.has_depth_limit());
        let heuristics = heuristics.iter().copied().map(Some).filter(|_| algorithm.takes_heuristic());
        let conventions = conventions.iter().copied().map(Some).filter(|_| algorithm.has_conventions());
        let conventions: Vec<_> = or_none(conventions);
        for heuristic in or_none(heuristics) {
            for &convention in &conventions {
                let changes = Changes { heuristic, convention, weight, depth_limit, ..Changes::default() };
                methods.push(NamedMethod::new(algorithm, changes)?);
            }
        }
    }
    Ok(without_repeats(methods))
}

fn given_or<'a, T>(given: &'a [T], usual: &'a [T]) -> &'a [T] {
    if given.is_empty() { usual } else { given }
}

fn or_none<T>(options: impl Iterator<Item = Option<T>>) -> Vec<Option<T>> {
    let options: Vec<Option<T>> = options.collect();
    if options.is_empty() { vec![None] } else { options }
}

fn tasks(args: &CompareArgs, folder: &Folder) -> anyhow::Result<Vec<Task>> {
    let mut tasks = Vec::new();
    let shape = args.shape.or_else(|| args.goal.shape());
    let mut add = |board: Board| -> anyhow::Result<()> {
        let goal = args.goal.on(board.shape())?;
        if reaches_only_blank_first(&board, &goal) {
            bail!(
                "{board} cannot reach the goal blank-last, but it can reach blank-first; use --goal \
                 blank-first"
            );
        }
        tasks.push(Task { board, goal });
        Ok(())
    };
    for word in unquoted(&args.given, shape.map(LargeShape::from)) {
        match Board::read(&word.to_string_lossy(), shape) {
            Ok(board) => add(board)?,
            Err(error) => match args.limits.detached_unit(&word).or_else(|| what_it_is(&word)) {
                Some(better) => bail!(better),
                None => return Err(error.into()),
            },
        }
    }
    if let Some(file) = &args.input {
        for (number, line) in (1..).zip(Lines::new(open_input(file)?)) {
            let line = line?;
            if has_board(line.as_bytes()) {
                add(Board::read(&line, shape).with_context(|| format!("line {number}"))?)?;
            }
        }
        if tasks.is_empty() && args.boards.is_none() {
            bail!("{} has no boards: nothing to compare", file.display());
        }
    }
    let Some(spec) = &args.boards else { return Ok(tasks) };
    if spec.has_malformed() {
        bail!("--boards malformed is only for pdb-solve validate");
    }
    let shape = args.shape.or_else(|| args.goal.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    let goal = args.goal.on(shape)?;
    let oracle = if spec.needs_table() { Some(oracle_to_sample(&goal, folder)?) } else { None };
    tasks.extend(spec.draw(&goal, oracle.as_deref(), args.seed, BOARDS_PER_ITEM)?);
    Ok(tasks)
}

fn write_reports(reports: &[ReportFile], compared: &Comparison) -> anyhow::Result<()> {
    write_all(reports, |ReportFile { path, form }| match form {
        ReportForm::Html => write_report(path, |out| Ok(compared.write_page(&compared.charts()?, out)?)),
        ReportForm::Charts => write_charts(&compared.charts()?, path),
        ReportForm::Csv => write_report(path, |out| Ok(compared.write_csv(out)?)),
        ReportForm::Json => write_report(path, |out| Ok(compared.write_json(out)?)),
        ReportForm::Markdown | ReportForm::JUnit => Ok(()), // Not in REPORTS.
    })
}

fn write_charts(charts: &[Chart], folder: &Path) -> anyhow::Result<()> {
    for chart in charts {
        let file = folder.join(format!("{}.svg", chart.name));
        write_report(&file, |out| Ok(out.write_all(chart.svg.as_bytes())?))?;
    }
    Ok(())
}
