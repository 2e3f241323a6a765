//! `pdb-solve check`: the answers of another solver, judged line by line.

use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::Style;
use anyhow::anyhow;
use tilebase::board::{Goal, Shape};
use tilebase::notation::GoalName;
use tilebase::solve::Notice;

use super::checker::{CheckOptions, CheckSummary, Checker};
use super::options::{Convention, LimitArgs};
use crate::ask::tell_of;
use crate::report::FindingWriter;
use crate::shell::{Exit, FolderArgs, Format, PDB_SOLVE, RIGHT, WRONG, open_input, tell};
use tilebase_answers::{AnswerKind, Columns, EntryReader, OpeningError};

/// Judge the answers of another solver
///
/// Each line is a board and an answer (638541720 28), or a record of CSV, with commas, semicolons or tabs, under a header
/// with the fields board and moves, length, solvable, h or answer. JSON is an object with such fields on each line, an
/// array of such objects or of pairs [board, answer], or an object of answers by their boards. An answer is a path, a length, "unsolvable", or a
/// heuristic's estimate. A path is replayed and its length compared; it need not be the one that pdb-solve gives.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CheckArgs {
    /// The answers; - is the standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// The goal, where a line names none
    #[arg(long, short, default_value_t)]
    goal: GoalName,

    /// Rows x columns, where the number of tiles leaves it open (6 tiles are 2x3)
    #[arg(long)]
    shape: Option<Shape>,

    /// What columns, or the fields of JSON objects, are called: board=INIT_STATE,length=PATH_LENGTH. Fields are board,
    /// goal, moves, length, solvable, unsolvable, h, answer and error; usual names are known without this
    #[arg(long, value_name = "FIELD=NAME,...")]
    columns: Option<Columns>,

    /// What a direction such as U tells
    #[arg(long, short, value_enum, default_value_t)]
    moves: Convention,

    /// What answers are, where nothing else tells
    #[arg(long, value_enum, default_value = "auto")]
    answers: AnswerKind,

    /// A path that is longer than need be is right too, and so is a length without a path that one can have
    #[arg(long)]
    accept_longer: bool,

    /// Show right answers as well
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    limits: LimitArgs,

    /// How to write findings
    #[arg(long, short, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    folder: FolderArgs,

    /// Say nothing but findings and errors
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  my-solver < boards.txt | pdb-solve check      lines such as: 638541720 UULDD...
  pdb-solve check answers.csv --moves either
  pdb-solve check heuristic.csv                 with the fields board and h
  pdb-solve check answers.csv --columns board=INIT_STATE,length=PATH_LENGTH
  pdb-solve validate BOARD -- cat output.txt    for all that a solver has printed about one board

Exit codes:
  0  every answer is right
  1  some are wrong
  2  some could not be judged, or the file can't be read";

pub(super) fn run(args: &CheckArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let options = CheckOptions {
        reader: EntryReader { kind: args.answers, convention: args.moves.read_as(), shape: args.shape },
        columns: args.columns.clone().unwrap_or_default(),
        goal: args.goal,
        accepts_longer: args.accept_longer,
        takes_either_convention: args.moves == Convention::Either,
        folder: args.folder.folder(),
        limits: args.limits.limits(),
        writer: FindingWriter { format: args.format },
        writes_right_ones: args.all,
    };
    let notify = |notice: Notice, goal: &Goal| {
        if !args.quiet {
            tell_of(&notice, goal);
        }
    };
    let checker = Checker::new(options, &notify);
    let mut input = open_input(&args.file)?;
    let summary = checker.run(&mut input, out).map_err(|error| match error {
        // It names the input already.
        OpeningError::Input(error) => anyhow!(error),
        error if args.file == Path::new("-") => anyhow!("the standard input: {error}"),
        error => anyhow!("{}: {error}", args.file.display()),
    })?;
    match args.format {
        _ if args.quiet => {}
        Format::Text => write!(out, "{}", in_words(&summary))?,
        // What programs read stays free of it.
        Format::Json | Format::Csv => {
            out.flush()?;
            tell(PDB_SOLVE, in_words(&summary).trim_end());
        }
    }
    Ok(summary.exit())
}

fn in_words(summary: &CheckSummary) -> String {
    let CheckSummary { answers, right, kinds, unjudged } = summary;
    let noun = if *answers == 1 { "answer" } else { "answers" };
    let wrong = answers - right;
    let style = if wrong > 0 { WRONG } else { Style::new() };
    let mut text = format!("{answers} {noun}: {RIGHT}{right} right{RIGHT:#}, {style}{wrong} wrong{style:#}");
    if *unjudged > 0 {
        text += &format!("; {unjudged} could not be judged");
    }
    text.push('\n');
    for (kind, count) in kinds {
        text += &format!("  {kind}: {count}\n");
    }
    if kinds.get("malformed").is_some_and(|malformed| malformed == answers) {
        text += "no line could be read as a board and its answer: see the forms in pdb-solve check --help\n";
    }
    text
}
