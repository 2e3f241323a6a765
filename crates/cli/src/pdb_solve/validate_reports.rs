//! The outputs of `validate`: the printed result and the reports.

use std::io::Write;

use crate::report::TrialReport;
use crate::shell::{Format, ReportFile, ReportForm, write_all, write_report};

/// The formats of reports.
pub(super) const REPORTS: [ReportForm; 5] =
    [ReportForm::Html, ReportForm::Markdown, ReportForm::JUnit, ReportForm::Json, ReportForm::Csv];

/// Prints the result, and writes the reports.
pub(super) fn write_reports(
    format: Format,
    reports: &[ReportFile],
    report: &TrialReport,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    match format {
        Format::Text => report.write_text(out)?,
        Format::Json => report.write_json(out)?,
        Format::Csv => report.write_csv(out)?,
    }
    write_all(reports, |ReportFile { path, form }| match form {
        ReportForm::Html => write_report(path, |out| Ok(report.write_page(&report.charts()?, out)?)),
        ReportForm::Markdown => write_report(path, |out| Ok(report.write_markdown(out)?)),
        ReportForm::JUnit => write_report(path, |out| Ok(report.write_junit(out)?)),
        ReportForm::Json => write_report(path, |out| Ok(report.write_json(out)?)),
        ReportForm::Csv => write_report(path, |out| Ok(report.write_csv(out)?)),
        ReportForm::Charts => Ok(()), // Not in REPORTS.
    })
}
