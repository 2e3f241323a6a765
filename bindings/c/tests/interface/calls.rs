//! Valid calls: compares the answers with those of the library itself.

use std::ffi::c_char;
use std::ptr;

use tilebase::{Board, Goal, Oracle, Shape};
use tilebase_c::*;

use super::common::{FAR, GOAL, UNSOLVABLE, bytes, full, searching, words};

fn oracle() -> Oracle {
    Oracle::build(&Goal::blank_last(Shape::new(3, 3).unwrap())).unwrap()
}

#[test]
fn versions_match_the_crate_and_the_library_name() {
    // SAFETY: the string is static.
    let version = unsafe { std::ffi::CStr::from_ptr(tb_version()) };
    assert_eq!(version.to_str().unwrap(), env!("CARGO_PKG_VERSION"));
    assert_eq!(tb_abi_version(), TB_ABI_VERSION);
    let build = include_str!("../../build.rs");
    assert!(build.contains(&format!("const ABI: &str = \"{TB_ABI_VERSION}\";")));
}

#[test]
fn a_full_table_has_the_right_properties() {
    let (full, oracle) = (full(), oracle());
    let (mut rows, mut columns, mut deepest, mut states, mut has_table) = (0, 0, 0, 0, false);
    let (mut goal, mut cells) = ([9; TB_MAX_CELLS], 0);
    let (mut counts, mut levels) = ([9; 40], 0);
    // SAFETY: the places have the stated sizes.
    unsafe {
        assert_eq!(tb_solver_shape(full, &raw mut rows, &raw mut columns), Status::Ok);
        assert_eq!(tb_solver_shape(full, ptr::null_mut(), ptr::null_mut()), Status::Ok);
        assert_eq!(tb_solver_deepest(full, &raw mut deepest), Status::Ok);
        assert_eq!(tb_solver_states(full, &raw mut states), Status::Ok);
        assert_eq!(tb_solver_goal(full, goal.as_mut_ptr(), goal.len(), &raw mut cells), Status::Ok);
        assert_eq!(tb_solver_histogram(full, ptr::null_mut(), 0, &raw mut levels), Status::Ok);
        assert_eq!(levels, 32);
        assert_eq!(tb_solver_histogram(full, counts.as_mut_ptr(), 32, ptr::null_mut()), Status::Ok);
        assert_eq!(tb_solver_check_file(full), Status::Ok);
        assert_eq!(tb_solver_has_table(full, &raw mut has_table), Status::Ok);
        assert_eq!(tb_solver_free(full), Status::Ok);
    }
    assert_eq!((rows, columns, deepest, states, has_table), (3, 3, 31, 181_440, true));
    assert_eq!((&goal[..cells], goal[9]), (&GOAL[..], 9));
    assert_eq!((&counts[..32], counts[32]), (oracle.histogram(), 9));
}

/// All boards of 2x3 with an unusual goal: distance, path, moves, number of paths, index and back.
#[test]
fn every_answer_equals_that_of_the_library() {
    let shape = Shape::new(2, 3).unwrap();
    let goal = Goal::new(Board::new(shape, &[3, 1, 0, 5, 2, 4]).unwrap());
    let oracle = Oracle::build(&goal).unwrap();
    let tiles_of_goal = bytes(&goal.board());
    let mut full = ptr::null_mut();
    // SAFETY: the goal has 6 tiles, and there is a place for the handle.
    let status = unsafe { tb_solver_build(2, 3, tiles_of_goal.as_ptr(), 6, ptr::null(), &raw mut full) };
    assert_eq!(status, Status::Ok);
    for number in 0..360 {
        let (mut tiles, mut cells) = ([0; 6], 0);
        // SAFETY: there is room for 6 tiles and their number.
        let status = unsafe { tb_solver_unrank(full, number, tiles.as_mut_ptr(), 6, &raw mut cells) };
        assert_eq!((status, cells), (Status::Ok, 6));
        let board = Board::from_bytes(shape, &tiles).unwrap();
        assert_eq!(oracle.space().index_of(&board).unwrap().number(), number);
        check_answers(full, &oracle, &board, number);
    }
    // SAFETY: the handle is not used again.
    assert_eq!(unsafe { tb_solver_free(full) }, Status::Ok);
}

