//! Counts in the multi-tile metric.

use std::collections::HashSet;

use super::Counter;
use crate::board::{Board, Goal, Metric, Move, Shape};
use crate::generate::MultiTileLevels;
use crate::interrupt::Interrupt;
use crate::space::FullSpace;

fn counter(goal: &Goal) -> Counter<'_> {
    Counter::for_goal(goal).unwrap().metric(Metric::MultiTile)
}

/// Reference implementation with sets of boards. Returns the size of each level by the blank's
/// cell, and the last level.
fn count_by_sets(goal: &Goal) -> (Vec<Vec<u64>>, Vec<Board>) {
    let mut level = vec![goal.board()];
    let (mut met, mut sizes) = (HashSet::from([goal.board()]), Vec::new());
    loop {
        let with_blank_at = |cell| level.iter().filter(|board| board.blank() == cell).count() as u64;
        sizes.push(goal.shape().all_cells().map(with_blank_at).collect());
        let mut next = Vec::new();
        for (board, step) in level.iter().flat_map(|board| Move::ALL.map(|step| (*board, step))) {
            let along = std::iter::successors(board.after(step), |board| board.after(step));
            next.extend(along.filter(|board| met.insert(*board)));
        }
        if next.is_empty() {
            level.sort();
            return (sizes, level);
        }
        level = next;
    }
}

#[test]
fn counts_match_sets_of_boards_for_every_blank_cell() {
    let mut random = fastrand::Rng::with_seed(5);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        let shape = Shape::new(rows, columns).unwrap();
        let in_order = shape.all_cells().map(|blank| Goal::in_order_with_blank_at(shape, blank));
        let mut tiles: Vec<u8> = (0..shape.cells() as u8).collect();
        random.shuffle(&mut tiles);
        let any = Goal::new(Board::from_bytes(shape, &tiles).unwrap());
        for goal in in_order.chain([any]) {
            let counted = counter(&goal).deepest_boards(usize::MAX).run().unwrap();
            let (sizes, deepest) = count_by_sets(&goal);
            for cell in shape.all_cells() {
                let with_blank_at: Vec<u64> = sizes.iter().map(|size| size[cell.index()]).collect();
                assert_eq!(counted.histogram_with_blank_at(cell), with_blank_at, "{goal:?}, {cell}");
            }
            let histogram: Vec<u64> = sizes.iter().map(|size| size.iter().sum()).collect();
            assert_eq!(counted.histogram(), histogram, "{goal:?}");
            assert_eq!(counted.deepest_boards(), deepest, "{goal:?}");
        }
    }
}

/// The numbers of boards are those of half of all permutations; the greatest distances are known.
#[test]
fn greatest_distances_are_the_published_ones() {
    for (rows, columns, deepest) in [(2, 5, 36), (5, 2, 36), (3, 4, 33), (4, 3, 33), (2, 6, 41)] {
        let shape = Shape::new(rows, columns).unwrap();
        let counted = counter(&Goal::blank_last(shape)).run().unwrap();
        assert_eq!(counted.deepest().moves(), deepest, "{shape}");
        let all: u64 = (3..=shape.cells() as u64).product();
        assert_eq!(counted.histogram().iter().sum::<u64>(), all, "{shape}");
    }
}

#[test]
fn threads_do_not_change_counts() {
    let goal = Goal::snail(Shape::new(3, 4).unwrap());
    let counted = [1, 2, 3].map(|threads| counter(&goal).threads(threads).deepest_boards(3).run().unwrap());
    assert_eq!(counted[0], counted[1]);
    assert_eq!(counted[0], counted[2]);
}

/// An interrupted level skips its row segments, and the count reports the interrupt.
#[test]
fn a_count_stops_within_a_level() {
    let goal = Goal::blank_last(Shape::new(4, 3).unwrap());
    let mut levels = MultiTileLevels::new(&FullSpace::new(&goal).unwrap()).unwrap();
    let interrupt = Interrupt::new();
    assert_eq!(levels.advance(false, &interrupt), [0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1, 0]);
    interrupt.raise();
    assert_eq!(levels.advance(false, &interrupt), [0; 12]);
    assert!(counter(&goal).interrupt(&interrupt).run().is_err());
}
