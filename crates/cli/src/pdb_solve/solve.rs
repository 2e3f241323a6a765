//! `pdb-solve BOARD...` and `pdb-solve --input FILE`: finds optimal paths.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Mutex;

use anyhow::bail;
use tilebase::board::{Goal, LargeBoard, Shape};
use tilebase::exchange::Exchange;
use tilebase::notation::{GoalName, Lines};
use tilebase::solve::{Algorithm, Notice};

use super::anytime::AnytimeOptions;
use super::arguments::{in_one_word, is_solved_goal, unquoted, what_it_is};
use super::cost_args::{check_costs, path_measure};
use super::options::method_hint;
use super::prove;
use super::saving::{check_saving, saving};
use super::solve_args::{NO_BOARD, Paths, SolveArgs, to_blank_first};
use crate::ask::{
    Answer, Answerer, Changes, Extras, NamedMethod, PathMeasure, Processes, SolveOptions, Trace, tell_of,
};
use crate::batch::{JoinedDrawings, has_board};
use crate::report::{AnswerWriter, AnytimeWriter, BatchSummary, answer_for_first, hand_out_batch, run_batch};
use crate::shell::{
    Exit, FailedElsewhere, Format, TextOrJson, agreed, columns_of_output, lock, open_input,
    output_has_colors, quoted_path, tell,
};

/// The message about boards too large for exact searches.
const MANY_CELLS: &str = "boards of more than 25 cells are not searched exactly; --anytime finds a path for \
                          boards of up to 10x10, with a guaranteed bound";

