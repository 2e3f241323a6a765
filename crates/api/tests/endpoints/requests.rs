//! Invalid requests, equivalent forms of requests, and estimates of their cost.

use std::time::Duration;

use serde_json::{Value, json};
use tilebase::Shape;
use tilebase::notation::CostRule;
use tilebase_api::{Api, Batch, BatchFormat, Code, Effort, Endpoint, Interrupt, Request, RequestLimits};

use crate::asking::{ask, failure};

#[test]
fn malformed_arguments_are_reported() {
    for (question, arguments, code) in [
        ("position", json!({ "board": "12345678" }), "malformed-board"),
        ("position", json!({ "board": "123456780", "goal": "middle" }), "malformed-goal"),
        ("position", json!({ "board": "123456780", "goal": "12/30" }), "malformed-board"),
        ("position", json!({ "board": "123456780", "shape": "9x9" }), "bad-choice"),
        ("position", json!({ "bord": "123456780" }), "malformed-request"),
        ("position", json!({}), "malformed-request"),
        ("position", json!([]), "malformed-request"),
        ("position", json!({ "board": 123_456_780 }), "malformed-request"),
        ("search", json!({ "board": "123456780", "algorithm": "luck" }), "bad-choice"),
        ("search", json!({ "board": "123456780", "algorithm": "astar", "weight": 2 }), "bad-choice"),
        (
            "search",
            json!({ "board": "123456780", "algorithm": "weighted-astar", "weight": 0.5 }),
            "bad-choice",
        ),
        ("search", json!({ "board": "123456780", "algorithm": "table", "trace": 5 }), "bad-choice"),
        ("search", json!({ "board": "123456780", "algorithm": "astar", "trace": 10_001 }), "bad-choice"),
        ("search", json!({ "board": "123456780", "algorithm": "astar", "convention": "korf" }), "bad-choice"),
        ("search", json!({ "board": "123456780", "algorithm": "ida", "convention": "tran" }), "bad-choice"),
        ("tables", json!({ "all": true }), "malformed-request"),
        // Lists are rejected, even with the right values in the right order.
        ("tables", json!([]), "malformed-request"),
        ("histogram", json!([null, null]), "malformed-request"),
        ("position", json!(["123456780", null, null]), "malformed-request"),
    ] {
        assert_eq!(failure(question, &arguments), (400, code.to_owned()), "{question} {arguments}");
    }
    assert_eq!(failure("positions", &json!({})), (404, "unknown-path".to_owned()));
}

/// Random texts as paths, queries and bodies always get a JSON answer with a known status.
#[test]
fn random_requests_get_valid_responses() {
    let api = Api::new(RequestLimits { time: Duration::from_millis(20), ..RequestLimits::default() }, None);
    let mut random = fastrand::Rng::with_seed(1);
    let questions = [
        "position",
        "solve",
        "solutions",
        "search",
        "check",
        "sample",
        "histogram",
        "tables",
        "convert",
        "x",
        "",
    ];
    let words = [
        "board",
        "goal",
        "shape",
        "=",
        "&",
        "%",
        "%zz",
        "+",
        "123456780",
        "638541720",
        "snail",
        "3x3",
        "2x2",
        "algorithm",
        "astar",
        "answer",
        "ULDR",
        "count",
        "depth",
        "1",
        "-1",
        "1e99",
        "to",
        "grid",
        "{",
        "}",
        "\"",
        ":",
        ",",
        "[",
        "null",
        "seed",
        "walk",
        "limit",
        "skip",
        "trace",
        "seconds",
        "NaN",
        "é",
        "\0",
    ];
    for _ in 0..20_000 {
        let question = questions[random.usize(..questions.len())];
        let path = format!("{}{question}", if random.u8(..20) == 0 { "/" } else { Endpoint::ROOT });
        let text: String = (0..random.usize(..12)).map(|_| words[random.usize(..words.len())]).collect();
        let request = if random.bool() {
            Request::get(&path, Some(&text))
        } else {
            Request::post(&path, text.as_bytes())
        };
        let response = api.answer(&request, &Interrupt::new());
        let body: Value = serde_json::from_slice(&response.body).expect("JSON");
        assert!(matches!(response.status, 200 | 400 | 404 | 422), "{path} {text}: {body}");
        assert_eq!(body.get("error").is_some(), response.status != 200, "{body}");
    }
}

