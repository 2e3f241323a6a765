//! Submissions graded by an assignment: what is reported to whom, what is hidden, what is kept, and what is refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{folder, parts, program};
use serde_json::Value;

/// Boards that are shown, with their answers.
pub const NEAR: [(&str, &str); 4] =
    [("123456708", "R"), ("123450786", "D"), ("123456078", "RR"), ("123405786", "RD")];
pub const BOTH: [(&str, &str); 2] = [("123460758", "LDR"), ("123456780", "")];
/// Boards that are kept secret.
pub const SECRET: [(&str, &str); 2] = [("120453786", "DD"), ("102453786", "RDD")];
/// Boards that can't be solved.
const HOPELESS: [&str; 2] = ["213456780", "123456870"];

/// Boards and their categories: 4 points, 2 hidden, 2, and 1 extra.
pub fn assignment() -> String {
    let list = |boards: &[(&str, &str)]| {
        boards.iter().map(|(board, _)| format!("{board:?}")).collect::<Vec<_>>().join(", ")
    };
    format!(
        "title = \"The <8>-puzzle\"
[submission]
file = \"solver.sh\"
build = [\"sh\", \"-n\", \"solver.sh\"]
command = [\"sh\", \"solver.sh\", \"{{}}\"]
[limits]
timeout = 3
stop_after_timeouts = 1
output = 1
size = 1
[[category]]
name = \"Near\"
points = 4
boards = [{}]
[[category]]
name = \"Secret\"
points = 2
boards = [{}]
hidden = true
accept_longer = true
[[category]]
name = \"Hopeless\"
points = 2
boards = [\"{}\"]
unsolvable = true
[[category]]
name = \"Both\"
points = 1
boards = [{}]
per = \"all\"
extra_credit = true
",
        list(&NEAR),
        list(&SECRET),
        HOPELESS.join("\", \""),
        list(&BOTH),
    )
}

/// A script that answers rightly by `answer BOARD`, and does what stands below.
pub fn script(deed: &str) -> String {
    let cases = NEAR.iter().chain(&BOTH).chain(&SECRET);
    let cases =
        cases.map(|(board, path)| format!("{board}) echo \"path: {path}\";;")).collect::<Vec<_>>().join(" ");
    format!("#!/bin/sh\nanswer() {{ case $1 in {cases} *) echo unsolvable;; esac; }}\n{deed}\n")
}

/// Everything in a folder, with its bytes.
pub fn listing(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut listing = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.display().to_string();
        if path.is_dir() {
            listing.extend(self::listing(&path));
            listing.insert(name, Vec::new());
        } else {
            listing.insert(name, fs::read(&path).unwrap());
        }
    }
    listing
}

/// The program, with a folder for temporary files in `folder`.
fn grade(folder: &Path, args: &[&str]) -> Command {
    let temporary = folder.join("temporary");
    fs::create_dir_all(&temporary).unwrap();
    let mut command = program("pdb-solve", folder);
    command.arg("grade").args(args).env("TMPDIR", temporary);
    command
}

pub fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    parts(&grade(folder, args).output().unwrap())
}

/// A class of three, each of which notes its runs in a file outside.
fn counted(folder: &Path) {
    fs::write(folder.join("a.toml"), assignment()).unwrap();
    fs::create_dir(folder.join("class")).unwrap();
    let note = format!("echo run >> '{}'\nanswer $1", folder.join("runs").display());
    for name in ["ann", "bea", "cid"] {
        fs::write(folder.join("class").join(format!("{name}.sh")), script(&format!("# {name}\n{note}")))
            .unwrap();
    }
}

#[test]
fn what_was_graded_is_not_graded_again() {
    let folder = folder();
    counted(folder.path());
    let at = |name: &str| folder.path().join(name);
    let runs = || fs::read_to_string(at("runs")).unwrap_or_default().lines().count();
    let args = ["a.toml", "--quiet", "--class", "class", "--resume", "l", "--csv", "m.csv"];
    let again = |expected: usize| {
        let (code, out, err) = run(folder.path(), &args);
        assert_eq!((code, runs()), (Some(0), expected), "{out}{err}");
        fs::read_to_string(at("m.csv")).unwrap()
    };
    let boards = NEAR.len() + SECRET.len() + HOPELESS.len() + BOTH.len();
    let csv = again(3 * boards);
    let ledger = fs::read(at("l")).unwrap();
    assert_eq!(again(3 * boards), csv);
    assert_eq!(fs::read(at("l")).unwrap(), ledger);
    // A name is no part of what a submission is.
    fs::rename(at("class/cid.sh"), at("class/dan.sh")).unwrap();
    assert_eq!(again(3 * boards), csv.replace("cid", "dan"));
    // One that has changed.
    let text = fs::read_to_string(at("class/ann.sh")).unwrap();
    fs::write(at("class/ann.sh"), text.replace("path: RR", "path: RRL")).unwrap();
    let csv = again(4 * boards);
    assert!(
        csv.starts_with(
            "submission,points,out of,Near,Secret,Hopeless,Both,look at it,why\nann,8,8,3,2,2,1,,"
        ),
        "{csv}"
    );
    // A line that was cut off when the power failed.
    let whole = fs::read(at("l")).unwrap();
    fs::write(at("l"), &whole[..whole.len() - 20]).unwrap();
    assert_eq!(again(5 * boards), csv);
    // Another assignment.
    fs::write(at("a.toml"), assignment().replace("points = 4", "points = 8")).unwrap();
    assert!(again(8 * boards).contains("\nann,11,12,6,2,2,1,,"));
}

#[test]
fn hidden_boards_are_shown_nowhere() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment()).unwrap();
    fs::create_dir(at("class")).unwrap();
    // They print their boards on both outputs, and end as programs end.
    for (name, end) in [
        ("one", "exit 0"),
        ("two", "exit 3"),
        ("three", "kill -SEGV $$"),
        ("four", "sleep 60"),
        ("five", "yes $1"),
    ] {
        let deed = format!("echo \"board $1\"; echo \"board $1\" >&2; echo $1 > seen; {end}");
        fs::write(at("class").join(format!("{name}.sh")), script(&deed)).unwrap();
    }
    let files = [
        "--csv",
        "m.csv",
        "--html",
        "m.html",
        "--json",
        "m.json",
        "--junit",
        "m.xml",
        "--gradescope",
        "g",
        "--resume",
        "l",
    ];
    let (code, out, err) = run(folder.path(), &[&["a.toml", "--class", "class"][..], &files].concat());
    assert_eq!(code, Some(0), "{out}{err}");
    let mut reports: BTreeMap<String, Vec<u8>> = listing(folder.path());
    reports.retain(|name, _| !name.contains("/class") && !name.ends_with("a.toml") && !name.contains(".pdb"));
    reports.insert("stdout".to_owned(), out.clone().into_bytes());
    reports.insert("stderr".to_owned(), err.into_bytes());
    assert!(reports.len() >= 13, "{:?}", reports.keys());
    for (name, bytes) in &reports {
        let text = String::from_utf8_lossy(bytes);
        let spaced: String = text.chars().filter(char::is_ascii_digit).collect();
        for (board, _) in SECRET {
            assert!(!text.contains(board) && !spaced.contains(board), "{name} has {board}");
        }
    }
    for name in ["m.html", "m.json", "m.xml", "g/one.json", "l"] {
        let text = fs::read_to_string(at(name)).unwrap();
        assert!(text.contains(NEAR[1].0) && text.contains("Secret"), "{name}");
    }
}