pub(super) fn run(
    args: &SolveArgs,
    out: &mut impl Write,
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Exit> {
    if !args.boards.is_empty() || args.input.is_some() {
        let boards = unquoted(&args.boards, args.shape);
        return run_on(&SolveArgs { boards, ..args.clone() }, out, exchange);
    }
    // Boards on a pipe are read without an option.
    if exchange.processes() > 1 || io::stdin().is_terminal() {
        bail!(NO_BOARD);
    }
    run_on(&SolveArgs { input: Some("-".into()), ..args.clone() }, out, exchange)
}

fn run_on(args: &SolveArgs, out: &mut impl Write, exchange: &mut dyn Exchange) -> anyhow::Result<Exit> {
    if args.input.is_some() && !args.boards.is_empty() {
        bail!("boards come from --input or from the command line, not from both");
    }
    let (options, writer) = agreed(parsed(args), exchange)?;
    if (args.anytime || args.prove.is_some()) && exchange.process() > 0 {
        return Ok(Exit::Yes);
    }
    // All solving processes open the same tables, so one of them reports. With --input, the first
    // process does not solve.
    let quiet = args.quiet || exchange.process() > usize::from(args.input.is_some());
    let notify = |notice: Notice, goal: &Goal| {
        if !quiet {
            tell_of(&notice, goal);
        }
    };
    if args.anytime {
        return answer_anytime(args, &options, &notify, out);
    }
    if let Some(length) = args.prove {
        return prove::run(args, length, options, writer, &notify, out);
    }
    let is_shared = exchange.processes() > 1 && can_be_shared(&options);
    let answerer = Answerer::new(options, &notify).saving(saving(args, quiet, exchange)?);
    if is_shared && args.input.is_none() {
        return answer_arguments_on(args, &answerer, &writer, out, exchange);
    }
    let exit = match &args.input {
        Some(file) if exchange.processes() > 1 => {
            answer_file_on(args, file, &answerer, &writer, out, exchange)
        }
        Some(file) => answer_file(args, file, &answerer, &writer, out),
        None if exchange.process() > 0 => Ok(Exit::Yes),
        None => answer_arguments(args, &answerer, &writer, out),
    };
    if exit.is_ok() {
        out.flush()?;
        answerer.remove_saved();
    }
    exit
}

/// Whether processes may share the search for one board. An exact limit of states requires a single
/// thread.
fn can_be_shared(options: &SolveOptions) -> bool {
    let SolveOptions { method, limits, extras, table, measure, .. } = options;
    method.is_none_or(|method| method.method().algorithm().is_resumable())
        && limits.expanded.is_none()
        && table.is_none()
        && *measure == PathMeasure::SingleTile
        && !(extras.all || extras.count || extras.trace == Some(Trace::All))
}

fn parsed(args: &SolveArgs) -> anyhow::Result<(SolveOptions, AnswerWriter)> {
    let SolveArgs { show, stats, trace, paths, .. } = *args;
    let (all, count) = (paths == Some(Paths::All), paths.is_some());
    // First, so that no message suggests another option that is refused too.
    let measure = path_measure(args.metric, args.cost.as_ref(), args.moves)?;
    args.check_multi_tile()?;
    let method = method(args)?;
    if args.cost.is_some() {
        check_costs(args.algorithm, paths == Some(Paths::All))?;
    }
    if paths.is_some() && method.is_some_and(|method| method.method().algorithm() != Algorithm::Table) {
        bail!("--paths needs --algorithm table: a search finds one path");
    }
    check_saving(args)?;
    let format = args.format;
    if show && format != Format::Text {
        bail!("--show needs --format text");
    }
    if trace.is_some() && format == Format::Csv {
        bail!("--trace needs --format text or json");
    }
    if trace == Some(Trace::All)
        && method.is_none_or(|method| method.method().algorithm() == Algorithm::Table)
    {
        bail!("--trace all shows the states that a search expands; add an algorithm, such as -a astar");
    }
    let limits = match args.input {
        Some(_) if !args.anytime => args.limits.limits(),
        _ => args.limits.limits_and_interrupt()?,
    };
    // Idle threads join running searches, except if every board of a file has a time limit: a
    // thread that waits for helpers could be delayed by their boards.
    let on_one_thread = args.input.is_some() && !args.anytime && limits.time.is_some();
    let limits = limits.with_on_one_thread(on_one_thread);
    let (costs, metric, resumed) = (args.cost.is_some(), args.metric.metric, args.resume);
    let extras = Extras { show, stats, all, count, trace, costs, metric, resumed };
    let options = SolveOptions {
        goal: args.goal,
        shape: exact_shape(args)?,
        method,
        measure,
        limits,
        extras,
        folder: Some(args.folder.folder()),
        table: args.table.clone(),
    };
    let (colored, columns) = (output_has_colors(), columns_of_output());
    Ok((options, AnswerWriter { format, convention: args.moves, extras, colored, columns }))
}

/// The shape for exact searches; `None` if it is not given, or if boards may be larger.
fn exact_shape(args: &SolveArgs) -> anyhow::Result<Option<Shape>> {
    let Some(shape) = args.shape else { return Ok(None) };
    match shape.exact() {
        None if !args.anytime => bail!("--shape {shape}: {MANY_CELLS}"),
        exact => Ok(exact),
    }
}

/// Solves boards with improving paths.
fn answer_anytime(
    args: &SolveArgs,
    options: &SolveOptions,
    notify: &(dyn Fn(Notice, &Goal) + Sync),
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let format = match args.format {
        Format::Text => TextOrJson::Text,
        Format::Json => TextOrJson::Json,
        Format::Csv => bail!("--anytime needs --format text or json"),
    };
    let anytime = AnytimeOptions {
        goal: args.goal,
        shape: args.shape,
        limits: options.limits.clone(),
        quiet: args.quiet,
        writer: AnytimeWriter { format, convention: args.moves },
        answerer: &|limits| Answerer::new(SolveOptions { limits, ..options.clone() }, notify),
    };
    let Some(file) = &args.input else {
        return anytime.answer(args.boards.iter().map(|board| Ok(board.to_string_lossy().into_owned())), out);
    };
    let boards = Lines::new(open_input(file)?).map(|line| Ok(line?));
    let has_board =
        |line: &anyhow::Result<String>| line.as_ref().map_or(true, |line| has_board(line.as_bytes()));
    let mut boards = boards.filter(has_board).peekable();
    if boards.peek().is_none() {
        return Ok(report_no_boards(file));
    }
    anytime.answer(boards, out)
}

/// The requested method; `None` to choose one for each board.
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
            let given = [
                (heuristic.is_some(), "--heuristic", "astar"),
                (convention.is_some(), "--convention", "astar"),
                (order.is_some(), "--order", "astar"),
                (duplicates.is_some(), "--duplicates", "astar"),
                (ties.is_some(), "--ties", "astar"),
                (weight.is_some(), "--weight", "weighted-astar"),
                (depth_limit.is_some(), "--depth-limit", "depth-first"),
            ];
            let option = given.into_iter().find(|(is_given, ..)| *is_given);
            let (_, option, algorithm) = option.unwrap_or((true, "this option", "astar"));
            bail!("{option} only applies to a search; add an algorithm, such as -a {algorithm}")
        }
    }
}

