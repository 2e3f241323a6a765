//! `pdb-solve grade`: reports, hidden boards, stored grades, and errors.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{folder, own_duration, parts, program};
use crate::isolation::has_namespaces;
use serde_json::Value;

/// Boards of the visible category, with their answers.
pub const NEAR: [(&str, &str); 4] =
    [("123456708", "R"), ("123450786", "D"), ("123456078", "RR"), ("123405786", "RD")];
pub const BOTH: [(&str, &str); 2] = [("123460758", "LDR"), ("123456780", "")];
/// Boards of the hidden category.
pub const SECRET: [(&str, &str); 2] = [("120453786", "DD"), ("102453786", "RDD")];
/// Unsolvable boards.
const HOPELESS: [&str; 2] = ["213456780", "123456870"];

/// An assignment with its boards: 4 points, 2 hidden, 2, and 1 extra.
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
timeout = 20
stop_after_timeouts = 1
max_output = 1
max_size = 1
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

/// A script with a function `answer` that answers correctly, followed by these commands.
pub fn script(deed: &str) -> String {
    let cases = NEAR.iter().chain(&BOTH).chain(&SECRET);
    let cases =
        cases.map(|(board, path)| format!("{board}) echo \"path: {path}\";;")).collect::<Vec<_>>().join(" ");
    format!("#!/bin/sh\nanswer() {{ case $1 in {cases} *) echo unsolvable;; esac; }}\n{deed}\n")
}

/// All files in a folder, with their bytes.
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

/// A command that runs `grade`, with a folder for temporary files in `folder`.
pub fn grade(folder: &Path, args: &[&str]) -> Command {
    let temporary = folder.join("temporary");
    fs::create_dir_all(&temporary).unwrap();
    let mut command = program("pdb-solve", folder);
    command.arg("grade").args(args).env("TMPDIR", temporary);
    command
}

pub fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    parts(&grade(folder, args).output().unwrap())
}

/// Number of grades in a grades file.
pub fn grades_in(file: &Path) -> usize {
    fs::read_to_string(file).unwrap().lines().filter(|line| line.contains("\"grade\":")).count()
}

/// Creates a class of three, each of which records its runs in a file outside its folder.
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
fn grades_are_kept_and_reused() {
    let folder = folder();
    counted(folder.path());
    let at = |name: &str| folder.path().join(name);
    let runs = || fs::read_to_string(at("runs")).unwrap_or_default().lines().count();
    let args = ["a.toml", "--quiet", "class", "--grades", "l", "--report", "m.csv"];
    let again = |expected: usize| {
        let (code, out, err) = run(folder.path(), &args);
        assert_eq!((code, runs()), (Some(0), expected), "{out}{err}");
        fs::read_to_string(at("m.csv")).unwrap()
    };
    let boards = NEAR.len() + SECRET.len() + HOPELESS.len() + BOTH.len();
    let csv = again(3 * boards);
    let grades = fs::read(at("l")).unwrap();
    assert_eq!(again(3 * boards), csv);
    assert_eq!(fs::read(at("l")).unwrap(), grades);
    // The name is not part of a submission's hash.
    fs::rename(at("class/cid.sh"), at("class/dan.sh")).unwrap();
    assert_eq!(again(3 * boards), csv.replace("cid", "dan"));
    // A changed submission is graded again.
    let text = fs::read_to_string(at("class/ann.sh")).unwrap();
    fs::write(at("class/ann.sh"), text.replace("path: RR", "path: RRL")).unwrap();
    let csv = again(4 * boards);
    assert!(
        csv.starts_with(
            "submission,points,out of,extra,Near,Secret,Hopeless,Both,needs review,why\nann,8,8,1,3,2,2,1,,"
        ),
        "{csv}"
    );
    // An incomplete line, as after a power failure.
    let whole = fs::read(at("l")).unwrap();
    fs::write(at("l"), &whole[..whole.len() - 20]).unwrap();
    assert_eq!(again(5 * boards), csv);
    // A changed assignment grades everything again.
    fs::write(at("a.toml"), assignment().replace("points = 4", "points = 8")).unwrap();
    assert!(again(8 * boards).contains("\nann,11,12,1,6,2,2,1,,"));
}

