//! The interface to another program that each system implements.

use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::super::call::Call;
use super::super::ending::Ending;
use super::super::output::Output;

/// A started process, with its pipes.
///
/// No method blocks on the program longer than it is asked to. A program that never reads its
/// input, never closes its output, or ignores requests costs its limit at most.
pub(crate) trait Process: Sized {
    /// Why the memory of a run cannot be limited; `None` if it can.
    const NO_MEMORY_LIMIT: Option<&'static str>;

    /// Help text: the processes that end with a run, and the exceptions.
    const REACH: &'static str;

    /// Starts a command, and begins to write its input.
    ///
    /// # Errors
    /// Errors of the system. In that case no process is left.
    fn start(call: &Call, frame: &Frame<'_>) -> io::Result<Self>;

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

/// Parameters for starting a process, apart from its command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<'a> {
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
