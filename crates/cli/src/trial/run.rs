//! One run of a command, from its start until all its processes have ended.

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::call::Call;
use super::ending::{Cause, Ending};
use super::system::{End, Process, SpawnOptions, StartError};

/// Resource limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunLimits {
    /// Wall time. The run is then asked to end, where the system supports it, and killed soon
    /// after.
    pub(crate) time: Duration,
    /// Address space (`RLIMIT_AS`), on systems that can limit another process.
    ///
    /// Some runtimes reserve far more of it than they use.
    pub(crate) memory_in_bytes: Option<u64>,
    /// Bytes per output; a run that writes more is killed.
    pub(crate) output_in_bytes: usize,
    /// Whether it can use the network. Only isolated runs can be denied network access.
    pub(crate) has_network: bool,
}

impl Default for RunLimits {
    /// Ten seconds, unlimited memory, 8 MiB of output, no network.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            memory_in_bytes: None,
            output_in_bytes: 8 << 20,
            has_network: false,
        }
    }
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// How it ended.
    pub(crate) ending: Ending,
    /// The standard output, up to the limit.
    pub(crate) stdout: Vec<u8>,
    /// The error output, up to the limit.
    pub(crate) stderr: Vec<u8>,
    /// The answer file, up to the limit, if one was requested and written.
    pub(crate) output_file: Option<Vec<u8>>,
    /// Wall time.
    pub(crate) time: Duration,
    /// The limit on it.
    pub(crate) time_limit: Duration,
    /// CPU time of the process and its children, if the system reports it.
    pub(crate) cpu_time: Option<Duration>,
    /// Whether a signal had suspended one of its processes when its time was up.
    pub(crate) is_suspended: bool,
    /// Peak memory of the process and its children together.
    ///
    /// Sampled about every 50 ms, so a peak at the very end is missed. `None` for shorter runs, and
    /// on systems that do not report it.
    pub(crate) peak_memory_in_bytes: Option<u64>,
    /// Number of processes that it left running and that were killed.
    pub(crate) left_running: usize,
}

impl Run {
    /// A run that could not be started.
    pub(crate) const fn not_started(reason: String, cause: Cause, time: Duration) -> Self {
        Self {
            ending: Ending::NotStarted { reason, cause },
            stdout: Vec::new(),
            stderr: Vec::new(),
            output_file: None,
            time,
            time_limit: Duration::MAX,
            cpu_time: None,
            is_suspended: false,
            peak_memory_in_bytes: None,
            left_running: 0,
        }
    }

    /// Everything that may contain the answer: the answer file, followed by the standard output.
    pub(crate) fn output(&self) -> Cow<'_, [u8]> {
        match self.output_file.as_deref() {
            None => Cow::Borrowed(&self.stdout),
            Some(file) if file.ends_with(b"\n") => Cow::Owned([file, &self.stdout].concat()),
            Some(file) => Cow::Owned([file, b"\n", &self.stdout].concat()),
        }
    }
}

/// Interval for checking the memory and the interrupt.
const TICK: Duration = Duration::from_millis(50);
/// Time between asking a process to end and killing it.
const GRACE: Duration = Duration::from_millis(200);

/// Runs a command, in `folder` if given. Its processes carry the mark, if the system supports
/// marks.
pub(crate) fn run<P: Process>(
    call: &Call,
    mark: &str,
    folder: Option<&Path>,
    limits: &RunLimits,
    is_interrupted: &dyn Fn() -> bool,
) -> Run {
    let clock = Instant::now();
    let RunLimits { memory_in_bytes, output_in_bytes, has_network, .. } = *limits;
    match P::start(call, &SpawnOptions { mark, has_network, folder, memory_in_bytes, output_in_bytes }) {
        // The time of the start is not the program's.
        Ok(process) => until_its_end(process, Instant::now(), limits, is_interrupted),
        Err(StartError { error, cause }) => {
            Run::not_started(without_error_number(&error), cause, clock.elapsed())
        }
    }
}

/// Returns the message of a system error without its number in parentheses.
fn without_error_number(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_lowercase()
}

/// The ending of a run that could not be watched because of a system error.
fn unwatched(error: &std::io::Error) -> Ending {
    Ending::NotStarted { reason: without_error_number(error), cause: Cause::System }
}

/// Waits for the end of a process, and samples its memory. Returns the reason if it has to be
/// stopped.
fn watch(
    process: &mut impl Process,
    clock: Instant,
    limits: &RunLimits,
    is_interrupted: &dyn Fn() -> bool,
    peak_memory_in_bytes: &mut Option<u64>,
) -> Option<Ending> {
    loop {
        let left = limits.time.saturating_sub(clock.elapsed());
        match process.wait(left.min(TICK)) {
            Ok(true) => return None,
            Ok(false) => {}
            Err(error) => return Some(unwatched(&error)),
        }
        process.exchange();
        *peak_memory_in_bytes = process.peak_memory_in_bytes();
        if process.has_written_too_much() {
            return Some(Ending::Flooded);
        }
        if clock.elapsed() >= limits.time {
            return Some(Ending::TimedOut);
        }
        if is_interrupted() {
            return Some(Ending::Interrupted);
        }
    }
}

fn until_its_end(
    mut process: impl Process,
    clock: Instant,
    limits: &RunLimits,
    is_interrupted: &dyn Fn() -> bool,
) -> Run {
    let mut peak_memory_in_bytes = None;
    let stopped = watch(&mut process, clock, limits, is_interrupted, &mut peak_memory_in_bytes);
    // All before the process is reaped: afterwards the system no longer knows it.
    let time = clock.elapsed();
    let cpu_time = process.cpu_time();
    let is_suspended = stopped == Some(Ending::TimedOut) && process.is_suspended();
    if stopped.is_some() {
        process.ask_to_end(GRACE);
    }
    // The last output is still in the pipes.
    process.exchange();
    let End { ending, outputs, left_running } = process.end(stopped.is_some());
    let ending = match (stopped, ending) {
        (Some(ending), _) => ending,
        // The last output, read after the loop, may have exceeded the limit.
        (None, _) if outputs.iter().any(|output| output.is_too_long) => Ending::Flooded,
        (None, Ok(ending)) => ending,
        (None, Err(error)) => unwatched(&error),
    };
    let [stdout, stderr] = outputs.map(|output| output.head);
    // For a run this short, the sample shows only the program being loaded.
    let peak_memory_in_bytes = peak_memory_in_bytes.filter(|_| time >= TICK);
    Run {
        ending,
        stdout,
        stderr,
        output_file: None,
        time,
        time_limit: limits.time,
        cpu_time,
        is_suspended,
        peak_memory_in_bytes,
        left_running,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newline_separates_the_answer_file_from_standard_output() {
        let output = |file: Option<&str>| {
            let output_file = file.map(|text| text.as_bytes().to_vec());
            let run = Run::not_started(String::new(), Cause::System, Duration::ZERO);
            let run = Run { stdout: b"17 s\n".to_vec(), output_file, ..run };
            String::from_utf8(run.output().into_owned()).unwrap()
        };
        assert_eq!(output(None), "17 s\n");
        assert_eq!(output(Some("UDR\n")), "UDR\n17 s\n");
        assert_eq!(output(Some("UDR")), "UDR\n17 s\n");
    }
}
