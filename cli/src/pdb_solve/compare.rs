//! `pdb-solve compare`: search methods on the same boards.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::ArgGroup;
use tilebase::board::{Goal, Shape};
use tilebase::notation::{GoalName, read_board};
use tilebase::search::Weight;
use tilebase::solve::{
    Algorithm, ConventionName, Depths, HeuristicName, MethodError, Notice, draw_boards_of_depths,
};
use tilebase::table::Folder;

use super::options::{LimitArgs, algorithm, convention, heuristic, method_hint, read_weight};
use super::sample::oracle_to_sample;
use crate::ask::{Changes, NamedMethod, tell_of, with_hint};
use crate::contest::{BoardSet, Comparison, Contest, Task};
use crate::report::Chart;
use crate::shell::{Exit, FolderArgs, Format, progress_bar, write_file};

/// Run search methods on the same boards, and show what each took
///
/// Every algorithm is run with every heuristic, where it takes one, and with every convention, where it has some; one
/// search at a time, so that times can be compared.
#[derive(Debug, clap::Args)]
#[command(after_help = COMPARE_EXAMPLES)]
#[command(group = ArgGroup::new("compared boards").args(["boards", "set", "sample"]).required(true).multiple(true))]
pub(super) struct CompareArgs {
    /// The boards: row by row, 0 for the blank
    #[arg(value_name = "BOARD")]
    boards: Vec<String>,

    /// Boards that have a name
    #[arg(long, value_enum, value_delimiter = ',')]
    set: Vec<BoardSet>,

    /// So many random boards of every depth
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    sample: Option<usize>,

    /// The seed of the random boards
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,

    /// The goal of boards that are given or drawn
    #[arg(long, short, default_value_t)]
    goal: GoalName,

    /// The shape of boards that are given or drawn [default: 3x3, or what the number of tiles tells]
    #[arg(long)]
    shape: Option<Shape>,

    /// The algorithms
    #[arg(long, short, value_parser = algorithm(), value_delimiter = ',', default_value = "uniform-cost,astar")]
    algorithms: Vec<Algorithm>,

    /// The heuristics [default: misplaced,manhattan]
    #[arg(
        long,
        short = 'H',
        value_parser = heuristic(),
        value_delimiter = ',',
        default_value = "misplaced,manhattan",
        hide_default_value = true
    )]
    heuristics: Vec<HeuristicName>,

    /// The conventions
    #[arg(long, value_parser = convention(), value_delimiter = ',', default_value = "standard")]
    conventions: Vec<ConventionName>,

    /// The weight of weighted-astar [default: 2]
    #[arg(long, value_name = "W", value_parser = read_weight, allow_negative_numbers = true)]
    weight: Option<Weight>,

    /// The depth limit of depth-first, in moves [default: 31]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    depth_limit: Option<u32>,

    #[command(flatten)]
    limits: LimitArgs,

    /// How to write the figures
    #[arg(long, short, value_enum, default_value_t)]
    format: Format,

    /// Draw states expanded, the longest open list and time against the depth, as SVG files in a folder
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,

    /// Write pictures and figures as one web page that needs nothing beside it
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    #[command(flatten)]
    folder: FolderArgs,

    /// Say nothing but figures and errors
    #[arg(long, short)]
    quiet: bool,
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  pdb-solve compare 638541720 867254301 -a astar,ida -H manhattan,linear-conflict
  pdb-solve compare --set keogh --conventions tran --plot charts    as Tran's report has it
  pdb-solve compare --sample 5 -a breadth-first,greedy,astar --html report.html";

pub(super) fn run(args: &CompareArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let folder = args.folder.folder();
    let methods = methods(args).map_err(|error| anyhow!(method_hint(&error)))?;
    let contest = Contest { methods, limits: args.limits.limits_and_interrupt()?, folder };
    let tasks = tasks(args, &contest.folder)?;
    let bar = progress_bar(tasks.len() as u64, "boards", args.quiet);
    let notify = |notice: Notice, goal: &Goal| {
        if !args.quiet {
            bar.suspend(|| tell_of(&notice, goal));
        }
    };
    let compared = contest.run(&tasks, &notify, || bar.inc(1)).map_err(|error| anyhow!(with_hint(&error)))?;
    bar.finish_and_clear();
    match args.format {
        Format::Text => compared.write_text(out)?,
        Format::Csv => compared.write_csv(out)?,
        Format::Json => compared.write_json(out)?,
    }
    if args.plot.is_some() || args.html.is_some() {
        let charts = compared.charts()?;
        args.plot.iter().try_for_each(|folder| write_charts(&charts, folder))?;
        args.html.iter().try_for_each(|file| write_html(&compared, &charts, file))?;
    }
    let all_solved = compared.summaries().iter().all(|summary| summary.solved == summary.boards);
    Ok(if all_solved { Exit::Yes } else { Exit::Failed })
}

/// Every algorithm with every heuristic and every convention that it takes.
fn methods(args: &CompareArgs) -> Result<Vec<NamedMethod>, MethodError> {
    let mut methods: Vec<NamedMethod> = Vec::new();
    for &algorithm in &args.algorithms {
        let weight = args.weight.filter(|_| algorithm.has_weight());
        let depth_limit = args.depth_limit.filter(|_| algorithm.has_depth_limit());
        let heuristics = args.heuristics.iter().copied().map(Some).filter(|_| algorithm.takes_heuristic());
        let conventions = args.conventions.iter().copied().map(Some).filter(|_| algorithm.has_conventions());
        let conventions: Vec<_> = or_none(conventions);
        for heuristic in or_none(heuristics) {
            for &convention in &conventions {
                let changes = Changes { heuristic, convention, weight, depth_limit, ..Changes::default() };
                methods.push(NamedMethod::new(algorithm, changes)?);
            }
        }
    }
    methods.dedup();
    Ok(methods)
}

fn or_none<T>(options: impl Iterator<Item = Option<T>>) -> Vec<Option<T>> {
    let options: Vec<Option<T>> = options.collect();
    if options.is_empty() { vec![None] } else { options }
}

fn tasks(args: &CompareArgs, folder: &Folder) -> anyhow::Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for text in &args.boards {
        let board = read_board(text, args.shape.or_else(|| args.goal.shape()))?;
        tasks.push(Task { board, goal: args.goal.on(board.shape())? });
    }
    tasks.extend(args.set.iter().flat_map(|set| set.tasks()));
    if let Some(of_each_depth) = args.sample {
        let shape = args.shape.or_else(|| args.goal.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
        let goal = args.goal.on(shape)?;
        let boards = draw_boards_of_depths(
            &*oracle_to_sample(&goal, folder)?,
            &Depths::Each,
            of_each_depth,
            args.seed,
        )?;
        tasks.extend(boards.into_iter().map(|board| Task { board, goal }));
    }
    Ok(tasks)
}

fn write_charts(charts: &[Chart], folder: &Path) -> anyhow::Result<()> {
    for chart in charts {
        let file = folder.join(format!("{}.svg", chart.name));
        write_file::<anyhow::Error>(&file, "writing the chart", |out| {
            Ok(out.write_all(chart.svg.as_bytes())?)
        })?;
    }
    Ok(())
}

fn write_html(compared: &Comparison, charts: &[Chart], file: &Path) -> anyhow::Result<()> {
    write_file(file, "writing the page", |out| Ok(compared.write_page(charts, out)?))
}
