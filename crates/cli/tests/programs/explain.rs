//! `pdb-solve explain`, and boards that are drawn over several lines.

use std::fs;

use serde_json::{Value, json};

use crate::common::{folder, parts, run};

#[test]
fn an_explanation_has_the_facts_of_parity() {
    let folder = folder();
    let explain =
        |args: &[&str]| parts(&run("pdb-solve", folder.path(), &[&["explain", "-q"], args].concat()));
    for (args, code, shown) in [
        (
            &["812043765"][..],
            1,
            &["unsolvable", "inversions: 11, odd", "--goal snail", "nearest solvable board: "][..],
        ),
        (&["812043765", "-g", "snail"], 0, &["solvable", "1 2 3 8 4 7 6 5", "shortest path: 5 moves\nURRDL"]),
        (&["1", "2", "3", "0"], 0, &["rule for 2 columns", "inversions: 0, even", "shortest path: 0 moves"]),
        (&["312450", "--shape", "3x2"], 0, &["rule for 2 columns", "shortest path"]),
        (
            &["1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0"],
            1,
            &[
                "blank: row 4, goal row 4; inversions + rows: 1 + 0 = 1, odd",
                "--goal blank-first",
                "by Manhattan distance: exchange 14 and 15",
            ],
        ),
    ] {
        let (found, out, err) = explain(args);
        assert_eq!((found, err.as_str()), (Some(code), ""), "{args:?}: {out}");
        assert!(shown.iter().all(|part| out.contains(part)), "{args:?}: {out}");
        assert!(out.lines().count() <= 15, "{out}");
    }
    let (_, out, _) = explain(&["812043765", "--format", "json"]);
    let found: Value = serde_json::from_str(&out).unwrap();
    for (key, value) in [
        ("solvable", json!(false)),
        ("rule", json!("inversions")),
        ("inversions", json!(11)),
        ("counted", json!(11)),
        ("blank_row", json!(2)),
        ("opposite_by", json!(["counts-blank"])),
        ("moves", Value::Null),
    ] {
        assert_eq!(found[key], value, "{key}: {out}");
    }
    let by_tile = found["inversions_by_tile"].as_array().unwrap();
    assert_eq!(by_tile.iter().map(|tile| tile["inversions"].as_u64().unwrap()).sum::<u64>(), 11);
    // The nearest board is one exchange away, and as far from the goal as stated.
    let nearest = found["nearest"]["board"].as_str().unwrap();
    let differ = nearest.bytes().zip("812043765".bytes()).filter(|(one, other)| one != other).count();
    let (_, out, _) = parts(&run("pdb-solve", folder.path(), &[nearest, "-q", "-f", "json"]));
    let solved: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((differ, &solved["length"]), (2, &found["nearest"]["length"]));
}

#[test]
fn drawn_boards_are_answered_once() {
    let folder = folder();
    let rule = "+---+---+---+\n";
    let frame = format!("{rule}| 1 | 2 | 3 |\n{rule}| 4 | 5 | 6 |\n{rule}| 7 |   | 8 |\n{rule}");
    let faulty = frame.replace("| 7 |", "| 8 |");
    let text =
        format!("{frame}\n1|2|3\n-+-+-\n4|5|6\n-+-+-\n7|8|0\n\n{faulty}123456780\n1-2-3\n4-5-6\n7-8-e");
    fs::write(folder.path().join("boards.txt"), &text).unwrap();
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &["-q", "-i", "boards.txt"]));
    assert_eq!(code, Some(2), "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 6, "{out}");
    assert_eq!(lines[..3], ["123456708: 1 move, optimal", "R", "123456780: 0 moves, optimal"]);
    assert!(
        lines[3].starts_with("line 15: cannot read the board") && lines[3].contains("tile 8 appears twice"),
        "{out}"
    );
    assert_eq!(lines[4..], ["123456780: 0 moves, optimal"; 2]);
    assert!(err.contains("1 of 5 lines have no answer; the first is line 15"), "{err}");

    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &["-q", &frame]));
    assert_eq!((code, out.as_str()), (Some(0), "123456708: 1 move, optimal\nR\n"));
    for (drawn, line) in [("2|1|3\n4|5|6\n7|8|0\n", "213456780"), ("2|1\n3|4\n5|0", "213450 --shape 3x2")] {
        let (_, _, err) = parts(&run("pdb-solve", folder.path(), &[drawn]));
        assert_eq!(err, format!("pdb-solve: to see why, run: pdb-solve explain {line}\n"));
    }
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &["-q", &faulty]));
    assert_eq!((code, out.as_str(), err.lines().count()), (Some(2), "", 1), "{err}");
}

#[test]
fn the_name_of_a_file_is_no_board() {
    let folder = folder();
    for name in ["board.txt", "board"] {
        fs::write(folder.path().join(name), "1|2|3\n4|5|6\n7|8|0\n").unwrap();
        for (command, advice) in [
            (&[][..], format!("to read boards from it, use --input {name}")),
            (&["explain"], format!("to explain the board in it: pdb-solve explain \"$(cat {name})\"")),
        ] {
            let (code, out, err) = parts(&run("pdb-solve", folder.path(), &[command, &[name]].concat()));
            assert_eq!((code, out.as_str()), (Some(2), ""));
            assert_eq!(err, format!("pdb-solve: {name} is a file; {advice}\n"));
        }
    }
    fs::write(folder.path().join("123456780"), "").unwrap();
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &["explain", "-q", "123456780"]));
    assert_eq!(code, Some(0), "{out}{err}");
}

/// Advice names only options of the command.
#[test]
fn what_cannot_be_explained_is_named() {
    let folder = folder();
    for (text, expected) in [
        (".", ". is a folder, not a board"),
        ("4x4", "4x4 is a shape, not a board; for random boards, run: pdb-solve sample 4x4"),
        ("manhattan", "\"manhattan\" is not a board: expected tiles, such as 638541720"),
        ("idastar", "\"idastar\" is not a board: expected tiles, such as 638541720"),
    ] {
        let (code, _, err) = parts(&run("pdb-solve", folder.path(), &["explain", text]));
        assert_eq!((code, err), (Some(2), format!("pdb-solve: {expected}\n")));
    }
}

/// The table of a larger board is too large for a test, but a damaged one is noticed.
#[test]
fn tables_in_the_folder_are_used_for_larger_boards() {
    let folder = folder();
    let explain = |pdb_dir: &str| {
        let args = ["explain", "-q", "2,1,3,4,5,6,7,8,9,10,11,0", "--shape", "3x4", "--pdb-dir", pdb_dir];
        parts(&run("pdb-solve", folder.path(), &args))
    };
    fs::write(folder.path().join("pdb/3x4-123456789ab0.pdb"), "damaged").unwrap();
    let (code, out, err) = explain("none");
    assert!(code == Some(1) && out.contains("by Manhattan distance"), "{out}{err}");
    let (code, _, err) = explain("pdb");
    assert!(code == Some(2) && err.contains("3x4-123456789ab0.pdb"), "{err}");
}
