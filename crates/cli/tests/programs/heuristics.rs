//! Heuristics under test: inadmissible, inconsistent, and right ones.

use std::path::Path;

use crate::common::{folder, parts, program};
use serde_json::Value;

/// Heuristics in Python, selected by name, for a board as an argument or for one per line.
const HEURISTICS: &str = "\
import sys
def places(t): return [(abs(i // 3 - (int(c) - 1) // 3) + abs(i % 3 - (int(c) - 1) % 3)) \
    for i, c in enumerate(t) if c != '0']
def manhattan(t): return sum(places(t))
def doubled(t): return 2 * manhattan(t)
def jumpy(t): return manhattan(t) if t[4] == '0' else 0
def shifted(t): return manhattan(t) + 1
def at_corner(t): return 3 * (t[0] == '0')
boards = sys.argv[2:] or sys.stdin.read().split()
for t in boards: print(f'h = {globals()[sys.argv[1]](t)}')
";

/// The exit code and the JSON report of a run of `validate`.
fn json(folder: &Path, options: &[&str], name: &str, by_argument: bool) -> (Option<i32>, Value) {
    let first = ["validate", "--quiet", "--expect", "estimate", "--format", "json"];
    let command = ["--", "python3", "-c", HEURISTICS, name, "{}"];
    let command = if by_argument { &command[..] } else { &command[..5] };
    let args = [&first[..], options, command].concat();
    let (code, out, err) = parts(&program("pdb-solve", folder).args(args).output().unwrap());
    (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")))
}

fn count(report: &Value, kind: &str) -> u64 {
    let kinds = report["kinds"].as_array().unwrap();
    kinds.iter().find(|one| one["kind"] == kind).map_or(0, |one| one["count"].as_u64().unwrap())
}

#[test]
fn a_right_heuristic_is_right_on_boards_and_neighbors() {
    let folder = folder();
    let options = ["867254301", "213456780"];
    let (code, report) = json(folder.path(), &options, "manhattan", true);
    // Two boards, the goal, and three neighbors of the first.
    assert_eq!(
        (code, report["boards"].as_u64(), report["right"].as_u64()),
        (Some(0), Some(6), Some(6)),
        "{report}"
    );
    assert_eq!(report["answers_read_as"][0]["form"], "estimate");
    let (code, report) =
        json(folder.path(), &["--boards", "depths:1,unsolvable:2", "--batch"], "manhattan", false);
    assert_eq!((code, report["wrong"].as_u64()), (Some(0), Some(0)), "{report}");
    assert!(report["boards"].as_u64() > Some(80), "{report}");
    let found = report["findings"].to_string();
    assert!(found.contains("The heuristic is admissible and consistent on all"), "{found}");
}

/// On all boards of the 8-puzzle, the counts are exact.
#[test]
fn every_error_of_a_heuristic_is_counted() {
    let folder = folder();
    let options = ["--boards", "all", "--batch"];
    let (code, report) = json(folder.path(), &options, "jumpy", false);
    assert_eq!((code, count(&report, "inadmissible")), (Some(1), 0), "{}", report["kinds"]);
    assert!(count(&report, "inconsistent") > 20_000, "{}", report["kinds"]);
    // Manhattan distance plus one exceeds the distance exactly where the Manhattan distance is
    // exact.
    let (code, report) = json(folder.path(), &["--boards", "all", "--batch"], "shifted", false);
    let exact = report["kinds"][0]["count"].as_u64().unwrap();
    assert_eq!((code, count(&report, "inconsistent"), count(&report, "inadmissible")), (Some(1), 0, exact));
    assert!((1000..30_000).contains(&exact), "{}", report["kinds"]);
}

#[test]
fn the_goal_and_neighbors_are_always_tried() {
    let folder = folder();
    let (code, report) = json(folder.path(), &["867254301"], "shifted", true);
    assert_eq!(code, Some(1));
    let failure = &report["failures"][0];
    assert_eq!(
        (failure["board"].as_str(), failure["distance"].as_u64()),
        (Some("123456780"), Some(0)),
        "{report}"
    );
    assert!(failure["detail"].as_str().unwrap().contains("1 is above the distance, 0"), "{failure}");
    let (code, report) = json(folder.path(), &["083254761"], "at_corner", true);
    assert_eq!((code, count(&report, "inconsistent")), (Some(1), 2), "{report}");
    let repeat = report["failures"][0]["repeat"].as_str().unwrap();
    assert!(
        repeat.starts_with("python3 -c ")
            && repeat.ends_with(report["failures"][0]["board"].as_str().unwrap())
    );
}

#[test]
fn findings_are_reported_as_sentences() {
    let folder = folder();
    let text = |name: &str, boards: &[&str]| {
        let first = ["validate", "-q", "--expect", "estimate"];
        let args = [&first[..], boards, &["--", "python3", "-c", HEURISTICS, name, "{}"]].concat();
        parts(&program("pdb-solve", folder.path()).args(args).output().unwrap()).1
    };
    let right = text("manhattan", &["867254301"]);
    assert!(right.contains("The heuristic is admissible and consistent on all 5 solvable boards"), "{right}");
    let both = text("doubled", &["867254301", "123456708"]);
    assert!(both.contains("The heuristic is not admissible on "), "{both}");
    let unlike = text("at_corner", &["083254761"]);
    assert!(
        unlike.contains("The heuristic is admissible on all 4 solvable boards, but not consistent on 2"),
        "{unlike}"
    );
}

#[test]
fn other_forms_of_estimates_are_named_or_detected() {
    let folder = folder();
    let run = |options: &[&str], script: &str| {
        let args =
            [&["validate", "-q", "--expect"], options, &["123456708", "--", "sh", "-c", script]].concat();
        parts(&program("pdb-solve", folder.path()).args(args).output().unwrap())
    };
    assert_eq!(run(&["estimate"], "echo 0").0, Some(0));
    assert_eq!(run(&["estimate"], "echo '{\"estimate\": 0}'").0, Some(0));
    assert_eq!(run(&["estimate:regex:value (?<length>\\d+)"], "echo of 7: value 0").0, Some(0));
    assert_eq!(run(&["estimate:last-number"], "echo 9 1").0, Some(1), "it is above that of the goal");
    let (code, out, _) = run(&["estimate"], "echo hello");
    assert!(code == Some(2) && out.contains("no estimate found"), "{out}");
    let (code, _, err) = run(&["estimate:moves"], "echo 0");
    assert!(code == Some(2) && err.contains("an estimate is a number"), "{err}");
    let (code, _, err) = run(&["estimate", "--moves", "tile"], "echo 0");
    assert!(code == Some(2) && err.contains("--moves has no meaning for an estimate"), "{err}");
}

#[test]
fn a_function_may_be_a_heuristic() {
    let folder = folder();
    let file = "def h(board): return sum(1 for i, tile in enumerate(board) if tile and tile != i + 1)\n";
    std::fs::write(folder.path().join("search.py"), file).unwrap();
    let run = |extra: &[&str]| {
        let args = [
            &["validate", "-q", "--expect", "estimate", "--boards", "depths:1", "--python", "search.py:h"],
            extra,
        ]
        .concat();
        parts(&program("pdb-solve", folder.path()).args(args).output().unwrap())
    };
    let (code, out, err) = run(&["--batch"]);
    assert!(
        code == Some(0) && out.contains("The heuristic is admissible and consistent on all"),
        "{out}{err}"
    );
}
