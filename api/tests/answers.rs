//! Every question through the one door that servers and pages use.

use std::time::Duration;

use serde_json::{Value, json};
use tilebase::{Board, Distance, Goal, Oracle, Shape};
use tilebase_api::{Batch, BatchFormat, Bounds, Effort, Interrupt, Laboratory, Request};

fn ask(laboratory: &Laboratory, question: &str, arguments: &Value) -> (u16, Value) {
    let (path, body) = (format!("{}{question}", Laboratory::ROOT), arguments.to_string());
    let response = laboratory.answer(&Request::post(&path, body.as_bytes()), &Interrupt::new());
    (response.status, serde_json::from_slice(&response.body).expect("an answer is JSON"))
}

/// The answer to a question that has one.
fn answer(question: &str, arguments: &Value) -> Value {
    let (status, answer) = ask(&Laboratory::default(), question, arguments);
    assert_eq!(status, 200, "{question} {arguments}: {answer}");
    answer
}

/// The status and the code of a failure, whose message and help are not empty.
fn failure(question: &str, arguments: &Value) -> (u16, String) {
    let (status, answer) = ask(&Laboratory::default(), question, arguments);
    let error = &answer["error"];
    let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
    assert!(!text("message").is_empty() && text("help").ends_with('.'), "{answer}");
    (status, text("code"))
}

#[test]
fn a_position_tells_the_truth_about_every_board_of_2x3() {
    let laboratory = Laboratory::default();
    let shape = Shape::new(2, 3).unwrap();
    for goal in [Goal::blank_last(shape), Goal::blank_first(shape), Goal::snail(shape)] {
        let oracle = Oracle::build(&goal).unwrap();
        for board in every_board(shape) {
            let arguments = json!({ "board": board.to_string(), "goal": goal.to_string(), "shape": "2x3" });
            let (_, position) = ask(&laboratory, "position", &arguments);
            let distance = oracle.distance(&board).ok().map(Distance::moves);
            assert_eq!(position["distance"], json!(distance), "{position}");
            assert_eq!(position["at_least"], json!(distance));
            assert_eq!(position["solvable"], json!(distance.is_some()));
            assert_eq!(position["solved"], json!(board == goal.board()));
            let moves = position["moves"].as_array().unwrap();
            assert_eq!(moves.len(), board.successors().count());
            for (step, next) in board.successors() {
                let told = moves.iter().find(|told| told["move"] == json!(step.letter())).unwrap();
                let after = oracle.distance(&next).ok().map(Distance::moves);
                assert_eq!((&told["board"], &told["distance"]), (&json!(next.to_string()), &json!(after)));
                assert_eq!(told["tile"], json!(board.tile_at(next.blank()).number()));
                assert_eq!(told["optimal"], json!(after.zip(distance).map(|(after, before)| after < before)));
            }
            assert!(
                moves.windows(2).all(|pair| pair[0]["distance"].as_u64() <= pair[1]["distance"].as_u64())
            );
            check_exchange(&position["exchange"], &board, &oracle);
        }
    }
}

/// It is there for boards that can't be solved, and then the pair is that which leaves least to do.
fn check_exchange(exchange: &Value, board: &Board, oracle: &Oracle) {
    if oracle.distance(board).is_ok() {
        return assert!(exchange.is_null());
    }
    let with_exchanged = |one: u64, other: u64| {
        let tiles: Vec<u32> = board
            .tiles()
            .iter()
            .map(|tile| match u64::from(tile.number()) {
                tile if tile == one => other as u32,
                tile if tile == other => one as u32,
                tile => tile as u32,
            })
            .collect();
        Board::new(board.shape(), &tiles).unwrap()
    };
    let distance = |one, other| u64::from(oracle.distance(&with_exchanged(one, other)).unwrap().moves());
    let all = (1..6).flat_map(|one| (one + 1..6).map(move |other| (one, other)));
    let least = all.map(|(one, other)| distance(one, other)).min();
    let [one, other] = [0, 1].map(|nth| exchange["tiles"][nth].as_u64().unwrap());
    assert_eq!(exchange["at_least"].as_u64(), least);
    assert_eq!(distance(one, other), least.unwrap());
    assert_eq!(exchange["board"], json!(with_exchanged(one, other).to_string()));
}

