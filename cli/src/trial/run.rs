//! One run of a command, from its start to the end of everything it started.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, Signal, kill_process_group, pidfd_open, prlimit};

use super::call::Call;
use super::family::{Family, MARK};
use super::signal_name::signal_name;

/// What a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunLimits {
    /// Time on the clock; then it is asked to end (SIGTERM), and killed a moment later.
    pub(crate) time: Duration,
    /// Address space (`RLIMIT_AS`). Some languages reserve far more of it than they use.
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

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By itself, with this exit code.
    Exited(i32),
    /// By a signal that was not the judge's, as `SIGSEGV`.
    Killed {
        /// The signal's name.
        signal: String,
    },
    /// It was killed when its time was up.
    TimedOut,
    /// It was killed when it had written too much.
    Flooded,
    /// It was killed because everything is to end.
    Interrupted,
    /// It could not be started.
    NotStarted {
        /// Why not.
        reason: String,
    },
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
    /// Time on the clock.
    pub(crate) time: Duration,
    /// The most memory that it was seen to hold, without its children; none if it was over within a few hundredths of
    /// a second. It is looked at in such steps, so a rise at the very end is missed.
    pub(crate) peak_memory_in_bytes: Option<u64>,
    /// Processes that it left running, and that were killed.
    pub(crate) left_running: usize,
}

/// How often the memory and the interrupt are looked at.
const TICK: Duration = Duration::from_millis(50);
/// A program that writes in many small pieces is not to cost a look at each.
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);
/// Between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_millis(200);
const READ_AT_ONCE_IN_BYTES: usize = 1 << 16;

/// Runs a command; its processes bear the mark.
pub(crate) fn run(call: &Call, mark: &str, limits: &RunLimits, is_interrupted: &dyn Fn() -> bool) -> Run {
    let clock = Instant::now();
    match Watched::start(call, mark, limits) {
        Ok(watched) => watched.until_its_end(clock, limits, is_interrupted),
        Err(error) => Run {
            ending: Ending::NotStarted { reason: error.to_string() },
            stdout: Vec::new(),
            stderr: Vec::new(),
            time: clock.elapsed(),
            peak_memory_in_bytes: None,
            left_running: 0,
        },
    }
}

/// A process that is written to, read from and waited for.
struct Watched<'a> {
    child: Child,
    descriptor: OwnedFd,
    family: Family,
    /// What is still to be written, while the process takes it.
    input: Option<(ChildStdin, &'a [u8])>,
    outputs: [Output; 2],
    peak_memory_in_bytes: Option<u64>,
    looked_at_memory: Option<Instant>,
}

/// What a process is watched by, and talks through.
struct Connection<'a> {
    descriptor: OwnedFd,
    input: (ChildStdin, &'a [u8]),
    outputs: [Output; 2],
}

impl<'a> Watched<'a> {
    fn start(call: &'a Call, mark: &str, limits: &RunLimits) -> io::Result<Self> {
        let Some((program, arguments)) = call.command.split_first() else {
            return Err(ErrorKind::NotFound.into());
        };
        let mut child = Command::new(program)
            .args(arguments)
            .env(MARK, mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let leader = Pid::from_child(&child);
        let family = Family { mark: mark.to_owned(), leader: Some(leader), parent: None };
        match Self::connect(&mut child, leader, call, limits) {
            Ok(Connection { descriptor, input, outputs }) => {
                let (input, peak_memory_in_bytes, looked_at_memory) = (Some(input), None, None);
                Ok(Self { child, descriptor, family, input, outputs, peak_memory_in_bytes, looked_at_memory })
            }
            Err(error) => {
                family.kill();
                child.wait()?;
                Err(error)
            }
        }
    }

    fn connect(
        child: &mut Child,
        leader: Pid,
        call: &'a Call,
        limits: &RunLimits,
    ) -> io::Result<Connection<'a>> {
        if let Some(bytes) = limits.memory_in_bytes {
            let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
            prlimit(Some(leader), Resource::As, limit)?;
        }
        let descriptor = pidfd_open(leader, PidfdFlags::empty())?;
        let missing = || io::Error::from(ErrorKind::BrokenPipe);
        let input = child.stdin.take().ok_or_else(missing)?;
        ioctl_fionbio(&input, true)?;
        let stdout = Output::new(child.stdout.take().ok_or_else(missing)?.into())?;
        let stderr = Output::new(child.stderr.take().ok_or_else(missing)?.into())?;
        Ok(Connection { descriptor, input: (input, call.input.as_bytes()), outputs: [stdout, stderr] })
    }

