//! `pdb-solve grade` on submissions that are functions, notebooks and classes, and its rules on
//! answers.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{folder, names_in, program, project};
use crate::grading::run;

/// Boards one to three moves from the goal.
const BOARDS: &str = "boards = ['123456708', '123450786', '123456078', '123460758']";

fn assignment(submission: &str, more: &str) -> String {
    format!(
        "title = 't'\n[submission]\n{submission}\n[[category]]\nname = 'Near'\npoints = 4\n{BOARDS}\n{more}\n"
    )
}

fn write(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// The text of a notebook with these code cells.
fn notebook(cells: &[&str]) -> String {
    let code = |source: &&str| json!({"cell_type": "code", "source": source, "outputs": []});
    json!({"cells": cells.iter().map(code).collect::<Vec<_>>(), "nbformat": 4}).to_string()
}

/// Grades `class`; returns the text, and the report as JSON.
fn grade(folder: &Path) -> (String, Value) {
    let args = ["a.toml", "--class", "class", "--report", "m.json", "--report", "m.html"];
    let (code, out, err) = run(folder, &args);
    assert_eq!(code, Some(0), "{out}{err}");
    assert_eq!(names_in(&folder.join("temporary")), [""; 0], "temporary folders are removed");
    (out, serde_json::from_str(&fs::read_to_string(folder.join("m.json")).unwrap()).unwrap())
}

/// The language and the points of each submission.
fn marks(report: &Value) -> Vec<(&str, f64)> {
    let mark = |one| -> (&str, f64) { (text(one, "language"), one["points"].as_f64().unwrap()) };
    report["submissions"].as_array().unwrap().iter().map(mark).collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or("-")
}

/// The reasons for a review of a submission.
fn review(report: &Value, nth: usize) -> String {
    let reasons = report["submissions"][nth]["needs_review"].as_array().unwrap();
    reasons.iter().map(|reason| reason.as_str().unwrap()).collect::<Vec<_>>().join("; ")
}

/// The result of a submission on a board of the first category.
fn tried(report: &Value, nth: usize, board: usize) -> &Value {
    &report["submissions"][nth]["categories"][0]["tried"][board]
}

/// A Python solver of boards near the goal. It makes the flat list of its argument `board` with
/// this expression.
fn solver(list: &str) -> String {
    let solvers = project().join("tests/solvers");
    format!(
        "import sys\nsys.path.append({solvers:?})\nfrom functions import letters\n\n\ndef solve(board):\n    \
         return letters({list})\n"
    )
}

#[test]
fn functions_and_notebooks_are_graded() {
    let folder = folder();
    let at = |name: &str, text: &str| write(folder.path(), name, text);
    at("a.toml", &assignment("python = ['solver.py:solve', 'solver.ipynb:solve']", ""));
    at("class/ann/solver.py", &solver("board"));
    at("class/ann/solver.ipynb", &notebook(&["def solve(board): return 0"]));
    at("class/bea.py", &solver("sum(board, [])"));
    let text_like_a_magic = "NOTE = '''\n%d tiles\n'''\nassert NOTE.count('%d') == 1";
    let last = solver("board").replace("import sys\n", "");
    at("class/cid/work.ipynb", &notebook(&["%matplotlib inline\nimport sys", text_like_a_magic, &last]));
    at("class/dan.ipynb", &notebook(&["import sys", "none = undefined", "def solve(board): return 2"]));
    at("class/eve.ipynb", &notebook(&["def other(board): return 2", "import a_module_that_is_absent"]));
    at("class/fay.py", "def solve(board):\n    raise ValueError('no idea')\n");
    let (out, report) = grade(folder.path());
    let expected = [
        ("Python", 4.0),
        ("Python", 4.0),
        ("Notebook", 4.0),
        ("Notebook", 1.0),
        ("Notebook", 0.0),
        ("Python", 0.0),
    ];
    assert_eq!(marks(&report), expected, "{out}");
    let absent = "solver.ipynb: there is no function 'solve'; it has: other; cell 2 of the notebook fails: \
                  ModuleNotFoundError: No module named 'a_module_that_is_absent'";
    for (nth, expected) in [
        (0, ""),
        (1, ""),
        (2, ""),
        (3, "cell 2 of the notebook fails: NameError: name 'undefined' is not defined"),
        (4, absent),
        (5, "all 4 runs on solvable boards crashed in the same way: exit code 1, \"ValueError: no idea\""),
        (5, "; solve does not solve "),
        (5, ", two moves from the goal: as a flat list: ValueError: no idea; as a flat tuple: "),
    ] {
        let review = review(&report, nth);
        assert!(
            review.contains(expected) && review.is_empty() == expected.is_empty(),
            "{expected}\n{review}"
        );
    }
    let crash = tried(&report, 5, 0);
    let repeat = "pdb-solve validate 123456708 --python solver.py:solve --notation list";
    assert_eq!(text(crash, "repeat"), repeat);
    let shown = text(crash, "stderr");
    assert!(shown.contains("File \"solver.py\", line 2") && !shown.contains("temporary"), "{shown}");
    assert_eq!(without_tried_blanks(&grade(folder.path()).0), without_tried_blanks(&out));
}

/// The words of a report without the blanks that were tried: a slow machine tries fewer of them.
fn without_tried_blanks(report: &str) -> String {
    let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
    let (before, after) = words.split_once("with another blank (").unwrap();
    format!("{before}{}", after.split_once(')').unwrap().1)
}

#[test]
fn an_assignment_sets_the_type_of_boards() {
    let folder = folder();
    let at = |name: &str, text: &str| write(folder.path(), name, text);
    at("a.toml", &assignment("python = 'solver.py:solve'\nnotation = 'tuple'\nmoves = 'tile'", ""));
    let of_type = |name: &str| {
        let path = solver("board").replace("return letters(board)", "path = letters(board)");
        let other = "    return ''.join(dict(zip('UDLR', 'DURL'))[move] for move in path)\n";
        format!("{path}    assert type(board) is {name}\n{other}")
    };
    at("class/ann.py", &of_type("tuple"));
    at("class/bea.py", &of_type("list"));
    let (out, report) = grade(folder.path());
    assert_eq!(marks(&report), [("-", 4.0), ("-", 0.0)], "{out}");
    let repeat = "pdb-solve validate 123456708 --python solver.py:solve --notation tuple --moves tile";
    assert_eq!(text(tried(&report, 1, 0), "repeat"), repeat);
}

const BOARD: &str = "public class Board {
    final int[] tiles = new int[9];

    public Board(int[][] rows) {
        for (int at = 0; at < 9; at++) {
            tiles[at] = rows[at / 3][at % 3];
        }
    }
}
";

