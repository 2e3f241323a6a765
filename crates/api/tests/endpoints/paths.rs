//! Paths: shortest paths, lists of all of them, and searches by a given method.

use std::time::Duration;

use serde_json::{Value, json};
use tilebase::Board;
use tilebase_api::{Api, Interrupt, Request, RequestLimits};

use crate::asking::{answer, ask, failure};

#[test]
fn a_board_is_solved_by_its_table() {
    let solution = answer("solve", &json!({ "board": "6 3 8 / 5 4 1 / 7 2 0" }));
    assert_eq!(solution["moves"], "UULDDLUURDLDRURDLURULDLURRDD");
    assert_eq!((&solution["length"], &solution["algorithm"]), (&json!(28), &json!("table")));
    let unsolvable = answer("solve", &json!({ "board": "213456780" }));
    assert_eq!((&unsolvable["solvable"], &unsolvable["moves"]), (&json!(false), &Value::Null));
    assert_eq!((&unsolvable["limit"], &unsolvable["lower_bound"]), (&Value::Null, &Value::Null));
    assert_eq!((&unsolvable["optimal"], &unsolvable["algorithm"]), (&Value::Null, &Value::Null));
}

#[test]
fn all_solutions_are_listed_in_parts() {
    let arguments = |skip, limit| json!({ "board": "638541720", "skip": skip, "limit": limit });
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
fn a_search_returns_its_statistics_and_trace() {
    let arguments = json!({ "board": "867254301", "algorithm": "astar", "trace": 100 });
    let search = answer("search", &arguments);
    assert_eq!((&search["length"], &search["suboptimality_bound"]), (&json!(31), &json!(1.0)));
    assert_eq!(search["statistics"]["expanded"], json!(6_744));
    let trace = search["trace"].as_array().unwrap();
    assert_eq!(trace.len(), 100);
    for (nth, state) in trace.iter().enumerate() {
        assert_eq!(state["expansion"], json!(nth + 1));
        assert_eq!(
            state["f"].as_f64(),
            Some((state["g"].as_u64().unwrap() + state["h"].as_u64().unwrap()) as f64)
        );
        let board: Board = state["board"].as_str().unwrap().parse().unwrap();
        // A state is one slide away from its parent, which was expanded before it.
        match state["parent"].as_u64() {
            None => assert_eq!((nth, &state["g"]), (0, &json!(0))),
            Some(parent) => {
                let parent = &trace[parent as usize - 1];
                let from: Board = parent["board"].as_str().unwrap().parse().unwrap();
                assert!(parent["expansion"].as_u64() < state["expansion"].as_u64());
                assert!(from.move_to(&board).is_some());
                assert_eq!(parent["g"].as_u64().map(|g| g + 1), state["g"].as_u64());
            }
        }
    }
    let near = json!({ "board": "123456708", "algorithm": "astar", "trace": 100 });
    let start = json!({
        "expansion": 1, "board": "123456708", "g": 0, "h": 1, "f": 1,
        "generated": [
            { "board": "123406758", "move": "U", "h": 2, "f": 3, "fate": "opened" },
            { "board": "123456078", "move": "L", "h": 2, "f": 3, "fate": "opened" },
            { "board": "123456780", "move": "R", "h": 0, "f": 1, "fate": "opened" },
        ],
    });
    assert_eq!(answer("search", &near)["trace"], json!([start]));
    let greedy = answer("search", &json!({ "board": "867254301", "algorithm": "greedy" }));
    assert_eq!((&greedy["optimal"], &greedy["suboptimality_bound"]), (&json!(false), &Value::Null));
    let weighted =
        answer("search", &json!({ "board": "867254301", "algorithm": "weighted-astar", "weight": 1.5 }));
    assert_eq!(weighted["suboptimality_bound"], json!(1.5));
    let least = weighted["lower_bound"].as_u64().unwrap() as f64;
    assert!(least * 1.5 >= weighted["length"].as_f64().unwrap() && least <= 31.0, "{weighted}");
    let few = answer("search", &json!({ "board": "867254301", "algorithm": "astar", "max_nodes": 10 }));
    assert_eq!((&few["limit"], &few["moves"]), (&json!("node limit reached"), &Value::Null));
    assert_eq!((&few["solvable"], &few["optimal"]), (&json!(true), &Value::Null));
    assert!(few["lower_bound"].as_u64().is_some_and(|least| (21..=31).contains(&least)), "{few}");
}

/// The records of the Python package have the names of the fields here.
#[test]
fn python_records_have_the_same_fields() {
    let found = answer("search", &json!({ "board": "867254301", "algorithm": "astar" }));
    let file = include_str!("../../../../bindings/python/tilebase/records.py");
    for (class, object) in [("Result", &found), ("Statistics", &found["statistics"])] {
        let (_, body) = file.split_once(&format!("class {class}:\n")).unwrap();
        let body = body.split("\nclass ").next().unwrap();
        let field = |line: &'static str| Some(line.strip_prefix("    ")?.split_once(": ")?.0);
        let fields: Vec<&str> = body
            .lines()
            .filter_map(field)
            .filter(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
            .collect();
        assert!(fields.len() >= 5, "{class}: {fields:?}");
        for name in fields {
            assert!(object.get(name).is_some(), "{class}.{name}");
        }
    }
}

/// Every search returns a trace up to the requested length, and counts the remaining states as
/// well.
#[test]
fn every_search_can_be_traced() {
    for (algorithm, bound, side) in [
        ("breadth-first", json!(null), json!(null)),
        ("bidirectional", json!(null), json!("start")),
        ("uniform-cost", json!(null), json!(null)),
        ("depth-first", json!(null), json!(null)),
        ("iterative-deepening", json!(1), json!(null)),
        ("greedy", json!(null), json!(null)),
        ("weighted-astar", json!(null), json!(null)),
        ("ida", json!(6), json!(null)),
    ] {
        let given = json!({ "board": "120483765", "algorithm": algorithm, "trace": 5, "depth_limit":
            if algorithm == "depth-first" { json!(12) } else { json!(null) } });
        let found = answer("search", &given);
        let trace = found["trace"].as_array().unwrap();
        assert_eq!(trace.len(), 5, "{algorithm}");
        assert!(found["statistics"]["expanded"].as_u64().unwrap() > 5, "{algorithm}");
        assert_eq!((&trace[0]["bound"], &trace[0]["side"]), (&bound, &side), "{algorithm}");
        assert_eq!((&trace[0]["board"], &trace[0]["parent"]), (&json!("120483765"), &Value::Null));
        assert_eq!(trace[0]["generated"].as_array().unwrap().len(), 2, "{algorithm}");
        let untraced =
            json!({ "board": "120483765", "algorithm": algorithm, "depth_limit": given["depth_limit"] });
        let untraced = answer("search", &untraced);
        assert_eq!(untraced["statistics"]["generated"], found["statistics"]["generated"], "{algorithm}");
        assert_eq!(untraced["moves"], found["moves"], "{algorithm}");
    }
}

#[test]
fn a_search_ends_at_limits_and_interrupts() {
    let api = Api::new(RequestLimits { time: Duration::from_millis(1), ..RequestLimits::default() }, None);
    let hardest = json!({
        "board": "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", "algorithm": "ida", "heuristic": "manhattan",
        "seconds": 1e300,
    });
    let (status, late) = ask(&api, "search", &hardest);
    assert_eq!((status, &late["limit"]), (200, &json!("time limit reached")));
    let interrupt = Interrupt::new();
    interrupt.raise();
    let body = hardest.to_string();
    let request = Request::post("/api/v1/search", body.as_bytes());
    let response = Api::default().answer(&request, &interrupt);
    let ended: Value = serde_json::from_slice(&response.body).unwrap();
    assert_eq!(ended["limit"], "interrupted");
}

#[test]
fn a_timeout_is_a_number_from_0() {
    for seconds in [json!(-1), json!(-1e300)] {
        for (question, algorithm) in [("solve", None), ("search", Some("astar"))] {
            let mut given = json!({ "board": "867254301", "seconds": seconds });
            if let Some(algorithm) = algorithm {
                given["algorithm"] = json!(algorithm);
            }
            let (status, refused) = ask(&Api::default(), question, &given);
            assert_eq!((status, &refused["error"]["code"]), (400, &json!("bad-choice")), "{given}");
        }
    }
    let request = Request::get("/api/v1/solve", Some("board=867254301&seconds=NaN"));
    assert_eq!(Api::default().answer(&request, &Interrupt::new()).status, 400);
}

/// The counts of four published programs, imitated by their conventions. If a published count is
/// due to a bug of the program, the right one is expected.
#[test]
fn searches_have_the_counts_of_published_programs() {
    let api = Api::default();
    let file = include_str!("../../../../tests/data/published-counts.tsv");
    let mut rows = file.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
    let columns: Vec<&str> = rows.next().unwrap().skip(4).collect();
    let mut compared = 0;
    for row in rows {
        let cells: Vec<&str> = row.collect();
        for (column, cell) in columns.iter().zip(&cells[4..]).filter(|(_, cell)| **cell != "-") {
            let (program, searched) = column.split_once('-').unwrap();
            let (algorithm, heuristic) = match (program, searched) {
                (_, "misplaced" | "manhattan") => ("astar", Some(searched)),
                ("akhtar", "astar" | "greedy") => (searched, Some("manhattan-plus-misplaced")),
                _ => (searched, None),
            };
            let given = json!({
                "board": cells[1], "goal": cells[2], "algorithm": algorithm, "heuristic": heuristic,
                "convention": program,
            });
            let (status, found) = ask(&api, "search", &given);
            let count = |name: &str| found["statistics"][name].to_string();
            let (expanded, generated, queue) = (count("expanded"), count("generated"), count("peak_open"));
            let counts = match program {
                "akhtar" => [expanded, generated, queue].join("/"),
                "parnami" => [expanded, generated].join("/"),
                _ => [expanded, queue].join("/"),
            };
            let right = cell.rsplit('~').next().unwrap();
            let (right, length) = right.split_once(':').unwrap_or((right, cells[3]));
            let found = (status, counts.as_str(), found["length"].to_string());
            assert_eq!(found, (200, right, length.to_owned()), "{} {column}", cells[0]);
            compared += 1;
        }
    }
    assert_eq!(compared, 312);
}
