//! Cheapest paths of all three searches, compared with least costs by another algorithm and with
//! searches for shortest paths.

use super::*;
use crate::board::{Board, Goal, Move, Shape};
use crate::search::{BestFirst, Limit, Manhattan, Search, Statistics, Zero};

type CostSearch = fn(&Problem, &MoveCosts, &Limits) -> Result<CostOutcome, CostLimitReached>;

fn boards(shape: Shape, moves: usize, number: usize) -> (Goal, Vec<Board>) {
    let goal = Goal::blank_last(shape);
    let mut random = fastrand::Rng::with_seed(21);
    let mut walk = || {
        let mut board = goal.board();
        (0..moves).for_each(|_| {
            let _at_an_edge = board.slide(Move::ALL[random.usize(0..4)]);
        });
        board
    };
    (goal, (0..number).map(|_| walk()).collect())
}

fn random_costs(shape: Shape, seed: u64, most: u32) -> MoveCosts {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut of_tile = || std::array::from_fn(|_| random.u32(1..=most));
    let table: Vec<[u32; 4]> = (0..shape.tiles()).map(|_| of_tile()).collect();
    MoveCosts::new(shape, &table).unwrap()
}

fn checked(outcome: &CostOutcome, costs: &MoveCosts, board: &Board, goal: &Goal) -> u32 {
    let end = board.along(outcome.moves.iter().copied()).last().map_or(*board, Result::unwrap);
    assert_eq!(end, goal.board());
    assert_eq!(costs.of_path(board, &outcome.moves), Ok(outcome.cost.into()));
    outcome.cost
}

#[test]
fn all_searches_find_the_same_cost() {
    for (shape, moves, number) in [((2, 2), 20, 10), ((3, 3), 30, 30), ((3, 4), 24, 10), ((4, 4), 20, 10)] {
        let shape = Shape::new(shape.0, shape.1).unwrap();
        let (goal, boards) = boards(shape, moves, number);
        let windy = MoveCosts::by_direction(shape, [1, 3, 2, 2]).unwrap();
        for costs in [MoveCosts::by_tile(shape), windy, random_costs(shape, 1, 9)] {
            for board in &boards {
                let problem = Problem::new(*board, goal).unwrap();
                let cost = |search: CostSearch| {
                    let found = search(&problem, &costs, &Limits::default()).unwrap();
                    checked(&found, &costs, board, &goal)
                };
                let least = cost(uniform_cost);
                assert_eq!(cost(astar), least, "{board}");
                assert_eq!(cost(ida), least, "{board}");
            }
        }
    }
}

/// Where every move costs 1, path and counts are those of the searches for shortest paths.
#[test]
fn unit_costs_give_the_usual_counts() {
    let counts = |counts: Statistics| (counts.expanded, counts.generated, counts.peak_open, counts.reopened);
    let (goal, boards) = boards(Shape::THREE_BY_THREE, 60, 12);
    let (costs, manhattan) = (MoveCosts::unit(goal.shape()), Manhattan::new(&goal));
    for board in boards {
        let problem = Problem::new(board, goal).unwrap();
        let usual = Search::astar(&manhattan).run(&problem).unwrap();
        let found = astar(&problem, &costs, &Limits::default()).unwrap();
        assert_eq!((&found.moves, counts(found.statistics)), (&usual.moves, counts(usual.statistics)));
        let usual = Search::best_first(BestFirst::uniform_cost(), &Zero).run(&problem).unwrap();
        let found = uniform_cost(&problem, &costs, &Limits::default()).unwrap();
        assert_eq!((&found.moves, counts(found.statistics)), (&usual.moves, counts(usual.statistics)));
    }
}

#[test]
fn no_slide_lowers_the_estimate_by_more_than_it_costs() {
    let (goal, boards) = boards(Shape::new(3, 4).unwrap(), 300, 200);
    let by_tile = WeightedManhattan::new(&goal, &MoveCosts::by_tile(goal.shape()));
    assert_eq!(by_tile.estimate(&"1,2,3,4,5,6,7,8,9,10,0,11".parse().unwrap()), 11);
    for seed in 0..5 {
        let costs = random_costs(goal.shape(), seed, 100);
        let heuristic = WeightedManhattan::new(&goal, &costs);
        assert_eq!(heuristic.estimate(&goal.board()), 0);
        for board in &boards {
            for (step, next) in board.successors() {
                let slid = next.tile_at(board.blank());
                let (before, after) = (heuristic.estimate(board), heuristic.estimate(&next));
                assert!(before <= after + costs.of(slid, step), "{board} {step}");
                assert_eq!(heuristic.after_slide(before, slid, next.blank(), board.blank()), after);
            }
        }
    }
}

#[test]
fn limits_stop_with_a_lower_bound() {
    let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    let costs = MoveCosts::by_tile(goal.shape());
    let problem = Problem::new("067854231".parse().unwrap(), goal).unwrap();
    let searches: [CostSearch; 3] = [uniform_cost, astar, ida];
    for search in searches {
        let expanded = Limits { expanded: Some(1000), ..Limits::default() };
        let reached = search(&problem, &costs, &expanded).unwrap_err();
        assert_eq!((reached.limit, reached.statistics.expanded), (Limit::Expanded, 1000));
        assert!((1..=139).contains(&reached.lower_bound), "{reached}");
        let interrupt = crate::Interrupt::new();
        interrupt.raise();
        let interrupted = Limits { interrupt: Some(interrupt), ..Limits::default() };
        assert_eq!(search(&problem, &costs, &interrupted).unwrap_err().limit, Limit::Interrupt);
    }
    let memory = Limits { memory_in_bytes: Some(10_000), ..Limits::default() };
    let reached = astar(&problem, &costs, &memory).unwrap_err();
    assert_eq!(reached.limit, Limit::Memory);
}
