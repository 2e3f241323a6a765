//! `pdb-solve check`: the answers of another solver, judged line by line.

use std::io::{self, BufRead, Cursor, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstyle::Style;
use anyhow::{anyhow, bail};
use tilebase::board::{Board, Goal, Metric, Shape};
use tilebase::notation::GoalName;
use tilebase::solve::Notice;

use super::checker::{CheckOptions, CheckSummary, Checker};
use super::cost_args::{COST_HELP, CostArg, FROM_TABLE, OPTIMAL_ONLY, PATH_OPTIONS, path_measure};
use super::options::LimitArgs;
use crate::ask::tell_of;
use crate::report::FindingWriter;
use crate::shell::{Exit, FolderArgs, Format, MetricArgs, RIGHT, WRONG, open_input, plural, tell};
use crate::trial::AcceptedMoves;
use tilebase_answers::{AnswerKind, Columns, EntryReader, OpeningError};

/// Check the answers of another solver
///
/// Each line is a board and an answer: 638541720 28. CSV has a header with board and one or more of
/// moves, length, cost, solvable, h and answer. JSON has objects with such fields, pairs
/// [board, answer], or one object of answers by board.
///
/// An answer is a path, a length, "unsolvable", or an estimate. Paths are replayed, and their
/// lengths compared with the distance; a path need not be the one that pdb-solve finds.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct CheckArgs {
    /// File, or a board and its answer [default: stdin]
    #[arg(value_name = "FILE|BOARD ANSWER")]
    answers: Vec<String>,

    /// Goal for lines that do not name one
    #[arg(long, short, default_value_t)]
    goal: GoalName,

    /// Direction that letters name: blank, tile or either
    #[arg(long, short, value_enum, value_name = "WHOSE", default_value_t, hide_possible_values = true)]
    moves: AcceptedMoves,

    /// Kind of answer: auto, moves, length or estimate
    #[arg(long, value_enum, value_name = "KIND", default_value = "auto", hide_possible_values = true)]
    kind: AnswerKind,

    /// Column names: board=START,length=COST
    ///
    /// For example board=INIT_STATE,length=PATH_LENGTH. The fields are board, goal, moves, paths,
    /// length, cost, solvable, unsolvable, h, answer and error. Common names are recognized without
    /// this option.
    #[arg(long, value_name = "NAMES")]
    columns: Option<Columns>,

    /// Accept paths longer than optimal
    ///
    /// Lengths are accepted too if a path can have them.
    #[arg(long)]
    accept_longer: bool,

    /// Expect each line to list all optimal paths, each exactly once
    ///
    /// A line is a board and its paths, separated by spaces, commas, semicolons or bars, or given
    /// as a list in brackets. The column or JSON field is named paths, all_paths, solutions or
    /// moves.
    #[arg(long, conflicts_with_all = ["accept_longer", "cost", "kind"], hide_short_help = true)]
    all_paths: bool,

    #[command(flatten)]
    metric: MetricArgs,

    #[arg(
        long,
        value_name = "COSTS",
        help = "Judge paths by cost: tile, U=1,D=3,L=2,R=2 or a file",
        long_help = COST_HELP
    )]
    cost: Option<CostArg>,

    /// List right answers too
    #[arg(long, short)]
    verbose: bool,

    /// Board shape, needed only if ambiguous (default for 6 cells: 2x3)
    #[arg(long, value_name = "RxC", hide_short_help = true)]
    shape: Option<Shape>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Output format: text, json or csv
    #[arg(long, short, value_enum, default_value_t, hide_possible_values = true, hide_default_value = true)]
    format: Format,

    #[command(flatten)]
    folder: FolderArgs,

    /// Print only findings and errors
    #[arg(long, short, hide_short_help = true)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  my-solver < boards.txt | pdb-solve check    lines such as: 638541720 UULDD...
  pdb-solve check answers.csv --moves either
  pdb-solve check 638541720 28
  pdb-solve check answers.csv --cost tile     with a column cost
  pdb-solve check heuristic.csv               with columns board and h

To run a program and check what it prints: pdb-solve validate -h";

const EXIT_CODES: &str = "\
Exit codes:
  0  every answer is right
  1  an answer is wrong
  2  no answer is wrong, but one could not be judged; or there was nothing to check";

/// The source of answers.
enum Source {
    Text(String),
    File(PathBuf),
}

