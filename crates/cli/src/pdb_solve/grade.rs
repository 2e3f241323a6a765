//! `pdb-solve grade ASSIGNMENT SUBMISSION...`: builds, runs and grades a class of solvers.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use tilebase::board::{Goal, Shape};
use tilebase::search::Limits;
use tilebase::solve::{Notice, Solver};

use super::board_spec::scannable;
use crate::ask::{tell_of, with_hint, with_tables};
use crate::grading::{
    ClassResult, EXAMPLE, Found, Grader, GradesFile, Places, Points, Source, allowed_jobs, check,
    find_submissions, grade_class, plan,
};
use crate::report::{ClassReport, Outputs};
use crate::shell::{
    Exit, FolderArgs, Format, ReportFile, ReportForm, check_reports, check_writable, check_writable_folder,
    cores, ending_flag, number, plural, progress_bar, quoted_path, report_file, tell, write_all,
    write_report,
};
use crate::trial::{Isolation, Runner};

const GRADE_EXAMPLES: &str = "\
Examples:
  pdb-solve grade --example > assignment.toml    an assignment to start from
  pdb-solve grade assignment.toml class          grade everything in class/
  pdb-solve grade assignment.toml class --report marks.csv --report class.html
  pdb-solve grade assignment.toml alice          one submission";

/// The formats of a report.
const REPORTS: [ReportForm; 5] =
    [ReportForm::Html, ReportForm::Markdown, ReportForm::Csv, ReportForm::Json, ReportForm::JUnit];

const EXIT_CODES: &str = "\
Exit codes:
  0  all submissions were graded, whatever their points
  1  a submission has fewer points than --fail-below
  2  grading failed: an error in the assignment, an I/O error, an interrupt, or
     a lack of memory, processes, or open files";

const DETAILS: &str = "\
A submission is a folder, a zip archive, or a single file. A folder of submissions is recognized as a \
class. Each submission is copied, built in a folder of its own, and run once per board, each time with \
fresh files. This is not a sandbox: submissions can read and change your files.";

/// Build, run, and grade a class of solvers
///
/// The assignment, a TOML file, defines the boards, the points, and how submissions are built and
/// run. The same submissions earn the same points every time.
#[derive(Debug, clap::Args)]
#[command(after_help = short_help(), after_long_help = long_help())]
pub(crate) struct GradeArgs {
    /// The assignment, a TOML file
    #[arg(value_name = "ASSIGNMENT")]
    assignment: Option<PathBuf>,

    /// A class folder, or submissions: folders, archives, files
    #[arg(value_name = "SUBMISSION")]
    submissions: Vec<PathBuf>,

    /// Grade everything in FOLDER, even if it does not look like a class
    #[arg(long, value_name = "FOLDER", hide_short_help = true)]
    class: Vec<PathBuf>,

    /// Print an example assignment with every key
    #[arg(long)]
    example: bool,

    /// Grade N at a time [default: one per core]
    #[arg(
        long,
        short,
        value_name = "N",
        value_parser = number(1..=u16::MAX),
        allow_negative_numbers = true
    )]
    jobs: Option<u16>,

    /// Grade only this category of the assignment; repeatable
    #[arg(long, value_name = "CATEGORY")]
    only: Vec<String>,

    /// Allow submissions to use the network (Linux)
    ///
    /// The same as `network = true` under `[limits]` in the assignment. Other systems, and Linux
    /// systems without namespaces, always allow the network.
    #[arg(long, hide_short_help = true)]
    network: bool,

    /// Keep grades in FILE; skip submissions already graded
    ///
    /// Each grade is added to FILE as soon as it is known. Later runs grade only submissions that
    /// are new or have changed, or all of them if the assignment has changed. Submissions
    /// that were being graded when an earlier run was killed are graded alone, after the others. A
    /// submission that is being graded alone when the run is killed is skipped by the next run.
    #[arg(long, value_name = "FILE")]
    grades: Option<PathBuf>,

    /// Exit with code 1 if a submission has fewer points
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    fail_below: Option<Points>,

    /// Write a report: .html, .md, .csv, .json or .xml
    ///
    /// Repeatable. The ending selects the format: a web page (.html), a table (.md, .csv), all
    /// results (.json), or JUnit XML (.xml).
    #[arg(long, value_name = "FILE", value_parser = report_file(&REPORTS), help_heading = "Output")]
    report: Vec<ReportFile>,

    /// Write results.json for Gradescope, or a folder
    ///
    /// A name that ends in .json is a file for one submission. Any other name is a folder, which is
    /// created if necessary and gets one file per submission.
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    gradescope: Option<PathBuf>,

    /// Output format: text, json or csv
    #[arg(
        long,
        short,
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true,
        help_heading = "Output"
    )]
    format: Format,

    /// Print only the result and errors
    #[arg(long, short, help_heading = "Output", hide_short_help = true)]
    quiet: bool,

    #[command(flatten, next_help_heading = "Tables")]
    folder: FolderArgs,
}

