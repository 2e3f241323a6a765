//! Bad input to the functions of pattern databases and of their sets.

use std::ffi::c_void;
use std::ptr;

use tilebase_c::*;

use super::common::{FAR, GOAL, build_pdb, defaults, full, with_message};

/// Memory for the results of any call, filled with a pattern that shows what was written.
struct Room([u64; 64]);

impl Room {
    const fn new() -> Self {
        Self([0x4d4d_4d4d_4d4d_4d4d; 64])
    }

    fn at<T>(&mut self) -> *mut T {
        self.0.as_mut_ptr().cast()
    }

    fn is_untouched(&self) -> bool {
        self.0 == Self::new().0
    }
}

/// Calls every function that takes the handle of a pattern database, with otherwise valid
/// arguments.
fn with_pdb(pdb: *const Pdb) -> Vec<(&'static str, Status, bool)> {
    let numbers = FAR.map(i32::from);
    let (tiles, numbers) = (FAR.as_ptr(), numbers.as_ptr());
    let mut results = Vec::new();
    let mut call = |name, work: &mut dyn FnMut(&mut Room) -> Status| {
        let mut room = Room::new();
        let status = work(&mut room);
        results.push((name, status, room.is_untouched()));
    };
    let none = ptr::null_mut();
    let folder = tempfile::tempdir().unwrap();
    let file = std::ffi::CString::new(folder.path().join("x.pdb").to_str().unwrap()).unwrap();
    // SAFETY: every pointer has room for the results, or is valid for the stated number of
    // elements.
    unsafe {
        call("shape", &mut |room| tb_pdb_shape(pdb, room.at(), ptr::null_mut()));
        call("goal", &mut |room| tb_pdb_goal(pdb, room.at(), 9, none));
        call("tiles", &mut |room| tb_pdb_tiles(pdb, room.at(), 9, none));
        call("size", &mut |room| tb_pdb_size(pdb, room.at(), ptr::null_mut()));
        call("histogram", &mut |room| tb_pdb_histogram(pdb, room.at(), 64, none));
        call("claims", &mut |room| tb_pdb_claims(pdb, room.at(), ptr::null_mut()));
        call("lookup", &mut |room| tb_pdb_lookup(pdb, tiles, 9, room.at()));
        call("lookup_i32", &mut |room| tb_pdb_lookup_i32(pdb, numbers, 9, room.at()));
        call("lookups", &mut |room| tb_pdb_lookups(pdb, tiles, 9, room.at(), 1));
        call("lookups_i32", &mut |room| tb_pdb_lookups_i32(pdb, numbers, 9, room.at(), 1));
        call("rank", &mut |room| tb_pdb_rank(pdb, tiles, 9, room.at()));
        call("data", &mut |room| tb_pdb_data(pdb, room.at()));
        call("save", &mut |_| tb_pdb_save(pdb, file.as_ptr()));
        call("check_file", &mut |_| tb_pdb_check_file(pdb));
        let pdbs = [pdb; 1];
        call("set_new", &mut |room| tb_pdb_set_new(pdbs.as_ptr(), 1, room.at()));
        call("set_compound", &mut |room| tb_pdb_set_compound(pdbs.as_ptr(), 1, room.at()));
    }
    results
}

/// Calls every function that takes the handle of a set, with otherwise valid arguments.
fn with_set(set: *const PdbSet) -> Vec<(&'static str, Status, bool)> {
    let numbers = FAR.map(i32::from);
    let (tiles, numbers) = (FAR.as_ptr(), numbers.as_ptr());
    let mut results = Vec::new();
    let mut call = |name, work: &mut dyn FnMut(&mut Room) -> Status| {
        let mut room = Room::new();
        let status = work(&mut room);
        results.push((name, status, room.is_untouched()));
    };
    let none = ptr::null_mut();
    // SAFETY: every pointer has room for the results, or is valid for the stated number of
    // elements.
    unsafe {
        call("shape", &mut |room| tb_pdb_set_shape(set, room.at(), ptr::null_mut()));
        call("goal", &mut |room| tb_pdb_set_goal(set, room.at(), 9, none));
        call("claims", &mut |room| tb_pdb_set_claims(set, room.at(), ptr::null_mut()));
        call("lower_bound", &mut |room| tb_pdb_set_lower_bound(set, tiles, 9, room.at()));
        call("lower_bound_i32", &mut |room| tb_pdb_set_lower_bound_i32(set, numbers, 9, room.at()));
        call("lower_bounds", &mut |room| tb_pdb_set_lower_bounds(set, tiles, 9, room.at(), 1));
        call("lower_bounds_i32", &mut |room| tb_pdb_set_lower_bounds_i32(set, numbers, 9, room.at(), 1));
    }
    results
}

