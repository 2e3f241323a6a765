//! `validate`: every solver is diagnosed by kind and by board, and no process that it starts
//! outlives the run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{folder, own_duration, parts, program};
#[cfg(target_os = "linux")]
use crate::grading::{NEAR as NEAR_BOARDS, script};
use serde_json::Value;

/// A board one move from the goal.
const NEAR: &str = "123456708";

fn solver(name: &str) -> String {
    crate::common::project().join("tests/solvers").join(name).display().to_string()
}

fn validate(folder: &Path, options: &[&str], command: &[&str]) -> Output {
    let args = [&["validate", "--quiet"], options, &["--"], command].concat();
    program("pdb-solve", folder).args(args).output().unwrap()
}

/// The exit code and the JSON report of a run of `validate`.
pub fn json(folder: &Path, options: &[&str], command: &[&str]) -> (Option<i32>, Value) {
    let output = validate(folder, &[options, &["--format", "json"]].concat(), command);
    let (code, out, err) = parts(&output);
    (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")))
}

/// The kinds of failures with their boards.
fn failures(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let failures = report["failures"].as_array().unwrap();
    failures.iter().map(|failure| (text(&failure["kind"]), text(&failure["board"]))).collect()
}

/// A daemon in a session of its own, without outputs and with an empty environment, ends with the
/// run that has started it: no later run meets it.
#[cfg(target_os = "linux")]
#[test]
fn daemons_end_with_their_run() {
    let folder = folder();
    for (seconds, starter) in [(3621, "setsid env -i"), (3622, "setsid"), (3623, "TILEBASE_RUN=other setsid")]
    {
        let seconds = own_duration(seconds);
        let start = format!("({starter} sleep {seconds} >/dev/null 2>&1 </dev/null &)");
        let pattern = format!("[{}]{}", &seconds[..1], &seconds[1..]);
        let deed = format!(
            "grep -lsa '{pattern}' /proc/[0-9]*/cmdline >/dev/null && echo 'path: UUU' || answer $1\n{start}"
        );
        fs::write(folder.path().join("solver.sh"), script(&deed)).unwrap();
        let boards: Vec<&str> = NEAR_BOARDS.iter().map(|(board, _)| *board).collect();
        let options = [&boards[..], &["--jobs", "1"]].concat();
        let (code, report) = json(folder.path(), &options, &["sh", "solver.sh", "{}"]);
        assert_eq!((code, report["right"].as_u64()), (Some(0), Some(4)), "{start}: {report}");
        assert_eq!(report["left_running"].as_u64(), Some(4), "{start}: {report}");
    }
}

fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// The processes with a word among their arguments, except zombies.
fn processes_with(word: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.split(' ').any(|one| one == word) && !line.contains("validate")).collect()
}

#[test]
fn a_right_solver_is_right_in_runs_and_in_a_batch() {
    let folder = folder();
    let right = solver("right.py");
    let (code, report) =
        json(folder.path(), &["--boards", "depths:1,unsolvable:3"], &["python3", &right, "{}"]);
    assert_eq!(
        (code, report["boards"].as_u64(), report["wrong"].as_u64()),
        (Some(0), Some(35), Some(0)),
        "{report}"
    );
    let options = ["--boards", "every=4000,unsolvable:3", "--batch"];
    let (code, report) = json(folder.path(), &options, &["python3", &right]);
    assert_eq!(
        (code, report["boards"].as_u64(), report["wrong"].as_u64()),
        (Some(0), Some(49), Some(0)),
        "{report}"
    );
    // The moves of the blank and of the tiles differ, and for a goal with the blank in a corner,
    // only one of them is right.
    let (code, report) = json(folder.path(), &[NEAR, "--moves", "tile"], &["python3", &right, "{}"]);
    assert_eq!((code, failures(&report)[0].0.as_str()), (Some(1), "other-convention"));
    let (code, _) = json(folder.path(), &[NEAR, "--moves", "either"], &["python3", &right, "{}"]);
    assert_eq!(code, Some(0));
}

