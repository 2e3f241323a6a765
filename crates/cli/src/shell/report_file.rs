//! `--report FILE`: the file name extension selects the format.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::files::write_file;
use super::lists::any_of;

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
            format!("expected a name that ends in {}, found {text:?}", any_of(&endings))
        })
    }
}

/// Checks all reports before a run that may take hours.
///
/// # Errors
/// As for [`check_writable`] and [`check_writable_folder`].
pub(crate) fn check_reports(reports: &[ReportFile]) -> anyhow::Result<()> {
    reports.iter().try_for_each(|ReportFile { path, form }| match form {
        ReportForm::Charts => check_writable_folder(path)
            .with_context(|| format!("cannot write the charts to {}", path.display())),
        _ => check_writable(path),
    })
}

/// Writes all reports, even after one that cannot be written.
///
/// # Errors
/// The first error.
pub(crate) fn write_all(
    reports: &[ReportFile],
    write: impl Fn(&ReportFile) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    reports.iter().map(write).fold(Ok(()), anyhow::Result::and)
}

/// Writes a report to a file, atomically.
///
/// # Errors
/// If the file cannot be written, or an error of `write`.
pub(crate) fn write_report(
    file: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    write_file(file, "writing the report", write)
}

/// Checks that a file can be written later, without leaving anything behind. Missing folders above
/// it are created when it is written.
///
/// # Errors
/// If it is a folder itself, or its folder cannot be written or created.
pub(crate) fn check_writable(file: &Path) -> anyhow::Result<()> {
    let shown = file.display();
    if file.is_dir() {
        bail!("cannot write {shown}: it is a folder");
    }
    if file.exists() && !file.is_file() {
        // A pipe or a device: opening it could block, or its reader could take it for the report.
        return Ok(());
    }
    check_writable_folder(file.parent().unwrap_or(Path::new("")))
        .with_context(|| format!("cannot write {shown}"))
}

/// Checks that files can be created in a folder later, and the folder itself if it is missing.
///
/// # Errors
/// If the folder, or the nearest existing one above it, is not a folder or is not writable.
pub(crate) fn check_writable_folder(folder: &Path) -> anyhow::Result<()> {
    // Without a slash at the end, which would make a file look as if it were not there.
    let folder: PathBuf = folder.components().collect();
    // `symlink_metadata`, because a folder cannot be created in place of a broken link.
    let is_there = |path: &&Path| fs::symlink_metadata(path).is_ok();
    let nearest = folder.ancestors().find(is_there).unwrap_or(Path::new("."));
    let shown = nearest.display();
    if !nearest.is_dir() {
        bail!("{shown} is not a folder");
    }
    tempfile::tempfile_in(nearest).map(drop).with_context(|| format!("cannot write to the folder {shown}"))
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
        check_writable(&at("absent/deep/a.csv")).unwrap();
        assert!(!at("absent").exists());
        assert!(message("file/a.csv").contains("/file is not a folder"));
        assert!(message("file/absent/a.csv").contains("/file is not a folder"));
        assert!(message("").contains("it is a folder"));
        let reports = |path: PathBuf, form| [ReportFile { path, form }];
        check_reports(&reports(at("charts/"), ReportForm::Charts)).unwrap();
        check_reports(&reports(folder.path().to_owned(), ReportForm::Charts)).unwrap();
        assert!(check_reports(&reports(at("file/"), ReportForm::Charts)).is_err());
    }

    #[test]
    fn reports_after_an_unwritable_one_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let report = |name: &str| ReportFile { path: folder.path().join(name), form: ReportForm::Csv };
        fs::write(folder.path().join("file"), "").unwrap();
        let reports = ["a.csv", "file/b.csv", "file/c.csv", "new/d.csv"].map(report);
        let written = write_all(&reports, |ReportFile { path, .. }| {
            write_report(path, |out| Ok(out.write_all(b"text")?))
        });
        assert!(format!("{:#}", written.unwrap_err()).contains("b.csv"));
        for name in ["a.csv", "new/d.csv"] {
            assert_eq!(fs::read(folder.path().join(name)).unwrap(), b"text");
        }
    }
}