    fn until_its_end(mut self, clock: Instant, limits: &RunLimits, is_interrupted: &dyn Fn() -> bool) -> Run {
        let stopped = loop {
            let left = limits.time.saturating_sub(clock.elapsed());
            match self.wait(left.min(TICK)) {
                Ok(true) => break None,
                Ok(false) => {}
                Err(error) => break Some(Ending::NotStarted { reason: error.to_string() }),
            }
            self.exchange(limits.output_in_bytes);
            self.look_at_memory();
            if self.outputs.iter().any(|output| output.is_too_long) {
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
        if stopped.is_some() {
            self.ask_to_end();
        }
        // What it wrote at last is still in the pipes.
        self.exchange(limits.output_in_bytes);
        let (status, left_running) = self.end_all(stopped.is_some());
        let ending = match (stopped, status) {
            (Some(ending), _) => ending,
            (None, _) if self.outputs.iter().any(|output| output.is_too_long) => Ending::Flooded,
            (None, Ok(status)) => ending_of(status),
            (None, Err(error)) => Ending::NotStarted { reason: error.to_string() },
        };
        let [stdout, stderr] = self.outputs.map(|output| output.head);
        // What was seen of a run that was over at once is how it began.
        let peak_memory_in_bytes = self.peak_memory_in_bytes.filter(|_| time >= TICK);
        Run { ending, stdout, stderr, time, peak_memory_in_bytes, left_running }
    }

    /// Waits for something to happen; says whether the process has ended.
    fn wait(&self, at_most: Duration) -> io::Result<bool> {
        let mut descriptors = vec![PollFd::new(&self.descriptor, PollFlags::IN)];
        descriptors.extend(
            self.outputs.iter().filter_map(|output| Some(PollFd::new(output.pipe.as_ref()?, PollFlags::IN))),
        );
        descriptors.extend(self.input.iter().map(|(pipe, _)| PollFd::new(pipe, PollFlags::OUT)));
        let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(at_most.min(TICK).subsec_nanos()) };
        match poll(&mut descriptors, Some(&timeout)) {
            Ok(_) => Ok(!descriptors[0].revents().is_empty()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes and reads what the pipes take and have.
    fn exchange(&mut self, limit_in_bytes: usize) {
        if let Some((pipe, rest)) = &mut self.input {
            match pipe.write(rest) {
                Ok(written) => *rest = &rest[written..],
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                // It has closed its input: that is its right.
                Err(_) => *rest = &[],
            }
            if rest.is_empty() {
                self.input = None;
            }
        }
        for output in &mut self.outputs {
            output.read(limit_in_bytes);
        }
    }

    fn look_at_memory(&mut self) {
        if self.looked_at_memory.is_some_and(|time| time.elapsed() < BETWEEN_LOOKS) {
            return;
        }
        self.looked_at_memory = Some(Instant::now());
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
        let bytes = kibibytes.map(|kibibytes| kibibytes * 1024);
        self.peak_memory_in_bytes = self.peak_memory_in_bytes.max(bytes);
    }

    /// Asks the group to end, and waits a moment for its leader to do so.
    fn ask_to_end(&mut self) {
        let Some(leader) = self.family.leader else { return };
        // The leader is not reaped, so its group is still its own.
        let _gone = kill_process_group(leader, Signal::TERM);
        let clock = Instant::now();
        while clock.elapsed() < GRACE
            && !matches!(self.wait_for_end(GRACE.saturating_sub(clock.elapsed())), Ok(true))
        {}
    }

    /// Waits for the end of the process alone.
    fn wait_for_end(&self, at_most: Duration) -> io::Result<bool> {
        let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(at_most.subsec_nanos()) };
        let mut descriptors = [PollFd::from_borrowed_fd(self.descriptor.as_fd(), PollFlags::IN)];
        Ok(poll(&mut descriptors, Some(&timeout))? > 0)
    }

    /// Ends everything that belongs to the run. Returns how its process ended, and how many others were still running.
    fn end_all(&mut self, was_stopped: bool) -> (io::Result<ExitStatus>, usize) {
        if was_stopped {
            let _those_that_were_to_end = self.family.kill();
            return (self.child.wait(), 0);
        }
        let status = self.child.wait();
        let is_held = self.outputs.iter().any(|output| output.pipe.is_some());
        let left_running = if is_held || self.family.has_group() { self.family.kill() } else { 0 };
        (status, left_running)
    }
}

/// One of the two outputs.
struct Output {
    /// None when it has ended.
    pipe: Option<std::fs::File>,
    head: Vec<u8>,
    is_too_long: bool,
}

impl Output {
    fn new(pipe: OwnedFd) -> io::Result<Self> {
        ioctl_fionbio(&pipe, true)?;
        Ok(Self { pipe: Some(pipe.into()), head: Vec::new(), is_too_long: false })
    }

    /// Reads what is there, up to the limit.
    fn read(&mut self, limit_in_bytes: usize) {
        let mut buffer = [0; READ_AT_ONCE_IN_BYTES];
        while let Some(pipe) = &mut self.pipe
            && !self.is_too_long
        {
            match pipe.read(&mut buffer) {
                Ok(0) => self.pipe = None,
                Ok(count) => {
                    let room = limit_in_bytes.saturating_sub(self.head.len());
                    self.head.extend_from_slice(&buffer[..count.min(room)]);
                    self.is_too_long = count > room;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.pipe = None,
            }
        }
    }
}

fn ending_of(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, Some(signal)) => Ending::Killed { signal: signal_name(signal) },
        (None, None) => Ending::NotStarted { reason: format!("it ended in no known way: {status}") },
    }
}
