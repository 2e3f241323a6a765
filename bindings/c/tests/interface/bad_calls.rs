//! Bad input of every kind: a status, a message, and no results.

use std::ffi::{CString, c_char};
use std::ptr;

use tilebase_c::*;

use super::common::{FAR, GOAL, UNSOLVABLE, defaults, full, searching, with_message, words};

#[test]
fn invalid_boards_are_reported_with_all_faults() {
    let full = full();
    let mut distance = 77;
    let mut ask = |tiles: &[u8]| {
        // SAFETY: the number of tiles is right, and there is a place for the distance.
        with_message(unsafe {
            tb_solver_distance(full, tiles.as_ptr(), tiles.len(), 0, ptr::null(), &raw mut distance)
        })
    };
    for (tiles, status, expected) in [
        (
            &[1, 1, 2, 3, 4, 5, 6, 7, 80][..],
            Status::BadBoard,
            "not a 3x3 board: tile 80 at place 9 is not one of 0 to 8; tile 1 appears twice; the blank (0) \
             is missing; tile 8 is missing",
        ),
        (&[1, 2, 3, 0], Status::BadBoard, "not a 3x3 board: expected 9 tiles, found 4"),
        (&[], Status::BadBoard, "not a 3x3 board: expected 9 tiles, found 0"),
        (&[0; 16], Status::BadBoard, "not a 3x3 board: expected 9 tiles, found 16"),
        (
            &UNSOLVABLE,
            Status::Unreachable,
            "213456780 cannot reach the goal 123456780: they have different parity",
        ),
    ] {
        assert_eq!(ask(tiles), (status, expected.to_owned()));
    }
    // The length is a lie: no more tiles may be read than the shape has.
    for cells in [8, 10, usize::MAX / 3, usize::MAX] {
        let mut distance = 0;
        // SAFETY: tiles are read only if there should be 9 of them.
        let status =
            unsafe { tb_solver_distance(full, FAR.as_ptr(), cells, 0, ptr::null(), &raw mut distance) };
        assert_eq!(status, Status::BadBoard);
    }
    for (number, place) in [(-1, 0), (9, 4), (i32::MIN, 8), (256, 2), (i32::MAX, 8)] {
        let mut tiles = FAR.map(i32::from);
        tiles[place] = number;
        let (mut distance, mut distances) = (77, [77; 2]);
        let two = [FAR.map(i32::from), tiles].concat();
        let expected = format!("not a 3x3 board: tile {number} at place {} is not one of 0 to 8", place + 1);
        // SAFETY: the arrays have the stated sizes.
        unsafe {
            let alone = with_message(tb_solver_distance_i32(
                full,
                tiles.as_ptr(),
                9,
                0,
                ptr::null(),
                &raw mut distance,
            ));
            assert_eq!(alone, (Status::BadBoard, expected.clone()));
            let batch =
                with_message(tb_solver_distances_i32(full, two.as_ptr(), 18, distances.as_mut_ptr(), 2));
            assert_eq!(batch, (Status::BadBoard, format!("board 1, counted from 0: {expected}")));
        }
        assert_eq!((distance, distances), (77, [77; 2]), "nothing is written");
    }
    assert_eq!(distance, 77, "nothing is written");
    // SAFETY: the handle is not used again.
    assert_eq!(unsafe { tb_solver_free(full) }, Status::Ok);
}

#[test]
fn shapes_of_more_than_25_cells_are_rejected() {
    for (rows, columns) in [(1, 26), (2, 13), (5, 6), (6, 6), (10, 10), (u32::MAX, 2)] {
        let (mut full, mut solver) = (ptr::null_mut(), ptr::null_mut());
        let expected = format!(
            "{rows}x{columns} is not a board shape: each side has 2 cells or more, and a board at most 25 \
             cells"
        );
        // SAFETY: no goal, no stop, no folder, and a place for each handle.
        unsafe {
            let built = tb_solver_build(rows, columns, ptr::null(), 0, ptr::null(), &raw mut full);
            assert_eq!(with_message(built), (Status::BadShape, expected.clone()));
            let none = ptr::null();
            let made = tb_solver_new(rows, columns, none, 0, ptr::null(), ptr::null(), &raw mut solver);
            assert_eq!(with_message(made), (Status::BadShape, expected));
        }
        assert!(full.is_null() && solver.is_null());
    }
}