#[test]
fn longer_paths_are_found_on_the_right_boards() {
    let folder = folder();
    let command = ["python3", &solver("detour.py")];
    let boards = ["123406758", NEAR, "123405786", "120453786", "123450786"];
    let (code, report) = json(folder.path(), &boards, &command);
    let expected = [("longer", "123406758"), ("longer", "123405786")];
    let expected = expected.map(|(kind, board)| (kind.to_owned(), board.to_owned()));
    let mut found = failures(&report);
    found.sort_by_key(|(_, board)| std::cmp::Reverse(board.clone()));
    assert_eq!((code, found), (Some(1), expected.to_vec()), "{report}");
    assert_eq!(report["failures"][0]["distance"], 2, "the smallest comes first");
    // The suggested command repeats the failure.
    let repeat = report["failures"][0]["repeat"].as_str().unwrap();
    let again = Command::new("sh").args(["-c", repeat]).output().unwrap();
    assert_eq!(
        String::from_utf8(again.stdout).unwrap().trim_end(),
        report["failures"][0]["stdout"].as_str().unwrap()
    );
    let accepted = [&boards[..], &["--accept-longer"]].concat();
    assert_eq!(validate(folder.path(), &accepted, &command).status.code(), Some(0));
    let (_, report) = json(folder.path(), &[&boards[..], &["--fail-fast", "--jobs", "1"]].concat(), &command);
    assert_eq!((report["boards"].as_u64(), report["not_tried"].as_u64()), (Some(1), Some(4)), "{report}");
}

/// The compiled C++ solver; `None` if there is no compiler.
fn faulty(folder: &Path) -> Option<PathBuf> {
    if !has("g++") {
        eprintln!("not checked: g++ is not installed");
        return None;
    }
    let compiled = folder.join("faulty");
    let status = Command::new("g++").args(["-O1", "-o"]).arg(&compiled).arg(solver("faulty.cpp")).status();
    assert!(status.unwrap().success());
    Some(compiled)
}

#[test]
fn every_kind_of_failure_is_recognized() {
    let folder = folder();
    let Some(compiled) = faulty(folder.path()) else { return };
    let boards = [
        ("012345678", "timed-out", "timed out after 8 s"),
        ("102345678", "crashed", "SIGSEGV"),
        ("120453786", "crashed", "SIGABRT"),
        ("123056478", "not-understood", "it's complicated"),
        ("123405786", "crashed", "exit code 3"),
        ("123460758", "too-short", "no path is as short as 1 move"),
        ("123456078", "right", ""),
        ("123456708", "right", ""),
        ("213456780", "right", ""),
    ];
    let options: Vec<&str> = boards.iter().map(|(board, ..)| *board).chain(["--timeout", "8"]).collect();
    let (code, report) = json(folder.path(), &options, &[compiled.to_str().unwrap()]);
    assert_eq!((code, report["right"].as_u64()), (Some(1), Some(3)), "{report}");
    for (board, kind, detail) in boards.iter().filter(|(_, kind, _)| *kind != "right") {
        let failures = report["failures"].as_array().unwrap();
        let failure = failures.iter().find(|failure| failure["board"] == *board).unwrap();
        assert_eq!(failure["kind"], *kind, "{failure}");
        assert!(failure["detail"].as_str().unwrap().contains(detail), "{failure}");
    }
}

