//! The grades of a class for programs: JSON, and CSV for gradebooks.

use std::io::{self, Write};

use serde::Serialize;

use super::super::csv_error::io_error;
use super::super::foreign_text::cell;
use super::report::ClassReport;
use crate::grading::{Grade, Points};

/// The JSON object.
#[derive(Serialize)]
struct Class<'a> {
    title: &'a str,
    goal: String,
    out_of: f64,
    extra_credit: f64,
    /// How runs were isolated: `namespaces` or `none`.
    isolation: &'static str,
    needs_manual_review: Vec<&'a str>,
    submissions: &'a [Grade],
}

impl ClassReport {
    /// Writes all results except hidden boards as one JSON object.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let [out_of, extra_credit] = self.out_of.map(Points::as_f64);
        let class = Class {
            title: &self.title,
            goal: self.goal.to_string(),
            out_of,
            extra_credit,
            isolation: self.isolation.name(),
            needs_manual_review: self.to_review().iter().map(|grade| grade.submission.as_str()).collect(),
            submissions: &self.result.grades,
        };
        serde_json::to_writer_pretty(&mut *out, &class)?;
        writeln!(out)
    }

    /// Writes a header and one record per submission, ordered by name. No cell is a formula.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let language: &[&str] = if self.has_languages { &["language"] } else { &[] };
        let header = ["submission", "points", "out of", "extra"].into_iter();
        let header = header.chain(self.categories.iter().map(|category| category.name.as_str()));
        let header = header.chain(language.iter().copied()).chain(["needs review", "why"]);
        csv.write_record(header.map(|name| cell(name).into_owned())).map_err(io_error)?;
        for grade in &self.result.grades {
            let numbers = [grade.points, grade.out_of, grade.extra].map(|points| points.to_string());
            let earned = grade.categories.iter().map(|category| category.points.to_string());
            let language = language.iter().map(|_| grade.language.clone().unwrap_or_default());
            let row = [grade.submission.clone()].into_iter().chain(numbers).chain(earned).chain(language);
            let row = row.chain([grade.needs_review.join("; "), grade.reason()]);
            csv.write_record(row.map(|text| cell(&text).into_owned())).map_err(io_error)?;
        }
        csv.flush()
    }
}
