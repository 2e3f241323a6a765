//! Tests of the system layer, with every mechanism that this system offers.

use std::fs;
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use super::super::call::Call;
use super::super::ending::{Cause, Ending};
use super::super::run::{Run, RunLimits, run};
use super::group::GroupProcess;
use super::process::{End, SpawnOptions};
use super::threads::ThreadedPipes;
use super::{Process, SystemProcess};

const LIMITS: RunLimits = RunLimits {
    time: Duration::from_secs(60),
    memory_in_bytes: None,
    output_in_bytes: 100_000,
    has_network: false,
};

fn call(script: &str, input: &str) -> Call {
    let command = ["sh", "-c", script].map(Into::into).to_vec();
    Call { command, input: input.to_owned(), ..Call::default() }
}

/// A mark that no other run has. The processes that a run leaves are found by its mark. Other tests
/// may run at the same time, in this process and in others.
fn new_mark() -> String {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    format!("a-test-{}-{}.", process::id(), RUNS.fetch_add(1, Ordering::Relaxed))
}

fn run_call<P: Process>(call: &Call, limits: &RunLimits) -> Run {
    run::<P>(call, &new_mark(), None, limits, &|| false)
}

fn run_script<P: Process>(script: &str, input: &str, limits: &RunLimits) -> Run {
    run_call::<P>(&call(script, input), limits)
}

fn answers_and_ends<P: Process>() {
    let long = "123456780\n".repeat(20_000);
    let echoed = run_script::<P>("cat", &long[..90_000], &LIMITS);
    assert_eq!((echoed.ending, echoed.stdout.len(), echoed.left_running), (Ending::Exited(0), 90_000, 0));
    let both = run_script::<P>("echo out; echo errors >&2; exit 3", &long, &LIMITS);
    assert_eq!(both.ending, Ending::Exited(3));
    assert_eq!((both.stdout.as_slice(), both.stderr.as_slice()), (&b"out\n"[..], &b"errors\n"[..]));
    let killed = run_script::<P>("kill -SEGV $$", "", &LIMITS);
    assert_eq!(killed.ending, Ending::Killed { by: "SIGSEGV".to_owned() });
    let closed = run_script::<P>("exec <&- >&- 2>&-; sleep 0.1; exit 4", &long, &LIMITS);
    assert_eq!(closed.ending, Ending::Exited(4));
}

fn is_stopped_at_its_limits<P: Process>() {
    let flood = run_script::<P>("exec cat /dev/zero", "", &LIMITS);
    assert_eq!((flood.ending, flood.stdout.len()), (Ending::Flooded, 100_000));
    let short = RunLimits { time: Duration::from_millis(100), ..LIMITS };
    let hung = run_script::<P>("trap '' TERM; echo begun; sleep 60 & wait; sleep 60", "", &short);
    assert_eq!((hung.ending, hung.left_running), (Ending::TimedOut, 0));
}

fn leaves_nothing_running<P: Process>() {
    let folder = tempfile::tempdir().unwrap();
    let held = folder.path().join("held");
    assert!(Command::new("mkfifo").arg(&held).status().unwrap().success());
    // The pipe ends once no process holds it open.
    let (sender, at_its_end) = channel();
    let pipe = held.clone();
    thread::spawn(move || sender.send(fs::read(pipe).unwrap()).unwrap());
    let left = run_script::<P>(&format!("exec 3>'{}'; sleep 3605 & echo R", held.display()), "", &LIMITS);
    assert_eq!((left.ending, left.left_running), (Ending::Exited(0), 1));
    assert_eq!(at_its_end.recv_timeout(LIMITS.time), Ok(Vec::new()), "it is still running");
}

fn may_clean_up_when_asked_to_end<P: Process>() {
    let folder = tempfile::tempdir().unwrap();
    let script = "trap 'sleep 0.1; echo cleaned; exit' TERM; touch ready; while :; do sleep 0.01; done";
    let mark = new_mark();
    let options = SpawnOptions {
        mark: &mark,
        has_network: false,
        folder: Some(folder.path()),
        memory_in_bytes: None,
        output_in_bytes: LIMITS.output_in_bytes,
    };
    let mut process = P::start(&call(script, ""), &options).unwrap();
    while !folder.path().join("ready").exists() {
        assert!(!process.wait(Duration::from_millis(5)).unwrap(), "the process ended too early");
    }
    process.ask_to_end(LIMITS.time);
    process.exchange();
    let End { outputs: [output, _errors], .. } = process.end(true);
    assert_eq!(output.head, b"cleaned\n");
}

#[test]
fn a_process_can_clean_up_on_sigterm() {
    may_clean_up_when_asked_to_end::<SystemProcess>();
    may_clean_up_when_asked_to_end::<GroupProcess>();
}

#[test]
fn the_system_process_works() {
    answers_and_ends::<SystemProcess>();
    is_stopped_at_its_limits::<SystemProcess>();
    leaves_nothing_running::<SystemProcess>();
}

#[test]
fn group_processes_work() {
    answers_and_ends::<GroupProcess>();
    is_stopped_at_its_limits::<GroupProcess>();
    leaves_nothing_running::<GroupProcess>();
}

#[test]
fn an_unsupported_memory_limit_is_refused() {
    let limits = RunLimits { memory_in_bytes: Some(1_000_000_000), ..LIMITS };
    let refused = run_script::<GroupProcess>("true", "", &limits);
    let reason = GroupProcess::NO_MEMORY_LIMIT.unwrap().to_owned();
    assert_eq!(refused.ending, Ending::NotStarted { reason, cause: Cause::System });
    assert_eq!(SystemProcess::NO_MEMORY_LIMIT.is_none(), cfg!(target_os = "linux"));
}