fn check_answers(full: *const Solver, oracle: &Oracle, board: &Board, number: u64) {
    let tiles = bytes(board);
    let (tiles, cells) = (tiles.as_ptr(), tiles.len());
    let numbers: Vec<i32> = board.tiles().iter().map(|tile| tile.number().into()).collect();
    let (mut distance, mut again, mut lower_bound, mut bound, mut index, mut paths) = (0, 0, 0, 0, 0, 0);
    let (mut path, mut length) = ([0; TB_PATH_CAPACITY], 0);
    let (mut steps, mut count) = ([Step { distance: 0, letter: 0, optimal: false }; 4], 0);
    // SAFETY: the places have the stated sizes.
    unsafe {
        assert_eq!(tb_solver_distance(full, tiles, cells, 0, ptr::null(), &raw mut distance), Status::Ok);
        assert_eq!(
            tb_solver_distance_i32(full, numbers.as_ptr(), cells, 0, ptr::null(), &raw mut again),
            Status::Ok
        );
        assert_eq!(tb_solver_rank(full, tiles, cells, &raw mut index), Status::Ok);
        assert_eq!(tb_solver_count_paths(full, tiles, cells, &raw mut paths), Status::Ok);
        let capacity = path.len();
        let (room, none) = (path.as_mut_ptr(), ptr::null());
        assert_eq!(
            tb_solver_solve(
                full,
                tiles,
                cells,
                0,
                none,
                room,
                capacity,
                &raw mut length,
                &raw mut lower_bound
            ),
            Status::Ok
        );
        assert_eq!(tb_solver_lower_bound(full, tiles, cells, &raw mut bound), Status::Ok);
        assert_eq!(tb_solver_moves(full, tiles, cells, steps.as_mut_ptr(), 4, &raw mut count), Status::Ok);
    }
    let expected = oracle.distance(board).unwrap();
    assert_eq!([distance, again, lower_bound, bound], [u32::from(expected.moves()); 4]);
    assert_eq!((index, u128::from(paths)), (number, oracle.count_paths(board).unwrap()));
    let first: Vec<c_char> =
        oracle.first_path(board).unwrap().iter().map(|step| step.letter() as c_char).collect();
    assert_eq!((&path[..length], path[length]), (&first[..], 0));
    let optimal = oracle.optimal_moves(board).unwrap();
    let expected: Vec<Step> = board
        .successors()
        .map(|(step, next)| Step {
            distance: oracle.distance(&next).unwrap().moves().into(),
            letter: step.letter() as c_char,
            optimal: optimal.contains(&step),
        })
        .collect();
    assert_eq!(steps[..count], expected);
}

#[test]
fn batches_have_the_distances_of_their_boards() {
    let full = full();
    let tiles: Vec<u8> = [FAR, UNSOLVABLE, GOAL].concat();
    let numbers: Vec<i32> = tiles.iter().copied().map(i32::from).collect();
    let mut distances = [9; 4];
    // More boards than are converted to bytes at a time.
    let many: Vec<i32> = numbers.iter().copied().cycle().take(9 * 10_001).collect();
    let mut of_many = vec![9; 10_001];
    // SAFETY: the arrays have the stated sizes.
    unsafe {
        assert_eq!(tb_solver_distances(full, tiles.as_ptr(), 27, distances.as_mut_ptr(), 3), Status::Ok);
        assert_eq!(distances, [28, TB_NO_DISTANCE, 0, 9]);
        distances = [9; 4];
        assert_eq!(
            tb_solver_distances_i32(full, numbers.as_ptr(), 27, distances.as_mut_ptr(), 4),
            Status::Ok
        );
        assert_eq!(distances, [28, TB_NO_DISTANCE, 0, 9]);
        assert_eq!(tb_solver_distances(full, ptr::null(), 0, ptr::null_mut(), 0), Status::Ok);
        let room = of_many.as_mut_ptr();
        assert_eq!(tb_solver_distances_i32(full, many.as_ptr(), many.len(), room, 10_001), Status::Ok);
        assert_eq!(tb_solver_free(full), Status::Ok);
    }
    for (number, distance) in of_many.into_iter().enumerate() {
        assert_eq!(distance, [28, TB_NO_DISTANCE, 0][number % 3], "{number}");
    }
}

/// A verdict and its sentence.
fn judged(call: impl Fn(*mut Finding, *mut c_char, usize, *mut usize) -> Status) -> (Finding, String) {
    let (mut finding, mut letters, mut length) = (Finding::Other, [0; 300], 0);
    let status = call(&raw mut finding, letters.as_mut_ptr(), letters.len(), &raw mut length);
    assert_eq!(status, Status::Ok, "{}", words());
    assert_eq!(letters[length], 0);
    (finding, letters[..length].iter().map(|letter| char::from(*letter as u8)).collect())
}

