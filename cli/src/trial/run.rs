//! One run of a command, from its start to the end of everything it started.

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::call::Call;
use super::ending::Ending;
use super::system::{End, Frame, Process};

/// What a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunLimits {
    /// Time on the clock; then it is asked to end, where the system can ask, and killed a moment later.
    pub(crate) time: Duration,
    /// Address space (`RLIMIT_AS`), on systems that can limit that of another process. Some languages reserve far more of
    /// it than they use.
    pub(crate) memory_in_bytes: Option<u64>,
    /// Bytes on each of the two outputs; a run that writes more is killed.
    pub(crate) output_in_bytes: usize,
}

impl Default for RunLimits {
    /// Ten seconds, any memory, 8 MiB of output.
    fn default() -> Self {
        Self { time: Duration::from_secs(10), memory_in_bytes: None, output_in_bytes: 8 << 20 }
    }
}

/// What became of a run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// How it ended.
    pub(crate) ending: Ending,
    /// What it wrote to its standard output, up to the limit.
    pub(crate) stdout: Vec<u8>,
    /// What it wrote to its standard error, up to the limit.
    pub(crate) stderr: Vec<u8>,
    /// What it wrote to the file that was asked for, up to the limit; none if it wrote none, or none was asked for.
    pub(crate) output_file: Option<Vec<u8>>,
    /// Wall time.
    pub(crate) time: Duration,
    /// The limit on it.
    pub(crate) time_limit: Duration,
    /// The time that processors spent on it and on its children; none on a system where that is not seen.
    pub(crate) cpu_time: Option<Duration>,
    /// The most memory that it and its children were seen to hold together; none if it was over within a few hundredths of
    /// a second, or on a system where nothing is seen. It is looked at in such steps, so a rise at the very end is missed.
    pub(crate) peak_memory_in_bytes: Option<u64>,
    /// Processes that it left running, and that were killed.
    pub(crate) left_running: usize,
}

impl Run {
    /// What never began.
    pub(crate) const fn not_started(reason: String, time: Duration) -> Self {
        Self {
            ending: Ending::NotStarted { reason },
            stdout: Vec::new(),
            stderr: Vec::new(),
            output_file: None,
            time,
            time_limit: Duration::MAX,
            cpu_time: None,
            peak_memory_in_bytes: None,
            left_running: 0,
        }
    }

    /// All that may be its answer: the file that it wrote, and its standard output after it.
    pub(crate) fn said(&self) -> Cow<'_, [u8]> {
        match self.output_file.as_deref() {
            None => Cow::Borrowed(&self.stdout),
            Some(file) if file.ends_with(b"\n") => Cow::Owned([file, &self.stdout].concat()),
            Some(file) => Cow::Owned([file, b"\n", &self.stdout].concat()),
        }
    }
}

/// How often the memory and the interrupt are looked at.
const TICK: Duration = Duration::from_millis(50);
/// Between asking it to end and killing it.
const GRACE: Duration = Duration::from_millis(200);

/// Runs a command, in a folder of its own if there is one; its processes bear the mark, where processes can.
pub(crate) fn run<P: Process>(
    call: &Call,
    mark: &str,
    folder: Option<&Path>,
    limits: &RunLimits,
    is_interrupted: &dyn Fn() -> bool,
) -> Run {
    let clock = Instant::now();
    let RunLimits { memory_in_bytes, output_in_bytes, .. } = *limits;
    match P::start(call, &Frame { mark, folder, memory_in_bytes, output_in_bytes }) {
        Ok(process) => until_its_end(process, clock, limits, is_interrupted),
        Err(error) => Run::not_started(in_words(&error), clock.elapsed()),
    }
}

/// An error of the system without its number, which follows in brackets.
fn in_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_lowercase()
}

fn until_its_end(
    mut process: impl Process,
    clock: Instant,
    limits: &RunLimits,
    is_interrupted: &dyn Fn() -> bool,
) -> Run {
    let mut peak_memory_in_bytes = None;
    let stopped = loop {
        let left = limits.time.saturating_sub(clock.elapsed());
        match process.wait(left.min(TICK)) {
            Ok(true) => break None,
            Ok(false) => {}
            Err(error) => break Some(Ending::NotStarted { reason: error.to_string() }),
        }
        process.exchange();
        peak_memory_in_bytes = process.peak_memory_in_bytes();
        if process.has_written_too_much() {
            break Some(Ending::Flooded);
        }
        if clock.elapsed() >= limits.time {
            break Some(Ending::TimedOut);
        }
        if is_interrupted() {
            break Some(Ending::Interrupted);
        }
    };
    let time = clock.elapsed();
    let cpu_time = process.cpu_time();
    if stopped.is_some() {
        process.ask_to_end(GRACE);
    }
    // What it wrote at last is still in the pipes.
    process.exchange();
    let End { ending, outputs, left_running } = process.end(stopped.is_some());
    let ending = match (stopped, ending) {
        (Some(ending), _) => ending,
        (None, _) if outputs.iter().any(|output| output.is_too_long) => Ending::Flooded,
        (None, Ok(ending)) => ending,
        (None, Err(error)) => Ending::NotStarted { reason: error.to_string() },
    };
    let [stdout, stderr] = outputs.map(|output| output.head);
    // What was seen of a run that was over at once is how it began.
    let peak_memory_in_bytes = peak_memory_in_bytes.filter(|_| time >= TICK);
    Run {
        ending,
        stdout,
        stderr,
        output_file: None,
        time,
        time_limit: limits.time,
        cpu_time,
        peak_memory_in_bytes,
        left_running,
    }
}