fn some_set() -> *mut PdbSet {
    let pdbs = [[1, 2, 3, 4], [5, 6, 7, 8]].map(|tiles| build_pdb(3, 3, &[], &tiles, 0).cast_const());
    let mut set = ptr::null_mut();
    // SAFETY: there are two handles, which are not used after they are freed.
    unsafe {
        assert_eq!(tb_pdb_set_new(pdbs.as_ptr(), 2, &raw mut set), Status::Ok);
        for pdb in pdbs {
            assert_eq!(tb_pdb_free(pdb.cast_mut()), Status::Ok);
        }
    }
    set
}

/// NULL, freed handles, handles of each other kind, and values that never were handles.
#[test]
fn only_live_handles_of_the_right_kind_are_accepted() {
    let (pdb, freed) = (build_pdb(3, 3, &[], &[1, 2], 0), build_pdb(3, 3, &[], &[1, 2], 0));
    let (set, freed_set, solver, mut stop) = (some_set(), some_set(), full(), ptr::null_mut());
    let own = [0_u64; 8];
    // SAFETY: no call uses a handle while another frees it.
    unsafe {
        assert_eq!((tb_pdb_free(freed), tb_pdb_set_free(freed_set)), (Status::Ok, Status::Ok));
        assert_eq!(tb_stop_new(&raw mut stop), Status::Ok);
        let (status, text) = with_message(tb_pdb_free(freed));
        assert_eq!(status, Status::BadHandle, "freed twice");
        assert!(
            text.ends_with(
                " is not a pattern database: the handle was already freed, or never was a pattern database"
            ),
            "{text}"
        );
        let (status, text) = with_message(tb_pdb_set_free(freed_set));
        assert_eq!(status, Status::BadHandle, "freed twice");
        let end = " is not a set of pattern databases: the handle was already freed, or never was a set of \
               pattern databases";
        assert!(text.ends_with(end), "{text}");
        let common: [*const c_void; 5] = [
            solver.cast(),
            stop.cast(),
            own.as_ptr().cast(),
            ptr::dangling(),
            pdb.wrapping_byte_add(1).cast(),
        ];
        for strange in common.into_iter().chain([freed.cast_const().cast(), set.cast_const().cast()]) {
            for (name, status, is_untouched) in with_pdb(strange.cast()) {
                assert_eq!((status, is_untouched), (Status::BadHandle, true), "tb_pdb_{name}");
            }
            assert_eq!(tb_pdb_free(strange.cast_mut().cast()), Status::BadHandle);
        }
        for strange in common.into_iter().chain([freed_set.cast_const().cast(), pdb.cast_const().cast()]) {
            for (name, status, is_untouched) in with_set(strange.cast()) {
                assert_eq!((status, is_untouched), (Status::BadHandle, true), "tb_pdb_set_{name}");
            }
            assert_eq!(tb_pdb_set_free(strange.cast_mut().cast()), Status::BadHandle);
        }
        let mut deepest = 0;
        assert_eq!(tb_solver_deepest(pdb.cast_const().cast(), &raw mut deepest), Status::BadHandle);
        assert_eq!(tb_stop_request(set.cast_const().cast()), Status::BadHandle);
    }
    for (name, status, is_untouched) in with_pdb(ptr::null()).into_iter().chain(with_set(ptr::null())) {
        assert_eq!((status, is_untouched), (Status::NullPointer, true), "{name}");
    }
    // The calls of this test are right: with a live handle, only a set of one small pattern fails.
    for (name, status, is_untouched) in with_pdb(pdb) {
        let expected = if name.starts_with("set_") { Status::BadPattern } else { Status::Ok };
        let has_result = !["save", "check_file"].contains(&name) && status == Status::Ok;
        assert_eq!((status, is_untouched), (expected, !has_result), "tb_pdb_{name}");
    }
    for (name, status, is_untouched) in with_set(set) {
        assert_eq!((status, is_untouched), (Status::Ok, false), "tb_pdb_set_{name}");
    }
    // SAFETY: no handle is used after it is freed.
    unsafe {
        assert_eq!((tb_pdb_free(pdb), tb_pdb_set_free(set)), (Status::Ok, Status::Ok));
        assert_eq!((tb_solver_free(solver), tb_stop_free(stop)), (Status::Ok, Status::Ok));
        assert_eq!(
            (tb_pdb_free(ptr::null_mut()), tb_pdb_set_free(ptr::null_mut())),
            (Status::Ok, Status::Ok)
        );
    }
}