#[test]
fn answers_are_judged_by_lookup_and_by_search() {
    let full = full();
    let near = [1, 2, 3, 4, 0, 5, 7, 8, 6]; // two moves away: RD
    // SAFETY: the arrays have the stated sizes.
    let path = |tiles: &[u8; 9], path: &str| unsafe {
        judged(|finding, message, capacity, length| {
            let letters = path.as_ptr().cast();
            tb_solver_check_path(
                full,
                tiles.as_ptr(),
                9,
                letters,
                path.len(),
                0,
                ptr::null(),
                finding,
                message,
                capacity,
                length,
            )
        })
    };
    // SAFETY: the arrays have the stated sizes.
    let length = |tiles: &[u8; 9], claimed_length| unsafe {
        judged(|finding, message, capacity, length| {
            tb_solver_check_length(
                full,
                tiles.as_ptr(),
                9,
                claimed_length,
                0,
                ptr::null(),
                finding,
                message,
                capacity,
                length,
            )
        })
    };
    let expected = |finding, words: &str| (finding, words.to_owned());
    assert_eq!(path(&near, "RD"), expected(Finding::Optimal, "optimal, 2 moves"));
    assert_eq!(path(&near, "LRRD"), expected(Finding::Longer, "4 moves, 2 more than needed"));
    assert_eq!(path(&near, "RR").0, Finding::IllegalMove);
    assert_eq!(path(&near, "UR").0, Finding::EndsElsewhere);
    assert_eq!(
        path(&FAR, &"DLRU".chars().flat_map(|step| [step; 7]).collect::<String>()).0,
        Finding::WrongOrder
    );
    assert_eq!(path(&near, "LU").0, Finding::OtherConvention);
    assert_eq!(path(&UNSOLVABLE, "").0, Finding::SaysSolvable);
    assert_eq!(path(&GOAL, ""), expected(Finding::Optimal, "optimal, 0 moves"));
    assert_eq!(length(&FAR, 28), expected(Finding::Optimal, "optimal, 28 moves"));
    assert_eq!((length(&FAR, 30).0, length(&FAR, 3).0), (Finding::TooLong, Finding::TooShort));

    let searching = searching();
    let board = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 14, 15];
    let (letters, stop) = (b"RR".as_ptr().cast(), ptr::null());
    // SAFETY: the arrays have the stated sizes.
    unsafe {
        let by_path = judged(|finding, message, room, length| {
            tb_solver_check_path(
                searching,
                board.as_ptr(),
                16,
                letters,
                2,
                0,
                stop,
                finding,
                message,
                room,
                length,
            )
        });
        let by_length = judged(|finding, message, room, length| {
            tb_solver_check_length(searching, board.as_ptr(), 16, 4, 0, stop, finding, message, room, length)
        });
        assert_eq!((by_path.0, by_length.0), (Finding::Optimal, Finding::TooLong));
        assert_eq!((tb_solver_free(full), tb_solver_free(searching)), (Status::Ok, Status::Ok));
    }
}

#[test]
fn threads_share_a_solver_and_have_their_own_messages() {
    let shared = full().addr();
    std::thread::scope(|scope| {
        for thread in 0..4_u8 {
            scope.spawn(move || {
                let full = ptr::without_provenance(shared);
                let (mut tiles, mut distance) = (GOAL, 0);
                for round in 0..2000_u32 {
                    let bad = 10 + thread + (round % 50) as u8;
                    tiles[3] = bad;
                    // SAFETY: there are 9 tiles and a place for the distance, and the solver is
                    // freed only later.
                    let status = unsafe {
                        tb_solver_distance(full, tiles.as_ptr(), 9, 0, ptr::null(), &raw mut distance)
                    };
                    assert_eq!(status, Status::BadBoard);
                    assert!(words().contains(&format!("tile {bad} at place 4")), "{}", words());
                    // SAFETY: as above.
                    let status = unsafe {
                        tb_solver_distance(full, FAR.as_ptr(), 9, 0, ptr::null(), &raw mut distance)
                    };
                    assert_eq!((status, distance), (Status::Ok, 28));
                }
            });
        }
    });
    // SAFETY: all threads have ended.
    assert_eq!(unsafe { tb_solver_free(ptr::without_provenance_mut(shared)) }, Status::Ok);
}