#[test]
fn no_process_outlives_its_run() {
    let folder = folder();
    let nasty = solver("nasty.sh");
    for (deed, seconds, limit, kind) in
        [("forks", 3601, "0.5", "timed-out"), ("orphans", 3602, "60", ""), ("holds", 3603, "60", "")]
    {
        let seconds = own_duration(seconds);
        let clock = Instant::now();
        let (code, report) =
            json(folder.path(), &[NEAR, "--timeout", limit], &["sh", &nasty, deed, &seconds]);
        assert_eq!(code, Some(i32::from(!kind.is_empty())), "{report}");
        assert_eq!(report["failures"][0]["kind"].as_str().unwrap_or_default(), kind);
        assert_eq!(report["left_running"].as_u64(), Some(u64::from(kind.is_empty())), "{deed}");
        assert_eq!(processes_with(&seconds), Vec::<String>::new(), "{deed}");
        assert!(clock.elapsed() < Duration::from_secs(50), "{deed} took {:?}", clock.elapsed());
    }
}

#[test]
fn floods_and_closed_pipes_are_survived() {
    let folder = folder();
    let nasty = solver("nasty.sh");
    for (deed, expected) in [
        ("floods", "flooded"),
        ("floods-errors", "flooded"),
        ("closes", ""),
        ("never-reads", ""),
        ("closes-all", "not-understood"),
        ("no-text", ""),
        ("silent", "not-understood"),
    ] {
        let clock = Instant::now();
        let (_, report) = json(folder.path(), &[NEAR, "--timeout", "60"], &["sh", &nasty, deed]);
        assert_eq!(report["failures"][0]["kind"].as_str().unwrap_or_default(), expected, "{deed}: {report}");
        assert!(clock.elapsed() < Duration::from_secs(50), "{deed} took {:?}", clock.elapsed());
    }
    // More input than a pipe holds, and no reader.
    let options = ["--boards", "every=4", "--batch", "--timeout", "8s"];
    let (code, report) = json(folder.path(), &options, &["sh", &nasty, "never-reads"]);
    assert_eq!((code, report["boards"].as_u64()), (Some(1), Some(45_360)), "{}", report["kinds"]);
    assert_eq!(report["kinds"][0]["kind"], "not-reached");
}

#[test]
fn limits_hold() {
    let folder = folder();
    let hungry = "x = bytearray(400_000_000); print('R')";
    let command = ["python3", "-c", hungry];
    let (code, report) = json(folder.path(), &[NEAR, "--max-memory", "200MB"], &command);
    assert_eq!((code, failures(&report)[0].0.as_str()), (Some(1), "crashed"), "{report}");
    assert!(report["failures"][0]["stderr"].as_str().unwrap().contains("MemoryError"), "{report}");
    let lines = "print('\\n'.join(['R'] * 5_000_000))";
    let (code, report) = json(folder.path(), &[NEAR], &["python3", "-c", lines]);
    assert_eq!((code, failures(&report)[0].0.as_str()), (Some(1), "flooded"), "{report}");
}

#[test]
fn runs_that_time_out_alike_are_stopped_and_compared() {
    let folder = folder();
    let hangs = "read board; echo '8 moves'; exec sleep 60";
    let boards = [NEAR, "123456078", "123450786", "213456780"];
    let options = ["--timeout", "1500ms", "--jobs", "1", "--notation", "digits"];
    let tried = |more: &[&str]| {
        let (code, out, err) =
            parts(&validate(folder.path(), &[&boards[..], &options, more].concat(), &["sh", "-c", hangs]));
        assert_eq!(code, Some(1), "{out}{err}");
        out
    };
    let out = tried(&[]);
    assert!(out.contains("It printed the same for every board"), "{out}");
    let out = tried(&["--stop-after-timeouts", "3"]);
    assert!(out.contains("Stopped after 3 timeouts: 1 of 4 boards were not tried"), "{out}");
}

