//! Checking answers, generating boards, histograms, and notations.

use serde_json::{Value, json};
use tilebase_api::Api;

use crate::asking::{answer, ask, failure};

#[test]
fn answers_are_checked() {
    let check = |answer: &str, convention: &str| {
        let arguments = json!({ "board": "123450786", "answer": answer, "move_convention": convention });
        let verdict = self::answer("check", &arguments);
        (verdict["right"].as_bool().unwrap(), verdict["kind"].as_str().unwrap().to_owned())
    };
    for (answer, convention, right, kind) in [
        ("D", "blank", true, "optimal"),
        ("U", "tile", true, "optimal"),
        ("U", "blank", false, "other-convention"),
        ("DUD", "blank", false, "longer"),
        ("R", "blank", false, "illegal-move"),
        ("6", "blank", false, "too-long"),
        ("1", "blank", true, "optimal"),
        ("unsolvable", "blank", false, "says-unsolvable"),
        ("Solvable", "blank", true, "solvable"),
        ("[\"down\"]", "blank", true, "optimal"),
        ("123450786\n123456780", "blank", true, "optimal"),
    ] {
        assert_eq!(check(answer, convention), (right, kind.to_owned()), "{answer} {convention}");
    }
    let verdict = answer("check", &json!({ "board": "213456780", "answer": "unsolvable" }));
    assert_eq!((&verdict["right"], &verdict["distance"]), (&json!(true), &Value::Null));
    assert_eq!(
        failure("check", &json!({ "board": "123450786", "answer": "Q" })),
        (400, "malformed-moves".to_owned())
    );
    // The cheapest path if a move costs the tile's number: it would be wrong to call it longer.
    let text = "cost 45\nLULDRRULDLURRDD";
    assert_eq!(
        failure("check", &json!({ "board": "253410786", "answer": text })),
        (400, "malformed-moves".to_owned())
    );
}

