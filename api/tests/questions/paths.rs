//! Paths: the shortest, all of them, and those of a search that is named.

use std::time::Duration;

use serde_json::{Value, json};
use tilebase::Board;
use tilebase_api::{Bounds, Interrupt, Laboratory, Request};

use crate::asking::{answer, ask, failure};

#[test]
fn a_board_is_solved_by_its_table() {
    let solution = answer("solve", &json!({ "board": "6 3 8 / 5 4 1 / 7 2 0" }));
    assert_eq!(solution["moves"], "UULDDLUURDLDRURDLURULDLURRDD");
    assert_eq!((&solution["length"], &solution["algorithm"]), (&json!(28), &json!("table")));
    let unsolvable = answer("solve", &json!({ "board": "213456780" }));
    assert_eq!((&unsolvable["solvable"], &unsolvable["moves"]), (&json!(false), &Value::Null));
    assert_eq!((&unsolvable["limit"], &unsolvable["at_least"]), (&Value::Null, &Value::Null));
}

#[test]
fn all_solutions_are_listed_in_parts() {
    let arguments = |skip, most| json!({ "board": "638541720", "skip": skip, "most": most });
    let all = answer("solutions", &arguments(0, 100));
    assert_eq!((&all["count"], &all["length"]), (&json!("13"), &json!(28)));
    let paths = all["paths"].as_array().unwrap();
    assert_eq!(paths.len(), 13);
    let parts = [answer("solutions", &arguments(0, 5)), answer("solutions", &arguments(5, 20))];
    let joined: Vec<&Value> = parts.iter().flat_map(|part| part["paths"].as_array().unwrap()).collect();
    assert_eq!(joined, paths.iter().collect::<Vec<_>>());
    let none = answer("solutions", &json!({ "board": "213456780" }));
    assert_eq!((&none["count"], &none["length"], &none["paths"]), (&json!("0"), &Value::Null, &json!([])));
    assert_eq!(failure("solutions", &arguments(9_999, 2)), (400, "bad-choice".to_owned()));
    let large = json!({ "board": "1,2,3,4,5,6,7,8,9,10,11,0" });
    assert_eq!(failure("solutions", &large), (422, "no-table".to_owned()));
}

#[test]
fn a_search_tells_how_it_went() {
    let arguments = json!({ "board": "867254301", "algorithm": "astar", "trace": 100 });
    let search = answer("search", &arguments);
    assert_eq!((&search["length"], &search["at_most_times_optimal"]), (&json!(31), &json!(1.0)));
    assert_eq!(search["statistics"]["expanded"], json!(6_744));
    let trace = search["trace"].as_array().unwrap();
    assert_eq!(trace.len(), 100);
    for (nth, state) in trace.iter().enumerate() {
        assert_eq!(state["number"], json!(nth + 1));
        assert_eq!(
            state["f"].as_f64(),
            Some((state["g"].as_u64().unwrap() + state["h"].as_u64().unwrap()) as f64)
        );
        let board: Board = state["board"].as_str().unwrap().parse().unwrap();
        // A state lies one slide beyond its parent, which was expanded before it.
        match state["parent"].as_u64() {
            None => assert_eq!((nth, &state["g"]), (0, &json!(0))),
            Some(parent) => {
                let parent = &trace[parent as usize - 1];
                let from: Board = parent["board"].as_str().unwrap().parse().unwrap();
                assert!(parent["number"].as_u64() < state["number"].as_u64());
                assert!(from.move_to(&board).is_some());
                assert_eq!(parent["g"].as_u64().map(|g| g + 1), state["g"].as_u64());
            }
        }
    }
    let greedy = answer("search", &json!({ "board": "867254301", "algorithm": "greedy" }));
    assert_eq!((&greedy["optimal"], &greedy["at_most_times_optimal"]), (&json!(false), &Value::Null));
    let weighted =
        answer("search", &json!({ "board": "867254301", "algorithm": "weighted-astar", "weight": 1.5 }));
    assert_eq!(weighted["at_most_times_optimal"], json!(1.5));
    let few = answer("search", &json!({ "board": "867254301", "algorithm": "astar", "expanded": 10 }));
    assert_eq!((&few["limit"], &few["moves"]), (&json!("limit of states reached"), &Value::Null));
    assert!(few["at_least"].as_u64().is_some_and(|least| (21..=31).contains(&least)), "{few}");
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let laboratory = Laboratory::new(Bounds { time: Duration::from_millis(1), ..Bounds::default() }, None);
    let hardest = json!({ "board": "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", "algorithm": "ida", "heuristic": "manhattan", "seconds": 1e300 });
    let (status, late) = ask(&laboratory, "search", &hardest);
    assert_eq!((status, &late["limit"]), (200, &json!("time limit reached")));
    let interrupt = Interrupt::new();
    interrupt.raise();
    let body = hardest.to_string();
    let request = Request::post("/api/v1/search", body.as_bytes());
    let response = Laboratory::default().answer(&request, &interrupt);
    let ended: Value = serde_json::from_slice(&response.body).unwrap();
    assert_eq!(ended["limit"], "interrupted");
}
