//! Unix systems without `/proc`, such as macOS: a run is a process group.

use std::io::{self, ErrorKind};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid,
};

use super::super::call::Call;
use super::pipes::{Ends, Pipes};
use super::process::{End, Process, SpawnOptions, StartError, in_folder, start_unless_busy};
use super::signal_name::ending_of;

/// Polling interval for the end of the process, since there is no process descriptor.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Maximum number of rounds. A process that forks while its group is being killed is caught in the
/// next one.
const ROUNDS: usize = 100;
const BETWEEN_ROUNDS: Duration = Duration::from_millis(2);

/// The leader of a process group.
pub(crate) struct GroupProcess {
    child: Child,
    leader: Pid,
    pipes: Pipes,
}

impl Process for GroupProcess {
    const NO_MEMORY_LIMIT: Option<&'static str> =
        Some("this system has no way to limit the memory of another program");

    const REACH: &'static str = "\
When a run ends, every process that it started is stopped, even one that ignores signals, unless it left the \
process group, as a daemon does.";

    fn start(call: &Call, options: &SpawnOptions<'_>) -> Result<Self, StartError> {
        let Some((program, arguments)) = call.command.split_first() else {
            return Err(StartError::of_command(ErrorKind::NotFound.into()));
        };
        if let Some(reason) = Self::NO_MEMORY_LIMIT.filter(|_| options.memory_in_bytes.is_some()) {
            return Err(io::Error::other(reason).into());
        }
        let mut command = in_folder(Command::new(program), options.folder);
        command
            .args(arguments)
            .envs(call.environment())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let mut child = start_unless_busy(|| command.spawn()).map_err(StartError::of_command)?;
        let leader = Pid::from_child(&child);
        match Ends::of(&mut child).and_then(|ends| Pipes::of(ends, call, options.output_in_bytes)) {
            Ok(pipes) => Ok(Self { child, leader, pipes }),
            Err(error) => {
                let _gone = kill_process_group(leader, Signal::KILL);
                child.wait()?;
                Err(error.into())
            }
        }
    }

    fn wait(&mut self, at_most: Duration) -> io::Result<bool> {
        if self.has_ended()? {
            return Ok(true);
        }
        self.pipes.wait(None, at_most.min(BETWEEN_LOOKS))?;
        Ok(false)
    }

    fn exchange(&mut self) {
        self.pipes.exchange();
    }

    fn has_written_too_much(&self) -> bool {
        self.pipes.have_too_much()
    }

    fn peak_memory_in_bytes(&mut self) -> Option<u64> {
        None
    }

    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    fn is_suspended(&self) -> bool {
        let options = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(self.leader), options), Ok(Some(_)))
    }

    fn ask_to_end(&mut self, grace: Duration) {
        // The leader is not reaped yet, so its process group id cannot have been reused.
        let _gone = kill_process_group(self.leader, Signal::TERM);
        let clock = Instant::now();
        while clock.elapsed() < grace && matches!(self.has_ended(), Ok(false)) {
            thread::sleep(BETWEEN_LOOKS);
        }
    }

    fn end(mut self, was_stopped: bool) -> End {
        if was_stopped {
            let _gone = kill_process_group(self.leader, Signal::KILL);
        }
        let status = self.child.wait();
        let had_others = self.kill_group();
        // Without `/proc` the group's members cannot be counted: any number counts as one.
        let left_running = usize::from(had_others && !was_stopped);
        End { ending: status.map(ending_of), outputs: self.pipes.into_outputs(), left_running }
    }

    /// Does nothing: orphans go to the init process, and no other process can adopt them.
    fn adopt_orphans() -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: each group was killed with its run.
    fn sweep(_mark: &str, _has_adopted: bool) -> usize {
        0
    }
}

impl GroupProcess {
    /// Whether the leader has ended. Does not reap it, so that its id, and the group's, is not
    /// reused.
    fn has_ended(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(self.leader), options) {
            Ok(status) => Ok(status.is_some()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Kills the rest of the group. Returns whether there was any.
    fn kill_group(&self) -> bool {
        let has_members = || test_kill_process_group(self.leader).is_ok();
        let had_members = has_members();
        for _ in 0..ROUNDS {
            if !has_members() {
                break;
            }
            let _gone = kill_process_group(self.leader, Signal::KILL);
            thread::sleep(BETWEEN_ROUNDS);
        }
        had_members
    }
}
