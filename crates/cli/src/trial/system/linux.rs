//! Linux without namespaces: a run is a marked process group, and a process descriptor signals its
//! end.

use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, getpid, kill_process_group, pidfd_open, prlimit,
    set_child_subreaper, wait,
};

use super::super::call::Call;
use super::family::{Family, MARK};
use super::pipes::{Ends, Pipes};
use super::process::{End, Process, SpawnOptions, StartError, in_folder, start_unless_busy};
use super::running::Running;
use super::signal_name::ending_of;
use super::usage::{PeakMemory, Usage};

/// A process with its pipes, its descriptor, and its family.
pub(crate) struct LinuxProcess {
    child: Child,
    descriptor: OwnedFd,
    family: Family,
    pipes: Pipes,
    peak_memory: PeakMemory,
}

impl Process for LinuxProcess {
    const NO_MEMORY_LIMIT: Option<&'static str> = None;

    const REACH: &'static str = "\
When a run ends, every process that it started is stopped, even one that ignores signals or changes \
its session. Processes that a system service starts for it are not stopped. If the system grants \
namespaces, a run cannot see or signal other processes. Otherwise, the report says so, and processes \
that switch to another user may keep running.";

    fn start(call: &Call, options: &SpawnOptions<'_>) -> Result<Self, StartError> {
        let Some((program, arguments)) = call.command.split_first() else {
            return Err(StartError::of_command(ErrorKind::NotFound.into()));
        };
        let mut command = in_folder(Command::new(program), options.folder);
        command
            .args(arguments)
            .envs(call.environment())
            .env(MARK, options.mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let started = start_unless_busy(|| Running::lock().start(options.mark, &mut command));
        let mut child = started.map_err(StartError::of_command)?;
        let leader = Pid::from_child(&child);
        let family = Family { mark: options.mark.to_owned(), leader: Some(leader), parent: None };
        match connect(&mut child, leader, call, options) {
            Ok((descriptor, pipes)) => {
                Ok(Self { child, descriptor, family, pipes, peak_memory: PeakMemory::default() })
            }
            Err(error) => {
                family.kill();
                Running::lock().reap(&mut child)?;
                Err(error.into())
            }
        }
    }

    fn wait(&mut self, at_most: Duration) -> io::Result<bool> {
        self.pipes.wait(Some(self.descriptor.as_fd()), at_most)
    }

    fn exchange(&mut self) {
        self.pipes.exchange();
    }

    fn has_written_too_much(&self) -> bool {
        self.pipes.have_too_much()
    }

    fn peak_memory_in_bytes(&mut self) -> Option<u64> {
        let family = &self.family;
        self.peak_memory.sample(|| usage_of(family))
    }

    fn cpu_time(&self) -> Option<Duration> {
        usage_of(&self.family).cpu_time
    }

    fn is_suspended(&self) -> bool {
        usage_of(&self.family).is_suspended
    }

    fn ask_to_end(&mut self, grace: Duration) {
        let Some(leader) = self.family.leader else { return };
        // The leader is not reaped yet, so its process group id cannot have been reused.
        let _gone = kill_process_group(leader, Signal::TERM);
        let clock = Instant::now();
        while clock.elapsed() < grace
            && !matches!(self.wait_for_end(grace.saturating_sub(clock.elapsed())), Ok(true))
        {}
    }

    fn end(mut self, was_stopped: bool) -> End {
        let (status, left_running) = self.end_all(was_stopped);
        let ending = status.map(ending_of);
        End { ending, outputs: self.pipes.into_outputs(), left_running }
    }

    fn adopt_orphans() -> io::Result<()> {
        set_child_subreaper(Some(getpid()))?;
        Running::adopt_orphans();
        Ok(())
    }

    fn sweep(mark: &str, has_adopted: bool) -> usize {
        let parent: Option<Pid> = has_adopted.then(getpid);
        let killed = Family { mark: mark.to_owned(), leader: None, parent }.kill();
        // Reap the orphans, which are children of this process.
        while has_adopted && matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
        killed
    }
}

/// Opens the process descriptor and the pipes, after setting the memory limit.
fn connect(
    child: &mut Child,
    leader: Pid,
    call: &Call,
    options: &SpawnOptions<'_>,
) -> io::Result<(OwnedFd, Pipes)> {
    // Before everything else: the process is already running without a limit.
    if let Some(bytes) = options.memory_in_bytes {
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        prlimit(Some(leader), Resource::As, limit)?;
    }
    let descriptor = pidfd_open(leader, PidfdFlags::empty())?;
    Ok((descriptor, Pipes::of(Ends::of(child)?, call, options.output_in_bytes)?))
}

fn usage_of(family: &Family) -> Usage {
    family.leader.map(Usage::of_tree).unwrap_or_default()
}

impl LinuxProcess {
    /// Waits for the end of the process, without using its pipes.
    fn wait_for_end(&self, at_most: Duration) -> io::Result<bool> {
        let timeout = Timespec::try_from(at_most).map_err(io::Error::other)?;
        let mut descriptors = [PollFd::from_borrowed_fd(self.descriptor.as_fd(), PollFlags::IN)];
        Ok(poll(&mut descriptors, Some(&timeout))? > 0)
    }

    /// Returns how the process ended, and how many others were still running.
    fn end_all(&mut self, was_stopped: bool) -> (io::Result<std::process::ExitStatus>, usize) {
        if was_stopped {
            let _those_that_were_to_end = self.family.kill();
        }
        let mut running = Running::lock();
        let status = running.reap(&mut self.child);
        let is_held = !was_stopped && self.pipes.are_held();
        // Scanning all processes takes some milliseconds, so do it only if something seems to be
        // left.
        let mut killed = if is_held || self.family.has_group() { self.family.kill() } else { 0 };
        if running.reap_orphans() {
            killed += Family::kill_orphans(&running);
            let _reaped = running.reap_orphans();
        }
        (status, if was_stopped { 0 } else { killed })
    }
}
