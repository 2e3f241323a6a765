//! `pdb-solve BOARD...` and `pdb-solve --input FILE`.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use anyhow::{Context, bail};
use tilebase::board::Goal;
use tilebase::cli::{Exit, tell, with_causes};
use tilebase::notation::MoveConvention;
use tilebase::oracle::Origin;
use tilebase::report::{
    Algorithm, Answer, AnswerFormat, AnswerWriter, Answerer, Extras, Made, Question, Verdict, run_batch,
};
use tilebase::search::Limits;
use tilebase::table::Folder;

use crate::args::{self, Format, Moves, SolveArgs};

const PROGRAM: &str = "pdb-solve";

/// Room for many lines at a time.
const READ_AT_ONCE_IN_BYTES: usize = 1 << 20;

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
    let extras = Extras { show: args.show, stats: args.stats, all: args.all, count: args.count };
    let algorithm = args.algorithm.map(|algorithm| match algorithm {
        args::Algorithm::Table => Algorithm::Table,
        args::Algorithm::Astar => Algorithm::AStar,
        args::Algorithm::Ida => Algorithm::Ida,
    });
    if (extras.all || extras.count) && algorithm.is_some_and(|algorithm| algorithm != Algorithm::Table) {
        bail!("--all and --count read the table: they go with --algorithm table");
    }
    let limits = Limits { expanded: args.max_nodes, time: args.timeout, memory_in_bytes: None };
    if limits != Limits::default() && algorithm == Some(Algorithm::AStar) {
        bail!("--max-nodes and --timeout are for --algorithm ida");
    }
    let format = match args.format {
        Format::Text => AnswerFormat::Text,
        Format::Json => AnswerFormat::Json,
        Format::Csv => AnswerFormat::Csv,
    };
    if extras.show && format != AnswerFormat::Text {
        bail!("--show draws boards for people: it goes with --format text");
    }
    let convention = match args.moves {
        Moves::Blank => MoveConvention::Blank,
        Moves::Tile => MoveConvention::Tile,
    };
    let question = Question {
        goal: args.goal,
        shape: args.shape,
        algorithm,
        limits,
        extras,
        folder: Folder::new(args.pdb_dir.clone()),
        table: args.table.clone(),
    };
    Ok((question, AnswerWriter { format, convention, extras }))
}

fn tell_of(made: &Made, goal: &Goal) {
    let shape = goal.shape();
    match made {
        Made::Table(Origin::File(_)) => {}
        Made::Table(Origin::BuiltAndSaved(file)) => {
            tell(
                PROGRAM,
                format_args!("built the {shape} table to {goal}, and saved it as {}", file.display()),
            );
        }
        Made::Table(Origin::BuiltOnly(error)) => {
            let why = with_causes(error);
            tell(PROGRAM, format_args!("built the {shape} table to {goal}; carrying on from memory: {why}"));
        }
        Made::Catalogue { name, strongest } => {
            let gain = if name == strongest { "keeps them" } else { "makes faster ones" };
            let command = format!("`pdb-gen build {shape} --goal {goal} --preset {strongest}` {gain}");
            tell(PROGRAM, format_args!("building the {name} patterns of {shape} in memory; {command}"));
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
                tell(PROGRAM, error);
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
    let mut input: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(BufReader::with_capacity(READ_AT_ONCE_IN_BYTES, io::stdin().lock()))
    } else {
        let file_open = File::open(file).with_context(|| format!("{} can't be read", file.display()))?;
        Box::new(BufReader::with_capacity(READ_AT_ONCE_IN_BYTES, file_open))
    };
    let summary = run_batch(&mut input, out, writer, |line| answerer.answer(line))?;
    if let Some(first) = summary.first_failed {
        let (failed, lines) = (summary.failed, summary.lines);
        tell(PROGRAM, format_args!("{failed} of {lines} lines have no answer; the first is line {first}"));
    }
    Ok(summary.verdict().into())
}
