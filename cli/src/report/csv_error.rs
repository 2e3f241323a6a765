//! What went wrong under a CSV writer.

use std::io;

/// The error of the writer under a CSV writer, as it was: a closed pipe must stay one.
pub(crate) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