#[test]
fn null_and_misaligned_places_are_named() {
    let (pdb, set) = (build_pdb(3, 3, &[], &[1, 2], 0), some_set());
    let mut room = Room::new();
    let aside = room.at::<u8>().wrapping_add(1);
    let (tiles, none) = (FAR.as_ptr(), ptr::null_mut::<usize>());
    let goal = ptr::null();
    let numbers: *const i32 = aside.cast_const().cast();
    // SAFETY: every pointer that is neither NULL nor misaligned has the stated size.
    unsafe {
        let misaligned = [
            tb_pdb_build(3, 3, goal, 0, tiles, 2, 0, ptr::null(), aside.cast()),
            tb_pdb_build(3, 3, goal, 0, tiles, 2, 0, aside.cast_const().cast(), room.at()),
            tb_solver_build(3, 3, goal, 0, aside.cast_const().cast(), room.at()),
            tb_pdb_open(c"x".as_ptr(), aside.cast()),
            tb_pdb_read(c"x".as_ptr(), aside.cast()),
            tb_pdb_shape(pdb, none.cast(), aside.cast()),
            tb_pdb_goal(pdb, ptr::null_mut(), 0, aside.cast()),
            tb_pdb_tiles(pdb, ptr::null_mut(), 0, aside.cast()),
            tb_pdb_size(pdb, none.cast(), aside.cast()),
            tb_pdb_histogram(pdb, aside.cast(), 4, none),
            tb_pdb_lookup(pdb, tiles, 9, aside.cast()),
            tb_pdb_lookup_i32(pdb, numbers, 9, room.at()),
            tb_pdb_lookups(pdb, tiles, 9, aside.cast(), 1),
            tb_pdb_lookups_i32(pdb, numbers, 9, room.at(), 1),
            tb_pdb_rank(pdb, tiles, 9, aside.cast()),
            tb_pdb_data(pdb, aside.cast()),
            tb_pdb_set_new(aside.cast_const().cast(), 1, room.at()),
            tb_pdb_set_compound(ptr::null(), 0, aside.cast()),
            tb_pdb_set_shape(set, aside.cast(), none.cast()),
            tb_pdb_set_goal(set, ptr::null_mut(), 0, aside.cast()),
            tb_pdb_set_lower_bound(set, tiles, 9, aside.cast()),
            tb_pdb_set_lower_bound_i32(set, numbers, 9, room.at()),
            tb_pdb_set_lower_bounds(set, tiles, 9, aside.cast(), 1),
            tb_pdb_set_lower_bounds_i32(set, numbers, 9, room.at(), 1),
        ];
        assert_eq!(misaligned, [Status::Misaligned; 24]);
        let null = [
            tb_pdb_build(3, 3, goal, 0, tiles, 2, 0, ptr::null(), ptr::null_mut()),
            tb_pdb_build(3, 3, goal, 9, tiles, 2, 0, ptr::null(), room.at()),
            tb_pdb_build(3, 3, goal, 0, ptr::null(), 2, 0, ptr::null(), room.at()),
            tb_pdb_open(ptr::null(), room.at()),
            tb_pdb_open(c"x".as_ptr(), ptr::null_mut()),
            tb_pdb_read(ptr::null(), room.at()),
            tb_pdb_read(c"x".as_ptr(), ptr::null_mut()),
            tb_pdb_lookup(pdb, ptr::null(), 9, room.at()),
            tb_pdb_lookup(pdb, tiles, 9, ptr::null_mut()),
            tb_pdb_lookup_i32(pdb, ptr::null(), 9, room.at()),
            tb_pdb_lookups(pdb, ptr::null(), 9, room.at(), 1),
            tb_pdb_lookups(pdb, tiles, 9, ptr::null_mut(), 1),
            tb_pdb_lookups_i32(pdb, ptr::null(), 9, room.at(), 1),
            tb_pdb_rank(pdb, tiles, 9, ptr::null_mut()),
            tb_pdb_data(pdb, ptr::null_mut()),
            tb_pdb_save(pdb, ptr::null()),
            tb_pdb_set_new(ptr::null(), 1, room.at()),
            tb_pdb_set_new([pdb.cast_const()].as_ptr(), 1, ptr::null_mut()),
            tb_pdb_set_compound([ptr::null()].as_ptr(), 1, room.at()),
            tb_pdb_set_lower_bound(set, ptr::null(), 9, room.at()),
            tb_pdb_set_lower_bound(set, tiles, 9, ptr::null_mut()),
            tb_pdb_set_lower_bounds(set, tiles, 9, ptr::null_mut(), 1),
            tb_pdb_set_lower_bounds_i32(set, ptr::null(), 9, room.at(), 1),
        ];
        assert_eq!(null, [Status::NullPointer; 23]);
        assert_eq!((tb_pdb_free(pdb), tb_pdb_set_free(set)), (Status::Ok, Status::Ok));
    }
    assert!(room.is_untouched(), "nothing is written");
}

