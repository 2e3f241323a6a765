//! The grades of a class as JUnit XML, for continuous integration.

use std::io::{self, Write};

use super::super::xml::escape;
use super::report::ClassReport;
use crate::grading::{BoardGrade, CategoryGrade, Grade};

impl ClassReport {
    /// Writes a suite per submission, with a test case per category and per visible board.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_junit(&self, out: &mut dyn Write) -> io::Result<()> {
        let counts: Vec<Counts> = self.result.grades.iter().map(Counts::of).collect();
        let sum = |count: fn(&Counts) -> usize| counts.iter().map(count).sum();
        let seconds = self.result.grades.iter().map(|grade| grade.seconds).sum();
        let all = Counts {
            tests: sum(|one| one.tests),
            failures: sum(|one| one.failures),
            errors: sum(|one| one.errors),
            seconds,
        };
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<testsuites name=\"{}\" {}>", escape(&self.title), all.attributes())?;
        for (grade, counts) in self.result.grades.iter().zip(&counts) {
            write_suite(grade, counts, out)?;
        }
        writeln!(out, "</testsuites>")
    }
}

/// The attributes of a suite.
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    seconds: f64,
}

impl Counts {
    fn of(grade: &Grade) -> Self {
        let boards = grade.categories.iter().flat_map(|category| &category.tried);
        let failed = boards.clone().filter(|tried| !tried.right).count();
        let incomplete = grade.categories.iter().filter(|category| !is_passed(category)).count();
        let errors = usize::from(grade.problem.is_some());
        Self {
            tests: grade.categories.len() + boards.count() + errors,
            failures: failed + incomplete,
            errors,
            seconds: grade.seconds,
        }
    }

    fn attributes(&self) -> String {
        let Self { tests, failures, errors, seconds } = self;
        format!(
            "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\" \
            time=\"{seconds:.3}\""
        )
    }
}

fn is_passed(category: &CategoryGrade) -> bool {
    category.right == category.boards
}

fn write_suite(grade: &Grade, counts: &Counts, out: &mut dyn Write) -> io::Result<()> {
    let name = escape(&grade.submission);
    writeln!(out, "<testsuite name=\"{name}\" {}>", counts.attributes())?;
    let properties = [
        ("points", grade.points.to_string()),
        ("out of", grade.out_of.to_string()),
        ("extra", grade.extra.to_string()),
    ];
    writeln!(out, "<properties>")?;
    for (name, value) in properties {
        writeln!(out, "<property name=\"{name}\" value=\"{value}\"/>")?;
    }
    writeln!(out, "</properties>")?;
    if let Some(problem) = &grade.problem {
        let (what, printed) = (escape(&problem.what), escape(&problem.printed));
        writeln!(out, "<testcase classname=\"{name}\" name=\"submission\" time=\"0\">")?;
        writeln!(out, "<error message=\"{what}\">{printed}</error>\n</testcase>")?;
    }
    for category in &grade.categories {
        write_category(&name, category, out)?;
    }
    writeln!(out, "</testsuite>")
}

fn write_category(submission: &str, category: &CategoryGrade, out: &mut dyn Write) -> io::Result<()> {
    let (name, seconds) = (escape(&category.name), category.seconds);
    write!(out, "<testcase classname=\"{submission}\" name=\"{name}\" time=\"{seconds:.6}\"")?;
    if is_passed(category) {
        writeln!(out, "/>")?;
    } else {
        let CategoryGrade { points, out_of, .. } = category;
        let message = escape(&format!("{points} of {out_of} points: {}", category.counts()));
        writeln!(out, ">\n<failure message=\"{message}\"/>\n</testcase>")?;
    }
    category.tried.iter().try_for_each(|tried| write_board(&format!("{submission}.{name}"), tried, out))
}

fn write_board(class: &str, tried: &BoardGrade, out: &mut dyn Write) -> io::Result<()> {
    let BoardGrade { board, kind, detail, seconds, repeat, stdout, stderr, .. } = tried;
    write!(out, "<testcase classname=\"{class}\" name=\"{board}\" time=\"{seconds:.6}\"")?;
    if tried.right {
        return writeln!(out, "/>");
    }
    let body = escape(&format!("repeat: {repeat}\nstdout:\n{stdout}\nstderr:\n{stderr}"));
    writeln!(out, ">\n<failure type=\"{kind}\" message=\"{}\">{body}</failure>\n</testcase>", escape(detail))
}
