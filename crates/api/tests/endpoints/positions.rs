//! Positions of boards.

use serde_json::{Value, json};
use tilebase::{Board, Distance, Goal, Oracle, Shape};
use tilebase_api::Api;

use crate::asking::{answer, ask};

#[test]
fn positions_of_all_2x3_boards_are_right() {
    let api = Api::default();
    let shape = Shape::new(2, 3).unwrap();
    for goal in [Goal::blank_last(shape), Goal::blank_first(shape), Goal::snail(shape)] {
        let oracle = Oracle::build(&goal).unwrap();
        for board in every_board(shape) {
            let arguments = json!({ "board": board.to_string(), "goal": goal.to_string(), "shape": "2x3" });
            let (_, position) = ask(&api, "position", &arguments);
            let distance = oracle.distance(&board).ok().map(Distance::moves);
            assert_eq!(position["distance"], json!(distance), "{position}");
            assert_eq!(position["lower_bound"], json!(distance));
            assert_eq!(position["solvable"], json!(distance.is_some()));
            assert_eq!(position["solved"], json!(board == goal.board()));
            let moves = position["moves"].as_array().unwrap();
            assert_eq!(moves.len(), board.successors().count());
            for (step, next) in board.successors() {
                let entry = moves.iter().find(|entry| entry["move"] == json!(step.letter())).unwrap();
                let after = oracle.distance(&next).ok().map(Distance::moves);
                assert_eq!((&entry["board"], &entry["distance"]), (&json!(next.to_string()), &json!(after)));
                assert_eq!(entry["tile"], json!(board.tile_at(next.blank()).number()));
                assert_eq!(
                    entry["optimal"],
                    json!(after.zip(distance).map(|(after, before)| after < before))
                );
            }
            assert!(
                moves.windows(2).all(|pair| pair[0]["distance"].as_u64() <= pair[1]["distance"].as_u64())
            );
            check_exchange(&position["exchange"], &board, &oracle);
            check_parity(&position, &board, &goal);
        }
    }
}

/// The counted number of an unsolvable board is odd, and every other goal that is named can be
/// reached.
fn check_parity(position: &Value, board: &Board, goal: &Goal) {
    let parity = &position["parity"];
    let goals = position["solvable_goals"].as_array().unwrap();
    if position["solvable"] == json!(true) {
        return assert!(parity.is_null() && goals.is_empty());
    }
    let number = |name: &str| parity[name].as_u64().unwrap();
    assert_eq!((number("columns"), parity["rule"].as_str()), (3, Some("inversions")));
    let by_tile = parity["inversions_by_tile"].as_array().unwrap().iter();
    let sum: u64 = by_tile.map(|tile| tile["inversions"].as_u64().unwrap()).sum();
    assert_eq!((number("inversions"), number("counted")), (sum, sum));
    assert!(sum % 2 == 1 && !goals.is_empty(), "{position}");
    let shape = board.shape();
    assert_eq!(number("blank_row"), shape.row(board.blank()) as u64 + 1);
    assert_eq!(number("goal_blank_row"), shape.row(goal.blank()) as u64 + 1);
    for other in goals {
        let other = Board::from_bytes(shape, &digits(other["goal"].as_str().unwrap())).unwrap();
        assert!(Goal::new(other).is_reachable_from(board) && other != goal.board());
    }
}

fn digits(board: &str) -> Vec<u8> {
    board.bytes().map(|digit| digit - b'0').collect()
}

/// The exchange exists only for unsolvable boards, and gives the board nearest to the goal.
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
    assert_eq!(exchange["lower_bound"].as_u64(), least);
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
    assert_eq!((&position["distance"], &position["lower_bound"]), (&Value::Null, &json!(10)));
    assert_eq!(position["moves"][0]["optimal"], Value::Null);
    let solution = answer("solve", &json!({ "board": "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0" }));
    assert_eq!((&solution["length"], &solution["optimal"]), (&json!(12), &json!(true)));
    assert_eq!((&solution["algorithm"], &solution["heuristic"]), (&json!("ida"), &json!("patterns")));
}
