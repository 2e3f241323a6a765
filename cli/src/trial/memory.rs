//! Was it the limit of memory that ended a run?

use super::Verdict;
use super::ending::Ending;
use super::run::Run;
use super::runner::Runner;

/// What programs and their languages say when they get no memory, in lower case.
const SAYINGS: [&str; 12] = [
    "bad_alloc",
    "memoryerror",
    "out of memory",
    "outofmemory",
    "not enough memory",
    "cannot allocate",
    "can't allocate",
    "failed to allocate",
    "could not reserve enough space",
    "memory allocation of",
    "memory exhausted",
    "heap limit",
];

/// A failure with the limit of memory beside it, where that is likely to be its cause.
pub(super) fn blame(failure: Verdict, run: &Run, runner: &Runner) -> Verdict {
    match (failure, runner.memory_in_bytes()) {
        (Verdict::Crashed { how }, Some(limit)) if is_likely(run) => {
            Verdict::Crashed { how: format!("{how}, with its memory limited to {} MB", limit / 1_000_000) }
        }
        (failure, _) => failure,
    }
}

/// It was ended by a signal, or something says that there was no memory.
fn is_likely(run: &Run) -> bool {
    let says = |output: &[u8]| {
        let text = String::from_utf8_lossy(output).to_lowercase();
        SAYINGS.iter().any(|saying| text.contains(saying))
    };
    matches!(run.ending, Ending::Killed { .. }) || says(&run.stderr) || says(&run.stdout)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::run::RunLimits;
    use super::*;

    fn blamed(ending: Ending, stderr: &str, memory_in_bytes: Option<u64>) -> String {
        let runner = Runner::new(RunLimits { memory_in_bytes, ..RunLimits::default() }, None);
        let run = Run { ending, stderr: stderr.into(), ..Run::not_started(String::new(), Duration::ZERO) };
        blame(Verdict::Crashed { how: "X".to_owned() }, &run, &runner).to_string()
    }

    #[test]
    fn the_limit_is_named_where_it_may_be_the_cause() {
        let limit = Some(200_000_000);
        let (signal, code) = (Ending::Killed { by: "SIGABRT".to_owned() }, Ending::Exited(1));
        let named = "it crashed: X, with its memory limited to 200 MB";
        assert_eq!(blamed(signal.clone(), "", limit), named);
        assert_eq!(blamed(code.clone(), "Traceback\nMemoryError\n", limit), named);
        assert_eq!(blamed(code, "KeyError: 3\n", limit), "it crashed: X");
        assert_eq!(blamed(signal, "", None), "it crashed: X");
    }
}
