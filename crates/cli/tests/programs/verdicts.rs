//! Outputs that a simple judge gets wrong: right answers in other text, wrong answers with a right
//! number, and patterns over all boards.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{folder, parts, program};
use serde_json::Value;

fn validate(folder: &Path, options: &[&str], command: &[&str]) -> (Option<i32>, Value) {
    let args = [&["validate", "--quiet", "--format", "json"], options, &["--"], command].concat();
    let (code, out, err) = parts(&program("pdb-solve", folder).args(args).output().unwrap());
    (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")))
}

/// `right`, or the kind of the failure of the only board.
fn kind(report: &Value) -> &str {
    if report["right"] == 1 { "right" } else { report["failures"][0]["kind"].as_str().unwrap() }
}

const GOAL: &str = "123456780";

/// A breadth-first search for boards with this many columns, after a parity test. `counted` are the
/// tiles whose inversions are counted, and `added` is added to their number. Prints nothing if
/// there is no path.
fn solver_with_parity_test(columns: usize, counted: &str, added: &str) -> String {
    format!(
        r"
import sys
t = tuple(int(c) for c in sys.argv[1])
w = {columns}
k = [n for n in t if {counted}]
if (sum(a > b for i, a in enumerate(k) for b in k[i + 1:]) + {added}) % 2:
    sys.exit('unsolvable')
seen, edge = {{t: ''}}, [t]
for b in edge:
    if b == tuple(range(1, len(t))) + (0,):
        print(seen[b] or 'length: 0')
    z = b.index(0)
    for m, n in ('U', z - w), ('D', z + w), ('L', z - 1), ('R', z + 1):
        if 0 <= n < len(b) and (m in 'UD' or n // w == z // w):
            c = list(b)
            c[z], c[n] = c[n], c[z]
            if tuple(c) not in seen:
                seen[tuple(c)] = seen[b] + m
                edge.append(tuple(c))
"
    )
}

#[test]
fn a_wrong_parity_rule_is_named() {
    let folder = folder();
    let advice = |shape: &str, program: &str| {
        let options = ["--boards", "random:24,unsolvable:8", "--seed", "2", "--shape", shape];
        let (code, report) = validate(folder.path(), &options, &["python3", "-c", program, "{}"]);
        (code, report["advice"].to_string())
    };
    for (shape, columns, counted, added, mistake) in [
        ("2x3", 3, "True", "0", "count the blank as a tile"),
        ("3x2", 2, "n", "0", "ignore the row of the blank"),
    ] {
        let (code, found) = advice(shape, &solver_with_parity_test(columns, counted, added));
        assert_eq!(code, Some(1), "{found}");
        let expected = format!("[\"Its parity test seems to {mistake}: a test with this mistake ");
        assert!(found.starts_with(&expected), "{found}");
    }
    // A right test, and a program without a test.
    for (counted, added, expected) in [("n", "t.index(0) // w", Some(0)), ("False", "0", Some(2))] {
        let (code, found) = advice("3x2", &solver_with_parity_test(2, counted, added));
        assert_eq!(code, expected, "{found}");
        assert!(!found.contains("seems"), "{found}");
    }
}

const NEAR: &str = "123456708";
const TWO: &str = "123456078";
const EIGHT: &str = "152803476";
const UNSOLVABLE: &str = "213456780";

#[test]
fn the_text_around_an_answer_does_not_change_the_verdict() {
    let folder = folder();
    let list = "print('[\\n  ' + ',\\n  '.join(repr(c) for c in 'LDRUURDD') + '\\n]')";
    for (board, command, expected) in [
        (GOAL, vec!["sh", "-c", "echo range from 0 to 8 where 0 is blank; exit 1"], "crashed"),
        (GOAL, vec!["sh", "-c", "echo Eight puzzle, version 0; exit 1"], "crashed"),
        (TWO, vec!["printf", "right\\nright\\nDone.\\n"], "right"),
        (EIGHT, vec!["python3", "-c", list], "right"),
        (
            NEAR,
            vec!["printf", "1 2 3\\n4 5 6\\n7 0 8\\n\\n1 2 3\\n4 5 6\\n7 0 8\\n\\n1 2 3\\n4 5 6\\n7 8 0\\n"],
            "right",
        ),
        (TWO, vec!["printf", "Enter the board\\n>> \\n"], "not-understood"),
        (NEAR, vec!["printf", "Enter the board\\n> \\n"], "not-understood"),
        (UNSOLVABLE, vec!["sh", "-c", "echo Puzzle is unsolvable >&2; exit 1"], "right"),
        (UNSOLVABLE, vec!["echo", "insoluble"], "right"),
        (GOAL, vec!["printf", "path_to_goal: []\\ncost_of_path: 0\\nnodes_expanded: 1\\n"], "right"),
        (EIGHT, vec!["printf", "LDRUURDD\\nLength: 99\\n"], "length-disagrees"),
        (EIGHT, vec!["printf", "unsolvable: False\\nLDRUURDD\\n"], "right"),
        (UNSOLVABLE, vec!["printf", "detects impossible boards\\nPath: LDRUURDD\\n"], "says-solvable"),
        (UNSOLVABLE, vec!["printf", "Goal NOT Found\\nUULLDDRR\\nPath Length: 8\\n"], "says-both"),
        (TWO, vec!["printf", "Start -> right -> right\\n"], "right"),
        (TWO, vec!["printf", "\\033[1mMove.RIGHT\\033[0m, Move.RIGHT\\n"], "right"),
        (TWO, vec!["sh", "-c", "echo RR; exit 3"], "right"),
    ] {
        let (code, report) = validate(folder.path(), &[board], &command);
        assert_eq!(kind(&report), expected, "{command:?}: {report}");
        let expected_code = match expected {
            "right" => 0,
            "not-understood" => 2,
            _ => 1,
        };
        assert_eq!(code, Some(expected_code), "{command:?}");
    }
}

#[test]
fn failed_runs_with_answers_are_reported() {
    let folder = folder();
    let args = ["validate", "--quiet", TWO, "--", "sh", "-c", "echo RR; exit 3"];
    let (code, out, _) = parts(&program("pdb-solve", folder.path()).args(args).output().unwrap());
    assert_eq!(code, Some(0));
    assert!(out.contains("1 run printed an answer, but failed afterwards: exit code 3"), "{out}");
    assert!(out.contains("Read 1 path (e.g. line 1: \"RR\")"), "{out}");
    let args = ["validate", "--quiet", TWO, "--", "echo", "length: 2"];
    let (_, out, _) = parts(&program("pdb-solve", folder.path()).args(args).output().unwrap());
    assert!(
        out.contains("Read 1 length without a path")
            && out.contains("No path was found in the output, so only lengths were checked"),
        "{out}"
    );
    let args = ["validate", "--quiet", TWO, "--", "printf", "a\\n\\tat X.y\\n\\033[31mred\\033[0m\\nLR\\n"];
    let (_, out, _) = parts(&program("pdb-solve", folder.path()).args(args).output().unwrap());
    assert!(out.contains("              red\n") && out.contains(" at X.y\n"), "{out}");
}

/// Programs that are wrong in the same way on every board are reported as such.
#[test]
fn patterns_over_all_boards_are_reported() {
    let folder = folder();
    // The program reports one move too many, based on the answers of pdb-solve.
    let off_by_one = "import subprocess, sys\nb = sys.stdin.readline().strip()\n\
                      p = subprocess.run([sys.argv[1], b, '--format', 'json'], capture_output=True, \
                      text=True)\nimport json\nd = json.loads(p.stdout)['length']\n\
                      print('unsolvable' if d is None else f'solved in {d + 1} moves')\n";
    fs::write(folder.path().join("off.py"), off_by_one).unwrap();
    let solver = env!("CARGO_BIN_EXE_pdb-solve");
    for (command, expected) in [
        (vec!["python3", "off.py", solver], "Every length that it states is too large by 1"),
        (vec!["echo", "RR"], "It printed the same for every board: does it read the board that it is given?"),
        (
            vec!["sh", "-c", "read b; echo asked for $b; echo 'length: 8'"],
            "It gave the same answer for every board: does it read the board that it is given?",
        ),
    ] {
        let boards = [GOAL, NEAR, TWO, "123406758", "123405786", EIGHT];
        let (code, report) = validate(folder.path(), &boards, &command);
        assert_eq!(code, Some(1), "{report}");
        let findings = report["findings"].as_array().unwrap();
        assert!(findings.iter().any(|finding| finding == expected), "{expected}: {findings:?}");
    }
}

/// Two parallel runs have separate files.
#[test]
fn files_of_runs_are_separate() {
    let folder = folder();
    let script = "read b; case $b in 123456078) sleep 0.2; echo RR;; *) echo R;; esac > output.txt; sleep \
                  0.1; cat output.txt";
    let (code, report) = validate(folder.path(), &[TWO, NEAR, "--jobs", "2"], &["sh", "-c", script]);
    assert_eq!((code, report["right"].as_u64()), (Some(0), Some(2)), "{report}");
}

/// The message of a verdict, with its cause or the option that helps, for programs with one bug
/// each.
#[test]
fn a_verdict_comes_with_its_usual_cause() {
    let folder = folder();
    let project = crate::common::project();
    let right = project.join("tests/solvers/right.py").display().to_string();
    let detour = project.join("tests/solvers/detour.py").display().to_string();
    let hangs = format!("case $1 in {UNSOLVABLE}) exec sleep 60;; *) exec python3 {right} $1;; esac");
    let other_goal =
        format!("{} $1 --goal blank-first --moves tile --quiet", env!("CARGO_BIN_EXE_pdb-solve"));
    let shell = |script: &str| ["sh", "-c", script, "sh", "{}"].map(str::to_owned).to_vec();
    let python = |file: &str| ["python3", file, "{}"].map(str::to_owned).to_vec();
    let boards = [NEAR, TWO, "123406758", UNSOLVABLE];
    for (options, command, code, expected) in [
        (&[][..], python(&right), 0, "All 4 answers are right: 3 optimal paths, 1 unsolvable board."),
        (
            &[],
            python(&detour),
            1,
            "Not optimal on 1 of 3 solvable boards, 2 moves from the goal. Usual cause: ",
        ),
        (
            &["--moves", "tile"],
            python(&right),
            1,
            "All 3 paths are optimal if letters name the blank: rerun with `--moves blank`.",
        ),
        (
            &["--timeout", "15s"],
            shell(&hangs),
            1,
            "All 3 solvable boards are right. The one that timed out is unsolvable.",
        ),
        (
            &[],
            shell("echo SyntaxError: x >&2; exit 3"),
            1,
            "All 4 runs crashed the same way: exit code 3. The program has a syntax error",
        ),
        (
            &[],
            shell("exit 3"),
            1,
            "All 4 runs crashed the same way: exit code 3. The input format may be wrong.",
        ),
        (&[], shell("echo hello"), 2, "No answer was found in the output of any of the 4 runs. "),
        (&[], shell(&other_goal), 1, "rerun with `--goal 012345678 --moves tile`."),
        (&[], vec!["./absent".to_owned()], 2, "./absent could not be started: no such file or directory."),
    ] {
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let options = [&boards[..], &["--notation", "digits"], options].concat();
        let (found, report) = validate(folder.path(), &options, &command);
        let advice = report["advice"].as_array().unwrap().iter().map(|advice| advice.as_str().unwrap());
        let output =
            [report["verdict"].as_str().unwrap()].into_iter().chain(advice).collect::<Vec<_>>().join(" ");
        assert_eq!((found, output.contains(expected)), (Some(code), true), "{expected}: {output}");
    }
}

/// A node count is not a length, and a quoted line of source code is not a path.
#[test]
fn nothing_is_read_in_the_programs_favor() {
    let folder = folder();
    for (board, script, expected) in [
        (GOAL, "echo 'Solution found in 0 moves; expanded nodes: 1'", "right"),
        (TWO, "echo 'Solution found in 2 moves; expanded nodes: 9'", "right"),
        (TWO, "echo 'Solution found; expanded nodes: 2'", "not-understood"),
        (TWO, "echo 'Solved after 2 moves tried'", "not-understood"),
        ("123450786", "echo '    for m, t in moves(s)' >&2; exit 1", "crashed"),
    ] {
        let (_, report) = validate(folder.path(), &[board, "--notation", "digits"], &["sh", "-c", script]);
        assert_eq!(kind(&report), expected, "{script}: {report}");
    }
}

/// The search whose lengths a program's paths have is named; nothing is named if none fits, or if
/// the boards are too few.
#[test]
fn a_wrong_search_is_named() {
    let folder = folder();
    let solvers = crate::common::project().join("tests/solvers");
    let compiled = folder.path().join("longer");
    let source = solvers.join("longer.cpp");
    let status = Command::new("g++").args(["-O1", "-std=c++17", "-o"]).arg(&compiled).arg(source).status();
    if !status.is_ok_and(|status| status.success()) {
        eprintln!("not checked: there is no g++");
        return;
    }
    let (compiled, closed) = (compiled.to_str().unwrap(), solvers.join("closed.py"));
    let advice = |boards: &str, command: &[&str]| {
        let (code, report) = validate(folder.path(), &["--boards", boards, "--batch"], command);
        assert_eq!(code, Some(1), "{command:?}: {report}");
        report["advice"].to_string()
    };
    let closes = "Its paths are as long as those of an A* search (Manhattan distance) that closes \
                  nodes when it generates them. Close a node only when it is expanded.";
    let greedy =
        "are as long as those of greedy best-first search with the number of misplaced tiles, which ignores";
    let counted = "Each length that it states is one too large: it counts boards instead of moves. \
                   The paths behind them are as long as those of greedy";
    let (few, more) = ("depths:2", "depths:5");
    for (boards, command, expected) in [
        (few, &["python3", closed.to_str().unwrap()][..], closes),
        (more, &[compiled, "closes"], closes),
        (few, &[compiled, "greedy"], greedy),
        (few, &[compiled, "greedy", "boards"], counted),
        (
            few,
            &[compiled, "depth-first"],
            "Its paths are as long as those of depth-first search, which returns the first",
        ),
        (few, &[compiled, "weighted"], "Usual cause: "),
    ] {
        let advice = advice(boards, command);
        assert!(advice.contains(expected), "{command:?}: {advice}");
        assert!(expected.contains("Usual") || !advice.contains("Usual cause"), "{command:?}: {advice}");
    }
    assert!(advice("depth=9:2,depth=30:2", &[compiled, "greedy"]).contains("Usual cause"));
}