impl GradeArgs {
    fn has_reports(&self) -> bool {
        !self.report.is_empty() || self.gradescope.is_some()
    }

    /// Whether there are arguments that `--example` would ignore.
    fn has_more(&self) -> bool {
        let Self { assignment, submissions, class, only, grades, report, gradescope, .. } = self;
        let files = [assignment, grades, gradescope];
        let is_given = !(submissions.is_empty() && class.is_empty() && only.is_empty() && report.is_empty());
        is_given
            || files.iter().any(|file| file.is_some())
            || self.jobs.is_some()
            || self.fail_below.is_some()
            || self.network
    }
}

fn short_help() -> String {
    [GRADE_EXAMPLES, "More: pdb-solve grade --help"].join("\n\n")
}

fn long_help() -> String {
    [GRADE_EXAMPLES, DETAILS, Runner::REACH, EXIT_CODES].join("\n\n")
}

pub(super) fn run(args: &GradeArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    if args.example {
        if args.has_more() {
            bail!("--example takes no other arguments");
        }
        out.write_all(EXAMPLE.as_bytes())?;
        return Ok(Exit::Yes);
    }
    let Some(file) = &args.assignment else {
        bail!(
            "no assignment given: `pdb-solve grade --example > assignment.toml` writes one to start from, \
             `pdb-solve grade assignment.toml class` grades the submissions in class"
        );
    };
    let text = read_assignment(file, args)?;
    let source = Source { file, text: &text };
    let rules = source.read()?;
    let shape = rules.shape.or_else(|| rules.goal.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    let goal = rules.goal.on(shape).with_context(|| file.display().to_string())?;
    let checked = check(&source, &rules, &goal)?;
    check_outputs(args)?;
    let found = find_submissions(&Places {
        languages: &checked.languages,
        given: &args.submissions,
        classes: &args.class,
        excluded: &excluded(args, file),
        assignment: file,
        results_file: args.gradescope.as_deref().filter(|file| is_results_file(file)),
    })?;
    check_gradescope(args)?;
    announce(args, &found);
    let interrupt = ending_flag().context("cannot set a handler for Ctrl-C")?;
    let truth = truth(args, &goal, Limits::default().with_interrupt(interrupt.clone()))?;
    let oracle = if rules.needs_table() { scannable(truth.oracle(), &goal).ok() } else { None };
    let plan = plan(&source, rules, checked, goal, oracle, interrupt)?.only(&args.only)?;
    let plan = plan.with_network(args.network);
    if !args.quiet {
        plan.notes.iter().for_each(tell);
    }
    let grades_file = args.grades.as_deref().map(|file| GradesFile::open(file, &plan.hash)).transpose()?;
    let grader = Grader::new(&plan, truth, interrupt).context("cannot start programs")?;
    let bar = progress_bar(found.submissions.len() as u64, "submissions", args.quiet);
    let jobs = allowed_jobs(args.jobs.map_or_else(cores, usize::from))?;
    let result = grade_class(&grader, &found.submissions, grades_file.as_ref(), jobs, || bar.inc(1))?;
    bar.finish_and_clear();
    announce_reused(args, &result);
    announce_alone(args, &result);
    announce_refused(&result);
    let outputs = Outputs { keeps_grades: args.grades.is_some(), has_reports: args.has_reports() };
    write_reports(args, &ClassReport::new(&plan, result, Isolation::of_runs()?.clone(), outputs), out)
}

fn read_assignment(file: &Path, args: &GradeArgs) -> anyhow::Result<String> {
    let shown = file.display();
    if file.is_dir() {
        let toml =
            args.submissions.iter().find(|path| path.extension().is_some_and(|ending| ending == "toml"));
        let assignment = toml.map_or_else(|| "assignment.toml".to_owned(), |path| quoted_path(path));
        bail!(
            "{shown} is a folder, but the assignment comes first: try `pdb-solve grade {assignment} {}`",
            quoted_path(file)
        );
    }
    if !file.exists() {
        bail!(
            "{shown} does not exist; `pdb-solve grade --example > assignment.toml` writes an assignment to \
             start from"
        );
    }
    let bytes = fs::read(file).with_context(|| format!("cannot read the assignment {shown}"))?;
    let not_text = |_not_text| {
        anyhow!(
            "{shown} is not a text file: expected an assignment, as `pdb-solve grade --example` prints it"
        )
    };
    let text = String::from_utf8(bytes).map_err(not_text)?;
    let is_toml = file.extension().is_some_and(|ending| ending == "toml");
    if !is_toml && toml::from_str::<toml::Table>(&text).is_err() {
        bail!("{shown} is not an assignment: expected a TOML file first, then the submissions");
    }
    Ok(text)
}

/// Checks that grades can be kept in a file. Unlike a report, it is opened in place, so its folder
/// must exist.
fn check_grades_file(file: &Path) -> anyhow::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        bail!("cannot write {}: the folder {} does not exist", file.display(), folder.display());
    }
    check_writable(file)?;
    GradesFile::check(file)
}

