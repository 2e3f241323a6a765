//! Errors of the writer inside a CSV writer.

use std::io;

/// Unwraps the inner writer's error, so that a closed pipe stays recognizable.
pub(crate) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