#[test]
fn incomplete_overlapping_and_oversized_batches_are_rejected() {
    let full = full();
    let mut tiles = [FAR, GOAL].concat();
    let mut distances = [77; 2];
    let room = distances.as_mut_ptr();
    let mut ask = |length, room, capacity| {
        // SAFETY: the arrays have the stated sizes if the length is one that an array can have.
        with_message(unsafe { tb_solver_distances(full, tiles.as_mut_ptr(), length, room, capacity) })
    };
    assert_eq!(
        ask(17, room, 2),
        (Status::BadBoard, {
            let expected = "expected 9 tiles, found 8; the blank (0) is missing";
            format!("board 1, counted from 0: not a 3x3 board: {expected}")
        })
    );
    let short = "distances is too small: capacity 1, needs 2".to_owned();
    assert_eq!(ask(18, room, 1), (Status::ShortBuffer, short));
    assert_eq!(ask(18, ptr::null_mut(), 0).0, Status::ShortBuffer);
    assert_eq!(ask(18, ptr::null_mut(), 2), (Status::NullPointer, "distances is NULL".to_owned()));
    assert_eq!(ask(usize::MAX, room, 2).0, Status::BadArgument);
    assert_eq!(ask(18, room, usize::MAX).0, Status::BadArgument);
    let within = tiles.as_mut_ptr().wrapping_add(17);
    // SAFETY: the arrays have the stated sizes.
    let overlapping = with_message(unsafe { tb_solver_distances(full, tiles.as_ptr(), 18, within, 2) });
    let expected = "tiles and distances must not overlap".to_owned();
    assert_eq!(overlapping, (Status::BadArgument, expected));
    assert_eq!(distances, [77; 2]);
    // SAFETY: the handle is not used again.
    assert_eq!(unsafe { tb_solver_free(full) }, Status::Ok);
}

#[test]
fn null_and_misaligned_pointers_are_named() {
    let full = full();
    let (mut number, mut room) = ([0_u64; 2], [0_u64; 4]);
    let aside: *mut u32 = number.as_mut_ptr().cast::<u8>().wrapping_add(1).cast();
    let (tiles, none) = (FAR.as_ptr(), ptr::null_mut());
    // SAFETY: every pointer that is neither NULL nor misaligned has the stated size.
    unsafe {
        let null = (Status::NullPointer, "distance is NULL".to_owned());
        assert_eq!(with_message(tb_solver_distance(full, tiles, 9, 0, ptr::null(), none)), null);
        let null = (Status::NullPointer, "tiles is NULL".to_owned());
        assert_eq!(
            with_message(tb_solver_distance(
                full,
                ptr::null(),
                9,
                0,
                ptr::null(),
                number.as_mut_ptr().cast()
            )),
            null
        );
        let (status, text) = with_message(tb_solver_distance(full, tiles, 9, 0, ptr::null(), aside));
        assert_eq!(status, Status::Misaligned);
        assert!(text.starts_with("distance is not aligned: expected a multiple of 4, found 0x"), "{text}");
        let misaligned = [
            tb_solver_states(full, aside.cast()),
            tb_solver_histogram(full, aside.cast(), 2, ptr::null_mut()),
            tb_solver_shape(full, ptr::null_mut(), aside),
            tb_solver_moves(full, tiles, 9, aside.cast(), 4, ptr::null_mut()),
            tb_solver_distance_i32(full, aside.cast(), 9, 0, ptr::null(), number.as_mut_ptr().cast()),
            tb_solver_solve(full, tiles, 9, 0, ptr::null(), room.as_mut_ptr().cast(), 32, aside.cast(), none),
            tb_solver_build(3, 3, ptr::null(), 0, ptr::null(), aside.cast()),
            tb_stop_new(aside.cast()),
        ];
        assert_eq!(misaligned, [Status::Misaligned; 8]);
        let null = [
            tb_solver_build(3, 3, ptr::null(), 0, ptr::null(), ptr::null_mut()),
            tb_solver_open(ptr::null(), ptr::null(), 0, number.as_mut_ptr().cast()),
            tb_solver_read(c"x".as_ptr(), ptr::null(), 0, ptr::null_mut()),
            tb_solver_new(3, 3, ptr::null(), 0, ptr::null(), ptr::null(), ptr::null_mut()),
            tb_solver_check_path(
                full,
                tiles,
                9,
                ptr::null(),
                3,
                0,
                ptr::null(),
                number.as_mut_ptr().cast(),
                none.cast(),
                0,
                none.cast(),
            ),
            tb_solver_check_length(
                full,
                tiles,
                9,
                3,
                0,
                ptr::null(),
                ptr::null_mut(),
                none.cast(),
                0,
                none.cast(),
            ),
            tb_solver_save(full, ptr::null()),
            tb_solver_has_table(full, ptr::null_mut()),
            tb_solver_states(full, ptr::null_mut()),
            tb_solver_deepest(ptr::null(), number.as_mut_ptr().cast()),
        ];
        assert_eq!(null, [Status::NullPointer; 10]);
        assert_eq!((tb_solver_free(full), tb_solver_free(ptr::null_mut())), (Status::Ok, Status::Ok));
    }
}

