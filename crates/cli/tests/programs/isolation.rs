//! Runs of `validate` and `grade` in namespaces: they reach no other process and no network, and
//! everything that they start ends with them. Tests that need namespaces are skipped where the
//! system refuses them.

use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{folder, parts, program, run_as_nobody};
use crate::grading::{self, NEAR, script};
use crate::validate::json;

/// A board one move from the goal; the answer is `R`.
const BOARD: &str = "123456708";

/// Runs a Python program that prints `R`, the right answer, if its expectations hold.
fn report_of(folder: &Path, options: &[&str], source: &str) -> Value {
    let file = folder.join("solver.py");
    fs::write(&file, source).unwrap();
    // A named notation, so that there is one run only.
    let options = [&[BOARD, "--notation", "digits"], options].concat();
    json(folder, &options, &["python3", file.to_str().unwrap(), "{}"]).1
}

/// Whether a report is about isolated runs. Says so if not.
fn is_isolated(report: &Value) -> bool {
    let is_isolated = report["isolation"] == "namespaces";
    if !is_isolated {
        eprintln!("not checked: this system refuses namespaces");
    }
    is_isolated
}

/// Whether this system grants namespaces.
pub fn has_namespaces(folder: &Path) -> bool {
    is_isolated(&report_of(folder, &[], "print('R')"))
}

fn assert_right(report: &Value) {
    assert_eq!(report["right"].as_u64(), Some(1), "{report}");
}

/// Runs a Python program that prints the right answer if it is isolated.
fn assert_right_if_isolated(source: &str) {
    let folder = folder();
    let report = report_of(folder.path(), &[], source);
    if is_isolated(&report) {
        assert_right(&report);
    }
}

/// A script that answers correctly unless a process of an earlier run still writes to `beat`, and
/// then leaves such a process behind.
fn leaves_a_daemon(start: &str, beat: &Path) -> String {
    let beat = beat.display();
    let daemon = format!("while :; do date +%N > \"{beat}\"; sleep 0.01; done");
    let deed = format!(
        "before=$(cat '{beat}' 2>/dev/null)
sleep 0.15
[ \"$before\" = \"$(cat '{beat}' 2>/dev/null)\" ] && answer $1 || echo 'path: UUU'
({start} sh -c '{daemon}' >/dev/null 2>&1 </dev/null &)
sleep 0.1"
    );
    script(&deed)
}

const DAEMONS: [&str; 4] =
    ["setsid", "setsid env -i", "env TILEBASE_RUN=other setsid", "setsid setsid --fork env -i setsid"];

fn boards() -> Vec<&'static str> {
    NEAR.iter().map(|(board, _)| *board).chain(["--jobs", "1", "--notation", "digits"]).collect()
}

