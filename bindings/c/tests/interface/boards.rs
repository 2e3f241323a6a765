//! Boards without a solver: whether they can be solved, and random ones.

use std::ptr;

use tilebase_c::*;

use super::common::{GOAL, UNSOLVABLE, all_boards, full, with_message, words};

/// The verdict on each board of 3x3 is that of a full table.
#[test]
fn half_of_all_boards_are_solvable() {
    let tiles = all_boards();
    let mut distances = vec![0; tiles.len() / 9];
    let solver = full();
    // SAFETY: the arrays have the stated sizes, and the handle is not used after it is freed.
    unsafe {
        let room = distances.len();
        let status = tb_solver_distances(solver, tiles.as_ptr(), tiles.len(), distances.as_mut_ptr(), room);
        assert_eq!((status, tb_solver_free(solver)), (Status::Ok, Status::Ok));
        for (board, distance) in tiles.chunks(9).zip(distances) {
            let mut verdicts = [false; 2];
            let [place, other] = verdicts.each_mut().map(ptr::from_mut);
            assert_eq!(tb_is_solvable(3, 3, ptr::null(), 0, board.as_ptr(), 9, place), Status::Ok);
            let status = tb_is_solvable(3, 3, UNSOLVABLE.as_ptr(), 9, board.as_ptr(), 9, other);
            assert_eq!(status, Status::Ok);
            assert_eq!(verdicts, [distance != TB_NO_DISTANCE, distance == TB_NO_DISTANCE], "{board:?}");
        }
    }
}

fn sample(walk: u32, seed: u64, boards: usize) -> Vec<u8> {
    let mut tiles = vec![77; boards * 9];
    // SAFETY: the array has the stated size.
    let status = unsafe { tb_sample(3, 3, ptr::null(), 0, walk, seed, tiles.as_mut_ptr(), tiles.len()) };
    assert_eq!(status, Status::Ok, "{}", words());
    tiles
}

#[test]
fn random_boards_can_be_solved_and_are_near_the_goal_after_walks() {
    let solver = full();
    for walk in [0, 1, 2, 20] {
        let tiles = sample(walk, 7, 2000);
        assert_eq!(tiles, sample(walk, 7, 2000), "the seed determines the boards");
        assert_ne!(tiles, sample(walk, 8, 2000));
        let mut distances = vec![0; 2000];
        // SAFETY: the arrays have the stated sizes.
        let status =
            unsafe { tb_solver_distances(solver, tiles.as_ptr(), tiles.len(), distances.as_mut_ptr(), 2000) };
        assert_eq!(status, Status::Ok, "{}", words());
        let (nearest, farthest) = (distances.iter().min().unwrap(), distances.iter().max().unwrap());
        match walk {
            0 => assert!(*nearest < 15 && (28..=31).contains(farthest)),
            20 => assert!((10..=20).contains(farthest)),
            _ => assert_eq!((u32::from(*nearest), u32::from(*farthest)), (walk, walk)),
        }
    }
    assert!(sample(0, 1, 0).is_empty());
    // SAFETY: the handle is not used again.
    assert_eq!(unsafe { tb_solver_free(solver) }, Status::Ok);
}

#[test]
fn invalid_requests_are_rejected() {
    let (mut tiles, mut is_solvable) = ([77; 18], true);
    let goal = GOAL.as_ptr();
    // SAFETY: every pointer that is not NULL has the stated size.
    unsafe {
        let room = tiles.as_mut_ptr();
        let place = &raw mut is_solvable;
        assert_eq!(tb_is_solvable(3, 3, goal, 9, goal, 9, ptr::null_mut()), Status::NullPointer);
        assert_eq!(tb_is_solvable(3, 3, goal, 9, ptr::null(), 9, place), Status::NullPointer);
        assert_eq!(tb_is_solvable(3, 3, ptr::null(), 9, goal, 9, place), Status::NullPointer);
        for (goal_cells, cells) in [(8, 9), (9, 8), (9, 16), (0, 9), (9, usize::MAX)] {
            assert_eq!(tb_is_solvable(3, 3, goal, goal_cells, goal, cells, place), Status::BadBoard);
        }
        assert_eq!(tb_is_solvable(1, 9, goal, 9, goal, 9, place), Status::BadShape);
        assert_eq!(tb_sample(3, 3, ptr::null(), 0, 0, 1, ptr::null_mut(), 9), Status::NullPointer);
        assert_eq!(tb_sample(9, 9, ptr::null(), 0, 0, 1, room, 18), Status::BadShape);
        assert_eq!(tb_sample(3, 3, goal, 8, 0, 1, room, 18), Status::BadBoard);
        let expected = "tiles has room for 17: expected a multiple of 9".to_owned();
        let status = with_message(tb_sample(3, 3, ptr::null(), 0, 0, 1, room, 17));
        assert_eq!(status, (Status::BadArgument, expected));
        assert_eq!(tb_sample(3, 3, ptr::null(), 0, 1_000_001, 1, room, 18), Status::BadArgument);
        assert_eq!(tb_sample(3, 3, ptr::null(), 0, 0, 1, room, usize::MAX), Status::BadArgument);
        let many = (1 << 24) * 9 + 9;
        assert_eq!(tb_sample(3, 3, ptr::null(), 0, 0, 1, room, many), Status::TooLarge);
    }
    assert!(is_solvable && tiles == [77; 18], "nothing is written");
}