#[test]
fn stale_and_invalid_handles_are_rejected() {
    let (one, two, searching) = (full(), full(), searching());
    let (mut deepest, own) = (0, [0_u64; 8]);
    // SAFETY: no call uses a handle while another frees it.
    unsafe {
        assert_eq!(tb_solver_free(one), Status::Ok);
        let (status, text) = with_message(tb_solver_free(one));
        assert_eq!(status, Status::BadHandle, "freed twice");
        let end = " is not a solver: the handle was already freed, or never was a solver";
        assert!(text.ends_with(end), "{text}");
        let mut stop = ptr::null_mut();
        assert_eq!(tb_stop_new(&raw mut stop), Status::Ok);
        for strange in
            [one.cast_const(), stop.cast(), own.as_ptr().cast(), ptr::dangling(), two.wrapping_byte_add(1)]
        {
            assert_eq!(tb_solver_deepest(strange, &raw mut deepest), Status::BadHandle);
            assert_eq!(tb_solver_free(strange.cast_mut()), Status::BadHandle);
        }
        assert_eq!(tb_solver_deepest(two, &raw mut deepest), Status::Ok);
        assert_eq!(tb_stop_free(stop), Status::Ok);
        let stop: *const Stop = two.cast();
        assert_eq!(
            (tb_stop_request(stop), tb_stop_request(ptr::null())),
            (Status::BadHandle, Status::BadHandle)
        );
        let mut path = [0; 100];
        let (room, tiles) = (path.as_mut_ptr(), FAR.as_ptr());
        let status =
            tb_solver_solve(searching, tiles, 9, 0, stop, room, 100, ptr::null_mut(), ptr::null_mut());
        assert_eq!(status, Status::BadHandle, "a stop that is none");
        assert_eq!((tb_solver_free(two), tb_solver_free(searching)), (Status::Ok, Status::Ok));
    }
}