fn wait_until(is_so: impl Fn() -> bool, what: &str) {
    let clock = Instant::now();
    while !is_so() {
        assert!(clock.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a file is still being written to.
fn beats(file: &Path) -> bool {
    let read = || fs::read(file).unwrap_or_default();
    let before = read();
    thread::sleep(Duration::from_millis(150));
    before != read()
}

#[test]
fn daemons_end_before_the_next_run() {
    let folder = folder();
    let beat = folder.path().join("beat");
    for start in DAEMONS {
        fs::write(folder.path().join("solver.sh"), leaves_a_daemon(start, &beat)).unwrap();
        let (code, report) = json(folder.path(), &boards(), &["sh", "solver.sh", "{}"]);
        assert_eq!((code, report["right"].as_u64()), (Some(0), Some(4)), "{start}: {report}");
        assert!(report["left_running"].as_u64() >= Some(4), "{start}: {report}");
        assert!(beat.exists() && !beats(&beat), "{start}");
    }
}

#[test]
fn a_run_cannot_signal_the_judge() {
    // Without namespaces, a signal to all processes would end this test and more.
    let source = "
import os, signal
if os.getppid() == 1:
    for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
        os.kill(os.getppid(), number)
        try:
            os.kill(-1, number)
        except ProcessLookupError:
            pass
    print('R')
";
    assert_right_if_isolated(source);
}

#[test]
fn a_run_sees_only_its_own_processes() {
    let source = "
import os
seen = {int(name) for name in os.listdir('/proc') if name.isdigit()}
with open('/proc/mounts') as mounts:
    kinds = [line.split()[2] for line in mounts if line.split()[1] == '/proc']
unmount = 'umount /proc 2>/dev/null; umount -l /proc 2>/dev/null; '
unmounted = os.system(unmount + 'test $(ls -d /proc/[0-9]* | wc -l) -gt 6')
if seen == {1, os.getpid()} and 'proc' in kinds and unmounted != 0:
    print('R')
";
    assert_right_if_isolated(source);
}

/// Java locks a file in `/tmp` that is named after its process ID.
#[test]
fn programs_of_different_runs_have_different_ids() {
    let folder = folder();
    let ids = folder.path().join("ids");
    let source = format!("import os\nprint('R')\nprint(os.getpid(), file=open({ids:?}, 'a'))\n");
    if is_isolated(&report_of(folder.path(), &[], &source)) {
        report_of(folder.path(), &[], &source);
        let written = fs::read_to_string(ids).unwrap();
        let all: Vec<&str> = written.lines().collect();
        assert!(matches!(all[..], [one, other] if one != other), "{written}");
    }
}

#[test]
fn a_run_has_no_network_by_default() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let source = |reaches: bool| {
        format!(
            "
import socket
try:
    socket.create_connection(('127.0.0.1', {port}), 5)
    reached = True
except OSError:
    reached = False
own = socket.create_server(('127.0.0.1', 0))
socket.create_connection(own.getsockname(), 5)
print('R' if reached == {} else 'U')
",
            if reaches { "True" } else { "False" }
        )
    };
    let folder = folder();
    let report = report_of(folder.path(), &[], &source(false));
    if is_isolated(&report) {
        assert_right(&report);
        assert_right(&report_of(folder.path(), &["--network"], &source(true)));
    }
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_ok());
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
}

#[test]
fn a_run_keeps_its_user_folder_and_environment() {
    let folder = folder();
    let source = format!(
        "
import grp, os, resource
with open('/proc/self/status') as status:
    lines = dict(line.split(':', 1) for line in status)
can_administer = int(lines['CapEff'], 16) >> 21 & 1
if (
    os.stat('.').st_uid == os.getuid()
    and os.environ['SHOWN'] == 'yes'
    and 'TILEBASE_RUN' not in os.environ
    and os.path.samefile(os.environ['PWD'], os.getcwd())
    and resource.getrlimit(resource.RLIMIT_AS) == (3_000_000_000, 3_000_000_000)
    and not can_administer
    and os.access('{}', os.R_OK)
):
    print('R')
",
        folder.path().join("solver.py").display()
    );
    fs::write(folder.path().join("solver.py"), source).unwrap();
    let options = ["--max-memory", "3GB", "--format", "json", "--quiet", BOARD, "--notation", "digits"];
    let command = ["python3", "solver.py", "{}"];
    let args = [&["validate"], &options[..], &["--"], &command].concat();
    let output = program("pdb-solve", folder.path()).args(&args).env("SHOWN", "yes").output().unwrap();
    let report: Value = serde_json::from_str(&parts(&output).1).unwrap();
    if is_isolated(&report) {
        assert_right(&report);
    }
}

#[test]
fn endings_are_those_of_the_program() {
    let folder = folder();
    fs::write(folder.path().join("text"), "no program").unwrap();
    for (command, kind, detail) in [
        (&["sh", "-c", "kill -SEGV $$"][..], "crashed", "SIGSEGV"),
        (&["sh", "-c", "kill -KILL $$"], "crashed", "SIGKILL"),
        (&["sh", "-c", "exit 77"], "crashed", "exit code 77"),
        (&["sh", "-c", "(sleep 0.01; exit 3) & sleep 0.1; exit 5"], "crashed", "exit code 5"),
        (&["sh", "-c", "kill -STOP $$"], "timed-out", "timed out after 0.5 s"),
        (&["./absent"], "not-started", "no such file or directory"),
        (&["no-such-program"], "not-started", "no such file or directory"),
        (&["./text"], "not-started", "permission denied"),
    ] {
        let timeout = if kind == "timed-out" { "500ms" } else { "60" };
        let options = [BOARD, "--notation", "digits", "--timeout", timeout];
        let (_, report) = json(folder.path(), &options, command);
        let failure = &report["failures"][0];
        assert_eq!(failure["kind"], kind, "{report}");
        assert!(failure["detail"].as_str().unwrap().contains(detail), "{failure}");
    }
}

#[test]
fn times_and_memory_are_those_of_the_program() {
    let folder = folder();
    let source = "
import os, time
if os.fork() == 0:
    held = bytearray(60_000_000)
    while time.process_time() < 0.3: pass
    os._exit(0)
os.wait()
time.sleep(0.1)
print('R')
";
    let report = report_of(folder.path(), &[], source);
    assert_right(&report);
    let cpu = report["slowest"][0]["cpu_seconds"].as_f64().unwrap();
    assert!((0.28..2.0).contains(&cpu), "{report}");
    let peak = report["peak_memory_in_bytes"].as_u64().unwrap();
    assert!((60_000_000..150_000_000).contains(&peak), "{report}");
}

#[test]
fn a_user_without_privileges_gets_namespaces_too() {
    let folder = folder();
    let solver = folder.path().join("solver.py");
    let source = "
import os
with open('/proc/self/status') as status:
    capabilities = [line.split()[1] for line in status if line.startswith(('CapEff', 'CapAmb', 'CapInh'))]
seen = {int(name) for name in os.listdir('/proc') if name.isdigit()}
if seen == {1, os.getpid()} and {int(word, 16) for word in capabilities} == {0} and os.getuid() != 0:
    print('R')
";
    fs::write(&solver, source).unwrap();
    let options = ["--format", "json", "--quiet", "--notation", "digits", BOARD];
    let command = ["python3", solver.to_str().unwrap(), "{}"];
    let args = [&["validate"], &options[..], &["--"], &command].concat();
    open_to_all(folder.path());
    let Some(output) = run_as_nobody(&[], "pdb-solve", folder.path(), &args) else { return };
    let (_, out, err) = parts(&output);
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"));
    if is_isolated(&report) {
        assert_right(&report);
    }
}

/// Lets every user write to a folder and to its table folder.
fn open_to_all(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    for folder in [folder.to_owned(), folder.join("pdb")] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
    }
}