#[test]
fn invalid_boards_and_lengths_are_rejected() {
    let (pdb, set) = (build_pdb(3, 3, &[], &[1, 2], 0), some_set());
    let mut room = Room::new();
    let of_4x4: [u8; 16] = std::array::from_fn(|tile| tile as u8);
    let mut two = [FAR, GOAL].concat();
    two[17] = 3;
    let mut numbers: Vec<i32> = two.iter().copied().map(i32::from).collect();
    numbers[17] = -1;
    let (first, whole) = (FAR.as_ptr(), two.as_ptr());
    let out = room.at::<i32>();
    // SAFETY: the arrays have the stated sizes if the length is one that an array can have.
    unsafe {
        for (tiles, cells) in [(first, 8), (of_4x4.as_ptr(), 16), (first, 0), (first, usize::MAX)] {
            let bad = [
                tb_pdb_lookup(pdb, tiles, cells, out.cast()),
                tb_pdb_rank(pdb, tiles, cells, out.cast()),
                tb_pdb_set_lower_bound(set, tiles, cells, out.cast()),
                tb_pdb_lookup_i32(pdb, numbers.as_ptr(), cells, out.cast()),
                tb_pdb_set_lower_bound_i32(set, numbers.as_ptr(), cells, out.cast()),
            ];
            assert_eq!(bad, [Status::BadBoard; 5], "{cells}");
        }
        let board_1 = "board 1, counted from 0: not a 3x3 board: ";
        for (status, text) in [
            with_message(tb_pdb_lookups(pdb, whole, 18, out, 2)),
            with_message(tb_pdb_set_lower_bounds(set, whole, 18, out, 2)),
            with_message(tb_pdb_lookups(pdb, whole, 17, out, 2)),
            with_message(tb_pdb_set_lower_bounds(set, whole, 17, out, 2)),
            with_message(tb_pdb_lookups_i32(pdb, numbers.as_ptr(), 18, out, 2)),
            with_message(tb_pdb_set_lower_bounds_i32(set, numbers.as_ptr(), 18, out, 2)),
        ] {
            assert_eq!(status, Status::BadBoard);
            assert!(text.starts_with(board_1), "{text}");
        }
        let short = [
            tb_pdb_lookups(pdb, whole, 18, out, 1),
            tb_pdb_lookups(pdb, whole, 18, ptr::null_mut(), 0),
            tb_pdb_lookups_i32(pdb, numbers.as_ptr(), 18, out, 1),
            tb_pdb_set_lower_bounds(set, whole, 18, out, 1),
            tb_pdb_set_lower_bounds_i32(set, numbers.as_ptr(), 18, out, 1),
            tb_pdb_goal(pdb, out.cast(), 8, ptr::null_mut()),
            tb_pdb_tiles(pdb, out.cast(), 1, ptr::null_mut()),
            tb_pdb_histogram(pdb, out.cast(), 1, ptr::null_mut()),
            tb_pdb_set_goal(set, out.cast(), 8, ptr::null_mut()),
        ];
        assert_eq!(short, [Status::ShortBuffer; 9]);
        // Aligned for a bound, within the boards.
        let within = numbers.as_mut_ptr().wrapping_add(17);
        let impossible = [
            tb_pdb_lookups(pdb, whole, usize::MAX, out, 2),
            tb_pdb_lookups(pdb, whole, 18, out, usize::MAX),
            tb_pdb_lookups_i32(pdb, numbers.as_ptr(), 18, within, 1),
            tb_pdb_set_lower_bounds(set, whole, usize::MAX, out, 2),
            tb_pdb_set_lower_bounds_i32(set, numbers.as_ptr(), 18, within, 1),
            tb_pdb_set_lower_bounds_i32(set, numbers.as_ptr(), usize::MAX / 4, out, 1),
        ];
        assert_eq!(impossible, [Status::BadArgument; 6]);
        assert_eq!((tb_pdb_free(pdb), tb_pdb_set_free(set)), (Status::Ok, Status::Ok));
    }
    // The first board of a batch is written before the second one is read.
    assert!(room.0[1..] == Room::new().0[1..], "nothing is written beyond one board");
}

