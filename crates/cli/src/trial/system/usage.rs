//! Resource usage of a process and its descendants, from `/proc`.

use std::fs;
use std::time::Duration;

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
}

impl Usage {
    /// Usage of a process and its descendants. The CPU time includes a process that is not reaped
    /// yet.
    pub(super) fn of_tree(root: Pid) -> Self {
        let (mut ticks, mut bytes) = (None, None);
        let add = |sum: &mut Option<u64>, more: Option<u64>| {
            if let Some(more) = more {
                *sum = Some(sum.unwrap_or(0) + more);
            }
        };
        let mut waiting = vec![root.as_raw_pid()];
        let mut seen = 0;
        while let Some(process) = waiting.pop() {
            seen += 1;
            if seen > MAX_PROCESSES {
                break;
            }
            add(&mut ticks, read(process, "stat").and_then(|stat| ticks_of_stat(&stat)));
            add(&mut bytes, read(process, "status").and_then(|status| peak_of_status(&status)));
            waiting.extend(children(process));
        }
        let per_second = clock_ticks_per_second().max(1);
        let cpu_time =
            ticks.map(|ticks| Duration::from_secs(ticks) / u32::try_from(per_second).unwrap_or(100));
        Self { cpu_time, peak_memory_in_bytes: bytes }
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

/// User and kernel time of the process and of its reaped children: fields 14 to 17.
fn ticks_of_stat(stat: &str) -> Option<u64> {
    // The name, in parentheses, may contain any character; the last parenthesis ends it. The state,
    // field 3, follows.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let times = fields.get(11..15)?.iter().map(|field| field.parse::<u64>());
    times.sum::<Result<u64, _>>().ok()
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
        assert_eq!(ticks_of_stat(stat), Some(6534));
        assert_eq!(["7 (sh) S 5 6", "7", ""].map(ticks_of_stat), [None; 3]);
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
