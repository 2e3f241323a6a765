//! Starts marked runs within limits.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tilebase::Interrupt;

use super::call::Call;
use super::ending::{Cause, Ending};
use super::folders::{self, RunFolder, RunFolders};
use super::isolation::Isolation;
use super::run::{Run, RunLimits, run};
use super::system::{ContainedProcess, Process, SystemProcess};

/// Starts runs. Can be shared between threads.
///
/// A run has limits on time, memory, and output. This process never blocks on the program; `system`
/// describes how, for each system. A program that closes its input, never reads it, never closes
/// its output, or writes endlessly is stopped at its limit.
///
/// # Cleanup after a run
///
/// On Linux, each run has namespaces of its own (`stages`), whose processes end with it, see only
/// each other, and have no network unless it is allowed.
///
/// The following describes Linux systems that refuse namespaces. Other systems offer less
/// information (`group`), or a single mechanism (`job`). Each run is a process group and carries a
/// mark in its environment (`MARK`), which its children inherit. After a run, its group, all
/// processes with its mark, and their descendants are killed. This works even if they ignore
/// SIGTERM or change their session. Scanning for marks takes some milliseconds. So after a run that
/// ended by itself, the scan is made only if the group still has members, or an output is still
/// open. [`sweep`](Self::sweep) makes it once for all runs.
///
/// A daemon leaves its group, closes its outputs, and may clear its environment. If this process
/// starts no other processes, it can catch daemons too, with
/// [`adopting_orphans`](Self::adopting_orphans), which makes it the parent of every daemon. Two
/// kinds remain out of reach without root: a process that changes its user, and one that another
/// service (cron, systemd) starts at the program's request.
///
/// If this process itself is killed (SIGKILL), running programs only find their pipes closed. On
/// Windows, and in namespaces, they end with it.
///
/// Without namespaces, the memory limit is set right after the start, so a program runs for some
/// microseconds without it.
#[derive(Debug)]
pub(crate) struct Runner {
    limits: RunLimits,
    interrupt: Option<&'static Interrupt>,
    adopts_orphans: bool,
    folders: Option<RunFolders>,
    /// The common prefix of the marks of all its runs.
    mark: String,
    runs: AtomicU64,
}

impl Runner {
    /// Why this system cannot limit the memory of a run; `None` if it can.
    pub(crate) const NO_MEMORY_LIMIT: Option<&'static str> = SystemProcess::NO_MEMORY_LIMIT;

    /// Help text: the processes that end with a run on this system, and the exceptions.
    pub(crate) const REACH: &'static str = SystemProcess::REACH;

    /// Starts runs within limits. Raising `interrupt` ends all runs.
    #[must_use]
    pub(crate) fn new(limits: RunLimits, interrupt: Option<&'static Interrupt>) -> Self {
        // The time distinguishes the mark from that of an earlier process with the same id.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let mark = format!("{}-{now:x}.", std::process::id());
        Self { limits, interrupt, adopts_orphans: false, folders: None, mark, runs: AtomicU64::new(0) }
    }

    /// Gives each run its own folder. Only then can it receive a file or write an answer file.
    #[must_use]
    pub(crate) fn in_folders(self, folders: RunFolders) -> Self {
        Self { folders: Some(folders), ..self }
    }

    /// Makes this process the parent of every process that a run orphans, so that
    /// [`sweep`](Self::sweep) finds them however they hide.
    ///
    /// On Windows they are put into a job that ends with this process. macOS has no such mechanism.
    ///
    /// Only for a program that starts no other processes: a sweep ends *all* of its children.
    ///
    /// # Errors
    /// Errors of the system.
    pub(crate) fn adopting_orphans(self) -> io::Result<Self> {
        SystemProcess::adopt_orphans()?;
        Ok(Self { adopts_orphans: true, ..self })
    }

    /// Whether all runs were asked to end.
    #[must_use]
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(Interrupt::is_raised)
    }

    /// The memory limit.
    pub(crate) const fn memory_in_bytes(&self) -> Option<u64> {
        self.limits.memory_in_bytes
    }

    /// The time limit.
    pub(crate) const fn time(&self) -> Duration {
        self.limits.time
    }

    /// Runs a command until it ends or reaches a limit.
    #[must_use]
    pub(crate) fn run(&self, call: &Call) -> Run {
        self.run_within(call, self.limits.time)
    }

    /// Runs a command with another time limit.
    #[must_use]
    pub(crate) fn run_within(&self, call: &Call, time: Duration) -> Run {
        let limits = RunLimits { time, ..self.limits };
        let not_ready = |error| {
            let reason = format!("it could not be made ready: {error}");
            Run::not_started(reason, Cause::System, Duration::ZERO)
        };
        if let Some(folders) = &call.folders {
            return self.run_in(Some(&folders.current_dir), call, limits).unwrap_or_else(not_ready);
        }
        let folder = self.folders.as_ref().map(RunFolders::take).transpose();
        let run = folder.and_then(|folder| {
            let run = self.run_in(folder.as_ref().map(RunFolder::path), call, limits)?;
            let stderr = folder.as_ref().map(|folder| folder.without_root(&run.stderr));
            Ok(Run { stderr: stderr.unwrap_or(run.stderr), ..run })
        });
        run.unwrap_or_else(not_ready)
    }

    /// Writes the call's file into the folder, runs the call there, and reads its answer file.
    ///
    /// The errors are the system's, not the command's.
    fn run_in(&self, folder: Option<&Path>, call: &Call, limits: RunLimits) -> io::Result<Run> {
        if let Some((folder, (name, text))) = folder.zip(call.file.as_ref()) {
            folders::put(folder, name, text)?;
        }
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}{number}.", self.mark);
        let is_interrupted = || self.is_interrupted();
        let mut run = match Isolation::of_runs()? {
            Isolation::Namespaces => run::<ContainedProcess>(call, &mark, folder, &limits, &is_interrupted),
            Isolation::None { .. } => run::<SystemProcess>(call, &mark, folder, &limits, &is_interrupted),
        };
        let asked = folder.zip(call.output_file.as_ref());
        run.output_file = match asked {
            Some((folder, name)) => folders::read(folder, name, limits.output_in_bytes)?,
            None => None,
        };
        // `read` returns one byte beyond the limit for a file that is too long.
        if run.output_file.as_ref().is_some_and(|bytes| bytes.len() > limits.output_in_bytes)
            && matches!(run.ending, Ending::Exited(_))
        {
            run.ending = Ending::Flooded;
        }
        Ok(run)
    }

    /// Kills the remaining processes of finished runs, and returns their number.
    ///
    /// Must not be called during a run.
    #[must_use]
    pub(crate) fn sweep(&self) -> usize {
        SystemProcess::sweep(&self.mark, self.adopts_orphans)
    }
}

#[cfg(test)]
mod tests {
    use tilebase::board::{Goal, Shape};

    use super::super::solver::{Feed, ForeignSolver};
    use super::*;

    #[test]
    fn output_and_ending_are_reported() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let runner = Runner::new(RunLimits::default(), None);
        let run = |command: &[&str]| {
            let command = command.iter().map(Into::into).collect();
            runner.run(&ForeignSolver::new(command, Feed::default(), goal).unwrap().call(&goal.board()))
        };
        let echoed = run(&["cat"]);
        assert_eq!((echoed.ending, echoed.stdout.as_slice()), (Ending::Exited(0), &b"123456780\n"[..]));
        assert_eq!(run(&["false"]).ending, Ending::Exited(1));
        assert!(matches!(run(&["/no/such/program"]).ending, Ending::NotStarted { .. }));
    }
}