impl Source {
    /// Interprets the arguments: a board and its answer, or a file.
    fn of(arguments: &[String]) -> anyhow::Result<Self> {
        match arguments {
            [] => Ok(Self::File("-".into())),
            [file] if !Path::new(file).exists() && Board::read(file, None).is_ok() => {
                bail!("{file} is a board; give its answer too: pdb-solve check {file} ANSWER")
            }
            [file] => Ok(Self::File(file.into())),
            [file, ..] if Path::new(file).is_file() => {
                bail!("only one file is checked at a time, found {}", arguments.join(" "))
            }
            words => Ok(Self::Text(words.join(" "))),
        }
    }

    fn open(&self) -> anyhow::Result<Box<dyn BufRead + Send>> {
        match self {
            Self::Text(text) => Ok(Box::new(Cursor::new(text.clone().into_bytes()))),
            Self::File(file) => {
                if file == Path::new("-") && io::stdin().is_terminal() {
                    tell("reading from the terminal: a board and its answer per line, Ctrl-D to end");
                }
                open_input(file)
            }
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Text(_) => "the arguments".to_owned(),
            Self::File(file) if file == Path::new("-") => "standard input".to_owned(),
            Self::File(file) => file.display().to_string(),
        }
    }
}

pub(super) fn run(args: &CheckArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let metric = args.metric.metric;
    args.metric.refuse(PATH_OPTIONS.into_iter().zip([args.accept_longer, args.all_paths]), OPTIMAL_ONLY)?;
    args.metric.refuse(args.limits.given(), FROM_TABLE)?;
    let source = Source::of(&args.answers)?;
    let options = CheckOptions {
        reader: EntryReader {
            kind: args.kind,
            convention: args.moves.read_as(),
            shape: args.shape,
            has_costs: args.cost.is_some(),
            metric,
            lists_paths: args.all_paths,
        },
        columns: args.columns.clone().unwrap_or_default(),
        goal: args.goal,
        accepts_longer: args.accept_longer,
        takes_either_convention: args.moves == AcceptedMoves::Either,
        measure: path_measure(args.metric, args.cost.as_ref(), args.moves.read_as())?,
        folder: args.folder.folder(),
        limits: args.limits.limits(),
        expects_all_paths: args.all_paths,
        writer: FindingWriter { format: args.format, counts_paths: args.all_paths, metric },
        writes_right_ones: args.verbose,
    };
    let notify = |notice: Notice, goal: &Goal| {
        if !args.quiet {
            tell_of(&notice, goal);
        }
    };
    let checker = Checker::new(options, &notify);
    let mut input = source.open()?;
    let summary = checker.run(&mut input, out).map_err(|error| match error {
        // The error already names the input.
        OpeningError::Input(error) => anyhow!(error),
        error => anyhow!("{}: {error}", source.name()),
    })?;
    if summary.answers == 0 && summary.unjudged == 0 {
        bail!("{} has no answers: nothing to check", source.name());
    }
    match args.format {
        _ if args.quiet => {}
        Format::Text => write!(out, "{}", in_words(&summary, metric))?,
        // Standard output is for programs.
        Format::Json | Format::Csv => {
            out.flush()?;
            tell(in_words(&summary, metric).trim_end());
        }
    }
    // If no board could be read, the input probably is not a list of answers.
    Ok(if is_nonsense(&summary) { Exit::Failed } else { summary.exit() })
}

fn is_nonsense(summary: &CheckSummary) -> bool {
    summary.unread == summary.answers && summary.unjudged == 0
}

fn in_words(summary: &CheckSummary, metric: Metric) -> String {
    let CheckSummary { answers, right, kinds, unjudged, .. } = summary;
    let total = answers + unjudged;
    let noun = plural(total, "answer", "answers");
    let wrong = answers - right;
    let style = if wrong > 0 { WRONG } else { Style::new() };
    let mut text = format!("{total} {noun}: {RIGHT}{right} right{RIGHT:#}, {style}{wrong} wrong{style:#}");
    if metric == Metric::MultiTile {
        text += " in multi-tile moves (mtm)";
    }
    if *unjudged > 0 {
        text += &format!(", {unjudged} not judged");
    }
    text.push('\n');
    for (kind, count) in kinds {
        text += &format!("  {kind}: {count}\n");
    }
    if kinds.get("malformed") == Some(answers) && *unjudged == 0 {
        text += "no line is a board with an answer; for the accepted forms see pdb-solve check --help\n";
    }
    text
}