#[test]
fn reports_are_read_by_those_they_are_for() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(
        at("a.toml"),
        assignment().replace("points = 4", "points = 4.5\nvisibility = \"after_published\""),
    )
    .unwrap();
    fs::create_dir(at("bob")).unwrap();
    fs::write(at("bob/solver.sh"), script("case $1 in *708) echo '<b>no</b>';; *) answer $1;; esac"))
        .unwrap();
    let files = ["--html", "m.html", "--json", "m.json", "--junit", "m.xml", "--gradescope", "results.json"];
    let (code, out, err) =
        run(folder.path(), &[&["a.toml", "bob", "--fail-below", "8.38"][..], &files].concat());
    assert_eq!(code, Some(1), "{out}{err}");
    let json =
        |name: &str| -> Value { serde_json::from_str(&fs::read_to_string(at(name)).unwrap()).unwrap() };
    let results = json("results.json");
    // Three of four boards are 3.375 points, rounded down.
    assert_eq!(
        (results["score"].as_f64(), results["tests"].as_array().unwrap().len()),
        (Some(8.37), 4),
        "{results}"
    );
    let test = |nth: usize| {
        let test = &results["tests"][nth];
        let number = |key: &str| test[key].as_f64().unwrap();
        let text = |key: &str| test[key].as_str().unwrap().to_owned();
        (text("name"), number("score"), number("max_score"), text("visibility"), text("status"))
    };
    let expect = |name: &str, score: f64, most: f64, visibility: &str, status: &str| {
        (name.to_owned(), score, most, visibility.to_owned(), status.to_owned())
    };
    assert_eq!(test(0), expect("Near", 3.37, 4.5, "after_published", "failed"));
    assert_eq!(test(1), expect("Secret", 2.0, 2.0, "hidden", "passed"));
    assert_eq!(test(2), expect("Hopeless", 2.0, 2.0, "visible", "passed"));
    assert_eq!(test(3), expect("Both (extra credit)", 1.0, 1.0, "visible", "passed"));
    assert!(
        results["tests"][0]["output"]
            .as_str()
            .unwrap()
            .contains("in the submission's folder: sh solver.sh 123456708")
    );
    assert!(results["execution_time"].as_f64().is_some() && results["stdout_visibility"] == "hidden");
    let whole = json("m.json");
    assert_eq!((whole["out_of"].as_f64(), whole["extra_credit"].as_f64()), (Some(8.5), Some(1.0)));
    assert_eq!(whole["submissions"][0]["categories"][0]["right"], 3);

    let xml = fs::read_to_string(at("m.xml")).unwrap();
    assert!(
        xml.contains("<testsuites name=\"The &lt;8&gt;-puzzle\" tests=\"12\" failures=\"2\" errors=\"0\""),
        "{xml}"
    );
    assert!(xml.contains("<property name=\"points\" value=\"8.37\"/>"), "{xml}");
    let parsed =
        "import xml.dom.minidom; print(len(xml.dom.minidom.parse('m.xml').getElementsByTagName('testcase')))";
    let parsed = Command::new("python3").args(["-c", parsed]).current_dir(folder.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&parsed.stdout).trim(), "12");
    let page = fs::read_to_string(at("m.html")).unwrap();
    assert!(
        page.contains("<title>The &lt;8&gt;-puzzle</title>") && page.contains("&lt;b&gt;no&lt;/b&gt;"),
        "{page}"
    );
    assert!(!page.contains("<b>no") && !page.contains("src=") && !page.contains("href="), "{page}");

    let (code, ..) = run(folder.path(), &["a.toml", "bob", "--fail-below", "8.37"]);
    assert_eq!(code, Some(0));
    let only = ["--only", "Near", "--only", "Both", "--fail-below"];
    let (code, out, _) = run(folder.path(), &[&["a.toml", "bob"][..], &only, &["4.37"]].concat());
    assert!(
        code == Some(0) && out.contains(": 1 submission to 123456780, 4.5 points, and 1 extra\n"),
        "{out}"
    );
    let (code, ..) = run(folder.path(), &[&["a.toml", "bob"][..], &only, &["4.38"]].concat());
    assert_eq!(code, Some(1));
}