#[test]
fn without_namespaces_a_note_says_what_is_missing() {
    let folder = folder();
    let beat = folder.path().join("beat");
    fs::write(folder.path().join("solver.sh"), leaves_a_daemon("setsid env -i", &beat)).unwrap();
    let judge = program("pdb-solve", folder.path());
    // A user namespace in which no further PID namespaces can be created.
    let shell = "echo 0 > /proc/sys/user/max_pid_namespaces && exec \"$@\"";
    let validate = |format: &str| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "sh", "-c", shell, "sh"]).arg(judge.get_program());
        command.args(["validate", "--quiet", "--format", format]).args(boards());
        command.args(["--", "sh", "solver.sh", "{}"]).current_dir(folder.path()).output()
    };
    let Ok(output) = validate("json") else {
        eprintln!("not checked: unshare is not installed");
        return;
    };
    let (code, out, err) = parts(&output);
    let Ok(report) = serde_json::from_str::<Value>(&out) else {
        eprintln!("not checked: no user namespace can be made here: {err}");
        return;
    };
    assert_eq!((code, report["isolation"].as_str()), (Some(0), Some("none")), "{report}");
    assert_eq!(report["right"].as_u64(), Some(4), "{report}");
    assert!(!beats(&beat));
    let (_, out, _) = parts(&validate("text").unwrap());
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(out.contains("Runs were not isolated (namespaces: no space left on device)"), "{out}");
}