#[test]
fn no_report_shows_hidden_boards() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment().replace("timeout = 20", "timeout = 3")).unwrap();
    fs::create_dir(at("class")).unwrap();
    // The solvers print the boards on both outputs, and end in various ways.
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
        "--report",
        "m.csv",
        "--report",
        "m.html",
        "--report",
        "m.md",
        "--report",
        "m.json",
        "--report",
        "m.xml",
        "--gradescope",
        "g",
        "--grades",
        "l",
    ];
    let (code, out, err) = run(folder.path(), &[&["a.toml", "class"][..], &files].concat());
    assert_eq!(code, Some(0), "{out}{err}");
    let mut reports: BTreeMap<String, Vec<u8>> = listing(folder.path());
    reports.retain(|name, _| !name.contains("/class") && !name.ends_with("a.toml") && !name.contains(".pdb"));
    reports.insert("stdout".to_owned(), out.clone().into_bytes());
    reports.insert("stderr".to_owned(), err.into_bytes());
    assert!(reports.len() >= 14, "{:?}", reports.keys());
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
fn reports_have_the_expected_contents() {
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
    let files =
        ["--report", "m.html", "--report", "m.json", "--report", "m.xml", "--gradescope", "results.json"];
    let (code, out, err) =
        run(folder.path(), &[&["a.toml", "bob", "--fail-below", "8.38"][..], &files].concat());
    assert_eq!(code, Some(1), "{out}{err}");
    let json =
        |name: &str| -> Value { serde_json::from_str(&fs::read_to_string(at(name)).unwrap()).unwrap() };
    let results = json("results.json");
    // Three of four boards earn 3.375 points, rounded down.
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
        code == Some(0) && out.contains(": 1 submission, 4.5 points + 1 extra, goal 123456780\n"),
        "{out}"
    );
    let (code, ..) = run(folder.path(), &[&["a.toml", "bob"][..], &only, &["4.38"]].concat());
    assert_eq!(code, Some(1));
}

#[test]
fn an_interrupt_keeps_finished_grades() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment().replace("timeout = 20", "timeout = 60")).unwrap();
    fs::create_dir(at("class")).unwrap();
    fs::write(at("class/ann.sh"), script("answer $1")).unwrap();
    let seconds = own_duration(3611);
    let deaf = format!("trap '' TERM INT; sleep {seconds} & wait; sleep {seconds}");
    fs::write(at("class/bea.sh"), script(&deaf)).unwrap();
    let args = ["a.toml", "--quiet", "class", "--jobs", "1", "--grades", "l", "--report", "m.csv"];
    let judge = grade(folder.path(), &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let clock = Instant::now();
    while !is_running(&seconds) {
        assert!(clock.elapsed() < Duration::from_secs(60), "the run was not started");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &judge.id().to_string()]).status().unwrap().success());
    let (code, out, err) = parts(&judge.wait_with_output().unwrap());
    assert_eq!(code, Some(2), "{out}{err}");
    let note =
        "interrupted: 1 of 2 submissions were graded; no report was written; run the same command again";
    assert!(out.split_whitespace().collect::<Vec<_>>().join(" ").contains(note), "{out}");
    assert!(!is_running(&seconds) && !at("m.csv").exists());
    assert_eq!(listing(&at("temporary")), BTreeMap::new());
    assert_eq!(grades_in(&at("l")), 1);
    // The interrupted submission is not suspected of having sent the signal, if it is isolated.
    let events = fs::read_to_string(at("l")).unwrap();
    let is_over = events.lines().last().unwrap().contains("\"ended\":\"not_kept\"");
    assert_eq!(is_over, has_namespaces(folder.path()), "{events}");
}

fn is_running(seconds: &str) -> bool {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.any(|line| line == format!("sleep\0{seconds}\0").as_bytes())
}