#[test]
fn goals_that_were_not_tried_are_reported() {
    let folder = folder();
    let options = ["--goal", "random:4", "--boards", "walk=6:1", "--jobs", "1", "--notation", "digits"];
    let tried = |more: &[&str], script: &str| {
        let (code, report) =
            json(folder.path(), &[&options[..], more].concat(), &["sh", "-c", script, "sh", "{goal}"]);
        assert_eq!(code, Some(1), "{report}");
        ["boards", "not_tried", "goals_not_tried"].map(|count| report[count].as_u64().unwrap())
    };
    // The only board of the first goal, the only board of the first two.
    assert_eq!(tried(&["--fail-fast"], "echo path: LL"), [1, 0, 3]);
    let hangs = "exec sleep 60";
    let limits = ["--timeout", "700ms", "--stop-after-timeouts", "2"];
    assert_eq!(tried(&limits, hangs), [2, 0, 2]);
    let text = validate(folder.path(), &[&options[..], &limits].concat(), &["sh", "-c", hangs, "{goal}"]);
    let (_, out, err) = parts(&text);
    assert!(out.contains("Stopped after 2 timeouts: 2 more goals were not tried"), "{out}{err}");
}

#[test]
fn an_interrupted_batch_blames_the_right_board() {
    let folder = folder();
    let dies = "import os, sys\nprint('R', flush=True)\nos.kill(os.getpid(), 11)";
    let boards = [NEAR, "123456078", "123450786", "--batch"];
    let (code, report) = json(folder.path(), &boards, &["python3", "-c", dies]);
    assert_eq!((code, report["right"].as_u64()), (Some(1), Some(1)));
    let kinds: Vec<(String, String)> = failures(&report);
    let expected = [("crashed", "123456078"), ("not-reached", "123450786")];
    assert_eq!(kinds, expected.map(|(kind, board)| (kind.to_owned(), board.to_owned())));
    // An extra line shifts all that follow.
    let twice = "for _ in range(4): print('R')";
    let (code, report) = json(folder.path(), &[NEAR, "--batch"], &["python3", "-c", twice]);
    assert_eq!((code, report["lines_too_many"].as_u64()), (Some(1), Some(3)), "{report}");
}

#[test]
fn unjudgeable_answers_are_not_wrong() {
    let folder = folder();
    let check = |options: &[&str], command: &[&str], expected: &str| {
        let (code, out, err) = parts(&validate(folder.path(), options, command));
        assert_eq!(code, Some(2), "{out}{err}");
        assert!((out + &err).contains(expected), "{err}");
    };
    check(&[NEAR], &["./absent"], "./absent could not be started: no such file");
    check(&["12345678"], &["true"], "the blank (0) is missing");
    check(
        &[NEAR, "--goal", "123450"],
        &["true"],
        "123456708 is a 3x3 board, but the goal 123450 is 2x3; set --goal or --shape",
    );
    check(
        &[NEAR, "--batch"],
        &["true", "{}"],
        "--batch: the boards come on standard input: leave {} out of the arguments",
    );
    check(
        &[NEAR, "--stdin", "3\\n"],
        &["true"],
        "the program never sees the board: put {} into its arguments",
    );
    check(&[NEAR, "--expect", "guess"], &["true"], "expected one of auto, moves");
    check(&[NEAR, "--notation", "digits", "--shape", "3x4"], &["true"], "3x4");
    check(&["--boards", "all", "--shape", "4x4"], &["true"], "too many states");
}

#[test]
fn an_interrupt_ends_all_runs_with_a_report() {
    let folder = folder();
    let seconds = own_duration(3604);
    let script = format!("case $1 in {NEAR}) echo U;; *) trap '' TERM INT; sleep {seconds};; esac");
    // A named notation, so that the program is not tried on an easy board first.
    let args = ["validate", "-q", NEAR, "123456078", "123450786", "--notation", "digits", "--jobs", "1"];
    let mut command = program("pdb-solve", folder.path());
    command
        .args(args)
        .args(["--timeout", "60", "--"])
        .args(["sh", "-c", &script, "sh", "{}"])
        .stdout(Stdio::piped());
    let judge = command.spawn().unwrap();
    let clock = Instant::now();
    while processes_with(&seconds).is_empty() {
        assert!(clock.elapsed() < Duration::from_secs(60), "the run was not started");
        thread::sleep(Duration::from_millis(20));
    }
    let signalled = Command::new("kill").args(["-INT", &judge.id().to_string()]).status();
    assert!(signalled.unwrap().success());
    let (code, out, _) = parts(&judge.wait_with_output().unwrap());
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("it ends at 123406758, 2 moves from the goal"), "{out}");
    assert!(out.contains("Interrupted: 2 of 3 boards were not tried"), "{out}");
    assert_eq!(processes_with(&seconds), Vec::<String>::new());
}

