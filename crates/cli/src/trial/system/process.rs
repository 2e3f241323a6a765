//! The interface to another program that each system implements.

use std::io::{self, ErrorKind};
use std::path::Path;
#[cfg(unix)]
use std::process::Child;
use std::process::Command;
#[cfg(unix)]
use std::thread;
use std::time::Duration;

use super::super::call::Call;
use super::super::ending::{Cause, Ending};
use super::super::output::Output;

/// A started process, with its pipes.
///
/// No method blocks on the program longer than it is asked to. A program that never reads its
/// input, never closes its output, or ignores requests is stopped at its limit.
pub(crate) trait Process: Sized {
    /// Why the memory of a run cannot be limited; `None` if it can.
    const NO_MEMORY_LIMIT: Option<&'static str>;

    /// Help text: the processes that end with a run, and the exceptions.
    const REACH: &'static str;

    /// Starts a command, and begins to write its input.
    ///
    /// # Errors
    /// [`StartError`]. In that case no process is left.
    fn start(call: &Call, options: &SpawnOptions<'_>) -> Result<Self, StartError>;

    /// Waits for an event, for `at_most` this time. Returns whether the process has ended.
    fn wait(&mut self, at_most: Duration) -> io::Result<bool>;

    /// Writes and reads as much as the pipes allow without blocking.
    fn exchange(&mut self);

    /// Whether an output is longer than its limit.
    fn has_written_too_much(&self) -> bool;

    /// Peak memory of the process and its children together, if the system reports it.
    fn peak_memory_in_bytes(&mut self) -> Option<u64>;

    /// CPU time of the process and its children so far, if the system reports it.
    ///
    /// Must be called before the process is reaped by [`end`](Self::end).
    fn cpu_time(&self) -> Option<Duration>;

    /// Whether a signal has suspended one of its processes, if the system reports it.
    ///
    /// Must be called before [`end`](Self::end).
    fn is_suspended(&self) -> bool;

    /// Asks the process to end, if the system supports it, and waits up to `grace` for it.
    fn ask_to_end(&mut self, grace: Duration);

    /// Ends everything that belongs to the run. `was_stopped` says that it did not end by itself.
    fn end(self, was_stopped: bool) -> End;

    /// Takes charge of the processes that runs will orphan.
    ///
    /// They end with [`sweep`](Self::sweep), or at the latest with this process. Only for a program
    /// that starts no other processes.
    ///
    /// # Errors
    /// Errors of the system.
    fn adopt_orphans() -> io::Result<()>;

    /// Kills the remaining processes of finished runs, and returns their number.
    ///
    /// These are the processes with a mark that has this prefix, and adopted orphans.
    fn sweep(mark: &str, has_adopted: bool) -> usize;
}

/// An error that prevented the start of a process.
#[derive(Debug)]
pub(crate) struct StartError {
    /// The reason.
    pub(crate) error: io::Error,
    /// The cause.
    pub(crate) cause: Cause,
}

impl StartError {
    /// An error of the call that starts a command: either the command cannot be run, or the system
    /// lacks something.
    pub(super) fn of_command(error: io::Error) -> Self {
        let cause = if is_shortage(&error) { Cause::System } else { Cause::Command };
        Self { error, cause }
    }
}

/// Any other error is the system's.
impl From<io::Error> for StartError {
    fn from(error: io::Error) -> Self {
        Self { error, cause: Cause::System }
    }
}

/// Whether an error shows that the system is short of memory, processes, or file descriptors. The
/// same call may succeed later.
pub(crate) fn is_shortage(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::OutOfMemory | ErrorKind::WouldBlock) || lacks_descriptors(error)
}

/// Starts a program. If its file is open for writing (`ETXTBSY`), tries again for up to a second.
///
/// This can happen if this process has just written the file. If another thread forked a child
/// while the file was open, the child holds a copy of the descriptor until it calls `exec`.
#[cfg(unix)]
pub(super) fn start_unless_busy(mut start: impl FnMut() -> io::Result<Child>) -> io::Result<Child> {
    const ATTEMPTS: usize = 200;
    const PAUSE: Duration = Duration::from_millis(5);
    for _ in 1..ATTEMPTS {
        match start() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => thread::sleep(PAUSE),
            started => return started,
        }
    }
    start()
}

#[cfg(unix)]
fn lacks_descriptors(error: &io::Error) -> bool {
    use rustix::io::Errno;
    // `ErrorKind` has no name for these. The last one is an unknown error of a stage.
    let errors = [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::IO];
    errors.iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

#[cfg(not(unix))]
fn lacks_descriptors(_error: &io::Error) -> bool {
    false
}

/// Parameters for starting a process, apart from its command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpawnOptions<'a> {
    /// The mark of its processes, if the system supports marks.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "elsewhere processes bear no marks"))]
    pub(crate) mark: &'a str,
    /// Whether it can use the network, if the system can prevent that.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "elsewhere nothing prevents it"))]
    pub(crate) has_network: bool,
    /// The working directory; by default this process's own.
    pub(crate) folder: Option<&'a Path>,
    /// The memory limit.
    pub(crate) memory_in_bytes: Option<u64>,
    /// Maximum number of bytes to capture from each output.
    pub(crate) output_in_bytes: usize,
}

/// Sets the working directory. Also sets `PWD`, which shells trust.
pub(super) fn in_folder(mut command: Command, folder: Option<&Path>) -> Command {
    if let Some(folder) = folder {
        command.current_dir(folder).env("PWD", folder);
    }
    command
}

/// The result of a process that has ended.
#[derive(Debug)]
pub(crate) struct End {
    /// How it ended.
    pub(crate) ending: io::Result<Ending>,
    /// Its standard output and its error output.
    pub(crate) outputs: [Output; 2],
    /// Number of other processes that were still running after it had ended by itself.
    pub(crate) left_running: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_that_is_being_written_is_started_later() {
        use std::fs::{self, File};

        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("true");
        fs::copy("/bin/true", &program).unwrap();
        let writer = File::options().append(true).open(&program).unwrap();
        match Command::new(&program).spawn() {
            Err(busy) => assert_eq!(busy.kind(), ErrorKind::ExecutableFileBusy),
            // This system allows it.
            Ok(mut child) => return assert!(child.wait().unwrap().success()),
        }
        let closing = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            drop(writer);
        });
        let mut child = start_unless_busy(|| Command::new(&program).spawn()).unwrap();
        assert!(child.wait().unwrap().success());
        closing.join().unwrap();
    }

    #[test]
    fn a_missing_program_is_no_shortage() {
        let missing = Command::new("/no/such/program").spawn().unwrap_err();
        assert_eq!(StartError::of_command(missing).cause, Cause::Command);
        for kind in [ErrorKind::OutOfMemory, ErrorKind::WouldBlock] {
            assert_eq!(StartError::of_command(kind.into()).cause, Cause::System);
        }
    }

    #[test]
    #[cfg(unix)]
    fn too_many_open_files_are_a_shortage() {
        use rustix::io::Errno;
        for errno in [Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::AGAIN] {
            assert!(is_shortage(&errno.into()), "{errno}");
        }
        for errno in [Errno::NOENT, Errno::ACCESS, Errno::NOEXEC, Errno::TOOBIG, Errno::NOSPC] {
            assert!(!is_shortage(&errno.into()), "{errno}");
        }
    }
}
