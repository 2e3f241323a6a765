//! `--report FILE`: the file name extension selects the format.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportForm {
    /// A self-contained web page.
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

/// Creates a parser of file names with the extensions of these formats.
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

/// Checks that a file can be written later, without leaving anything behind.
///
/// # Errors
/// If its folder does not exist or is not writable, or if it is a folder itself.
pub(crate) fn check_writable(file: &Path) -> anyhow::Result<()> {
    let shown = file.display();
    if file.is_dir() {
        bail!("cannot write {shown}: it is a folder");
    }
    if file.exists() && !file.is_file() {
        // A pipe or a device: opening it could block, or its reader could take it for the report.
        return Ok(());
    }
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.exists() {
        bail!("cannot write {shown}: the folder {} does not exist", folder.display());
    }
    if !fs::metadata(folder).is_ok_and(|metadata| metadata.is_dir()) {
        bail!("cannot write {shown}: {} is not a folder", folder.display());
    }
    tempfile::tempfile_in(folder).map(drop).with_context(|| format!("cannot write {shown}"))
}

/// Formats a list: `a, b or c`.
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

    #[test]
    fn files_are_checked_without_being_made() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        check_writable(&at("a.csv")).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        fs::write(at("file"), "kept").unwrap();
        check_writable(&at("file")).unwrap();
        assert_eq!(fs::read_to_string(at("file")).unwrap(), "kept");
        let message = |file: &str| format!("{:#}", check_writable(&at(file)).unwrap_err());
        assert!(message("absent/a.csv").contains("/absent does not exist"));
        assert!(message("file/a.csv").contains("/file is not a folder"));
        assert!(message("").contains("it is a folder"));
    }
}
