//! The 8-puzzle: published facts, and consistency of all answers.

use std::collections::HashSet;

use crate::common::{board, distances, every_board, goal, oracle};
use tilebase::board::{Board, Cell, Goal, Move, Shape, Unreachable};
use tilebase::oracle::{DistanceBlocks, OracleError};
use tilebase::space::{FullSpace, StateIndex};
use tilebase::table::Encoding;

/// OEIS A089473: states by distance, with the goal's blank in a corner.
const CORNER: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993,
    17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

/// OEIS A089474: states by distance, with the goal's blank in the center.
const CENTER: [u64; 31] = [
    1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132, 12208, 18612,
    18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
];

/// The encodings of full tables.
fn encodings() -> Vec<Encoding> {
    Encoding::all_of(distances(&goal("123456780")).space()).collect()
}

fn all_boards(goal: &Goal) -> impl Iterator<Item = Board> {
    let space = FullSpace::new(goal).unwrap();
    (0..space.states()).map(move |number| space.board_at(StateIndex::new(number)).unwrap())
}

#[test]
fn histograms_match_published_ones() {
    for blank in [0, 2, 6, 8] {
        let goal = Goal::in_order_with_blank_at(Shape::THREE_BY_THREE, Cell::new(blank));
        assert_eq!(distances(&goal).histogram(), CORNER);
    }
    assert_eq!(distances(&goal("123804765")).histogram(), CENTER);
    for blank in [1, 3, 5, 7] {
        // OEIS A089483: the blank at the middle of a side; 2 states at distance 31.
        let goal = Goal::in_order_with_blank_at(Shape::THREE_BY_THREE, Cell::new(blank));
        let built = distances(&goal);
        assert_eq!(built.histogram()[..6], [1, 3, 5, 10, 14, 28]);
        assert_eq!((built.histogram().len() - 1, built.histogram()[31]), (31, 2));
    }
}

#[test]
fn sums_of_distances_are_known() {
    for (digits, sum) in [("123456780", 3_986_672), ("012345678", 3_986_672), ("123804765", 3_901_468)] {
        let built = distances(&goal(digits));
        assert_eq!(built.entries().iter().map(|entry| u64::from(*entry)).sum::<u64>(), sum);
    }
}

/// Boards from published programs and reports, with their distances and numbers of optimal paths.
#[test]
fn named_boards_have_known_distances_and_path_counts() {
    let rows = include_str!("../data/boards-3x3.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let [name, start, end, length, paths] = fields[..] else { panic!("{row}") };
        let start = board(start);
        for encoding in encodings() {
            let oracle = oracle(&goal(end), encoding);
            assert_eq!(oracle.distance(&start).unwrap().moves().to_string(), length, "{name}");
            assert_eq!(oracle.count_paths(&start).unwrap().to_string(), paths, "{name}");
        }
        count += 1;
    }
    assert_eq!(count, 34);
}

