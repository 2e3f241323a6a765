//! Starting runs, each with its mark, within limits.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tilebase::Interrupt;

use super::call::Call;
use super::ending::Ending;
use super::folders::{self, RunFolder, RunFolders};
use super::run::{Run, RunLimits, run};
use super::system::{Process, SystemProcess};

/// Starts runs. May be shared by threads.
///
/// A run has a limit of time, of memory and of output. The judge never waits for the program: how it does so on which
/// system is told in `system`. So a program that closes its input, never reads it, never closes its output, or writes
/// without end, costs its limit at the most.
///
/// # What is left of a run is ended
///
/// This is how on Linux; other systems have less to go by (`group`), or one means for all of it (`job`). Each run is a process group of its own, and bears a mark in its environment (`MARK`), which
/// its children inherit. When a run is over, its group, everything with its mark, and all descendants of
/// these are killed, however they treat SIGTERM and whatever session they went into. The scan for marks takes
/// some milliseconds, so after a run that ended by itself, it is made only if the group has members or an
/// output is still held open; [`sweep`](Self::sweep) makes it once for all runs.
///
/// One kind of process escapes the marks: one that has *both* cleared its environment and lost its parent. A
/// program that starts no other processes finds these too, by [`adopting_orphans`](Self::adopting_orphans).
/// What remains out of reach without the powers of root: a process that changes its user, or one started by
/// asking another service (cron, systemd) for it.
///
/// If the judge itself is killed without a chance to end its runs (SIGKILL), they find their pipes closed, and no more;
/// on Windows they end with it.
///
/// The limit of memory is set right after the start: a program gets some microseconds without one.
#[derive(Debug)]
pub(crate) struct Runner {
    limits: RunLimits,
    interrupt: Option<&'static Interrupt>,
    adopts_orphans: bool,
    folders: Option<RunFolders>,
    /// What the marks of all its runs begin with.
    mark: String,
    runs: AtomicU64,
}

impl Runner {
    /// Why the memory of a run can't be limited on this system, if it can't.
    pub(crate) const NO_MEMORY_LIMIT: Option<&'static str> = SystemProcess::NO_MEMORY_LIMIT;

    /// What is ended with a run on this system, and what is out of reach: lines for the help.
    pub(crate) const REACH: &'static str = SystemProcess::REACH;

    /// Starts runs within limits; all runs are ended when `interrupt` is raised.
    #[must_use]
    pub(crate) fn new(limits: RunLimits, interrupt: Option<&'static Interrupt>) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let mark = format!("{}-{now:x}.", std::process::id());
        Self { limits, interrupt, adopts_orphans: false, folders: None, mark, runs: AtomicU64::new(0) }
    }

    /// Gives each run a folder of its own. Only there can it be given a file, and be asked for one.
    #[must_use]
    pub(crate) fn in_folders(self, folders: RunFolders) -> Self {
        Self { folders: Some(folders), ..self }
    }

    /// Makes this process the parent of every process that a run orphans, so that [`sweep`](Self::sweep) finds these
    /// whatever they did to hide. On Windows they are put into a job that ends with this process; on macOS there is no
    /// such means.
    ///
    /// Only for a program that starts no other processes: a sweep ends *all* of its children.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn adopting_orphans(self) -> io::Result<Self> {
        SystemProcess::adopt_orphans()?;
        Ok(Self { adopts_orphans: true, ..self })
    }

    /// Was an end of all runs asked for?
    #[must_use]
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(Interrupt::is_raised)
    }

    /// The limit of memory.
    pub(crate) const fn memory_in_bytes(&self) -> Option<u64> {
        self.limits.memory_in_bytes
    }

    /// The limit of time.
    pub(crate) const fn time(&self) -> Duration {
        self.limits.time
    }

    /// Runs a command to its end, or to a limit.
    #[must_use]
    pub(crate) fn run(&self, call: &Call) -> Run {
        self.run_within(call, self.limits.time)
    }

    /// The same with another limit of time.
    #[must_use]
    pub(crate) fn run_within(&self, call: &Call, time: Duration) -> Run {
        let limits = RunLimits { time, ..self.limits };
        let not_ready =
            |error| Run::not_started(format!("its folder could not be made ready: {error}"), Duration::ZERO);
        if let Some(place) = &call.place {
            return self.run_in(Some(&place.current_dir), call, limits).unwrap_or_else(not_ready);
        }
        let folder = self.folders.as_ref().map(RunFolders::take).transpose();
        let run = folder.and_then(|folder| {
            let run = self.run_in(folder.as_ref().map(RunFolder::path), call, limits)?;
            let stderr = folder.as_ref().map(|folder| folder.without_root(&run.stderr));
            Ok(Run { stderr: stderr.unwrap_or(run.stderr), ..run })
        });
        run.unwrap_or_else(not_ready)
    }

    /// Puts the file that a call wants into the folder, runs it there, and takes the file that it was to write.
    fn run_in(&self, folder: Option<&Path>, call: &Call, limits: RunLimits) -> io::Result<Run> {
        if let Some((folder, (name, text))) = folder.zip(call.file.as_ref()) {
            folders::put(folder, name, text)?;
        }
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}{number}.", self.mark);
        let mut run = run::<SystemProcess>(call, &mark, folder, &limits, &|| self.is_interrupted());
        let asked = folder.zip(call.output_file.as_ref());
        run.output_file =
            asked.and_then(|(folder, name)| folders::read(folder, name, limits.output_in_bytes));
        if run.output_file.as_ref().is_some_and(|bytes| bytes.len() > limits.output_in_bytes)
            && matches!(run.ending, Ending::Exited(_))
        {
            run.ending = Ending::Flooded;
        }
        Ok(run)
    }

    /// Ends whatever is left of runs that are over, and returns how many processes that were. To be called when no
    /// run is under way.
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
    fn what_a_program_prints_and_how_it_ends_is_told() {
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
