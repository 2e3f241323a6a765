//! Moves with costs: cheapest paths, and answers judged by their costs.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use crate::common::{folder, parts, program, run};
use serde_json::Value;

/// With tile costs, a cheapest path costs 45 in 15 moves; a shortest one has 11 moves.
const BOARD: &str = "253410786";
const CHEAPEST: &str = "LULDRRULDLURRDD";
/// With tile costs, a path of 12 moves is both cheapest, at 63, and shortest.
const EXPENSIVE: &str = "236107485";
const SHORTEST: &str = "RDLURULLDDRR";

fn solved(folder: &Path, args: &[&str]) -> Value {
    let (code, out, err) = parts(&run("pdb-solve", folder, &[args, &["-f", "json"]].concat()));
    assert_eq!(code, Some(0), "{args:?}: {err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn every_algorithm_prints_the_least_cost() {
    let folder = folder();
    for algorithm in ["table", "uniform-cost", "astar", "ida"] {
        let answer = solved(folder.path(), &[EXPENSIVE, "--cost", "tile", "-a", algorithm]);
        assert_eq!((&answer["cost"], &answer["length"]), (&63.into(), &12.into()), "{algorithm}");
        assert_eq!((&answer["algorithm"], &answer["optimal"]), (&algorithm.into(), &true.into()));
    }
    let by_tile = solved(folder.path(), &[BOARD, "--cost", "tile"]);
    assert_eq!((&by_tile["cost"], &by_tile["moves"]), (&45.into(), &CHEAPEST.into()));
    let unit = solved(folder.path(), &[BOARD, "--cost", "unit"]);
    assert_eq!((&unit["cost"], &unit["length"]), (&11.into(), &11.into()));
}

#[test]
fn directions_are_those_of_the_moves_option() {
    let folder = folder();
    let hardest = "867254301";
    let of_tile = ["--cost", "U=1,D=3,L=2,R=2", "--moves", "tile"];
    let of_blank = ["--cost", "U=3,D=1,L=2,R=2", "--moves", "blank"];
    for options in [of_tile, of_blank] {
        assert_eq!(solved(folder.path(), &[&[hardest], &options[..]].concat())["cost"], 62);
    }
    fs::write(
        folder.path().join("windy"),
        (1..9).map(|tile| format!("{tile} 3 1 2 2\n")).collect::<String>(),
    )
    .unwrap();
    assert_eq!(solved(folder.path(), &[hardest, "--cost", "windy"])["cost"], 62);
}

#[test]
fn batches_have_a_column_for_the_cost() {
    let folder = folder();
    let mut child = program("pdb-solve", folder.path())
        .args(["--cost", "tile", "-f", "csv"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let boards = format!("{EXPENSIVE}\n213456780\n5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0\n");
    child.stdin.take().unwrap().write_all(boards.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    let rows: Vec<Vec<String>> = String::from_utf8(out.stdout)
        .unwrap()
        .lines()
        .map(|line| line.rsplit(',').map(str::to_owned).collect())
        .collect();
    // From the end: the error, `optimal`, heuristic, algorithm, metric, convention, moves, cost.
    let column = |row: usize, place: usize| rows[row][place].as_str();
    assert_eq!([column(0, 7), column(1, 7), column(2, 7), column(3, 7)], ["cost", "63", "", "86"]);
    assert_eq!([column(1, 3), column(3, 3)], ["table", "ida"]);
}

#[test]
fn limits_give_a_bound_on_the_cost() {
    let folder = folder();
    let args = ["067854231", "--cost", "tile", "-a", "astar", "--max-nodes", "1000"];
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &args));
    let bound = out.rsplit(' ').next().unwrap().trim().parse::<u32>().unwrap();
    assert!(code == Some(2) && out.contains("the least cost is at least") && bound <= 139, "{out}");
}

#[test]
fn unsuitable_options_are_refused() {
    let folder = folder();
    for (args, expected) in [
        (&["--cost", "tiles"][..], "expected unit, tile, or a cost for each direction"),
        (&["--cost", "U=0,D=1,L=1,R=1"], "expected a cost from 1 to 1000000"),
        (&["--cost", "tile", "-a", "greedy"], "greedy does not support --cost"),
        (&["--cost", "tile", "--paths", "all"], "--paths count can"),
        (&["--cost", "tile", "-a", "astar", "-H", "manhattan"], "cannot be used with"),
    ] {
        let (code, _, err) = parts(&run("pdb-solve", folder.path(), &[&[BOARD], args].concat()));
        assert!(code == Some(2) && err.contains(expected), "{args:?}: {err}");
    }
}

/// The kind of the verdict on a program that prints this text, and its message.
fn verdict(folder: &Path, board: &str, options: &[&str], text: &str) -> (String, String) {
    fs::write(folder.join("output"), text).unwrap();
    let common = ["validate", board, "--quiet", "--format", "csv", "--notation", "digits"];
    let args = [&common[..], options, &["--", "cat", "output"]].concat();
    let (_, out, err) = parts(&run("pdb-solve", folder, &args));
    let line = out.lines().nth(1).unwrap_or_else(|| panic!("{text}: {out}{err}"));
    let kind = line.split(',').nth(2).unwrap();
    (kind.to_owned(), line.to_owned())
}

#[test]
fn outputs_are_judged_by_their_costs() {
    let folder = folder();
    for (text, expected) in [
        (format!("{CHEAPEST}\nSolution found at depth 15 with cost of 45\n"), "optimal"),
        (format!("Path: {CHEAPEST}\nMoves: 15\nTotal expense: 45\n"), "optimal"),
        (format!("{{\"path\":\"{CHEAPEST}\",\"length\":15,\"cost\":45}}\n"), "optimal"),
        (format!("Path: {CHEAPEST}\n"), "optimal"),
        ("45\n".to_owned(), "optimal"),
        ("cost: 45\nnodes: 300\n".to_owned(), "optimal"),
        (format!("Path: {CHEAPEST}UD\n"), "costlier"),
        (format!("Path: {CHEAPEST}\nCost: 44\n"), "cost-disagrees"),
        (format!("Path: {CHEAPEST}\nMoves: 16\n"), "length-disagrees"),
        (format!("{{\"path\":\"{CHEAPEST}\",\"length\":15,\"cost\":15}}\n"), "cost-disagrees"),
        ("cost: 47\n".to_owned(), "other-cost"),
        ("moves: 15\n".to_owned(), "not-understood"),
    ] {
        let (kind, line) = verdict(folder.path(), BOARD, &["--cost", "tile"], &text);
        assert_eq!(kind, expected, "{text}{line}");
    }
}

/// Without costs, a stated cost is never taken as a reason to call a path too long.
#[test]
fn unknown_costs_are_asked_for() {
    let folder = folder();
    for (board, text) in [
        (BOARD, format!("{CHEAPEST}\nSolution found at depth 15 with cost of 45\n")),
        (BOARD, format!("Cost: 45\nPath: {CHEAPEST}\n")),
        (BOARD, format!("{{\"path\":\"{CHEAPEST}\",\"cost\":45}}\n")),
    ] {
        let (kind, line) = verdict(folder.path(), board, &[], &text);
        assert_eq!(kind, "not-understood", "{text}{line}");
        assert!(line.contains("the stated cost is") && line.contains("--cost tile"), "{text}{line}");
    }
    for (text, expected) in [
        (format!("Path: {SHORTEST}\nCost: 63\n"), "optimal"),
        (format!("Steps: 12, cost: 63\nPath: {SHORTEST}\n"), "optimal"),
        (format!("Path: {SHORTEST}\nCost: 12\n"), "optimal"),
        (format!("Path: {SHORTEST}\nCost: 13\n"), "length-disagrees"),
        (format!("Path: {SHORTEST}UD\n"), "longer"),
        (format!("Path: {SHORTEST}LR\nCost: 14\n"), "longer"),
        (format!("search cost: 700\nPath: {SHORTEST}\n"), "optimal"),
    ] {
        let (kind, line) = verdict(folder.path(), EXPENSIVE, &[], &text);
        assert_eq!(kind, expected, "{text}{line}");
    }
}

#[test]
fn submissions_are_graded_by_their_costs() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let assignment = format!(
        "title = 'Expense'\ncost = 'tile'\n[submission]\nfile = 'solver.sh'\n\
         command = ['sh', 'solver.sh', '{{}}']\n[[category]]\nname = 'c'\npoints = 4\nboards = ['{BOARD}']\n"
    );
    fs::write(at("a.toml"), assignment).unwrap();
    fs::create_dir(at("class")).unwrap();
    for (name, answer) in [
        ("cheapest", format!("path: {CHEAPEST}, cost: 45")),
        ("shortest", "path: DLLURULDDRR".to_owned()),
        ("miscounted", format!("path: {CHEAPEST}, cost: 46")),
    ] {
        fs::write(at("class").join(format!("{name}.sh")), format!("echo '{answer}'\n")).unwrap();
    }
    let args = ["grade", "a.toml", "class", "--quiet", "--report", "points.csv"];
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    let csv = fs::read_to_string(at("points.csv")).unwrap();
    let points = |name: &str| {
        let row = csv.lines().find(|line| line.starts_with(name)).unwrap();
        row.split(',').nth(1).unwrap().to_owned()
    };
    assert_eq!(code, Some(0), "{out}{err}");
    assert_eq!(["cheapest", "shortest", "miscounted"].map(points), ["4", "0", "0"], "{csv}");
}

#[test]
fn lines_are_checked_by_their_costs() {
    let folder = folder();
    let lines = [
        "board,moves,length,cost",
        &format!("{BOARD},{CHEAPEST},15,45"),
        &format!("{BOARD},{CHEAPEST},15,44"),
        &format!("{BOARD},{CHEAPEST},14,45"),
        &format!("{BOARD},,,45"),
        &format!("{BOARD},,,11"),
        "213456780,unsolvable,,",
    ];
    fs::write(folder.path().join("answers.csv"), lines.join("\n")).unwrap();
    let args = ["check", "answers.csv", "--cost", "tile", "--verbose", "-f", "json"];
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &args));
    let mut found: Vec<String> = out
        .lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            format!("{} {}", row["line"], row["kind"].as_str().unwrap())
        })
        .collect();
    found.dedup();
    let expected = ["2 optimal", "3 optimal", "3 cost-disagrees", "4 length-disagrees", "5 optimal"];
    assert_eq!(found[..5], expected);
    assert_eq!((&found[5..], code), (&["6 other-cost".to_owned(), "7 unsolvable".to_owned()][..], Some(1)));
    let args = ["check", "answers.csv", "-f", "json"];
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &args));
    let first: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!((&first["line"], &first["kind"], code), (&2.into(), &"unjudged".into(), Some(1)));
    assert!(first["finding"].as_str().unwrap().contains("--cost tile"), "{first}");
}