#[test]
fn reports_contain_the_findings() {
    let folder = folder();
    let files = [
        "--report", "r.xml", "--report", "r.md", "--report", "r.html", "--report", "r.json", "--format",
        "csv",
    ];
    let options = [&["123406758", NEAR, "213456780"][..], &files].concat();
    let output = validate(folder.path(), &options, &["python3", &solver("detour.py")]);
    let (code, csv, err) = parts(&output);
    assert_eq!((code, csv.lines().count() > 3), (Some(1), true), "{csv}{err}");
    assert!(csv.starts_with("board,distance,kind,right,detail,seconds,expanded,"), "{csv}");
    assert!(csv.contains("\n213456780,,unsolvable,true,"), "{csv}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (xml, markdown, page) = (read("r.xml"), read("r.md"), read("r.html"));
    assert!(xml.contains("<testsuites tests=\"3\" failures=\"1\" errors=\"0\""), "{xml}");
    assert!(xml.contains("<testcase classname=\"depth 02\" name=\"123406758\""), "{xml}");
    assert!(xml.contains("<failure type=\"longer\" message=\"4 moves, 2 more than needed\">"), "{xml}");
    let parsed = "import sys, xml.dom.minidom; \
                  print(len(xml.dom.minidom.parse('r.xml').getElementsByTagName('testcase')))";
    let parsed = Command::new("python3").args(["-c", parsed]).current_dir(folder.path()).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&parsed.stdout).trim(),
        "3",
        "{}",
        String::from_utf8_lossy(&parsed.stderr)
    );
    assert!(markdown.contains("| longer | 1 | 123406758 |"), "{markdown}");
    assert!(page.matches("<svg").count() == 2 && page.contains("Expanded nodes, as counted by the program"));
    assert!(
        !page.contains("http-equiv") && !page.contains("src=") && page.contains("<td class=\"text\">longer"),
        "{page}"
    );
}

#[test]
fn counts_of_expanded_states_are_those_of_a_method() {
    let folder = folder();
    let pdb_solve = env!("CARGO_BIN_EXE_pdb-solve");
    let command =
        [pdb_solve, "{}", "--algorithm", "astar", "--heuristic", "misplaced", "--format", "json", "--stats"];
    let boards = ["867254301", "638541720", NEAR, "213456780"];
    let found = |method: &str| {
        let (code, report) = json(folder.path(), &[&boards[..], &["--nodes-as", method]].concat(), &command);
        assert_eq!(code, Some(0), "{report}");
        report["findings"][0].as_str().unwrap().to_owned()
    };
    assert_eq!(found("astar:misplaced"), "It expanded as many nodes as astar misplaced on 3 of 3 boards");
    let other = found("astar:manhattan");
    assert!(
        other.starts_with("It expanded as many nodes as astar manhattan on 1 of 3 boards; e.g. "),
        "{other}"
    );
    let options = [NEAR, "--nodes-as", "breadth-first"];
    let (_, report) = json(folder.path(), &options, &["echo", "R"]);
    assert!(report["findings"][0].as_str().unwrap().starts_with("It printed no count"), "{report}");
    let csv = validate(folder.path(), &[NEAR, "--nodes-as", "astar", "--format", "csv"], &command);
    let (_, csv, _) = parts(&csv);
    assert!(
        csv.contains(",cpu_seconds,expected_expanded,goal,metric\n") && csv.contains(",1,123456780,stm\n"),
        "{csv}"
    );
}
