//! The multi-tile metric: tables, paths, and answers of other solvers.

use std::fs;
use std::path::Path;

use crate::common::{folder, parts, run};
use serde_json::Value;

/// 28 single-tile moves or 20 multi-tile moves from the goal.
const BOARD: &str = "638541720";
/// Two cells of a row from the goal.
const NEAR: &str = "123456078";

fn mtm(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    parts(&run("pdb-solve", folder, &[args, &["--metric", "mtm"]].concat()))
}

#[test]
fn paths_have_the_fewest_multi_tile_moves() {
    let folder = folder();
    let (code, out, err) = mtm(folder.path(), &[NEAR, "123456780", "--paths", "count", "-q"]);
    let expected = "123456078: 1 move (mtm), optimal\nRR\n1 optimal path\n123456780: 0 moves (mtm), optimal\n\
                    1 optimal path\n";
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), expected, ""));
    let (_, out, _) = mtm(folder.path(), &[BOARD, "213456780", "-f", "json"]);
    let rows: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let moves = rows[0]["moves"].as_str().unwrap();
    let runs = 1 + moves.as_bytes().windows(2).filter(|two| two[0] != two[1]).count();
    assert_eq!((rows[0]["length"].as_u64(), runs), (Some(20), 20));
    assert_eq!((&rows[0]["metric"], &rows[1]["metric"]), (&"mtm".into(), &"mtm".into()));
    assert_eq!((&rows[0]["optimal"], &rows[0]["algorithm"]), (&true.into(), &"table".into()));
    fs::write(folder.path().join("boards"), format!("{NEAR}\n{BOARD}\n")).unwrap();
    let (code, out, _) = mtm(folder.path(), &["-i", "boards", "-f", "csv", "-q"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("\n123456078,123456780,true,1,RR,blank,mtm,table,,true,\n"), "{out}");
}

#[test]
fn a_table_is_built_proved_and_used() {
    let folder = folder();
    let (code, out, err) =
        parts(&run("pdb-gen", folder.path(), &["build", "2x3", "--metric", "mtm", "-f", "json"]));
    assert_eq!(code, Some(0), "{err}");
    let built: Value = serde_json::from_str(out.trim()).unwrap();
    assert_eq!((&built["metric"], &built["deepest"]), (&"mtm".into(), &20.into()));
    let file = folder.path().join("pdb/2x3-123450.mtm.pdb");
    let name = file.to_str().unwrap();
    let (code, out, _) = parts(&run("pdb-gen", folder.path(), &["verify", name]));
    assert!(code == Some(0) && out.contains("all 360 entries satisfy the five rules"), "{out}");
    let (_, out, _) = parts(&run("pdb-gen", folder.path(), &["info", name]));
    assert!(out.contains("metric    mtm (multi-tile moves)") && out.contains("all 5 tiles"), "{out}");
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &["verify", name, "--sample", "9"]));
    assert!(code == Some(2) && err.contains("--sample does not support"), "{err}");
    let board = "125340";
    let (_, of_folder, _) = mtm(folder.path(), &[board]);
    let (_, of_file, _) = mtm(folder.path(), &[board, "--table", name]);
    assert_eq!(of_folder, of_file);
    // Each metric refuses the tables of the other.
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &[board, "--table", name]));
    assert!(code == Some(2) && err.contains("in the metric mtm; expected stm"), "{err}");
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &[board]));
    assert_eq!(code, Some(0), "{err}");
    let single = folder.path().join("pdb/2x3-123450.pdb");
    let (code, _, err) = mtm(folder.path(), &[board, "--table", single.to_str().unwrap()]);
    assert!(code == Some(2) && err.contains("in the metric stm; expected mtm"), "{err}");
    // A damaged table gives no answer.
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, bytes).unwrap();
    let (code, _, err) = mtm(folder.path(), &[board]);
    assert!(code == Some(2) && err.contains("2x3-123450.mtm.pdb"), "{err}");
}

