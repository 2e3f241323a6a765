//! Parts shared by the reports in JUnit XML, for continuous-integration services.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::foreign_text::without_format;

/// The attributes of a suite, or of all suites.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) tests: usize,
    pub(super) failures: usize,
    pub(super) errors: usize,
    pub(super) seconds: f64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tests, failures, errors, seconds } = self;
        write!(
            f,
            "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\" \
             time=\"{seconds:.3}\""
        )
    }
}

/// What is wrong with a test case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem<'a> {
    /// Whether the run ended without an answer, so that it is an error instead of a failure.
    pub(super) is_error: bool,
    pub(super) kind: Option<&'a str>,
    pub(super) message: &'a str,
    pub(super) body: Option<&'a str>,
}

impl Problem<'_> {
    /// Writes the problem and the end of its test case.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let element = if self.is_error { "error" } else { "failure" };
        write!(out, "<{element}")?;
        if let Some(kind) = self.kind {
            write!(out, " type=\"{kind}\"")?;
        }
        write!(out, " message=\"{}\"", escape(self.message))?;
        match self.body {
            Some(body) => write!(out, ">{}</{element}>", escape(body))?,
            None => write!(out, "/>")?,
        }
        writeln!(out, "\n</testcase>")
    }
}

/// Writes a test case, with its problem if it failed.
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_case(
    class: &str,
    name: &str,
    seconds: f64,
    problem: Option<&Problem<'_>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (class, name) = (escape(class), escape(name));
    write!(out, "<testcase classname=\"{class}\" name=\"{name}\" time=\"{seconds:.6}\"")?;
    match problem {
        None => writeln!(out, "/>"),
        Some(problem) => {
            writeln!(out, ">")?;
            problem.write(out)
        }
    }
}

/// The text of a failed run: how to repeat it, and what it printed.
pub(super) fn body(repeat: &str, call: &str, [stdout, stderr]: [&str; 2]) -> String {
    format!("{repeat}: {call}\nstdout:\n{stdout}\nstderr:\n{stderr}")
}

/// Escapes text for XML 1.0, which forbids most control characters even when escaped.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in without_format(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' | '\r' => _ = write!(escaped, "&#{};", u32::from(c)),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_that_xml_forbids_is_left() {
        assert_eq!(super::escape("<a & \"b\">\u{1b}[0m\n"), "&lt;a &amp; &quot;b&quot;&gt;\u{fffd}[0m&#10;");
    }
}
