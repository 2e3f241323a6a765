//! Answers in the multi-tile metric.

use std::time::Duration;

use serde_json::json;
use tilebase::board::{Goal, Metric, Shape};
use tilebase::generate::{Generator, MultiTileGenerator};
use tilebase::table::{Encoding, Folder, TableName};
use tilebase_api::{Api, Batch, Interrupt, Request, RequestLimits};

use crate::asking::{answer, ask, failure};

/// The blank is two cells from its place, in the same row.
const BOARD: &str = "123456078";

#[test]
fn paths_are_counted_in_the_metric() {
    for (metric, length) in [("mtm", 1), ("stm", 2)] {
        let solved = answer("solve", &json!({ "board": BOARD, "metric": metric }));
        let found = (&solved["length"], &solved["moves"], &solved["metric"], &solved["lower_bound"]);
        assert_eq!(found, (&json!(length), &json!("RR"), &json!(metric), &json!(length)));
    }
    let unsolvable = answer("solve", &json!({ "board": "213456780", "metric": "mtm" }));
    assert_eq!((&unsolvable["solvable"], &unsolvable["metric"]), (&json!(false), &json!("mtm")));
}

#[test]
fn answers_are_judged_in_the_metric() {
    for (given, kind, length) in [
        ("RR", "optimal", 1),
        ("1", "optimal", 1),
        ("2", "single-tile", 2),
        ("URDR", "ends-elsewhere", 4),
        ("RLRR", "longer", 3),
    ] {
        let verdict = answer("check", &json!({ "board": BOARD, "answer": given, "metric": "mtm" }));
        assert_eq!((&verdict["kind"], &verdict["metric"]), (&json!(kind), &json!("mtm")), "{verdict}");
        assert_eq!((&verdict["length"], &verdict["distance"]), (&json!(length), &json!(1)), "{verdict}");
    }
    let verdict = answer("check", &json!({ "board": BOARD, "answer": "1" }));
    assert_eq!((&verdict["kind"], &verdict["metric"]), (&json!("multi-tile"), &json!("stm")));
}

/// A place is the number of the letter, as in the message.
#[test]
fn places_in_answers_are_those_of_the_messages() {
    for (given, kind, at, message) in [
        ("LRR", "illegal-move", 1, "move 1 is illegal: the blank"),
        ("RRR", "illegal-move", 3, "move 3 is illegal: the blank"),
        ("RRUDU", "ends-elsewhere", 5, "it ends at 123450786"),
    ] {
        let verdict = answer("check", &json!({ "board": BOARD, "answer": given, "metric": "mtm" }));
        assert_eq!((&verdict["kind"], &verdict["at"]), (&json!(kind), &json!(at)), "{given}: {verdict}");
        assert!(verdict["message"].as_str().is_some_and(|text| text.starts_with(message)), "{verdict}");
        assert_eq!(verdict["wasted"], json!(null), "only single-tile moves are wasted: {verdict}");
    }
}

#[test]
fn what_the_metric_does_not_support_is_refused() {
    let large = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0";
    for (arguments, code) in [
        (json!({ "board": BOARD, "metric": "qtm" }), "malformed-request"),
        (json!({ "board": BOARD, "metric": "MTM" }), "malformed-request"),
        (json!({ "board": BOARD, "metric": "mtm", "cost": "tile" }), "bad-choice"),
        (json!({ "board": large, "metric": "mtm" }), "bad-choice"),
    ] {
        assert_eq!(failure("solve", &arguments), (400, code.to_owned()), "{arguments}");
        let mut checked = arguments;
        checked["answer"] = json!("2");
        assert_eq!(failure("check", &checked), (400, code.to_owned()), "{checked}");
    }
    for (question, arguments) in [
        ("position", json!({ "board": BOARD })),
        ("solutions", json!({ "board": BOARD })),
        ("search", json!({ "board": BOARD, "algorithm": "astar" })),
        ("histogram", json!({})),
        ("sample", json!({ "depth": "3" })),
    ] {
        answer(question, &arguments);
        let mut in_metric = arguments;
        in_metric["metric"] = json!("mtm");
        assert_eq!(failure(question, &in_metric), (400, "malformed-request".to_owned()), "{question}");
    }
    assert!(Batch::read(Some("metric=mtm")).is_err());
}

