//! `pdb-solve grade ASSIGNMENT.toml SUBMISSIONS...`: a class of solvers, built, run and graded.

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use anyhow::{Context, anyhow, bail};
use tilebase::board::{Goal, Shape};
use tilebase::judge::Judge;
use tilebase::notation::MoveConvention;
use tilebase::search::Limits;
use tilebase::solve::{Notice, Solver};

use super::board_spec::scannable;
use crate::ask::{tell_of, with_hint, with_tables};
use crate::grading::{EXAMPLE, Grader, Ledger, MovesOf, Points, Source, find_submissions, grade_class, plan};
use crate::report::ClassReport;
use crate::shell::{Exit, FolderArgs, ending_flag, progress_bar, write_file};
use crate::trial::Runner;
use tilebase_answers::Extractor;

const GRADE_EXAMPLES: &str = "\
Examples:
  pdb-solve grade --example > assignment.toml   an assignment with every key, explained
  pdb-solve grade assignment.toml alice         one submission: a folder, an archive, or one file
  pdb-solve grade assignment.toml --class handed-in --csv marks.csv --html class.html
  pdb-solve grade assignment.toml --class handed-in --resume marks.jsonl
  pdb-solve grade assignment.toml submission --gradescope results/results.json
  pdb-solve grade assignment.toml . --only Short --fail-below 10

Each submission is copied and built in a folder of its own, and every run begins with a fresh copy of that. Boards of \
hidden categories are shown nowhere. It is no sandbox: submissions run with your rights, and what they do outside their \
folders is not undone.";

const EXIT_CODES: &str = "\
Exit codes:
  0  everything was graded, whatever it came to
  1  a submission has fewer points than --fail-below
  2  it could not be graded: a fault in the assignment, a failure of the system, an interruption";

/// Grade a class of solvers by an assignment
///
/// The assignment, a TOML file, says how a submission is built and run, which boards it is tried on, and what they are
/// worth. The same submissions earn the same points every time.
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub(crate) struct GradeArgs {
    /// The assignment
    #[arg(value_name = "ASSIGNMENT", required_unless_present = "example")]
    assignment: Option<PathBuf>,

    /// Submissions, each a folder, a zip archive or a single file
    #[arg(value_name = "SUBMISSION")]
    submissions: Vec<PathBuf>,

    /// A folder in which everything is a submission; may be given several times
    #[arg(long, value_name = "FOLDER")]
    class: Vec<PathBuf>,

    /// Print an assignment with every key, to start from
    #[arg(long, exclusive = true)]
    example: bool,

    /// Grade N submissions at a time [default: one for each core]
    #[arg(
        long,
        short,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..),
        allow_negative_numbers = true
    )]
    jobs: Option<u16>,

    /// Grade only this category; may be given several times
    #[arg(long, value_name = "CATEGORY")]
    only: Vec<String>,

    /// Keep grades in a file, and skip those that it holds already; what has changed, submission or assignment, is graded
    /// again
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Exit with code 1 if a submission has fewer points than this
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    fail_below: Option<Points>,

    /// Write the points as CSV
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,

    /// Write a web page for the whole class, in one file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,

    /// Write all that was found as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,

    /// Write a test case for each category and board as JUnit XML
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    junit: Option<PathBuf>,

    /// Write Gradescope's results.json; for several submissions, a folder with one file for each
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    gradescope: Option<PathBuf>,

    #[command(flatten, next_help_heading = "Tables")]
    folder: FolderArgs,

    /// Say nothing but the result and errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

fn after_help() -> String {
    [GRADE_EXAMPLES, Runner::REACH, EXIT_CODES].join("\n\n")
}