/// Solves boards from the command line.
fn answer_arguments(
    args: &SolveArgs,
    answerer: &Answerer<'_>,
    writer: &AnswerWriter,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let mut worst = Exit::Yes;
    let mut to_blank_first = 0;
    let mut first_unsolvable = None;
    writer.begin(out)?;
    for board in &args.boards {
        // Passed as bytes: an argument need not be UTF-8, and messages show it as it is.
        let (exit, is_to_blank_first) = answer_argument(args, board, answerer, None, writer, out)?;
        worst = worst.max(exit);
        if exit == Exit::No {
            first_unsolvable = first_unsolvable.or(Some(board));
        }
        to_blank_first += u64::from(is_to_blank_first);
    }
    tell_of_blank_first(args, to_blank_first);
    if let Some(board) = first_unsolvable.filter(|_| writer.format == Format::Text && !args.quiet) {
        let options = args.goal_options();
        let board = in_one_word(board, args.shape);
        tell(format_args!("to see why, run: pdb-solve explain {board}{options}"));
    }
    if let [_, second] = args.boards.as_slice()
        && writer.format == Format::Text
        && args.goal == GoalName::default()
        && !args.quiet
        && is_solved_goal(second)
    {
        let second = second.to_string_lossy();
        let goal = format!("to make it the goal, use --goal {second}");
        tell(format_args!("{second} was solved as a second board; {goal}"));
    }
    Ok(worst)
}

