//! `pdb-solve --anytime`: boards of every size, limits, and invalid options.

use std::time::{Duration, Instant};

use crate::common::{folder, parts, run};

/// A 6x6 board with its last three tiles rotated: eight moves or more away.
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
    for field in ["\"optimal\":false", "\"limit\":\"node limit reached\"", "\"lower_bound\":5"] {
        assert!(out.contains(field), "{out}");
    }
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &["--anytime", "638541720", "--quiet"]));
    assert_eq!((code, out.starts_with("638541720: 28 moves, optimal\n")), (Some(0), true), "{out}");
}

#[test]
fn boards_without_an_answer_are_reported() {
    let folder = folder();
    let swapped = SIX.replacen("1 2", "2 1", 1);
    let repeated = SIX.replacen("1 2", "1 1", 1);
    for (args, code, sentence) in [
        (vec!["--anytime", swapped.as_str()], 1, "unsolvable: this board and the goal"),
        (vec!["--anytime", repeated.as_str()], 2, "tile 1 appears twice"),
        (
            vec!["--anytime", SIX, "--shape", "4x9", "--max-nodes", "10", "--format", "csv"],
            2,
            "--format text or json",
        ),
        (vec!["--anytime", SIX, "--shape", "5x6"], 2, "not a 5x6 board: expected 30 tiles, found 36"),
        (vec!["--anytime", SIX, "--goal", "123456780"], 2, "blank-last, blank-first, and snail fit any"),
        (vec!["--anytime", SIX, "--algorithm", "ida"], 2, "cannot be used with"),
        (vec!["--anytime", "12345678"], 2, "expected 9 tiles, found 8"),
        (vec![SIX], 2, "--anytime finds a path for boards of up to 10x10"),
        (vec!["123456780", "--shape", "6x6"], 2, "--anytime finds a path for boards of up to 10x10"),
        (
            vec![FIFTEEN, "--goal", "blank-first", "--max-nodes", "9"],
            2,
            "--anytime prints the best path found",
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

const TWENTY_FOUR: &str = "14,5,9,2,18,8,23,19,12,17,15,0,10,20,4,6,11,21,1,7,24,3,16,22,13";

/// Building pattern databases takes seconds, and up to a minute on a busy machine.
#[test]
fn a_time_limit_covers_building_pattern_databases() {
    let folder = folder();
    let begun = Instant::now();
    let args = ["--timeout", "1", TWENTY_FOUR, "--goal", "blank-first"];
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!(code, Some(2), "{err}");
    let known =
        out.strip_prefix(&format!("{TWENTY_FOUR}: stopped after 1 s; the optimal length is at least "));
    // Linear conflicts give a lower bound of 77.
    let least: u32 = known.and_then(|known| known.strip_suffix(" moves\n")).unwrap().parse().unwrap();
    assert!((77..=95).contains(&least), "{out}");
    assert!(err.contains("pdb-gen build 5x5 --goal blank-first --preset 6x16"), "{err}");

    let args = [&["--anytime", "--format", "json"], &args[..]].concat();
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!(code, Some(0), "{err}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(
        answer["length"].as_u64().unwrap() >= 95 && answer["lower_bound"].as_u64().unwrap() >= 77,
        "{out}"
    );
    assert_eq!(answer["limit"], "time limit reached");

    let args = ["--anytime", "--timeout", "0.2", "--quiet", SIX];
    let (code, out, _) = parts(&run("pdb-solve", folder.path(), &args));
    assert!(code == Some(0) && out.contains(" moves, "), "{out}");
    assert!(begun.elapsed() < Duration::from_secs(240), "{:?}", begun.elapsed());
}

/// The first search runs out of time. The next one waits for the pattern databases, and has all of
/// its time for the search.
#[test]
fn preparing_counts_against_the_limit_of_the_first_board_only() {
    let folder = folder();
    // Linear conflicts give a lower bound of 47, and pattern databases at least 49.
    let hard = "14,7,8,2,13,11,10,4,9,12,5,0,3,6,1,15";
    std::fs::write(folder.path().join("boards"), format!("{hard}\n{hard}\n{hard}\n")).unwrap();
    let options = ["--goal", "blank-first", "--timeout", "0.000001", "--format", "json", "--quiet"];
    for boards in [&["--input", "boards"][..], &[hard; 3]] {
        let (_, out, err) = parts(&run("pdb-solve", folder.path(), &[boards, &options].concat()));
        let least = |line: &str| {
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(
                (&answer["limit"], &answer["algorithm"]),
                (&"time limit reached".into(), &"ida".into())
            );
            answer["lower_bound"].as_u64().unwrap()
        };
        let bounds: Vec<u64> = out.lines().map(least).collect();
        assert_eq!(bounds.len(), 3, "{out}{err}");
        assert!(bounds[0] < bounds[1] && bounds[1] == bounds[2], "{bounds:?}");
    }
}