const SOLVER: &str = "public class Solver {
    private final Board board;

    public Solver(Board board) {
        this.board = board;
    }

    public String solve() {
        return library.Paths.of(board.tiles);
    }
}
";

const LIBRARY: &str = "package library;

public class Paths {
    public static String of(int[] tiles) {
        return tiles[8] == 6 ? \"D\" : tiles[7] == 0 ? \"R\" : tiles[6] == 0 ? \"RR\" : \"LDR\";
    }
}
";

/// Packs a library into `paths.jar`; false if there is no compiler.
fn pack_library(folder: &Path) -> bool {
    write(folder, "library/Paths.java", LIBRARY);
    let compiled =
        Command::new("javac").args(["-d", "out", "library/Paths.java"]).current_dir(folder).status();
    match compiled {
        Ok(status) => assert!(status.success()),
        Err(error) => {
            eprintln!("not checked: javac can't be run here ({error})");
            return false;
        }
    }
    let pack = "import os, shutil\nshutil.make_archive('paths', 'zip', 'out')\n\
                os.rename('paths.zip', 'paths.jar')";
    assert!(Command::new("python3").args(["-c", pack]).current_dir(folder).status().unwrap().success());
    ["library", "out"].iter().for_each(|name| fs::remove_dir_all(folder.join(name)).unwrap());
    true
}

#[test]
fn java_classes_are_compiled_and_called() {
    let folder = folder();
    if !pack_library(folder.path()) {
        return;
    }
    let at = |name: &str, text: &str| write(folder.path(), name, text);
    let both = "python = 'solver.py:solve'\njava = 'Solver'\nclasspath = 'paths.jar'";
    at("a.toml", &assignment(both, ""));
    at("class/ann/Solver.java", SOLVER);
    at("class/ann/Board.java", BOARD);
    at("class/bea.py", &solver("board"));
    at("class/cid/Solver.java", &SOLVER.replace("library.Paths.of(board.tiles)", "\"U\""));
    at("class/cid/Board.java", BOARD);
    at("class/dan/Solver.java", SOLVER);
    at("class/eve/Solver.java", "package hw.five;\n\npublic class Solver {\n}\n");
    let (out, report) = grade(folder.path());
    let expected = [("Java", 4.0), ("Python", 4.0), ("Java", 0.0), ("Java", 0.0), ("Java", 0.0)];
    assert_eq!(marks(&report), expected, "{out}");
    for (nth, expected) in [
        (2, "it printed the same on all 4 boards"),
        (3, "the build failed: exit code 1"),
        (4, "Solver.java is in the package hw.five, but the assignment runs Solver: remove the line"),
    ] {
        assert!(review(&report, nth).contains(expected), "{expected}\n{out}");
    }
    assert!(out.contains("cannot find symbol"), "{out}");
    let jar = folder.path().join("paths.jar");
    let repeat = format!("pdb-solve validate 123456708 --java .:{}:Solver", jar.display());
    assert_eq!(text(tried(&report, 2, 0), "repeat"), repeat);
}

