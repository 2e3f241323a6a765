//! What a system must be able to do with another program.

use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::super::call::Call;
use super::super::ending::Ending;
use super::super::output::Output;

/// A process that was started, with the pipes to it.
///
/// None of the methods waits for the program longer than it is told to: one that never reads its input, never closes its
/// output or ignores what it is asked costs its limit at the most.
pub(crate) trait Process: Sized {
    /// Why the memory of a run can't be limited, if it can't.
    const NO_MEMORY_LIMIT: Option<&'static str>;

    /// What is ended with a run, and what is out of reach, in lines for the help.
    const REACH: &'static str;

    /// Starts a command, and begins to hand over its input.
    ///
    /// # Errors
    /// Those of the system. Then nothing of it is left.
    fn start(call: &Call, frame: &Frame<'_>) -> io::Result<Self>;

    /// Waits for something to happen, for so long at the most; says whether the process has ended.
    fn wait(&mut self, at_most: Duration) -> io::Result<bool>;

    /// Writes and reads what the pipes take and have.
    fn exchange(&mut self);

    /// Is there more of an output than is kept?
    fn has_written_too_much(&self) -> bool;

    /// The most memory that it and its children were seen to hold together; none where that can't be seen.
    fn peak_memory_in_bytes(&mut self) -> Option<u64>;

    /// The time that processors spent on it and its children until now; none where that can't be seen. To be asked before
    /// it is ended.
    fn cpu_time(&self) -> Option<Duration>;

    /// Asks it to end, where there is a way to ask, and gives it so much time to do so.
    fn ask_to_end(&mut self, grace: Duration);

    /// Ends everything that belongs to the run. One that was stopped has not ended by itself.
    fn end(self, was_stopped: bool) -> End;

    /// Takes charge of all processes that runs will orphan, so that [`sweep`](Self::sweep), or at the latest the end of
    /// this process, ends them. Only for a program that starts no other processes.
    ///
    /// # Errors
    /// Those of the system.
    fn adopt_orphans() -> io::Result<()>;

    /// Ends what is left of runs that are over: what bears a mark that begins so, and the orphans, if they were adopted.
    /// Returns how many processes that were.
    fn sweep(mark: &str, has_adopted: bool) -> usize;
}

/// What a process is started with, beside its command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<'a> {
    /// What its processes bear, where processes can.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "elsewhere processes bear no marks"))]
    pub(crate) mark: &'a str,
    /// Its folder; none for that of the judge.
    pub(crate) folder: Option<&'a Path>,
    /// The limit of memory.
    pub(crate) memory_in_bytes: Option<u64>,
    /// So much of each output is kept.
    pub(crate) output_in_bytes: usize,
}

/// A command that is to run in a folder. Shells believe the environment's word on where they are.
pub(super) fn in_folder(mut command: Command, folder: Option<&Path>) -> Command {
    if let Some(folder) = folder {
        command.current_dir(folder).env("PWD", folder);
    }
    command
}

/// What is left of a process.
#[derive(Debug)]
pub(crate) struct End {
    /// How it ended.
    pub(crate) ending: io::Result<Ending>,
    /// Its standard output and its standard error.
    pub(crate) outputs: [Output; 2],
    /// How many other processes were still running after it had ended by itself.
    pub(crate) left_running: usize,
}
