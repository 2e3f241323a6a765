//! `pdb-solve grade` when submissions, the user, or the system end the judge, its runs or its
//! builds: every submission gets the points that it earns alone, or is named.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{folder, parts, run_as_nobody};
use crate::grading::{NEAR, assignment, grade, grades_in, run, script};

/// Writes the assignment and a class of shell scripts.
fn write(folder: &Path, assignment: &str, class: &[(&str, String)]) {
    fs::write(folder.join("a.toml"), assignment).unwrap();
    fs::create_dir_all(folder.join("class")).unwrap();
    for (name, source) in class {
        fs::write(folder.join("class").join(format!("{name}.sh")), source).unwrap();
    }
}

fn points_of(report: &Value, name: &str) -> f64 {
    submission(report, name)["points"].as_f64().unwrap()
}

fn review_of(report: &Value, name: &str) -> String {
    submission(report, name)["needs_review"].to_string()
}

fn submission<'a>(report: &'a Value, name: &str) -> &'a Value {
    let submissions = report["submissions"].as_array().unwrap();
    submissions.iter().find(|grade| grade["submission"] == name).unwrap()
}

const ARGS: [&str; 9] = ["a.toml", "--class", "class", "--format", "json", "--jobs", "2", "--grades", "l"];

/// Runs the judge where it cannot isolate runs, but where runs reach no process outside: in a PID
/// namespace in which no others can be made.
fn grade_without_isolation(folder: &Path) -> Output {
    let judge = grade(folder, &ARGS);
    let shell = "echo 0 > /proc/sys/user/max_pid_namespaces || exit 99; \"$@\"; exit $?";
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"]);
    command.args(["sh", "-c", shell, "sh"]).arg(judge.get_program()).args(judge.get_args());
    command.envs(judge.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.current_dir(folder).output().unwrap()
}

/// Whether the judge can be run without isolation. Says so if not.
fn can_refuse_isolation(folder: &Path) -> bool {
    let output = grade_without_isolation(folder);
    let is_refused = String::from_utf8_lossy(&output.stdout).contains("\"isolation\": \"none\"");
    if !is_refused {
        eprintln!("not checked: namespaces cannot be refused here: {output:?}");
    }
    is_refused
}

fn report_of(output: &Output) -> Value {
    let (code, out, err) = parts(output);
    assert_eq!(code, Some(0), "{out}{err}");
    serde_json::from_str(&out).unwrap()
}

/// The judge's exit code, as the shell reports it, if SIGKILL ended it.
const KILLED: Option<i32> = Some(137);

#[test]
fn a_submission_that_ends_the_judge_is_passed_over() {
    let folder = folder();
    let honest = |name: &str| (name.to_owned(), script(&format!("# {name}\nanswer $1")));
    write(folder.path(), &assignment(), &[("ann", honest("ann").1)]);
    if !can_refuse_isolation(folder.path()) {
        return;
    }
    let kills = "answer $1\nsleep 0.2\nkill -9 $PPID".to_owned();
    for name in ["bob", "dan"] {
        write(folder.path(), &assignment(), &[(name, script(&format!("# {name}\n{kills}")))]);
    }
    for name in ["cid", "eve", "fay"] {
        write(folder.path(), &assignment(), &[(name, honest(name).1)]);
    }
    let judge = || grade_without_isolation(folder.path());
    // Beside others, then alone: at most two deaths for each of the two.
    let mut deaths = 0;
    let output = loop {
        let output = judge();
        if output.status.code() != KILLED {
            break output;
        }
        deaths += 1;
        assert!(deaths <= 4, "{output:?}");
    };
    assert!(deaths >= 3, "each ends the judge beside others or alone, and once more");
    let report = report_of(&output);
    for name in ["ann", "cid", "eve", "fay"] {
        assert_eq!((points_of(&report, name), review_of(&report, name).as_str()), (9.0, "[]"), "{report}");
    }
    for name in ["bob", "dan"] {
        let review = review_of(&report, name);
        assert!(review.contains("grade was killed while it graded this submission alone"), "{report}");
    }
    assert_eq!(grades_in(&folder.path().join("l")), 4);
    // Once more: it is tried again, and passed over again.
    assert_eq!(judge().status.code(), KILLED);
    // A better version has another hash.
    write(folder.path(), &assignment(), &[("bob", honest("bob").1), ("dan", honest("dan").1)]);
    let report = report_of(&judge());
    assert_eq!(["bob", "dan"].map(|name| points_of(&report, name)), [9.0; 2], "{report}");
}

#[test]
fn a_submission_that_kills_its_neighbors_is_named() {
    let folder = folder();
    write(folder.path(), &assignment(), &[("ann", script("sleep 0.1; answer $1"))]);
    if !can_refuse_isolation(folder.path()) {
        return;
    }
    let kills = "answer $1
python3 - $$ <<'END'
import os, sys, time
begun = time.time()
while time.time() < begun + 0.3:
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{pid}/cmdline') as line:
                if line.read().startswith('sh\\0solver.sh\\0') and pid != sys.argv[1]:
                    os.kill(int(pid), 9)
        except OSError:
            pass
    time.sleep(0.01)
END";
    let victim = script("# victim\nsleep 0.15; answer $1");
    write(folder.path(), &assignment(), &[("killer", script(kills)), ("victim", victim)]);
    let report = report_of(&grade_without_isolation(folder.path()));
    assert_eq!(["killer", "victim"].map(|name| points_of(&report, name)), [9.0; 2], "{report}");
    assert_eq!(review_of(&report, "victim"), "[]", "{report}");
    let review = review_of(&report, "killer");
    assert!(
        review.contains("while this submission was graded, runs of victim were killed or suspended"),
        "{review}"
    );
    // The reason is kept with the grade.
    let again = report_of(&grade_without_isolation(folder.path()));
    assert_eq!(review_of(&again, "killer"), review);
}

#[test]
fn killed_and_suspended_runs_are_graded_again() {
    let folder = folder();
    let only = |deed: &str| script(&format!("[ $1 = {} ] && {deed}\nanswer $1", NEAR[1].0));
    let short = assignment().replace("timeout = 20", "timeout = 2");
    let class = [
        ("child", only("{ sh -c 'kill -9 $$'; exit; }")),
        ("killed", only("kill -9 $$")),
        ("suspended", only("kill -STOP $$")),
    ];
    write(folder.path(), &short, &class);
    let (code, out, err) = run(folder.path(), &ARGS);
    assert_eq!(code, Some(0), "{out}{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    let signal = "1 of 10 runs were suspended by a signal";
    for (name, reason) in [("child", "SIGKILL"), ("killed", "SIGKILL"), ("suspended", signal)] {
        assert!(review_of(&report, name).contains(reason), "{report}");
    }
    assert!(
        err.contains("graded again, one at a time, because other submissions may have disturbed them: "),
        "{err}"
    );
    assert_eq!(grades_in(&folder.path().join("l")), 0);
}

#[test]
fn a_killed_build_is_no_lasting_grade() {
    let folder = folder();
    let build = assignment().replace("\"-n\", \"solver.sh\"", "\"solver.sh\", \"build\"");
    let build = build.replace("command =", "build_timeout = 3\ncommand =");
    let on_build = |deed: &str| script(&format!("[ $1 = build ] && {deed}\nanswer $1"));
    let class = [
        ("fails", on_build("exit 1")),
        ("killed", on_build("kill -9 $$")),
        ("make", on_build("{ echo 'make: *** [all] Killed'; exit 2; }")),
        ("suspended", on_build("kill -STOP $$")),
        ("waits", on_build("sleep 60")),
    ];
    write(folder.path(), &build, &class);
    let (code, out, err) = run(folder.path(), &ARGS);
    assert_eq!(code, Some(0), "{out}{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    let killed = "the build failed: SIGKILL, from another program or for lack of memory";
    for (name, reason) in [
        ("fails", "the build failed: exit code 1"),
        ("killed", killed),
        ("make", killed),
        ("suspended", "the build failed: timed out after 3 s, suspended by a signal such as SIGSTOP"),
        ("waits", "the build failed: timed out after 3 s ("),
    ] {
        assert!(review_of(&report, name).contains(reason), "{name}: {report}");
    }
    assert_eq!(grades_in(&folder.path().join("l")), 1, "only the first one lasts");
}

/// With few files or processes, the judge ends with an error, or the points are right.
#[test]
fn a_lack_of_files_or_processes_costs_no_points() {
    let folder = folder();
    let class = ["ann", "bob", "cid"].map(|name| (name, script(&format!("# {name}\nanswer $1"))));
    write(folder.path(), &assignment(), &class);
    let (code, _, err) = run(folder.path(), &ARGS[..7]);
    assert_eq!(code, Some(0), "{err}");
    let check = |limit: &str, output: &Output, fails: Option<&str>| {
        let (code, out, err) = parts(output);
        if code == Some(0) {
            let report: Value = serde_json::from_str(&out).unwrap();
            for (name, _) in &class {
                assert_eq!(points_of(&report, name), 9.0, "{limit}: {report}");
            }
        }
        let is_right = fails
            .map_or(code == Some(0) || code == Some(2), |reason| code == Some(2) && err.contains(reason));
        assert!(is_right, "{limit}: {code:?} {out}{err}");
    };
    for files in [4, 6, 8, 12, 16, 24, 32, 47, 48, 52, 64] {
        let judge = grade(folder.path(), &ARGS[..7]);
        let mut shell = Command::new("sh");
        let limit = format!("ulimit -n {files}; exec \"$@\"");
        shell.args(["-c", &limit, "sh"]).arg(judge.get_program()).args(judge.get_args());
        shell.envs(judge.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let output = shell.current_dir(folder.path()).output().unwrap();
        check(&limit, &output, (files < 48).then_some(""));
    }
    open_to_all(folder.path());
    for processes in 1..=8 {
        let limit = format!("--nproc={processes}:{processes}");
        let args = [&["grade"], &ARGS[..7]].concat();
        // The copy of the last round may still be busy: a run of it ends right after its judge.
        let _no_copy_yet = fs::remove_file(folder.path().join("pdb-solve"));
        let output = run_as_nobody(&["prlimit", &limit], "pdb-solve", folder.path(), &args);
        let Some(output) = output else { return };
        check(&limit, &output, (processes == 1).then_some(""));
    }
}

/// Lets every user write to a folder and to its table folder.
fn open_to_all(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    for folder in [folder.to_owned(), folder.join("pdb")] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
    }
}