/// Checks all output files before a run that may take hours.
fn check_outputs(args: &GradeArgs) -> anyhow::Result<()> {
    check_reports(&args.report)?;
    args.grades.as_deref().map_or(Ok(()), check_grades_file)
}

fn check_gradescope(args: &GradeArgs) -> anyhow::Result<()> {
    let Some(path) = args.gradescope.as_deref() else { return Ok(()) };
    let shown = path.display();
    if !is_results_file(path) {
        if path.exists() && !path.is_dir() {
            bail!("{shown} is a file: expected a folder, or a file that ends in .json");
        }
        return check_writable_folder(path).with_context(|| format!("cannot write {shown}"));
    }
    check_writable(path)
}

/// Whether `--gradescope` names a file for one submission rather than a folder.
fn is_results_file(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "json")
}

/// Files that may be in a class folder without being submissions.
fn excluded(args: &GradeArgs, assignment: &Path) -> Vec<PathBuf> {
    let reports = args.report.iter().map(|report| report.path.clone());
    let others = [args.grades.clone(), args.gradescope.clone(), Some(assignment.to_owned())];
    reports.chain(others.into_iter().flatten()).collect()
}

fn announce(args: &GradeArgs, found: &Found) {
    for warning in &found.warnings {
        tell(warning);
    }
    if args.quiet {
        return;
    }
    for (folder, count) in &found.recognized {
        let what = plural(*count, "submission; grading it", "submissions; grading each");
        tell(format_args!("{} holds {count} {what}", folder.display()));
    }
    if !found.skipped.is_empty() {
        let names = found.skipped.iter().map(|path| path.display().to_string());
        let names = names.collect::<Vec<_>>().join(", ");
        let are = plural(found.skipped.len(), "not a submission", "not submissions");
        tell(format_args!("skipped {names}: {are}"));
    }
}

/// Says which submissions were graded alone, and why.
fn announce_alone(args: &GradeArgs, result: &ClassResult) {
    if args.quiet {
        return;
    }
    if !result.unfinished.is_empty() {
        let names = listed(&result.unfinished);
        tell(format_args!("graded alone, because the last run was killed while grading them: {names}"));
    }
    if !result.repeated.is_empty() {
        let names = listed(&result.repeated);
        tell(format_args!(
            "graded again, one at a time, because other submissions may have disturbed them: {names}"
        ));
    }
}

