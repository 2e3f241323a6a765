//! How a run ends.

use std::io;
use std::process::ExitCode;

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
    tell_error(program, format_args!("{error:#}"));
    ExitCode::from(2)
}

fn is_closed_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