#[test]
fn a_table_is_built_beside_other_files_and_kept() {
    let folder = folder();
    let gen_in = |args: &[&str]| parts(&run("pdb-gen", folder.path(), args));
    // The checkpoint of a build in the other metric, for the same file.
    let checkpoint = folder.path().join("my.pdb.ckpt");
    fs::write(&checkpoint, "saved").unwrap();
    let build = ["build", "2x3", "--metric", "mtm", "-o", "my.pdb"];
    let (code, out, err) = gen_in(&build);
    assert!(code == Some(0) && out.contains("`pdb-solve --table my.pdb --metric mtm BOARD`"), "{out}{err}");
    assert_eq!(fs::read(&checkpoint).unwrap(), b"saved");
    let (code, _, err) = gen_in(&build);
    assert!(code == Some(2) && err.contains("my.pdb exists; add --force"), "{err}");
    let (code, _, err) = gen_in(&[&build[..], &["--force", "-q"]].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(gen_in(&["build", "2x3", "--metric", "mtm", "-q"]).0, Some(0));
    let (code, out, err) = gen_in(&["list"]);
    assert!(code == Some(0) && out.contains("2x3-123450.mtm.pdb"), "{out}{err}");
    assert_eq!(gen_in(&["clean", "--checkpoints", "-q"]).0, Some(0));
    assert!(folder.path().join("pdb/2x3-123450.mtm.pdb").exists());
    let (code, _, err) =
        gen_in(&["build", "2x5", "--metric", "mtm", "-q", "-o", "other", "--max-memory", "1MB"]);
    assert!(code == Some(2) && err.contains("does not fit: 1,814,400 entries"), "{err}");
    assert!(!err.contains("pattern databases"), "{err}");
    let (code, _, _) = gen_in(&["info", "my.pdb", "--plot", "my.svg"]);
    assert_eq!(code, Some(0));
    let picture = fs::read_to_string(folder.path().join("my.svg")).unwrap();
    assert!(picture.contains("in multi-tile moves"), "{picture}");
}

#[test]
fn an_export_and_its_card_name_the_metric() {
    let folder = folder();
    let gen_in = |args: &[&str]| parts(&run("pdb-gen", folder.path(), args));
    assert_eq!(gen_in(&["build", "2x3", "--metric", "mtm", "-q", "-o", "my.pdb"]).0, Some(0));
    let (code, _, err) = gen_in(&["export", "my.pdb", "-o", "my.csv", "--card"]);
    assert_eq!(code, Some(0), "{err}");
    let rows = fs::read_to_string(folder.path().join("my.csv")).unwrap();
    let deepest =
        rows.lines().skip(1).map(|row| row.rsplit_once(',').unwrap().1.parse::<u8>().unwrap()).max();
    assert_eq!((rows.lines().count(), deepest), (361, Some(20)));
    let card = fs::read_to_string(folder.path().join("README.md")).unwrap();
    for expected in ["the number of multi-tile moves", "differ by at most 1", "--metric mtm"] {
        assert!(card.contains(expected), "{expected}: {card}");
    }
    assert!(!card.contains("single-tile") && !card.contains("exactly 1"), "{card}");
    // Its commands give the same file.
    let build = card.lines().find(|line| line.starts_with("pdb-gen build")).unwrap();
    let again = build.replace("my.pdb", "again.pdb");
    let words: Vec<&str> = again.split(' ').skip(1).collect();
    assert_eq!(gen_in(&[&words[..], &["-q"]].concat()).0, Some(0));
    assert_eq!(
        fs::read(folder.path().join("my.pdb")).unwrap(),
        fs::read(folder.path().join("again.pdb")).unwrap()
    );
}

/// Runs a command line in the multi-tile metric, which must be refused because of its last option.
fn assert_refused(folder: &Path, name: &str, line: &str, option: &str) {
    let args: Vec<&str> = line.split(' ').chain(["--metric", "mtm"]).chain(option.split(' ')).collect();
    let (code, out, err) = parts(&run(name, folder, &args));
    let words: Vec<&str> = option.split(' ').collect();
    let named = match words[0] {
        "-a" => "--algorithm".to_owned(),
        "-H" => "--heuristic".to_owned(),
        "--boards" | "--paths" => words[..2].join(" "),
        named => named.to_owned(),
    };
    let expected = format!("{named} cannot be used with --metric mtm: ");
    assert!(
        code == Some(2) && out.is_empty() && err.contains(&expected),
        "{line} {option}: {code:?} {out}{err}"
    );
    // The message advises exactly one thing.
    let (_, reason) = err.split_once(&expected).unwrap();
    let advice: usize = ["; leave out ", "use --paths count", "; use random:"]
        .iter()
        .map(|advice| reason.matches(advice).count())
        .sum();
    assert_eq!(advice, 1, "{err}");
}

#[test]
fn unsupported_options_are_refused_by_name() {
    let folder = folder();
    let of_limits = ["--timeout 1h", "--max-memory 1GB", "--max-nodes 9"];
    for option in [
        "-a astar",
        "--anytime",
        "--cost tile",
        "--paths all",
        "--prove 20",
        "-H manhattan",
        "--weight 2",
        "--depth-limit 9",
        "--convention tran",
        "--order ULDR",
        "--duplicates kept",
        "--ties fifo",
        "--trace",
        "--resume",
        "--checkpoint 1s",
    ] {
        assert_refused(folder.path(), "pdb-solve", BOARD, option);
    }
    for option in of_limits {
        assert_refused(folder.path(), "pdb-solve", BOARD, option);
        assert_refused(folder.path(), "pdb-solve", &format!("check {NEAR} 1"), option);
        assert_refused(folder.path(), "pdb-solve", &format!("compare {NEAR}"), option);
    }
    for option in ["--accept-longer", "--all-paths", "--cost tile"] {
        assert_refused(folder.path(), "pdb-solve", &format!("check {NEAR} 1"), option);
        assert_refused(folder.path(), "pdb-solve", &format!("validate {NEAR}"), &format!("{option} -- true"));
    }
    for option in ["--nodes-as astar:manhattan -- true", "--boards depths:1 -- true"] {
        assert_refused(folder.path(), "pdb-solve", "validate -q", option);
    }
    for option in [
        "-H manhattan",
        "--convention tran",
        "--weight 2",
        "--depth-limit 9",
        "--cost tile",
        "--boards depths:1",
    ] {
        assert_refused(folder.path(), "pdb-solve", &format!("compare {NEAR}"), option);
    }
    let (code, _, err) = mtm(folder.path(), &["compare", BOARD, "-a", "table,astar"]);
    assert!(code == Some(2) && err.contains("astar does not support --metric mtm"), "{err}");
    for option in [
        "--pattern 1,2",
        "--preset 5-5-5",
        "--zero-aware",
        "--encoding mod3",
        "--resume",
        "--checkpoint 1s",
        "--dry-run",
    ] {
        assert_refused(folder.path(), "pdb-gen", "build 4x4", option);
    }
    for option in ["--resume", "--force", "--checkpoint 1s"] {
        assert_refused(folder.path(), "pdb-gen", "count 2x3", option);
    }
    assert_eq!(fs::read_dir(folder.path().join("pdb")).unwrap().count(), 0, "nothing was built");
}

#[test]
fn large_boards_need_a_table_and_are_refused_before_others_are_built() {
    let folder = folder();
    let large = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0";
    let twelve = "1,2,3,4,5,6,7,8,9,10,0,11";
    let lines: [&[&str]; 3] = [&[large], &["check", large, "1"], &["compare", large]];
    for line in lines {
        let (code, out, err) = mtm(folder.path(), line);
        let expected = "--metric mtm needs a full table, and 4x4 has too many boards";
        assert!(code == Some(2) && format!("{out}{err}").contains(expected), "{line:?}: {out}{err}");
    }
    let program = ["validate", "--metric", "mtm", twelve, "--", "true"];
    let lines: [&[&str]; 3] = [
        &["--metric", "mtm", twelve],
        &["check", "--metric", "mtm", "-f", "json", "-q", twelve, "1"],
        &program,
    ];
    for line in lines {
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), line));
        let output = format!("{out}{err}");
        assert!(code == Some(2) && output.contains("pdb-gen build 3x4 --metric mtm"), "{line:?}: {output}");
    }
    assert_eq!(fs::read_dir(folder.path().join("pdb")).unwrap().count(), 0, "nothing was built");
}

