//! Exit codes.

use std::io;
use std::process::ExitCode;

use tilebase::exchange::Exchange;

use super::message::tell_error;
use super::phase::end_phase;
use super::status_line::close_status;

/// The result of an answer or a whole run, from good to bad. The worst of several answers decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: the answer is yes, or was found.
    #[default]
    Yes,
    /// 1: the answer is no: unsolvable, a wrong answer, or a wrong table.
    No,
    /// 2: there is no answer: bad input, a bad file, or a system failure. The reason has been
    /// reported.
    Failed,
}

/// The error of a process when another one has failed and reports the reason.
#[derive(Debug, thiserror::Error)]
#[error("another process has failed")]
pub(crate) struct FailedElsewhere;

/// Returns the result of this process if no process has failed.
///
/// Otherwise the first failed process gets its error, and the others get [`FailedElsewhere`]. All
/// processes must call this.
pub(crate) fn agreed<T>(own: anyhow::Result<T>, exchange: &mut dyn Exchange) -> anyhow::Result<T> {
    let failed = vec![vec![u8::from(own.is_err())]; exchange.processes()];
    let first = exchange.swap(failed, &mut || ())?.iter().position(|failed| *failed == [1]);
    match first {
        None => own,
        Some(first) if first == exchange.process() => own,
        Some(_) => Err(FailedElsewhere.into()),
    }
}

/// Ends a run: reports the error and returns the exit code.
///
/// A closed pipe is not an error: its reader has read enough.
pub(crate) fn finish(result: anyhow::Result<Exit>) -> ExitCode {
    end_phase();
    close_status();
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
    tell_error(format_args!("{error:#}"));
    ExitCode::from(2)
}

/// Whether the output is a closed pipe. Writers of some formats wrap the error of the output.
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
