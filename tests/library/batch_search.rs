//! Search in batches: the counts of a plain twin, the guarantees against a table, and failures.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::time::Duration;

use crate::common::{distances, goal};
use tilebase::Interrupt;
use tilebase::board::{Batch, Board, Goal, Shape};
use tilebase::search::{
    BatchSearch, BestFirst, Claims, Guarantee, Heuristic, Limit, Limits, Manhattan, Outcome, Problem, Search,
    Statistics, Weight,
};
use tilebase::space::{FullSpace, StateIndex};

const ADMISSIBLE: Claims = Claims::NONE.with_admissible(true);

fn size(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

fn weighted(number: f64) -> BestFirst {
    BestFirst::weighted_astar(Weight::new(number).unwrap())
}

/// Expanded, generated, peak open, reopened.
type Counts = (u64, u64, u64, u64);

fn counts(statistics: &Statistics) -> Counts {
    let Statistics { expanded, generated, peak_open, reopened, .. } = *statistics;
    (expanded, generated, peak_open, reopened)
}

/// A heuristic as a function of one board.
type Estimate<'a> = &'a dyn Fn(&Board) -> f64;

fn run(search: &BatchSearch, problem: &Problem, estimate: Estimate<'_>) -> Outcome {
    let mut of_all = |boards: &Batch<'_>| Some(boards.boards().map(|board| estimate(&board)).collect());
    search.run(problem, &mut of_all).unwrap()
}

/// An evaluation function, of g and the estimate.
type Evaluation<'a> = &'a dyn Fn(u32, f64) -> f64;

/// The order of the open list: f, larger g, age. No f is negative, so its bits are in its order.
type Key = (u64, Reverse<u32>, u64);

/// The same search, written plainly, with a sorted open list that has one entry for each state.
/// `f` is the evaluation function. Returns the length, the counts, and the number of boards in each
/// call of the heuristic.
fn twin(
    problem: &Problem,
    batch_size: usize,
    f: Evaluation<'_>,
    estimate: Estimate<'_>,
) -> (u32, Counts, Vec<usize>) {
    let goal = problem.goal().board();
    let mut least_g = HashMap::from([(*problem.start(), 0)]);
    let mut known_h: HashMap<Board, f64> = HashMap::new();
    let (mut open, mut keys) = (BTreeMap::<Key, Board>::new(), HashMap::<Board, Key>::new());
    let mut fresh = vec![(1, *problem.start())];
    let (mut expanded, mut generated, mut peak, mut reopened) = (0, 1, 0, 0);
    let (mut age, mut length, mut calls) = (1, None, Vec::new());
    loop {
        calls.extend(Some(fresh.iter().filter(|(_, board)| *board != goal).count()).filter(|n| *n > 0));
        for (age, board) in std::mem::take(&mut fresh) {
            let h = if board == goal { 0.0 } else { estimate(&board) };
            let key = (f(least_g[&board], h).to_bits(), Reverse(least_g[&board]), age);
            known_h.insert(board, h);
            open.insert(key, board);
            keys.insert(board, key);
        }
        peak = peak.max(open.len() as u64);
        let least = open.keys().next().map(|key| f64::from_bits(key.0));
        let mut batch = Vec::new();
        while batch.len() < batch_size
            && let Some((key, board)) = open.first_key_value().map(|(key, board)| (*key, *board))
            && length.is_none_or(|length| f64::from_bits(key.0) < f(length, 0.0))
        {
            open.remove(&key);
            keys.remove(&board);
            if board == goal {
                length = Some(key.1.0);
            } else {
                batch.push(board);
            }
        }
        if let Some(length) = length
            && least.is_none_or(|least| least >= f(length, 0.0))
        {
            return (length, (expanded, generated, peak, reopened), calls);
        }
        for board in batch {
            if keys.contains_key(&board) {
                continue;
            }
            expanded += 1;
            let g = least_g[&board] + 1;
            for (_, next) in board.successors() {
                generated += 1;
                let old = least_g.get(&next).copied();
                if old.is_some_and(|old| old <= g) {
                    continue;
                }
                least_g.insert(next, g);
                if old.is_none() {
                    age += 1;
                    fresh.push((age, next));
                } else if let Some(h) = known_h.get(&next) {
                    age += 1;
                    let key = (f(g, *h).to_bits(), Reverse(g), age);
                    match keys.insert(next, key) {
                        Some(old) => drop(open.remove(&old)),
                        None => reopened += 1,
                    }
                    open.insert(key, next);
                    peak = peak.max(open.len() as u64);
                }
            }
        }
    }
}

/// A number from 0 to 1 that depends on the board alone.
fn noise(board: &Board) -> f64 {
    let mixed = board.tiles().iter().fold(7_u32, |mixed, tile| {
        (mixed ^ u32::from(tile.number())).wrapping_mul(0x9E37_79B1).rotate_left(9)
    });
    f64::from(mixed) / f64::from(u32::MAX)
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

    /// The distance as a real number.
    fn distance(&self, board: &Board) -> f64 {
        f64::from(self.distances[self.space.index_of(board).unwrap().number() as usize])
    }

    /// Every `step`-th board.
    fn problems(&self, step: usize) -> impl Iterator<Item = Problem> {
        let numbers = (0..self.distances.len()).step_by(step);
        numbers.map(|number| {
            let board = self.space.board_at(StateIndex::new(number as u64)).unwrap();
            Problem::new(board, self.goal).unwrap()
        })
    }
}

fn two_by_three() -> Puzzle {
    Puzzle::new(Goal::blank_last(Shape::new(2, 3).unwrap()))
}

/// All boards of 2x3 and some of 3x3, with estimates that are integers, fractions, inconsistent, or
/// too large.
#[test]
fn every_count_is_that_of_a_plain_twin() {
    let mut reopened_at_all = 0;
    for (puzzle, step) in [(two_by_three(), 1), (Puzzle::new(goal("123456780")), 60_013)] {
        let manhattan = Manhattan::new(&puzzle.goal);
        let exact = |board: &Board| f64::from(manhattan.estimate(board));
        let lowered = |board: &Board| 0.77 * exact(board);
        let noisy = |board: &Board| noise(board) * puzzle.distance(board);
        let raised = |board: &Board| (0.5 + 2.0 * noise(board)) * puzzle.distance(board);
        let estimates: [Estimate<'_>; 4] = [&exact, &lowered, &noisy, &raised];
        // Like the search, multiplied by the denominator of the weight.
        let searches: [(BestFirst, Evaluation<'_>); 3] = [
            (BestFirst::astar(), &|g, h| f64::from(g) + h),
            (weighted(1.25), &|g, h| 4.0 * f64::from(g) + 5.0 * h),
            (BestFirst::greedy(), &|_, h| h),
        ];
        for (search, f) in searches {
            for estimate in estimates {
                for batch_size in [1, 2, 7, 1000] {
                    for problem in puzzle.problems(step) {
                        let mut calls = Vec::new();
                        let mut of_all = |boards: &Batch<'_>| {
                            calls.push(boards.len());
                            Some(boards.boards().map(|board| estimate(&board)).collect())
                        };
                        let batches = BatchSearch::new(search, size(batch_size));
                        let outcome = batches.run(&problem, &mut of_all).unwrap();
                        let (length, expected, expected_calls) = twin(&problem, batch_size, f, estimate);
                        assert_eq!(counts(&outcome.statistics), expected, "{search:?} {batch_size}");
                        assert_eq!(calls, expected_calls, "{search:?} {batch_size}");
                        assert!(outcome.moves.len() as u32 <= length);
                        reopened_at_all += expected.3;
                    }
                }
            }
        }
    }
    assert!(reopened_at_all > 1000, "{reopened_at_all}");
}

#[test]
fn one_state_at_a_time_counts_like_best_first_search() {
    let puzzle = Puzzle::new(goal("123804765"));
    let manhattan = Manhattan::new(&puzzle.goal);
    for search in [BestFirst::astar(), weighted(1.01), weighted(3.0), BestFirst::greedy()] {
        for problem in puzzle.problems(1811) {
            let expected = Search::best_first(search, &manhattan).run(&problem).unwrap();
            let batches = BatchSearch::new(search, size(1)).claims(Claims::ALL);
            let outcome = run(&batches, &problem, &|board| f64::from(manhattan.estimate(board)));
            assert_eq!((outcome.moves, outcome.guarantee), (expected.moves, expected.guarantee));
            assert_eq!(counts(&outcome.statistics), counts(&expected.statistics));
        }
    }
}

#[test]
fn negative_zero_is_zero() {
    let puzzle = Puzzle::new(goal("123456780"));
    let manhattan = Manhattan::new(&puzzle.goal);
    let least = |board: &Board| f64::from(manhattan.estimate(board).saturating_sub(5));
    let negative = |board: &Board| if least(board) == 0.0 { -0.0 } else { least(board) };
    for problem in puzzle.problems(9001) {
        let batches = BatchSearch::new(BestFirst::greedy(), size(3));
        let (expected, found) = (run(&batches, &problem, &least), run(&batches, &problem, &negative));
        assert_eq!((found.moves, counts(&found.statistics)), (expected.moves, counts(&expected.statistics)));
    }
}

/// The estimates are admissible but not consistent.
#[test]
fn paths_are_within_their_guarantees() {
    for (puzzle, step) in [(two_by_three(), 1), (Puzzle::new(goal("123456780")), 3989)] {
        let estimate = |board: &Board| noise(board).sqrt() * puzzle.distance(board);
        for batch_size in [1, 50, 4000] {
            for problem in puzzle.problems(step) {
                let distance = puzzle.distance(problem.start()) as u32;
                for (search, weight) in [(BestFirst::astar(), 1.0), (weighted(1.5), 1.5)] {
                    let batches = BatchSearch::new(search, size(batch_size)).claims(ADMISSIBLE);
                    let outcome = run(&batches, &problem, &estimate);
                    let length = outcome.moves.len() as u32;
                    assert!((distance..=Weight::new(weight).unwrap().times(distance)).contains(&length));
                    let end =
                        outcome.moves.iter().try_fold(*problem.start(), |board, step| board.after(*step));
                    assert_eq!(end, Some(puzzle.goal.board()));
                    match weight {
                        1.0 => assert!(outcome.is_optimal()),
                        _ => assert!(matches!(outcome.guarantee, Guarantee::AtMostTimes(_))),
                    }
                    let unclaimed = run(&BatchSearch::new(search, size(batch_size)), &problem, &estimate);
                    assert_eq!(unclaimed.guarantee, Guarantee::None);
                }
            }
        }
    }
}

/// The first path found may be longer than needed, and is then not called optimal.
#[test]
fn stopping_at_the_goal_guarantees_less() {
    let puzzle = Puzzle::new(goal("123456780"));
    let manhattan = Manhattan::new(&puzzle.goal);
    let (mut longer, mut optimal, mut fewer, mut kept) = (0, 0, 0, 0);
    for problem in puzzle.problems(311) {
        let search = BatchSearch::new(BestFirst::astar(), size(20)).claims(Claims::ALL);
        let estimate = |board: &Board| f64::from(manhattan.estimate(board));
        let first = run(&search.clone().stop_at_goal(), &problem, &estimate);
        let best = run(&search, &problem, &estimate);
        assert!(best.is_optimal() && best.moves.len() as f64 <= puzzle.distance(problem.start()));
        assert!(first.statistics.expanded <= best.statistics.expanded);
        fewer += usize::from(first.statistics.expanded < best.statistics.expanded);
        if first.is_optimal() {
            assert_eq!(first.moves.len(), best.moves.len());
            optimal += 1;
        }
        longer += usize::from(first.moves.len() > best.moves.len());
        // A limit that is reached after the batch of the first path returns a path.
        let most = first.statistics.expanded + 20;
        if most < best.statistics.expanded {
            let limited = search.limits(Limits::default().with_expanded(most));
            let limited = run(&limited, &problem, &estimate);
            assert!((best.moves.len()..=first.moves.len()).contains(&limited.moves.len()));
            assert_eq!(limited.guarantee, Guarantee::None);
            kept += 1;
        }
        let alone = BatchSearch::new(BestFirst::astar(), size(1)).claims(Claims::ALL).stop_at_goal();
        assert!(run(&alone, &problem, &estimate).is_optimal());
    }
    assert!(longer > 0 && optimal > 0 && fewer > longer && kept > 0, "{longer} {optimal} {fewer} {kept}");
}

/// The number of expanded states is exact for every batch size, and bounds are correct.
#[test]
fn limits_stop_a_batch_and_give_bounds() {
    let puzzle = Puzzle::new(goal("123456780"));
    let estimate = |board: &Board| 0.9 * puzzle.distance(board);
    let mut of_all = |boards: &Batch<'_>| Some(boards.boards().map(|board| estimate(&board)).collect());
    for problem in puzzle.problems(20_011) {
        let distance = puzzle.distance(problem.start()) as u32;
        for search in [BestFirst::astar(), weighted(2.0), BestFirst::greedy()] {
            for (batch_size, most) in [(1, 0), (1, 5), (64, 0), (64, 5), (64, 64), (64, 100), (64, 300)] {
                let limits = Limits::default().with_expanded(most);
                let batches = BatchSearch::new(search, size(batch_size)).claims(ADMISSIBLE).limits(limits);
                match batches.run(&problem, &mut of_all) {
                    Ok(outcome) => assert!(outcome.statistics.expanded <= most),
                    Err(reached) => {
                        assert_eq!((reached.limit, reached.statistics.expanded), (Limit::Expanded, most));
                        let least = (0.9 * f64::from(distance)).ceil() as u32;
                        assert!((least..=distance).contains(&reached.lower_bound), "{reached}");
                    }
                }
            }
        }
    }
}

#[test]
fn time_memory_interrupts_and_failures_end_the_search() {
    let goal = goal("123456780");
    let problem = Problem::new("867254301".parse().unwrap(), goal).unwrap();
    let batches = |limits| BatchSearch::new(BestFirst::astar(), size(10)).limits(limits);
    let zero = |boards: &Batch<'_>| Some(vec![0.0; boards.len()]);
    let time = Limits::default().with_time(Duration::ZERO);
    let memory = Limits::default().with_memory_in_bytes(100_000);
    let interrupt = Interrupt::new();
    interrupt.raise();
    let interrupted = Limits::default().with_interrupt(interrupt);
    for (limits, limit) in [(time, Limit::Time), (memory, Limit::Memory), (interrupted, Limit::Interrupt)] {
        assert_eq!(batches(limits).run(&problem, &mut { zero }).unwrap_err().limit, limit);
    }
    for wrong in [None, Some(-1.0), Some(-1e-300), Some(f64::NAN), Some(f64::INFINITY)] {
        let mut calls = 0;
        let mut estimate = |boards: &Batch<'_>| {
            calls += 1;
            wrong
                .filter(|_| calls == 3)
                .map_or_else(|| zero(boards).filter(|_| calls < 3), |wrong| Some(vec![wrong; boards.len()]))
        };
        assert_eq!(
            batches(Limits::default()).run(&problem, &mut estimate).unwrap_err().limit,
            Limit::Heuristic
        );
        assert_eq!(calls, 3);
    }
    for more in [0, 2] {
        let mut estimate = |boards: &Batch<'_>| Some(vec![0.0; boards.len() - 1 + more]);
        assert_eq!(
            batches(Limits::default()).run(&problem, &mut estimate).unwrap_err().limit,
            Limit::Heuristic
        );
    }
    let solved = Problem::new("123456780".parse().unwrap(), goal).unwrap();
    let outcome =
        batches(Limits::default()).run(&solved, &mut |_| unreachable!("the goal needs no estimate"));
    assert_eq!(outcome.unwrap().moves.len(), 0);
}