#[test]
fn the_other_metric_may_be_named() {
    let folder = folder();
    let args = ["compare", NEAR, "--metric", "stm", "-a", "astar", "-H", "manhattan", "-f", "csv", "-q"];
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert!(code == Some(0) && out.contains(",astar manhattan,"), "{out}{err}");
    let (code, out, _) =
        parts(&run("pdb-solve", folder.path(), &[NEAR, "--metric", "stm", "--timeout", "9"]));
    assert_eq!((code, out.as_str()), (Some(0), "123456078: 2 moves, optimal\nRR\n"));
}

#[test]
fn answers_are_checked_in_the_metric() {
    let folder = folder();
    for (answer, code, kind) in
        [("RR", 0, "optimal"), ("1", 0, "optimal"), ("2", 1, "single-tile"), ("RLRR", 1, "longer")]
    {
        let (found, out, _) = mtm(folder.path(), &["check", NEAR, answer, "-v", "-f", "json"]);
        let row: Value = serde_json::from_str(out.trim()).unwrap();
        assert_eq!(found, Some(code), "{out}");
        assert_eq!((&row["kind"], &row["metric"]), (&kind.into(), &"mtm".into()), "{out}");
    }
    let (_, out, _) = mtm(folder.path(), &["check", NEAR, "2"]);
    assert!(out.contains("1 answer: 0 right, 1 wrong in multi-tile moves (mtm)\n"), "{out}");
}

