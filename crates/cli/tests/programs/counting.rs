//! Counting levels without a table gives the same numbers as the table.

#[cfg(unix)]
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::Stdio;

#[cfg(unix)]
use crate::common::program;
use crate::common::{folder, names_in, parts, run};
use serde_json::Value;

/// Wide and tall shapes, and goals that are not symmetric to each other.
const COUNTS: [(&str, &str); 6] = [
    ("2x2", "blank-last"),
    ("2x4", "snail"),
    ("4x2", "3 1 2 0 5 4 7 6"),
    ("3x3", "863204571"),
    ("2x5", "blank-first"),
    ("5x2", "1 2 3 4 5 0 6 7 8 9"),
];

/// OEIS A089473 and A089474: states of the 8-puzzle by distance, with the goal's blank in a corner
/// and in the center.
const PUBLISHED: [(&str, &str); 2] = [
    (
        "blank-last",
        "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952 \
         20224 24047 15578 14560 6274 3910 760 221 2",
    ),
    (
        "snail",
        "1 4 8 8 16 32 60 72 136 200 376 512 964 1296 2368 3084 5482 6736 11132 12208 18612 18444 24968 \
         19632 22289 13600 11842 4340 2398 472 148",
    ),
];

#[test]
fn b_files_have_the_published_sequences() {
    let folder = folder();
    for (goal, sequence) in PUBLISHED {
        let (code, out, err) =
            parts(&run("pdb-gen", folder.path(), &["count", "--goal", goal, "--format", "b-file"]));
        let expected: String =
            sequence.split(' ').enumerate().map(|(n, term)| format!("{n} {term}\n")).collect();
        assert_eq!((code, out, err.as_str()), (Some(0), expected, ""), "{goal}");
    }
}

#[test]
fn a_resumed_b_file_says_so_in_a_comment() {
    let folder = folder();
    let begun = run("pdb-gen", folder.path(), &["count", "3x3", "--up-to", "4", "-q", "-f", "b-file"]);
    assert_eq!(parts(&begun).1, "0 1\n1 2\n2 4\n3 8\n4 16\n");
    let (_, out, _) = parts(&run("pdb-gen", folder.path(), &["count", "--resume", "-q", "-f", "b-file"]));
    assert!(out.starts_with("0 1\n1 2\n2 4\n") && out.contains("\n31 2\n"), "{out}");
    assert!(out.ends_with("\n# resumed after level 4, saved here\n"), "{out}");
}

/// Returns the number of boards in an exported table with the blank in each cell, at each distance.
fn by_cell(exported: &str, counted: &Value) -> Value {
    let mut by_cell = Vec::new();
    for line in exported.lines().skip(1) {
        let (board, moves) = line.rsplit_once(',').unwrap();
        let board = board.trim_matches('"');
        let tiles: Vec<&str> = match board.contains(',') {
            true => board.split(',').collect(),
            false => board.split("").filter(|tile| !tile.is_empty()).collect(),
        };
        by_cell.resize(tiles.len(), vec![0; counted["histogram"].as_array().unwrap().len()]);
        let blank = tiles.iter().position(|tile| *tile == "0").unwrap();
        by_cell[blank][moves.parse::<usize>().unwrap()] += 1;
    }
    serde_json::json!(by_cell)
}

#[test]
fn counts_equal_those_of_tables() {
    let folder = folder();
    let gen_json = |args: &[&str]| -> Value {
        let (code, out, err) = parts(&run("pdb-gen", folder.path(), args));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
        serde_json::from_str(&out).unwrap()
    };
    for (shape, goal) in COUNTS {
        let counted = gen_json(&["count", shape, "--goal", goal, "--format", "json", "--deepest", "1000"]);
        let built = gen_json(&["build", shape, "--goal", goal, "--format", "json", "-o", "t.pdb", "--force"]);
        for field in ["shape", "goal", "metric", "states", "deepest", "histogram"] {
            assert_eq!(counted[field], built[field], "{field} of {shape} to {goal}");
        }
        let exported = folder.path().join("t.csv");
        let args = ["export", "t.pdb", "-o", "t.csv"];
        assert!(run("pdb-gen", folder.path(), &args).status.success());
        let at_the_end = format!(",{}", counted["deepest"]);
        let text = std::fs::read_to_string(&exported).unwrap();
        assert_eq!(counted["histogram_by_cell"], by_cell(&text, &counted), "{shape} to {goal}");
        let mut deepest: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_suffix(&at_the_end))
            .map(|board| board.trim_matches('"'))
            .collect();
        let mut named: Vec<&str> = counted["deepest_boards"]
            .as_array()
            .unwrap()
            .iter()
            .map(|board| board.as_str().unwrap())
            .collect();
        deepest.sort_unstable();
        named.sort_unstable();
        assert_eq!(named, deepest, "{shape} to {goal}");
        std::fs::remove_file(exported).unwrap();
    }
}