pub(super) fn run(args: &GradeArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let Some(file) = &args.assignment else {
        out.write_all(EXAMPLE.as_bytes())?;
        return Ok(Exit::Yes);
    };
    let text = read_assignment(file)?;
    let source = Source { file, text: &text };
    let rules = source.read()?;
    let submissions = find_submissions(&rules.submission, &args.submissions, &args.class)?;
    let shape = rules.shape.or_else(|| rules.goal.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    let goal = rules.goal.on(shape).with_context(|| file.display().to_string())?;
    let interrupt = ending_flag().context("the handler of Ctrl-C can't be set")?;
    let truth = truth(args, &goal, Limits { interrupt: Some(interrupt.clone()), ..Limits::default() })?;
    let moves = rules.submission.moves;
    let oracle = if rules.needs_table() { scannable(truth.oracle(), &goal).ok() } else { None };
    let plan = plan(&source, rules, goal, oracle)?.only(&args.only)?;
    let ledger = args.resume.as_deref().map(|file| Ledger::open(file, &plan.hash)).transpose()?;
    let judge = Judge::new(truth);
    let judge = if moves == MovesOf::Either { judge.taking_either_convention() } else { judge };
    let read_as = if moves == MovesOf::Tile { MoveConvention::Tile } else { MoveConvention::Blank };
    let extractor = Extractor {
        preset: plan.submission.expect.clone(),
        moves: read_as,
        names: plan.submission.move_names.clone(),
        reads_estimates: false,
    };
    let grader = Grader::new(&plan, &judge, extractor, interrupt)?;
    let bar = progress_bar(submissions.len() as u64, "submissions", args.quiet);
    let cores = available_parallelism().map_or(1, NonZero::get);
    let jobs = args.jobs.map_or(cores, usize::from);
    let result = grade_class(&grader, &submissions, ledger.as_ref(), jobs, || bar.inc(1))?;
    bar.finish_and_clear();
    write_reports(args, &ClassReport::new(&plan, result), out)
}

fn read_assignment(file: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(file).with_context(|| format!("the assignment {} can't be read", file.display()))?;
    let no_text = |_no_text| {
        anyhow!("{} is no text: expected a TOML file, as pdb-solve grade --example prints", file.display())
    };
    String::from_utf8(bytes).map_err(no_text)
}

/// What knows the right answers.
fn truth(args: &GradeArgs, goal: &Goal, limits: Limits) -> anyhow::Result<Solver> {
    let folder = args.folder.folder();
    let notify = |notice: Notice| {
        if !args.quiet {
            tell_of(&notice, goal);
        }
    };
    let truth =
        with_tables(Solver::builder(goal), goal, &folder).save_tables().limits(limits).on_notice(notify);
    truth.build().map_err(|error| anyhow!(with_hint(&error)))
}

fn write_reports(args: &GradeArgs, report: &ClassReport, out: &mut impl Write) -> anyhow::Result<Exit> {
    report.write_text(out)?;
    if report.result.is_interrupted {
        return Ok(Exit::Failed);
    }
    type Pen = fn(&ClassReport, &mut dyn Write) -> std::io::Result<()>;
    let pens: [(&Option<PathBuf>, Pen); 4] = [
        (&args.csv, ClassReport::write_csv),
        (&args.html, ClassReport::write_page),
        (&args.json, ClassReport::write_json),
        (&args.junit, ClassReport::write_junit),
    ];
    for (file, pen) in pens {
        if let Some(file) = file {
            write_file(file, "writing the report", |out| Ok::<_, anyhow::Error>(pen(report, out)?))?;
        }
    }
    if let Some(file) = &args.gradescope {
        write_gradescope(report, file)?;
    }
    let has_failed = args.fail_below.is_some_and(|points| !report.have_all(points));
    Ok(if has_failed { Exit::No } else { Exit::Yes })
}

/// One file, or a folder with one for each of several submissions.
fn write_gradescope(report: &ClassReport, file: &Path) -> anyhow::Result<()> {
    let grades = &report.result.grades;
    let is_one = grades.len() == 1;
    if !is_one {
        fs::create_dir_all(file).with_context(|| format!("the folder {} can't be made", file.display()))?;
    } else if file.is_dir() {
        bail!("{} is a folder: expected a file for the one submission, as results.json", file.display());
    }
    for grade in grades {
        let of_grade = if is_one { file.to_owned() } else { file.join(format!("{}.json", grade.submission)) };
        write_file(&of_grade, "writing the report", |out| {
            Ok::<_, anyhow::Error>(grade.write_gradescope(out)?)
        })?;
    }
    Ok(())
}
