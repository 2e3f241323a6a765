//! The grades of a class for programs: JSON, and CSV for the lists of marks.

use std::io::{self, Write};

use serde::Serialize;

use super::super::csv_error::io_error;
use super::report::ClassReport;
use crate::grading::{Grade, Points};

/// The whole, as one JSON object.
#[derive(Serialize)]
struct Whole<'a> {
    title: &'a str,
    goal: String,
    out_of: f64,
    extra_credit: f64,
    to_be_looked_at: Vec<&'a str>,
    submissions: &'a [Grade],
}

impl ClassReport {
    /// Writes everything that was found, but for hidden boards, as one JSON object.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let [out_of, extra_credit] = self.out_of.map(Points::as_f64);
        let whole = Whole {
            title: &self.title,
            goal: self.goal.to_string(),
            out_of,
            extra_credit,
            to_be_looked_at: self.to_be_looked_at().iter().map(|grade| grade.submission.as_str()).collect(),
            submissions: &self.result.grades,
        };
        serde_json::to_writer_pretty(&mut *out, &whole)?;
        writeln!(out)
    }

    /// Writes a record for each submission under a header, in the order of their names.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let header = ["submission", "points", "out of"].into_iter();
        let header = header.chain(self.categories.iter().map(String::as_str)).chain(["look at it", "why"]);
        csv.write_record(header).map_err(io_error)?;
        for grade in &self.result.grades {
            let row =
                [grade.submission.clone(), grade.points.to_string(), grade.out_of.to_string()].into_iter();
            let row = row.chain(grade.categories.iter().map(|category| category.points.to_string()));
            let row = row.chain([grade.needs_a_look.join(", "), grade.reason()]);
            csv.write_record(row).map_err(io_error)?;
        }
        csv.flush()
    }
}
