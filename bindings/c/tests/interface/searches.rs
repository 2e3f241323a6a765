//! Solvers that search: their answers, bounds and limits.

use std::ffi::c_void;
use std::ptr;
use std::time::Duration;

use tilebase::{Board, Goal, Shape};
use tilebase_c::*;

use super::common::{bytes, defaults, full, searching, words};

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
        let (mut path, mut length, mut lower_bound) = ([0; TB_PATH_CAPACITY], 77, 0);
        let (room, capacity) = (path.as_mut_ptr(), path.len());
        let (length_place, bound) = (&raw mut length, &raw mut lower_bound);
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
        (status, length, lower_bound)
    };
    assert_eq!(solve(&board, 0, ptr::null()), (Status::Ok, 12, 12));
    let mut bound = 0;
    // SAFETY: there are 16 tiles, and a place for the bound.
    assert_eq!(unsafe { tb_solver_lower_bound(searching, board.as_ptr(), 16, &raw mut bound) }, Status::Ok);
    assert!((1..=12).contains(&bound));

    let (status, length, lower_bound) = solve(&hardest, 1, ptr::null());
    assert_eq!((status, length), (Status::Limit, 77));
    assert!((50..=80).contains(&lower_bound), "{lower_bound}");
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
        let options = BuildOptions { stop, ..defaults() };
        let status = tb_solver_build(3, 3, ptr::null(), 0, &raw const options, &raw mut none);
        assert_eq!(status, Status::Stopped);
        // Without the stop, this would take ten seconds.
        let mut large = ptr::null_mut();
        assert_eq!(tb_solver_new(5, 5, ptr::null(), 0, ptr::null(), stop, &raw mut large), Status::Stopped);
        assert_eq!((tb_stop_free(stop), tb_solver_free(searching)), (Status::Ok, Status::Ok));
    }
}

#[test]
fn lower_bounds_of_many_boards_equal_those_of_single_ones() {
    for (solver, side) in [(full(), 3_usize), (searching(), 4)] {
        let cells = side * side;
        let goal = Goal::blank_last(Shape::new(side, side).unwrap());
        let mut board = goal.board();
        let mut random = 7_u64;
        let mut tiles = Vec::new();
        for nth in 0..5_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let successors: Vec<Board> = board.successors().map(|(_, next)| next).collect();
            board = successors[(random >> 33) as usize % successors.len()];
            let start = tiles.len();
            tiles.extend(bytes(&board));
            if nth % 100 == 0 {
                // Two tiles exchanged: unsolvable.
                let (one, two) = (
                    tiles[start..].iter().position(|tile| *tile == 1).unwrap(),
                    tiles[start..].iter().position(|tile| *tile == 2).unwrap(),
                );
                tiles.swap(start + one, start + two);
            }
        }
        let numbers: Vec<i32> = tiles.iter().copied().map(i32::from).collect();
        let single: Vec<i32> = tiles
            .chunks(cells)
            .zip(numbers.chunks(cells))
            .map(|(tiles, numbers)| {
                let (mut bound, mut again) = (0, 0);
                // SAFETY: the boards have the solver's shape, and there are places for the bounds.
                let status = unsafe {
                    [
                        tb_solver_lower_bound(solver, tiles.as_ptr(), cells, &raw mut bound),
                        tb_solver_lower_bound_i32(solver, numbers.as_ptr(), cells, &raw mut again),
                    ]
                };
                assert_eq!(bound, again);
                match status {
                    [Status::Ok, Status::Ok] => i32::try_from(bound).unwrap(),
                    [Status::Unreachable, Status::Unreachable] => TB_NO_BOUND,
                    other => panic!("{other:?}"),
                }
            })
            .collect();
        assert_eq!(single.iter().filter(|bound| **bound == TB_NO_BOUND).count(), 50);
        let (mut found, mut again) = (vec![0; single.len()], vec![0; single.len()]);
        // SAFETY: the arrays have the stated sizes, and the handle is not used after it is freed.
        unsafe {
            let room = found.len();
            let status =
                tb_solver_lower_bounds(solver, tiles.as_ptr(), tiles.len(), found.as_mut_ptr(), room);
            assert_eq!(status, Status::Ok, "{}", words());
            let of_numbers = again.as_mut_ptr();
            let status =
                tb_solver_lower_bounds_i32(solver, numbers.as_ptr(), numbers.len(), of_numbers, room);
            assert_eq!(status, Status::Ok, "{}", words());
            let status =
                tb_solver_lower_bounds(solver, tiles.as_ptr(), tiles.len() - 1, found.as_mut_ptr(), room);
            assert_eq!(status, Status::BadBoard);
            assert!(words().starts_with("board 4999, counted from 0: "), "{}", words());
            let status =
                tb_solver_lower_bounds(solver, tiles.as_ptr(), tiles.len(), again.as_mut_ptr(), room - 1);
            assert_eq!(status, Status::ShortBuffer);
            assert_eq!(tb_solver_free(solver), Status::Ok);
        }
        assert_eq!(found, single);
        assert_eq!(again, single);
    }
}

