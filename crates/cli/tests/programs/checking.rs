//! `pdb-solve check`: planted errors of each kind in each form of input, and no false alarms.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use crate::common::{every_board, folder, goal, oracle, parts, program, run};
use tilebase::table::Encoding;

const HARD: &str = "638541720";
const PATH: &str = "UULDDLUURDLDRURDLURULDLURRDD";

/// The findings for a file of answers: kinds by line.
fn kinds(text: &str, args: &[&str]) -> (Option<i32>, Vec<(u64, String)>, String) {
    let folder = folder();
    fs::write(folder.path().join("answers"), text).unwrap();
    let all = [&["check", "answers", "--verbose", "--format", "json"], args].concat();
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &all));
    let found = out.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        (row["line"].as_u64().unwrap(), row["kind"].as_str().unwrap().to_owned())
    });
    (code, found.collect(), err)
}

/// Answers with the kinds of findings that they must get. Inverting all moves gives the path in the
/// other convention; a quarter turn is illegal at its first step.
fn planted() -> Vec<(&'static str, String, &'static str)> {
    let inverse: String =
        PATH.chars().map(|c| "DURL".chars().nth("UDLR".find(c).unwrap()).unwrap()).collect();
    vec![
        (HARD, PATH.to_owned(), "optimal"),
        (HARD, format!("UD{PATH}"), "longer"),
        (HARD, format!("D{PATH}"), "illegal-move"),
        (HARD, PATH[..26].to_owned(), "ends-elsewhere"),
        (HARD, inverse, "other-convention"),
        (HARD, PATH.chars().rev().collect(), "reversed"),
        (HARD, "28".to_owned(), "optimal"),
        (HARD, "29".to_owned(), "too-long"),
        (HARD, "5".to_owned(), "too-short"),
        ("123456078", "1".to_owned(), "multi-tile"),
        (HARD, "unsolvable".to_owned(), "says-unsolvable"),
        ("213456780", "unsolvable".to_owned(), "unsolvable"),
        ("213456780", PATH.to_owned(), "says-solvable"),
        ("102345678", "L".to_owned(), "other-goal"),
        (HARD, "UQ".to_owned(), "malformed"),
        (HARD, format!("27 {PATH}"), "length-disagrees"),
    ]
}

