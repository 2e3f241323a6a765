//! Solvers on malformed input: refusing it, solving it anyway, crashing, hanging.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{folder, parts, program, project};
use serde_json::Value;

const NEAR: &str = "123456708";

const NAMES: [&str; 8] =
    ["repeated-tile", "out-of-range", "letter", "too-few", "too-many", "empty", "end-of-input", "negative"];

/// The exit code and the JSON report of `validate` with malformed input.
fn json(folder: &Path, options: &[&str], command: &[&str]) -> (Option<i32>, Value) {
    let first = ["validate", "--quiet", "--boards", "malformed", "--format", "json"];
    let args = [&first[..], options, &["--"], command].concat();
    let (code, out, err) = parts(&program("pdb-solve", folder).args(args).output().unwrap());
    (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")))
}

/// The names of the inputs with the kinds of reactions.
fn kinds(report: &Value) -> Vec<(&str, &str)> {
    let rows = report["bad_inputs"].as_array().unwrap();
    rows.iter().map(|row| (row["input"].as_str().unwrap(), row["kind"].as_str().unwrap())).collect()
}

/// A Python solver that validates nothing.
const CARELESS: &str = "\
import os, sys, time
text = (sys.argv[1] if len(sys.argv) > 1 else sys.stdin.readline()).strip()
if not text: os.kill(os.getpid(), 11)
cells = [int(c) for c in text]
if len(cells) < 9: time.sleep(60)
if len(cells) > 9: print('x' * 9_000_000)
if 9 in cells: sys.exit('error: 9 is no tile')
if len(set(cells)) < 9: print('path: UULDDR'); sys.exit()
print('R')
";

#[test]
fn reactions_to_bad_input_are_classified() {
    let folder = folder();
    let options = [NEAR, "--timeout", "10"];
    let (code, report) = json(folder.path(), &options, &["python3", "-c", CARELESS, "{}"]);
    assert_eq!((code, report["right"].as_u64()), (Some(1), Some(1)), "{report}");
    let expected = [
        ("repeated-tile", "solves-bad-input"),
        ("out-of-range", "refused"),
        ("letter", "uncaught"),
        ("too-few", "timed-out"),
        ("too-many", "flooded"),
        ("empty", "crashed"),
        ("negative", "uncaught"),
    ];
    assert_eq!(kinds(&report), expected, "{report}");
}

#[test]
fn an_empty_input_is_tried() {
    let folder = folder();
    let script = "read -r line && { echo unsolvable; exit; }; test -z \"$line\" && exit 7";
    let (_, report) = json(folder.path(), &["213456780"], &["sh", "-c", script]);
    let rows = report["bad_inputs"].as_array().unwrap();
    let outcomes: Vec<(&str, &str)> =
        rows.iter().map(|row| (row["input"].as_str().unwrap(), row["detail"].as_str().unwrap())).collect();
    let expected = |name| {
        if name == "end-of-input" {
            "exit code 7, printed nothing"
        } else {
            "exit code 0, printed \"unsolvable\""
        }
    };
    assert_eq!(outcomes, NAMES.map(|name| (name, expected(name))));
}

#[test]
fn a_solver_that_validates_its_input_refuses_all() {
    let folder = folder();
    for options in
        [&[][..], &["--batch"], &["--notation", "grid"], &["--stdin", "2\\n{}\\n"], &["--stdin", "{}\\n\\c"]]
    {
        let strict = "import sys\nline = sys.stdin.read().split()\n\
                      line = line[1:] if line[:1] == ['2'] else line\nline = ''.join(line)\n\
                      sys.exit('bad') if ''.join(sorted(line)) != '012345678' else print('R')";
        // An input that stays open has no end to read to.
        let strict = if options.iter().any(|option| option.ends_with("\\c")) {
            strict.replace("read()", "readline()")
        } else {
            strict.to_owned()
        };
        let (code, report) = json(folder.path(), &[&[NEAR], options].concat(), &["python3", "-c", &strict]);
        assert_eq!(
            (code, kinds(&report)),
            (Some(0), NAMES.map(|name| (name, "refused")).to_vec()),
            "{report}"
        );
    }
    // Malformed input is only tried on request.
    let args = ["validate", "-q", NEAR, "--format", "json", "--", "sh", "-c", "echo R"];
    let (_, out, _) = parts(&program("pdb-solve", folder.path()).args(args).output().unwrap());
    assert!(out.contains("\"bad_inputs\":[]"), "{out}");
}

#[test]
fn pdb_solve_itself_refuses_bad_input() {
    let folder = folder();
    let pdb_solve = env!("CARGO_BIN_EXE_pdb-solve");
    let (code, report) = json(folder.path(), &[NEAR], &[pdb_solve, "{}"]);
    assert_eq!((code, report["bad_inputs"].as_array().unwrap().len()), (Some(0), 7), "{report}");
    assert!(kinds(&report).iter().all(|(_, kind)| *kind == "refused"), "{report}");
}

#[test]
fn the_suggested_command_repeats_the_run() {
    let folder = folder();
    let script = "read -r line; echo \"line: $line\"; echo path: UU";
    let (_, report) = json(folder.path(), &[NEAR], &["sh", "-c", script]);
    let rows = report["bad_inputs"].as_array().unwrap();
    assert_eq!(rows.len(), NAMES.len());
    for row in rows {
        assert_eq!(row["kind"], "solves-bad-input", "{row}");
        let again = Command::new("sh").args(["-c", row["repeat"].as_str().unwrap()]).output().unwrap();
        assert_eq!(
            String::from_utf8_lossy(&again.stdout).trim_end(),
            row["stdout"].as_str().unwrap(),
            "{row}"
        );
    }
}

#[test]
fn every_report_has_the_bad_inputs() {
    let folder = folder();
    let script = "case $1 in *x*) echo path: UU;; '') kill -SEGV $$;; 123456708) echo R;; *) echo '<no> \
                  board'; exit 2;; esac";
    let run = |format: &str| {
        let options = ["validate", "-q", NEAR, "--boards", "malformed", "--format", format];
        let files = ["--report", "r.xml", "--report", "r.md", "--report", "r.html"];
        let command = ["--", "sh", "-c", script, "sh", "{}"];
        let args = [&options[..], &files, &command].concat();
        parts(&program("pdb-solve", folder.path()).args(args).output().unwrap())
    };
    let (code, text, err) = run("text");
    assert_eq!(code, Some(1), "{text}{err}");
    let verdict = "The one answer is right: 1 optimal path. But 2 of 7 bad inputs were not\nrejected.\n";
    assert!(text.starts_with(verdict) && text.contains("\n7 bad inputs: 5 refused, 2 wrong\n"), "{text}");
    assert!(
        text.contains("  letter        solves-bad-input: answered although the input is not a board: line 1"),
        "{text}"
    );
    assert!(text.contains("  too-few       refused: exit code 2, printed \"<no> board\"\n"), "{text}");
    assert!(text.contains("reproduce: sh -c "), "{text}");
    let (_, csv, _) = run("csv");
    assert!(csv.contains("\nletter,,solves-bad-input,false,"), "{csv}");
    assert!(csv.contains("\nempty,,crashed,false,crashed: SIGSEGV"), "{csv}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (xml, markdown, page) = (read("r.xml"), read("r.md"), read("r.html"));
    assert!(xml.contains("<testsuites tests=\"8\" failures=\"1\" errors=\"1\""), "{xml}");
    assert!(xml.contains("<testcase classname=\"malformed\" name=\"negative\""), "{xml}");
    assert!(
        xml.contains("<failure type=\"solves-bad-input\"") && xml.contains("<error type=\"crashed\""),
        "{xml}"
    );
    assert!(markdown.contains("7 bad inputs: 5 refused, 2 wrong\n\n| bad input | verdict |"), "{markdown}");
    assert!(
        markdown.contains("| too-few | refused | exit code 2, printed \"&lt;no> board\" |"),
        "{markdown}"
    );
    assert!(
        page.contains("<h2>7 bad inputs: 5 refused, 2 wrong</h2>") && page.contains("&lt;no&gt; board"),
        "{page}"
    );
}

#[test]
fn a_function_gets_no_bad_input() {
    let folder = folder();
    let function = format!("{}:record", project().join("tests/solvers/functions.py").display());
    let args = ["validate", "--boards", "malformed", "--python", &function];
    let (code, _, err) = parts(&program("pdb-solve", folder.path()).args(args).output().unwrap());
    assert_eq!(code, Some(2));
    assert!(err.contains("--boards malformed is for programs"), "{err}");
}
