//! The leaders of current runs. Once this process adopts orphans, all its other children are
//! orphans that runs have left.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, WaitId, WaitIdOptions, WaitOptions, getpid, waitid, waitpid};

use super::usage::children;

/// Whether this process adopts orphans, so that it has children that it has not started.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// The leaders that are started and not reaped, with the marks of their runs.
static LEADERS: Mutex<BTreeMap<i32, String>> = Mutex::new(BTreeMap::new());

/// A lock on the leaders of all current runs. While it is held, no run starts and no leader is
/// reaped, so the process ID of a reaped leader cannot be reused by a new one.
pub(super) struct Running {
    leaders: MutexGuard<'static, BTreeMap<i32, String>>,
}

impl Running {
    /// Waits until no other thread starts a run or reaps a leader.
    pub(super) fn lock() -> Self {
        Self { leaders: LEADERS.lock().unwrap_or_else(PoisonError::into_inner) }
    }

    /// From now on, children that are not leaders are orphans.
    pub(super) fn adopt_orphans() {
        ADOPTS.store(true, Ordering::Relaxed);
    }

    /// Starts the leader of a run with this mark.
    pub(super) fn start(&mut self, mark: &str, command: &mut Command) -> io::Result<Child> {
        let child = command.spawn()?;
        self.leaders.insert(Pid::from_child(&child).as_raw_pid(), mark.to_owned());
        Ok(child)
    }

    /// Reaps a leader that has ended or was killed.
    pub(super) fn reap(&mut self, child: &mut Child) -> io::Result<ExitStatus> {
        let leader = Pid::from_child(child).as_raw_pid();
        let status = child.wait();
        self.leaders.remove(&leader);
        status
    }

    /// Whether a process is the leader of a run.
    pub(super) fn is_leader(&self, process: Pid) -> bool {
        self.leaders.contains_key(&process.as_raw_pid())
    }

    /// Whether a mark is that of a current run.
    pub(super) fn is_current(&self, mark: &[u8]) -> bool {
        self.leaders.values().any(|current| current.as_bytes() == mark)
    }

    /// Reaps the adopted orphans that have ended. Returns whether others are left.
    pub(super) fn reap_orphans(&self) -> bool {
        if !ADOPTS.load(Ordering::Relaxed) {
            return false;
        }
        let own = children(getpid().as_raw_pid()).into_iter().filter_map(Pid::from_raw);
        let is_alive = |orphan: &Pid| matches!(waitpid(Some(*orphan), WaitOptions::NOHANG), Ok(None));
        // `count`, not `any`: checking an orphan also reaps it, and all have to be reaped.
        own.filter(|child| !self.is_leader(*child)).filter(is_alive).count() > 0
    }
}

/// Runs a program that is part of no run, such as a compiler, and collects its error output.
///
/// # Errors
/// Errors of the system.
pub(crate) fn output_of_tool(command: &mut Command) -> io::Result<Output> {
    let mut errors = tempfile::tempfile()?;
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors.try_clone()?);
    let mut child = Running::lock().start("", command)?;
    let ends = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while matches!(waitid(WaitId::Pid(Pid::from_child(&child)), ends), Err(rustix::io::Errno::INTR)) {}
    let status = Running::lock().reap(&mut child)?;
    let mut stderr = Vec::new();
    errors.rewind()?;
    errors.read_to_end(&mut stderr)?;
    Ok(Output { status, stdout: Vec::new(), stderr })
}
