//! `pdb-solve --anytime`: boards of every size, within limits, and what is refused.

use crate::common::{folder, parts, run};

/// A 6x6 board with its last three tiles in a circle: eight moves or more away.
const SIX: &str =
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 0 29 31 32 33 34 35 30";
const FIFTEEN: &str = "14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3";

#[test]
fn a_large_board_has_a_path_and_a_ratio() {
    let folder = folder();
    let args = ["--anytime", SIX, "--max-nodes", "100000", "--quiet"];
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.starts_with("1,2,3,4,") && out.contains(" moves, "), "{out}");
    let json = parts(&run("pdb-solve", folder.path(), &[&args[..], &["--format", "json"]].concat())).1;
    for field in ["\"solvable\":true", "\"algorithm\":\"anytime\"", "\"optimal\":"] {
        assert!(json.contains(field), "{json}");
    }
    let again = parts(&run("pdb-solve", folder.path(), &args)).1;
    assert_eq!(out, again, "the same work gives the same path");
}

#[test]
fn a_small_board_is_searched_to_the_end_or_has_a_proven_bound() {
    let folder = folder();
    let args = ["--anytime", FIFTEEN, "--goal", "blank-first", "--quiet"];
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!(code, Some(0));
    assert!(out.starts_with(&format!("{FIFTEEN}: 57 moves, optimal\n")), "{out}");
    let limited = [&args[..], &["--max-nodes", "20000", "--format", "json"]].concat();
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &limited));
    assert_eq!(code, Some(0));
    for field in ["\"optimal\":false", "\"limit\":\"node limit reached\"", "\"at_least\":5"] {
        assert!(out.contains(field), "{out}");
    }
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &["--anytime", "638541720", "--quiet"]));
    assert_eq!((code, out.starts_with("638541720: 28 moves, optimal\n")), (Some(0), true), "{out}");
}

#[test]
fn what_has_no_answer_is_told() {
    let folder = folder();
    let swapped = SIX.replacen("1 2", "2 1", 1);
    let repeated = SIX.replacen("1 2", "1 1", 1);
    for (args, code, sentence) in [
        (vec!["--anytime", swapped.as_str()], 1, "unsolvable; the goal"),
        (vec!["--anytime", repeated.as_str()], 2, "tile 1 stands more than once"),
        (
            vec!["--anytime", SIX, "--shape", "4x9", "--max-nodes", "10", "--format", "csv"],
            2,
            "--format text or json",
        ),
        (vec!["--anytime", SIX, "--shape", "5x6"], 2, "a 5x6 board has 30 cells, found 36 numbers"),
        (vec!["--anytime", SIX, "--goal", "123456780"], 2, "blank-last, blank-first, and snail fit any"),
        (vec!["--anytime", SIX, "--algorithm", "ida"], 2, "cannot be used with"),
        (vec!["--anytime", "12345678"], 2, "expected 9 tiles, found 8"),
        (vec![SIX], 2, "--anytime gives a path for boards of up to 10x10"),
        (vec!["123456780", "--shape", "6x6"], 2, "--anytime gives a path for boards of up to 10x10"),
        (
            vec![FIFTEEN, "--goal", "blank-first", "--max-nodes", "9"],
            2,
            "--anytime gives the best path found",
        ),
    ] {
        let (found, out, err) = parts(&run("pdb-solve", folder.path(), &args));
        assert_eq!(found, Some(code), "{args:?}: {out}{err}");
        assert!((out.clone() + &err).contains(sentence), "{args:?}: {out}{err}");
    }
    let json = ["--anytime", repeated.as_str(), "--format", "json"];
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &json));
    assert!(code == Some(2) && out.contains("\"error\":\"cannot read the board"), "{out}");
}