/// A large board is refused before pattern databases are built for it, even without time.
#[test]
fn a_large_board_is_refused_at_once() {
    let hurried = Api::new(RequestLimits { time: Duration::ZERO, ..RequestLimits::default() }, None);
    let board = (2..25).chain([1, 0]).map(|tile: u8| tile.to_string()).collect::<Vec<_>>().join(",");
    let arguments = json!({ "board": board, "answer": "LLRR", "metric": "mtm" });
    let (status, failure) = ask(&hurried, "check", &arguments);
    assert_eq!((status, &failure["error"]["code"]), (400, &json!("bad-choice")), "{failure}");
}

#[test]
fn the_time_limits_the_distances_of_all_boards() {
    let arguments = json!({ "board": BOARD, "metric": "mtm", "seconds": 0 });
    let reached = answer("solve", &arguments);
    let found = (&reached["limit"], &reached["length"], &reached["lower_bound"], &reached["metric"]);
    assert_eq!(found, (&json!("time limit reached"), &json!(null), &json!(1), &json!("mtm")), "{reached}");
    assert_eq!(reached["solvable"], true);
    let interrupt = Interrupt::new();
    interrupt.raise();
    let arguments = json!({ "board": BOARD, "metric": "mtm" }).to_string();
    let request = Request::post("/api/v1/solve", arguments.as_bytes());
    let response = Api::default().answer(&request, &interrupt);
    let reached: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
    assert_eq!((response.status, &reached["limit"]), (200, &json!("interrupted")), "{reached}");
    let hurried = Api::new(RequestLimits { time: Duration::ZERO, ..RequestLimits::default() }, None);
    let arguments = json!({ "board": BOARD, "answer": "RR", "metric": "mtm" });
    let (status, failure) = ask(&hurried, "check", &arguments);
    assert_eq!((status, &failure["error"]["code"]), (503, &json!("limit-reached")), "{failure}");
}

/// No request reads the distances of a file in this metric, so it is not listed.
#[test]
fn files_in_the_metric_are_not_listed() {
    let path = tempfile::tempdir().unwrap();
    let folder = Folder::new(path.path().to_owned());
    let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
    let name = TableName::of_full_board(&goal);
    Generator::for_goal(&goal)
        .unwrap()
        .build(Encoding::Byte)
        .unwrap()
        .write_to(&folder.file_of(&name))
        .unwrap();
    let name = TableName { metric: Metric::MultiTile, ..name };
    MultiTileGenerator::for_goal(&goal).unwrap().build().unwrap().write_to(&folder.file_of(&name)).unwrap();
    assert_eq!(folder.names().unwrap().len(), 2);
    let api = Api::new(RequestLimits::default(), Some(folder));
    let (_, tables) = ask(&api, "tables", &json!({}));
    assert_eq!(tables["files"], json!(["2x3-123450.pdb"]));
}

/// The page samples boards at a depth where a full table is listed.
#[test]
fn pattern_databases_are_not_listed() {
    let path = tempfile::tempdir().unwrap();
    let folder = Folder::new(path.path().to_owned());
    // Files are listed by name.
    for name in ["2x3-123450-12.pdb", "2x3-123450.mod3.pdb"] {
        std::fs::write(path.path().join(name), "").unwrap();
    }
    assert_eq!(folder.names().unwrap().len(), 2);
    let api = Api::new(RequestLimits::default(), Some(folder));
    let (_, tables) = ask(&api, "tables", &json!({}));
    assert_eq!(tables["files"], json!(["2x3-123450.mod3.pdb"]));
}