/// A query and a body with the same arguments get the same answer.
#[test]
fn queries_are_read_like_bodies() {
    let api = Api::default();
    let query = "board=867254301&algorithm=weighted-astar&weight=1.5&trace=3&goal=&shape=3x3";
    let got = api.answer(&Request::get("/api/v1/search", Some(query)), &Interrupt::new());
    let arguments = json!({ "board": "867254301", "algorithm": "weighted-astar", "weight": 1.5, "trace": 3 });
    let (status, posted) = ask(&api, "search", &arguments);
    let mut got: Value = serde_json::from_slice(&got.body).unwrap();
    got["statistics"]["seconds"] = posted["statistics"]["seconds"].clone();
    assert_eq!((status, got), (200, posted));
}

#[cfg(feature = "openapi")]
#[test]
fn openapi_document_has_every_endpoint() {
    let document: Value = serde_json::from_str(&tilebase_api::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    // The batch endpoint is not part of the API: servers answer it line by line.
    assert_eq!(paths.len(), Endpoint::ALL.len() + 1);
    for path in Endpoint::ALL.map(Endpoint::path) {
        assert!(paths.contains_key(&path), "{path}");
        let response = Api::default().answer(&Request::post(&path, b"!"), &Interrupt::new());
        assert_eq!(response.status, 400, "{path} is a question, though not this one");
    }
    let text = document.to_string();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(!document["components"]["schemas"][name].is_null(), "{name} is described");
    }
}

#[test]
fn the_cost_of_a_request_is_estimated() {
    let api = Api::default();
    let effort = |name: &str, query: &str| {
        let path = format!("{}{name}", Endpoint::ROOT);
        api.effort(&Request::get(&path, Some(query)))
    };
    let large = "board=1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15";
    for name in ["position", "solve", "check"] {
        assert_eq!(effort(name, "board=123456708"), Effort::Task, "{name}: a table has to be built");
        assert_eq!(effort(name, large), Effort::Search, "{name}");
        assert_eq!(effort(name, "board=12"), Effort::Lookup, "{name}: no board");
        assert_eq!(effort(name, &format!("board=123456708&goal={}", "7".repeat(5000))), Effort::Task);
    }
    assert_eq!((effort("histogram", ""), effort("histogram", "shape=4x4")), (Effort::Task, Effort::Task));
    assert_eq!(effort("search", "board=123456708&algorithm=astar"), Effort::Search);
    for (name, expected) in [
        ("solutions", Effort::Task),
        ("sample", Effort::Task),
        ("tables", Effort::Task),
        ("convert", Effort::Lookup),
    ] {
        assert_eq!(effort(name, "board=123456708"), expected, "{name}");
    }
    for board in ["123456708", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15"] {
        assert_eq!(ask(&api, "position", &json!({ "board": board })).0, 200);
    }
    for name in ["position", "solve", "check", "histogram"] {
        assert_eq!(effort(name, "board=123456708"), Effort::Lookup, "{name}: the table is there");
        assert_eq!(
            effort(name, "board=123456708&goal=213456780"),
            Effort::Lookup,
            "{name}: it serves this goal too"
        );
    }
    assert_eq!(effort("position", large), Effort::Lookup, "the patterns are there to estimate by");
    assert_eq!((effort("solve", large), effort("check", large)), (Effort::Search, Effort::Search));
}

#[test]
fn all_endpoints_are_listed() {
    for name in Endpoint::ALL.map(Endpoint::name) {
        assert_ne!(failure(name, &json!({ "nothing": "known" })).1, "unknown-path", "{name}");
    }
    assert_eq!(failure("batch", &json!({})).1, "unknown-path", "lines are no question of one answer");
}

#[test]
fn a_batch_is_read_from_its_query() {
    let batch = Batch::read(Some("goal=snail&shape=4x4&format=ndjson")).unwrap();
    assert_eq!((batch.shape, batch.format), (Some(Shape::new(4, 4).unwrap()), BatchFormat::Ndjson));
    let usual = Batch::read(None).unwrap();
    assert_eq!((usual.format, usual.cost), (BatchFormat::Csv, None));
    for (cost, rule) in [("tile", CostRule::Tile), ("U%3D1,D=3,L=2,R=2", CostRule::Directions([1, 3, 2, 2]))]
    {
        let query = format!("cost={cost}");
        assert_eq!(Batch::read(Some(&query)).unwrap().cost, Some(rule));
    }
    for wrong in ["goal=middle", "shape=4", "format=xml", "board=1230", "goal=snail&goal=snail"] {
        assert_eq!(Batch::read(Some(wrong)).unwrap_err().status, 400, "{wrong}");
    }
    for wrong in ["cost=", "cost=tiles", "cost=U=1,D=3", "cost=U=0,D=1,L=1,R=1", "cost=costs.txt"] {
        assert_eq!(Batch::read(Some(wrong)).unwrap_err().code, Code::BadChoice, "{wrong}");
    }
}