#[test]
fn a_length_is_no_answer_if_paths_are_required() {
    let folder = folder();
    let at = |name: &str, text: &str| write(folder.path(), name, text);
    let more = "[[category]]\nname = 'Goal'\npoints = 1\nboards = ['123456780']\n\
                [[category]]\nname = 'Lengths'\npoints = 2\nboards = ['123405786']\nrequires = 'length'";
    let rules = assignment("file = 'solver.sh'\ncommand = ['sh', 'solver.sh', '{}']", more);
    at("a.toml", &rules.replace("title = 't'\n", "title = 't'\nrequires = 'path'\n"));
    let path = "case $1 in 123456708) p=R;; 123450786) p=D;; 123456078) p=RR;; 123460758) p=LDR;; \
                123405786) p=RD;; esac\n";
    let length = "echo \"length: ${#p}\"";
    at("class/ann.sh", &format!("{path}{length}\n"));
    at("class/bea.sh", &format!("{path}echo \"path: $p\"\n"));
    at("class/cid.sh", &format!("{path}test $1 = 123450786 && {length} || echo \"path: $p\"\n"));
    at("class/dan.sh", "echo 'length: 9'\n");
    let (out, report) = grade(folder.path());
    assert_eq!(marks(&report), [("-", 3.0), ("-", 7.0), ("-", 6.0), ("-", 0.0)], "{out}");
    let kinds = |nth: usize| report["submissions"][nth]["categories"][0]["kinds"].clone();
    assert_eq!((kinds(0), kinds(2)), (json!({"no-path": 4}), json!({"no-path": 1})));
    let of_length = tried(&report, 2, 1);
    assert_eq!(text(of_length, "repeat"), "sh solver.sh 123450786");
    assert!(text(of_length, "stdout").starts_with("length: 1"), "{of_length}");
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "1 no path: 123450786 (the length is right, but the assignment requires a path)";
    assert!(out.contains(expected), "{out}");
}

#[test]
fn the_table_folder_does_not_clash_with_the_example() {
    let folder = folder();
    let mut command = program("pdb-solve", folder.path());
    let output = command.args(["grade", "--example"]).env("PDB_DIR", folder.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.starts_with("# An assignment for `pdb-solve grade`"), "{text}");
}

#[test]
fn all_errors_of_an_assignment_are_shown() {
    let folder = folder();
    fs::create_dir(folder.path().join("class")).unwrap();
    let tables = "[[category]]\nname = 'Near'\npoints = 1\ncount = 3\n\
                  [[category]]\nname = 'Bad'\npoints = 1\nmalformed = true\n\
                  [[category]]\nname = 'Few'\npoints = 1\ncount = 1\ndepths = '1'\nboards = ['123456708']\n";
    for (text, lines) in [
        (
            "[submission]\nbuild = 'make'\nwhat = 1\n[[category]]\nname = 'c'\npoints = 0\n".to_owned(),
            &[
                "pdb-solve: a.toml has 4 errors:",
                "  line 1: title is missing",
                "  line 2: build: expected a list of words",
                "  line 3: unknown key what: expected one of ",
                "  line 6: points: expected a number above 0",
            ][..],
        ),
        (
            assignment("java = 'A'\nclasspath = 'out'", tables),
            &[
                "pdb-solve: a.toml has 3 errors:",
                "  line 10: name: expected a name that no other category has, found \"Near\"",
                "  line 16: malformed: only for a command",
                "  line 18: name: expected exactly one of boards",
            ],
        ),
        (
            assignment("java = 'A'\nstdin = '{}'\nclasspath = 'b.jar'", tables),
            &[
                "pdb-solve: a.toml has 3 errors:",
                "  line 4: stdin: only for a command",
                "  line 11: name: expected a name that no other category has, found \"Near\"",
                "  line 19: name: expected exactly one of boards",
            ],
        ),
    ] {
        write(folder.path(), "a.toml", &text);
        let (code, out, err) = run(folder.path(), &["a.toml", "class"]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.lines().zip(lines).all(|(line, begin)| line.starts_with(begin)), "{err}");
        assert_eq!(err.lines().count(), lines.len(), "{err}");
    }
}