#[test]
fn comparisons_count_multi_tile_moves() {
    let folder = folder();
    let (code, out, err) = mtm(folder.path(), &["compare", BOARD, NEAR, "-f", "json", "-q"]);
    assert_eq!(code, Some(0), "{err}");
    let rows: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found = |row: &Value| (row["depth"].as_u64(), row["length"].as_u64(), row["metric"] == "mtm");
    assert_eq!(found(&rows[0]), (Some(20), Some(20), true));
    assert_eq!(found(&rows[1]), (Some(1), Some(1), true));
    // Reading a path looks up the four boards that are one move from each board along it.
    assert_eq!((rows[0]["expanded"].as_u64(), rows[0]["generated"].as_u64()), (Some(20), Some(81)));
    let (_, out, _) = mtm(folder.path(), &[BOARD, "--stats"]);
    assert!(out.contains("expanded 20  generated 81  time"), "{out}");
    let reports = ["--report", "page.html", "--report", "charts/", "--report", "rows.csv"];
    let (code, out, err) = mtm(folder.path(), &[&["compare", BOARD, NEAR], &reports[..]].concat());
    assert!(code == Some(0) && out.contains("lengths are in multi-tile moves (mtm)"), "{out}{err}");
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(text("page.html").contains("lengths are in multi-tile moves (mtm)"));
    assert!(text("charts/expanded.svg").contains("optimal length in multi-tile moves"));
    assert!(text("rows.csv").contains(",20,mtm,"));
}

#[test]
fn shown_boards_are_one_move_apart() {
    let folder = folder();
    let (_, out, _) = mtm(folder.path(), &[NEAR, "--show", "-q"]);
    let expected = "\
123456078: 1 move (mtm), optimal
RR

start    1. RR
1 2 3    1 2 3
4 5 6    4 5 6
. 7 8    7 8 .

";
    assert_eq!(out, expected);
}

/// A path with the fewest single-tile moves, and more multi-tile moves than needed.
const FEWEST_SLIDES: &str = "UULDDLUURDLDRURDLURULDLURRDD";

#[test]
fn a_path_with_the_fewest_single_tile_moves_is_named() {
    let folder = folder();
    let (code, out, _) = mtm(folder.path(), &["check", BOARD, FEWEST_SLIDES]);
    let expected = "line 1: 638541720: longer: 23 moves, 3 more than needed; it has the fewest single-tile \
                    moves\n1 answer: 0 right, 1 wrong in multi-tile moves (mtm)\n  longer: 1\n";
    assert_eq!((code, out.as_str()), (Some(1), expected));
    let (_, out, _) = mtm(folder.path(), &["check", NEAR, "RLRR"]);
    assert!(out.contains("longer: 3 moves, 2 more than needed\n"), "{out}");
    let length = format!("{FEWEST_SLIDES} 28");
    let (_, out, _) = mtm(folder.path(), &["check", BOARD, &length]);
    assert!(out.contains("single-tile: 28 is the length in single-tile moves"), "{out}");
}

