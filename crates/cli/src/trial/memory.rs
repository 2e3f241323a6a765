//! Detects whether the memory limit ended a run.

use super::ending::Ending;
use super::run::Run;

/// Phrases with which programs and runtimes report a lack of memory, in lower case.
const PHRASES: [&str; 12] = [
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

/// Returns a remark to append to a crash that the memory limit probably caused, or an empty string.
pub(super) fn blame(run: &Run, limit_in_bytes: Option<u64>) -> String {
    match limit_in_bytes.filter(|_| is_likely(run)) {
        Some(limit) => format!(" (its memory is limited to {} MB)", limit / 1_000_000),
        None => String::new(),
    }
}

/// Whether a signal ended the run, or its output mentions a lack of memory.
fn is_likely(run: &Run) -> bool {
    let says = |output: &[u8]| {
        let text = String::from_utf8_lossy(output).to_lowercase();
        PHRASES.iter().any(|phrase| text.contains(phrase))
    };
    matches!(run.ending, Ending::Killed { .. }) || says(&run.stderr) || says(&run.stdout)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::ending::Cause;
    use super::*;

    fn blamed(ending: &Ending, stderr: &str, limit_in_bytes: Option<u64>) -> String {
        let never = Run::not_started(String::new(), Cause::System, Duration::ZERO);
        blame(&Run { ending: ending.clone(), stderr: stderr.into(), ..never }, limit_in_bytes)
    }

    #[test]
    fn the_limit_is_named_where_it_may_be_the_cause() {
        let limit = Some(200_000_000);
        let (signal, code) = (Ending::Killed { by: "SIGABRT".to_owned() }, Ending::Exited(1));
        let named = " (its memory is limited to 200 MB)";
        assert_eq!(blamed(&signal, "", limit), named);
        assert_eq!(blamed(&code, "Traceback\nMemoryError\n", limit), named);
        assert_eq!(blamed(&code, "KeyError: 3\n", limit), "");
        assert_eq!(blamed(&signal, "", None), "");
    }
}
