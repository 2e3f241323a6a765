//! How a run ends.

use std::io;
use std::process::ExitCode;

use tilebase::exchange::Exchange;

use super::message::tell_error;

/// What an answer, or a whole run, comes to, from good to bad: the worst of many decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: the answer is yes, or was found.
    #[default]
    Yes,
    /// 1: the answer is no: unsolvable, a wrong answer, a table that is not right.
    No,
    /// 2: there is no answer: bad input, a bad file, a failure of the system. What was wrong was said.
    Failed,
}

/// What a rank fails with where another has failed, and says why.
#[derive(Debug, thiserror::Error)]
#[error("another rank has failed")]
pub(crate) struct FailedElsewhere;

/// What this rank has come to, if none has failed; else the first that did has its error, and the others have
/// [`FailedElsewhere`]. All ranks must ask.
pub(crate) fn agreed<T>(own: anyhow::Result<T>, exchange: &mut dyn Exchange) -> anyhow::Result<T> {
    let failed = vec![vec![u8::from(own.is_err())]; exchange.ranks()];
    let first = exchange.swap(failed, &mut || ())?.iter().position(|failed| *failed == [1]);
    match first {
        None => own,
        Some(first) if first == exchange.rank() => own,
        Some(_) => Err(FailedElsewhere.into()),
    }
}

/// Ends a run: says what went wrong, and gives the exit code. A reader that closed the pipe had enough; that
/// is no error.
pub(crate) fn finish(program: &str, result: anyhow::Result<Exit>) -> ExitCode {
    let error = match result {
        Ok(Exit::Yes) => return ExitCode::SUCCESS,
        Ok(Exit::No) => return ExitCode::from(1),
        Ok(Exit::Failed) => return ExitCode::from(2),
        Err(error) => error,
    };
    if error.chain().any(is_closed_pipe) {
        return ExitCode::SUCCESS;
    }
    if error.is::<FailedElsewhere>() {
        return ExitCode::from(2);
    }
    tell_error(program, format_args!("{error:#}"));
    ExitCode::from(2)
}

/// Writers of other forms than text keep the error of the output to themselves, and are asked for it.
fn is_closed_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let of_csv = |error: &csv::Error| match error.kind() {
        csv::ErrorKind::Io(error) => Some(error.kind()),
        _ => None,
    };
    let kind = (cause.downcast_ref::<io::Error>().map(io::Error::kind))
        .or_else(|| cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind))
        .or_else(|| cause.downcast_ref::<csv::Error>().and_then(of_csv));
    kind == Some(io::ErrorKind::BrokenPipe)
}