#[test]
fn invalid_patterns_flags_and_sizes_are_rejected() {
    let mut pdb = ptr::null_mut();
    let mut build = |rows, columns, pattern: &[u8], count, flags| {
        let options = BuildOptions { max_memory: 1 << 28, ..defaults() };
        // SAFETY: no more tiles are read than the pattern has.
        with_message(unsafe {
            let (tiles, options) = (pattern.as_ptr(), &raw const options);
            tb_pdb_build(rows, columns, ptr::null(), 0, tiles, count, flags, options, &raw mut pdb)
        })
    };
    let eight = [1, 2, 3, 4, 5, 6, 7, 8];
    for (pattern, count, expected) in [
        (&eight[..], 0, "a pattern has at least one tile"),
        (&[1, 1], 2, "tile 1 is named twice"),
        (&[0], 1, "tile 0 is not one of 1 to 8, the tiles of 3x3"),
        (&[3, 9], 2, "tile 9 is not one of 1 to 8, the tiles of 3x3"),
        (&eight, 8, "the pattern of all tiles is a full table: build it with tb_solver_build"),
        (&eight, 9, "a pattern of 9 tiles, but 3x3 has 8"),
        (&eight, usize::MAX >> 32, "a pattern of 4294967295 tiles, but 3x3 has 8"),
    ] {
        for flags in [0, TB_PDB_ZERO_AWARE] {
            assert_eq!(build(3, 3, pattern, count, flags), (Status::BadPattern, expected.to_owned()));
        }
    }
    for flags in [TB_PDB_BITS, 4, 7, u32::MAX] {
        let (status, text) = build(3, 3, &[1], 1, flags);
        assert_eq!(status, Status::BadArgument);
        assert!(text.ends_with(&format!(", found {flags}")), "{text}");
    }
    assert_eq!(build(3, 3, &eight, 7, 0).0, Status::TooLarge, "all tiles but one");
    let many: Vec<u8> = (1..=13).collect();
    assert_eq!(build(5, 5, &many, 13, 0).0, Status::TooLarge);
    assert_eq!(build(5, 5, &many, 12, 0).0, Status::TooLarge, "more memory than the limit");
    assert_eq!(build(1, 9, &[1], 1, 0).0, Status::BadShape);
    assert_eq!(build(u32::MAX, 2, &[1], 1, 0).0, Status::BadShape);
    // SAFETY: the arrays have the stated sizes.
    unsafe {
        let status = tb_pdb_build(3, 3, FAR.as_ptr(), 8, eight.as_ptr(), 2, 0, ptr::null(), &raw mut pdb);
        assert_eq!(status, Status::BadBoard, "a goal of 8 tiles");
    }
    assert!(pdb.is_null(), "nothing is written");
}