#[test]
fn invalid_shapes_goals_and_sizes_are_rejected() {
    let mut full = ptr::null_mut();
    let mut build = |rows, columns, goal: &[u8], most| {
        let (tiles, cells) = if goal.is_empty() { (ptr::null(), 0) } else { (goal.as_ptr(), goal.len()) };
        let options = BuildOptions { max_memory: most, ..defaults() };
        // SAFETY: the goal has the stated size, and there is a place for the handle.
        with_message(unsafe {
            tb_solver_build(rows, columns, tiles, cells, &raw const options, &raw mut full)
        })
    };
    for (rows, columns) in [(0, 0), (1, 9), (9, 1), (6, 5), (u32::MAX, u32::MAX), (u32::MAX, 2), (256, 2)] {
        assert_eq!(build(rows, columns, &[], 0).0, Status::BadShape, "{rows}x{columns}");
    }
    assert_eq!(build(2, 2, &[1, 2, 3, 3], 0).0, Status::BadBoard);
    assert_eq!(build(2, 2, &GOAL, 0).0, Status::BadBoard);
    assert_eq!(build(5, 5, &[], 0).0, Status::TooLarge);
    assert_eq!(build(3, 5, &[], 1 << 32).0, Status::TooLarge);
    let expected = "a table of 3x4 takes 242161920 bytes to build, and the limit is 240000000";
    assert_eq!(build(3, 4, &[], 240_000_000), (Status::TooLarge, expected.to_owned()));
    assert!(full.is_null(), "nothing was written");
    let mut solver = ptr::null_mut();
    // SAFETY: there is a place for the handle, and the folder ends with a zero.
    unsafe {
        let not_text = CString::new([b'a', 0xfe]).unwrap();
        assert_eq!(
            tb_solver_new(3, 3, ptr::null(), 0, not_text.as_ptr(), ptr::null(), &raw mut solver),
            Status::BadText
        );
        assert_eq!(
            tb_solver_new(7, 7, ptr::null(), 0, ptr::null(), ptr::null(), &raw mut solver),
            Status::BadShape
        );
        assert_eq!(
            tb_solver_new(3, 3, GOAL.as_ptr(), 5, ptr::null(), ptr::null(), &raw mut solver),
            Status::BadBoard
        );
    }
}

/// Solves [`FAR`] without limits.
///
/// # Safety
/// As for [`tb_solver_solve`].
unsafe fn solve(solver: *const Solver, path: *mut c_char, capacity: usize, length: *mut usize) -> Status {
    // SAFETY: guaranteed by the caller.
    unsafe {
        tb_solver_solve(solver, FAR.as_ptr(), 9, 0, ptr::null(), path, capacity, length, ptr::null_mut())
    }
}

#[test]
fn short_buffers_get_the_length_and_nothing_else() {
    let full = full();
    let mut length = 0;
    for capacity in 0..=28 {
        let mut path = [7; 40];
        // SAFETY: there is more room than stated.
        let status = unsafe { solve(full, path.as_mut_ptr(), capacity, &raw mut length) };
        assert_eq!((status, length), (Status::ShortBuffer, 28));
        assert_eq!(words(), format!("path is too small: capacity {capacity}, needs 29"));
        assert_eq!(path, [7; 40]);
    }
    let mut tiles = [7; 9];
    // SAFETY: the places have the stated sizes.
    unsafe {
        assert_eq!(solve(full, ptr::null_mut(), 0, &raw mut length), Status::Ok);
        assert_eq!(length, 28, "NULL with 0 only asks");
        assert_eq!(tb_solver_goal(full, tiles.as_mut_ptr(), 8, &raw mut length), Status::ShortBuffer);
        assert_eq!((length, tiles), (9, [7; 9]));
        let (status, text) =
            with_message(tb_solver_unrank(full, 181_440, tiles.as_mut_ptr(), 9, ptr::null_mut()));
        assert_eq!(status, Status::BadIndex);
        assert_eq!(text, "no board has the index 181440: expected 0 to 181439");
        assert_eq!(tb_solver_free(full), Status::Ok);
    }
}

#[test]
fn invalid_paths_are_rejected() {
    let full = full();
    let mut finding = Finding::Other;
    let mut check = |path: *const u8, length| {
        // SAFETY: the path has the stated length if the length is one that is accepted.
        with_message(unsafe {
            let (message, message_length) = (ptr::null_mut(), ptr::null_mut());
            tb_solver_check_path(
                full,
                FAR.as_ptr(),
                9,
                path.cast(),
                length,
                0,
                ptr::null(),
                &raw mut finding,
                message,
                0,
                message_length,
            )
        })
    };
    let expected =
        |found: &str| (Status::BadMove, format!("expected U, D, L or R, found '{found}' as move 3"));
    assert_eq!(check(b"UDx".as_ptr(), 3), expected("x"));
    assert_eq!(check(b"UDu".as_ptr(), 3), expected("u"));
    assert_eq!(check([b'U', b'D', 0].as_ptr(), 3), expected("\\u{0}"));
    assert_eq!(check(b"UD\xff".as_ptr(), 3), expected("\\u{ff}"));
    for length in [(1 << 20) + 1, usize::MAX] {
        assert_eq!(check(b"U".as_ptr(), length).0, Status::BadMove);
    }
    assert_eq!(finding, Finding::Other, "nothing is written");
    // SAFETY: the handle is not used again.
    assert_eq!(unsafe { tb_solver_free(full) }, Status::Ok);
}

