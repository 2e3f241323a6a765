//! Moves with costs: comparisons, samples, files of costs in assignments, and limits.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{folder, parts, run};
use serde_json::Value;

/// With tile costs, a cheapest path costs 45 in 15 moves; a shortest one has 11 moves.
const BOARD: &str = "253410786";
/// With tile costs, a path of 12 moves costs 63.
const EXPENSIVE: &str = "236107485";
const WINDY: &str = "U=1,D=3,L=2,R=2";

fn json_lines(folder: &Path, args: &[&str]) -> Vec<Value> {
    let (code, out, err) = parts(&run("pdb-solve", folder, &[args, &["--quiet", "-f", "json"]].concat()));
    assert_eq!(code, Some(0), "{args:?}: {err}");
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The least cost of a 2x3 board by Dijkstra's algorithm on texts. The cost depends on the tile and
/// the direction in which it slides.
fn slowly(board: &str, cost: impl Fn(u32, char) -> u64) -> u64 {
    let mut waiting = BTreeSet::from([(0, board.to_owned())]);
    let mut done = BTreeSet::new();
    while let Some((least, board)) = waiting.pop_first() {
        if board == "123450" {
            return least;
        }
        let blank = board.find('0').unwrap();
        for from in 0..6 {
            // The tile on `from` slides to where the blank is.
            let slide = match (blank as i32 - from as i32, blank / 3 == from / 3) {
                (1, true) => 'R',
                (-1, true) => 'L',
                (3, _) => 'D',
                (-3, _) => 'U',
                _ => continue,
            };
            let mut next = board.clone().into_bytes();
            next.swap(blank, from);
            let next = String::from_utf8(next).unwrap();
            let tile = u32::from(board.as_bytes()[from] - b'0');
            if !done.contains(&next) {
                waiting.insert((least + cost(tile, slide), next));
            }
        }
        done.insert(board);
    }
    panic!("{board} is solvable")
}

#[test]
fn compared_searches_find_cheapest_paths_and_count() {
    let folder = folder();
    let rows = json_lines(folder.path(), &["compare", BOARD, EXPENSIVE, "--cost", "tile"]);
    assert_eq!(rows.len(), 2 * 3);
    for (row, algorithm) in rows.iter().zip(["uniform-cost", "astar", "ida"].iter().cycle()) {
        let board = row["board"].as_str().unwrap();
        let alone = &json_lines(folder.path(), &[board, "--cost", "tile", "-a", algorithm, "--stats"])[0];
        let least = if board == BOARD { 45 } else { 63 };
        assert_eq!((&row["cost"], &row["least_cost"]), (&least.into(), &least.into()), "{row}");
        assert_eq!((&row["algorithm"], &row["method"]), (&(*algorithm).into(), &(*algorithm).into()));
        for count in ["expanded", "generated", "peak_open"] {
            assert_eq!(row[count], alone["statistics"][count], "{row}");
        }
        assert_eq!((&row["length"], row.get("depth")), (&alone["length"], None), "{row}");
    }
}

/// With unit costs, the searches expand the same states as those for shortest paths.
#[test]
fn unit_costs_count_like_no_costs() {
    let folder = folder();
    let common = ["compare", "--boards", "depths:1", "-a", "uniform-cost,astar"];
    let counts = |more: &[&str], length: &str| -> Vec<Value> {
        let rows = json_lines(folder.path(), &[&common, more].concat());
        rows.iter().map(|row| Value::from(vec![row[length].clone(), row["expanded"].clone()])).collect()
    };
    let by_cost = counts(&["--cost", "unit"], "cost");
    assert_eq!((by_cost.len(), by_cost), (64, counts(&["-H", "manhattan"], "length")));
}

#[test]
fn comparisons_by_cost_have_their_own_columns() {
    let folder = folder();
    let compare = |args: &[&str]| {
        parts(&run("pdb-solve", folder.path(), &[&["compare", "-q", "--cost", "tile"], args].concat()))
    };
    let (code, csv, err) = compare(&[BOARD, "-f", "csv", "--max-nodes", "30"]);
    assert_eq!((code, err.as_str()), (Some(2), ""));
    let header = "board,goal,least_cost,method,algorithm,heuristic,convention,length,metric,cost,\
                  guaranteed_optimal,expanded,generated,peak_open,seconds,limit";
    assert_eq!(csv.lines().next(), Some(header));
    let stopped = format!("{BOARD},123456780,,uniform-cost,uniform-cost,,standard,,stm,,,30,");
    let row = csv.lines().nth(1).unwrap();
    assert!(row.starts_with(&stopped) && row.ends_with("node limit reached"), "{csv}");
    let args = [BOARD, EXPENSIVE, "-a", "astar", "--report", "page.html", "--report", "charts/"];
    let (code, text, _) = compare(&args);
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((code, lines[0][..4].join(" ")), (Some(0), "method cost length expanded".to_owned()));
    assert_eq!(
        (lines[1].join(" "), &lines[2][..3]),
        (format!("{BOARD}: cost 45"), &["astar", "45", "15"][..])
    );
    assert!(!text.contains("longer"), "{text}");
    let chart = fs::read_to_string(folder.path().join("charts/expanded.svg")).unwrap();
    assert!(chart.contains("least cost") && !chart.contains("length in moves"), "{chart}");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("<th>least cost</th>") && !page.contains("<th>depth</th>"), "{page}");
}

