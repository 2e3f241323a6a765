//! The judge finds every kind of fault, and accepts all correct answers.

use crate::common::{board, every_board, goal};
use tilebase::board::{Board, Goal, Move};
use tilebase::judge::{Claim, Finding, Judge};
use tilebase::solve::Solver;

const USUAL: &str = "123456780";

fn judge() -> Judge {
    Judge::new(Solver::new(&goal(USUAL)).unwrap())
}

fn moves(letters: &str) -> Vec<Move> {
    let step = |letter| Move::ALL.into_iter().find(|step| step.letter() == letter).unwrap();
    letters.chars().map(step).collect()
}

fn finding(start: &str, claim: &Claim) -> Finding {
    judge().judge(&board(start), claim).unwrap()
}

fn of_path(start: &str, letters: &str) -> Finding {
    finding(start, &Claim::Path(moves(letters)))
}

fn boards_on(start: Board, path: &[Move]) -> Vec<Board> {
    let mut at = start;
    let rest = path.iter().map(|step| {
        assert!(at.slide(*step));
        at
    });
    [start].into_iter().chain(rest.collect::<Vec<_>>()).collect()
}

const HARD: &str = "638541720";
/// One of its thirteen optimal paths.
const PATH: &str = "UULDDLUURDLDRURDLURULDLURRDD";

#[test]
fn every_optimal_path_is_accepted_under_either_convention() {
    let judge = judge();
    let start = board(HARD);
    let oracle = judge.solver().oracle().unwrap();
    let paths: Vec<Vec<Move>> = oracle.paths(&start).unwrap().map(Result::unwrap).collect();
    assert_eq!(paths.len(), 13);
    let either = Judge::new(Solver::new(&goal(USUAL)).unwrap()).taking_either_convention();
    for path in paths {
        let optimal = Finding::Optimal { length: 28 };
        let boards = Claim::Boards(boards_on(start, &path));
        let without_the_first = Claim::Boards(boards_on(start, &path)[1..].to_vec());
        assert_eq!(judge.judge(&start, &boards).unwrap(), optimal);
        assert_eq!(judge.judge(&start, &without_the_first).unwrap(), optimal);
        assert_eq!(
            judge.judge(&start, &Claim::PathAndLength { moves: path.clone(), length: 28 }).unwrap(),
            optimal
        );
        let inverted: Vec<Move> = path.iter().map(|step| step.inverse()).collect();
        assert_eq!(judge.judge(&start, &Claim::Path(path)).unwrap(), optimal);
        assert_eq!(either.judge(&start, &Claim::Path(inverted)).unwrap(), optimal);
    }
}

#[test]
fn ten_thousand_random_optimal_paths_are_accepted() {
    let judge = judge();
    let either = Judge::new(Solver::new(&goal(USUAL)).unwrap()).taking_either_convention();
    let oracle = judge.solver().oracle().unwrap();
    let mut random = fastrand::Rng::with_seed(4);
    let boards: Vec<Board> = every_board().into_iter().filter(|b| goal(USUAL).is_reachable_from(b)).collect();
    for _ in 0..10_000 {
        let start = boards[random.usize(..boards.len())];
        let mut path = Vec::new();
        let mut at = start;
        while let Some(step) = random.choice(oracle.optimal_moves(&at).unwrap()) {
            assert!(at.slide(step));
            path.push(step);
        }
        let optimal = Finding::Optimal { length: path.len() as u32 };
        let inverted: Vec<Move> = path.iter().map(|step| step.inverse()).collect();
        assert_eq!(judge.judge(&start, &Claim::Path(path)).unwrap(), optimal, "{start}");
        assert_eq!(either.judge(&start, &Claim::Path(inverted)).unwrap(), optimal, "{start}");
    }
}

#[test]
fn faults_of_paths_are_named() {
    assert_eq!(of_path(HARD, PATH), Finding::Optimal { length: 28 });
    assert_eq!(of_path(HARD, &format!("UD{PATH}")), Finding::Longer { length: 30, excess: 2 });
    assert_eq!(of_path(HARD, &format!("{PATH}UD")), Finding::Longer { length: 30, excess: 2 });
    let on = board(HARD);
    let off_the_board = Finding::IllegalMove { number: 1, step: Move::Right, on };
    assert_eq!(of_path(HARD, &format!("R{PATH}")), off_the_board);
    let found = of_path(HARD, "UULUDD");
    assert!(matches!(found, Finding::IllegalMove { number: 4, step: Move::Up, .. }), "{found}");
    assert!(found.to_string().ends_with("is in the top row and can't go U"), "{found}");
    let Finding::EndsElsewhere { at, distance: 1 } = of_path(HARD, &PATH[..27]) else {
        panic!("one move is missing")
    };
    assert_eq!(at, board("123456780").after(Move::Up).unwrap());
    assert_eq!(of_path("123456708", "L"), Finding::OtherConvention { length: 1, cost: None, excess: 0 });
    let inverted: String = PATH.chars().map(|c| moves(&c.to_string())[0].inverse().letter()).collect();
    assert_eq!(of_path(HARD, &inverted), Finding::OtherConvention { length: 28, cost: None, excess: 0 });
    let backwards: String = PATH.chars().rev().collect();
    assert_eq!(of_path(HARD, &backwards), Finding::Reversed { length: 28 });
    let from_the_goal: String = inverted.chars().rev().collect();
    assert_eq!(of_path(HARD, &from_the_goal), Finding::Reversed { length: 28 });
    assert_eq!(of_path("213456780", "LU"), Finding::SaysSolvable);
    assert_eq!(finding("213456780", &Claim::Length(20)), Finding::SaysSolvable);
    assert_eq!(finding("213456780", &Claim::Unsolvable), Finding::Unsolvable);
    let Finding::SaysUnsolvable { proof, .. } = finding("123450786", &Claim::Unsolvable) else {
        panic!("it is solvable")
    };
    assert_eq!(proof, [Move::Down]);
    // Both have the wrong parity for the usual goal.
    let snail = Goal::snail(board(HARD).shape());
    assert_eq!(of_path("123084765", "R"), Finding::OtherGoal { goal: snail });
    assert_eq!(of_path("102345678", "L"), Finding::OtherGoal { goal: goal("012345678") });
}