#[test]
fn a_board_is_solvable_exactly_if_the_table_has_it() {
    let boards = every_board();
    assert_eq!(boards.len(), 362_880);
    for digits in ["123456780", "012345678", "123804765", "123864750", "876543210"] {
        let goal = goal(digits);
        let held: HashSet<Board> = all_boards(&goal).collect();
        assert_eq!(held.len(), 181_440);
        let oracle = oracle(&goal, Encoding::Byte);
        for board in &boards {
            assert_eq!(goal.is_reachable_from(board), held.contains(board), "{board} to {digits}");
            match oracle.distance(board) {
                Ok(distance) => assert!(held.contains(board) && distance.moves() <= 31),
                Err(OracleError::Unreachable(why)) => {
                    assert_eq!(why, Unreachable::DifferentParity { board: *board, goal });
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

/// "An even number of inversions" is right for the goals in order, but wrong for the snail on every
/// board.
#[test]
fn the_usual_parity_rule_fails_for_the_snail() {
    let (in_order, snail) = (goal("123456780"), goal("123804765"));
    for board in every_board() {
        let tiles: Vec<_> = board.tiles().iter().filter(|tile| !tile.is_blank()).collect();
        let inversions: usize =
            (0..tiles.len()).map(|n| tiles[n..].iter().filter(|later| **later < tiles[n]).count()).sum();
        assert_eq!(in_order.is_reachable_from(&board), inversions.is_multiple_of(2));
        assert_eq!(snail.is_reachable_from(&board), !inversions.is_multiple_of(2));
    }
}

#[test]
fn all_encodings_give_the_same_distances() {
    for digits in ["123456780", "123804765", "103456782"] {
        let goal = goal(digits);
        let built = distances(&goal);
        for encoding in encodings() {
            let oracle = oracle(&goal, encoding);
            assert_eq!(
                DistanceBlocks::new(oracle.table()).unwrap().all().unwrap(),
                built.entries(),
                "{encoding} to {digits}"
            );
            for (board, expected) in all_boards(&goal).zip(built.entries()) {
                assert_eq!(
                    oracle.distance(&board).unwrap().moves(),
                    *expected,
                    "{encoding}, {board} to {digits}"
                );
            }
        }
    }
}

fn replay(start: Board, path: &[Move]) -> Option<Board> {
    path.iter().try_fold(start, |board, step| board.after(*step))
}

#[test]
fn first_paths_are_legal_optimal_and_first() {
    for encoding in encodings() {
        let goal = goal("123456780");
        let oracle = oracle(&goal, encoding);
        for board in all_boards(&goal).step_by(if encoding == Encoding::Byte { 1 } else { 101 }) {
            let path = oracle.first_path(&board).unwrap();
            assert_eq!(path.len(), usize::from(oracle.distance(&board).unwrap().moves()));
            assert_eq!(replay(board, &path), Some(goal.board()));
            assert_eq!(oracle.optimal_moves(&board).unwrap().first(), path.first());
        }
    }
}

/// Paths are counted, and listed in order without repetition. As is known, 57.0 % of all boards
/// have several optimal paths, and none has more than 64.
#[test]
fn all_paths_are_found_once_and_in_order() {
    let goal = goal("123456780");
    let oracle = oracle(&goal, Encoding::Byte);
    let (mut several, mut most) = (0, 0);
    for (number, board) in all_boards(&goal).enumerate() {
        let count = oracle.count_paths(&board).unwrap();
        several += u32::from(count > 1);
        most = most.max(count);
        if number % 23 == 0 {
            let paths: Vec<Vec<Move>> = oracle.paths(&board).unwrap().collect::<Result<_, _>>().unwrap();
            assert_eq!(paths.len() as u128, count);
            assert_eq!(paths[0], oracle.first_path(&board).unwrap());
            assert!(paths.is_sorted() && paths.windows(2).all(|pair| pair[0] != pair[1]));
            assert!(paths.iter().all(|path| replay(board, path) == Some(goal.board())));
        }
    }
    assert_eq!(most, 64);
    assert_eq!((f64::from(several) / 181_440.0 * 1000.0).round() / 10.0, 57.0);
}

#[test]
fn one_table_serves_every_goal_with_its_blank_cell() {
    let snail = goal("123804765");
    let in_order = goal("123405678");
    let table = distances(&in_order).encoded(Encoding::Mod3).unwrap().into_table();
    let serving = tilebase::oracle::Oracle::new(table, &snail).unwrap();
    let own = oracle(&snail, Encoding::Byte);
    for board in all_boards(&snail).step_by(11) {
        assert_eq!(serving.distance(&board).unwrap(), own.distance(&board).unwrap());
    }
    let table = distances(&in_order).encoded(Encoding::Byte).unwrap().into_table();
    assert!(tilebase::oracle::Oracle::new(table, &goal("123456780")).is_err());
}

#[test]
fn the_goal_has_one_empty_path() {
    for encoding in encodings() {
        let goal = goal("123804765");
        let oracle = oracle(&goal, encoding);
        assert_eq!(oracle.distance(&goal.board()).unwrap().moves(), 0);
        assert_eq!(oracle.first_path(&goal.board()).unwrap(), []);
        assert_eq!(oracle.optimal_moves(&goal.board()).unwrap(), []);
        assert_eq!(oracle.count_paths(&goal.board()).unwrap(), 1);
        assert_eq!(oracle.paths(&goal.board()).unwrap().map(Result::unwrap).collect::<Vec<_>>(), [vec![]]);
    }
}

#[test]
fn another_shape_is_rejected_by_name() {
    let goal = goal("123456780");
    let oracle = oracle(&goal, Encoding::Byte);
    let wide = Goal::blank_last(Shape::new(2, 3).unwrap()).board();
    let refused = OracleError::from(Unreachable::OtherShape { board: wide, goal });
    assert_eq!(oracle.distance(&wide).unwrap_err().to_string(), refused.to_string());
    assert_eq!(refused.to_string(), "123450 is a 2x3 board, but the goal 123456780 is 3x3");
}
