//! Finding and killing the processes of a run, on Linux.

use std::collections::BTreeSet;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process_group};

use super::running::Running;
use super::usage::children;

/// The environment variable that holds a process's mark, which identifies its run.
pub(crate) const MARK: &str = "TILEBASE_RUN";

/// Maximum number of rounds. A process that forks while it is being killed is caught in the next
/// one.
const ROUNDS: usize = 100;
const BETWEEN_ROUNDS: Duration = Duration::from_millis(2);

/// How long a search for processes waits for environments that read as empty. They do so briefly
/// while a process starts a program.
const EXEC_TIMEOUT: Duration = Duration::from_millis(250);
const BETWEEN_READS: Duration = Duration::from_millis(1);

/// Criteria for membership in a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Family {
    /// Prefix of the mark.
    pub(crate) mark: String,
    /// The process that was started, which leads the process group.
    pub(crate) leader: Option<Pid>,
    /// A process whose children are all members.
    pub(crate) parent: Option<Pid>,
}

impl Family {
    /// Whether the leader's group still has members that are not reaped.
    pub(crate) fn has_group(&self) -> bool {
        self.leader.is_some_and(|leader| test_kill_process_group(leader).is_ok())
    }

    /// Kills all members, and returns their number.
    pub(crate) fn kill(&self) -> usize {
        kill_all(|| self.members())
    }

    /// Kills orphans and their descendants, and returns the number of processes killed. Orphans are
    /// children of this process that do not lead a run and do not carry the mark of a current run.
    ///
    /// An orphan without a mark is killed even though it may belong to a current run: a run has no
    /// need for a process that clears its mark.
    pub(super) fn kill_orphans(running: &Running) -> usize {
        let own = Some(rustix::process::getpid());
        kill_all(|| {
            let (living, begun) = (processes(), Instant::now());
            let is_orphan = |process: &Process| {
                process.parent == own
                    && !running.is_leader(process.pid)
                    && !mark_of(process.pid, begun).is_some_and(|mark| running.is_current(&mark))
            };
            with_descendants(&living, is_orphan)
        })
    }

    /// The living members: those that meet a criterion, and all their descendants.
    fn members(&self) -> Vec<Pid> {
        let (living, begun) = (processes(), Instant::now());
        let is_of = |process: &Process, other: Option<Pid>| other.is_some() && process.group == other;
        let founds = |process: &Process| {
            is_of(process, self.leader)
                || self.parent.is_some() && process.parent == self.parent
                || self.has_mark(process.pid, begun)
        };
        with_descendants(&living, founds)
    }

    fn has_mark(&self, pid: Pid, begun: Instant) -> bool {
        !self.mark.is_empty()
            && mark_of(pid, begun).is_some_and(|mark| mark.starts_with(self.mark.as_bytes()))
    }
}

/// The mark of a process. Environments of other users' processes are unreadable: they have none.
fn mark_of(pid: Pid, begun: Instant) -> Option<Vec<u8>> {
    let environment = environment_of(pid, begun)?;
    let begins = format!("{MARK}=");
    let mark = environment.split(|byte| *byte == 0).find_map(|entry| entry.strip_prefix(begins.as_bytes()));
    mark.map(<[u8]>::to_vec)
}

/// The environment that a process's program was started with. `begun` is the time at which the
/// search for processes started.
///
/// During `exec`, Linux replaces the process's memory first, and records the address of the new
/// environment last. In between, the environment and the command line read as empty. They are also
/// empty for a kernel thread, which can be recognized because it has no executable.
///
/// A process can make both permanently empty. So one time limit applies to the whole search, not to
/// each process.
fn environment_of(pid: Pid, begun: Instant) -> Option<Vec<u8>> {
    let path = |name: &str| format!("/proc/{}/{name}", pid.as_raw_pid());
    let is_starting =
        || fs::read(path("cmdline")).is_ok_and(|line| line.is_empty()) && fs::read_link(path("exe")).is_ok();
    loop {
        let environment = fs::read(path("environ")).ok()?;
        if !environment.is_empty() {
            return Some(environment);
        }
        if !is_starting() || begun.elapsed() >= EXEC_TIMEOUT {
            // Read it once more: the program may have finished starting between the two reads.
            return fs::read(path("environ")).ok();
        }
        thread::sleep(BETWEEN_READS);
    }
}

/// Kills processes until none is found, and returns their number.
fn kill_all(members: impl Fn() -> Vec<Pid>) -> usize {
    let mut killed = BTreeSet::new();
    for _ in 0..ROUNDS {
        let members = members();
        if members.is_empty() {
            break;
        }
        for member in members {
            // It may have ended in the meantime.
            let _gone = kill_process(member, Signal::KILL);
            killed.insert(member.as_raw_nonzero());
        }
        thread::sleep(BETWEEN_ROUNDS);
    }
    killed.len()
}

