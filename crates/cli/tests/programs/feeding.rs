//! How boards reach the solvers under test, in which folder these run, and where their answers are
//! read.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{folder, names_in, parts, program};
use serde_json::Value;

/// A board one move from the goal.
const NEAR: &str = "123456708";

/// A command that runs `validate`, with temporary folders in a folder of the test.
fn trial(folder: &Path, options: &[&str], command: &[&str]) -> Command {
    let temporary = folder.join("temporary");
    fs::create_dir_all(&temporary).unwrap();
    let mut program = program("pdb-solve", folder);
    program.args([&["validate"], options, &["--"], command].concat()).env("TMPDIR", temporary);
    program
}

fn validate(folder: &Path, options: &[&str], command: &[&str]) -> Output {
    let output = trial(folder, options, command).output().unwrap();
    assert_eq!(names_in(&folder.join("temporary")), Vec::<String>::new(), "something was left");
    output
}

/// The exit code, the JSON report, and the messages.
fn json(folder: &Path, options: &[&str], command: &[&str]) -> (Option<i32>, Value, String) {
    let output = validate(folder, &[options, &["--format", "json"]].concat(), command);
    let (code, out, err) = parts(&output);
    (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")), err)
}

/// The input that a shell script received: it prints it as a wrong answer, which the report quotes.
fn seen(folder: &Path, options: &[&str], command: &[&str]) -> String {
    let options = [&[NEAR, "--quiet", "--expect", "json:/none"], options].concat();
    let (_, report, err) = json(folder, &options, command);
    report["failures"][0]["stdout"].as_str().unwrap_or_else(|| panic!("{report}{err}")).to_owned()
}

#[test]
fn runs_are_isolated_from_each_other() {
    let folder = folder();
    let appends = "read board; printf x >> output.txt; sleep 0.01; [ \"$(cat output.txt)\" = x ] || exit 7; \
                   exec python3 solver.py $board";
    fs::copy(crate::common::project().join("tests/solvers/right.py"), folder.path().join("solver.py"))
        .unwrap();
    let (code, report, _) = json(
        folder.path(),
        &["-q", "--boards", "depths:1,unsolvable:2", "--jobs", "4"],
        &["sh", "-c", appends],
    );
    assert_eq!((code, report["boards"].as_u64()), (Some(0), Some(34)), "{report}");
    assert!(!folder.path().join("output.txt").exists());
    // A folder that is too large to copy is shared: the second run finds the files of the first.
    for number in 0..20_001 {
        fs::File::create(folder.path().join(format!("{number}.tmp"))).unwrap();
    }
    let boards = ["-q", NEAR, "123456078", "--jobs", "1", "--notation", "digits"];
    let (code, report, err) = json(folder.path(), &boards, &["sh", "-c", appends]);
    assert_eq!((code, report["failures"][0]["detail"].as_str()), (Some(1), Some("crashed: exit code 7")));
    assert!(
        err.contains("has more than 20000 entries") && err.contains("all runs share this folder"),
        "{err}"
    );
    assert_eq!(fs::read_to_string(folder.path().join("output.txt")).unwrap(), "xx");
    let (code, _, err) = parts(&validate(folder.path(), &[NEAR, "-q"], &["cat", "{file}"]));
    assert!(code == Some(2) && err.contains("need a copy of this folder"), "{err}");
}

#[test]
fn relative_paths_still_work() {
    let above = folder();
    let (beside, within) = (above.path().join("beside"), above.path().join("within"));
    for (folder, name) in [(&beside, "tool"), (&within, "own")] {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join(name), "#!/bin/sh\necho R\n").unwrap();
        Command::new("chmod").arg("+x").arg(folder.join(name)).status().unwrap();
    }
    for command in
        [vec!["./own"], vec!["sh", "own"], vec!["../beside/tool"], vec!["sh", "-c", "cd .. && beside/tool"]]
    {
        let (code, out, err) = parts(&validate(&within, &[NEAR, "-q"], &command));
        assert_eq!(code, Some(0), "{command:?}: {out}{err}");
    }
}

