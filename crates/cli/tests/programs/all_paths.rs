//! `check --all-paths`: lines with all optimal paths.

use std::fs;
use std::path::Path;

use crate::common::{folder, parts, run};
use serde_json::Value;

/// Its two optimal paths are `DRULDR` and `RDLURD`.
const BOARD: &str = "123408765";

fn findings(folder: &Path, text: &str) -> Vec<Value> {
    fs::write(folder.join("answers"), text).unwrap();
    let args = ["check", "answers", "--all-paths", "--verbose", "--quiet", "-f", "json"];
    let (_, out, err) = parts(&run("pdb-solve", folder, &args));
    let rows: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!rows.is_empty(), "{text}: {err}");
    rows
}

#[test]
fn every_list_of_pdb_solve_is_right() {
    let folder = folder();
    let sample = ["sample", "--boards", "depths:2,unsolvable:2", "--quiet"];
    let (_, boards, _) = parts(&run("pdb-solve", folder.path(), &sample));
    fs::write(folder.path().join("boards"), &boards).unwrap();
    for format in ["csv", "json"] {
        let args = ["-i", "boards", "--paths", "all", "-f", format];
        let (_, answers, _) = parts(&run("pdb-solve", folder.path(), &args));
        let rows = findings(folder.path(), &answers);
        assert_eq!(rows.len(), boards.lines().count());
        for row in rows {
            let is_expected = match row["kind"].as_str() {
                Some("all-paths") => row["paths"] == row["optimal_paths"] && row["paths"] != 0,
                Some("unsolvable") => row["optimal_paths"] == 0,
                _ => false,
            };
            assert!(is_expected && row["right"] == true, "{row}");
        }
    }
}

#[test]
fn missing_repeated_and_wrong_paths_are_found() {
    let folder = folder();
    for (answer, kind, paths) in [
        ("DRULDR RDLURD", "all-paths", 2),
        ("RDLURD; DRULDR", "all-paths", 2),
        ("['DRULDR', 'RDLURD']", "all-paths", 2),
        ("DRULDR", "missing-paths", 1),
        ("[]", "missing-paths", 0),
        ("6", "missing-paths", 0),
        ("DRULDR, DRULDR", "repeated-path", 2),
        ("DRULDR|RDLURD|DRULDRLR", "longer", 3),
        ("DRULDR RDLURU", "ends-elsewhere", 2),
        ("unsolvable", "says-unsolvable", 0),
        ("UUUU DRULDR", "illegal-move", 2),
        ("[\"DRULDR\", 7]", "malformed", 0),
    ] {
        let row = &findings(folder.path(), &format!("{BOARD} {answer}\n"))[0];
        let expected = if kind == "malformed" { Value::Null } else { paths.into() };
        assert_eq!((&row["kind"], &row["paths"]), (&kind.into(), &expected), "{answer}: {row}");
    }
    for (line, kind) in [
        ("123456780 []", "all-paths"),
        ("213456780 []", "unsolvable"),
        ("213456780 unsolvable", "unsolvable"),
        ("213456780 LURD LRUD", "says-solvable"),
    ] {
        assert_eq!(findings(folder.path(), &format!("{line}\n"))[0]["kind"], kind, "{line}");
    }
}

#[test]
fn lists_in_columns_and_objects_are_read() {
    let folder = folder();
    for (text, kind) in [
        (format!("board,paths\n{BOARD},DRULDR RDLURD\n"), "all-paths"),
        (format!("board;moves;length\n{BOARD};DRULDR, RDLURD;6\n"), "all-paths"),
        (format!("board;moves;length\n{BOARD};DRULDR, RDLURD;7\n"), "length-disagrees"),
        (format!("board,length,paths\n{BOARD},6,\"[['D','R','U','L','D','R']]\"\n"), "missing-paths"),
        (format!("{{\"board\":\"{BOARD}\",\"solutions\":[\"DRULDR\",\"RDLURD\"]}}\n"), "all-paths"),
        (format!("{{\"{BOARD}\":[\"DRULDR\",\"RDLURD\"]}}\n"), "all-paths"),
        (format!("{{\"board\":\"{BOARD}\",\"moves\":[[\"D\"],[\"R\"]],\"paths\":2}}\n"), "ends-elsewhere"),
        (format!("{{\"board\":\"{BOARD}\",\"optimal_paths\":2,\"moves\":\"DRULDR\"}}\n"), "missing-paths"),
    ] {
        assert_eq!(findings(folder.path(), &text)[0]["kind"], kind, "{text}");
    }
    fs::write(folder.path().join("answers"), format!("{BOARD} DRULDR\n")).unwrap();
    let args = ["check", "answers", "--all-paths", "-f", "csv"];
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &args));
    let expected = format!(
        "line,board,kind,right,paths,optimal_paths,metric,finding\n1,{BOARD},missing-paths,false,1,2,stm,\
         1 of 2 optimal paths: RDLURD is missing\n"
    );
    assert_eq!((code, out), (Some(1), expected));
}

#[test]
fn lists_need_a_table_and_no_other_rule() {
    let folder = folder();
    let line = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0 LU";
    let row = &findings(folder.path(), &format!("{line}\n"))[0];
    assert_eq!(row["kind"], "unjudged");
    assert!(row["finding"].as_str().unwrap().contains("--all-paths needs a full table"), "{row}");
    for option in [&["--accept-longer"][..], &["--cost", "tile"], &["--kind", "moves"]] {
        let args = [&["check", BOARD, "DRULDR", "--all-paths"], option].concat();
        let (code, _, err) = parts(&run("pdb-solve", folder.path(), &args));
        assert!(code == Some(2) && err.contains("cannot be used with"), "{option:?}: {err}");
    }
}

#[test]
fn reports_of_runs_count_the_paths() {
    let folder = folder();
    fs::write(folder.path().join("output"), "DRULDR\n").unwrap();
    let validate = |options: &[&str]| {
        let args = [&["validate", BOARD, "--quiet"], options, &["--", "cat", "output"]].concat();
        parts(&run("pdb-solve", folder.path(), &args)).1
    };
    let json: Value = serde_json::from_str(&validate(&["--all-paths", "-f", "json"])).unwrap();
    let row = &json["failures"][0];
    assert_eq!((&row["kind"], &row["paths"]), (&"missing-paths".into(), &1.into()), "{row}");
    assert_eq!(row["optimal_paths"], 2, "{row}");
    let csv = validate(&["--all-paths", "-f", "csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(
        lines[0].ends_with(",goal,metric,paths,optimal_paths") && lines[1].ends_with(",123456780,stm,1,2"),
        "{csv}"
    );
    assert!(!validate(&["-f", "csv"]).contains("optimal_paths"));
}
