//! Heuristics compared with tables: their claims hold on every board.

use crate::common::distances;
use tilebase::board::{Board, Goal, Move, Shape, Tile};
use tilebase::generate::Generator;
use tilebase::search::{
    Claims, Heuristic, LinearConflict, Manhattan, ManhattanPlusMisplaced, Misplaced, PatternEntries,
    PatternSet, PdbSet, WalkingDistance, Zero,
};
use tilebase::space::{FullSpace, Pattern, PatternSpace, Space, StateIndex};

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).unwrap()
}

fn pdb_set(goal: &Goal) -> PdbSet {
    let partition = PatternSet::of_goal(goal).pop().unwrap();
    let tables = partition.patterns().iter().map(|pattern| {
        let built = Generator::new(Space::new(goal, pattern).unwrap()).distances().unwrap();
        let entries = PatternEntries::from(built.into_entries());
        (PatternSpace::new(goal, pattern.clone()).unwrap(), entries)
    });
    PdbSet::new(tables.collect()).unwrap()
}

/// Zero-aware tables: of a partition, and of overlapping patterns.
fn zero_aware_pdb_sets(goal: &Goal) -> [PdbSet; 2] {
    let partition = PatternSet::of_goal(goal).pop().unwrap();
    let last = goal.shape().tiles() as u8;
    let overlapping = [vec![1, 2], vec![2, last], vec![1, last]]
        .map(|tiles: Vec<u8>| Pattern::new(goal.shape(), tiles.into_iter().map(Tile::new)).unwrap());
    let tables = |patterns: &[Pattern]| -> Vec<(PatternSpace, PatternEntries)> {
        let table = |pattern: &Pattern| {
            let space = PatternSpace::zero_aware(goal, pattern.clone()).unwrap();
            let built = Generator::new(Space::Pattern(space.clone())).distances().unwrap();
            (space, PatternEntries::from(built.into_entries()))
        };
        patterns.iter().map(table).collect()
    };
    [PdbSet::new(tables(partition.patterns())).unwrap(), PdbSet::compound(&tables(&overlapping)).unwrap()]
}

