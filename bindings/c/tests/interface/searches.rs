//! Solvers that search: their answers, bounds and limits.

use std::ptr;
use std::time::Duration;

use tilebase::{Board, Goal, Shape};
use tilebase_c::*;

use super::common::{bytes, full, searching, words};

/// Distance, index and goal need no table.
#[test]
fn a_searching_solver_answers_what_needs_no_table() {
    let searching = searching();
    let board: [u8; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 14, 15];
    let numbers = board.map(i32::from);
    let (mut rows, mut columns, mut has_table) = (0, 0, true);
    let (mut distance, mut again, mut states, mut index) = (0, 0, 0, 0);
    let (mut goal, mut back) = ([0; 16], [0; 16]);
    let (tiles, none) = (board.as_ptr(), ptr::null());
    // SAFETY: the arrays have the stated sizes.
    unsafe {
        assert_eq!(tb_solver_shape(searching, &raw mut rows, &raw mut columns), Status::Ok);
        assert_eq!(tb_solver_has_table(searching, &raw mut has_table), Status::Ok);
        assert_eq!(tb_solver_goal(searching, goal.as_mut_ptr(), 16, ptr::null_mut()), Status::Ok);
        assert_eq!(tb_solver_distance(searching, tiles, 16, 0, none, &raw mut distance), Status::Ok);
        let status = tb_solver_distance_i32(searching, numbers.as_ptr(), 16, 0, none, &raw mut again);
        assert_eq!(status, Status::Ok);
        assert_eq!(tb_solver_states(searching, &raw mut states), Status::Ok);
        assert_eq!(tb_solver_rank(searching, tiles, 16, &raw mut index), Status::Ok);
        assert_eq!(tb_solver_unrank(searching, index, back.as_mut_ptr(), 16, ptr::null_mut()), Status::Ok);
        let hardest = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
        let mut unknown = 77;
        let status = tb_solver_distance(searching, hardest.as_ptr(), 16, 1, none, &raw mut unknown);
        assert_eq!((status, unknown), (Status::Limit, 77));
        assert_eq!(tb_solver_free(searching), Status::Ok);
    }
    assert_eq!((rows, columns, has_table, distance, again), (4, 4, false, 2, 2));
    assert_eq!((goal[0], goal[15], states), (1, 0, 10_461_394_944_000));
    assert_eq!(back, board);
}

/// A random walk: no move lowers a distance by more than one, but some lower a bound from pattern
/// databases by three or more.
#[test]
fn lower_bounds_are_consistent_only_with_a_full_table() {
    for (solver, side, is_consistent) in [(full(), 3, true), (searching(), 4, false)] {
        let bound_of = |board: &Board| {
            let mut bound = 0;
            // SAFETY: the board has the solver's shape, and there is a place for the bound.
            let status =
                unsafe { tb_solver_lower_bound(solver, bytes(board).as_ptr(), side * side, &raw mut bound) };
            assert_eq!(status, Status::Ok, "{}", words());
            bound
        };
        let mut board = Goal::blank_last(Shape::new(side, side).unwrap()).board();
        let (mut random, mut drop) = (1_u64, 0);
        for _ in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let successors: Vec<Board> = board.successors().map(|(_, next)| next).collect();
            let before = bound_of(&board);
            board = successors[(random >> 33) as usize % successors.len()];
            let after = bound_of(&board);
            assert_ne!(before % 2, after % 2, "the parity of the distance");
            drop = drop.max(before.saturating_sub(after));
        }
        assert_eq!(drop == 1, is_consistent, "a move lowers the bound by {drop}");
        // SAFETY: the handle is not used again.
        assert_eq!(unsafe { tb_solver_free(solver) }, Status::Ok);
    }
}

#[test]
fn a_solver_finds_paths_within_limits() {
    let searching = searching();
    let board = [5, 1, 3, 4, 2, 6, 7, 8, 9, 10, 15, 11, 13, 14, 12, 0];
    let hardest = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
    let solve = |tiles: &[u8; 16], milliseconds, stop| {
        let (mut path, mut length, mut at_least) = ([0; TB_PATH_CAPACITY], 77, 0);
        let (room, capacity) = (path.as_mut_ptr(), path.len());
        let (length_place, bound) = (&raw mut length, &raw mut at_least);
        // SAFETY: the arrays have the stated sizes.
        let status = unsafe {
            tb_solver_solve(
                searching,
                tiles.as_ptr(),
                16,
                milliseconds,
                stop,
                room,
                capacity,
                length_place,
                bound,
            )
        };
        (status, length, at_least)
    };
    assert_eq!(solve(&board, 0, ptr::null()), (Status::Ok, 12, 12));
    let mut bound = 0;
    // SAFETY: there are 16 tiles, and a place for the bound.
    assert_eq!(unsafe { tb_solver_lower_bound(searching, board.as_ptr(), 16, &raw mut bound) }, Status::Ok);
    assert!((1..=12).contains(&bound));

    let (status, length, at_least) = solve(&hardest, 1, ptr::null());
    assert_eq!((status, length), (Status::Limit, 77));
    assert!((50..=80).contains(&at_least), "{at_least}");
    assert!(words().starts_with("time limit reached after "), "{}", words());

    let mut stop = ptr::null_mut();
    // SAFETY: there is a place for the handle.
    assert_eq!(unsafe { tb_stop_new(&raw mut stop) }, Status::Ok);
    let handle = stop.addr();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        // SAFETY: the stop is freed only after this thread has ended.
        unsafe { tb_stop_request(ptr::without_provenance(handle)) }
    });
    assert_eq!(solve(&hardest, 0, stop).0, Status::Stopped);
    assert_eq!(stopper.join().unwrap(), Status::Ok);
    let mut none = ptr::null_mut();
    // SAFETY: there is a place for the handle, and no handle is used after it is freed.
    unsafe {
        assert_eq!(tb_solver_build(3, 3, ptr::null(), 0, 0, stop, &raw mut none), Status::Stopped);
        // Without the stop, this would take ten seconds.
        let mut large = ptr::null_mut();
        assert_eq!(tb_solver_new(5, 5, ptr::null(), 0, ptr::null(), stop, &raw mut large), Status::Stopped);
        assert_eq!((tb_stop_free(stop), tb_solver_free(searching)), (Status::Ok, Status::Ok));
    }
}