/// Keeps the levels in the vector behind the context.
unsafe extern "C" fn collect(context: *mut c_void, level: *const Level) -> bool {
    // SAFETY: the context is the vector of the test, and the level is valid during the call.
    unsafe { (*context.cast::<Vec<Level>>()).push(*level) };
    true
}

unsafe extern "C" fn refuse(_: *mut c_void, _: *const Level) -> bool {
    false
}

#[test]
fn solvers_report_the_levels_of_their_pattern_databases() {
    let new_with = |options: *const BuildOptions| {
        let mut solver = ptr::null_mut();
        // SAFETY: no goal, no folder, valid options, and a place for the handle.
        let status =
            unsafe { tb_solver_new_with(4, 4, ptr::null(), 0, ptr::null(), options, &raw mut solver) };
        (status, solver)
    };
    let mut levels: Vec<Level> = Vec::new();
    let context = (&raw mut levels).cast();
    let (status, solver) = new_with(&BuildOptions { on_level: Some(collect), context, ..defaults() });
    assert_eq!(status, Status::Ok, "{}", words());
    let mut distance = 0;
    let near = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15];
    // SAFETY: the board has the solver's shape, and the handle is not used after it is freed.
    unsafe {
        let status = tb_solver_distance(solver, near.as_ptr(), 16, 0, ptr::null(), &raw mut distance);
        assert_eq!((status, distance), (Status::Ok, 1));
        assert_eq!(tb_solver_free(solver), Status::Ok);
    }
    let ends: Vec<(u64, u64)> = levels
        .chunk_by(|one, next| one.distance < next.distance)
        .map(|of_one| of_one.last().map(|level| (level.reached, level.entries)).unwrap())
        .collect();
    assert_eq!(ends, [(524_160, 524_160); 3], "three patterns of five tiles");

    let (status, solver) = new_with(&BuildOptions { on_level: Some(refuse), ..defaults() });
    assert_eq!((status, solver), (Status::Stopped, ptr::null_mut()));
    assert_eq!(new_with(&BuildOptions { threads: 2, ..defaults() }).0, Status::BadArgument);
    assert_eq!(words(), "threads: expected 0, since this build uses all cores, found 2");
    let small = BuildOptions { max_memory: 1, ..defaults() };
    for options in [ptr::null(), &raw const small] {
        let (status, solver) = new_with(options);
        assert_eq!(status, Status::Ok, "{}", words());
        // SAFETY: the handle is not used after it is freed.
        unsafe { assert_eq!(tb_solver_free(solver), Status::Ok) };
    }
}

