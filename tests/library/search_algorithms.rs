//! Every algorithm compared with tables: optimal ones find the distances, none finds less, and all
//! terminate.

use crate::common::{distances, goal};
use std::ops::ControlFlow;
use tilebase::board::{Board, Goal, Shape};
use tilebase::oracle::Oracle;
use tilebase::search::{
    BestFirst, Claims, Conventions, Duplicates, Guarantee, Heuristic, Limit, LimitReached, Limits,
    LinearConflict, Manhattan, ManhattanPlusMisplaced, Misplaced, Outcome, Problem, Search, SettingError,
    Ties, Weight, Zero,
};
use tilebase::space::{FullSpace, StateIndex};
use tilebase::table::Encoding;

/// Maximum distance of any 3x3 board from any goal.
const DEEPEST_OF_3X3: u32 = 31;

/// An algorithm with its heuristic.
type Run = Box<dyn Fn(&Problem, &Limits) -> Result<Outcome, LimitReached>>;

fn best_first(search: BestFirst, heuristic: impl Heuristic + 'static) -> Run {
    Box::new(move |problem, limits| {
        Search::best_first(search, &heuristic).limits(limits.clone()).run(problem)
    })
}

fn depth_first(depth_limit: u32) -> Run {
    Box::new(move |problem, limits| Search::depth_first(depth_limit).limits(limits.clone()).run(problem))
}

fn weight(number: f64) -> Weight {
    Weight::new(number).unwrap()
}

/// Searches that need at most some thousands of expansions on 3x3.
fn quick(goal: &Goal) -> Vec<(&'static str, Run)> {
    let manhattan = || Manhattan::new(goal);
    let weighted = |number| best_first(BestFirst::weighted_astar(weight(number)), manhattan());
    vec![
        ("A*, Manhattan", best_first(BestFirst::astar(), manhattan())),
        ("A*, linear conflict", best_first(BestFirst::astar(), LinearConflict::new(goal))),
        ("A*, not admissible", best_first(BestFirst::astar(), ManhattanPlusMisplaced::new(goal))),
        ("weighted A*, 1", weighted(1.0)),
        ("weighted A*, 1.25", weighted(1.25)),
        ("weighted A*, 3", weighted(3.0)),
        ("greedy", best_first(BestFirst::greedy(), manhattan())),
        (
            "bidirectional",
            Box::new(|problem, limits| Search::bidirectional().limits(limits.clone()).run(problem)),
        ),
    ]
}

/// Searches that may visit all of 3x3.
fn slow(goal: &Goal) -> Vec<(&'static str, Run)> {
    vec![
        ("uniform cost", best_first(BestFirst::uniform_cost(), Zero)),
        ("breadth first", best_first(BestFirst::breadth_first(), Zero)),
        ("A*, misplaced", best_first(BestFirst::astar(), Misplaced::new(goal))),
    ]
}

/// Checks that the path is legal and leads to the goal, and that its guarantee holds.
fn check(name: &str, problem: &Problem, outcome: &Outcome, distance: usize) {
    let end = outcome.moves.iter().try_fold(*problem.start(), |board, step| board.after(*step));
    assert_eq!(end, Some(problem.goal().board()), "{name} on {}", problem.start());
    let length = outcome.moves.len();
    let most = match outcome.guarantee {
        Guarantee::Optimal => distance,
        Guarantee::AtMostTimes(weight) => weight.times(distance as u32) as usize,
        Guarantee::None => usize::MAX,
    };
    assert!((distance..=most).contains(&length), "{name} on {}: {length} for {distance}", problem.start());
    let promises = match name {
        "greedy" | "A*, not admissible" | "depth first" => Guarantee::None,
        "weighted A*, 1.25" => Guarantee::AtMostTimes(weight(1.25)),
        "weighted A*, 3" => Guarantee::AtMostTimes(weight(3.0)),
        _ => Guarantee::Optimal,
    };
    assert_eq!(outcome.guarantee, promises, "{name}");
}

struct Puzzle {
    goal: Goal,
    space: FullSpace,
    distances: Vec<u8>,
}

impl Puzzle {
    fn new(goal: Goal) -> Self {
        let distances = distances(&goal).into_entries();
        Self { goal, space: FullSpace::new(&goal).unwrap(), distances }
    }

    fn board(&self, number: usize) -> Board {
        self.space.board_at(StateIndex::new(number as u64)).unwrap()
    }