/// Runs a script with threaded pipes. Returns its outputs up to a limit, whether there was more,
/// and its exit code.
fn by_threads(script: &str, input: &str, limit_in_bytes: usize) -> (Vec<Vec<u8>>, bool, Option<i32>) {
    let mut command = Command::new("sh");
    command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipes = ThreadedPipes::of(&mut child, &call(script, input), limit_in_bytes).unwrap();
    while child.try_wait().unwrap().is_none() && !pipes.have_too_much() {
        pipes.wait(Duration::from_millis(5));
        pipes.exchange();
    }
    pipes.drain(Duration::from_secs(60));
    let is_too_long = pipes.have_too_much();
    let heads = pipes.into_outputs().map(|output| output.head).to_vec();
    // Dropping the receiver closes the pipes, which ends the script.
    (heads, is_too_long, child.wait().unwrap().code())
}

#[test]
fn threads_capture_output_up_to_the_limit() {
    let long = "123456780\n".repeat(20_000);
    let (heads, is_too_long, code) = by_threads("cat; echo end >&2; exit 3", &long, 1_000_000);
    assert_eq!((heads[0].as_slice(), heads[1].as_slice()), (long.as_bytes(), &b"end\n"[..]));
    assert_eq!((is_too_long, code), (false, Some(3)));
    let (heads, is_too_long, _) = by_threads("exec <&-; cat /dev/zero", &long, 100_000);
    assert_eq!((heads[0].len(), is_too_long), (100_000, true));
    let (heads, is_too_long, code) = by_threads("exec >&- 2>&-; sleep 0.1; exit 4", "", 10);
    assert_eq!((heads, is_too_long, code), (vec![Vec::new(); 2], false, Some(4)));
}

fn input_stays_open<P: Process>() {
    let to_its_end = call("cat; echo end", "a\n");
    let closed = run_call::<P>(&to_its_end, &LIMITS);
    assert_eq!((closed.ending, closed.stdout.as_slice()), (Ending::Exited(0), &b"a\nend\n"[..]));
    let short = RunLimits { time: Duration::from_secs(2), ..LIMITS };
    let open = run_call::<P>(&Call { keeps_input_open: true, ..to_its_end }, &short);
    assert_eq!((open.ending, open.stdout.as_slice()), (Ending::TimedOut, &b"a\n"[..]));
    // A process that closes its own input is not waited for.
    let closes = Call { keeps_input_open: true, ..call("read a; exec <&-; echo $a", "b\n") };
    assert_eq!(run_call::<P>(&closes, &LIMITS).stdout, b"b\n");
}

#[test]
fn an_open_input_stays_open() {
    input_stays_open::<SystemProcess>();
    input_stays_open::<GroupProcess>();
    let to_its_end = Call { keeps_input_open: true, ..call("head -n 1; echo end", "a\n") };
    let mut command = Command::new("sh");
    command.args(["-c", "head -n 1; exec cat"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipes = ThreadedPipes::of(&mut child, &to_its_end, 1000).unwrap();
    pipes.drain(Duration::from_secs(2));
    assert!(child.try_wait().unwrap().is_none(), "it waits for more");
    assert_eq!(pipes.into_outputs()[0].head, b"a\n");
    assert!(child.wait().unwrap().success(), "its input has ended");
}

#[test]
#[cfg(target_os = "linux")]
fn cpu_time_includes_the_whole_run() {
    let busy = "python3 -c \"import time\nwhile time.process_time() < 0.2: pass\"; true";
    let run = run_script::<SystemProcess>(busy, "", &LIMITS);
    assert!(run.cpu_time.unwrap() >= Duration::from_millis(180), "{run:?}");
    let short = RunLimits { time: Duration::from_millis(600), ..LIMITS };
    let stopped = run_script::<SystemProcess>("(while :; do :; done) & wait", "", &short);
    assert_eq!(stopped.ending, Ending::TimedOut);
    assert!(!stopped.cpu_time.unwrap().is_zero(), "a child that was not waited for counts");
    assert_eq!(run_script::<GroupProcess>("true", "", &LIMITS).cpu_time, None);
}

fn suspended_runs_are_recognized<P: Process>() {
    let short = RunLimits { time: Duration::from_secs(2), ..LIMITS };
    for (script, is_suspended) in [("kill -STOP $$", true), ("sleep 60", false)] {
        let run = run_script::<P>(script, "", &short);
        assert_eq!((run.ending, run.is_suspended), (Ending::TimedOut, is_suspended), "{script}");
    }
    assert!(!run_script::<P>("true", "", &short).is_suspended);
}

#[test]
fn a_suspended_run_is_recognized() {
    suspended_runs_are_recognized::<SystemProcess>();
    suspended_runs_are_recognized::<GroupProcess>();
}

#[test]
fn the_system_is_not_blamed_for_a_missing_program() {
    let missing = Call { command: vec!["/no/such/program".into()], ..Call::default() };
    for run in [run_call::<SystemProcess>(&missing, &LIMITS), run_call::<GroupProcess>(&missing, &LIMITS)] {
        assert!(matches!(run.ending, Ending::NotStarted { cause: Cause::Command, .. }), "{run:?}");
    }
}