/// Solves boards from the command line with several processes, which share long searches. The first
/// process writes the answers.
fn answer_arguments_on(
    args: &SolveArgs,
    answerer: &Answerer<'_>,
    writer: &AnswerWriter,
    out: &mut impl Write,
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Exit> {
    let is_first = exchange.process() == 0;
    let processes = Mutex::new(exchange);
    let mut worst = Exit::Yes;
    let mut to_blank_first = 0;
    if is_first {
        writer.begin(out)?;
    }
    for board in &args.boards {
        let prepared = answerer.prepare(board.as_encoded_bytes());
        let has_first_failed = {
            let mut exchange = lock(&processes);
            let of_first = exchange.broadcast(vec![prepared.is_err().into()]);
            // Only the first process reports the failure of another.
            let has_first_failed = match of_first {
                Err(_) if !is_first => return Err(FailedElsewhere.into()),
                of_first => of_first? == [1],
            };
            if !has_first_failed {
                agreed(prepared, &mut **exchange)?;
            }
            has_first_failed
        };
        if is_first {
            let (exit, is_to_blank_first) =
                answer_argument(args, board, answerer, Some(&processes), writer, out)?;
            worst = worst.max(exit);
            to_blank_first += u64::from(is_to_blank_first);
        } else if !has_first_failed {
            match answerer.answer_among(board.as_encoded_bytes(), Some(&processes)) {
                // The first process reports it.
                Err(_) => return Err(FailedElsewhere.into()),
                Ok(Answer::Failed { error, .. }) => bail!(error),
                Ok(_) => {}
            }
        }
    }
    tell_of_blank_first(args, to_blank_first);
    Ok(worst)
}

/// Reports, once per run, the boards that the other common goal would make solvable.
fn tell_of_blank_first(args: &SolveArgs, boards: u64) {
    if boards > 0 && args.goal == GoalName::default() && !args.quiet {
        tell(to_blank_first(boards));
    }
}

/// Solves one board from the command line. In text format, errors go to standard error. Also
/// returns whether another goal would make the board solvable.
fn answer_argument(
    args: &SolveArgs,
    board: &OsStr,
    answerer: &Answerer<'_>,
    processes: Option<&Processes<'_>>,
    writer: &AnswerWriter,
    out: &mut impl Write,
) -> anyhow::Result<(Exit, bool)> {
    let mut answer = answerer.answer_among(board.as_encoded_bytes(), processes)?;
    if let Answer::Failed { error, .. } = &mut answer {
        let better = args.limits.detached_unit(board).or_else(|| what_it_is(board));
        *error = better.unwrap_or_else(|| std::mem::take(error));
    }
    match &answer {
        Answer::Failed { .. } if LargeBoard::is_needed_for(&board.to_string_lossy()) => {
            tell(MANY_CELLS);
            if writer.format != Format::Text {
                writer.write(&answer, out)?;
            }
        }
        Answer::Failed { error, .. } if writer.format == Format::Text => {
            out.flush()?;
            tell(error);
        }
        _ => writer.write(&answer, out)?,
    }
    out.flush()?;
    answerer.remove_saved();
    if matches!(answer, Answer::LimitReached { .. }) && args.algorithm.is_none() && !args.quiet {
        tell("--anytime prints the best path found within the limit, with a guaranteed bound");
    }
    Ok((answer.exit(), answer.is_solvable_to_blank_first()))
}

/// Solves boards from a file. Every line gets an answer, including invalid lines, except empty
/// lines and comments.
fn answer_file(
    args: &SolveArgs,
    file: &Path,
    answerer: &Answerer<'_>,
    writer: &AnswerWriter,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let mut input = JoinedDrawings::new(open_input(file)?);
    let mut out = Answered { out, answerer };
    let summary =
        run_batch(&mut input, &mut out, writer, |line| has_board(line).then(|| answerer.answer(line)))?;
    Ok(report_summary(args, file, &summary))
}

/// An output that removes the checkpoints of searches once their answers are flushed.
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

/// Solves boards from a file with several processes: the first one reads and writes, the others
/// solve.
fn answer_file_on(
    args: &SolveArgs,
    file: &Path,
    answerer: &Answerer<'_>,
    writer: &AnswerWriter,
    out: &mut impl Write,
    exchange: &mut dyn Exchange,
) -> anyhow::Result<Exit> {
    let input = if exchange.process() == 0 { open_input(file).map(Some) } else { Ok(None) };
    if let Some(input) = agreed(input, exchange)? {
        let input = Box::new(JoinedDrawings::new(input));
        return Ok(report_summary(args, file, &hand_out_batch(exchange, input, out, writer)?));
    }
    answer_for_first(exchange, writer, |line| has_board(line).then(|| answerer.answer(line)))?;
    Ok(Exit::Yes)
}

/// Reports lines without an answer. Returns the exit code.
fn report_summary(args: &SolveArgs, file: &Path, summary: &BatchSummary) -> Exit {
    if summary.lines == 0 {
        return report_no_boards(file);
    }
    if let Some(first) = summary.first_failed {
        let (failed, lines) = (summary.failed, summary.lines);
        tell(format_args!("{failed} of {lines} lines have no answer; the first is line {first}"));
    }
    if summary.rows > 1 && summary.rows == summary.failed {
        let file = if file == Path::new("-") { String::new() } else { format!(" {}", quoted_path(file)) };
        tell(format_args!(
            "expected one board per line; for boards in rows: `pdb-solve convert{file} | pdb-solve`"
        ));
    }
    tell_of_blank_first(args, summary.solvable_to_blank_first);
    summary.exit()
}

/// Reports an input without boards. Returns the exit code.
fn report_no_boards(file: &Path) -> Exit {
    if file == Path::new("-") {
        tell("no boards on standard input; give one, such as pdb-solve 638541720");
    } else {
        tell(format_args!("{} has no boards: nothing to solve", file.display()));
    }
    Exit::Failed
}