#[test]
fn claims_tell_full_tables_from_pattern_databases() {
    for (solver, expected) in [(full(), [true, true]), (searching(), [true, false])] {
        let mut claims = [false; 2];
        // SAFETY: the array has two places, and the handle is not used after it is freed.
        unsafe {
            let (admissible, consistent) = (claims.as_mut_ptr(), claims.as_mut_ptr().add(1));
            assert_eq!(tb_solver_claims(solver, admissible, consistent), Status::Ok);
            assert_eq!(tb_solver_claims(solver, ptr::null_mut(), ptr::null_mut()), Status::Ok);
            assert_eq!(tb_solver_free(solver), Status::Ok);
        }
        assert_eq!(claims, expected);
    }
}

#[test]
fn presets_are_chosen_by_name() {
    let with = |preset: &std::ffi::CStr, max_memory| {
        let mut solver = ptr::null_mut();
        let (goal, folder, stop) = (ptr::null(), ptr::null(), ptr::null());
        // SAFETY: no goal, no folder, no stop, and a place for the handle.
        let status = unsafe {
            let name = preset.as_ptr();
            tb_solver_with_preset(4, 4, goal, 0, name, max_memory, folder, stop, &raw mut solver)
        };
        (status, solver)
    };
    let hard = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
    let bounds: Vec<u32> = [c"5-5-5", c"6-6-3"]
        .map(|preset| {
            let (status, solver) = with(preset, 0);
            assert_eq!(status, Status::Ok, "{}", words());
            let mut bound = 0;
            // SAFETY: the board has the solver's shape, and the handle is not used after it is
            // freed.
            unsafe {
                assert_eq!(tb_solver_lower_bound(solver, hard.as_ptr(), 16, &raw mut bound), Status::Ok);
                assert_eq!(tb_solver_free(solver), Status::Ok);
            }
            bound
        })
        .to_vec();
    let expected = ["5-5-5", "6-6-3"].map(|name| {
        let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
        let set = tilebase::search::PatternSet::of_goal(&goal).into_iter().find(|set| set.name() == name);
        let solver = tilebase::Solver::builder(&goal)
            .method(tilebase::solve::Method::of(tilebase::solve::Algorithm::Ida))
            .pattern_set(set.unwrap())
            .build()
            .unwrap();
        solver.estimate(&Board::from_bytes(goal.shape(), &hard).unwrap()).unwrap()
    });
    assert_eq!(bounds, expected);
    assert_eq!(with(c"7-9", 0).0, Status::BadArgument);
    assert_eq!(words(), "no preset \"7-9\" for 4x4: expected one of 7-8x1, 7-8, 6-6-3, 5-5-5");
    let mut solver = ptr::null_mut();
    let (goal, preset, stop) = (ptr::null(), c"7-8".as_ptr(), ptr::null());
    // SAFETY: no goal, no folder, no stop, and a place for the handle.
    let status =
        unsafe { tb_solver_with_preset(2, 2, goal, 0, preset, 0, ptr::null(), stop, &raw mut solver) };
    let expected = "no preset \"7-8\" for 2x2: expected one of 1-1-1";
    assert_eq!((status, words().as_str()), (Status::BadArgument, expected));
    assert_eq!(with(c"6-6-3", 1_000_000).0, Status::TooLarge, "{}", words());
}

/// Counts are those of the calling thread's last search, also of one that was ended.
#[test]
fn statistics_are_those_of_the_last_search() {
    let last = || {
        let mut statistics = SearchStatistics::default();
        // SAFETY: a place for the counts.
        assert_eq!(unsafe { tb_last_statistics(&raw mut statistics) }, Status::Ok);
        statistics
    };
    assert_eq!(last(), SearchStatistics::default());
    let searching = searching();
    let board = [5, 1, 3, 4, 2, 6, 7, 8, 9, 10, 15, 11, 13, 14, 12, 0];
    let hardest = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
    let mut distance = 0;
    // SAFETY: the boards have the solver's shape, and the handle is not used after it is freed.
    unsafe {
        let none = ptr::null();
        let status = tb_solver_distance(searching, board.as_ptr(), 16, 0, none, &raw mut distance);
        assert_eq!((status, distance), (Status::Ok, 12));
        let near = last();
        assert!(near.expanded >= 12 && near.generated > near.expanded, "{near:?}");
        let status = tb_solver_distance(searching, hardest.as_ptr(), 16, 1, none, &raw mut distance);
        assert_eq!(status, Status::Limit);
        assert!(last() != near, "{:?}", last());
        assert_eq!(tb_solver_free(searching), Status::Ok);
    }
    std::thread::spawn(move || assert_eq!(last(), SearchStatistics::default())).join().unwrap();
    // SAFETY: NULL is rejected.
    assert_eq!(unsafe { tb_last_statistics(ptr::null_mut()) }, Status::NullPointer);
}