fn all_of(goal: &Goal) -> [(&'static str, Box<dyn Heuristic>); 7] {
    [
        ("zero", Box::new(Zero)),
        ("misplaced", Box::new(Misplaced::new(goal))),
        ("manhattan", Box::new(Manhattan::new(goal))),
        ("linear conflict", Box::new(LinearConflict::new(goal))),
        ("walking distance", Box::new(WalkingDistance::new(goal).unwrap())),
        ("manhattan plus misplaced", Box::new(ManhattanPlusMisplaced::new(goal))),
        ("pattern databases", Box::new(pdb_set(goal))),
    ]
}

/// Checks all states of 2x3, 2x4, 3x2, and 3x3, for three goals each. A property that is *not*
/// claimed fails somewhere, so that no claim is missing. An exception is the consistency of
/// pattern databases that are not zero-aware, which depends on the patterns.
#[test]
fn claims_hold_on_every_board() {
    for shape in [shape(2, 3), shape(3, 2), shape(2, 4), shape(3, 3)] {
        for goal in [Goal::blank_last(shape), Goal::blank_first(shape), Goal::snail(shape)] {
            let space = FullSpace::new(&goal).unwrap();
            let distances = distances(&goal);
            for (name, heuristic) in all_of(&goal) {
                check_claims(name, &*heuristic, &space, distances.entries());
            }
        }
    }
}

/// On smaller shapes, because each estimate is counted on a descent to the goal.
#[test]
fn zero_aware_pattern_databases_are_consistent() {
    for shape in [shape(2, 3), shape(3, 2), shape(2, 4)] {
        let goal = Goal::blank_last(shape);
        let (space, distances) = (FullSpace::new(&goal).unwrap(), distances(&goal));
        for heuristic in zero_aware_pdb_sets(&goal) {
            assert!(heuristic.claims().consistent);
            check_claims("zero-aware", &heuristic, &space, distances.entries());
        }
    }
}

fn check_claims(name: &str, heuristic: &dyn Heuristic, space: &FullSpace, distances: &[u8]) {
    let (mut found, claimed) = (Claims::ALL, heuristic.claims());
    for (number, distance) in (0..).zip(distances.iter().copied().map(u32::from)) {
        let board = space.board_at(StateIndex::new(number)).unwrap();
        let estimate = heuristic.estimate(&board);
        found.admissible &= estimate <= distance;
        found.parity &= estimate % 2 == distance % 2;
        for (step, next) in board.successors() {
            let after = heuristic.estimate_after(estimate, &next, step);
            assert_eq!(after, heuristic.estimate(&next), "{name} after {step} on {board}");
            found.consistent &= estimate <= after + 1;
        }
    }
    if name == "pattern databases" {
        found.consistent = claimed.consistent;
    }
    assert_eq!(found, claimed, "{name} on {}", space.goal());
}

/// Tries all subsets to find the minimum number of tiles to remove from a line so that the others
/// are in order. A line lists the goal places of its tiles, with `None` for tiles that belong
/// elsewhere.
fn fewest_to_remove(line: &[Option<usize>]) -> u32 {
    let is_in_order = |kept: u32| {
        let places = line.iter().enumerate().filter(|(nth, _)| kept >> nth & 1 == 1);
        places.filter_map(|(_, place)| *place).is_sorted()
    };
    let tiles = line.iter().enumerate().filter(|(_, place)| place.is_some());
    let all: u32 = tiles.map(|(nth, _)| 1 << nth).sum();
    let subsets = (0..1 << line.len()).filter(|kept| kept & !all == 0 && is_in_order(*kept));
    subsets.map(|kept| (all & !kept).count_ones()).min().unwrap()
}

fn slow_linear_conflict(board: &Board, goal: &Goal) -> u32 {
    let shape = goal.shape();
    let home = |row, column| {
        let tile = board.tile_at(shape.cell(row, column));
        (!tile.is_blank()).then(|| goal.board().cell_of(tile).unwrap())
    };
    let in_row = |row, column| home(row, column).filter(|cell| shape.row(*cell) == row);
    let in_column = |row, column| home(row, column).filter(|cell| shape.column(*cell) == column);
    let (rows, columns) = (shape.rows(), shape.columns());
    let row =
        |row| -> Vec<_> { (0..columns).map(|column| in_row(row, column).map(|c| shape.column(c))).collect() };
    let column =
        |column| -> Vec<_> { (0..rows).map(|row| in_column(row, column).map(|c| shape.row(c))).collect() };
    let of_rows: u32 = (0..rows).map(|number| fewest_to_remove(&row(number))).sum();
    let of_columns: u32 = (0..columns).map(|number| fewest_to_remove(&column(number))).sum();
    Manhattan::new(goal).estimate(board) + 2 * (of_rows + of_columns)
}

/// Compares them on random walks over many shapes, including some with lines too long for a table.
#[test]
fn linear_conflict_matches_a_slow_implementation() {
    let mut random = fastrand::Rng::with_seed(1);
    let sides = (2..=5).flat_map(|rows| (2..=5).map(move |columns| (rows, columns)));
    let mut above = 0;
    for (rows, columns) in sides.chain([(2, 8), (12, 2)]) {
        let shape = shape(rows, columns);
        for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
            let (fast, manhattan) = (LinearConflict::new(&goal), Manhattan::new(&goal));
            let mut board = goal.board();
            let mut estimate = 0;
            for _ in 0..300 {
                let step = Move::ALL[random.usize(0..4)];
                if !board.slide(step) {
                    continue;
                }
                estimate = fast.estimate_after(estimate, &board, step);
                assert_eq!(estimate, slow_linear_conflict(&board, &goal), "{board} to {goal}");
                assert_eq!(estimate, fast.estimate(&board));
                assert!(estimate >= manhattan.estimate(&board));
                above += u32::from(estimate > manhattan.estimate(&board));
            }
        }
    }
    assert!(above > 100, "only {above} boards had a conflict");
}

#[test]
fn three_reversed_tiles_cost_four_moves() {
    let goal = crate::common::goal("123456780");
    let reversed = crate::common::board("321456780");
    let (with, without) = (LinearConflict::new(&goal), Manhattan::new(&goal));
    assert_eq!((with.estimate(&reversed), without.estimate(&reversed)), (8, 4));
}