#[test]
fn an_interrupt_leaves_nothing_and_keeps_what_was_graded() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment().replace("timeout = 3", "timeout = 60")).unwrap();
    fs::create_dir(at("class")).unwrap();
    fs::write(at("class/ann.sh"), script("answer $1")).unwrap();
    fs::write(at("class/bea.sh"), script("trap '' TERM INT; sleep 3611.75 & wait; sleep 3611.75")).unwrap();
    let args = ["a.toml", "--quiet", "--class", "class", "--jobs", "1", "--resume", "l", "--csv", "m.csv"];
    let judge = grade(folder.path(), &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let clock = Instant::now();
    while !is_running("3611.75") {
        assert!(clock.elapsed() < Duration::from_secs(60), "the run was not started");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &judge.id().to_string()]).status().unwrap().success());
    let (code, out, err) = parts(&judge.wait_with_output().unwrap());
    assert_eq!(code, Some(2), "{out}{err}");
    assert!(out.contains("interrupted: 1 of 2 submissions were graded"), "{out}");
    assert!(!is_running("3611.75") && !at("m.csv").exists());
    assert_eq!(listing(&at("temporary")), BTreeMap::new());
    assert_eq!(fs::read_to_string(at("l")).unwrap().lines().count(), 1);
}

fn is_running(seconds: &str) -> bool {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.any(|line| line == format!("sleep\0{seconds}\0").as_bytes())
}