#[test]
fn no_leftovers_after_an_interrupt_or_a_kill() {
    let folder = folder();
    let temporary = folder.path().join("temporary");
    let hangs = ["sh", "-c", "touch ../here here; echo R; exec sleep 3605.25"];
    for (signal, is_left) in [("-INT", false), ("-TERM", false), ("-KILL", true)] {
        let options = [NEAR, "-q", "--timeout", "60", "--notation", "digits"];
        let mut judge = trial(folder.path(), &options, &hangs).stdout(Stdio::null()).spawn().unwrap();
        let clock = Instant::now();
        let is_begun = || {
            let bases = fs::read_dir(&temporary).unwrap().flatten();
            let mut views =
                bases.map(|base| base.path().join("0").join(folder.path().strip_prefix("/").unwrap()));
            views.any(|view| view.join("here").exists())
        };
        while !is_begun() {
            assert!(clock.elapsed() < Duration::from_secs(60), "the run was not started");
            thread::sleep(Duration::from_millis(20));
        }
        Command::new("kill").args([signal, &judge.id().to_string()]).status().unwrap();
        judge.wait().unwrap();
        assert_eq!(!names_in(&temporary).is_empty(), is_left, "{signal}");
    }
    // The next run removes the leftovers of the killed one.
    validate(folder.path(), &[NEAR, "-q"], &["echo", "R"]);
}

#[test]
fn a_board_comes_in_a_file_in_rows_or_in_arguments() {
    let folder = folder();
    let script = "printf '%s|' \"$@\"; cat";
    let with = |options: &[&str], words: &[&str]| {
        let command = [&["sh", "-c", script, "sh"], words].concat();
        seen(folder.path(), options, &command)
    };
    assert_eq!(with(&[], &["{rows}"]), "1 2 3|4 5 6|7 0 8|");
    assert_eq!(with(&["--notation", "digits:_"], &["{rows}", "-v"]), "123|456|7_8|-v|");
    assert_eq!(with(&["--notation", ":9"], &["{args}", "{goal}"]), "1|2|3|4|5|6|7|9|8|123456789|");
    assert_eq!(with(&["--stdin", "3\\n{rows}\\nq\\n"], &[]), "|3\n1 2 3\n4 5 6\n7 0 8\nq");
    assert_eq!(with(&["--stdin", "{args}\\n", "--notation", ":space"], &["a"]), "a|1 2 3 4 5 6 7   8");
    assert_eq!(with(&["--notation", "lines"], &["{}"]), "1\n2\n3\n4\n5\n6\n7\n0\n8|");
    let reads = ["sh", "-c", "echo \"$1\"; cat \"$1\"", "sh", "{file}"];
    assert_eq!(
        seen(folder.path(), &["--notation", "princeton"], &reads),
        "board.txt\n3\n1 2 3\n4 5 6\n7 0 8"
    );
    let named = [&reads[..4], &["{file:8.puzzle}"]].concat();
    assert_eq!(seen(folder.path(), &[], &named), "8.puzzle\n123456708");
    // The name of the file can be passed on standard input, and a user's file with this name is not
    // changed.
    fs::write(folder.path().join("board.txt"), "mine").unwrap();
    let asks = ["sh", "-c", "read name; cat $name; echo > $name"];
    assert_eq!(seen(folder.path(), &["--stdin", "{file}\\n"], &asks), "123456708");
    assert_eq!(fs::read_to_string(folder.path().join("board.txt")).unwrap(), "mine");
    // Numbers of two digits are not aligned in columns.
    let larger =
        ["1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", "-q", "--notation", "rows-cols", "--format", "json"];
    let (_, out, _) = parts(&validate(folder.path(), &larger, &["cat"]));
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["failures"][0]["stdout"], "4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15", "{report}");
}

#[test]
fn an_answer_may_come_in_a_file() {
    let folder = folder();
    fs::create_dir(folder.path().join("out")).unwrap();
    for file in ["output.txt", "out/solution.txt"] {
        // An answer file from before the run does not count.
        fs::write(folder.path().join(file), "R\n").unwrap();
        let options = [NEAR, "-q", "--answer-file", file];
        let outcome = |script: &str| {
            let (code, report, _) = json(folder.path(), &options, &["sh", "-c", script]);
            (code, report["failures"][0]["detail"].as_str().unwrap_or_default().to_owned())
        };
        assert_eq!(outcome(&format!("echo working; echo R > {file}")), (Some(0), String::new()));
        assert_eq!(
            outcome(&format!("echo R > {file}; echo 17 seconds: L")),
            (Some(0), String::new()),
            "it comes first"
        );
        assert_eq!(
            outcome(&format!("echo R; echo started > {file}")),
            (Some(0), String::new()),
            "it holds none"
        );
        assert_eq!(outcome("echo R"), (Some(0), String::new()), "it is not there");
        assert_eq!(
            outcome("echo done"),
            (Some(2), format!("it did not write {file}, and printed no answer"))
        );
        assert_eq!(outcome("exit 3"), (Some(1), "crashed: exit code 3".to_owned()));
        let floods = format!("head -c 9000000 /dev/zero > {file}");
        assert_eq!(outcome(&floods).1, "stopped: it printed more than the limit");
        assert_eq!(fs::read_to_string(folder.path().join(file)).unwrap(), "R\n");
    }
    // The suggested command shows the answer file.
    let (_, report, _) =
        json(folder.path(), &[NEAR, "-q", "--answer-file", "a"], &["sh", "-c", "echo L > a"]);
    assert_eq!(report["failures"][0]["repeat"], format!("printf '{NEAR}\\n' | sh -c 'echo L > a'; cat a"));
}