/// The same texts get the same findings as from `pdb-solve check` and `validate`.
#[test]
fn outputs_of_solvers_get_the_findings_of_the_programs() {
    let table = include_str!("../../../../tests/data/answers.tsv");
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let api = Api::default();
    let mut wrong = String::new();
    let mut judged = 0;
    for row in rows {
        let [board, kind, text] = row.splitn(3, '\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let (status, verdict) = ask(&api, "check", &json!({ "board": board, "answer": text }));
        let found = if status == 400 { "refused" } else { verdict["kind"].as_str().unwrap() };
        // Text without an answer has no verdict. An estimate alone is not an answer.
        let has_verdict = !["malformed", "unjudged", "admissible"].contains(&kind);
        let expected = if has_verdict { kind } else { "refused" };
        if found != expected {
            wrong += &format!("{board} {text:?}: {found}, not {expected}\n");
        }
        judged += 1;
    }
    assert!(judged > 150, "{judged} rows");
    assert!(wrong.is_empty(), "{wrong}");
}

/// The first move that leads no closer to the goal, against the distances of all boards on the
/// path.
#[test]
fn check_returns_the_first_wasted_move() {
    let api = Api::default();
    let wasted = |board: &str, answer: &str| {
        let (_, verdict) = ask(&api, "check", &json!({ "board": board, "answer": answer }));
        verdict.get("wasted").cloned()
    };
    let far = "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15";
    for (board, answer, expected) in [
        ("123406758", "DR", None),
        ("123406758", "ULDRDR", Some(1)),
        ("123406758", "DLRR", Some(2)),
        ("123406758", "DRUD", Some(3)),
        // Legal up to the third move.
        ("123406758", "DULLLL", Some(2)),
        ("123406758", "D", None),
        ("123406758", "9", None),
        (far, "RLRR", Some(2)),
        (far, "RR", None),
    ] {
        assert_eq!(wasted(board, answer), expected.map(|number: u32| json!(number)), "{board} {answer}");
    }
}

/// A page can play an answer, and show where it goes wrong.
#[test]
fn check_returns_the_moves_read_and_the_first_wrong_one() {
    let far = "1 2 3\n4 0 6\n7 5 8\n\n";
    let slides = "1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n";
    let jump = "1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 8 0\n";
    let api = Api::default();
    let all = ["read_as", "moves", "length", "at", "there"];
    let mut wrong = String::new();
    for (answer, convention, expected) in [
        ("DR", "blank", json!(["moves of the blank", "DR", 2, null, null])),
        ("UL", "tile", json!(["moves of the tiles", "DR", 2, null, null])),
        ("down, then right", "blank", json!(["moves of the blank", "DR", 2, null, null])),
        ("DDR", "blank", json!(["moves of the blank", "DDR", 3, 2, "123456708"])),
        ("DL", "blank", json!(["moves of the blank", "DL", 2, 2, "123456078"])),
        ("[]", "blank", json!(["moves of the blank", "", 0, 0, "123406758"])),
        ("2", "blank", json!(["length", null, 2, null, null])),
        ("no solution", "blank", json!(["unsolvable", null, null, null, null])),
        ("{\"solvable\": true}", "blank", json!(["solvable", null, null, null, null])),
        (
            "{\"moves\": [\"D\", \"R\"], \"nodes\": 7}",
            "blank",
            json!(["moves of the blank", "DR", 2, null, null]),
        ),
        (&format!("{far}{slides}"), "blank", json!(["boards", "DR", 2, null, null])),
        ("[[1,2,3,4,5,6,7,0,8],[1,2,3,4,5,6,7,8,0]]", "blank", json!(["boards", "DR", 2, null, null])),
        (
            "Searching...\nPath: down right\nnodes expanded: 12\n",
            "blank",
            json!(["moves of the blank", "DR", 2, null, null]),
        ),
        (
            &format!("{{\"path\": {}}}", json!([[1, 2, 3, 4, 5, 6, 7, 0, 8], [1, 2, 3, 4, 5, 6, 0, 8, 7]])),
            "blank",
            json!(["boards", "D", 1, 2, "123456708"]),
        ),
        (&format!("{far}{jump}"), "blank", json!([null, null, null, null, null])),
    ] {
        let (_, verdict) = ask(
            &api,
            "check",
            &json!({ "board": "123406758", "answer": answer, "move_convention": convention }),
        );
        let found = json!(all.map(|name| verdict.get(name)));
        if found != expected {
            wrong += &format!("{answer}: {found}, not {expected}: {verdict}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let verdict =
        answer("check", &json!({ "board": "123406758", "answer": "Start\nPath: down right\nDone" }));
    assert_eq!(verdict["read_from"], json!(["line 2 (\"Path: down right\")"]));
}

#[test]
fn samples_match_the_request() {
    let drawn = |arguments: Value| answer("sample", &arguments)["boards"].as_array().unwrap().clone();
    let some = drawn(json!({ "count": 50, "depth": "10-12", "seed": 7 }));
    assert_eq!(some.len(), 50);
    assert!(some.iter().all(|drawn| (10..=12).contains(&drawn["distance"].as_u64().unwrap())));
    assert_eq!(some, drawn(json!({ "count": 50, "depth": "10-12", "seed": 7 })));
    let unsolvable = drawn(json!({ "count": 9, "unsolvable": true }));
    assert!(unsolvable.iter().all(|drawn| drawn["distance"].is_null()));
    let walks = drawn(json!({ "shape": "4x4", "count": 3, "walk": 5 }));
    assert!(walks.len() == 3 && walks.iter().all(|drawn| drawn["distance"].is_null()));
    for wrong in [
        json!({ "count": 10_001 }),
        json!({ "depth": "9-8" }),
        json!({ "depth": "deep" }),
        json!({ "depth": "40" }),
        json!({ "walk": 5, "depth": "3" }),
        json!({ "walk": 5, "unsolvable": true }),
        json!({ "walk": 10_001 }),
    ] {
        assert_eq!(failure("sample", &wrong), (400, "bad-choice".to_owned()), "{wrong}");
    }
}

#[test]
fn the_histogram_is_the_published_one() {
    let histogram = answer("histogram", &json!({}));
    assert_eq!((&histogram["states"], &histogram["deepest"]), (&json!(181_440), &json!(31)));
    // OEIS A089473.
    assert_eq!(histogram["boards"].as_array().unwrap()[30..], [json!(221), json!(2)]);
}

#[test]
fn notations_are_converted() {
    let text = |arguments: Value| answer("convert", &arguments)["text"].clone();
    assert_eq!(text(json!({ "board": "123456780", "to": "json-rows" })), "[[1,2,3],[4,5,6],[7,8,0]]");
    assert_eq!(text(json!({ "board": "123456780", "to": "grid", "blank": "_" })), "1 2 3\n4 5 6\n7 8 _");
    let moves = |to: &str| json!({ "board": "123450786", "moves": "up down down", "to": to, "to_move_convention": "tile" });
    assert_eq!(text(moves("letters")), "DUU");
    assert_eq!(text(moves("numbers")), "3 3 6");
    assert_eq!(failure("convert", &json!({ "board": "123456780", "to": "runes" })).0, 400);
    assert_eq!(
        failure("convert", &json!({ "board": "123456780", "moves": "R", "to": "letters" })).1,
        "malformed-moves"
    );
}