#[test]
fn time_that_is_used_up_leaves_boards_untried() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let slow =
        assignment().replace("timeout = 3", "timeout = 1\ntotal = 3").replace("stop_after_timeouts = 1", "");
    fs::write(at("a.toml"), slow).unwrap();
    fs::write(at("ann.sh"), script("case $1 in *786) answer $1;; *) exec sleep 60;; esac")).unwrap();
    let (code, out, err) = run(folder.path(), &["a.toml", "ann.sh", "--json", "m.json"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let whole: Value = serde_json::from_str(&fs::read_to_string(at("m.json")).unwrap()).unwrap();
    let grade = &whole["submissions"][0];
    assert_eq!(grade["stopped"], "stopped when its 3 seconds were used up");
    let kinds = |nth: usize| grade["categories"][nth]["kinds"].clone();
    // Two time out near the goal and two answer; in the next category both answer; then the third time-out ends it.
    assert_eq!(kinds(0), serde_json::json!({"timed-out": 2}));
    assert_eq!(kinds(1), serde_json::json!({}));
    assert_eq!(kinds(2), serde_json::json!({"timed-out": 1, "not-tried": 1}));
    assert_eq!(kinds(3), serde_json::json!({"not-tried": 2}));
    // What was reached with the last board has stopped nothing.
    fs::write(
        at("a.toml"),
        assignment().replace("timeout = 3", "timeout = 1").replace("timeouts = 1", "timeouts = 2"),
    )
    .unwrap();
    run(folder.path(), &["a.toml", "ann.sh", "--only", "Hopeless", "--json", "m.json"]);
    let whole: Value = serde_json::from_str(&fs::read_to_string(at("m.json")).unwrap()).unwrap();
    let grade = &whole["submissions"][0];
    assert_eq!((&grade["stopped"], &grade["categories"][0]["kinds"]["timed-out"]), (&Value::Null, &2.into()));
}

#[test]
fn what_can_not_be_graded_is_told() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment()).unwrap();
    fs::create_dir_all(at("class/ann")).unwrap();
    fs::create_dir_all(at("other/ann")).unwrap();
    fs::create_dir(at("empty")).unwrap();
    fs::write(at("class/ann/solver.sh"), script("answer $1")).unwrap();
    let check = |args: &[&str], said: &str| {
        let (code, out, err) = run(folder.path(), args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?} {err}");
        assert!(err.contains(said), "{args:?} {err}");
    };
    check(&[], "<ASSIGNMENT>");
    check(
        &["--example", "--csv", "m.csv"],
        "'--example' cannot be used with one or more of the other specified arguments",
    );
    check(&["a.toml"], "there is no submission: name files or folders, or a folder of them with --class");
    check(&["b.toml", "class/ann"], "the assignment b.toml can't be read");
    check(&["a.toml", "absent"], "the submission absent: No such file");
    check(&["a.toml", "--class", "empty"], "empty holds no submission");
    check(&["a.toml", "class/ann", "other/ann"], "two submissions are called ann: class/ann and other/ann");
    check(&["a.toml", "class/ann", "--jobs", "0"], "0 is not in 1..=65535");
    check(&["a.toml", "class/ann", "--fail-below", "all"], "expected points, as 10 or 2.5, found \"all\"");
    check(
        &["a.toml", "class/ann", "--resume", "a.toml"],
        "a.toml, line 1: expected the grade of a submission",
    );
    assert_eq!(fs::read_to_string(at("a.toml")).unwrap(), assignment());
    fs::write(at("b.toml"), assignment().replace("points = 4", "points = 0")).unwrap();
    check(&["b.toml", "class/ann"], "b.toml, line 13: points: expected points, more than 0");
    fs::write(at("b.toml"), assignment().replace("boards = [\"123456708\"", "boards = [\"213456780\""))
        .unwrap();
    check(&["b.toml", "class/ann"], "b.toml, line 14: boards: 213456780 can't be solved");
    check(
        &["a.toml", "class/ann", "--only", "Far"],
        "no category \"Far\": expected one of Near, Secret, Hopeless, Both",
    );
    fs::write(at("b.toml"), [0xff, 0xfe]).unwrap();
    check(&["b.toml", "class/ann"], "b.toml is no text: expected a TOML file");
}

