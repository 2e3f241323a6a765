//! Errors of the writer below a CSV writer.

use std::io;

/// Unwraps the error of the writer below. A closed pipe must stay recognizable.
pub(crate) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