#[test]
fn boards_after_the_total_timeout_are_skipped() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let slow = assignment()
        .replace("timeout = 20", "timeout = 3\ntotal_timeout = 9")
        .replace("stop_after_timeouts = 1", "");
    fs::write(at("a.toml"), slow).unwrap();
    fs::write(at("ann.sh"), script("case $1 in *786) answer $1;; *) exec sleep 60;; esac")).unwrap();
    let (code, out, err) = run(folder.path(), &["a.toml", "ann.sh", "--report", "m.json"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let whole: Value = serde_json::from_str(&fs::read_to_string(at("m.json")).unwrap()).unwrap();
    let grade = &whole["submissions"][0];
    assert_eq!(grade["stopped"], "stopped at total_timeout (9 s)");
    let kinds = |nth: usize| grade["categories"][nth]["kinds"].clone();
    // Two boards near the goal time out, and two are solved; both boards of the next category are
    // solved; then the third timeout stops the grading.
    assert_eq!(kinds(0), serde_json::json!({"timed-out": 2}));
    assert_eq!(kinds(1), serde_json::json!({}));
    assert_eq!(kinds(2), serde_json::json!({"timed-out": 1, "not-tried": 1}));
    assert_eq!(kinds(3), serde_json::json!({"not-tried": 2}));
    // A limit reached with the last board has not stopped anything.
    fs::write(
        at("a.toml"),
        assignment().replace("timeout = 20", "timeout = 1").replace("timeouts = 1", "timeouts = 2"),
    )
    .unwrap();
    run(folder.path(), &["a.toml", "ann.sh", "--only", "Hopeless", "--report", "m.json"]);
    let whole: Value = serde_json::from_str(&fs::read_to_string(at("m.json")).unwrap()).unwrap();
    let grade = &whole["submissions"][0];
    assert_eq!((&grade["stopped"], &grade["categories"][0]["kinds"]["timed-out"]), (&Value::Null, &2.into()));
}

#[test]
fn errors_come_before_grading() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment()).unwrap();
    fs::create_dir_all(at("class/ann")).unwrap();
    fs::create_dir_all(at("other/ann")).unwrap();
    fs::create_dir(at("empty")).unwrap();
    fs::write(at("class/ann/solver.sh"), script("answer $1")).unwrap();
    let check = |args: &[&str], expected: &str| {
        let (code, out, err) = run(folder.path(), args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?} {err}");
        assert!(err.contains(expected), "{args:?} {err}");
    };
    check(&[], "no assignment given: `pdb-solve grade --example > assignment.toml`");
    check(&["--example", "--report", "m.csv"], "--example takes no other arguments");
    check(&["a.toml"], "no submissions given: name a folder of submissions after the assignment");
    check(&["b.toml", "class/ann"], "b.toml does not exist; `pdb-solve grade --example > assignment.toml`");
    check(&["a.toml", "absent"], "cannot read the submission absent: No such file");
    check(&["a.toml", "--class", "empty"], "empty is empty: expected a folder of submissions");
    check(
        &["a.toml", "class/ann", "other/ann"],
        "two submissions have the name ann: class/ann and other/ann",
    );
    check(&["a.toml", "class/ann", "--jobs", "0"], "--jobs 0: expected a number from 1 to 65535");
    check(
        &["a.toml", "class/ann", "--fail-below", "all"],
        "--fail-below all: expected points, for example 10 or 2.5",
    );
    check(&["a.toml", "class/ann", "--grades", "a.toml"], "a.toml, line 1: expected a grade");
    assert_eq!(fs::read_to_string(at("a.toml")).unwrap(), assignment());
    fs::write(at("b.toml"), assignment().replace("points = 4", "points = 0")).unwrap();
    check(&["b.toml", "class/ann"], "b.toml, line 13: points: expected a number above 0");
    fs::write(at("b.toml"), assignment().replace("boards = [\"123456708\"", "boards = [\"213456780\""))
        .unwrap();
    check(&["b.toml", "class/ann"], "b.toml, line 14: boards: 213456780 is unsolvable");
    check(
        &["a.toml", "class/ann", "--only", "Far"],
        "no category \"Far\": expected one of Near, Secret, Hopeless, Both",
    );
    fs::write(at("b.toml"), [0xff, 0xfe]).unwrap();
    check(&["b.toml", "class/ann"], "b.toml is not a text file: expected an assignment");
}