/// Says which submissions the system did not let the judge grade.
fn announce_refused(result: &ClassResult) {
    if !result.refused_by_system.is_empty() {
        let names = listed(&result.refused_by_system);
        tell(format_args!(
            "the system was short of memory, processes, or files for {names}; to grade again, run the \
             same command"
        ));
    }
}

/// Lists the first names.
fn listed(names: &[String]) -> String {
    const MAX_NAMES: usize = 6;
    let mut shown: Vec<&str> = names.iter().take(MAX_NAMES).map(String::as_str).collect();
    let more = format!("{} more", names.len() - shown.len());
    if names.len() > MAX_NAMES {
        shown.push(&more);
    }
    if shown.is_empty() { "none".to_owned() } else { shown.join(", ") }
}

/// Says how many grades are from the grades file, and which submissions were run.
fn announce_reused(args: &GradeArgs, result: &ClassResult) {
    let Some(file) = args.grades.as_deref().filter(|_| !args.quiet && result.reused > 0) else { return };
    let (file, reused) = (file.display(), result.reused);
    let grades = plural(reused, "grade", "grades");
    let graded = listed(&result.graded);
    tell(format_args!("reused {reused} {grades} from {file}; graded now: {graded}"));
}

/// The solver that provides the right answers.
fn truth(args: &GradeArgs, goal: &Goal, limits: Limits) -> anyhow::Result<Solver> {
    let folder = args.folder.folder();
    let notify = |notice: Notice| {
        if !args.quiet {
            tell_of(&notice, goal);
        }
    };
    let truth = with_tables(Solver::builder(goal), goal, &folder, limits).save_tables().on_notice(notify);
    truth.build().map_err(|error| anyhow!(with_hint(&error)))
}

fn write_reports(args: &GradeArgs, report: &ClassReport, out: &mut impl Write) -> anyhow::Result<Exit> {
    match args.format {
        Format::Text => report.write_text(out)?,
        Format::Json => report.write_json(out)?,
        Format::Csv => report.write_csv(out)?,
    }
    if args.format != Format::Text {
        report.notes().iter().for_each(tell);
    }
    if report.result.is_interrupted {
        return Ok(Exit::Failed);
    }
    let written = write_all(&args.report, |ReportFile { path, form }| match form {
        ReportForm::Html => write_report(path, |out| Ok(report.write_page(out)?)),
        ReportForm::Markdown => write_report(path, |out| Ok(report.write_markdown(out)?)),
        ReportForm::JUnit => write_report(path, |out| Ok(report.write_junit(out)?)),
        ReportForm::Json => write_report(path, |out| Ok(report.write_json(out)?)),
        ReportForm::Csv => write_report(path, |out| Ok(report.write_csv(out)?)),
        ReportForm::Charts => Ok(()), // Not in REPORTS.
    });
    let gradescope = args.gradescope.as_deref().map_or(Ok(()), |file| write_gradescope(args, report, file));
    written.and(gradescope)?;
    if !report.result.refused_by_system.is_empty() {
        return Ok(Exit::Failed);
    }
    let has_failed = args.fail_below.is_some_and(|points| !report.have_all(points));
    Ok(if has_failed { Exit::No } else { Exit::Yes })
}

/// Writes one file, or a folder with one file per submission.
fn write_gradescope(args: &GradeArgs, report: &ClassReport, file: &Path) -> anyhow::Result<()> {
    let grades = &report.result.grades;
    let is_file = is_results_file(file);
    if !is_file {
        fs::create_dir_all(file).with_context(|| format!("cannot make the folder {}", file.display()))?;
    }
    for grade in grades {
        let of_grade =
            if is_file { file.to_owned() } else { file.join(format!("{}.json", grade.submission)) };
        write_report(&of_grade, |out| Ok(grade.write_gradescope(out)?))?;
    }
    if !args.quiet && !is_file {
        let (folder, count) = (file.display(), grades.len());
        let files = plural(count, "file", "files");
        tell(format_args!("wrote {count} {files} to the folder {folder}, one per submission"));
    }
    Ok(())
}