    fn compare(&self, runs: &[(&'static str, Run)], numbers: impl IntoIterator<Item = usize>) {
        for number in numbers {
            let problem = Problem::new(self.board(number), self.goal).unwrap();
            for (name, run) in runs {
                let outcome = run(&problem, &Limits::default()).unwrap();
                check(name, &problem, &outcome, self.distances[number].into());
            }
        }
    }

    fn all_within(&self, distance: u8) -> Vec<usize> {
        (0..self.distances.len()).filter(|number| self.distances[*number] <= distance).collect()
    }

    fn sample(&self, count: usize, seed: u64) -> Vec<usize> {
        let mut random = fastrand::Rng::with_seed(seed);
        std::iter::repeat_with(|| random.usize(0..self.distances.len())).take(count).collect()
    }
}

fn three_goals() -> [Puzzle; 3] {
    ["123456780", "012345678", "123804765"].map(|digits| Puzzle::new(goal(digits)))
}

/// Runs the quick searches on 2,000 boards, those that may visit all 181,440 states on 36, and
/// depth-first search on 9.
#[test]
fn random_boards_have_the_distances_of_the_table() {
    for (puzzle, count) in three_goals().iter().zip([1000, 500, 500]) {
        puzzle.compare(&quick(&puzzle.goal), puzzle.sample(count, 1));
        puzzle.compare(&slow(&puzzle.goal), puzzle.sample(12, 2));
        let deep: Run = depth_first(DEEPEST_OF_3X3);
        puzzle.compare(&[("depth first", deep)], puzzle.sample(3, 5));
    }
}

#[test]
fn boards_near_the_goal_have_the_distances_of_the_table() {
    for puzzle in &three_goals() {
        let near = puzzle.all_within(8);
        assert!(near.len() > 250);
        puzzle.compare(&quick(&puzzle.goal), near.iter().copied());
        puzzle.compare(&slow(&puzzle.goal), near.iter().copied());
        let deepened: Run = depth_first(12);
        puzzle.compare(&[("depth first", deepened)], near);
    }
}

#[test]
fn every_search_terminates_on_every_2x3_board() {
    let shape = Shape::new(2, 3).unwrap();
    for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
        let puzzle = Puzzle::new(goal);
        puzzle.compare(&quick(&goal), 0..360);
        puzzle.compare(&slow(&goal), 0..360);
        let to_the_end: Run = depth_first(21);
        puzzle.compare(&[("depth first", to_the_end)], 0..360);
    }
}

/// Tries all conventions on 2x3: paths are within their guarantees, and the bounds of stopped
/// searches are correct. Tree search is tried near the goal only.
#[test]
fn guarantees_hold_under_all_conventions() {
    let puzzle = Puzzle::new(Goal::blank_last(Shape::new(2, 3).unwrap()));
    let all: Vec<usize> = (0..360).step_by(7).collect();
    for duplicates in [Duplicates::DroppedWhenPopped, Duplicates::DroppedWhenGenerated, Duplicates::Reopened]
    {
        for ties in [Ties::LargerG, Ties::Fifo, Ties::Lifo, Ties::Heap, Ties::HeapGreaterEqual] {
            for early_goal_test in [false, true] {
                let conventions = Conventions { duplicates, ties, early_goal_test, ..Conventions::STANDARD };
                compare_evaluations(&puzzle, conventions, &all);
            }
        }
    }
    for duplicates in [Duplicates::Kept, Duplicates::KeptExceptParent] {
        for early_goal_test in [false, true] {
            let conventions = Conventions { duplicates, early_goal_test, ..Conventions::STANDARD };
            compare_evaluations(&puzzle, conventions, &puzzle.all_within(7));
        }
    }
}

fn compare_evaluations(puzzle: &Puzzle, conventions: Conventions, numbers: &[usize]) {
    let goal = &puzzle.goal;
    let heuristics: [(&str, Box<dyn Heuristic>); 5] = [
        ("zero", Box::new(Zero)),
        ("misplaced", Box::new(Misplaced::new(goal))),
        ("manhattan", Box::new(Manhattan::new(goal))),
        ("patchy", Box::new(Patchy(Manhattan::new(goal)))),
        ("too much", Box::new(ManhattanPlusMisplaced::new(goal))),
    ];
    let searches = [
        BestFirst::uniform_cost(),
        BestFirst::greedy(),
        BestFirst::astar(),
        BestFirst::weighted_astar(weight(1.5)),
    ];
    for search in searches {
        let Ok(search) = search.with_conventions(conventions) else { continue };
        for (name, heuristic) in &heuristics {
            for number in numbers.iter().copied() {
                let problem = Problem::new(puzzle.board(number), *goal).unwrap();
                let outcome = Search::best_first(search, &**heuristic).run(&problem).unwrap();
                let distance = u32::from(puzzle.distances[number]);
                let most = match outcome.guarantee {
                    Guarantee::Optimal => distance,
                    Guarantee::AtMostTimes(weight) => weight.times(distance),
                    Guarantee::None => u32::MAX,
                };
                for expanded in [2, 10, 60].map(Some) {
                    let limits = Limits::default().with_expanded(expanded);
                    if let Err(reached) =
                        Search::best_first(search, &**heuristic).limits(limits).run(&problem)
                    {
                        assert!(reached.lower_bound <= distance, "{search:?} {name}: {reached}");
                    }
                }
                let length = outcome.moves.len() as u32;
                assert!((distance..=most).contains(&length), "{search:?} {name}");
            }
        }
    }
}

#[test]
fn guarantees_depend_on_heuristic_and_duplicate_detection() {
    let goal = goal("123456780");
    let patchy = Patchy(Manhattan::new(&goal)).claims();
    let reopened = Conventions::STANDARD;
    let dropped = Conventions { duplicates: Duplicates::DroppedWhenPopped, ..reopened };
    let early = Conventions { early_goal_test: true, ..reopened };
    let [astar, greedy] = [BestFirst::astar(), BestFirst::greedy()];
    let [twice, once] = [2.0, 1.0].map(|number| BestFirst::weighted_astar(weight(number)));
    let at_most_twice = Guarantee::AtMostTimes(weight(2.0));
    let guarantee = |search: BestFirst, conventions, claims| {
        search.with_conventions(conventions).unwrap().guarantee(claims)
    };
    for (conventions, search, expected) in [
        (reopened, astar, Guarantee::Optimal),
        (dropped, astar, Guarantee::None),
        (dropped, BestFirst::uniform_cost(), Guarantee::Optimal),
        (reopened, greedy, Guarantee::None),
        (reopened, twice, at_most_twice),
        (reopened, once, Guarantee::Optimal),
        (dropped, twice, Guarantee::None),
        (early, twice, Guarantee::None),
        (early, astar, Guarantee::Optimal),
    ] {
        assert_eq!(guarantee(search, conventions, patchy), expected, "{conventions:?} {search:?}");
    }
    assert_eq!(guarantee(twice, dropped, Zero.claims()), at_most_twice);
    let too_much = ManhattanPlusMisplaced::new(&goal).claims();
    for search in [astar, greedy, twice, once] {
        assert_eq!(guarantee(search, reopened, too_much), Guarantee::None);
    }
}

/// Manhattan distance on some boards and 0 on the others: admissible, but not consistent.
struct Patchy(Manhattan);

impl Heuristic for Patchy {
    fn estimate(&self, board: &Board) -> u32 {
        let is_estimated =
            board.tiles().iter().zip(1..).map(|(tile, n)| n * u32::from(tile.number())).sum::<u32>() % 3 > 0;
        if is_estimated { self.0.estimate(board) } else { 0 }
    }

