//! Resource usage of a process and its descendants, from `/proc`.

use std::fs;
use std::ops::Range;
use std::time::{Duration, Instant};

use rustix::param::clock_ticks_per_second;
use rustix::process::Pid;

/// Maximum number of processes to examine per run; further ones are not counted.
const MAX_PROCESSES: usize = 256;

/// Resource usage of a set of processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// CPU time of the processes and of their reaped children, with a resolution of 10 ms.
    pub(super) cpu_time: Option<Duration>,
    /// Sum of the processes' peak memory.
    pub(super) peak_memory_in_bytes: Option<u64>,
    /// Whether a signal has suspended one of the processes.
    pub(super) is_suspended: bool,
}

/// Minimum interval between memory samples, for programs that write in many small pieces.
const BETWEEN_SAMPLES: Duration = Duration::from_millis(2);

/// The largest sample of the memory of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PeakMemory {
    in_bytes: Option<u64>,
    last_sample: Option<Instant>,
}

impl PeakMemory {
    /// Takes a sample, unless the last one is recent, and returns the largest one.
    pub(super) fn sample(&mut self, usage: impl FnOnce() -> Usage) -> Option<u64> {
        if self.last_sample.is_none_or(|time| time.elapsed() >= BETWEEN_SAMPLES) {
            self.last_sample = Some(Instant::now());
            self.in_bytes = self.in_bytes.max(usage().peak_memory_in_bytes);
        }
        self.in_bytes
    }
}

/// The fields of `/proc/PID/stat` with user and kernel time, counted from the state: those of the
/// process, then those of its reaped children.
const ALL_TICKS: Range<usize> = 11..15;
const TICKS_OF_REAPED: Range<usize> = 13..15;

impl Usage {
    /// Usage of a process and its descendants. The CPU time includes a process that is not reaped
    /// yet.
    pub(super) fn of_tree(root: Pid) -> Self {
        Self::of_trees(vec![root.as_raw_pid()], None)
    }

    /// Usage of all descendants of a process that reaps orphans, excluding the process itself.
    pub(super) fn below(root: Pid) -> Self {
        let root = root.as_raw_pid();
        let of_reaped = read(root, "stat").and_then(|stat| ticks_of_stat(&stat, TICKS_OF_REAPED));
        Self::of_trees(children(root), of_reaped)
    }

    fn of_trees(mut waiting: Vec<i32>, mut ticks: Option<u64>) -> Self {
        let mut bytes = None;
        let mut is_suspended = false;
        let add = |sum: &mut Option<u64>, more: Option<u64>| {
            if let Some(more) = more {
                *sum = Some(sum.unwrap_or(0) + more);
            }
        };
        let mut seen = 0;
        while let Some(process) = waiting.pop() {
            seen += 1;
            if seen > MAX_PROCESSES {
                break;
            }
            let stat = read(process, "stat");
            is_suspended |= stat.as_deref().is_some_and(is_suspended_by_stat);
            add(&mut ticks, stat.and_then(|stat| ticks_of_stat(&stat, ALL_TICKS)));
            add(&mut bytes, read(process, "status").and_then(|status| peak_of_status(&status)));
            waiting.extend(children(process));
        }
        let per_second = clock_ticks_per_second().max(1);
        let cpu_time =
            ticks.map(|ticks| Duration::from_secs(ticks) / u32::try_from(per_second).unwrap_or(100));
        Self { cpu_time, peak_memory_in_bytes: bytes, is_suspended }
    }
}

fn read(process: i32, file: &str) -> Option<String> {
    // The name of a program may not be UTF-8.
    fs::read(format!("/proc/{process}/{file}")).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The children of all threads of a process, including those that wait to be reaped.
pub(super) fn children(process: i32) -> Vec<i32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let numbers = |list: String| list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect();
    lists.flat_map(|list| -> Vec<i32> { numbers(list) }).collect()
}

/// The sum of some fields.
fn ticks_of_stat(stat: &str, fields: Range<usize>) -> Option<u64> {
    // The name, in parentheses, may contain any character; the last parenthesis ends it. The state,
    // field 3, follows.
    let (_, rest) = stat.rsplit_once(')')?;
    let all: Vec<&str> = rest.split_ascii_whitespace().collect();
    let times = all.get(fields)?.iter().map(|field| field.parse::<u64>());
    times.sum::<Result<u64, _>>().ok()
}

/// Whether the state is that of a process suspended by a signal.
fn is_suspended_by_stat(stat: &str) -> bool {
    stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('T'))
}

fn peak_of_status(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn the_fields_are_those_of_the_manual() {
        let stat = "7 (a) b) S 5 6 6 0 -1 4194560 100 200 0 0 30 4 500 6000 20 0 1 0 99";
        assert_eq!(ticks_of_stat(stat, ALL_TICKS), Some(6534));
        assert_eq!(ticks_of_stat(stat, TICKS_OF_REAPED), Some(6500));
        let ticks = |stat| ticks_of_stat(stat, ALL_TICKS);
        assert_eq!(["7 (sh) S 5 6", "7", ""].map(ticks), [None; 3]);
        let states = ["7 (a) T) S 5", "7 (sh) T 5", "7 (sh) t 5", "7"].map(is_suspended_by_stat);
        assert_eq!(states, [false, true, false, false]);
        assert_eq!(peak_of_status("Name:\tsh\nVmHWM:\t    1716 kB\n"), Some(1716 * 1024));
        assert_eq!(peak_of_status("Name:\tsh\n"), None);
    }

    #[test]
    fn the_memory_of_children_counts() {
        let script = "python3 -c \"x = bytearray(50_000_000); print('R', flush=True); input()\"; true";
        let mut shell = Command::new("sh");
        let child = shell.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.unwrap();
        let mut output = child.stdout.take().unwrap();
        std::io::Read::read_exact(&mut output, &mut [0; 2]).unwrap();
        let usage = Usage::of_tree(Pid::from_child(&child));
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(usage.peak_memory_in_bytes.unwrap() > 50_000_000, "{usage:?}");
        assert!(usage.cpu_time.is_some());
    }
}