fn every_board(shape: Shape) -> Vec<Board> {
    fn extend(shape: Shape, tiles: &mut Vec<u8>, boards: &mut Vec<Board>) {
        if tiles.len() == shape.cells() {
            return boards.push(Board::from_bytes(shape, tiles).unwrap());
        }
        for tile in 0..shape.cells() as u8 {
            if !tiles.contains(&tile) {
                tiles.push(tile);
                extend(shape, tiles, boards);
                tiles.pop();
            }
        }
    }
    let mut boards = Vec::new();
    extend(shape, &mut Vec::new(), &mut boards);
    boards
}

#[test]
fn boards_without_a_table_have_bounds() {
    let position = answer("position", &json!({ "board": "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0" }));
    assert_eq!((&position["distance"], &position["at_least"]), (&Value::Null, &json!(10)));
    assert_eq!(position["moves"][0]["optimal"], Value::Null);
    let solution = answer("solve", &json!({ "board": "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0" }));
    assert_eq!((&solution["length"], &solution["optimal"]), (&json!(12), &json!(true)));
    assert_eq!((&solution["algorithm"], &solution["heuristic"]), (&json!("ida"), &json!("patterns")));
}

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

#[test]
fn answers_are_checked() {
    let check = |answer: &str, named_by: &str| {
        let arguments = json!({ "board": "123450786", "answer": answer, "named_by": named_by });
        let verdict = self::answer("check", &arguments);
        (verdict["right"].as_bool().unwrap(), verdict["kind"].as_str().unwrap().to_owned())
    };
    for (answer, named_by, right, kind) in [
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
        assert_eq!(check(answer, named_by), (right, kind.to_owned()), "{answer} {named_by}");
    }
    let verdict = answer("check", &json!({ "board": "213456780", "answer": "unsolvable" }));
    assert_eq!((&verdict["right"], &verdict["distance"]), (&json!(true), &Value::Null));
    assert_eq!(
        failure("check", &json!({ "board": "123450786", "answer": "Q" })),
        (400, "malformed-moves".to_owned())
    );
}

#[test]
fn samples_are_what_was_asked_for() {
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
    let moves =
        |to: &str| json!({ "board": "123450786", "moves": "up down down", "to": to, "write_by": "tile" });
    assert_eq!(text(moves("letters")), "DUU");
    assert_eq!(text(moves("numbers")), "3 3 6");
    assert_eq!(failure("convert", &json!({ "board": "123456780", "to": "runes" })).0, 400);
    assert_eq!(
        failure("convert", &json!({ "board": "123456780", "moves": "R", "to": "letters" })).1,
        "malformed-moves"
    );
}

#[test]
fn what_is_malformed_is_told_and_nothing_else() {
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
        ("search", json!({ "board": "123456780", "algorithm": "ida", "trace": 5 }), "bad-choice"),
        ("search", json!({ "board": "123456780", "algorithm": "astar", "trace": 10_001 }), "bad-choice"),
        ("tables", json!({ "all": true }), "malformed-request"),
    ] {
        assert_eq!(failure(question, &arguments), (400, code.to_owned()), "{question} {arguments}");
    }
    assert_eq!(failure("positions", &json!({})), (404, "unknown-path".to_owned()));
}

/// Random texts as paths, queries and bodies: always an answer of JSON in one of the known statuses.
#[test]
fn noise_has_answers_too() {
    let laboratory = Laboratory::new(Bounds { time: Duration::from_millis(20), ..Bounds::default() }, None);
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
        "most",
        "skip",
        "trace",
        "seconds",
        "NaN",
        "é",
        "\0",
    ];
    for _ in 0..20_000 {
        let question = questions[random.usize(..questions.len())];
        let path = format!("{}{question}", if random.u8(..20) == 0 { "/" } else { Laboratory::ROOT });
        let text: String = (0..random.usize(..12)).map(|_| words[random.usize(..words.len())]).collect();
        let request = if random.bool() {
            Request::get(&path, Some(&text))
        } else {
            Request::post(&path, text.as_bytes())
        };
        let response = laboratory.answer(&request, &Interrupt::new());
        let body: Value = serde_json::from_slice(&response.body).expect("JSON");
        assert!(matches!(response.status, 200 | 400 | 404 | 422), "{path} {text}: {body}");
        assert_eq!(body.get("error").is_some(), response.status != 200, "{body}");
    }
}

