//! Linux: a run in namespaces of its own, watched through the channel of its init process.

use std::io::{self, ErrorKind, pipe};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ExitStatus, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, kill_process_group, pidfd_open, pidfd_send_signal, waitid,
};

use super::super::call::Call;
use super::super::ending::Cause;
use super::channel::{Message, channel, send_pipes};
use super::family::living_below;
use super::linux::LinuxProcess;
use super::pipes::{Ends, Pipes};
use super::process::{End, Process, SpawnOptions, StartError, in_folder, is_shortage};
use super::running::Running;
use super::signal_name::ending_of;
use super::stages::Settings;
use super::usage::{PeakMemory, Usage, children};

/// A program in namespaces of its own; see `stages`.
pub(crate) struct ContainedProcess {
    /// The outer process, which ends once everything in the namespaces has ended.
    outer: Child,
    init: Init,
    channel: OwnedFd,
    pipes: Pipes,
    peak_memory: PeakMemory,
}

/// The init process.
struct Init {
    pid: Pid,
    /// A process descriptor, which stays valid after the process exits.
    descriptor: OwnedFd,
    /// The program, as the leader of its process group; `None` if it ended at once.
    program: Option<Pid>,
}

impl Process for ContainedProcess {
    const NO_MEMORY_LIMIT: Option<&'static str> = LinuxProcess::NO_MEMORY_LIMIT;

    const REACH: &'static str = LinuxProcess::REACH;

    fn start(call: &Call, options: &SpawnOptions<'_>) -> Result<Self, StartError> {
        if call.command.is_empty() {
            return Err(StartError::of_command(ErrorKind::NotFound.into()));
        }
        let (channel, other_end) = channel()?;
        let (input, output, errors) = (pipe()?, pipe()?, pipe()?);
        send_pipes(&channel, [input.0.as_fd(), output.1.as_fd(), errors.1.as_fd()])?;
        let settings = Settings {
            has_network: options.has_network,
            memory_in_bytes: options.memory_in_bytes,
            program_id: 0,
        };
        let mut command = in_folder(settings.outer(&call.command), options.folder);
        command
            .envs(call.environment())
            .stdin(other_end)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        let mut outer = Running::lock().start(options.mark, &mut command)?;
        // The command holds one end of the channel. Until it is dropped, the exit of the other
        // process cannot be detected.
        drop(command);
        // The program has these ends now. Keeping them open would hide the end of its output.
        drop((input.0, output.1, errors.1));
        let ends = Ends { input: input.1.into(), outputs: [output.0.into(), errors.0.into()] };
        let connected = Init::of(&outer, &channel)
            .and_then(|init| Ok((init, Pipes::of(ends, call, options.output_in_bytes)?)));
        match connected {
            Ok((init, pipes)) => Ok(Self { outer, init, channel, pipes, peak_memory: PeakMemory::default() }),
            Err(error) => {
                // Init ends with the outer process, or because its channel is closed.
                outer.kill()?;
                Running::lock().reap(&mut outer)?;
                Err(error)
            }
        }
    }

    fn wait(&mut self, at_most: Duration) -> io::Result<bool> {
        self.pipes.wait(Some(self.channel.as_fd()), at_most)
    }

    fn exchange(&mut self) {
        self.pipes.exchange();
    }

    fn has_written_too_much(&self) -> bool {
        self.pipes.have_too_much()
    }

    fn peak_memory_in_bytes(&mut self) -> Option<u64> {
        self.peak_memory.sample(|| Usage::below(self.init.pid))
    }

    fn cpu_time(&self) -> Option<Duration> {
        Usage::below(self.init.pid).cpu_time
    }

    fn is_suspended(&self) -> bool {
        Usage::below(self.init.pid).is_suspended
    }

    fn ask_to_end(&mut self, grace: Duration) {
        let Some(program) = self.init.program else { return };
        // Init keeps running until it is killed, so the numbers of its namespace are not reused by
        // other processes of this user.
        let _gone = kill_process_group(program, Signal::TERM);
        let Ok(timeout) = Timespec::try_from(grace) else { return };
        let mut descriptors = [PollFd::from_borrowed_fd(self.channel.as_fd(), PollFlags::IN)];
        let _is_ended = poll(&mut descriptors, Some(&timeout)).is_ok();
    }

    fn end(mut self, was_stopped: bool) -> End {
        let left_running = if was_stopped { 0 } else { living_below(self.init.pid) };
        let status = if was_stopped { Ok(ExitStatus::default()) } else { self.status() };
        let killed = self.kill();
        let ending = status.and_then(|status| killed.map(|()| ending_of(status)));
        End { ending, outputs: self.pipes.into_outputs(), left_running }
    }

    fn adopt_orphans() -> io::Result<()> {
        LinuxProcess::adopt_orphans()
    }

    fn sweep(mark: &str, has_adopted: bool) -> usize {
        LinuxProcess::sweep(mark, has_adopted)
    }
}

impl Init {
    /// Waits until the program is running.
    fn of(outer: &Child, channel: &OwnedFd) -> Result<Self, StartError> {
        let reason = |error: i32| io::Error::from_raw_os_error(error);
        match Message::receive(channel)? {
            Some(Message::Started) => {}
            Some(Message::NotStarted(error)) => return Err(StartError::of_command(reason(error))),
            Some(Message::Refused(error)) => {
                let cause = if is_shortage(&reason(error)) { Cause::System } else { Cause::Isolation };
                let error = io::Error::other(format!("namespaces: {}", reason(error)));
                return Err(StartError { error, cause });
            }
            Some(Message::Ended(_)) | None => return Err(io::Error::from(ErrorKind::BrokenPipe).into()),
        }
        // The outer process has no other children, and does not end before its child.
        let only_child = children(Pid::from_child(outer).as_raw_pid()).into_iter().find_map(Pid::from_raw);
        let pid = only_child.ok_or_else(|| io::Error::from(ErrorKind::BrokenPipe))?;
        let descriptor = pidfd_open(pid, PidfdFlags::empty()).map_err(io::Error::from)?;
        // The first child is the program, because orphans are appended to the list.
        let program = children(pid.as_raw_pid()).into_iter().find_map(Pid::from_raw);
        Ok(Self { pid, descriptor, program })
    }
}

impl ContainedProcess {
    /// How the program ended.
    fn status(&self) -> io::Result<ExitStatus> {
        Ok(match Message::receive(&self.channel)? {
            Some(Message::Ended(status)) => ExitStatus::from_raw(status),
            // Only the system or the user can kill init, and the program was killed with it.
            _ => ExitStatus::from_raw(Signal::KILL.as_raw()),
        })
    }

    /// Kills everything in the namespaces, and waits for the end of the last process.
    fn kill(&mut self) -> io::Result<()> {
        // It may have ended already.
        let _gone = pidfd_send_signal(&self.init.descriptor, Signal::KILL);
        let outer = WaitId::Pid(Pid::from_child(&self.outer));
        let ends = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        // Release the lock first: holding it while waiting would delay other runs.
        while matches!(waitid(outer.clone(), ends), Err(rustix::io::Errno::INTR)) {}
        Running::lock().reap(&mut self.outer).map(drop)
    }
}