/// The processes that meet a criterion, and all their descendants, without this process.
fn with_descendants(living: &[Process], founds: impl Fn(&Process) -> bool) -> Vec<Pid> {
    let mut members: BTreeSet<i32> =
        living.iter().filter(|process| founds(process)).map(|process| process.pid.as_raw_pid()).collect();
    // Add descendants until there are no more: a child may have cleared its environment.
    loop {
        let known = members.len();
        let is_child =
            |process: &&Process| process.parent.is_some_and(|pid| members.contains(&pid.as_raw_pid()));
        let children: Vec<i32> =
            living.iter().filter(is_child).map(|process| process.pid.as_raw_pid()).collect();
        members.extend(children);
        if members.len() == known {
            break;
        }
    }
    members.remove(&rustix::process::getpid().as_raw_pid());
    members.into_iter().filter_map(Pid::from_raw).collect()
}

/// Number of living descendants of a process.
pub(super) fn living_below(root: Pid) -> usize {
    let mut waiting = children(root.as_raw_pid());
    let mut count = 0;
    while let Some(process) = waiting.pop() {
        count += usize::from(read_process(process).is_some());
        waiting.extend(children(process));
    }
    count
}

/// A living process, so not one that waits to be reaped.
struct Process {
    pid: Pid,
    parent: Option<Pid>,
    group: Option<Pid>,
}

fn processes() -> Vec<Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| read_process(entry.file_name().to_str()?.parse().ok()?)).collect()
}

fn read_process(pid: i32) -> Option<Process> {
    process_of_stat(pid, &fs::read(format!("/proc/{pid}/stat")).ok()?)
}

/// Parses `/proc/PID/stat`. Returns `None` for a process that is not alive.
fn process_of_stat(pid: i32, stat: &[u8]) -> Option<Process> {
    // The name, in parentheses, may contain any character; the last parenthesis ends it.
    let end = stat.iter().rposition(|byte| *byte == b')')?;
    let rest = String::from_utf8_lossy(&stat[end + 1..]).into_owned();
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?;
    let mut next_pid = || fields.next()?.parse().ok().map(pid_of);
    let (parent, group) = (next_pid()?, next_pid()?);
    (!matches!(state, "Z" | "X")).then_some(Process { pid: pid_of(pid)?, parent, group })
}

/// Converts a number. Returns `None` for 0 and for -1, the group of a process that is ending.
fn pid_of(number: i32) -> Option<Pid> {
    if number > 0 { Pid::from_raw(number) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A start time in the future, with which a search waits for more than a minute.
    fn in_a_minute() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[test]
    fn this_process_is_seen_with_its_parent() {
        let own = rustix::process::getpid();
        let process = read_process(own.as_raw_pid()).unwrap();
        assert_eq!(process.parent, rustix::process::getppid());
        assert_eq!(process.group, Some(rustix::process::getpgrp()));
        assert!(processes().iter().any(|process| process.pid == own));
    }

    #[test]
    fn a_process_is_found_by_its_mark_alone() {
        use std::os::unix::process::{CommandExt, ExitStatusExt};

        // No process of another test run has this mark.
        let mark = format!("a-test-of-marks-{}.", std::process::id());
        let mut sleeper = std::process::Command::new("sleep");
        let mut child = sleeper.arg("60").env(MARK, format!("{mark}7.")).process_group(0).spawn().unwrap();
        // On a busy machine, it may take long until the program has started.
        assert!(mark_of(Pid::from_child(&child), in_a_minute()).is_some());
        let marked = |mark: &str| Family { mark: mark.to_owned(), ..Family::default() };
        assert_eq!((marked("").kill(), marked(&format!("another-{mark}")).kill()), (0, 0));
        assert_eq!(marked(&mark).kill(), 1);
        assert_eq!(child.wait().unwrap().signal(), Some(Signal::KILL.as_raw()));
    }

    #[test]
    fn the_mark_of_a_starting_program_is_known() {
        for _ in 0..50 {
            let mut child = std::process::Command::new("sleep").arg("60").env(MARK, "7").spawn().unwrap();
            let mark = mark_of(Pid::from_child(&child), in_a_minute());
            child.kill().unwrap();
            child.wait().unwrap();
            assert_eq!(mark.as_deref(), Some(b"7".as_slice()));
        }
    }

    #[test]
    fn an_empty_environment_has_no_mark() {
        let mut child = std::process::Command::new("sleep").arg("60").env_clear().spawn().unwrap();
        let environment = environment_of(Pid::from_child(&child), in_a_minute());
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(environment, Some(Vec::new()));
    }

    #[test]
    fn a_process_that_is_just_ending_has_no_group() {
        let read = |stat: &str| process_of_stat(7, stat.as_bytes());
        let whole = read("7 (a) b) S 5 6 6 0 -1").unwrap();
        assert_eq!([whole.pid, whole.parent.unwrap(), whole.group.unwrap()].map(Pid::as_raw_pid), [7, 5, 6]);
        let ending = read("7 (sh) R 0 -1 -1 0 -1 4227084").unwrap();
        assert_eq!((ending.parent, ending.group), (None, None));
        assert!(
            ["7 (sh) Z 5 6 6", "7 (sh) X 0 -1 -1", "7 (sh) S 5", "7", ""]
                .iter()
                .all(|stat| read(stat).is_none())
        );
    }
}