/// The least number of vertical moves to the goal rows, by A* from scratch. A state is a text of
/// goal rows, each row sorted, with `b` for the blank.
fn slow_vertical_distance(board: &Board, goal: &Goal) -> u32 {
    type Rows = Vec<Vec<usize>>;
    let shape = goal.shape();
    let (blank, columns) = (shape.rows(), shape.columns());
    let home = |tile: Tile| match tile.is_blank() {
        true => blank,
        false => shape.row(goal.board().cell_of(tile).unwrap()),
    };
    let rows_of = |board: &Board| -> Rows {
        let homes: Vec<usize> = board.tiles().iter().map(|tile| home(*tile)).collect();
        homes.chunks(columns).map(<[usize]>::to_vec).collect()
    };
    let sorted = |mut rows: Rows| {
        rows.iter_mut().for_each(|row| row.sort_unstable());
        rows
    };
    let (start, end) = (sorted(rows_of(board)), sorted(rows_of(&goal.board())));
    let mut seen = std::collections::HashSet::from([start.clone()]);
    let mut level = vec![start];
    for distance in 0.. {
        if level.contains(&end) {
            return distance;
        }
        let mut next = Vec::new();
        for rows in level {
            let from = rows.iter().position(|row| row.contains(&blank)).unwrap();
            for to in [from.wrapping_sub(1), from + 1].into_iter().filter(|to| *to < rows.len()) {
                for place in 0..columns {
                    let mut moved = rows.clone();
                    let tile = std::mem::replace(&mut moved[to][place], blank);
                    let gap = moved[from].iter().position(|home| *home == blank).unwrap();
                    moved[from][gap] = tile;
                    let moved = sorted(moved);
                    if seen.insert(moved.clone()) {
                        next.push(moved);
                    }
                }
            }
        }
        level = next;
    }
    unreachable!("every state is reached")
}

/// The board and the goal, reflected about the main diagonal without renaming tiles.
fn transposed(board: &Board) -> Board {
    let shape = board.shape();
    let turned = Shape::new(shape.columns(), shape.rows()).unwrap();
    let tiles = turned
        .all_cells()
        .map(|cell| board.tile_at(shape.cell(turned.column(cell), turned.row(cell))).number().into());
    Board::new(turned, &tiles.collect::<Vec<u32>>()).unwrap()
}

fn slow_walking_distance(board: &Board, goal: &Goal) -> u32 {
    let turned = Goal::new(transposed(&goal.board()));
    slow_vertical_distance(board, goal) + slow_vertical_distance(&transposed(board), &turned)
}

#[test]
fn walking_distance_matches_a_slow_implementation() {
    let mut random = fastrand::Rng::with_seed(3);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 3)] {
        let shape = shape(rows, columns);
        for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
            let (walking, manhattan) = (WalkingDistance::new(&goal).unwrap(), Manhattan::new(&goal));
            let mut board = goal.board();
            for _ in 0..6 {
                (0..50).for_each(|_| _ = board.slide(Move::ALL[random.usize(0..4)]));
                let estimate = walking.estimate(&board);
                assert_eq!(estimate, slow_walking_distance(&board, &goal), "{board} to {goal}");
                assert!(estimate >= manhattan.estimate(&board));
            }
        }
    }
}

/// A million random moves on 4x4: consistent, of the right parity, and at least Manhattan.
#[test]
fn walking_distance_is_consistent_on_4x4() {
    let mut random = fastrand::Rng::with_seed(4);
    let shape = shape(4, 4);
    for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
        let (walking, manhattan) = (WalkingDistance::new(&goal).unwrap(), Manhattan::new(&goal));
        let (mut board, mut before, mut above) = (goal.board(), 0_u32, 0);
        for _ in 0..500_000 {
            if board.slide(Move::ALL[random.usize(0..4)]) {
                let after = walking.estimate(&board);
                assert_eq!(before.abs_diff(after), 1, "{board}");
                let other = manhattan.estimate(&board);
                assert!(after >= other, "{board}");
                above += u32::from(after > other);
                before = after;
            }
        }
        assert!(above > 100_000, "only {above} boards are above Manhattan");
    }
}
