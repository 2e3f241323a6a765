//! `pdb-solve compare`.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use comfy_table::{CellAlignment, Table, presets};
use tilebase::board::{Goal, Shape};
use tilebase::cli::{Exit, progress_bar};
use tilebase::notation::read_board;
use tilebase::report::{
    Chart, ComparedRun, Comparison, Contest, Made, Method, MethodError, MethodOptions, MethodSummary,
    Population, Task, draw_sample, write_page,
};
use tilebase::table::Folder;

use crate::args::{CompareArgs, Format};
use crate::made::tell_of;

pub(crate) fn run(args: &CompareArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let folder = Folder::new(args.pdb_dir.clone());
    let contest = Contest { methods: methods(args)?, limits: args.limits.limits_and_interrupt()?, folder };
    let tasks = tasks(args, &contest.folder)?;
    let bar = progress_bar(tasks.len() as u64, "boards", args.quiet);
    let told = |made: &Made, goal: &Goal| {
        if !args.quiet {
            bar.suspend(|| tell_of(made, goal));
        }
    };
    let compared = contest.run(&tasks, told, || bar.inc(1)).map_err(|error| anyhow!(error))?;
    bar.finish_and_clear();
    match args.format {
        Format::Text => write_text(&compared, out)?,
        Format::Csv => compared.write_csv(out)?,
        Format::Json => compared.runs().try_for_each(|run| {
            serde_json::to_writer(&mut *out, &run)?;
            writeln!(out).map_err(anyhow::Error::from)
        })?,
    }
    if args.plot.is_some() || args.html.is_some() {
        let charts = compared.charts().map_err(|error| anyhow!(error))?;
        args.plot.iter().try_for_each(|folder| write_charts(&charts, folder))?;
        args.html.iter().try_for_each(|file| write_html(&compared, &charts, file))?;
    }
    let all_solved = compared.summaries().iter().all(|summary| summary.solved == summary.boards);
    Ok(if all_solved { Exit::Yes } else { Exit::Failed })
}

/// Every algorithm with every heuristic and every convention that it takes.
fn methods(args: &CompareArgs) -> Result<Vec<Method>, MethodError> {
    let mut methods: Vec<Method> = Vec::new();
    for &algorithm in &args.algorithms {
        let weight = args.weight.filter(|_| algorithm.has_weight());
        let depth_limit = args.depth_limit.filter(|_| algorithm.has_depth_limit());
        let heuristics = args.heuristics.iter().copied().map(Some).filter(|_| algorithm.takes_heuristic());
        let conventions = args.conventions.iter().copied().map(Some).filter(|_| algorithm.has_conventions());
        let conventions: Vec<_> = or_none(conventions);
        for heuristic in or_none(heuristics) {
            for &convention in &conventions {
                let options =
                    MethodOptions { heuristic, convention, weight, depth_limit, ..MethodOptions::default() };
                methods.push(Method::new(algorithm, options)?);
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
        let boards = draw_sample(&goal, &Population::EveryDepth, of_each_depth, args.seed, folder)?;
        tasks.extend(boards.into_iter().map(|board| Task { board, goal }));
    }
    Ok(tasks)
}

/// More boards than this are summed up only.
const MOST_BOARDS_LISTED: usize = 40;

const OF_A_RUN: [&str; 9] =
    ["board", "depth", "method", "length", "expanded", "generated", "peak open", "ms", "remarks"];
const OF_A_SUMMARY: [&str; 7] =
    ["means by method", "solved", "too long", "expanded", "generated", "peak open", "ms"];

fn write_text(compared: &Comparison, out: &mut impl Write) -> anyhow::Result<()> {
    let summaries = compared.summaries();
    let boards = summaries.first().map_or(0, |summary| summary.boards);
    if boards <= MOST_BOARDS_LISTED {
        writeln!(out, "{}", in_columns(&OF_A_RUN, compared.runs().map(cells_of_run)).trim_fmt())?;
    }
    if boards > 1 {
        let gap = if boards <= MOST_BOARDS_LISTED { "\n" } else { "" };
        let means = in_columns(&OF_A_SUMMARY, summaries.into_iter().map(cells_of_summary));
        writeln!(out, "{gap}{}", means.trim_fmt())?;
    }
    Ok(())
}

fn cells_of_run(run: ComparedRun) -> Vec<String> {
    let remark = match (run.guaranteed_optimal, run.limit) {
        (_, Some(limit)) => limit,
        (Some(false), None) => "not guaranteed optimal",
        _ => "",
    };
    vec![
        run.board,
        run.depth.map_or_else(String::new, |depth| depth.to_string()),
        run.method,
        run.length.map_or_else(String::new, |length| length.to_string()),
        run.expanded.to_string(),
        run.generated.to_string(),
        run.peak_open.to_string(),
        format!("{:.3}", run.seconds * 1e3),
        remark.to_owned(),
    ]
}

fn cells_of_summary(summary: MethodSummary) -> Vec<String> {
    let MethodSummary { method, solved, boards, longer, expanded, generated, peak_open, seconds } = summary;
    vec![
        method,
        format!("{solved} of {boards}"),
        longer.to_string(),
        format!("{expanded:.1}"),
        format!("{generated:.1}"),
        format!("{peak_open:.1}"),
        format!("{:.3}", seconds * 1e3),
    ]
}

fn in_columns(names: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(names);
    for (nth, column) in table.column_iter_mut().enumerate() {
        column.set_padding(if nth == 0 { (0, 0) } else { (2, 0) });
        let is_words = matches!(names[nth], "board" | "method" | "remarks" | "means by method");
        column.set_cell_alignment(if is_words { CellAlignment::Left } else { CellAlignment::Right });
    }
    table.add_rows(rows);
    table
}

fn write_charts(charts: &[Chart], folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{} can't be made", folder.display()))?;
    for chart in charts {
        let file = folder.join(format!("{}.svg", chart.name));
        fs::write(&file, &chart.svg).with_context(|| format!("{} can't be written", file.display()))?;
    }
    Ok(())
}

fn write_html(compared: &Comparison, charts: &[Chart], file: &Path) -> anyhow::Result<()> {
    let failed = || format!("{} can't be written", file.display());
    let mut out = BufWriter::new(File::create(file).with_context(failed)?);
    write_page(compared, charts, &mut out).and_then(|()| out.flush()).with_context(failed)
}