    fn claims(&self) -> Claims {
        Claims::NONE.with_admissible(true)
    }
}

/// With reopening, such a heuristic still gives optimal paths. Without it, some paths are longer,
/// which is why nothing is guaranteed then.
#[test]
fn an_inconsistent_heuristic_needs_reopening() {
    let puzzle = Puzzle::new(goal("123456780"));
    let patchy = Patchy(Manhattan::new(&puzzle.goal));
    let conventions = Conventions { duplicates: Duplicates::DroppedWhenPopped, ..Conventions::STANDARD };
    let closing = BestFirst::astar().with_conventions(conventions).unwrap();
    let (mut reopened, mut longer) = (0, 0);
    for number in puzzle.sample(200, 4) {
        let problem = Problem::new(puzzle.board(number), puzzle.goal).unwrap();
        let distance = usize::from(puzzle.distances[number]);
        let outcome = Search::astar(&patchy).run(&problem).unwrap();
        assert_eq!((outcome.moves.len(), outcome.is_optimal()), (distance, true));
        reopened += outcome.statistics.reopened;
        let outcome = Search::best_first(closing, &patchy).run(&problem).unwrap();
        assert_eq!(outcome.guarantee, Guarantee::None);
        longer += usize::from(outcome.moves.len() > distance);
    }
    assert!(reopened > 0 && longer > 0, "{reopened} reopened, {longer} longer");
}

#[test]
fn greedy_tree_search_is_rejected() {
    for duplicates in [Duplicates::Kept, Duplicates::KeptExceptParent] {
        let conventions = Conventions { duplicates, ..Conventions::STANDARD };
        assert_eq!(BestFirst::greedy().with_conventions(conventions), Err(SettingError::Endless));
        for search in [BestFirst::uniform_cost(), BestFirst::astar(), BestFirst::weighted_astar(weight(5.0))]
        {
            assert_eq!(search.with_conventions(conventions).unwrap().conventions(), conventions);
        }
    }
}

/// A limit stops a search and is named, and the lower bound is correct.
#[test]
fn limits_are_respected_and_bounds_are_correct() {
    let puzzle = Puzzle::new(goal("123456780"));
    let mut runs = quick(&puzzle.goal);
    runs.extend(slow(&puzzle.goal));
    runs.push(("depth first", depth_first(40)));
    for number in puzzle.sample(20, 3) {
        let problem = Problem::new(puzzle.board(number), puzzle.goal).unwrap();
        let distance = u32::from(puzzle.distances[number]);
        for (name, run) in &runs {
            for most in [0, 1, 10, 100, 1000, 10_000] {
                let Err(reached) = run(&problem, &Limits::default().with_expanded(most)) else {
                    continue;
                };
                assert_eq!((reached.limit, reached.statistics.expanded), (Limit::Expanded, most), "{name}");
                assert!(reached.lower_bound <= distance, "{name}: {} for {distance}", reached.lower_bound);
                assert_eq!(reached.lower_bound % 2, distance % 2, "{name}");
            }
        }
    }
}

#[test]
fn bounds_grow_with_the_search() {
    let puzzle = Puzzle::new(goal("123456780"));
    let problem = Problem::new(crate::common::board("867254301"), puzzle.goal).unwrap();
    let lower_bound = |name: &str, expanded| {
        let all: Vec<_> = quick(&puzzle.goal).into_iter().chain(slow(&puzzle.goal)).collect();
        let (_, run) = all.iter().find(|(other, _)| *other == name).unwrap();
        run(&problem, &Limits::default().with_expanded(expanded)).unwrap_err().lower_bound
    };
    assert_eq!([0, 100, 6700].map(|most| lower_bound("A*, Manhattan", most)), [21, 25, 31]);
    assert_eq!([0, 1000, 100_000].map(|most| lower_bound("uniform cost", most)), [1, 11, 23]);
    assert_eq!([0, 100, 9000].map(|most| lower_bound("bidirectional", most)), [1, 13, 31]);
    assert_eq!(lower_bound("greedy", 10), 21);
}

#[test]
fn memory_time_and_depth_are_limits() {
    let problem = Problem::new(crate::common::board("867254301"), goal("123456780")).unwrap();
    let tight = Limits::default().with_memory_in_bytes(96_000);
    let reached = Search::bidirectional().limits(tight.clone()).run(&problem).unwrap_err();
    assert_eq!(reached.limit, Limit::Memory);
    assert!((300..1100).contains(&reached.statistics.expanded), "{reached:?}");
    let reached =
        Search::best_first(BestFirst::uniform_cost(), &Zero).limits(tight).run(&problem).unwrap_err();
    assert_eq!(reached.limit, Limit::Memory);
    let late = Limits::default().with_time(std::time::Duration::ZERO);
    assert_eq!(Search::astar(&Zero).limits(late).run(&problem).unwrap_err().limit, Limit::Time);
    let reached = Search::depth_first(12).run(&problem).unwrap_err();
    assert_eq!((reached.limit, reached.lower_bound), (Limit::Depth, 13));
    let message = reached.to_string();
    assert!(message.starts_with("depth limit reached after "), "{message}");
}

/// The observer sees every expansion, in order, with correct values.
#[test]
fn an_observer_sees_every_expansion() {
    let goal = goal("123456780");
    let problem = Problem::new(crate::common::board("638541720"), goal).unwrap();
    let heuristic = Manhattan::new(&goal);
    let mut seen = Vec::new();
    let outcome = Search::astar(&heuristic)
        .run_observed(&problem, |expansion| {
            assert_eq!(expansion.h, heuristic.estimate(expansion.board));
            assert!((expansion.f - f64::from(expansion.g + expansion.h)).abs() < f64::EPSILON);
            seen.push((expansion.number, *expansion.board, expansion.g, expansion.f));
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(seen.len() as u64, outcome.statistics.expanded);
    assert!(seen.iter().zip(1..).all(|((number, ..), expected)| *number == expected));
    assert_eq!((seen[0].1, seen[0].2), (*problem.start(), 0));
    assert!(seen.windows(2).all(|pair| pair[0].3 <= pair[1].3), "Manhattan is consistent, so f never falls");
    let oracle = Oracle::new(distances(&goal).encoded(Encoding::Byte).unwrap().into_table(), &goal);
    let distance = oracle.unwrap().distance(problem.start()).unwrap().moves();
    assert_eq!(seen.iter().map(|(_, _, _, f)| *f).fold(0.0, f64::max), f64::from(distance));
}
