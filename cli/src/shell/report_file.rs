//! `--report FILE`: the ending of the name chooses the form.

use std::path::PathBuf;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportForm {
    /// A web page in one file.
    Html,
    Markdown,
    /// `JUnit` XML, which CI systems show as test results.
    JUnit,
    Json,
    Csv,
    /// A folder of SVG charts.
    Charts,
}

impl ReportForm {
    const fn ending(self) -> &'static str {
        match self {
            Self::Html => ".html",
            Self::Markdown => ".md",
            Self::JUnit => ".xml",
            Self::Json => ".json",
            Self::Csv => ".csv",
            Self::Charts => "/",
        }
    }
}

/// A report to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportFile {
    pub(crate) path: PathBuf,
    pub(crate) form: ReportForm,
}

/// A parser of file names that end as one of these forms.
pub(crate) fn report_file(
    forms: &'static [ReportForm],
) -> impl Fn(&str) -> Result<ReportFile, String> + Clone + Send + Sync + 'static {
    move |text| {
        let name = text.to_ascii_lowercase();
        let form = forms.iter().find(|form| name.ends_with(form.ending()));
        form.map(|form| ReportFile { path: PathBuf::from(text), form: *form }).ok_or_else(|| {
            let endings: Vec<&str> = forms.iter().map(|form| form.ending()).collect();
            format!("expected a name that ends in {}, found {text:?}", list(&endings))
        })
    }
}

/// `a, b or c`.
fn list(words: &[&str]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_chooses_the_form() {
        let read = report_file(&[ReportForm::Html, ReportForm::JUnit, ReportForm::Charts]);
        for (name, form) in [
            ("out.html", ReportForm::Html),
            ("a.b/OUT.XML", ReportForm::JUnit),
            ("charts/", ReportForm::Charts),
        ] {
            assert_eq!(read(name), Ok(ReportFile { path: name.into(), form }));
        }
        assert_eq!(
            read("out.csv"),
            Err("expected a name that ends in .html, .xml or /, found \"out.csv\"".to_owned())
        );
    }
}