#[test]
fn every_error_is_found_in_every_form_of_input() {
    let expected: Vec<String> = planted().iter().map(|(_, _, kind)| (*kind).to_owned()).collect();
    let lines: Vec<String> = planted().iter().map(|(board, answer, _)| format!("{board} {answer}")).collect();
    let csv: Vec<String> = planted().iter().map(|(board, answer, _)| format!("x,{board},{answer}")).collect();
    let json =
        |(board, answer, _): &(&str, String, &str)| format!(r#"{{"board":"{board}","answer":"{answer}"}}"#);
    let json: Vec<String> = planted().iter().map(json).collect();
    let semicolons: Vec<String> =
        planted().iter().map(|(board, answer, _)| format!("\"0,5\";{board};{answer}")).collect();
    let by_tiles: Vec<String> = planted()
        .iter()
        .map(|(board, answer, _)| {
            format!("{} {answer}", board.split("").collect::<Vec<_>>().join(" ").trim())
        })
        .collect();
    let pairs: Vec<String> =
        planted().iter().map(|(board, answer, _)| format!("[\"{board}\",\"{answer}\"]")).collect();
    let by_board: Vec<String> =
        planted().iter().map(|(board, answer, _)| format!("\"{board}\": \"{answer}\"")).collect();
    for (text, first) in [
        (lines.join("\n"), 1),
        (format!("time;board;answer\n{}\n", semicolons.join("\r\n")), 2),
        (format!("time;board;answer\n{}\n", semicolons.join("\n")).replace(';', "\t"), 2),
        (by_tiles.join("\n"), 1),
        (format!("[\n{}\n]", json.join(",\n")), 2),
        (format!("[\n{}\n]\n", pairs.join(",\n")), 2),
        (format!("{{\n{}\n}}\n", by_board.join(",\n")), 2),
        (lines.join("\r\n"), 1),
        (format!("name,board,answer\n{}\n", csv.join("\n")), 2),
        (json.join("\n"), 1),
    ] {
        let (code, found, err) = kinds(&text, &[]);
        assert_eq!(code, Some(1), "{err}");
        assert_eq!(found.iter().map(|(_, kind)| kind.clone()).collect::<Vec<_>>(), expected, "{text}");
        assert!(found.iter().map(|(line, _)| *line).eq(first..first + expected.len() as u64));
    }
}

#[test]
fn findings_name_the_step_and_give_a_proof() {
    let folder = folder();
    let check = |text: &str, args: &[&str]| {
        fs::write(folder.path().join("answers"), text).unwrap();
        parts(&run("pdb-solve", folder.path(), &[&["check", "answers", "-q"], args].concat())).1
    };
    let out = check(&format!("{HARD} UULU"), &[]);
    assert!(
        out.contains("illegal-move: move 4 is illegal: the blank of ") && out.contains("in the top row"),
        "{out}"
    );
    let out = check("123450786 impossible", &[]);
    assert_eq!(out, "line 1: 123450786: says-unsolvable: it can be solved, in 1 move: D\n");
    let out = check("123456708 L", &["--moves", "tile", "-v"]);
    assert_eq!(out, "line 1: 123456708: optimal: optimal, 1 move\n");
    assert_eq!(check("123456708 L", &["--moves", "either"]), "");
    assert_eq!(check(&format!("{HARD} UD{PATH}"), &["--accept-longer"]), "");
    let out = check("board,h\n123456708,1\n123456780,0\n123456078,3\n", &[]);
    assert!(out.contains("line 4: 123456078: inadmissible: 3 is above the distance, 2"), "{out}");
    assert!(out.contains("line 4: 123456078: inconsistent: 3 here and 1 on the neighbor 123456708"), "{out}");
    let out = check("123456708 2 6 R\n5 UL\n", &[]);
    assert!(out.contains("line 2: malformed: ") && out.contains("expected"), "{out}");
}

#[test]
fn columns_can_be_named_and_a_board_column_is_required() {
    let folder = folder();
    let check = |text: &str, args: &[&str]| {
        fs::write(folder.path().join("answers"), text).unwrap();
        parts(&run("pdb-solve", folder.path(), &[&["check", "answers"], args].concat()))
    };
    let table = format!("INIT_STATE;PATH_LENGTH;TIME\n{HARD};28;0,5\n123456708;2;0,1\n");
    let (code, out, err) = check(&table, &["--columns", "board=INIT_STATE,length=PATH_LENGTH"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(
        out.starts_with("line 3: 123456708: multi-tile: ")
            || out.starts_with("line 3: 123456708: too-long: "),
        "{out}"
    );
    assert!(out.contains("2 answers: 1 right, 1 wrong"), "{out}");
    let (code, out, err) = check(&table.replace("INIT_STATE", "FROM"), &[]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    let names = "answers: no column is known to hold the board; the columns are \"FROM\", \"PATH_LENGTH\", \
                 \"TIME\"; name it, e.g. --columns board=FROM,length=...\n";
    assert!(err.ends_with(names), "{err}");
    let (code, _, err) = check(&table, &["--columns", "board=START"]);
    assert!(code == Some(2) && err.contains("no column \"START\"; the columns are \"INIT_STATE\""), "{err}");
    let (code, _, err) = check(&table, &["--columns", "START"]);
    assert!(code == Some(2) && err.contains("expected FIELD=COLUMN, e.g. board=INIT_STATE"), "{err}");
    let (_, out, _) = check("123456708 R\n", &[]);
    assert_eq!(out, "1 answer: 1 right, 0 wrong\n  optimal: 1\n");
}

/// In text, messages about malformed lines stay short; in other formats, they are complete.
#[test]
fn messages_about_malformed_lines_are_short() {
    let folder = folder();
    let line = "7 7 7 11 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 Z".repeat(20);
    fs::write(folder.path().join("answers"), format!("{line}\n{line}\n")).unwrap();
    let check = |format| parts(&run("pdb-solve", folder.path(), &["check", "answers", "--format", format]));
    let (code, out, _) = check("text");
    assert_eq!((code, out.lines().count()), (Some(2), 5), "{out}");
    assert!(out.lines().all(|line| line.chars().count() < 200), "{out}");
    assert!(
        out.ends_with(
            "no line is a board with an answer; for the accepted forms see pdb-solve check --help\n"
        )
    );
    let (_, rows, _) = check("json");
    let row: serde_json::Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    assert!(row["finding"].as_str().unwrap().chars().count() > 170, "{rows}");
}

/// Misleading lines, which a simple checker would accept or reject wrongly.
#[test]
fn every_claim_of_a_line_is_judged_and_nothing_else() {
    let of = |text: &str, args: &[&str]| {
        let (code, found, _) = kinds(text, args);
        (code, found.into_iter().map(|(_, kind)| kind).collect::<Vec<_>>().join(" "))
    };
    let with_moves = |rest: &str| format!("board,moves,h,length\n638541720,{rest}\n");
    assert_eq!(of(&with_moves("ULULU,3,"), &[]), (Some(1), "illegal-move admissible".to_owned()));
    assert_eq!(of(&with_moves(&format!("{PATH},28.0,28.0")), &[]).0, Some(0));
    for length in ["99.0", "-5", "abc"] {
        assert_eq!(of(&with_moves(&format!("{PATH},,{length}")), &[]).0, Some(1), "{length}");
    }
    assert_eq!(of("123456708 >\n123456078 >>\n123450786 >v\n", &[]).1, "optimal optimal illegal-move");
    // The board is 28 moves away, so paths have even lengths.
    for (length, args, code) in
        [(29, &[][..], 1), (30, &[], 1), (29, &["--accept-longer"], 1), (30, &["--accept-longer"], 0)]
    {
        assert_eq!(
            of(&format!("638541720 {length}\n"), args),
            (Some(code), "too-long".to_owned()),
            "{length} {args:?}"
        );
    }
    let two_goals = "board,goal,h\n638541702,012345678,5\n638541720,123456780,28\n";
    assert_eq!(of(two_goals, &[]), (Some(0), "admissible admissible".to_owned()));
    let solvable =
        "{\"board\":\"812043765\",\"solvable\":true}\n{\"board\":\"123456780\",\"solvable\":true}\n";
    assert_eq!(of(solvable, &[]).1, "says-solvable solvable");
    assert_eq!(of(&format!("# by me\n\nboard,moves\n{HARD},{PATH}\n"), &[]), (Some(0), "optimal".to_owned()));
    assert_eq!(of(&format!("\n{{\"board\":\"{HARD}\",\"moves\":[],\"length\":28}}\n"), &[]).1, "optimal");
    assert_eq!(of("638541720 28 moves\n", &[]).1, "optimal");
    let contradiction = format!("{{\"board\":\"{HARD}\",\"moves\":\"{PATH}\",\"solvable\":false}}\n");
    assert_eq!(of(&contradiction, &[]).1, "optimal says-unsolvable");
}

#[test]
fn other_goals_and_larger_boards_are_judged_too() {
    let (code, found, err) =
        kinds("board,goal,moves\n812043765,123804765,URRDL\n123456708,123456780,R\n", &[]);
    assert_eq!((code, found.len()), (Some(0), 2), "{err}");
    let fifteen = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15 R\n1,2,3,4,5,6,7,8,9,10,11,12,13,0,14,15 RRLR\n";
    let (code, found, _) = kinds(fifteen, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(found, [(1, "optimal".to_owned()), (2, "longer".to_owned())]);
    let (code, _, err) = kinds("638541720 28\n", &["--goal", "1,2,3,4,5,6,7,8,0,9"]);
    assert_eq!(code, Some(2), "the goal has another shape");
    assert!(err.contains("1 not judged"), "{err}");
}

/// The optimal answers to all boards, as `pdb-solve` writes them.
#[test]
fn one_wrong_answer_among_all_boards_is_found() {
    let oracle = oracle(&goal("123456780"), Encoding::Byte);
    let mut text = String::from("board,moves\n");
    for board in every_board() {
        let moves = oracle.first_path(&board).map(|path| path.iter().map(|step| step.letter()).collect());
        let moves: String = moves.unwrap_or_else(|_unsolvable| "unsolvable".to_owned());
        text += &format!("{board},{moves}\n");
    }
    let folder = folder();
    let check = |text: &str| {
        let mut child = program("pdb-solve", folder.path())
            .args(["check", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        parts(&child.wait_with_output().unwrap())
    };
    let (code, out, _) = check(&text);
    assert_eq!(
        (code, out.as_str()),
        (Some(0), "362880 answers: 362880 right, 0 wrong\n  optimal: 181440\n  unsolvable: 181440\n")
    );
    let wrong = text.replacen("\n867254301,UU", "\n867254301,UUDU", 1);
    assert_ne!(wrong, text);
    let (code, out, _) = check(&wrong);
    assert_eq!(code, Some(1));
    assert!(out.contains("867254301: longer: 33 moves, 2 more than needed"), "{out}");
    assert_eq!(out.lines().count(), 5);
}

#[test]
fn malformed_input_is_reported_without_a_panic() {
    let folder = folder();
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..60 {
        let text: Vec<u8> = (0..random.usize(0..400))
            .map(|_| {
                if random.bool() {
                    *random.choice(b"0123456789 UDLR,\n[]{}\":-".iter().collect::<Vec<_>>()).unwrap()
                } else {
                    random.u8(..)
                }
            })
            .collect();
        fs::write(folder.path().join("answers"), &text).unwrap();
        let (code, _, err) = parts(&run("pdb-solve", folder.path(), &["check", "answers", "-q"]));
        assert!(
            matches!(code, Some(0..=2)) && !err.contains("panicked"),
            "{:?}: {err}",
            String::from_utf8_lossy(&text)
        );
    }
    let (code, _, err) = parts(&run("pdb-solve", folder.path(), &["check", "nothing"]));
    assert_eq!(code, Some(2));
    assert!(err.contains("cannot read nothing"), "{err}");
    for args in [&["check", "."][..], &["--input", "."]] {
        let (code, _, err) = parts(&run("pdb-solve", folder.path(), args));
        assert_eq!(code, Some(2));
        assert!(err.contains("cannot read .: expected a file, found a folder"), "{err}");
    }
}
