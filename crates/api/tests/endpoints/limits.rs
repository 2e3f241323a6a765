//! Limits on questions that need large pattern databases.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tilebase_api::{Api, Effort, Endpoint, Request, RequestLimits};

use crate::asking::ask;

/// An API whose searches end at once.
fn hurried() -> Api {
    Api::new(RequestLimits { time: Duration::from_millis(1), ..RequestLimits::default() }, None)
}

fn whole(rows: usize, columns: usize, first: [u8; 2]) -> String {
    let rest = 3..rows * columns;
    let tiles = first.map(usize::from).into_iter().chain(rest).map(|tile| tile.to_string());
    format!("{},0", tiles.collect::<Vec<_>>().join(","))
}

fn ok(api: &Api, question: &str, arguments: &Value) -> Value {
    let (status, answer) = ask(api, question, arguments);
    assert_eq!(status, 200, "{question} {arguments}: {answer}");
    answer
}

#[test]
fn unsolvable_boards_need_no_pattern_databases() {
    let api = hurried();
    let board = json!(whole(5, 5, [2, 1]));
    assert_eq!(ok(&api, "solve", &json!({ "board": board }))["solvable"], false);
    let search = json!({ "board": board, "algorithm": "ida" });
    assert_eq!(ok(&api, "search", &search)["solvable"], false);
    let position = ok(&api, "position", &json!({ "board": board }));
    assert_eq!((&position["solvable"], position["exchange"].is_null()), (&json!(false), false));
    let check = json!({ "board": board, "answer": "unsolvable" });
    assert_eq!(ok(&api, "check", &check)["right"], true);
}

/// One move away from the goal.
fn near(goal: &str) -> String {
    let last = goal.split(',').rev().nth(1).expect("a goal has several tiles");
    goal.replace(&format!(",{last},0"), &format!(",0,{last}"))
}

fn effort(api: &Api, question: &str, arguments: &Value) -> Effort {
    let path = format!("{}{question}", Endpoint::ROOT);
    api.effort(&Request::post(&path, arguments.to_string().as_bytes()))
}

/// A position never builds large tables, and an easy search needs none.
#[test]
fn easy_boards_need_no_large_pattern_databases() {
    let api = Api::default();
    for goal in [whole(3, 6, [1, 2]), whole(5, 5, [1, 2])] {
        let arguments = json!({ "board": near(&goal) });
        assert_eq!(effort(&api, "position", &arguments), Effort::Task);
        assert_eq!(ok(&api, "position", &arguments)["lower_bound"], 1);
        let found = ok(&api, "solve", &arguments);
        assert_eq!((&found["length"], &found["heuristic"]), (&json!(1), &json!("linear-conflict")));
        let sample = ok(&api, "sample", &json!({ "goal": goal, "walk": 5 }));
        assert_eq!(sample["boards"][0]["distance"], Value::Null);
        // The pattern databases would make an estimate a look.
        assert_eq!(effort(&api, "position", &arguments), Effort::Task);
    }
}

/// The build goes on after the time of the first question, and a later one finds the tables.
#[test]
fn large_pattern_databases_are_built_beyond_the_time_of_a_question() {
    // Long enough to begin the build on a busy machine, and too short for the build.
    let api = Api::new(RequestLimits { time: Duration::from_millis(50), ..RequestLimits::default() }, None);
    let hard = |goal: &str| json!({ "board": far(goal), "goal": goal });
    let is_ready = |arguments: &Value| effort(&api, "position", arguments) == Effort::Lookup;
    let goal = whole(3, 6, [1, 2]);
    let arguments = hard(&goal);
    let first = ok(&api, "solve", &arguments);
    assert_eq!((&first["limit"], &first["length"]), (&json!("time limit reached"), &Value::Null));
    assert_eq!(first["heuristic"], "linear-conflict");
    let is_built = |arguments: &Value| {
        let begun = Instant::now();
        std::iter::repeat_with(|| ok(&api, "solve", arguments))
            .take_while(|_| begun.elapsed() < Duration::from_secs(600))
            .any(|found| found["heuristic"] == "patterns")
    };
    assert!(is_built(&arguments) && is_ready(&arguments));

    // Those of another goal take their place.
    let other = hard(&whole(3, 6, [2, 1]));
    assert!(!is_ready(&other) && is_built(&other));
    assert!(!is_ready(&arguments) && is_ready(&other));
}

/// The table that is kept is one of the other metric.
#[test]
fn the_multi_tile_metric_is_never_a_look() {
    let api = Api::default();
    let mut arguments = json!({ "board": "638541720" });
    ok(&api, "solve", &arguments);
    assert_eq!(effort(&api, "solve", &arguments), Effort::Lookup);
    arguments["metric"] = json!("mtm");
    assert_eq!(effort(&api, "solve", &arguments), Effort::Task);
}

#[test]
fn a_limit_without_an_answer_has_its_own_code() {
    let goal = whole(5, 5, [1, 2]);
    let check = json!({ "board": far(&goal), "goal": goal, "answer": "150" });
    let (status, answer) = ask(&hurried(), "check", &check);
    assert_eq!((status, &answer["error"]["code"]), (503, &json!("limit-reached")));
}

/// A board far from its goal. Linear conflicts do not solve it within the limits of these tests.
fn far(goal: &str) -> String {
    goal.split(',').rev().collect::<Vec<_>>().join(",")
}

#[test]
fn answers_are_checked_without_large_pattern_databases_where_possible() {
    let api = Api::default();
    let goal = whole(5, 5, [1, 2]);
    let easy = json!({ "board": near(&goal), "answer": "R" });
    assert_eq!(ok(&api, "check", &easy)["right"], true);
    assert_eq!(effort(&api, "position", &easy), Effort::Task);
    // The blank is in the first cell.
    let illegal = json!({ "board": far(&goal), "goal": goal, "answer": "L" });
    let verdict = ok(&hurried(), "check", &illegal);
    assert_eq!((&verdict["kind"], &verdict["distance"]), (&json!("illegal-move"), &Value::Null));
    assert_eq!((&verdict["right"], &verdict["at"]), (&json!(false), &json!(1)));
}