#[test]
fn unsuitable_comparisons_by_cost_are_refused() {
    let folder = folder();
    fs::write(folder.path().join("two"), "1 4\n2 5\n").unwrap();
    let fifteen = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0";
    for (args, expected) in [
        (&[BOARD, "--cost", "tile", "-a", "greedy"][..], "greedy does not support --cost"),
        (&[BOARD, "--cost", "tile", "-H", "manhattan"], "cannot be used with"),
        (&[BOARD, "--cost", "two"], "a 3x3 board has 8 tiles, but only 2 have a cost"),
        (&[BOARD, "--cost", "."], ". is a folder; expected a file"),
        (&[fifteen, "--cost", "tile", "-a", "table"], "4x4 has too many boards"),
        (&["213456780", "--cost", "tile"], "cannot reach"),
        (&[BOARD, "--moves", "tile"], "--cost"),
    ] {
        let (code, _, err) = parts(&run("pdb-solve", folder.path(), &[&["compare"], args].concat()));
        assert!(code == Some(2) && err.contains(expected), "{args:?}: {err}");
    }
}

#[test]
fn sampled_boards_have_their_least_costs() {
    let folder = folder();
    let sample = ["sample", "2x3", "-n", "40", "--solve"];
    let of_direction = |_: u32, slide: char| if slide == 'U' { 1 } else { 2 + u64::from(slide == 'D') };
    let inverted = |tile: u32, slide: char| of_direction(tile, if slide == 'U' { 'D' } else { 'U' });
    let of_blank = |tile: u32, slide: char| match slide {
        'U' | 'D' => inverted(tile, slide),
        _ => 2,
    };
    for (options, cost) in [
        (&["--cost", "tile"][..], &(|tile: u32, _: char| u64::from(tile)) as &dyn Fn(u32, char) -> u64),
        (&["--cost", WINDY, "--moves", "tile"], &of_direction),
        (&["--cost", WINDY], &of_blank),
    ] {
        let rows = json_lines(folder.path(), &[&sample, options].concat());
        assert_eq!(rows.len(), 40);
        for row in rows {
            assert_eq!(row["cost"], slowly(row["board"].as_str().unwrap(), cost), "{options:?} {row}");
        }
    }
    let args = [&sample[..], &["--cost", "tile", "-f", "csv"]].concat();
    let (code, csv, _) = parts(&run("pdb-solve", folder.path(), &args));
    assert!(code == Some(0) && csv.starts_with("board,goal,solvable,length,cost,moves,"), "{csv}");
}

#[test]
fn samples_that_cannot_be_solved_by_cost_say_why() {
    let folder = folder();
    let large = ["sample", "4x4", "-n", "2", "--solve", "--cost", "tile", "--max-nodes", "100"];
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &large));
    assert!(code == Some(2) && out.matches("the least cost is at least").count() == 2, "{out}");
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &["sample", "--cost", "tile"]));
    assert!(code == Some(2) && err.contains("--solve"), "{err}");
}

/// The time limit of the first board includes the computation of the least costs.
#[test]
fn a_time_limit_includes_the_least_costs() {
    let folder = folder();
    let args = [BOARD, EXPENSIVE, "--cost", "tile", "--timeout", "1ms", "-f", "csv"];
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &args));
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[1].contains("the least cost is at least") && lines[2].contains(",63,"), "{out}");
    assert_eq!(code, Some(2));
}

#[test]
fn an_assignment_names_a_file_of_costs() {
    let folder = folder();
    let at = |name: &str| folder.path().join("course").join(name);
    fs::create_dir_all(at("class")).unwrap();
    let assignment = |cost: &str| {
        format!(
            "title = 'Expense'\ncost = '{cost}'\n[submission]\nfile = 'solver.sh'\n\
             command = ['sh', 'solver.sh', '{{}}']\n[[category]]\nname = 'c'\npoints = 4\n\
             boards = ['{BOARD}']\n"
        )
    };
    let by_tile: String = (1..9).map(|tile| format!("{tile} {tile}\n")).collect();
    fs::write(at("costs.txt"), format!("# by tile\n{by_tile}")).unwrap();
    fs::write(at("a.toml"), assignment("costs.txt")).unwrap();
    fs::write(at("class").join("cheapest.sh"), "echo 'path: LULDRRULDLURRDD, cost: 45'\n").unwrap();
    fs::write(at("class").join("shortest.sh"), "echo 'path: DLLURULDDRR'\n").unwrap();
    let grade = || {
        let args = [
            "grade",
            "course/a.toml",
            "course/class",
            "--quiet",
            "--report",
            "points.csv",
            "--grades",
            "grades.json",
        ];
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
        (code, out + &err, fs::read_to_string(folder.path().join("points.csv")).unwrap_or_default())
    };
    let points = |csv: &str| {
        ["cheapest", "shortest"].map(|name| {
            let row = csv.lines().find(|line| line.starts_with(name)).unwrap();
            row.split(',').nth(1).unwrap().to_owned()
        })
    };
    let (code, out, csv) = grade();
    assert_eq!((code, points(&csv)), (Some(0), ["4", "0"].map(str::to_owned)), "{out}");
    // Other costs are another assignment, whose stored grades do not count.
    fs::write(at("costs.txt"), "1 1\n2 1\n3 1\n4 1\n5 1\n6 1\n7 1\n8 1\n").unwrap();
    assert_eq!(points(&grade().2), ["0", "4"].map(str::to_owned));
    for (cost, expected) in [
        ("class", "a.toml, line 2: cost: class is a folder; expected a file"),
        ("missing.txt", "there is no such file either"),
        ("short.txt", "a 3x3 board has 8 tiles, but only 1 have a cost"),
    ] {
        fs::write(at("short.txt"), "1 4\n").unwrap();
        fs::write(at("a.toml"), assignment(cost)).unwrap();
        let (code, out, _) = grade();
        assert!(code == Some(2) && out.contains(expected), "{cost}: {out}");
    }
}