#[test]
fn faults_of_lengths_and_board_lists_are_named() {
    let with_length = |length| finding(HARD, &Claim::PathAndLength { moves: moves(PATH), length });
    assert_eq!(with_length(28), Finding::Optimal { length: 28 });
    assert_eq!(with_length(27), Finding::LengthDisagrees { path: 28, stated: 27 });
    let runs = moves(PATH).chunk_by(|one, other| one == other).count() as u32;
    assert_eq!(with_length(runs), Finding::MultiTile { stated: runs, length: 28 });
    assert_eq!(finding(HARD, &Claim::Length(28)), Finding::Optimal { length: 28 });
    assert_eq!(
        finding(HARD, &Claim::Length(30)),
        Finding::TooLong { stated: 30, distance: 28, is_possible: true }
    );
    assert_eq!(finding(HARD, &Claim::Length(3)), Finding::TooShort { stated: 3, distance: 28 });
    // Two tiles slide at once.
    assert_eq!(finding("123456078", &Claim::Length(1)), Finding::MultiTile { stated: 1, length: 2 });
    let boards = boards_on(board(HARD), &moves(PATH));
    let with_boards = |length| finding(HARD, &Claim::BoardsAndLength { boards: boards.clone(), length });
    assert_eq!(with_boards(28), Finding::Optimal { length: 28 });
    assert_eq!(with_boards(7), Finding::LengthDisagrees { path: 28, stated: 7 });
    assert_eq!(finding(HARD, &Claim::Solvable), Finding::Solvable);
    assert_eq!(finding("213456780", &Claim::Solvable), Finding::SaysSolvable);
    assert_eq!(
        finding("213456780", &Claim::Estimate(99)),
        Finding::Admissible { estimate: 99, distance: None }
    );
    let either = judge().taking_either_convention();
    let inverted = moves(PATH).iter().map(|step| step.inverse()).collect();
    let claim = Claim::PathAndLength { moves: inverted, length: 99 };
    let found = either.judge(&board(HARD), &claim).unwrap();
    assert_eq!(found, Finding::LengthDisagrees { path: 28, stated: 99 });
    let mut jump = boards.clone();
    jump.remove(5);
    let no_slide = Finding::NotOneMove { number: 5, before: boards[4], after: boards[6] };
    assert_eq!(finding(HARD, &Claim::Boards(jump)), no_slide);
    let reversed = Claim::Boards(boards.iter().rev().copied().collect());
    assert_eq!(finding(HARD, &reversed), Finding::Reversed { length: 28 });
    let at = board("123804765");
    assert_eq!(finding(HARD, &Claim::Boards(vec![at])), Finding::StartsElsewhere { at });
    assert_eq!(finding(HARD, &Claim::Estimate(28)), Finding::Admissible { estimate: 28, distance: Some(28) });
    assert_eq!(finding(HARD, &Claim::Estimate(29)), Finding::Inadmissible { estimate: 29, distance: 28 });
}

/// Boards without a table are judged excess a search.
#[test]
fn a_search_can_be_the_reference() {
    let goal = Goal::blank_last(tilebase::board::Shape::new(4, 4).unwrap());
    let judge = Judge::new(Solver::new(&goal).unwrap());
    assert!(judge.solver().oracle().is_none());
    let mut start = goal.board();
    let walk = moves("UULLDDRRULURDDLLURULDDRR");
    let back: Vec<Move> = walk.iter().rev().map(|step| step.inverse()).collect();
    for step in &walk {
        assert!(start.slide(*step));
    }
    let distance = judge.solver().distance(&start).unwrap();
    let excess = back.len() as u32 - distance;
    let length = back.len() as u32;
    let expected = if excess == 0 { Finding::Optimal { length } } else { Finding::Longer { length, excess } };
    assert_eq!(judge.judge(&start, &Claim::Path(back)).unwrap(), expected);
    assert_eq!(judge.judge(&start, &Claim::Length(distance)).unwrap(), Finding::Optimal { length: distance });
}