/// The command cannot be started. The cause may be the machine, so the grade needs a review and is
/// not stored.
#[test]
fn programs_that_do_not_start_are_tried_again() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment().replace("\"sh\", \"solver.sh\", \"{}\"", "\"./solver.sh\", \"{}\""))
        .unwrap();
    fs::write(at("ann.sh"), script("answer $1")).unwrap();
    let (code, out, err) = run(folder.path(), &["a.toml", "ann.sh", "--grades", "l"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("Needs manual review\n  ann: could not be started: permission denied"), "{out}");
    assert_eq!(grades_in(&at("l")), 0);
    fs::set_permissions(at("ann.sh"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let (_, out, _) = run(folder.path(), &["a.toml", "ann.sh", "--grades", "l"]);
    assert!(out.contains("8 of 8 +1") && grades_in(&at("l")) == 1, "{out}");
}

#[test]
fn the_example_gives_a_right_solver_full_points() {
    let folder = folder();
    let printed: Output = grade(folder.path(), &["--example"]).output().unwrap();
    fs::write(folder.path().join("a.toml"), printed.stdout).unwrap();
    fs::copy(crate::common::project().join("tests/solvers/right.py"), folder.path().join("ann.py")).unwrap();
    let (code, out, err) = run(folder.path(), &["a.toml", "ann.py", "--quiet", "--fail-below", "43"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.starts_with("The 8-puzzle: 1 submission, 40 points + 3 extra, goal 123456780\n"), "{out}");
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
fn malformed_input_is_a_category() {
    let folder = folder();
    let assignment = "title = \"Bad\"\n[submission]\nfile = \"solver.sh\"\n\
                      command = [\"sh\", \"solver.sh\", \"{}\"]\n[[category]]\nname = \"Near\"\npoints = 1\n\
                      boards = [\"123456708\"]\n[[category]]\nname = \"Bad\"\npoints = 7\nmalformed = true\n\
                      timeout = 1\n";
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
        &["a.toml", "--quiet", "--class", "class", "--report", "r.json", "--report", "r.xml"],
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
    // A program that refuses everything earns no points, even if no category has boards.
    assert_eq!(bad_input(&report, 2), (0.0, 0, all("no-board-right")));
    let only = ["--only", "Bad", "--format", "csv"];
    let (_, out, err) = run(folder.path(), &[&["a.toml", "--quiet", "--class", "class"][..], &only].concat());
    assert!(out.contains("\nc-broken,0,7,") && !out.contains("\na-careful,7,"), "{out}{err}");
    assert!(fs::read_to_string(folder.path().join("r.xml")).unwrap().contains("too-many"));
}

/// An assignment in three languages that need no compiler.
const LANGUAGES: &str = "title = \"Languages\"
[submission]
build_timeout = 20
[[submission.language]]
name = \"Python\"
file = \"solver.py\"
build = [\"python3\", \"-m\", \"py_compile\", \"solver.py\"]
command = [\"python3\", \"solver.py\", \"{}\"]
[[submission.language]]
name = \"Shell\"
file = [\"solver.sh\", \"answers\"]
build = [\"sh\", \"-n\", \"solver.sh\"]
command = [\"sh\", \"solver.sh\", \"{}\"]
[[submission.language]]
name = \"sed\"
file = \"solver.sed\"
build = [\"true\"]
command = [\"sed\", \"-f\", \"solver.sed\"]
moves = \"tile\"
[[category]]
name = \"Near\"
points = 2
boards = [\"123456708\", \"123450786\"]
";

#[test]
fn one_assignment_grades_several_languages() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let write = |name: &str, text: &str| {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::write(at(name), text).unwrap();
    };
    write("a.toml", LANGUAGES);
    let python = "import sys\nprint('R' if sys.argv[1] == '123456708' else 'D')\n";
    write("class/ann.py", python);
    write("class/bob/solver.sh", "grep $1 answers | cut -d= -f2\n");
    write("class/bob/answers", "123456708=R\n123450786=D\n");
    write("class/cid.sed", "s/123456708/L/\ns/123450786/U/\n");
    write("class/dan/solver.py", python);
    write("class/dan/solver.sed", "");
    write("class/eva/main.PY", python);
    write("class/eva/report.pdf", "");
    write("class/fay.txt", "");
    let (code, out, err) = run(folder.path(), &["a.toml", "class", "--format", "csv"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(err.contains("class holds 5 submissions; grading each\n"), "{err}");
    assert!(err.contains("skipped class/fay.txt: not a submission\n"), "{err}");
    let expected = "submission,points,out of,extra,Near,language,needs review,why
ann,2,2,0,2,Python,,all right
bob,2,2,0,2,Shell,,all right
cid,2,2,0,2,sed,,all right
dan,0,2,0,0,,\"more than one language fits: it contains solver.py (Python), solver.sed (sed); \
    keep one of them\"";
    assert!(out.starts_with(expected), "{out}");
    assert!(out.ends_with("\neva,2,2,0,2,Python,,all right\n"), "{out}");
}

/// Names of submissions and what they print are text in a spreadsheet, never formulas, and can't
/// reverse a line.
#[cfg(unix)]
#[test]
fn no_cell_of_a_report_is_a_formula() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment()).unwrap();
    fs::create_dir(at("class")).unwrap();
    for name in ["=cmd|' !A0", "@SUM(A1)", "+1+1", "-1+1", "a\u{202e}b"] {
        fs::write(at("class").join(format!("{name}.sh")), script("answer $1")).unwrap();
    }
    let (code, out, err) = run(folder.path(), &["a.toml", "class", "--quiet", "--format", "csv"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let mut names: Vec<&str> = out.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    names.sort_unstable();
    assert_eq!(names, ["'+1+1", "'-1+1", "'=cmd|' !A0", "'@SUM(A1)", "a\\u{202e}b"]);
    let (_, text, _) = run(folder.path(), &["a.toml", "class", "--quiet"]);
    assert!(text.contains("a\\u{202e}b") && !text.contains('\u{202e}'), "{text}");
    let solver = ["validate", "123456708", "--quiet", "--format", "csv", "--", "printf", "=1+1"];
    let (_, out, _) = parts(&program("pdb-solve", folder.path()).args(solver).output().unwrap());
    assert!(out.contains(",'=1+1,"), "{out}");
}

/// Classes that are one level deeper, and entries of class folders that are not submissions.
#[test]
fn documents_and_outer_folders_are_no_submissions() {
    let folder = folder();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("a.toml", LANGUAGES);
    let python = "import sys\nprint('R' if sys.argv[1] == '123456708' else 'D')\n";
    for name in ["ann.py", "bob/solver.py", "cid/solver.py"] {
        write(&format!("deep/submissions/{name}"), python);
    }
    let documents = ["README.md", "grades.csv", "notes.pdf", "__MACOSX/._ann.py"];
    documents.iter().for_each(|name| write(&format!("deep/submissions/{name}"), ""));
    let (code, out, err) = run(folder.path(), &["a.toml", "deep/submissions", "--format", "csv"]);
    assert_eq!((code, out.lines().count(), out.matches(",all right").count()), (Some(0), 4, 3), "{out}{err}");
    assert!(documents.iter().all(|name| err.contains(name.split('/').next().unwrap())), "{err}");
    // --class is obeyed, with a warning.
    for (args, expected) in [(&["a.toml", "deep"][..], 2), (&["a.toml", "--class", "deep"], 0)] {
        let (code, out, err) = run(folder.path(), args);
        assert_eq!((code, out.is_empty()), (Some(expected), expected == 2), "{out}{err}");
        assert!(err.contains("`pdb-solve grade a.toml deep/submissions`"), "{err}");
    }
    let results = ["a.toml", "deep/submissions", "--gradescope", "results.json"];
    let (code, _, err) = run(folder.path(), &results);
    let message = "results.json is for one submission; deep/submissions holds 3; give --gradescope a folder";
    assert!(code == Some(2) && err.contains(message), "{err}");
    let (code, _, err) = run(folder.path(), &["a.toml", "deep/submissions", "--gradescope", "results"]);
    assert!(
        code == Some(0) && err.contains("wrote 3 files to the folder results, one per submission"),
        "{err}"
    );
}

/// A public class must have the name of its file, so such a file cannot simply be renamed.
#[test]
fn java_classes_of_another_name_are_explained() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), LANGUAGES.replace("solver.py", "Solver.java")).unwrap();
    fs::write(at("Ines.java"), "public class Ines {}").unwrap();
    fs::create_dir(at("jan")).unwrap();
    fs::write(at("jan/Jan.java"), "public class Jan {}").unwrap();
    let (code, out, err) = run(folder.path(), &["a.toml", "Ines.java", "jan", "--format", "csv"]);
    assert_eq!(code, Some(0), "{err}");
    for name in ["Ines", "Jan"] {
        let reason = format!("{name}.java declares the class {name}, but the assignment runs Solver: rename");
        assert!(out.contains(&reason), "{out}");
    }
}

/// Timeouts in one category do not cost the points of another, and are shown for a review.
#[test]
fn timeouts_count_per_category() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment().replace("timeout = 20", "timeout = 1")).unwrap();
    fs::write(at("ann.sh"), script("case $1 in *78|*453786) exec sleep 60;; *) answer $1;; esac")).unwrap();
    let files = ["--report", "m.json", "--gradescope", "results.json", "--grades", "l"];
    let (code, out, err) = run(folder.path(), &[&["a.toml", "ann.sh"][..], &files].concat());
    assert_eq!(code, Some(0), "{err}");
    let text = out.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "2 of 10 boards timed out after 1 s (0.0 s of CPU time): if the machine was busy, rerun with",
        "Near: stopped after 1 timeout, 1 of 4 boards not tried (1 point at stake)",
        "Secret: stopped after 1 timeout, 1 of 2 boards not tried (1 point at stake)",
    ] {
        assert!(text.contains(part), "{part}\n{out}");
    }
    let json =
        |name: &str| -> Value { serde_json::from_str(&fs::read_to_string(at(name)).unwrap()).unwrap() };
    let points = |nth: usize| json("m.json")["submissions"][0]["categories"][nth]["points"].as_f64();
    assert_eq!([0, 1, 2, 3].map(points), [Some(2.0), Some(0.0), Some(2.0), Some(1.0)]);
    // The text for the whole submission must not have points of hidden categories.
    let output = json("results.json")["output"].as_str().unwrap().to_owned();
    assert!(output.starts_with("4 of 6 points in the visible categories\n"), "{output}");
    assert!(!output.contains("Secret") && output.contains("Near: stopped after 1 timeout"), "{output}");
    assert_eq!(grades_in(&at("l")), 0, "a rerun may earn more points");
}

/// Without `--class`, the same submissions are graded, or none.
#[test]
fn a_class_folder_is_never_one_submission() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment()).unwrap();
    for name in ["ann", "bea", "cid"] {
        fs::create_dir_all(at("class").join(name)).unwrap();
        fs::write(at("class").join(name).join("solver.sh"), script("answer $1")).unwrap();
    }
    // The assignment and the reports may be in the class folder.
    fs::write(at("class/a.toml"), assignment()).unwrap();
    let args = ["class/a.toml", "--quiet", "--report", "class/m.csv", "--grades", "class/grades.jsonl"];
    let graded = |more: &[&str]| {
        let (code, out, err) = run(folder.path(), &[&args[..], more].concat());
        assert_eq!(code, Some(0), "{out}{err}");
        fs::read_to_string(at("class/m.csv")).unwrap()
    };
    let csv = graded(&["--class", "class"]);
    assert_eq!((csv.lines().count(), graded(&["class"])), (4, csv.clone()), "{csv}");
    // A folder without the required file name may be a class or one submission.
    fs::create_dir_all(at("unclear/ann")).unwrap();
    fs::create_dir_all(at("unclear/bea")).unwrap();
    fs::write(at("unclear/ann/main.sh"), script("answer $1")).unwrap();
    let (code, out, err) = run(folder.path(), &["a.toml", "unclear"]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    let hint = "it contains no solver.sh; for a folder of submissions, use `--class unclear`";
    assert!(err.contains(hint), "{err}");
    // Next to a submission, or for Gradescope, it is taken for an incomplete one.
    let (code, out, _) = run(folder.path(), &["a.toml", "unclear", "class/ann"]);
    assert!(code == Some(0) && out.contains("unclear: solver.sh is missing; found ann/, bea/"), "{out}");
    let (code, out, _) = run(folder.path(), &["a.toml", "unclear", "--gradescope", "results.json"]);
    assert!(code == Some(0) && out.contains("unclear: solver.sh is missing; found "), "{out}");
}

#[test]
fn equal_failures_need_a_review() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    // Other notations are tried within a fraction of the timeout, which has to suffice on a busy
    // machine.
    fs::write(at("a.toml"), assignment().replace("timeout = 20", "timeout = 40")).unwrap();
    fs::create_dir(at("class")).unwrap();
    let right = crate::common::project().join("tests/solvers/right.py");
    let rows = format!(
        "test $(printf '%s' \"$1\" | wc -l) = 2 || exit 1; exec python3 '{}' $(printf '%s' \"$1\" | tr -d ' \
         \\n')",
        right.display()
    );
    for (name, deed) in [
        ("crash", "echo \"no module\" >&2; exit 3"),
        ("rows", rows.as_str()),
        ("same", "echo 'path: UUUU'"),
        ("tile", "answer $1 | sed 's/path: //' | tr UDLR DURL"),
        ("worse", "case $1 in *708) answer $1;; *) exit 1;; esac"),
    ] {
        fs::write(at("class").join(format!("{name}.sh")), script(deed)).unwrap();
    }
    let (code, out, err) = run(folder.path(), &["a.toml", "class", "--report", "m.html", "--report", "m.md"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let review = out.split("Needs manual review").nth(1).unwrap().split("\n\n").next().unwrap();
    let review = review.split_whitespace().collect::<Vec<_>>().join(" ");
    for reason in [
        "crash: all 7 runs on solvable boards crashed in the same way: exit code 3, \"no module\"",
        "rows: all 7 runs on solvable boards crashed in the same way: exit code 1; \
         with notation = \"grid\" it solves at least one board",
        "same: it printed the same on all 7 boards, \"path: UUUU\"",
        "tile: all 7 paths are right if move letters name the tile (moves = \"tile\")",
    ] {
        assert!(review.contains(reason), "{reason}\n{out}");
    }
    assert!(!review.contains("worse"), "{out}");
    for file in ["m.html", "m.md"] {
        let text = fs::read_to_string(at(file)).unwrap();
        let review = text.split("Needs manual review").nth(1).unwrap();
        assert!(
            review.contains("all 7 runs on solvable boards crashed in the same way: exit code 3"),
            "{file}: {text}"
        );
    }
}

/// The student's repository of the GitHub Classroom example, with a solver.
fn classroom(folder: &Path, solver: &str) {
    let project = crate::common::project();
    let at = |name: &str| folder.join(name);
    fs::create_dir_all(at(".github/classroom")).unwrap();
    let program = grade(folder, &[]).get_program().to_owned();
    std::os::unix::fs::symlink(program, at(".github/classroom/pdb-solve")).unwrap();
    let example = grade(folder, &["--example"]).output().unwrap().stdout;
    fs::write(at(".github/classroom/assignment.toml"), example).unwrap();
    fs::copy(project.join(solver), at("solver.py")).unwrap();
}

#[test]
fn the_classroom_example_has_a_test_per_category() {
    let file = "examples/grading/github-classroom/.github/classroom/autograding.json";
    let text = fs::read_to_string(crate::common::project().join(file)).unwrap();
    let tests: Value = serde_json::from_str(&text).unwrap();
    let tests = tests["tests"].as_array().unwrap();
    let passed = |solver: &str| -> (Vec<bool>, Value) {
        let folder = folder();
        classroom(folder.path(), solver);
        let passes = |test: &Value| {
            let mut shell = Command::new("sh");
            shell.args(["-c", test["run"].as_str().unwrap()]).current_dir(folder.path());
            shell.env("PDB_DIR", folder.path().join(".pdb")).output().unwrap().status.success()
        };
        let passed = tests.iter().map(passes).collect();
        let assignment = ".github/classroom/assignment.toml";
        let (_, out, err) = run(folder.path(), &[assignment, "solver.py", "--format", "json"]);
        (passed, serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}")))
    };
    let (right, report) = passed("tests/solvers/right.py");
    let categories = report["submissions"][0]["categories"].as_array().unwrap();
    let of_test = |test: &Value| (test["name"].clone(), test["points"].as_f64());
    let of_category = |category: &Value| (category["name"].clone(), category["out_of"].as_f64());
    assert_eq!(
        tests.iter().map(of_test).collect::<Vec<_>>(),
        categories.iter().map(of_category).collect::<Vec<_>>()
    );
    assert_eq!(right, [true; 5]);
    let (wrong, _) = passed("examples/grading/class/gus.py");
    assert!(wrong.contains(&false) && wrong.contains(&true), "{wrong:?}");
}

#[test]
fn the_gradescope_example_writes_results() {
    let folder = folder();
    let project = crate::common::project();
    let at = |name: &str| folder.path().join(name);
    for name in ["source", "submission", "results"] {
        fs::create_dir(at(name)).unwrap();
    }
    let program = grade(folder.path(), &[]).get_program().to_owned();
    std::os::unix::fs::symlink(program, at("source/pdb-solve")).unwrap();
    let example = grade(folder.path(), &["--example"]).output().unwrap().stdout;
    fs::write(at("source/assignment.toml"), example).unwrap();
    fs::copy(project.join("examples/grading/class/gus.py"), at("submission/solver.py")).unwrap();
    let autograder = project.join("examples/grading/gradescope/run_autograder");
    let mut shell = Command::new(autograder);
    shell.env("AUTOGRADER", folder.path()).env("PDB_DIR", at("pdb"));
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let results: Value = serde_json::from_slice(&fs::read(at("results/results.json")).unwrap()).unwrap();
    // Short, Chosen (which accepts longer paths), and Unsolvable.
    assert_eq!(results["score"].as_f64(), Some(20.0), "{results}");
    assert_eq!(results["tests"].as_array().unwrap().len(), 5);
    // Two programs look like a class: the student sees why there is no grade.
    fs::rename(at("submission/solver.py"), at("submission/bfs.py")).unwrap();
    fs::write(at("submission/astar.py"), "print(1)").unwrap();
    assert!(shell.output().unwrap().status.success());
    let results: Value = serde_json::from_slice(&fs::read(at("results/results.json")).unwrap()).unwrap();
    let output = results["output"].as_str().unwrap();
    assert!(output.contains("not graded: ") && output.contains("submission holds 2"), "{output}");
}

#[test]
fn reports_are_checked_before_grading() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    counted(folder.path());
    fs::create_dir(at("folder.csv")).unwrap();
    fs::write(at("file"), "").unwrap();
    for (args, expected) in [
        (["--report", "folder.csv"], "cannot write folder.csv: it is a folder"),
        (["--report", "file/m.html"], "cannot write file/m.html: file is not a folder"),
        (
            ["--report", "m.pdf"],
            "--report m.pdf: expected a name that ends in .html, .md, .csv, .json or .xml",
        ),
        (["--grades", "absent/l"], "cannot write absent/l: the folder absent does not exist"),
        (
            ["--gradescope", "results.json"],
            "results.json is for one submission; class holds 3; give --gradescope a folder",
        ),
        (["--gradescope", "file"], "file is a file: expected a folder, or a file that ends in .json"),
        (["--gradescope", "file/g"], "cannot write file/g: file is not a folder"),
    ] {
        let (code, out, err) = run(folder.path(), &["a.toml", "--class", "class", args[0], args[1]]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?} {err}");
        assert!(err.contains(expected), "{args:?} {err}");
    }
    assert!(!at("runs").exists() && !at("absent").exists());
}