/// A query and a body that say the same have the same answer.
#[test]
fn queries_are_read_like_bodies() {
    let laboratory = Laboratory::default();
    let query = "board=867254301&algorithm=weighted-astar&weight=1.5&trace=3&goal=&shape=3x3";
    let got = laboratory.answer(&Request::get("/api/v1/search", Some(query)), &Interrupt::new());
    let arguments = json!({ "board": "867254301", "algorithm": "weighted-astar", "weight": 1.5, "trace": 3 });
    let (status, posted) = ask(&laboratory, "search", &arguments);
    let mut got: Value = serde_json::from_slice(&got.body).unwrap();
    got["statistics"]["seconds"] = posted["statistics"]["seconds"].clone();
    assert_eq!((status, got), (200, posted));
}

#[cfg(feature = "openapi")]
#[test]
fn the_document_has_every_question() {
    let document: Value = serde_json::from_str(&tilebase_api::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 9);
    for path in paths.keys() {
        let response = Laboratory::default().answer(&Request::post(path, b"!"), &Interrupt::new());
        assert_eq!(response.status, 400, "{path} is a question, though not this one");
    }
    let text = document.to_string();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(!document["components"]["schemas"][name].is_null(), "{name} is described");
    }
}

#[test]
fn what_a_question_takes_is_known_before() {
    let laboratory = Laboratory::default();
    let effort = |name: &str, query: &str| {
        let path = format!("{}{name}", Laboratory::ROOT);
        laboratory.effort(&Request::get(&path, Some(query)))
    };
    let large = "board=1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15";
    for name in ["position", "solve", "check"] {
        assert_eq!(effort(name, "board=123456708"), Effort::Work, "{name}: a table has to be built");
        assert_eq!(effort(name, large), Effort::Search, "{name}");
        assert_eq!(effort(name, "board=12"), Effort::Look, "{name}: no board");
        assert_eq!(effort(name, &format!("board=123456708&goal={}", "7".repeat(5000))), Effort::Work);
    }
    assert_eq!((effort("histogram", ""), effort("histogram", "shape=4x4")), (Effort::Work, Effort::Work));
    assert_eq!(effort("search", "board=123456708&algorithm=astar"), Effort::Search);
    for (name, expected) in [
        ("solutions", Effort::Work),
        ("sample", Effort::Work),
        ("tables", Effort::Work),
        ("convert", Effort::Look),
    ] {
        assert_eq!(effort(name, "board=123456708"), expected, "{name}");
    }
    for board in ["123456708", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15"] {
        assert_eq!(ask(&laboratory, "position", &json!({ "board": board })).0, 200);
    }
    for name in ["position", "solve", "check", "histogram"] {
        assert_eq!(effort(name, "board=123456708"), Effort::Look, "{name}: the table is there");
        assert_eq!(
            effort(name, "board=123456708&goal=213456780"),
            Effort::Look,
            "{name}: it serves this goal too"
        );
    }
    assert_eq!(effort("position", large), Effort::Look, "the patterns are there to estimate by");
    assert_eq!((effort("solve", large), effort("check", large)), (Effort::Search, Effort::Search));
}

#[test]
fn all_questions_are_named() {
    for name in Laboratory::QUESTIONS {
        assert_ne!(failure(name, &json!({ "nothing": "known" })).1, "unknown-path", "{name}");
    }
    assert_eq!(failure("batch", &json!({})).1, "unknown-path", "lines are no question of one answer");
}

#[test]
fn a_batch_is_read_from_its_query() {
    let batch = Batch::read(Some("goal=snail&shape=4x4&format=ndjson")).unwrap();
    assert_eq!((batch.shape, batch.format), (Some(Shape::new(4, 4).unwrap()), BatchFormat::Ndjson));
    assert_eq!(Batch::read(None).unwrap().format, BatchFormat::Csv);
    for wrong in ["goal=middle", "shape=4", "format=xml", "board=1230", "goal=snail&goal=snail"] {
        assert_eq!(Batch::read(Some(wrong)).unwrap_err().status, 400, "{wrong}");
    }
}