/// The estimates of neighbors, which one multi-tile move separates.
#[test]
fn estimates_are_compared_along_rows_and_columns() {
    let folder = folder();
    fs::write(folder.path().join("h.csv"), "board,h\n123456780,0\n638541720,20\n123456078,1\n").unwrap();
    let (code, out, err) = mtm(folder.path(), &["check", "h.csv"]);
    assert_eq!((code, out.contains("3 right")), (Some(0), true), "{out}{err}");
    // The blank of one is two cells above that of the other.
    fs::write(folder.path().join("h.csv"), "board,h\n103426758,2\n123456708,0\n").unwrap();
    let (code, out, _) = mtm(folder.path(), &["check", "h.csv"]);
    assert!(
        code == Some(1) && out.contains("0 here and 2 on the neighbor 103426758: not consistent"),
        "{out}"
    );
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &["check", "h.csv"]));
    assert!(code == Some(0), "{out}");
}

/// Programs in the metric print boards that are several cells apart.
#[test]
fn answers_of_boards_may_jump() {
    let folder = folder();
    let jump = "[[1,2,3,4,5,6,0,7,8],[1,2,3,4,5,6,7,8,0]]";
    fs::write(folder.path().join("answers"), format!("{NEAR} {jump}\n")).unwrap();
    let (code, out, err) = mtm(folder.path(), &["check", "answers"]);
    assert!(code == Some(0) && out.starts_with("1 answer: 1 right"), "{out}{err}");
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &["check", "answers"]));
    assert!(code == Some(1) && out.contains("move 1 is illegal"), "{out}");
}

/// A program that prints the path of `pdb-solve --metric mtm`, and the number of its slides or
/// runs.
#[cfg(unix)]
#[test]
fn programs_are_judged_in_the_metric() {
    let folder = folder();
    for (length, code, kind) in [(1, 0, None), (2, 1, Some("single-tile"))] {
        let command = format!("echo path: RR; echo length: {length}");
        let (found, out, err) = parts(&run(
            "pdb-solve",
            folder.path(),
            &["validate", NEAR, "--metric", "mtm", "-f", "json", "-q", "--", "sh", "-c", &command],
        ));
        assert_eq!(found, Some(code), "{out}{err}");
        let report: Value = serde_json::from_str(out.trim()).unwrap();
        assert_eq!(report["metric"], "mtm");
        assert_eq!(report["kinds"][0]["kind"].as_str(), kind, "{out}");
    }
    let rows = "1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 8 0\n";
    fs::write(folder.path().join("rows"), rows).unwrap();
    let rows = ["validate", NEAR, "--metric", "mtm", "-q", "--", "sh", "-c", "cat rows"];
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &rows));
    assert!(code == Some(0) && out.contains("1 optimal path"), "{out}{err}");
}

/// Every report names the metric of a program that minimizes single-tile moves.
#[cfg(unix)]
#[test]
fn a_program_in_the_other_metric_is_recognized() {
    let folder = folder();
    let reports = ["--report", "a.html", "--report", "a.md", "--report", "a.xml", "--report", "a.csv"];
    let command = format!("echo {FEWEST_SLIDES}");
    let args =
        [&["validate", BOARD, "--metric", "mtm"][..], &reports, &["--", "sh", "-c", &command]].concat();
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!(code, Some(1), "{err}");
    assert!(out.contains("Its paths have the fewest single-tile moves (stm)"), "{out}");
    assert!(!out.contains("greedy") && out.contains("in multi-tile moves (mtm): 0 right, 1 wrong"), "{out}");
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for name in ["a.html", "a.md"] {
        assert!(text(name).contains("in multi-tile moves (mtm)"), "{name}");
    }
    assert!(text("a.xml").contains("<property name=\"metric\" value=\"mtm\"/>"));
    let csv = text("a.csv");
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].ends_with(",goal,metric") && rows[1].ends_with(",123456780,mtm"), "{csv}");
}

/// The default boards, judged in the metric: right paths, and the lengths that the program states.
#[cfg(unix)]
#[test]
fn a_right_program_passes() {
    let folder = folder();
    let solver = crate::common::program("pdb-solve", folder.path());
    let solver = solver.get_program().to_str().unwrap();
    for kind in ["", "--show"] {
        let command = format!("{solver} {{}} --metric mtm -q {kind}");
        let words: Vec<&str> = command.split_whitespace().collect();
        let boards = ["validate", "--boards", "random:6,unsolvable:1", "--metric", "mtm", "--"];
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &[&boards[..], &words].concat()));
        assert_eq!(code, Some(0), "{kind}: {out}{err}");
        assert!(out.contains("All 7 answers are right") && out.contains("multi-tile moves (mtm)"), "{out}");
    }
}
