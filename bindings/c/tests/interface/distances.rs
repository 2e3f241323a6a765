//! Distances of many boards, from tables and by searches within limits.

use std::ptr;

use tilebase::{Board, Goal, Shape};
use tilebase_c::*;

use super::common::{bytes, full, searching, words};

/// Boards some moves from the goal, and an unsolvable one.
fn near_boards(side: usize) -> (Vec<u8>, Vec<i32>) {
    let mut board = Goal::blank_last(Shape::new(side, side).unwrap()).board();
    let (mut tiles, mut random) = (Vec::new(), 11_usize);
    for _ in 0..30 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let successors: Vec<Board> = board.successors().map(|(_, next)| next).collect();
        board = successors[(random >> 33) % successors.len()];
        tiles.extend(bytes(&board));
    }
    let cells = side * side;
    tiles.extend([2, 1].into_iter().chain(3..cells as u8).chain([0]));
    let numbers = tiles.iter().copied().map(i32::from).collect();
    (tiles, numbers)
}

#[test]
fn distances_of_many_boards_equal_those_of_single_ones() {
    for (solver, side) in [(full(), 3_usize), (searching(), 4)] {
        let (tiles, numbers) = near_boards(side);
        let cells = side * side;
        let single = tiles.chunks(cells).map(|tiles| {
            let mut distance = 0;
            // SAFETY: the board has the solver's shape.
            let status = unsafe {
                tb_solver_distance(solver, tiles.as_ptr(), cells, 0, ptr::null(), &raw mut distance)
            };
            if status == Status::Unreachable { TB_NO_BOUND } else { i32::try_from(distance).unwrap() }
        });
        let single: Vec<i32> = single.collect();
        assert_eq!((single.len(), single.last()), (31, Some(&TB_NO_BOUND)));
        let (mut found, mut again) = ([77; 31], [77; 31]);
        // SAFETY: the arrays have the stated sizes, and the handle is not used after it is freed.
        unsafe {
            let (of_bytes, of_numbers) = (found.as_mut_ptr(), again.as_mut_ptr());
            let (bytes, len, stop) = (tiles.as_ptr(), tiles.len(), ptr::null());
            let within =
                |len, room| tb_solver_distances_within(solver, bytes, len, 60_000, stop, of_bytes, room);
            assert_eq!(within(len, 31), Status::Ok, "{}", words());
            let status =
                tb_solver_distances_within_i32(solver, numbers.as_ptr(), len, 0, stop, of_numbers, 31);
            assert_eq!(status, Status::Ok, "{}", words());
            assert_eq!(within(len - 1, 31), Status::BadBoard);
            assert_eq!(within(len, 30), Status::ShortBuffer);
            let overlapping =
                tb_solver_distances_within_i32(solver, of_numbers, 0, 0, stop, of_numbers.cast(), 31);
            assert_eq!(overlapping, Status::Ok, "no tiles overlap nothing");
            assert_eq!(tb_solver_free(solver), Status::Ok);
        }
        assert_eq!(found[..], single);
        assert_eq!(again[..], single);
    }
}

#[test]
fn distances_of_many_boards_end_at_limits() {
    let solver = searching();
    let hard = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
    let tiles = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15], hard].concat();
    let (mut found, mut stop) = ([77; 2], ptr::null_mut());
    // SAFETY: the arrays have the stated sizes, and handles are not used after they are freed.
    unsafe {
        let (tiles, found) = (tiles.as_ptr(), found.as_mut_ptr());
        let status = tb_solver_distances_within(solver, tiles, 32, 50, ptr::null(), found, 2);
        assert_eq!(status, Status::Limit);
        assert!(words().starts_with("board 1, counted from 0: "), "{}", words());
        assert_eq!(tb_stop_new(&raw mut stop), Status::Ok);
        assert_eq!(tb_stop_request(stop), Status::Ok);
        assert_eq!(tb_solver_distances_within(solver, tiles, 32, 0, stop, found, 2), Status::Stopped);
        assert_eq!(tb_stop_free(stop), Status::Ok);
        assert_eq!(tb_solver_free(solver), Status::Ok);
    }
    assert_eq!(found, [1, 77], "the first board is solved, and the second is not");
}