#[test]
fn an_input_may_stay_open() {
    let folder = folder();
    // The program treats the end of its input as a failure.
    let waits = "import sys, threading\n\
                 threading.Thread(target=lambda: (sys.stdin.read(), print('no key')), daemon=True).start()\n\
                 import time\ntime.sleep(0.5)\nprint('R', flush=True)";
    let (code, report, _) = json(
        folder.path(),
        &[NEAR, "-q", "--stdin", "{}\\n\\c", "--expect", "moves"],
        &["python3", "-c", waits],
    );
    assert_eq!(code, Some(0), "{report}");
    let (_, report, _) =
        json(folder.path(), &[NEAR, "-q", "--stdin", "{}\\n\\c", "--timeout", "500ms"], &["cat"]);
    assert_eq!(report["kinds"][0]["kind"], "timed-out");
    assert!(report["failures"][0]["repeat"].as_str().unwrap().ends_with("; cat; } | cat"), "{report}");
}

#[test]
fn shapes_without_a_table_get_boards_from_walks() {
    let folder = folder();
    let (code, report, err) = json(folder.path(), &["--shape", "4x4"], &["cat"]);
    assert_eq!(code, Some(2), "{report}");
    assert_eq!(err.matches("drawing 2 boards by random walks").count(), 1, "{err}");
    let distances = report["failures"].as_array().unwrap().iter().map(|failure| failure["distance"].as_u64());
    let distances: Vec<Option<u64>> = distances.collect();
    assert!(distances.len() > 20 && distances.contains(&Some(1)), "{distances:?}");
    assert!(distances.iter().flatten().any(|distance| *distance > 20), "{distances:?}");
    assert_eq!(distances.iter().filter(|distance| distance.is_none()).count(), 2);
    let again = json(folder.path(), &["--shape", "4x4"], &["cat"]).1;
    assert_eq!(report["failures"][3]["board"], again["failures"][3]["board"]);
    // For any shape, if the lengths are given.
    let options = ["-q", "--boards", "walk=1:3,walk=3:3"];
    let (_, report, _) = json(folder.path(), &options, &["cat"]);
    let distances = report["failures"].as_array().unwrap().iter().map(|failure| failure["distance"].as_u64());
    assert!(
        distances.clone().all(|distance| matches!(distance, Some(1 | 3))) && distances.count() >= 4,
        "{report}"
    );
}

#[test]
fn goals_are_drawn_and_passed_on() {
    let folder = folder();
    // The program always solves for the same goal.
    let stubborn = "import sys; print('' if sys.argv[1] == sys.argv[2] else 'unsolvable')";
    let options = [
        "-q",
        "--goal",
        "random:4",
        "--boards",
        "depths:1,unsolvable:2",
        "--shape",
        "2x3",
        "--format",
        "csv",
    ];
    let (code, csv, err) =
        parts(&validate(folder.path(), &options, &["python3", "-c", stubborn, "{}", "{goal}"]));
    assert_eq!(code, Some(1), "{csv}{err}");
    let goals: std::collections::BTreeSet<&str> =
        csv.lines().skip(1).map(|line| line.rsplit(',').nth(1).unwrap()).collect();
    assert_eq!(goals.len(), 4, "{csv}");
    let solved = csv.lines().filter(|line| line.contains(",0,optimal,true"));
    assert_eq!(solved.count(), 4, "the start of each is solved: {csv}");
    assert_eq!(csv.lines().filter(|line| line.contains(",,unsolvable,true,")).count(), 8, "{csv}");
    let (code, out, err) = parts(&validate(folder.path(), &["--goal", "random:2"], &["true", "{}"]));
    assert_eq!(code, Some(2), "{out}");
    assert!(err.contains("put {goal} into the arguments or into --stdin"), "{err}");
}