/// The command can't be started: that is the machine's fault as likely as the submission's, so it is looked at, and is not
/// kept in the ledger.
#[test]
fn what_could_not_be_started_is_tried_again() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment().replace("\"sh\", \"solver.sh\", \"{}\"", "\"./solver.sh\", \"{}\""))
        .unwrap();
    fs::write(at("ann.sh"), script("answer $1")).unwrap();
    let (code, out, err) = run(folder.path(), &["a.toml", "ann.sh", "--resume", "l"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("to be looked at by a person:\n  ann: not-started on 1 board"), "{out}");
    assert!(out.contains("could not be started: permission denied"), "{out}");
    assert_eq!(fs::read_to_string(at("l")).unwrap(), "");
    fs::set_permissions(at("ann.sh"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let (_, out, _) = run(folder.path(), &["a.toml", "ann.sh", "--resume", "l"]);
    assert!(out.contains("all right") && fs::read_to_string(at("l")).unwrap().lines().count() == 1, "{out}");
}

#[test]
fn the_example_grades_a_right_solver_as_right() {
    let folder = folder();
    let printed: Output = grade(folder.path(), &["--example"]).output().unwrap();
    fs::write(folder.path().join("a.toml"), printed.stdout).unwrap();
    fs::copy(crate::common::project().join("tests/solvers/right.py"), folder.path().join("ann.py")).unwrap();
    let (code, out, err) = run(folder.path(), &["a.toml", "ann.py", "--quiet", "--fail-below", "43"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.starts_with("The 8-puzzle: 1 submission to 123456780, 40 points, and 3 extra\n"), "{out}");
}

/// The kinds of a category's rows, and its points.
fn bad_input(report: &Value, nth: usize) -> (f64, u64, Vec<String>) {
    let category = &report["submissions"][nth]["categories"][1];
    let kinds = category["tried"].as_array().unwrap().iter();
    let kinds = kinds
        .map(|tried| format!("{} {}", tried["board"].as_str().unwrap(), tried["kind"].as_str().unwrap()));
    (category["points"].as_f64().unwrap(), category["right"].as_u64().unwrap(), kinds.collect())
}

#[test]
fn bad_input_is_a_category() {
    let folder = folder();
    let assignment = "title = \"Bad\"\n[submission]\nfile = \"solver.sh\"\ncommand = [\"sh\", \"solver.sh\", \"{}\"]\n\
                      [[category]]\nname = \"Near\"\npoints = 1\nboards = [\"123456708\"]\n\
                      [[category]]\nname = \"Bad\"\npoints = 7\nmalformed = true\ntimeout = 1\n";
    fs::write(folder.path().join("a.toml"), assignment).unwrap();
    fs::create_dir(folder.path().join("class")).unwrap();
    for (name, text) in [
        ("a-careful", "test $1 = 123456708 || exit 1\necho R\n"),
        (
            "b-careless",
            "case $1 in '') sleep 30;; *x) echo path: UU;; 123456708) echo R;; *) exit 1;; esac\n",
        ),
        ("c-broken", "exit 1\n"),
    ] {
        fs::write(folder.path().join("class").join(format!("{name}.sh")), text).unwrap();
    }
    let (code, _, err) = run(
        folder.path(),
        &["a.toml", "--quiet", "--class", "class", "--json", "r.json", "--junit", "r.xml"],
    );
    let report: Value = serde_json::from_slice(&fs::read(folder.path().join("r.json")).unwrap()).unwrap();
    assert_eq!(code, Some(0), "{err}{report}");
    let names = ["repeated-tile", "out-of-range", "letter", "too-few", "too-many", "empty", "negative"];
    let all = |kind: &str| names.map(|name| format!("{name} {kind}")).to_vec();
    assert_eq!(bad_input(&report, 0), (7.0, 7, all("refused")));
    let (points, right, kinds) = bad_input(&report, 1);
    assert_eq!((points, right), (5.0, 5), "{kinds:?}");
    assert!(
        kinds.contains(&"letter solves-bad-input".to_owned())
            && kinds.contains(&"empty timed-out".to_owned())
    );
    // Who refuses everything has no merit in it.
    assert_eq!(bad_input(&report, 2), (0.0, 0, all("no-board-right")));
    assert!(fs::read_to_string(folder.path().join("r.xml")).unwrap().contains("too-many"));
}