#[test]
fn a_run_ends_with_the_judge() {
    let folder = folder();
    let beat = folder.path().join("beat");
    let source = format!(
        "import os, time\nif os.fork(): time.sleep(60)\nos.setsid()\n\
         while True:\n  open({beat:?}, 'w').write(str(time.time()))\n  time.sleep(0.01)\n"
    );
    fs::write(folder.path().join("solver.py"), source).unwrap();
    let report = report_of(self::folder().path(), &[], "print('R')");
    if !is_isolated(&report) {
        return;
    }
    let args = ["validate", "-q", BOARD, "--notation", "digits", "--timeout", "60", "--"];
    let mut command = program("pdb-solve", folder.path());
    command.args(args).args(["python3", "solver.py", "{}"]).stdout(Stdio::null());
    let mut judge = command.spawn().unwrap();
    wait_until(|| beat.exists() && beats(&beat), "the run was not started");
    judge.kill().unwrap();
    judge.wait().unwrap();
    wait_until(|| !beats(&beat), "the run has outlived the judge");
}

/// The report of a class with an assignment.
fn graded(folder: &Path, assignment: &str, class: &[(&str, String)]) -> Value {
    fs::write(folder.join("a.toml"), assignment).unwrap();
    let class_folder: PathBuf = folder.join("class");
    fs::create_dir_all(&class_folder).unwrap();
    for (name, source) in class {
        fs::write(class_folder.join(format!("{name}.sh")), source).unwrap();
    }
    let args = ["a.toml", "--class", "class", "--quiet", "--format", "json", "--jobs", "1"];
    let (code, out, err) = grading::run(folder, &args);
    assert_eq!(code, Some(0), "{out}{err}");
    serde_json::from_str(&out).unwrap()
}

fn points(report: &Value) -> Vec<f64> {
    let submissions = report["submissions"].as_array().unwrap();
    submissions.iter().map(|grade| grade["points"].as_f64().unwrap()).collect()
}

#[test]
fn a_submission_cannot_end_the_grading_of_its_class() {
    let folder = folder();
    let harmless = graded(folder.path(), &grading::assignment(), &[("ann", script("answer $1"))]);
    if !is_isolated(&harmless) {
        return;
    }
    let kills = "answer $1\n[ $PPID = 1 ] && kill -9 $PPID\n[ $$ = 2 ] && kill -9 -1\nexit 0";
    // The build also runs the submission.
    let assignment = grading::assignment().replace("\"-n\", \"solver.sh\"", "\"solver.sh\", \"x\"");
    let class = [("bob", script(kills)), ("cid", script("answer $1"))];
    let report = graded(folder.path(), &assignment, &class);
    assert_eq!(points(&report), [9.0; 3], "{report}");
}

#[test]
fn an_assignment_can_allow_the_network() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connects = format!(
        "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", {port}), 5)' 2>/dev/null && \
         answer $1"
    );
    let folder = folder();
    let class = [("ann", script(&connects))];
    let report = graded(folder.path(), &grading::assignment(), &class);
    if is_isolated(&report) {
        assert_eq!(points(&report), [0.0], "{report}");
        let assignment = grading::assignment().replace("max_size = 1\n", "max_size = 1\nnetwork = true\n");
        assert_eq!(points(&graded(folder.path(), &assignment, &class)), [9.0]);
    }
}

#[test]
fn a_killed_run_needs_a_review_and_no_grade_is_kept() {
    let folder = folder();
    let dies = format!("[ $1 = {} ] && kill -9 $$\nanswer $1", NEAR[1].0);
    let class = [("ann", script(&dies)), ("bob", script("answer $1"))];
    graded(folder.path(), &grading::assignment(), &class);
    let args = ["a.toml", "--class", "class", "--quiet", "--format", "json", "--grades", "l"];
    for _ in 0..2 {
        let (code, out, err) = grading::run(folder.path(), &args);
        assert_eq!(code, Some(0), "{err}");
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(points(&report), [8.0, 9.0], "{report}");
        let review = report["submissions"][0]["needs_review"].to_string();
        assert!(review.contains("1 of 10 runs were ended by SIGKILL"), "{review}");
        assert_eq!(grading::grades_in(&folder.path().join("l")), 1);
    }
}
