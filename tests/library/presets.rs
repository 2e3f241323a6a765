//! The pattern sets of larger boards: a million random moves show that their claims hold.
//!
//! The large sets are tested on request, because their tables take gigabytes:
//!
//! ```text
//! cargo test -p tilebase --test library presets -- --ignored --nocapture
//! ```

use std::collections::HashSet;
use std::time::Instant;

use tilebase::board::{Board, Goal, Move, Shape};
use tilebase::generate::Generator;
use tilebase::oracle::Oracle;
use tilebase::search::{Claims, Heuristic, Manhattan, PatternSet, PdbSet};
use tilebase::solve::Solver;
use tilebase::table::Encoding;

const MOVES: usize = 1_000_000;

/// Number of moves of a walk away from the goal. Its length bounds the distance from above; for the
/// first moves, it usually is the distance.
const MOVES_FROM_GOAL: u32 = 60;

/// Sets that are too large for ordinary tests.
const LARGE: [&str; 4] = ["7-8x1", "7-8", "6x16", "6-6-6-6"];

/// The observations of a test.
#[derive(Default)]
struct Seen {
    /// Moves that lower or raise the estimate by more than one.
    jumps: usize,
    /// The largest such change.
    largest: u32,
    /// Boards whose estimate is above the Manhattan distance.
    above_manhattan: usize,
    /// Boards whose estimate is as large as the upper bound of the distance.
    tight: usize,
}

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).unwrap()
}

fn pdb_set(goal: &Goal, set: PatternSet) -> std::sync::Arc<PdbSet> {
    let solver = Solver::builder(goal).pattern_set(set).build().unwrap();
    solver.shared_pdb_set().expect("it has pattern databases")
}

/// A random move that does not undo the last one.
fn random_move(random: &mut fastrand::Rng, board: &Board, last: Option<Move>) -> (Move, Board) {
    let onward: Vec<(Move, Board)> =
        board.successors().filter(|(step, _)| last != Some(step.inverse())).collect();
    onward[random.usize(..onward.len())]
}

/// Checks the claims on `moves` random moves: half of them on one long walk, half on walks of
/// [`MOVES_FROM_GOAL`] moves from the goal, whose lengths bound the distance. `distance` gives
/// exact distances, if known.
fn check(goal: &Goal, heuristic: &PdbSet, moves: usize, distance: impl Fn(&Board) -> Option<u32>) -> Seen {
    let Claims { admissible, consistent, parity, .. } = heuristic.claims();
    assert!(admissible && parity, "every pattern database claims both");
    let manhattan = Manhattan::new(goal);
    let mut random = fastrand::Rng::with_seed(moves as u64);
    let mut seen = Seen::default();
    for is_long in [true, false] {
        let (mut board, mut before, mut last, mut length) = (goal.board(), 0, None, 0_u32);
        assert_eq!(heuristic.estimate(&board), 0);
        for _ in 0..moves / 2 {
            if !is_long && length == MOVES_FROM_GOAL {
                (board, before, last, length) = (goal.board(), 0, None, 0);
            }
            let (step, next) = random_move(&mut random, &board, last);
            (board, last, length) = (next, Some(step), length + 1);
            let (estimate, least) = (heuristic.estimate(&board), manhattan.estimate(&board));
            let most = distance(&board).unwrap_or(length);
            assert!(estimate <= most, "{estimate} exceeds the distance of {board}, at most {most}");
            assert_eq!(estimate % 2, least % 2, "the parity of {board}");
            let change = estimate.abs_diff(before);
            assert!(change == 1 || !consistent, "from {before} to {estimate} with {step} to {board}");
            seen.jumps += usize::from(change > 1);
            seen.largest = seen.largest.max(change);
            seen.above_manhattan += usize::from(estimate > least);
            seen.tight += usize::from(estimate == most);
            before = estimate;
        }
    }
    assert!(seen.above_manhattan > moves / 10, "only {} estimates are above Manhattan", seen.above_manhattan);
    assert!(seen.tight > moves / 1000, "only {} estimates equal the upper bound", seen.tight);
    seen
}

/// All sets that are built in a moment, for shapes with ten to 24 tiles.
#[test]
fn claims_hold_on_a_million_moves() {
    let shapes = [(2, 6), (3, 4), (4, 3), (2, 7), (3, 5), (2, 8), (4, 4), (3, 6), (2, 9), (4, 5), (3, 7)];
    let mut names = HashSet::new();
    for (rows, columns) in shapes {
        let shape = shape(rows, columns);
        for goal in [Goal::blank_last(shape), Goal::blank_first(shape)] {
            for set in PatternSet::of_goal(&goal) {
                if LARGE.contains(&set.name()) {
                    continue;
                }
                let name = set.name().to_owned();
                let seen = check(&goal, &pdb_set(&goal, set), MOVES / 2, |_| None);
                println!("{shape} {name}: {} jumps, at most {}", seen.jumps, seen.largest);
                names.insert(format!("{shape} {name}"));
            }
        }
    }
    for expected in ["4x4 5-5-5", "4x4 6-6-3", "3x4 6-5", "3x5 7-7", "2x7 7-6", "2x8 5-5-5"] {
        assert!(names.contains(expected), "{expected} is not in {names:?}");
    }
}

/// Estimates compared with the distances of all boards of 3x4.
#[test]
fn estimates_are_admissible_by_exact_distances() {
    let goal = Goal::blank_last(shape(3, 4));
    let table = Generator::for_goal(&goal).unwrap().build(Encoding::Byte).unwrap().into_table();
    let oracle = Oracle::new(table, &goal).unwrap();
    for set in PatternSet::of_goal(&goal) {
        let pdb_set = pdb_set(&goal, set);
        let exact = |board: &Board| oracle.distance(board).ok().map(|distance| distance.moves().into());
        check(&goal, &pdb_set, MOVES, exact);
    }
}

/// The large sets of 4x4 and 5x5, on request. 6x16 is left out, because each of its estimates is
/// counted on a descent to the goal.
#[test]
#[ignore = "the tables take gigabytes"]
fn claims_of_large_sets_hold_on_a_million_moves() {
    for (size, goal_of) in [(4, Goal::blank_first as fn(Shape) -> Goal), (5, Goal::blank_last)] {
        let goal = goal_of(shape(size, size));
        for set in PatternSet::of_goal(&goal) {
            let name = set.name().to_owned();
            if name == "6x16" || !LARGE.contains(&name.as_str()) {
                continue;
            }
            let clock = Instant::now();
            let pdb_set = pdb_set(&goal, set);
            let built = clock.elapsed().as_secs();
            let Seen { jumps, largest, above_manhattan, tight } = check(&goal, &pdb_set, MOVES, |_| None);
            println!(
                "{name}: built in {built} s; {jumps} of {MOVES} moves change the estimate by more than one, \
                 at most {largest}; {above_manhattan} estimates are above Manhattan, {tight} equal the bound"
            );
        }
    }
}
