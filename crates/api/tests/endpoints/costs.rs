//! Moves with costs: cheapest paths, and answers judged by their costs.

use serde_json::{Value, json};
use tilebase::board::{Goal, MoveCosts, Shape};
use tilebase::solve::CostSolver;
use tilebase_api::{Api, Effort, Request};

use crate::asking::{answer, failure};

/// With tile costs, a cheapest path costs 45 in 15 moves; a shortest one has 11 moves.
const BOARD: &str = "253410786";

#[test]
fn cheapest_paths_cost_the_least_of_a_full_computation() {
    let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    let by_tile = MoveCosts::by_tile(goal.shape());
    let windy = MoveCosts::by_direction(goal.shape(), [1, 3, 2, 2]).unwrap();
    for (cost, costs) in [("tile", by_tile), ("U=1,D=3,L=2,R=2", windy)] {
        let solver = CostSolver::new(&goal, &costs, None).unwrap();
        for board in [BOARD, "867254301", "067854231", "123456780", "236107485"] {
            let solved = answer("solve", &json!({ "board": board, "cost": cost }));
            let expected = solver.least_cost(&board.parse().unwrap()).unwrap();
            assert_eq!((&solved["cost"], &solved["optimal"]), (&json!(expected), &json!(true)), "{solved}");
            // A path without moves is stated by its cost.
            let given = solved["moves"].as_str().filter(|moves| !moves.is_empty()).unwrap_or("0");
            let checked = answer("check", &json!({ "board": board, "answer": given, "cost": cost }));
            assert_eq!((&checked["kind"], &checked["least_cost"]), (&json!("optimal"), &json!(expected)));
        }
    }
    let large = json!({ "board": "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0", "cost": "tile" });
    let large = answer("solve", &large);
    assert_eq!((&large["cost"], &large["algorithm"]), (&json!(86), &json!("ida")));
    let unsolvable = answer("solve", &json!({ "board": "213456780", "cost": "tile" }));
    assert_eq!((&unsolvable["solvable"], &unsolvable["moves"]), (&json!(false), &Value::Null));
    let hard = json!({ "board": "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", "cost": "tile", "seconds": 0.01 });
    let hard = answer("solve", &hard);
    assert!(hard["limit"] == "time limit reached" && hard["cost_lower_bound"].as_u64() > Some(100), "{hard}");
}

#[test]
fn answers_are_judged_by_their_costs() {
    let judged = |given: &str| answer("check", &json!({ "board": BOARD, "answer": given, "cost": "tile" }));
    for (given, kind, read_as) in [
        ("LULDRRULDLURRDD", "optimal", "moves of the blank"),
        ("DLLURULDDRR", "costlier", "moves of the blank"),
        ("45", "optimal", "cost"),
        ("46", "other-cost", "cost"),
        ("Path: LULDRRULDLURRDD\nTotal cost: 45\n", "optimal", "moves of the blank"),
        ("Path: LULDRRULDLURRDD\nTotal cost: 44\n", "cost-disagrees", "moves of the blank"),
        ("unsolvable", "says-unsolvable", "unsolvable"),
    ] {
        let verdict = judged(given);
        assert_eq!((&verdict["kind"], &verdict["read_as"]), (&json!(kind), &json!(read_as)), "{verdict}");
        assert_eq!((&verdict["least_cost"], &verdict["distance"]), (&json!(45), &json!(11)), "{verdict}");
    }
    let path = |convention: &str, cost: &str| -> Value {
        let board = "123456708";
        json!({ "board": board, "answer": "L", "move_convention": convention, "cost": cost })
    };
    // The blank goes right, so the tile goes left.
    let verdict = answer("check", &path("tile", "U=1,D=1,L=7,R=5"));
    assert_eq!((&verdict["right"], &verdict["least_cost"]), (&json!(true), &json!(7)));
    assert!(answer("check", &json!({ "board": BOARD, "answer": "11" })).get("least_cost").is_none());
}

#[test]
fn unsuitable_costs_are_refused() {
    for question in ["solve", "check"] {
        for cost in ["tiles", "", "U=0,D=1,L=1,R=1", "U=1"] {
            let arguments = match question {
                "solve" => json!({ "board": BOARD, "cost": cost }),
                _ => json!({ "board": BOARD, "answer": "11", "cost": cost }),
            };
            assert_eq!(failure(question, &arguments), (400, "bad-choice".to_owned()), "{cost}");
        }
    }
    let open = json!({ "board": BOARD, "answer": "path: LULDRRULDLURRDD, cost: 45" });
    assert_eq!(failure("check", &open), (400, "malformed-moves".to_owned()));
}

#[test]
fn queries_may_have_costs_and_are_searches() {
    let api = Api::default();
    let request = Request::get("/api/v1/solve", Some("board=253410786&cost=tile"));
    assert_eq!(api.effort(&request), Effort::Search);
    let response = api.answer(&request, &tilebase_api::Interrupt::new());
    let solved: Value = serde_json::from_slice(&response.body).unwrap();
    assert_eq!((response.status, &solved["cost"]), (200, &json!(45)));
}