#[test]
fn time_and_memory_are_those_of_all_processes() {
    let folder = folder();
    let hungry = "python3 -c \"import time; x = bytearray(90_000_000); time.sleep(0.3); print('R')\"; true";
    let options = ["-q", NEAR, "--notation", "digits"];
    let (code, report, _) = json(folder.path(), &options, &["sh", "-c", hungry]);
    assert_eq!(code, Some(0), "{report}");
    assert!(report["peak_memory_in_bytes"].as_u64().unwrap() > 90_000_000, "{report}");
    let busy = "python3 -c \"import time\nwhile time.process_time() < 0.2: pass\nprint('R')\"; true";
    let (_, report, _) = json(folder.path(), &options, &["sh", "-c", busy]);
    assert!(report["slowest"][0]["cpu_seconds"].as_f64().unwrap() > 0.1, "{report}");
    let limited = ["-q", NEAR, "--max-memory", "200MB", "--notation", "digits"];
    let (_, report, _) = json(folder.path(), &limited, &["python3", "-c", "x = bytearray(400_000_000)"]);
    let detail = "crashed: exit code 1 (its memory is limited to 200 MB)";
    assert_eq!(report["failures"][0]["detail"], detail);
}

#[test]
fn the_notation_is_detected_unless_given() {
    let folder = folder();
    let right = crate::common::project().join("tests/solvers/right.py");
    let wants_rows = format!(
        "[ \"$(echo \"$1\" | wc -l)\" = 3 ] || exit 9; exec python3 {} $(echo $1 | tr -d ' \\n')",
        right.display()
    );
    let command = ["sh", "-c", &wants_rows, "sh", "{}"];
    let boards = ["--boards", "depths:1,unsolvable:1"];
    let (code, report, err) = json(folder.path(), &boards, &command);
    assert_eq!((code, report["boards"].as_u64()), (Some(0), Some(33)), "{report}");
    let hint = "pdb-solve: the program crashed (exit code 9) with the default format; using --notation grid, \
                which works\n";
    assert!(err.contains(hint), "{err}");
    let chosen = [&boards[..], &["--notation", "digits"]].concat();
    let (code, report, _) = json(folder.path(), &chosen, &command);
    assert_eq!((code, report["kinds"][0]["kind"].as_str()), (Some(1), Some("crashed")), "{report}");
}

/// The format is right if it led to an answer to an easy board, even if all given boards fail.
#[test]
fn only_a_program_without_any_answer_is_excused() {
    let folder = folder();
    let hard = ["867254301", "647850321", "638541720"];
    let right = crate::common::project().join("tests/solvers/right.py");
    let tried = |script: &str| {
        let (code, report, err) = json(folder.path(), &hard, &["sh", "-c", script, "sh", "{}"]);
        let failure = &report["failures"][0];
        (code, failure["kind"].to_string(), failure["detail"].to_string() + &err)
    };
    for script in ["exit 3", "echo unsolvable"] {
        let (code, kind, detail) = tried(script);
        assert_eq!((code, kind.as_str()), (Some(2), "\"not-understood\""), "{detail}");
        assert!(detail.contains("no answer for any board in any common format"), "{detail}");
    }
    let fails_on =
        |boards: &str| format!("case $1 in {boards}) exit 3;; esac; exec python3 {} $1", right.display());
    let (code, kind, detail) = tried(&fails_on(&hard.join("|")));
    assert_eq!((code, kind.as_str()), (Some(1), "\"crashed\""), "{detail}");
}

#[test]
fn conflicting_options_are_rejected() {
    let folder = folder();
    for (options, command, expected) in [
        (&["--answer-file", "../a"][..], "{}", "a file in the current folder"),
        (&["--answer-file", "board.txt"], "{file}", "cannot be the same file"),
        (&[], "{file:a/b}", "expected a file name without a folder"),
        (&[], "{file:}", "expected a file name without a folder"),
        (&["--stdin", "{file:a}"], "{file:b}", "only one file holds the board"),
        (&["--notation", ":8"], "{}", "it is a tile of 3x3"),
        (&["--notation", ":10"], "{}", "one symbol for each cell"),
        (&["--notation", "grid:,"], "{}", "expected a symbol for the blank"),
        (&["--notation", "numpy"], "{}", "is only for --python"),
        (&["--notation", "line"], "{}", "expected one of"),
        (&["--batch"], "{rows}", "leave {} out of the arguments"),
        (&["--batch", "--stdin", "{file}"], "x", "leave {file} out"),
        (&["--batch", "--stdin", "{}\\n\\c"], "x", "leave out \\c"),
        (&["--goal", "random:0"], "{goal}", "expected random:N"),
        (&["--boards", "walk=100001"], "{}", "at most 100000 moves"),
        (&["--boards", "walk=x"], "{}", "expected a whole number"),
        (&["--moves", "tiles"], "{}", "expected blank, tile, either, or names"),
        (&["--report", "r.txt"], "{}", "expected a name that ends in .html"),
    ] {
        let (code, out, err) = parts(&validate(folder.path(), options, &["true", command]));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{options:?} {command}: {err}");
        assert!(err.contains(expected), "{options:?} {command}: {err}");
    }
}
