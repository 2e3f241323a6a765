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
    assert!(code == Some(0) && out.contains("all 5 rules over 360 entries"), "{out}");
    let (_, out, _) = parts(&run("pdb-gen", folder.path(), &["info", name]));
    assert!(out.contains("metric    mtm (multi-tile moves)") && out.contains("all 5 tiles"), "{out}");
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &["verify", name, "--sample", "9"]));
    assert!(code == Some(2) && err.contains("--sample does not apply"), "{err}");
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
fn unsupported_options_are_refused_by_name() {
    let folder = folder();
    for (args, said) in [
        (&["-a", "astar"][..], "--algorithm cannot be used with --metric mtm"),
        (&["--anytime"], "--anytime cannot be used with --metric mtm"),
        (&["--cost", "tile"], "--metric mtm cannot be used with --cost"),
        (&["--paths", "all"], "--paths all cannot be used with --metric mtm"),
        (&["--prove", "20"], "--prove cannot be used with --metric mtm"),
    ] {
        let (code, out, err) = mtm(folder.path(), &[&[BOARD], args].concat());
        assert!(code == Some(2) && out.is_empty() && err.contains(said), "{args:?}: {err}");
    }
    let large = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0";
    let (code, _, err) = mtm(folder.path(), &[large]);
    assert!(code == Some(2) && err.contains("--metric mtm needs a complete table, and 4x4 has"), "{err}");
    let (code, _, err) = mtm(folder.path(), &["1,2,3,4,5,6,7,8,9,10,0,11"]);
    assert!(code == Some(2) && err.contains("pdb-gen build 3x4 --metric mtm"), "{err}");
    for (args, said) in [
        (&["--pattern", "1,2"][..], "--pattern does not apply to --metric mtm"),
        (&["--encoding", "mod3"], "--encoding does not apply to --metric mtm"),
        (&["--resume"], "--resume does not apply to --metric mtm"),
    ] {
        let args = [&["build", "--metric", "mtm"], args].concat();
        let (code, _, err) = parts(&run("pdb-gen", folder.path(), &args));
        assert!(code == Some(2) && err.contains(said), "{args:?}: {err}");
    }
    for command in [&["check", NEAR, "1", "--accept-longer"][..], &["check", NEAR, "RR", "--all-paths"]] {
        let (code, _, err) = mtm(folder.path(), command);
        assert!(code == Some(2) && err.contains("cannot be used with --metric mtm"), "{err}");
    }
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
    let (code, _, err) = mtm(folder.path(), &["compare", BOARD, "-a", "table,astar"]);
    assert!(code == Some(2) && err.contains("astar does not support --metric mtm"), "{err}");
}

/// A program that prints the path of `pdb-solve --metric mtm`, and the number of its slides or runs.
#[cfg(unix)]
#[test]
fn programs_are_judged_in_the_metric() {
    let folder = folder();
    for (said, code, kind) in [(1, 0, None), (2, 1, Some("single-tile"))] {
        let command = format!("echo path: RR; echo length: {said}");
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
}