#[test]
fn the_text_has_the_plan_the_levels_and_the_farthest() {
    let folder = folder();
    let count = |args: &[&str]| {
        let (code, out, err) = parts(&run("pdb-gen", folder.path(), &[&["count", "2x3"], args].concat()));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
        out
    };
    let out = count(&[]);
    assert!(
        out.starts_with(
            "shape     2x3\ngoal      123450\nstates    360\nmemory    49 bytes\n\
             \n  0    1\n  1    2\n  2    3\n"
        ),
        "{out}"
    );
    let end = "\n 20    6\n 21    1\n\ndeepest   21 moves (1 state)\nmean      12.6222 moves\n";
    assert!(out.ends_with(&format!("{end}farthest  450123\n")), "{out}");
    assert!(count(&["--deepest", "0"]).ends_with(end));

    let many = parts(&run("pdb-gen", folder.path(), &["count", "--deepest", "1"])).1;
    assert!(many.ends_with("farthest  647850321\n          and 1 more\n"), "{many}");
    for place in [folder.path(), &folder.path().join("pdb")] {
        assert_eq!(names_in(place), [""; 0], "nothing is written");
    }
}

#[test]
fn states_are_counted_by_their_least_cost() {
    let folder = folder();
    let count = |args: &[&str]| {
        let (code, out, err) = parts(&run("pdb-gen", folder.path(), &[&["count"], args].concat()));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
        out
    };
    let out = count(&["--cost", "tile"]);
    let begin = "shape     3x3\ngoal      123456780\ncost      tile\nstates    181,440\n\n  0        1\n";
    assert!(out.starts_with(begin), "{out}");
    let end = "\ncostliest 139 (1 state)\nmean      97.0278\nboards    067854231\n\
               longer    33,732 states: every cheapest path is longer than a shortest path\n";
    assert!(out.ends_with(end), "{out}");
    // The tile moves opposite to the blank: up 1 and down 3 for the tile is U=3,D=1.
    for (args, costliest, boards) in [
        (&["--cost", "U=3,D=1,L=2,R=2"][..], 62, &["867254301"][..]),
        (&["--cost", "U=1,D=3,L=2,R=2", "--goal", "blank-first"], 62, &["806547231"]),
        (&["--cost", "unit"], 31, &["647850321", "867254301"]),
    ] {
        let json: Value = serde_json::from_str(&count(&[args, &["-f", "json"]].concat())).unwrap();
        assert_eq!((&json["costliest"], &json["costliest_boards"]), (&costliest.into(), &boards.into()));
        assert_eq!(json["cost"], args[1]);
        assert_eq!(json["cheapest_is_longer"], 0);
    }
    // With costs of 1, the counts are those of the distances; other costs may leave gaps.
    assert_eq!(count(&["--cost", "unit", "-f", "b-file"]), count(&["-f", "b-file"]));
    let gaps = count(&["2x2", "--cost", "U=5,D=5,L=5,R=5", "-f", "b-file"]);
    assert!(gaps.starts_with("0 1\n1 0\n2 0\n3 0\n4 0\n5 2\n6 0\n") && gaps.ends_with("\n30 1\n"), "{gaps}");
    for (args, expected) in [
        (&["--cost", "dear"][..], "--cost: "),
        (
            &["2x6", "--cost", "tile"],
            "--cost: 2x6 has too many boards: least costs are computed for up to 10 cells",
        ),
        (&["--cost", "tile", "--metric", "mtm"], "cannot be used with"),
    ] {
        let (code, out, err) = parts(&run("pdb-gen", folder.path(), &[&["count"], args].concat()));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(expected), "{args:?}: {err}");
    }
}

#[test]
fn impossible_counts_are_rejected_at_once() {
    let folder = folder();
    for (args, expected) in [
        (
            &["3x4", "--max-memory", "1", "--threads", "1"][..],
            "pdb-gen: this count does not fit: 239,500,800 states, 3.7 MB of memory, about 21.0 MB on disk; \
             --max-memory allows 1.0 MB\n",
        ),
        (&["4x4", "--max-memory", "100"], ", about 720 GB on disk; --max-memory allows 100 MB\n"),
        (&["5x5"], "5x5 has too many states to count"),
        (&["3x3", "--goal", "1234567890"], "--goal does not fit 3x3"),
    ] {
        let (code, out, err) = parts(&run("pdb-gen", folder.path(), &[&["count"], args].concat()));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(expected), "{args:?}: {err}");
    }
}

/// Sends the signal right after the plan is printed, long before 4x3 is counted: counting takes
/// longest in this metric. The signal is SIGTERM, because a shell may start the tests with SIGINT
/// ignored.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_count() {
    use std::os::unix::process::ExitStatusExt;

    let folder = folder();
    let mut command = program("pdb-gen", folder.path());
    let mut child = command
        .args(["count", "4x3", "--metric", "mtm", "--threads", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "shape     4x3");
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert!(!rest.iter().any(|line| line.starts_with("deepest")), "{rest:?}");
}