#[test]
fn questions_for_a_full_table_are_rejected_without_one() {
    let searching = searching();
    let board: [u8; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 14, 15];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("15-puzzle.pdb");
    let path = CString::new(file.to_str().unwrap()).unwrap();
    let (mut number, mut distances) = ([77_u64; 4], [77_u8; 2]);
    let mut steps = [Step { distance: 77, letter: 0, optimal: false }; 4];
    let numbers = board.map(i32::from);
    let none = ptr::null_mut();
    let expected = "this call needs a full table, and this 4x4 solver has none: make the solver with \
                    tb_solver_build, tb_solver_open or tb_solver_read";
    // SAFETY: the arrays have the stated sizes, and the path ends with a zero.
    unsafe {
        let (tiles, place) = (board.as_ptr(), number.as_mut_ptr());
        for status in [
            tb_solver_distances(searching, tiles, 16, distances.as_mut_ptr(), 2),
            tb_solver_distances_i32(searching, numbers.as_ptr(), 16, distances.as_mut_ptr(), 2),
            tb_solver_moves(searching, tiles, 16, steps.as_mut_ptr(), 4, none),
            tb_solver_count_paths(searching, tiles, 16, place),
            tb_solver_deepest(searching, place.cast()),
            tb_solver_histogram(searching, place, 4, none),
            tb_solver_check_file(searching),
            tb_solver_save(searching, path.as_ptr()),
        ] {
            assert_eq!(with_message(status), (Status::NoTable, expected.to_owned()));
        }
        assert_eq!(tb_solver_free(searching), Status::Ok);
    }
    assert_eq!((number, distances, steps[0].distance), ([77; 4], [77; 2], 77), "nothing is written");
    assert!(!file.exists());
}

#[test]
fn boards_of_more_than_16_cells_have_no_index() {
    let mut large = ptr::null_mut();
    let (mut number, mut tiles) = (77, [77; TB_MAX_CELLS]);
    // SAFETY: the arrays have the stated sizes.
    unsafe {
        let none = ptr::null();
        let status = tb_solver_new(2, 9, none, 0, ptr::null(), ptr::null(), &raw mut large);
        assert_eq!(status, Status::Ok, "{}", words());
        let board: [u8; 18] = std::array::from_fn(|place| place as u8);
        for status in [
            tb_solver_states(large, &raw mut number),
            tb_solver_rank(large, board.as_ptr(), 18, &raw mut number),
            tb_solver_unrank(large, 0, tiles.as_mut_ptr(), tiles.len(), ptr::null_mut()),
        ] {
            let expected = "boards of 2x9 are not numbered: expected at most 16 cells".to_owned();
            assert_eq!(with_message(status), (Status::TooLarge, expected));
        }
        assert_eq!(tb_solver_free(large), Status::Ok);
    }
    assert_eq!((number, tiles), (77, [77; TB_MAX_CELLS]), "nothing is written");
}

#[test]
fn invalid_numbers_have_names_too() {
    for number in [i32::MIN, -1, 0, 12, 13, 22, 23, 1000, i32::MAX] {
        for (name, begin) in
            [(tb_status_name(number), "TB_STATUS_"), (tb_finding_name(number), "TB_FINDING_")]
        {
            // SAFETY: the names are static.
            let name = unsafe { std::ffi::CStr::from_ptr(name) }.to_str().unwrap();
            assert!(name.starts_with(begin), "{name}");
        }
    }
}
