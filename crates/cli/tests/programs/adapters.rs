//! Solvers that are functions: all forms of boards that they take, and all kinds of answers that
//! they return.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{folder, names_in, parts, program, project};
use serde_json::{Value, json};

/// Boards two and three moves from the goal, the goal, and an unsolvable board.
const BOARDS: [&str; 4] = ["123456078", "123450786", "123456780", "213456780"];

fn file() -> String {
    project().join("tests/solvers/functions.py").display().to_string()
}

/// Runs `validate` on boards, with a separate folder for temporary files.
fn validate(folder: &Path, boards: &[&str], options: &[&str]) -> (Option<i32>, Value, String) {
    let temporary = folder.join("tmp");
    fs::create_dir_all(&temporary).unwrap();
    let args = [&["validate", "--format", "json"], boards, options].concat();
    let output = program("pdb-solve", folder).args(args).env("TMPDIR", &temporary).output().unwrap();
    assert_eq!(names_in(&temporary), [""; 0], "what was written for the trial is removed");
    let (code, out, err) = parts(&output);
    (code, serde_json::from_str(&out).unwrap_or(Value::Null), err)
}

fn python(folder: &Path, boards: &[&str], name: &str, options: &[&str]) -> (Option<i32>, Value, String) {
    let target = format!("{}:{name}", file());
    validate(folder, boards, &[&["--python", &target], options].concat())
}

