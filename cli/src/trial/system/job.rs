//! Windows: a run is a job object, and when its last handle is closed, all of its processes are ended.

use std::io::{self, ErrorKind};
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use win32job::{ExtendedLimitInfo, Job, JobError};

use super::super::call::Call;
use super::super::ending::Ending;
use super::exception_name::exception_name;
use super::process::{End, Frame, Process, in_folder};
use super::threads::ThreadedPipes;

/// The console sends Ctrl-C to all programs that were started from it; a run is to be ended by the judge alone.
/// (`CREATE_NEW_PROCESS_GROUP`)
const WITHOUT_CTRL_C: u32 = 0x200;

/// How often the end of the process is looked for.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Ended processes let go of their pipes at once, so this is waited for in no ordinary run.
const FOR_THE_LAST_OUTPUT: Duration = Duration::from_secs(2);

/// A process in a job.
///
/// It is put there right after its start, which takes less time than Windows needs to load a program. What it could start
/// before that is in no job of its own, but in the judge's: see [`adopt_orphans`](Process::adopt_orphans).
pub(crate) struct JobProcess {
    child: Child,
    job: Job,
    pipes: ThreadedPipes,
}

impl Process for JobProcess {
    /// A job could, but the crate that gives a safe interface to jobs has no such limit.
    const NO_MEMORY_LIMIT: Option<&'static str> =
        Some("on Windows the memory of other programs cannot be limited");

    const REACH: &'static str = "\
When a run ends, every process that it started is stopped, except processes that a service starts at the \
program's request.";

    fn start(call: &Call, frame: &Frame<'_>) -> io::Result<Self> {
        let Some((program, arguments)) = call.command.split_first() else {
            return Err(ErrorKind::NotFound.into());
        };
        if let Some(reason) = Self::NO_MEMORY_LIMIT.filter(|_| frame.memory_in_bytes.is_some()) {
            return Err(io::Error::other(reason));
        }
        let job = job()?;
        let mut child = in_folder(Command::new(program), frame.folder)
            .args(arguments)
            .envs(call.environment())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .creation_flags(WITHOUT_CTRL_C)
            .spawn()?;
        match connect(&mut child, &job, call, frame.output_in_bytes) {
            Ok(pipes) => Ok(Self { child, job, pipes }),
            Err(error) => {
                child.kill()?;
                child.wait()?;
                Err(error)
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

    /// A job knows it, but the crate that gives a safe interface to jobs does not tell it.
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// There is no way to ask that every program hears: a console's Ctrl-Break would reach the judge too.
    fn ask_to_end(&mut self, _grace: Duration) {}

    fn end(mut self, was_stopped: bool) -> End {
        let left_running = if was_stopped { 0 } else { self.others() };
        // Closes its last handle.
        drop(self.job);
        let status = self.child.wait();
        if !was_stopped {
            self.pipes.drain(FOR_THE_LAST_OUTPUT);
        }
        End { ending: status.map(ending_of), outputs: self.pipes.into_outputs(), left_running }
    }

    /// Puts the judge into a job, which all that it starts from then on is in as well. That job is closed when the judge
    /// ends, however it does, and ends what is left.
    fn adopt_orphans() -> io::Result<()> {
        let job = job()?;
        job.assign_current_process().map_err(error_of)?;
        let _stays_open = job.into_handle();
        Ok(())
    }

    /// Each job was ended with its run; what is in the judge's job ends with it.
    fn sweep(_mark: &str, _has_adopted: bool) -> usize {
        0
    }
}

impl JobProcess {
    /// How many processes besides the first are in the job.
    fn others(&self) -> usize {
        let leader = usize::try_from(self.child.id()).ok();
        let members = self.job.query_process_id_list();
        // It can't be listed if there are more than a thousand.
        members.map_or(1, |members| members.into_iter().filter(|member| Some(*member) != leader).count())
    }
}

/// A job that ends all of its processes when its last handle is closed.
fn job() -> io::Result<Job> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    Job::create_with_limit_info(&limits).map_err(error_of)
}

fn connect(child: &mut Child, job: &Job, call: &Call, output_in_bytes: usize) -> io::Result<ThreadedPipes> {
    let assigned = job.assign_process(child.as_raw_handle() as isize).map_err(error_of);
    // One that is over already can't be put into a job, and need not be.
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
        return Ending::NotStarted { reason: format!("it ended in no known way: {status}") };
    };
    exception_name(code).map_or(Ending::Exited(code), |by| Ending::Killed { by })
}