#[test]
fn text_is_read_and_written() {
    let read = |text: &std::ffi::CStr, rows, columns| {
        let (mut tiles, mut cells, mut sides) = ([0; TB_MAX_CELLS], 0, [0; 2]);
        // SAFETY: the arrays have the stated sizes.
        let status = unsafe {
            let (found_rows, found_columns) = (sides.as_mut_ptr(), sides.as_mut_ptr().add(1));
            let (room, count) = (tiles.as_mut_ptr(), &raw mut cells);
            tb_parse_board(text.as_ptr(), rows, columns, room, TB_MAX_CELLS, count, found_rows, found_columns)
        };
        if status == Status::Ok { Ok((tiles[..cells].to_vec(), sides)) } else { Err((status, words())) }
    };
    let board: Vec<u8> = vec![6, 3, 8, 5, 4, 1, 7, 2, 0];
    for text in [c"638541720", c"6 3 8 / 5 4 1 / 7 2 0", c"[[6,3,8],[5,4,1],[7,2,0]]", c"6 3 8\n5 4 1\n7 2 _"]
    {
        assert_eq!(read(text, 0, 0), Ok((board.clone(), [3, 3])), "{text:?}");
    }
    assert_eq!(read(c"0 1 2 3 4 5 6 7", 2, 4).unwrap().1, [2, 4]);
    assert_eq!(read(c"638541729", 0, 0).unwrap_err().0, Status::BadText);
    assert_eq!(read(c"638541720", 2, 4).unwrap_err().0, Status::BadText);
    assert_eq!(read(c"638541720", 1, 9).unwrap_err().0, Status::BadShape);

    // The longest text: two digits and a comma for each of 25 cells.
    for (side, cells) in [(3_u32, 9_u8), (5, 25)] {
        let tiles: Vec<u8> = (0..cells).rev().collect();
        let (mut text, mut length) = ([0; TB_TEXT_CAPACITY], 0);
        // SAFETY: the arrays have the stated sizes.
        let (status, text) = unsafe {
            let room = text.as_mut_ptr();
            let status =
                tb_format_board(side, side, tiles.as_ptr(), tiles.len(), room, text.len(), &raw mut length);
            (status, std::ffi::CStr::from_ptr(text.as_ptr()))
        };
        assert_eq!((status, text.count_bytes()), (Status::Ok, length));
        assert_eq!(read(text, 0, 0), Ok((tiles, [side, side])));
    }

    let moves = |text: &std::ffi::CStr| {
        let (mut path, mut length) = ([0; 16], 0);
        // SAFETY: the arrays have the stated sizes.
        let (status, path) = unsafe {
            let (start, room) = (board.as_ptr(), path.as_mut_ptr());
            let status = tb_parse_moves(3, 3, start, 9, text.as_ptr(), room, 16, &raw mut length);
            (status, std::ffi::CStr::from_ptr(path.as_ptr()).to_str().unwrap().to_owned())
        };
        if status == Status::Ok { Ok(path) } else { Err(status) }
    };
    for text in [c"UUL", c"up, up, left", c"['up', 'up', 'left']", c"1 8 3"] {
        assert_eq!(moves(text), Ok("UUL".to_owned()), "{text:?}");
    }
    assert_eq!(moves(c""), Ok(String::new()));
    assert_eq!(moves(c"UUX"), Err(Status::BadText));
    assert_eq!(moves(c"7"), Err(Status::BadText), "not next to the blank");
}