fn kinds(report: &Value) -> String {
    let failures = report["failures"].as_array().map(Vec::as_slice).unwrap_or_default();
    failures.iter().map(|failure| failure["kind"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn functions_receive_boards_in_their_form() {
    let folder = folder();
    for (name, form, how) in [
        ("of_list", "list", "by trying"),
        ("of_tuple", "tuple", "by trying"),
        ("of_rows", "rows", "by trying"),
        ("of_tuple_rows", "tuple-rows", "by trying"),
        ("of_string", "string", "by trying"),
        ("annotated", "tuple-rows", "by its annotation"),
        ("annotated_in_part", "rows", "by trying"),
        ("with_goal", "rows", "by trying"),
        ("with_a_goal_if_asked", "list", "by trying"),
        ("goal_first", "list", "by trying"),
        ("Method", "list", "by trying"),
        ("Method.by_name", "list", "by trying"),
        ("Method.static", "list", "by trying"),
        ("Made", "rows", "by trying"),
        ("MadeWithGoal", "list", "by trying"),
    ] {
        let (code, report, err) = python(folder.path(), &BOARDS, name, &["--batch"]);
        assert_eq!((code, report["wrong"].as_u64()), (Some(0), Some(0)), "{name}: {report} {err}");
        assert!(err.contains(how) && err.contains(&format!("(--notation {form})")), "{name}: {err}");
    }
    // In separate runs per board as well, and to another goal.
    let snail = ["123864705", "213804765"];
    let (code, report, err) = python(folder.path(), &snail, "with_goal", &["--goal", "snail"]);
    assert_eq!((code, report["wrong"].as_u64()), (Some(0), Some(0)), "{report} {err}");
    let (_, _, err) = python(folder.path(), &BOARDS[..1], "of_rows", &["--notation", "list", "--quiet"]);
    assert_eq!(err, "");
    let (code, report, _) = python(folder.path(), &BOARDS[..1], "of_rows", &["--notation", "list"]);
    assert_eq!((code, kinds(&report).as_str()), (Some(1), "crashed"), "{report}");
}

/// Functions that expect another blank than 0 are found by trying, or called as requested.
#[test]
fn functions_receive_the_blank_that_they_expect() {
    let folder = folder();
    for (name, form, options) in [
        ("with_underscore", "list:_", &[][..]),
        ("annotated_with_underscore", "string:_", &[]),
        ("with_nine", "list:9", &[]),
        ("with_none", "rows:None", &[]),
        ("with_none", "rows:None", &["--notation", ":None"]),
        ("with_underscore", "tuple:_", &["--notation", "tuple:_"]),
    ] {
        let (code, report, err) = python(folder.path(), &BOARDS, name, &[options, &["--batch"]].concat());
        assert_eq!((code, report["wrong"].as_u64()), (Some(0), Some(0)), "{name}: {report} {err}");
        assert!(err.contains(&format!("(--notation {form})")), "{name}: {err}");
    }
}

#[test]
fn an_estimate_need_not_be_admissible_to_be_read() {
    let folder = folder();
    let options = ["--expect", "estimate"];
    let (code, report, err) = python(folder.path(), &BOARDS[..1], "too_large_estimate", &options);
    assert_eq!(code, Some(1), "{report} {err}");
    assert!(kinds(&report).contains("inadmissible"), "{report}");
    let notice = "pdb-solve: calling too_large_estimate with a flat list, the first form for which it returns \
                an estimate (--notation list)\n";
    assert!(err.starts_with(notice) && !err.contains("wrong"), "{err}");
}

fn has_numpy() -> bool {
    let status = Command::new("python3").args(["-c", "import numpy"]).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// A stub module named numpy is enough to test arrays as arguments and answers.
#[test]
fn numpy_arrays_are_passed_and_read() {
    let folder = folder();
    let module = "class array:\n    def __init__(self, rows): self.rows = rows\n    def tolist(self): \
                  return self.rows\n";
    fs::write(folder.path().join("numpy.py"), module).unwrap();
    let solver = format!(
        "import sys\nimport numpy\nsys.path.append({:?})\nimport functions\n\n\n\
         def solve(board):\n    path = functions.search(functions.flat(board.rows))\n    return None if \
         path is None else numpy.array([after for _, after in path])\n",
        project().join("tests/solvers")
    );
    fs::write(folder.path().join("arrays.py"), solver).unwrap();
    let (code, report, err) = validate(folder.path(), &BOARDS, &["--python", "arrays.py:solve"]);
    assert_eq!((code, report["wrong"].as_u64()), (Some(0), Some(0)), "{report} {err}");
    assert!(err.contains("with a numpy array, found by trying (--notation numpy)"), "{err}");
}

#[test]
fn all_return_types_of_functions_are_read() {
    let folder = folder();
    for name in [
        "text",
        "words",
        "members",
        "length",
        "endless_length",
        "pair",
        "path_and_states",
        "record",
        "false",
        "boards",
        "boards_of_rows",
        "boards_as_text",
        "boards_that_show_themselves",
        "moves_and_boards",
        "tiles",
        "nodes",
        "chatty",
    ] {
        let (code, report, err) = python(folder.path(), &BOARDS, name, &["--batch"]);
        assert_eq!((code, report["wrong"].as_u64()), (Some(0), Some(0)), "{name}: {report} {err}");
    }
    // A generator can't report that there is no solution.
    let (code, report, _) = python(folder.path(), &BOARDS[..3], "generator", &["--batch"]);
    assert_eq!((code, report["wrong"].as_u64()), (Some(0), Some(0)), "{report}");
}

#[test]
fn wrong_and_failing_functions_are_reported() {
    let folder = folder();
    let of = |name: &str, boards: &[&str], options: &[&str]| {
        let (code, report, err) = python(folder.path(), boards, name, options);
        assert_eq!(code, Some(1), "{name}: {report} {err}");
        (kinds(&report), report["failures"][0].clone(), err)
    };
    let (found, failure, _) = of("longer", &["123456708", "123456078"], &["--moves", "blank"]);
    assert_eq!((found.as_str(), failure["board"].as_str()), ("longer", Some("123456708")));
    // The suggested command must show the failure again.
    let repeat = failure["repeat"].as_str().unwrap();
    assert!(
        repeat.starts_with("pdb-solve validate 123456708 --python ") && repeat.ends_with("--notation list")
    );
    let words: Vec<&str> = repeat.split(' ').skip(1).collect();
    let again = program("pdb-solve", folder.path()).args(&words).output().unwrap();
    assert!(again.status.code() == Some(1) && parts(&again).1.contains("longer"), "{again:?}");
    assert_eq!(of("wrong_length", &BOARDS[..1], &[]).0, "length-disagrees");
    let near = ["123456708"];
    let (found, failure, err) = of("fails", &near, &[]);
    let traceback = failure["stderr"].as_str().unwrap();
    assert_eq!(found, "crashed");
    assert!(traceback.contains("ValueError: no idea") && !traceback.contains("call_function"), "{failure}");
    assert!(err.contains("as a flat list: ValueError: no idea"), "{err}");
    assert_eq!(of("hangs", &near, &["--timeout", "0.4"]).0, "timed-out");
    let (found, _, err) = of("prints_only", &near, &[]);
    assert_eq!(found, "says-unsolvable");
    assert!(err.contains("an answer must be returned, not printed"), "{err}");
    for name in ["leaves", "never_ends", "asks"] {
        assert_eq!(of(name, &near, &[]).0, "crashed", "{name}");
    }
}

#[test]
fn a_missing_function_is_one_clear_error() {
    let folder = folder();
    let error = |options: &[&str]| {
        let (code, _, err) = validate(folder.path(), &BOARDS[..1], options);
        assert_eq!(code, Some(2), "{options:?}: {err}");
        err
    };
    let of = |name: &str| error(&["--python", &format!("{}:{name}", file())]);
    assert!(
        of("solve").contains("there is no function 'solve'; it has: Made, MadeWithCounter, MadeWithGoal, ")
    );
    assert!(of("").contains("name the function, e.g. functions.py:solve; it has: "));
    assert!(of("NO_FUNCTION").contains("there is no function 'NO_FUNCTION'"));
    assert!(
        of("Method.missing")
            .contains("class 'Method' has no method 'missing'; it has: by_name, solve, static")
    );
    assert!(of("Node").contains("class 'Node' has no method 'solve'; it has: none"));
    assert!(of("of_list.solve").contains("'of_list' is not a class"));
    assert!(of("wants_more").contains("wants_more requires `heuristic`: write a function that takes only"));
    assert!(of("MadeWithHeuristic").contains("MadeWithHeuristic requires `heuristic`: write a function"));
    assert!(of("MadeWithCounter").contains("MadeWithCounter requires `counter`: write a function"));
    if !has_numpy() {
        let named = format!("{}:of_list", file());
        assert!(
            error(&["--python", &named, "--notation", "numpy"])
                .contains("numpy is not installed: pip install numpy")
        );
    }
    assert!(error(&["--python", "missing.py:solve"]).contains("no such file: missing.py"));
    for (name, text, reason) in [
        ("broken.py", "def solve(board)\n    pass\n", "broken.py cannot be loaded: SyntaxError: "),
        (
            "lacking.py",
            "import no_such_module\n",
            "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'",
        ),
        ("notes.txt", "hello", "notes.txt is not a Python file"),
        ("a{}.py", "def solve(board): pass", "cannot be used: its name contains {} or {goal}"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        let err = error(&["--python", &format!("{name}:solve")]);
        assert!(err.contains(reason), "{err}");
    }
    assert!(error(&["--python", "a.py:f", "--", "cat"]).contains("cannot be used with"));
    assert!(error(&["--python", "a.py:f", "--stdin", "{}"]).contains("cannot be used with"));
    assert!(error(&["--notation", "list", "--", "cat"]).contains("is only for --python"));
    let grid = error(&["--python", &format!("{}:of_list", file()), "--notation", "grid"]);
    assert!(grid.contains("with --python, expected list, rows, tuple"), "{grid}");
    assert!(error(&["--java", "Solver.java"]).contains("name the class, e.g. Solver"));
    // Without Python, the error says what to install.
    let args = ["validate", BOARDS[0], "--python", &format!("{}:of_list", file())];
    let output = program("pdb-solve", folder.path()).args(args).env("PATH", folder.path()).output().unwrap();
    let (code, _, err) = parts(&output);
    assert!(
        code == Some(2) && err.contains("python3 could not be started") && err.contains("install Python 3"),
        "{err}"
    );
    let args = ["validate", BOARDS[0], "--java", "Solver"];
    let output = program("pdb-solve", folder.path()).args(args).env("PATH", folder.path()).output().unwrap();
    let (code, _, err) = parts(&output);
    assert!(
        code == Some(2) && err.contains("java could not be started") && err.contains("install a JDK"),
        "{err}"
    );
}

/// Cells with magics, shell calls, a chart that fails, and a function split over several cells.
#[test]
fn a_notebook_runs_without_its_magics() {
    let folder = folder();
    let code = |source: Value| json!({"cell_type": "code", "source": source, "outputs": [], "metadata": {}});
    let cells = [
        json!({"cell_type": "markdown", "source": ["# My solver\n", "def solve(board): wrong"]}),
        code(json!([
            "%matplotlib inline\n",
            "!pip install numpy\n",
            "files = !ls\n",
            "import sys\n",
            "sys?\n"
        ])),
        code(json!("%%bash\necho this is no Python")),
        code(json!(format!(
            "%%time\nsys.path.insert(0, {:?})\nfrom functions import letters\n",
            project().join("tests/solvers")
        ))),
        code(json!("if True:\n    %timeit pass\nraise_here = undefined_name")),
        code(json!(
            "def solve(board):\n    print('looking')\n    return letters(board)\n\n\
             display(solve(list(range(1, 9)) + [0]))"
        )),
        code(json!("if __name__ == '__main__':\n    sys.exit(3)\n")),
    ];
    let notebook = folder.path().join("My solver.ipynb");
    fs::write(&notebook, json!({"cells": cells, "nbformat": 4}).to_string()).unwrap();
    let (code, report, err) = validate(folder.path(), &BOARDS, &["--python", "My solver.ipynb:solve"]);
    assert_eq!((code, report["wrong"].as_u64()), (Some(0), Some(0)), "{report} {err}");
    let (code, _, err) = validate(folder.path(), &BOARDS, &["--python", "My solver.ipynb:solver"]);
    assert!(
        code == Some(2)
            && err.contains("there is no function 'solver' (did you mean 'solve'?); it has: solve"),
        "{err}"
    );
    fs::write(&notebook, "{").unwrap();
    let (code, _, err) = validate(folder.path(), &BOARDS, &["--python", "My solver.ipynb:solve"]);
    assert!(code == Some(2) && err.contains("cannot be loaded: json.decoder.JSONDecodeError"), "{err}");
}

/// Compiles the Java solvers into a folder; false if there is no compiler.
fn compile_java(folder: &Path) -> bool {
    let source = project().join("tests/solvers/Functions.java");
    let compiled = Command::new("javac").arg("-d").arg(folder).arg(source).stderr(Stdio::inherit()).status();
    match compiled {
        Ok(status) => {
            assert!(status.success());
            true
        }
        Err(error) => {
            eprintln!("not checked: javac can't be run here ({error})");
            false
        }
    }
}

#[test]
fn java_classes_are_called_in_their_style() {
    let folder = folder();
    if !compile_java(&folder.path().join("bin")) {
        return;
    }
    let of = |target: &str, boards: &[&str], options: &[&str]| {
        validate(folder.path(), boards, &[&["--java", &format!("bin:{target}")], options].concat())
    };
    for (target, called) in [
        ("Flat", "Flat.solve(int[])"),
        ("Rows.path", "Rows.path(int[][], int[][])"),
        ("Text", "new Text().solve(String)"),
        ("Numbers", "Numbers.solve(List)"),
        ("Chain", "Chain.solve(int[])"),
        ("Actions", "Actions.solve(int[])"),
        ("OfBoards.solve", "new OfBoards(new Board(int[][])).solve()"),
        ("Solver", "new Solver(new Board(int[][])), then isSolvable(), moves() and solution()"),
    ] {
        let (code, report, err) = of(target, &BOARDS, &["--batch"]);
        assert_eq!((code, report["wrong"].as_u64()), (Some(0), Some(0)), "{target}: {report} {err}");
        assert!(err.contains(called), "{target}: {err}");
    }
    let (code, report, err) = of("Solver", &BOARDS[..2], &[]);
    assert_eq!((code, report["wrong"].as_u64()), (Some(0), Some(0)), "{report} {err}");
    let (code, report, _) = of("Flat.fails", &BOARDS[..1], &[]);
    let failure = &report["failures"][0];
    assert_eq!((code, kinds(&report).as_str()), (Some(1), "crashed"), "{report}");
    assert!(
        failure["stderr"].as_str().unwrap().starts_with("java.lang.IllegalStateException: no idea"),
        "{failure}"
    );
    assert_eq!(failure["repeat"].as_str(), Some("pdb-solve validate 123456078 --java bin:Flat.fails"));
    let (code, report, _) = of("Flat.wrong", &BOARDS[..1], &[]);
    assert_eq!((code, kinds(&report).as_str()), (Some(1), "too-long"), "{report}");
    for (target, reason) in [
        (
            "Missing",
            "no class Missing in the class path: compile it, or name its folder, e.g. --java bin:Missing",
        ),
        (
            "Flat.missing",
            "class Flat has no method missing that takes a board; it has: fails, prints, solve, wrong",
        ),
        ("Board", "class Board has no method solve"),
        ("Flat.prints", "method prints returns void"),
    ] {
        let (code, _, err) = of(target, &BOARDS[..1], &[]);
        assert!(code == Some(2) && err.contains(reason), "{target}: {err}");
    }
}
