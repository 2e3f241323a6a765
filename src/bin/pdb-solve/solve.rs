//! `pdb-solve BOARD...` and `pdb-solve --input FILE`.

use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use anyhow::bail;
use tilebase::board::Goal;
use tilebase::cli::{Exit, tell};
use tilebase::notation::MoveConvention;
use tilebase::report::{
    Algorithm, Answer, AnswerFormat, AnswerWriter, Answerer, Extras, Made, Method, MethodOptions, Question,
    Trace, Verdict, run_batch,
};
use tilebase::search::Limits;
use tilebase::table::Folder;

use crate::args::{Moves, SolveArgs};
use crate::input::open_input;
use crate::made::tell_of;

pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let (question, writer) = options(args)?;
    let quiet = args.quiet;
    let answerer = Answerer::new(question, |made: &Made, goal: &Goal| {
        if !quiet {
            tell_of(made, goal);
        }
    });
    match &args.input {
        Some(file) => answer_file(file, &answerer, &writer, out),
        None => answer_arguments(&args.boards, &answerer, &writer, out),
    }
}

fn options(args: &SolveArgs) -> anyhow::Result<(Question, AnswerWriter)> {
    let SolveArgs { show, stats, all, count, trace, .. } = *args;
    let method = method(args)?;
    if (all || count) && method.is_some_and(|method| method.algorithm() != Algorithm::Table) {
        bail!("--all and --count read the table: they go with --algorithm table");
    }
    let format = args.format.into();
    if show && format != AnswerFormat::Text {
        bail!("--show draws boards for people: it goes with --format text");
    }
    if trace.is_some() && format == AnswerFormat::Csv {
        bail!("--trace has no place in one record a board: it goes with --format text or json");
    }
    if trace == Some(Trace::All) && method.is_none_or(|method| method.algorithm() == Algorithm::Table) {
        bail!("--trace all shows the expansions of a search: name one with --algorithm");
    }
    let convention = match args.moves {
        Moves::Blank => MoveConvention::Blank,
        Moves::Tile => MoveConvention::Tile,
    };
    let limits = match args.input {
        Some(_) => args.limits.limits(),
        None => Limits { on_one_thread: false, ..args.limits.limits_and_interrupt()? },
    };
    let extras = Extras { show, stats, all, count, trace };
    let question = Question {
        goal: args.goal,
        shape: args.shape,
        method,
        limits,
        extras,
        folder: Folder::new(args.pdb_dir.clone()),
        table: args.table.clone(),
    };
    Ok((question, AnswerWriter { format, convention, extras }))
}

/// What was chosen; none if that is left to the boards.
fn method(args: &SolveArgs) -> anyhow::Result<Option<Method>> {
    let SolveArgs { heuristic, convention, order, duplicates, ties, weight, depth_limit, .. } = *args;
    let options = MethodOptions { heuristic, convention, order, duplicates, ties, weight, depth_limit };
    match args.algorithm {
        Some(algorithm) => Ok(Some(Method::new(algorithm, options)?)),
        None if options == MethodOptions::default() => Ok(None),
        None => {
            bail!("heuristic, conventions, weight and depth limit are a search's: name it with --algorithm")
        }
    }
}

/// Boards from the command line. In text for people, what went wrong goes to the standard error.
fn answer_arguments<N: Fn(&Made, &Goal) + Sync>(
    boards: &[OsString],
    answerer: &Answerer<N>,
    writer: &AnswerWriter,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let mut worst = Verdict::Yes;
    writer.begin(out)?;
    for board in boards {
        let answer = answerer.answer(board.as_bytes());
        worst = worst.max(answer.verdict());
        match &answer {
            Answer::Failed { error, .. } if writer.format == AnswerFormat::Text => {
                out.flush()?;
                tell("pdb-solve", error);
            }
            _ => writer.write(&answer, out)?,
        }
    }
    Ok(worst.into())
}

/// Boards from a file. Every line has its answer in its place, a bad one too.
fn answer_file<N: Fn(&Made, &Goal) + Sync>(
    file: &Path,
    answerer: &Answerer<N>,
    writer: &AnswerWriter,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let mut input = open_input(file)?;
    let summary = run_batch(&mut input, out, writer, |line| answerer.answer(line))?;
    if let Some(first) = summary.first_failed {
        let (failed, lines) = (summary.failed, summary.lines);
        tell(
            "pdb-solve",
            format_args!("{failed} of {lines} lines have no answer; the first is line {first}"),
        );
    }
    Ok(summary.verdict().into())
}
