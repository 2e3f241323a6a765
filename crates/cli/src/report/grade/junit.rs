//! The grades of a class as JUnit XML, for continuous integration.

use std::io::{self, Write};

use super::super::junit::{Counts, Problem, body, escape, write_case};
use super::report::ClassReport;
use crate::grading::{BoardGrade, CategoryGrade, Grade};

impl ClassReport {
    /// Writes a suite per submission, with a test case per category and per visible board.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_junit(&self, out: &mut dyn Write) -> io::Result<()> {
        let counts: Vec<Counts> = self.result.grades.iter().map(counts_of).collect();
        let sum = |count: fn(&Counts) -> usize| counts.iter().map(count).sum();
        let seconds = self.result.grades.iter().map(|grade| grade.seconds).sum();
        let all = Counts {
            tests: sum(|one| one.tests),
            failures: sum(|one| one.failures),
            errors: sum(|one| one.errors),
            seconds,
        };
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<testsuites name=\"{}\" {}>", escape(&self.title), all)?;
        for (grade, counts) in self.result.grades.iter().zip(&counts) {
            write_suite(grade, counts, out)?;
        }
        writeln!(out, "</testsuites>")
    }
}

fn counts_of(grade: &Grade) -> Counts {
    let boards = grade.categories.iter().flat_map(|category| &category.tried);
    let failed = boards.clone().filter(|tried| !tried.right).count();
    let incomplete = grade.categories.iter().filter(|category| !is_passed(category)).count();
    let errors = usize::from(grade.problem.is_some());
    Counts {
        tests: grade.categories.len() + boards.count() + errors,
        failures: failed + incomplete,
        errors,
        seconds: grade.seconds,
    }
}

fn is_passed(category: &CategoryGrade) -> bool {
    category.right == category.boards
}

fn write_suite(grade: &Grade, counts: &Counts, out: &mut dyn Write) -> io::Result<()> {
    let name = escape(&grade.submission);
    writeln!(out, "<testsuite name=\"{name}\" {counts}>")?;
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
        writeln!(out, "<testcase classname=\"{name}\" name=\"submission\" time=\"0\">")?;
        let (message, body) = (&*problem.what, Some(&*problem.printed));
        Problem { is_error: true, kind: None, message, body }.write(out)?;
    }
    for category in &grade.categories {
        write_category(&grade.submission, category, out)?;
    }
    writeln!(out, "</testsuite>")
}

fn write_category(submission: &str, category: &CategoryGrade, out: &mut dyn Write) -> io::Result<()> {
    let CategoryGrade { name, points, out_of, seconds, .. } = category;
    let message = format!("{points} of {out_of} points: {}", category.counts());
    let problem = Problem { is_error: false, kind: None, message: &message, body: None };
    write_case(submission, name, *seconds, (!is_passed(category)).then_some(&problem), out)?;
    category.tried.iter().try_for_each(|tried| write_board(&format!("{submission}.{name}"), tried, out))
}

fn write_board(class: &str, tried: &BoardGrade, out: &mut dyn Write) -> io::Result<()> {
    let BoardGrade { board, kind, detail, seconds, repeat, stdout, stderr, right, .. } = tried;
    let body = body("repeat", repeat, [stdout, stderr]);
    let problem = Problem { is_error: false, kind: Some(kind), message: detail, body: Some(&body) };
    write_case(class, board, *seconds, (!right).then_some(&problem), out)
}
