//! Answers in the multi-tile metric.

use serde_json::json;

use crate::asking::{answer, failure};

/// The blank is two cells from its place, in the same row.
const BOARD: &str = "123456078";

#[test]
fn paths_are_counted_in_the_metric() {
    for (metric, length) in [("mtm", 1), ("stm", 2)] {
        let solved = answer("solve", &json!({ "board": BOARD, "metric": metric }));
        let found = (&solved["length"], &solved["moves"], &solved["metric"], &solved["at_least"]);
        assert_eq!(found, (&json!(length), &json!("RR"), &json!(metric), &json!(length)));
    }
    let unsolvable = answer("solve", &json!({ "board": "213456780", "metric": "mtm" }));
    assert_eq!((&unsolvable["solvable"], &unsolvable["metric"]), (&json!(false), &json!("mtm")));
}

#[test]
fn answers_are_judged_in_the_metric() {
    for (said, kind, length) in [
        ("RR", "optimal", 1),
        ("1", "optimal", 1),
        ("2", "single-tile", 2),
        ("URDR", "ends-elsewhere", 4),
        ("RLRR", "longer", 3),
    ] {
        let verdict = answer("check", &json!({ "board": BOARD, "answer": said, "metric": "mtm" }));
        assert_eq!((&verdict["kind"], &verdict["metric"]), (&json!(kind), &json!("mtm")), "{verdict}");
        assert_eq!((&verdict["length"], &verdict["distance"]), (&json!(length), &json!(1)), "{verdict}");
    }
    let verdict = answer("check", &json!({ "board": BOARD, "answer": "1" }));
    assert_eq!((&verdict["kind"], &verdict["metric"]), (&json!("multi-tile"), &json!("stm")));
}

#[test]
fn what_the_metric_does_not_support_is_refused() {
    let large = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0";
    for arguments in [
        json!({ "board": BOARD, "metric": "qtm" }),
        json!({ "board": BOARD, "metric": "mtm", "cost": "tile" }),
        json!({ "board": large, "metric": "mtm" }),
    ] {
        assert_eq!(failure("solve", &arguments), (400, "bad-choice".to_owned()), "{arguments}");
        let mut checked = arguments;
        checked["answer"] = json!("2");
        assert_eq!(failure("check", &checked), (400, "bad-choice".to_owned()), "{checked}");
    }
}
