//! The anytime search: every state of small boards, random boards of every shape, and exact
//! distances.

use std::ops::ControlFlow;

use tilebase::anytime::{Answer, Progress, Task};
use tilebase::board::{LargeBoard, LargeShape};
use tilebase::solve::Population;
use tilebase::{Board, Goal, Oracle, Shape};

/// The answer after `states` expanded states.
fn after(task: &Task, states: u64) -> Answer {
    let answer = task.improve(None, &mut |progress| match progress.expanded {
        expanded if expanded < states => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    });
    assert!(task.is_solved_by(&answer.moves), "{task:?}");
    assert!(answer.lower_bound as usize <= answer.moves.len() && answer.lower_bound >= task.lower_bound());
    answer
}

fn of_small(board: &Board, goal: &Goal) -> Option<Task> {
    Task::new(board.into(), (&goal.board()).into())
}

fn every_board(shape: Shape) -> Vec<Board> {
    fn extend(shape: Shape, numbers: &mut Vec<u32>, boards: &mut Vec<Board>) {
        if numbers.len() == shape.cells() {
            return boards.push(Board::new(shape, numbers).unwrap());
        }
        for number in 0..u32::try_from(shape.cells()).unwrap() {
            if !numbers.contains(&number) {
                numbers.push(number);
                extend(shape, numbers, boards);
                numbers.pop();
            }
        }
    }
    let mut boards = Vec::new();
    extend(shape, &mut Vec::new(), &mut boards);
    boards
}

/// Exactly the boards that the exact solver finds solvable have a path.
#[test]
fn small_boards_have_paths_to_every_blank_cell() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        let shape = Shape::new(rows, columns).unwrap();
        for blank in shape.all_cells() {
            let goal = Goal::in_order_with_blank_at(shape, blank);
            let oracle = Oracle::build(&goal).unwrap();
            for board in every_board(shape) {
                match of_small(&board, &goal) {
                    Some(task) => {
                        let distance = u32::from(oracle.distance(&board).unwrap().moves());
                        let first = after(&task, 0);
                        assert!(first.lower_bound <= distance && distance as usize <= first.moves.len());
                        let last = after(&task, u64::MAX);
                        assert_eq!(
                            (last.moves.len(), last.lower_bound),
                            (distance as usize, distance),
                            "{board}"
                        );
                    }
                    None => assert!(!goal.is_reachable_from(&board)),
                }
            }
        }
    }
}

#[test]
fn random_3x3_boards_have_valid_paths_and_bounds() {
    let goal = Goal::blank_last(Shape::new(3, 3).unwrap());
    let oracle = Oracle::build(&goal).unwrap();
    for (nth, board) in Population::Solvable.draw(&goal, 600, 3).unwrap().iter().enumerate() {
        let (task, distance) =
            (of_small(board, &goal).unwrap(), u32::from(oracle.distance(board).unwrap().moves()));
        let first = after(&task, 0);
        assert!(first.lower_bound <= distance && distance as usize <= first.moves.len(), "{board}");
        if nth < 60 {
            assert_eq!(after(&task, u64::MAX).moves.len(), distance as usize, "{board}");
        }
    }
}

#[test]
fn paths_of_random_boards_improve_for_every_shape() {
    let mut random = fastrand::Rng::with_seed(11);
    let shapes = (2..=10).flat_map(|rows| (2..=10).map(move |columns| (rows, columns)));
    for (rows, columns) in shapes.chain([(2, 50), (50, 2), (3, 33), (25, 4)]) {
        let shape = LargeShape::new(rows, columns).unwrap();
        let mut any = || {
            let mut numbers: Vec<u32> = (0..u32::try_from(shape.cells()).unwrap()).collect();
            random.shuffle(&mut numbers);
            LargeBoard::new(shape, &numbers).unwrap()
        };
        let (start, goal) = (any(), any());
        let goals =
            [goal, LargeBoard::blank_last(shape), LargeBoard::blank_first(shape), LargeBoard::snail(shape)];
        let tasks: Vec<Task> = goals.iter().filter_map(|goal| Task::new(start, *goal)).collect();
        for task in &tasks {
            let (first, later) = (after(task, 0), after(task, 40_000));
            assert!(later.moves.len() <= first.moves.len());
        }
    }
}

#[test]
fn progress_is_deterministic_and_correct() {
    let shape = LargeShape::new(6, 6).unwrap();
    let mut numbers: Vec<u32> = (0..36).collect();
    fastrand::Rng::with_seed(4).shuffle(&mut numbers);
    let start = LargeBoard::new(shape, &numbers).unwrap();
    let task = [LargeBoard::blank_last(shape), LargeBoard::blank_first(shape)];
    let task = task.into_iter().find_map(|goal| Task::new(start, goal)).expect("one has the parity");
    let mut lengths = Vec::new();
    let answer = task.improve(None, &mut |progress: &Progress<'_>| {
        assert!(task.is_solved_by(&progress.answer.moves));
        if progress.is_better {
            lengths.push(progress.answer.moves.len());
        }
        if progress.expanded < 500_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(lengths.len() > 1 && lengths.is_sorted_by(|one, next| one > next), "{lengths:?}");
    assert_eq!(answer, after(&task, 500_000));
    // Without memory for a beam, only windows are optimized.
    let without = task.improve(Some(0), &mut |progress| match progress.expanded {
        0..500_000 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    });
    assert!(task.is_solved_by(&without.moves) && without.moves.len() < lengths[0]);
}

#[test]
fn other_shapes_and_different_parity_are_rejected() {
    let shape = LargeShape::new(6, 6).unwrap();
    let goal = LargeBoard::blank_last(shape);
    let mut numbers: Vec<u32> = goal.tiles().iter().map(|tile| u32::from(*tile)).collect();
    numbers.swap(0, 1);
    assert!(Task::new(LargeBoard::new(shape, &numbers).unwrap(), goal).is_none());
    let other = LargeBoard::blank_last(LargeShape::new(4, 9).unwrap());
    assert!(Task::new(other, goal).is_none());
    let answer = after(&Task::new(goal, goal).unwrap(), u64::MAX);
    assert_eq!((answer.moves.len(), answer.ratio(), answer.is_optimal()), (0, 1.0, true));
}
