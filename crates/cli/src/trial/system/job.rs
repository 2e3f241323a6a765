//! Windows: a run is a job object, whose processes end when its last handle is closed.

use std::io::{self, ErrorKind};
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use win32job::{ExtendedLimitInfo, Job, JobError};

use super::super::call::Call;
use super::super::ending::{Cause, Ending};
use super::exception_name::exception_name;
use super::process::{End, Process, SpawnOptions, StartError, in_folder};
use super::threads::ThreadedPipes;

/// `CREATE_NEW_PROCESS_GROUP`: the console sends Ctrl-C to all its programs, but only the validator
/// may end a run.
const WITHOUT_CTRL_C: u32 = 0x200;

/// Polling interval for the end of the process.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Maximum wait for the last output. Ended processes close their pipes at once, so it is rarely
/// used.
const FOR_THE_LAST_OUTPUT: Duration = Duration::from_secs(2);

/// A process in a job.
///
/// It is assigned right after its start, in less time than Windows needs to load a program. A child
/// that it starts before is only in the validator's job; see
/// [`adopt_orphans`](Process::adopt_orphans).
pub(crate) struct JobProcess {
    child: Child,
    job: Job,
    pipes: ThreadedPipes,
}

impl Process for JobProcess {
    /// Jobs have such a limit, but the crate with the safe interface to jobs does not support it.
    const NO_MEMORY_LIMIT: Option<&'static str> =
        Some("on Windows the memory of other programs cannot be limited");

    const REACH: &'static str = "\
When a run ends, every process that it started is stopped, except processes that a service starts at the \
program's request.";

    fn start(call: &Call, options: &SpawnOptions<'_>) -> Result<Self, StartError> {
        let Some((program, arguments)) = call.command.split_first() else {
            return Err(StartError::of_command(ErrorKind::NotFound.into()));
        };
        if let Some(reason) = Self::NO_MEMORY_LIMIT.filter(|_| options.memory_in_bytes.is_some()) {
            return Err(io::Error::other(reason).into());
        }
        let job = job()?;
        let mut child = in_folder(Command::new(program), options.folder)
            .args(arguments)
            .envs(call.environment())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .creation_flags(WITHOUT_CTRL_C)
            .spawn()
            .map_err(StartError::of_command)?;
        match connect(&mut child, &job, call, options.output_in_bytes) {
            Ok(pipes) => Ok(Self { child, job, pipes }),
            Err(error) => {
                child.kill()?;
                child.wait()?;
                Err(error.into())
            }
        }
    }

    fn wait(&mut self, at_most: Duration) -> io::Result<bool> {
        if self.child.try_wait()?.is_some() {
            return Ok(true);
        }
        self.pipes.wait(at_most.min(BETWEEN_LOOKS));
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

    /// Jobs record it, but the crate with the safe interface to jobs does not expose it.
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// Windows has no signals.
    fn is_suspended(&self) -> bool {
        false
    }

    /// Does nothing: no request reaches every program, and a console's Ctrl-Break would also reach
    /// the validator.
    fn ask_to_end(&mut self, _grace: Duration) {}

    fn end(mut self, was_stopped: bool) -> End {
        let left_running = if was_stopped { 0 } else { self.others() };
        // Closes the last handle.
        drop(self.job);
        let status = self.child.wait();
        if !was_stopped {
            self.pipes.drain(FOR_THE_LAST_OUTPUT);
        }
        End { ending: status.map(ending_of), outputs: self.pipes.into_outputs(), left_running }
    }

    /// Puts this process into a job, which all its later children inherit.
    ///
    /// The job is closed however this process ends, and ends the remaining processes.
    fn adopt_orphans() -> io::Result<()> {
        let job = job()?;
        job.assign_current_process().map_err(error_of)?;
        let _stays_open = job.into_handle();
        Ok(())
    }

    /// Does nothing: each job ended with its run, and this process's job ends with it.
    fn sweep(_mark: &str, _has_adopted: bool) -> usize {
        0
    }
}

impl JobProcess {
    /// Number of processes in the job besides the first.
    fn others(&self) -> usize {
        let leader = usize::try_from(self.child.id()).ok();
        let members = self.job.query_process_id_list();
        // The list fails for more than a thousand processes.
        members.map_or(1, |members| members.into_iter().filter(|member| Some(*member) != leader).count())
    }
}

/// Creates a job that ends all its processes when its last handle is closed.
fn job() -> io::Result<Job> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    Job::create_with_limit_info(&limits).map_err(error_of)
}

fn connect(child: &mut Child, job: &Job, call: &Call, output_in_bytes: usize) -> io::Result<ThreadedPipes> {
    let assigned = job.assign_process(child.as_raw_handle() as isize).map_err(error_of);
    // A process that has already ended cannot be assigned, and need not be.
    if assigned.is_err() && child.try_wait()?.is_none() {
        assigned?;
    }
    ThreadedPipes::of(child, call, output_in_bytes)
}

fn error_of(error: JobError) -> io::Error {
    io::Error::other(error)
}

fn ending_of(status: ExitStatus) -> Ending {
    let Some(code) = status.code() else {
        let reason = format!("it ended with an unknown status: {status}");
        return Ending::NotStarted { reason, cause: Cause::System };
    };
    exception_name(code).map_or(Ending::Exited(code), |by| Ending::Killed { by })
}
